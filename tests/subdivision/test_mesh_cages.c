// Level sets and evaluated vertices of cages of every kind: whatever the builder makes of them, they have no cracks,
// and neighbours agree where they meet.
#include "cages.h"
#include "surfaces.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const uint32_t limits[TEST_SETS][TEST_MAX_SURFACES] = { { 8, 8, 8, 8, 8, 8, 8, 8 },
                                                               { 12, 12, 12, 12, 12, 12, 12, 12 } };

static void destroy_cages(massa_cage* cage[], uint32_t count)
{
    for (uint32_t i = 0; i < count; ++i)
        mas_cage_destroy(cage[i]);
}

// Eight cages at a time, of all isolations.
static void make(test_gpu* gpu, test_surfaces* t, massa_cage* cage[TEST_MAX_SURFACES], uint32_t first)
{
    test_cage made = { 0 };
    for (uint32_t i = 0; i < TEST_MAX_SURFACES; ++i)
    {
        test_cage_make(&made, first + i);
        if (i % 3 == 0) test_cage_uv(&made);
        cage[i] = test_cage_build(&made, (first / TEST_MAX_SURFACES + i) % 4);
    }
    test_cage_free(&made);
    test_make_surfaces(gpu, t, (const massa_cage* const*)cage, TEST_MAX_SURFACES, limits);
    test_check_points(gpu, t);
}

static MunitResult every_cage(const MunitParameter params[], void* fixture)
{
    (void)params;
    for (uint32_t first = 0; first + TEST_MAX_SURFACES <= TEST_CAGES; first += TEST_MAX_SURFACES)
    {
        test_surfaces t;
        massa_cage* cage[TEST_MAX_SURFACES];
        make(fixture, &t, cage, first);
        for (uint32_t round = 0; round < 3; ++round)
            for (int set = 0; set < TEST_SETS; ++set)
            {
                for (uint32_t i = 0; round == 0 && i < TEST_MAX_SURFACES; ++i)
                    test_set_level(&t, set, i, set == TEST_COLLISION ? 3 : 7);
                if (round > 0) test_random_levels(fixture, &t, set, first + round);
                test_check_mesh(fixture, &t, set);
                test_expect_sound(&t.twin_mesh[set], &t.twin, set == TEST_COLLISION);
                test_check_tessellate(fixture, &t, set, true);
            }
        test_destroy_surfaces(&t);
        destroy_cages(cage, TEST_MAX_SURFACES);
    }
    return MUNIT_OK;
}

// Where a vertex stands in a patch: from the corner on, side by side, then back; -1 when it is not the patch's.
static bool find_in_patch(const oracle_surfaces* s, const oracle_mesh* m, uint32_t p, uint32_t side, uint32_t k,
                          uint32_t* vertex, double uv[2])
{
    const uint32_t e = oracle_of4(s->patch[p].side, side), n = m->level[e / 2];
    if (oracle_of4(s->patch[p].second, side) != SURFACE_NONE || k >= n) return false;
    const uint32_t along = e % 2 == 0 ? k : n - k;
    const double t = (double)k / n, at[4][2] = { { t, 0 }, { 1, t }, { 1 - t, 1 }, { 0, 1 - t } };
    *vertex = along == 0 ? s->edge[e / 2].from : along == n ? s->edge[e / 2].to : m->first[e / 2] + along - 1;
    uv[0]   = at[side][0];
    uv[1]   = at[side][1];
    return true;
}

