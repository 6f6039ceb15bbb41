// Random calls in random order, good and bad, against a model that knows which ids live, which bodies are watched and
// what is in flight. Red when a call is taken that should be refused, or refused that should be taken, when user data
// or watched bodies go astray, or when the same calls give another hash.
// runs: lavapipe25 layers asan. What the host side does with its input is the same on every driver.
#include "api.h"

#include <stdlib.h>
#include <string.h>

enum
{
    MAX_BODIES = 64,
    MAX_IDS    = 4096,
    BATCH      = 400 // calls per world
};

typedef struct model
{
    test_gpu* gpu;
    massa_world* world;
    massa_snapshot* snapshot;
    uint64_t random;
    massa_capacity capacity;
    uint32_t in_flight;

    massa_body_id live[MAX_BODIES];
    uint64_t user[MAX_BODIES];
    uint32_t live_count, slots; // slots ever used
    massa_body_id gone[MAX_IDS];
    uint32_t gone_count;
    uint32_t edits, watched;
    uint64_t recorded, finished;
    bool begun;   // a command was recorded since the world was made or resized
    bool resized; // since the last finished step, with a state to bring over
    uint64_t hash;
    uint32_t steps, refusals; // for the test of the test
} model;

static uint32_t pick(model* m, uint32_t n)
{
    return n == 0 ? 0 : test_random(&m->random) % n;
}

static void expect(model* m, massa_result got, massa_result wanted, const char* call)
{
    if (got != wanted) munit_errorf("%s returned %d where the model says %d.", call, got, wanted);
    m->refusals += got != MASSA_OK;
}

static massa_result room(const model* m)
{
    return m->edits < m->capacity.edits ? MASSA_OK : MASSA_ERROR_EDITS_FULL;
}

static void create(model* m)
{
    massa_body_desc d = api_body(pick(m, 1000));
    massa_body_id id;
    d.kind            = MASSA_BODY_DYNAMIC;
    const bool wrong  = pick(m, 10) == 0;
    massa_result want = m->edits == m->capacity.edits         ? MASSA_ERROR_EDITS_FULL
                        : m->live_count == m->capacity.bodies ? MASSA_ERROR_CAPACITY
                                                              : MASSA_OK;
    if (wrong) d.mass = -1.0f;
    if (wrong) want = MASSA_ERROR_RANGE;
    d.user = (uint64_t)test_random(&m->random) << 32 | m->live_count;
    expect(m, massa_create_body(m->world, &d, &id), want, "massa_create_body");
    if (want != MASSA_OK) return;
    for (uint32_t i = 0; i < m->live_count; ++i)
        munit_assert_uint32(massa_body_index(m->live[i]), !=, massa_body_index(id));
    m->user[m->live_count]   = d.user;
    m->live[m->live_count++] = id;
    if (massa_body_index(id) + 1 > m->slots) m->slots = massa_body_index(id) + 1;
    ++m->edits;
}

static void destroy(model* m)
{
    if (m->live_count == 0) return;
    const uint32_t k        = pick(m, m->live_count);
    const massa_body_id id  = m->live[k];
    const massa_result want = room(m);
    expect(m, massa_destroy_body(m->world, id), want, "massa_destroy_body");
    if (want != MASSA_OK) return;
    m->live[k] = m->live[--m->live_count];
    m->user[k] = m->user[m->live_count];
    if (m->gone_count < MAX_IDS) m->gone[m->gone_count++] = id;
    ++m->edits;
}

