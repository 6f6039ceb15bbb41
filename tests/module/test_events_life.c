// Random worlds whose bodies come, go, jump, change shapes and touch, with lists that are too short for it, as a poll
// reports them: every contact and visit begins before it ends and ends before it begins again, of the same bodies,
// shapes and children; events are in order; a run that is saved, restored or replayed reports the same again, on every
// device. Red when an event is lost, reported twice, out of order, or names another body.
#include "meeting.h"

#include "module/world.h"
#include "tape.h"
#include "twin.h"

#include <stdlib.h>
#include <string.h>

enum
{
    BODIES = 24,
    SHAPES = 9,
    OPEN   = 4096
};

typedef struct run
{
    test_gpu* gpu;
    massa_world* w;
    uint64_t random;
    massa_shape_id shape[SHAPES];
    massa_body_id body[BODIES]; // null: none
    bool fixed[BODIES];
    massa_event open[OPEN];
    uint32_t open_count, begun, hits, waited, longest;
    uint64_t stream; // hash of all that was heard
} run;

static uint32_t pick(run* r, uint32_t n)
{
    return test_random(&r->random) % n;
}

static float spread(run* r, float range)
{
    return ((float)(test_random(&r->random) >> 8) * 0x1p-23f - 1.0f) * range;
}

static massa_shape_id shape(massa_world* w, massa_shape_kind kind, bool sensor, int32_t group)
{
    massa_shape_desc d = massa_default_shape_desc();
    massa_shape_id id;
    d.kind   = kind;
    d.sensor = sensor;
    d.group  = group;
    test_try(massa_create_shape(w, &d, &id));
    return id;
}

static run* begin(test_gpu* gpu, uint32_t pairs, uint32_t contacts, uint32_t events, massa_broad_phase phase)
{
    run* r              = calloc(1, sizeof *r);
    massa_world_desc d  = meeting_desc(BODIES, pairs);
    d.capacity.contacts = contacts;
    d.capacity.events   = events;
    d.broad_phase       = phase;
    d.hit_speed         = 2.0f;
    r->gpu              = gpu;
    test_try(massa_create_world(gpu->device, &d, &r->w));
    r->shape[0] = shape(r->w, MASSA_SHAPE_SPHERE, false, 0);
    r->shape[1] = shape(r->w, MASSA_SHAPE_BOX, false, 0);
    r->shape[2] = shape(r->w, MASSA_SHAPE_CAPSULE, false, 0);
    r->shape[3] = shape(r->w, MASSA_SHAPE_SPHERE, true, 0);
    r->shape[4] = shape(r->w, MASSA_SHAPE_BOX, true, 0);
    r->shape[5] = shape(r->w, MASSA_SHAPE_BOX, false, -1); // never meet each other
    r->shape[6] = meeting_pair(r->w, r->shape[1], -0.75f, 0.75f);
    r->shape[7] = meeting_pair(r->w, r->shape[3], -0.5f, 0.5f);
    r->shape[8] = meeting_gem(r->w, 0.75f);
    return r;
}

static void end(run* r)
{
    massa_destroy_world(r->w);
    free(r);
}

static void create(run* r, uint32_t at)
{
    const uint32_t kind = pick(r, 8);
    massa_body_desc d   = massa_default_body_desc();
    d.kind              = kind == 0 ? MASSA_BODY_STATIC : kind == 1 ? MASSA_BODY_KINEMATIC : MASSA_BODY_DYNAMIC;
    d.shape             = r->shape[pick(r, SHAPES)];
    d.position          = (massa_vec3){ spread(r, 2.0f), spread(r, 1.5f), spread(r, 1.0f) };
    d.velocity          = (massa_vec3){ spread(r, 4.0f), spread(r, 4.0f), 0.0f };
    d.angular_velocity  = (massa_vec3){ 0.0f, spread(r, 3.0f), 0.0f };
    d.user              = 100 + at;
    r->fixed[at]        = kind == 0;
    test_try(massa_create_body(r->w, &d, &r->body[at]));
}

