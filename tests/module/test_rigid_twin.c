// Worlds of everything that bodies can be and do, step by step against the twin in plain C that plays their recording.
#include "meeting.h"
#include "twin.h"

#include <string.h>

enum
{
    STEPS = 120,
    MANY  = 48,
};

typedef struct scene
{
    massa_world* world;
    massa_body_id body[MANY];
    massa_joint_id joint[MANY];
    massa_shape_id shape[4];
    uint64_t random;
    uint32_t bodies, joints;
} scene;

typedef struct way // that a world may run
{
    uint32_t substeps, in_flight;
    massa_broad_phase broad;
} way;

static const way WAYS[] = {
    { 4, 1, MASSA_BROAD_PHASE_FAT_TREE },
    { 1, 2, MASSA_BROAD_PHASE_TREE },
    { 4, 3, MASSA_BROAD_PHASE_BRUTE },
};

static massa_world_desc desc_of(const way* w)
{
    massa_world_desc d = meeting_desc(MANY + 8, 1024);
    d.gravity.y        = -9.81f;
    d.capacity.joints  = MANY;
    d.substeps         = w->substeps;
    d.broad_phase      = w->broad;
    d.sleep_time       = 0.1f;
    return d;
}

typedef void (*scene_edit)(test_world*, uint64_t step);

static void run(test_gpu* gpu, twin* w, const massa_world_desc* d, uint32_t in_flight, scene* s, void (*make)(scene*),
                scene_edit edit)
{
    *s = (scene){ .random = 5 };
    twin_create(w, gpu, *d, in_flight);
    s->world  = w->t.world;
    w->t.user = s;
    w->t.edit = edit;
    make(s);
    twin_run(w, STEPS);
    munit_logf(MUNIT_LOG_INFO, "hash 0x%016llx, %u touching, %u asleep", (unsigned long long)w->t.hash,
               w->most_touching, w->most_asleep);
    twin_destroy(w);
}

static massa_vec3 vec(float x, float y, float z)
{
    return (massa_vec3){ x, y, z };
}

static massa_body_id add(scene* s, massa_body_kind kind, massa_shape_id shape, float x, float y, float z)
{
    return s->body[s->bodies++] = meeting_body(s->world, kind, shape, x, y, z);
}

static uint32_t pick(scene* s, uint32_t n)
{
    return test_random(&s->random) % n;
}

// ---- A heap of all shapes, edited in every way ----

static void make_heap(scene* s)
{
    meeting_scene(s->world, MANY, s->body);
    s->bodies   = MANY;
    s->shape[0] = meeting_sphere(s->world, 0.25f);
    s->shape[1] = meeting_gem(s->world, 0.5f);
    s->shape[2] = meeting_pair(s->world, s->shape[1], -0.5f, 0.5f);
}

static void edit_heap(test_world* t, uint64_t step)
{
    scene* s                   = t->user;
    massa_world* w             = t->world;
    const massa_body_id id     = s->body[pick(s, MANY - 1)]; // mostly dynamic
    const massa_body_id falls  = s->body[16 * pick(s, MANY / 16) + 3];
    massa_body_id* replaced    = &s->body[16 * pick(s, MANY / 16) + 5];
    const massa_quat upright   = { 0.0f, 0.0f, 0.0f, 1.0f };
    const massa_vec3 somewhere = vec(0.25f * (float)pick(s, 16) - 2.0f, 4.0f, 0.25f * (float)pick(s, 16) - 2.0f);
    switch (step % 20)
    {
    case 1: test_try(massa_body_set_pose(w, id, somewhere, upright)); break;
    case 3: test_try(massa_body_set_velocity(w, id, vec(1.0f, -2.0f, 0.5f))); break;
    case 4: test_try(massa_body_set_angular_velocity(w, id, vec(0.0f, 9.0f, 3.0f))); break;
    case 6: test_try(massa_body_apply_impulse(w, falls, vec(90.0f, 200.0f, -30.0f), vec(0.0f, 3.0f, 0.0f))); break;
    case 7: test_try(massa_body_apply_angular_impulse(w, falls, vec(5.0f, -8.0f, 1.0f))); break;
    case 8: test_try(massa_body_apply_force(w, falls, vec(900.0f, 4000.0f, 0.0f), vec(0.5f, 2.0f, 0.0f))); break;
    case 9: test_try(massa_body_apply_torque(w, falls, vec(0.0f, 300.0f, 90.0f))); break;
    case 11: test_try(massa_body_set_shape(w, falls, s->shape[pick(s, 3)])); break;
    case 12: test_try(massa_body_set_gravity_scale(w, falls, (float)pick(s, 5) - 1.0f)); break;
    case 13: test_try(massa_body_set_damping(w, falls, 0.5f, 2.0f)); break;
    case 14: test_try(massa_body_set_locks(w, falls, pick(s, 64))); break;
    case 15: test_try(massa_body_set_limits(w, falls, 2.0f, 3.0f)); break;
    case 16: test_try(massa_world_set_gravity(w, vec(0.0f, -8.0f - (float)pick(s, 4), 1.0f))); break;
    case 18:
        test_try(massa_destroy_body(w, *replaced));
        *replaced = meeting_body(w, MASSA_BODY_DYNAMIC, s->shape[pick(s, 3)], somewhere.x, 6.0f, somewhere.z);
        break;
    case 19: test_try(massa_body_wake(w, falls)); break;
    default: break;
    }
}

