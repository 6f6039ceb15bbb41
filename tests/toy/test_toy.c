// The toy family in a world: heated, cooled, seen, told, hashed, saved, restored, replayed and resized, and what cannot
// be is refused. A program of its own, because its massa has one family more (toy.cmake).
#include "family_toy.h"

#include "gpu.h"
#include "replay.h"

#include <munit.h>
#include <stdlib.h>
#include <string.h>

enum
{
    SPOTS  = 100,
    HEADER = 256, // bytes of a snapshot's header
};

typedef struct bed
{
    platform_gpu gpu;
    massa_device* device;
    massa_world* world;
    uint8_t* block; // the last step that was recorded
    size_t block_size;
} bed;

static void keep_block(void* user, const void* block, size_t size)
{
    bed* b        = user;
    b->block      = realloc(b->block, size);
    b->block_size = size;
    memcpy(b->block, block, size);
}

static massa_world_desc desc_of(uint32_t spots)
{
    massa_world_desc d = massa_default_world_desc();
    d.capacity.bodies  = spots;
    return d;
}

static bed make(void)
{
    bed b = { 0 };
    munit_assert_true(platform_gpu_create(&b.gpu, NULL));
    massa_device_desc d      = massa_default_device_desc();
    d.instance               = b.gpu.instance;
    d.physical_device        = b.gpu.physical_device;
    d.device                 = b.gpu.device;
    d.queue_family           = b.gpu.queue_family;
    d.get_instance_proc_addr = b.gpu.get_instance_proc_addr;
    munit_assert_int(massa_create_device(&d, &b.device), ==, MASSA_OK);
    const massa_world_desc w = desc_of(SPOTS);
    munit_assert_int(massa_create_world(b.device, &w, &b.world), ==, MASSA_OK);
    return b;
}

static void end(bed* b)
{
    massa_destroy_world(b->world);
    massa_destroy_device(b->device);
    platform_gpu_destroy(&b->gpu);
    free(b->block);
}

static massa_poll_result finish(bed* b, massa_world* w, VkCommandBuffer cmd)
{
    massa_poll_result news;
    munit_assert_true(platform_submit_and_wait(&b->gpu, cmd));
    munit_assert_int(massa_world_poll(w, massa_world_last_step(w), &news), ==, MASSA_OK);
    return news;
}

static massa_poll_result run(bed* b, massa_world* w)
{
    massa_step_desc step = massa_default_step_desc();
    step.hash            = true;
    VkCommandBuffer cmd  = platform_begin(&b->gpu);
    munit_assert_int(massa_cmd_step(w, cmd, &step), ==, MASSA_OK);
    return finish(b, w, cmd);
}

// The spots as shaders see them.
static void look(bed* b, massa_world* w, toy_spot* out, uint32_t count)
{
    massa_view v;
    platform_buffer seen;
    munit_assert_int(massa_world_view(w, (massa_view_kind)TOY_VIEW, &v), ==, MASSA_OK);
    munit_assert_uint32(v.count, ==, count);
    munit_assert_uint32(v.stride, ==, sizeof(toy_spot));
    munit_assert_true(platform_buffer_create(&b->gpu, &seen, v.size, VK_BUFFER_USAGE_TRANSFER_DST_BIT));
    VkCommandBuffer cmd    = platform_begin(&b->gpu);
    const VkBufferCopy all = { v.offset, 0, v.size };
    vkCmdCopyBuffer(cmd, v.buffer, seen.buffer, 1, &all);
    munit_assert_true(platform_submit_and_wait(&b->gpu, cmd));
    memcpy(out, seen.mapped, count * sizeof *out);
    platform_buffer_destroy(&b->gpu, &seen);
}

static void expect_spot(bed* b, massa_world* w, uint32_t count, uint32_t i, uint32_t heat, uint32_t lost)
{
    toy_spot* spot = munit_newa(toy_spot, count);
    look(b, w, spot, count);
    munit_assert_uint32(spot[i].heat, ==, heat);
    munit_assert_uint32(spot[i].lost, ==, lost);
    free(spot);
}

