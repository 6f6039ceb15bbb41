#include "liquid_scene.h"

#include <string.h>

massa_world_desc liquids_desc(void)
{
    massa_world_desc d        = massa_default_world_desc();
    d.capacity.bodies         = 12;
    d.capacity.edits          = 64;
    d.capacity.events         = 256;
    d.capacity.shapes         = 10;
    d.capacity.hulls          = 2;
    d.capacity.colliders      = 8;
    d.capacity.liquid         = LIQUIDS_ROOM;
    d.capacity.particle_edits = 512;
    d.substeps                = 2;
    d.liquid.depth            = 0.3f;
    d.liquid.max_parts        = 3;
    return d;
}

massa_world_desc liquids_tank_desc(float depth)
{
    massa_world_desc d = liquids_desc();
    d.capacity.liquid  = 0;
    d.substeps         = massa_default_world_desc().substeps;
    d.liquid           = massa_default_world_desc().liquid;
    d.liquid.depth     = depth;
    return d;
}

massa_body_id liquids_body(massa_world* w, massa_body_kind kind, const massa_shape_desc* shape, massa_vec3 at)
{
    massa_body_desc d = massa_default_body_desc();
    massa_body_id id;
    test_try(massa_create_shape(w, shape, &d.shape));
    d.kind     = kind;
    d.position = at;
    test_try(massa_create_body(w, &d, &id));
    return id;
}

uint32_t liquids_fill(test_world* t, test_gpu* gpu, massa_world_desc d, massa_vec3 size, massa_vec3 block,
                      massa_liquid_id* liquid)
{
    massa_shape_desc tank = massa_default_shape_desc(), water = massa_default_shape_desc();
    massa_liquid_desc ld     = massa_default_liquid_desc();
    const float per_m        = 1.0f / d.liquid.spacing;
    const massa_vec3 of_each = { block.x * per_m + 0.5f, block.y * per_m + 0.5f, block.z * per_m + 0.5f };
    const uint32_t due       = (uint32_t)of_each.x * (uint32_t)of_each.y * (uint32_t)of_each.z;
    d.capacity.liquid += due;
    d.capacity.particle_edits = d.capacity.liquid;
    test_world_create(t, gpu, d, 1, 1);
    tank.kind     = MASSA_SHAPE_BOX;
    tank.hollow   = true;
    tank.box.half = (massa_vec3){ 0.5f * size.x, 0.5f * size.y, 0.5f * size.z };
    liquids_body(t->world, MASSA_BODY_STATIC, &tank, tank.box.half);
    water.kind     = MASSA_SHAPE_BOX;
    water.box.half = (massa_vec3){ 0.5f * block.x, 0.5f * block.y, 0.5f * block.z };
    massa_shape_id shape;
    uint32_t count;
    test_try(massa_create_shape(t->world, &water, &shape));
    test_try(massa_create_liquid(t->world, &ld, liquid));
    test_try(massa_liquid_fill(t->world, *liquid, shape, water.box.half, (massa_quat){ 0.0f, 0.0f, 0.0f, 1.0f },
                               (massa_vec3){ 0.0f, 0.0f, 0.0f }, &count));
    munit_assert_uint32(count, ==, due);
    return count;
}

massa_liquid_id liquids_make(massa_world* w, float density)
{
    massa_liquid_desc d = massa_default_liquid_desc();
    massa_liquid_id id;
    d.density   = density;
    d.viscosity = density < 1000.0f ? 0.1f : 0.02f;
    d.drag      = density < 1000.0f ? 0.1f : 0.0f;
    test_try(massa_create_liquid(w, &d, &id));
    return id;
}

