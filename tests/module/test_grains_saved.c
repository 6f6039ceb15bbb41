// Snapshots and recorded steps of particles: what a world saves it takes back, whatever is pending, and bytes that say
// one thing here and another there are refused one by one (tests/module/test_grains_forged.c forges at random). Red
// when a link between slots, records, shapes and tags is not looked at, or a state that calls can bring about is taken
// for a forgery.
// runs: lavapipe25 layers asan. What the host side does with its input is the same on every driver.
#include "api.h"
#include "replay.h"
#include "tape.h"
#include "inside.h"

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
    massa_grains_id kind[2];
    massa_particle_id id[12];
    uint8_t* bytes; // as saved last
    size_t size;
} scene;

static massa_grains_id make_kind(massa_world* w, float radius)
{
    massa_grains_desc d = massa_default_grains_desc();
    massa_grains_id id;
    d.radius = radius;
    test_try(massa_create_grains(w, &d, &id));
    return id;
}

static void add(scene* s, uint32_t kind, uint32_t count, massa_particle_id* id)
{
    massa_particle p[12];
    for (uint32_t i = 0; i < count; ++i)
        p[i] = (massa_particle){ .position = { (float)i, 0.0f, 0.0f } };
    test_try(massa_grains_add(s->world, s->kind[kind], p, count, id));
}

// Three bodies with two shapes, two kinds of four particles each; then some edits pending.
static scene make(test_gpu* gpu)
{
    scene s                      = { .gpu = gpu };
    massa_world_desc desc        = api_desc(4);
    massa_shape_desc shape       = massa_default_shape_desc();
    massa_body_desc body         = massa_default_body_desc();
    desc.capacity.shapes         = 3;
    desc.capacity.colliders      = 3;
    desc.capacity.particles      = 20;
    desc.capacity.particle_edits = 20;
    desc.capacity.neighbours     = 8;
    body.kind                    = MASSA_BODY_STATIC;
    test_try(massa_create_world(gpu->device, &desc, &s.world));
    test_try(massa_create_snapshot(s.world, &s.snapshot));
    for (int i = 0; i < 3; ++i)
    {
        massa_body_id id;
        if (i < 2) test_try(massa_create_shape(s.world, &shape, &body.shape));
        test_try(massa_create_body(s.world, &body, &id));
    }
    s.kind[0] = make_kind(s.world, 0.05f);
    s.kind[1] = make_kind(s.world, 0.1f);
    add(&s, 0, 4, s.id);
    add(&s, 1, 4, s.id + 4);
    api_step(gpu, s.world);
    test_try(massa_remove_particles(s.world, &s.id[3], 1)); // slot 3, pending: alive on the device, free here
    add(&s, 0, 2, s.id + 8);                                // slots 3 and 8
    test_try(massa_remove_particles(s.world, &s.id[2], 1));
    body.shape.bits = 0;
    test_try(massa_create_body(s.world, &body, &(massa_body_id){ 0 })); // the one edit
    return s;
}

