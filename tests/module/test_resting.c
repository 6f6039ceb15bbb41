// A world at rest leaves its bodies out of the step as soon as the host has heard of it. When that is depends on when
// the host polls, so it must show in nothing: a world that hears of each step, one that hears of five at a time, and
// one that never gets the short way are the same to the last bit, in what they tell and in what a snapshot holds.
#include "meeting.h"
#include "module/world.h"
#include "tape.h"

#include <stdlib.h>
#include <string.h>

enum
{
    BOXES  = 6, // a stack of four; one that lies on a lift; one that hangs from the world
    GRAINS = 24,
    LATE   = 5, // steps that a late poll hears of
};

typedef enum way
{
    HEARS, // polls after each step
    HEARS_LATE,
    WHOLE, // hears, but is never let off
    WAYS
} way;

typedef struct run
{
    test_gpu* gpu;
    way way;
    massa_world* w;
    massa_body_id box[BOXES], lift;
    massa_joint_id rope;
    uint64_t hash, told; // of the last step heard of; of all that polls have told
    uint32_t short_steps;
} run;

static run begin(test_gpu* gpu, way how, massa_broad_phase phase, uint32_t events, bool grains)
{
    run r                 = { .gpu = gpu, .way = how };
    massa_world_desc d    = meeting_desc(16, 128);
    d.gravity.y           = -9.81f;
    d.substeps            = 2;
    d.broad_phase         = phase;
    d.max_steps_in_flight = LATE;
    d.capacity.joints     = 2;
    d.capacity.events     = events;
    if (grains) d.capacity.particles = d.capacity.particle_edits = GRAINS, d.capacity.neighbours = 16;
    test_try(massa_create_world(gpu->device, &d, &r.w));
    const massa_shape_id box = meeting_box(r.w, 0.5f, 0.5f, 0.5f);
    meeting_body(r.w, MASSA_BODY_STATIC, meeting_plane(r.w), 0.0f, 0.0f, 0.0f);
    r.lift = meeting_body(r.w, MASSA_BODY_KINEMATIC, box, 5.0f, 0.5f, 0.0f);
    if (grains) return r; // nothing dynamic may have a shape in a world with particles
    for (uint32_t i = 0; i < BOXES; ++i)
        r.box[i] = meeting_body(r.w, MASSA_BODY_DYNAMIC, box, i < 4 ? 0.0f : 5.0f * (float)(i - 3),
                                i < 4    ? 0.5f + (float)i
                                : i == 4 ? 1.5f
                                         : 4.0f,
                                0.0f);
    massa_joint_desc j = massa_default_joint_desc();
    j.kind             = MASSA_JOINT_FIXED;
    j.body_a           = r.box[5];
    j.anchor_b         = (massa_vec3){ 10.0f, 4.0f, 0.0f };
    test_try(massa_create_joint(r.w, &j, &r.rope));
    return r;
}

static void pour(run* r)
{
    massa_grains_desc d = massa_default_grains_desc();
    massa_grains_id kind;
    massa_particle p[GRAINS];
    for (uint32_t i = 0; i < GRAINS; ++i)
        p[i] = (massa_particle){ .position = { 5.0f + 0.05f * (float)(i % 4), 1.5f + 0.2f * (float)i, 0.0f } };
    test_try(massa_create_grains(r->w, &d, &kind));
    test_try(massa_grains_add(r->w, kind, p, GRAINS, NULL));
}

// What wakes a world, with time to fall asleep between.
static void edit(run* r, uint32_t step)
{
    const massa_vec3 up = { 0.0f, 0.1f, 0.0f };
    if (step == 80 || step == 95) test_try(massa_body_set_velocity(r->w, r->lift, step == 80 ? up : (massa_vec3){ 0 }));
    if (r->box[0].bits == 0) return;
    if (step == 160)
        test_try(massa_body_apply_impulse(r->w, r->box[3], (massa_vec3){ 900.0f, 0.0f, 0.0f },
                                          (massa_vec3){ 0.0f, 3.5f, 0.0f }));
    if (step == 280) test_try(massa_destroy_joint(r->w, r->rope));
    if (step == 380) test_try(massa_world_set_gravity(r->w, (massa_vec3){ 0.0f, -5.0f, 0.0f }));
}

static uint64_t hash_events(uint64_t h, const massa_poll_result* news)
{
    for (uint32_t i = 0; i < news->event_count; ++i)
    {
        const massa_event* e    = &news->events[i];
        const uint64_t words[5] = { e->step, (uint64_t)e->kind, e->body_a.bits, e->body_b.bits, e->collider_a };
        const float numbers[7]  = {
             e->point.x, e->point.y, e->point.z, e->normal.x, e->normal.y, e->normal.z, e->speed
        };
        h = mas_hash_bytes(h, words, sizeof words);
        h = mas_hash_bytes(h, numbers, sizeof numbers);
    }
    return h;
}

