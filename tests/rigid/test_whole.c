// A small world in the hands of one group has the bits of the same world in many dispatches: all that a snapshot saves,
// and all that is told.
#include "rigid.h"
#include "inside.h"

#include <munit.h>
#include <stdlib.h>
#include <string.h>

enum
{
    LAYERS = 4,
    BODIES = 9 * LAYERS,
    STEPS  = 60,
    DAYS   = 130, // steps of the life below
};

typedef enum way
{
    COLOURS, // a dispatch a stage, and a colour
    WHOLE,   // one group; where a CPU plays the device, one subgroup
    GROUP,   // one group with barriers
    IN_TURN  // a step of one kind, then one of the other
} way;

static rigid_world create(test_gpu* gpu, way how, massa_world_desc desc)
{
    mas_limits* limits   = &gpu->device->limits;
    const mas_limits had = *limits;
    if (how == COLOURS) limits->wide = false;
    if (how == GROUP) limits->subgroup = 0;
    rigid_world s = rigid_create(gpu, desc);
    *limits       = had;
    return s;
}

// Step i, after what a poll may have told: of too many pairs for one group, or of few. Steps are few enough for it.
static void run(rigid_world* s, way how, uint32_t i)
{
    const bool colours = how == COLOURS || (how == IN_TURN && i % 2 != 0);
    if (how == IN_TURN) s->world->news.told_pairs = colours ? WHOLE_MAX_PAIRS + 1 : 0;
    rigid_run(s, 1);
    munit_assert_true(s->world->simulation->collision->in_whole == !colours);
}

// Cubes fall into a heap; later a ball comes that bounces.
static void heap(test_gpu* gpu, way how, uint64_t hash[STEPS])
{
    rigid_world s        = create(gpu, how, rigid_desc(BODIES + 2, 0));
    massa_shape_desc box = rigid_box(0.5f), ball = rigid_sphere(0.4f);
    const massa_shape_id cube = rigid_make(&s, &box);
    ball.restitution          = 0.7f;
    rigid_ground(&s, 0.6f, 0.0f);
    for (uint32_t i = 0; i < BODIES; ++i)
    {
        const float x = (float)(i % 3), z = (float)(i / 3 % 3), y = (float)(i / 9);
        rigid_put(&s, cube, 0.9f * x + 0.1f * y, 0.6f + 1.1f * y, 1.02f * z + 0.07f * x);
    }
    for (uint32_t i = 0; i < STEPS; ++i)
    {
        if (i == STEPS - 15)
            rigid_moving(&s, rigid_make(&s, &ball), (massa_vec3){ 1.0f, 6.0f, 1.0f },
                         (massa_vec3){ 0.0f, -15.0f, 0.0f });
        run(&s, how, i);
        hash[i] = s.hash;
    }
    munit_assert_uint32(s.news.contact_count, >, BODIES);
    rigid_destroy(&s);
}

// Red when the first or last thread of a group leaves out its contacts, or a colour begins before the last has ended.
static MunitResult bits_of_colours(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_gpu* gpu = fixture;
    uint64_t whole[STEPS], colours[STEPS], in_turn[STEPS];
    munit_assert_true(gpu->device->limits.wide); // a driver without it would prove nothing here
    heap(gpu, COLOURS, colours);
    heap(gpu, WHOLE, whole);
    heap(gpu, IN_TURN, in_turn);
    for (uint32_t i = 0; i < STEPS; ++i)
    {
        if (whole[i] != colours[i]) munit_errorf("One group gives other bits in step %u.", i + 1);
        if (in_turn[i] != colours[i]) munit_errorf("Both in turn give other bits in step %u.", i + 1);
    }
    return MUNIT_OK;
}

// ---- A life ----

typedef struct day // what a step leaves
{
    uint64_t state, told; // hashes of a snapshot, of events
    uint32_t pairs, contacts, touching, recycled, solved, awake, asleep, events;
} day;

typedef struct life
{
    rigid_world s;
    massa_snapshot* saved;
    massa_shape_id box, ball, capsule, hull;
    massa_body_id body[BODIES];
    massa_joint_id joint;
    uint64_t kinds; // of events: bits
} life;

static uint64_t mixed(uint64_t h, const void* data, size_t size)
{
    const uint8_t* bytes = data;
    for (size_t i = 0; i < size; ++i)
        h = (h ^ bytes[i]) * UINT64_C(0x100000001B3);
    return h;
}

