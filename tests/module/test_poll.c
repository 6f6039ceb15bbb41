// What comes back: events in order with the host's own words, overflow with the size needed, watched bodies as the
// views have them, stage times under the names of step.c, and each step reported once, when the host says it has
// finished. Red when one of these is late, unsorted, of another step, or lost.
#include "api.h"

#include "rigid/body_shared.h"

#include <math.h>
#include <string.h>

enum
{
    BODIES = 40
};

static massa_world* make(test_gpu* gpu, uint32_t events)
{
    massa_world_desc desc = api_desc(BODIES);
    desc.capacity.events  = events;
    massa_world* w;
    test_try(massa_create_world(gpu->device, &desc, &w));
    return w;
}

// A body that is lost in the step after it has flown so many.
static massa_body_id fugitive(massa_world* w, uint32_t steps, uint64_t user)
{
    massa_body_desc d = massa_default_body_desc();
    massa_body_id id;
    d.gravity_scale = 0.0f;
    d.position.x    = 1e6f - 16.0f - 160.0f * (float)steps; // 1e4 m/s are 167 m a step
    d.velocity.x    = 1e4f;
    d.max_speed     = 1e4f;
    d.user          = user;
    test_try(massa_create_body(w, &d, &id));
    return id;
}

static massa_poll_result poll_after(test_gpu* gpu, massa_world* w, uint32_t steps, const massa_step_desc* desc)
{
    VkCommandBuffer cmd = platform_begin(&gpu->host);
    for (uint32_t i = 0; i < steps; ++i)
        test_try(massa_cmd_step(w, cmd, desc));
    munit_assert(platform_submit_and_wait(&gpu->host, cmd));
    massa_poll_result news;
    test_try(massa_world_poll(w, massa_world_last_step(w), &news));
    return news;
}

static MunitResult events_arrive_sorted(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_gpu* gpu              = fixture;
    massa_world* w             = make(gpu, 16);
    const massa_step_desc step = massa_default_step_desc();
    massa_body_id id[12];
    for (uint32_t i = 0; i < 12; ++i)
        id[i] = fugitive(w, i % 3, 1000 + i);
    test_try(massa_destroy_body(w, id[5])); // so that a slot has another generation
    id[5]                        = fugitive(w, 2, 1005);
    const massa_poll_result news = poll_after(gpu, w, 3, &step); // three steps at once
    munit_assert_uint64(news.first_step, ==, 1);
    munit_assert_uint64(news.last_step, ==, 3);
    munit_assert_uint32(news.event_count, ==, 12);
    munit_assert_uint32(news.overflow_count, ==, 0);
    for (uint32_t i = 0; i < 12; ++i)
    {
        const massa_event* e = &news.events[i];
        const uint32_t k     = i % 4 * 3 + i / 4; // by step, then by slot
        munit_assert_uint64(e->step, ==, 1 + i / 4);
        munit_assert_int(e->kind, ==, MASSA_EVENT_BODY_LOST);
        munit_assert_uint64(e->body_a.bits, ==, id[k].bits);
        munit_assert_uint64(e->user_a, ==, 1000 + k);
    }
    const massa_poll_result quiet = poll_after(gpu, w, 2, &step); // told once
    munit_assert_uint64(quiet.first_step, ==, 4);
    munit_assert_uint32(quiet.event_count, ==, 0);

    // A lost body stays where it was until it is placed anew; then it can be lost again.
    test_try(massa_body_set_pose(w, id[0], (massa_vec3){ 0 }, (massa_quat){ 0, 0, 0, 1.0f }));
    test_try(massa_body_set_velocity(w, id[0], (massa_vec3){ 1.0f, 0, 0 }));
    test_try(massa_world_watch(w, id, 2));
    const massa_poll_result back = poll_after(gpu, w, 3, &step);
    munit_assert_float(back.watched[0].position.x, >, 0.04f);
    munit_assert_float(back.watched[1].velocity.x, ==, 0.0f);
    munit_assert_float(back.watched[1].position.x, >, 9.9e5f);

    // Destroyed before the poll: the event comes, without the word that is gone.
    massa_body_id last  = fugitive(w, 0, 77);
    VkCommandBuffer cmd = platform_begin(&gpu->host);
    test_try(massa_cmd_step(w, cmd, &step));
    test_try(massa_destroy_body(w, last));
    munit_assert(platform_submit_and_wait(&gpu->host, cmd));
    massa_poll_result gone;
    test_try(massa_world_poll(w, massa_world_last_step(w), &gone));
    munit_assert_uint32(gone.event_count, ==, 1);
    munit_assert_uint64(gone.events[0].body_a.bits, ==, last.bits);
    munit_assert_uint64(gone.events[0].user_a, ==, 0);
    massa_destroy_world(w);
    return MUNIT_OK;
}

