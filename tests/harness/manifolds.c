#include "manifolds.h"
#include "oracle/exact.h"
#include "oracle/quaternion.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void test_plan_manifolds(test_gpu* gpu, test_manifolds* t, uint32_t colliders, uint32_t pairs, uint32_t contacts)
{
    test_plan_colliders(gpu, &t->colliders, colliders, 0, pairs);
    t->cache = mas_cache_plan(&gpu->arena, pairs);
    mas_bins_plan(&t->bins, &gpu->arena, &t->cache);
    mas_contacts_plan(&t->contacts, &gpu->arena, &t->cache, contacts);
    t->c     = oracle_create_colliders(colliders, 0);
    t->known = oracle_create_cache(pairs);
    t->pair  = calloc((size_t)pairs + 1, sizeof *t->pair);
    t->pairs = 0;
    t->kept  = false;
}

void test_create_manifolds(test_gpu* gpu, test_manifolds* t)
{
    const mas_colliders* c = &t->colliders.array;
    const mas_pairs* p     = &t->colliders.pairs;
    test_try(mas_bins_create(&t->bins, &gpu->kernels, c, p, &t->cache));
    test_try(mas_match_create(&t->match, &gpu->kernels, c, &t->cache, &t->bins));
    test_try(mas_contacts_create(&t->contacts, &gpu->kernels, c, p, &t->cache));
}

void test_destroy_manifolds(test_manifolds* t)
{
    oracle_destroy_colliders(&t->c);
    oracle_destroy_cache(&t->known);
    free(t->pair);
}

static oracle_vec3 direction(uint64_t* seed)
{
    const mas_vec4 v = test_uniform4(seed, -1.0f, 1.0f);
    return oracle_normalize3((oracle_vec3){ v.x, v.y, v.z });
}

void test_scatter_colliders(test_manifolds* t, uint32_t n, uint64_t seed)
{
    oracle_colliders* c = &t->c;
    c->params           = (collision_params){ .colliders = n, .dt = 1.0f / 60.0f, .margin = 0.02f };
    for (uint32_t i = 0; i < n; ++i)
    {
        const uint32_t kind = 1 + test_random(&seed) % 5;
        const float radius  = powf(10.0f, test_uniform(&seed, -2.0f, 1.0f));
        const mas_vec4 x    = test_uniform4(&seed, -20.0f, 20.0f);
        c->data[i]          = (collider_data){ .position = { 0.0f, 0.0f, 0.0f, radius },
                                               .kind     = kind | (test_random(&seed) % 5 == 0 ? COLLIDER_SENSOR : 0),
                                               .body     = i,
                                               .stamp    = test_random(&seed) };
        c->pose[i]          = (collider_pose){ .position = { x.x, x.y, x.z, 0.0f },
                                               .rotation = oracle_normalize4(test_uniform4(&seed, -1.0f, 1.0f)) };
        c->box[i]           = (collider_box){ { x.x - radius, x.y - radius, x.z - radius, 0.0f },
                                              { x.x + radius, x.y + radius, x.z + radius, 0.0f } };
        if (kind == COLLIDER_PLANE) c->box[i] = (collider_box){ .lo = { 1.0f, 1.0f, 1.0f, 0.0f } };
        c->meet[i] = (collider_meet){ .who = MEET_DYNAMIC | kind << MEET_KIND_SHIFT | i, .category = 1, .mask = ~0u };
    }
}

void test_nudge_colliders(test_manifolds* t, uint64_t seed)
{
    for (uint32_t i = 0; i < t->c.params.colliders; ++i)
    {
        collider_pose* p    = &t->c.pose[i];
        const float radius  = t->c.data[i].position.w;
        const float limit   = RECYCLE_SHARE * radius < RECYCLE_TOLERANCE ? RECYCLE_SHARE * radius : RECYCLE_TOLERANCE;
        const float far     = 0.5f * limit * powf(10.0f, test_uniform(&seed, -2.0f, 0.3f));
        const float angle   = far / radius * test_uniform(&seed, 0.0f, 1.0f);
        const oracle_vec3 d = direction(&seed), axis = direction(&seed);
        p->position.x += far * d.x;
        p->position.y += far * d.y;
        p->position.z += far * d.z;
        const oracle_vec3 turn = { angle * axis.x, angle * axis.y, angle * axis.z };
        const mas_vec4 q       = oracle_quaternion_from_rotation_vector(turn);
        if (test_random(&seed) % 4 != 0)
            p->rotation = oracle_quaternion_normalize(oracle_quaternion_multiply(q, p->rotation));
    }
}

