// Worlds with particles at the ends of their capacities. Red when an array of nothing is bound or copied, one more than
// fits is taken, a capacity of another size changes a bit, or a recording is refused that a smaller world made.
// runs: lavapipe25 layers asan. What the host side does with its input is the same on every driver.
#include "api.h"

#include <stdlib.h>
#include <string.h>

enum
{
    STEPS = 4
};

typedef struct tape
{
    uint8_t* block[STEPS];
    size_t size[STEPS];
    uint32_t count;
} tape;

static void record(void* user, const void* block, size_t size)
{
    tape* t           = user;
    t->size[t->count] = size;
    munit_assert_uint32(t->count, <, STEPS);
    memcpy(t->block[t->count++] = malloc(size), block, size);
}

static massa_world* make(test_gpu* gpu, massa_capacity c)
{
    massa_world_desc d = api_desc(4);
    massa_world* w;
    d.capacity = c;
    test_try(massa_create_world(gpu->device, &d, &w));
    return w;
}

// One grain falls past a ball, if there is room for a ball. Returns the hash.
static uint64_t fall(test_gpu* gpu, massa_world* w, bool ball)
{
    const massa_grains_desc kind = massa_default_grains_desc();
    const massa_particle p       = { { 0.1f, 0.55f, 0.0f }, { 0.0f, -1.0f, 0.0f } };
    massa_grains_id kind_id;
    massa_shape_desc shape = massa_default_shape_desc();
    massa_body_desc body   = massa_default_body_desc();
    massa_body_id body_id;
    massa_snapshot* s;
    shape.kind = MASSA_SHAPE_SPHERE;
    body.kind  = MASSA_BODY_STATIC;
    if (ball) test_try(massa_create_shape(w, &shape, &body.shape));
    test_try(massa_create_body(w, &body, &body_id));
    test_try(massa_create_grains(w, &kind, &kind_id));
    test_try(massa_grains_add(w, kind_id, &p, 1, NULL));
    api_step(gpu, w);
    test_try(massa_create_snapshot(w, &s));
    VkCommandBuffer cmd = platform_begin(&gpu->host);
    test_try(massa_cmd_save(w, cmd, s));
    munit_assert(platform_submit_and_wait(&gpu->host, cmd));
    const uint64_t next = api_step(gpu, w);
    cmd                 = platform_begin(&gpu->host);
    test_try(massa_cmd_restore(w, cmd, s));
    munit_assert(platform_submit_and_wait(&gpu->host, cmd));
    munit_assert_uint64(api_step(gpu, w), ==, next);
    massa_destroy_snapshot(s);
    return next;
}

static MunitResult smallest_worlds(const MunitParameter params[], void* fixture)
{
    (void)params;
    const massa_capacity rows[] = {
        // bodies, edits, events, watched, shapes, colliders, particles, particle edits, neighbours
        API_ROOM(4, 8, 4, 1, 2, 2, 300, 100, 48), // nothing special: the others have the same life
        API_ROOM(1, 4, 1, 0, 1, 1, 1, 1, 1),
        API_ROOM(1, 4, 1, 0, 1, 1, 63, 1, 255),
        API_ROOM(1, 4, 1, 0, 1024, 1024, 64, 64, 2),
        API_ROOM(1, 4, 1, 0, 1, 1, 65, 1u << 22, 3), // more records than there can ever be
        API_ROOM(1, 4, 1, 0, 0, 0, 8, 1, 1),         // and without a ball
        API_ROOM(1, 4, 1, 0, 5, 0, 129, 1, 1),
    };
    uint64_t with = 0, without = 0;
    for (size_t i = 0; i < MAS_COUNT(rows); ++i)
    {
        const bool ball     = rows[i].colliders != MASSA_NONE;
        massa_world* w      = make(fixture, rows[i]);
        const uint64_t hash = fall(fixture, w, ball);
        uint64_t* same      = ball ? &with : &without;
        if (*same == 0) *same = hash;
        munit_assert_uint64(hash, ==, *same);
        massa_destroy_world(w);
    }
    munit_assert_uint64(with, !=, without); // it does hit the ball
    return MUNIT_OK;
}