// proves: 002-01, 002-02, 002-03. The engine's stages in plain C and on the device: red when any per-item function, or
// the order of the stages, gives another bit on one of the two.
static MunitResult heap(const MunitParameter params[], void* fixture)
{
    (void)params;
    for (size_t i = 0; i < MAS_COUNT(WAYS); ++i)
    {
        twin w;
        scene s;
        const massa_world_desc d = desc_of(&WAYS[i]);
        run(fixture, &w, &d, WAYS[i].in_flight, &s, make_heap, edit_heap);
        munit_assert_uint32(w.most_touching, >, 20);
        for (uint32_t k = EVENT_CONTACT_END; k <= EVENT_SENSOR_ENTER; ++k)
            munit_assert_uint64(w.told[k], >, 0);
    }
    return MUNIT_OK;
}

// Lists that are too short: who is dropped, and which events wait, is the same too.
static MunitResult short_lists(const MunitParameter params[], void* fixture)
{
    (void)params;
    twin w;
    scene s;
    massa_world_desc d  = desc_of(&WAYS[0]);
    d.capacity.pairs    = 96;
    d.capacity.contacts = 24;
    d.capacity.events   = 12;
    run(fixture, &w, &d, 2, &s, make_heap, edit_heap);
    munit_assert_uint32(w.most_touching, >, 24);
    return MUNIT_OK;
}

// ---- Materials, and what a body may be held to ----

static massa_shape_id material(scene* s, massa_shape_kind kind, float restitution, float rolling, float belt)
{
    massa_shape_desc d   = massa_default_shape_desc();
    d.kind               = kind;
    d.box.half           = kind == MASSA_SHAPE_BOX ? vec(0.5f, 0.25f, 0.5f) : d.box.half;
    d.sphere.radius      = 0.25f;
    d.restitution        = restitution;
    d.rolling            = rolling;
    d.surface_velocity.x = belt;
    massa_shape_id id;
    test_try(massa_create_shape(s->world, &d, &id));
    return id;
}

static void make_materials(scene* s)
{
    const massa_shape_id ball   = material(s, MASSA_SHAPE_SPHERE, 0.75f, 0.0f, 0.0f);
    const massa_shape_id roller = material(s, MASSA_SHAPE_SPHERE, 0.0f, 0.02f, 0.0f);
    const massa_shape_id dead   = material(s, MASSA_SHAPE_BOX, 0.0f, 0.0f, 0.0f);
    add(s, MASSA_BODY_STATIC, meeting_plane(s->world), 0.0f, 0.0f, 0.0f);
    add(s, MASSA_BODY_STATIC, material(s, MASSA_SHAPE_BOX, 0.0f, 0.0f, 2.0f), 0.0f, 0.25f, 0.0f);
    add(s, MASSA_BODY_DYNAMIC, dead, 0.0f, 0.75f, 0.0f); // on the belt
    for (uint32_t i = 0; i < 6; ++i)                     // a row that hands a blow on
        add(s, MASSA_BODY_DYNAMIC, ball, 4.0f + 0.5f * (float)i + (i == 0 ? -0.75f : 0.0f), 0.25f, 0.0f);
    test_try(massa_body_set_velocity(s->world, s->body[3], vec(4.0f, 0.0f, 0.0f)));
    for (uint32_t i = 0; i < 4; ++i)
    {
        const massa_body_id b = add(s, MASSA_BODY_DYNAMIC, roller, -4.0f, 0.25f, (float)i);
        test_try(massa_body_set_velocity(s->world, b, vec(-(float)i, 0.0f, 0.25f)));
        add(s, MASSA_BODY_DYNAMIC, ball, 2.0f, 1.5f + (float)i, (float)i + 2.0f);
    }
    for (uint32_t i = 0; i < 6; ++i) // held on each axis in turn
    {
        const massa_body_id b = add(s, MASSA_BODY_DYNAMIC, dead, -2.0f, 0.5f + 0.625f * (float)i, -3.0f);
        test_try(massa_body_set_locks(s->world, b, i == 0 ? 8 | 16 | 32 : 1u << i));
        test_try(massa_body_set_angular_velocity(s->world, b, vec(1.0f, 2.0f, 3.0f)));
    }
    massa_body_desc heavy = massa_default_body_desc(); // on top of a light one: the guard of masses
    heavy.shape           = dead;
    heavy.mass            = 1e5f;
    heavy.position        = vec(0.0f, 1.75f, 0.0f);
    test_try(massa_create_body(s->world, &heavy, &s->body[s->bodies++]));
}

