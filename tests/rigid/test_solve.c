// The contact solver against its twin, bit for bit: a whole step of made-up contacts between bodies of all kinds, in
// colours, with more contacts than the colours hold. Red when a term of a mass, a clamp, a point or a kind of friction
// is left out, a body that does not move gives way, or the last colour is not solved in its order.
#include "bodies.h"
#include "collision/cache_shared.h"
#include "oracle/solve.h"
#include "oracle/vec.h"
#include "rigid/solve.h"

#include <stdlib.h>
#include <string.h>

enum
{
    PLACES  = 4100,
    COLOURS = 8, // the last for those without one
    STEPS   = 2,
};

typedef struct stage
{
    test_bodies bodies;
    mas_solve_input in;
    mas_solve solve;
    // Twins.
    oracle_bodies body;
    oracle_colliders collider;
    oracle_solve known;
    manifold* manifold;
    pair_cache* record;
    uint32_t order[PLACES];
    bin_header list[COLOURS];
    uint32_t body_count, contacts;
} stage;

static void make(test_gpu* gpu, stage* s)
{
    mas_arena* a     = &gpu->arena;
    const uint32_t n = PLACES;
    test_reset(gpu);
    test_plan_bodies(gpu, &s->bodies, n);
    s->in = (mas_solve_input){
        .order         = mas_plan(a, MAS_SCRATCH, "order", n, sizeof(uint32_t)),
        .places        = mas_plan_list(a, MAS_SCRATCH, "places"),
        .lists         = mas_plan(a, MAS_SCRATCH, "lists", COLOURS, sizeof(bin_header)),
        .colours       = COLOURS,
        .manifold      = mas_plan(a, MAS_STATE, "manifolds", n, sizeof(manifold)),
        .record        = mas_plan(a, MAS_STATE, "records", n, sizeof(pair_cache)),
        .collider_pose = mas_plan(a, MAS_SCRATCH, "collider pose", n, sizeof(collider_pose)),
        .collider_data = mas_plan(a, MAS_STATE, "collider data", n, sizeof(collider_data)),
        .pose          = s->bodies.array.pose,
        .mass          = s->bodies.array.mass,
        .trait         = s->bodies.array.trait,
        .speed         = mas_plan(a, MAS_SCRATCH, "speed", n, sizeof(body_speed)),
    };
    mas_solve_plan(&s->solve, a, n, n);
    test_allocate(gpu);
    test_try(mas_solve_create(&s->solve, &gpu->kernels, &s->in));
    s->body     = oracle_create_bodies(n);
    s->collider = oracle_create_colliders(n, 0);
    s->known    = oracle_create_solve(n, &s->body);
    s->manifold = calloc(n, sizeof *s->manifold);
    s->record   = calloc(n, sizeof *s->record);
    munit_assert_not_null(s->manifold);
    munit_assert_not_null(s->record);
}

static void destroy(stage* s)
{
    oracle_destroy_bodies(&s->body);
    oracle_destroy_colliders(&s->collider);
    oracle_destroy_solve(&s->known);
    free(s->manifold);
    free(s->record);
}

static mas_vec4 uniform(uint64_t* seed, float lo, float hi) // w too
{
    mas_vec4 v = test_uniform4(seed, lo, hi);
    v.w        = test_uniform(seed, lo, hi);
    return v;
}

static mas_vec4 unit(uint64_t* seed)
{
    return oracle_flush4(oracle_normalize4(uniform(seed, -1.0f, 1.0f)));
}

static mas_vec4 direction(uint64_t* seed)
{
    const mas_vec4 axes[3] = { { 0.0f, 1.0f, 0.0f, 0.0f }, { -1.0f, 0.0f, 0.0f, 0.0f }, { 0.0f, 0.0f, 1.0f, 0.0f } };
    if (test_random(seed) % 4 == 0) return axes[test_random(seed) % 3];
    return vec_xyz0(oracle_flush3(oracle_normalize3(vec_of(test_uniform4(seed, -1.0f, 1.0f)))));
}

