// Lists of colliding bodies that are too short: the need is reported, a body without contacts goes on as it would, and
// with room enough the same contacts are found as if there had always been room. And the lines to draw: as many as
// promised, none unless asked for. Red when an overflow goes unseen, a list is written beyond its end, or a draw's
// arguments are garbage.
// runs: lavapipe25 layers asan. What the host side does with its input is the same on every driver.
#include "meeting.h"

#include "collision/lines_shared.h"
#include "module/world.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum
{
    BODIES = 60,
    STEPS  = 10
};

static const massa_overflow* find(const massa_poll_result* news, const char* list)
{
    for (uint32_t i = 0; i < news->overflow_count; ++i)
        if (strcmp(news->overflows[i].list, list) == 0) return &news->overflows[i];
    return NULL;
}

static massa_world* make(test_gpu* gpu, uint32_t pairs, uint32_t contacts, massa_broad_phase phase, bool ghosts)
{
    massa_world* w;
    massa_world_desc d  = meeting_scene_desc(BODIES);
    d.capacity.pairs    = pairs;
    d.capacity.contacts = contacts;
    d.broad_phase       = phase;
    test_try(massa_create_world(gpu->device, &d, &w));
    (ghosts ? meeting_ghosts : meeting_scene)(w, BODIES, NULL);
    return w;
}

// Beside a world with room for all: the same numbers are needed, the same state comes out, and of contacts those that
// touch come first.
static MunitResult contacts_overflow(const MunitParameter params[], void* fixture)
{
    (void)params;
    massa_world *small = make(fixture, 2048, 7, MASSA_BROAD_PHASE_TREE, true),
                *large = make(fixture, 2048, 0, MASSA_BROAD_PHASE_TREE, true);
    for (uint32_t i = 0; i < STEPS; ++i)
    {
        const massa_poll_result a = meeting_step(fixture, small, 0), b = meeting_step(fixture, large, 0);
        munit_assert_uint32(b.overflow_count, ==, 0);
        munit_assert_uint32(b.touching_count, >, 7);
        const massa_overflow* o = find(&a, "capacity.contacts");
        munit_assert_not_null(o);
        munit_assert_uint32(a.overflow_count, ==, 1);
        munit_assert_uint32(o->capacity, ==, 7);
        munit_assert_uint32(o->needed, ==, b.contact_count);
        munit_assert_uint32(a.contact_count, ==, b.contact_count); // that wanted in
        munit_assert_uint32(a.touching_count, ==, b.touching_count);
        munit_assert_uint32(a.pair_count, ==, b.pair_count);
        munit_assert_uint64(a.hash, ==, b.hash);
        meeting_set s = meeting_contacts(fixture, small);
        munit_assert_uint32(s.count, ==, 7);
        for (uint32_t k = 0; k < s.count; ++k)
            munit_assert_true((s.contact[k].flags & MANIFOLD_TOUCHES) != 0);
        free(s.contact);
    }
    massa_capacity c = small->tables->capacity;
    c.contacts       = 0;
    test_try(massa_world_resize(small, &c));
    munit_assert_uint32(meeting_step(fixture, small, 0).overflow_count, ==, 0);
    meeting_step(fixture, large, 0);
    munit_assert_uint64(meeting_contacts_hash(fixture, small), ==, meeting_contacts_hash(fixture, large));
    massa_destroy_world(small);
    massa_destroy_world(large);
    return MUNIT_OK;
}

