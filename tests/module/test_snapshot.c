// Snapshots: a world goes back to one, another world and another device take over from its bytes, and bytes that are
// not whole are refused. Red when a part of the state, the ids or the pending edits is left out, or a damaged block
// gets in.
// runs: lavapipe25 layers asan own-devices. What the host side does with its input is the same on every driver.
#include "api.h"
#include "tables.h"

#include <stdlib.h>
#include <string.h>

enum
{
    BODIES = 32,
    ROOM   = 48
};

typedef struct scene
{
    test_gpu* gpu;
    massa_world* world;
    massa_snapshot* snapshot;
    massa_body_id id[BODIES];
} scene;

static scene make(test_gpu* gpu)
{
    scene s                     = { .gpu = gpu };
    const massa_world_desc desc = api_desc(ROOM);
    test_try(massa_create_world(gpu->device, &desc, &s.world));
    test_try(massa_create_snapshot(s.world, &s.snapshot));
    return s;
}

static void end(scene* s)
{
    massa_destroy_snapshot(s->snapshot);
    massa_destroy_world(s->world);
}

static void save(scene* s)
{
    VkCommandBuffer cmd = platform_begin(&s->gpu->host);
    test_try(massa_cmd_save(s->world, cmd, s->snapshot));
    munit_assert(platform_submit_and_wait(&s->gpu->host, cmd));
}

static void restore(scene* s)
{
    VkCommandBuffer cmd = platform_begin(&s->gpu->host);
    test_try(massa_cmd_restore(s->world, cmd, s->snapshot));
    munit_assert(platform_submit_and_wait(&s->gpu->host, cmd));
}

// Steps first to last of the scene; returns the last hash.
static uint64_t run(scene* s, massa_body_id* id, uint64_t first, uint64_t last)
{
    uint64_t hash = 0;
    for (uint64_t n = first; n <= last; ++n)
    {
        api_edit(s->world, id, BODIES, n);
        hash = api_step(s->gpu, s->world);
    }
    return hash;
}

static uint8_t* copy_bytes(const massa_snapshot* s, size_t* size)
{
    const void* data;
    test_try(massa_snapshot_bytes(s, &data, size));
    uint8_t* copy = malloc(*size);
    memcpy(copy, data, *size);
    return copy;
}

// Ten steps, edits pending, a save; then ten more. The way back from the snapshot is the same, also with steps between
// that went elsewhere, and pending edits are played.
static MunitResult goes_back(const MunitParameter params[], void* fixture)
{
    (void)params;
    scene s = make(fixture);
    massa_body_id at_save[BODIES];
    api_create(s.world, BODIES, s.id);
    run(&s, s.id, 1, 10);
    api_edit(s.world, s.id, BODIES, 99); // pending
    save(&s);
    memcpy(at_save, s.id, sizeof at_save);
    const uint64_t hash = run(&s, s.id, 11, 20);
    for (int again = 0; again < 2; ++again)
    {
        massa_body_id id[BODIES];
        memcpy(id, s.id, sizeof id);
        run(&s, id, 31 + again, 35); // elsewhere
        restore(&s);
        memcpy(id, at_save, sizeof id);
        for (uint32_t k = 0; k < BODIES; ++k)
        {
            uint64_t user;
            test_try(massa_body_get_user(s.world, id[k], &user));
            munit_assert_uint64(user, ==, 0x1234567800000000u + k);
        }
        munit_assert_uint64(run(&s, id, 11, 20), ==, hash);
        munit_assert_memory_equal(sizeof id, id, s.id); // ids come out as they did
    }
    end(&s);
    return MUNIT_OK;
}

// Saved and restored in one command buffer, before anything was stepped, with steps around it.
static MunitResult works_beside_steps(const MunitParameter params[], void* fixture)
{
    (void)params;
    scene s = make(fixture), twin = make(fixture);
    save(&s); // an empty world
    api_create(s.world, BODIES, s.id);
    restore(&s);
    uint64_t user;
    REFUSED(massa_body_get_user(s.world, s.id[0], &user), MASSA_ERROR_STALE_ID, "null or");
    api_create(s.world, BODIES, s.id);
    api_create(twin.world, BODIES, twin.id);
    const massa_step_desc step = massa_default_step_desc();
    VkCommandBuffer cmd        = platform_begin(&s.gpu->host);
    test_try(massa_cmd_step(s.world, cmd, &step));
    test_try(massa_cmd_save(s.world, cmd, s.snapshot));
    test_try(massa_cmd_step(s.world, cmd, &step));
    test_try(massa_cmd_restore(s.world, cmd, s.snapshot));
    munit_assert(platform_submit_and_wait(&s.gpu->host, cmd));
    massa_poll_result news;
    test_try(massa_world_poll(s.world, 2, &news));
    api_step(twin.gpu, twin.world);
    munit_assert_uint64(api_step(s.gpu, s.world), ==, api_step(twin.gpu, twin.world));
    end(&s);
    end(&twin);
    return MUNIT_OK;
}

