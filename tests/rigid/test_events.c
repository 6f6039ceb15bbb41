// Events of lost bodies against their oracle. Red when events are not in the order of slots, more than there is room
// for are written or go uncounted, or a body is reported again in the next step.
#include "bodies.h"
#include "oracle/events.h"
#include "oracle/integrate.h"
#include "rigid/events.h"
#include "rigid/integrate.h"
#include "host.h"

#include <stdlib.h>
#include <string.h>

enum
{
    BEHIND = 2 // events behind the capacity that must survive
};

typedef struct stage
{
    mas_events events;
    mas_span list, event;
    uint32_t bodies, capacity; // capacity of events
} stage;

static void plan(test_gpu* gpu, stage* s, uint32_t bodies, uint32_t capacity)
{
    s->bodies   = bodies;
    s->capacity = capacity;
    s->list     = mas_plan_list(&gpu->arena, MAS_SCRATCH, "events");
    s->event    = mas_plan(&gpu->arena, MAS_SCRATCH, "event", capacity + BEHIND, sizeof(event_record));
    mas_events_plan(&s->events, &gpu->arena, bodies, capacity);
}

// What is left after the step: the header, the events, flags all clear.
static void expect(test_gpu* gpu, const stage* s, const event_record* event, uint32_t needed, const oracle_bodies* b)
{
    const list_header expected = mas_list_complete(&gpu->kernels, needed, s->capacity);
    test_expect_array(gpu, "header", s->list, &expected, 1);
    test_expect_array(gpu, "event", s->event, event, s->capacity + BEHIND);
    test_expect_array(gpu, "lost", s->events.lost, b->lost, s->bodies);
}

// One in every so many of the first bodies is lost; then comes a step in which none is.
static void check(test_gpu* gpu, const stage* s, uint32_t bodies, uint32_t every)
{
    const size_t bytes  = (s->capacity + BEHIND) * sizeof(event_record);
    oracle_bodies b     = oracle_create_bodies(s->bodies);
    event_record* event = malloc(bytes);
    uint64_t seed       = bodies + every;
    uint32_t lost       = 0;
    for (uint32_t i = 0; every > 0 && i < bodies; ++i)
        if (test_random(&seed) % every == 0) b.lost[i] = 1 + test_random(&seed) % 0xFFFFFF, ++lost;
    memset(event, 0xA5, bytes);
    test_upload(gpu, s->events.lost, b.lost, s->bodies * sizeof *b.lost);
    test_upload(gpu, s->event, event, bytes);

    mas_events_reset(&s->events, test_record(gpu));
    test_submit(gpu);
    if (lost > 0) test_set_list(gpu, s->events.any, bodies, bodies);
    mas_events_record(&s->events, test_record(gpu));
    test_submit(gpu);
    munit_assert_uint32(oracle_events(&b, bodies, event, s->capacity), ==, lost);
    expect(gpu, s, event, lost, &b);

    mas_recorder* rec = test_record(gpu);
    mas_events_reset(&s->events, rec);
    mas_events_record(&s->events, rec);
    test_submit(gpu);
    expect(gpu, s, event, 0, &b);
    free(event);
    oracle_destroy_bodies(&b);
}

static MunitResult matches_oracle(const MunitParameter params[], void* fixture)
{
    (void)params;
    static const uint32_t capacities[] = { 20, 4097, 1 };
    test_gpu* gpu                      = fixture;
    for (size_t c = 0; c < MAS_COUNT(capacities); ++c)
    {
        stage s;
        test_reset(gpu);
        plan(gpu, &s, 4097, capacities[c]);
        test_allocate(gpu);
        test_try(mas_events_create(&s.events, &gpu->kernels, s.list, s.event));
        for (uint32_t k = 0; k < test_body_count_count; ++k)
        {
            check(gpu, &s, test_body_counts[k], 0); // none
            check(gpu, &s, test_body_counts[k], 1); // all
            check(gpu, &s, test_body_counts[k], 3);
        }
        check(gpu, &s, 4097, 4000);
    }
    return MUNIT_OK;
}