static MunitResult pairs_overflow(const MunitParameter params[], void* fixture)
{
    (void)params;
    for (int phase = 0; phase <= MASSA_BROAD_PHASE_BRUTE; ++phase)
    {
        const bool fat     = phase == MASSA_BROAD_PHASE_FAT_TREE; // has pairs of its own
        massa_world *small = make(fixture, 20, 0, (massa_broad_phase)phase, true),
                    *large = make(fixture, 2048, 0, fat ? MASSA_BROAD_PHASE_FAT_TREE : MASSA_BROAD_PHASE_BRUTE, true);
        for (uint32_t i = 0; i < STEPS; ++i)
        {
            const massa_poll_result a = meeting_step(fixture, small, 0), b = meeting_step(fixture, large, 0);
            const massa_overflow* o = find(&a, "capacity.pairs");
            munit_assert_not_null(o);
            munit_assert_uint32(o->capacity, ==, 20);
            munit_assert_uint32(o->needed, ==, b.pair_count);
            munit_assert_uint32(a.contact_count, <=, 20);
            munit_assert_uint64(a.hash, ==, b.hash);
            meeting_set all = meeting_contacts(fixture, large), some = meeting_contacts(fixture, small);
            munit_assert_uint32(some.count, ==, a.contact_count);
            for (uint32_t k = 0, n = 0; k < some.count; ++k, ++n) // of pairs that there are
            {
                while (n < all.count &&
                       (all.contact[n].a != some.contact[k].a || all.contact[n].b != some.contact[k].b))
                    ++n;
                munit_assert_uint32(n, <, all.count);
            }
            free(all.contact);
            free(some.contact);
        }
        // Room enough, and all put where they are once more, so that nothing is recycled in either world.
        massa_capacity c      = small->tables->capacity;
        massa_world* both[2]  = { small, large };
        const massa_quat turn = { 0.0f, 0.0f, 0.0f, 1.0f };
        c.pairs               = 2048;
        test_try(massa_world_resize(small, &c));
        for (uint32_t k = 0; k < 2; ++k)
            for (uint32_t i = 0; i < BODIES + 3; ++i)
            {
                const massa_body_id id = { mas_id(MAS_ID_BODY, i, 1) };
                const massa_vec3 at    = { 0.375f * (float)(i % 16), 0.75f * (float)(i / 16), 0.0f };
                test_try(massa_body_set_pose(both[k], id, at, turn));
            }
        const massa_poll_result a = meeting_step(fixture, small, 0), b = meeting_step(fixture, large, 0);
        munit_assert_uint32(a.overflow_count, ==, 0);
        munit_assert_uint32(a.recycled_count + b.recycled_count, ==, 0);
        munit_assert_uint32(a.contact_count, ==, b.contact_count);
        munit_assert_uint64(meeting_contacts_hash(fixture, small), ==, meeting_contacts_hash(fixture, large));
        massa_destroy_world(small);
        massa_destroy_world(large);
    }
    return MUNIT_OK;
}

// Bodies that push, in worlds that lose most of their contacts: twice the same, with nobody lost; with room again, all
// that touch are found. Red when what a list drops depends on the schedule, or what was kept of pairs is taken for that
// of others.
// A list that is full is told to the log once per world, with the number needed; one that suffices, never.
static MunitResult overflow_is_logged_once(const MunitParameter params[], void* fixture)
{
    (void)params;
    for (int which = 0; which < 3; ++which) // pairs, contacts, none
    {
        const uint32_t before = mas_wrapper.warnings;
        massa_world* w        = make(fixture, which == 0 ? 20 : 2048, which == 1 ? 7 : 0, MASSA_BROAD_PHASE_TREE, true);
        char due[80]          = "";
        for (uint32_t i = 0; i < STEPS; ++i)
        {
            const massa_poll_result news = meeting_step(fixture, w, 0);
            if (i > 0 || which == 2) continue;
            const massa_overflow* o = find(&news, which == 0 ? "capacity.pairs" : "capacity.contacts");
            munit_assert_not_null(o);
            snprintf(due, sizeof due, "%s is %u, but a step needed %u:", o->list, o->capacity, o->needed);
            munit_assert_not_null(strstr(mas_wrapper.warning, due));
        }
        munit_assert_uint32(mas_wrapper.warnings - before, ==, which < 2);
        massa_destroy_world(w);
    }
    return MUNIT_OK;
}

static MunitResult pushes_overflow(const MunitParameter params[], void* fixture)
{
    (void)params;
    static const uint32_t room[][2] = { { 2048, 7 }, { 20, 0 } }; // pairs, contacts
    for (uint32_t n = 0; n < 4; ++n)
    {
        const massa_broad_phase phase = n < 2 ? MASSA_BROAD_PHASE_FAT_TREE : MASSA_BROAD_PHASE_TREE;
        massa_world* both[2];
        for (uint32_t k = 0; k < 2; ++k)
            both[k] = make(fixture, room[n % 2][0], room[n % 2][1], phase, false);
        for (uint32_t i = 0; i < 4 * STEPS; ++i)
        {
            const massa_poll_result a = meeting_step(fixture, both[0], 0), b = meeting_step(fixture, both[1], 0);
            munit_assert_uint32(a.overflow_count, ==, 1);
            munit_assert_uint64(a.hash, ==, b.hash);
            for (uint32_t e = 0; e < a.event_count; ++e)
                munit_assert_int(a.events[e].kind, !=, MASSA_EVENT_BODY_LOST);
        }
        massa_capacity c = both[0]->tables->capacity;
        c.pairs = 2048, c.contacts = 0;
        for (uint32_t k = 0; k < 2; ++k)
            test_try(massa_world_resize(both[k], &c));
        for (uint32_t i = 0; i < STEPS; ++i)
        {
            const massa_poll_result a = meeting_step(fixture, both[0], 0), b = meeting_step(fixture, both[1], 0);
            munit_assert_uint32(a.overflow_count, ==, 0);
            munit_assert_uint32(a.contact_count, >, 20);
            munit_assert_uint64(a.hash, ==, b.hash);
        }
        massa_destroy_world(both[0]);
        massa_destroy_world(both[1]);
    }
    return MUNIT_OK;
}

