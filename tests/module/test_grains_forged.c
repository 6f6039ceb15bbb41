// Recorded steps and snapshots of a world with shapes and particles, forged and sealed again, word by word. Whatever is
// in them is refused and leaves no trace, or is taken, and then the world goes on: its tables stay sound through any
// calls, and what it saves it takes back. Red when a forgery gets a number, a slot or a link past the checks that a
// later call or a kernel trips over.
// runs: lavapipe25 layers asan. What the host side does with its input is the same on every driver.
#include "api.h"
#include "replay.h"

#include <stdlib.h>
#include <string.h>

enum
{
    STEPS     = 8,
    PARTICLES = 70, // slots in two words
    HEADER    = 256 // of a snapshot
};

typedef struct scene
{
    test_gpu* gpu;
    massa_world* world;
    massa_snapshot *snapshot, *other; // other: to see what is saved
    uint8_t* block[STEPS];            // of each step
    size_t size[STEPS];
    uint32_t blocks;
    uint8_t* saved[STEPS]; // before each step, half of them with its edits pending
    size_t saved_size;
    uint64_t random;
    uint32_t taken, refused;
} scene;

static uint32_t pick(scene* s, uint32_t n)
{
    return n == 0 ? 0 : test_random(&s->random) % n;
}

static void record(void* user, const void* block, size_t size)
{
    scene* s           = user;
    s->size[s->blocks] = size;
    memcpy(s->block[s->blocks++] = malloc(size), block, size);
}

static massa_body_id make_body(massa_world* w, massa_shape_kind kind, massa_body_kind moves, massa_shape_id* id)
{
    massa_shape_desc shape = massa_default_shape_desc();
    massa_body_desc d      = massa_default_body_desc();
    massa_body_id body;
    shape.kind = kind;
    test_try(massa_create_shape(w, &shape, id));
    d.kind  = moves;
    d.shape = *id;
    test_try(massa_create_body(w, &d, &body));
    return body;
}

static void rain(scene* s, massa_grains_id kind, uint32_t count, massa_particle_id* id)
{
    massa_particle p[PARTICLES];
    for (uint32_t i = 0; i < count; ++i)
        p[i] = (massa_particle){ .position = { (float)pick(s, 100) * 0.01f, (float)pick(s, 100) * 0.01f, 0.0f } };
    test_try(massa_grains_add(s->world, kind, p, count, id));
}

static void edit(scene* s, uint32_t step)
{
    static massa_grains_id kind[3];
    static massa_particle_id id[PARTICLES];
    static massa_shape_id shape[3];
    static massa_body_id body[3];
    massa_world* w             = s->world;
    massa_grains_desc d        = massa_default_grains_desc();
    const massa_body_desc ball = massa_default_body_desc();
    switch (step)
    {
    case 0:
        body[0] = make_body(w, MASSA_SHAPE_PLANE, MASSA_BODY_STATIC, &shape[0]);
        body[1] = make_body(w, MASSA_SHAPE_BOX, MASSA_BODY_KINEMATIC, &shape[1]);
        test_try(massa_create_body(w, &ball, &body[2]));
        test_try(massa_create_grains(w, &d, &kind[0]));
        d.radius = 0.01f;
        test_try(massa_create_grains(w, &d, &kind[1]));
        rain(s, kind[0], 20, id);
        break;
    case 1: rain(s, kind[1], 30, id + 20); break;
    case 2:
        test_try(massa_remove_particles(w, id + 5, 20));
        rain(s, kind[0], 10, id + 5);
        break;
    case 3: // a kind goes, and one comes that it could not have lived beside
        test_try(massa_destroy_grains(w, kind[1]));
        d.radius = 0.2f;
        test_try(massa_create_grains(w, &d, &kind[2]));
        rain(s, kind[2], 4, id + 30);
        break;
    case 4:
        test_try(massa_body_set_shape(w, body[1], shape[0]));
        test_try(massa_destroy_shape(w, shape[1]));
        test_try(massa_body_apply_torque(w, body[2], (massa_vec3){ 1.0f, 0.0f, 0.0f }));
        break;
    case 5: test_try(massa_destroy_body(w, body[0])); break;
    case 6: rain(s, kind[2], 8, id + 40); break;
    default: break;
    }
}

static void save(scene* s)
{
    const void* data;
    VkCommandBuffer cmd = platform_begin(&s->gpu->host);
    test_try(massa_cmd_save(s->world, cmd, s->snapshot));
    munit_assert(platform_submit_and_wait(&s->gpu->host, cmd));
    test_try(massa_snapshot_bytes(s->snapshot, &data, &s->saved_size));
}

static uint8_t* copy_saved(scene* s)
{
    const void* data;
    save(s);
    test_try(massa_snapshot_bytes(s->snapshot, &data, &s->saved_size));
    return memcpy(malloc(s->saved_size), data, s->saved_size);
}

