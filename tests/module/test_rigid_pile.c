// Many boxes: pyramids that stand, piles that lie. How deep they sit in each other is measured from poses alone, by the
// yardstick that the bench has for other engines (samples/bench/rigid_measure.c).
#include "rigid.h"
#include "bench/rigid_scene.h"

#include <stdlib.h>

static void* room(size_t count, size_t size)
{
    void* p = calloc(count, size);
    munit_assert_not_null(p);
    return p;
}

static rigid_world build(test_gpu* gpu, const rigid_scene* scene)
{
    massa_world_desc d   = rigid_desc(scene->body_count + scene->plane_count, 0);
    d.gravity.y          = -10.0f;
    rigid_world s        = rigid_create(gpu, d);
    massa_shape_desc box = rigid_box(0.5f), plane = massa_default_shape_desc();
    massa_body_id id;
    const massa_shape_id unit = rigid_make(&s, &box);
    for (uint32_t i = 0; i < scene->body_count; ++i)
    {
        const rigid_body* b  = &scene->body[i];
        massa_body_desc body = massa_default_body_desc();
        body.kind            = b->mass > 0.0f ? MASSA_BODY_DYNAMIC : MASSA_BODY_STATIC;
        body.position        = (massa_vec3){ b->position[0], b->position[1], b->position[2] };
        body.rotation        = (massa_quat){ b->rotation[0], b->rotation[1], b->rotation[2], b->rotation[3] };
        body.shape           = unit;
        box.box.half         = (massa_vec3){ b->half[0], b->half[1], b->half[2] };
        if (b->mass <= 0.0f) body.shape = rigid_make(&s, &box);
        test_try(massa_create_body(s.world, &body, &id));
    }
    for (uint32_t i = 0; i < scene->plane_count; ++i)
    {
        const float *n = scene->plane[i].normal, far = scene->plane[i].distance;
        massa_body_desc body = massa_default_body_desc();
        body.kind            = MASSA_BODY_STATIC;
        body.position        = (massa_vec3){ n[0] * far, n[1] * far, n[2] * far };
        body.rotation        = (massa_quat){ n[2], 0.0f, -n[0], 1.0f + n[1] }; // from y to the normal, by half the way
        body.shape           = rigid_make(&s, &plane);
        test_try(massa_create_body(s.world, &body, &id));
    }
    return s;
}

static void read(rigid_world* s, uint32_t count, rigid_state* state, rigid_pose* out)
{
    rigid_read(s, state, count);
    for (uint32_t i = 0; i < count; ++i)
        for (uint32_t k = 0; k < 4; ++k)
        {
            out[i].rotation[k] = (float)state[i].rotation[k];
            if (k < 3) out[i].position[k] = (float)state[i].position[k];
        }
}

// Runs it and tells how it stands after so many steps.
static rigid_quality run(test_gpu* gpu, rigid_scene scene, uint32_t steps)
{
    const uint32_t n  = scene.body_count;
    rigid_pose *first = room(n, sizeof *first), *before = room(n, sizeof *before), *now = room(n, sizeof *now);
    rigid_state* state = room(n, sizeof *state);
    rigid_world s      = build(gpu, &scene);
    rigid_run(&s, 1);
    read(&s, n, state, first);
    rigid_run(&s, steps - 2);
    read(&s, n, state, before);
    rigid_run(&s, 1);
    read(&s, n, state, now);
    const rigid_quality q = rigid_measure(&scene, now, before, first);
    munit_logf(MUNIT_LOG_INFO, "%s %u, %u steps: drift %.1f mm, depth %.3f mm (at most %.1f), speed %.3f mm/s",
               scene.name, scene.size, steps, 1e3 * q.drift, 1e3 * q.depth, 1e3 * q.deepest, 1e3 * q.speed);
    munit_assert_uint32(q.lost, ==, 0);
    rigid_destroy(&s);
    rigid_scene_destroy(&scene);
    free(first);
    free(before);
    free(now);
    free(state);
    return q;
}

// Small ones on every driver; the sizes where there is time.
static MunitResult pyramid(const MunitParameter params[], void* fixture)
{
    (void)params;
    rigid_quality q =
        run(fixture, rigid_large_pyramid(test_is_lavapipe25() ? 60 : 12), test_is_lavapipe25() ? 400 : 60);
    munit_assert_double(q.drift, <=, 0.08);
    if (test_is_lavapipe25()) munit_assert_double(q.speed, <=, 0.005);
    return MUNIT_OK;
}

static MunitResult pyramid_long(const MunitParameter params[], void* fixture)
{
    (void)params;
    if (!test_full()) return test_skip(TEST_LONG);
    rigid_quality q = run(fixture, rigid_large_pyramid(60), 3600);
    munit_assert_double(q.drift, <=, 0.15);
    munit_assert_double(q.speed, <=, 0.005);
    q = run(fixture, rigid_large_pyramid(100), 400);
    munit_assert_double(q.drift, <=, 0.5);
    return MUNIT_OK;
}

static MunitResult pile(const MunitParameter params[], void* fixture)
{
    (void)params;
    const rigid_quality small = run(fixture, rigid_pile(test_is_lavapipe25() ? 6 : 3), test_is_lavapipe25() ? 200 : 60);
    munit_assert_double(small.depth, <=, 0.0042);
    return MUNIT_OK;
}

static MunitResult pile_long(const MunitParameter params[], void* fixture)
{
    (void)params;
    if (!test_full()) return test_skip(TEST_LONG);
    const rigid_quality q = run(fixture, rigid_pile(16), 400);
    munit_assert_double(q.depth, <=, 0.0042);
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/pyramid", pyramid, api_setup, wrapper_tear_down, 0, NULL },
    { "/pyramid-long", pyramid_long, api_setup, wrapper_tear_down, 0, NULL },
    { "/pile", pile, api_setup, wrapper_tear_down, 0, NULL },
    { "/pile-long", pile_long, api_setup, wrapper_tear_down, 0, NULL },
    { 0 },
};
MunitSuite test_rigid_pile_suite = { "/rigid-pile", tests, NULL, 1, 0 };
