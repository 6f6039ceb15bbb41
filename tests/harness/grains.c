#include "grains.h"

#include <string.h>

massa_world_desc grains_desc(void)
{
    massa_world_desc d        = massa_default_world_desc();
    d.capacity.bodies         = 8;
    d.capacity.edits          = 32;
    d.capacity.events         = 256;
    d.capacity.shapes         = 4;
    d.capacity.colliders      = 3;
    d.capacity.particles      = GRAINS_ROOM;
    d.capacity.particle_edits = 128;
    d.capacity.neighbours     = 32;
    return d;
}

static float between(uint64_t* seed, float low, float high)
{
    return low + (high - low) * (float)(test_random(seed) >> 8) * 0x1p-24f;
}

static massa_grains_id make_kind(massa_world* w, uint32_t k)
{
    massa_grains_desc d = massa_default_grains_desc();
    massa_grains_id id;
    d.radius  = k == 0 ? 0.05f : 0.08f;
    d.density = k == 0 ? 1000.0f : 300.0f;
    d.drag    = k == 0 ? 0.0f : 0.5f;
    test_try(massa_create_grains(w, &d, &id));
    return id;
}

static massa_body_id make_body(massa_world* w, massa_body_kind kind, const massa_shape_desc* shape, massa_vec3 at)
{
    massa_body_desc d = massa_default_body_desc();
    massa_body_id id;
    test_try(massa_create_shape(w, shape, &d.shape));
    d.kind     = kind;
    d.position = at;
    test_try(massa_create_body(w, &d, &id));
    return id;
}

static void begin(massa_world* w, grains_scene* s)
{
    massa_shape_desc shape = massa_default_shape_desc();
    make_body(w, MASSA_BODY_STATIC, &shape, (massa_vec3){ 0.0f, -1.1f, 0.0f }); // a floor under the box
    shape.kind          = MASSA_SHAPE_SPHERE;
    shape.sphere.radius = 0.3f;
    make_body(w, MASSA_BODY_STATIC, &shape, (massa_vec3){ 0.1f, -0.6f, 0.0f });
    shape.kind     = MASSA_SHAPE_BOX;
    shape.box.half = (massa_vec3){ 0.6f, 1.0f, 0.5f };
    shape.hollow   = true;
    s->box         = make_body(w, MASSA_BODY_KINEMATIC, &shape, (massa_vec3){ 0.0f, 0.0f, 0.0f });
    s->kind[0]     = make_kind(w, 0);
    s->kind[1]     = make_kind(w, 1);
}

static void rain(massa_world* w, grains_scene* s, uint32_t kind, uint32_t count)
{
    massa_particle p[64];
    for (uint32_t i = 0; i < count; ++i)
    {
        p[i].position = (massa_vec3){ between(&s->seed, -0.5f, 0.5f), between(&s->seed, 0.2f, 0.9f),
                                      between(&s->seed, -0.4f, 0.4f) };
        p[i].velocity = (massa_vec3){ between(&s->seed, -1.0f, 1.0f), -2.0f, between(&s->seed, -1.0f, 1.0f) };
    }
    test_try(massa_grains_add(w, s->kind[kind], p, count, s->id + s->count));
    for (uint32_t i = 0; i < count; ++i)
        s->kind_of[s->count++] = kind;
}

static void forget(grains_scene* s, uint32_t k)
{
    s->id[k]      = s->id[--s->count];
    s->kind_of[k] = s->kind_of[s->count];
}

static void take_out(massa_world* w, grains_scene* s, uint32_t count)
{
    for (uint32_t i = 0; i < count && s->count > 0; ++i)
    {
        const uint32_t k = test_random(&s->seed) % s->count;
        test_try(massa_remove_particles(w, &s->id[k], 1));
        forget(s, k);
    }
}

// Its particles go with it, and their ids.
static void drop_kind(massa_world* w, grains_scene* s, uint32_t kind)
{
    test_try(massa_destroy_grains(w, s->kind[kind]));
    uint32_t gone = 0;
    for (uint32_t k = s->count; k-- > 0;)
    {
        if (s->kind_of[k] != kind) continue;
        if (gone++ == 0) munit_assert_int(massa_remove_particles(w, &s->id[k], 1), ==, MASSA_ERROR_STALE_ID);
        forget(s, k);
    }
    munit_assert_uint32(gone, >, 50);
}

void grains_edit(massa_world* w, grains_scene* s, uint64_t step)
{
    if (step == 1) begin(w, s);
    if (step <= 20) rain(w, s, 0, 20);
    if (step > 5 && step <= 25) rain(w, s, 1, 7);
    if (step % 3 == 0) take_out(w, s, 5);
    if (step % 3 == 0) rain(w, s, 0, 2); // into slots that were left just now
    if (step % 10 == 0)
    {
        const float sign = step % 20 == 0 ? 1.0f : -1.0f;
        test_try(massa_body_set_velocity(w, s->box, (massa_vec3){ 0.5f * sign, 0.0f, 0.25f * sign }));
        test_try(massa_body_set_angular_velocity(w, s->box, (massa_vec3){ 0.0f, 0.0f, 0.4f * sign }));
    }
    if (step == 40) drop_kind(w, s, 1);
    if (step == 42) s->kind[1] = make_kind(w, 1);
    if (step > 42 && step <= 50) rain(w, s, step % 2, 20);
    if (step % 7 == 0) // a shape that nobody has
    {
        massa_shape_desc shape = massa_default_shape_desc();
        test_try(massa_create_shape(w, &shape, &s->spare));
        test_try(massa_destroy_shape(w, s->spare));
    }
}

static void edit(test_world* t, uint64_t step)
{
    grains_edit(t->world, t->user, step);
}

void grains_start(test_world* t, test_gpu* gpu, grains_scene* s, uint32_t per_command, uint32_t in_flight)
{
    memset(s, 0, sizeof *s);
    test_world_create(t, gpu, grains_desc(), per_command, in_flight);
    t->user = s;
    t->edit = edit;
}