// Every fourth does not move: static, kinematic, asleep or lost. Masses over six decades, some that do not turn.
static void draw_bodies(stage* s, uint64_t seed)
{
    for (uint32_t i = 0; i < s->body_count; ++i)
    {
        const uint32_t kind = i % 8;
        uint32_t tag        = BODY_ALIVE | BODY_DYNAMIC | BODY_MOVES;
        if (kind == 3) tag = i % 16 == 3 ? BODY_ALIVE | BODY_STATIC : BODY_ALIVE | BODY_MOVES;
        if (kind == 6) tag = i % 16 == 6 ? tag | BODY_ASLEEP : BODY_ALIVE | BODY_DYNAMIC;
        float mass = 1.0f;
        for (uint32_t k = test_random(&seed) % 7; k > 0; --k)
            mass *= 0.1f;
        s->body.trait[i]        = (body_trait){ .tag = tag | 1 << BODY_FLAG_BITS };
        s->body.pose[i]         = (body_pose){ vec_xyz0(vec_of(test_uniform4(&seed, -9.0f, 9.0f))), unit(&seed) };
        s->body.mass[i].inverse = uniform(&seed, mass, 8.0f * mass);
        if (i % 32 == 5) s->body.mass[i].inverse = (mas_vec4){ 0.0f, 0.0f, 0.0f, mass };
        if ((tag & BODY_DYNAMIC) == 0) s->body.mass[i].inverse = (mas_vec4){ 0.0f, 0.0f, 0.0f, 0.0f };
        const bool still = (tag & BODY_STATIC) != 0 || kind == 6;
        s->body.speed[i] = (body_speed){ 0 };
        s->known.blow[i] = (body_blow){ 0 };
        if (still) continue;
        s->body.speed[i].velocity   = test_uniform4(&seed, -4.0f, 4.0f);
        s->body.speed[i].velocity.w = s->body.mass[i].inverse.w;
        s->body.speed[i].spin       = vec_xyz0(vec_of(test_uniform4(&seed, -4.0f, 4.0f)));
        s->body.speed[i].shift      = vec_xyz0(vec_of(test_uniform4(&seed, -0.01f, 0.01f)));
        s->body.speed[i].turn       = vec_xyz0(vec_of(test_uniform4(&seed, -0.01f, 0.01f)));
    }
}

static void draw_colliders(stage* s, uint64_t seed)
{
    for (uint32_t i = 0; i < s->body_count; ++i) // one a body, anywhere on it
    {
        s->collider.data[i] = (collider_data){
            .position    = test_uniform4(&seed, -0.5f, 0.5f),
            .rotation    = unit(&seed),
            .body        = i,
            .friction    = i % 5 == 0 ? 0.0f : test_uniform(&seed, 0.0f, 1.5f),
            .restitution = i % 3 == 0 ? test_uniform(&seed, 0.0f, 1.0f) : 0.0f,
            .rolling     = i % 4 == 0 ? 0.05f : 0.0f,
        };
        if (i % 6 == 0) s->collider.data[i].surface = vec_xyz0(vec_of(test_uniform4(&seed, -2.0f, 2.0f)));
        s->collider.pose[i] = (collider_pose){ .position = s->body.pose[i].position, .rotation = unit(&seed) };
    }
}

static bool is_moved(const stage* s, uint32_t i)
{
    return (s->body.trait[i].tag & (BODY_DYNAMIC | BODY_MOVES | BODY_ASLEEP)) == (BODY_DYNAMIC | BODY_MOVES);
}

static manifold draw_manifold(const stage* s, uint64_t* seed)
{
    manifold m = { .normal = direction(seed), .count = 1 + test_random(seed) % MANIFOLD_POINTS };
    do
        m.a = test_random(seed) % s->body_count;
    while (!is_moved(s, m.a));
    do
        m.b = test_random(seed) % s->body_count;
    while (m.a == m.b);
    if (test_random(seed) % 2 == 0)
    {
        const uint32_t swap = m.a;
        m.a                 = m.b;
        m.b                 = swap;
    }
    for (uint32_t k = 0; k < m.count; ++k)
    {
        m.point[k]   = test_uniform4(seed, -0.7f, 0.7f);
        m.point[k].w = test_uniform(seed, -0.03f, 0.02f);
        if (test_random(seed) % 2 == 0) (&m.impulse.x)[k] = test_uniform(seed, 0.0f, 20.0f);
    }
    m.twist   = uniform(seed, -3.0f, 3.0f);
    m.rolling = vec_xyz0(vec_of(test_uniform4(seed, -1.0f, 1.0f)));
    return m;
}

// Contacts by the lowest colour that is free for both bodies; pair numbers are not places.
static void draw_contacts(test_gpu* gpu, stage* s, uint32_t count, uint64_t seed)
{
    static uint32_t used[PLACES], colour[PLACES];
    memset(used, 0, sizeof used);
    s->contacts = count;
    for (uint32_t i = 0; i < count; ++i)
    {
        const manifold m = s->manifold[i] = draw_manifold(s, &seed);
        s->record[i]                      = (pair_cache){ .offset = test_uniform4(&seed, -1.0f, 1.0f) };
        const uint32_t taken              = (is_moved(s, m.a) ? used[m.a] : 0) | (is_moved(s, m.b) ? used[m.b] : 0);
        colour[i]                         = 0;
        while (colour[i] + 1 < COLOURS && (taken >> colour[i] & 1) != 0)
            ++colour[i];
        used[m.a] |= 1u << colour[i];
        used[m.b] |= 1u << colour[i];
    }
    uint32_t place = 0;
    for (uint32_t c = 0; c < COLOURS; ++c)
    {
        const uint32_t first = place;
        for (uint32_t i = 0; i < count; ++i)
            if (colour[i] == c) s->order[place++] = i;
        s->list[c].list       = mas_list_complete(&gpu->kernels, place - first, PLACES);
        s->list[c].list.spare = first;
        if (c + 1 == COLOURS && place > first) s->list[c].list.group_x = 1;
    }
    munit_assert(count < 1000 || s->list[COLOURS - 1].list.count > 0);
}

