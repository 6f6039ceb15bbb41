// What a body is asked to keep to: forces and damping by their formulas, locked axes to the last bit, limits, and the
// calls that change them. Forged recordings and snapshots of them are refused.
#include "api.h"
#include "flight.h"
#include "module/replay.h"
#include "module/shapes.h"
#include "tape.h"
#include "inside.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const massa_vec3 ORIGIN = { 0 };

typedef struct news
{
    massa_watched body[FLIGHT_BODIES];
} news;

static void listen(test_world* t, const massa_poll_result* n)
{
    memcpy(((news*)t->user)->body, n->watched, n->watched_count * sizeof *n->watched);
}

static void watch(flight* f, news* n)
{
    f->t.user  = n;
    f->t.heard = listen;
    test_try(massa_world_watch(f->t.world, f->id, f->count));
}

// A shot in thick air, pushed and turned in every step. Each substep is v <- (v + h a) / (1 + h c), x <- x + h v; the
// truth is a / c + (v - a / c) exp(-c t), which twice the substeps come twice as near.
// proves: 002-14. Red when gravity, or a body's own force or torque, is left out or outlasts its step.
static MunitResult forces_follow_the_formula(const MunitParameter params[], void* fixture)
{
    (void)params;
    enum
    {
        STEPS = 120
    };
    double before      = 0.0;
    const double c     = 0.8;
    const massa_vec3 f = { 3.0f, -2.0f, 5.0f }, turn = { 0.0f, 0.4f, 0.0f }; // N, N m
    const vec a = { 3.0 / 2.0, -9.81 - 2.0 / 2.0, 5.0 / 2.0 }, v0 = { 4.0, 9.0, -1.0 };
    for (uint32_t substeps = 2; substeps <= 8; substeps *= 2)
    {
        flight s;
        news n;
        flight_begin(&s, fixture, (massa_vec3){ 0.0f, -9.81f, 0.0f }, substeps);
        massa_body_desc d = massa_default_body_desc();
        d.velocity        = (massa_vec3){ (float)v0.x, (float)v0.y, (float)v0.z };
        d.mass            = 2.0f;
        d.inertia         = (massa_vec3){ 0.5f, 0.5f, 0.5f };
        d.linear_damping  = (float)c;
        d.angular_damping = (float)c;
        flight_add(&s, d);
        watch(&s, &n);
        vec x = { 0 }, v = v0;
        double spin    = 0.0;
        const double h = 1.0 / 60.0 / substeps;
        for (int i = 0; i < STEPS; ++i)
        {
            // A force through the centre: at the place where the body is.
            const mas_vec4 at = i > 0 ? s.pose[0].position : (mas_vec4){ 0 };
            test_try(massa_body_apply_force(s.t.world, s.id[0], f, (massa_vec3){ at.x, at.y, at.z }));
            test_try(massa_body_apply_torque(s.t.world, s.id[0], turn));
            flight_run(&s, 1);
            for (uint32_t k = 0; k < substeps; ++k)
            {
                v    = (vec){ (v.x + h * a.x) / (1 + h * c), (v.y + h * a.y) / (1 + h * c),
                              (v.z + h * a.z) / (1 + h * c) };
                x    = (vec){ x.x + h * v.x, x.y + h * v.y, x.z + h * v.z };
                spin = (spin + h * 0.4 / 0.5) / (1 + h * c);
            }
        }
        // The damping's factor is off by up to 1.2e-7 in each of 960 substeps.
        munit_assert_double(vec_length(vec_sub(vec_of(s.motion[0].velocity), v)), <, 4e-4);
        munit_assert_double(vec_length(vec_sub(vec_of(s.pose[0].position), x)), <, 4e-4);
        munit_assert_double(fabs(n.body[0].angular_velocity.y - spin), <, 4e-5);
        const double t = STEPS / 60.0, e = exp(-c * t);
        const vec truth = { a.x / c * t + (v0.x - a.x / c) * (1 - e) / c, a.y / c * t + (v0.y - a.y / c) * (1 - e) / c,
                            a.z / c * t + (v0.z - a.z / c) * (1 - e) / c };
        const double error = vec_length(vec_sub(x, truth));
        if (substeps > 2) munit_assert_double(fabs(before / error - 2.0), <, 0.1);
        before          = error;
        const vec still = vec_of(s.motion[0].velocity);
        flight_run(&s, 1); // no longer pushed, but still falling
        for (uint32_t k = 0; k < substeps; ++k)
            v = (vec){ v.x / (1 + h * c), (v.y - h * 9.81) / (1 + h * c), v.z / (1 + h * c) };
        munit_assert_double(vec_length(vec_sub(vec_of(s.motion[0].velocity), v)), <, 4e-4);
        munit_assert_double(vec_length(vec_sub(still, v)), >, 0.01);
        flight_end(&s);
    }
    return MUNIT_OK;
}

