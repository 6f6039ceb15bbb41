// Joints and sleepers, step by step against the twin in plain C that plays their recording.
#include "twin_scene.h"

// ---- Joints ----

static void make_joints(twin_scene* s)
{
    const massa_body_id none = { 0 };
    const massa_shape_id box = meeting_box(s->world, 0.25f, 0.125f, 0.25f);
    twin_add(s, MASSA_BODY_STATIC, meeting_plane(s->world), 0.0f, 0.0f, 0.0f);
    for (uint32_t k = 0; k < 4; ++k) // a chain of each kind, stiff and soft; its first link on the world
        for (uint32_t i = 0; i < 4; ++i)
        {
            const massa_body_id b =
                twin_add(s, MASSA_BODY_DYNAMIC, box, 0.5f * (float)(i + 1), 2.5f, 1.5f * (float)k - 2.0f);
            massa_joint_desc d =
                twin_joint((massa_joint_kind)k, i == 0 ? none : s->body[s->bodies - 2], b,
                           i == 0 ? twin_vec(0.25f, 2.5f, 1.5f * (float)k - 2.0f) : twin_vec(0.25f, 0.0f, 0.0f),
                           twin_vec(-0.25f, 0.0f, 0.0f));
            d.length  = 0.25f;
            d.collide = i == 2;
            if (i == 3) d.hertz = 2.0f;
            if (i == 3) d.damping_ratio = 0.25f;
            twin_join(s, &d);
        }
    // A crank that drags two, which may have one colour because nothing moves it, and a hub with more arms than there are colours.
    const massa_body_id crank = twin_add(s, MASSA_BODY_KINEMATIC, box, -4.0f, 1.0f, 0.0f);
    const massa_body_id load  = twin_add(s, MASSA_BODY_DYNAMIC, box, -3.25f, 1.0f, 0.0f);
    test_try(massa_body_set_angular_velocity(s->world, crank, twin_vec(0.0f, 4.0f, 1.0f)));
    massa_joint_desc d =
        twin_joint(MASSA_JOINT_HINGE, crank, load, twin_vec(0.375f, 0.0f, 0.0f), twin_vec(-0.375f, 0.0f, 0.0f));
    d.frame_a = d.frame_b = massa_frame_of_axis(twin_vec(0.0f, 1.0f, 0.0f));
    twin_join(s, &d);
    d.body_b   = twin_add(s, MASSA_BODY_DYNAMIC, box, -4.75f, 1.0f, 0.0f);
    d.anchor_a = twin_vec(-0.375f, 0.0f, 0.0f);
    d.anchor_b = twin_vec(0.375f, 0.0f, 0.0f);
    twin_join(s, &d);
    const massa_shape_id bead = meeting_sphere(s->world, 0.0625f);
    const massa_body_id hub   = twin_add(s, MASSA_BODY_DYNAMIC, box, 4.0f, 1.5f, 0.0f);
    while (s->bodies < TWIN_ROOM && s->joints + 3 < TWIN_ROOM)
    {
        const float x = 0.125f * (float)(s->joints % 6) - 0.375f, z = 0.125f * (float)(s->joints / 6) - 0.625f;
        d        = twin_joint(MASSA_JOINT_DISTANCE, hub,
                              twin_add(s, MASSA_BODY_DYNAMIC, bead, 4.0f + 2.0f * x, 1.25f, 2.0f * z),
                              twin_vec(x, -0.125f, 0.5f * z), twin_vec(0.0f, 0.0f, 0.0f));
        d.length = 0.5f;
        twin_join(s, &d);
    }
    for (uint32_t i = 0; i < 3; ++i) // the hub hangs on three springs
    {
        d        = twin_joint(MASSA_JOINT_DISTANCE, none, hub, twin_vec(4.0f + (float)i, 3.0f, 0.5f),
                              twin_vec(0.0f, 0.125f, 0.0f));
        d.hertz  = 4.0f;
        d.length = 1.5f;
        twin_join(s, &d);
    }
}

static void edit_joints(test_world* t, uint64_t step)
{
    twin_scene* s  = t->user;
    massa_world* w = t->world;
    switch (step)
    {
    case 20: test_try(massa_destroy_joint(w, s->joint[1])); break;
    case 25: test_try(massa_joint_set_collide(w, s->joint[5], true)); break;
    case 30: test_try(massa_joint_set_spring(w, s->joint[6], 3.0f, 0.5f)); break;
    case 35: test_try(massa_joint_set_length(w, s->joint[14], 0.5f)); break;
    case 40: test_try(massa_destroy_body(w, s->body[9])); break; // takes two joints along
    case 45: test_try(massa_joint_set_collide(w, s->joint[14], false)); break;
    case 50:
    {
        const massa_joint_desc d = twin_joint(MASSA_JOINT_BALL, s->body[3], s->body[7], twin_vec(0.0f, 0.0f, 0.5f),
                                              twin_vec(0.0f, 0.0f, -0.5f));
        test_try(massa_create_joint(w, &d, &s->joint[1]));
        break;
    }
    case 60:
        test_try(massa_body_set_pose(w, s->body[14], twin_vec(1.0f, 3.0f, 3.0f), (massa_quat){ 0, 0, 0, 1 }));
        break;
    default: break;
    }
}