// Red when its edit, its kernel, its report or its overflow is left out anywhere.
static MunitResult heats_and_cools(const MunitParameter params[], void* fixture)
{
    (void)params, (void)fixture;
    bed b = make();
    munit_assert_int(toy_heat(b.world, SPOTS, 3), ==, MASSA_ERROR_RANGE);
    b.world->tables->edit_count = 0; // a call of a real family would have asked first
    for (uint32_t i = 0; i < 5; ++i)
        munit_assert_int(toy_heat(b.world, 10 + i, 6 + i), ==, MASSA_OK);
    massa_poll_result news = run(&b, b.world);
    expect_spot(&b, b.world, SPOTS, 12, 7, 1);
    expect_spot(&b, b.world, SPOTS, 9, 0, 0);
    munit_assert_uint32(toy_hot(b.world), ==, 5);
    munit_assert_uint32(news.overflow_count, ==, 1);
    munit_assert_string_equal(news.overflows[0].list, "hot spots");
    munit_assert_uint32(news.overflows[0].capacity, ==, TOY_ROOM);
    munit_assert_uint32(news.overflows[0].needed, ==, 5);
    news = run(&b, b.world);
    news = run(&b, b.world);
    munit_assert_uint32(toy_hot(b.world), ==, 3); // 7 + 0 .. 2 are 5 and more after three steps
    munit_assert_uint32(news.overflow_count, ==, 0);
    end(&b);
    return MUNIT_OK;
}

// Red when the array is no part of the hash, or of a snapshot, or a restore forgets what is pending.
static MunitResult is_hashed_and_saved(const MunitParameter params[], void* fixture)
{
    (void)params, (void)fixture;
    bed b = make();
    massa_snapshot* s;
    const void* bytes;
    size_t size;
    const uint64_t cold = run(&b, b.world).hash;
    munit_assert_int(toy_heat(b.world, 7, 50), ==, MASSA_OK);
    munit_assert_uint64(run(&b, b.world).hash, !=, cold);
    munit_assert_int(toy_heat(b.world, 8, 20), ==, MASSA_OK); // pending
    munit_assert_int(massa_create_snapshot(b.world, &s), ==, MASSA_OK);
    VkCommandBuffer cmd = platform_begin(&b.gpu);
    munit_assert_int(massa_cmd_save(b.world, cmd, s), ==, MASSA_OK);
    munit_assert_true(platform_submit_and_wait(&b.gpu, cmd));
    munit_assert_int(massa_snapshot_bytes(s, &bytes, &size), ==, MASSA_OK);
    uint8_t* copy = malloc(size);
    memcpy(copy, bytes, size);
    const uint64_t next = run(&b, b.world).hash;
    run(&b, b.world);

    munit_assert_int(massa_snapshot_load(s, copy, size), ==, MASSA_OK);
    cmd = platform_begin(&b.gpu);
    munit_assert_int(massa_cmd_restore(b.world, cmd, s), ==, MASSA_OK);
    munit_assert_true(platform_submit_and_wait(&b.gpu, cmd));
    munit_assert_uint64(run(&b, b.world).hash, ==, next);
    expect_spot(&b, b.world, SPOTS, 7, 48, 2);
    expect_spot(&b, b.world, SPOTS, 8, 19, 1);

    // Forged: more heat than an edit may bring, on the device and in what is pending.
    const mas_tables* t = (const mas_tables*)(copy + HEADER);
    const size_t at[]   = { HEADER + (t->bytes + 255) / 256 * 256 + b.world->simulation->toy->spot.offset,
                            HEADER + t->array[MAS_FAMILY_toy][0] };
    for (size_t i = 0; i < MAS_COUNT(at); ++i)
    {
        const uint32_t had = copy[at[i]], much = TOY_MOST + 1;
        memcpy(copy + at[i], &much, sizeof much);
        const uint64_t sum = mas_hash_bytes(0, copy + 16, size - 16); // behind magic, version and checksum
        memcpy(copy + 8, &sum, sizeof sum);
        munit_assert_int(massa_snapshot_load(s, copy, size), ==, MASSA_ERROR_SNAPSHOT);
        memcpy(copy + at[i], &had, sizeof had);
    }
    massa_destroy_snapshot(s);
    free(copy);
    end(&b);
    return MUNIT_OK;
}