static float part(massa_vec3 v, int k)
{
    return k == 0 ? v.x : k == 1 ? v.y : v.z;
}

// Lopsided bodies with all kinds of locks, thrown, spun, pulled off their centres.
static MunitResult locks_hold_exactly(const MunitParameter params[], void* fixture)
{
    (void)params;
    static const uint32_t locks[] = { 0,  1,      2,      4,       7,  3 | 8, 8,      16,
                                      32, 8 | 32, 8 | 16, 16 | 32, 56, 63,    1 | 56, 4 | 8 | 16 };
    flight f;
    news n;
    flight_begin(&f, fixture, (massa_vec3){ 1.0f, -9.0f, 2.0f }, 4);
    for (uint32_t i = 0; i < MAS_COUNT(locks); ++i)
    {
        massa_body_desc d  = massa_default_body_desc();
        d.position         = (massa_vec3){ 0.1f, 0.2f, 0.3f };
        d.velocity         = (massa_vec3){ 1.0f, 2.0f, -3.0f };
        d.angular_velocity = (massa_vec3){ 2.0f, 3.0f, 1.0f };
        d.inertia          = (massa_vec3){ 0.1f, 0.2f, 0.25f };
        d.locks            = locks[i];
        flight_add(&f, d);
    }
    watch(&f, &n);
    for (int step = 0; step < 200; ++step)
    {
        for (uint32_t i = 0; i < f.count; ++i)
        {
            test_try(massa_body_apply_force(f.t.world, f.id[i], (massa_vec3){ 0.5f, 1.0f, 2.0f },
                                            (massa_vec3){ 0.3f, -0.1f, 0.2f }));
            if (step % 50 == 3)
                test_try(massa_body_apply_impulse(f.t.world, f.id[i], (massa_vec3){ 1.0f, 1.0f, 1.0f }, ORIGIN));
        }
        flight_run(&f, 1);
        for (uint32_t i = 0; i < f.count; ++i)
        {
            const massa_watched* b = &n.body[i];
            const massa_vec3 start = { 0.1f, 0.2f, 0.3f };
            for (int k = 0; k < 3; ++k)
            {
                const bool way = (locks[i] >> k & 1) != 0, turn = (locks[i] >> (3 + k) & 1) != 0;
                munit_assert(way == (part(b->position, k) == part(start, k)));
                munit_assert(way == (part(b->velocity, k) == 0.0f));
                munit_assert(turn == (part(b->angular_velocity, k) == 0.0f));
            }
            // Upright to the last bit: no turn but about the one axis that is left, or none at all.
            const uint32_t turns = locks[i] >> 3;
            const massa_quat q   = b->rotation;
            if ((turns & 3) == 3) munit_assert(q.x == 0.0f && q.y == 0.0f);
            if ((turns & 5) == 5) munit_assert(q.x == 0.0f && q.z == 0.0f);
            if ((turns & 6) == 6) munit_assert(q.y == 0.0f && q.z == 0.0f);
            munit_assert((turns == 7) == (q.x == 0.0f && q.y == 0.0f && q.z == 0.0f));
        }
    }
    flight_end(&f);
    return MUNIT_OK;
}