void test_draw_pairs(test_manifolds* t, uint32_t count, uint64_t seed)
{
    const oracle_colliders* c = &t->c;
    const uint32_t n          = c->params.colliders;
    t->pairs                  = 0;
    const uint32_t first      = test_random(&seed) % 7;
    for (uint32_t d = 1; 2 * d < n; ++d)
        for (uint32_t k = 0; k < n && t->pairs < count; ++k)
        {
            const uint32_t i = (k + first) % n, j = (i + d) % n;
            const bool planes = (c->data[i].kind & COLLIDER_KIND_MASK) == COLLIDER_PLANE &&
                                (c->data[j].kind & COLLIDER_KIND_MASK) == COLLIDER_PLANE;
            if (!planes) t->pair[t->pairs++] = oracle_pair_of(c, i, j);
        }
    for (uint32_t i = t->pairs; i > 1; --i)
    {
        const uint32_t j         = test_random(&seed) % i;
        const collider_pair swap = t->pair[i - 1];
        t->pair[i - 1]           = t->pair[j];
        t->pair[j]               = swap;
    }
}

manifold test_make_up_manifold(const oracle_colliders* c, collider_pair p, uint64_t seed)
{
    seed += 7919 * (uint64_t)p.a + 104729 * (uint64_t)p.b;
    test_random(&seed);
    const float ra = oracle_collider_radius(&c->data[p.a]), rb = oracle_collider_radius(&c->data[p.b]);
    const float radius  = ra < rb ? ra : rb;
    const oracle_vec3 n = direction(&seed);
    manifold m          = { .normal = { n.x, n.y, n.z, 0.0f }, .a = p.a, .b = p.b };
    m.count             = test_random(&seed) % 5;
    m.impulse           = test_uniform4(&seed, 0.0f, 10.0f);
    m.twist             = test_uniform4(&seed, -3.0f, 3.0f);
    m.rolling           = test_uniform4(&seed, -3.0f, 3.0f);
    m.flags             = ((c->data[p.a].kind | c->data[p.b].kind) & COLLIDER_SENSOR) != 0 ? MANIFOLD_SENSOR : 0;
    const float deepest = test_random(&seed) % 2 == 0 ? -0.02f : 0.001f;
    for (uint32_t k = 0; k < m.count; ++k)
    {
        const mas_vec4 at = test_uniform4(&seed, -0.3f * radius, 0.3f * radius);
        m.point[k]        = (mas_vec4){ at.x, at.y, at.z, test_uniform(&seed, deepest, 0.02f) };
        // Few ids, none of them twice, so that about half of them are there again.
        (&m.feature.x)[k] = 2 * k + test_random(&seed) % 2;
        if (m.point[k].w <= 0.0f) m.flags |= MANIFOLD_TOUCHES;
    }
    m.flags |= (uint32_t)(seed >> 40) % 100 << MANIFOLD_TOLD_SHIFT; // what was told of it
    return m;
}

void test_remember_pairs(test_manifolds* t, uint64_t seed)
{
    const oracle_colliders* c = &t->c;
    t->known.count            = t->pairs;
    for (uint32_t i = 0; i < t->pairs; ++i)
    {
        const collider_pair p = t->pair[i];
        const mas_vec4 xa = c->pose[p.a].position, xb = c->pose[p.b].position;
        const manifold m    = test_make_up_manifold(c, p, seed);
        t->known.contact[i] = m;
        t->known.record[i]  = (pair_cache){
             .rotation_a = c->pose[p.a].rotation,
             .rotation_b = c->pose[p.b].rotation,
             .offset     = { xb.x - xa.x, xb.y - xa.y, xb.z - xa.z, (m.flags & MANIFOLD_TOUCHES) != 0 ? 1.0f : 0.0f },
             .base       = { m.point[0].w, m.point[1].w, m.point[2].w, m.point[3].w },
             .a          = p.a,
             .b          = p.b,
             .stamp_a    = c->data[p.a].stamp,
             .stamp_b    = c->data[p.b].stamp,
        };
    }
}

