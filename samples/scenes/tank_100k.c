// Two columns of water stand in opposite corners of a tank and collapse towards each other: a hundred thousand
// particles. All sizes follow from their number.
//
// Checked: no particle is lost or leaves, no list overflows, no energy comes from nowhere.
#include "scene.h"

#include <math.h>
#include <string.h>

enum
{
    PARTICLES,
};

static const scene_parameter parameters[] = {
    [PARTICLES] = { "particles", 500, 1000000, 100000, true, "about so many, of both columns together" },
};

static const double SPACING = 0.05, GRAVITY = 9.81; // m, m/s^2

typedef struct tank
{
    massa_liquid_id water;
    uint32_t count;
    double side, high;     // m, of a column
    double half_x, half_z; // m, of the tank
} tank;

// A column is half as high again as wide.
static double column(const scene* s)
{
    double layers = 1.0;
    while (3.0 * layers * layers * layers < s->value[PARTICLES])
        layers += 1.0;
    return layers;
}

static void plan(scene* s, massa_world_desc* wd)
{
    const double n = column(s);
    scene_plan_liquid(wd, 2.0 * n * n * ceil(1.5 * n), SPACING, 1.5 * n * SPACING);
}

static bool build(scene* s)
{
    tank* t              = s->state;
    const double n       = column(s);
    massa_liquid_desc ld = massa_default_liquid_desc();
    t->side              = n * SPACING;
    t->high              = ceil(1.5 * n) * SPACING;
    t->half_x            = 1.7 * t->side;
    t->half_z            = 1.05 * t->side;
    const float x = (float)t->half_x, z = (float)t->half_z, w = (float)t->side, h = (float)t->high;
    ld.colour = 0x2a86a8;
    if (!scene_try(s, massa_create_liquid(s->world, &ld, &t->water)) || !scene_add_ground(s, 0.0f) ||
        !scene_add_glass(s, t->half_x, t->half_z, 1.6 * t->high, 0.0f) || !scene_add_lid(s, 1.6 * t->high) ||
        !scene_fill_box(s, t->water, (massa_vec3){ -x, 0.0f, -z }, (massa_vec3){ w - x, h, w - z }, &t->count) ||
        !scene_fill_box(s, t->water, (massa_vec3){ x - w, 0.0f, z - w }, (massa_vec3){ x, h, z }, &t->count))
        return false;
    renderer_item* item = s->drawer != NULL ? scene_draw_liquid(s, t->water) : NULL;
    if (item != NULL) item->speed_limit = (float)sqrt(2.0 * GRAVITY * t->high);
    return s->drawer == NULL || item != NULL;
}

static void hear(scene* s, const massa_poll_result* heard)
{
    const tank* t = s->state;
    scene_check_liquid(s, heard, t->count);
}

// proves: 000-S14. Red when one of the hundred thousand has left the tank, or energy came from nowhere.
static void finish(scene* s)
{
    const tank* t = s->state;
    const float x = (float)t->half_x, z = (float)t->half_z;
    const scene_pool p = scene_measure_liquid(s, NULL, (massa_vec3){ -x, 0.0f, -z }, (massa_vec3){ x, 1e3f, z });
    scene_check(s, "particles outside", p.outside, 0, 0, "");
    scene_check(s, "energy of the start", 100.0 * p.energy / (0.5 * GRAVITY * t->high * t->count), 0.0, 100.1, "%");
}

static void look(scene* s, renderer_frame* f)
{
    const tank* t = s->state;
    const float w = (float)t->side, x = 1.1f * (float)t->half_x, z = 1.1f * (float)t->half_z;
    f->sky = renderer_sky_at(9.0f);
    f->fov = 0.56f;
    memcpy(f->eye, (float[3]){ 2.3f * w, 2.1f * w, 4.8f * w }, sizeof f->eye);
    memcpy(f->target, (float[3]){ 0.0f, 0.55f * w, 0.0f }, sizeof f->target);
    memcpy(f->bounds, (float[2][3]){ { -x, 0.0f, -z }, { x, 1.8f * w, z } }, sizeof f->bounds);
    memcpy(f->ground_colour, (float[3]){ 0.16f, 0.165f, 0.175f }, sizeof f->ground_colour);
    f->grid_spacing    = 0.25f * w;
    f->occlusion_reach = 0.15f * w;
}

const scene_desc scene_tank_100k = {
    .name            = "tank_100k",
    .description     = "two columns of water collapse into each other, 100000 particles",
    .parameters      = parameters,
    .parameter_count = sizeof parameters / sizeof parameters[0],
    .state_size      = sizeof(tank),
    .frames          = 90,
    .dt              = 1.0f / 60.0f,
    .best_step       = 60,
    .plan            = plan,
    .build           = build,
    .hear            = hear,
    .finish          = finish,
    .look            = look,
};