// A locked body has no inertia for the solver; unlocked it has its own again.
static MunitResult unlocked_turns_as_before(const MunitParameter params[], void* fixture)
{
    (void)params;
    flight f;
    news n;
    flight_begin(&f, fixture, ORIGIN, 4);
    massa_body_desc d = massa_default_body_desc();
    d.inertia         = (massa_vec3){ 0.1f, 0.2f, 0.25f };
    d.locks           = MASSA_AXIS_TURN_X | MASSA_AXIS_TURN_Y | MASSA_AXIS_TURN_Z;
    flight_add(&f, d);
    d.locks = 0;
    flight_add(&f, d);
    watch(&f, &n);
    test_try(massa_body_apply_angular_impulse(f.t.world, f.id[0], (massa_vec3){ 1.0f, 2.0f, 3.0f }));
    flight_run(&f, 10);
    munit_assert_float(n.body[0].rotation.w, ==, 1.0f);
    test_try(massa_body_set_locks(f.t.world, f.id[0], 0));
    for (uint32_t i = 0; i < 2; ++i)
        test_try(massa_body_apply_angular_impulse(f.t.world, f.id[i], (massa_vec3){ 0.1f, 0.2f, 0.3f }));
    flight_run(&f, 10);
    munit_assert_memory_equal(sizeof f.pose[0], &f.pose[0], &f.pose[1]);
    munit_assert_memory_equal(sizeof f.motion[0], &f.motion[0], &f.motion[1]);
    munit_assert_float(n.body[0].rotation.w, <, 0.99f);
    test_try(massa_body_set_locks(f.t.world, f.id[0], MASSA_AXIS_TURN_X | MASSA_AXIS_TURN_Y | MASSA_AXIS_TURN_Z));
    const body_pose locked = f.pose[0];
    flight_run(&f, 10);
    munit_assert_memory_equal(sizeof locked, &f.pose[0], &locked);
    flight_end(&f);
    return MUNIT_OK;
}

static MunitResult limits_hold(const MunitParameter params[], void* fixture)
{
    (void)params;
    flight f;
    news n;
    flight_begin(&f, fixture, (massa_vec3){ 0.0f, -10.0f, 0.0f }, 4);
    massa_body_desc d = massa_default_body_desc();
    d.inertia         = (massa_vec3){ 0.1f, 0.2f, 0.25f };
    d.max_speed       = 5.0f;
    d.max_spin        = 3.0f;
    flight_add(&f, d);
    d = massa_default_body_desc(); // 400 m/s, 200 rad/s
    flight_add(&f, d);
    watch(&f, &n);
    double most = 0.0, most_spin = 0.0;
    for (int i = 0; i < 120; ++i)
    {
        const float before = f.pose[0].position.y;
        test_try(massa_body_apply_torque(f.t.world, f.id[0], (massa_vec3){ 0.2f, 0.5f, 0.3f }));
        const mas_vec4 at = f.pose[1].position;
        test_try(massa_body_apply_force(f.t.world, f.id[1], (massa_vec3){ 1e4f, 0.0f, 0.0f },
                                        (massa_vec3){ at.x, at.y, at.z }));
        test_try(massa_body_apply_torque(f.t.world, f.id[1], (massa_vec3){ 0.0f, 0.0f, 50.0f }));
        flight_run(&f, 1);
        const massa_vec3 w = n.body[0].angular_velocity;
        most               = fmax(most, vec_length(vec_of(f.motion[0].velocity)));
        most_spin          = fmax(most_spin, sqrt((double)w.x * w.x + (double)w.y * w.y + (double)w.z * w.z));
        munit_assert_double(before - f.pose[0].position.y, <, 5.0 / 60.0 + 1e-5);
    }
    munit_assert_double(most, <, 5.0 + 5e-6);
    munit_assert_double(most, >, 5.0 - 5e-6);
    munit_assert_double(most_spin, <, 3.0 + 5e-6);
    munit_assert_double(most_spin, >, 2.99);
    munit_assert_double(fabs(vec_length(vec_of(f.motion[1].velocity)) - 400.0), <, 1e-3);
    munit_assert_double(fabs(n.body[1].angular_velocity.z - 200.0f), <, 1e-3);
    test_try(massa_body_set_limits(f.t.world, f.id[0], 0.0f, 0.0f)); // stands, whatever pulls
    flight_run(&f, 1);
    const body_pose stopped = f.pose[0];
    flight_run(&f, 5);
    munit_assert_memory_equal(sizeof stopped, &f.pose[0], &stopped);
    flight_end(&f);
    return MUNIT_OK;
}

