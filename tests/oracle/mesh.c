#include "mesh.h"

#include <stdlib.h>

enum
{
    MAX    = SURFACE_MAX_LEVEL,
    INSIDE = SURFACE_MESHLET / 2, // cells of a tile
};

oracle_mesh oracle_create_mesh(const oracle_surfaces* s, uint32_t triangles, uint32_t meshlets)
{
    return (oracle_mesh){
        .edges    = s->edges,
        .patches  = s->patches,
        .surfaces = s->surfaces,
        .level    = calloc(s->edges + 1, sizeof(uint32_t)),
        .first    = calloc(s->edges + s->patches + 1, sizeof(uint32_t)),
        .triangle = calloc(s->patches + 1, sizeof(uint32_t)),
        .meshlet  = calloc(s->patches + 1, sizeof(uint32_t)),
        .index    = calloc(3 * (size_t)triangles + 1, sizeof(uint32_t)),
        .meshlets = calloc(meshlets + 1, sizeof(uint32_t)),
        .draws    = calloc(5 * (size_t)s->surfaces + 1, sizeof(uint32_t)),
        .task     = calloc(s->patches + 1, sizeof(tessellate_task)),
    };
}

void oracle_destroy_mesh(oracle_mesh* m)
{
    free(m->level);
    free(m->first);
    free(m->triangle);
    free(m->meshlet);
    free(m->index);
    free(m->meshlets);
    free(m->draws);
    free(m->task);
    *m = (oracle_mesh){ 0 };
}

uint32_t oracle_mesh_level(uint32_t level, uint32_t depth)
{
    for (; depth > 0; --depth)
        level = (level + 1) / 2; // rounding up each time is rounding up once
    return level == 0 ? 1 : level;
}

// One side as a line of points: vertices, and where each stands as a fraction.
typedef struct line
{
    uint32_t vertex[2 * MAX + 1];
    uint64_t up[2 * MAX + 1], down[2 * MAX + 1];
    uint32_t count; // points
} line;

static void add(line* l, uint32_t vertex, uint64_t up, uint64_t down)
{
    l->vertex[l->count] = vertex;
    l->up[l->count]     = up;
    l->down[l->count++] = down;
}

// The points of an edge as a side meets them, its beginning included, its end not; the edge spans part [a, b] of c.
static void add_edge(line* l, const oracle_mesh* m, const oracle_surfaces* s, uint32_t side, uint64_t a, uint64_t b,
                     uint64_t c)
{
    const uint32_t e = side / 2, n = m->level[e];
    for (uint32_t k = 0; k < n; ++k)
    {
        const uint32_t along = side % 2 == 0 ? k : n - k; // counted in the edge's direction
        const uint32_t v     = along == 0 ? s->edge[e].from : along == n ? s->edge[e].to : m->first[e] + along - 1;
        add(l, v, a * n + (b - a) * k, c * n);
    }
}

typedef struct cut // a patch with its sides as lines
{
    line side[4];
    uint32_t level, inside;
    bool whole;
} cut;

static cut cut_patch(const oracle_mesh* m, const oracle_surfaces* s, uint32_t p)
{
    cut c                    = { .level = 1, .whole = true, .inside = m->first[s->edges + p] };
    const surface_patch* the = &s->patch[p];
    for (uint32_t k = 0; k < 4; ++k)
    {
        const uint32_t one = oracle_of4(the->side, k), two = oracle_of4(the->second, k);
        const bool split = two != SURFACE_NONE;
        if (c.level < m->level[one / 2]) c.level = m->level[one / 2];
        if (split && c.level < m->level[two / 2]) c.level = m->level[two / 2];
        add_edge(&c.side[k], m, s, one, 0, 1, split ? 2 : 1);
        if (split) add_edge(&c.side[k], m, s, two, 1, 2, 2);
        add(&c.side[k], oracle_of4(the->corner, (k + 1) % 4), 1, 1);
        c.whole &= !split;
    }
    for (uint32_t k = 0; k < 4; ++k)
        c.whole &= c.side[k].count == c.level + 1;
    return c;
}