// ---- Lines ----

typedef struct picture
{
    lines_header head;
    line_vertex* vertex;
} picture;

static picture look(test_gpu* gpu, massa_world* w)
{
    massa_view v;
    platform_buffer copy;
    picture p;
    test_try(massa_world_view(w, MASSA_VIEW_DEBUG_LINES, &v));
    munit_assert_uint32(v.stride, ==, 16);
    munit_assert_uint64(v.size, ==, (uint64_t)v.count * v.stride);
    munit_assert_uint64(v.offset % 32 + v.indirect % 4, ==, 0);
    munit_assert_uint64(v.indirect, !=, 0);
    munit_assert(platform_buffer_create(&gpu->host, &copy, sizeof p.head + v.size, VK_BUFFER_USAGE_TRANSFER_DST_BIT));
    const VkBufferCopy region[] = { { v.indirect, 0, sizeof p.head }, { v.offset, sizeof p.head, v.size } };
    VkCommandBuffer cmd         = platform_begin(&gpu->host);
    vkCmdCopyBuffer(cmd, v.buffer, copy.buffer, 2, region);
    munit_assert(platform_submit_and_wait(&gpu->host, cmd));
    memcpy(&p.head, copy.mapped, sizeof p.head);
    p.vertex = memcpy(munit_malloc(v.size), (const uint8_t*)copy.mapped + sizeof p.head, v.size);
    platform_buffer_destroy(&gpu->host, &copy);
    munit_assert_uint32(p.head.vertices, <=, v.count);
    munit_assert_uint32(p.head.vertices % 2, ==, 0);
    munit_assert_uint32(p.head.first_vertex + p.head.first_instance, ==, 0);
    if (p.head.vertices > 0) munit_assert_uint32(p.head.instances, ==, 1);
    return p;
}

static uint32_t coloured(const picture* p, uint32_t colour)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < p->head.vertices; ++i)
        n += p->vertex[i].colour == colour;
    return n / 2;
}

