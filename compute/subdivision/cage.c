// host only: a cage is built once, from the host's polygons.
#include "cage_work.h"

massa_result mas_cage_no_memory(const cage_build* b)
{
    return mas_fail(b->device, MASSA_ERROR_HOST_MEMORY, "No host memory to build a cage of %u faces.",
                    b->desc->face_count);
}

enum
{
    ODD    = 1,
    WANTED = 2 // its faces are to be halved
};

// What stands at the vertices of leaves.
static uint8_t* find_features(cage_build* b, const cage_mesh* m, uint32_t depth)
{
    enum
    {
        KNOWN = 4
    };
    uint8_t* out = mas_cage_take(&b->heap, m->vertices, 1);
    for (uint32_t f = 0; f < m->faces && out != NULL; ++f)
    {
        if (m->state[f] != CAGE_LEAF) continue;
        for (uint32_t h = 4 * f; h < 4 * f + 4; ++h)
        {
            if (out[m->vertex[h]] & KNOWN) continue;
            const cage_feature found = mas_feature(m, m->vertex[h]);
            const bool wanted        = found.fading || (found.odd && depth < b->desc->isolation + found.more);
            out[m->vertex[h]]        = (uint8_t)(KNOWN | (found.odd ? ODD : 0) | (wanted ? WANTED : 0));
        }
    }
    return out;
}

// Every face at a vertex that wants it is refined, so that neighbours differ by one depth at most. An odd vertex of a
// face that is refined wants it too: so what lies beside larger patches is regular, and exact, as those are along that
// side.
static uint32_t choose(cage_mesh* m, const uint8_t* feature, uint8_t* chosen, uint32_t* stack)
{
    enum
    {
        CHOSEN = 1, // all its faces, or some of them: it needs a child
        WANTS  = 2,
    };
    uint32_t count = 0, waiting = 0;
    for (uint32_t v = 0; v < m->vertices; ++v)
        if (feature[v] & WANTED)
        {
            chosen[v]        = WANTS;
            stack[waiting++] = v;
        }
    while (waiting > 0)
    {
        cage_ring ring;
        mas_ring_around(m, m->half[stack[--waiting]], &ring);
        for (uint32_t k = 0; k < ring.faces; ++k)
        {
            const uint32_t f = ring.half[k] / 4;
            if (m->state[f] != CAGE_LEAF) continue;
            m->state[f] = CAGE_REFINED;
            ++count;
            for (uint32_t h = 4 * f; h < 4 * f + 4; ++h)
            {
                const uint32_t v = m->vertex[h];
                if ((feature[v] & ODD) != 0 && (chosen[v] & WANTS) == 0)
                {
                    chosen[v]        = WANTS;
                    stack[waiting++] = v;
                }
                chosen[v] |= CHOSEN;
            }
        }
    }
    return count;
}

static massa_result begin_mesh(cage_build* b) // of depth 0: quads only
{
    cage_mesh* m = &b->polygons;
    MAS_TRY(mas_topology_build(b, m));
    b->meshes = 1;
    if (m->halves == 4 * m->faces)
    {
        bool quads = true;
        for (uint32_t f = 0; f < m->faces; ++f)
            quads = quads && b->desc->face_sizes[f] == 4;
        if (quads)
        {
            mas_cage_give(&b->heap, m->face_first);
            mas_cage_give(&b->heap, m->face_of);
            m->face_first = m->face_of = NULL;
            b->mesh[0]                 = *m;
            return MASSA_OK;
        }
    }
    uint8_t* chosen = mas_cage_take(&b->heap, m->vertices, 1);
    if (chosen == NULL) return mas_cage_no_memory(b);
    for (uint32_t v = 0; v < m->vertices; ++v)
        chosen[v] = 1;
    for (uint32_t f = 0; f < m->faces; ++f)
        m->state[f] = CAGE_REFINED;
    MAS_TRY(mas_refine(b, m, chosen, &b->mesh[0]));
    mas_cage_give(&b->heap, chosen);
    return MASSA_OK;
}

