#include "narrow_pairs.h"
#include "oracle/exact.h"
#include "oracle/quaternion.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void test_plan_narrow(test_gpu* gpu, test_narrow* t, uint32_t pairs)
{
    test_plan_colliders(gpu, &t->device, 2 * pairs, 2 * pairs, pairs);
    t->index    = mas_plan(&gpu->arena, MAS_SCRATCH, "index", pairs, sizeof(uint32_t));
    t->list     = mas_plan_list(&gpu->arena, MAS_SCRATCH, "list");
    t->manifold = mas_plan(&gpu->arena, MAS_SCRATCH, "manifolds", pairs, sizeof(manifold));
    t->c        = oracle_create_colliders(2 * pairs, 2 * pairs);
    t->c.params = (collision_params){ .colliders = 2 * pairs, .dt = 1.0f / 60.0f, .margin = 0.02f };
    t->pairs    = pairs;
    t->pair     = calloc(pairs, sizeof *t->pair);
    t->result   = calloc(pairs, sizeof *t->result);
    if (t->pair == NULL || t->result == NULL) abort();
}

void test_destroy_narrow(test_narrow* t)
{
    oracle_destroy_colliders(&t->c);
    free(t->pair);
    free(t->result);
}

static mas_vec4 any_rotation(uint64_t* seed)
{
    mas_vec4 q = test_uniform4(seed, -1.0f, 1.0f);
    q.w        = test_uniform(seed, -1.0f, 1.0f);
    return oracle_quaternion_normalize(q);
}

static float decade(uint64_t* seed)
{
    return powf(10.0f, test_uniform(seed, -3.0f, 3.0f));
}

// Quarter turns and a little more, down to nothing.
static mas_vec4 nearly_aligned(uint64_t* seed)
{
    static const float small[] = { 0.0f, 1e-6f, 1e-4f, 1e-3f, 1e-2f };
    const float by             = small[test_random(seed) % 5];
    const oracle_vec3 v    = { test_uniform(seed, -by, by), test_uniform(seed, -by, by), test_uniform(seed, -by, by) };
    const mas_vec4 quarter = oracle_quaternion_about_y(1.57079633f * (float)(test_random(seed) % 4));
    return oracle_quaternion_normalize(oracle_quaternion_multiply(oracle_quaternion_from_rotation_vector(v), quarter));
}

static mas_vec4 any_size(test_placing placing, uint64_t* seed)
{
    const mas_vec4 s = test_uniform4(seed, 0.2f, 1.0f);
    mas_vec4 half    = { s.x, s.y, s.z, 0.0f };
    float* h         = &half.x;
    const uint32_t k = test_random(seed) % 3;
    if (placing == PLACE_THIN && test_random(seed) % 2 == 0)
        h[k] *= 0.01f; // plate
    else if (placing == PLACE_THIN)
        h[k] *= 0.01f, h[(k + 1) % 3] *= 0.01f; // needle
    if (placing == PLACE_ODD)
    {
        const uint32_t zeros = test_random(seed) % 5;
        for (uint32_t i = 0; i < zeros && i < 3; ++i)
            h[(k + i) % 3] = 0.0f;
    }
    return half;
}

static void set(test_narrow* t, uint32_t slot, uint32_t kind, mas_vec4 half, uint64_t* seed)
{
    oracle_colliders* c = &t->c;
    c->pose[slot].way   = (mas_vec4){ 0.0f, 0.0f, 0.0f, 0.0f };
    c->data[slot]       = (collider_data){ .size = half, .kind = kind, .hull = slot, .body = slot };
    if (test_random(seed) % 16 == 0) c->data[slot].kind |= COLLIDER_SENSOR;
    if (kind != COLLIDER_HULL) return;
    const float least  = 1e-3f * fmaxf(half.x, fmaxf(half.y, fmaxf(half.z, 1e-3f))); // a hull needs some room
    c->hull[slot]      = test_make_hull((test_hull)(test_random(seed) % TEST_HULLS), fmaxf(half.x, least),
                                        fmaxf(half.y, least), fmaxf(half.z, least));
    c->data[slot].size = test_hull_half(&c->hull[slot]);
}