// Red when its edit is not recorded, not played, or played though it cannot be.
static MunitResult is_replayed(const MunitParameter params[], void* fixture)
{
    (void)params, (void)fixture;
    bed b = make();
    massa_world* twin;
    const massa_world_desc d = desc_of(SPOTS);
    munit_assert_int(massa_create_world(b.device, &d, &twin), ==, MASSA_OK);
    munit_assert_int(massa_world_set_recorder(b.world, keep_block, &b), ==, MASSA_OK);
    munit_assert_int(toy_heat(b.world, 99, 9), ==, MASSA_OK);
    const uint64_t hash = run(&b, b.world).hash;
    VkCommandBuffer cmd = platform_begin(&b.gpu);
    for (int k = 0; k < 2; ++k) // a spot that is none; too much heat
    {
        edit_record e;
        uint8_t* bad = malloc(b.block_size);
        memcpy(bad, b.block, b.block_size);
        memcpy(&e, bad + sizeof(block_header), sizeof e);
        *(k == 0 ? &e.target : &e.flags) = SPOTS;
        memcpy(bad + sizeof(block_header), &e, sizeof e);
        const uint64_t sum =
            mas_hash_bytes(0, bad + offsetof(block_header, before), b.block_size - offsetof(block_header, before));
        memcpy(bad + offsetof(block_header, checksum), &sum, sizeof sum);
        munit_assert_int(massa_cmd_replay(twin, cmd, bad, b.block_size), ==, MASSA_ERROR_RECORDING);
        free(bad);
    }
    munit_assert_int(massa_cmd_replay(twin, cmd, b.block, b.block_size), ==, MASSA_OK);
    munit_assert_uint64(finish(&b, twin, cmd).hash, ==, hash);
    expect_spot(&b, twin, SPOTS, 99, 8, 1);
    massa_destroy_world(twin);
    end(&b);
    return MUNIT_OK;
}

// Red when a resize loses the array or what is pending, or cuts off what is in use.
static MunitResult is_resized(const MunitParameter params[], void* fixture)
{
    (void)params, (void)fixture;
    bed b = make();
    munit_assert_int(toy_heat(b.world, 99, 9), ==, MASSA_OK);
    run(&b, b.world);
    munit_assert_int(toy_heat(b.world, 1, 30), ==, MASSA_OK);
    massa_capacity c = desc_of(3 * SPOTS).capacity;
    munit_assert_int(massa_world_resize(b.world, &c), ==, MASSA_OK);
    munit_assert_int(toy_heat(b.world, 250, 40), ==, MASSA_OK);
    run(&b, b.world);
    expect_spot(&b, b.world, 3 * SPOTS, 99, 7, 2);
    expect_spot(&b, b.world, 3 * SPOTS, 1, 29, 1);
    expect_spot(&b, b.world, 3 * SPOTS, 250, 39, 1);
    c.bodies = SPOTS;
    munit_assert_int(massa_world_resize(b.world, &c), ==, MASSA_ERROR_CAPACITY);
    end(&b);
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/heats-and-cools", heats_and_cools, NULL, NULL, 0, NULL },
    { "/is-hashed-and-saved", is_hashed_and_saved, NULL, NULL, 0, NULL },
    { "/is-replayed", is_replayed, NULL, NULL, 0, NULL },
    { "/is-resized", is_resized, NULL, NULL, 0, NULL },
    { NULL, NULL, NULL, NULL, 0, NULL },
};

int main(int argc, char* argv[])
{
    MunitSuite suite = { "/toy", tests, NULL, 1, MUNIT_SUITE_OPTION_NONE };
    char* args[16]   = { argv[0], "--no-fork", "--fatal-failures" };
    int count        = 3;
    for (int i = 1; i < argc && count < 15; ++i)
        args[count++] = argv[i];
    return munit_suite_main(&suite, NULL, count, args);
}
