// Bodies as a host sees them: one array per attribute, and handles that name an entry of all of them.
#include "flight.h"

#include <string.h>

enum
{
    BODIES = 20
};

typedef struct arrays
{
    body_pose pose[BODIES], previous[BODIES];
    body_motion motion[BODIES];
    body_trait trait[BODIES];
} arrays;

static void look(flight* f, arrays* a)
{
    test_world_read(&f->t, MASSA_VIEW_BODY_POSE, a->pose, BODIES);
    test_world_read(&f->t, MASSA_VIEW_BODY_PREVIOUS_POSE, a->previous, BODIES);
    test_world_read(&f->t, MASSA_VIEW_BODY_MOTION, a->motion, BODIES);
    test_world_read(&f->t, MASSA_VIEW_BODY_TRAIT, a->trait, BODIES);
}

static uint32_t locks_of(uint32_t i)
{
    return i % 4 == 2 ? MASSA_AXIS_X | MASSA_AXIS_TURN_Y | MASSA_AXIS_TURN_Z : i % 2 * MASSA_AXIS_TURN_X;
}

// At rest and without gravity, so that nothing changes but by edits.
static void make(flight* f, test_gpu* gpu)
{
    flight_begin(f, gpu, (massa_vec3){ 0 }, 1);
    for (uint32_t i = 0; i < BODIES; ++i)
    {
        const float k     = (float)i;
        massa_body_desc d = massa_default_body_desc();
        d.position        = (massa_vec3){ k, 2.0f * k, -k };
        d.rotation        = (massa_quat){ 0.1f * k, 0.5f, 0.0f, 1.0f };
        d.gravity_scale   = 1.0f + k;
        d.linear_damping  = 0.5f * k;
        d.angular_damping = 0.25f * k;
        d.locks           = locks_of(i);
        d.max_speed       = 100.0f + k;
        d.max_spin        = 10.0f + k;
        d.sleep_speed     = 0.125f * k;
        d.user            = 1000 + i;
        munit_assert_uint32(massa_body_index(f->id[flight_add(f, d)]), ==, i);
    }
    flight_run(f, 1);
}

// proves: 002-06. Red when an attribute is interleaved with another, or stands in another's array.
static MunitResult one_array_per_attribute(const MunitParameter params[], void* fixture)
{
    (void)params;
    enum
    {
        VIEWS = MASSA_VIEW_BODY_TRAIT + 1
    };
    static const uint32_t stride[VIEWS] = { 32, 32, 32, 32 };
    flight f;
    arrays a;
    massa_view view[VIEWS];
    make(&f, fixture);
    for (uint32_t k = 0; k < VIEWS; ++k)
    {
        test_try(massa_world_view(f.t.world, (massa_view_kind)k, &view[k]));
        munit_assert_uint32(view[k].stride, ==, stride[k]);
        munit_assert_uint32(view[k].count, ==, BODIES);
        munit_assert_uint64(view[k].size, ==, (uint64_t)FLIGHT_BODIES * stride[k]); // packed: nothing in between
        for (uint32_t j = 0; j < k; ++j)
        {
            const bool apart =
                view[k].offset >= view[j].offset + view[j].size || view[j].offset >= view[k].offset + view[k].size;
            munit_assert(view[k].buffer != view[j].buffer || apart);
        }
    }
    for (uint32_t i = 0; i < BODIES; ++i)
        test_try(massa_body_set_velocity(f.t.world, f.id[i], (massa_vec3){ 0.0f, 0.0f, 3.0f * (float)i }));
    flight_run(&f, 1);
    look(&f, &a);
    for (uint32_t i = 0; i < BODIES; ++i)
    {
        const float k = (float)i;
        munit_assert_float(a.previous[i].position.x, ==, k);
        munit_assert_float(a.previous[i].position.z, ==, -k);
        munit_assert_float(a.pose[i].position.y, ==, 2.0f * k);
        munit_assert(i == 0 ? a.pose[i].position.z == 0.0f : a.pose[i].position.z > -k); // it has moved
        munit_assert(i == 0 ? a.motion[i].velocity.z == 0.0f : a.motion[i].velocity.z > 2.0f * k);
        munit_assert_float(a.trait[i].gravity_scale, ==, 1.0f + k);
        munit_assert_float(a.trait[i].linear_damping, ==, 0.5f * k);
        munit_assert_float(a.trait[i].angular_damping, ==, 0.25f * k);
        munit_assert_uint32(a.trait[i].locks, ==, locks_of(i));
        munit_assert_float(a.trait[i].max_speed, ==, 100.0f + k);
        munit_assert_float(a.trait[i].max_spin, ==, 10.0f + k);
        munit_assert_float(a.trait[i].sleep_speed, ==, 0.125f * k);
        munit_assert_float(a.motion[i].momentum.x, ==, 0.0f);
    }
    flight_end(&f);
    return MUNIT_OK;
}

