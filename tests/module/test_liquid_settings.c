// What follows from the settings of liquids: iterations from depth, words when they do not suffice, and worlds that
// differ in one of them. Red when the law of the over-density is not kept or too much is paid for it, a warning is
// missing or repeated, or a world takes another's snapshot or recording.
#include "api.h"
#include "liquid_scene.h"
#include "module/flow.h"
#include "module/liquids.h"
#include "module/world.h"
#include "tape.h"

#include <stdio.h>
#include <string.h>

static massa_world_desc room(void)
{
    massa_world_desc d        = api_desc(4);
    d.capacity.liquid         = 64;
    d.capacity.particle_edits = 64;
    d.capacity.neighbours     = 40;
    d.substeps                = 4;
    return d;
}

// Over-density of the deepest, before pressure takes the load: 0.304 g depth substep^2 / spacing^2 with two iterations,
// falling as 1 / iterations.
static double over_density(const massa_world_desc* d, float dt, uint32_t iterations)
{
    const double h = (double)dt / d->substeps, x = (double)d->liquid.spacing;
    return 0.30382 * 9.81 * (double)d->liquid.depth * h * h / (x * x) * 2.0 / iterations;
}

static MunitResult iterations_follow_depth(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_gpu* gpu     = fixture;
    uint32_t seen[17] = { 0 };
    massa_world* w;
    massa_world_desc d = room();
    test_try(massa_create_world(gpu->device, &d, &w));
    for (uint32_t k = 1; k < 400; ++k)
    {
        d = room();
        char words[240];
        const float dt        = k % 2 == 0 ? 1.0f / 60.0f : 1.0f / 90.0f;
        d.liquid.spacing      = k % 3 == 0 ? 0.02f : 0.05f;
        d.liquid.depth        = 0.02f * (float)k;
        const mas_tables* t   = w->tables;
        const mas_flow_step s = mas_flow_step_of(&d, t, dt);
        const bool enough     = over_density(&d, dt, s.iterations) <= 0.04;
        munit_assert_uint32(s.iterations, >=, 2);
        munit_assert_uint32(s.iterations, <=, 8);
        if (s.iterations < 8) munit_assert_true(enough);
        if (s.iterations > 2) munit_assert_double(over_density(&d, dt, s.iterations - 1), >, 0.04);
        munit_assert_int(mas_flow_suffices(&d, &s, words, sizeof words), ==, enough);
        ++seen[s.iterations];
        d.liquid.iterations = 1 + k % 16;
        munit_assert_uint32(mas_flow_step_of(&d, t, dt).iterations, ==, 1 + k % 16);
    }
    massa_destroy_world(w);
    munit_assert_uint32(seen[2], >, 0);
    munit_assert_uint32(seen[5], >, 0);
    munit_assert_uint32(seen[8], >, 0);
    return MUNIT_OK;
}

static char last_warning[300];
static uint32_t warnings;

static void hear(void* user, massa_log_level level, const char* sentence)
{
    (void)user;
    if (level != MASSA_LOG_WARNING) return;
    snprintf(last_warning, sizeof last_warning, "%s", sentence);
    ++warnings;
}

// Warned of once, and only if there is reason to.
static void expect_warning(test_gpu* gpu, const massa_world_desc* d, const char* words)
{
    massa_world* w;
    const massa_particle p = { { 0.0f, 0.0f, 0.0f }, { 0.0f, 0.0f, 0.0f } };
    gpu->device->log       = hear;
    warnings               = 0;
    test_try(massa_create_world(gpu->device, d, &w));
    test_try(massa_liquid_add(w, liquids_make(w, 1000.0f), &p, 1));
    api_step(gpu, w);
    api_step(gpu, w);
    munit_assert_uint32(warnings, ==, words != NULL);
    if (words != NULL) munit_assert_ptr_not_null(strstr(last_warning, words));
    massa_destroy_world(w);
}

static MunitResult warnings_are_given_once(const MunitParameter params[], void* fixture)
{
    (void)params;
    massa_world_desc d = room();
    expect_warning(fixture, &d, NULL);
    d.liquid.depth = 50.0f;
    expect_warning(fixture, &d, "Liquid 50 m deep is packed 25.9 % too densely at the bottom with 8 iterations");
    d.liquid.iterations = 8; // as the host wants it
    expect_warning(fixture, &d, NULL);
    d                  = room();
    d.liquid.solver    = MASSA_LIQUID_STATE_EQUATION;
    d.liquid.max_parts = 4;
    expect_warning(fixture, &d, "needs 5 parts in substeps of 0.00416667 s, but there are 4");
    d.liquid.max_parts = 5;
    expect_warning(fixture, &d, NULL);
    d.liquid.max_parts = 0; // as many as it takes
    expect_warning(fixture, &d, NULL);
    return MUNIT_OK;
}

static void change(massa_world_desc* d, uint32_t which)
{
    float* const number[] = { &d->liquid.spacing, &d->liquid.depth, &d->liquid.stiffness, &d->liquid.smoothing };
    if (which < MAS_COUNT(number)) *number[which] += 0.125f;
    if (which == 4) d->liquid.exponent = 1.0f;
    if (which == 5) d->liquid.iterations = 3;
    if (which == 6) ++d->liquid.max_parts;
    if (which == 7) d->liquid.solver = MASSA_LIQUID_STATE_EQUATION;
    if (which == 8) d->liquid.explicit_steps = true;
}

