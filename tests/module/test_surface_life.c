// What becomes of surfaces' points: the same state with any number of steps in flight and in the plain C twin, after
// snapshots, replays and resizes. Red when points that were set do not arrive, arrive in another step, or are lost.
#include "api.h"
#include "module/world.h"
#include "surface_scene.h"
#include "tape.h"
#include "twin.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

enum
{
    STEPS  = 100,
    MIDDLE = 50
};

static surface_scene scene; // of the running test

static void edit(test_world* t, uint64_t step)
{
    surface_scene_edit(&scene, t->world, step);
}

static void look(test_world* t, uint64_t step)
{
    surface_scene_look(&scene, t->world, step);
}

typedef struct run
{
    test_gpu* gpu;
    massa_world* w;
} run;

static run begin(test_gpu* gpu)
{
    run r                    = { .gpu = gpu };
    const massa_world_desc d = surface_scene_desc(&scene);
    test_try(massa_create_world(gpu->device, &d, &r.w));
    return r;
}

// All that follows from the state, too.
static uint64_t meshes(const run* r)
{
    static const massa_view_kind kind[] = { MASSA_VIEW_SURFACE_POINTS,
                                            MASSA_VIEW_SURFACE_PREVIOUS_POINTS,
                                            MASSA_VIEW_SURFACE_COLLISION_POSITIONS,
                                            MASSA_VIEW_SURFACE_COLLISION_INDICES,
                                            MASSA_VIEW_SURFACE_PATCH_BOXES,
                                            MASSA_VIEW_SURFACE_MESHLET_BOXES };
    uint64_t hash                       = 0;
    for (size_t i = 0; i < MAS_COUNT(kind); ++i)
    {
        massa_view view;
        test_try(massa_world_view(r->w, kind[i], &view));
        void* data = munit_malloc((size_t)view.count * view.stride);
        surface_read(r->gpu, r->w, kind[i], 0, view.count, data);
        hash = mas_hash_bytes(hash, data, (size_t)view.count * view.stride);
        free(data);
    }
    return hash;
}

static MunitResult any_number_in_flight(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_gpu* gpu           = fixture;
    const uint64_t due      = 6775041661447898459u; // on every driver
    const uint32_t way[][2] = {
        { 1, 1 }, { 1, 2 }, { 1, 3 }, { 2, 1 }, { 3, 2 }
    }; // steps per command buffer, of these
    uint64_t first = 0;
    surface_scene_create(&scene, gpu->device);
    for (size_t i = 0; i < MAS_COUNT(way); ++i)
    {
        test_world t;
        test_world_create(&t, gpu, surface_scene_desc(&scene), way[i][0], way[i][1]);
        t.edit = i % 2 == 0 ? edit : look; // levels that are drawn are no state
        test_world_run(&t, STEPS);
        munit_assert_uint64(t.hash, ==, due);
        const uint64_t mesh = meshes(&(run){ gpu, t.world });
        if (i == 0) first = mesh;
        munit_assert_uint64(mesh, ==, first);
        test_world_destroy(&t);
    }
    surface_scene_destroy(&scene);
    return MUNIT_OK;
}

static MunitResult as_the_twin(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_gpu* gpu = fixture;
    twin w;
    surface_scene_create(&scene, gpu->device);
    twin_create(&w, gpu, surface_scene_desc(&scene), 3);
    w.t.edit = edit;
    twin_run(&w, STEPS);
    twin_destroy(&w);
    surface_scene_destroy(&scene);
    return MUNIT_OK;
}

static void submit(const run* r, massa_snapshot* s, bool save)
{
    VkCommandBuffer cmd = platform_begin(&r->gpu->host);
    test_try(save ? massa_cmd_save(r->w, cmd, s) : massa_cmd_restore(r->w, cmd, s));
    munit_assert(platform_submit_and_wait(&r->gpu->host, cmd));
}

// Saved with points pending, in a step after which a surface stops, and restored into the same and into a fresh world.
static MunitResult snapshots(const MunitParameter params[], void* fixture)
{
    (void)params;
    run r = { 0 };
    surface_scene_create(&scene, ((test_gpu*)fixture)->device);
    r = begin(fixture);
    massa_snapshot *s, *t;
    uint64_t hash[STEPS + 1], mesh[STEPS + 1];
    test_try(massa_create_snapshot(r.w, &s));
    for (uint32_t i = 1; i <= STEPS; ++i)
    {
        surface_scene_edit(&scene, r.w, i);
        if (i == MIDDLE) submit(&r, s, true);
        hash[i] = api_step(r.gpu, r.w);
        mesh[i] = i >= MIDDLE ? meshes(&r) : 0;
    }
    run fresh = begin(fixture);
    const void* data;
    size_t size;
    test_try(massa_create_snapshot(fresh.w, &t));
    test_try(massa_snapshot_bytes(s, &data, &size));
    test_try(massa_snapshot_load(t, data, size));
    for (int k = 0; k < 2; ++k)
    {
        const run* to = k == 0 ? &r : &fresh;
        submit(to, k == 0 ? s : t, false);
        for (uint32_t i = MIDDLE; i <= STEPS; ++i)
        {
            if (i > MIDDLE) surface_scene_edit(&scene, to->w, i);
            munit_assert_uint64(api_step(to->gpu, to->w), ==, hash[i]);
            munit_assert_uint64(meshes(to), ==, mesh[i]);
        }
    }
    massa_destroy_snapshot(s);
    massa_destroy_snapshot(t);
    massa_destroy_world(r.w);
    massa_destroy_world(fresh.w);
    surface_scene_destroy(&scene);
    return MUNIT_OK;
}

