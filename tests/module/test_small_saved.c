// Worlds whose steps run as those of a small one by turns: saved, restored, replayed and resized, and among particles.
// Bits are those of a world that never does. Red when something that is kept is left otherwise by one of the two ways.
// runs: lavapipe25 layers asan. What the host side does with its input is the same on every driver.
#include "small_life.h"
#include "inside.h"
#include "tape.h"

#include <munit.h>

enum
{
    MIDDLE = 21 // step
};

// ---- With particles ----

// What moves and has a shape is guided there; a chain of two without any swings beside it.
static void guide(rigid_world* s)
{
    massa_body_desc b      = massa_default_body_desc();
    massa_joint_desc j     = massa_default_joint_desc();
    massa_shape_desc shape = rigid_box(0.5f);
    massa_joint_id joint;
    massa_body_id id;
    rigid_ground(s, 0.6f, 0.0f);
    b.shape = rigid_make(s, &shape);
    for (int k = 0; k < 2; ++k)
    {
        b.kind       = k == 0 ? MASSA_BODY_STATIC : MASSA_BODY_KINEMATIC;
        b.position.x = (float)k;
        b.velocity   = (massa_vec3){ 0.0f, 1.5f * (float)k, 0.0f };
        test_try(massa_create_body(s->world, &b, &id));
    }
    b         = massa_default_body_desc();
    b.mass    = 1.0f;
    b.inertia = (massa_vec3){ 0.1f, 0.2f, 0.3f };
    for (int k = 0; k < 2; ++k)
    {
        b.position.x = 5.0f + (float)k;
        test_try(massa_create_body(s->world, &b, &j.body_b));
        j.anchor_a = j.body_a.bits == 0 ? (massa_vec3){ 4.5f, 0.0f, 0.0f } : (massa_vec3){ 0.5f, 0.0f, 0.0f };
        j.anchor_b = (massa_vec3){ -0.5f, 0.0f, 0.0f };
        test_try(massa_create_joint(s->world, &j, &joint));
        j.body_a = j.body_b;
    }
}

static void pour(rigid_world* s, bool liquid)
{
    massa_grains_desc g = massa_default_grains_desc();
    massa_liquid_desc f = massa_default_liquid_desc();
    massa_shape_desc d  = rigid_box(0.2f);
    const massa_quat as = { 0.0f, 0.0f, 0.0f, 1.0f };
    massa_grains_id kind;
    massa_liquid_id water;
    if (liquid)
    {
        test_try(massa_create_liquid(s->world, &f, &water));
        test_try(massa_liquid_fill(s->world, water, rigid_make(s, &d), (massa_vec3){ 1.0f, 3.2f, 0.4f }, as,
                                   (massa_vec3){ 0.0f, 0.0f, 0.0f }, NULL));
        return;
    }
    g.radius = 0.05f;
    test_try(massa_create_grains(s->world, &g, &kind));
    for (uint32_t i = 0; i < 100; ++i)
    {
        const massa_vec3 x     = { 0.12f * (float)(i % 10), 3.0f + 0.12f * (float)(i / 10), 0.4f };
        const massa_particle p = { x, { 0.0f, -1.0f, 0.0f } };
        massa_particle_id id;
        test_try(massa_grains_add(s->world, kind, &p, 1, &id));
    }
}

static void among(test_gpu* gpu, small_way how, bool liquid, uint64_t hash[SMALL_STEPS / 2])
{
    massa_world_desc d                                     = small_desc();
    *(liquid ? &d.capacity.liquid : &d.capacity.particles) = 1000;
    rigid_world s                                          = small_make(gpu, how, d);
    guide(&s);
    pour(&s, liquid);
    for (uint32_t i = 0; i < SMALL_STEPS / 2; ++i)
    {
        small_run(&s, how, i);
        hash[i] = s.hash;
    }
    munit_assert_uint32(s.news.particle_count, >, 90);
    rigid_destroy(&s);
}

static MunitResult particles(const MunitParameter params[], void* fixture)
{
    (void)params;
    for (uint32_t liquid = 0; liquid < 2; ++liquid)
    {
        uint64_t small[SMALL_STEPS / 2], never[SMALL_STEPS / 2];
        among(fixture, SMALL_IN_TURN, liquid != 0, small);
        among(fixture, SMALL_NEVER, liquid != 0, never);
        munit_assert_memory_equal(sizeof small, small, never);
    }
    return MUNIT_OK;
}

// ---- Saved, restored, replayed, resized ----

