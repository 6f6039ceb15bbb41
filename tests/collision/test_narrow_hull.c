#include "collision/narrow_hull.h"
#include "narrow_pairs.h"
#include "oracle/narrow_hull.h"
#include "oracle/quaternion.h"

#include <math.h>
#include <string.h>

enum
{
    PAIRS = 700,
};

static void plan(test_gpu* gpu, test_narrow* t, mas_narrow_hull* s, uint32_t pairs)
{
    test_plan_narrow(gpu, t, pairs);
    mas_narrow_hull_plan(s, &gpu->arena, pairs);
    test_allocate(gpu);
    test_try(mas_narrow_hull_create(s, &gpu->kernels, &t->device.array, t->device.pairs.pair, t->index, t->list,
                                    t->manifold));
}

static void run(test_gpu* gpu, test_narrow* t, const mas_narrow_hull* s, uint32_t n)
{
    test_upload_narrow(gpu, t, n);
    mas_narrow_hull_record(s, test_record(gpu));
    test_submit(gpu);
    test_expect_manifolds(gpu, t, n, oracle_narrow_hull);
}

static void place_all(test_narrow* t, uint32_t n, test_placing placing, uint64_t* seed)
{
    for (uint32_t p = 0; p < n; ++p)
        test_place(t, p, placing, p % 2 == 0 ? COLLIDER_BOX : COLLIDER_HULL, COLLIDER_HULL, seed);
}

// Red when a kernel and its twin differ in a bit, when a result depends on the size of groups, or when
// odd input gives what is no number.
static MunitResult matches_the_twin(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_gpu* gpu = fixture;
    test_narrow t;
    mas_narrow_hull hull;
    plan(gpu, &t, &hull, PAIRS);
    uint64_t seed = 1;
    for (test_placing placing = 0; placing < PLACINGS; ++placing)
    {
        static const uint32_t size[] = { 0, 1, 2, 63, 64, 65, 257 };
        place_all(&t, PAIRS, placing, &seed);
        run(gpu, &t, &hull, PAIRS);
        if (placing < MAS_COUNT(size)) run(gpu, &t, &hull, size[placing]);
        test_give_ways(&t.c, PAIRS, seed);
        run(gpu, &t, &hull, PAIRS);
    }
    test_destroy_narrow(&t);
    return MUNIT_OK;
}

// Red when depths, normals or distances are not those of the two shapes.
static MunitResult tells_the_truth(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_gpu* gpu                        = fixture;
    static const test_placing placings[] = { PLACE_RANDOM, PLACE_PARALLEL, PLACE_CROSSED,
                                             PLACE_FAR,    PLACE_DECADES,  PLACE_THIN };
    const uint32_t each                  = test_is_lavapipe25() ? 3400 : 340; // half of them with a box
    test_narrow t;
    mas_narrow_hull hull;
    plan(gpu, &t, &hull, each);
    uint64_t seed = 2;
    for (size_t k = 0; k < MAS_COUNT(placings); ++k)
    {
        uint32_t touching = 0;
        place_all(&t, each, placings[k], &seed);
        run(gpu, &t, &hull, each);
        for (uint32_t p = 0; p < each; ++p)
        {
            touching += t.result[p].flags & MANIFOLD_TOUCHES;
            test_expect_truth(&t.c, t.pair[p], &t.result[p]);
        }
        munit_assert_uint32(touching, >, each / 8);
        munit_assert_uint32(touching, <, each);
    }
    test_destroy_narrow(&t);
    return MUNIT_OK;
}

static void set_face(hull_data* h, uint32_t f, uint32_t first, uint32_t n, uint32_t a, uint32_t b, uint32_t c)
{
    const mas_vec4 p = h->corner[a], q = h->corner[b], r = h->corner[c];
    const double ux = (double)q.x - p.x, uy = (double)q.y - p.y, uz = (double)q.z - p.z;
    const double vx = (double)r.x - p.x, vy = (double)r.y - p.y, vz = (double)r.z - p.z;
    const double x = uy * vz - uz * vy, y = uz * vx - ux * vz, z = ux * vy - uy * vx, l = sqrt(x * x + y * y + z * z);
    h->range[f]  = first | n << 16;
    h->face[f]   = (mas_vec4){ (float)(x / l), (float)(y / l), (float)(z / l), 0.0f };
    h->face[f].w = (float)((x * p.x + y * p.y + z * p.z) / l);
}