static void poll(run* r)
{
    massa_poll_result news;
    test_try(massa_world_poll(r->w, massa_world_last_step(r->w), &news));
    const uint32_t counts[] = { news.pair_count,  news.contact_count, news.touching_count, news.recycled_count,
                                news.awake_count, news.asleep_count,  news.particle_count };
    r->told                 = hash_events(r->told, &news);
    r->hash                 = mas_hash_bytes(news.hash, counts, sizeof counts);
}

static void step(run* r)
{
    VkCommandBuffer cmd  = platform_begin(&r->gpu->host);
    massa_step_desc desc = massa_default_step_desc();
    desc.hash            = true;
    if (r->way == WHOLE) mas_world_stir(r->w);
    test_try(massa_cmd_step(r->w, cmd, &desc));
    r->short_steps += r->w->rest.reports >= MAS_REST_REPORTS;
    munit_assert(platform_submit_and_wait(&r->gpu->host, cmd));
    if (r->way != HEARS_LATE || r->w->recorded % LATE == 0) poll(r);
}

// Everything but the header: bytes to be freed.
static uint8_t* saved(run* r, size_t* size)
{
    massa_snapshot* s;
    const void* data;
    VkCommandBuffer cmd = platform_begin(&r->gpu->host);
    test_try(massa_create_snapshot(r->w, &s));
    test_try(massa_cmd_save(r->w, cmd, s));
    munit_assert(platform_submit_and_wait(&r->gpu->host, cmd));
    test_try(massa_snapshot_bytes(s, &data, size));
    uint8_t* copy = memcpy(malloc(*size), data, *size);
    massa_destroy_snapshot(s);
    return copy;
}

static void expect_same(run r[WAYS], bool states)
{
    size_t size[WAYS];
    uint8_t* bytes[WAYS];
    for (int k = 0; k < WAYS; ++k)
    {
        munit_assert_uint64(r[k].hash, ==, r[0].hash);
        munit_assert_uint64(r[k].told, ==, r[0].told);
        if (!states) continue;
        bytes[k] = saved(&r[k], &size[k]);
        munit_assert_memory_equal(size[0], bytes[k], bytes[0]);
    }
    for (int k = 0; states && k < WAYS; ++k)
        free(bytes[k]);
}

static void compare(test_gpu* gpu, massa_broad_phase phase, uint32_t events, bool grains, uint32_t steps)
{
    run r[WAYS];
    for (int k = 0; k < WAYS; ++k)
    {
        r[k] = begin(gpu, (way)k, phase, events, grains);
        if (grains) pour(&r[k]);
    }
    for (uint32_t i = 0; i < steps; ++i)
    {
        for (int k = 0; k < WAYS; ++k)
        {
            edit(&r[k], i);
            step(&r[k]);
        }
        if ((i + 1) % LATE == 0) expect_same(r, (i + 1) % (4 * LATE) == 0);
    }
    munit_logf(MUNIT_LOG_INFO, "short steps: %u, %u, %u", r[HEARS].short_steps, r[HEARS_LATE].short_steps,
               r[WHOLE].short_steps);
    munit_assert_uint32(r[HEARS].short_steps, >, steps / 10);
    munit_assert_uint32(r[HEARS_LATE].short_steps, >, steps / 20);
    munit_assert_uint32(r[WHOLE].short_steps, ==, 0);
    for (int k = 0; k < WAYS; ++k)
        massa_destroy_world(r[k].w);
}

// Red when a step that was left out would have changed something, or one is left out that had work to do.
static MunitResult nothing_shows(const MunitParameter params[], void* fixture)
{
    (void)params;
    compare(fixture, MASSA_BROAD_PHASE_FAT_TREE, 64, false, test_is_lavapipe25() ? 480 : 240);
    return MUNIT_OK;
}

// The same with pairs made anew in each step, and so little room that the news of who sleeps takes many of them.
static MunitResult nothing_shows_in_a_tree(const MunitParameter params[], void* fixture)
{
    (void)params;
    compare(fixture, MASSA_BROAD_PHASE_TREE, 1, false, 240);
    return MUNIT_OK;
}

// Red when particles stop with the bodies, or a lift that moves is taken for one at rest.
static MunitResult particles_go_on(const MunitParameter params[], void* fixture)
{
    (void)params;
    compare(fixture, MASSA_BROAD_PHASE_FAT_TREE, 64, true, 120);
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/nothing-shows", nothing_shows, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { "/nothing-shows-in-a-tree", nothing_shows_in_a_tree, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { "/particles-go-on", particles_go_on, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { 0 },
};
MunitSuite test_resting_suite = { "/resting", tests, NULL, 1, 0 };
