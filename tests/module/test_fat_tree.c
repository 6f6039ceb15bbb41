// Worlds whose broad phase keeps its pairs from step to step: they touch as with the default tree, make the pairs only
// when they must, and bring them through resizes and snapshots; forged ones are refused.
#include "api.h"
#include "collision/fat_shared.h"
#include "replay.h"
#include "inside.h"

#include <stdlib.h>
#include <string.h>

enum
{
    SIDE   = 4,
    BODIES = SIDE * SIDE * SIDE + 2, // a heap of boxes and balls, a plane that stands and one that may move
    PAIRS  = 1000,
    HEADER = 256 // of a snapshot
};

typedef struct scene
{
    test_gpu* gpu;
    massa_world* world;
    massa_body_id id[BODIES];
    massa_snapshot* snapshot;
    uint8_t* bytes; // as saved last
    size_t size;
    massa_poll_result news;
} scene;

static massa_shape_id make_shape(massa_world* w, massa_shape_kind kind, bool sensor)
{
    massa_shape_desc d = massa_default_shape_desc();
    massa_shape_id id;
    d.kind   = kind;
    d.sensor = sensor;
    test_try(massa_create_shape(w, &d, &id));
    return id;
}

// Nothing pulls. Sensors rest too: nothing pushes, so whoever finds pairs in another order has the same poses.
static scene make(test_gpu* gpu, massa_broad_phase broad, uint32_t pairs, bool sensors)
{
    scene s                 = { .gpu = gpu };
    massa_world_desc desc   = api_desc(BODIES);
    desc.capacity.shapes    = 3;
    desc.capacity.colliders = BODIES;
    desc.capacity.pairs     = pairs;
    desc.capacity.events    = 512;
    desc.gravity            = (massa_vec3){ 0.0f, 0.0f, 0.0f };
    desc.broad_phase        = broad;
    test_try(massa_create_world(gpu->device, &desc, &s.world));
    const massa_shape_id plane = make_shape(s.world, MASSA_SHAPE_PLANE, false);
    const massa_shape_id box   = make_shape(s.world, MASSA_SHAPE_BOX, sensors);
    const massa_shape_id ball  = make_shape(s.world, MASSA_SHAPE_SPHERE, sensors);
    uint64_t seed              = 3;
    for (uint32_t i = 0; i < BODIES; ++i)
    {
        const uint32_t k  = i - 2;
        massa_body_desc d = massa_default_body_desc();
        d.kind            = i == 0 ? MASSA_BODY_STATIC : i == 1 ? MASSA_BODY_KINEMATIC : MASSA_BODY_DYNAMIC;
        d.shape           = i < 2 ? plane : i % 3 == 0 ? ball : box;
        d.position.y      = i == 1 ? -2.0f : 0.0f;
        if (i >= 2)
            d.position = (massa_vec3){ 1.01f * (float)(k % SIDE) + 1e-3f * (float)(test_random(&seed) % 50),
                                       0.5f + (float)(k / SIDE % SIDE), 1.02f * (float)(k / SIDE / SIDE) };
        test_try(massa_create_body(s.world, &d, &s.id[i]));
    }
    test_try(massa_create_snapshot(s.world, &s.snapshot));
    return s;
}

static void end(scene* s)
{
    free(s->bytes);
    massa_destroy_snapshot(s->snapshot);
    massa_destroy_world(s->world);
}

