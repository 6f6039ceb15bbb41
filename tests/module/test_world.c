// Making a world: what is refused, in which words, and what it costs in memory. Red when a limit of massa.h is not
// checked, a sentence leaves out field or limit, or massa_query_world_memory and the allocations disagree.
#include "api.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static MunitResult nulls_are_refused(const MunitParameter params[], void* fixture)
{
    (void)params;
    massa_device* d             = ((test_gpu*)fixture)->device;
    const massa_world_desc desc = api_desc(4);
    massa_memory memory;
    massa_world* w = (massa_world*)fixture;
    REFUSED(massa_query_world_memory(NULL, &desc, &memory), MASSA_ERROR_NULL, NULL);
    REFUSED(massa_query_world_memory(d, NULL, &memory), MASSA_ERROR_NULL, "massa_world_desc");
    REFUSED(massa_query_world_memory(d, &desc, NULL), MASSA_ERROR_NULL, "massa_query_world_memory");
    REFUSED(massa_create_world(NULL, &desc, &w), MASSA_ERROR_NULL, NULL);
    munit_assert_null(w);
    w = (massa_world*)fixture;
    REFUSED(massa_create_world(d, NULL, &w), MASSA_ERROR_NULL, "massa_world_desc");
    munit_assert_null(w);
    REFUSED(massa_create_world(d, &desc, NULL), MASSA_ERROR_NULL, "massa_create_world");

    massa_determinism level = MASSA_DETERMINISM_EVERY_DEVICE;
    REFUSED(massa_cmd_probe(NULL, NULL), MASSA_ERROR_NULL, NULL);
    REFUSED(massa_cmd_probe(d, NULL), MASSA_ERROR_NULL, "command buffer");
    REFUSED(massa_device_poll_probe(NULL, &level), MASSA_ERROR_NULL, NULL);
    REFUSED(massa_device_poll_probe(d, NULL), MASSA_ERROR_NULL, "massa_device_poll_probe");

    // Without a world there is nobody to tell; what is asked for a value gives none.
    massa_body_desc body = massa_default_body_desc();
    massa_step_desc step = massa_default_step_desc();
    massa_body_id id     = { 7 };
    massa_vec3 v         = { 0 };
    massa_snapshot* snapshot;
    massa_poll_result news;
    massa_view view;
    uint64_t word;
    REFUSED(massa_create_body(NULL, &body, &id), MASSA_ERROR_NULL, NULL);
    munit_assert_uint64(id.bits, ==, 0);
    REFUSED(massa_destroy_body(NULL, id), MASSA_ERROR_NULL, NULL);
    REFUSED(massa_body_set_pose(NULL, id, v, body.rotation), MASSA_ERROR_NULL, NULL);
    REFUSED(massa_body_set_velocity(NULL, id, v), MASSA_ERROR_NULL, NULL);
    REFUSED(massa_body_set_angular_velocity(NULL, id, v), MASSA_ERROR_NULL, NULL);
    REFUSED(massa_body_apply_impulse(NULL, id, v, v), MASSA_ERROR_NULL, NULL);
    REFUSED(massa_body_apply_angular_impulse(NULL, id, v), MASSA_ERROR_NULL, NULL);
    REFUSED(massa_body_apply_force(NULL, id, v, v), MASSA_ERROR_NULL, NULL);
    REFUSED(massa_body_apply_torque(NULL, id, v), MASSA_ERROR_NULL, NULL);
    REFUSED(massa_body_get_user(NULL, id, &word), MASSA_ERROR_NULL, NULL);
    REFUSED(massa_world_resize(NULL, &desc.capacity), MASSA_ERROR_NULL, NULL);
    REFUSED(massa_world_set_gravity(NULL, v), MASSA_ERROR_NULL, NULL);
    REFUSED(massa_cmd_step(NULL, NULL, &step), MASSA_ERROR_NULL, NULL);
    REFUSED(massa_world_view(NULL, MASSA_VIEW_BODY_POSE, &view), MASSA_ERROR_NULL, NULL);
    REFUSED(massa_world_poll(NULL, 0, &news), MASSA_ERROR_NULL, NULL);
    REFUSED(massa_world_watch(NULL, &id, 1), MASSA_ERROR_NULL, NULL);
    REFUSED(massa_world_hash(NULL, &word), MASSA_ERROR_NULL, NULL);
    REFUSED(massa_create_snapshot(NULL, &snapshot), MASSA_ERROR_NULL, NULL);
    munit_assert_null(snapshot);
    REFUSED(massa_cmd_save(NULL, NULL, NULL), MASSA_ERROR_NULL, NULL);
    REFUSED(massa_cmd_restore(NULL, NULL, NULL), MASSA_ERROR_NULL, NULL);
    REFUSED(massa_snapshot_bytes(NULL, NULL, NULL), MASSA_ERROR_NULL, NULL);
    REFUSED(massa_snapshot_load(NULL, &id, sizeof id), MASSA_ERROR_NULL, NULL);
    REFUSED(massa_world_set_recorder(NULL, NULL, NULL), MASSA_ERROR_NULL, NULL);
    REFUSED(massa_cmd_replay(NULL, NULL, &id, sizeof id), MASSA_ERROR_NULL, NULL);
    munit_assert_uint64(massa_world_last_step(NULL), ==, 0);
    massa_destroy_world(NULL);
    massa_destroy_snapshot(NULL);
    return MUNIT_OK;
}

