// A ball of oil lies on the floor of a tank of water. It rises, breaks through, and lies on the water as a layer.
//
// Checked: no particle is lost or leaves, and at the end oil is over water.
#include "scene.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum
{
    LAYERS,
    DENSITY,
};

static const scene_parameter parameters[] = {
    [LAYERS]  = { "layers", 8, 60, 22, true, "particles over the depth of the water" },
    [DENSITY] = { "density", 100, 2000, 700, false, "kg/m^3, of the oil; water has 1000" },
};

static const double DEPTH = 1.0, HALF_X = 0.55, HALF_Z = 0.40, RADIUS = 0.27; // m

typedef struct two_phase
{
    massa_liquid_id water, oil;
    uint32_t count;
} two_phase;

static double cells(double length, double spacing)
{
    return floor(length / spacing + 0.01);
}

static void plan(scene* s, massa_world_desc* wd)
{
    const double d = DEPTH / s->value[LAYERS];
    scene_plan_liquid(wd, s->value[LAYERS] * cells(2.0 * HALF_X, d) * cells(2.0 * HALF_Z, d), d, DEPTH);
}

// One lattice: oil within the ball, water around it.
static bool add_liquids(scene* s, two_phase* t)
{
    const double d     = DEPTH / s->value[LAYERS];
    const uint32_t n_x = (uint32_t)cells(2.0 * HALF_X, d), n_y = (uint32_t)s->value[LAYERS],
                   n_z  = (uint32_t)cells(2.0 * HALF_Z, d);
    massa_particle* all = calloc((size_t)n_x * n_y * n_z, sizeof *all);
    bool added          = all != NULL;
    for (int oil = 0; added && oil < 2; ++oil)
    {
        uint32_t count = 0;
        for (uint32_t i = 0; i < n_x * n_y * n_z; ++i)
        {
            const double x = (0.5 + i % n_x - 0.5 * n_x) * d, z = (0.5 + i / n_x % n_z - 0.5 * n_z) * d;
            const double y = (0.5 + i / (n_x * n_z)) * d, dx = x + 0.1, dy = y - RADIUS - 0.03, dz = z;
            if ((dx * dx + dy * dy + dz * dz < RADIUS * RADIUS) != oil) continue;
            all[count++].position = (massa_vec3){ (float)x, (float)y, (float)z };
        }
        added = scene_try(s, massa_liquid_add(s->world, oil ? t->oil : t->water, all, count));
        t->count += count;
    }
    free(all);
    return added;
}

static bool build(scene* s)
{
    two_phase* t            = s->state;
    massa_liquid_desc water = massa_default_liquid_desc(), oil = massa_default_liquid_desc();
    water.colour = 0x7fb8cc;
    oil.colour   = 0xd08a10;
    oil.density  = (float)s->value[DENSITY];
    if (!scene_try(s, massa_create_liquid(s->world, &water, &t->water)) ||
        !scene_try(s, massa_create_liquid(s->world, &oil, &t->oil)) || !scene_add_ground(s, 0.0f) ||
        !scene_add_glass(s, HALF_X, HALF_Z, 1.25 * DEPTH, 0.0f) || !add_liquids(s, t))
        return false;
    if (s->drawer == NULL) return true;
    renderer_item* clear = scene_draw_liquid(s, t->water);
    renderer_item* amber = scene_draw_liquid(s, t->oil);
    if (clear == NULL || amber == NULL) return false;
    clear->clear = 1.6f; // one sees through the water to the oil
    amber->clear = 0.12f;
    return true;
}

static void hear(scene* s, const massa_poll_result* heard)
{
    const two_phase* t = s->state;
    scene_check_liquid(s, heard, t->count);
}

static void finish(scene* s)
{
    const two_phase* t   = s->state;
    const massa_vec3 low = { (float)-HALF_X, 0.0f, (float)-HALF_Z }, high = { (float)HALF_X, 9.0f, (float)HALF_Z };
    const scene_pool water = scene_measure_liquid(s, &t->water, low, high);
    const scene_pool oil   = scene_measure_liquid(s, &t->oil, low, high);
    scene_check(s, "particles outside", water.outside + oil.outside, 0, 0, "");
    if (s->heard_time > 4.9 && s->value[DENSITY] <= 800.0)
        scene_check(s, "oil over water, means", oil.mean[1] - water.mean[1], 0.3 * DEPTH, DEPTH, "m");
}

static void look(scene* s, renderer_frame* f)
{
    (void)s;
    f->sky = renderer_sky_at(9.0f);
    f->fov = 0.5f;
    memcpy(f->eye, (float[3]){ 0.9f, 1.25f, 3.3f }, sizeof f->eye);
    memcpy(f->target, (float[3]){ 0.0f, 0.55f, 0.0f }, sizeof f->target);
    memcpy(f->bounds, (float[2][3]){ { -0.75f, 0.0f, -0.6f }, { 0.75f, 1.3f, 0.6f } }, sizeof f->bounds);
    memcpy(f->ground_colour, (float[3]){ 0.34f, 0.33f, 0.31f }, sizeof f->ground_colour);
    f->grid_spacing    = 0.25f;
    f->occlusion_reach = 0.2f;
}

const scene_desc scene_two_phase = {
    .name            = "two_phase",
    .description     = "a ball of oil rises through water and lies on it",
    .parameters      = parameters,
    .parameter_count = sizeof parameters / sizeof parameters[0],
    .state_size      = sizeof(two_phase),
    .frames          = 300,
    .dt              = 1.0f / 60.0f,
    .best_step       = 60,
    .plan            = plan,
    .build           = build,
    .hear            = hear,
    .finish          = finish,
    .look            = look,
};