static void edit(run* r)
{
    for (uint32_t k = pick(r, 6); k > 0; --k)
    {
        const uint32_t at = pick(r, BODIES), what = pick(r, 8);
        const massa_vec3 to   = { spread(r, 2.0f), spread(r, 1.5f), spread(r, 1.0f) };
        const massa_quat turn = { spread(r, 0.5f), 0.0f, spread(r, 0.5f), 1.0f };
        if (r->body[at].bits == 0)
        {
            create(r, at);
        }
        else if (what == 0)
        {
            test_try(massa_destroy_body(r->w, r->body[at]));
            r->body[at].bits = 0;
            if (pick(r, 2) == 0) create(r, at); // in its place at once
        }
        else if (what < 3 || (what > 4 && r->fixed[at]))
        {
            test_try(massa_body_set_pose(r->w, r->body[at], to, turn));
        }
        else if (what < 5)
        {
            const massa_shape_id none = { 0 };
            test_try(massa_body_set_shape(r->w, r->body[at], pick(r, 5) == 0 ? none : r->shape[pick(r, SHAPES)]));
        }
        else
        {
            test_try(massa_body_set_velocity(r->w, r->body[at], to));
        }
    }
}

static bool same_pair(const massa_event* x, const massa_event* y)
{
    return x->body_a.bits == y->body_a.bits && x->body_b.bits == y->body_b.bits && x->shape_a.bits == y->shape_a.bits &&
           x->shape_b.bits == y->shape_b.bits && x->collider_a == y->collider_a && x->collider_b == y->collider_b;
}

static bool sorted(const massa_event* x, const massa_event* y)
{
    const uint32_t key[2][5] = {
        { (uint32_t)x->kind, massa_body_index(x->body_a), massa_body_index(x->body_b), x->collider_a, x->collider_b },
        { (uint32_t)y->kind, massa_body_index(y->body_a), massa_body_index(y->body_b), y->collider_a, y->collider_b }
    };
    for (int i = 0; i < 5; ++i)
        if (key[0][i] != key[1][i]) return key[0][i] < key[1][i];
    return false;
}

// Its index in the list of bodies that are there, or BODIES.
static uint32_t alive(const run* r, massa_body_id id)
{
    uint32_t i = 0;
    while (i < BODIES && r->body[i].bits != id.bits)
        ++i;
    return i;
}

static void hear_pair(run* r, const massa_event* e)
{
    uint32_t at = 0;
    while (at < r->open_count && !same_pair(&r->open[at], e))
        ++at;
    const bool starts = e->kind == MASSA_EVENT_CONTACT_BEGIN || e->kind == MASSA_EVENT_SENSOR_ENTER;
    if (starts || e->kind == MASSA_EVENT_CONTACT_HIT)
    {
        const uint32_t a = alive(r, e->body_a), b = alive(r, e->body_b);
        uint64_t user;
        munit_assert_uint32(a, <, BODIES);
        munit_assert_uint32(b, <, BODIES);
        munit_assert_uint64(e->user_a, ==, 100 + a);
        munit_assert_uint64(e->user_b, ==, 100 + b);
        test_try(massa_shape_get_user(r->w, e->shape_a, &user));
        test_try(massa_shape_get_user(r->w, e->shape_b, &user));
        const float n = e->normal.x * e->normal.x + e->normal.y * e->normal.y + e->normal.z * e->normal.z;
        munit_assert_float(n, >, 0.999f);
        munit_assert_float(n, <, 1.001f);
    }
    if (e->kind == MASSA_EVENT_CONTACT_HIT)
    {
        munit_assert_float(e->speed, >, 2.0f);
        ++r->hits;
    }
    else if (starts)
    {
        munit_assert_uint32(at, ==, r->open_count); // not open
        r->open[r->open_count++] = *e;
        munit_assert_uint32(r->open_count, <=, r->w->desc.capacity.pairs);
        ++r->begun;
    }
    else
    {
        munit_assert_uint32(at, <, r->open_count);
        const bool contact = r->open[at].kind == MASSA_EVENT_CONTACT_BEGIN;
        munit_assert_int(e->kind, ==, contact ? MASSA_EVENT_CONTACT_END : MASSA_EVENT_SENSOR_LEAVE);
        munit_assert_uint64(e->user_a, ==, alive(r, e->body_a) < BODIES ? 100 + alive(r, e->body_a) : 0);
        r->open[at] = r->open[--r->open_count];
    }
}

static uint64_t hash_of(const massa_poll_result* news)
{
    uint64_t hash = news->event_count;
    for (uint32_t i = 0; i < news->event_count; ++i)
    {
        const massa_event* e = &news->events[i];
        const uint64_t id[]  = { e->kind,   e->collider_a, e->collider_b,   e->body_a.bits, e->body_b.bits,
                                 e->user_a, e->user_b,     e->shape_a.bits, e->shape_b.bits };
        const float where[8] = { e->point.x, e->point.y, e->point.z, e->speed, e->normal.x, e->normal.y, e->normal.z };
        hash                 = mas_hash_bytes(mas_hash_bytes(hash, id, sizeof id), where, sizeof where);
    }
    return hash;
}

