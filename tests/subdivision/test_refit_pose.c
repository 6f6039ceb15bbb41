// Boxes of instances: the box of the turned box, which is what massa uses, beside the two other ways there are, which
// are references in oracle/boxes.c.
#include "box_pose_test_shared.h"
#include "cages.h"
#include "limits.h"
#include "oracle/boxes.h"
#include "oracle/quaternion.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const mas_kernel_desc box_pose_kernel = { .name = "box_pose_test", .access = "rrww", .push = sizeof(mas_range) };

static mas_vec4 random_rotation(uint64_t* seed)
{
    mas_vec4 q = test_uniform4(seed, -1.0f, 1.0f);
    q.w        = test_uniform(seed, -1.0f, 1.0f);
    return oracle_flush4(oracle_quaternion_normalize(q));
}

static double of(mas_vec4 v, int k)
{
    return k == 0 ? v.x : k == 1 ? v.y : v.z;
}

// What the device makes of boxes under poses; overlaps: does each meet its neighbour in the list, the one of even
// number the next and the other way round?
static void pose_on_device(test_gpu* gpu, const surface_box* box, const box_pose* pose, uint32_t count,
                           surface_box* posed, uint32_t* overlaps)
{
    test_reset(gpu);
    const mas_span boxes = mas_plan(&gpu->arena, MAS_SCRATCH, "boxes", count, sizeof *box);
    const mas_span poses = mas_plan(&gpu->arena, MAS_SCRATCH, "poses", count, sizeof *pose);
    const mas_span out   = mas_plan(&gpu->arena, MAS_SCRATCH, "posed", count, sizeof *posed);
    const mas_span flags = mas_plan(&gpu->arena, MAS_SCRATCH, "overlaps", count, sizeof *overlaps);
    test_allocate(gpu);
    mas_pass pass;
    test_try(mas_bind(&gpu->kernels, &pass, &box_pose_kernel, boxes, poses, out, flags));
    test_upload(gpu, boxes, box, count * sizeof *box);
    test_upload(gpu, poses, pose, count * sizeof *pose);
    mas_run(test_record(gpu), &pass, count, NULL);
    test_submit(gpu);
    test_download(gpu, out, posed, count * sizeof *posed);
    test_download(gpu, flags, overlaps, count * sizeof *overlaps);
}

// proves: 004-27. Red when a half extent is turned with its sign, the centre stays behind or the slack goes: then a
// corner of the turned box sticks out.
static MunitResult turned_boxes_hold_boxes(const MunitParameter params[], void* fixture)
{
    (void)params;
    enum
    {
        COUNT = 1000
    };
    static surface_box box[COUNT], posed[COUNT], want[COUNT];
    static box_pose pose[COUNT];
    static uint32_t overlaps[COUNT];
    static const float scale[] = { 1e-3f, 1.0f, 30.0f, 1e3f };
    uint64_t seed              = 3;
    for (uint32_t i = 0; i < COUNT; ++i)
    {
        const float size = scale[test_random(&seed) % 4], away = scale[test_random(&seed) % 4];
        const mas_vec4 lo = test_uniform4(&seed, -away, away), by = test_uniform4(&seed, 0.0f, size);
        box[i]  = (surface_box){ { lo.x, lo.y, lo.z, 0.0f }, { lo.x + by.x, lo.y + by.y, lo.z + by.z, 0.0f } };
        pose[i] = (box_pose){ test_uniform4(&seed, -away, away), random_rotation(&seed) };
        if (i % 7 == 0) pose[i].rotation = (mas_vec4){ 0.0f, 0.0f, 0.0f, 1.0f };
    }
    pose_on_device(fixture, box, pose, COUNT, posed, overlaps);
    uint32_t meet = 0;
    for (uint32_t i = 0; i < COUNT; ++i)
    {
        const oracle_frame f = oracle_frame_of(pose[i].position, pose[i].rotation);
        want[i]              = oracle_box_under_pose(
                         box[i], (oracle_vec3){ pose[i].position.x, pose[i].position.y, pose[i].position.z }, pose[i].rotation);
        munit_assert_memory_equal(sizeof *want, &posed[i], &want[i]);
        for (int corner = 0; corner < 8; ++corner)
        {
            double x[3], y[3];
            for (int k = 0; k < 3; ++k)
                x[k] = of((corner >> k & 1) != 0 ? box[i].hi : box[i].lo, k);
            oracle_frame_place(&f, x, y);
            for (int k = 0; k < 3; ++k)
                munit_assert_true(of(posed[i].lo, k) <= y[k] && y[k] <= of(posed[i].hi, k));
        }
    }
    for (uint32_t i = 0; i < COUNT; ++i)
    {
        bool apart = false;
        for (int k = 0; k < 3; ++k)
            apart |= of(want[i].lo, k) > of(want[i ^ 1].hi, k) || of(want[i ^ 1].lo, k) > of(want[i].hi, k);
        munit_assert_uint32(overlaps[i], ==, !apart);
        meet += !apart;
    }
    munit_assert_uint32(meet, >, COUNT / 20);
    munit_assert_uint32(meet, <, COUNT - COUNT / 20);
    return MUNIT_OK;
}

