// host only: the tables that kernels read are written once, when a cage is built.
#include "cage_work.h"

#include <string.h>

typedef struct work
{
    uint32_t* vertex;                   // by name of a vertex
    uint32_t* edge[CAGE_MAX_DEPTH + 1]; // by mesh and edge
    uint32_t* row;                      // by row of the build
    uint32_t* order;                    // rows of the build in the order of the tables
    uint32_t* vertex_owner;             // 4 patch + corner
    uint32_t* edge_owner;               // 4 patch + side; CAGE_NONE: none yet
    uint32_t vertices, edges, rows;
    uint64_t entries;
    surface_edge* made; // as many as there could be
} work;

static uint32_t* at(mas_uvec4* v, uint32_t k) // the k-th of four
{
    return &(&v->x)[k];
}

static bool take(cage_build* b, work* w)
{
    uint64_t edges = 0;
    for (uint32_t k = 0; k < b->meshes; ++k)
    {
        const cage_mesh* m = &b->mesh[k];
        edges += m->edges;
        if ((w->edge[k] = mas_cage_take(&b->heap, m->edges, 4)) == NULL) return false;
        memset(w->edge[k], 0xFF, 4 * (size_t)m->edges);
    }
    w->vertex       = mas_cage_take(&b->heap, b->names, 4);
    w->vertex_owner = mas_cage_take(&b->heap, b->names, 4);
    w->edge_owner   = mas_cage_take(&b->heap, edges, 4);
    w->row          = mas_cage_take(&b->heap, b->rows.count, 4);
    w->order        = mas_cage_take(&b->heap, b->rows.count, 4);
    w->made         = mas_cage_take(&b->heap, edges, sizeof *w->made);
    if (w->vertex == NULL || w->vertex_owner == NULL || w->edge_owner == NULL || w->row == NULL || w->order == NULL ||
        w->made == NULL)
        return false;
    memset(w->vertex, 0xFF, 4 * (size_t)b->names);
    memset(w->vertex_owner, 0xFF, 4 * (size_t)b->names);
    memset(w->edge_owner, 0xFF, 4 * (size_t)edges);
    memset(w->row, 0xFF, 4 * (size_t)b->rows.count);
    return true;
}

static uint32_t number(uint32_t* name, uint32_t* count)
{
    if (*name == CAGE_NONE) *name = (*count)++;
    return *name;
}

// Regular patches before Gregory ones, then the first corner or side, then the first patch: neighbours in a grid own
// the same two sides each, so that threads side by side evaluate as many.
static void claim(uint32_t* owner, const cage_build* b, uint32_t patch, uint32_t s)
{
    const uint32_t mine = (b->leaf[patch].gregory ? 4 : 0) + s;
    if (*owner == CAGE_NONE || mine < (b->leaf[*owner / 4].gregory ? 4 : 0) + *owner % 4) *owner = 4 * patch + s;
}

// The two halves of a side, in the next mesh, when the face across is refined and this one is not.
static bool split(const cage_mesh* m, const cage_mesh* next, uint32_t half, uint32_t edge[2])
{
    const uint32_t other = m->twin[half];
    if (other == CAGE_NONE || m->state[other / 4] != CAGE_REFINED) return false;
    edge[0] = next->edge[4 * m->child[cage_next(m, other)] + 3];
    edge[1] = next->edge[4 * m->child[other]];
    return true;
}