static uint64_t told_by(const massa_poll_result* r)
{
    uint64_t h = UINT64_C(0xCBF29CE484222325);
    for (uint32_t i = 0; i < r->event_count; ++i)
    {
        const massa_event* e  = &r->events[i];
        const uint64_t ids[]  = { e->kind,        e->collider_a,   e->collider_b,  e->body_a.bits,
                                  e->body_b.bits, e->shape_a.bits, e->shape_b.bits };
        const float numbers[] = { e->point.x, e->point.y, e->point.z, e->normal.x, e->normal.y, e->normal.z, e->speed };
        h                     = mixed(mixed(h, ids, sizeof ids), numbers, sizeof numbers);
    }
    return h;
}

static void shapes_of(life* l)
{
    static const massa_vec3 corner[] = { { -0.4f, -0.3f, -0.4f },
                                         { 0.5f, -0.3f, -0.3f },
                                         { 0.0f, -0.3f, 0.5f },
                                         { 0.1f, 0.6f, 0.0f },
                                         { 0.3f, 0.2f, 0.3f } };
    massa_shape_desc d               = rigid_box(0.4f);
    l->box                           = rigid_make(&l->s, &d);
    d                                = rigid_sphere(0.35f);
    l->ball                          = rigid_make(&l->s, &d);
    d.kind                           = MASSA_SHAPE_CAPSULE;
    d.capsule.radius                 = 0.25f;
    d.capsule.half_length            = 0.3f;
    l->capsule                       = rigid_make(&l->s, &d);
    d.kind                           = MASSA_SHAPE_HULL;
    d.hull.points                    = corner;
    d.hull.count                     = sizeof corner / sizeof *corner;
    l->hull                          = rigid_make(&l->s, &d);
}

// A place to fall on, a sensor over it, a lift, and bodies of all kinds in the air.
static void settle(life* l)
{
    massa_shape_desc d = rigid_box(1.5f);
    massa_body_desc b  = massa_default_body_desc();
    massa_body_id id;
    rigid_ground(&l->s, 0.7f, 0.0f);
    d.sensor   = true;
    b.kind     = MASSA_BODY_STATIC;
    b.shape    = rigid_make(&l->s, &d);
    b.position = (massa_vec3){ 0.0f, 1.0f, 0.0f };
    test_try(massa_create_body(l->s.world, &b, &id));
    b.kind     = MASSA_BODY_KINEMATIC;
    b.shape    = l->box;
    b.position = (massa_vec3){ 3.0f, 0.2f, 0.0f };
    b.velocity = (massa_vec3){ 0.0f, 0.3f, 0.0f };
    test_try(massa_create_body(l->s.world, &b, &id));
    for (uint32_t i = 0; i + 8 < BODIES; ++i)
    {
        const massa_shape_id shape[] = { l->box, l->ball, l->capsule, l->hull };
        const float x = 1.1f * (float)(i % 4), z = 0.9f * (float)(i / 4 % 3), y = (float)(i / 12);
        l->body[i] = rigid_put(&l->s, shape[i % 3 == 0 ? 0 : i % 4], x + 0.07f * y, 0.7f + 1.05f * y, z);
    }
}

// What the host does before step i.
static void meddle(life* l, uint32_t i)
{
    massa_world* w      = l->s.world;
    massa_joint_desc j  = massa_default_joint_desc();
    massa_shape_desc d  = rigid_sphere(0.3f);
    const massa_quat as = { 0.0f, 0.0f, 0.0f, 1.0f };
    d.restitution       = 0.6f;
    j.body_a            = l->body[0];
    j.body_b            = l->body[1];
    j.anchor_a.x        = 0.6f;
    j.anchor_b.x        = -0.6f;
    if (i == 10) test_try(massa_destroy_body(w, l->body[5]));
    if (i == 20) test_try(massa_body_set_pose(w, l->body[7], (massa_vec3){ 0.4f, 3.0f, 0.4f }, as));
    if (i == 70) rigid_moving(&l->s, l->ball, (massa_vec3){ -3.0f, 0.8f, 0.3f }, (massa_vec3){ 6.0f, 0.0f, 0.0f });
    if (i == 85) rigid_put(&l->s, rigid_make(&l->s, &d), 1.0f, 4.0f, 1.0f);
    if (i == 95) test_try(massa_create_joint(w, &j, &l->joint));
    if (i == 110) test_try(massa_destroy_joint(w, l->joint));
    if (i == 120)
        rigid_moving(&l->s, l->box, (massa_vec3){ 0.0f, 999999.0f, 0.0f }, (massa_vec3){ 0.0f, 300.0f, 0.0f });
}

