#include "rigid.h"

#include <math.h>
#include <stdlib.h>
#include <time.h>

massa_world_desc rigid_desc(uint32_t bodies, uint32_t joints)
{
    massa_world_desc d    = massa_default_world_desc();
    d.capacity.bodies     = bodies;
    d.capacity.edits      = 4 * bodies + 64;
    d.capacity.colliders  = bodies;
    d.capacity.pairs      = 24 * bodies + 64;
    d.capacity.events     = 8 * bodies + 64;
    d.capacity.joints     = joints;
    d.gravity             = (massa_vec3){ 0.0f, -10.0f, 0.0f };
    d.sleep               = false;
    d.max_steps_in_flight = 8;
    return d;
}

rigid_world rigid_create(test_gpu* gpu, massa_world_desc d)
{
    rigid_world s = { .gpu = gpu };
    test_try(massa_create_world(gpu->device, &d, &s.world));
    return s;
}

void rigid_destroy(rigid_world* s)
{
    massa_destroy_world(s->world);
    *s = (rigid_world){ .gpu = s->gpu };
}

massa_shape_desc rigid_box(float half)
{
    massa_shape_desc d = massa_default_shape_desc();
    d.kind             = MASSA_SHAPE_BOX;
    d.box.half         = (massa_vec3){ half, half, half };
    return d;
}

massa_shape_desc rigid_sphere(float radius)
{
    massa_shape_desc d = massa_default_shape_desc();
    d.kind             = MASSA_SHAPE_SPHERE;
    d.sphere.radius    = radius;
    return d;
}

massa_shape_id rigid_make(rigid_world* s, const massa_shape_desc* d)
{
    massa_shape_id id;
    test_try(massa_create_shape(s->world, d, &id));
    return id;
}

massa_body_id rigid_moving(rigid_world* s, massa_shape_id shape, massa_vec3 position, massa_vec3 velocity)
{
    massa_body_desc d = massa_default_body_desc();
    massa_body_id id;
    d.shape    = shape;
    d.position = position;
    d.velocity = velocity;
    test_try(massa_create_body(s->world, &d, &id));
    return id;
}

massa_body_id rigid_put(rigid_world* s, massa_shape_id shape, float x, float y, float z)
{
    return rigid_moving(s, shape, (massa_vec3){ x, y, z }, (massa_vec3){ 0.0f, 0.0f, 0.0f });
}

massa_body_id rigid_ground(rigid_world* s, float friction, float restitution)
{
    massa_shape_desc plane = massa_default_shape_desc();
    massa_body_desc d      = massa_default_body_desc();
    massa_body_id id;
    plane.friction    = friction;
    plane.restitution = restitution;
    d.kind            = MASSA_BODY_STATIC;
    d.shape           = rigid_make(s, &plane);
    test_try(massa_create_body(s->world, &d, &id));
    return id;
}

void rigid_run(rigid_world* s, uint32_t steps)
{
    massa_step_desc desc = massa_default_step_desc();
    for (uint32_t left = steps; left > 0;)
    {
        VkCommandBuffer cmd = platform_begin(&s->gpu->host);
        for (uint32_t n = left < 8 ? left : 8; n > 0; --n, --left)
        {
            desc.hash = left == 1;
            test_try(massa_cmd_step(s->world, cmd, &desc));
        }
        munit_assert(platform_submit_and_wait(&s->gpu->host, cmd));
        test_try(massa_world_poll(s->world, massa_world_last_step(s->world), &s->news));
        munit_assert_uint32(s->news.overflow_count, ==, 0);
    }
    s->hash = s->news.hash;
}

void rigid_read(rigid_world* s, rigid_state* body, uint32_t count)
{
    float(*pose)[8]   = malloc(count * sizeof *pose);
    float(*motion)[8] = malloc(count * sizeof *motion);
    api_read(s->gpu, s->world, MASSA_VIEW_BODY_POSE, pose, count);
    api_read(s->gpu, s->world, MASSA_VIEW_BODY_MOTION, motion, count);
    for (uint32_t i = 0; i < count; ++i)
        for (uint32_t k = 0; k < 4; ++k)
        {
            body[i].rotation[k] = (double)pose[i][4 + k];
            if (k == 3) continue;
            body[i].position[k] = (double)pose[i][k];
            body[i].velocity[k] = (double)motion[i][k];
            body[i].momentum[k] = (double)motion[i][4 + k];
        }
    free(pose);
    free(motion);
}

double rigid_step_time(rigid_world* s)
{
    const clock_t begin = clock();
    rigid_run(s, 16);
    return 1e3 * (double)(clock() - begin) / CLOCKS_PER_SEC / 16.0;
}

double rigid_length(const double v[3])
{
    return sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}

double rigid_drift(const rigid_state* now, const rigid_state* first, uint32_t count)
{
    double most = 0.0;
    for (uint32_t i = 0; i < count; ++i)
    {
        const double x = now[i].position[0] - first[i].position[0], z = now[i].position[2] - first[i].position[2];
        const double way = sqrt(x * x + z * z);
        most             = way > most ? way : most;
    }
    return most;
}

double rigid_mean_speed(const rigid_state* body, uint32_t count)
{
    double sum = 0.0;
    for (uint32_t i = 0; i < count; ++i)
        sum += rigid_length(body[i].velocity);
    return sum / count;
}
