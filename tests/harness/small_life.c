#include "small_life.h"
#include "inside.h"

massa_world_desc small_desc(void)
{
    massa_world_desc d    = massa_default_world_desc();
    d.capacity.colliders  = d.capacity.bodies;
    d.capacity.pairs      = 24 * d.capacity.bodies;
    d.capacity.joints     = 64;
    d.max_steps_in_flight = 8;
    d.sleep_time          = 0.2f;
    return d;
}

rigid_world small_make(test_gpu* gpu, small_way how, massa_world_desc d)
{
    mas_limits* limits   = &gpu->device->limits;
    const mas_limits had = *limits;
    munit_assert_true(limits->wide); // a driver without it would prove nothing here
    if (how == SMALL_NEVER) limits->wide = false;
    const rigid_world s = rigid_create(gpu, d);
    *limits             = had;
    return s;
}

bool small_expect(rigid_world* s, small_way how, uint32_t i)
{
    const bool small = how == SMALL_ALWAYS || (how == SMALL_IN_TURN && i % 3 != 1);
    if (how == SMALL_IN_TURN) s->world->news.told_pairs = small ? 0 : UINT32_MAX;
    return small;
}

void small_run(rigid_world* s, small_way how, uint32_t i)
{
    const bool small = small_expect(s, how, i);
    rigid_run(s, 1);
    munit_assert_true(s->world->simulation->collision->in_whole == small);
}

void small_edit(rigid_world* s, small_life* l, uint32_t i)
{
    massa_joint_desc j    = massa_default_joint_desc();
    massa_shape_desc ball = rigid_sphere(0.3f);
    const massa_quat as   = { 0.0f, 0.0f, 0.0f, 1.0f };
    ball.restitution      = 0.8f;
    if (i == 0)
    {
        const massa_shape_desc box = rigid_box(0.4f);
        const massa_shape_id shape = rigid_make(s, &box);
        rigid_ground(s, 0.6f, 0.0f);
        for (uint32_t k = 0; k < SMALL_BOXES; ++k)
            l->body[k] = rigid_put(s, shape, 0.85f * (float)(k % 3), 0.5f + 0.95f * (float)(k / 3), 0.1f * (float)k);
    }
    for (uint32_t k = 0; k < 2 && i == 6; ++k)
    {
        j.body_a     = l->body[k];
        j.body_b     = l->body[k + 1];
        j.anchor_a.x = 0.45f;
        j.anchor_b.x = -0.45f;
        test_try(massa_create_joint(s->world, &j, &l->joint[k]));
    }
    if (i == 12) rigid_moving(s, rigid_make(s, &ball), (massa_vec3){ 0.4f, 4.0f, 0.4f }, (massa_vec3){ 0.0f });
    if (i == 27) test_try(massa_body_set_pose(s->world, l->body[4], (massa_vec3){ 0.8f, 5.0f, 0.3f }, as));
    if (i == 33) test_try(massa_destroy_joint(s->world, l->joint[0]));
    if (i == 39) test_try(massa_destroy_body(s->world, l->body[2])); // with its joint
}
