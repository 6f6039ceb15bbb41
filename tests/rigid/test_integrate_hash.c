// A thousand bodies, three hundred steps, edits all the way: one hash, however the steps are recorded, wherever they
// run, and from the oracle. Red when any stage of a step depends on the device, on workgroups, windows, command buffers
// or steps in flight, when a snapshot or a recording misses something, or when the step computes something else.
// runs: everywhere widths sizes own-devices. The scene of its family whose bits do not depend on vectors or workgroups.
#include "bodies.h"
#include "host.h"
#include "oracle/world.h"
#include "tape.h"

#include <fenv.h>
#include <stdlib.h>
#include <string.h>

enum
{
    BODIES  = 1000,
    STEPS   = 300,
    FIRST   = 10,   // steps in which the bodies are made
    FEW     = 1024, // capacity
    EDITS   = 124,  // 15.5 KiB of them: less than the smallest storage range below
    CHANGES = 12    // edits per step
};

// The state after STEPS steps. It changes when the arithmetic of a step does, and then on every driver at once.
static const uint64_t PINNED = 0x768bc6347ca4afe0u;

typedef struct scene // a host's side of the world, the same calls each time
{
    uint64_t seed;
    uint32_t step, count;
    struct
    {
        massa_body_id id;
        massa_body_kind kind;
    } body[FEW];
} scene;

static massa_world_desc world_desc(void)
{
    massa_world_desc d = massa_default_world_desc();
    d.capacity         = (massa_capacity){
                .bodies = FEW, .edits = EDITS, .events = 64, .watched = 0, .colliders = MASSA_NONE, .pairs = MASSA_NONE
    };
    return d;
}

static massa_vec3 vec3(uint64_t* seed, float limit)
{
    const mas_vec4 v = test_uniform4(seed, -limit, limit);
    return (massa_vec3){ v.x, v.y, v.z };
}

static massa_body_desc random_body(uint64_t* seed)
{
    static const massa_body_kind kinds[] = { MASSA_BODY_STATIC, MASSA_BODY_KINEMATIC };
    const uint32_t dice                  = test_random(seed) % 16;
    massa_body_desc d                    = massa_default_body_desc();
    d.kind                               = dice < MAS_COUNT(kinds) ? kinds[dice] : MASSA_BODY_DYNAMIC;
    d.position                           = vec3(seed, 100.0f);
    const massa_vec3 q                   = vec3(seed, 1.0f);
    d.rotation                           = (massa_quat){ q.x, q.y, q.z, 0.5f };
    d.velocity                           = vec3(seed, 10.0f);
    d.angular_velocity                   = vec3(seed, dice == 5 ? 1e3f : 10.0f);
    d.mass                               = test_uniform(seed, 0.1f, 10.0f);
    const float size                     = test_uniform(seed, 0.01f, 1.0f);
    const massa_vec3 part = vec3(seed, 0.3f); // at most 1.3 and at least 0.7: no side beyond the sum of the others
    d.inertia             = (massa_vec3){ size * (1.0f + part.x), size * (1.0f + part.y), size * (1.0f + part.z) };
    d.gravity_scale       = dice % 4 == 0 ? test_uniform(seed, -2.0f, 2.0f) : 1.0f;
    d.linear_damping      = dice % 3 == 0 ? test_uniform(seed, 0.0f, 1.0f) : 0.0f;
    d.angular_damping     = dice % 5 == 0 ? test_uniform(seed, 0.0f, 5.0f) : 0.0f;
    d.locks               = dice == 9 || dice == 10 ? test_random(seed) & BODY_LOCKS : 0;
    if (dice == 11) d.max_speed = 12.0f, d.max_spin = 8.0f;
    if (dice == 7) d.position.x = 999950.0f, d.velocity.x = 1e3f; // soon lost
    return d;
}