// The body's state as its handle tells it: where, how turned, and both velocities, about any centre and any axes.
// proves: 002-05. Red when one of the four is another body's, or the spin is told in the body's own axes.
static MunitResult state_is_told(const MunitParameter params[], void* fixture)
{
    (void)params;
    flight f;
    news n;
    flight_begin(&f, fixture, ORIGIN, 4);
    for (uint32_t i = 0; i < 8; ++i)
    {
        const float k      = (float)i;
        massa_body_desc d  = massa_default_body_desc();
        d.kind             = i % 4 == 3 ? MASSA_BODY_KINEMATIC : MASSA_BODY_DYNAMIC;
        d.position         = (massa_vec3){ k, -k, 2.0f };
        d.rotation         = (massa_quat){ 0.1f * k, 0.3f, -0.2f, 1.0f };
        d.velocity         = (massa_vec3){ 3.0f, 0.5f * k, 1.0f };
        d.angular_velocity = (massa_vec3){ 0.5f, 0.25f * k, -1.0f };
        d.inertia          = (massa_vec3){ 0.2f, 0.2f, 0.2f }; // a ball keeps its spin
        flight_add(&f, d);
    }
    watch(&f, &n);
    flight_run(&f, 60);
    for (uint32_t i = 0; i < f.count; ++i)
    {
        const massa_watched* b   = &n.body[i];
        const massa_body_desc* d = &f.desc[i];
        const massa_quat q       = mas_unit(d->rotation);
        const vec spin           = { d->angular_velocity.x, d->angular_velocity.y, d->angular_velocity.z };
        const vec x = { d->position.x + d->velocity.x, d->position.y + d->velocity.y, d->position.z + d->velocity.z };
        const double full = 2.0 * 3.14159265358979324, turn = fmod(vec_length(spin), full);
        munit_assert_uint64(b->body.bits, ==, f.id[i].bits);
        munit_assert_double(vec_length(vec_sub(x, (vec){ b->position.x, b->position.y, b->position.z })), <, 3e-5);
        munit_assert_float(b->velocity.y, ==, d->velocity.y);
        munit_assert_double(fabs(b->angular_velocity.y - spin.y) + fabs(b->angular_velocity.z - spin.z), <, 1e-5);
        const double found = angle_between((mas_vec4){ q.x, q.y, q.z, q.w },
                                           (mas_vec4){ b->rotation.x, b->rotation.y, b->rotation.z, b->rotation.w });
        munit_assert_double(fabs(found - (turn > full / 2 ? full - turn : turn)), <, 1e-4);
    }
    flight_end(&f);
    return MUNIT_OK;
}

