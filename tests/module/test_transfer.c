// What travels between CPU and GPU, to the byte, and what does not: followed through every command that massa records.
#include "spy.h"
#include "api.h"

#include "edit_shared.h"
#include "module/world.h"
#include "rigid/integrate_shared.h"
#include "rigid/watch_shared.h"
#include "step_shared.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

static void* setup(const MunitParameter params[], void* user)
{
    test_gpu* gpu = test_gpu_setup(params, user);
    massa_destroy_device(gpu->device);
    wrapper_begin(&gpu->host, false);
    const massa_device_desc desc = spy_desc();
    test_try(massa_create_device(&desc, &gpu->device));
    test_reset(gpu);
    return gpu;
}

static massa_world* make(test_gpu* gpu, uint32_t bodies, massa_body_id* id)
{
    massa_world* w;
    massa_world_desc desc = api_desc(bodies);
    desc.capacity.edits   = bodies > 64 ? bodies : 64; // all at once
    test_try(massa_create_world(gpu->device, &desc, &w));
    api_create(w, bodies, id);
    api_step(gpu, w);
    return w;
}

typedef struct traffic // bytes of one step
{
    uint64_t up, update; // through the upload ring, inside the command buffer
    uint64_t down;       // into the readback ring
} traffic;

static traffic measure(const massa_world* w)
{
    const spy* seen   = spy_seen();
    const VkBuffer* b = w->simulation->arena.buffer;
    traffic t         = { 0 };
    for (uint32_t i = 0; i < seen->count; ++i)
    {
        const spy_command* c = &seen->command[i];
        if (c->kind == SPY_COPY && c->from == b[MAS_UPLOAD]) t.up += c->size;
        if (c->kind == SPY_COPY && c->to == b[MAS_READBACK]) t.down += c->size;
        if (c->kind == SPY_UPDATE) t.update += c->size;
        if (c->kind ==
            SPY_DISPATCH) // kernels reach neither ring: what crosses, crosses by these copies, but for events
            for (uint32_t k = 0; k < c->bindings; ++k)
                munit_assert(c->binding[k].buffer != b[MAS_UPLOAD] &&
                             (c->binding[k].buffer != b[MAS_READBACK] || strcmp(c->stage, "events") == 0));
    }
    return t;
}

static traffic step(test_gpu* gpu, massa_world* w)
{
    spy_clear();
    api_step(gpu, w);
    return measure(w);
}

// proves: 002-08. Red when bodies that nobody edited are sent to the device again, or anything is sent per body.
static MunitResult only_edits_are_sent(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_gpu* gpu           = fixture;
    const massa_vec3 v      = { 1.0f, 2.0f, 3.0f };
    const uint32_t counts[] = { 10, 1000 };
    traffic idle[2];
    for (int i = 0; i < 2; ++i)
    {
        massa_body_id* id = calloc(counts[i], sizeof *id);
        massa_world* w    = make(gpu, counts[i], id);
        idle[i]           = step(gpu, w);
        munit_assert_uint64(idle[i].up, ==, 0);
        test_try(massa_body_set_velocity(w, id[0], v));
        munit_assert_uint64(step(gpu, w).up, ==, sizeof(edit_record));
        for (uint32_t k = 0; k < 7; ++k)
            test_try(massa_body_set_velocity(w, id[k % 5], v));
        munit_assert_uint64(step(gpu, w).up, ==, 7 * sizeof(edit_record));
        munit_assert_uint64(step(gpu, w).up, ==, 0);
        const massa_body_desc d = massa_default_body_desc();
        test_try(massa_destroy_body(w, id[1])); // making and unmaking sends no more than itself
        test_try(massa_create_body(w, &d, &id[1]));
        munit_assert_uint64(step(gpu, w).up, ==, 2 * sizeof(edit_record));
        test_try(massa_world_watch(w, id, 3));
        munit_assert_uint64(step(gpu, w).up, ==, 3 * sizeof(watch_entry));
        massa_destroy_world(w);
        free(id);
    }
    munit_assert_memory_equal(sizeof idle[0], &idle[0], &idle[1]); // a hundred times the bodies, the same bytes
    munit_assert_uint64(idle[0].update, <=, 256);
    return MUNIT_OK;
}