// Either world may be null.
static void create(scene* s, massa_world* w, oracle_world* o)
{
    const massa_body_desc d = random_body(&s->seed);
    massa_body_id id        = { 0 };
    if (w != NULL) test_try(massa_create_body(w, &d, &id));
    if (o != NULL)
    {
        const massa_body_id twin = oracle_create_body(o, &d);
        munit_assert(w == NULL || twin.bits == id.bits);
        id = twin;
    }
    s->body[s->count].kind = d.kind;
    s->body[s->count++].id = id;
}

static void destroy(scene* s, massa_world* w, oracle_world* o, uint32_t k)
{
    if (w != NULL) test_try(massa_destroy_body(w, s->body[k].id));
    if (o != NULL) oracle_destroy_body(o, s->body[k].id);
    s->body[k] = s->body[--s->count];
}

static massa_result edit_massa(massa_world* w, massa_body_id id, uint32_t kind, massa_vec3 a, massa_vec3 b)
{
    switch (kind)
    {
    case EDIT_BODY_SET_POSE: return massa_body_set_pose(w, id, a, (massa_quat){ b.x, b.y, b.z, 1.0f });
    case EDIT_BODY_SET_VELOCITY: return massa_body_set_velocity(w, id, a);
    case EDIT_BODY_SET_ANGULAR_VELOCITY: return massa_body_set_angular_velocity(w, id, a);
    case EDIT_BODY_IMPULSE: return massa_body_apply_impulse(w, id, a, b);
    case EDIT_BODY_ANGULAR_IMPULSE: return massa_body_apply_angular_impulse(w, id, a);
    case EDIT_BODY_FORCE: return massa_body_apply_force(w, id, a, b);
    case EDIT_BODY_TORQUE: return massa_body_apply_torque(w, id, a);
    case EDIT_BODY_SET_GRAVITY_SCALE: return massa_body_set_gravity_scale(w, id, a.x);
    case EDIT_BODY_SET_DAMPING: return massa_body_set_damping(w, id, a.x, a.y);
    case EDIT_BODY_SET_LIMITS: return massa_body_set_limits(w, id, a.x, a.y);
    case EDIT_BODY_SET_SLEEP_SPEED: return massa_body_set_sleep_speed(w, id, a.x);
    default: return massa_body_wake(w, id);
    }
}

static void change(scene* s, massa_world* w, oracle_world* o)
{
    const uint32_t k    = test_random(&s->seed) % s->count;
    const uint32_t dice = test_random(&s->seed) % 14;
    if (dice == 0) destroy(s, w, o, k);
    if (dice <= 1 && s->count < BODIES) create(s, w, o);
    if (dice <= 1) return;
    const massa_body_kind body = s->body[k].kind;
    uint32_t kind              = EDIT_BODY_DESTROY - 1 + dice; // a pose first, then what needs more and more of a body
    if (body == MASSA_BODY_STATIC) kind = EDIT_BODY_SET_POSE;
    if (body == MASSA_BODY_KINEMATIC && kind > EDIT_BODY_SET_ANGULAR_VELOCITY) kind = EDIT_BODY_SET_VELOCITY;
    if (kind == EDIT_BODY_SET_LOCKS) kind = EDIT_BODY_WAKE;
    massa_vec3 a = vec3(&s->seed, 20.0f), b = vec3(&s->seed, 100.0f);
    if (kind > EDIT_BODY_SET_GRAVITY_SCALE) a = (massa_vec3){ a.x * a.x / 40.0f, a.y * a.y / 40.0f, 0.0f };
    if (kind == EDIT_BODY_WAKE) a = b = (massa_vec3){ 0 };
    if (w != NULL) test_try(edit_massa(w, s->body[k].id, kind, a, b));
    const float w1 = kind == EDIT_BODY_SET_POSE ? 1.0f : 0.0f;
    if (o != NULL) oracle_edit(o, s->body[k].id, kind, (mas_vec4){ a.x, a.y, a.z, 0 }, (mas_vec4){ b.x, b.y, b.z, w1 });
}

