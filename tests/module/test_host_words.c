// What hosts said of things and massa only keeps for them: their own numbers, colours, limits and counts. No step looks
// at them, so no hash of a state knows them. Red when a replay, a snapshot or a resize forgets or mixes them up.
// runs: lavapipe25 layers asan. What the host side does with its input is the same on every driver.
#include "api.h"
#include "liquid_scene.h"
#include "module/world.h"
#include "tape.h"

enum
{
    EACH  = 3, // bodies, shapes, joints, liquids, emitters
    STEPS = 4,
};

typedef struct things
{
    massa_body_id body[EACH];
    massa_shape_id shape[EACH];
    massa_joint_id joint[EACH];
    massa_liquid_id liquid[EACH];
    massa_emitter_id emitter[EACH];
    uint64_t sent[EACH];
} things;

static uint64_t word(uint32_t kind, uint32_t i) // both halves of it matter
{
    return (uint64_t)(0xA0000000u + 256 * kind + i) << 32 | (0xB0000000u + 256 * kind + i);
}

static massa_world* make(test_gpu* gpu, uint32_t scale)
{
    massa_world_desc d = liquids_desc();
    massa_capacity* c  = &d.capacity;
    massa_world* w;
    c->joints = 4;
    c->bodies *= scale;
    c->shapes *= scale;
    c->joints *= scale;
    c->liquid *= scale;
    test_try(massa_create_world(gpu->device, &d, &w));
    return w;
}

// Shapes that differ in every field that an edit carries.
static massa_shape_desc shape_of(uint32_t i)
{
    massa_shape_desc d = massa_default_shape_desc();
    d.kind             = i == 0 ? MASSA_SHAPE_BOX : i == 1 ? MASSA_SHAPE_SPHERE : MASSA_SHAPE_CAPSULE;
    d.box.half         = (massa_vec3){ 0.25f, 0.5f, 0.75f };
    d.density          = 500.0f + 8.0f * (float)i;
    d.friction         = 0.25f + 0.125f * (float)i;
    d.restitution      = 0.5f + 0.125f * (float)i;
    d.rolling          = 0.01f * (float)(i + 1);
    d.surface_velocity = (massa_vec3){ 1.0f + (float)i, 2.0f, 3.0f };
    d.category         = 0x80010002u << i;
    d.mask             = 0xC003000Fu >> i;
    d.group            = (int32_t)i - 7;
    d.user             = word(1, i);
    return d;
}

static void edit(massa_world* w, things* t, uint32_t step)
{
    if (step == 1)
    {
        for (uint32_t i = 0; i < EACH; ++i)
        {
            const massa_shape_desc shape = shape_of(i);
            massa_body_desc body         = massa_default_body_desc();
            massa_joint_desc joint       = massa_default_joint_desc();
            massa_liquid_desc liquid     = massa_default_liquid_desc();
            body.user                    = word(2, i);
            joint.user                   = word(3, i);
            liquid.user                  = word(4, i);
            liquid.colour                = 0x123456u + i;
            test_try(massa_create_shape(w, &shape, &t->shape[i]));
            test_try(massa_create_body(w, &body, &t->body[i]));
            joint.body_a = t->body[i];
            test_try(massa_create_joint(w, &joint, &t->joint[i]));
            test_try(massa_create_liquid(w, &liquid, &t->liquid[i]));
        }
        return;
    }
    const uint32_t i     = step - 2; // one emitter in each later step: they have sent different numbers
    massa_emitter_desc d = massa_default_emitter_desc();
    d.liquid             = t->liquid[i];
    d.position           = (massa_vec3){ 1.0f * (float)i, 0.0f, 0.0f };
    d.speed              = 4.0f;
    d.limit              = i == 0 ? 5 : (1ull << 40) + i;
    test_try(massa_create_emitter(w, &d, &t->emitter[i]));
}

static uint64_t step(test_gpu* gpu, massa_world* w, things* t, uint32_t n)
{
    edit(w, t, n);
    const uint64_t hash = api_step(gpu, w);
    for (uint32_t i = 0; i + 2 <= n; ++i)
        test_try(massa_emitter_get_sent(w, t->emitter[i], &t->sent[i]));
    return hash;
}

