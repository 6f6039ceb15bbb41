// The calls for joints: what they refuse, what becomes of ids, which bodies no longer meet, and whether the device has
// what the tables say after steps, snapshots, replays and resizes.
#include "meeting.h"

#include "module/joints.h"
#include "inside.h"
#include "tape.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum
{
    BODIES = 24,
    JOINTS = 40
};

static massa_world* make(test_gpu* gpu, uint32_t joints)
{
    massa_world_desc d = meeting_desc(BODIES, 256);
    d.capacity.joints  = joints;
    d.capacity.edits   = 400;
    massa_world* w;
    test_try(massa_create_world(gpu->device, &d, &w));
    return w;
}

static massa_joint_desc between(massa_body_id a, massa_body_id b)
{
    massa_joint_desc d = massa_default_joint_desc();
    d.body_a           = a;
    d.body_b           = b;
    return d;
}

static massa_joint_id join(massa_world* w, massa_body_id a, massa_body_id b)
{
    const massa_joint_desc d = between(a, b);
    massa_joint_id id;
    test_try(massa_create_joint(w, &d, &id));
    return id;
}

static massa_body_id dynamic(massa_world* w, massa_shape_id shape, float x)
{
    return meeting_body(w, MASSA_BODY_DYNAMIC, shape, x, 0.0f, 0.0f);
}

// proves: 002-66. Red when a joint is made that cannot be: of no body, one body twice, two that nothing moves, with a
// frame that is no rotation or a number out of range; or when a refusal changes anything.
static MunitResult refuses(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_gpu* gpu            = fixture;
    massa_world* w           = make(gpu, 2);
    const massa_shape_id box = meeting_box(w, 0.5f, 0.5f, 0.5f);
    const massa_body_id none = { 0 }, body = dynamic(w, box, 0.0f), other = dynamic(w, box, 2.0f);
    const massa_body_id floor = meeting_body(w, MASSA_BODY_STATIC, box, 0.0f, -2.0f, 0.0f);
    const massa_body_id lift  = meeting_body(w, MASSA_BODY_KINEMATIC, box, 4.0f, 0.0f, 0.0f);
    massa_body_id gone        = dynamic(w, box, 6.0f);
    test_try(massa_destroy_body(w, gone));
    massa_joint_id id;
    const uint64_t before = api_tables(w);
    massa_joint_desc d    = between(none, none);
    REFUSED(massa_create_joint(w, &d, &id), MASSA_ERROR_RANGE, "both null");
    d = between(body, body);
    REFUSED(massa_create_joint(w, &d, &id), MASSA_ERROR_RANGE, "same body");
    d = between(floor, none);
    REFUSED(massa_create_joint(w, &d, &id), MASSA_ERROR_RANGE, "dynamic");
    d = between(floor, lift);
    REFUSED(massa_create_joint(w, &d, &id), MASSA_ERROR_RANGE, "dynamic");
    d = between(gone, body);
    REFUSED(massa_create_joint(w, &d, &id), MASSA_ERROR_STALE_ID, "body_a");
    d = between(body, gone);
    REFUSED(massa_create_joint(w, &d, &id), MASSA_ERROR_STALE_ID, "body_b");
    d        = between(body, other);
    d.cookie = 0;
    REFUSED(massa_create_joint(w, &d, &id), MASSA_ERROR_COOKIE, "massa_default_joint_desc");
    d      = between(body, other);
    d.kind = (massa_joint_kind)4;
    REFUSED(massa_create_joint(w, &d, &id), MASSA_ERROR_RANGE, "massa_joint_kind 4");
    d           = between(body, other);
    d.frame_b.w = 0.0f;
    REFUSED(massa_create_joint(w, &d, &id), MASSA_ERROR_RANGE, "frame_b");
    d            = between(body, other);
    d.anchor_a.y = NAN;
    REFUSED(massa_create_joint(w, &d, &id), MASSA_ERROR_RANGE, "anchor_a.y");
    d.anchor_a.y = 1.1e4f;
    REFUSED(massa_create_joint(w, &d, &id), MASSA_ERROR_RANGE, "anchor_a.y");
    d            = between(none, other);
    d.anchor_a.x = 1.1e6f;
    REFUSED(massa_create_joint(w, &d, &id), MASSA_ERROR_RANGE, "anchor_a.x");
    d        = between(body, other);
    d.length = 0.0f;
    REFUSED(massa_create_joint(w, &d, &id), MASSA_ERROR_RANGE, "length");
    d       = between(body, other);
    d.hertz = -1.0f;
    REFUSED(massa_create_joint(w, &d, &id), MASSA_ERROR_RANGE, "hertz");
    d               = between(body, other);
    d.damping_ratio = 101.0f;
    REFUSED(massa_create_joint(w, &d, &id), MASSA_ERROR_RANGE, "damping_ratio");
    REFUSED(massa_create_joint(w, NULL, &id), MASSA_ERROR_NULL, "massa_joint_desc");
    d = between(body, other);
    REFUSED(massa_create_joint(w, &d, NULL), MASSA_ERROR_NULL, "nowhere");
    munit_assert_uint64(api_tables(w), ==, before);

    // In the world an anchor may be as far away as a body; a kinematic body will do as a partner.
    d            = between(none, other);
    d.anchor_a.x = 9e5f;
    test_try(massa_create_joint(w, &d, &id));
    const massa_joint_id last = join(w, lift, body);
    const uint64_t full       = api_tables(w);
    d                         = between(body, other);
    massa_joint_id third;
    REFUSED(massa_create_joint(w, &d, &third), MASSA_ERROR_CAPACITY, "capacity.joints is 2");
    munit_assert_uint64(third.bits, ==, 0);
    REFUSED(massa_joint_set_length(w, last, 2.0f), MASSA_ERROR_RANGE, "MASSA_JOINT_DISTANCE");
    REFUSED(massa_joint_set_spring(w, last, 2000.0f, 1.0f), MASSA_ERROR_RANGE, "hertz");
    REFUSED(massa_joint_get_user(w, last, NULL), MASSA_ERROR_NULL, "nowhere");
    munit_assert_uint64(api_tables(w), ==, full);
    massa_destroy_world(w);
    return MUNIT_OK;
}

