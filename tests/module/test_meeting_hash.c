// Two hundred bodies of all kinds fall for a second. When nothing is pushed, every broad phase finds the same contacts
// in every step, to the last bit. When all are, each broad phase has an order of contacts and so a story of its own:
// the same one at any group size and with any number of steps in flight, on every driver, and in the twin that plays
// what the world records: so the pinned numbers are the twin's, too. Red when a broad phase loses or doubles a pair,
// when a manifold depends on the order of pairs or a push on the schedule, or when a step reads what another in flight
// has written.
// runs: everywhere widths sizes own-devices. The scene of its family whose bits do not depend on vectors or workgroups.
#include "meeting.h"
#include "module/tables.h"
#include "oracle/world.h"

#include <stdlib.h>
#include <string.h>

enum
{
    BODIES = 200,
    STEPS  = 60,
    FLIGHT = 3
};

// Of all contacts of all steps. Changes with any stage of collision or integration.
static const uint64_t PINNED_GHOSTS = 6541671263346503402u;
static const uint64_t PINNED[]      = {
         // with any stage of the solver, too
    [MASSA_BROAD_PHASE_TREE]     = 2345515018246203563u,
    [MASSA_BROAD_PHASE_FAT_TREE] = 10182922676674809718u,
    [MASSA_BROAD_PHASE_LABELS]   = 11273719081808641781u,
    [MASSA_BROAD_PHASE_SWEEP]    = 10786839043057896724u,
};

typedef struct story // what a run told, step by step
{
    uint64_t hash[STEPS];
    uint32_t pairs[STEPS], contacts[STEPS], touching[STEPS], recycled[STEPS];
} story;

static void hear(story* s, uint32_t step, const massa_poll_result* news)
{
    munit_assert_uint32(news->overflow_count, ==, 0);
    s->pairs[step]    = news->pair_count;
    s->contacts[step] = news->contact_count;
    s->touching[step] = news->touching_count;
    s->recycled[step] = news->recycled_count;
}

typedef struct listener // the twin, and what it told
{
    oracle_world* world;
    story* story;
    uint32_t step;
} listener;

static int by_colliders(const void* x, const void* y)
{
    const manifold *p = x, *q = y;
    if (p->a != q->a) return p->a < q->a ? -1 : 1;
    return p->b < q->b ? -1 : p->b > q->b;
}

// A recorded step.
static void play(void* user, const void* block, size_t size)
{
    listener* l = user;
    oracle_play(l->world, block, size);
    const oracle_rigid_world* r = &l->world->rigid;
    const contact_counters* c   = &r->cache.counters;
    meeting_set set             = { r->contacts, munit_malloc((r->contacts + 1) * sizeof(manifold)) };
    for (uint32_t i = 0; i < set.count; ++i)
    {
        set.contact[i] = r->cache.contact[r->contact[i]];
        set.contact[i].flags &= MANIFOLD_MARKS;
    }
    qsort(set.contact, set.count, sizeof(manifold), by_colliders);
    munit_assert_uint32(l->step, <, STEPS);
    l->story->hash[l->step]     = meeting_hash(&set);
    l->story->pairs[l->step]    = c->pairs;
    l->story->contacts[l->step] = c->contacts;
    l->story->touching[l->step] = c->touching;
    l->story->recycled[l->step] = c->recycled;
    ++l->step;
    free(set.contact);
}

