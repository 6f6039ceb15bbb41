// Contacts in blocks: step by step the bits of the twin, for any group size, in worlds of several blocks. They are made
// so that contacts of all kinds are there: in both partitions, lone, late, and without a colour.
#include "bodies.h"
#include "host.h"
#include "oracle/world.h"
#include "tape.h"

#include <string.h>

enum
{
    SIDE   = 9,
    CUBES  = SIDE * SIDE * SIDE, // three blocks
    PLANKS = 2,
    ROOM   = CUBES + 64
};

static massa_world_desc world_desc(void)
{
    massa_world_desc d   = massa_default_world_desc();
    d.schedule           = MASSA_SCHEDULE_BLOCKS;
    d.sleep              = false;
    d.capacity.bodies    = ROOM;
    d.capacity.colliders = ROOM;
    d.capacity.edits     = 2 * ROOM;
    d.capacity.pairs     = 32 * ROOM;
    return d;
}

static massa_shape_id add_shape(massa_world* w, massa_shape_kind kind, massa_vec3 half, float restitution)
{
    massa_shape_desc d = massa_default_shape_desc();
    massa_shape_id id;
    d.kind        = kind;
    d.restitution = restitution;
    if (kind == MASSA_SHAPE_BOX) d.box.half = half;
    if (kind == MASSA_SHAPE_SPHERE) d.sphere.radius = half.x;
    test_try(massa_create_shape(w, &d, &id));
    return id;
}

static void add_body(massa_world* w, massa_body_kind kind, massa_shape_id shape, massa_vec3 at)
{
    massa_body_desc d = massa_default_body_desc();
    massa_body_id id;
    d.kind     = kind;
    d.shape    = shape;
    d.position = at;
    test_try(massa_create_body(w, &d, &id));
}

// A heap of cubes, each a little off its place and into its neighbours, and on top of it a wide plank with more.
static void build(massa_world* w, float restitution)
{
    uint64_t seed              = 5;
    const massa_vec3 half      = { 0.25f, 0.25f, 0.25f };
    const massa_shape_id box   = add_shape(w, MASSA_SHAPE_BOX, half, 0.0f);
    const massa_shape_id ball  = add_shape(w, MASSA_SHAPE_SPHERE, half, restitution);
    const massa_shape_id plank = add_shape(w, MASSA_SHAPE_BOX, (massa_vec3){ 2.6f, 0.1f, 2.6f }, 0.0f);
    const massa_shape_id floor = add_shape(w, MASSA_SHAPE_PLANE, half, 0.0f);
    add_body(w, MASSA_BODY_STATIC, floor, (massa_vec3){ 0.0f, 0.0f, 0.0f });
    float y = 0.25f;
    for (uint32_t i = 0; i < CUBES; ++i)
    {
        const mas_vec4 off = test_uniform4(&seed, -0.01f, 0.01f);
        const float x = 0.5f * (float)(i % SIDE) - 2.0f, z = 0.5f * (float)(i / SIDE % SIDE) - 2.0f;
        if (i % (SIDE * SIDE) == 0 && i > 0) y += 0.5f;
        if (i == 4 * SIDE * SIDE || i == 5 * SIDE * SIDE)
        {
            add_body(w, MASSA_BODY_DYNAMIC, plank, (massa_vec3){ 0.0f, y - 0.15f, 0.0f });
            y += 0.2f;
        }
        add_body(w, MASSA_BODY_DYNAMIC, i % 7 == 0 ? ball : box, (massa_vec3){ x + off.x, y + off.y, z + off.z });
    }
}

static void note(test_world* t, const massa_poll_result* news)
{
    *(massa_poll_result*)t->user = *news;
}

// What the host is told of the schedule.
static void expect_counts(const massa_poll_result* news, const blocks_counters* c)
{
    munit_assert_uint32(news->solved_count, ==, c->first + c->second + c->lone);
    munit_assert_uint32(news->colour_count, ==, c->colours);
    munit_assert_uint32(news->serial_count, ==, c->overflow + c->late);
    munit_assert_uint32(news->block_count, ==, c->blocks);
    munit_assert_uint32(news->boundary_count, ==, c->second + c->lone);
}

static void expect_bits(test_gpu* gpu, float restitution, uint32_t steps)
{
    const massa_world_desc desc = world_desc();
    oracle_world* o             = oracle_create_world(&desc);
    tape recorded               = { 0 };
    blocks_counters most        = { 0 };
    massa_poll_result news      = { 0 };
    test_world t;
    test_world_create(&t, gpu, desc, 1, 1);
    t.heard = note;
    t.user  = &news;
    test_try(massa_world_set_recorder(t.world, tape_record, &recorded));
    build(t.world, restitution);
    for (uint32_t i = 0; i < steps; ++i)
    {
        test_world_run(&t, 1);
        oracle_play(o, recorded.block[i], recorded.size[i]);
        if (t.hash != oracle_world_hash(o)) munit_errorf("step %u differs from the twin", i + 1);
        expect_counts(&news, &o->rigid.blocks.counters);
        const uint32_t* now = (const uint32_t*)&o->rigid.blocks.counters;
        for (uint32_t k = 0; k < sizeof most / sizeof(uint32_t); ++k)
            if (now[k] > ((uint32_t*)&most)[k]) ((uint32_t*)&most)[k] = now[k];
    }
    munit_logf(MUNIT_LOG_INFO, "contacts %u + %u + %u, late %u, without colour %u; colours %u", most.first, most.second,
               most.lone, most.late, most.overflow, most.colours);
    munit_assert_uint32(most.second, >, 20);
    munit_assert_uint32(most.lone, >, most.late);
    munit_assert_uint32(most.late, >, 0);
    munit_assert_uint32(most.overflow, >, 0);
    munit_assert_uint32(most.blocks, ==, 3);
    tape_drop(&recorded);
    test_world_destroy(&t);
    oracle_destroy_world(o);
}

// Red when a kernel takes a contact to another block, colour or place than the twin, forgets a copy of a body, or
// brings copies together in an order that the device chooses; or when contacts without a block or colour are not
// counted.
static MunitResult twin_agrees(const MunitParameter params[], void* fixture)
{
    (void)params;
    expect_bits(fixture, 0.0f, 12);
    return MUNIT_OK;
}

static MunitResult bounces_agree(const MunitParameter params[], void* fixture)
{
    (void)params;
    expect_bits(fixture, 0.5f, 4);
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/twin-agrees", twin_agrees, test_gpu_setup, test_gpu_tear_down, 0, test_group_sizes },
    { "/bounces-agree", bounces_agree, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { 0 },
};
MunitSuite test_blocks_suite = { "/blocks", tests, NULL, 1, 0 };