static MunitResult worlds_that_differ_do_not_mix(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_gpu* gpu = fixture;
    massa_world *w, *other;
    massa_snapshot *snapshot, *received;
    massa_world_desc d = room();
    tape recorded      = { 0 };
    const void* bytes;
    size_t size;
    test_try(massa_create_world(gpu->device, &d, &w));
    test_try(massa_create_snapshot(w, &snapshot));
    test_try(massa_world_set_recorder(w, tape_record, &recorded));
    liquids_make(w, 1000.0f);
    api_step(gpu, w);
    VkCommandBuffer cmd = platform_begin(&gpu->host);
    test_try(massa_cmd_save(w, cmd, snapshot));
    munit_assert(platform_submit_and_wait(&gpu->host, cmd));
    test_try(massa_snapshot_bytes(snapshot, &bytes, &size));
    for (uint32_t which = 0; which <= 9; ++which) // the last one is the same
    {
        const bool same          = which == 9;
        massa_world_desc changed = room();
        change(&changed, which);
        test_try(massa_create_world(gpu->device, &changed, &other));
        test_try(massa_create_snapshot(other, &received));
        munit_assert_int(massa_snapshot_load(received, bytes, size), ==, same ? MASSA_OK : MASSA_ERROR_SNAPSHOT);
        cmd = platform_begin(&gpu->host);
        munit_assert_int(massa_cmd_replay(other, cmd, recorded.block[0], recorded.size[0]), ==,
                         same ? MASSA_OK : MASSA_ERROR_RECORDING);
        munit_assert(platform_submit_and_wait(&gpu->host, cmd));
        massa_destroy_snapshot(received);
        massa_destroy_world(other);
    }
    tape_drop(&recorded);
    massa_destroy_snapshot(snapshot);
    massa_destroy_world(w);
    return MUNIT_OK;
}

// A world without liquids gets room for them, and cannot lose it while there are some.
static MunitResult room_comes_later(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_gpu* gpu = fixture;
    massa_world* w;
    massa_poll_result news;
    massa_world_desc d     = room();
    const massa_capacity c = d.capacity;
    const massa_particle p = { { 0.0f, 0.0f, 0.0f }, { 0.0f, 0.0f, 0.0f } };
    d.capacity.liquid      = 0;
    d.liquid.spacing       = 7.0f; // which nobody looks at yet
    test_try(massa_create_world(gpu->device, &d, &w));
    api_step(gpu, w);
    REFUSED(massa_world_resize(w, &c), MASSA_ERROR_RANGE, "liquid.spacing is 7");
    massa_destroy_world(w);
    d.liquid.spacing = 0.05f;
    test_try(massa_create_world(gpu->device, &d, &w));
    api_step(gpu, w);
    test_try(massa_world_resize(w, &c));
    test_try(massa_liquid_add(w, liquids_make(w, 1000.0f), &p, 1));
    VkCommandBuffer cmd        = platform_begin(&gpu->host);
    const massa_step_desc step = massa_default_step_desc();
    test_try(massa_cmd_step(w, cmd, &step));
    munit_assert(platform_submit_and_wait(&gpu->host, cmd));
    test_try(massa_world_poll(w, massa_world_last_step(w), &news));
    munit_assert_uint32(news.particle_count, ==, 1);
    munit_assert_uint32(news.liquid_parts, ==, 1);
    REFUSED(massa_world_resize(w, &d.capacity), MASSA_ERROR_CAPACITY, "must keep what is in use");
    massa_destroy_world(w);
    return MUNIT_OK;
}

// Discs come whole or not at all: there is always room for the records of one.
static MunitResult room_for_a_disc_stays(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_gpu* gpu = fixture;
    massa_world* w;
    massa_world_desc d   = room();
    massa_emitter_desc e = massa_default_emitter_desc();
    massa_emitter_id id;
    test_try(massa_create_world(gpu->device, &d, &w));
    massa_capacity c      = w->desc.capacity;
    e.liquid              = liquids_make(w, 1000.0f);
    e.radius              = 2.0f * w->tables->liquid.spacing;
    const uint32_t needed = mas_disc_size(e.radius, w->tables->liquid.spacing);
    munit_assert_uint32(needed, <=, c.particle_edits);
    test_try(massa_create_emitter(w, &e, &id));
    c.particle_edits      = needed - 1;
    const uint64_t before = api_tables(w);
    REFUSED(massa_world_resize(w, &c), MASSA_ERROR_CAPACITY, "the disc of an emitter");
    munit_assert_uint64(api_tables(w), ==, before);
    c.particle_edits = needed;
    test_try(massa_world_resize(w, &c));
    api_step(gpu, w);
    massa_destroy_world(w);
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/iterations-follow-depth", iterations_follow_depth, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { "/warnings-are-given-once", warnings_are_given_once, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { "/room-comes-later", room_comes_later, api_setup, wrapper_tear_down, 0, NULL },
    { "/room-for-a-disc", room_for_a_disc_stays, api_setup, wrapper_tear_down, 0, NULL },
    { "/worlds-that-differ-do-not-mix", worlds_that_differ_do_not_mix, api_setup, wrapper_tear_down, 0, NULL },
    { 0 },
};
MunitSuite test_liquid_settings_suite = { "/liquid_settings", tests, NULL, 1, MUNIT_SUITE_OPTION_NONE };