// The first block that a world records, with one edit of the kind behind the making of a dynamic body.
static MunitResult forgeries_are_refused(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_gpu* gpu         = fixture;
    tape recorded         = { 0 };
    massa_world_desc desc = api_desc(4);
    massa_world *w, *other;
    massa_body_id id;
    massa_body_desc d = massa_default_body_desc();
    test_try(massa_create_world(gpu->device, &desc, &w));
    test_try(massa_create_world(gpu->device, &desc, &other));
    test_try(massa_world_set_recorder(w, tape_record, &recorded));
    test_try(massa_create_body(w, &d, &id));
    test_try(massa_body_set_locks(w, id, MASSA_AXIS_X));
    const uint64_t hash = api_step(gpu, w);
    const size_t size = recorded.size[0], made = sizeof(block_header), last = made + sizeof(edit_record);
    const uint32_t nan = 0x7fc00000u;
    const struct
    {
        size_t at;
        uint32_t value;
    } rows[] = {
        { made + offsetof(edit_record, flags), (BODY_ALIVE | BODY_MOVES | BODY_DYNAMIC) | 64u << BODY_FLAG_BITS },
        { made + offsetof(edit_record, flags), BODY_ALIVE | BODY_MOVES | BODY_DYNAMIC | BODY_ASLEEP },
        { made + offsetof(edit_record, data[5].x), 0x47800000u }, // 65536 m/s
        { made + offsetof(edit_record, data[5].y), 0xbf800000u },
        { made + offsetof(edit_record, data[5].z), nan },
        { made + offsetof(edit_record, data[4].x), 0 },           // no inertia
        { made + offsetof(edit_record, data[4].y), 0xbf800000u }, // less than none
        { last + offsetof(edit_record, flags), 64 },
        { last + offsetof(edit_record, data[0].x), 0x3f800000u }, // another body's inertia
        { last + offsetof(edit_record, kind), EDIT_BODY_SET_GRAVITY_SCALE },
        { last + offsetof(edit_record, kind), EDIT_BODY_WAKE },
        { last + offsetof(edit_record, generation), 1 },
    };
    uint8_t* bad          = malloc(size);
    const uint64_t before = api_tables(other);
    VkCommandBuffer cmd   = platform_begin(&gpu->host);
    for (size_t i = 0; i < MAS_COUNT(rows); ++i)
    {
        memcpy(bad, recorded.block[0], size);
        memcpy(bad + rows[i].at, &rows[i].value, 4);
        api_seal_block(bad, size);
        REFUSED(massa_cmd_replay(other, cmd, bad, size), MASSA_ERROR_RECORDING, "forged");
        munit_assert_uint64(api_tables(other), ==, before);
    }
    munit_assert(platform_submit_and_wait(&gpu->host, cmd));
    munit_assert_uint64(api_replay(gpu, other, recorded.block[0], size), ==, hash);
    free(bad);

    // The same body in a snapshot.
    massa_snapshot* s;
    const void* bytes;
    size_t all;
    test_try(massa_create_snapshot(w, &s));
    cmd = platform_begin(&gpu->host);
    test_try(massa_cmd_save(w, cmd, s));
    munit_assert(platform_submit_and_wait(&gpu->host, cmd));
    test_try(massa_snapshot_bytes(s, &bytes, &all));
    bad                = malloc(all);
    const size_t trait = all - w->simulation->arena.peak[MAS_STATE] + w->simulation->rigid->bodies.trait.offset;
    const struct
    {
        size_t at;
        uint32_t value;
    } lies[] = {
        { trait + offsetof(body_trait, locks), 64 },
        { trait + offsetof(body_trait, max_speed), nan },
        { trait + offsetof(body_trait, max_spin), 0x44800000u }, // 1024 rad/s
        { trait + offsetof(body_trait, sleep_speed), 0xbf800000u },
    };
    for (size_t i = 0; i < MAS_COUNT(lies); ++i)
    {
        memcpy(bad, bytes, all);
        memcpy(bad + lies[i].at, &lies[i].value, 4);
        api_seal_snapshot(bad, all);
        REFUSED(massa_snapshot_load(s, bad, all), MASSA_ERROR_SNAPSHOT, "forged");
    }
    memcpy(bad, bytes, all);
    test_try(massa_snapshot_load(s, bad, all));
    free(bad);
    massa_destroy_snapshot(s);
    tape_drop(&recorded);
    massa_destroy_world(w);
    massa_destroy_world(other);
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/forces-follow-the-formula", forces_follow_the_formula, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { "/locks-hold-exactly", locks_hold_exactly, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { "/unlocked-turns-as-before", unlocked_turns_as_before, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { "/limits-hold", limits_hold, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { "/state-is-told", state_is_told, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { "/forgeries-are-refused", forgeries_are_refused, api_setup, wrapper_tear_down, 0, NULL },
    { 0 },
};
MunitSuite test_bodies_suite = { "/bodies", tests, NULL, 1, 0 };