static uint32_t at(const cut* c, uint32_t i, uint32_t j)
{
    const uint32_t n = c->level;
    if (i > 0 && j > 0 && i < n && j < n) return c->inside + (j - 1) * (n - 1) + (i - 1);
    if (j == 0) return c->side[0].vertex[i];
    if (i == n) return c->side[1].vertex[j];
    return j == n ? c->side[2].vertex[n - i] : c->side[3].vertex[n - j];
}

static void add_triangle(oracle_mesh* m, uint32_t a, uint32_t b, uint32_t c)
{
    uint32_t* t = m->index + 3 * (size_t)m->triangles++;
    t[0]        = a;
    t[1]        = b;
    t[2]        = c;
}

static void add_cell(oracle_mesh* m, const cut* c, uint32_t i, uint32_t j)
{
    add_triangle(m, at(c, i, j), at(c, i + 1, j), at(c, i + 1, j + 1));
    add_triangle(m, at(c, i, j), at(c, i + 1, j + 1), at(c, i, j + 1));
}

static void add_meshlet(oracle_mesh* m, uint32_t from)
{
    m->meshlets[m->meshlet_count++] = from | (m->triangles - from) << MESH_COUNT_SHIFT;
}

// n in parts as equal as can be, larger ones first; the size of part k.
static uint32_t part(uint32_t n, uint32_t parts, uint32_t k)
{
    return n / parts + (k < n % parts ? 1 : 0);
}

static void add_grid(oracle_mesh* m, const cut* c)
{
    const uint32_t n = c->level, columns = (n + 7) / 8, rows = INSIDE / part(n, columns, 0);
    const uint32_t stacks = (n + rows - 1) / rows;
    for (uint32_t b = 0, y = 0; b < stacks; y += part(n, stacks, b++))
        for (uint32_t a = 0, x = 0; a < columns; x += part(n, columns, a++))
        {
            const uint32_t from = m->triangles;
            for (uint32_t j = y; j < y + part(n, stacks, b); ++j)
                for (uint32_t i = x; i < x + part(n, columns, a); ++i)
                    add_cell(m, c, i, j);
            add_meshlet(m, from);
        }
}

// Points inside beside side s, in its direction.
static line line_inside(const cut* c, uint32_t s)
{
    line l           = { 0 };
    const uint32_t n = c->level;
    for (uint32_t k = 1; k < n; ++k)
    {
        const uint32_t i = s == 0 ? k : s == 1 ? n - 1 : s == 2 ? n - k : 1;
        const uint32_t j = s == 0 ? 1 : s == 1 ? k : s == 2 ? n - 1 : n - k;
        add(&l, at(c, i, j), k, n);
    }
    return l;
}

static void stitch(oracle_mesh* m, const line* outer, const line* inner)
{
    uint32_t a = 0, b = 0;
    while (a + 1 < outer->count || b + 1 < inner->count)
    {
        const bool can = a + 1 < outer->count;
        const bool go  = can && (b + 1 == inner->count ||
                                outer->up[a + 1] * inner->down[b + 1] <= inner->up[b + 1] * outer->down[a + 1]);
        if (go)
        {
            add_triangle(m, outer->vertex[a], outer->vertex[a + 1], inner->vertex[b]);
            ++a;
        }
        else
        {
            add_triangle(m, outer->vertex[a], inner->vertex[b + 1], inner->vertex[b]);
            ++b;
        }
    }
}

// All of the rim, from the middle of the first side of two edges on, seen from there.
static void add_fan(oracle_mesh* m, const cut* c)
{
    uint32_t rim[8], count = 0, apex = 0;
    bool found = false;
    for (uint32_t s = 0; s < 4; ++s)
        for (uint32_t k = 0; k + 1 < c->side[s].count; ++k)
        {
            if (k == 1 && !found)
            {
                apex  = count;
                found = true;
            }
            rim[count++] = c->side[s].vertex[k];
        }
    for (uint32_t k = 1; k + 1 < count; ++k)
        add_triangle(m, rim[(apex + k) % count], rim[(apex + k + 1) % count], rim[apex]);
}