static uint64_t step(scene* s)
{
    VkCommandBuffer cmd  = platform_begin(&s->gpu->host);
    massa_step_desc desc = massa_default_step_desc();
    desc.hash            = true;
    test_try(massa_cmd_step(s->world, cmd, &desc));
    munit_assert(platform_submit_and_wait(&s->gpu->host, cmd));
    test_try(massa_world_poll(s->world, massa_world_last_step(s->world), &s->news));
    return s->news.hash;
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

static void restore(scene* s, const uint8_t* bytes, size_t size)
{
    VkCommandBuffer cmd = platform_begin(&s->gpu->host);
    test_try(massa_snapshot_load(s->snapshot, bytes, size));
    test_try(massa_cmd_restore(s->world, cmd, s->snapshot));
    munit_assert(platform_submit_and_wait(&s->gpu->host, cmd));
}

// Where a span of the state is in a snapshot.
static size_t place(const scene* s, mas_span span)
{
    return s->size - s->world->simulation->arena.peak[MAS_STATE] + span.offset;
}

static fat_state state_of(scene* s)
{
    fat_state f;
    save(s);
    memcpy(&f, s->bytes + place(s, s->world->simulation->collision->broad.fat.state), sizeof f);
    return f;
}

static void resize(scene* s, uint32_t pairs)
{
    massa_capacity c = s->world->desc.capacity;
    c.pairs          = pairs;
    massa_destroy_snapshot(s->snapshot); // of the old size
    test_try(massa_world_resize(s->world, &c));
    test_try(massa_create_snapshot(s->world, &s->snapshot));
}

static void edit(scene* s, uint32_t n)
{
    static const massa_quat none = { 0.0f, 0.0f, 0.0f, 1.0f };
    massa_world* w               = s->world;
    uint64_t seed                = n;
    if (n == 2) test_try(massa_body_set_pose(w, s->id[1], (massa_vec3){ 0.0f, 1.0f, 0.0f }, none)); // the plane rises
    if (n == 4) test_try(massa_destroy_body(w, s->id[9]));
    if (n == 6) test_try(massa_body_set_pose(w, s->id[20], (massa_vec3){ 2.0f, 2.0f, 2.5f }, none));
    for (uint32_t i = 2; n == 8 && i < BODIES; ++i) // all fly apart
        if (i != 9)
            test_try(massa_body_set_velocity(w, s->id[i],
                                             (massa_vec3){ (float)(test_random(&seed) % 11) - 5.0f,
                                                           (float)(test_random(&seed) % 11) - 5.0f,
                                                           (float)(test_random(&seed) % 11) - 5.0f }));
}

// Red when fat boxes lose a contact, or are made anew while everything rests.
static MunitResult touch_the_same(const MunitParameter params[], void* fixture)
{
    (void)params;
    static const uint32_t builds[] = { 1, 1, 2, 2, 3, 3, 4, 4 };
    scene tree                     = make(fixture, MASSA_BROAD_PHASE_TREE, PAIRS, true);
    scene fat                      = make(fixture, MASSA_BROAD_PHASE_FAT_TREE, PAIRS, true);
    for (uint32_t n = 0; n < 16; ++n)
    {
        edit(&tree, n);
        edit(&fat, n);
        munit_assert_uint64(step(&tree), ==, step(&fat));
        munit_assert_uint32(tree.news.touching_count, >, 0);
        munit_assert_uint32(tree.news.touching_count, ==, fat.news.touching_count);
        munit_assert_uint32(tree.news.contact_count, ==, fat.news.contact_count);
        munit_assert_uint32(tree.news.pair_count, <=, fat.news.pair_count);
        munit_assert_uint32(fat.news.overflow_count, ==, 0);
        if (n < MAS_COUNT(builds)) munit_assert_uint32(state_of(&fat).builds, ==, builds[n]);
    }
    end(&tree);
    end(&fat);
    return MUNIT_OK;
}

// Red when a world does not tell that pairs were dropped, does not find them again with more room, makes them anew when
// there was room before, or takes for kept what a smaller capacity cut off.
static MunitResult resizes(const MunitParameter params[], void* fixture)
{
    (void)params;
    scene all = make(fixture, MASSA_BROAD_PHASE_FAT_TREE, PAIRS, true);
    scene s   = make(fixture, MASSA_BROAD_PHASE_FAT_TREE, 50, true);
    step(&all);
    const uint32_t needed = all.news.pair_count;
    munit_assert_uint32(needed, >, 60);
    const struct
    {
        uint32_t pairs, builds;
    } row[] = {
        { 50, 1 },         { 60, 2 }, // a little more of what was dropped
        { needed, 3 },                // all of it
        { PAIRS, 3 },                 // more than all: as it was
        { needed, 1 },                // cut off, though nothing was in use: forgotten
        { needed - 1, 1 }, { needed, 2 },
    };
    for (size_t k = 0; k < MAS_COUNT(row); ++k)
    {
        if (k > 0) resize(&s, row[k].pairs);
        for (uint32_t rest = 0; rest < 2; ++rest)
        {
            step(&s);
            munit_assert_uint32(s.news.pair_count, ==, needed);
            const bool dropped = row[k].pairs < needed;
            munit_assert_int(s.news.overflow_count > 0, ==, dropped);
            if (dropped) munit_assert_string_equal(s.news.overflows[0].list, "capacity.pairs");
            if (dropped) munit_assert_uint32(s.news.overflows[0].needed, ==, needed);
            if (!dropped) munit_assert_uint32(s.news.touching_count, ==, all.news.touching_count);
            const fat_state f = state_of(&s);
            munit_assert_uint32(f.builds, ==, row[k].builds);
            munit_assert_uint32(f.kept, ==, dropped ? row[k].pairs : needed);
            restore(&s, s.bytes, s.size); // what it saves it takes back
        }
    }
    end(&all);
    end(&s);
    return MUNIT_OK;
}

// Red when a world that goes on from a snapshot does anything else than the one that was saved.
static MunitResult snapshots_go_on(const MunitParameter params[], void* fixture)
{
    (void)params;
    scene s    = make(fixture, MASSA_BROAD_PHASE_FAT_TREE, PAIRS, false);
    scene twin = make(fixture, MASSA_BROAD_PHASE_FAT_TREE, PAIRS, false);
    for (uint32_t n = 0; n < 10; ++n)
    {
        edit(&s, n);
        step(&s);
    }
    save(&s);
    restore(&twin, s.bytes, s.size);
    for (uint32_t n = 0; n < 3; ++n)
    {
        munit_assert_uint64(step(&s), ==, step(&twin));
        save(&s);
        save(&twin);
        munit_assert_memory_equal(s.size, s.bytes, twin.bytes);
    }
    scene tree = make(fixture, MASSA_BROAD_PHASE_TREE, PAIRS, false);
    REFUSED(massa_snapshot_load(tree.snapshot, s.bytes, s.size), MASSA_ERROR_SNAPSHOT, "broad phase");
    end(&tree);
    end(&s);
    end(&twin);
    return MUNIT_OK;
}

// Red when a pair gets past the checks that is none: kernels look up its colliders.
static MunitResult forged_pairs_are_refused(const MunitParameter params[], void* fixture)
{
    (void)params;
    scene s = make(fixture, MASSA_BROAD_PHASE_FAT_TREE, PAIRS, false);
    step(&s);
    save(&s);
    const mas_fat* f   = &s.world->simulation->collision->broad.fat;
    const size_t state = place(&s, f->state), pair = place(&s, f->pair), meet = place(&s, f->meet);
    const size_t last = pair + (s.news.pair_count - 1) * sizeof(collider_pair);
    uint8_t* bad      = malloc(s.size);
    collider_pair first;
    memcpy(&first, s.bytes + pair, sizeof first);
    const struct
    {
        size_t at;
        uint32_t value;
    } row[] = {
        { pair, BODIES },                                             // no collider
        { pair + 4, BODIES },                                         //
        { last + 4, UINT32_MAX },                                     //
        { pair, first.b },                                            // one with itself
        { pair + 4, 0 },                                              // a plane comes first
        { meet + first.a * sizeof(collider_meet), 0 },                // a slot that is free
        { state + offsetof(fat_state, slots), 2 },                    // more than there were
        { state + offsetof(fat_state, slots), BODIES + 1 },           // than there can be
        { state + offsetof(fat_state, kept), PAIRS + 1 },             //
        { state + offsetof(fat_state, kept), s.news.pair_count + 1 }, // zeros
    };
    for (size_t k = 0; k < MAS_COUNT(row); ++k)
    {
        memcpy(bad, s.bytes, s.size);
        memcpy(bad + row[k].at, &row[k].value, 4);
        api_seal_snapshot(bad, s.size);
        REFUSED(massa_snapshot_load(s.snapshot, bad, s.size), MASSA_ERROR_SNAPSHOT, "forged");
    }
    memcpy(bad, s.bytes, s.size); // two pairs change places: their manifolds do not
    memcpy(bad + pair, s.bytes + pair + sizeof first, sizeof first);
    memcpy(bad + pair + sizeof first, &first, sizeof first);
    api_seal_snapshot(bad, s.size);
    REFUSED(massa_snapshot_load(s.snapshot, bad, s.size), MASSA_ERROR_SNAPSHOT, "forged");
    // What is taken does no harm: any words of what is kept.
    const mas_span kept[] = { f->box, f->meet, f->plane, f->pair, f->state };
    uint64_t seed         = 5;
    uint32_t taken        = 0;
    for (uint32_t n = 0; n < 200; ++n)
    {
        memcpy(bad, s.bytes, s.size);
        for (uint32_t k = 0; k < 3; ++k)
        {
            const mas_span span  = kept[test_random(&seed) % MAS_COUNT(kept)];
            const size_t at      = place(&s, span) + test_random(&seed) % (span.size / 4) * 4;
            const uint32_t r     = test_random(&seed);
            const uint32_t value = r % 3 == 0 ? r : r % 3 == 1 ? r >> 8 & 63 : 0x7FC00000u;
            memcpy(bad + at, &value, 4);
        }
        api_seal_snapshot(bad, s.size);
        if (massa_snapshot_load(s.snapshot, bad, s.size) != MASSA_OK) continue;
        restore(&s, bad, s.size);
        step(&s);
        step(&s);
        ++taken;
    }
    munit_assert_uint32(taken, >, 20);
    free(bad);
    end(&s);
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/touch-the-same", touch_the_same, api_setup, wrapper_tear_down, 0, NULL },
    { "/resizes", resizes, api_setup, wrapper_tear_down, 0, NULL },
    { "/snapshots-go-on", snapshots_go_on, api_setup, wrapper_tear_down, 0, NULL },
    { "/forged-pairs-are-refused", forged_pairs_are_refused, api_setup, wrapper_tear_down, 0, NULL },
    { 0 },
};
MunitSuite test_fat_tree_suite = { "/fat-tree", tests, NULL, 1, 0 };