static void edit_scene(scene* s, massa_world* w, oracle_world* o)
{
    ++s->step;
    for (int i = 0; s->step <= FIRST && i < BODIES / FIRST; ++i)
        create(s, w, o);
    for (int i = 0; i < CHANGES; ++i)
        change(s, w, o);
}

static void edit(test_world* t, uint64_t step)
{
    (void)step;
    edit_scene(t->user, t->world, NULL);
}

static void start(test_world* t, test_gpu* gpu, scene* s, uint32_t per_command, uint32_t in_flight)
{
    memset(s, 0, sizeof *s);
    test_world_create(t, gpu, world_desc(), per_command, in_flight);
    t->user = s;
    t->edit = edit;
}

static uint64_t run(test_gpu* gpu, uint32_t per_command, uint32_t in_flight)
{
    test_world t;
    scene s;
    start(&t, gpu, &s, per_command, in_flight);
    test_world_run(&t, STEPS);
    munit_assert_uint64(t.events, >, 10); // bodies were lost
    munit_assert_uint32(s.count, >, BODIES * 9 / 10);
    const uint64_t hash = t.hash;
    test_world_destroy(&t);
    return hash;
}

static MunitResult oracle_agrees(const MunitParameter params[], void* fixture)
{
    (void)params, (void)fixture;
    const massa_world_desc desc = world_desc();
    oracle_world* o             = oracle_create_world(&desc);
    scene s                     = { 0 };
    // Devices differ in denormal numbers, so no operation of a step may give one. The twin does the same operations,
    // and its CPU remembers.
    feclearexcept(FE_UNDERFLOW);
    for (int i = 0; i < STEPS; ++i)
    {
        edit_scene(&s, NULL, o);
        oracle_step(o, massa_default_step_desc().dt);
    }
    munit_assert_false(fetestexcept(FE_UNDERFLOW));
    munit_logf(MUNIT_LOG_INFO, "oracle: 0x%016llx", (unsigned long long)oracle_world_hash(o));
    munit_assert_uint64(oracle_world_hash(o), ==, PINNED);
    oracle_destroy_world(o);
    return MUNIT_OK;
}

// Step by step with the oracle: the first step that differs is named.
static MunitResult every_step_agrees(const MunitParameter params[], void* fixture)
{
    (void)params;
    const massa_world_desc desc = world_desc();
    oracle_world* o             = oracle_create_world(&desc);
    test_world t;
    scene s         = { 0 };
    uint64_t events = 0;
    test_world_create(&t, fixture, desc, 1, 1);
    for (int i = 1; i <= 40; ++i)
    {
        edit_scene(&s, t.world, o);
        test_world_run(&t, 1);
        oracle_step(o, t.step.dt);
        if (t.hash != oracle_world_hash(o)) munit_errorf("step %d differs from the oracle", i);
        // What the hash leaves out.
        static body_pose previous[FEW];
        events += o->event_count;
        munit_assert_uint64(t.events, ==, events);
        test_world_read(&t, MASSA_VIEW_BODY_PREVIOUS_POSE, previous, o->tables->body.count);
        munit_assert_memory_equal(o->tables->body.count * sizeof *previous, previous, o->bodies.previous);
    }
    test_world_destroy(&t);
    oracle_destroy_world(o);
    return MUNIT_OK;
}

static MunitResult group_sizes_agree(const MunitParameter params[], void* fixture)
{
    (void)params;
    munit_assert_uint64(run(fixture, 1, 1), ==, PINNED);
    return MUNIT_OK;
}

static MunitResult in_flight_agrees(const MunitParameter params[], void* fixture)
{
    (void)params;
    static const uint32_t way[][2] = { { 1, 2 }, { 1, 3 }, { 3, 1 }, { 3, 2 } }; // steps per command, commands
    for (size_t i = 0; i < MAS_COUNT(way); ++i)
        munit_assert_uint64(run(fixture, way[i][0], way[i][1]), ==, PINNED);
    return MUNIT_OK;
}