// in_flight command buffers of one step each are submitted before the first is looked at.
static void tell(test_gpu* gpu, massa_broad_phase phase, uint32_t in_flight, bool ghosts, story* s)
{
    static story known;
    massa_world* w;
    massa_world_desc desc    = meeting_scene_desc(BODIES);
    desc.broad_phase         = phase;
    desc.max_steps_in_flight = in_flight;
    test_try(massa_create_world(gpu->device, &desc, &w));
    listener twin = { oracle_create_world(&desc), &known, 0 };
    test_try(massa_world_set_recorder(w, play, &twin));
    (ghosts ? meeting_ghosts : meeting_scene)(w, BODIES, NULL);
    const massa_step_desc step = massa_default_step_desc();
    const VkDeviceSize size    = meeting_copy_size(w);
    platform_buffer copy;
    munit_assert(platform_buffer_create(&gpu->host, &copy, in_flight * size, VK_BUFFER_USAGE_TRANSFER_DST_BIT));
    for (uint32_t done = 0; done < STEPS; done += in_flight)
    {
        VkCommandBuffer cmd[FLIGHT];
        for (uint32_t k = 0; k < in_flight; ++k)
        {
            cmd[k] = platform_begin(&gpu->host);
            test_try(massa_cmd_step(w, cmd[k], &step));
            meeting_copy(w, cmd[k], copy.buffer, k * size);
            munit_assert_int(vkEndCommandBuffer(cmd[k]), ==, VK_SUCCESS);
            const VkSubmitInfo submit = { .sType              = VK_STRUCTURE_TYPE_SUBMIT_INFO,
                                          .commandBufferCount = 1,
                                          .pCommandBuffers    = &cmd[k] };
            munit_assert_int(vkQueueSubmit(gpu->host.queue, 1, &submit, VK_NULL_HANDLE), ==, VK_SUCCESS);
        }
        munit_assert_int(vkQueueWaitIdle(gpu->host.queue), ==, VK_SUCCESS);
        for (uint32_t k = 0; k < in_flight; ++k)
        {
            massa_poll_result news;
            meeting_set set = meeting_read(w, (const uint8_t*)copy.mapped + k * size);
            test_try(massa_world_poll(w, done + k + 1, &news));
            hear(s, done + k, &news);
            munit_assert_uint32(set.count, ==, news.contact_count);
            s->hash[done + k] = meeting_hash(&set);
            free(set.contact);
            vkFreeCommandBuffers(gpu->host.device, gpu->host.command_pool, 1, &cmd[k]);
        }
    }
    platform_buffer_destroy(&gpu->host, &copy);
    massa_destroy_world(w);
    oracle_destroy_world(twin.world);
    munit_assert_uint32(twin.step, ==, STEPS);
    for (uint32_t i = 0; i < STEPS; ++i)
        if (known.hash[i] != s->hash[i]) munit_errorf("the contacts of step %u are not the twin's", i + 1);
    munit_assert_memory_equal(sizeof known, &known, s);
}

static uint64_t hash_of(const story* s)
{
    return mas_hash_bytes(0, s, sizeof *s);
}

static void expect_worth(const story* s)
{
    uint32_t contacts = 0, recycled = 0;
    for (uint32_t i = 0; i < STEPS; ++i)
    {
        contacts += s->contacts[i];
        recycled += s->recycled[i];
        munit_assert_uint32(s->touching[i], <=, s->contacts[i]);
        munit_assert_uint32(s->contacts[i], <=, s->pairs[i]);
    }
    munit_assert_uint32(contacts, >, 100 * STEPS);
    munit_assert_uint32(recycled, >, STEPS);
}

static MunitResult all_find_the_same(const MunitParameter params[], void* fixture)
{
    (void)params;
    static story first, other;
    static const uint32_t in_flight[] = { [MASSA_BROAD_PHASE_TREE] = 3, [MASSA_BROAD_PHASE_LABELS] = 2, 3, 2, 1 };
    // The fat tree's pairs are those of larger boxes (test_fat_tree.c).
    tell(fixture, MASSA_BROAD_PHASE_BRUTE, 1, true, &first);
    expect_worth(&first);
    for (int phase = MASSA_BROAD_PHASE_TREE; phase < MASSA_BROAD_PHASE_BRUTE; ++phase)
    {
        if (phase == MASSA_BROAD_PHASE_FAT_TREE) continue;
        tell(fixture, (massa_broad_phase)phase, in_flight[phase], true, &other);
        for (uint32_t i = 0; i < STEPS; ++i)
            if (other.hash[i] != first.hash[i] || other.pairs[i] != first.pairs[i])
                munit_errorf("broad phase %d differs in step %u: %u pairs, %u contacts, not %u, %u.", phase, i + 1,
                             other.pairs[i], other.contacts[i], first.pairs[i], first.contacts[i]);
        munit_assert_memory_equal(sizeof first, &first, &other);
    }
    munit_assert_uint64(hash_of(&first), ==, PINNED_GHOSTS);
    return MUNIT_OK;
}

// One broad phase for each: tests/collision has all of them at all sizes, and worlds are slow to make on SwiftShader.
static MunitResult at_any_group_size(const MunitParameter params[], void* fixture)
{
    static story s;
    const uint32_t group          = (uint32_t)strtoul(munit_parameters_get(params, "group"), NULL, 10);
    const bool three              = group == 0 || group == 128; // in flight
    const massa_broad_phase phase = group == 32    ? MASSA_BROAD_PHASE_LABELS
                                    : group == 64  ? MASSA_BROAD_PHASE_SWEEP
                                    : group == 128 ? MASSA_BROAD_PHASE_TREE
                                                   : MASSA_BROAD_PHASE_FAT_TREE;
    tell(fixture, phase, three ? 3 : 1, false, &s);
    munit_assert_uint64(hash_of(&s), ==, PINNED[phase]);
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/all-find-the-same", all_find_the_same, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { "/at-any-group-size", at_any_group_size, test_gpu_setup, test_gpu_tear_down, 0, test_group_sizes },
    { 0 },
};
MunitSuite test_meeting_hash_suite = { "/meeting-hash", tests, NULL, 1, 0 };
