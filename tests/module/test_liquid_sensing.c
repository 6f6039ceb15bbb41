// What sensors and drains tell of liquid where bodies move, shapes have children, lists are full and ids turn stale.
// Drops lie still, too far apart to push each other, so geometry says which of them are inside. Red when a moving
// body's sensor counts where the body was, a compound's child does not sense or drain, the last event of a full list is
// lost, or an event names what lives in the slot now.
#include "api.h"
#include "liquid_scene.h"
#include "module/world.h"

#include "rigid/body_shared.h"

#include <math.h>
#include <string.h>

enum
{
    ROOM = 128
};

static massa_world_desc still(uint32_t events)
{
    massa_world_desc d        = liquids_desc();
    d.gravity                 = (massa_vec3){ 0 };
    d.capacity.bodies         = 24;
    d.capacity.shapes         = 24;
    d.capacity.colliders      = 24;
    d.capacity.children       = 8;
    d.capacity.liquid         = ROOM;
    d.capacity.particle_edits = ROOM;
    d.capacity.events         = events;
    d.liquid.spacing          = 0.02f;
    return d;
}

static void drop(massa_world* w, massa_liquid_id liquid, float x, float y, float z)
{
    test_try(massa_liquid_add(w, liquid, &(massa_particle){ { x, y, z }, { 0 } }, 1));
}

static massa_shape_desc box(float half, bool sensor, bool drain)
{
    massa_shape_desc d = massa_default_shape_desc();
    d.kind             = MASSA_SHAPE_BOX;
    d.box.half         = (massa_vec3){ half, half, half };
    d.sensor           = sensor;
    d.drain            = drain;
    return d;
}

static massa_shape_id make_shape(massa_world* w, massa_shape_desc d)
{
    massa_shape_id id;
    test_try(massa_create_shape(w, &d, &id));
    return id;
}

static massa_body_id make_body(massa_world* w, massa_body_kind kind, massa_shape_id shape, massa_vec3 at)
{
    massa_body_desc d = massa_default_body_desc();
    massa_body_id id;
    d.kind     = kind;
    d.shape    = shape;
    d.position = at;
    test_try(massa_create_body(w, &d, &id));
    return id;
}

// Two shapes, 0.5 m to the left and to the right.
static massa_shape_id make_compound(massa_world* w, massa_shape_id left, massa_shape_id right)
{
    const massa_child child[2] = { { left, { -0.5f, 0.0f, 0.0f }, { 0.0f, 0.0f, 0.0f, 1.0f } },
                                   { right, { 0.5f, 0.0f, 0.0f }, { 0.0f, 0.0f, 0.0f, 1.0f } } };
    massa_shape_desc d         = massa_default_shape_desc();
    d.kind                     = MASSA_SHAPE_COMPOUND;
    d.compound.children        = child;
    d.compound.count           = 2;
    return make_shape(w, d);
}

static massa_poll_result steps(test_gpu* gpu, massa_world* w, uint32_t count)
{
    const massa_step_desc step = massa_default_step_desc();
    VkCommandBuffer cmd        = platform_begin(&gpu->host);
    massa_poll_result news;
    for (uint32_t i = 0; i < count; ++i)
        test_try(massa_cmd_step(w, cmd, &step));
    munit_assert(platform_submit_and_wait(&gpu->host, cmd));
    test_try(massa_world_poll(w, massa_world_last_step(w), &news));
    munit_assert_uint32(news.particles_lost, ==, 0);
    return news;
}

// ---- Bodies that move ----

// How deep a place is in a box about at in the body's frame, m: negative outside.
static double depth(const body_pose* p, const mas_vec4* x, double at, double half)
{
    const double q[4] = { p->rotation.x, p->rotation.y, p->rotation.z, p->rotation.w };
    const double d[3] = { (double)x->x - p->position.x, (double)x->y - p->position.y, (double)x->z - p->position.z };
    // The inverse rotation: d + 2 u x (u x d - w d) with u the axis part.
    const double a[3] = { q[1] * d[2] - q[2] * d[1] - q[3] * d[0], q[2] * d[0] - q[0] * d[2] - q[3] * d[1],
                          q[0] * d[1] - q[1] * d[0] - q[3] * d[2] };
    const double l[3] = { d[0] + 2.0 * (q[1] * a[2] - q[2] * a[1]) - at, d[1] + 2.0 * (q[2] * a[0] - q[0] * a[2]),
                          d[2] + 2.0 * (q[0] * a[1] - q[1] * a[0]) };
    return half - fmax(fabs(l[0]), fmax(fabs(l[1]), fabs(l[2])));
}