static void edit(model* m)
{
    const massa_vec3 v       = { (float)pick(m, 7) - 3.0f, (float)pick(m, 7) - 3.0f, 1.0f };
    const massa_quat q       = { v.x, v.y, v.z, 1.0f };
    const bool stale         = m->live_count == 0 || pick(m, 8) == 0;
    const massa_body_id none = { 0 }, old = m->gone_count > 0 ? m->gone[pick(m, m->gone_count)] : none;
    const massa_body_id id  = stale ? old : m->live[pick(m, m->live_count)];
    const massa_result want = stale ? MASSA_ERROR_STALE_ID : room(m);
    massa_result r          = MASSA_OK;
    switch (pick(m, 7))
    {
    case 0: r = massa_body_set_pose(m->world, id, v, q); break;
    case 1: r = massa_body_set_velocity(m->world, id, v); break;
    case 2: r = massa_body_set_angular_velocity(m->world, id, v); break;
    case 3: r = massa_body_apply_impulse(m->world, id, v, v); break;
    case 4: r = massa_body_apply_angular_impulse(m->world, id, v); break;
    case 5: r = massa_body_apply_force(m->world, id, v, v); break;
    case 6: r = massa_body_apply_torque(m->world, id, v); break;
    }
    expect(m, r, want, "an edit");
    m->edits += want == MASSA_OK;
}

static void watch(model* m)
{
    massa_body_id list[MAX_BODIES];
    const uint32_t count = pick(m, 12);
    if (m->live_count == 0) return;
    for (uint32_t i = 0; i < count; ++i)
        list[i] = m->live[pick(m, m->live_count)];
    const massa_result want = count > m->capacity.watched ? MASSA_ERROR_CAPACITY : MASSA_OK;
    expect(m, massa_world_watch(m->world, list, count), want, "massa_world_watch");
    if (want == MASSA_OK) m->watched = count;
}

static void poll(model* m)
{
    massa_poll_result news;
    const bool wrong = pick(m, 6) == 0;
    const uint64_t n = wrong ? m->recorded + 1 : m->recorded;
    expect(m, massa_world_poll(m->world, n, &news), wrong ? MASSA_ERROR_RANGE : MASSA_OK, "massa_world_poll");
    if (wrong || n == m->finished) return;
    munit_assert_uint64(news.first_step, ==, m->finished + 1);
    munit_assert_uint64(news.last_step, ==, n);
    munit_assert_true(news.has_hash);
    for (uint32_t i = 0; i < news.watched_count; ++i) // once alive, always whole
        if (news.watched[i].body.bits != 0) munit_assert_float(news.watched[i].position.x, <, 1e6f);
    m->hash     = news.hash;
    m->finished = n;
    m->resized  = false;
}

static void step(model* m)
{
    massa_step_desc desc    = massa_default_step_desc();
    const massa_result want = m->recorded - m->finished < m->in_flight ? MASSA_OK : MASSA_ERROR_IN_FLIGHT;
    VkCommandBuffer cmd     = platform_begin(&m->gpu->host);
    desc.hash               = true;
    desc.profile            = pick(m, 2) == 0;
    expect(m, massa_cmd_step(m->world, cmd, &desc), want, "massa_cmd_step");
    munit_assert(platform_submit_and_wait(&m->gpu->host, cmd));
    if (want != MASSA_OK) return;
    m->begun = true;
    ++m->recorded;
    ++m->steps;
    m->edits = 0;
}

static void resize(model* m)
{
    massa_capacity c = API_CAPACITY(1 + pick(m, MAX_BODIES), 1 + pick(m, 64), 1 + pick(m, 8), pick(m, 16));
    if (pick(m, 12) == 0) c.edits = 0;
    massa_result want = MASSA_OK;
    if (c.edits == 0)
        want = MASSA_ERROR_RANGE;
    else if (m->recorded != m->finished || m->resized)
        want = MASSA_ERROR_IN_FLIGHT;
    else if (c.bodies < m->slots || c.edits < m->edits || c.watched < m->watched)
        want = MASSA_ERROR_CAPACITY;
    expect(m, massa_world_resize(m->world, &c), want, "massa_world_resize");
    if (want != MASSA_OK) return;
    m->capacity = c;
    m->resized  = m->begun;
    m->begun    = false;
    massa_destroy_snapshot(m->snapshot);
    test_try(massa_create_snapshot(m->world, &m->snapshot));
}