static MunitResult windows_agree(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_gpu* gpu                     = fixture;
    gpu->device->limits.storage_range = 1 << 14; // 512 poses
    munit_assert_uint64(run(gpu, 1, 1), ==, PINNED);
    return MUNIT_OK;
}

// Saved, 50 steps, restored, the same 50 steps: in this world and in another that gets the bytes.
static MunitResult snapshot_agrees(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_world t, other;
    scene s, other_scene;
    massa_snapshot *snapshot, *received;
    start(&t, fixture, &s, 1, 3);
    start(&other, fixture, &other_scene, 1, 1);
    test_try(massa_create_snapshot(t.world, &snapshot));
    test_try(massa_create_snapshot(other.world, &received));
    test_world_run(&t, 150);
    const scene saved   = s;
    VkCommandBuffer cmd = test_world_begin(&t);
    test_try(massa_cmd_save(t.world, cmd, snapshot));
    test_world_submit(&t, cmd);
    test_world_run(&t, 50);
    const uint64_t after_50 = t.hash;

    cmd = test_world_begin(&t);
    test_try(massa_cmd_restore(t.world, cmd, snapshot));
    test_world_submit(&t, cmd);
    s = saved;
    test_world_run(&t, 50);
    munit_assert_uint64(t.hash, ==, after_50);
    test_world_run(&t, STEPS - 200);
    munit_assert_uint64(t.hash, ==, PINNED);

    const void* bytes;
    size_t size;
    test_try(massa_snapshot_bytes(snapshot, &bytes, &size));
    test_try(massa_snapshot_load(received, bytes, size));
    cmd = test_world_begin(&other);
    test_try(massa_cmd_restore(other.world, cmd, received));
    test_world_submit(&other, cmd);
    other_scene = saved;
    test_world_run(&other, STEPS - 150);
    munit_assert_uint64(other.hash, ==, PINNED);
    massa_destroy_snapshot(snapshot);
    massa_destroy_snapshot(received);
    test_world_destroy(&t);
    test_world_destroy(&other);
    return MUNIT_OK;
}

static MunitResult replay_agrees(const MunitParameter params[], void* fixture)
{
    (void)params;
    tape recorded = { 0 };
    test_world t, other;
    scene s;
    start(&t, fixture, &s, 1, 2);
    test_try(massa_world_set_recorder(t.world, tape_record, &recorded));
    test_world_run(&t, STEPS);
    munit_assert_uint64(t.hash, ==, PINNED);
    munit_assert_uint32(recorded.count, ==, STEPS);

    test_world_create(&other, fixture, world_desc(), 1, 3);
    for (uint32_t i = 0; i < STEPS; ++i)
    {
        VkCommandBuffer cmd = test_world_begin(&other);
        test_try(massa_cmd_replay(other.world, cmd, recorded.block[i], recorded.size[i]));
        test_world_submit(&other, cmd);
    }
    test_world_finish(&other);
    tape_drop(&recorded);
    munit_assert_uint64(other.hash, ==, PINNED);
    test_world_destroy(&t);
    test_world_destroy(&other);
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/oracle-agrees", oracle_agrees, NULL, NULL, 0, NULL },
    { "/every-step-agrees", every_step_agrees, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { "/group-sizes-agree", group_sizes_agree, test_gpu_setup, test_gpu_tear_down, 0, test_group_sizes },
    { "/in-flight-agrees", in_flight_agrees, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { "/windows-agree", windows_agree, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { "/snapshot-agrees", snapshot_agrees, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { "/replay-agrees", replay_agrees, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { 0 },
};
MunitSuite test_integrate_hash_suite = { "/integrate-hash", tests, NULL, 1, 0 };