// A pair of sensors passes through a block of drops: at the end of each step it holds those that are inside where the
// views have the body then.
static void pass(test_gpu* gpu)
{
    enum
    {
        SIDE  = 5,
        DROPS = SIDE * SIDE * SIDE
    };
    const massa_world_desc d = still(64);
    massa_world* w;
    test_try(massa_create_world(gpu->device, &d, &w));
    const massa_liquid_id water  = liquids_make(w, 1000.0f);
    const massa_shape_id first   = make_shape(w, box(0.25f, true, false));
    const massa_shape_id second  = make_shape(w, box(0.25f, true, false));
    const massa_shape_id name[2] = { second, first }; // left, right
    const massa_body_id body =
        make_body(w, MASSA_BODY_KINEMATIC, make_compound(w, second, first), (massa_vec3){ -0.9f, 0.0f, 0.03f });
    for (int i = 0; i < DROPS; ++i)
        drop(w, water, 0.137f * (float)(i % SIDE) - 0.3f, 0.131f * (float)(i / SIDE % SIDE) - 0.3f,
             0.127f * (float)(i / SIDE / SIDE) - 0.3f);
    test_try(massa_body_set_velocity(w, body, (massa_vec3){ 6.0f, 0.0f, 0.0f }));
    test_try(massa_body_set_angular_velocity(w, body, (massa_vec3){ 0.5f, 0.0f, 3.0f }));
    uint32_t told[2] = { 0, 0 }, changes = 0;
    for (uint32_t n = 0; n < 18; ++n)
    {
        const massa_poll_result news = steps(gpu, w, 1);
        static mas_vec4 x[ROOM];
        body_pose pose;
        api_read(gpu, w, MASSA_VIEW_BODY_POSE, &pose, 1);
        api_read(gpu, w, MASSA_VIEW_PARTICLE_POSITION, x, DROPS);
        for (uint32_t i = 0; i < news.liquid_event_count; ++i)
        {
            const massa_liquid_event* e = &news.liquid_events[i];
            const int side              = e->shape.bits == name[1].bits;
            munit_assert_uint64(e->shape.bits, ==, name[side].bits);
            munit_assert_uint64(e->body.bits, ==, body.bits);
            munit_assert_uint32(e->before, ==, told[side]);
            told[side] = e->count;
            ++changes;
        }
        for (int side = 0; side < 2; ++side)
        {
            uint32_t least = 0, most = 0; // rounding decides which lie on the surface
            for (uint32_t i = 0; i < DROPS; ++i)
            {
                const double deep = depth(&pose, &x[i], side == 0 ? -0.5 : 0.5, 0.25);
                least += deep > 1e-5;
                most += deep > -1e-5;
            }
            munit_assert_uint32(told[side], >=, least);
            munit_assert_uint32(told[side], <=, most);
        }
    }
    munit_assert_uint32(changes, >, 10);
    massa_destroy_world(w);
}

static MunitResult sensors_move(const MunitParameter params[], void* fixture)
{
    (void)params;
    pass(fixture);
    return MUNIT_OK;
}

// ---- Children of a compound ----

// The only drain is the second child of a compound, whose first is solid.
static MunitResult children_drain(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_gpu* gpu            = fixture;
    const massa_world_desc d = still(64);
    massa_world* w;
    test_try(massa_create_world(gpu->device, &d, &w));
    const massa_liquid_id water = liquids_make(w, 1000.0f);
    const massa_shape_id solid  = make_shape(w, box(0.25f, false, false)),
                         drain  = make_shape(w, box(0.25f, false, true));
    make_body(w, MASSA_BODY_STATIC, make_compound(w, solid, drain), (massa_vec3){ 0 });
    for (int i = 0; i < 3; ++i)
        drop(w, water, 0.5f, 0.1f * (float)i, 0.0f);
    drop(w, water, 0.0f, 0.0f, 0.0f);
    drop(w, water, 0.5f, 0.5f, 0.0f);
    const massa_poll_result news = steps(gpu, w, 1);
    munit_assert_uint32(news.liquid_drained, ==, 3);
    munit_assert_uint32(news.liquid_event_count, ==, 0); // it holds none any more
    munit_assert_uint32(news.particle_count, ==, 2);
    massa_destroy_world(w);
    return MUNIT_OK;
}

