// Worlds whose bodies meet, saved and restored, moved to another world, replayed and resized in the middle: the run
// goes on with the contacts, recycled or not, and the state of an undisturbed run. Red when what is kept of pairs,
// their impulses or their colours is lost or left behind, when a shape comes out otherwise in a replay, when a shape
// that bounces is counted twice, or when a resize moves an array to the wrong place.
// runs: lavapipe25 layers asan. What the host side does with its input is the same on every driver.
#include "meeting.h"

#include "module/world.h"
#include "tape.h"

#include <stdlib.h>
#include <string.h>

enum
{
    BODIES = 48,
    STEPS  = 16,
    MIDDLE = 6
};

typedef struct run
{
    test_gpu* gpu;
    massa_world* w;
    massa_body_id id[BODIES];
    massa_shape_id spare; // made and destroyed on the way
} run;

static run begin(test_gpu* gpu, massa_broad_phase phase)
{
    run r                 = { .gpu = gpu };
    massa_world_desc desc = meeting_scene_desc(BODIES);
    desc.broad_phase      = phase;
    test_try(massa_create_world(gpu->device, &desc, &r.w));
    return r;
}

// The edits before a step: the scene; then shapes of all kinds come and go, bodies change theirs, are put elsewhere,
// are destroyed and made again.
static void edit(run* r, uint32_t step)
{
    const massa_quat turn = { 0.0f, 0.5f, 0.0f, 1.0f };
    if (step == 0)
    {
        massa_shape_id ball;
        massa_shape_desc d = massa_default_shape_desc();
        d.kind             = MASSA_SHAPE_SPHERE;
        d.restitution      = 0.75f;
        meeting_scene(r->w, BODIES, r->id);
        test_try(massa_create_shape(r->w, &d, &ball));
        for (uint32_t i = 0; i < 4; ++i)
            test_try(massa_body_set_shape(r->w, r->id[20 + 5 * i], ball));
        return;
    }
    const uint32_t k = step * 7 % BODIES;
    if (step % 3 == 1)
        r->spare = step % 2 == 0 ? meeting_gem(r->w, 0.5f + 0.01f * (float)step)
                                 : meeting_pair(r->w, meeting_capsule(r->w, 0.25f, 0.5f), -0.5f, 0.5f);
    if (step % 3 == 1) test_try(massa_body_set_shape(r->w, r->id[(k + 1) % 15], r->spare));
    if (step % 3 == 2) test_try(massa_body_set_pose(r->w, r->id[k], (massa_vec3){ 0.0f, 2.0f, 0.0f }, turn));
    if (step % 3 != 0) return;
    test_try(massa_destroy_body(r->w, r->id[k]));
    r->id[k] = meeting_body(r->w, MASSA_BODY_DYNAMIC, r->spare, 0.5f, 3.0f, 0.25f);
}

typedef struct outcome
{
    uint64_t hash, contacts;
    uint32_t recycled, pairs;
} outcome;

static outcome step(run* r)
{
    const massa_poll_result news = meeting_step(r->gpu, r->w, 0);
    munit_assert_uint32(news.overflow_count, ==, 0);
    return (outcome){ news.hash, meeting_contacts_hash(r->gpu, r->w), news.recycled_count, news.pair_count };
}

// What an undisturbed run comes to.
static void undisturbed(test_gpu* gpu, massa_broad_phase phase, outcome truth[STEPS])
{
    run r             = begin(gpu, phase);
    uint32_t recycled = 0;
    for (uint32_t i = 0; i < STEPS; ++i)
    {
        edit(&r, i);
        truth[i] = step(&r);
        recycled += truth[i].recycled;
    }
    munit_assert_uint32(recycled, >, STEPS);
    massa_destroy_world(r.w);
}

static void go_on(run* r, uint32_t from, const outcome truth[STEPS])
{
    for (uint32_t i = from; i < STEPS; ++i)
    {
        edit(r, i);
        const outcome o = step(r);
        if (memcmp(&o, &truth[i], sizeof o) != 0)
            munit_errorf("step %u: %u pairs, %u recycled; not %u, %u; %s", i, o.pairs, o.recycled, truth[i].pairs,
                         truth[i].recycled, o.hash == truth[i].hash ? "the state is the same" : "and another state");
    }
}

