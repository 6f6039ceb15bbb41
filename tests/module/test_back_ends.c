// A recording is played by the device or by plain C, as the host likes, and what a host reads back is that state.
#include "oracle/quaternion.h"
#include "module/world.h"
#include "reference/reference.h"
#include "tape.h"
#include "twin_scene.h"

#include <math.h>
#include <string.h>

typedef enum back_end
{
    DEVICE,
    PLAIN
} back_end;

static uint64_t play(test_gpu* gpu, back_end on, const massa_world_desc* d, const tape* recorded)
{
    uint64_t hash = 0;
    if (on == PLAIN)
    {
        reference* r = reference_create(d);
        for (uint32_t i = 0; i < recorded->count; ++i)
            reference_record(r, recorded->block[i], recorded->size[i]);
        hash = reference_hash(r);
        reference_destroy(r);
        return hash;
    }
    massa_world* w;
    test_try(massa_create_world(gpu->device, d, &w));
    for (uint32_t i = 0; i < recorded->count; ++i)
        hash = api_replay(gpu, w, recorded->block[i], recorded->size[i]);
    massa_destroy_world(w);
    return hash;
}

// proves: 002-04. Red when one of the back ends cannot play by itself what a host recorded, or comes to another state.
static MunitResult chosen_by_the_host(const MunitParameter params[], void* fixture)
{
    (void)params;
    const massa_world_desc d = twin_desc(&twin_ways[0]);
    tape recorded            = { 0 };
    twin_scene s             = { .random = 7 };
    test_world t;
    test_world_create(&t, fixture, d, 1, d.max_steps_in_flight);
    test_try(massa_world_set_recorder(t.world, tape_record, &recorded));
    s.world = t.world;
    t.user  = &s;
    t.edit  = twin_edit_heap;
    twin_make_heap(&s);
    for (uint32_t i = 0; i < 40; ++i)
        test_world_run(&t, 1);
    for (back_end on = DEVICE; on <= PLAIN; ++on)
        munit_assert_uint64(play(fixture, on, &d, &recorded), ==, t.hash);
    tape_drop(&recorded);
    test_world_destroy(&t);
    return MUNIT_OK;
}

typedef struct readers
{
    twin w; // first: what a test_world is part of
    twin_scene s;
    watch_entry entry[TWIN_ROOM];
    void (*compare)(test_world*, const massa_poll_result*);
    uint32_t heard;
} readers;

// The matrix that turns body axes into the world's, as a host makes it from the quaternion that comes back.
static void matrix_of(massa_quat q, float m[3][3])
{
    const float x = q.x, y = q.y, z = q.z, w = q.w;
    const float rows[3][3] = { { 1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y) },
                               { 2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x) },
                               { 2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y) } };
    memcpy(m, rows, sizeof rows);
}

static void expect_matrix(massa_quat q, mas_vec4 rotation)
{
    float m[3][3];
    matrix_of(q, m);
    for (uint32_t k = 0; k < 3; ++k)
    {
        const oracle_vec3 axis   = { k == 0 ? 1.0f : 0.0f, k == 1 ? 1.0f : 0.0f, k == 2 ? 1.0f : 0.0f };
        const oracle_vec3 turned = oracle_quaternion_rotate(rotation, axis);
        munit_assert_float(fabsf(m[0][k] - turned.x) + fabsf(m[1][k] - turned.y) + fabsf(m[2][k] - turned.z), <, 4e-6f);
    }
}

static void read_watched(test_world* t, const massa_poll_result* news)
{
    readers* r                = (readers*)t;
    const oracle_world* plain = r->w.plain;
    r->compare(t, news);
    munit_assert_uint32(news->watched_count, ==, r->s.bodies);
    watch_answer answer[TWIN_ROOM];
    oracle_watch(&plain->bodies, r->entry, r->s.bodies, answer);
    for (uint32_t i = 0; i < r->s.bodies; ++i)
    {
        const massa_watched* b = &news->watched[i];
        const watch_answer* a  = &answer[i];
        munit_assert((b->body.bits != 0) == (a->position.w != 0.0f));
        if (b->body.bits == 0) continue;
        munit_assert_memory_equal(sizeof b->position, &b->position, &a->position);
        munit_assert_memory_equal(sizeof b->rotation, &b->rotation, &a->rotation);
        munit_assert_memory_equal(sizeof b->velocity, &b->velocity, &a->velocity);
        munit_assert_memory_equal(sizeof b->angular_velocity, &b->angular_velocity, &a->angular_velocity);
        expect_matrix(b->rotation, plain->bodies.pose[r->entry[i].slot].rotation);
        ++r->heard;
    }
}

static void expect_view(readers* r, massa_view_kind kind, const void* expected, size_t size)
{
    static mas_vec4 got[2 * (TWIN_ROOM + 8)];
    const uint32_t bodies = r->w.plain->tables->body.count;
    munit_assert_size(bodies * size, <=, sizeof got);
    test_world_read(&r->w.t, kind, got, bodies);
    munit_assert_memory_equal(bodies * size, got, expected);
}

// proves: 002-11. Red when what comes back of a body, polled or read from a view, is not its state after that step to
// the last bit, or the matrix of its rotation does not turn its axes as the engine does.
static MunitResult state_is_read_back(const MunitParameter params[], void* fixture)
{
    (void)params;
    massa_world_desc d = twin_desc(&twin_ways[0]);
    d.capacity.watched = TWIN_ROOM;
    static readers r;
    r = (readers){ .s = { .random = 11 } };
    twin_create(&r.w, fixture, d, 1);
    r.compare   = r.w.t.heard;
    r.s.world   = r.w.t.world;
    r.w.t.user  = &r.s;
    r.w.t.edit  = twin_edit_heap;
    r.w.t.heard = read_watched;
    twin_make_heap(&r.s);
    test_try(massa_world_watch(r.s.world, r.s.body, r.s.bodies));
    memcpy(r.entry, mas_watched(r.s.world->tables), r.s.bodies * sizeof *r.entry);
    for (uint32_t i = 0; i < 3; ++i)
    {
        const oracle_bodies* b = &r.w.plain->bodies;
        twin_run(&r.w, 20);
        expect_view(&r, MASSA_VIEW_BODY_POSE, b->pose, sizeof *b->pose);
        expect_view(&r, MASSA_VIEW_BODY_PREVIOUS_POSE, b->previous, sizeof *b->previous);
        expect_view(&r, MASSA_VIEW_BODY_MOTION, b->motion, sizeof *b->motion);
        expect_view(&r, MASSA_VIEW_BODY_TRAIT, b->trait, sizeof *b->trait);
    }
    munit_assert_uint32(r.heard, >, 60 * (TWIN_ROOM - 4));
    twin_destroy(&r.w);
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/chosen-by-the-host", chosen_by_the_host, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { "/state-is-read-back", state_is_read_back, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { 0 },
};
MunitSuite test_back_ends_suite = { "/back-ends", tests, NULL, 1, 0 };