static void add_patch(oracle_mesh* m, const oracle_surfaces* s, uint32_t p)
{
    const cut c         = cut_patch(m, s, p);
    const uint32_t from = m->triangles, n = c.level;
    m->triangle[p] = from;
    m->meshlet[p]  = m->meshlet_count;
    if (c.whole)
    {
        add_grid(m, &c);
        return;
    }
    if (n == 1) add_fan(m, &c);
    for (uint32_t j = 1; j + 1 < n; ++j)
        for (uint32_t i = 1; i + 1 < n; ++i)
            add_cell(m, &c, i, j);
    for (uint32_t k = 0; n > 1 && k < 4; ++k)
    {
        const line inner = line_inside(&c, k);
        stitch(m, &c.side[k], &inner);
    }
    const uint32_t all = m->triangles;
    for (uint32_t t = from; t < all; t += SURFACE_MESHLET)
    {
        m->triangles = t + SURFACE_MESHLET < all ? t + SURFACE_MESHLET : all;
        add_meshlet(m, t);
    }
}

static void set_task(oracle_mesh* m, const oracle_surfaces* s, uint32_t p)
{
    const surface_patch* the = &s->patch[p];
    const bool gregory       = (the->flags & SURFACE_GREGORY) != 0;
    tessellate_task* t       = &m->task[gregory ? s->regulars + the->index / 20 : the->index / 16];
    uint32_t corner[4], side[4], level = 1;
    *t = (tessellate_task){ .first = m->first[s->edges + p], .uv = p };
    for (uint32_t k = 0; k < 4; ++k)
    {
        const uint32_t e = oracle_of4(the->side, k) / 2, two = oracle_of4(the->second, k);
        corner[k] = the->flags >> (SURFACE_OWNS_CORNER + k) & 1 ? oracle_of4(the->corner, k) : SURFACE_NONE;
        side[k]   = the->flags >> (SURFACE_OWNS_SIDE + k) & 1 ? m->first[e] : SURFACE_NONE;
        t->side_level |= m->level[e] << 8 * k;
        if (level < m->level[e]) level = m->level[e];
        if (two != SURFACE_NONE && level < m->level[two / 2]) level = m->level[two / 2];
    }
    t->corner = (mas_uvec4){ corner[0], corner[1], corner[2], corner[3] };
    t->side   = (mas_uvec4){ side[0], side[1], side[2], side[3] };
    t->level  = level | the->surface << 8;
}

void oracle_mesh_build(oracle_mesh* m, const oracle_surfaces* s, const mesh_surface* asked)
{
    m->vertices = s->vertices;
    m->beyond = m->triangles = m->meshlet_count = 0;
    for (uint32_t e = 0; e < s->edges; ++e)
    {
        const mesh_surface* a = &asked[s->patch[s->edge[e].owner].surface];
        const uint32_t limit  = oracle_mesh_level(a->limit, s->edge[e].depth);
        const uint32_t wanted = a->level != 0 ? oracle_mesh_level(a->level, s->edge[e].depth) : m->level[e];
        m->level[e]           = wanted < 1 ? 1 : wanted > limit ? limit : wanted;
        m->beyond += m->level[e] != wanted;
    }
    for (uint32_t e = 0; e < s->edges; ++e)
    {
        m->first[e] = m->vertices;
        m->vertices += m->level[e] - 1;
    }
    for (uint32_t p = 0; p < s->patches; ++p)
    {
        const uint32_t n       = cut_patch(m, s, p).level;
        m->first[s->edges + p] = m->vertices;
        m->vertices += (n - 1) * (n - 1);
    }
    for (uint32_t p = 0; p < s->patches; ++p)
    {
        add_patch(m, s, p);
        set_task(m, s, p);
    }
    m->triangle[s->patches] = m->triangles;
    m->meshlet[s->patches]  = m->meshlet_count;
    for (uint32_t i = 0; i < s->surfaces; ++i)
    {
        const uint32_t from = m->triangle[asked[i].first_patch], end = m->triangle[asked[i].end_patch];
        const uint32_t draw[5] = { 3 * (end - from), 1, 3 * from, 0, 0 };
        for (int k = 0; k < 5; ++k)
            m->draws[5 * i + k] = draw[k];
    }
}