static MunitResult lines(const MunitParameter params[], void* fixture)
{
    (void)params;
    massa_world* w;
    massa_world_desc d     = meeting_desc(8, 16);
    d.capacity.debug_lines = 256;
    test_try(massa_create_world(((test_gpu*)fixture)->device, &d, &w));
    meeting_step(fixture, w, 15); // nobody there: no garbage is drawn
    picture p = look(fixture, w);
    munit_assert_uint32(p.head.vertices, ==, 0);
    free(p.vertex);
    const massa_shape_id box = meeting_box(w, 0.5f, 0.5f, 0.5f), ball = meeting_sphere(w, 0.5f);
    meeting_body(w, MASSA_BODY_STATIC, meeting_plane(w), 0.0f, 0.0f, 0.0f);
    meeting_body(w, MASSA_BODY_DYNAMIC, box, 0.0f, 0.499f, 0.0f); // four points that touch
    meeting_body(w, MASSA_BODY_DYNAMIC, ball, 9.0f, 0.51f, 0.0f); // one that is about to
    meeting_body(w, MASSA_BODY_DYNAMIC, ball, 9.0f, 5.0f, 0.0f);  // none
    for (uint32_t flags = 0; flags < 16; ++flags)
    {
        const massa_poll_result news = meeting_step(fixture, w, flags);
        munit_assert_uint32(news.overflow_count, ==, 0);
        munit_assert_uint32(news.contact_count, ==, 2);
        p                 = look(fixture, w);
        const bool bounds = (flags & MASSA_DEBUG_BOUNDS) != 0, pairs = (flags & MASSA_DEBUG_PAIRS) != 0;
        const bool points = (flags & MASSA_DEBUG_POINTS) != 0, normals = (flags & MASSA_DEBUG_NORMALS) != 0;
        munit_assert_uint32(coloured(&p, LINES_BOX_COLOUR), ==, bounds ? 36 : 0);
        munit_assert_uint32(coloured(&p, LINES_PAIR_COLOUR), ==, pairs ? 2 : 0);
        munit_assert_uint32(coloured(&p, LINES_TOUCHING_COLOUR), ==, points ? 12 : 0);
        munit_assert_uint32(coloured(&p, LINES_SPECULATIVE_COLOUR), ==, points ? 3 : 0);
        munit_assert_uint32(coloured(&p, LINES_NORMAL_COLOUR), ==, normals ? 5 : 0);
        if (flags == 0) munit_assert_uint32(p.head.vertices, ==, 0);
        for (uint32_t i = 0; i < p.head.vertices; ++i)
            munit_assert_true(p.vertex[i].x >= -20.0f && p.vertex[i].x <= 20.0f && p.vertex[i].y >= -20.0f &&
                              p.vertex[i].y <= 20.0f && p.vertex[i].z >= -20.0f && p.vertex[i].z <= 20.0f);
        free(p.vertex);
    }
    meeting_step(fixture, w, 15);
    meeting_step(fixture, w, 0);
    p = look(fixture, w);
    munit_assert_uint32(p.head.vertices, ==, 0); // those of the last step are gone
    free(p.vertex);

    // Too few: as many as there is room for, and the number needed.
    massa_capacity c = w->tables->capacity;
    c.debug_lines    = 20;
    test_try(massa_world_resize(w, &c));
    const massa_poll_result news = meeting_step(fixture, w, 15);
    const massa_overflow* o      = find(&news, "capacity.debug_lines");
    munit_assert_not_null(o);
    munit_assert_uint32(o->capacity, ==, 20);
    munit_assert_uint32(o->needed, >=, 36 + 2 + 15 + 5);
    p = look(fixture, w);
    munit_assert_uint32(p.head.vertices, ==, 40);
    free(p.vertex);
    massa_destroy_world(w);
    return MUNIT_OK;
}

static void expect_no_lines(test_gpu* gpu, massa_world_desc d)
{
    massa_world* w;
    massa_view v;
    massa_step_desc step = massa_default_step_desc();
    test_try(massa_create_world(gpu->device, &d, &w));
    const uint64_t before = api_tables(w);
    VkCommandBuffer cmd   = platform_begin(&gpu->host);
    step.debug            = MASSA_DEBUG_POINTS;
    REFUSED(massa_cmd_step(w, cmd, &step), MASSA_ERROR_RANGE, "massa_step_desc.debug asks for lines");
    step.debug = 16;
    REFUSED(massa_cmd_step(w, cmd, &step), MASSA_ERROR_RANGE, "massa_step_desc.debug is 0x10");
    REFUSED(massa_world_view(w, MASSA_VIEW_DEBUG_LINES, &v), MASSA_ERROR_CAPACITY, "no lines to look at");
    munit_assert_uint64(api_tables(w), ==, before);
    step.debug = 0;
    test_try(massa_cmd_step(w, cmd, &step));
    munit_assert(platform_submit_and_wait(&gpu->host, cmd));
    massa_destroy_world(w);
}

// Also: a world that could hold pairs, but nobody who makes them.
static MunitResult without_room(const MunitParameter params[], void* fixture)
{
    (void)params;
    massa_world_desc d = meeting_desc(4, 16);
    expect_no_lines(fixture, d);
    d.capacity.debug_lines = 16;
    d.capacity.pairs       = MASSA_NONE;
    expect_no_lines(fixture, d);
    d.capacity.pairs     = 16;
    d.capacity.colliders = MASSA_NONE;
    expect_no_lines(fixture, d);
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/contacts-overflow", contacts_overflow, api_setup, wrapper_tear_down, 0, NULL },
    { "/pairs-overflow", pairs_overflow, api_setup, wrapper_tear_down, 0, NULL },
    { "/overflow-is-logged-once", overflow_is_logged_once, api_setup, wrapper_tear_down, 0, NULL },
    { "/pushes-overflow", pushes_overflow, api_setup, wrapper_tear_down, 0, NULL },
    { "/lines", lines, api_setup, wrapper_tear_down, 0, NULL },
    { "/without-room", without_room, api_setup, wrapper_tear_down, 0, NULL },
    { 0 },
};
MunitSuite test_meeting_room_suite = { "/meeting-room", tests, NULL, 1, 0 };
