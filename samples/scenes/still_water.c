// Water that stands in a tank: nothing is to be seen but a level, glossy surface.
//
// Checked: it is as deep as its volume says, it rests, and no particle is packed too densely, lost or outside.
#include "scene.h"

#include <math.h>
#include <string.h>

enum
{
    LAYERS,
    SIDE,
    ITERATIONS,
    SUBSTEPS,
};

static const scene_parameter parameters[] = {
    [LAYERS]     = { "layers", 2, 60, 12, true, "particles over the depth" },
    [SIDE]       = { "side", 4, 100, 20, true, "particles along a wall" },
    [ITERATIONS] = { "iterations", 0, 16, 0, true, "of a substep's corrections; 0: as the depth needs" },
    [SUBSTEPS]   = { "substeps", 1, 32, 4, true, "per step; more make it stiffer" },
};

static const double SPACING = 0.05; // m

typedef struct still_water
{
    massa_liquid_id water;
    uint32_t count;
    double half, depth; // m
} still_water;

static void plan(scene* s, massa_world_desc* wd)
{
    const double n = s->value[SIDE];
    scene_plan_liquid(wd, n * n * s->value[LAYERS], SPACING, s->value[LAYERS] * SPACING);
    wd->substeps          = (uint32_t)s->value[SUBSTEPS];
    wd->liquid.iterations = (uint32_t)s->value[ITERATIONS];
}

static bool build(scene* s)
{
    still_water* w       = s->state;
    massa_liquid_desc ld = massa_default_liquid_desc();
    w->half              = 0.5 * s->value[SIDE] * SPACING;
    w->depth             = s->value[LAYERS] * SPACING;
    const float half     = (float)w->half;
    if (!scene_try(s, massa_create_liquid(s->world, &ld, &w->water)) || !scene_add_ground(s, 0.0f) ||
        !scene_add_glass(s, w->half, w->half, 1.3 * w->depth + 0.1, 0.0f) ||
        !scene_fill_box(s, w->water, (massa_vec3){ -half, 0.0f, -half }, (massa_vec3){ half, (float)w->depth, half },
                        &w->count))
        return false;
    return s->drawer == NULL || scene_draw_liquid(s, w->water) != NULL;
}

static void hear(scene* s, const massa_poll_result* heard)
{
    const still_water* w = s->state;
    scene_check_liquid(s, heard, w->count);
}

static void finish(scene* s)
{
    const still_water* w = s->state;
    const float half     = (float)w->half;
    const scene_pool p =
        scene_measure_liquid(s, NULL, (massa_vec3){ -half, 0.0f, -half }, (massa_vec3){ half, 99.0f, half });
    const double deep = w->count * SPACING * SPACING * SPACING / (4.0 * w->half * w->half); // volume over area
    scene_check(s, "particles outside", p.outside, 0, 0, "");
    scene_check(s, "depth, over the volume's", 200.0 * p.mean[1] / deep, 97.0, 103.0, "%");
    scene_check(s, "packed too densely, mean", 100.0 * p.density, 0.0, 2.0, "%");
    scene_check(s, "packed too densely, most", 100.0 * fmax(p.densest - 1.0, 0.0), 0.0, 5.0, "%");
    if (s->heard_time > 3.9) scene_check(s, "mean speed", p.speed, 0.0, 0.02, "m/s");
}

static void look(scene* s, renderer_frame* f)
{
    const still_water* w = s->state;
    const float half = (float)w->half, deep = (float)w->depth, b = 1.2f * half;
    f->sky = renderer_sky_at(9.2f);
    f->fov = 0.5f;
    memcpy(f->eye, (float[3]){ 2.0f * half, 1.1f * deep + 1.5f * half, 4.6f * half }, sizeof f->eye);
    memcpy(f->target, (float[3]){ 0.0f, 0.6f * deep, 0.0f }, sizeof f->target);
    memcpy(f->bounds, (float[2][3]){ { -b, 0.0f, -b }, { b, 1.4f * deep + 0.1f, b } }, sizeof f->bounds);
    memcpy(f->ground_colour, (float[3]){ 0.22f, 0.21f, 0.19f }, sizeof f->ground_colour);
    f->grid_spacing    = 0.25f;
    f->occlusion_reach = 0.3f * half;
}

const scene_desc scene_still_water = {
    .name            = "still_water",
    .description     = "water stands in a tank, level and at rest",
    .parameters      = parameters,
    .parameter_count = sizeof parameters / sizeof parameters[0],
    .state_size      = sizeof(still_water),
    .frames          = 240,
    .dt              = 1.0f / 60.0f,
    .plan            = plan,
    .build           = build,
    .hear            = hear,
    .finish          = finish,
    .look            = look,
};