// Null arguments beside a world that is there: one sentence each, and nothing changes.
static MunitResult nulls_are_named(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_gpu* gpu         = fixture;
    massa_world_desc desc = api_desc(4);
    massa_step_desc step  = massa_default_step_desc();
    massa_body_desc body  = massa_default_body_desc();
    massa_world* w;
    massa_snapshot* s;
    massa_body_id id;
    size_t size;
    const void* data;
    test_try(massa_create_world(gpu->device, &desc, &w));
    test_try(massa_create_body(w, &body, &id));
    test_try(massa_create_snapshot(w, &s));
    VkCommandBuffer cmd   = platform_begin(&gpu->host);
    const uint64_t before = api_tables(w);
    REFUSED(massa_create_body(w, NULL, &id), MASSA_ERROR_NULL, "massa_body_desc");
    munit_assert_uint64(id.bits, ==, 0);
    REFUSED(massa_create_body(w, &body, NULL), MASSA_ERROR_NULL, "massa_create_body");
    REFUSED(massa_body_get_user(w, (massa_body_id){ (uint64_t)1 << 56 | (uint64_t)1 << 32 }, NULL), MASSA_ERROR_NULL,
            "massa_body_get_user");
    REFUSED(massa_world_resize(w, NULL), MASSA_ERROR_NULL, "massa_capacity");
    REFUSED(massa_cmd_step(w, NULL, &step), MASSA_ERROR_NULL, "command buffer");
    REFUSED(massa_cmd_step(w, cmd, NULL), MASSA_ERROR_NULL, "massa_step_desc");
    REFUSED(massa_world_view(w, MASSA_VIEW_BODY_POSE, NULL), MASSA_ERROR_NULL, "massa_world_view");
    REFUSED(massa_world_poll(w, 0, NULL), MASSA_ERROR_NULL, "massa_world_poll");
    REFUSED(massa_world_watch(w, NULL, 1), MASSA_ERROR_NULL, "watched bodies");
    REFUSED(massa_world_hash(w, NULL), MASSA_ERROR_NULL, "massa_world_hash");
    REFUSED(massa_create_snapshot(w, NULL), MASSA_ERROR_NULL, "massa_create_snapshot");
    REFUSED(massa_cmd_save(w, cmd, NULL), MASSA_ERROR_NULL, "massa_snapshot");
    REFUSED(massa_cmd_save(w, NULL, s), MASSA_ERROR_NULL, "command buffer");
    REFUSED(massa_cmd_restore(w, cmd, NULL), MASSA_ERROR_NULL, "massa_snapshot");
    REFUSED(massa_cmd_restore(w, NULL, s), MASSA_ERROR_NULL, "command buffer");
    REFUSED(massa_snapshot_bytes(s, NULL, &size), MASSA_ERROR_NULL, "massa_snapshot_bytes");
    REFUSED(massa_snapshot_bytes(s, &data, NULL), MASSA_ERROR_NULL, "massa_snapshot_bytes");
    REFUSED(massa_snapshot_load(s, NULL, 4096), MASSA_ERROR_NULL, "block");
    REFUSED(massa_cmd_replay(w, cmd, NULL, 64), MASSA_ERROR_NULL, "recorded step");
    uint64_t hash;
    munit_assert_int(massa_world_hash(w, &hash), ==, MASSA_NOT_READY);
    munit_assert_uint64(api_tables(w), ==, before);
    munit_assert(platform_submit_and_wait(&gpu->host, cmd));
    massa_destroy_snapshot(s);
    massa_destroy_world(w);
    return MUNIT_OK;
}

