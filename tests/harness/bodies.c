#include "bodies.h"
#include "oracle/exact.h"
#include "oracle/quaternion.h"

#include <stdlib.h>
#include <string.h>

const uint32_t test_body_counts[]    = { 0, 1, 2, 31, 32, 33, 127, 128, 129, 4097 };
const uint32_t test_body_count_count = MAS_COUNT(test_body_counts);

float test_uniform(uint64_t* state, float lo, float hi)
{
    return lo + (hi - lo) * ((float)(test_random(state) >> 8) / 16777216.0f);
}

mas_vec4 test_uniform4(uint64_t* state, float lo, float hi)
{
    const float x = test_uniform(state, lo, hi), y = test_uniform(state, lo, hi), z = test_uniform(state, lo, hi);
    return (mas_vec4){ x, y, z, 0.0f };
}

step_params test_step_params(uint32_t body_count)
{
    return (
        step_params){ .gravity = { 0.25f, -9.81f, 0.125f, 0.0f }, .substep = 1.0f / 240.0f, .body_count = body_count };
}

typedef enum shape
{
    BALL,
    ROUND_TOP,
    LOPSIDED,
    PLATE,
    SHAPES
} shape;

static mas_vec4 inverse_mass(uint64_t* seed)
{
    static const float size[] = { 1e-9f, 0.1f, 1.0f, 37.0f, 1e11f }; // kg m^2
    const shape s             = test_random(seed) % SHAPES;
    const float i             = size[test_random(seed) % MAS_COUNT(size)];
    mas_vec4 inertia          = { i, i, i, test_uniform(seed, 0.01f, 100.0f) };
    if (s == ROUND_TOP) inertia.z = 1.5f * i;
    if (s == LOPSIDED) inertia.x = 1.3f * i, inertia.y = 0.6f * i;
    if (s == PLATE) inertia.y = 2.0f * i;
    return (mas_vec4){ 1.0f / inertia.x, 1.0f / inertia.y, 1.0f / inertia.z, 1.0f / inertia.w };
}

// A spin of this many rad/s, as momentum if the body is dynamic.
static mas_vec4 momentum(uint64_t* seed, mas_vec4 inverse, bool dynamic, float spin)
{
    mas_vec4 p = test_uniform4(seed, -spin, spin);
    if (dynamic) p = (mas_vec4){ p.x / inverse.x, p.y / inverse.y, p.z / inverse.z, 0.0f };
    return oracle_flush4(p);
}

static void random_body(oracle_bodies* b, uint32_t i, uint64_t* seed)
{
    static const float spins[] = { 0.0f, 1e-12f, 1e-4f, 1.0f, 10.0f, 1e3f, 1e3f, 1e6f, 1e24f };
    const uint32_t kind        = test_random(seed) % 16;
    if (kind == 0) return; // nobody
    const bool fixed = kind == 1, dynamic = kind > 3;
    const uint32_t flags = (uint32_t)(BODY_ALIVE | (fixed ? BODY_STATIC : BODY_MOVES) | (dynamic ? BODY_DYNAMIC : 0));
    const bool damped    = kind % 3 == 0;
    b->trait[i].tag      = (1 + test_random(seed) % 1000) << BODY_FLAG_BITS | flags;
    b->trait[i].gravity_scale   = kind % 2 == 0 ? 1.0f : test_uniform(seed, -100.0f, 100.0f);
    b->trait[i].linear_damping  = damped ? test_uniform(seed, 0.0f, 2.0f) : 0.0f;
    b->trait[i].angular_damping = damped ? test_uniform(seed, 0.0f, 1e3f) : 0.0f;
    b->trait[i].locks           = kind == 5 || kind == 10 ? test_random(seed) & BODY_LOCKS : 0;
    b->trait[i].max_speed       = kind == 7 ? test_uniform(seed, 0.0f, 10.0f) : 1e4f;
    b->trait[i].max_spin        = kind == 7 ? test_uniform(seed, 0.0f, 10.0f) : 1e3f;
    b->trait[i].sleep_speed     = 0.05f;

    mas_vec4 q = test_uniform4(seed, -1.0f, 1.0f);
    q.w        = test_uniform(seed, -1.0f, 1.0f);
    if (kind == 4) q = (mas_vec4){ 0.0f, 0.0f, 0.0f, 1.0f };
    b->pose[i].rotation = oracle_flush4(oracle_quaternion_normalize(q));
    b->pose[i].position = test_uniform4(seed, -100.0f, 100.0f);
    if (fixed) return;

    const float spin      = spins[test_random(seed) % MAS_COUNT(spins)];
    b->motion[i].velocity = oracle_flush4(test_uniform4(seed, -10.0f, 10.0f));
    if (dynamic) b->mass[i].inverse = inverse_mass(seed);
    if (b->trait[i].locks >= BODY_LOCK_TURNS) b->mass[i].inverse = (mas_vec4){ 0, 0, 0, b->mass[i].inverse.w };
    if (b->mass[i].inverse.x > 0.0f || !dynamic)
        b->motion[i].momentum = momentum(seed, b->mass[i].inverse, dynamic, spin);
    if (kind == 8 && spin < 1.0f) b->trait[i].tag |= BODY_ASLEEP;
    if (dynamic && kind % 4 == 1)
    {
        b->load[i].force  = test_uniform4(seed, -1e3f, 1e3f);
        b->load[i].torque = oracle_flush4(test_uniform4(seed, -1e2f, 1e2f));
    }
    // Near the end of the world, still or leaving; beyond all numbers.
    if (kind == 13) b->pose[i].position.y = 999999.9f;
    if (kind == 14) b->pose[i].position.x = -999999.0f, b->motion[i].velocity.x = test_uniform(seed, -1e4f, 0.0f);
    if (kind == 15) b->motion[i].velocity.z = oracle_from_bits(0x7F800000u);
    if (kind == 12 && spin == 0.0f) b->motion[i].momentum.y = -3.0e38f;
    if (kind == 11 && spin == 0.0f) b->motion[i].momentum.x = oracle_from_bits(0xFF800000u);
}