// The bytes cross over to a second world, there and on a device of its own.
static MunitResult bytes_travel(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_gpu* other  = test_gpu_setup(params, NULL);
    scene s          = make(fixture);
    scene receiver[] = { make(fixture), make(other) };
    massa_body_id at_save[BODIES];
    size_t size;
    api_create(s.world, BODIES, s.id);
    run(&s, s.id, 1, 5);
    api_edit(s.world, s.id, BODIES, 99);
    save(&s);
    memcpy(at_save, s.id, sizeof at_save);
    const uint64_t hash = run(&s, s.id, 6, 10);
    uint8_t* bytes      = copy_bytes(s.snapshot, &size);
    for (size_t i = 0; i < MAS_COUNT(receiver); ++i)
    {
        massa_body_id id[BODIES];
        memcpy(id, at_save, sizeof id);
        uint8_t* askew = malloc(size + 1); // bytes may lie anywhere
        memcpy(askew + 1, bytes, size);
        test_try(massa_snapshot_load(receiver[i].snapshot, askew + 1, size));
        free(askew);
        restore(&receiver[i]);
        munit_assert_uint64(run(&receiver[i], id, 6, 10), ==, hash);
        end(&receiver[i]);
    }
    free(bytes);
    end(&s);
    test_gpu_tear_down(other);
    return MUNIT_OK;
}

// ---- Damage ----

static void expect_refused(scene* s, const uint8_t* bytes, size_t size)
{
    mas_wrapper.errors = 0;
    if (massa_snapshot_load(s->snapshot, bytes, size) != MASSA_ERROR_SNAPSHOT)
        munit_error("A damaged block was taken.");
    munit_assert_uint32(mas_wrapper.errors, ==, 1);
}

static MunitResult damage_is_refused(const MunitParameter params[], void* fixture)
{
    (void)params;
    scene s = make(fixture);
    size_t size;
    api_create(s.world, BODIES, s.id);
    const uint64_t hash = api_step(s.gpu, s.world);
    save(&s);
    uint8_t* bytes = copy_bytes(s.snapshot, &size);
    uint8_t* bad   = malloc(size + 256);
    memcpy(bad, bytes, size);
    for (size_t i = 0; i < 256; ++i) // the header: every byte of it
    {
        bad[i] ^= 0x10;
        expect_refused(&s, bad, size);
        bad[i] ^= 0x10;
    }
    const size_t cut[] = { 0, 1, 4, 15, 16, 63, 255, 256, 257, size / 2, size - 1, size + 1, size + 256 };
    for (size_t i = 0; i < MAS_COUNT(cut); ++i)
        expect_refused(&s, bad, cut[i]);
    uint64_t random      = 5;
    const uint32_t flips = test_full() ? 100000 : 2000;
    for (uint32_t i = 0; i < flips; ++i)
    {
        const uint64_t bit = ((uint64_t)test_random(&random) << 32 | test_random(&random)) % (size * 8);
        bad[bit / 8] ^= (uint8_t)(1u << bit % 8);
        expect_refused(&s, bad, size);
        bad[bit / 8] ^= (uint8_t)(1u << bit % 8);
    }
    // The snapshot still holds what it held, and the world lives on.
    size_t size_after;
    uint8_t* after = copy_bytes(s.snapshot, &size_after);
    munit_assert_size(size_after, ==, size);
    munit_assert_memory_equal(size, after, bytes);
    restore(&s);
    const uint64_t next = api_step(s.gpu, s.world);
    restore(&s);
    munit_assert_uint64(api_step(s.gpu, s.world), ==, next);
    munit_assert_uint64(next, !=, hash);
    free(after);
    free(bytes);
    free(bad);
    end(&s);
    return MUNIT_OK;
}