static void expect_bad_desc(massa_device* d, const massa_world_desc* desc, massa_result code, const char* words)
{
    massa_memory memory;
    massa_world* w = (massa_world*)d;
    REFUSED(massa_query_world_memory(d, desc, &memory), code, words);
    REFUSED(massa_create_world(d, desc, &w), code, words);
    munit_assert_null(w);
}

static MunitResult descs_are_checked(const MunitParameter params[], void* fixture)
{
    (void)params;
    massa_device* d = ((test_gpu*)fixture)->device;
    massa_world_desc desc;
    const struct
    {
        uint32_t *field, value;
        const char* words;
    } rows[] = {
        { &desc.capacity.bodies, 0, "capacity.bodies is 0; it may be 1 to 16777216" },
        { &desc.capacity.bodies, (1u << 24) + 1, "capacity.bodies is 16777217" },
        { &desc.capacity.bodies, UINT32_MAX, "capacity.bodies is 4294967295" },
        { &desc.capacity.edits, 0, "capacity.edits is 0; it may be 1 to 1048576" },
        { &desc.capacity.edits, (1u << 20) + 1, "capacity.edits is 1048577" },
        { &desc.capacity.edits, UINT32_MAX, "capacity.edits is 4294967295" },
        { &desc.capacity.events, 65537, "capacity.events is 65537; it may be 0 to 65536" },
        { &desc.capacity.events, UINT32_MAX, "capacity.events is 4294967295" },
        { &desc.capacity.watched, 65537, "capacity.watched is 65537; it may be 0 to 65536" },
        { &desc.capacity.watched, UINT32_MAX, "capacity.watched is 4294967295" },
        { &desc.capacity.shapes, 1048577, "capacity.shapes is 1048577; it may be 0 to 1048576" },
        { &desc.capacity.colliders, 1048577, "capacity.colliders is 1048577; it may be 0 to 1048576" },
        { &desc.capacity.hulls, 4097, "capacity.hulls is 4097; it may be 0 to 4096" },
        { &desc.capacity.children, 65537, "capacity.children is 65537; it may be 0 to 65536" },
        { &desc.capacity.pairs, 8388609, "capacity.pairs is 8388609; it may be 0 to 8388608" },
        { &desc.capacity.contacts, 8388609, "capacity.contacts is 8388609; it may be 0 to 8388608" },
        { &desc.capacity.debug_lines, 1048577, "capacity.debug_lines is 1048577; it may be 0 to 1048576" },
        { &desc.capacity.particles, (1u << 23) + 1, "capacity.particles is 8388609; it may be 0 to 8388608" },
        { &desc.capacity.particle_edits, 0, "capacity.particle_edits is 0; it may be 1 to 4194304" },
        { &desc.capacity.particle_edits, UINT32_MAX, "capacity.particle_edits is 4294967295" },
        { &desc.capacity.neighbours, 256, "capacity.neighbours is 256; it may be 0 to 255" },
        { &desc.substeps, 0, "substeps is 0; it may be 1 to 64" },
        { &desc.substeps, 65, "substeps is 65" },
        { &desc.max_steps_in_flight, 0, "max_steps_in_flight is 0; it may be 1 to 8" },
        { &desc.max_steps_in_flight, 9, "max_steps_in_flight is 9" },
    };
    for (size_t i = 0; i < MAS_COUNT(rows); ++i)
    {
        desc                         = api_desc(4);
        desc.capacity.particles      = 16;
        desc.capacity.particle_edits = 16;
        desc.capacity.neighbours     = 16;
        *rows[i].field               = rows[i].value;
        expect_bad_desc(d, &desc, MASSA_ERROR_RANGE, rows[i].words);
    }
    static const float bad[] = { NAN, INFINITY, -INFINITY, 1.1e4f, -1.1e4f };
    for (size_t i = 0; i < 3 * MAS_COUNT(bad); ++i)
    {
        static const char* const words[] = { "gravity.x is", "gravity.y is", "gravity.z is" };
        desc                             = api_desc(4);
        (&desc.gravity.x)[i % 3]         = bad[i / 3];
        expect_bad_desc(d, &desc, MASSA_ERROR_RANGE, words[i % 3]);
    }
    static const float bad_times[] = { NAN, INFINITY, 0.0f, -1.0f, 1.1e3f };
    for (size_t i = 0; i < MAS_COUNT(bad_times); ++i)
    {
        desc            = api_desc(4);
        desc.sleep_time = bad_times[i];
        expect_bad_desc(d, &desc, MASSA_ERROR_RANGE, "sleep_time is");
    }
    const struct
    {
        float *field, value;
        const char* words;
    } numbers[] = {
        { &desc.contact_hertz, 0.9f, "contact_hertz is 0.9; it may be 1 to 10000" },
        { &desc.contact_hertz, NAN, "contact_hertz is nan" },
        { &desc.contact_damping, 0.0f, "contact_damping is 0; it may be 0.1 to 100" },
        { &desc.contact_damping, INFINITY, "contact_damping is inf" },
        { &desc.push_out_speed, -1.0f, "push_out_speed is -1; it may be 0 to 100" },
        { &desc.push_out_speed, NAN, "push_out_speed is nan" },
        { &desc.restitution_speed, 0.0f, "restitution_speed is 0; it may be 0.01 to 100" },
        { &desc.restitution_speed, 101.0f, "restitution_speed is 101" },
        { &desc.mass_guard, 0.5f, "mass_guard is 0.5; it may be 0, or 1 to 1e6" },
        { &desc.mass_guard, -1.0f, "mass_guard is -1" },
        { &desc.mass_guard, NAN, "mass_guard is nan" },
    };
    for (size_t i = 0; i < MAS_COUNT(numbers); ++i)
    {
        desc              = api_desc(4);
        *numbers[i].field = numbers[i].value;
        expect_bad_desc(d, &desc, MASSA_ERROR_RANGE, numbers[i].words);
    }
    const uint32_t cookies[] = { 0, UINT32_MAX, MASSA_COOKIE(1, massa_world_desc), MASSA_COOKIE(2, massa_body_desc) };
    for (size_t i = 0; i < MAS_COUNT(cookies); ++i)
    {
        desc        = api_desc(4);
        desc.cookie = cookies[i];
        expect_bad_desc(d, &desc, MASSA_ERROR_COOKIE, "massa_default_world_desc");
    }
    return MUNIT_OK;
}