static scene begin(test_gpu* gpu, bool pending)
{
    scene s               = { .gpu = gpu, .random = 7 };
    massa_world_desc desc = api_desc(5);
    desc.substeps         = 1;
    desc.capacity         = (massa_capacity){ .bodies         = 5,
                                              .edits          = 20,
                                              .events         = 4,
                                              .watched        = 1,
                                              .shapes         = 3,
                                              .colliders      = 2,
                                              .particles      = PARTICLES,
                                              .particle_edits = 32,
                                              .neighbours     = 6 };
    test_try(massa_create_world(gpu->device, &desc, &s.world));
    test_try(massa_create_snapshot(s.world, &s.snapshot));
    test_try(massa_create_snapshot(s.world, &s.other));
    test_try(massa_world_set_recorder(s.world, record, &s));
    for (uint32_t i = 0; i < STEPS; ++i)
    {
        if (!pending) s.saved[i] = copy_saved(&s);
        edit(&s, i);
        if (pending) s.saved[i] = copy_saved(&s);
        api_step(gpu, s.world);
    }
    test_try(massa_world_set_recorder(s.world, NULL, NULL));
    return s;
}

static void end(scene* s)
{
    munit_logf(MUNIT_LOG_INFO, "%u forgeries taken, %u refused", s->taken, s->refused);
    for (uint32_t i = 0; i < STEPS; ++i)
    {
        free(s->block[i]);
        free(s->saved[i]);
    }
    massa_destroy_snapshot(s->snapshot);
    massa_destroy_snapshot(s->other);
    massa_destroy_world(s->world);
}

static void go_back(scene* s, const uint8_t* bytes)
{
    VkCommandBuffer cmd = platform_begin(&s->gpu->host);
    test_try(massa_snapshot_load(s->snapshot, bytes, s->saved_size));
    test_try(massa_cmd_restore(s->world, cmd, s->snapshot));
    munit_assert(platform_submit_and_wait(&s->gpu->host, cmd));
}

// One word becomes something that hurts: a limit, a neighbour of what it was, a float that is none, another's word.
static void forge(scene* s, uint8_t* bytes, size_t first, size_t size)
{
    static const uint32_t nasty[] = { 0,           1,           2,           7,           64,
                                      PARTICLES,   1u << 24,    0x00ffffffu, 0x01ffffffu, 0x02000001u,
                                      0x7fc00000u, 0xff800000u, 0x7f7fffffu, 0x40000000u, 0x40800001u,
                                      0x407fffffu, 0x3f800000u, 0x80000000u, UINT32_MAX,  0xc1200000u };
    const size_t at               = first + 4 * (size_t)pick(s, (uint32_t)((size - first) / 4));
    uint32_t word;
    memcpy(&word, bytes + at, 4);
    switch (pick(s, 5))
    {
    case 0: word = nasty[pick(s, MAS_COUNT(nasty))]; break;
    case 1: word += pick(s, 2) == 0 ? 1u : UINT32_MAX; break;
    case 2: word ^= 1u << pick(s, 32); break;
    case 3: memcpy(&word, bytes + first + 4 * (size_t)pick(s, (uint32_t)((size - first) / 4)), 4); break;
    default: word = nasty[pick(s, MAS_COUNT(nasty))] + pick(s, 4); break;
    }
    memcpy(bytes + at, &word, 4);
}

// Two steps with all kinds of calls between them; whether these are refused is not the question.
static void go_on(scene* s)
{
    massa_world* w            = s->world;
    mas_tables* t             = w->tables;
    const massa_particle p[2] = { { .position = { 0.0f, 0.0f, 0.0f } }, { .position = { 1.0f, 0.0f, 0.0f } } };
    massa_grains_desc kind    = massa_default_grains_desc();
    massa_shape_desc shape    = massa_default_shape_desc();
    massa_grains_id kind_id;
    massa_shape_id shape_id;
    massa_particle_id id[PARTICLES];
    uint32_t count = 0, results = 0;
    api_step(s->gpu, w);
    munit_assert_true(mas_tables_sound(t, &t->capacity));
    for (uint32_t i = 0; i < t->particle.count; ++i)
        id[count++].bits = mas_id(MAS_ID_PARTICLE, i, mas_particle_slots(t)[i].life & MAS_MAX_GENERATION);
    for (uint32_t i = 0; i < count; i += 1 + i % 2)
        results += massa_remove_particles(w, &id[i], 1);
    for (uint32_t i = 0; i < MASSA_MAX_GRAINS; ++i)
    {
        const massa_grains_id k = { mas_id(MAS_ID_GRAINS, i, t->particle.grains[i].generation) };
        results += massa_grains_add(w, k, p, 2, id);
        if (i == 2) results += massa_destroy_grains(w, k);
    }
    for (uint32_t i = 0; i < t->body.count; ++i)
    {
        const massa_body_id body = { mas_id(MAS_ID_BODY, i, mas_slots(t)[i].generation) };
        results += i % 2 == 0 ? massa_destroy_body(w, body) : massa_body_set_shape(w, body, (massa_shape_id){ 0 });
    }
    for (uint32_t i = 0; i < t->shape.count; ++i)
        results += massa_destroy_shape(w, (massa_shape_id){ mas_id(MAS_ID_SHAPE, i, mas_shapes(t)[i].generation) });
    results += massa_create_grains(w, &kind, &kind_id) + massa_create_shape(w, &shape, &shape_id);
    munit_assert_uint32(results, <, 20 * (uint32_t)MASSA_RESULT_COUNT * PARTICLES);
    munit_assert_true(mas_tables_sound(t, &t->capacity));
    api_step(s->gpu, w);
    munit_assert_true(mas_tables_sound(t, &t->capacity));
    const void* data;
    save(s);
    test_try(massa_snapshot_bytes(s->snapshot, &data, &s->saved_size));
    test_try(massa_snapshot_load(s->other, data, s->saved_size)); // and what is on the device is sound
}