// How far a shape reaches along a direction of the world.
static double reach(const oracle_colliders* c, uint32_t slot, oracle_vec3 dir)
{
    const oracle_vec3 d = oracle_quaternion_rotate_inverse(c->pose[slot].rotation, dir);
    const mas_vec4 h    = c->data[slot].size;
    double most         = -INFINITY;
    if ((c->data[slot].kind & COLLIDER_KIND_MASK) == COLLIDER_BOX)
        return fabs((double)d.x * h.x) + fabs((double)d.y * h.y) + fabs((double)d.z * h.z);
    for (uint32_t k = 0; k < c->hull[slot].corners; ++k)
    {
        const mas_vec4 x = c->hull[slot].corner[k];
        most             = fmax(most, (double)d.x * x.x + (double)d.y * x.y + (double)d.z * x.z);
    }
    return most;
}

void test_place(test_narrow* t, uint32_t p, test_placing placing, uint32_t kind_a, uint32_t kind_b, uint64_t* seed)
{
    oracle_colliders* c = &t->c;
    const uint32_t a = 2 * p, b = 2 * p + 1;
    t->pair[p]       = (collider_pair){ a, b };
    mas_vec4 half[2] = { any_size(placing, seed), any_size(placing, seed) };
    const float both = decade(seed);
    for (uint32_t k = 0; k < 2; ++k)
    {
        const float by = placing == PLACE_DECADES ? both : placing == PLACE_MIXED ? decade(seed) : 1.0f;
        half[k]        = (mas_vec4){ half[k].x * by, half[k].y * by, half[k].z * by, 0.0f };
        if (placing == PLACE_ODD && k == 1 && test_random(seed) % 3 == 0) half[1] = half[0];
        set(t, a + k, k == 0 ? kind_a : kind_b, half[k], seed);
        const mas_vec4 corner   = test_uniform4(seed, -50.0f, 50.0f);
        c->pose[a + k].rotation = any_rotation(seed);
        c->pose[a + k].position = (mas_vec4){ corner.x, corner.y, corner.z, 0.0f };
        if (placing == PLACE_PARALLEL) c->pose[a + k].rotation = nearly_aligned(seed);
        if (placing == PLACE_FAR) c->pose[a].position.x = 1e4f, c->pose[a].position.z = -1e4f;
    }
    mas_vec4 way = oracle_normalize4(test_uniform4(seed, -1.0f, 1.0f));
    if (placing == PLACE_PARALLEL) way = (mas_vec4){ 0.0f, 1.0f, 0.0f, 0.0f };
    if (placing == PLACE_CROSSED) // both stand on an edge, along x and z, with a small error
    {
        const float off     = test_uniform(seed, -0.3f, 0.3f);
        c->pose[a].rotation = oracle_quaternion_about_x(0.785398163f + off);
        c->pose[b].rotation = oracle_quaternion_about_z(0.785398163f - off);
        c->pose[b].rotation = oracle_quaternion_multiply(oracle_quaternion_about_y(2.0f * off), c->pose[b].rotation);
        way                 = (mas_vec4){ 0.0f, 1.0f, 0.0f, 0.0f };
    }
    const oracle_vec3 dir = oracle_normalize3((oracle_vec3){ way.x, way.y, way.z });
    const double gap      = reach(c, a, dir) + reach(c, b, (oracle_vec3){ -dir.x, -dir.y, -dir.z });
    const mas_vec4 h = c->data[a].size, g = c->data[b].size;
    const float less = fminf(fminf(h.x, fminf(h.y, h.z)), fminf(g.x, fminf(g.y, g.z)));
    float along      = (float)gap * test_uniform(seed, 0.5f, 1.05f);
    if (placing == PLACE_PARALLEL || placing == PLACE_CROSSED)
        along = (float)gap + less * test_uniform(seed, -0.2f, 0.05f);
    if (placing == PLACE_PARALLEL && test_random(seed) % 4 == 0) along = (float)gap;
    if (placing == PLACE_DEEP) along = (float)gap * test_uniform(seed, -0.1f, 0.1f);
    if (placing == PLACE_DEEP || placing == PLACE_ODD) along = test_random(seed) % 3 == 0 ? 0.0f : along;
    // Sideways, where it leaves them on each other.
    const float slide   = placing == PLACE_PARALLEL || placing == PLACE_CROSSED ? less : 0.0f;
    const float aside_x = test_random(seed) % 4 == 0 ? 0.0f : test_uniform(seed, -slide, slide);
    const float aside_z = test_random(seed) % 4 == 0 ? 0.0f : test_uniform(seed, -slide, slide);
    const mas_vec4 x    = c->pose[a].position;
    c->pose[b].position =
        (mas_vec4){ x.x + dir.x * along + aside_x, x.y + dir.y * along, x.z + dir.z * along + aside_z, 0.0f };
}

