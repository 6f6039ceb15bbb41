// Blocks and snapshots of surfaces that were forged: refused, and nothing changes. Loops with surfaces: no validation
// message, and idle surfaces cost nothing.
// runs: lavapipe25 layers asan. What the host side does with its input is the same on every driver.
#include "api.h"
#include "module/replay.h"
#include "module/surface_tables.h"
#include "surface_scene.h"
#include "tape.h"
#include "inside.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static massa_world* make(test_gpu* gpu, const surface_scene* s)
{
    const massa_world_desc d = surface_scene_desc(s);
    massa_world* w;
    test_try(massa_create_world(gpu->device, &d, &w));
    return w;
}

enum
{
    BALL_POINTS = 6 * SCENE_BALL_CELLS * SCENE_BALL_CELLS + 2 // of a closed cage of quads
};

typedef struct forged_block // of one surface with two points, and another that a shader wrote
{
    block_header h;
    surface_edit first;
    massa_vec3 point[2];
    surface_edit second;
} forged_block;

// Forgery n of a block; false: there are no more. 0 and 1 are none.
static bool forge(forged_block* b, size_t* size, uint32_t n)
{
    switch (n)
    {
    case 0: break;
    case 1: b->first.refresh = 1; break;
    case 2: b->first.surface = SCENE_SURFACES; break;
    case 3: b->first.surface = SCENE_DIE; break; // after which there is no other
    case 4: b->first.first = BALL_POINTS - 1; break;
    case 5: b->first.first = UINT32_MAX; break;
    case 6: b->first.refresh = 2; break;
    case 7: b->point[1].y = NAN; break;
    case 8: b->point[0].x = -1.1e4f; break;
    case 9: b->point[0].z = INFINITY; break;
    case 10: b->second.refresh = 0; break; // nothing at all
    case 11: b->second.first = 1; break;
    case 12: b->second.count = 1; break; // which is not there
    case 13: b->second.count = UINT32_MAX; break;
    case 14: b->second.surface = SCENE_BALL; break;
    case 15: b->h.section[MAS_FAMILY_surface] -= sizeof b->second; break; // and something behind it
    case 16: b->h.section[MAS_FAMILY_surface] += sizeof b->second; break;
    case 17: b->h.section[MAS_FAMILY_surface] = UINT32_MAX; break;
    case 18: b->h.section[MAS_FAMILY_surface] = 0; break;
    case 19: *size -= 4; break;
    default: return false;
    }
    return true;
}

static MunitResult blocks(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_gpu* gpu = fixture;
    surface_scene scene;
    surface_scene_create(&scene, gpu->device);
    massa_world* w = make(gpu, &scene);
    tape recording = { 0 };
    test_try(massa_world_set_recorder(w, tape_record, &recording));
    for (uint32_t n = 0;; ++n)
    {
        forged_block b = { 0 };
        size_t size    = sizeof b;
        b.h            = (block_header){ .magic         = BLOCK_MAGIC,
                                         .version       = BLOCK_VERSION,
                                         .before        = w->tables->history,
                                         .steps         = w->tables->steps,
                                         .section       = { [MAS_FAMILY_surface] = sizeof b - sizeof b.h },
                                         .dt            = 0.01f,
                                         .hash          = 1,
                                         .gravity       = w->tables->gravity };
        b.first        = (surface_edit){ SCENE_BALL, 3, 2, 0 };
        b.point[0]     = (massa_vec3){ 1.0f, 2.0f, (float)n };
        b.point[1]     = (massa_vec3){ -1.0f, 1e-14f, 9e3f };
        b.second       = (surface_edit){ SCENE_SHEET, 0, 0, 1 };
        if (!forge(&b, &size, n)) break;
        api_seal_block((uint8_t*)&b, size);
        const uint64_t before = api_tables(w);
        if (n < 2)
        {
            api_replay(gpu, w, &b, size);
            // What was played is what is recorded, but for numbers too small for a state.
            b.point[1].y = 0.0f;
            api_seal_block((uint8_t*)&b, size);
            munit_assert_size(recording.size[n], ==, size);
            munit_assert_memory_equal(size, recording.block[n], &b);
            continue;
        }
        VkCommandBuffer cmd = platform_begin(&gpu->host);
        REFUSED(massa_cmd_replay(w, cmd, &b, size), MASSA_ERROR_RECORDING, n < 15 ? "surface" : "damaged or was cut short");
        munit_assert(platform_submit_and_wait(&gpu->host, cmd));
        munit_assert_uint64(api_tables(w), ==, before);
    }
    // Points of its own are pending.
    const massa_vec3 p = { 0 };
    test_try(massa_surface_set_points(w, 0, 0, &p, 1));
    VkCommandBuffer cmd = platform_begin(&gpu->host);
    REFUSED(massa_cmd_replay(w, cmd, recording.block[0], recording.size[0]), MASSA_ERROR_RECORDING, "pending");
    munit_assert(platform_submit_and_wait(&gpu->host, cmd));
    massa_destroy_world(w);
    tape_drop(&recording);
    surface_scene_destroy(&scene);
    return MUNIT_OK;
}