// Another cage or collision level makes another world; another level of drawing does not.
static MunitResult only_of_these_cages(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_gpu* gpu = fixture;
    surface_scene_create(&scene, gpu->device);
    run r             = begin(gpu);
    tape recording    = { 0 };
    massa_snapshot* s = NULL;
    const void* data  = NULL;
    size_t size       = 0;
    test_try(massa_world_set_recorder(r.w, tape_record, &recording));
    test_try(massa_create_snapshot(r.w, &s));
    submit(&r, s, true);
    surface_scene_edit(&scene, r.w, 1);
    const uint64_t hash = api_step(gpu, r.w);
    test_try(massa_snapshot_bytes(s, &data, &size));
    for (uint32_t k = 0; k < 3; ++k)
    {
        const massa_surface_desc good = scene.surface[0];
        massa_cage* twisted           = NULL;
        massa_snapshot* t;
        if (k == 0)
        {
            massa_vec3 points[SCENE_MAX_POINTS];
            uint32_t count;
            twisted = test_ball_cage(gpu->device, SCENE_BALL_CELLS, points, &count);
            twisted->hash ^= 1; // all but its contents
            scene.surface[0].cage = twisted;
        }
        if (k == 1) ++scene.surface[0].collision_level;
        if (k == 2) scene.surface[0].draw_level = 7;
        run other = begin(gpu);
        test_try(massa_create_snapshot(other.w, &t));
        VkCommandBuffer cmd = platform_begin(&gpu->host);
        if (k < 2)
        {
            REFUSED(massa_snapshot_load(t, data, size), MASSA_ERROR_SNAPSHOT, "surfaces");
            REFUSED(massa_cmd_replay(other.w, cmd, recording.block[0], recording.size[0]), MASSA_ERROR_RECORDING,
                    "history");
        }
        else
        {
            test_try(massa_snapshot_load(t, data, size));
            test_try(massa_cmd_replay(other.w, cmd, recording.block[0], recording.size[0]));
        }
        munit_assert(platform_submit_and_wait(&gpu->host, cmd));
        massa_destroy_snapshot(t);
        massa_destroy_world(other.w);
        massa_destroy_cage(twisted);
        scene.surface[0] = good;
    }
    munit_assert_uint64(hash, !=, 0);
    massa_destroy_snapshot(s);
    massa_destroy_world(r.w);
    tape_drop(&recording);
    surface_scene_destroy(&scene);
    return MUNIT_OK;
}

static MunitResult replays_and_resizes(const MunitParameter params[], void* fixture)
{
    (void)params;
    surface_scene_create(&scene, ((test_gpu*)fixture)->device);
    run r = begin(fixture), again = begin(fixture), grown = begin(fixture);
    tape recording = { 0 };
    test_try(massa_world_set_recorder(r.w, tape_record, &recording));
    for (uint32_t i = 1; i <= MIDDLE; ++i)
    {
        massa_capacity c = grown.w->desc.capacity;
        surface_scene_look(&scene, r.w, i);
        surface_scene_look(&scene, grown.w, i);
        c.bodies  = 4 + 300 * (i % 2);
        c.queries = 32 * (i % 3);
        if (i % 10 < 3 && grown.w->resized.before == NULL) test_try(massa_world_resize(grown.w, &c)); // with points pending
        const uint64_t hash = api_step(r.gpu, r.w), mesh = meshes(&r);
        munit_assert_uint64(api_step(r.gpu, grown.w), ==, hash);
        munit_assert_uint64(meshes(&grown), ==, mesh);
        munit_assert_uint64(api_replay(r.gpu, again.w, recording.block[i - 1], recording.size[i - 1]), ==, hash);
        munit_assert_uint64(meshes(&again), ==, mesh);
        munit_assert_uint64(again.w->tables->history, ==, r.w->tables->history);
    }
    massa_destroy_world(r.w);
    massa_destroy_world(again.w);
    massa_destroy_world(grown.w);
    tape_drop(&recording);
    surface_scene_destroy(&scene);
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/any-number-in-flight", any_number_in_flight, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { "/as-the-twin", as_the_twin, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { "/snapshots", snapshots, api_setup, wrapper_tear_down, 0, NULL },
    { "/only-of-these-cages", only_of_these_cages, api_setup, wrapper_tear_down, 0, NULL },
    { "/replays-and-resizes", replays_and_resizes, api_setup, wrapper_tear_down, 0, NULL },
    { 0 },
};
MunitSuite test_surface_life_suite = { "/surface_life", tests, NULL, 1, 0 };