static MunitResult forgeries_are_refused(const MunitParameter params[], void* fixture)
{
    (void)params;
    scene s = make(fixture);
    size_t size;
    api_create(s.world, BODIES, s.id);
    api_step(s.gpu, s.world);
    test_try(massa_destroy_body(s.world, s.id[0]));
    test_try(massa_destroy_body(s.world, s.id[1]));
    api_edit(s.world, s.id + 2, BODIES - 2, 3);
    test_try(massa_world_watch(s.world, s.id + 2, 4));
    save(&s);
    uint8_t* bytes = copy_bytes(s.snapshot, &size);
    uint8_t* bad   = malloc(size);
    memcpy(bad, bytes, size);
    api_seal_snapshot(bad, size);
    munit_assert_memory_equal(size, bad, bytes); // we do forge well
    test_try(massa_snapshot_load(s.snapshot, bad, size));

    mas_tables* t     = (mas_tables*)(bad + 256);
    const size_t slot = t->array[MAS_FAMILY_rigid][MAS_RIGID_SLOTS], edit = t->array[MAS_FAMILY_rigid][MAS_RIGID_EDITS], watched = t->array[MAS_FAMILY_rigid][MAS_RIGID_WATCHED];
    const struct
    {
        size_t offset; // in the tables
        uint32_t value;
    } rows[] = {
        { offsetof(mas_tables, bytes), 64 },
        { offsetof(mas_tables, capacity.bodies), ROOM + 1 },
        { offsetof(mas_tables, capacity.edits), UINT32_MAX },
        { offsetof(mas_tables, body.count), ROOM + 1 },
        { offsetof(mas_tables, body.live), BODIES + 1 },
        { offsetof(mas_tables, body.free), ROOM + 7 },
        { offsetof(mas_tables, body.free), 4 }, // a body lives there
        { offsetof(mas_tables, edit_count), UINT32_MAX },
        { offsetof(mas_tables, body.loads), UINT32_MAX },
        { offsetof(mas_tables, body.watched), 9 },
        { offsetof(mas_tables, array[MAS_FAMILY_rigid][MAS_RIGID_SLOTS]), 0 },
        { offsetof(mas_tables, array[MAS_FAMILY_rigid][MAS_RIGID_EDITS]), 1u << 30 },
        { offsetof(mas_tables, array[MAS_FAMILY_rigid][MAS_RIGID_WATCHED]), 1u << 30 },
        { slot + offsetof(mas_slot, next_free), 1 }, // a circle
        { slot + 3 * sizeof(mas_slot) + offsetof(mas_slot, flags), 0x30 },
        { slot + 3 * sizeof(mas_slot) + offsetof(mas_slot, generation), 0 },
        { slot + 3 * sizeof(mas_slot) + offsetof(mas_slot, last_edit), UINT32_MAX },
        { edit + offsetof(edit_record, target), UINT32_MAX },
        { edit + offsetof(edit_record, next), 1 }, // a circle
        { edit + offsetof(edit_record, next), UINT32_MAX },
        { edit + offsetof(edit_record, kind), EDIT_SHAPE_POINTS },   // no body's
        { edit + offsetof(edit_record, kind), EDIT_BODY_SET_LOCKS }, // without the inertia
        { slot + 3 * sizeof(mas_slot) + offsetof(mas_slot, inverse_inertia.y), 0xbf800000u },
        { edit + offsetof(edit_record, first), 0 },
        { watched + offsetof(watch_entry, slot), UINT32_MAX },
    };
    for (size_t i = 0; i < MAS_COUNT(rows); ++i)
    {
        memcpy(bad, bytes, size);
        memcpy(bad + 256 + rows[i].offset, &rows[i].value, 4);
        api_seal_snapshot(bad, size);
        expect_refused(&s, bad, size);
    }
    free(bytes);
    free(bad);
    end(&s);
    return MUNIT_OK;
}

static MunitResult strangers_are_refused(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_gpu* gpu = fixture;
    scene s       = make(gpu);
    size_t size;
    VkCommandBuffer cmd = platform_begin(&gpu->host);
    const void* data;
    REFUSED(massa_cmd_restore(s.world, cmd, s.snapshot), MASSA_ERROR_SNAPSHOT, "empty");
    REFUSED(massa_snapshot_bytes(s.snapshot, &data, &size), MASSA_ERROR_SNAPSHOT, "empty");
    munit_assert(platform_submit_and_wait(&gpu->host, cmd));
    save(&s);
    uint8_t* bytes = copy_bytes(s.snapshot, &size);

    for (int i = 0; i < 11; ++i)
    {
        massa_world_desc desc = api_desc(ROOM);
        if (i < 4) ++(&desc.capacity.bodies)[i];
        if (i == 4) ++desc.substeps;
        if (i > 4) api_change_setting(&desc, (uint32_t)i - 5);
        scene other = { .gpu = gpu };
        test_try(massa_create_world(gpu->device, &desc, &other.world));
        test_try(massa_create_snapshot(other.world, &other.snapshot));
        const uint64_t before = api_tables(other.world);
        expect_refused(&other, bytes, size);
        cmd = platform_begin(&gpu->host);
        REFUSED(massa_cmd_save(other.world, cmd, s.snapshot), MASSA_ERROR_SNAPSHOT, "another world");
        REFUSED(massa_cmd_restore(other.world, cmd, s.snapshot), MASSA_ERROR_SNAPSHOT, "another world");
        munit_assert(platform_submit_and_wait(&gpu->host, cmd));
        munit_assert_uint64(api_tables(other.world), ==, before);
        end(&other);
    }
    free(bytes);
    end(&s);
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/goes-back", goes_back, api_setup, wrapper_tear_down, 0, NULL },
    { "/works-beside-steps", works_beside_steps, api_setup, wrapper_tear_down, 0, NULL },
    { "/bytes-travel", bytes_travel, api_setup, wrapper_tear_down, 0, NULL },
    { "/damage-is-refused", damage_is_refused, api_setup, wrapper_tear_down, 0, NULL },
    { "/forgeries-are-refused", forgeries_are_refused, api_setup, wrapper_tear_down, 0, NULL },
    { "/strangers-are-refused", strangers_are_refused, api_setup, wrapper_tear_down, 0, NULL },
    { 0 },
};
MunitSuite test_snapshot_suite = { "/snapshot", tests, NULL, 1, 0 };
