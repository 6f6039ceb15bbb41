// Events of bodies against their oracle. Red when events are not in order, more than there is room for are written or
// go uncounted, one that had no room is not told later, or a body is reported again in the next step.
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
    mas_touch touch; // of a world whose bodies do not meet
    mas_span report, ring;
    uint32_t capacity; // of events
    event_record* event;
    event_header header;
    uint32_t* told;
} stage;

static void plan(test_gpu* gpu, stage* s, uint32_t bodies, uint32_t capacity)
{
    s->capacity = capacity;
    s->report   = mas_plan(&gpu->arena, MAS_SCRATCH, "report", 1,
                           (uint32_t)(sizeof(event_header) + (capacity + BEHIND) * sizeof(event_record)));
    mas_events_plan(&s->events, &gpu->arena, bodies, capacity);
    mas_touch_plan(&s->touch, &gpu->arena, 0, 0);
    s->ring  = mas_plan(&gpu->arena, MAS_SCRATCH, "ring", 5 * capacity, sizeof(mas_uvec4));
    s->event = calloc(capacity + BEHIND, sizeof *s->event);
    s->told  = calloc(bodies, sizeof *s->told);
}

static void put_down(stage* s)
{
    free(s->event);
    free(s->told);
}

static void upload(test_gpu* gpu, stage* s, const test_bodies* t, const oracle_bodies* b)
{
    uint8_t* garbage = malloc(s->report.size);
    memset(garbage, 0xA5, s->report.size);
    memset(s->event, 0xA5, (s->capacity + BEHIND) * sizeof *s->event);
    test_upload(gpu, s->report, garbage, s->report.size);
    free(garbage);
    test_upload_bodies(gpu, t, b);
    test_upload(gpu, s->events.told, s->told, s->events.told.size);
}

// What is left after the step: events, nothing behind them, and what waits.
static void expect(test_gpu* gpu, stage* s, oracle_bodies* b, uint32_t bodies)
{
    uint8_t* report = malloc(s->report.size);
    s->header       = oracle_events(b, bodies, s->told, NULL, s->event, s->capacity);
    test_download(gpu, s->report, report, s->report.size);
    munit_assert_memory_equal(sizeof s->header, report, &s->header);
    munit_assert_memory_equal(s->report.size - sizeof s->header, report + sizeof s->header, s->event);
    free(report);
    test_expect_array(gpu, "lost", s->events.lost, b->lost, b->capacity);
    test_expect_array(gpu, "told", s->events.told, s->told, b->capacity);
}

// One in every so many of the bodies is lost, falls asleep, or wakes; steps follow until nobody waits.
static void check(test_gpu* gpu, stage* s, const test_bodies* t, uint32_t bodies, uint32_t every)
{
    oracle_bodies b = oracle_create_bodies((uint32_t)mas_span_count(s->events.told));
    uint64_t seed   = bodies + every;
    for (uint32_t i = 0; i < bodies; ++i)
    {
        const uint32_t generation = 1 + test_random(&seed) % 0xFFFFFE,
                       r          = every > 0 ? test_random(&seed) % (3 * every) : 3;
        const uint32_t flags      = r % 7 == 5 ? 0 : BODY_ALIVE | BODY_MOVES | (r == 1 || r % 2 == 0 ? BODY_ASLEEP : 0);
        b.trait[i].tag            = generation << BODY_FLAG_BITS | flags;
        b.lost[i]                 = every > 0 && r == 0 ? 1 + test_random(&seed) % 0xFFFFFF : 0;
        s->told[i]                = r == 1 ? 0 : r == 2 ? generation - 1 : r % 2 == 0 || r == 3 ? generation : 0;
        if (every == 0) s->told[i] = 0; // all as told
    }
    upload(gpu, s, t, &b);
    uint32_t steps = 0;
    do
    {
        mas_recorder* rec = test_record(gpu);
        mas_events_reset(&s->events, rec);
        mas_events_record(&s->events, rec, NULL, bodies, 0);
        test_submit(gpu);
        expect(gpu, s, &b, bodies);
        munit_assert_uint32(s->header.count, ==, s->header.needed < s->capacity ? s->header.needed : s->capacity);
    } while (s->header.needed > s->header.count && ++steps < 5);
    memset(s->told, 0, s->events.told.size);
    oracle_destroy_bodies(&b);
}