static void set_corner(hull_data* h, uint32_t at, uint32_t corner)
{
    h->loop[at / 4] |= corner << 8 * (at % 4);
}

// As many of everything as there may be: a ring with a tip above and one below (60 faces, 90 edges), or, blunt, with a
// face of 31 corners below.
static hull_data largest_hull(bool blunt, float width, float height)
{
    const uint32_t n = blunt ? 31 : 30, top = n, bottom = n + 1;
    hull_data h = { .corners = 32, .faces = blunt ? n + 1 : 2 * n, .edges = blunt ? 2 * n : 3 * n };
    for (uint32_t k = 0; k < n; ++k)
    {
        const double angle = 6.283185307179586 * k / n;
        h.corner[k]        = (mas_vec4){ width * (float)sin(angle), 0.0f, width * (float)cos(angle), 0.0f };
    }
    h.corner[top].y = height;
    if (!blunt) h.corner[bottom].y = -height;
    for (uint32_t k = 0; k < n; ++k)
    {
        const uint32_t next = (k + 1) % n, before = (k + n - 1) % n;
        set_corner(&h, 3 * k, k), set_corner(&h, 3 * k + 1, next), set_corner(&h, 3 * k + 2, top);
        set_face(&h, k, 3 * k, 3, k, next, top);
        h.edge[k]     = k | next << 8 | k << 16 | (blunt ? n : n + k) << 24;
        h.edge[n + k] = k | top << 8 | before << 16 | k << 24;
        if (blunt)
            set_corner(&h, 3 * n + k, n - 1 - k);
        else
        {
            const uint32_t at = 3 * (n + k);
            set_corner(&h, at, next), set_corner(&h, at + 1, k), set_corner(&h, at + 2, bottom);
            set_face(&h, n + k, at, 3, next, k, bottom);
            h.edge[2 * n + k] = k | bottom << 8 | (n + k) << 16 | (n + before) << 24;
        }
    }
    if (blunt) set_face(&h, n, 3 * n, n, 20, 10, 0);
    return h;
}

// Red when the largest hulls take more turns of a loop than a driver grants, or their faces more corners than ids.
static MunitResult takes_the_largest_hulls(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_gpu* gpu = fixture;
    enum
    {
        EACH = 60
    };
    static const test_placing placings[] = { PLACE_RANDOM, PLACE_PARALLEL, PLACE_DEEP };
    test_narrow t;
    mas_narrow_hull hull;
    plan(gpu, &t, &hull, EACH);
    uint64_t seed = 5;
    for (size_t k = 0; k < MAS_COUNT(placings); ++k)
    {
        for (uint32_t p = 0; p < EACH; ++p)
        {
            test_place(&t, p, placings[k], COLLIDER_HULL, COLLIDER_HULL, &seed);
            for (uint32_t i = 2 * p; i < 2 * p + 2; ++i)
            {
                t.c.hull[i]      = largest_hull(p % 3 != 0 || (p % 2 == 0 && i % 2 == 0), 0.7f, 0.5f);
                t.c.data[i].size = test_hull_half(&t.c.hull[i]);
            }
            if (p % 4 != 1) continue; // base on base
            t.c.pose[2 * p].rotation     = (mas_vec4){ 1.0f, 0.0f, 0.0f, 0.0f };
            t.c.pose[2 * p + 1].rotation = oracle_quaternion_about_y(0.1f);
            t.c.pose[2 * p + 1].position = t.c.pose[2 * p].position;
            t.c.pose[2 * p + 1].position.y -= 0.01f * (float)(k + 1);
        }
        run(gpu, &t, &hull, EACH);
        for (uint32_t p = 0; p < EACH && placings[k] != PLACE_DEEP; ++p)
            test_expect_truth(&t.c, t.pair[p], &t.result[p]);
    }
    test_destroy_narrow(&t);
    return MUNIT_OK;
}

