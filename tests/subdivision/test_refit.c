// Boxes of patches, trees and meshlets: against the twin bit for bit, and the surface in double precision inside them.
#include "cages.h"
#include "limits.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// From one patch with a node of its own to three heights of nodes and one that heights in pairs add; all classes.
static const uint32_t kinds[] = { 11, 0, 1, 22, 17, 9 };
enum
{
    KINDS = MAS_COUNT(kinds)
};

typedef struct stage
{
    massa_cage* cage[KINDS];
    test_limits t;
} stage;

static void make(test_gpu* gpu, stage* s, uint32_t level)
{
    for (uint32_t k = 0; k < KINDS; ++k)
    {
        test_cage c = { 0 };
        test_cage_make(&c, kinds[k]);
        s->cage[k] = test_cage_build(&c, 1);
        test_cage_free(&c);
    }
    test_make_limits(gpu, &s->t, (const massa_cage* const*)s->cage, KINDS, level, 0);
}

static void destroy(stage* s)
{
    test_destroy_limits(&s->t);
    for (uint32_t k = 0; k < KINDS; ++k)
        mas_cage_destroy(s->cage[k]);
}

static void expect_boxes(const surface_box* got, const surface_box* want, uint32_t count, const char* what)
{
    for (uint32_t i = 0; i < count; ++i)
        if (memcmp(&got[i], &want[i], sizeof *got) != 0)
            munit_errorf("Box %u of %u %s differs: from %a %a %a, expected %a %a %a.", i, count, what,
                         (double)got[i].lo.x, (double)got[i].lo.y, (double)got[i].lo.z, (double)want[i].lo.x,
                         (double)want[i].lo.y, (double)want[i].lo.z);
}

// proves: 004-24, 004-26. Red when a box of a meshlet leaves a triangle out, when a node misses a child or has a
// stranger's, when the tree of one surface reads another's, or when a surface that is not stale is refitted.
static MunitResult matches_oracle(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_gpu* gpu = fixture;
    stage s;
    make(gpu, &s, 9);
    test_limits* t           = &s.t;
    surface_box* box         = calloc(t->refit.boxes, sizeof *box);
    surface_box* meshlet_box = calloc(t->meshlet_count, sizeof *meshlet_box);
    munit_assert_uint32(oracle_refit_boxes(&t->twin), ==, t->refit.boxes);
    uint64_t seed = 5;
    for (uint32_t round = 0; round < 4; ++round)
    {
        for (uint32_t k = 0; k < KINDS && round > 0; ++k)
        {
            t->stale[k] = (test_random(&seed) >> 8) % 2;
            if (t->stale[k] != 0) test_random_pose(t, k, &seed, 2.0f, 10.0f, 0.2f);
        }
        if (round > 0) test_pose_limits(gpu, t);
        oracle_refit(&t->twin, t->stale, round == 0, box);
        for (uint32_t p = 0; p < t->s.patches; ++p)
            for (uint32_t m = t->meshlet[p]; m < t->meshlet[p + 1]; ++m)
                meshlet_box[m] = oracle_meshlet_box(t->meshlets[m], t->index, t->position);
        expect_boxes(t->box, box, t->refit.boxes, "of patches and nodes");
        expect_boxes(t->meshlet_box, meshlet_box, t->meshlet_count, "of meshlets");
    }
    free(box);
    free(meshlet_box);
    destroy(&s);
    return MUNIT_OK;
}