static void submit(run* r, massa_result (*record)(massa_world*, VkCommandBuffer, massa_snapshot*), massa_snapshot* s)
{
    VkCommandBuffer cmd = platform_begin(&r->gpu->host);
    test_try(record(r->w, cmd, s));
    munit_assert(platform_submit_and_wait(&r->gpu->host, cmd));
}

static massa_result restore(massa_world* w, VkCommandBuffer cmd, massa_snapshot* s)
{
    return massa_cmd_restore(w, cmd, s);
}

// In the same world later on, and as bytes in another; saved between steps, and with edits
// pending, at odd and at even steps.
static MunitResult snapshots(const MunitParameter params[], void* fixture)
{
    (void)params;
    for (uint32_t n = 0; n < 4; ++n)
    {
        outcome truth[STEPS];
        const massa_broad_phase phase = n == 0 || n == 3 ? MASSA_BROAD_PHASE_FAT_TREE : MASSA_BROAD_PHASE_TREE;
        const uint32_t middle         = MIDDLE + n % 2;
        const bool pending            = n >= 2;
        run r = begin(fixture, phase), other = begin(fixture, phase);
        undisturbed(fixture, phase, truth);
        massa_snapshot *s, *t;
        test_try(massa_create_snapshot(r.w, &s));
        test_try(massa_create_snapshot(other.w, &t));
        for (uint32_t i = 0; i < middle; ++i)
        {
            edit(&r, i);
            step(&r);
        }
        if (pending) edit(&r, middle);
        submit(&r, massa_cmd_save, s);
        const run then = r;
        for (uint32_t i = middle; i < STEPS; ++i) // on with it
        {
            if (i > middle || !pending) edit(&r, i);
            const outcome o = step(&r);
            munit_assert_memory_equal(sizeof o, &o, &truth[i]);
        }
        const void* data;
        size_t size;
        test_try(massa_snapshot_bytes(s, &data, &size));
        test_try(massa_snapshot_load(t, data, size));
        massa_world* w = other.w;
        other          = then;
        other.w        = w;
        r              = then;
        submit(&r, restore, s);
        submit(&other, restore, t);
        run* both[] = { &r, &other };
        for (uint32_t k = 0; k < 2; ++k)
        {
            if (pending)
            {
                const outcome o = step(both[k]);
                munit_assert_memory_equal(sizeof o, &o, &truth[middle]);
            }
            go_on(both[k], middle + pending, truth);
        }
        massa_destroy_snapshot(s);
        massa_destroy_snapshot(t);
        massa_destroy_world(r.w);
        massa_destroy_world(other.w);
    }
    return MUNIT_OK;
}

static void replay(void* fixture, massa_broad_phase phase)
{
    outcome truth[STEPS];
    tape t = { 0 };
    run r  = begin(fixture, phase);
    test_try(massa_world_set_recorder(r.w, tape_record, &t));
    for (uint32_t i = 0; i < STEPS; ++i)
    {
        edit(&r, i);
        truth[i] = step(&r);
    }
    run again = begin(fixture, phase);
    for (uint32_t i = 0; i < STEPS; ++i)
    {
        munit_assert_uint64(api_replay(again.gpu, again.w, t.block[i], t.size[i]), ==, truth[i].hash);
        munit_assert_uint64(meeting_contacts_hash(again.gpu, again.w), ==, truth[i].contacts);
    }
    munit_assert_uint64(api_tables(again.w), ==, api_tables(r.w));
    uint64_t user;
    test_try(massa_shape_get_user(again.w, r.spare, &user)); // ids are the same
    tape_drop(&t);
    massa_destroy_world(again.w);
    massa_destroy_world(r.w);
}

static MunitResult replays(const MunitParameter params[], void* fixture)
{
    (void)params;
    replay(fixture, MASSA_BROAD_PHASE_TREE);
    replay(fixture, MASSA_BROAD_PHASE_FAT_TREE);
    return MUNIT_OK;
}