static uint64_t hear(run* r, const massa_poll_result* news)
{
    const uint64_t hash = hash_of(news);
    for (uint32_t i = 0; i < news->event_count; ++i)
    {
        if (i > 0) munit_assert_true(sorted(&news->events[i - 1], &news->events[i]));
        hear_pair(r, &news->events[i]);
    }
    for (uint32_t i = 0; i < news->overflow_count; ++i)
        if (strcmp(news->overflows[i].list, "capacity.events") == 0) ++r->waited;
    if (r->open_count > r->longest) r->longest = r->open_count;
    r->stream = mas_hash_bytes(r->stream, &hash, sizeof hash);
    return hash;
}

static uint64_t step(run* r)
{
    edit(r);
    const massa_poll_result news = meeting_step(r->gpu, r->w, 0);
    const uint64_t hash          = hear(r, &news);
    if (news.event_count == r->w->desc.capacity.events) return hash; // ends may wait
    for (uint32_t i = 0; i < r->open_count; ++i) // what the dead had open has ended, whoever has their slots now
    {
        munit_assert_uint32(alive(r, r->open[i].body_a), <, BODIES);
        munit_assert_uint32(alive(r, r->open[i].body_b), <, BODIES);
    }
    return hash;
}

// All go; all that is open ends, as many in a step as there is room for.
static void finish(run* r)
{
    const uint32_t room = r->w->desc.capacity.events;
    for (uint32_t i = 0; i < BODIES; ++i)
        if (r->body[i].bits != 0) test_try(massa_destroy_body(r->w, r->body[i]));
    memset(r->body, 0, sizeof r->body);
    while (r->open_count > 0)
    {
        const uint32_t due           = r->open_count < room ? r->open_count : room;
        const massa_poll_result news = meeting_step(r->gpu, r->w, 0);
        munit_assert_uint32(news.event_count, ==, due);
        hear(r, &news);
    }
    munit_assert_uint32(meeting_step(r->gpu, r->w, 0).event_count, ==, 0);
}

// Red when an end is lost because a list was full, a begin is told twice, or one that waited is forgotten.
static MunitResult begins_have_ends(const MunitParameter params[], void* fixture)
{
    (void)params;
    static const struct
    {
        uint32_t pairs, contacts, events;
        massa_broad_phase phase;
        bool waits;
    } row[] = {
        { 500, 0, 512, MASSA_BROAD_PHASE_FAT_TREE, false }, { 500, 0, 12, MASSA_BROAD_PHASE_FAT_TREE, true },
        { 30, 0, 40, MASSA_BROAD_PHASE_TREE, false },       { 500, 5, 3, MASSA_BROAD_PHASE_SWEEP, true },
        { 500, 0, 1, MASSA_BROAD_PHASE_LABELS, true },
    };
    const uint32_t steps = test_full() ? 2000 : test_is_lavapipe25() ? 400 : 80;
    for (size_t k = 0; k < MAS_COUNT(row); ++k)
    {
        run* r    = begin(fixture, row[k].pairs, row[k].contacts, row[k].events, row[k].phase);
        r->random = 11 + k;
        for (uint32_t i = 0; i < steps; ++i)
            step(r);
        munit_logf(MUNIT_LOG_INFO, "%u begun, %u hits, %u open at most, %u steps in which some waited", r->begun,
                   r->hits, r->longest, r->waited);
        munit_assert_int(r->waited > 0, ==, row[k].waits);
        munit_assert_uint32(r->begun, >, steps / 25);
        if (row[k].events == 12) munit_assert_uint32(r->longest, >, 24); // more are open than a step can tell
        finish(r);
        end(r);
    }
    return MUNIT_OK;
}

typedef struct listener // the twin, which plays what is recorded
{
    const run* r;
    oracle_world* world;
    uint64_t stream; // as the run's
} listener;