// Red when a surface that is not stale is touched: its boxes are spoiled on the device and must stay so.
static MunitResult leaves_others_alone(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_gpu* gpu = fixture;
    stage s;
    make(gpu, &s, 2);
    test_limits* t = &s.t;
    for (uint32_t k = 0; k < KINDS; ++k)
        t->stale[k] = k % 2;
    surface_box* before = calloc(t->refit.boxes, sizeof *before);
    for (uint32_t i = 0; i < t->refit.boxes; ++i) // none is what its children would make
        before[i] = (surface_box){ { -1e3f - (float)i, 0.0f, 0.0f, 0.0f }, { 1e3f - (float)i, 1.0f, 1.0f, 0.0f } };
    test_upload(gpu, t->refit.box, before, t->refit.boxes * sizeof *before);
    test_pose_limits(gpu, t);
    for (uint32_t k = 0; k < KINDS; ++k)
    {
        const oracle_heights h = oracle_heights_of(&t->twin, k);
        for (uint32_t up = 0; up <= h.top; ++up)
            for (uint32_t i = 0; i < h.count[up]; ++i)
            {
                const uint32_t b = h.first[up] + i;
                munit_assert_int(memcmp(&t->box[b], &before[b], sizeof *before) == 0, ==, k % 2 == 0);
            }
    }
    free(before);
    destroy(&s);
    return MUNIT_OK;
}

static bool holds(const surface_box* b, const double x[3])
{
    return b->lo.x <= x[0] && x[0] <= b->hi.x && b->lo.y <= x[1] && x[1] <= b->hi.y && b->lo.z <= x[2] &&
           x[2] <= b->hi.z;
}

static bool holds_box(const surface_box* b, const surface_box* c)
{
    return holds(b, (const double[]){ c->lo.x, c->lo.y, c->lo.z }) &&
           holds(b, (const double[]){ c->hi.x, c->hi.y, c->hi.z });
}

static double area(const double lo[3], const double hi[3])
{
    const double x = hi[0] - lo[0], y = hi[1] - lo[1], z = hi[2] - lo[2];
    return 2 * (x * y + y * z + z * x);
}

// How far a box may reach: the hull of the Bezier points, and 2^-18 of the largest coordinate of the patch's points,
// for which rounding gets a quarter more.
static void check_size(const test_limits* t, uint32_t p)
{
    const surface_patch* patch    = &t->twin.patch[p];
    const bool gregory            = (patch->flags & SURFACE_GREGORY) != 0;
    const uint32_t* number        = (gregory ? t->twin.gregory : t->twin.regular) + patch->index;
    static const double row[4][4] = { { 1, 4, 1, 0 }, { 0, 4, 2, 0 }, { 0, 2, 4, 0 }, { 0, 1, 4, 1 } }; // by 6
    for (int c = 0; c < 3; ++c)
    {
        double x[20], lo = 1e300, hi = -1e300, largest = 0;
        for (int k = 0; k < (gregory ? 20 : 16); ++k)
        {
            const mas_vec4 v = t->twin.point[number[k]];
            x[k]             = c == 0 ? v.x : c == 1 ? v.y : v.z;
            largest          = fmax(largest, fabs(x[k]));
        }
        for (int k = 0; k < (gregory ? 20 : 16); ++k)
        {
            double b = gregory ? x[k] : 0;
            for (int m = 0; m < 16 && !gregory; ++m)
                b += row[k / 4][m / 4] * row[k % 4][m % 4] * x[m] / 36;
            lo = fmin(lo, b);
            hi = fmax(hi, b);
        }
        const mas_vec4 l = t->box[p].lo, h = t->box[p].hi;
        const double slack = 1.25 * 0x1p-18 * largest + 0x1p-39;
        munit_assert_double(c == 0 ? l.x : c == 1 ? l.y : l.z, >=, lo - slack);
        munit_assert_double(c == 0 ? h.x : c == 1 ? h.y : h.z, <=, hi + slack);
    }
}

typedef struct looseness // sums of areas
{
    double boxes, tight;
} looseness;

