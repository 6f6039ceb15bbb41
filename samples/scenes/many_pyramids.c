// A field of small pyramids (Box3D's many_pyramids: 14 x 14 of base 10): many heaps that do not touch each other.
//
// Checked: no box has moved to the side, and all tops are where they were.
#include "scene.h"

#include <string.h>

enum
{
    ROWS,
    BASE,
    MOST      = 14,
    MOST_BASE = 12,
};

static const scene_parameter parameters[] = {
    [ROWS] = { "rows", 1, MOST, 6, true, "of pyramids, each way; 14 make 10780 boxes" },
    [BASE] = { "base", 2, MOST_BASE, 10, true, "boxes in the lowest row of one" },
};

static const float HALF = 0.5f; // m

typedef struct field
{
    uint32_t count;
    massa_body_id first;
    massa_vec3 start[MOST * MOST * MOST_BASE * (MOST_BASE + 1) / 2];
} field;

static uint32_t boxes(const scene* s)
{
    const uint32_t rows = (uint32_t)s->value[ROWS], base = (uint32_t)s->value[BASE];
    return rows * rows * base * (base + 1) / 2;
}

static void plan(scene* s, massa_world_desc* wd)
{
    const uint32_t n         = boxes(s);
    wd->gravity.y            = -10.0f;
    wd->capacity.bodies      = n + 1;
    wd->capacity.colliders   = n + 1;
    wd->capacity.edits       = 2 * n + 64;
    wd->capacity.pairs       = 16 * n + 256;
    wd->capacity.events      = 4 * n + 1024; // all begin at once: a box rests on two and carries two
    wd->capacity.debug_lines = 64 * n < 1 << 20 ? 64 * n : 1 << 20;
}

static bool add_pyramid(scene* s, field* f, massa_body_desc* bd, double x, double z)
{
    const uint32_t base = (uint32_t)s->value[BASE];
    for (uint32_t row = 0; row < base; ++row)
        for (uint32_t k = row; k < base; ++k, ++f->count)
        {
            massa_body_id body;
            bd->position = f->start[f->count] =
                (massa_vec3){ (float)(x + 0.5 * (row + 1.0) + (k - row) - 0.5 * base), (float)row + HALF, (float)z };
            if (!scene_try(s, massa_create_body(s->world, bd, &body))) return false;
            if (f->count == 0) f->first = body;
        }
    return true;
}

static bool build(scene* s)
{
    field* f            = s->state;
    const uint32_t rows = (uint32_t)s->value[ROWS];
    const double wide = s->value[BASE] + 2.0, deep = 6.0; // m, from one to the next
    massa_shape_desc box = massa_default_shape_desc();
    massa_body_desc bd   = massa_default_body_desc();
    box.kind             = MASSA_SHAPE_BOX;
    box.box.half         = (massa_vec3){ HALF, HALF, HALF };
    box.density          = 100.0f;
    if (!scene_add_ground(s, 0.6f) || !scene_try(s, massa_create_shape(s->world, &box, &bd.shape))) return false;
    for (uint32_t i = 0; i < rows * rows; ++i)
        if (!add_pyramid(s, f, &bd, wide * (i % rows - 0.5 * (rows - 1.0)), -deep * (double)(i / rows))) return false;
    return s->drawer == NULL || scene_draw_boxes(s, f->first, f->count, box.box.half) != NULL;
}

static void hear(scene* s, const massa_poll_result* heard)
{
    scene_check_bodies(s, heard);
}

static void finish(scene* s)
{
    field* f          = s->state;
    const double tall = s->value[BASE] - HALF; // m, of the highest centre
    if (s->heard_step < s->desc->frames) return;
    const scene_stand now = scene_measure_stand(s, f->first, f->count, f->start);
    scene_check(s, "way to the side", 1e3 * now.drift, 0, 30, "mm");
    scene_check(s, "way down", 1e3 * now.sunk, 0, 20.0 * tall, "mm");
    scene_check(s, "tilt", now.tilt, 0, 2, "degrees");
    scene_check(s, "speed", 1e3 * now.speed, 0, 50, "mm/s");
}

static void look(scene* s, renderer_frame* f)
{
    const float rows = (float)s->value[ROWS], base = (float)s->value[BASE];
    const float wide = 0.5f * rows * (base + 2.0f), deep = 6.0f * rows;
    f->sky = renderer_sky_at(8.6f);
    f->fov = 0.62f;
    memcpy(f->eye, (float[3]){ 0.75f * wide, 0.55f * wide + base, 0.95f * wide + 1.2f * base }, sizeof f->eye);
    memcpy(f->target, (float[3]){ 0.0f, 0.2f * base, -0.38f * deep }, sizeof f->target);
    memcpy(f->bounds, (float[2][3]){ { -wide, 0.0f, 2.0f - deep }, { wide, base + 0.5f, 3.0f } }, sizeof f->bounds);
    f->occlusion_reach = 1.0f;
}

const scene_desc scene_many_pyramids = {
    .name            = "many_pyramids",
    .description     = "a field of small pyramids stands",
    .parameters      = parameters,
    .parameter_count = sizeof parameters / sizeof parameters[0],
    .state_size      = sizeof(field),
    .frames          = 100,
    .dt              = 1.0f / 60.0f,
    .plan            = plan,
    .build           = build,
    .hear            = hear,
    .finish          = finish,
    .look            = look,
};