// ---- Memory ----

typedef struct memory_log // the host's own device memory, and what was asked of it
{
    platform_gpu* host;
    uint64_t live[3]; // bytes, by massa_memory_kind
    VkBuffer first;   // of kind device
    uint64_t first_size;
    int refuse; // buffers until one is refused; 0: none
} memory_log;

static VkResult memory_create(void* user, const VkBufferCreateInfo* info, massa_memory_kind kind, VkBuffer* buffer,
                              void** mapped, void** handle)
{
    memory_log* m = user;
    if (m->refuse > 0 && --m->refuse == 0) return VK_ERROR_OUT_OF_DEVICE_MEMORY;
    platform_buffer* b = calloc(1, sizeof *b);
    munit_assert(platform_buffer_create(m->host, b, info->size, info->usage));
    m->live[kind] += info->size;
    if (kind == MASSA_MEMORY_DEVICE && m->first == VK_NULL_HANDLE)
    {
        m->first      = b->buffer;
        m->first_size = info->size;
    }
    *buffer = b->buffer;
    *mapped = kind == MASSA_MEMORY_DEVICE ? NULL : b->mapped;
    *handle = b;
    return VK_SUCCESS;
}

static void memory_destroy(void* user, VkBuffer buffer, void* handle)
{
    memory_log* m = user;
    munit_assert(((platform_buffer*)handle)->buffer == buffer);
    platform_buffer_destroy(m->host, handle);
    free(handle);
}