static void expect_words(const massa_world* w, const things* t)
{
    uint64_t user;
    uint32_t colour;
    for (uint32_t i = 0; i < EACH; ++i)
    {
        test_try(massa_shape_get_user(w, t->shape[i], &user));
        munit_assert_uint64(user, ==, word(1, i));
        test_try(massa_body_get_user(w, t->body[i], &user));
        munit_assert_uint64(user, ==, word(2, i));
        test_try(massa_joint_get_user(w, t->joint[i], &user));
        munit_assert_uint64(user, ==, word(3, i));
        test_try(massa_liquid_get_user(w, t->liquid[i], &user));
        munit_assert_uint64(user, ==, word(4, i));
        test_try(massa_liquid_get_colour(w, t->liquid[i], &colour));
        munit_assert_uint32(colour, ==, 0x123456u + i);
        test_try(massa_emitter_get_sent(w, t->emitter[i], &user));
        munit_assert_uint64(user, ==, t->sent[i]);
        munit_assert_uint64(w->tables->liquid.emitters[i].limit, ==, i == 0 ? 5 : (1ull << 40) + i);

        const massa_shape_desc d = shape_of(i);
        const mas_shape* s       = &mas_shapes(w->tables)[(uint32_t)t->shape[i].bits];
        munit_assert_float(s->density, ==, d.density);
        munit_assert_float(s->friction, ==, d.friction);
        munit_assert_float(s->restitution, ==, d.restitution);
        munit_assert_float(s->rolling, ==, d.rolling);
        munit_assert_memory_equal(sizeof s->surface, &s->surface, &d.surface_velocity);
        munit_assert_uint32(s->category, ==, d.category);
        munit_assert_uint32(s->mask, ==, d.mask);
        munit_assert_int32(s->group, ==, d.group);
    }
    munit_assert_uint64(t->sent[0], ==, 5);
    munit_assert_uint64(t->sent[1], >, t->sent[2]);
}

static MunitResult replays_keep_them(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_gpu* gpu  = fixture;
    tape recorded  = { 0 };
    things t       = { 0 };
    massa_world *w = make(gpu, 1), *again = make(gpu, 1);
    test_try(massa_world_set_recorder(w, tape_record, &recorded));
    for (uint32_t n = 1; n <= STEPS; ++n)
        munit_assert_uint64(step(gpu, w, &t, n), ==,
                            api_replay(gpu, again, recorded.block[n - 1], recorded.size[n - 1]));
    expect_words(w, &t);
    expect_words(again, &t);
    munit_assert_uint64(api_tables(again), ==, api_tables(w)); // and all else that the host's side knows
    tape_drop(&recorded);
    massa_destroy_world(w);
    massa_destroy_world(again);
    return MUNIT_OK;
}

static MunitResult snapshots_keep_them(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_gpu* gpu  = fixture;
    things t       = { 0 };
    massa_world *w = make(gpu, 1), *other = make(gpu, 1);
    massa_snapshot *sent, *received;
    const void* bytes;
    size_t size;
    test_try(massa_create_snapshot(w, &sent));
    test_try(massa_create_snapshot(other, &received));
    for (uint32_t n = 1; n <= STEPS; ++n)
        step(gpu, w, &t, n);
    VkCommandBuffer cmd = platform_begin(&gpu->host);
    test_try(massa_cmd_save(w, cmd, sent));
    munit_assert(platform_submit_and_wait(&gpu->host, cmd));
    test_try(massa_snapshot_bytes(sent, &bytes, &size));
    test_try(massa_snapshot_load(received, bytes, size));
    cmd = platform_begin(&gpu->host);
    test_try(massa_cmd_restore(other, cmd, received));
    munit_assert(platform_submit_and_wait(&gpu->host, cmd));
    expect_words(other, &t);
    munit_assert_uint64(api_step(gpu, other), ==, api_step(gpu, w));
    massa_destroy_snapshot(sent);
    massa_destroy_snapshot(received);
    massa_destroy_world(w);
    massa_destroy_world(other);
    return MUNIT_OK;
}

static MunitResult resizes_keep_them(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_gpu* gpu  = fixture;
    things t       = { 0 };
    massa_world *w = make(gpu, 1), *large = make(gpu, 2);
    const massa_capacity small = w->desc.capacity, roomy = large->desc.capacity;
    massa_destroy_world(large);
    for (uint32_t n = 1; n <= STEPS; ++n)
    {
        test_try(massa_world_resize(w, n % 2 == 1 ? &roomy : &small));
        step(gpu, w, &t, n);
    }
    expect_words(w, &t);
    test_try(massa_world_resize(w, &roomy));
    expect_words(w, &t);
    massa_destroy_world(w);
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/replays-keep-them", replays_keep_them, api_setup, wrapper_tear_down, 0, NULL },
    { "/snapshots-keep-them", snapshots_keep_them, api_setup, wrapper_tear_down, 0, NULL },
    { "/resizes-keep-them", resizes_keep_them, api_setup, wrapper_tear_down, 0, NULL },
    { 0 },
};
MunitSuite test_host_words_suite = { "/host_words", tests, NULL, 1, 0 };