// Entry k of the arrays may differ, all others must not.
static void expect_only(const arrays* before, const arrays* after, uint32_t k)
{
    for (uint32_t i = 0; i < BODIES; ++i)
    {
        const bool same = memcmp(&before->pose[i], &after->pose[i], sizeof(body_pose)) == 0 &&
                          memcmp(&before->motion[i], &after->motion[i], sizeof(body_motion)) == 0 &&
                          memcmp(&before->trait[i], &after->trait[i], sizeof(body_trait)) == 0;
        munit_assert_int(same, ==, i != k);
    }
}

static massa_watched watched;

static void listen(test_world* t, const massa_poll_result* news)
{
    (void)t;
    munit_assert_uint32(news->watched_count, ==, 1);
    watched = news->watched[0];
}

// proves: 002-07. Red when an edit or an answer uses another entry than the handle's, or a handle outlives its body.
static MunitResult handle_reads_and_writes_its_entry(const MunitParameter params[], void* fixture)
{
    (void)params;
    const massa_vec3 a = { 1.0f, -2.0f, 3.0f };
    flight f;
    arrays before, after;
    make(&f, fixture);
    for (uint32_t k = 0; k < BODIES; k += 3)
    {
        massa_world* w         = f.t.world;
        const massa_body_id id = f.id[k];
        look(&f, &before);
        if (k % 2 == 0) test_try(massa_body_set_pose(w, id, a, (massa_quat){ 0.6f, 0, 0, 0.8f }));
        if (k % 2 == 1) test_try(massa_body_set_velocity(w, id, a));
        if (k % 4 == 1) test_try(massa_body_apply_angular_impulse(w, id, a));
        test_try(massa_world_watch(w, &id, 1));
        f.t.heard = listen;
        flight_run(&f, 1);
        f.t.heard = NULL;
        look(&f, &after);
        expect_only(&before, &after, k);

        // Read back by the handle.
        uint64_t user;
        const body_pose p = after.pose[k];
        test_try(massa_body_get_user(w, id, &user));
        munit_assert_uint64(user, ==, 1000 + k);
        munit_assert_uint64(watched.body.bits, ==, id.bits);
        munit_assert_memory_equal(sizeof watched.position, &watched.position, &p.position);
        munit_assert_memory_equal(sizeof watched.rotation, &watched.rotation, &p.rotation);
        munit_assert_memory_equal(sizeof watched.velocity, &watched.velocity, &after.motion[k].velocity);

        // Gone: the entry is empty, the handle stale, and the next body gets the entry but not the handle.
        test_try(massa_destroy_body(w, id));
        munit_assert_int(massa_body_set_velocity(w, id, a), ==, MASSA_ERROR_STALE_ID);
        test_try(massa_world_watch(w, NULL, 0));
        before = after;
        flight_run(&f, 1);
        look(&f, &after);
        expect_only(&before, &after, k);
        static const body_pose no_pose;
        static const body_motion no_motion;
        static const body_trait no_trait;
        munit_assert_memory_equal(sizeof no_pose, &after.pose[k], &no_pose);
        munit_assert_memory_equal(sizeof no_motion, &after.motion[k], &no_motion);
        munit_assert_memory_equal(sizeof no_trait, &after.trait[k], &no_trait);

        massa_body_desc d = massa_default_body_desc();
        test_try(massa_create_body(w, &d, &f.id[k]));
        munit_assert_uint32(massa_body_index(f.id[k]), ==, k);
        munit_assert_uint64(f.id[k].bits, !=, id.bits);
        munit_assert_int(massa_body_set_velocity(w, id, a), ==, MASSA_ERROR_STALE_ID);
        flight_run(&f, 1);
    }
    flight_end(&f);
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/one-array-per-attribute", one_array_per_attribute, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { "/handle-reads-and-writes-its-entry", handle_reads_and_writes_its_entry, test_gpu_setup, test_gpu_tear_down, 0,
      NULL },
    { 0 },
};
MunitSuite test_apply_handle_suite = { "/apply-handle", tests, NULL, 1, 0 };
