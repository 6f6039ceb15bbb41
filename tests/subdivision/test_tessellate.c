// Evaluated patches against their twin, bit for bit, and against the surface in double precision.
// runs: everywhere widths sizes own-devices. The scene of its family whose bits do not depend on vectors or workgroups.
#include "quilt.h"
#include "surfaces.h"

#include <math.h>

static const uint32_t limits[TEST_SETS][TEST_MAX_SURFACES] = { { 16, 16, 16 }, { 16, 16, 64 } };

enum
{
    SURFACES = 3
};

static void make_with(test_gpu* gpu, test_surfaces* t, massa_cage* cage[SURFACES], bool uv)
{
    const test_quilt_desc d[SURFACES] = {
        { .columns         = 4,
          .rows            = 3,
          .cut             = 4,
          .gregory         = 2,
          .rows_for_points = true,
          .has_uv          = uv,
          .bump            = 0.2f,
          .seed            = 1 },
        { .columns = 5, .rows = 4, .cut = 5, .open = true, .bump = 0.1f, .seed = 2 },
        { .columns = 3, .rows = 3, .gregory = 1, .bump = 0.05f, .seed = 3 },
    };
    for (int i = 0; i < SURFACES; ++i)
        cage[i] = test_create_quilt(&d[i]);
    test_make_surfaces(gpu, t, (const massa_cage* const*)cage, SURFACES, limits);
    test_check_points(gpu, t);
}

static void destroy(test_surfaces* t, massa_cage* cage[SURFACES])
{
    test_destroy_surfaces(t);
    for (int i = 0; i < SURFACES; ++i)
        test_destroy_quilt(cage[i]);
}

static void check(test_gpu* gpu, test_surfaces* t, int set)
{
    test_check_mesh(gpu, t, set);
    test_check_tessellate(gpu, t, set, true);
}

// proves: 004-08, 004-09, 004-11. Red when one class takes the other's points or tasks, a position or normal differs
// from the host's tessellator in one bit, or the levels of one set change the other.
static MunitResult matches_oracle(const MunitParameter params[], void* fixture)
{
    (void)params;
    for (int uv = 0; uv < 2; ++uv)
    {
        test_surfaces t;
        massa_cage* cage[SURFACES];
        make_with(fixture, &t, cage, uv == 1);
        for (uint32_t level = 1; level <= 16; ++level)
        {
            for (int set = 0; set < TEST_SETS; ++set)
                for (uint32_t i = 0; i < SURFACES; ++i)
                    test_set_level(&t, set, i, set == TEST_COLLISION ? 17 - level : level);
            check(fixture, &t, TEST_COLLISION);
            check(fixture, &t, TEST_DRAWN);
        }
        destroy(&t, cage);
    }
    return MUNIT_OK;
}

static MunitResult levels_of_edges(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_surfaces t;
    massa_cage* cage[SURFACES];
    make_with(fixture, &t, cage, true);
    for (uint64_t seed = 1; seed < 5; ++seed)
        for (int set = 0; set < TEST_SETS; ++set)
        {
            test_random_levels(fixture, &t, set, seed);
            check(fixture, &t, set);
        }
    destroy(&t, cage);
    return MUNIT_OK;
}

// The number of threads that share a patch changes no bit.
static MunitResult slices(const MunitParameter params[], void* fixture)
{
    (void)params;
    static const uint32_t counts[] = { 1, 4, 7, 13, 16 }, across[] = { 1, 2, 3, 16 };
    test_surfaces t;
    massa_cage* cage[SURFACES];
    make_with(fixture, &t, cage, true);
    for (size_t i = 0; i < MAS_COUNT(counts); ++i)
        for (int set = 0; set < TEST_SETS; ++set)
        {
            t.tessellate[set].rows   = counts[i];
            t.tessellate[set].across = across[(i + (uint32_t)set) % MAS_COUNT(across)];
            test_random_levels(fixture, &t, set, 30 + i);
            check(fixture, &t, set);
        }
    destroy(&t, cage);
    return MUNIT_OK;
}

// proves: 004-10. A surface is evaluated once, in its own frame, for all who show it, until its points change. Red when
// one that nobody changed is evaluated again, or one that changed is not.
static MunitResult only_the_stale(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_surfaces t;
    massa_cage* cage[SURFACES];
    make_with(fixture, &t, cage, false);
    for (uint32_t i = 0; i < SURFACES; ++i)
        test_set_level(&t, TEST_DRAWN, i, 5);
    check(fixture, &t, TEST_DRAWN);
    for (uint32_t stale = 0; stale < 8; ++stale)
    {
        for (uint32_t i = 0; i < SURFACES; ++i)
            t.stale[i] = stale >> i & 1;
        for (uint32_t k = 0; k < t.twin.points; ++k)
            t.twin.point[k].y += 0.125f;
        test_set_stale(fixture, &t);
        test_upload(fixture, t.s.point, t.twin.point, t.twin.points * sizeof(mas_vec4));
        test_check_tessellate(fixture, &t, TEST_DRAWN, false);
    }
    destroy(&t, cage);
    return MUNIT_OK;
}