static MunitResult memory_is_told_before(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_gpu* gpu            = fixture;
    memory_log log           = { .host = &gpu->host };
    massa_device_desc dd     = wrapper_desc();
    dd.memory                = (massa_memory_functions){ &log, memory_create, memory_destroy };
    massa_device* d          = NULL;
    massa_world_desc desc    = api_desc(1000);
    desc.capacity.edits      = 77;
    desc.capacity.events     = 33;
    desc.capacity.watched    = 0;
    desc.max_steps_in_flight = 5;
    massa_memory need;
    massa_world* w;
    test_try(massa_create_device(&dd, &d));
    const wrapper_counts before = wrapper_counted();
    test_try(massa_query_world_memory(d, &desc, &need));
    wrapper_counts after   = wrapper_counted();
    after.host_allocations = before.host_allocations; // given back: as many bytes are held
    munit_assert_memory_equal(sizeof before, &before, &after);

    memset(log.live, 0, sizeof log.live); // the probe's
    log.first = VK_NULL_HANDLE;
    test_try(massa_create_world(d, &desc, &w));
    massa_view view;
    test_try(massa_world_view(w, MASSA_VIEW_BODY_POSE, &view));
    munit_assert(view.buffer == log.first);
    munit_assert_uint64(log.first_size, ==, need.state);
    munit_assert_uint64(log.live[MASSA_MEMORY_DEVICE], ==, need.state + need.scratch);
    munit_assert_uint64(log.live[MASSA_MEMORY_UPLOAD], ==, need.upload);
    munit_assert_uint64(log.live[MASSA_MEMORY_READBACK], ==, need.readback);
    munit_assert_uint64(need.state, >=, 1000 * (32 + 32 + 32 + 16 + 32 + 16));
    const int64_t host = wrapper_counted().host_bytes - before.host_bytes; // the driver's own included
    munit_assert_int64((int64_t)need.host, <=, host);
    massa_destroy_world(w);

    // More than there is: refused in one sentence, nothing left. state, scratch, upload, readback.
    static const char* const words[] = { "state buffer", "scratch buffer", "upload buffer", "readback buffer" };
    for (int i = 0; i < 4; ++i)
    {
        log.refuse = i + 1;
        w          = (massa_world*)d;
        REFUSED(massa_create_world(d, &desc, &w), MASSA_ERROR_DEVICE_MEMORY, words[i]);
        munit_assert_null(w);
    }
    massa_destroy_device(d);
    return MUNIT_OK;
}

static MunitResult arrays_beyond_the_range_are_refused(const MunitParameter params[], void* fixture)
{
    (void)params;
    massa_device* d       = ((test_gpu*)fixture)->device;
    massa_world_desc desc = api_desc(4);
    wrapper_set_storage_range(d, 1 << 20);
    desc.capacity.edits = 1 << 20;
    expect_bad_desc(d, &desc, MASSA_ERROR_DEVICE_LIMIT,
                    "'edits' needs 134217728 bytes, but the device binds at most 1048576");
    return MUNIT_OK;
}

// Red when a world of default capacities has no room for what a heap of its bodies can tell at once, or a large one
// takes memory for more than it will ever tell.
static MunitResult events_have_room(const MunitParameter params[], void* fixture)
{
    (void)params;
    static const uint32_t row[][3] = { { 1, 0, 1024 }, { 1000, 0, 4000 }, { 9000, 0, 16384 }, { 1000, 7, 7 } };
    test_gpu* gpu                  = fixture;
    for (size_t i = 0; i < MAS_COUNT(row); ++i)
    {
        massa_world_desc desc = massa_default_world_desc();
        massa_world* w;
        massa_view view;
        desc.capacity.bodies = row[i][0];
        desc.capacity.events = row[i][1];
        test_try(massa_create_world(gpu->device, &desc, &w));
        test_try(massa_world_view(w, MASSA_VIEW_EVENTS, &view));
        munit_assert_uint32(view.count, ==, row[i][2]);
        munit_assert_uint64(view.size, ==, 16 + 80 * (uint64_t)row[i][2]);
        massa_destroy_world(w);
    }
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/nulls-are-refused", nulls_are_refused, api_setup, wrapper_tear_down, 0, NULL },
    { "/nulls-are-named", nulls_are_named, api_setup, wrapper_tear_down, 0, NULL },
    { "/descs-are-checked", descs_are_checked, api_setup, wrapper_tear_down, 0, NULL },
    { "/memory-is-told-before", memory_is_told_before, api_setup, wrapper_tear_down, 0, NULL },
    { "/arrays-beyond-the-range-are-refused", arrays_beyond_the_range_are_refused, api_setup, wrapper_tear_down, 0,
      NULL },
    { "/events-have-room", events_have_room, api_setup, wrapper_tear_down, 0, NULL },
    { 0 },
};
MunitSuite test_world_suite = { "/world", tests, NULL, 1, 0 };