static void begin(massa_world* w, liquids_scene* s)
{
    static const massa_vec3 wedge[] = { { -0.2f, 0.0f, -0.2f }, { 0.2f, 0.0f, -0.2f },  { -0.2f, 0.0f, 0.2f },
                                        { 0.2f, 0.0f, 0.2f },   { 0.0f, 0.15f, -0.2f }, { 0.0f, 0.15f, 0.2f } };
    massa_shape_desc d              = massa_default_shape_desc();
    liquids_body(w, MASSA_BODY_STATIC, &d, (massa_vec3){ 0.0f, -0.55f, 0.0f }); // a plane under the box
    d.kind          = MASSA_SHAPE_SPHERE;
    d.sphere.radius = 0.1f;
    liquids_body(w, MASSA_BODY_STATIC, &d, (massa_vec3){ 0.25f, -0.35f, 0.1f });
    d.kind                = MASSA_SHAPE_CAPSULE;
    d.capsule.radius      = 0.06f;
    d.capsule.half_length = 0.15f;
    liquids_body(w, MASSA_BODY_KINEMATIC, &d, (massa_vec3){ 0.1f, -0.2f, -0.15f });
    d.kind        = MASSA_SHAPE_HULL;
    d.hull.points = wedge;
    d.hull.count  = MAS_COUNT(wedge);
    liquids_body(w, MASSA_BODY_STATIC, &d, (massa_vec3){ -0.1f, -0.48f, 0.0f });
    d.kind       = MASSA_SHAPE_BOX;
    d.box.half   = (massa_vec3){ 0.4f, 0.5f, 0.3f };
    d.hollow     = true;
    s->box       = liquids_body(w, MASSA_BODY_KINEMATIC, &d, (massa_vec3){ 0.0f, 0.0f, 0.0f });
    d.hollow     = false;
    d.sensor     = true;
    d.box.half   = (massa_vec3){ 0.15f, 0.15f, 0.3f };
    s->sensor    = liquids_body(w, MASSA_BODY_STATIC, &d, (massa_vec3){ 0.25f, -0.3f, 0.0f });
    s->liquid[0] = liquids_make(w, 1000.0f);
    s->liquid[1] = liquids_make(w, 700.0f);

    massa_shape_id block;
    d.sensor   = false;
    d.box.half = (massa_vec3){ 0.15f, 0.2f, 0.2f };
    test_try(massa_create_shape(w, &d, &block));
    test_try(massa_liquid_fill(w, s->liquid[0], block, (massa_vec3){ -0.2f, 0.0f, 0.0f },
                               (massa_quat){ 0.0f, 0.0f, 0.0f, 1.0f }, (massa_vec3){ 0.5f, 0.0f, 0.0f }, &s->filled));
    test_try(massa_destroy_shape(w, block));
}

static void pour(massa_world* w, liquids_scene* s, uint64_t limit)
{
    massa_emitter_desc d = massa_default_emitter_desc();
    d.liquid             = s->liquid[1];
    d.position           = (massa_vec3){ 0.2f, 0.4f, 0.0f };
    d.radius             = 0.07f;
    d.speed              = 2.0f;
    d.limit              = limit;
    test_try(massa_create_emitter(w, &d, &s->emitter));
}

void liquids_edit(massa_world* w, liquids_scene* s, uint64_t step)
{
    massa_shape_desc d = massa_default_shape_desc();
    if (step == 1) begin(w, s);
    if (step == 3) pour(w, s, 0);
    if (step % 10 == 0)
    {
        const float sign = step % 20 == 0 ? 1.0f : -1.0f;
        test_try(massa_body_set_velocity(w, s->box, (massa_vec3){ 0.3f * sign, 0.0f, 0.1f * sign }));
        test_try(massa_body_set_angular_velocity(w, s->box, (massa_vec3){ 0.0f, 0.0f, 0.4f * sign }));
    }
    if (step == 20)
        test_try(massa_emitter_set(w, s->emitter, (massa_vec3){ 0.0f, 0.3f, 0.1f }, (massa_vec3){ 1.0f, -1.0f, 0.5f },
                                   3.0f));
    if (step == 25)
    {
        d.kind          = MASSA_SHAPE_SPHERE;
        d.sphere.radius = 0.15f;
        d.drain         = true;
        s->drain        = liquids_body(w, MASSA_BODY_STATIC, &d, (massa_vec3){ -0.3f, -0.4f, 0.0f });
    }
    if (step == 35) test_try(massa_destroy_body(w, s->drain));
    if (step == 40) test_try(massa_destroy_liquid(w, s->liquid[1])); // and the emitter
    if (step == 42) s->liquid[1] = liquids_make(w, 900.0f);
    if (step == 43) pour(w, s, 60);
    if (step == 45)
    {
        const massa_particle few[] = { { { 0.0f, 0.2f, 0.0f }, { 0.0f, 1.0f, 0.0f } },
                                       { { 0.0f, 0.3f, 0.0f }, { 0.0f, -4.0f, 0.0f } } };
        test_try(massa_liquid_add(w, s->liquid[0], few, MAS_COUNT(few)));
    }
}

static void edit(test_world* t, uint64_t step)
{
    liquids_edit(t->world, t->user, step);
}

void liquids_start(test_world* t, test_gpu* gpu, liquids_scene* s, uint32_t per_command, uint32_t in_flight)
{
    memset(s, 0, sizeof *s);
    test_world_create(t, gpu, liquids_desc(), per_command, in_flight);
    t->user = s;
    t->edit = edit;
}
