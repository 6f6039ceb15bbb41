#include "colliders.h"
#include "oracle/exact.h"

#include <math.h>
#include <stdlib.h>

void test_plan_colliders(test_gpu* gpu, test_colliders* t, uint32_t colliders, uint32_t hulls, uint32_t pairs)
{
    test_reset(gpu);
    t->array = mas_colliders_plan(&gpu->arena, colliders, hulls);
    t->pairs = mas_pairs_plan(&gpu->arena, MAS_SCRATCH, colliders, pairs);
}

// Centre and half extents of box i of n.
static void place(test_boxes scene, uint32_t i, uint32_t n, uint64_t* seed, mas_vec4* centre, mas_vec4* half)
{
    const float side = cbrtf((float)n + 1.0f);
    *centre          = test_uniform4(seed, -0.5f * side, 0.5f * side);
    *half            = test_uniform4(seed, 0.2f, 0.7f);
    switch (scene)
    {
    case BOXES_CLUSTERED:
    {
        const uint32_t k = test_random(seed) % 5;
        *centre          = test_uniform4(seed, -1.5f, 1.5f);
        centre->x += 40.0f * (float)k;
        centre->z -= 25.0f * (float)(k % 2);
        break;
    }
    case BOXES_GIANT:
        if (i == n / 2) *half = (mas_vec4){ side, side, side, 0.0f };
        break;
    case BOXES_ALL: *half = (mas_vec4){ side, side, side, 0.0f }; break;
    case BOXES_NONE:
        *centre = (mas_vec4){ 3.0f * (float)(i % 50), 3.0f * (float)(i / 50 % 50), -3.0f * (float)(i / 2500), 0.0f };
        break;
    case BOXES_BORDERS:
        *centre = (mas_vec4){ floorf(centre->x), floorf(centre->y), floorf(centre->z), 0.0f };
        *half   = (mas_vec4){ 0.5f, 0.5f, test_random(seed) % 2 == 0 ? 0.5f : 0.25f, 0.0f };
        break;
    case BOXES_FAR:
        centre->x += 1e4f;
        centre->y -= 1e4f;
        break;
    case BOXES_DECADES:
    {
        const float scale = powf(10.0f, -3.0f + 6.0f * test_uniform(seed, 0.0f, 1.0f));
        *half             = (mas_vec4){ half->x * scale, half->y * scale, half->z * scale, 0.0f };
        *centre           = test_uniform4(seed, -500.0f, 500.0f);
        break;
    }
    case BOXES_SAME:
        *centre = (mas_vec4){ 1.0f, -2.0f, 3.0f, 0.0f };
        *half   = (mas_vec4){ 0.5f, 0.5f, 0.5f, 0.0f };
        break;
    default: break;
    }
}

void test_fill_boxes(oracle_colliders* c, test_boxes scene, uint32_t n, uint64_t seed)
{
    c->params = (collision_params){ .colliders = n, .dt = 1.0f / 60.0f, .margin = 0.02f };
    for (uint32_t i = 0; i < n; ++i)
    {
        mas_vec4 x, h;
        place(scene, i, n, &seed, &x, &h);
        const bool plane = scene == BOXES_PLANES && i < 3 * n && i % (n / 3 + 1) == 0;
        c->pose[i] = (collider_pose){ .position = { x.x, x.y, x.z, 0.0f }, .rotation = { 0.0f, 0.0f, 0.0f, 1.0f } };
        c->box[i] =
            (collider_box){ { x.x - h.x, x.y - h.y, x.z - h.z, 0.0f }, { x.x + h.x, x.y + h.y, x.z + h.z, 0.0f } };
        c->meet[i] =
            (collider_meet){ .who = MEET_DYNAMIC | COLLIDER_BOX << MEET_KIND_SHIFT | i, .category = 1, .mask = ~0u };
        if (plane)
        {
            const mas_vec4 q    = test_uniform4(&seed, -1.0f, 1.0f);
            c->pose[i].rotation = oracle_normalize4(q);
            c->box[i]           = (collider_box){ { 3e38f, 3e38f, 3e38f, 0.0f }, { -3e38f, -3e38f, -3e38f, 0.0f } };
            c->meet[i].who      = COLLIDER_PLANE << MEET_KIND_SHIFT | i;
            (&c->params.unbounded_slot[c->params.unbounded / 4].x)[c->params.unbounded % 4] = i;
            ++c->params.unbounded;
        }
        if (scene == BOXES_FILTERED)
        {
            const uint32_t kind = 2 + test_random(&seed) % 4, r = test_random(&seed);
            c->meet[i].who      = (r % 4 != 0 ? MEET_DYNAMIC : 0) | kind << MEET_KIND_SHIFT | i / (1 + r % 3);
            c->meet[i].category = 1u << r % 3;
            c->meet[i].mask     = test_random(&seed) % 8;
            c->meet[i].group    = (int32_t)(test_random(&seed) % 7) - 3;
            if (r % 11 == 0)
            {
                c->meet[i] = (collider_meet){ 0 };
                c->box[i]  = (collider_box){ { 3e38f, 3e38f, 3e38f, 0.0f }, { -3e38f, -3e38f, -3e38f, 0.0f } };
            }
        }
    }
}