// Red when a joint outlives one of its bodies, an id of the dead finds its slot's next joint, or a joint leaves a list.
static MunitResult ids_turn_stale(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_gpu* gpu            = fixture;
    massa_world* w           = make(gpu, JOINTS);
    const massa_shape_id box = meeting_box(w, 0.5f, 0.5f, 0.5f);
    massa_body_id body[4];
    massa_joint_id id[6];
    uint32_t n = 0;
    uint64_t user;
    for (uint32_t i = 0; i < 4; ++i)
        body[i] = dynamic(w, box, 2.0f * (float)i);
    for (uint32_t i = 0; i < 4; ++i)
        for (uint32_t k = 0; k < i; ++k)
        {
            massa_joint_desc d = between(body[k], body[i]);
            d.user             = 100 + n;
            test_try(massa_create_joint(w, &d, &id[n++])); // 01 02 12 03 13 23
        }
    munit_assert_true(mas_joints_sound(w->tables));
    test_try(massa_destroy_joint(w, id[0]));
    REFUSED(massa_joint_get_user(w, id[0], &user), MASSA_ERROR_STALE_ID, "0x");
    test_try(massa_destroy_body(w, body[2]));
    for (uint32_t i = 1; i < 6; ++i)
    {
        const bool gone = i == 1 || i == 2 || i == 5;
        if (gone) REFUSED(massa_destroy_joint(w, id[i]), MASSA_ERROR_STALE_ID, "gone");
        if (gone) continue;
        test_try(massa_joint_get_user(w, id[i], &user));
        munit_assert_uint64(user, ==, 100 + i);
    }
    munit_assert_uint32(w->tables->joint.live, ==, 2);
    munit_assert_true(mas_joints_sound(w->tables));
    const massa_joint_id again = join(w, body[0], body[1]);
    munit_assert_uint64((uint32_t)again.bits, ==, (uint32_t)id[1].bits); // the slot that was freed last
    REFUSED(massa_joint_set_spring(w, id[1], 1.0f, 1.0f), MASSA_ERROR_STALE_ID, "gone");
    test_try(massa_joint_set_spring(w, again, 1.0f, 1.0f));
    massa_body_id as_body = { again.bits };
    REFUSED(massa_destroy_body(w, as_body), MASSA_ERROR_STALE_ID, "body");
    massa_destroy_world(w);
    return MUNIT_OK;
}