// Red when a patch's own surface does not pass through a vertex that it shares, evaluated once by its
// owner for all: within 1e-5 of the size on smooth cages, whose patches meet exactly.
static MunitResult neighbours_meet(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_cage made = { 0 };
    massa_cage* cage[4];
    for (uint32_t i = 0; i < 4; ++i)
    {
        if (i == 0) test_cage_torus(&made, 9, 7);
        if (i == 1) test_cage_character(&made);
        if (i == 2) test_cage_kites(&made, 7);
        if (i == 3) test_cage_grid(&made, 4, 5);
        cage[i] = test_cage_build(&made, i);
    }
    test_cage_free(&made);
    test_surfaces t;
    test_make_surfaces(fixture, &t, (const massa_cage* const*)cage, 4, limits);
    test_check_points(fixture, &t);
    for (uint32_t i = 0; i < 4; ++i)
        test_set_level(&t, TEST_DRAWN, i, 6);
    test_check_mesh(fixture, &t, TEST_DRAWN);
    test_check_tessellate(fixture, &t, TEST_DRAWN, true);
    for (uint32_t p = 0; p < t.twin.patches; ++p)
        for (uint32_t k = 0; k < 4 * 6; ++k)
        {
            uint32_t v;
            double uv[2];
            if (!find_in_patch(&t.twin, &t.twin_mesh[TEST_DRAWN], p, k / 6, k % 6, &v, uv)) continue;
            const massa_cage* c  = cage[t.twin.patch[p].surface];
            const double size    = fmax(c->hi.x - c->lo.x, fmax(c->hi.y - c->lo.y, c->hi.z - c->lo.z));
            const oracle_limit o = oracle_limit_at(&t.twin, p, uv[0], uv[1]);
            const mas_vec4 x     = t.twin_position[TEST_DRAWN][v];
            munit_assert_double(fabs(x.x - o.x[0]), <, 1e-5 * size);
            munit_assert_double(fabs(x.y - o.x[1]), <, 1e-5 * size);
            munit_assert_double(fabs(x.z - o.x[2]), <, 1e-5 * size);
        }
    test_destroy_surfaces(&t);
    destroy_cages(cage, 4);
    return MUNIT_OK;
}

// The seed's four surfaces: triangles as it counts them; meshlets beside the 16, 128, 32, 32 that halving gives it.
// Red when a full grid has other triangles, or tiles are smaller than they could be.
static MunitResult seed_counts(const MunitParameter params[], void* fixture)
{
    (void)params;
    static const struct
    {
        const char* name;
        uint32_t level, triangles, meshlets;
    } seed[4]                                                 = { { "plane", 10, 800, 16 },
                                                                  { "rounded cube", 10, 4800, 96 },
                                                                  { "quadball", 10, 1200, 24 },
                                                                  { "cube", 12, 1728, 36 } };
    static const uint32_t limit[TEST_SETS][TEST_MAX_SURFACES] = { { 12, 12, 12, 12 }, { 1, 1, 1, 1 } };
    massa_cage* cage[4];
    test_cage made = { 0 };
    for (uint32_t i = 0; i < 4; ++i)
    {
        if (i == 0) test_cage_grid(&made, 2, 2);
        if (i == 1) test_cage_ball(&made, 2);
        if (i >= 2) test_cage_cube(&made, 2.0f);
        cage[i] = test_cage_build(&made, 0);
    }
    test_cage_free(&made);
    test_surfaces t;
    test_make_surfaces(fixture, &t, (const massa_cage* const*)cage, 4, limit);
    for (uint32_t i = 0; i < 4; ++i)
        test_set_level(&t, TEST_COLLISION, i, seed[i].level);
    test_check_mesh(fixture, &t, TEST_COLLISION);
    const oracle_mesh* m = &t.twin_mesh[TEST_COLLISION];
    for (uint32_t i = 0; i < 4; ++i)
    {
        const uint32_t from = t.range[i].patch, end = from + t.range[i].patch_count;
        munit_assert_uint32(m->triangle[end] - m->triangle[from], ==, seed[i].triangles);
        munit_assert_uint32(m->meshlet[end] - m->meshlet[from], ==, seed[i].meshlets);
    }
    test_destroy_surfaces(&t);
    destroy_cages(cage, 4);
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/every-cage", every_cage, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { "/neighbours-meet", neighbours_meet, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { "/seed-counts", seed_counts, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { 0 },
};
MunitSuite test_mesh_cages_suite = { "/mesh_cages", tests, NULL, 1, 0 };