// proves: 004-02. Red when a basis function is wrong, or a normal misses a term: positions within 1e-5 of the size
// (they carry 16 roundings, 2e-6), normals within 2e-4 of the cross product of the derivatives, whose own terms cancel.
static void check_patch(const test_surfaces* t, uint32_t p, double* worst, double* worst_angle)
{
    const oracle_mesh* m     = &t->twin_mesh[TEST_DRAWN];
    const surface_patch* the = &t->twin.patch[p];
    const tessellate_task* task =
        &m->task[the->flags & SURFACE_GREGORY ? t->twin.regulars + the->index / 20 : the->index / 16];
    const uint32_t n = task->level & 255;
    for (uint32_t k = 0; k < (n + 1) * (n + 1); ++k)
    {
        const uint32_t i = k % (n + 1), j = k / (n + 1), sides = (i == 0) + (i == n) + (j == 0) + (j == n);
        uint32_t v = SURFACE_NONE;
        if (sides == 0) v = task->first + (j - 1) * (n - 1) + (i - 1);
        if (sides == 2) v = oracle_of4(task->corner, j == 0 ? (i == 0 ? 0 : 1) : (i == 0 ? 3 : 2));
        if (sides == 1)
        {
            const uint32_t s     = j == 0   ? 0
                                   : i == n ? 1
                                   : j == n ? 2
                                            : 3,
                           a     = s == 0   ? i
                                   : s == 1 ? j
                                   : s == 2 ? n - i
                                            : n - j;
            const uint32_t first = oracle_of4(task->side, s);
            if (first != SURFACE_NONE && (task->side_level >> 8 * s & 255) == n) v = first + a - 1;
        }
        if (v == SURFACE_NONE) continue;
        const oracle_limit o = oracle_limit_at(&t->twin, p, (double)i / n, (double)j / n);
        const double c[3]    = { o.du[1] * o.dv[2] - o.du[2] * o.dv[1], o.du[2] * o.dv[0] - o.du[0] * o.dv[2],
                                 o.du[0] * o.dv[1] - o.du[1] * o.dv[0] };
        const double length  = sqrt(c[0] * c[0] + c[1] * c[1] + c[2] * c[2]);
        const float* x       = &t->twin_position[TEST_DRAWN][v].x;
        const float* u       = &t->twin_normal[v].x;
        for (int a = 0; a < 3; ++a)
        {
            const double off = fabs(x[a] - o.x[a]), turned = fabs(u[a] - c[a] / length);
            if (*worst < off) *worst = off;
            if (*worst_angle < turned) *worst_angle = turned;
        }
    }
}

static MunitResult matches_the_surface(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_surfaces t;
    massa_cage* cage[SURFACES];
    double worst = 0, worst_angle = 0;
    make_with(fixture, &t, cage, false);
    for (uint32_t level = 1; level <= 16; level += 3)
    {
        for (uint32_t i = 0; i < SURFACES; ++i)
            test_set_level(&t, TEST_DRAWN, i, level);
        check(fixture, &t, TEST_DRAWN);
        for (uint32_t p = 0; p < t.twin.patches; ++p)
            check_patch(&t, p, &worst, &worst_angle);
    }
    munit_logf(MUNIT_LOG_INFO, "position off by %.2g m of 6, normal by %.2g", worst, worst_angle);
    munit_assert_double(worst, <, 6e-5);
    munit_assert_double(worst_angle, <, 2e-4);
    destroy(&t, cage);
    return MUNIT_OK;
}

// A side or the whole patch shrunk to a point: normals are still unit vectors, and the twin's. Red when they are zero,
// or NaN, or not those of the surface a little inside.
static MunitResult degenerate(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_surfaces t;
    massa_cage* cage[SURFACES];
    make_with(fixture, &t, cage, false);
    for (uint32_t p = 0; p < t.twin.patches; ++p)
    {
        const surface_patch* the = &t.twin.patch[p];
        const bool gregory       = (the->flags & SURFACE_GREGORY) != 0;
        const uint32_t* member   = (gregory ? t.twin.gregory : t.twin.regular) + the->index;
        const uint32_t kind      = p % 4;
        for (uint32_t k = 0; k < (gregory ? 20u : 16u); ++k)
        {
            mas_vec4* x        = &t.twin.point[member[k]];
            const bool on_side = gregory ? k == 0 || k == 1 || k == 5 || k == 7 : k < 12;
            if (kind == 0 && on_side) *x = t.twin.point[member[gregory ? 0 : 4 * (k / 4)]]; // side 0 is a point
            if (kind == 1) *x = t.twin.point[member[0]];                                    // all is
            if (kind == 2) *x = (mas_vec4){ (float)k * 0.1f, 1.0f, 2.0f, 0.0f };            // a line
        }
    }
    test_upload(fixture, t.s.point, t.twin.point, t.twin.points * sizeof(mas_vec4));
    for (uint32_t level = 1; level < 6; level += 2)
    {
        for (uint32_t i = 0; i < SURFACES; ++i)
            test_set_level(&t, TEST_DRAWN, i, level);
        check(fixture, &t, TEST_DRAWN);
        for (uint32_t v = 0; v < t.twin_mesh[TEST_DRAWN].vertices; ++v)
        {
            const mas_vec4 u = t.twin_normal[v];
            munit_assert_double(fabs(u.x * u.x + u.y * u.y + u.z * u.z - 1.0), <, 1e-6);
        }
    }
    destroy(&t, cage);
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/matches-oracle", matches_oracle, test_gpu_setup, test_gpu_tear_down, 0, test_group_sizes },
    { "/levels-of-edges", levels_of_edges, test_gpu_setup, test_gpu_tear_down, 0, test_group_sizes },
    { "/slices", slices, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { "/only-the-stale", only_the_stale, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { "/matches-the-surface", matches_the_surface, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { "/degenerate", degenerate, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { 0 },
};
MunitSuite test_tessellate_suite = { "/tessellate", tests, NULL, 1, 0 };
