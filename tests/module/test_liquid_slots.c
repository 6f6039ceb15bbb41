// Particles of liquids that come, leave, find no room or are no number: their slots, and what is reported of them. Red
// when a drained slot is not used again, a particle without room is not counted, a particle that is no number stays or
// spreads, or sensors and views disagree with the particles.
#include "api.h"
#include "liquid_scene.h"
#include "module/liquids.h"
#include "module/world.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum
{
    ROOM = 300
};

typedef struct told
{
    uint32_t count, lost, drained, refused;
    uint32_t sensed, most_sensed; // by the only sensor
    uint32_t events;
    bool overflow;
} told;

static void hear(test_world* t, const massa_poll_result* news)
{
    told* h  = t->user;
    h->count = news->particle_count;
    h->lost += news->particles_lost;
    h->drained += news->liquid_drained;
    h->refused += news->liquid_refused;
    for (uint32_t i = 0; i < news->liquid_event_count; ++i)
    {
        const massa_liquid_event* e = &news->liquid_events[i];
        munit_assert_uint32(e->before, ==, h->sensed); // nothing happens between two of them
        munit_assert_uint32(e->count, !=, e->before);
        munit_assert_uint64(e->step, >=, news->first_step);
        munit_assert_uint64(e->step, <=, news->last_step);
        h->sensed = e->count;
        if (e->count > h->most_sensed) h->most_sensed = e->count;
        ++h->events;
    }
    for (uint32_t i = 0; i < news->overflow_count; ++i)
        h->overflow |= strcmp(news->overflows[i].list, "capacity.liquid") == 0 && news->overflows[i].capacity == ROOM;
}

static void start(test_world* t, test_gpu* gpu, told* h)
{
    massa_world_desc d = liquids_desc();
    d.capacity.liquid  = ROOM;
    memset(h, 0, sizeof *h);
    test_world_create(t, gpu, d, 1, 2);
    t->user  = h;
    t->heard = hear;
}

static massa_emitter_id pour(massa_world* w, massa_liquid_id liquid, float y)
{
    massa_emitter_desc d = massa_default_emitter_desc();
    massa_emitter_id id;
    d.liquid     = liquid;
    d.position.y = y;
    d.speed      = 3.0f;
    test_try(massa_create_emitter(w, &d, &id));
    return id;
}

static void catch_all(massa_world* w, bool drain, float y)
{
    massa_shape_desc d = massa_default_shape_desc();
    d.drain            = drain;
    liquids_body(w, MASSA_BODY_STATIC, &d, (massa_vec3){ 0.0f, y, 0.0f });
}

// Many times what there is room for goes through the world, and nobody is refused.
static MunitResult drains_make_room(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_world t;
    told h;
    uint64_t sent;
    start(&t, fixture, &h);
    catch_all(t.world, true, -0.4f); // a plane: whatever falls below is gone
    const massa_emitter_id id = pour(t.world, liquids_make(t.world, 1000.0f), 0.0f);
    test_world_run(&t, 80);
    test_try(massa_emitter_get_sent(t.world, id, &sent));
    munit_assert_uint64(sent, >, 2 * ROOM);
    munit_assert_uint32(h.refused, ==, 0);
    munit_assert_uint32(h.lost, ==, 0);
    munit_assert_uint32(h.drained, >, ROOM);
    munit_assert_uint32(h.count, <, ROOM);
    test_try(massa_destroy_emitter(t.world, id));
    test_world_run(&t, 80);
    munit_assert_uint32(h.drained, ==, (uint32_t)sent); // each of them, once
    munit_assert_uint32(h.count, ==, 0);
    static mas_vec4 x[ROOM], before[ROOM];
    static float density[ROOM];
    test_world_read(&t, MASSA_VIEW_PARTICLE_POSITION, x, ROOM);
    test_world_read(&t, MASSA_VIEW_PARTICLE_PREVIOUS_POSITION, before, ROOM);
    test_world_read(&t, MASSA_VIEW_LIQUID_DENSITY, density, ROOM);
    for (uint32_t i = 0; i < ROOM; ++i) // all of them have been in use
        munit_assert_true(x[i].x == 0.0f && x[i].w == 0.0f && before[i].w == 0.0f && density[i] == 0.0f);
    test_world_destroy(&t);
    return MUNIT_OK;
}