static MunitResult materials(const MunitParameter params[], void* fixture)
{
    (void)params;
    for (size_t i = 0; i < MAS_COUNT(WAYS); ++i)
    {
        twin w;
        scene s;
        massa_world_desc d = desc_of(&WAYS[i]);
        d.mass_guard       = i == 0 ? 10.0f : 0.0f;
        run(fixture, &w, &d, WAYS[i].in_flight, &s, make_materials, NULL);
        munit_assert_uint64(w.told[EVENT_CONTACT_HIT], >, 0);
    }
    return MUNIT_OK;
}

// ---- Joints ----

static massa_joint_desc joint_of(massa_joint_kind kind, massa_body_id a, massa_body_id b, massa_vec3 at, massa_vec3 bt)
{
    massa_joint_desc d = massa_default_joint_desc();
    d.kind             = kind;
    d.body_a           = a;
    d.body_b           = b;
    d.anchor_a         = at;
    d.anchor_b         = bt;
    return d;
}

static void join(scene* s, const massa_joint_desc* d)
{
    test_try(massa_create_joint(s->world, d, &s->joint[s->joints++]));
}

static void make_joints(scene* s)
{
    const massa_body_id none = { 0 };
    const massa_shape_id box = meeting_box(s->world, 0.25f, 0.125f, 0.25f);
    add(s, MASSA_BODY_STATIC, meeting_plane(s->world), 0.0f, 0.0f, 0.0f);
    for (uint32_t k = 0; k < 4; ++k) // a chain of each kind, stiff and soft; its first link on the world
        for (uint32_t i = 0; i < 4; ++i)
        {
            const massa_body_id b =
                add(s, MASSA_BODY_DYNAMIC, box, 0.5f * (float)(i + 1), 2.5f, 1.5f * (float)k - 2.0f);
            massa_joint_desc d = joint_of((massa_joint_kind)k, i == 0 ? none : s->body[s->bodies - 2], b,
                                          i == 0 ? vec(0.25f, 2.5f, 1.5f * (float)k - 2.0f) : vec(0.25f, 0.0f, 0.0f),
                                          vec(-0.25f, 0.0f, 0.0f));
            d.length           = 0.25f;
            d.collide          = i == 2;
            if (i == 3) d.hertz = 2.0f;
            if (i == 3) d.damping_ratio = 0.25f;
            join(s, &d);
        }
    // A crank that drags, and a hub with more arms than there are colours.
    const massa_body_id crank = add(s, MASSA_BODY_KINEMATIC, box, -4.0f, 1.0f, 0.0f);
    const massa_body_id load  = add(s, MASSA_BODY_DYNAMIC, box, -3.25f, 1.0f, 0.0f);
    test_try(massa_body_set_angular_velocity(s->world, crank, vec(0.0f, 4.0f, 1.0f)));
    massa_joint_desc d = joint_of(MASSA_JOINT_HINGE, crank, load, vec(0.375f, 0.0f, 0.0f), vec(-0.375f, 0.0f, 0.0f));
    d.frame_a = d.frame_b = massa_frame_of_axis(vec(0.0f, 1.0f, 0.0f));
    join(s, &d);
    const massa_shape_id bead = meeting_sphere(s->world, 0.0625f);
    const massa_body_id hub   = add(s, MASSA_BODY_DYNAMIC, box, 4.0f, 1.5f, 0.0f);
    while (s->bodies < MANY && s->joints + 3 < MANY)
    {
        const float x = 0.125f * (float)(s->joints % 6) - 0.375f, z = 0.125f * (float)(s->joints / 6) - 0.625f;
        d = joint_of(MASSA_JOINT_DISTANCE, hub, add(s, MASSA_BODY_DYNAMIC, bead, 4.0f + 2.0f * x, 1.25f, 2.0f * z),
                     vec(x, -0.125f, 0.5f * z), vec(0.0f, 0.0f, 0.0f));
        d.length = 0.5f;
        join(s, &d);
    }
    for (uint32_t i = 0; i < 3; ++i) // the hub hangs on three springs
    {
        d        = joint_of(MASSA_JOINT_DISTANCE, none, hub, vec(4.0f + (float)i, 3.0f, 0.5f), vec(0.0f, 0.125f, 0.0f));
        d.hertz  = 4.0f;
        d.length = 1.5f;
        join(s, &d);
    }
}

