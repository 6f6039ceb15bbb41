// massa through its public header, as a host would use it: a step is recorded, submitted and waited for.
#include "rigid.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct massa_side
{
    platform_gpu* gpu;
    massa_device* device;
    massa_world* world;
    platform_buffer poses; // where they are copied to
    uint32_t count, stride;
    uint64_t memory;
    massa_poll_result heard;
} massa_side;

static bool fine(massa_result r)
{
    if (r == MASSA_OK) return true;
    fprintf(stderr, "massa: %s\n", massa_result_text(r));
    return false;
}

static massa_world_desc plan(const rigid_scene* s)
{
    massa_world_desc wd   = massa_default_world_desc();
    const uint32_t there = s->body_count + s->plane_count, bodies = s->room > there ? s->room : there;
    wd.gravity.y          = -s->gravity;
    wd.capacity.bodies    = bodies;
    wd.capacity.colliders = bodies;
    wd.capacity.edits     = 2 * bodies + s->joint_count + 64; // a body is made, then gets its shape
    wd.capacity.pairs     = s->collide ? 24 * bodies + 1024 : MASSA_NONE;
    wd.capacity.watched   = 1;
    wd.capacity.events    = s->collide ? (8 * bodies < 65536 ? 8 * bodies + 64 : 65536) : 1;
    wd.capacity.joints    = s->joint_count;
    if (s->blocks) wd.schedule = MASSA_SCHEDULE_BLOCKS;
    wd.sleep = s->sleeps;
    return wd;
}

static bool add_shape(massa_side* m, const rigid_scene* s, const rigid_body* b, massa_shape_id* out)
{
    massa_shape_desc d = massa_default_shape_desc();
    d.kind             = b == NULL ? MASSA_SHAPE_PLANE : b->shape == RIGID_BOX ? MASSA_SHAPE_BOX : MASSA_SHAPE_SPHERE;
    d.friction         = s->friction;
    if (b != NULL)
    {
        d.box.half      = (massa_vec3){ b->half[0], b->half[1], b->half[2] };
        d.sphere.radius = b->half[0];
    }
    return fine(massa_create_shape(m->world, &d, out));
}

// Of a body that has no shape, because no two bodies meet.
static massa_vec3 inertia_of(const rigid_body* b)
{
    const float x = b->half[0] * b->half[0], y = b->half[1] * b->half[1], z = b->half[2] * b->half[2];
    const float share = b->mass / (b->shape == RIGID_BOX ? 3.0f : 5.0f); // a ball's radius is in each
    return (massa_vec3){ share * (y + z), share * (z + x), share * (x + y) };
}

static bool add_bodies(massa_side* m, const rigid_scene* s, massa_body_id* ids)
{
    massa_shape_id shape = { 0 };
    for (uint32_t i = 0; i < s->body_count; ++i)
    {
        const rigid_body* b = &s->body[i];
        massa_body_desc d   = massa_default_body_desc();
        const bool same     = i > 0 && b->shape == b[-1].shape && memcmp(b->half, b[-1].half, sizeof b->half) == 0;
        if (s->collide && !same && !add_shape(m, s, b, &shape)) return false;
        d.kind             = b->mass > 0.0f ? MASSA_BODY_DYNAMIC : MASSA_BODY_STATIC;
        d.position         = (massa_vec3){ b->position[0], b->position[1], b->position[2] };
        d.rotation         = (massa_quat){ b->rotation[0], b->rotation[1], b->rotation[2], b->rotation[3] };
        d.velocity         = (massa_vec3){ b->velocity[0], b->velocity[1], b->velocity[2] };
        d.angular_velocity = (massa_vec3){ b->spin[0], b->spin[1], b->spin[2] };
        d.mass             = b->mass;
        d.shape            = shape;
        if (b->wakeful) d.sleep_speed = 0.0f;
        if (!s->collide && b->mass > 0.0f) d.inertia = inertia_of(b);
        if (!fine(massa_create_body(m->world, &d, &ids[i]))) return false;
    }
    return true;
}

static bool add_planes(massa_side* m, const rigid_scene* s)
{
    massa_body_desc d = massa_default_body_desc();
    d.kind            = MASSA_BODY_STATIC;
    if (s->plane_count > 0 && !add_shape(m, s, NULL, &d.shape)) return false;
    for (uint32_t i = 0; i < s->plane_count; ++i)
    {
        const float *n = s->plane[i].normal, far = s->plane[i].distance;
        massa_body_id id;
        d.position = (massa_vec3){ n[0] * far, n[1] * far, n[2] * far };
        d.rotation = (massa_quat){ n[2], 0.0f, -n[0], 1.0f + n[1] }; // from y to the normal, by half the way
        if (!fine(massa_create_body(m->world, &d, &id))) return false;
    }
    return true;
}

static massa_vec3 from_to(const float a[3], const float b[3])
{
    return (massa_vec3){ b[0] - a[0], b[1] - a[1], b[2] - a[2] };
}

// Between two that never move there is nothing to hold.
static bool add_joints(massa_side* m, const rigid_scene* s, const massa_body_id* ids)
{
    for (uint32_t i = 0; i < s->joint_count; ++i)
    {
        const rigid_joint* j = &s->joint[i];
        massa_joint_desc d   = massa_default_joint_desc();
        massa_joint_id id;
        if (s->body[j->a].mass <= 0.0f && s->body[j->b].mass <= 0.0f) continue;
        d.kind     = j->kind == RIGID_BALL ? MASSA_JOINT_BALL : MASSA_JOINT_FIXED;
        d.body_a   = ids[j->a];
        d.body_b   = ids[j->b];
        d.anchor_a = from_to(s->body[j->a].position, j->anchor);
        d.anchor_b = from_to(s->body[j->b].position, j->anchor);
        if (!fine(massa_create_joint(m->world, &d, &id))) return false;
    }
    return true;
}

