#include "twin_scene.h"

const twin_way twin_ways[TWIN_ALL_WAYS] = {
    { 4, 1, MASSA_BROAD_PHASE_FAT_TREE }, { 1, 2, MASSA_BROAD_PHASE_TREE },  { 4, 3, MASSA_BROAD_PHASE_BRUTE },
    { 1, 1, MASSA_BROAD_PHASE_LABELS },   { 1, 1, MASSA_BROAD_PHASE_OWNER }, { 1, 1, MASSA_BROAD_PHASE_SWEEP },
};

massa_world_desc twin_desc(const twin_way* w)
{
    massa_world_desc d = meeting_desc(TWIN_ROOM + 8, 1024);
    d.gravity.y        = -9.81f;
    d.capacity.joints  = TWIN_ROOM;
    d.substeps         = w->substeps;
    d.broad_phase      = w->broad;
    d.sleep_time       = 0.1f;
    return d;
}

void twin_play(test_gpu* gpu, twin* w, const massa_world_desc* d, uint32_t in_flight, twin_scene* s,
               void (*make)(twin_scene*), void (*edit)(test_world*, uint64_t step))
{
    *s = (twin_scene){ .random = 5, .bare = d->capacity.pairs == MASSA_NONE };
    twin_create(w, gpu, *d, in_flight);
    s->world  = w->t.world;
    w->t.user = s;
    w->t.edit = edit;
    make(s);
    twin_run(w, TWIN_STEPS);
    munit_logf(MUNIT_LOG_INFO, "hash 0x%016llx, %u touching, %u asleep", (unsigned long long)w->t.hash,
               w->most_touching, w->most_asleep);
    twin_destroy(w);
}

massa_vec3 twin_vec(float x, float y, float z)
{
    return (massa_vec3){ x, y, z };
}

massa_body_id twin_add(twin_scene* s, massa_body_kind kind, massa_shape_id shape, float x, float y, float z)
{
    const massa_shape_id none   = { 0 };
    const bool bare             = s->bare && kind == MASSA_BODY_DYNAMIC;
    return s->body[s->bodies++] = meeting_body(s->world, kind, bare ? none : shape, x, y, z);
}

static uint32_t pick(twin_scene* s, uint32_t n)
{
    return test_random(&s->random) % n;
}

massa_joint_desc twin_joint(massa_joint_kind kind, massa_body_id a, massa_body_id b, massa_vec3 at, massa_vec3 bt)
{
    massa_joint_desc d = massa_default_joint_desc();
    d.kind             = kind;
    d.body_a           = a;
    d.body_b           = b;
    d.anchor_a         = at;
    d.anchor_b         = bt;
    return d;
}

void twin_join(twin_scene* s, const massa_joint_desc* d)
{
    test_try(massa_create_joint(s->world, d, &s->joint[s->joints++]));
}

// ---- A heap of all shapes, edited in every way ----

void twin_make_heap(twin_scene* s)
{
    meeting_scene(s->world, TWIN_ROOM, s->body);
    s->bodies   = TWIN_ROOM;
    s->shape[0] = meeting_sphere(s->world, 0.25f);
    s->shape[1] = meeting_gem(s->world, 0.5f);
    s->shape[2] = meeting_pair(s->world, s->shape[1], -0.5f, 0.5f);
}

void twin_edit_heap(test_world* t, uint64_t step)
{
    twin_scene* s              = t->user;
    massa_world* w             = t->world;
    const massa_body_id id     = s->body[pick(s, TWIN_ROOM - 1)]; // mostly dynamic
    const massa_body_id falls  = s->body[16 * pick(s, TWIN_ROOM / 16) + 3];
    massa_body_id* replaced    = &s->body[16 * pick(s, TWIN_ROOM / 16) + 5];
    const massa_quat upright   = { 0.0f, 0.0f, 0.0f, 1.0f };
    const massa_vec3 somewhere = twin_vec(0.25f * (float)pick(s, 16) - 2.0f, 4.0f, 0.25f * (float)pick(s, 16) - 2.0f);
    switch (step % 20)
    {
    case 1: test_try(massa_body_set_pose(w, id, somewhere, upright)); break;
    case 3: test_try(massa_body_set_velocity(w, id, twin_vec(1.0f, -2.0f, 0.5f))); break;
    case 4: test_try(massa_body_set_angular_velocity(w, id, twin_vec(0.0f, 9.0f, 3.0f))); break;
    case 6:
        test_try(massa_body_apply_impulse(w, falls, twin_vec(90.0f, 200.0f, -30.0f), twin_vec(0.0f, 3.0f, 0.0f)));
        break;
    case 7: test_try(massa_body_apply_angular_impulse(w, falls, twin_vec(5.0f, -8.0f, 1.0f))); break;
    case 8:
        test_try(massa_body_apply_force(w, falls, twin_vec(900.0f, 4000.0f, 0.0f), twin_vec(0.5f, 2.0f, 0.0f)));
        break;
    case 9: test_try(massa_body_apply_torque(w, falls, twin_vec(0.0f, 300.0f, 90.0f))); break;
    case 11: test_try(massa_body_set_shape(w, falls, s->shape[pick(s, 3)])); break;
    case 12: test_try(massa_body_set_gravity_scale(w, falls, (float)pick(s, 5) - 1.0f)); break;
    case 13: test_try(massa_body_set_damping(w, falls, 0.5f, 2.0f)); break;
    case 14: test_try(massa_body_set_locks(w, falls, pick(s, 64))); break;
    case 15: test_try(massa_body_set_limits(w, falls, 2.0f, 3.0f)); break;
    case 16: test_try(massa_world_set_gravity(w, twin_vec(0.0f, -8.0f - (float)pick(s, 4), 1.0f))); break;
    case 18:
        test_try(massa_destroy_body(w, *replaced));
        *replaced = meeting_body(w, MASSA_BODY_DYNAMIC, s->shape[pick(s, 3)], somewhere.x, 6.0f, somewhere.z);
        break;
    case 19: test_try(massa_body_wake(w, falls)); break;
    default: break;
    }
}