// Contacts between two boxes that overlap.
static uint32_t contacts(test_gpu* gpu, massa_world* w)
{
    return meeting_step(gpu, w, 0).contact_count;
}

// Red when joined bodies meet although they must not, do not although they may, or one joint answers for another pair.
static MunitResult joined_do_not_meet(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_gpu* gpu            = fixture;
    massa_world* w           = make(gpu, JOINTS);
    const massa_shape_id box = meeting_box(w, 0.5f, 0.5f, 0.5f);
    const massa_body_id a = dynamic(w, box, 0.0f), b = dynamic(w, box, 0.75f), c = dynamic(w, box, 1.5f);
    const massa_body_id floor = meeting_body(w, MASSA_BODY_STATIC, box, 1.5f, -0.75f, 0.0f);
    meeting_hold(w, a), meeting_hold(w, b), meeting_hold(w, c);
    munit_assert_uint32(contacts(gpu, w), ==, 4); // a b, b c, and the floor's with both
    const massa_joint_id first = join(w, a, b);
    munit_assert_uint32(contacts(gpu, w), ==, 3);
    const massa_joint_id second = join(w, b, a); // the same two
    test_try(massa_destroy_joint(w, first));
    munit_assert_uint32(contacts(gpu, w), ==, 3);
    test_try(massa_joint_set_collide(w, second, true));
    munit_assert_uint32(contacts(gpu, w), ==, 4);
    test_try(massa_joint_set_collide(w, second, false));
    const massa_joint_id third = join(w, c, floor);
    munit_assert_uint32(contacts(gpu, w), ==, 2);
    join(w, a, c); // who do not touch anyway
    munit_assert_uint32(contacts(gpu, w), ==, 2);
    test_try(massa_destroy_joint(w, third));
    munit_assert_uint32(contacts(gpu, w), ==, 3);
    massa_joint_desc d = between(b, c);
    d.collide          = true;
    massa_joint_id id;
    test_try(massa_create_joint(w, &d, &id));
    munit_assert_uint32(contacts(gpu, w), ==, 3);
    massa_destroy_world(w);
    return MUNIT_OK;
}

static void read_span(test_gpu* gpu, const massa_world* w, mas_span span, void* data, uint64_t size)
{
    platform_buffer copy;
    const VkBufferCopy region = { span.offset, 0, size };
    munit_assert(platform_buffer_create(&gpu->host, &copy, size, VK_BUFFER_USAGE_TRANSFER_DST_BIT));
    VkCommandBuffer cmd = platform_begin(&gpu->host);
    vkCmdCopyBuffer(cmd, w->simulation->arena.buffer[span.memory], copy.buffer, 1, &region);
    munit_assert(platform_submit_and_wait(&gpu->host, cmd));
    memcpy(data, copy.mapped, size);
    platform_buffer_destroy(&gpu->host, &copy);
}