void test_upload_boxes(test_gpu* gpu, const test_colliders* t, const oracle_colliders* c)
{
    test_upload(gpu, t->array.box, c->box, c->params.colliders * sizeof *c->box);
    test_upload(gpu, t->array.meet, c->meet, c->params.colliders * sizeof *c->meet);
    test_upload(gpu, t->array.pose, c->pose, c->params.colliders * sizeof *c->pose);
    test_upload(gpu, t->array.params, &c->params, sizeof c->params);
}

void test_expect_pair_set(test_gpu* gpu, const test_colliders* t, const oracle_pairs* expected)
{
    list_header list;
    test_download(gpu, t->pairs.list, &list, sizeof list);
    munit_assert_uint32(list.needed, ==, expected->count);
    munit_assert_uint32(list.capacity, ==, t->pairs.capacity);
    munit_assert_uint32(list.count, ==, expected->count < t->pairs.capacity ? expected->count : t->pairs.capacity);
    if (expected->count > t->pairs.capacity) return;
    collider_pair* pair = calloc(list.count + 1, sizeof *pair);
    test_download(gpu, t->pairs.pair, pair, list.count * sizeof *pair);
    oracle_sort_pairs(pair, list.count);
    for (uint32_t k = 0; k < list.count; ++k)
        if (pair[k].a != expected->pair[k].a || pair[k].b != expected->pair[k].b)
            munit_errorf("pair %u is %u with %u, expected %u with %u", k, pair[k].a, pair[k].b, expected->pair[k].a,
                         expected->pair[k].b);
    free(pair);
}

void test_expect_known_pairs(test_gpu* gpu, const test_colliders* t, uint32_t n, const oracle_pairs* expected)
{
    list_header list;
    test_download(gpu, t->pairs.list, &list, sizeof list);
    uint32_t* count     = calloc(n + 1, sizeof *count);
    uint32_t* first     = calloc(n + 1, sizeof *first);
    collider_pair* pair = calloc(list.count + 1, sizeof *pair);
    test_download(gpu, t->pairs.count, count, n * sizeof *count);
    test_download(gpu, t->pairs.first, first, n * sizeof *first);
    test_download(gpu, t->pairs.pair, pair, list.count * sizeof *pair);
    uint32_t sum = 0;
    for (uint32_t i = 0; i < n; ++i)
    {
        munit_assert_uint32(first[i], ==, sum);
        for (uint32_t k = sum; k < sum + count[i] && k < list.count; ++k)
            munit_assert_true(pair[k].a == i || pair[k].b == i); // its owner is one of the two
        sum += count[i];
    }
    munit_assert_uint32(list.needed, ==, sum);
    free(count);
    free(first);
    free(pair);
    test_expect_pair_set(gpu, t, expected);
}

void test_expect_pairs(test_gpu* gpu, const test_colliders* t, const oracle_colliders* c)
{
    oracle_pairs expected = oracle_find_pairs(c);
    test_expect_known_pairs(gpu, t, c->params.colliders, &expected);
    oracle_destroy_pairs(&expected);
}