// Red when a step's points are not in the history: another world's next step would be taken.
static MunitResult histories(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_gpu* gpu = fixture;
    surface_scene scene;
    surface_scene_create(&scene, gpu->device);
    massa_world *w = make(gpu, &scene), *other = make(gpu, &scene);
    tape recording     = { 0 };
    const massa_vec3 p = { 1.0f, 2.0f, 3.0f }, q = { 1.0f, 2.0f, 3.5f };
    test_try(massa_world_set_recorder(w, tape_record, &recording));
    test_try(massa_surface_set_points(w, 0, 4, &p, 1));
    test_try(massa_surface_set_points(other, 0, 4, &q, 1));
    api_step(gpu, w), api_step(gpu, other);
    api_step(gpu, w);
    VkCommandBuffer cmd = platform_begin(&gpu->host);
    REFUSED(massa_cmd_replay(other, cmd, recording.block[1], recording.size[1]), MASSA_ERROR_RECORDING, "history");
    munit_assert(platform_submit_and_wait(&gpu->host, cmd));
    massa_destroy_world(w);
    massa_destroy_world(other);
    tape_drop(&recording);
    surface_scene_destroy(&scene);
    return MUNIT_OK;
}

// Forgery n of a snapshot's tables and state; false: there are no more. 0 is none.
static bool forge_snapshot(const massa_world* w, mas_tables* t, uint8_t* state, uint32_t n)
{
    const mas_posing* s     = &w->simulation->surface->posing;
    mas_surface_slot* sheet = &mas_surface_slots(t)[SCENE_SHEET];
    mas_vec4 *point = (mas_vec4*)(state + s->all.point.offset), *previous = (mas_vec4*)(state + s->all.previous.offset);
    mas_vec4* kept = (mas_vec4*)(state + s->kept.offset);
    switch (n)
    {
    case 0: break;
    case 1: --t->surface.count; break;
    case 2: ++t->surface.points; break;
    case 3: t->surface.pending ^= 1; break;
    case 4: ++sheet->first; break;
    case 5: --sheet->points; break;
    case 6: sheet->changed = (mas_changed){ 2, 1 }; break;
    case 7: sheet->changed.end = sheet->points + 1; break;
    case 8: sheet->refresh = 2; break;
    case 9: sheet->moved = 7; break;
    case 10: sheet->posed = 2; break;
    case 11: mas_cage_points(t)[5].y = NAN; break;
    case 12: mas_cage_points(t)[t->surface.points - 1].z = 2e4f; break;
    case 13: point[0].x = NAN; break;
    case 14: point[s->all.points - 1].z = INFINITY; break;
    case 15: previous[3].y = 1e30f; break;
    case 16: kept[2].x = 1.5e4f; break;
    case 17: kept[2].w = 1.0f; break;
    case 18: t->array[MAS_FAMILY_surface][MAS_SURFACE_POINTS] += 64; break;
    default: return false;
    }
    return true;
}

static MunitResult snapshots(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_gpu* gpu = fixture;
    surface_scene scene;
    surface_scene_create(&scene, gpu->device);
    massa_world* w = make(gpu, &scene);
    massa_snapshot* s;
    const void* bytes;
    size_t size;
    test_try(massa_create_snapshot(w, &s));
    for (uint32_t i = 1; i <= 3; ++i)
    {
        surface_scene_edit(&scene, w, i);
        if (i < 3) api_step(gpu, w);
    }
    VkCommandBuffer cmd = platform_begin(&gpu->host);
    test_try(massa_cmd_save(w, cmd, s));
    munit_assert(platform_submit_and_wait(&gpu->host, cmd));
    test_try(massa_snapshot_bytes(s, &bytes, &size));
    const size_t state = w->simulation->arena.peak[MAS_STATE];
    uint8_t *good = munit_malloc(size), *copy = munit_malloc(size);
    memcpy(good, bytes, size);
    for (uint32_t n = 0;; ++n)
    {
        memcpy(copy, good, size);
        // The tables lie between a header of 256 bytes and the state.
        if (!forge_snapshot(w, (mas_tables*)(copy + 256), copy + size - state, n)) break;
        api_seal_snapshot(copy, size);
        if (n == 0)
            test_try(massa_snapshot_load(s, copy, size));
        else
            REFUSED(massa_snapshot_load(s, copy, size), MASSA_ERROR_SNAPSHOT, "forged");
        test_try(massa_snapshot_bytes(s, &bytes, &size));
        munit_assert_memory_equal(size, bytes, good);
    }
    free(good), free(copy);
    massa_destroy_snapshot(s);
    massa_destroy_world(w);
    surface_scene_destroy(&scene);
    return MUNIT_OK;
}