void test_random_bodies(oracle_bodies* b, uint64_t seed)
{
    for (uint32_t i = 0; i < b->capacity; ++i)
    {
        random_body(b, i, &seed);
        b->previous[i] = b->pose[i];
    }
}

void test_plan_bodies(test_gpu* gpu, test_bodies* t, uint32_t capacity)
{
    t->array  = mas_bodies_plan(&gpu->arena, capacity, false);
    t->lost   = mas_plan(&gpu->arena, MAS_STATE, "lost", capacity, sizeof(uint32_t));
    t->params = mas_plan(&gpu->arena, MAS_SCRATCH, "params", 1, sizeof(step_params));
}

void test_upload_bodies(test_gpu* gpu, const test_bodies* t, const oracle_bodies* b)
{
    const uint64_t n = b->capacity;
    test_upload(gpu, t->array.pose, b->pose, n * sizeof *b->pose);
    test_upload(gpu, t->array.previous, b->previous, n * sizeof *b->previous);
    test_upload(gpu, t->array.motion, b->motion, n * sizeof *b->motion);
    test_upload(gpu, t->array.mass, b->mass, n * sizeof *b->mass);
    test_upload(gpu, t->array.load, b->load, n * sizeof *b->load);
    test_upload(gpu, t->array.trait, b->trait, n * sizeof *b->trait);
    test_upload(gpu, t->array.speed, b->speed, n * sizeof *b->speed);
    test_upload(gpu, t->array.base, b->base, n * sizeof *b->base);
    test_upload(gpu, t->lost, b->lost, n * sizeof *b->lost);
}

static bool equal_numbers(const uint8_t* a, const uint8_t* b, uint32_t size)
{
    for (uint32_t k = 0; k < size; k += 4)
    {
        float x, y;
        memcpy(&x, a + k, 4);
        memcpy(&y, b + k, 4);
        if (memcmp(&x, &y, 4) != 0 && !(oracle_is_nan(x) && oracle_is_nan(y))) return false;
    }
    return true;
}

void test_expect_array(test_gpu* gpu, const char* name, mas_span span, const void* expected, uint64_t count)
{
    const uint64_t size = count * span.stride;
    uint8_t* found      = malloc(size + 1);
    test_download(gpu, span, found, size);
    for (uint64_t i = 0; i < count; ++i)
    {
        const uint8_t* want = (const uint8_t*)expected + i * span.stride;
        if (equal_numbers(found + i * span.stride, want, span.stride)) continue;
        for (uint32_t k = 0; k < span.stride; k += 4)
        {
            float a, e;
            memcpy(&a, found + i * span.stride + k, 4);
            memcpy(&e, want + k, 4);
            fprintf(stderr, "  word %u: 0x%08x %.9g, expected 0x%08x %.9g\n", k / 4, oracle_bits(a), (double)a,
                    oracle_bits(e), (double)e);
        }
        munit_errorf("%s[%u] of %u differs.", name, (unsigned)i, (unsigned)count);
    }
    free(found);
}

void test_expect_bodies(test_gpu* gpu, const test_bodies* t, const oracle_bodies* b)
{
    const uint64_t n = b->capacity;
    test_expect_array(gpu, "trait", t->array.trait, b->trait, n);
    test_expect_array(gpu, "motion", t->array.motion, b->motion, n);
    test_expect_array(gpu, "pose", t->array.pose, b->pose, n);
    test_expect_array(gpu, "previous", t->array.previous, b->previous, n);
    test_expect_array(gpu, "mass", t->array.mass, b->mass, n);
    test_expect_array(gpu, "load", t->array.load, b->load, n);
    test_expect_array(gpu, "lost", t->lost, b->lost, n);
}