static double dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

typedef struct meshlet // its triangles in the world
{
    double (*corner)[3];
    uint32_t corners;
    oracle_tight tight;
    oracle_slab oriented;
    surface_box turned; // as the twin has it
} meshlet;

static void make_meshlet(meshlet* m, const test_limits* t, uint32_t number, const oracle_frame* f, const box_pose* p)
{
    const uint32_t entry = t->meshlets[number], first = 3 * (entry & 0x1FFFFFF);
    m->corners = 3 * (entry >> 25);
    m->corner  = malloc(m->corners * sizeof *m->corner);
    for (uint32_t i = 0; i < m->corners; ++i)
    {
        const mas_vec4 x = t->position[t->index[first + i]];
        oracle_frame_place(f, (const double[]){ x.x, x.y, x.z }, m->corner[i]);
    }
    m->tight    = oracle_tight_around((const double(*)[3])m->corner, m->corners);
    m->oriented = oracle_slab_of(&t->meshlet_box[number], f);
    m->turned   = oracle_box_under_pose(t->meshlet_box[number],
                                        (oracle_vec3){ p->position.x, p->position.y, p->position.z }, p->rotation);
}

// Does a segment cross a triangle? Touching does not count: who says yes here must be found by all.
static bool crosses(const double a[3], const double b[3], const double t[3][3])
{
    double d[3], e[3], f[3], s[3], p[3], q[3];
    for (int k = 0; k < 3; ++k)
    {
        d[k] = b[k] - a[k];
        e[k] = t[1][k] - t[0][k];
        f[k] = t[2][k] - t[0][k];
        s[k] = a[k] - t[0][k];
    }
    for (int k = 0; k < 3; ++k)
    {
        p[k] = d[(k + 1) % 3] * f[(k + 2) % 3] - d[(k + 2) % 3] * f[(k + 1) % 3];
        q[k] = s[(k + 1) % 3] * e[(k + 2) % 3] - s[(k + 2) % 3] * e[(k + 1) % 3];
    }
    const double det = dot(e, p);
    if (fabs(det) < 1e-12) return false;
    const double u = dot(s, p) / det, v = dot(d, q) / det, w = dot(f, q) / det;
    return u > 0 && v > 0 && u + v < 1 && w > 0 && w < 1;
}

static bool meet(const meshlet* a, const meshlet* b)
{
    for (uint32_t i = 0; i < a->corners; i += 3)
        for (uint32_t j = 0; j < b->corners; j += 3)
            for (uint32_t k = 0; k < 3; ++k)
                if (crosses(a->corner[i + k], a->corner[i + (k + 1) % 3], (const double(*)[3]) & b->corner[j]) ||
                    crosses(b->corner[j + k], b->corner[j + (k + 1) % 3], (const double(*)[3]) & a->corner[i]))
                    return true;
    return false;
}

typedef struct posed // boxes as the device refitted them, under poses; and what the twin makes of them
{
    surface_box* box;
    box_pose* pose;
    surface_box* turned;
    uint32_t count;
} posed;

static void keep(posed* all, const surface_box* box, const box_pose* pose, const surface_box* turned)
{
    all->box                  = realloc(all->box, (all->count + 1) * sizeof *all->box);
    all->pose                 = realloc(all->pose, (all->count + 1) * sizeof *all->pose);
    all->turned               = realloc(all->turned, (all->count + 1) * sizeof *all->turned);
    all->box[all->count]      = *box;
    all->pose[all->count]     = *pose;
    all->turned[all->count++] = *turned;
}

