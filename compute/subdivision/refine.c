// host only: refinement is part of building a cage's tables, once.
// One Catmull-Clark step (seed 004 3.2). Each face has a child in each corner at a chosen vertex:
//
//     previous ---- edge ---- vertex
//         |    2:face^  3: v    |
//
// whose sides are 0: vertex to edge point, 1: to face point, 2: to the previous edge's point, 3: back.
#include "cage_work.h"

typedef struct children // by vertex, edge and face of the mesh above: a vertex, or CAGE_NONE
{
    uint32_t *vertex, *edge, *face;
} children;

static float fade(float sharpness)
{
    return sharpness >= CAGE_SHARP ? CAGE_SHARP : sharpness > 1.0f ? sharpness - 1.0f : 0.0f;
}

static void add_vertex(cage_build* b, const cage_mesh* m, uint32_t vertex, double weight)
{
    mas_rows_add(&b->rows, m->point[vertex], weight);
}

static void add_face(cage_build* b, const cage_mesh* m, uint32_t half, double weight) // the average of its corners
{
    uint32_t count = 0, h = half;
    do
        ++count;
    while ((h = cage_next(m, h)) != half);
    do
        add_vertex(b, m, m->vertex[h], weight / (double)count);
    while ((h = cage_next(m, h)) != half);
}

static void add_edge_point(cage_build* b, const cage_mesh* m, uint32_t half)
{
    const double s      = (double)m->edge_sharp[m->edge[half]];
    const double sharp  = s > 1.0 ? 1.0 : s;
    const double smooth = 1.0 - sharp, ends = 0.5 * sharp + 0.25 * smooth;
    add_vertex(b, m, m->vertex[half], ends);
    add_vertex(b, m, cage_end(m, half), ends);
    if (smooth == 0.0) return;
    add_face(b, m, half, 0.25 * smooth);
    add_face(b, m, m->twin[half], 0.25 * smooth);
}

typedef struct rule // of a vertex: what its sharpness and that of its edges say
{
    cage_corner kind;
    uint32_t a, b; // far ends of a crease
} rule;

static rule find_rule(const cage_mesh* m, uint32_t vertex, const cage_ring* r, bool faded)
{
    rule out             = { CAGE_SMOOTH, CAGE_NONE, CAGE_NONE };
    const uint32_t count = r->closed ? r->faces : r->faces + 1;
    uint32_t sharp       = 0;
    for (uint32_t k = 0; k < count; ++k)
    {
        const float s = m->edge_sharp[mas_ring_edge(m, r, k)];
        if ((faded ? fade(s) : s) <= 0.0f) continue;
        *(sharp == 0 ? &out.a : &out.b) = mas_ring_spoke(m, r, k);
        ++sharp;
    }
    const float own = faded ? fade(m->vertex_sharp[vertex]) : m->vertex_sharp[vertex];
    out.kind        = own > 0.0f || sharp > 2 ? CAGE_CORNER : sharp == 2 ? CAGE_CREASE : CAGE_SMOOTH;
    return out;
}

static void add_rule(cage_build* b, const cage_mesh* m, uint32_t vertex, const cage_ring* r, rule with, double weight)
{
    if (with.kind == CAGE_CORNER)
        add_vertex(b, m, vertex, weight);
    else if (with.kind == CAGE_CREASE)
    {
        add_vertex(b, m, vertex, 0.75 * weight);
        add_vertex(b, m, with.a, 0.125 * weight);
        add_vertex(b, m, with.b, 0.125 * weight);
    }
    else
    {
        const double n = (double)r->faces;
        add_vertex(b, m, vertex, weight * (n - 2.0) / n);
        for (uint32_t k = 0; k < r->faces; ++k)
        {
            add_vertex(b, m, mas_ring_spoke(m, r, k), weight / (n * n));
            add_face(b, m, r->half[k], weight / (n * n));
        }
    }
}