// The world is full: who comes too late is told, those who are there do not notice. An emitter's discs come whole or
// not at all, and come again when a drain has made room.
static MunitResult full_worlds_say_so(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_world t;
    told h;
    uint64_t sent;
    static mas_vec4 x[ROOM];
    start(&t, fixture, &h);
    catch_all(t.world, false, -0.4f);
    const massa_liquid_id liquid = liquids_make(t.world, 1000.0f);
    const massa_emitter_id id    = pour(t.world, liquid, 0.0f);
    test_try(massa_liquid_add(t.world, liquid, &(massa_particle){ .position = { 0.0f, -0.3f, 0.0f } }, 1));
    test_world_run(&t, 60);
    test_try(massa_emitter_get_sent(t.world, id, &sent));
    munit_assert_uint32(h.count, <, ROOM); // what is left is less than a disc
    munit_assert_uint32(h.count + mas_disc_size(massa_default_emitter_desc().radius, t.world->tables->liquid.spacing), >,
                        ROOM);
    munit_assert_uint64(sent + 1, ==, (uint64_t)h.count + h.refused);
    munit_assert_uint32(h.refused, >, 100);
    munit_assert_true(h.overflow);
    munit_assert_uint32(h.lost, ==, 0);
    test_world_read(&t, MASSA_VIEW_PARTICLE_POSITION, x, ROOM);
    for (uint32_t i = 0; i < ROOM; ++i)
    {
        uint32_t tag;
        memcpy(&tag, &x[i].w, sizeof tag);
        munit_assert_uint32(tag, ==, i < h.count ? PARTICLE_ALIVE | i : 0);
        munit_assert_float(x[i].y, >, -0.4f); // the floor holds
    }
    catch_all(t.world, true, -0.2f);
    test_world_run(&t, 10);
    const uint32_t refused = h.refused, drained = h.drained;
    test_world_run(&t, 30);
    munit_assert_uint32(h.refused, ==, refused);
    munit_assert_uint32(h.drained, >, drained);
    test_world_destroy(&t);
    return MUNIT_OK;
}

static void poke(test_world* t, massa_view_kind kind, uint32_t slot, float value)
{
    massa_view view;
    VkCommandBuffer cmd = test_world_begin(t);
    test_try(massa_world_view(t->world, kind, &view));
    vkCmdUpdateBuffer(cmd, view.buffer, view.offset + slot * view.stride + 4, sizeof value, &value); // y
    test_world_submit(t, cmd);
    test_world_finish(t);
}

static void block_of(massa_world* w, massa_liquid_id liquid, massa_vec3 half, massa_vec3 at)
{
    massa_shape_desc d = massa_default_shape_desc();
    massa_shape_id id;
    d.kind     = MASSA_SHAPE_BOX;
    d.box.half = half;
    test_try(massa_create_shape(w, &d, &id));
    test_try(massa_liquid_fill(w, liquid, id, at, (massa_quat){ 0.0f, 0.0f, 0.0f, 1.0f }, (massa_vec3){ 0 }, NULL));
}

static MunitResult no_number_spreads(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_world t;
    told h;
    static mas_vec4 x[ROOM], v[ROOM];
    start(&t, fixture, &h);
    catch_all(t.world, false, 0.0f);
    block_of(t.world, liquids_make(t.world, 1000.0f), (massa_vec3){ 0.15f, 0.15f, 0.15f },
             (massa_vec3){ 0.0f, 0.16f, 0.0f }); // 216
    test_world_run(&t, 5);
    poke(&t, MASSA_VIEW_PARTICLE_POSITION, 43, NAN);
    poke(&t, MASSA_VIEW_PARTICLE_VELOCITY, 100, INFINITY);
    poke(&t, MASSA_VIEW_PARTICLE_VELOCITY, 101, NAN);
    poke(&t, MASSA_VIEW_PARTICLE_POSITION, 150, 1e30f);
    test_world_run(&t, 10);
    munit_assert_uint32(h.lost, ==, 4);
    munit_assert_uint32(h.count, ==, 212);
    test_world_read(&t, MASSA_VIEW_PARTICLE_POSITION, x, ROOM);
    test_world_read(&t, MASSA_VIEW_PARTICLE_VELOCITY, v, ROOM);
    for (uint32_t i = 0; i < ROOM; ++i)
    {
        munit_assert_true(isfinite(x[i].x) && isfinite(x[i].y) && isfinite(x[i].z));
        munit_assert_true(isfinite(v[i].x) && isfinite(v[i].y) && isfinite(v[i].z));
        munit_assert_float(x[i].y * x[i].y, <, 1.0f);
    }
    munit_assert_float(x[43].w, ==, 0.0f);
    test_world_destroy(&t);
    return MUNIT_OK;
}

// What a sensor tells is who is in it.
static MunitResult sensors_count(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_world t;
    told h;
    static mas_vec4 x[ROOM];
    massa_shape_desc d = massa_default_shape_desc();
    start(&t, fixture, &h);
    catch_all(t.world, false, 0.0f);
    d.kind          = MASSA_SHAPE_SPHERE;
    d.sphere.radius = 0.3f;
    d.sensor        = true;
    liquids_body(t.world, MASSA_BODY_STATIC, &d, (massa_vec3){ 0.3f, 0.0f, 0.0f });
    block_of(t.world, liquids_make(t.world, 1000.0f), (massa_vec3){ 0.15f, 0.15f, 0.15f },
             (massa_vec3){ -0.1f, 0.2f, 0.0f });
    for (uint32_t n = 0; n < 60; ++n)
    {
        uint32_t inside = 0;
        test_world_run(&t, 1);
        test_world_read(&t, MASSA_VIEW_PARTICLE_POSITION, x, ROOM);
        for (uint32_t i = 0; i < ROOM; ++i)
        {
            const float a = x[i].x - 0.3f;
            inside += x[i].w != 0.0f && a * a + x[i].y * x[i].y + x[i].z * x[i].z < 0.09f;
        }
        munit_assert_uint32(h.sensed, ==, inside);
    }
    munit_assert_uint32(h.most_sensed, >, 30);
    munit_assert_uint32(h.events, >, 10);
    test_world_destroy(&t);
    return MUNIT_OK;
}