static void upload(test_gpu* gpu, const stage* s)
{
    const uint64_t n = PLACES;
    test_upload_bodies(gpu, &s->bodies, &s->body);
    test_upload(gpu, s->in.order, s->order, sizeof s->order);
    test_upload(gpu, s->in.lists, s->list, sizeof s->list);
    test_upload(gpu, s->in.manifold, s->manifold, n * sizeof(manifold));
    test_upload(gpu, s->in.record, s->record, n * sizeof(pair_cache));
    test_upload(gpu, s->in.collider_pose, s->collider.pose, n * sizeof(collider_pose));
    test_upload(gpu, s->in.collider_data, s->collider.data, n * sizeof(collider_data));
    test_upload(gpu, s->in.speed, s->body.speed, n * sizeof(body_speed));
    test_set_list(gpu, s->in.places, s->contacts, PLACES);
}

static void sweep_known(stage* s, const solve_params* p, oracle_sweep sweep)
{
    oracle_solve_sweep(&s->known, p, sweep, 0, s->contacts);
}

// A step of two substeps, without the moves: what the sweeps leave is what the next begin with.
static void check(test_gpu* gpu, stage* s, uint32_t count, float guard)
{
    const mas_solve_settings settings = { 30.0f, 4.0f, 3.0f, 1.0f, guard };
    const float gravity[3]            = { 0.0f, -9.81f, 0.0f };
    const solve_params p              = mas_solve_params(&settings, gravity, 1.0f / 60.0f, 4, 0.02f, PLACES);
    s->body_count                     = count / 2 + 4 < PLACES ? count / 2 + 4 : PLACES;
    draw_bodies(s, count + 1);
    draw_colliders(s, count + 2);
    draw_contacts(gpu, s, count, count + 3);
    upload(gpu, s);
    mas_recorder* rec = test_record(gpu);
    mas_solve_prep(&s->solve, rec, &p);
    for (uint32_t k = 0; k < STEPS; ++k)
    {
        mas_solve_begin(&s->solve, rec, k == 0, true, s->body_count);
        mas_solve_bias(&s->solve, rec);
        mas_solve_relax(&s->solve, rec);
    }
    mas_solve_store(&s->solve, rec);
    test_submit(gpu);

    oracle_solve_prep(&s->known, &p, &s->collider, &s->body, s->manifold, s->record, s->order, count);
    for (uint32_t k = 0; k < STEPS; ++k)
    {
        if (k == 0) sweep_known(s, &p, ORACLE_SOLVE_START);
        if (k != 0) oracle_solve_forget(&s->known, s->body_count);
        for (uint32_t i = 0; i < MAS_SOLVE_SWEEPS; ++i)
            sweep_known(s, &p, ORACLE_SOLVE_IMPACT);
        sweep_known(s, &p, ORACLE_SOLVE_BIAS);
        sweep_known(s, &p, ORACLE_SOLVE_RELAX);
    }
    oracle_solve_store(&s->known, s->manifold, s->order, count);
    uint32_t blows = 0;
    for (uint32_t i = 0; i < s->body_count; ++i)
    {
        munit_assert_true(oracle_is_finite(s->body.speed[i].velocity.x));
        blows += s->known.blow[i].spin.x != 0.0f;
    }
    munit_assert(count < 1000 || (blows > s->body_count / 20 && blows < s->body_count / 2)); // the case is there
    for (uint32_t f = 0; f < SOLVE_FIELDS && count > 0; ++f)
        test_expect_array(gpu, "constants", mas_span_part(s->solve.constant, (uint64_t)f * PLACES, count),
                          &s->known.constant[(size_t)f * PLACES], count);
    for (uint32_t f = 0; f < SOLVE_IMPULSES && count > 0; ++f)
        test_expect_array(gpu, "impulses", mas_span_part(s->solve.impulse, (uint64_t)f * PLACES, count),
                          &s->known.impulse[(size_t)f * PLACES], count);
    test_expect_array(gpu, "blows", s->solve.blow, s->known.blow, s->body_count);
    test_expect_array(gpu, "speeds", s->in.speed, s->body.speed, s->body_count);
    test_expect_array(gpu, "manifolds", s->in.manifold, s->manifold, count);
}

static MunitResult matches_oracle(const MunitParameter params[], void* fixture)
{
    (void)params;
    static const uint32_t counts[] = { 0, 1, 2, 63, 64, 65, 4097 };
    static stage s;
    make(fixture, &s);
    for (uint32_t k = 0; k < MAS_COUNT(counts); ++k)
    {
        check(fixture, &s, counts[k], 0.0f);
        check(fixture, &s, counts[k], 10.0f);
    }
    destroy(&s);
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/matches-oracle", matches_oracle, test_gpu_setup, test_gpu_tear_down, 0, test_group_sizes },
    { 0 },
};
MunitSuite test_solve_suite = { "/solve", tests, NULL, 1, 0 };