static void save(scene* s)
{
    const void* data;
    VkCommandBuffer cmd = platform_begin(&s->gpu->host);
    test_try(massa_cmd_save(s->world, cmd, s->snapshot));
    munit_assert(platform_submit_and_wait(&s->gpu->host, cmd));
    test_try(massa_snapshot_bytes(s->snapshot, &data, &s->size));
    free(s->bytes);
    s->bytes = memcpy(malloc(s->size), data, s->size);
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
    scene s = make(fixture);
    save(&s);
    const mas_tables* t = s.world->tables;
    const size_t slot = t->array[MAS_FAMILY_particle][MAS_PARTICLE_SLOTS], record = t->array[MAS_FAMILY_particle][MAS_PARTICLE_RECORDS], shape = t->array[MAS_FAMILY_collision][MAS_COLLISION_SHAPES];
    const size_t one = sizeof(mas_particle_slot), pending = offsetof(mas_particle_slot, pending);
    const size_t tag   = (t->bytes + 255) / 256 * 256 + s.world->simulation->particle->particles.position.offset + 12;
    const uint32_t nan = 0x7fc00000u, far = 0x47c35000u; // 1e5
    // Place in tables and state, value; where one word is not enough, another.
    const uint64_t rows[][4] = {
        { tag, 0x40000001u },                                         // two particles in one slot
        { tag, 0x407fffffu },                                         // beyond all slots
        { tag, 0x00000001u },                                         // not alive
        { tag, 0x40800000u },                                         // of another kind
        { tag + 9 * 16, 0x40000009u },                                // nobody was ever there
        { slot, 0x01ffffffu },                                        // alive in the last generation
        { slot, 0x01000000u },                                        // and in none
        { slot, 0x02000001u },                                        // not the kind that the device knows
        { slot, 0x03000001u },                                        // of a kind that is none
        { slot, 0x05000001u },                                        // there is no fifth
        { slot, 1 },                                                  // free, but marked as used
        { t->array[MAS_FAMILY_particle][MAS_PARTICLE_USED], 0x1fe },                                    // used, but marked as free
        { slot + 3 * one + pending, 2, slot + 8 * one + pending, 1 }, // records changed over
        { slot + pending, 4 },                                        // no such record
        { slot + 3 * one + pending, 0 },                              // a record without a slot
        { record, nan },
        { record, far },
        { record + 12, 0x40800003u },                       // another kind than its slot
        { record + 12, 3 },                                 // leaves, but its slot lives
        { record + 12, 0xc0000003u },                       // no tag at all
        { record + 28, 9 },                                 // another generation
        { shape + 8, 2, shape + sizeof(mas_shape) + 8, 1 }, // the right sum of users
        { shape + 4, 0 },                                   // no shape, but somebody has it
        { offsetof(mas_tables, particle.live), 9 },
        { offsetof(mas_tables, particle.free), 3 },
        { offsetof(mas_tables, particle.count), 21 },
        { offsetof(mas_tables, particle.records), 2 },
        { offsetof(mas_tables, collider.count), 9 },
        { offsetof(mas_tables, collider.live), 9 },
        { offsetof(mas_tables, particle.grains[1].field), far },
        { offsetof(mas_tables, particle.grains[1].field), nan },
        { offsetof(mas_tables, particle.grains[1].state), 3 },
        { offsetof(mas_tables, gravity) + 4, nan },
        { offsetof(mas_tables, gravity), far },
        { t->array[MAS_FAMILY_rigid][MAS_RIGID_EDITS] + offsetof(edit_record, data), nan },
        { t->array[MAS_FAMILY_rigid][MAS_RIGID_EDITS] + offsetof(edit_record, flags), 0x3f }, // of no body
        { t->array[MAS_FAMILY_collision][MAS_COLLISION_COLLIDERS], 9 },                               // the collider of no body
        { t->array[MAS_FAMILY_collision][MAS_COLLISION_COLLIDERS] + 4, 1 },                           // a child that its shape does not have
        { t->array[MAS_FAMILY_collision][MAS_COLLISION_COLLIDERS] + 8, 1 },                           // a chain without end
        { t->array[MAS_FAMILY_collision][MAS_COLLISION_COLLIDERS] + 12, 77 },                         // not the stamp that the device knows
    };
    const uint64_t before = api_tables(s.world);
    uint8_t* bad          = malloc(s.size);
    for (size_t i = 0; i < MAS_COUNT(rows); ++i)
    {
        memcpy(bad, s.bytes, s.size);
        const uint32_t value[] = { (uint32_t)rows[i][1], (uint32_t)rows[i][3] };
        memcpy(bad + HEADER + rows[i][0], &value[0], 4);
        if (rows[i][2] != 0) memcpy(bad + HEADER + rows[i][2], &value[1], 4);
        munit_assert_memory_not_equal(s.size, bad, s.bytes);
        api_seal_snapshot(bad, s.size);
        mas_wrapper.errors = 0;
        if (massa_snapshot_load(s.snapshot, bad, s.size) != MASSA_ERROR_SNAPSHOT)
            munit_errorf("Contradiction %zu was taken.", i);
        munit_assert_uint32(mas_wrapper.errors, ==, 1);
    }
    munit_assert_uint64(api_tables(s.world), ==, before);
    test_try(massa_snapshot_load(s.snapshot, s.bytes, s.size));
    free(bad);
    end(&s);
    return MUNIT_OK;
}