static bool reaches(const spy_command* c, VkBuffer buffer)
{
    for (uint32_t k = 0; k < c->bindings; ++k)
        if (c->binding[k].buffer == buffer) return true;
    return false;
}

// proves: 002-12. Red when a kernel gets gravity, dt or a count by another way than the one block on the device.
static MunitResult parameters_are_one_block(const MunitParameter params[], void* fixture)
{
    (void)params;
    enum
    {
        BODIES = 10
    };
    test_gpu* gpu = fixture;
    massa_body_id id[BODIES];
    massa_world* w       = make(gpu, BODIES, id);
    massa_step_desc desc = massa_default_step_desc();
    desc.hash            = true;
    spy* runs            = calloc(2, sizeof *runs);
    for (int i = 0; i < 2; ++i)
    {
        massa_poll_result news;
        test_try(massa_world_set_gravity(w, (massa_vec3){ 1.0f + (float)i, 2.0f, 3.0f }));
        desc.dt = 0.01f * (float)(1 + i);
        spy_clear();
        VkCommandBuffer cmd = platform_begin(&gpu->host);
        test_try(massa_cmd_step(w, cmd, &desc));
        munit_assert(platform_submit_and_wait(&gpu->host, cmd));
        test_try(massa_world_poll(w, massa_world_last_step(w), &news));
        runs[i] = *spy_seen();
    }
    munit_assert_uint32(runs[0].count, ==, runs[1].count);
    uint32_t blocks = 0, integrates = 0, stamps = 0;
    VkDeviceSize block = 0;
    for (uint32_t i = 0; i < runs[0].count; ++i)
    {
        const spy_command *a = &runs[0].command[i], *b = &runs[1].command[i];
        munit_assert_int(a->kind, ==, b->kind);
        if (a->kind == SPY_UPDATE && a->data_size == sizeof(step_params) && memcmp(a->data, b->data, a->data_size) != 0)
        {
            step_params p;
            memcpy(&p, b->data, sizeof p);
            munit_assert_float(p.gravity.x, ==, 2.0f);
            munit_assert_float(p.substep, ==, 0.02f / 2.0f);
            munit_assert_uint32(p.body_count, ==, BODIES);
            munit_assert_uint32(p.edit_count, ==, 0);
            block = a->to_offset;
            ++blocks;
            continue;
        }
        if (a->kind == SPY_UPDATE &&
            a->to_offset == w->simulation->report.stamp.offset) // for the poll, not for kernels
        {
            const uint64_t number[2] = { 2, 3 }; // make() has recorded step 1
            munit_assert_uint32(a->data_size, ==, sizeof number[0]);
            munit_assert_memory_equal(sizeof number[0], a->data, &number[0]);
            munit_assert_memory_equal(sizeof number[1], b->data, &number[1]);
            ++stamps;
            continue;
        }
        if (a->kind != SPY_COPY && !reaches(a, w->simulation->arena.buffer[MAS_READBACK])) // another slot of the ring
            munit_assert_memory_equal(sizeof a->data, a->data, b->data);
        munit_assert_memory_equal(sizeof a->binding, a->binding, b->binding);
        if (a->kind == SPY_DISPATCH && strcmp(a->stage, "integrate") == 0)
        {
            munit_assert(a->binding[0].buffer == w->simulation->arena.buffer[MAS_SCRATCH]);
            munit_assert_uint64(a->binding[0].offset, ==, block);
            munit_assert_uint32(a->data_size, <=, sizeof(integrate_pushes)); // pushed: the window, and which substep
            ++integrates;
        }
    }
    munit_assert_uint32(blocks, ==, 1);
    munit_assert_uint32(stamps, ==, 1);
    munit_assert_uint32(integrates, ==, 2 * 2 + 1); // push and move in two substeps, finish
    free(runs);
    massa_destroy_world(w);
    return MUNIT_OK;
}