static void add_vertex_point(cage_build* b, const cage_mesh* m, uint32_t vertex)
{
    cage_ring r;
    mas_ring_around(m, m->half[vertex], &r);
    const rule now = find_rule(m, vertex, &r, false), later = find_rule(m, vertex, &r, true);
    if (now.kind == later.kind)
    {
        add_rule(b, m, vertex, &r, now, 1.0);
        return;
    }
    // What fades in this step counts by how sharp it still is, on average.
    double sum = 0.0, count = 0.0;
    for (uint32_t k = 0; k <= r.faces; ++k)
    {
        const bool last = k == r.faces;
        if (last && r.closed) break;
        const float s = m->edge_sharp[mas_ring_edge(m, &r, k)];
        if (s <= 0.0f || fade(s) > 0.0f) continue;
        sum += (double)s;
        count += 1.0;
    }
    const float own = m->vertex_sharp[vertex];
    if (own > 0.0f && fade(own) <= 0.0f)
    {
        sum += (double)own;
        count += 1.0;
    }
    const double weight = sum / count < 1.0 ? sum / count : 1.0;
    add_rule(b, m, vertex, &r, now, weight);
    add_rule(b, m, vertex, &r, later, 1.0 - weight);
}

// Numbers what there will be.
static bool count_children(cage_build* b, cage_mesh* m, const uint8_t* chosen, children* c, cage_mesh* to)
{
    c->vertex = mas_cage_take(&b->heap, m->vertices, 4);
    c->edge   = mas_cage_take(&b->heap, m->edges, 4);
    c->face   = mas_cage_take(&b->heap, m->faces, 4);
    m->child  = mas_cage_take(&b->heap, m->halves, 4);
    if (c->vertex == NULL || c->edge == NULL || c->face == NULL || m->child == NULL) return false;
    for (uint32_t e = 0; e < m->edges; ++e)
        c->edge[e] = CAGE_NONE;
    for (uint32_t f = 0; f < m->faces; ++f)
        c->face[f] = CAGE_NONE;
    uint32_t vertices = 0, faces = 0;
    for (uint32_t v = 0; v < m->vertices; ++v)
        c->vertex[v] = chosen[v] ? vertices++ : CAGE_NONE;
    for (uint32_t h = 0; h < m->halves; ++h)
    {
        m->child[h] = CAGE_NONE;
        if (!chosen[m->vertex[h]]) continue;
        uint32_t* point[3] = { &c->edge[m->edge[h]], &c->edge[m->edge[cage_previous(m, h)]],
                               &c->face[cage_face(m, h)] };
        for (int k = 0; k < 3; ++k)
            if (*point[k] == CAGE_NONE) *point[k] = vertices++;
        m->child[h] = faces++;
    }
    to->vertices = vertices;
    to->faces    = faces;
    to->halves   = 4 * faces;
    return true;
}

static bool take_mesh(cage_build* b, cage_mesh* m, bool uv)
{
    cage_heap* h = &b->heap;
    return (m->vertex = mas_cage_take(h, m->halves, 4)) != NULL && (m->twin = mas_cage_take(h, m->halves, 4)) != NULL &&
           (m->edge = mas_cage_take(h, m->halves, 4)) != NULL &&
           (m->edge_sharp = mas_cage_take(h, m->halves, 4)) != NULL &&
           (m->vertex_sharp = mas_cage_take(h, m->vertices, 4)) != NULL &&
           (m->point = mas_cage_take(h, m->vertices, 4)) != NULL &&
           (m->half = mas_cage_take(h, m->vertices, 4)) != NULL &&
           (m->name = mas_cage_take(h, m->vertices, 4)) != NULL &&
           (m->source = mas_cage_take(h, m->faces, 4)) != NULL && (m->parent = mas_cage_take(h, m->faces, 4)) != NULL &&
           (m->state = mas_cage_take(h, m->faces, 1)) != NULL &&
           (!uv || (m->uv = mas_cage_take(h, m->vertices, sizeof *m->uv)) != NULL);
}

static uint32_t side_of(const cage_mesh* m, uint32_t half, uint32_t side) // of the child in a corner, or CAGE_NONE
{
    return half == CAGE_NONE || m->child[half] == CAGE_NONE ? CAGE_NONE : 4 * m->child[half] + side;
}