static MunitResult capacities_are_checked(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_gpu* gpu = fixture;
    massa_world_desc d;
    const struct
    {
        uint32_t *field, value;
        const char* words;
    } rows[] = {
        { &d.capacity.shapes, 1048577, "capacity.shapes is 1048577; it may be 0 to 1048576" },
        { &d.capacity.colliders, 1048577, "capacity.colliders is 1048577; it may be 0 to 1048576" },
        { &d.capacity.hulls, 4097, "capacity.hulls is 4097; it may be 0 to 4096" },
        { &d.capacity.children, 65537, "capacity.children is 65537; it may be 0 to 65536" },
        { &d.capacity.pairs, 8388609, "capacity.pairs is 8388609; it may be 0 to 8388608" },
        { &d.capacity.contacts, 8388609, "capacity.contacts is 8388609; it may be 0 to 8388608" },
        { &d.capacity.debug_lines, 1048577, "capacity.debug_lines is 1048577; it may be 0 to 1048576" },
        { &d.capacity.particles, (1u << 23) + 1, "capacity.particles is 8388609; it may be 0 to 8388608" },
        { &d.capacity.particle_edits, 0, "capacity.particle_edits is 0; it may be 1 to 4194304" },
        { &d.capacity.particle_edits, (1u << 22) + 1, "capacity.particle_edits is 4194305" },
        { &d.capacity.neighbours, 256, "capacity.neighbours is 256; it may be 0 to 255" },
    };
    for (size_t i = 0; i < MAS_COUNT(rows); ++i)
    {
        massa_world* w = (massa_world*)gpu;
        massa_memory bytes;
        d                    = api_desc(4);
        d.capacity.particles = 8, d.capacity.particle_edits = 8, d.capacity.neighbours = 8;
        *rows[i].field = rows[i].value;
        REFUSED(massa_query_world_memory(gpu->device, &d, &bytes), MASSA_ERROR_RANGE, rows[i].words);
        REFUSED(massa_create_world(gpu->device, &d, &w), MASSA_ERROR_RANGE, rows[i].words);
        munit_assert_null(w);
    }
    // Particles cost nothing where there are none, and what they cost is told.
    massa_memory none, some;
    d = api_desc(4);
    test_try(massa_query_world_memory(gpu->device, &d, &none));
    d.capacity.particle_edits = 1000, d.capacity.neighbours = 100;
    test_try(massa_query_world_memory(gpu->device, &d, &some));
    munit_assert_memory_equal(sizeof none, &none, &some);
    d.capacity.particles = 1000;
    test_try(massa_query_world_memory(gpu->device, &d, &some));
    munit_assert_uint64(some.state - none.state, >=, 3 * (16 * 1000 - 256)); // position, previous, velocity
    munit_assert_uint64(some.scratch - none.scratch, >=, 4 * 101 * 1000);
    munit_assert_uint64(some.upload - none.upload, >=, 3 * 32 * 1000); // records, three in flight
    return MUNIT_OK;
}

// One of each in use: every capacity that is too small for it is refused for itself.
static MunitResult what_is_in_use_stays(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_gpu* gpu    = fixture;
    massa_capacity c = API_ROOM(2, 8, 1, 0, 2, 2, 9, 9, 4);
    massa_world* w   = make(gpu, c);
    fall(gpu, w, true);
    const massa_particle p      = { { 0.0f, 0.0f, 0.0f }, { 0.0f, 0.0f, 0.0f } };
    const massa_particle pair[] = { p, p };
    const massa_grains_desc d   = massa_default_grains_desc();
    massa_grains_id kind;
    test_try(massa_create_grains(w, &d, &kind));
    test_try(massa_grains_add(w, kind, pair, 2, NULL));
    uint32_t* const field[] = { &c.bodies, &c.edits, &c.shapes, &c.colliders, &c.particles, &c.particle_edits };
    const uint32_t least[]  = { 1, 1, 1, 1, 3, 2 };
    const uint64_t before   = api_tables(w);
    for (size_t i = 0; i < MAS_COUNT(field); ++i)
    {
        const uint32_t kept = *field[i];
        *field[i]           = least[i] > 1 || field[i] != &c.colliders ? least[i] - 1 : MASSA_NONE;
        if (i >= 2) REFUSED(massa_world_resize(w, &c), MASSA_ERROR_CAPACITY, "must keep what is in use");
        munit_assert_uint64(api_tables(w), ==, before);
        *field[i] = kept;
    }
    for (size_t i = 0; i < MAS_COUNT(field); ++i)
        *field[i] = least[i];
    test_try(massa_world_resize(w, &c)); // as small as can be
    api_step(gpu, w);
    massa_destroy_world(w);
    return MUNIT_OK;
}

