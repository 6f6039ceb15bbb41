// Closest points and rays on the limit surface, against the twin bit for bit.
#include "cages.h"
#include "limits.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Three surfaces at once, of all classes: regular, boundary, crease, semi-sharp, extraordinary, patches of four depths.
static const struct
{
    uint32_t cage[3];
    float size, place, noise; // of the pose, m
} groups[] = {
    { { 1, 0, 2 }, 1.0f, 0.0f, 0.0f },      { { 17, 18, 25 }, 1.0f, 3.0f, 0.02f },
    { { 22, 27, 9 }, 1e-3f, 0.0f, 0.1f },   { { 12, 28, 24 }, 300.0f, 1e3f, 0.3f },
    { { 33, 34, 32 }, 0.2f, 500.0f, 0.1f },
};

enum
{
    COUNT = 400
};

static float between(float lo, float hi, float t)
{
    return lo + t * (hi - lo);
}

static oracle_vec3 in_box(const surface_box* b, mas_vec4 t)
{
    return (oracle_vec3){ between(b->lo.x, b->hi.x, t.x), between(b->lo.y, b->hi.y, t.y),
                          between(b->lo.z, b->hi.z, t.z) };
}

// Inside, about and far from its surface; rays at it, past it, along an axis.
static query_record random_query(const test_limits* t, uint64_t* seed)
{
    const uint32_t lot = test_random(seed), surface = test_random(seed) % t->count;
    const oracle_heights h   = oracle_heights_of(&t->twin, surface);
    const surface_box* root  = &t->box[h.first[h.top]];
    static const float far[] = { 0.0f, 0.1f, 1.0f, 20.0f };
    const float f            = far[lot / 8 % 4];
    const oracle_vec3 from   = in_box(root, test_uniform4(seed, -f, 1.0f + f));
    const oracle_vec3 to     = in_box(root, test_uniform4(seed, -0.2f, 1.2f));
    oracle_vec3 d            = oracle_normalize3((oracle_vec3){ to.x - from.x, to.y - from.y, to.z - from.z });
    if (lot / 32 % 8 == 0) d = (oracle_vec3){ 0.0f, lot / 256 % 2 == 0 ? 1.0f : -1.0f, 0.0f };
    query_record q = { .point     = { from.x, from.y, from.z, 1e5f },
                       .direction = { d.x, d.y, d.z, 0.0f },
                       .surface   = surface };
    q.kind         = lot % 16 == 0 ? QUERY_NOTHING : lot % 2 == 0 ? QUERY_CLOSEST : QUERY_RAY;
    if (lot / 512 % 8 == 0) q.point.w = between(0.0f, root->hi.x - root->lo.x, test_uniform(seed, 0.0f, 1.0f));
    if (lot / 4096 % 64 == 0) q.surface = t->count + lot % 3; // nobody
    return q;
}

static void compare(const query_record* q, const query_answer* got, const query_answer* want, uint32_t i)
{
    if (memcmp(got, want, sizeof *got) == 0) return;
    munit_errorf(
        "Answer %u (kind %u, surface %u): flags %u patch %u at (%a, %a) %a m; expected %u, %u at (%a, %a) %a m.", i,
        q->kind, q->surface, got->flags, got->patch_number, (double)got->normal.w, (double)got->velocity.w,
        (double)got->position.w, want->flags, want->patch_number, (double)want->normal.w, (double)want->velocity.w,
        (double)want->position.w);
}

// Red when a box is skipped or comes in another order, a step of Newton's method differs in a bit, a query takes
// another surface's root, or an answer is left from before.
static MunitResult matches_oracle(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_gpu* gpu = fixture;
    static query_record q[COUNT];
    static query_answer a[COUNT];
    for (uint32_t g = 0; g < MAS_COUNT(groups); ++g)
    {
        massa_cage* cage[3];
        test_limits t;
        uint64_t seed = 77 + g;
        for (uint32_t k = 0; k < 3; ++k)
        {
            test_cage c = { 0 };
            test_cage_make(&c, groups[g].cage[k]);
            cage[k] = test_cage_build(&c, k);
            test_cage_free(&c);
        }
        test_make_limits(gpu, &t, (const massa_cage* const*)cage, 3, 1, COUNT);
        for (uint32_t k = 0; k < 3 && g > 0; ++k)
            test_random_pose(&t, k, &seed, groups[g].size, groups[g].place, groups[g].noise);
        test_pose_limits(gpu, &t);
        for (uint32_t i = 0; i < COUNT; ++i)
            q[i] = random_query(&t, &seed);
        memset(a, 0x41, sizeof a);
        test_upload(gpu, t.query.answer, a, sizeof a);
        test_ask(gpu, &t, q, COUNT - 1, 60.0f, a);
        oracle_query_work work = { 0 };
        uint32_t hits          = 0;
        for (uint32_t i = 0; i < COUNT - 1; ++i)
        {
            const query_answer want = oracle_query(&t.twin, t.previous, t.box, q[i], 60.0f, &work);
            compare(&q[i], &a[i], &want, i);
            hits += want.flags & QUERY_HIT;
        }
        test_download(gpu, t.query.answer, a, sizeof a);
        munit_assert_uint32(a[COUNT - 1].flags, ==, 0x41414141); // behind the count
        munit_assert_uint32(hits, >, COUNT / 3);
        printf("%u patches: %u hits; a query looks at %.0f boxes, %.1f patches, %.0f places\n", t.s.patches, hits,
               (double)work.boxes / COUNT, (double)work.patches / COUNT, (double)work.evaluations / COUNT);
        test_destroy_limits(&t);
        for (uint32_t k = 0; k < 3; ++k)
            mas_cage_destroy(cage[k]);
    }
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/matches-oracle", matches_oracle, test_gpu_setup, test_gpu_tear_down, 0, test_group_sizes },
    { 0 },
};
MunitSuite test_query_suite = { "/query", tests, NULL, 1, 0 };