static void submit(rigid_world* s, massa_snapshot* save, const massa_snapshot* restore)
{
    VkCommandBuffer cmd = platform_begin(&s->gpu->host);
    if (save != NULL) test_try(massa_cmd_save(s->world, cmd, save));
    if (restore != NULL) test_try(massa_cmd_restore(s->world, cmd, restore));
    munit_assert(platform_submit_and_wait(&s->gpu->host, cmd));
}

// From that step on as the tape has it.
static void play(rigid_world* s, small_way how, const tape* t, uint32_t from, const uint64_t hash[SMALL_STEPS])
{
    for (uint32_t i = from; i < SMALL_STEPS; ++i)
    {
        const bool small = small_expect(s, how, i);
        munit_assert_uint64(api_replay(s->gpu, s->world, t->block[i], t->size[i]), ==, hash[i]);
        munit_assert_true(s->world->simulation->collision->in_whole == small);
    }
}

static void equal(const massa_snapshot* a, const massa_snapshot* b)
{
    const void *of_a, *of_b;
    size_t size_a, size_b;
    test_try(massa_snapshot_bytes(a, &of_a, &size_a));
    test_try(massa_snapshot_bytes(b, &of_b, &size_b));
    munit_assert_size(size_a, ==, size_b);
    munit_assert_memory_equal(size_a, of_a, of_b);
}

// A snapshot of one way goes on in a world of the other, and a recording of one is replayed by the other.
static MunitResult saved_and_replayed(const MunitParameter params[], void* fixture)
{
    (void)params;
    static const small_way other_of[] = { SMALL_ALWAYS, SMALL_NEVER, SMALL_NEVER };
    for (small_way how = SMALL_NEVER; how <= SMALL_IN_TURN; ++how)
    {
        rigid_world s     = small_make(fixture, how, small_desc()),
                    other = small_make(fixture, other_of[how], small_desc());
        tape t            = { 0 };
        uint64_t hash[SMALL_STEPS];
        massa_snapshot *saved, *loaded;
        const void* data;
        size_t size;
        small_life l;
        test_try(massa_create_snapshot(s.world, &saved));
        test_try(massa_create_snapshot(other.world, &loaded));
        test_try(massa_world_set_recorder(s.world, tape_record, &t));
        for (uint32_t i = 0; i < SMALL_STEPS; ++i)
        {
            if (i == MIDDLE) submit(&s, saved, NULL);
            small_edit(&s, &l, i);
            small_run(&s, how, i);
            hash[i] = s.hash;
        }
        test_try(massa_snapshot_bytes(saved, &data, &size));
        test_try(massa_snapshot_load(loaded, data, size));
        play(&other, other_of[how], &t, 0, hash);
        submit(&other, NULL, loaded);
        play(&other, other_of[how], &t, MIDDLE, hash);
        submit(&s, saved, NULL);
        submit(&other, loaded, NULL);
        equal(saved, loaded);
        massa_destroy_snapshot(saved);
        massa_destroy_snapshot(loaded);
        rigid_destroy(&s);
        rigid_destroy(&other);
        tape_drop(&t);
    }
    return MUNIT_OK;
}

// Room comes in the middle: what is in use stays, and so do the steps.
static void stretch(test_gpu* gpu, small_way how, uint64_t hash[SMALL_STEPS])
{
    massa_world_desc d       = small_desc();
    const massa_capacity all = d.capacity;
    d.capacity.bodies = d.capacity.colliders = SMALL_BOXES + 2;
    d.capacity.pairs                         = 24 * (SMALL_BOXES + 2);
    rigid_world s                            = small_make(gpu, how, d);
    mas_limits* limits                       = &gpu->device->limits;
    const mas_limits had                     = *limits;
    small_life l;
    for (uint32_t i = 0; i < SMALL_STEPS; ++i)
    {
        if (how == SMALL_NEVER) limits->wide = false;
        if (i == MIDDLE) test_try(massa_world_resize(s.world, &all));
        *limits = had;
        small_edit(&s, &l, i);
        small_run(&s, how, i);
        hash[i] = s.hash;
    }
    rigid_destroy(&s);
}

static MunitResult resized(const MunitParameter params[], void* fixture)
{
    (void)params;
    uint64_t small[SMALL_STEPS], never[SMALL_STEPS];
    stretch(fixture, SMALL_IN_TURN, small);
    stretch(fixture, SMALL_NEVER, never);
    munit_assert_memory_equal(sizeof small, small, never);
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/particles", particles, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { "/saved-and-replayed", saved_and_replayed, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { "/resized", resized, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { 0 },
};
MunitSuite test_small_saved_suite = { "/small_saved", tests, NULL, 1, 0 };