// Two steps heard of at once, each with a particle that leaves the world: 250 m out is 16 m from its end.
static MunitResult losses_add_up(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_gpu* gpu              = fixture;
    massa_world* w             = make(gpu, (massa_capacity)API_ROOM(1, 8, 1, 0, 0, 0, 9, 9, 4));
    massa_grains_desc d        = massa_default_grains_desc();
    const massa_step_desc desc = massa_default_step_desc();
    const massa_particle p     = { { 250.0f, 0.0f, 0.0f }, { 1e4f, 0.0f, 0.0f } };
    massa_grains_id kind;
    massa_poll_result news;
    d.radius = 0.001f;
    test_try(massa_create_grains(w, &d, &kind));
    VkCommandBuffer cmd = platform_begin(&gpu->host);
    for (int i = 0; i < 3; ++i)
    {
        if (i != 1) test_try(massa_grains_add(w, kind, &p, 1, NULL));
        test_try(massa_cmd_step(w, cmd, &desc));
    }
    munit_assert(platform_submit_and_wait(&gpu->host, cmd));
    test_try(massa_world_poll(w, 2, &news));
    munit_assert_uint32(news.particles_lost, ==, 1);
    test_try(massa_world_poll(w, 3, &news));
    munit_assert_uint32(news.particles_lost, ==, 1);
    cmd = platform_begin(&gpu->host);
    for (int i = 0; i < 2; ++i)
    {
        test_try(massa_grains_add(w, kind, &p, 1, NULL));
        test_try(massa_cmd_step(w, cmd, &desc));
    }
    munit_assert(platform_submit_and_wait(&gpu->host, cmd));
    test_try(massa_world_poll(w, 5, &news));
    munit_assert_uint32(news.particles_lost, ==, 2);
    munit_assert_uint32(news.particle_count, ==, 0);
    massa_destroy_world(w);
    return MUNIT_OK;
}

// Kinds outlive the room for their particles: it goes and comes again between them, and a replay follows.
static MunitResult room_goes_and_comes(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_gpu* gpu            = fixture;
    massa_capacity c         = API_ROOM(1, 8, 1, 0, 1, 1, 9, 9, 4);
    const massa_capacity big = c;
    massa_world* world[2]    = { make(gpu, c), make(gpu, c) };
    massa_grains_desc kind   = massa_default_grains_desc();
    massa_grains_id id[2];
    const massa_particle p = { { 0.0f, 0.0f, 0.0f }, { 0.0f, 0.0f, 0.0f } };
    tape t                 = { 0 };
    uint64_t hash          = 0;
    test_try(massa_world_set_recorder(world[0], record, &t));
    for (uint32_t n = 0; n < STEPS; ++n)
    {
        massa_world* w = world[0];
        if (n == 0) test_try(massa_create_grains(w, &kind, &id[0]));
        c.particles = 0;
        if (n == 1) test_try(massa_world_resize(w, &c));
        if (n == 1) REFUSED(massa_grains_add(w, id[0], &p, 1, NULL), MASSA_ERROR_CAPACITY, "capacity.particles is 0");
        if (n == 1) REFUSED(massa_create_grains(w, &kind, &id[1]), MASSA_ERROR_CAPACITY, "capacity.particles is 0");
        if (n == 2) test_try(massa_destroy_grains(w, id[0]));
        if (n == 3) test_try(massa_world_resize(w, &big));
        if (n == 3) test_try(massa_create_grains(w, &kind, &id[1]));
        if (n == 3) test_try(massa_grains_add(w, id[1], &p, 1, NULL));
        hash = api_step(gpu, w);
    }
    c.particles = 0;
    REFUSED(massa_world_resize(world[0], &c), MASSA_ERROR_CAPACITY, "1 particle slots");
    uint64_t again = 0;
    for (uint32_t n = 0; n < STEPS; ++n)
    {
        if (n == 2) test_try(massa_world_resize(world[1], &c)); // without room, like the first
        if (n == 3) test_try(massa_world_resize(world[1], &big));
        again = api_replay(gpu, world[1], t.block[n], t.size[n]);
    }
    munit_assert_uint64(again, ==, hash);
    for (uint32_t n = 0; n < STEPS; ++n)
        free(t.block[n]);
    massa_destroy_world(world[0]);
    massa_destroy_world(world[1]);
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/smallest-worlds", smallest_worlds, api_setup, wrapper_tear_down, 0, NULL },
    { "/capacities-are-checked", capacities_are_checked, api_setup, wrapper_tear_down, 0, NULL },
    { "/what-is-in-use-stays", what_is_in_use_stays, api_setup, wrapper_tear_down, 0, NULL },
    { "/losses-add-up", losses_add_up, api_setup, wrapper_tear_down, 0, NULL },
    { "/room-goes-and-comes", room_goes_and_comes, api_setup, wrapper_tear_down, 0, NULL },
    { 0 },
};
MunitSuite test_grains_edges_suite = { "/grains-edges", tests, NULL, 1, 0 };