// Numbers vertices, edges and rows as patches meet them, and finds owners.
static void number_all(cage_build* b, work* w)
{
    for (uint32_t i = 0; i < b->leaves; ++i)
    {
        const cage_leaf* l = &b->leaf[i];
        const cage_mesh* m = &b->mesh[l->mesh];
        for (uint32_t s = 0; s < 4; ++s)
        {
            const uint32_t half = 4 * l->face + s;
            const uint32_t v    = number(&w->vertex[m->name[m->vertex[half]]], &w->vertices);
            claim(&w->vertex_owner[v], b, i, s);
        }
        for (uint32_t s = 0; s < 4; ++s)
        {
            const uint32_t half = 4 * l->face + s;
            uint32_t two[2];
            if (split(m, m + 1, half, two))
            {
                number(&w->edge[l->mesh + 1][two[0]], &w->edges);
                number(&w->edge[l->mesh + 1][two[1]], &w->edges);
                continue;
            }
            const uint32_t e = number(&w->edge[l->mesh][m->edge[half]], &w->edges);
            claim(&w->edge_owner[e], b, i, s);
        }
        for (uint32_t k = 0; k < (l->gregory ? SURFACE_GREGORY_POINTS : SURFACE_REGULAR_POINTS); ++k)
        {
            if (l->point[k] < b->rows.points) continue;
            const uint32_t r = l->point[k] - b->rows.points;
            if (w->row[r] != CAGE_NONE) continue;
            w->order[w->rows] = r;
            w->row[r]         = w->rows++;
            w->entries += b->rows.first[r + 1] - b->rows.first[r];
        }
    }
    for (uint32_t i = 0; i < b->leaves; ++i) // edges run as their owners' sides do
    {
        const cage_leaf* l = &b->leaf[i];
        const cage_mesh* m = &b->mesh[l->mesh];
        for (uint32_t s = 0; s < 4; ++s)
        {
            const uint32_t half = 4 * l->face + s, e = w->edge[l->mesh][m->edge[half]];
            if (e == CAGE_NONE || w->edge_owner[e] != 4 * i + s) continue;
            w->made[e].owner = i;
            w->made[e].from  = w->vertex[m->name[m->vertex[half]]];
            w->made[e].to    = w->vertex[m->name[cage_end(m, half)]];
            w->made[e].depth = l->mesh;
        }
    }
}

// The one block of a cage: itself and its arrays, each on 64 bytes.
static uint64_t place(uint64_t* end, uint64_t count, uint64_t size)
{
    const uint64_t here = *end;
    *end                = (here + count * size + 63) / 64 * 64;
    return here;
}

typedef struct block // where each array is
{
    uint64_t point, row, entry, patch, regular, gregory, regular_patch, gregory_patch, edge, uv, place, bytes;
} block;

static block lay_out(const cage_build* b, const work* w)
{
    block out           = { 0 };
    uint64_t end        = 0;
    const uint64_t greg = b->gregory_leaves, regular = b->leaves - b->gregory_leaves;
    place(&end, 1, sizeof(massa_cage));
    out.point         = place(&end, b->desc->point_count, sizeof(mas_vec4));
    out.row           = place(&end, w->rows, sizeof(surface_row));
    out.entry         = place(&end, w->entries, sizeof(surface_entry));
    out.patch         = place(&end, b->leaves, sizeof(surface_patch));
    out.regular       = place(&end, regular * SURFACE_REGULAR_POINTS, 4);
    out.gregory       = place(&end, greg * SURFACE_GREGORY_POINTS, 4);
    out.regular_patch = place(&end, regular, 4);
    out.gregory_patch = place(&end, greg, 4);
    out.edge          = place(&end, w->edges, sizeof(surface_edge));
    out.uv            = place(&end, b->desc->uv != NULL ? b->leaves : 0, sizeof(surface_uv));
    out.place         = place(&end, b->leaves, sizeof(mas_surface_place));
    out.bytes         = end;
    return out;
}

static float flush(float x) // what is written to state is 0 or at least 2^-40
{
    return x < 0x1p-40f && x > -0x1p-40f ? 0.0f : x;
}

static void write_points(const cage_build* b, massa_cage* c, mas_vec4* point)
{
    c->lo = c->hi = b->desc->points[0];
    for (uint32_t i = 0; i < c->point_count; ++i)
    {
        const massa_vec3 p = { flush(b->desc->points[i].x), flush(b->desc->points[i].y), flush(b->desc->points[i].z) };
        point[i]           = (mas_vec4){ p.x, p.y, p.z, 0.0f };
        c->lo =
            (massa_vec3){ p.x < c->lo.x ? p.x : c->lo.x, p.y < c->lo.y ? p.y : c->lo.y, p.z < c->lo.z ? p.z : c->lo.z };
        c->hi =
            (massa_vec3){ p.x > c->hi.x ? p.x : c->hi.x, p.y > c->hi.y ? p.y : c->hi.y, p.z > c->hi.z ? p.z : c->hi.z };
    }
}