void test_fill_mixed(oracle_colliders* c, uint32_t n, uint64_t seed)
{
    static const float scale[] = { 0.125f, 1.0f, 1.0f, 1.0f, 2.0f, 0.5f, 0.03125f };
    c->params                  = (collision_params){ .colliders = n, .dt = 1.0f / 64.0f, .margin = 0.02f };
    for (uint32_t i = 0; i < n; ++i)
    {
        const mas_vec4 x = test_uniform4(&seed, -5.0f, 5.0f), h = test_uniform4(&seed, 0.25f, 0.75f);
        const uint32_t r = test_random(&seed);
        const float s    = scale[r % MAS_COUNT(scale)];
        const bool plane = i == n / 2 || i == 7;
        c->pose[i] = (collider_pose){ .position = { x.x, x.y, x.z, 0.0f }, .rotation = { 0.0f, 0.0f, 0.0f, 1.0f } };
        c->box[i]  = (collider_box){ { x.x - s * h.x, x.y - s * h.y, x.z - s * h.z, 0.0f },
                                     { x.x + s * h.x, x.y + s * h.y, x.z + s * h.z, 0.0f } };
        const uint32_t kind = plane ? COLLIDER_PLANE : COLLIDER_BOX + r / 16 % 4;
        c->meet[i] =
            (collider_meet){ .who      = (r / 64 % 8 != 0 && !plane ? MEET_DYNAMIC : 0) | kind << MEET_KIND_SHIFT | i,
                             .category = 1u << r / 512 % 3,
                             .mask     = r / 2048 % 4 == 0 ? 3 : 7 };
        if (!plane) continue;
        c->box[i] = (collider_box){ { 3e38f, 3e38f, 3e38f, 0.0f }, { -3e38f, -3e38f, -3e38f, 0.0f } };
        (&c->params.unbounded_slot[0].x)[c->params.unbounded++] = i;
    }
}

uint64_t test_hash_pairs(test_gpu* gpu, const test_colliders* t)
{
    list_header list;
    test_download(gpu, t->pairs.list, &list, sizeof list);
    uint32_t* word = calloc(2 * list.count + 1, sizeof *word);
    test_download(gpu, t->pairs.pair, word, 2 * list.count * sizeof *word);
    uint64_t hash = 0xcbf29ce484222325u; // FNV-1a, word by word
    for (uint32_t k = 0; k < 2 * list.count; ++k)
        hash = (hash ^ word[k]) * 0x100000001b3u;
    free(word);
    return hash;
}

static float largest(mas_vec4 v)
{
    const float xy = v.x > v.y ? v.x : v.y;
    return xy > v.z ? xy : v.z;
}

void test_give_ways(oracle_colliders* c, uint32_t pairs, uint64_t seed)
{
    for (uint32_t k = 0; k < pairs; ++k)
    {
        collider_pose *a = &c->pose[2 * k], *b = &c->pose[2 * k + 1];
        const float size  = largest(c->data[2 * k + 1].size);
        const mas_vec4 va = test_uniform4(&seed, -1.0f, 1.0f), vb = test_uniform4(&seed, -2.0f, 2.0f);
        const mas_vec4 f = test_uniform4(&seed, 0.0f, 1.0f);
        a->way = b->way = (mas_vec4){ 0.0f, 0.0f, 0.0f, 0.0f };
        a->position.w   = f.x * 0.005f;
        b->position.w   = f.y * 0.005f;
        if (k % 4 == 0) continue;
        const float still = k % 4 == 1 ? 0.0f : 1.0f, spin = k % 4 == 3 ? f.z * size : 0.0f;
        a->way = (mas_vec4){ still * va.x * size, still * va.y * size, still * va.z * size, 0.5f * spin };
        b->way = (mas_vec4){ vb.x * size, vb.y * size, vb.z * size, spin };
        b->position.x -= f.w * (b->way.x - a->way.x);
        b->position.y -= f.w * (b->way.y - a->way.y);
        b->position.z -= f.w * (b->way.z - a->way.z);
    }
}