// ---- The list of events ----

// Sensors in a row, and a drop in each of the first count: as many changes in one step.
static massa_poll_result changes(test_gpu* gpu, massa_world** w, uint32_t room, uint32_t count)
{
    const massa_world_desc d = still(room);
    test_try(massa_create_world(gpu->device, &d, w));
    const massa_liquid_id water = liquids_make(*w, 1000.0f);
    const massa_shape_id sensor = make_shape(*w, box(0.25f, true, false));
    for (uint32_t i = 0; i < count; ++i)
    {
        make_body(*w, MASSA_BODY_STATIC, sensor, (massa_vec3){ (float)i, 0.0f, 0.0f });
        drop(*w, water, (float)i, 0.0f, 0.0f);
    }
    return steps(gpu, *w, 1);
}

static MunitResult full_lists_are_whole(const MunitParameter params[], void* fixture)
{
    (void)params;
    enum
    {
        MOST = 5
    };
    for (uint32_t count = MOST - 1; count <= MOST + 1; ++count)
    {
        massa_world* w;
        const massa_poll_result news = changes(fixture, &w, MOST, count);
        munit_assert_uint32(news.liquid_event_count, ==, count < MOST ? count : MOST);
        munit_assert_uint32(news.overflow_count, ==, count > MOST);
        for (uint32_t i = 0; i < news.liquid_event_count; ++i)
        {
            munit_assert_uint32((uint32_t)news.liquid_events[i].body.bits, ==, i);
            munit_assert_uint32(news.liquid_events[i].count, ==, 1);
        }
        if (count > MOST)
        {
            munit_assert_string_equal(news.overflows[0].list, "capacity.events");
            munit_assert_uint32(news.overflows[0].capacity, ==, MOST);
            munit_assert_uint32(news.overflows[0].needed, ==, count);
        }
        massa_destroy_world(w);
    }
    return MUNIT_OK;
}

// By body, shape and liquid, whatever the order in which they were made. The shape made first is a child made last, and
// one shape is a child twice.
static MunitResult order_is_kept(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_gpu* gpu            = fixture;
    const massa_world_desc d = still(64);
    massa_world* w;
    test_try(massa_create_world(gpu->device, &d, &w));
    const massa_liquid_id water = liquids_make(w, 1000.0f), oil = liquids_make(w, 800.0f);
    const massa_shape_id first  = make_shape(w, box(0.25f, true, false)),
                         second = make_shape(w, box(0.25f, true, false));
    const massa_shape_id both = make_compound(w, second, first), twice = make_compound(w, first, first);
    const massa_body_id body[2] = { make_body(w, MASSA_BODY_STATIC, both, (massa_vec3){ 0 }),
                                    make_body(w, MASSA_BODY_STATIC, twice, (massa_vec3){ 0.0f, 2.0f, 0.0f }) };
    // In the order in which they are to be told; count of each is 1 + its place.
    const struct
    {
        massa_body_id body;
        massa_shape_id shape;
        massa_liquid_id liquid;
        float x, y;
    } row[] = {
        { body[0], first, water, 0.5f, 0.0f },   { body[0], first, oil, 0.5f, 0.1f },
        { body[0], second, water, -0.5f, 0.0f }, { body[0], second, oil, -0.5f, 0.1f },
        { body[1], first, water, -0.5f, 2.0f },  { body[1], first, oil, -0.5f, 2.1f },
        { body[1], first, water, 0.5f, 2.0f },   { body[1], first, oil, 0.5f, 2.1f },
    };
    for (size_t i = MAS_COUNT(row); i-- > 0;)
        for (size_t k = 0; k <= i; ++k)
            drop(w, row[i].liquid, row[i].x, row[i].y, 0.05f * (float)k - 0.15f);
    const massa_poll_result news = steps(gpu, w, 1);
    munit_assert_uint32(news.liquid_event_count, ==, MAS_COUNT(row));
    for (size_t i = 0; i < MAS_COUNT(row); ++i)
    {
        const massa_liquid_event* e = &news.liquid_events[i];
        munit_assert_uint64(e->body.bits, ==, row[i].body.bits);
        munit_assert_uint64(e->shape.bits, ==, row[i].shape.bits);
        munit_assert_uint64(e->liquid.bits, ==, row[i].liquid.bits);
        munit_assert_uint32(e->count, ==, i + 1);
    }
    massa_destroy_world(w);
    return MUNIT_OK;
}