// The device has what the tables say.
static void expect_device(test_gpu* gpu, const massa_world* w)
{
    const mas_tables* t  = w->tables;
    const mas_joint* s   = &w->simulation->joint->stage;
    const uint32_t slots = mas_joined_slots(t->capacity.joints);
    joint_data* data     = calloc(t->capacity.joints, sizeof *data);
    uint32_t *order = calloc(t->capacity.joints, sizeof *order), *due = calloc(t->capacity.joints, sizeof *due);
    joined_pair *joined = calloc(slots, sizeof *joined), *pairs = calloc(slots, sizeof *pairs);
    munit_assert_true(mas_joints_sound(t));
    read_span(gpu, w, s->data, data, t->capacity.joints * sizeof *data);
    read_span(gpu, w, s->order, order, t->capacity.joints * sizeof *order);
    read_span(gpu, w, s->joined, joined, slots * sizeof *joined);
    for (uint32_t i = 0; i < t->joint.count; ++i)
    {
        const joint_data one = mas_joint_of(t, i);
        munit_assert_memory_equal(sizeof one, &data[i], &one);
    }
    mas_joint_order(t, due);
    munit_assert_memory_equal(t->joint.live * sizeof *due, order, due);
    mas_joined_fill(t, pairs);
    munit_assert_memory_equal(slots * sizeof *pairs, joined, pairs);
    free(data), free(order), free(due), free(joined), free(pairs);
}

// No contact is between bodies that a joint keeps apart. Returns how many there are.
static uint32_t expect_apart(test_gpu* gpu, massa_world* w)
{
    const mas_tables* t = w->tables;
    meeting_set set     = meeting_contacts(gpu, w);
    for (uint32_t i = 0; i < set.count; ++i)
    {
        const uint32_t a = mas_collider_slots(t)[set.contact[i].a].body,
                       b = mas_collider_slots(t)[set.contact[i].b].body;
        for (uint32_t k = 0; k < t->joint.count; ++k)
        {
            const mas_joint_slot* j = &mas_joints(t)[k];
            const uint32_t p = j->side[0].body, q = j->side[1].body;
            munit_assert_false(j->kind != 0 && j->collide == 0 && ((p == a && q == b) || (p == b && q == a)));
        }
    }
    free(set.contact);
    return set.count;
}

typedef struct run
{
    test_gpu* gpu;
    massa_world* w;
    massa_body_id body[BODIES];
    massa_joint_id joint[JOINTS]; // null: none
} run;

// Joints come, change and go, with their bodies and without.
static void edit(run* r, uint32_t step)
{
    uint64_t seed = step + 1;
    if (step == 0)
    {
        const massa_shape_id ball = meeting_sphere(r->w, 0.5f);
        for (uint32_t i = 0; i < BODIES; ++i)
            r->body[i] = meeting_body(r->w, i % 6 == 5 ? MASSA_BODY_STATIC : MASSA_BODY_DYNAMIC, ball,
                                      0.9f * (float)(i % 6), 0.9f * (float)(i / 6), 0.0f);
    }
    for (uint32_t n = 0; n < 12; ++n)
    {
        const uint32_t k = test_random(&seed) % JOINTS, a = test_random(&seed) % BODIES;
        const uint32_t b = (a + 1 + test_random(&seed) % (BODIES - 1)) % BODIES;
        uint64_t user;
        if (massa_joint_get_user(r->w, r->joint[k], &user) == MASSA_OK)
        {
            if (n % 3 == 0) test_try(massa_destroy_joint(r->w, r->joint[k]));
            if (n % 3 == 1) test_try(massa_joint_set_spring(r->w, r->joint[k], (float)step, 0.5f));
            if (n % 3 == 2) test_try(massa_joint_set_collide(r->w, r->joint[k], step % 2 == 0));
            continue;
        }
        if (a % 6 == 5 && b % 6 == 5) continue;
        massa_joint_desc d = between(r->body[a], r->body[b]);
        d.kind             = (massa_joint_kind)(k % 4);
        d.frame_a          = massa_frame_of_axis((massa_vec3){ 0.6f, 0.0f, -0.8f });
        d.anchor_b.x       = 0.1f * (float)n;
        d.user             = step;
        if (n == 4 && a % 6 != 5) d.body_b.bits = 0;
        test_try(massa_create_joint(r->w, &d, &r->joint[k]));
    }
    if (step % 4 != 3) return;
    const uint32_t k = test_random(&seed) % BODIES;
    test_try(massa_destroy_body(r->w, r->body[k]));
    r->body[k] = meeting_body(r->w, k % 6 == 5 ? MASSA_BODY_STATIC : MASSA_BODY_DYNAMIC, meeting_sphere(r->w, 0.25f),
                              3.0f, 3.0f, 0.0f);
}