static void save(life* l, day* out)
{
    const void* data;
    size_t size;
    VkCommandBuffer cmd = platform_begin(&l->s.gpu->host);
    test_try(massa_cmd_save(l->s.world, cmd, l->saved));
    munit_assert(platform_submit_and_wait(&l->s.gpu->host, cmd));
    test_try(massa_snapshot_bytes(l->saved, &data, &size));
    out->state = mixed(UINT64_C(0xCBF29CE484222325), data, size);
}

static void live(test_gpu* gpu, way how, day days[DAYS])
{
    massa_world_desc desc = rigid_desc(BODIES, 2);
    desc.sleep            = true;
    desc.sleep_time       = 0.15f;
    desc.hit_speed        = 1.0f;
    life l                = { .s = create(gpu, how, desc) };
    uint32_t slept        = 0;
    test_try(massa_create_snapshot(l.s.world, &l.saved));
    shapes_of(&l);
    settle(&l);
    for (uint32_t i = 0; i < DAYS; ++i)
    {
        meddle(&l, i);
        run(&l.s, how, i);
        const massa_poll_result* r = &l.s.news;
        days[i]                    = (day){ .told     = told_by(r),
                                            .pairs    = r->pair_count,
                                            .contacts = r->contact_count,
                                            .touching = r->touching_count,
                                            .recycled = r->recycled_count,
                                            .solved   = r->solved_count,
                                            .awake    = r->awake_count,
                                            .asleep   = r->asleep_count,
                                            .events   = r->event_count };
        for (uint32_t k = 0; k < r->event_count; ++k)
            l.kinds |= UINT64_C(1) << r->events[k].kind;
        if (r->asleep_count > slept) slept = r->asleep_count;
        save(&l, &days[i]);
    }
    munit_assert_uint64(l.kinds, ==, 0x1FE); // every kind of event there is
    munit_assert_uint32(slept, >, 4);
    massa_destroy_snapshot(l.saved);
    rigid_destroy(&l.s);
}

static void compare(const day* whole, const day* many, const char* who)
{
    for (uint32_t i = 0; i < DAYS; ++i)
    {
        if (memcmp(&whole[i], &many[i], sizeof *whole) == 0) continue;
        munit_errorf("%s tells step %u otherwise: pairs %u, %u; contacts %u, %u; recycled %u, %u; awake %u, %u; "
                     "events %u, %u; told %d, state %d.",
                     who, i + 1, whole[i].pairs, many[i].pairs, whole[i].contacts, many[i].contacts, whole[i].recycled,
                     many[i].recycled, whole[i].awake, many[i].awake, whole[i].events, many[i].events,
                     whole[i].told == many[i].told, whole[i].state == many[i].state);
    }
}

// Red when a stage of the one group leaves out a pair, wakes or tells somebody else, or writes other words into
// anything that is kept: shapes of all kinds fall, sleep, are woken, bounce, are joined, destroyed and lost.
static MunitResult state_of_many(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_gpu* gpu = fixture;
    static day many[DAYS], whole[DAYS];
    live(gpu, COLOURS, many);
    live(gpu, WHOLE, whole);
    compare(whole, many, "One group");
    live(gpu, IN_TURN, whole);
    compare(whole, many, "One group in every other step");
    return MUNIT_OK;
}

// The same where no subgroup is known: threads of the group meet at barriers. Red when one is left out. Under layers
// and sanitizers compiling them would take most of the time (lavapipe 25 cuts a kernel in pieces at each).
static MunitResult state_of_a_group(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_gpu* gpu = fixture;
    if (getenv("MASSA_SMALL") != NULL) return test_skip("layers, sanitizers and vector widths leave it out");
    static day many[DAYS], group[DAYS];
    live(gpu, COLOURS, many);
    live(gpu, GROUP, group);
    compare(group, many, "A group with barriers");
    return MUNIT_OK;
}