static MunitResult joints(const MunitParameter params[], void* fixture)
{
    (void)params;
    for (size_t i = 0; i < TWIN_WAYS; ++i)
    {
        twin w;
        twin_scene s;
        massa_world_desc d = twin_desc(&twin_ways[i]);
        d.joint_sweeps     = i == 1 ? 3 : 1;
        twin_play(fixture, &w, &d, twin_ways[i].in_flight, &s, make_joints, edit_joints);
        munit_assert_uint32(w.most_late_joints, >, 3);
    }
    massa_world_desc d = twin_desc(&twin_ways[0]); // bodies that do not meet are joined all the same
    d.capacity.pairs   = MASSA_NONE;
    twin w;
    twin_scene s;
    twin_play(fixture, &w, &d, 2, &s, make_joints, edit_joints);
    return MUNIT_OK;
}

// ---- Sleep ----

static void make_sleepers(twin_scene* s)
{
    const massa_shape_id box = meeting_box(s->world, 0.5f, 0.5f, 0.5f);
    s->shape[0]              = box;
    twin_add(s, MASSA_BODY_STATIC, meeting_plane(s->world), 0.0f, 0.0f, 0.0f);
    twin_add(s, MASSA_BODY_STATIC, box, 12.0f, 0.5f, 0.0f);
    twin_add(s, MASSA_BODY_KINEMATIC, meeting_box(s->world, 0.25f, 0.5f, 0.5f), -9.0f, 0.5f, 4.0f);
    for (uint32_t i = 0; i < 5; ++i)
        for (uint32_t k = 0; k < 3; ++k)
            twin_add(s, MASSA_BODY_DYNAMIC, box, 3.0f * (float)i - 6.0f, 0.5f + (float)k, i == 4 ? 0.0f : 4.0f);
    twin_add(s, MASSA_BODY_DYNAMIC, box, 12.0f, 1.5f, 0.0f);
    const massa_joint_desc d =
        twin_joint(MASSA_JOINT_BALL, s->body[5], s->body[8], twin_vec(1.5f, 0.0f, 0.0f), twin_vec(-1.5f, 0.0f, 0.0f));
    twin_join(s, &d);
}

static void edit_sleepers(test_world* t, uint64_t step)
{
    twin_scene* s  = t->user;
    massa_world* w = t->world;
    switch (step)
    {
    case 30: twin_add(s, MASSA_BODY_DYNAMIC, s->shape[0], -3.0f, 3.75f, 4.25f); break; // lands on the second stack
    case 40: test_try(massa_body_set_velocity(w, s->body[2], twin_vec(4.0f, 0.0f, 0.0f))); break; // runs into the first
    case 50: test_try(massa_body_wake(w, s->body[13])); break;
    case 60: test_try(massa_destroy_body(w, s->body[1])); break; // from under somebody
    case 70: test_try(massa_body_set_velocity(w, s->body[2], twin_vec(0.0f, 0.0f, 0.0f))); break;
    case 75: test_try(massa_destroy_body(w, s->body[16])); break; // one of a sleeping stack
    case 100: test_try(massa_world_set_gravity(w, twin_vec(0.0f, -9.0f, 0.0f))); break;
    default: break;
    }
}

static MunitResult sleepers(const MunitParameter params[], void* fixture)
{
    (void)params;
    for (size_t i = 0; i < TWIN_WAYS; ++i)
    {
        twin w;
        twin_scene s;
        const massa_world_desc d = twin_desc(&twin_ways[i]);
        twin_play(fixture, &w, &d, twin_ways[i].in_flight, &s, make_sleepers, edit_sleepers);
        munit_assert_uint32(w.most_asleep, >, 8);
        munit_assert_uint64(w.told[EVENT_BODY_SLEEP], >, 16);
        munit_assert_uint64(w.told[EVENT_BODY_WAKE], >, 8);
    }
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/joints", joints, test_gpu_setup, test_gpu_tear_down, 0, test_group_sizes },
    { "/sleepers", sleepers, test_gpu_setup, test_gpu_tear_down, 0, test_group_sizes },
    { 0 },
};
MunitSuite test_rigid_twin_joints_suite = { "/rigid-twin-joints", tests, NULL, 1, 0 };