// What a renderer binds is what the last dispatch wrote: nothing copies poses between step and draw. Red when a view is
// a copy, or when a command behind the last substep touches the poses.
static MunitResult nothing_lies_between_step_and_draw(const MunitParameter params[], void* fixture)
{
    (void)params;
    enum
    {
        BODIES = 10
    };
    test_gpu* gpu = fixture;
    massa_body_id id[BODIES];
    massa_world* w = make(gpu, BODIES, id);
    massa_view pose, motion;
    test_try(massa_world_view(w, MASSA_VIEW_BODY_POSE, &pose));
    test_try(massa_world_view(w, MASSA_VIEW_BODY_MOTION, &motion));
    test_try(massa_world_watch(w, id, 2));
    step(gpu, w);
    const spy* seen = spy_seen();
    uint32_t last   = 0;
    for (uint32_t i = 0; i < seen->count; ++i)
        if (seen->command[i].stage != NULL && strcmp(seen->command[i].stage, "integrate") == 0) last = i;
    const spy_command* fly = &seen->command[last];
    munit_assert_int(fly->kind, ==, SPY_DISPATCH);
    munit_assert(fly->binding[5].buffer == pose.buffer && fly->binding[5].offset == pose.offset);
    munit_assert(fly->binding[6].buffer == motion.buffer && fly->binding[6].offset == motion.offset);
    for (uint32_t i = last + 1; i < seen->count; ++i)
    {
        const spy_command* c = &seen->command[i];
        if (c->kind == SPY_DISPATCH) continue; // hash and watch, which only read: the kernel tables say so
        munit_assert_false(spy_overlaps(c->to, c->to_offset, c->size, &pose));
        if (c->kind == SPY_COPY) munit_assert_false(spy_overlaps(c->from, c->from_offset, c->size, &pose));
    }
    massa_destroy_world(w);
    return MUNIT_OK;
}

static double milliseconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}

// proves: 002-S04. Red when sending n bodies costs other than n edits, or hearing back grows with the number of bodies.
// The seed's table, in bytes and, printed, in time; shapes and constraint rows join it with their issues.
static MunitResult transfers_are_priced(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_gpu* gpu           = fixture;
    const uint32_t counts[] = { 50, 1000, 4000, 16000 };
    uint64_t down           = 0;
    for (size_t i = 0; i < MAS_COUNT(counts); ++i)
    {
        const uint32_t n      = counts[i];
        massa_body_id* id     = calloc(n, sizeof *id);
        uint8_t* poses        = malloc((size_t)n * 32);
        massa_world_desc desc = api_desc(n);
        massa_world* w;
        test_try(massa_create_world(gpu->device, &desc, &w));
        step(gpu, w);
        const double start = milliseconds();
        api_create(w, n, id);
        const traffic t  = step(gpu, w); // with its dispatches: our way up is part of a step
        const double up  = milliseconds() - start;
        const traffic no = step(gpu, w);
        munit_assert_uint64(t.up, ==, (uint64_t)n * sizeof(edit_record));
        munit_assert_uint64(t.down, ==, no.down);
        if (i > 0) munit_assert_uint64(no.down, ==, down);
        down              = no.down;
        const double back = milliseconds();
        api_read(gpu, w, MASSA_VIEW_BODY_POSE, poses, n); // what no game needs: all poses on the CPU
        munit_logf(MUNIT_LOG_INFO, "%5u bodies: up %8llu bytes, %.2f ms; all poses back %7u bytes, %.2f ms", n,
                   (unsigned long long)t.up, up, n * 32, milliseconds() - back);
        massa_destroy_world(w);
        free(poses);
        free(id);
    }
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/only-edits-are-sent", only_edits_are_sent, setup, wrapper_tear_down, 0, NULL },
    { "/parameters-are-one-block", parameters_are_one_block, setup, wrapper_tear_down, 0, NULL },
    { "/nothing-lies-between-step-and-draw", nothing_lies_between_step_and_draw, setup, wrapper_tear_down, 0, NULL },
    { "/transfers-are-priced", transfers_are_priced, setup, wrapper_tear_down, 0, NULL },
    { 0 },
};
MunitSuite test_transfer_suite = { "/transfer", tests, NULL, 1, 0 };