// The turned boxes that the two other ways were measured against are the device's own.
static void expect_devices(test_gpu* gpu, posed* all)
{
    surface_box* found = malloc(all->count * sizeof *found);
    uint32_t* overlaps = malloc(all->count * sizeof *overlaps);
    all->count &= ~1u; // in twos
    pose_on_device(gpu, all->box, all->pose, all->count, found, overlaps);
    munit_assert_memory_equal(all->count * sizeof *found, found, all->turned);
    munit_assert_uint32(all->count, >, 1000);
    free(found), free(overlaps), free(all->box), free(all->pose), free(all->turned);
}

// proves: 004-27, 004-28, 004-29. Red when a way loses two meshlets whose triangles cross: half extents that are not
// turned, an axis too many, a vertex left out; when turned boxes find fewer than what is inside them; or when the
// device turns the boxes of its meshlets otherwise.
static MunitResult ways_lose_nothing(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_gpu* gpu = fixture;
    massa_cage* cage[2];
    for (int k = 0; k < 2; ++k)
    {
        test_cage c = { 0 };
        test_cage_make(&c, k == 0 ? 31 : 25);
        cage[k] = test_cage_build(&c, 1);
        test_cage_free(&c);
    }
    test_limits t;
    test_make_limits(gpu, &t, (const massa_cage* const*)cage, 2, 2, 0);
    uint64_t seed  = 11;
    posed all      = { 0 };
    uint32_t truly = 0, turned = 0, oriented = 0, tight = 0, pairs = 0;
    for (int round = 0; round < 30; ++round)
    {
        meshlet* m[2];
        uint32_t first[2], count[2];
        oracle_frame f[2];
        for (int k = 0; k < 2; ++k)
        {
            const mas_surface_range* r = &t.range[(round + k) % 3 == 0 ? 0 : 1];
            box_pose p                 = { .rotation = random_rotation(&seed) };
            // Near enough to meet: shells of 1 to 3 m.
            if (k == 1) p.position = test_uniform4(&seed, -1.5f, 1.5f);
            p.position.w = 0.0f;
            f[k]         = oracle_frame_of(p.position, p.rotation);
            first[k]     = t.meshlet[r->patch];
            count[k]     = t.meshlet[r->patch + r->patch_count] - first[k];
            m[k]         = malloc(count[k] * sizeof *m[k]);
            for (uint32_t i = 0; i < count[k]; ++i)
            {
                make_meshlet(&m[k][i], &t, first[k] + i, &f[k], &p);
                keep(&all, &t.meshlet_box[first[k] + i], &p, &m[k][i].turned);
            }
        }
        for (uint32_t i = 0; i < count[0]; ++i)
            for (uint32_t j = 0; j < count[1]; ++j)
            {
                const meshlet *a = &m[0][i], *b = &m[1][j];
                bool by_turned = true;
                for (int k = 0; k < 3; ++k)
                    by_turned &=
                        of(a->turned.lo, k) <= of(b->turned.hi, k) && of(b->turned.lo, k) <= of(a->turned.hi, k);
                const bool by_tight    = oracle_tight_overlap(&a->tight, &b->tight);
                const bool by_oriented = oracle_slabs_overlap(&a->oriented, &b->oriented);
                const bool really      = meet(a, b);
                munit_assert_true(!really || (by_turned && by_oriented && by_tight));
                munit_assert_true(by_turned || (!by_oriented && !by_tight));
                truly += really;
                turned += by_turned;
                oriented += by_oriented;
                tight += by_tight;
                ++pairs;
            }
        for (int k = 0; k < 2; ++k)
        {
            for (uint32_t i = 0; i < count[k]; ++i)
                free(m[k][i].corner);
            free(m[k]);
        }
    }
    printf("of %u pairs of meshlets %u cross; turned boxes leave %u, oriented boxes %u, tight boxes %u\n", pairs, truly,
           turned, oriented, tight);
    munit_assert_uint32(truly, >, 100);
    munit_assert_uint32(turned, <, pairs / 4);
    munit_assert_uint32(oriented, <, turned);
    munit_assert_uint32(tight, <, turned);
    expect_devices(gpu, &all);
    test_destroy_limits(&t);
    for (int k = 0; k < 2; ++k)
        mas_cage_destroy(cage[k]);
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/turned-boxes-hold-boxes", turned_boxes_hold_boxes, test_gpu_setup, test_gpu_tear_down, 0, test_group_sizes },
    { "/ways-lose-nothing", ways_lose_nothing, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { 0 },
};
MunitSuite test_refit_pose_suite = { "/refit_pose", tests, NULL, 1, 0 };
