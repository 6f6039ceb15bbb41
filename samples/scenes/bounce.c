// Balls of restitution 0, 0.1, 0.2 .. 1 fall side by side: the first stays down, the last comes up again and again.
//
// Checked: each rebounds to the square of its restitution, no ball ever rises above where it fell from, and none is
// deeper in the ground than it falls in one step: a contact is found when a step begins.
#include "scene.h"

#include <math.h>
#include <string.h>

enum
{
    HEIGHT,
    BALLS = 11,
};

static const scene_parameter parameters[] = {
    [HEIGHT] = { "height", 0.5, 10, 2.5, false, "m that they fall" },
};

static const double RADIUS = 0.22, APART = 0.6; // m

typedef struct ball
{
    massa_body_id body;
    double height, speed; // m above the ground, m/s upwards, when last heard
    double rebound;       // m, highest after the first hit
    uint32_t hits;
} ball;

typedef struct bounce
{
    ball balls[BALLS];
} bounce;

static void plan(scene* s, massa_world_desc* wd)
{
    (void)s;
    wd->capacity.bodies      = BALLS + 1;
    wd->capacity.colliders   = BALLS + 1;
    wd->capacity.pairs       = 128;
    wd->capacity.debug_lines = 1024;
    wd->capacity.watched     = BALLS;
}

static bool build(scene* s)
{
    bounce* b = s->state;
    massa_body_id watched[BALLS];
    if (!scene_add_ground(s, 0.6f)) return false;
    for (uint32_t i = 0; i < BALLS; ++i)
    {
        massa_shape_desc shape = massa_default_shape_desc();
        massa_body_desc bd     = massa_default_body_desc();
        shape.kind             = MASSA_SHAPE_SPHERE;
        shape.sphere.radius    = (float)RADIUS;
        shape.restitution      = (float)i / (BALLS - 1);
        bd.position =
            (massa_vec3){ (float)(APART * (i - 0.5 * (BALLS - 1))), (float)(RADIUS + s->value[HEIGHT]), 0.0f };
        if (!scene_try(s, massa_create_shape(s->world, &shape, &bd.shape)) ||
            !scene_try(s, massa_create_body(s->world, &bd, &b->balls[i].body)))
            return false;
        watched[i]         = b->balls[i].body;
        b->balls[i].height = s->value[HEIGHT];
    }
    if (!scene_try(s, massa_world_watch(s->world, watched, BALLS))) return false;
    if (s->drawer == NULL) return true;
    for (uint32_t i = 0; i < BALLS; ++i)
    {
        // From lead to rubber.
        const float t = (float)i / (BALLS - 1), dull[3] = { 0.05f, 0.07f, 0.10f }, live[3] = { 0.90f, 0.16f, 0.03f };
        renderer_item* item = scene_draw_ball(s, b->balls[i].body, (float)RADIUS);
        if (item == NULL) return false;
        for (int k = 0; k < 3; ++k)
            item->colour[k] = dull[k] + t * (live[k] - dull[k]);
    }
    return true;
}

static void hear(scene* s, const massa_poll_result* heard)
{
    bounce* b = s->state;
    scene_check_bodies(s, heard);
    for (uint32_t i = 0; i < heard->watched_count && i < BALLS; ++i)
    {
        ball* one           = &b->balls[i];
        const double height = heard->watched[i].position.y - RADIUS, speed = heard->watched[i].velocity.y;
        if (one->hits == 0 && one->speed < -1.0 && speed > one->speed) one->hits = 1; // it has met the ground
        if (one->hits == 1 && one->rebound > 0.05 && one->speed < 0.0 && speed > one->speed + 0.5) one->hits = 2;
        if (one->hits == 1) one->rebound = fmax(one->rebound, height);
        const double step = sqrt(2.0 * 9.81 * s->value[HEIGHT]) * s->desc->dt;
        scene_check(s, "highest, of where it fell from", 100.0 * height / s->value[HEIGHT], -INFINITY, 100.5, "%");
        scene_check(s, "deepest in the ground", 1e3 * fmax(0.0, -height), -INFINITY, 1e3 * step, "mm");
        one->height = height;
        one->speed  = speed;
    }
}

static void finish(scene* s)
{
    static const char* const name[BALLS] = { "rebound, e = 0",   "rebound, e = 0.1", "rebound, e = 0.2",
                                             "rebound, e = 0.3", "rebound, e = 0.4", "rebound, e = 0.5",
                                             "rebound, e = 0.6", "rebound, e = 0.7", "rebound, e = 0.8",
                                             "rebound, e = 0.9", "rebound, e = 1" };
    const bounce* b                      = s->state;
    if (s->heard_step < s->desc->frames) return;
    for (uint32_t i = 0; i < BALLS; ++i)
    {
        const double e = (double)i / (BALLS - 1), found = 100.0 * b->balls[i].rebound / s->value[HEIGHT];
        scene_check(s, name[i], found, 100.0 * e * e - 3.0, 100.0 * e * e + 3.0, "%");
    }
}

static void look(scene* s, renderer_frame* f)
{
    const float tall = (float)s->value[HEIGHT] + 0.5f;
    f->sky           = renderer_sky_at(10.2f);
    f->fov           = 0.6f;
    memcpy(f->eye, (float[3]){ 2.2f, 0.5f * tall, 6.5f + 0.6f * tall }, sizeof f->eye);
    memcpy(f->target, (float[3]){ 0.0f, 0.42f * tall, 0.0f }, sizeof f->target);
    memcpy(f->bounds, (float[2][3]){ { -3.6f, 0.0f, -0.5f }, { 3.6f, tall, 0.5f } }, sizeof f->bounds);
    f->occlusion_reach = 0.5f;
}

const scene_desc scene_bounce = {
    .name            = "bounce",
    .description     = "balls of restitution 0 to 1 rebound as high as they should",
    .parameters      = parameters,
    .parameter_count = 1,
    .state_size      = sizeof(bounce),
    .frames          = 150,
    .dt              = 1.0f / 60.0f,
    .best_step       = 88,
    .plan            = plan,
    .build           = build,
    .hear            = hear,
    .finish          = finish,
    .look            = look,
};