// Told late, when body and liquid are gone and others live in their slots.
static MunitResult ids_are_those_of_then(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_gpu* gpu              = fixture;
    massa_world_desc d         = still(64);
    const massa_step_desc step = massa_default_step_desc();
    massa_poll_result news;
    massa_world* w;
    d.max_steps_in_flight = 4;
    test_try(massa_create_world(gpu->device, &d, &w));
    const massa_shape_id sensor = make_shape(w, box(0.25f, true, false)), other = make_shape(w, box(0.2f, true, false));
    const massa_liquid_id water = liquids_make(w, 1000.0f);
    const massa_body_id body    = make_body(w, MASSA_BODY_STATIC, sensor, (massa_vec3){ 0 });
    drop(w, water, 0.0f, 0.0f, 0.0f);
    VkCommandBuffer cmd = platform_begin(&gpu->host);
    test_try(massa_cmd_step(w, cmd, &step)); // 1: the drop is in the sensor
    test_try(massa_destroy_liquid(w, water));
    test_try(massa_cmd_step(w, cmd, &step)); // 2: it is gone
    test_try(massa_destroy_body(w, body));
    const massa_liquid_id oil  = liquids_make(w, 800.0f);
    const massa_body_id beyond = make_body(w, MASSA_BODY_STATIC, other, (massa_vec3){ 5.0f, 0.0f, 0.0f });
    drop(w, oil, 5.0f, 0.0f, 0.0f);
    drop(w, oil, 5.0f, 0.1f, 0.0f);
    test_try(massa_cmd_step(w, cmd, &step)); // 3
    munit_assert(platform_submit_and_wait(&gpu->host, cmd));
    munit_assert_uint32((uint32_t)beyond.bits, ==, (uint32_t)body.bits); // the same slots
    munit_assert_uint32((uint32_t)oil.bits, ==, (uint32_t)water.bits);
    test_try(massa_world_poll(w, 3, &news));
    const struct
    {
        massa_body_id body;
        massa_shape_id shape;
        massa_liquid_id liquid;
        uint32_t before, count;
    } row[] = { { body, sensor, water, 0, 1 }, { body, sensor, water, 1, 0 }, { beyond, other, oil, 0, 2 } };
    munit_assert_uint32(news.liquid_event_count, ==, MAS_COUNT(row));
    for (size_t i = 0; i < MAS_COUNT(row); ++i)
    {
        const massa_liquid_event* e = &news.liquid_events[i];
        munit_assert_uint64(e->step, ==, i + 1);
        munit_assert_uint64(e->body.bits, ==, row[i].body.bits);
        munit_assert_uint64(e->shape.bits, ==, row[i].shape.bits);
        munit_assert_uint64(e->liquid.bits, ==, row[i].liquid.bits);
        munit_assert_uint32(e->before, ==, row[i].before);
        munit_assert_uint32(e->count, ==, row[i].count);
    }
    massa_destroy_world(w);
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/sensors-move", sensors_move, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { "/children-drain", children_drain, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { "/full-lists-are-whole", full_lists_are_whole, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { "/order-is-kept", order_is_kept, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { "/ids-are-those-of-then", ids_are_those_of_then, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { 0 },
};
MunitSuite test_liquid_sensing_suite = { "/liquid_sensing", tests, NULL, 1, 0 };