// The limit surface everywhere, by its own textbook formulas; and every vertex of the patch's triangles, those on rims
// that a neighbour evaluated among them.
static void check_patch(const test_limits* t, uint32_t p, const uint32_t* triangle, looseness* all)
{
    enum
    {
        STEPS = 12
    };
    const surface_box* b = &t->box[p];
    double lo[3] = { 1e300, 1e300, 1e300 }, hi[3] = { -1e300, -1e300, -1e300 };
    for (int k = 0; k < (STEPS + 1) * (STEPS + 1); ++k)
    {
        const oracle_limit o =
            oracle_limit_at(&t->twin, p, (double)(k % (STEPS + 1)) / STEPS, (double)(k / (STEPS + 1)) / STEPS);
        if (!holds(b, o.x))
            munit_errorf("Patch %u leaves its box at %d: %.9g %.9g %.9g.", p, k, o.x[0], o.x[1], o.x[2]);
        for (int c = 0; c < 3; ++c)
        {
            lo[c] = fmin(lo[c], o.x[c]);
            hi[c] = fmax(hi[c], o.x[c]);
        }
    }
    for (uint32_t k = 3 * triangle[p]; k < 3 * triangle[p + 1]; ++k)
    {
        const mas_vec4 x = t->position[t->index[k]];
        if (!holds(b, (const double[]){ x.x, x.y, x.z }))
            munit_errorf("Vertex %u of patch %u lies outside its box.", t->index[k], p);
    }
    check_size(t, p);
    all->boxes += area((const double[]){ b->lo.x, b->lo.y, b->lo.z }, (const double[]){ b->hi.x, b->hi.y, b->hi.z });
    all->tight += area(lo, hi);
}

static void check_tree(const test_limits* t, uint32_t surface)
{
    const oracle_heights h = oracle_heights_of(&t->twin, surface);
    for (uint32_t up = 1; up <= h.top; ++up)
        for (uint32_t i = 0; i < h.count[up - 1]; ++i)
            munit_assert_true(holds_box(&t->box[h.first[up] + i / REFIT_WIDTH], &t->box[h.first[up - 1] + i]));
}

// Red when the slack is taken away, Bezier points are confused with those of the B-spline or a point is left out.
static MunitResult boxes_hold_the_surface(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_gpu* gpu = fixture;
    static const struct
    {
        float size, place, noise;
    } poses[] = { { 1.0f, 0.0f, 0.0f }, { 1.0f, 0.0f, 0.5f },    { 1e-3f, 1e-2f, 0.1f },
                  { 1e3f, 0.0f, 0.2f }, { 1.0f, 1e3f, 0.1f },    { 1e-3f, 1e3f, 0.1f },
                  { 1e3f, 1e3f, 0.3f }, { 30.0f, 200.0f, 2.0f }, { 1.0f, 1e5f, 0.1f } };
    for (uint32_t i = 0; i < MAS_COUNT(poses); ++i)
    {
        stage s;
        make(gpu, &s, 3);
        test_limits* t     = &s.t;
        uint64_t seed      = 40 + i;
        uint32_t* triangle = calloc(t->s.patches + 1, sizeof *triangle);
        test_download(gpu, t->set.triangle, triangle, (t->s.patches + 1) * sizeof *triangle);
        for (uint32_t k = 0; k < KINDS; ++k)
            test_random_pose(t, k, &seed, poses[i].size, poses[i].place, poses[i].noise);
        test_pose_limits(gpu, t);
        looseness all = { 0 };
        for (uint32_t p = 0; p < t->s.patches; ++p)
            check_patch(t, p, triangle, &all);
        for (uint32_t k = 0; k < KINDS; ++k)
            check_tree(t, k);
        printf("size %g at %g m: boxes have %.3f of the tight area\n", (double)poses[i].size, (double)poses[i].place,
               all.boxes / all.tight);
        if (poses[i].place <= 20.0f * poses[i].size) munit_assert_double(all.boxes, <, 1.15 * all.tight);
        free(triangle);
        destroy(&s);
    }
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/matches-oracle", matches_oracle, test_gpu_setup, test_gpu_tear_down, 0, test_group_sizes },
    { "/leaves-others-alone", leaves_others_alone, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { "/boxes-hold-the-surface", boxes_hold_the_surface, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { 0 },
};
MunitSuite test_refit_suite = { "/refit", tests, NULL, 1, 0 };
