// Snapshots and recorded steps of liquids that say one thing here and another there are refused one by one
// (test_liquid_forged.c forges at random). Red when a link between liquids, emitters, records and tags is not looked
// at, or a state that calls can bring about is taken for a forgery.
#include "api.h"
#include "liquid_scene.h"
#include "inside.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

enum
{
    HEADER = 256
};

typedef struct scene
{
    test_gpu* gpu;
    massa_world* world;
    massa_snapshot* snapshot;
    uint8_t* bytes; // as saved
    size_t size;
} scene;

// Two liquids, one emitter, twelve particles; then some of both pending.
static scene make(test_gpu* gpu)
{
    scene s                      = { .gpu = gpu };
    massa_world_desc desc        = api_desc(4);
    massa_emitter_desc nozzle    = massa_default_emitter_desc();
    const massa_particle p[]     = { { .position = { 1.0f, 0.0f, 0.0f } }, { .position = { 2.0f, 0.0f, 0.0f } } };
    desc.capacity.liquid         = 80;
    desc.capacity.particle_edits = 20;
    desc.capacity.neighbours     = 8;
    massa_emitter_id id;
    const void* data;
    test_try(massa_create_world(gpu->device, &desc, &s.world));
    test_try(massa_create_snapshot(s.world, &s.snapshot));
    const massa_liquid_id a = liquids_make(s.world, 1000.0f), b = liquids_make(s.world, 500.0f);
    test_try(massa_liquid_add(s.world, a, p, 2));
    test_try(massa_liquid_add(s.world, b, p, 2));
    nozzle.liquid     = b;
    nozzle.position.y = 5.0f;
    nozzle.radius     = 0.05f;
    nozzle.limit      = 40;
    test_try(massa_create_emitter(s.world, &nozzle, &id));
    for (int i = 0; i < 4; ++i)
        api_step(gpu, s.world);
    test_try(massa_liquid_add(s.world, b, p, 2));
    test_try(massa_destroy_liquid(s.world, a)); // it leaves with the next step
    VkCommandBuffer cmd = platform_begin(&gpu->host);
    test_try(massa_cmd_save(s.world, cmd, s.snapshot));
    munit_assert(platform_submit_and_wait(&gpu->host, cmd));
    test_try(massa_snapshot_bytes(s.snapshot, &data, &s.size));
    s.bytes = memcpy(malloc(s.size), data, s.size);
    return s;
}

static void end(scene* s)
{
    free(s->bytes);
    massa_destroy_snapshot(s->snapshot);
    massa_destroy_world(s->world);
}

static MunitResult contradictions_are_refused(const MunitParameter params[], void* fixture)
{
    (void)params;
    scene s                   = make(fixture);
    const mas_tables* t       = s.world->tables;
    const mas_simulation* sim = s.world->simulation;
    const size_t state        = (t->bytes + 255) / 256 * 256;
    const size_t tag          = state + sim->particle->particles.position.offset + 12,
                 pressure     = state + sim->particle->particles.velocity.offset + 12;
    const size_t told = state + sim->liquid->flow.liquid.state.offset, draw = state + sim->liquid->flow.draw.offset;
    const size_t liquid = offsetof(mas_tables, liquid.liquids), nozzle = offsetof(mas_tables, liquid.emitters);
    const uint32_t nan = 0x7fc00000u, one = 0x3f800000u;
    // Place in tables and state, value.
    const uint64_t rows[][2] = {
        { tag, 0x40000001u },           // two particles in one slot
        { tag, 0x407fffffu },           // beyond all slots
        { tag, 1 },                     // not alive
        { tag, 0x40800000u },           // of a layer that liquids do not have
        { tag, 0x44000000u },           // of a liquid that is none
        { tag + 70 * 16, 0x40000046u }, // nobody was ever there
        { pressure, nan },
        { pressure, 0xbf800000u }, // below 0
        { pressure, 0x7f7fffffu }, // more than anything holds
        { told, nan },             // of the largest speed
        { told + 4, 17 },          // parts
        { draw, 6 },               // vertices of a particle
        { draw + 4, 1000 },        // particles to draw
        { liquid + offsetof(mas_liquid_slot, state), 3 },
        { liquid + offsetof(mas_liquid_slot, state), 0 }, // gone, but its particles are there
        { liquid + offsetof(mas_liquid_slot, generation), 0 },
        { liquid + offsetof(mas_liquid_slot, density), nan },
        { liquid + offsetof(mas_liquid_slot, viscosity), 0x40000000u },
        { liquid + offsetof(mas_liquid_slot, drag), 0xbf800000u },
        { liquid + offsetof(mas_liquid_slot, colour), 1u << 24 },
        { nozzle + offsetof(mas_emitter_slot, liquid), 1 }, // which leaves
        { nozzle + offsetof(mas_emitter_slot, liquid), 9 },
        { nozzle + offsetof(mas_emitter_slot, generation), 0 },
        { nozzle + offsetof(mas_emitter_slot, position), nan },
        { nozzle + offsetof(mas_emitter_slot, direction), one }, // no longer of length 1
        { nozzle + offsetof(mas_emitter_slot, radius), 0 },
        { nozzle + offsetof(mas_emitter_slot, radius), 0x42000000u }, // 32 m: a disc that no step has room for
        { nozzle + offsetof(mas_emitter_slot, speed), nan },
        { nozzle + offsetof(mas_emitter_slot, travel), 0xbf800000u },
        { nozzle + offsetof(mas_emitter_slot, travel), 0x42c80000u }, // 100 m
        { nozzle + offsetof(mas_emitter_slot, disc), 8 },
        { nozzle + offsetof(mas_emitter_slot, sent), 41 }, // beyond its limit
        { t->array[MAS_FAMILY_particle][MAS_PARTICLE_RECORDS], nan },
        { t->array[MAS_FAMILY_particle][MAS_PARTICLE_RECORDS] + 12, 0x42000001u }, // records name no slot
        { t->array[MAS_FAMILY_particle][MAS_PARTICLE_RECORDS] + 12, 0x46000000u }, // of a liquid that is none
        { t->array[MAS_FAMILY_particle][MAS_PARTICLE_RECORDS] + 28, 1 },           // and no generation
        { offsetof(mas_tables, particle.count), 81 },
        { offsetof(mas_tables, particle.live), 1 },
        { offsetof(mas_tables, particle.records), 21 },
        { offsetof(mas_tables, liquid.spacing), one },
        { offsetof(mas_tables, particle.grains[0].state), 1 }, // grains in a world without room for them
    };
    uint8_t* bad = malloc(s.size);
    for (size_t i = 0; i < MAS_COUNT(rows); ++i)
    {
        const uint32_t word = (uint32_t)rows[i][1];
        memcpy(bad, s.bytes, s.size);
        munit_assert(memcmp(bad + HEADER + rows[i][0], &word, 4) != 0); // it changes something
        memcpy(bad + HEADER + rows[i][0], &word, 4);
        api_seal_snapshot(bad, s.size);
        if (massa_snapshot_load(s.snapshot, bad, s.size) != MASSA_ERROR_SNAPSHOT) munit_errorf("row %zu is taken", i);
    }
    test_try(massa_snapshot_load(s.snapshot, s.bytes, s.size)); // and what is true is true
    free(bad);
    end(&s);
    return MUNIT_OK;
}