// Back to where we are: the model need not follow.
static void save_and_restore(model* m)
{
    VkCommandBuffer cmd = platform_begin(&m->gpu->host);
    const uint64_t now  = api_tables(m->world);
    if (pick(m, 4) == 0)
        expect(m, massa_cmd_restore(m->world, NULL, m->snapshot), MASSA_ERROR_NULL, "massa_cmd_restore");
    test_try(massa_cmd_save(m->world, cmd, m->snapshot));
    test_try(massa_cmd_restore(m->world, cmd, m->snapshot));
    munit_assert(platform_submit_and_wait(&m->gpu->host, cmd));
    munit_assert_uint64(api_tables(m->world), ==, now);
    m->begun = true;
}

static void ask(model* m)
{
    uint64_t user = 1;
    for (uint32_t i = 0; i < m->live_count; ++i)
    {
        test_try(massa_body_get_user(m->world, m->live[i], &user));
        munit_assert_uint64(user, ==, m->user[i]);
    }
    for (uint32_t i = 0; i < 16 && m->gone_count > 0; ++i)
        expect(m, massa_body_get_user(m->world, m->gone[pick(m, m->gone_count)], &user), MASSA_ERROR_STALE_ID, "user");
    massa_view view;
    test_try(massa_world_view(m->world, MASSA_VIEW_BODY_POSE, &view));
    munit_assert_uint32(view.count, ==, m->slots);
    munit_assert_uint64(massa_world_last_step(m->world), ==, m->recorded);
}

// One world's life of count calls.
static model live(test_gpu* gpu, uint64_t seed, uint32_t count)
{
    model m                  = { .gpu = gpu, .random = seed };
    massa_world_desc desc    = api_desc(1 + pick(&m, MAX_BODIES));
    desc.substeps            = 1 + pick(&m, 2);
    desc.max_steps_in_flight = m.in_flight = 1 + pick(&m, 4);
    m.capacity                             = desc.capacity;
    test_try(massa_create_world(gpu->device, &desc, &m.world));
    test_try(massa_create_snapshot(m.world, &m.snapshot));
    for (uint32_t i = 0; i < count; ++i)
    {
        static void (*const calls[])(model*) = { create, create, create, destroy, edit,  edit, edit,
                                                 edit,   step,   step,   poll,    watch, ask };
        const uint32_t rare                  = pick(&m, 60);
        if (rare == 0)
            resize(&m);
        else if (rare < 3)
            save_and_restore(&m);
        else
            calls[pick(&m, MAS_COUNT(calls))](&m);
    }
    massa_poll_result news;
    ask(&m);
    test_try(massa_world_poll(m.world, m.recorded, &news));
    m.hash = api_step(gpu, m.world);
    massa_destroy_snapshot(m.snapshot);
    massa_destroy_world(m.world);
    return m;
}

static MunitResult calls_in_any_order(const MunitParameter params[], void* fixture)
{
    (void)params;
    const uint32_t worlds = (test_full() ? 100000 : 4000) / BATCH;
    const uint64_t seeds  = test_full() ? munit_rand_uint32() : 1; // munit prints its own seed
    uint32_t steps = 0, refusals = 0;
    for (uint32_t i = 0; i < worlds; ++i)
    {
        const model first = live(fixture, seeds + i, BATCH);
        if (i == 0)
            munit_assert_uint64(live(fixture, seeds, BATCH).hash, ==, first.hash); // the same calls, the same life
        steps += first.steps;
        refusals += first.refusals;
    }
    munit_assert_uint32(steps, >, worlds * BATCH / 40); // the mixture is one
    munit_assert_uint32(refusals, >, worlds * BATCH / 40);
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/calls-in-any-order", calls_in_any_order, api_setup, wrapper_tear_down, 0, NULL },
    { 0 },
};
MunitSuite test_churn_suite = { "/churn", tests, NULL, 1, 0 };