static MunitResult matches_oracle(const MunitParameter params[], void* fixture)
{
    (void)params;
    static const uint32_t capacities[] = { 20, 4097, 1, 700 };
    test_gpu* gpu                      = fixture;
    for (size_t c = 0; c < MAS_COUNT(capacities); ++c)
    {
        stage s;
        test_bodies t;
        test_reset(gpu);
        test_plan_bodies(gpu, &t, 4097);
        plan(gpu, &s, 4097, capacities[c]);
        t.lost = s.events.lost;
        test_allocate(gpu);
        test_try(mas_events_create(&s.events, &gpu->kernels, &t.array, &s.touch, s.report, s.ring));
        for (uint32_t k = 0; k < test_body_count_count; ++k)
        {
            check(gpu, &s, &t, test_body_counts[k], 0); // none
            check(gpu, &s, &t, test_body_counts[k], 1); // nearly all
            check(gpu, &s, &t, test_body_counts[k], 5);
        }
        check(gpu, &s, &t, 4097, 1300);
        put_down(&s);
    }
    return MUNIT_OK;
}

// With the kernel that loses them, over steps of two substeps: who has no room waits.
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
    test_try(mas_events_create(&s.events, &gpu->kernels, &bodies.array, &s.touch, s.report, s.ring));
    test_try(mas_integrate_create(&integrate, &gpu->kernels, &bodies.array, bodies.params, bodies.lost, s.events.any));

    oracle_bodies b        = oracle_create_bodies(BODIES);
    const step_params step = test_step_params(BODIES);
    uint32_t lost = 0, asleep = 0, told = 0;
    test_random_bodies(&b, 1);
    for (uint32_t i = 0; i < BODIES; ++i) // these are news too, at first
        asleep += (b.trait[i].tag & (BODY_ALIVE | BODY_ASLEEP)) == (BODY_ALIVE | BODY_ASLEEP);
    upload(gpu, &s, &bodies, &b);
    test_upload(gpu, bodies.params, &step, sizeof step);
    for (int k = 0; k < 5; ++k)
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
        mas_events_record(&s.events, rec, NULL, BODIES, 0);
        test_submit(gpu);
        memcpy(b.previous, b.pose, BODIES * sizeof *b.pose);
        lost += oracle_fly(&b, &step, 2);
        expect(gpu, &s, &b, BODIES);
        test_expect_bodies(gpu, &bodies, &b);
        told += s.header.count;
        if (k == 0) munit_assert_uint32(s.header.needed, ==, lost + asleep);
        if (k == 0) munit_assert_uint32(lost, >, CAPACITY);
    }
    munit_assert_uint32(told, ==, lost + asleep);
    oracle_destroy_bodies(&b);
    put_down(&s);
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
        munit_assert_uint64(h.event[i].body_a.bits, ==, id[2 * i + 1].bits);
        munit_assert_uint64(h.event[i].user_a, ==, 100 + 2 * i + 1);
        munit_assert_uint64(h.event[i].step, ==, 1);
        munit_assert_int(h.event[i].kind, ==, MASSA_EVENT_BODY_LOST);
    }
    body_pose pose[BODIES];
    uint32_t more = 0;
    for (int i = 0; i < 2; ++i) // the others waited
    {
        test_world_run(&t, 1);
        for (uint32_t k = 0; k < h.event_count; ++k, ++more)
            munit_assert_uint64(h.event[k].body_a.bits, ==, id[2 * (4 + more) + 1].bits);
    }
    munit_assert_uint32(more, ==, LOST - 4);
    test_world_run(&t, 1);
    munit_assert_uint32(h.event_count + h.overflow_count, ==, 0);
    test_world_read(&t, MASSA_VIEW_BODY_POSE, pose, BODIES);
    munit_assert_float(pose[1].position.x, ==, 999999.0f); // where it was last

    // A new pose brings it back, and it can be lost again.
    test_try(massa_body_set_pose(t.world, id[1], (massa_vec3){ 1e6f, 0, 0 }, (massa_quat){ 0, 0, 0, 1 }));
    test_try(massa_body_set_velocity(t.world, id[1], (massa_vec3){ 1e4f, 0, 0 }));
    test_world_run(&t, 1);
    munit_assert_uint32(h.event_count, ==, 1);
    munit_assert_uint64(h.event[0].body_a.bits, ==, id[1].bits);
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