static MunitResult overflow_is_counted(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_gpu* gpu  = fixture;
    massa_world* w = make(gpu, 4);
    massa_body_id id[BODIES];
    const massa_step_desc step = massa_default_step_desc();
    for (uint32_t i = 0; i < BODIES; ++i)
        id[i] = fugitive(w, i < 30 ? 1 : 0, i); // 10 in the first, 30 in the second
    massa_poll_result news = poll_after(gpu, w, 2, &step);
    munit_assert_uint32(news.overflow_count, ==, 1);
    munit_assert_string_equal(news.overflows[0].list, "capacity.events");
    munit_assert_uint32(news.overflows[0].capacity, ==, 4);
    munit_assert_uint32(news.overflows[0].needed, ==, 36); // six from the first
    munit_assert_uint32(news.event_count, ==, 8);          // four in each step, those with the lowest index
    for (uint32_t i = 0; i < 8; ++i)
    {
        munit_assert_uint64(news.events[i].step, ==, 1 + i / 4);
        munit_assert_uint64(news.events[i].body_a.bits, ==, id[i < 4 ? 30 + i : i - 4].bits);
    }
    uint32_t told = 8; // the others wait, and are told each once
    for (uint32_t k = 0; k < 8; ++k)
    {
        news = poll_after(gpu, w, 1, &step);
        munit_assert_uint32(news.event_count, ==, 4);
        munit_assert_uint32(news.overflow_count, ==, k < 7);
        if (k < 7) munit_assert_uint32(news.overflows[0].needed, ==, BODIES - told);
        for (uint32_t i = 0; i < 4; ++i, ++told) // 4 to 29, then 34 to 39
            munit_assert_uint64(news.events[i].body_a.bits, ==, id[told - 4 < 30 ? told - 4 : told].bits);
    }
    munit_assert_uint32(told, ==, BODIES);
    news = poll_after(gpu, w, 1, &step); // and the next step is whole again
    munit_assert_uint32(news.overflow_count + news.event_count, ==, 0);
    massa_destroy_world(w);
    return MUNIT_OK;
}

// ---- Watched bodies ----

static MunitResult watched_are_as_the_views(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_gpu* gpu              = fixture;
    massa_world* w             = make(gpu, 16);
    const massa_step_desc step = massa_default_step_desc();
    massa_body_id id[BODIES];
    api_create(w, BODIES, id);
    const massa_body_id chosen[] = { id[31], id[5], id[6], id[5], id[0], id[39] }; // any order, twice the same
    test_try(massa_world_watch(w, chosen, 6));
    for (int round = 0; round < 3; ++round)
    {
        static body_pose pose[BODIES];
        static body_motion motion[BODIES];
        const massa_poll_result news = poll_after(gpu, w, 2, &step);
        api_read(gpu, w, MASSA_VIEW_BODY_POSE, pose, BODIES);
        api_read(gpu, w, MASSA_VIEW_BODY_MOTION, motion, BODIES);
        munit_assert_uint32(news.watched_count, ==, 6);
        for (uint32_t i = 0; i < 6; ++i)
        {
            const massa_watched* a  = &news.watched[i];
            const uint32_t k        = massa_body_index(chosen[i]);
            const massa_body_desc d = api_body(k);
            munit_assert_uint64(a->body.bits, ==, chosen[i].bits);
            munit_assert_memory_equal(sizeof a->position, &a->position, &pose[k].position);
            munit_assert_memory_equal(sizeof a->rotation, &a->rotation, &pose[k].rotation);
            munit_assert_memory_equal(sizeof a->velocity, &a->velocity, &motion[k].velocity);
            // |angular velocity| is that of the momentum over the inertia: a rotation changes no length.
            const massa_vec3 s = a->angular_velocity;
            const double p[3]  = { motion[k].momentum.x, motion[k].momentum.y, motion[k].momentum.z };
            double squared     = 0.0;
            for (int j = 0; j < 3; ++j)
            {
                const double spin = d.kind == MASSA_BODY_DYNAMIC ? p[j] / (&d.inertia.x)[j] : p[j];
                squared += spin * spin;
            }
            const double length = sqrt((double)s.x * s.x + (double)s.y * s.y + (double)s.z * s.z);
            munit_assert_double(fabs(length - sqrt(squared)), <=, 1e-5 * (1.0 + length)); // a few roundings of 6e-8
        }
    }
    test_try(massa_destroy_body(w, id[5]));
    const massa_poll_result news = poll_after(gpu, w, 1, &step);
    munit_assert_uint64(news.watched[1].body.bits, ==, 0); // gone at that step
    munit_assert_uint64(news.watched[3].body.bits, ==, 0);
    munit_assert_uint64(news.watched[2].body.bits, ==, id[6].bits);
    massa_destroy_world(w);
    return MUNIT_OK;
}