static void join_children(const cage_mesh* m, const children* c, cage_mesh* to)
{
    for (uint32_t h = 0; h < m->halves; ++h)
    {
        const uint32_t f = m->child[h];
        if (f == CAGE_NONE) continue;
        const uint32_t next = cage_next(m, h), previous = cage_previous(m, h), twin = m->twin[h],
                       face = cage_face(m, h);
        uint32_t *v = &to->vertex[4 * f], *t = &to->twin[4 * f];
        v[0]          = c->vertex[m->vertex[h]];
        v[1]          = c->edge[m->edge[h]];
        v[2]          = c->face[face];
        v[3]          = c->edge[m->edge[previous]];
        t[0]          = side_of(m, twin == CAGE_NONE ? CAGE_NONE : cage_next(m, twin), 3);
        t[1]          = side_of(m, next, 2);
        t[2]          = side_of(m, previous, 1);
        t[3]          = side_of(m, m->twin[previous], 0);
        to->source[f] = m->source[face];
        to->parent[f] = h;
        to->state[f]  = m->state[face] == CAGE_REFINED ? CAGE_LEAF : CAGE_AROUND;
    }
    for (uint32_t h = 0; h < to->halves; ++h)
    {
        to->half[to->vertex[h]] = h;
        if (to->twin[h] == CAGE_NONE || to->twin[h] > h)
            to->edge[h] = to->edges++;
        else
            to->edge[h] = to->edge[to->twin[h]];
    }
    for (uint32_t h = 0; h < m->halves; ++h) // halves of edges take over; what runs inside a face is smooth
    {
        const uint32_t f = m->child[h];
        if (f == CAGE_NONE) continue;
        to->edge_sharp[to->edge[4 * f]]     = fade(m->edge_sharp[m->edge[h]]);
        to->edge_sharp[to->edge[4 * f + 3]] = fade(m->edge_sharp[m->edge[cage_previous(m, h)]]);
    }
}

static bool end_point(cage_build* b, cage_mesh* to, uint32_t vertex, uint32_t name)
{
    to->name[vertex] = name == CAGE_NONE ? b->names++ : name;
    return mas_rows_end(&b->rows, &to->point[vertex]);
}

static void add_uv(const cage_mesh* m, cage_mesh* to, uint32_t vertex, uint32_t from, double weight)
{
    if (to->uv == NULL) return;
    to->uv[vertex][0] += weight * m->uv[from][0];
    to->uv[vertex][1] += weight * m->uv[from][1];
}

static bool make_points(cage_build* b, const cage_mesh* m, const children* c, cage_mesh* to)
{
    for (uint32_t v = 0; v < m->vertices; ++v)
    {
        const uint32_t child = c->vertex[v];
        if (child == CAGE_NONE) continue;
        add_vertex_point(b, m, v);
        add_uv(m, to, child, v, 1.0);
        to->vertex_sharp[child] = fade(m->vertex_sharp[v]);
        if (!end_point(b, to, child, m->name[v])) return false;
    }
    for (uint32_t h = 0; h < m->halves; ++h)
    {
        const uint32_t child = c->edge[m->edge[h]];
        if (child == CAGE_NONE || (m->twin[h] != CAGE_NONE && m->twin[h] < h)) continue;
        add_edge_point(b, m, h);
        add_uv(m, to, child, m->vertex[h], 0.5);
        add_uv(m, to, child, cage_end(m, h), 0.5);
        if (!end_point(b, to, child, CAGE_NONE)) return false;
    }
    for (uint32_t f = 0; f < m->faces; ++f)
    {
        if (c->face[f] == CAGE_NONE) continue;
        const uint32_t first = m->face_first != NULL ? m->face_first[f] : 4 * f;
        const uint32_t count = (m->face_first != NULL ? m->face_first[f + 1] : 4 * f + 4) - first;
        add_face(b, m, first, 1.0);
        for (uint32_t k = 0; k < count; ++k)
            add_uv(m, to, c->face[f], m->vertex[first + k], 1.0 / (double)count);
        if (!end_point(b, to, c->face[f], CAGE_NONE)) return false;
    }
    return true;
}

massa_result mas_refine(cage_build* b, cage_mesh* from, const uint8_t* chosen, cage_mesh* to)
{
    children c;
    *to = (cage_mesh){ 0 };
    if (!count_children(b, from, chosen, &c, to)) return mas_cage_no_memory(b);
    if (to->faces > MAS_CAGE_MAX_PATCHES)
        return mas_fail(b->device, MASSA_ERROR_RANGE,
                        "The cage would become more than %d patches: make its isolation smaller, or divide it.",
                        (int)MAS_CAGE_MAX_PATCHES);
    if (!take_mesh(b, to, from->uv != NULL)) return mas_cage_no_memory(b);
    join_children(from, &c, to);
    if (!make_points(b, from, &c, to)) return mas_cage_no_memory(b);
    mas_cage_give(&b->heap, c.vertex);
    mas_cage_give(&b->heap, c.edge);
    mas_cage_give(&b->heap, c.face);
    return MASSA_OK;
}