// With the kernel that loses them, over two steps of two substeps.
static MunitResult follows_integrate(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_gpu* gpu = fixture;
    enum
    {
        BODIES   = 1000,
        CAPACITY = 100
    };
    stage s;
    test_bodies bodies;
    mas_integrate integrate;
    test_reset(gpu);
    test_plan_bodies(gpu, &bodies, BODIES);
    plan(gpu, &s, BODIES, CAPACITY);
    bodies.lost = s.events.lost;
    test_allocate(gpu);
    test_try(mas_events_create(&s.events, &gpu->kernels, s.list, s.event));
    test_try(mas_integrate_create(&integrate, &gpu->kernels, &bodies.array, bodies.params, bodies.lost, s.events.any));

    oracle_bodies b        = oracle_create_bodies(BODIES);
    const step_params step = test_step_params(BODIES);
    event_record event[CAPACITY + BEHIND];
    uint32_t lost[2];
    memset(event, 0xA5, sizeof event);
    test_random_bodies(&b, 1);
    test_upload_bodies(gpu, &bodies, &b);
    test_upload(gpu, bodies.params, &step, sizeof step);
    test_upload(gpu, s.event, event, sizeof event);
    for (int k = 0; k < 2; ++k)
    {
        mas_recorder* rec = test_record(gpu);
        mas_events_reset(&s.events, rec);
        mas_copy(rec, bodies.array.pose, bodies.array.previous, BODIES * sizeof(body_pose));
        for (int i = 0; i < 2; ++i)
        {
            mas_integrate_push_record(&integrate, rec, BODIES, i == 0);
            mas_integrate_move_record(&integrate, rec, BODIES);
        }
        mas_integrate_finish_record(&integrate, rec, BODIES);
        mas_events_record(&s.events, rec);
        test_submit(gpu);
        memcpy(b.previous, b.pose, BODIES * sizeof *b.pose);
        lost[k] = oracle_fly(&b, &step, 2);
        munit_assert_uint32(oracle_events(&b, BODIES, event, CAPACITY), ==, lost[k]);
        expect(gpu, &s, event, lost[k], &b);
        test_expect_bodies(gpu, &bodies, &b);
    }
    munit_assert_uint32(lost[0], >, CAPACITY);
    munit_assert_uint32(lost[1], <, lost[0] / 4);
    oracle_destroy_bodies(&b);
    return MUNIT_OK;
}

typedef struct heard
{
    uint32_t event_count, overflow_count, needed;
    massa_event event[8];
} heard;

static void listen(test_world* t, const massa_poll_result* news)
{
    heard* h          = t->user;
    h->event_count    = news->event_count;
    h->overflow_count = news->overflow_count;
    h->needed         = news->overflow_count > 0 ? news->overflows[0].needed : 0;
    for (uint32_t i = 0; i < news->event_count; ++i)
        h->event[i] = news->events[i];
}

// What a host hears: the first by slot, the number there would have been, and silence afterwards.
static MunitResult a_host_hears_once(const MunitParameter params[], void* fixture)
{
    (void)params;
    enum
    {
        BODIES = 20,
        LOST   = 10
    };
    massa_world_desc desc = massa_default_world_desc();
    desc.capacity.events  = 4;
    test_world t;
    heard h;
    test_world_create(&t, fixture, desc, 1, 2);
    t.user  = &h;
    t.heard = listen;
    massa_body_id id[BODIES];
    for (uint32_t i = 0; i < BODIES; ++i)
    {
        massa_body_desc d = massa_default_body_desc();
        d.position.x      = i % 2 == 1 ? 999999.0f : 0.0f;
        d.velocity.x      = 1e4f;
        d.user            = 100 + i;
        test_try(massa_create_body(t.world, &d, &id[i]));
    }
    test_world_run(&t, 1);
    munit_assert_uint32(h.event_count, ==, 4);
    munit_assert_uint32(h.overflow_count, ==, 1);
    munit_assert_uint32(h.needed, ==, LOST);
    for (uint32_t i = 0; i < 4; ++i)
    {
        munit_assert_uint64(h.event[i].body.bits, ==, id[2 * i + 1].bits);
        munit_assert_uint64(h.event[i].user, ==, 100 + 2 * i + 1);
        munit_assert_uint64(h.event[i].step, ==, 1);
        munit_assert_int(h.event[i].kind, ==, MASSA_EVENT_BODY_LOST);
    }
    body_pose pose[BODIES];
    test_world_run(&t, 1);
    munit_assert_uint32(h.event_count + h.overflow_count, ==, 0);
    test_world_read(&t, MASSA_VIEW_BODY_POSE, pose, BODIES);
    munit_assert_float(pose[1].position.x, ==, 999999.0f); // where it was last

    // A new pose brings it back, and it can be lost again.
    test_try(massa_body_set_pose(t.world, id[1], (massa_vec3){ 1e6f, 0, 0 }, (massa_quat){ 0, 0, 0, 1 }));
    test_try(massa_body_set_velocity(t.world, id[1], (massa_vec3){ 1e4f, 0, 0 }));
    test_world_run(&t, 1);
    munit_assert_uint32(h.event_count, ==, 1);
    munit_assert_uint64(h.event[0].body.bits, ==, id[1].bits);
    test_world_destroy(&t);
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/matches-oracle", matches_oracle, test_gpu_setup, test_gpu_tear_down, 0, test_group_sizes },
    { "/follows-integrate", follows_integrate, test_gpu_setup, test_gpu_tear_down, 0, test_group_sizes },
    { "/a-host-hears-once", a_host_hears_once, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { 0 },
};
MunitSuite test_events_suite = { "/events", tests, NULL, 1, 0 };