static massa_result restore(massa_world* w, VkCommandBuffer cmd, massa_snapshot* s)
{
    return massa_cmd_restore(w, cmd, s);
}

static void submit(run* r, massa_result (*record)(massa_world*, VkCommandBuffer, massa_snapshot*), massa_snapshot* s)
{
    VkCommandBuffer cmd = platform_begin(&r->gpu->host);
    test_try(record(r->w, cmd, s));
    munit_assert(platform_submit_and_wait(&r->gpu->host, cmd));
}

// Red when a joint, its order or its pair does not reach the device, or is lost by a replay, a snapshot or a resize.
static MunitResult survive(const MunitParameter params[], void* fixture)
{
    (void)params;
    enum
    {
        STEPS  = 12,
        MIDDLE = 6
    };
    run r = { .gpu = fixture, .w = make(fixture, JOINTS) }, again = { .gpu = fixture, .w = make(fixture, JOINTS) };
    tape recording = { 0 };
    massa_snapshot *s, *t;
    uint64_t hash[STEPS];
    test_try(massa_world_set_recorder(r.w, tape_record, &recording));
    test_try(massa_create_snapshot(r.w, &s));
    test_try(massa_create_snapshot(again.w, &t));
    for (uint32_t i = 0; i < STEPS; ++i)
    {
        edit(&r, i);
        if (i == MIDDLE) submit(&r, massa_cmd_save, s); // with edits pending
        hash[i] = meeting_step(r.gpu, r.w, 0).hash;
        expect_device(r.gpu, r.w);
        munit_assert_uint32(expect_apart(r.gpu, r.w), >, 10);
    }
    munit_assert_uint32(r.w->tables->joint.live, >, 10);
    munit_assert_uint32(r.w->tables->joint.colour[3], >, 0);
    for (uint32_t i = 0; i < STEPS; ++i)
        munit_assert_uint64(api_replay(r.gpu, again.w, recording.block[i], recording.size[i]), ==, hash[i]);
    expect_device(r.gpu, again.w);
    munit_assert_uint64(api_tables(again.w), ==, api_tables(r.w));

    const void* data;
    size_t size;
    test_try(massa_snapshot_bytes(s, &data, &size));
    test_try(massa_snapshot_load(t, data, size));
    submit(&again, restore, t);
    munit_assert_uint64(meeting_step(r.gpu, again.w, 0).hash, ==, hash[MIDDLE]);
    expect_device(r.gpu, again.w);
    for (uint32_t i = MIDDLE + 1; i < STEPS; ++i)
    {
        massa_capacity c = again.w->desc.capacity;
        c.joints         = JOINTS + 25 * (i % 2);
        test_try(massa_world_resize(again.w, &c));
        munit_assert_uint64(api_replay(r.gpu, again.w, recording.block[i], recording.size[i]), ==, hash[i]);
        expect_device(r.gpu, again.w);
    }
    massa_capacity small = again.w->desc.capacity;
    small.joints         = again.w->tables->joint.count - 1;
    REFUSED(massa_world_resize(again.w, &small), MASSA_ERROR_CAPACITY, "joint slots");
    massa_destroy_snapshot(s);
    massa_destroy_snapshot(t);
    massa_destroy_world(r.w);
    massa_destroy_world(again.w);
    tape_drop(&recording);
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/refuses", refuses, api_setup, wrapper_tear_down, 0, NULL },
    { "/ids-turn-stale", ids_turn_stale, api_setup, wrapper_tear_down, 0, NULL },
    { "/joined-do-not-meet", joined_do_not_meet, api_setup, wrapper_tear_down, 0, NULL },
    { "/survive", survive, api_setup, wrapper_tear_down, 0, NULL },
    { 0 },
};
MunitSuite test_joints_suite = { "/joints", tests, NULL, 1, 0 };