// Weights are rounded to float; the largest takes what the others lost, so that a row's sum stays 1.
static void write_rows(const cage_build* b, const work* w, massa_cage* c, surface_row* row, surface_entry* entry)
{
    const cage_rows* from = &b->rows;
    uint32_t end          = 0;
    for (uint32_t i = 0; i < w->rows; ++i)
    {
        const uint64_t first = from->first[w->order[i]], count = from->first[w->order[i] + 1] - first;
        uint32_t largest = end;
        double sum       = 0.0;
        row[i]           = (surface_row){ .point = c->point_count + i, .first = end, .count = (uint32_t)count };
        for (uint64_t k = first; k < first + count; ++k, ++end)
        {
            entry[end] = (surface_entry){ from->entry_point[k], (float)from->entry_weight[k] };
            sum += (double)entry[end].weight;
            if (entry[end].weight > entry[largest].weight) largest = end;
        }
        entry[largest].weight = (float)((double)entry[largest].weight + (1.0 - sum));
    }
}

static uint32_t against(uint32_t edge, bool reversed)
{
    return 2 * edge + (reversed ? 1u : 0u);
}

static void write_sides(const cage_build* b, const work* w, uint32_t i, surface_patch* p)
{
    const cage_leaf* l = &b->leaf[i];
    const cage_mesh* m = &b->mesh[l->mesh];
    for (uint32_t s = 0; s < 4; ++s)
        *at(&p->corner, s) = w->vertex[m->name[m->vertex[4 * l->face + s]]];
    for (uint32_t s = 0; s < 4; ++s)
    {
        const uint32_t half = 4 * l->face + s, from = *at(&p->corner, s), to = *at(&p->corner, (s + 1) % 4);
        uint32_t two[2];
        p->flags |= w->vertex_owner[from] == 4 * i + s ? 1u << (SURFACE_OWNS_CORNER + s) : 0u;
        if (split(m, m + 1, half, two))
        {
            const uint32_t first = w->edge[l->mesh + 1][two[0]], second = w->edge[l->mesh + 1][two[1]];
            *at(&p->side, s)   = against(first, w->made[first].from != from);
            *at(&p->second, s) = against(second, w->made[second].to != to);
            continue;
        }
        const uint32_t e   = w->edge[l->mesh][m->edge[half]];
        *at(&p->side, s)   = against(e, w->made[e].from != from);
        *at(&p->second, s) = SURFACE_NONE;
        p->flags |= w->edge_owner[e] == 4 * i + s ? 1u << (SURFACE_OWNS_SIDE + s) : 0u;
    }
}

// From the patch up: a child in corner k of its parent begins there, and is turned by k.
static mas_surface_place find_place(const cage_build* b, const cage_leaf* l)
{
    static const int32_t corner[4][2] = { { 0, 0 }, { 1, 0 }, { 1, 1 }, { 0, 1 } };
    mas_surface_place out             = { .depth = (uint16_t)l->mesh };
    int32_t column = 0, row = 0, turn = 0, size = 1; // of corner 0, in units of the patch; of the face, likewise
    uint32_t face = l->face;
    for (uint32_t k = l->mesh; k > 0; --k)
    {
        const uint32_t half = b->mesh[k].parent[face], quarter = half % 4;
        for (uint32_t i = 0; i < quarter; ++i) // the child's frame, turned about its corner 0
        {
            const int32_t swapped = column;
            column                = -row;
            row                   = swapped;
        }
        size *= 2;
        column += size * corner[quarter][0];
        row += size * corner[quarter][1];
        turn += (int32_t)quarter;
        face = half / 4;
    }
    out.quad   = b->mesh[0].parent != NULL ? b->mesh[0].parent[face] : face;
    out.column = (uint16_t)column;
    out.row    = (uint16_t)row;
    out.turn   = (uint16_t)(turn % 4);
    return out;
}