// Poll after the fence of step n gives step n: what was watched then, though the list has changed since.
static MunitResult latency_is_as_stated(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_gpu* gpu        = fixture;
    massa_world* w       = make(gpu, 16);
    massa_step_desc step = massa_default_step_desc();
    massa_body_id id[BODIES];
    uint64_t hash[4], late;
    massa_poll_result news;
    api_create(w, BODIES, id);
    munit_assert_int(massa_world_hash(w, &late), ==, MASSA_NOT_READY);
    VkCommandBuffer cmd = platform_begin(&gpu->host);
    for (uint32_t n = 1; n <= 3; ++n)
    {
        test_try(massa_world_watch(w, id + n, n));
        step.hash = n != 2;
        test_try(massa_cmd_step(w, cmd, &step));
    }
    test_try(massa_world_watch(w, NULL, 0));
    test_try(massa_world_poll(w, 0, &news)); // nothing has finished: nothing is told, and that is fine
    munit_assert_uint64(news.first_step + news.last_step + news.event_count + news.watched_count, ==, 0);
    munit_assert(platform_submit_and_wait(&gpu->host, cmd));
    for (uint32_t n = 1; n <= 3; ++n)
    {
        test_try(massa_world_poll(w, n, &news));
        munit_assert_uint64(news.first_step, ==, n);
        munit_assert_uint64(news.last_step, ==, n);
        munit_assert_uint32(news.watched_count, ==, n);
        for (uint32_t i = 0; i < n; ++i)
            munit_assert_uint64(news.watched[i].body.bits, ==, id[n + i].bits);
        munit_assert(news.has_hash == (n != 2));
        hash[n] = news.hash;
        test_try(massa_world_hash(w, &late)); // the newest that asked
        munit_assert_uint64(late, ==, n == 2 ? hash[1] : hash[n]);
    }
    test_try(massa_world_poll(w, 3, &news)); // told before
    munit_assert_uint64(news.last_step, ==, 0);
    munit_assert_uint64(hash[1], !=, hash[3]);
    massa_destroy_world(w);
    return MUNIT_OK;
}

static MunitResult stages_are_named(const MunitParameter params[], void* fixture)
{
    (void)params;
    static const char* const names[] = {
        "upload",    "edits",  "integrate", "integrate", "integrate", "integrate",
        "integrate", "unload", "events",    "watch",     "hash",      "report"
    }; // as module/step.c reads
    test_gpu* gpu        = fixture;
    massa_world* w       = make(gpu, 16);
    massa_step_desc step = massa_default_step_desc();
    massa_body_id id[BODIES];
    api_create(w, BODIES, id);
    test_try(massa_world_watch(w, id, 1));
    test_try(massa_body_apply_torque(w, id[0], (massa_vec3){ 1.0f, 0, 0 }));
    step.hash              = true;
    step.profile           = true;
    massa_poll_result news = poll_after(gpu, w, 1, &step);
    munit_assert_uint32(news.stage_count, ==, MAS_COUNT(names));
    for (size_t i = 0; i < MAS_COUNT(names); ++i)
    {
        munit_assert_string_equal(news.stages[i].name, names[i]);
        munit_assert_double(news.stages[i].milliseconds, >=, 0.0);
        munit_assert_double(news.stages[i].milliseconds, <, 10000.0);
    }
    step.profile = false;
    news         = poll_after(gpu, w, 1, &step);
    munit_assert_uint32(news.stage_count, ==, 0);
    massa_destroy_world(w);
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/events-arrive-sorted", events_arrive_sorted, api_setup, wrapper_tear_down, 0, NULL },
    { "/overflow-is-counted", overflow_is_counted, api_setup, wrapper_tear_down, 0, NULL },
    { "/watched-are-as-the-views", watched_are_as_the_views, api_setup, wrapper_tear_down, 0, NULL },
    { "/latency-is-as-stated", latency_is_as_stated, api_setup, wrapper_tear_down, 0, NULL },
    { "/stages-are-named", stages_are_named, api_setup, wrapper_tear_down, 0, NULL },
    { 0 },
};
MunitSuite test_poll_suite = { "/poll", tests, NULL, 1, 0 };