// Red when a step with moving surfaces, changing levels and queries allocates, waits, maps or makes anything.
static MunitResult loop_is_quiet(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_gpu* gpu = fixture;
    surface_scene scene;
    surface_scene_create(&scene, gpu->device);
    massa_world* w              = make(gpu, &scene);
    const wrapper_counts before = wrapper_counted();
    massa_step_desc step        = massa_default_step_desc();
    massa_poll_result news      = { 0 };
    uint32_t query, answers = 0;
    step.hash = step.profile = true;
    // The test's own: what it records goes past the wrapper, its memory does not.
    for (uint64_t n = 1; n <= 100;)
    {
        VkCommandBuffer cmd = platform_begin(&gpu->host);
        for (uint32_t k = 0; k < 3 && n <= 100; ++k, ++n)
        {
            surface_scene_look(&scene, w, n);
            if (n % 2 == 0)
                test_try(massa_surface_ask_closest(w, SCENE_BALL, (massa_vec3){ 3.0f, 0.0f, 0.0f }, 9.0f, &query));
            test_try(massa_cmd_step(w, cmd, &step));
        }
        munit_assert(platform_submit_and_wait(&gpu->host, cmd));
        test_try(massa_world_poll(w, massa_world_last_step(w), &news));
        answers += news.hit_count;
    }
    wrapper_expect_quiet(&before);
    munit_assert_uint32(answers, ==, 50);
    massa_destroy_world(w);
    surface_scene_destroy(&scene);
    return MUNIT_OK;
}

// Calls of a step, after some that moved.
static wrapper_counts idle_step(test_gpu* gpu, massa_world_desc d, uint32_t steps)
{
    massa_world* w;
    test_try(massa_create_world(gpu->device, &d, &w));
    for (uint32_t i = 0; i < steps; ++i)
        api_step(gpu, w);
    wrapper_counts before = wrapper_counted();
    api_step(gpu, w);
    for (int k = 0; k < WRAPPER_KINDS; ++k)
        before.call[k] = wrapper_calls((wrapper_kind)k, &before);
    massa_destroy_world(w);
    return before;
}

// Red when surfaces that rest cost more than their part of the hash.
static MunitResult rest_costs_nothing(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_gpu* gpu = fixture;
    surface_scene scene;
    surface_scene_create(&scene, gpu->device);
    massa_world_desc d        = surface_scene_desc(&scene);
    const wrapper_counts with = idle_step(gpu, d, 2), first = idle_step(gpu, d, 0);
    d.surface_count           = 0;
    const wrapper_counts none = idle_step(gpu, d, 2);
    munit_assert_uint64(with.call[WRAPPER_DISPATCH], ==, none.call[WRAPPER_DISPATCH] + 1); // hash
    munit_assert_uint64(with.call[WRAPPER_DISPATCH_INDIRECT], ==, none.call[WRAPPER_DISPATCH_INDIRECT]);
    munit_assert_uint64(with.call[WRAPPER_COPY], ==, none.call[WRAPPER_COPY]);
    munit_assert_uint64(with.call[WRAPPER_FILL], ==, none.call[WRAPPER_FILL]);
    munit_assert_uint64(with.call[WRAPPER_UPDATE], ==, none.call[WRAPPER_UPDATE]);
    munit_assert_uint64(first.call[WRAPPER_DISPATCH], >, with.call[WRAPPER_DISPATCH] + 8);
    surface_scene_destroy(&scene);
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/blocks", blocks, api_setup, wrapper_tear_down, 0, NULL },
    { "/histories", histories, api_setup, wrapper_tear_down, 0, NULL },
    { "/snapshots", snapshots, api_setup, wrapper_tear_down, 0, NULL },
    { "/loop-is-quiet", loop_is_quiet, api_setup, wrapper_tear_down, 0, NULL },
    { "/rest-costs-nothing", rest_costs_nothing, api_setup, wrapper_tear_down, 0, NULL },
    { 0 },
};
MunitSuite test_surface_forged_suite = { "/surface_forged", tests, NULL, 1, 0 };