static void edit_joints(test_world* t, uint64_t step)
{
    scene* s       = t->user;
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
        const massa_joint_desc d =
            joint_of(MASSA_JOINT_BALL, s->body[3], s->body[7], vec(0.0f, 0.0f, 0.5f), vec(0.0f, 0.0f, -0.5f));
        test_try(massa_create_joint(w, &d, &s->joint[1]));
        break;
    }
    case 60: test_try(massa_body_set_pose(w, s->body[14], vec(1.0f, 3.0f, 3.0f), (massa_quat){ 0, 0, 0, 1 })); break;
    default: break;
    }
}

static MunitResult joints(const MunitParameter params[], void* fixture)
{
    (void)params;
    for (size_t i = 0; i < MAS_COUNT(WAYS); ++i)
    {
        twin w;
        scene s;
        massa_world_desc d = desc_of(&WAYS[i]);
        d.joint_sweeps     = i == 1 ? 3 : 1;
        run(fixture, &w, &d, WAYS[i].in_flight, &s, make_joints, edit_joints);
        munit_assert_uint32(w.most_joints, ==, s.joints);
    }
    massa_world_desc d = desc_of(&WAYS[0]); // bodies that do not meet are joined all the same
    d.capacity.pairs   = 0;
    twin w;
    scene s;
    run(fixture, &w, &d, 2, &s, make_joints, edit_joints);
    return MUNIT_OK;
}

// ---- Sleep ----

static void make_sleepers(scene* s)
{
    const massa_shape_id box = meeting_box(s->world, 0.5f, 0.5f, 0.5f);
    s->shape[0]              = box;
    add(s, MASSA_BODY_STATIC, meeting_plane(s->world), 0.0f, 0.0f, 0.0f);
    add(s, MASSA_BODY_STATIC, box, 12.0f, 0.5f, 0.0f);
    add(s, MASSA_BODY_KINEMATIC, meeting_box(s->world, 0.25f, 0.5f, 0.5f), -9.0f, 0.5f, 4.0f);
    for (uint32_t i = 0; i < 5; ++i)
        for (uint32_t k = 0; k < 3; ++k)
            add(s, MASSA_BODY_DYNAMIC, box, 3.0f * (float)i - 6.0f, 0.5f + (float)k, i == 4 ? 0.0f : 4.0f);
    add(s, MASSA_BODY_DYNAMIC, box, 12.0f, 1.5f, 0.0f);
    const massa_joint_desc d =
        joint_of(MASSA_JOINT_BALL, s->body[5], s->body[8], vec(1.5f, 0.0f, 0.0f), vec(-1.5f, 0.0f, 0.0f));
    join(s, &d);
}

static void edit_sleepers(test_world* t, uint64_t step)
{
    scene* s       = t->user;
    massa_world* w = t->world;
    switch (step)
    {
    case 30: add(s, MASSA_BODY_DYNAMIC, s->shape[0], -3.0f, 3.75f, 4.25f); break; // lands on the second stack
    case 40: test_try(massa_body_set_velocity(w, s->body[2], vec(4.0f, 0.0f, 0.0f))); break; // runs into the first
    case 50: test_try(massa_body_wake(w, s->body[13])); break;
    case 60: test_try(massa_destroy_body(w, s->body[1])); break; // from under somebody
    case 70: test_try(massa_body_set_velocity(w, s->body[2], vec(0.0f, 0.0f, 0.0f))); break;
    case 75: test_try(massa_destroy_body(w, s->body[16])); break; // one of a sleeping stack
    case 100: test_try(massa_world_set_gravity(w, vec(0.0f, -9.0f, 0.0f))); break;
    default: break;
    }
}

static MunitResult sleepers(const MunitParameter params[], void* fixture)
{
    (void)params;
    for (size_t i = 0; i < MAS_COUNT(WAYS); ++i)
    {
        twin w;
        scene s;
        const massa_world_desc d = desc_of(&WAYS[i]);
        run(fixture, &w, &d, WAYS[i].in_flight, &s, make_sleepers, edit_sleepers);
        munit_assert_uint32(w.most_asleep, >, 8);
        munit_assert_uint64(w.told[EVENT_BODY_SLEEP], >, 16);
        munit_assert_uint64(w.told[EVENT_BODY_WAKE], >, 8);
    }
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/heap", heap, test_gpu_setup, test_gpu_tear_down, 0, test_group_sizes },
    { "/short-lists", short_lists, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { "/materials", materials, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { "/joints", joints, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { "/sleepers", sleepers, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { 0 },
};
MunitSuite test_rigid_twin_suite = { "/rigid-twin", tests, NULL, 1, 0 };