static bool add_all(massa_side* m, const rigid_scene* s)
{
    massa_body_id* ids = calloc(s->body_count, sizeof *ids);
    const bool right   = ids != NULL && add_bodies(m, s, ids) && add_planes(m, s) && add_joints(m, s, ids);
    free(ids);
    return right;
}

static void destroy(void* p)
{
    massa_side* m = p;
    massa_destroy_world(m->world);
    platform_buffer_destroy(m->gpu, &m->poses);
    free(m);
}

static void* create(const rigid_scene* s, const bench_options* options)
{
    const massa_world_desc wd = plan(s);
    massa_side* m             = calloc(1, sizeof *m);
    massa_memory memory;
    massa_view view;
    if (m == NULL) return NULL;
    m->gpu    = options->gpu;
    m->device = options->device;
    m->count  = s->body_count;
    if (fine(massa_query_world_memory(m->device, &wd, &memory)) &&
        fine(massa_create_world(m->device, &wd, &m->world)) && add_all(m, s) &&
        fine(massa_world_view(m->world, MASSA_VIEW_BODY_POSE, &view)) &&
        platform_buffer_create(m->gpu, &m->poses, (uint64_t)m->count * view.stride, VK_BUFFER_USAGE_TRANSFER_DST_BIT))
    {
        m->stride = view.stride;
        m->memory = memory.state + memory.scratch;
        return m;
    }
    destroy(m);
    return NULL;
}

static bool step_as(massa_side* m, const massa_step_desc* desc)
{
    VkCommandBuffer cmd = platform_begin(m->gpu);
    if (!fine(massa_cmd_step(m->world, cmd, desc))) return false;
    if (!platform_submit_and_wait(m->gpu, cmd))
    {
        fprintf(stderr, "massa: %s\n", m->gpu->error);
        return false;
    }
    if (!fine(massa_world_poll(m->world, massa_world_last_step(m->world), &m->heard))) return false;
    for (uint32_t i = 0; i < m->heard.overflow_count; ++i)
        fprintf(stderr, "massa: %s needs %u, has %u.\n", m->heard.overflows[i].list, m->heard.overflows[i].needed,
                m->heard.overflows[i].capacity);
    return m->heard.overflow_count == 0;
}

static bool step(void* p)
{
    massa_step_desc desc = massa_default_step_desc();
    desc.dt              = RIGID_DT;
    return step_as(p, &desc);
}

static void read_poses(void* p, rigid_pose* out)
{
    massa_side* m = p;
    massa_view view;
    memset(out, 0xff, m->count * sizeof *out); // not a number, should it fail
    if (!fine(massa_world_view(m->world, MASSA_VIEW_BODY_POSE, &view))) return;
    VkCommandBuffer cmd = platform_begin(m->gpu);
    vkCmdCopyBuffer(cmd, view.buffer, m->poses.buffer, 1, &(VkBufferCopy){ view.offset, 0, m->poses.size });
    if (!platform_submit_and_wait(m->gpu, cmd)) return;
    for (uint32_t i = 0; i < m->count; ++i)
    {
        const float* from = (const float*)(m->poses.mapped + (size_t)i * m->stride);
        memcpy(out[i].position, from, sizeof out[i].position);
        memcpy(out[i].rotation, from + 4, sizeof out[i].rotation);
    }
}

uint32_t rigid_massa_awake(const void* p)
{
    return ((const massa_side*)p)->heard.awake_count;
}

const massa_poll_result* rigid_massa_heard(const void* p)
{
    return &((const massa_side*)p)->heard;
}

const rigid_engine rigid_massa = { "massa", create, step, read_poses, destroy };

static void note_stage(rigid_study* out, const massa_stage_time* t, double share)
{
    uint32_t k = 0;
    while (k < out->stages && strcmp(out->name[k], t->name) != 0)
        ++k;
    if (k == RIGID_STAGES) return;
    if (k == out->stages) snprintf(out->name[out->stages++], sizeof out->name[k], "%s", t->name);
    out->ms[k] += share * t->milliseconds; // a name may come more than once
}

bool rigid_massa_study(void* p, rigid_study* out)
{
    enum
    {
        STEPS = 10
    };
    massa_side* m        = p;
    massa_step_desc desc = massa_default_step_desc();
    desc.dt              = RIGID_DT;
    desc.profile         = true;
    *out                 = (rigid_study){ .memory = m->memory };
    for (uint32_t i = 0; i < STEPS; ++i)
    {
        if (!step_as(m, &desc)) return false;
        for (uint32_t k = 0; k < m->heard.stage_count; ++k)
            note_stage(out, &m->heard.stages[k], 1.0 / STEPS);
    }
    out->pairs    = m->heard.pair_count;
    out->contacts = m->heard.contact_count;
    out->touching = m->heard.touching_count;
    for (uint32_t i = 0; i < STEPS; ++i) // the worst of a few: lists are made anew in some of them
        if (!rigid_count_begin(m->gpu, m->world) || !rigid_count_end(m->world, step(m), out)) return false;
    return true;
}