void test_upload_narrow(test_gpu* gpu, test_narrow* t, uint32_t n)
{
    const oracle_colliders* c = &t->c;
    uint32_t* index           = calloc(n + 1, sizeof *index);
    uint64_t seed             = n;
    for (uint32_t k = 0; k < n; ++k) // shuffled
    {
        const uint32_t at = test_random(&seed) % (k + 1);
        index[k]          = index[at];
        index[at]         = k;
    }
    test_upload(gpu, t->device.array.data, c->data, c->capacity * sizeof *c->data);
    test_upload(gpu, t->device.array.pose, c->pose, c->capacity * sizeof *c->pose);
    test_upload(gpu, t->device.array.hull, c->hull, c->hulls * sizeof *c->hull);
    test_upload(gpu, t->device.array.params, &c->params, sizeof c->params);
    test_upload(gpu, t->device.pairs.pair, t->pair, t->pairs * sizeof *t->pair);
    test_upload(gpu, t->index, index, n * sizeof *index);
    test_set_list(gpu, t->list, n, t->pairs);
    memset(t->result, 0xAB, t->pairs * sizeof *t->result); // every word must be written
    test_upload(gpu, t->manifold, t->result, t->pairs * sizeof *t->result);
    free(index);
}

static void expect_finite(uint32_t p, const manifold* m)
{
    const float* word = &m->normal.x;
    for (uint32_t k = 0; k < 20; ++k)
        if (!oracle_is_finite(word[k])) munit_errorf("pair %u: word %u is no number", p, k);
    const double length =
        sqrt((double)m->normal.x * m->normal.x + (double)m->normal.y * m->normal.y + (double)m->normal.z * m->normal.z);
    munit_assert_uint32(m->count, <=, MANIFOLD_POINTS);
    if (m->count > 0 && fabs(length - 1.0) > 1e-5) munit_errorf("pair %u: the normal is %.7f long", p, length);
    for (uint32_t k = 0; k < m->count; ++k)
        for (uint32_t i = 0; i < k; ++i)
            if ((&m->feature.x)[k] == (&m->feature.x)[i]) munit_errorf("pair %u: two points have one id", p);
}

void test_expect_manifolds(test_gpu* gpu, test_narrow* t, uint32_t n,
                           manifold (*twin)(const oracle_colliders*, collider_pair))
{
    test_download(gpu, t->manifold, t->result, t->pairs * sizeof *t->result);
    for (uint32_t p = 0; p < t->pairs; ++p)
    {
        manifold expected;
        memset(&expected, 0xAB, sizeof expected);
        if (p < n) expected = twin(&t->c, t->pair[p]);
        const uint32_t *x = (const uint32_t*)&t->result[p], *y = (const uint32_t*)&expected;
        for (uint32_t k = 0; k < sizeof expected / 4; ++k)
            if (x[k] != y[k])
                munit_errorf("pair %u, word %u: %08x (%g), expected %08x (%g); counts %u and %u", p, k, x[k],
                             (double)oracle_from_bits(x[k]), y[k], (double)oracle_from_bits(y[k]), t->result[p].count,
                             expected.count);
        if (p < n) expect_finite(p, &expected);
    }
}

void test_nudge(test_narrow* t, uint32_t n)
{
    for (uint32_t p = 0; p < n; ++p)
    {
        const oracle_vec3 v = { 5e-5f, -5e-5f, 5e-5f };
        collider_pose* x    = &t->c.pose[2 * p + 1];
        x->rotation         = oracle_quaternion_normalize(
                    oracle_quaternion_multiply(oracle_quaternion_from_rotation_vector(v), x->rotation));
        x->position.x += 1e-4f;
        x->position.z -= 1e-4f;
    }
}

double test_share_of_ids(const manifold* before, const manifold* after, uint32_t n)
{
    uint32_t points = 0, kept = 0;
    for (uint32_t p = 0; p < n; ++p)
        for (uint32_t k = 0; k < before[p].count; ++k)
        {
            ++points;
            for (uint32_t i = 0; i < after[p].count; ++i)
                kept += (&before[p].feature.x)[k] == (&after[p].feature.x)[i];
        }
    munit_assert_uint32(points, >, n / 2);
    return (double)kept / points;
}