static void play(void* user, const void* block, size_t size)
{
    enum
    {
        ROOM = 64
    };
    listener* l = user;
    massa_event event[ROOM];
    oracle_play(l->world, block, size);
    munit_assert_uint32(l->world->event_count, <=, ROOM);
    const massa_poll_result news = { .event_count = twin_events(l->world, event), .events = event };
    for (uint32_t i = 0; i < news.event_count; ++i)
    {
        const uint32_t a = alive(l->r, event[i].body_a), b = alive(l->r, event[i].body_b);
        event[i].user_a = a < BODIES ? 100 + a : 0;
        event[i].user_b = event[i].body_b.bits != 0 && b < BODIES ? 100 + b : 0;
    }
    const uint64_t hash = hash_of(&news);
    l->stream           = mas_hash_bytes(l->stream, &hash, sizeof hash);
}

// The same words on every device, and from the twin.
static MunitResult hash_is_pinned(const MunitParameter params[], void* fixture)
{
    (void)params;
    run* r     = begin(fixture, 500, 0, 24, MASSA_BROAD_PHASE_FAT_TREE);
    listener l = { r, oracle_create_world(&r->w->desc), 0 };
    r->random  = 5;
    test_try(massa_world_set_recorder(r->w, play, &l));
    for (uint32_t i = 0; i < 120; ++i)
    {
        step(r);
        munit_assert_uint64(l.stream, ==, r->stream);
    }
    munit_logf(MUNIT_LOG_INFO, "0x%016llx", (unsigned long long)r->stream);
    munit_assert_uint64(l.stream, ==, 0x7ac79404d935c820u);
    oracle_destroy_world(l.world);
    end(r);
    return MUNIT_OK;
}

static void save_or_restore(run* r, massa_snapshot* s, bool save)
{
    VkCommandBuffer cmd = platform_begin(&r->gpu->host);
    test_try(save ? massa_cmd_save(r->w, cmd, s) : massa_cmd_restore(r->w, cmd, s));
    munit_assert(platform_submit_and_wait(&r->gpu->host, cmd));
}

// Saved in the middle and restored, and from a recording in another world.
static MunitResult runs_come_again(const MunitParameter params[], void* fixture)
{
    (void)params;
    enum
    {
        STEPS  = 80,
        MIDDLE = 37
    };
    uint64_t said[STEPS];
    tape t    = { 0 };
    run* r    = begin(fixture, 500, 0, 16, MASSA_BROAD_PHASE_FAT_TREE);
    run* then = malloc(sizeof *then);
    r->random = 3;
    massa_snapshot* s;
    test_try(massa_create_snapshot(r->w, &s));
    test_try(massa_world_set_recorder(r->w, tape_record, &t));
    for (uint32_t i = 0; i < STEPS; ++i)
    {
        if (i == MIDDLE) save_or_restore(r, s, true), *then = *r;
        said[i] = step(r);
    }
    const uint64_t stream = r->stream, tables = api_tables(r->w);
    test_try(massa_world_set_recorder(r->w, NULL, NULL));
    save_or_restore(r, s, false);
    massa_capacity small = r->w->desc.capacity; // what is open survives a resize, or it is refused
    small.pairs          = then->open_count - 1;
    REFUSED(massa_world_resize(r->w, &small), MASSA_ERROR_CAPACITY, "begun and not ended");
    *r = *then;
    for (uint32_t i = MIDDLE; i < STEPS; ++i)
        munit_assert_uint64(step(r), ==, said[i]);
    munit_assert_uint64(r->stream, ==, stream);

    massa_world_desc d = r->w->desc;
    massa_world* again;
    test_try(massa_create_world(r->gpu->device, &d, &again));
    for (uint32_t i = 0; i < STEPS; ++i)
    {
        VkCommandBuffer cmd = platform_begin(&r->gpu->host);
        massa_poll_result news;
        test_try(massa_cmd_replay(again, cmd, t.block[i], t.size[i]));
        munit_assert(platform_submit_and_wait(&r->gpu->host, cmd));
        test_try(massa_world_poll(again, massa_world_last_step(again), &news));
        munit_assert_uint64(hash_of(&news), ==, said[i]);
    }
    munit_assert_uint64(api_tables(again), ==, tables);
    massa_destroy_world(again);
    massa_destroy_snapshot(s);
    tape_drop(&t);
    free(then);
    end(r);
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/begins-have-ends", begins_have_ends, api_setup, wrapper_tear_down, 0, NULL },
    { "/hash-is-pinned", hash_is_pinned, api_setup, wrapper_tear_down, 0, NULL },
    { "/runs-come-again", runs_come_again, api_setup, wrapper_tear_down, 0, NULL },
    { 0 },
};
MunitSuite test_events_life_suite = { "/events-life", tests, NULL, 1, 0 };