static MunitResult resizes(const MunitParameter params[], void* fixture)
{
    (void)params;
    const massa_capacity c  = meeting_scene_desc(BODIES).capacity;
    massa_capacity grown[4] = { c, c, c };
    grown[0].colliders      = 5 * c.colliders;
    grown[1].pairs          = 3 * c.pairs + 1;
    grown[2].shapes = 100, grown[2].hulls = 33, grown[2].children = 77, grown[2].debug_lines = 64;
    grown[3] = (massa_capacity){ 500, 2000, 999, 9, 99, 55, 99, 999, 5000, 4000, 99, 0, 0, 0, 0, 0 };
    for (uint32_t n = 0; n < MAS_COUNT(grown); ++n)
    {
        outcome truth[STEPS];
        const massa_broad_phase phase = n % 2 == 0 ? MASSA_BROAD_PHASE_TREE : MASSA_BROAD_PHASE_FAT_TREE;
        run r                         = begin(fixture, phase);
        undisturbed(fixture, phase, truth);
        for (uint32_t i = 0; i < MIDDLE + n % 3; ++i)
        {
            edit(&r, i);
            step(&r);
        }
        if (n % 2 == 0) edit(&r, MIDDLE + n % 3); // pending while it happens
        test_try(massa_world_resize(r.w, &grown[n]));
        if (n % 2 == 1) edit(&r, MIDDLE + n % 3);
        const outcome o = step(&r);
        munit_assert_memory_equal(sizeof o, &o, &truth[MIDDLE + n % 3]);
        go_on(&r, MIDDLE + n % 3 + 1, truth);
        // Down to what is in use; what is less is refused.
        const mas_tables* t  = r.w->tables;
        massa_capacity least = t->capacity;
        least.shapes = t->shape.count, least.hulls = t->shape.hulls, least.children = t->shape.children;
        least.colliders         = t->collider.count;
        uint32_t* const field[] = { &least.shapes, &least.hulls, &least.children, &least.colliders };
        const uint64_t before   = api_tables(r.w);
        for (uint32_t k = 0; k < MAS_COUNT(field); ++k)
        {
            --*field[k];
            REFUSED(massa_world_resize(r.w, &least), MASSA_ERROR_CAPACITY, "must keep what is in use");
            ++*field[k];
        }
        least.pairs = MASSA_NONE; // bodies would meet nobody
        REFUSED(massa_world_resize(r.w, &least), MASSA_ERROR_CAPACITY, "with capacity.pairs MASSA_NONE a body could not");
        least.pairs     = 4096;
        least.particles = 16, least.particle_edits = 16, least.neighbours = 8;
        REFUSED(massa_world_resize(r.w, &least), MASSA_ERROR_CAPACITY, "with capacity.particles above 0 a body");
        least.particles = 0;
        munit_assert_uint64(api_tables(r.w), ==, before);
        test_try(massa_world_resize(r.w, &least));
        step(&r);
        step(&r);
        munit_assert_true(mas_tables_sound(r.w->tables, &least));
        massa_destroy_world(r.w);
    }
    return MUNIT_OK;
}

// Fewer pairs than were kept: what is there no more is found again, and a snapshot taken right then is taken back.
static MunitResult pairs_shrink(const MunitParameter params[], void* fixture)
{
    (void)params;
    run r = begin(fixture, MASSA_BROAD_PHASE_TREE);
    edit(&r, 0);
    step(&r);
    const outcome all = step(&r);
    massa_capacity c  = r.w->tables->capacity;
    c.pairs           = all.pairs / 2;
    test_try(massa_world_resize(r.w, &c));
    massa_snapshot* s;
    const void* data;
    size_t size;
    test_try(massa_create_snapshot(r.w, &s));
    submit(&r, massa_cmd_save, s);
    test_try(massa_snapshot_bytes(s, &data, &size));
    uint8_t* bytes = memcpy(munit_malloc(size), data, size);
    test_try(massa_snapshot_load(s, bytes, size));
    submit(&r, restore, s);
    free(bytes);
    massa_destroy_snapshot(s);
    const massa_poll_result few = meeting_step(r.gpu, r.w, 0);
    munit_assert_uint32(few.overflow_count, ==, 1);
    munit_assert_uint32(few.contact_count, <=, c.pairs);
    c.pairs = 4 * all.pairs;
    test_try(massa_world_resize(r.w, &c));
    munit_assert_uint32(meeting_step(r.gpu, r.w, 0).overflow_count, ==, 0);
    massa_destroy_world(r.w);
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/snapshots", snapshots, api_setup, wrapper_tear_down, 0, NULL },
    { "/replays", replays, api_setup, wrapper_tear_down, 0, NULL },
    { "/resizes", resizes, api_setup, wrapper_tear_down, 0, NULL },
    { "/pairs-shrink", pairs_shrink, api_setup, wrapper_tear_down, 0, NULL },
    { 0 },
};
MunitSuite test_meeting_saved_suite = { "/meeting-saved", tests, NULL, 1, 0 };