static void write_patches(const cage_build* b, const work* w, uint8_t* base, const block* at_, massa_cage* c)
{
    surface_patch* patch     = (surface_patch*)(base + at_->patch);
    surface_uv* uv           = (surface_uv*)(base + at_->uv);
    mas_surface_place* where = (mas_surface_place*)(base + at_->place);
    for (uint32_t i = 0; i < b->leaves; ++i)
    {
        const cage_leaf* l  = &b->leaf[i];
        const cage_mesh* m  = &b->mesh[l->mesh];
        const uint32_t size = l->gregory ? SURFACE_GREGORY_POINTS : SURFACE_REGULAR_POINTS;
        uint32_t* count     = l->gregory ? &c->gregory_count : &c->regular_count;
        uint32_t* index     = (uint32_t*)(base + (l->gregory ? at_->gregory : at_->regular)) + (uint64_t)size * *count;
        surface_patch* p    = &patch[i];
        p->index            = size * *count;
        p->flags            = (l->gregory ? SURFACE_GREGORY : 0u) | l->mesh << SURFACE_DEPTH_SHIFT;
        p->face             = m->source[l->face];
        ((uint32_t*)(base + (l->gregory ? at_->gregory_patch : at_->regular_patch)))[(*count)++] = i;
        write_sides(b, w, i, p);
        where[i] = find_place(b, l);
        for (uint32_t k = 0; k < size; ++k)
            index[k] =
                l->point[k] < c->point_count ? l->point[k] : c->point_count + w->row[l->point[k] - c->point_count];
        for (uint32_t s = 0; s < 4 && c->has_uv; ++s)
        {
            (&uv[i].s.x)[s] = flush((float)m->uv[m->vertex[4 * l->face + s]][0]);
            (&uv[i].t.x)[s] = flush((float)m->uv[m->vertex[4 * l->face + s]][1]);
        }
    }
}

static uint64_t hash_words(uint64_t h, const void* data, uint64_t bytes)
{
    const uint8_t* from = data;
    for (uint64_t i = 0; i < bytes; i += 4)
    {
        uint32_t word;
        memcpy(&word, from + i, 4);
        h = (h ^ word) * 0x9E3779B97F4A7C15u;
        h ^= h >> 29;
    }
    return h;
}

static void finish(massa_cage* c, uint8_t* base, const block* at_)
{
    const uint32_t counts[] = { c->point_count,   c->row_count,    c->entry_count, c->patch_count,   c->regular_count,
                                c->gregory_count, c->vertex_count, c->edge_count,  c->largest_depth, c->has_uv };
    c->point                = (const mas_vec4*)(base + at_->point);
    c->row                  = (const surface_row*)(base + at_->row);
    c->entry                = (const surface_entry*)(base + at_->entry);
    c->patch                = (const surface_patch*)(base + at_->patch);
    c->regular              = (const uint32_t*)(base + at_->regular);
    c->gregory              = (const uint32_t*)(base + at_->gregory);
    c->regular_patch        = (const uint32_t*)(base + at_->regular_patch);
    c->gregory_patch        = (const uint32_t*)(base + at_->gregory_patch);
    c->edge                 = (const surface_edge*)(base + at_->edge);
    c->uv                   = c->has_uv ? (const surface_uv*)(base + at_->uv) : NULL;
    c->place                = (const mas_surface_place*)(base + at_->place);
    c->hash                 = hash_words(0, counts, sizeof counts);
    c->hash                 = hash_words(c->hash, base + at_->point, at_->bytes - at_->point); // gaps are 0
}

massa_result mas_order_tables(cage_build* b, massa_cage** out)
{
    work w = { 0 };
    if (!take(b, &w)) return mas_cage_no_memory(b);
    number_all(b, &w);
    if (w.entries > UINT32_MAX / 2)
        return mas_fail(b->device, MASSA_ERROR_RANGE,
                        "The cage's tables would be too large: make its isolation smaller, or divide it.");
    const block at_ = lay_out(b, &w);
    uint8_t* base   = mas_alloc(b->device, (size_t)at_.bytes);
    if (base == NULL) return mas_cage_no_memory(b);
    massa_cage* c = (massa_cage*)base;
    *c            = (massa_cage){ .device        = b->device,
                                  .bytes         = at_.bytes,
                                  .point_count   = b->desc->point_count,
                                  .row_count     = w.rows,
                                  .entry_count   = (uint32_t)w.entries,
                                  .patch_count   = b->leaves,
                                  .vertex_count  = w.vertices,
                                  .edge_count    = w.edges,
                                  .face_count    = b->desc->face_count,
                                  .largest_depth = b->meshes - 1,
                                  .closed        = b->closed,
                                  .has_uv        = b->desc->uv != NULL };
    write_points(b, c, (mas_vec4*)(base + at_.point));
    write_rows(b, &w, c, (surface_row*)(base + at_.row), (surface_entry*)(base + at_.entry));
    memcpy(base + at_.edge, w.made, (size_t)w.edges * sizeof *w.made);
    write_patches(b, &w, base, &at_, c);
    finish(c, base, &at_);
    *out = c;
    return MASSA_OK;
}