// Records of a step that contradict the tables they are played into, or each other.
static MunitResult forged_records_are_refused(const MunitParameter params[], void* fixture)
{
    (void)params;
    scene s = make(fixture), twin = make(fixture);
    tape t = { 0 };
    api_step(s.gpu, s.world); // in both: three kinds of records are behind them
    api_step(s.gpu, twin.world);
    test_try(massa_remove_particles(s.world, &s.id[0], 1)); // slot 0: record 0
    add(&s, 1, 3, s.id);                                    // slots 0, 2, 9: records 0, 1, 2
    test_try(massa_remove_particles(s.world, &s.id[7], 1)); // slot 7: record 3
    test_try(massa_world_set_recorder(s.world, tape_record, &t));
    const uint64_t hash = api_step(s.gpu, s.world);
    const size_t first = sizeof(block_header), one = sizeof(particle_record);
    munit_assert_size(t.size[0], ==, first + 4 * one);
    const uint64_t rows[][2] = {
        // place, value
        { first + one + 12, 0x40800000u },     // slot 0 twice
        { first + one + 12, 0x40800014u },     // slot 20 of 20
        { first + 12, 0x41000000u },           // a kind that is none
        { first + one + 12, 0xc0800002u },     // no tag
        { first + one + 12, 0x60800002u },     //
        { first + 28, 1 },                     // the generation of the one who leaves: two of one id
        { first + 28, 0 },                     //
        { first + 28, 0xffffff },              // alive in the last generation
        { first + 28, 0x1000001 },             //
        { first + 3 * one + 28, 1 },           // leaves, and its id stays good
        { first + 3 * one + 28, 0x1000000 },   //
        { first + 4, 0x7fc00000u },            // not a number
        { first + 2 * one, 0x47c35000u },      // 1e5 m
        { first + 2 * one + 16, 0x461c4400u }, // 10001 m/s
    };
    uint8_t* bad        = malloc(t.size[0]);
    VkCommandBuffer cmd = platform_begin(&s.gpu->host);
    for (size_t i = 0; i < MAS_COUNT(rows); ++i)
    {
        const uint32_t value = (uint32_t)rows[i][1];
        memcpy(bad, t.block[0], t.size[0]);
        memcpy(bad + rows[i][0], &value, 4);
        munit_assert_memory_not_equal(t.size[0], bad, t.block[0]);
        api_seal_block(bad, t.size[0]);
        const uint64_t before = api_tables(twin.world);
        mas_wrapper.errors    = 0;
        if (massa_cmd_replay(twin.world, cmd, bad, t.size[0]) != MASSA_ERROR_RECORDING)
            munit_errorf("Record %zu was played.", i);
        munit_assert_uint32(mas_wrapper.errors, ==, 1);
        munit_assert_uint64(api_tables(twin.world), ==, before);
    }
    munit_assert(platform_submit_and_wait(&s.gpu->host, cmd));
    munit_assert_uint64(api_replay(s.gpu, twin.world, t.block[0], t.size[0]), ==, hash);
    free(bad);
    tape_drop(&t);
    end(&s);
    end(&twin);
    return MUNIT_OK;
}

// All that can be pending, one after the other: bytes out, bytes in, and the same next step.
static MunitResult pending_is_taken_back(const MunitParameter params[], void* fixture)
{
    (void)params;
    scene s = make(fixture);
    for (int i = 0; i < 6; ++i)
    {
        if (i == 1) test_try(massa_destroy_grains(s.world, s.kind[0])); // with records pending
        if (i == 2) s.kind[0] = make_kind(s.world, 0.8f);               // beside one that still leaves, 1 : 16
        if (i == 3) add(&s, 0, 3, s.id);
        if (i == 4) test_try(massa_destroy_grains(s.world, s.kind[0]));
        save(&s);
        const uint64_t before = api_tables(s.world), next = api_step(s.gpu, s.world);
        VkCommandBuffer cmd = platform_begin(&s.gpu->host);
        test_try(massa_snapshot_load(s.snapshot, s.bytes, s.size));
        test_try(massa_cmd_restore(s.world, cmd, s.snapshot));
        munit_assert(platform_submit_and_wait(&s.gpu->host, cmd));
        s.world->recorded = --s.world->finished; // as it was, for the comparison
        s.world->astray   = s.world->recorded + 1; // its number comes again
        munit_assert_uint64(api_tables(s.world), ==, before);
        munit_assert_uint64(api_step(s.gpu, s.world), ==, next);
        if (i == 5) break;
        cmd = platform_begin(&s.gpu->host);
        test_try(massa_cmd_restore(s.world, cmd, s.snapshot)); // on with all of it pending
        munit_assert(platform_submit_and_wait(&s.gpu->host, cmd));
        if (i == 4) api_step(s.gpu, s.world);
    }
    end(&s);
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/contradictions-are-refused", contradictions_are_refused, api_setup, wrapper_tear_down, 0, NULL },
    { "/forged-records-are-refused", forged_records_are_refused, api_setup, wrapper_tear_down, 0, NULL },
    { "/pending-is-taken-back", pending_is_taken_back, api_setup, wrapper_tear_down, 0, NULL },
    { 0 },
};
MunitSuite test_grains_saved_suite = { "/grains-saved", tests, NULL, 1, 0 };
