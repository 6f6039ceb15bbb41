// A wall of boxes, each row one shorter than the one below (Box3D's large_pyramid: base 100). The lowest carry hundreds
// of others, and one box that leans brings all of it down.
//
// Checked: no box has moved to the side, and the top is where it was.
#include "scene.h"

#include <math.h>
#include <string.h>

enum
{
    BASE,
    MOST = 100,
};

static const scene_parameter parameters[] = {
    [BASE] = { "base", 2, MOST, 30, true, "boxes in the lowest row; 100 make 5050" },
};

static const float HALF = 0.5f; // m

typedef struct pyramid
{
    uint32_t count;
    massa_body_id first;
    massa_vec3 start[MOST * (MOST + 1) / 2];
} pyramid;

static void plan(scene* s, massa_world_desc* wd)
{
    const uint32_t base = (uint32_t)s->value[BASE], n = base * (base + 1) / 2;
    wd->gravity.y            = -10.0f;
    wd->capacity.bodies      = n + 1;
    wd->capacity.colliders   = n + 1;
    wd->capacity.edits       = 2 * n + 64;
    wd->capacity.pairs       = 16 * n + 256;
    wd->capacity.events      = 4 * n + 1024; // all begin at once: a box rests on two and carries two
    wd->capacity.debug_lines = 64 * n + 1024;
}

static bool build(scene* s)
{
    pyramid* p           = s->state;
    const uint32_t base  = (uint32_t)s->value[BASE];
    massa_shape_desc box = massa_default_shape_desc();
    massa_body_desc bd   = massa_default_body_desc();
    box.kind             = MASSA_SHAPE_BOX;
    box.box.half         = (massa_vec3){ HALF, HALF, HALF };
    box.density          = 100.0f;
    if (!scene_add_ground(s, 0.6f) || !scene_try(s, massa_create_shape(s->world, &box, &bd.shape))) return false;
    for (uint32_t row = 0; row < base; ++row)
        for (uint32_t k = row; k < base; ++k, ++p->count)
        {
            massa_body_id body;
            bd.position = p->start[p->count] =
                (massa_vec3){ (float)(0.5 * (row + 1.0) + (k - row) - 0.5 * base), (float)row + HALF, 0.0f };
            if (!scene_try(s, massa_create_body(s->world, &bd, &body))) return false;
            if (p->count == 0) p->first = body;
        }
    return s->drawer == NULL || scene_draw_boxes(s, p->first, p->count, box.box.half) != NULL;
}

static void hear(scene* s, const massa_poll_result* heard)
{
    scene_check_bodies(s, heard);
}

static void finish(scene* s)
{
    pyramid* p        = s->state;
    const double tall = s->value[BASE] - HALF; // m, of the highest centre
    if (s->heard_step < s->desc->frames) return;
    const scene_stand now = scene_measure_stand(s, p->first, p->count, p->start);
    scene_check(s, "way to the side", 1e3 * now.drift, 0, 50, "mm");
    scene_check(s, "height of the highest", now.top, 0.98 * tall, tall + 0.01, "m");
    scene_check(s, "tilt", now.tilt, 0, 2, "degrees");
    scene_check(s, "speed", 1e3 * now.speed, 0, 50, "mm/s");
}

static void look(scene* s, renderer_frame* f)
{
    const float base = (float)s->value[BASE];
    f->sky           = renderer_sky_at(9.4f);
    f->fov           = 0.6f;
    memcpy(f->eye, (float[3]){ -0.55f * base, 0.42f * base, 1.62f * base + 3.0f }, sizeof f->eye);
    memcpy(f->target, (float[3]){ 0.02f * base, 0.47f * base, 0.0f }, sizeof f->target);
    memcpy(f->bounds, (float[2][3]){ { -0.55f * base, 0.0f, -1.5f }, { 0.55f * base, base + 0.5f, 1.5f } },
           sizeof f->bounds);
    f->occlusion_reach = 1.0f;
}

const scene_desc scene_large_pyramid = {
    .name            = "large_pyramid",
    .description     = "a wall of boxes, each row one shorter than the one below, stands",
    .parameters      = parameters,
    .parameter_count = 1,
    .state_size      = sizeof(pyramid),
    .frames          = 200,
    .dt              = 1.0f / 60.0f,
    .plan            = plan,
    .build           = build,
    .hear            = hear,
    .finish          = finish,
    .look            = look,
};