// What was saved with calls pending goes on as the world itself does.
static MunitResult pending_calls_are_saved(const MunitParameter params[], void* fixture)
{
    (void)params;
    scene s = make(fixture);
    uint64_t hash[2];
    for (int k = 0; k < 2; ++k)
    {
        hash[k] = 0;
        for (int i = 0; i < 30; ++i)
            hash[k] = hash[k] * 31 + api_step(s.gpu, s.world);
        VkCommandBuffer cmd = platform_begin(&s.gpu->host);
        test_try(massa_cmd_restore(s.world, cmd, s.snapshot));
        munit_assert(platform_submit_and_wait(&s.gpu->host, cmd));
    }
    munit_assert_uint64(hash[0], ==, hash[1]);
    end(&s);
    return MUNIT_OK;
}

// Particles of liquids have no slots on the host: what is saved, loaded and resized of these is nothing, however many
// there are. Red when they are taken for slots of grains: the block is refused, and more is copied than there is.
static MunitResult many_more_than_a_step_brings(const MunitParameter params[], void* fixture)
{
    (void)params;
    enum
    {
        BATCH = 16,
        STEPS = 40,
    };
    scene s                      = { .gpu = fixture };
    massa_world_desc desc        = api_desc(1);
    desc.capacity.liquid         = 2 * BATCH * STEPS;
    desc.capacity.particle_edits = BATCH;
    desc.gravity                 = (massa_vec3){ 0 };
    test_try(massa_create_world(s.gpu->device, &desc, &s.world));
    const massa_liquid_id water = liquids_make(s.world, 1000.0f);
    for (int i = 0; i < STEPS; ++i)
    {
        massa_particle p[BATCH] = { { { 0 }, { 0 } } };
        for (int k = 0; k < BATCH; ++k)
            p[k].position = (massa_vec3){ 4.0f * (float)k, 0.0f, 4.0f * (float)i };
        test_try(massa_liquid_add(s.world, water, p, BATCH));
        api_step(s.gpu, s.world);
    }
    const void* data;
    test_try(massa_create_snapshot(s.world, &s.snapshot));
    VkCommandBuffer cmd = platform_begin(&s.gpu->host);
    test_try(massa_cmd_save(s.world, cmd, s.snapshot));
    munit_assert(platform_submit_and_wait(&s.gpu->host, cmd));
    test_try(massa_snapshot_bytes(s.snapshot, &data, &s.size));
    s.bytes             = memcpy(malloc(s.size), data, s.size);
    const uint64_t next = api_step(s.gpu, s.world);
    test_try(massa_snapshot_load(s.snapshot, s.bytes, s.size));
    cmd = platform_begin(&s.gpu->host);
    test_try(massa_cmd_restore(s.world, cmd, s.snapshot));
    munit_assert(platform_submit_and_wait(&s.gpu->host, cmd));
    desc.capacity.liquid += 7;
    test_try(massa_world_resize(s.world, &desc.capacity));
    munit_assert_uint64(api_step(s.gpu, s.world), ==, next);
    end(&s);
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/contradictions-are-refused", contradictions_are_refused, api_setup, wrapper_tear_down, 0, NULL },
    { "/pending-calls-are-saved", pending_calls_are_saved, api_setup, wrapper_tear_down, 0, NULL },
    { "/many-more-than-a-step-brings", many_more_than_a_step_brings, api_setup, wrapper_tear_down, 0, NULL },
    { 0 },
};
MunitSuite test_liquid_saved_suite = { "/liquid_saved", tests, NULL, 1, MUNIT_SUITE_OPTION_NONE };