// Red when a hull that stands on a box, or a box on a hull's lid, has not four points far apart at the right depth.
static MunitResult rests_on_four_points(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_gpu* gpu = fixture;
    test_narrow t;
    mas_narrow_hull hull;
    plan(gpu, &t, &hull, 64);
    uint64_t seed = 3;
    for (uint32_t p = 0; p < 64; ++p)
    {
        const test_hull kind = p % 2 == 0 ? HULL_CYLINDER : HULL_CUBE;
        const float side = p % 4 < 2 ? 1.0f : -1.0f, turn = test_uniform(&seed, 0.0f, 3.0f); // above or below the box
        const float y       = side * test_uniform(&seed, 0.98f, 1.01f);
        t.pair[p]           = (collider_pair){ 2 * p, 2 * p + 1 };
        t.c.hull[p]         = test_make_hull(kind, 0.5f, 0.5f, 0.5f);
        t.c.data[2 * p]     = (collider_data){ .size = { 1.0f, 0.5f, 1.0f, 0.0f }, .kind = COLLIDER_BOX };
        t.c.data[2 * p + 1] = (collider_data){ .size = test_hull_half(&t.c.hull[p]), .kind = COLLIDER_HULL, .hull = p };
        t.c.pose[2 * p] =
            (collider_pose){ .position = { 1e3f, 5.0f, -1e3f, 0.0f }, .rotation = { 0.0f, 0.0f, 0.0f, 1.0f } };
        t.c.pose[2 * p + 1] = (collider_pose){ .position = { 1e3f + 0.125f, 5.0f + y, -1e3f, 0.0f },
                                               .rotation = oracle_quaternion_about_y(turn) };
    }
    run(gpu, &t, &hull, 64);
    for (uint32_t p = 0; p < 64; ++p)
    {
        const manifold* m = &t.result[p];
        const double y    = (double)t.c.pose[2 * p + 1].position.y - t.c.pose[2 * p].position.y;
        double least      = INFINITY;
        munit_assert_uint32(m->count, ==, 4);
        munit_assert_double(fabs(m->normal.y - (y > 0.0 ? 1.0 : -1.0)), <, 1e-6);
        for (uint32_t k = 0; k < 4; ++k)
        {
            munit_assert_double(fabs(m->point[k].w - (fabs(y) - 1.0)), <, 1e-4);
            munit_assert_double(fabs(m->point[k].y - 0.5 * y), <, 1e-4);
            munit_assert_double(hypot(m->point[k].x - 0.125, m->point[k].z), >, 0.49); // on the rim
            for (uint32_t i = 0; i < k; ++i)
                least = fmin(least, hypot(m->point[k].x - m->point[i].x, m->point[k].z - m->point[i].z));
        }
        munit_assert_double(least, >, 0.49); // a square on the rim has 0.707
    }
    test_destroy_narrow(&t);
    return MUNIT_OK;
}

// Red when a small motion gives the same points other names.
static MunitResult keeps_ids(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_gpu* gpu = fixture;
    test_narrow t;
    mas_narrow_hull hull;
    plan(gpu, &t, &hull, 300);
    uint64_t seed = 4;
    for (uint32_t p = 0; p < 300; ++p)
        test_place(&t, p, p % 4 < 2 ? PLACE_PARALLEL : PLACE_RANDOM, p % 2 == 0 ? COLLIDER_BOX : COLLIDER_HULL,
                   COLLIDER_HULL, &seed);
    run(gpu, &t, &hull, 300);
    manifold before[300];
    memcpy(before, t.result, sizeof before);
    test_nudge(&t, 300);
    run(gpu, &t, &hull, 300);
    munit_assert_double(test_share_of_ids(before, t.result, 300), >,
                        0.97); // some just pass from one feature to the next
    test_destroy_narrow(&t);
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/matches-the-twin", matches_the_twin, test_gpu_setup, test_gpu_tear_down, 0, test_group_sizes },
    { "/tells-the-truth", tells_the_truth, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { "/takes-the-largest-hulls", takes_the_largest_hulls, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { "/rests-on-four-points", rests_on_four_points, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { "/keeps-ids", keeps_ids, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { 0 },
};
MunitSuite test_narrow_hull_suite = { "/narrow_hull", tests, NULL, 1, 0 };
