// What every level set must be, whatever made it.
#include "surfaces.h"

#include <stdlib.h>

static int by_value(const void* a, const void* b)
{
    const uint64_t x = *(const uint64_t*)a, y = *(const uint64_t*)b;
    return x < y ? -1 : x > y;
}

// Directed edges of triangles, sorted: each stands there once, and so does its reverse, but for those at a boundary,
// of which there are so many. Every vertex is somebody's corner.
static void check_closed(const oracle_mesh* m, uint64_t boundary)
{
    const uint64_t count = 3ull * m->triangles;
    uint64_t* edge       = malloc(count * sizeof *edge);
    uint8_t* used        = calloc(m->vertices, 1);
    for (uint64_t i = 0; i < count; ++i)
    {
        const uint32_t from = m->index[i], to = m->index[i % 3 == 2 ? i - 2 : i + 1];
        munit_assert_uint32(from, <, m->vertices);
        munit_assert_uint32(from, !=, to);
        edge[i]    = (uint64_t)from << 32 | to;
        used[from] = 1;
    }
    qsort(edge, count, sizeof *edge, by_value);
    uint64_t single = 0;
    for (uint64_t i = 0; i < count; ++i)
    {
        munit_assert(i == 0 || edge[i] != edge[i - 1]);
        const uint64_t reverse = edge[i] << 32 | edge[i] >> 32;
        single += bsearch(&reverse, edge, count, sizeof *edge, by_value) == NULL;
    }
    munit_assert_uint64(single, ==, boundary);
    for (uint32_t v = 0; v < m->vertices; ++v)
        munit_assert_uint8(used[v], ==, 1);
    free(edge);
    free(used);
}

// Segments along the boundary, from the tables: of edges that only one patch has.
static uint64_t boundary_of(const oracle_mesh* m, const oracle_surfaces* s)
{
    uint32_t* patches = calloc(s->edges, sizeof *patches);
    uint64_t segments = 0;
    for (uint32_t p = 0; p < s->patches; ++p)
        for (uint32_t k = 0; k < 4; ++k)
        {
            ++patches[oracle_of4(s->patch[p].side, k) / 2];
            if (oracle_of4(s->patch[p].second, k) != SURFACE_NONE) ++patches[oracle_of4(s->patch[p].second, k) / 2];
        }
    for (uint32_t e = 0; e < s->edges; ++e)
        segments += patches[e] == 1 ? m->level[e] : 0;
    free(patches);
    return segments;
}

// Triangles of each patch as the formula says, meshlets of at most 64 that are all of the patch's triangles in turn.
static void check_counts(const oracle_mesh* m, const oracle_surfaces* s, bool meshlets)
{
    for (uint32_t p = 0; p < s->patches; ++p)
    {
        uint32_t rim = 0, n = 1;
        for (uint32_t k = 0; k < 4; ++k)
        {
            const uint32_t one = oracle_of4(s->patch[p].side, k), two = oracle_of4(s->patch[p].second, k);
            const uint32_t a = m->level[one / 2], b = two == SURFACE_NONE ? 0 : m->level[two / 2];
            rim += a + b;
            n = n < a ? a : n;
            n = n < b ? b : n;
        }
        const uint32_t formula = n == 1 ? rim - 2 : rim + 4 * (n - 2) + 2 * (n - 2) * (n - 2);
        munit_assert_uint32(m->triangle[p + 1] - m->triangle[p], ==, formula);
        uint32_t next = m->triangle[p];
        for (uint32_t k = m->meshlet[p]; meshlets && k < m->meshlet[p + 1]; ++k)
        {
            const uint32_t count = m->meshlets[k] >> MESH_COUNT_SHIFT;
            munit_assert_uint32(m->meshlets[k] & ((1u << MESH_COUNT_SHIFT) - 1), ==, next);
            munit_assert_uint32(count, >=, 1);
            munit_assert_uint32(count, <=, SURFACE_MESHLET);
            next += count;
        }
        if (meshlets) munit_assert_uint32(next, ==, m->triangle[p + 1]);
    }
}

void test_expect_sound(const oracle_mesh* m, const oracle_surfaces* s, bool meshlets)
{
    check_closed(m, boundary_of(m, s));
    check_counts(m, s, meshlets);
}