// Balls that lie in a sensor, on the ground: all of it begins at once, told pair by pair. Returns a hash of it.
static uint64_t tell_many(test_gpu* gpu, way how)
{
    rigid_world s               = create(gpu, how, rigid_desc(120, 0));
    massa_shape_desc wide       = rigid_box(30.0f);
    const massa_shape_desc ball = rigid_sphere(0.5f);
    const massa_shape_id round  = rigid_make(&s, &ball);
    massa_body_desc b           = massa_default_body_desc();
    massa_body_id id;
    for (uint32_t i = 0; i < 110; ++i)
        rigid_put(&s, round, 1.5f * (float)(i % 10), 0.49f, 1.5f * (float)(i / 10));
    rigid_ground(&s, 0.6f, 0.0f);
    wide.sensor = true;
    b.kind      = MASSA_BODY_STATIC;
    b.shape     = rigid_make(&s, &wide);
    test_try(massa_create_body(s.world, &b, &id));
    run(&s, how, 0);
    munit_assert_uint32(s.news.event_count, ==, 220);
    const uint64_t told = told_by(&s.news);
    rigid_destroy(&s);
    return told;
}

// Red when runs of events are merged wrongly: more than 128 need two merges.
static MunitResult many_events(const MunitParameter params[], void* fixture)
{
    (void)params;
    munit_assert_uint64(tell_many(fixture, WHOLE), ==, tell_many(fixture, COLOURS));
    return MUNIT_OK;
}

// ---- How many ----

static struct
{
    PFN_vkCmdDispatch direct;
    PFN_vkCmdDispatchIndirect indirect;
    uint32_t always, by_list; // dispatches of either kind
} counted;

static VKAPI_ATTR void VKAPI_CALL count_direct(VkCommandBuffer cmd, uint32_t x, uint32_t y, uint32_t z)
{
    ++counted.always;
    counted.direct(cmd, x, y, z);
}

static VKAPI_ATTR void VKAPI_CALL count_indirect(VkCommandBuffer cmd, VkBuffer buffer, VkDeviceSize offset)
{
    ++counted.by_list;
    counted.indirect(cmd, buffer, offset);
}

// Red when a stage of a small world goes back to many dispatches. Of those by list, contacts to prepare are there in
// every step, detection and events in some. What is not empty is counted by massa bench rigid.
static MunitResult few_dispatches(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_gpu* gpu               = fixture;
    struct VolkDeviceTable* vk  = &gpu->device->vk;
    rigid_world s               = create(gpu, WHOLE, rigid_desc(11, 0));
    const massa_shape_desc box  = rigid_box(0.5f);
    const massa_shape_id cube   = rigid_make(&s, &box);
    massa_step_desc desc        = massa_default_step_desc();
    massa_shape_desc ball_shape = rigid_sphere(0.5f);
    ball_shape.restitution      = 0.5f;
    rigid_ground(&s, 0.6f, 0.0f);
    for (uint32_t i = 0; i < 9; ++i)
        rigid_put(&s, cube, 0.0f, 0.5f + (float)i, 0.0f);
    rigid_run(&s, 2);
    for (uint32_t turn = 0; turn < 2; ++turn)
    {
        memset(&counted, 0, sizeof counted);
        counted.direct            = vk->vkCmdDispatch;
        counted.indirect          = vk->vkCmdDispatchIndirect;
        vk->vkCmdDispatch         = count_direct;
        vk->vkCmdDispatchIndirect = count_indirect;
        VkCommandBuffer cmd       = platform_begin(&gpu->host);
        test_try(massa_cmd_step(s.world, cmd, &desc));
        vk->vkCmdDispatch         = counted.direct;
        vk->vkCmdDispatchIndirect = counted.indirect;
        munit_assert(platform_submit_and_wait(&gpu->host, cmd));
        test_try(massa_world_poll(s.world, massa_world_last_step(s.world), &s.news));
        if (turn == 0)
        {
            munit_assert_uint32(counted.always, ==, 16);
            munit_assert_uint32(counted.by_list, ==, 7);
            rigid_put(&s, rigid_make(&s, &ball_shape), 2.0f, 0.7f, 0.0f);
            rigid_run(&s, 1);
        }
        else
        {
            munit_assert_uint32(counted.always, ==, 16 + 8); // bounces: two more in each substep
            munit_assert_uint32(counted.by_list, ==, 7);
        }
    }
    rigid_destroy(&s);
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/bits-of-colours", bits_of_colours, test_gpu_setup, test_gpu_tear_down, 0, test_group_sizes },
    { "/state-of-many", state_of_many, test_gpu_setup, test_gpu_tear_down, 0, test_group_sizes },
    { "/many-events", many_events, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { "/few-dispatches", few_dispatches, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { "/state-of-a-group", state_of_a_group, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { 0 },
};
MunitSuite test_whole_suite = { "/whole", tests, NULL, 1, 0 };