// A sensor goes while it holds particles, and for a step there is none; another one, which gets its place, holds none
// and has held none.
static MunitResult sensors_forget(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_world t;
    told h;
    massa_shape_desc d = massa_default_shape_desc();
    start(&t, fixture, &h);
    test_try(massa_world_set_gravity(t.world, (massa_vec3){ 0 }));
    d.kind                    = MASSA_SHAPE_SPHERE;
    d.sphere.radius           = 0.3f;
    d.sensor                  = true;
    const massa_body_id first = liquids_body(t.world, MASSA_BODY_STATIC, &d, (massa_vec3){ 0 });
    const massa_liquid_id id  = liquids_make(t.world, 1000.0f);
    test_try(massa_liquid_add(t.world, id, &(massa_particle){ .position = { 0.1f, 0.0f, 0.0f } }, 1));
    test_world_run(&t, 2);
    munit_assert_uint32(h.sensed, ==, 1);
    munit_assert_uint32(h.events, ==, 1);
    test_try(massa_destroy_body(t.world, first));
    test_world_run(&t, 2);
    h.sensed = 0; // that it went was not told
    liquids_body(t.world, MASSA_BODY_STATIC, &d, (massa_vec3){ 5.0f, 0.0f, 0.0f });
    test_world_run(&t, 2);
    munit_assert_uint32(h.events, ==, 1);
    test_try(massa_liquid_add(t.world, id, &(massa_particle){ .position = { 5.0f, 0.0f, 0.0f } }, 1));
    test_world_run(&t, 2);
    munit_assert_uint32(h.events, ==, 2);
    munit_assert_uint32(h.sensed, ==, 1);
    test_world_destroy(&t);
    return MUNIT_OK;
}

// Density of a block at rest, and the command that draws it.
static MunitResult views_show_it(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_world t;
    told h;
    static float density[ROOM];
    massa_view view, by_density;
    VkDrawIndirectCommand draw;
    start(&t, fixture, &h);
    test_try(massa_world_set_gravity(t.world, (massa_vec3){ 0 }));
    block_of(t.world, liquids_make(t.world, 1000.0f), (massa_vec3){ 0.15f, 0.15f, 0.15f }, (massa_vec3){ 0 });
    test_world_run(&t, 1);
    test_try(massa_world_view(t.world, MASSA_VIEW_PARTICLE_POSITION, &view));
    test_try(massa_world_view(t.world, MASSA_VIEW_LIQUID_DENSITY, &by_density));
    munit_assert_uint32(view.count, ==, 216);
    munit_assert_uint32(by_density.count, ==, 216);
    munit_assert_uint32(by_density.stride, ==, 4);
    munit_assert_uint64(view.indirect, !=, 0);
    test_world_read(&t, MASSA_VIEW_LIQUID_DENSITY, density, ROOM);
    for (uint32_t i = 0; i < 216; ++i)
    {
        const uint32_t a = i % 6, b = i / 6 % 6, c = i / 36;
        const bool deep = a % 5 != 0 && b % 5 != 0 && c % 5 != 0;
        if (deep) munit_assert_float(fabsf(density[i] - 1.0f), <, 0.01f);
        if (!deep) munit_assert_true(density[i] > 0.2f && density[i] < 0.95f);
    }
    platform_buffer copy;
    const VkBufferCopy region = { view.indirect, 0, sizeof draw };
    munit_assert(platform_buffer_create(&t.gpu->host, &copy, sizeof draw, VK_BUFFER_USAGE_TRANSFER_DST_BIT));
    VkCommandBuffer cmd = platform_begin(&t.gpu->host);
    vkCmdCopyBuffer(cmd, view.buffer, copy.buffer, 1, &region);
    munit_assert(platform_submit_and_wait(&t.gpu->host, cmd));
    memcpy(&draw, copy.mapped, sizeof draw);
    platform_buffer_destroy(&t.gpu->host, &copy);
    munit_assert_uint32(draw.vertexCount, ==, 4);
    munit_assert_uint32(draw.instanceCount, ==, 216);
    munit_assert_uint32(draw.firstVertex + draw.firstInstance, ==, 0);
    test_world_destroy(&t);
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/drains-make-room", drains_make_room, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { "/full-worlds-say-so", full_worlds_say_so, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { "/no-number-spreads", no_number_spreads, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { "/sensors-count", sensors_count, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { "/sensors-forget", sensors_forget, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { "/views-show-it", views_show_it, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { 0 },
};
MunitSuite test_liquid_slots_suite = { "/liquid_slots", tests, NULL, 1, 0 };