static massa_result refine_all(cage_build* b, uint8_t* feature[CAGE_MAX_DEPTH + 1])
{
    for (uint32_t depth = 0;; ++depth)
    {
        cage_mesh* m = &b->mesh[depth];
        if ((feature[depth] = find_features(b, m, depth)) == NULL) return mas_cage_no_memory(b);
        uint8_t* chosen = mas_cage_take(&b->heap, m->vertices, 1);
        uint32_t* stack = mas_cage_take(&b->heap, m->vertices, 4);
        if (chosen == NULL || stack == NULL) return mas_cage_no_memory(b);
        const uint32_t count = choose(m, feature[depth], chosen, stack);
        if (count > 0) MAS_TRY(mas_refine(b, m, chosen, &b->mesh[depth + 1])); // fading ends: sharpness is below 10
        mas_cage_give(&b->heap, chosen);
        mas_cage_give(&b->heap, stack);
        if (count == 0) return MASSA_OK;
        ++b->meshes;
    }
}

static void add_position(const cage_build* b, uint32_t point, double weight, double sum[3])
{
    const cage_rows* r = &b->rows;
    if (point < r->points)
    {
        const massa_vec3 p = b->desc->points[point];
        sum[0] += weight * (double)p.x;
        sum[1] += weight * (double)p.y;
        sum[2] += weight * (double)p.z;
        return;
    }
    for (uint64_t i = r->first[point - r->points]; i < r->first[point - r->points + 1]; ++i)
        add_position(b, r->entry_point[i], weight * r->entry_weight[i], sum);
}

static massa_result make_leaves(cage_build* b, uint8_t* feature[CAGE_MAX_DEPTH + 1])
{
    static const uint32_t inner[2][4] = { { 5, 6, 9, 10 }, { 0, 5, 10, 15 } };
    uint64_t count                    = 0;
    for (uint32_t k = 0; k < b->meshes; ++k)
        for (uint32_t f = 0; f < b->mesh[k].faces; ++f)
            count += b->mesh[k].state[f] == CAGE_LEAF;
    if (count > MAS_CAGE_MAX_PATCHES)
        return mas_fail(b->device, MASSA_ERROR_RANGE,
                        "The cage would become more than %d patches: make its isolation smaller, or divide it.",
                        (int)MAS_CAGE_MAX_PATCHES);
    if ((b->leaf = mas_cage_take(&b->heap, count, sizeof *b->leaf)) == NULL) return mas_cage_no_memory(b);
    for (uint32_t k = 0; k < b->meshes; ++k)
    {
        const cage_mesh* m = &b->mesh[k];
        cage_shared shared;
        if (!mas_shared_begin(b, m, &shared)) return mas_cage_no_memory(b);
        for (uint32_t f = 0; f < m->faces; ++f)
        {
            if (m->state[f] != CAGE_LEAF) continue;
            cage_leaf* l = &b->leaf[b->leaves];
            *l           = (cage_leaf){ .mesh = k, .face = f, .number = b->leaves++ };
            for (uint32_t h = 4 * f; h < 4 * f + 4; ++h)
                l->gregory = l->gregory || (feature[k][m->vertex[h]] & ODD) != 0;
            b->gregory_leaves += l->gregory;
            if (!(l->gregory ? mas_patch_gregory(b, m, &shared, f, l->point)
                             : mas_patch_regular(b, m, &shared, f, l->point)))
                return mas_cage_no_memory(b);
            for (uint32_t i = 0; i < 4; ++i)
                add_position(b, l->point[inner[l->gregory][i]], 0.25, l->centre);
        }
        mas_shared_end(b, &shared);
    }
    return MASSA_OK;
}

static massa_result build(cage_build* b, massa_cage** out)
{
    uint8_t* feature[CAGE_MAX_DEPTH + 1];
    MAS_TRY(mas_topology_check(b));
    if (!mas_rows_begin(&b->rows, &b->heap, b->desc->point_count)) return mas_cage_no_memory(b);
    MAS_TRY(begin_mesh(b));
    MAS_TRY(refine_all(b, feature));
    MAS_TRY(make_leaves(b, feature));
    MAS_TRY(mas_order_leaves(b));
    return mas_order_tables(b, out);
}

massa_result mas_cage_build(massa_device* device, const massa_cage_desc* desc, massa_cage** out)
{
    cage_build b = { .device = device, .desc = desc, .heap = { .device = device } };
    *out         = NULL;
    if (desc == NULL) return mas_fail(device, MASSA_ERROR_NULL, "The massa_cage_desc is null.");
    const massa_result r = build(&b, out);
    mas_cage_give_all(&b.heap);
    return r;
}

void mas_cage_destroy(massa_cage* c)
{
    if (c != NULL) mas_free(c->device, c);
}