void test_upload_pairs(test_gpu* gpu, const test_manifolds* t)
{
    const uint32_t in = t->pairs < t->known.capacity ? t->pairs : t->known.capacity;
    test_upload_boxes(gpu, &t->colliders, &t->c);
    test_upload(gpu, t->colliders.array.data, t->c.data, t->c.params.colliders * sizeof *t->c.data);
    test_upload(gpu, t->colliders.pairs.pair, t->pair, in * sizeof *t->pair);
    list_header header = mas_list_complete(&gpu->kernels, t->pairs, t->known.capacity);
    header.spare       = t->kept ? PAIRS_KEPT : 0;
    test_upload(gpu, t->colliders.pairs.list, &header, sizeof header);
}

void test_upload_manifolds(test_gpu* gpu, const test_manifolds* t)
{
    test_upload_pairs(gpu, t);
    test_upload(gpu, t->cache.count, &t->known.count, sizeof(uint32_t));
    test_upload(gpu, t->cache.record, t->known.record, t->known.capacity * sizeof(pair_cache));
    test_upload(gpu, t->cache.manifold, t->known.contact, t->known.capacity * sizeof(manifold));
}

void test_detect(test_gpu* gpu, test_manifolds* t, uint64_t seed)
{
    const uint32_t n = t->known.count;
    uint32_t* index  = calloc(n + 1, sizeof *index);
    manifold* m      = calloc(n + 1, sizeof *m);
    test_download(gpu, t->cache.manifold, m, n * sizeof *m);
    for (uint32_t k = 0; k < BINS; ++k)
    {
        list_header list;
        test_download(gpu, t->bins.list[k], &list, sizeof list);
        munit_assert_uint32(list.count, <=, n);
        test_download(gpu, t->bins.index[k], index, list.count * sizeof *index);
        for (uint32_t i = 0; i < list.count; ++i)
            m[index[i]] = test_make_up_manifold(&t->c, t->pair[index[i]], seed);
    }
    test_upload(gpu, t->cache.manifold, m, n * sizeof *m);
    for (uint32_t i = 0; i < n; ++i)
        if (t->known.bin[i] != BINS) t->known.contact[i] = test_make_up_manifold(&t->c, t->pair[i], seed);
    free(index);
    free(m);
}

static int by_number(const void* x, const void* y)
{
    const uint32_t a = *(const uint32_t*)x, b = *(const uint32_t*)y;
    return a < b ? -1 : a > b;
}

void test_expect_bins(test_gpu* gpu, const test_manifolds* t)
{
    const uint32_t n = t->pairs < t->known.capacity ? t->pairs : t->known.capacity;
    uint32_t* index  = calloc(n + 1, sizeof *index);
    test_expect_array(gpu, "past", t->cache.past, t->known.past, n);
    for (uint32_t k = 0; k < BINS; ++k)
    {
        uint32_t count = 0;
        for (uint32_t i = 0; i < n; ++i)
            count += t->known.bin[i] == k;
        const list_header expected = mas_list_complete(&gpu->kernels, count, t->known.capacity);
        list_header list;
        test_download(gpu, t->bins.list[k], &list, sizeof list);
        munit_assert_memory_equal(sizeof list, &list, &expected);
        test_download(gpu, t->bins.index[k], index, count * sizeof *index);
        qsort(index, count, sizeof *index, by_number);
        count = 0;
        for (uint32_t i = 0; i < n; ++i)
            if (t->known.bin[i] == k) munit_assert_uint32(index[count++], ==, i);
    }
    free(index);
}

void test_expect_cache(test_gpu* gpu, const test_manifolds* t, bool all)
{
    const uint32_t n = t->known.count;
    test_expect_array(gpu, "pairs kept", t->cache.count, &t->known.count, 1);
    if (all)
    {
        test_expect_array(gpu, "records", t->cache.record, t->known.record, n);
        test_expect_array(gpu, "manifolds", t->cache.manifold, t->known.contact, n);
        return;
    }
    pair_cache* record = calloc(n + 1, sizeof *record);
    manifold* m        = calloc(n + 1, sizeof *m);
    test_download(gpu, t->cache.record, record, n * sizeof *record);
    test_download(gpu, t->cache.manifold, m, n * sizeof *m);
    for (uint32_t i = 0; i < n; ++i)
    {
        if (t->known.bin[i] != BINS) continue;
        munit_assert_memory_equal(sizeof *m, &m[i], &t->known.contact[i]);
        munit_assert_memory_equal(sizeof *record, &record[i], &t->known.record[i]);
    }
    free(record);
    free(m);
}