static uint32_t forgeries(void)
{
    return test_full() ? 50000 : 1000;
}

static MunitResult recordings(const MunitParameter params[], void* fixture)
{
    (void)params;
    scene s = begin(fixture, false);
    for (uint32_t i = 0; i < forgeries(); ++i)
    {
        const uint32_t step = i % STEPS;
        go_back(&s, s.saved[step]);
        uint8_t* bad = memcpy(malloc(s.size[step]), s.block[step], s.size[step]);
        for (uint32_t k = 1 + pick(&s, 3) * pick(&s, 2); k > 0; --k)
            forge(&s, bad, pick(&s, 8) == 0 ? offsetof(block_header, edit_count) : sizeof(block_header) - 4,
                  s.size[step]);
        api_seal_block(bad, s.size[step]);
        const uint64_t before = api_tables(s.world);
        VkCommandBuffer cmd   = platform_begin(&s.gpu->host);
        mas_wrapper.errors    = 0;
        const bool taken      = massa_cmd_replay(s.world, cmd, bad, s.size[step]) == MASSA_OK;
        munit_assert(platform_submit_and_wait(&s.gpu->host, cmd));
        munit_assert_uint32(mas_wrapper.errors, ==, !taken);
        if (!taken) munit_assert_uint64(api_tables(s.world), ==, before);
        massa_poll_result news;
        test_try(massa_world_poll(s.world, massa_world_last_step(s.world), &news));
        if (taken) munit_assert_true(mas_tables_sound(s.world->tables, &s.world->tables->capacity));
        if (taken) go_on(&s);
        s.taken += taken;
        s.refused += !taken;
        free(bad);
    }
    munit_assert_uint32(s.taken, >, forgeries() / 20);
    munit_assert_uint32(s.refused, >, forgeries() / 20);
    end(&s);
    return MUNIT_OK;
}


static MunitResult snapshots(const MunitParameter params[], void* fixture)
{
    (void)params;
    scene s      = begin(fixture, true);
    uint8_t* bad = malloc(s.saved_size);
    for (uint32_t i = 0; i < forgeries(); ++i)
    {
        memcpy(bad, s.saved[i % STEPS], s.saved_size);
        const mas_tables* t = (const mas_tables*)(bad + HEADER);
        const size_t part[] = { offsetof(mas_tables, gravity),
                                t->array[MAS_FAMILY_collision][MAS_COLLISION_COLLIDERS],
                                t->array[MAS_FAMILY_rigid][MAS_RIGID_EDITS],
                                t->array[MAS_FAMILY_particle][MAS_PARTICLE_SLOTS],
                                t->array[MAS_FAMILY_particle][MAS_PARTICLE_RECORDS],
                                t->bytes,
                                s.saved_size - HEADER };
        api_seal_snapshot(bad, s.saved_size);
        if (i < STEPS) munit_assert_memory_equal(s.saved_size, bad, s.saved[i]); // we do forge well
        if (i < STEPS) go_back(&s, bad);                                         // and what is saved is taken
        for (uint32_t k = 1 + pick(&s, 3) * pick(&s, 2); k > 0; --k)
        {
            const uint32_t n = pick(&s, MAS_COUNT(part) - 1);
            forge(&s, bad, HEADER + part[n], HEADER + part[n + 1]);
        }
        api_seal_snapshot(bad, s.saved_size);
        const uint64_t before = api_tables(s.world);
        mas_wrapper.errors    = 0;
        const massa_result r  = massa_snapshot_load(s.snapshot, bad, s.saved_size);
        munit_assert(r == MASSA_OK || r == MASSA_ERROR_SNAPSHOT);
        munit_assert_uint32(mas_wrapper.errors, ==, r != MASSA_OK);
        munit_assert_uint64(api_tables(s.world), ==, before);
        s.taken += r == MASSA_OK;
        s.refused += r != MASSA_OK;
        if (r != MASSA_OK) continue;
        go_back(&s, bad);
        go_on(&s);
    }
    munit_assert_uint32(s.taken, >, forgeries() / 20);
    munit_assert_uint32(s.refused, >, forgeries() / 20);
    free(bad);
    end(&s);
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/recordings", recordings, api_setup, wrapper_tear_down, 0, NULL },
    { "/snapshots", snapshots, api_setup, wrapper_tear_down, 0, NULL },
    { 0 },
};
MunitSuite test_grains_forged_suite = { "/grains-forged", tests, NULL, 1, 0 };
