// Unit cubes, each turned its own way, fall into a box of glass and become a heap.
//
// Checked: all are in the box, none through its walls or floor, none stuck high up, and the heap has come to rest.
#include "scene.h"

#include <math.h>
#include <string.h>

enum
{
    CUBES,
    COLOUR,
    SCHEDULE,
};

static const scene_parameter parameters[] = {
    [CUBES]  = { "cubes", 8, 8000, 1000, true, "that fall" },
    [COLOUR] = { "colour", 0, 2, 0, true, "0 each its own, 1 by speed, 2 by where a cube began" },
    [SCHEDULE] = { "schedule", 0, 1, 1, true, "of the solver: 0 blocks, 1 colours" },
};

static const double PITCH = 1.5; // m, from one to the next in the air
static const float HALF   = 0.5f;

typedef struct heap
{
    uint32_t count, side; // side: of a layer, cubes
    double half;          // m, half the width of the box
    massa_body_id first;
} heap;

static void measure(const scene* s, heap* h)
{
    h->count = (uint32_t)s->value[CUBES];
    h->side  = 1;
    while (h->side * h->side * h->side < h->count)
        ++h->side;
    h->half = 0.5 * PITCH * h->side;
}

static void plan(scene* s, massa_world_desc* wd)
{
    const uint32_t n         = (uint32_t)s->value[CUBES];
    wd->capacity.bodies      = n + 5;
    wd->capacity.colliders   = n + 5;
    wd->capacity.edits       = 2 * n + 64;
    wd->capacity.pairs       = 24 * n + 1024;
    wd->capacity.events      = 8 * n + 1024; // when all fall asleep or wake at once
    wd->capacity.debug_lines = 64 * n + 1024;
    wd->schedule             = (massa_schedule)s->value[SCHEDULE];
}

static bool add_cube(scene* s, heap* h, massa_body_desc* bd, uint32_t i)
{
    const double middle = 0.5 * (h->side - 1.0);
    const double x = i % h->side - middle, z = i / h->side % h->side - middle, y = i / (h->side * h->side);
    double q[3], square = 0.0;
    for (uint32_t k = 0; k < 3; ++k)
    {
        q[k] = 0.3 * scene_noise(6 * i + k);
        square += q[k] * q[k];
    }
    massa_body_id body;
    bd->position = (massa_vec3){ (float)(PITCH * x + 0.05 * scene_noise(6 * i + 3)),
                                 (float)(1.0 + PITCH * y + 0.05 * scene_noise(6 * i + 4)),
                                 (float)(PITCH * z + 0.05 * scene_noise(6 * i + 5)) };
    bd->rotation = (massa_quat){ (float)q[0], (float)q[1], (float)q[2], (float)sqrt(1.0 - square) };
    if (!scene_try(s, massa_create_body(s->world, bd, &body))) return false;
    if (i == 0) h->first = body;
    return true;
}

static bool build(scene* s)
{
    heap* h              = s->state;
    massa_shape_desc box = massa_default_shape_desc();
    massa_body_desc bd   = massa_default_body_desc();
    box.kind             = MASSA_SHAPE_BOX;
    box.box.half         = (massa_vec3){ HALF, HALF, HALF };
    measure(s, h);
    if (!scene_add_ground(s, 0.6f) || !scene_add_glass(s, h->half, h->half, PITCH * (h->side + 1.0), 0.6f) ||
        !scene_try(s, massa_create_shape(s->world, &box, &bd.shape)))
        return false;
    for (uint32_t i = 0; i < h->count; ++i)
        if (!add_cube(s, h, &bd, i)) return false;
    if (s->drawer == NULL) return true;
    renderer_item* item = scene_draw_boxes(s, h->first, h->count, box.box.half);
    if (item == NULL) return false;
    const renderer_colour by[] = { RENDERER_COLOUR_ID, RENDERER_COLOUR_SPEED, RENDERER_COLOUR_ORDER };
    item->colour_by            = by[(int)s->value[COLOUR]];
    item->kind                 = h->count;
    item->speed_limit          = 12.0f;
    return true;
}

static void hear(scene* s, const massa_poll_result* heard)
{
    scene_check_bodies(s, heard);
}

static void finish(scene* s)
{
    heap* h = s->state;
    if (s->heard_step < s->desc->frames) return;
    const scene_stand now = scene_measure_stand(s, h->first, h->count, NULL);
    // Packed no looser than they came, and no centre nearer to a wall than half a cube.
    scene_check(s, "cubes", now.count, h->count, h->count, "");
    scene_check(s, "height of the highest", now.top, HALF, 0.8 * PITCH * h->side, "m");
    scene_check(s, "height of the lowest", now.lowest, HALF - 0.03, HALF + 0.4, "m");
    scene_check(s, "farthest out", fmax(now.out_x, now.out_z), 0, h->half - HALF + 0.03, "m");
    scene_check(s, "fastest", now.speed, 0, 2, "m/s");
}

static void look(scene* s, renderer_frame* f)
{
    const heap* h    = s->state;
    const float half = (float)h->half;
    f->sky           = renderer_sky_at(10.0f);
    f->fov           = 0.6f;
    memcpy(f->eye, (float[3]){ 2.6f * half, 2.9f * half, 4.6f * half }, sizeof f->eye);
    memcpy(f->target, (float[3]){ 0.0f, 0.75f * half, 0.0f }, sizeof f->target);
    memcpy(f->bounds, (float[2][3]){ { -half, 0.0f, -half }, { half, 2.2f * half, half } }, sizeof f->bounds);
    f->occlusion_reach = 1.0f;
}

const scene_desc scene_pile = {
    .name            = "pile",
    .description     = "cubes fall into a box of glass and become a heap",
    .parameters      = parameters,
    .parameter_count = sizeof parameters / sizeof parameters[0],
    .state_size      = sizeof(heap),
    .frames          = 300,
    .dt              = 1.0f / 60.0f,
    .plan            = plan,
    .build           = build,
    .hear            = hear,
    .finish          = finish,
    .look            = look,
};
