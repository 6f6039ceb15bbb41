// A drop falls into a pool and throws up a crown: 2048, 4096, 8192, 16384 or 32768 particles, or any number between.
//
// Checked: there are exactly as many as asked for, no particle is lost or leaves, no energy comes from nowhere.
#include "scene.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum
{
    PARTICLES,
    SPEED,
};

static const scene_parameter parameters[] = {
    [PARTICLES] = { "particles", 500, 250000, 8192, true, "of the drop and the pool together" },
    [SPEED]     = { "speed", 0, 12, 5, false, "m/s, of the drop" },
};

static const double SPACING = 0.05, GRAVITY = 9.81; // m, m/s^2

typedef struct liquid_n
{
    massa_liquid_id water;
    massa_particle* particles;
    uint32_t count;
    uint32_t wide;       // of the pool, particles
    double half, radius; // m, of the pool and of the drop
    double level;        // m, of the pool
    double energy;       // J per kg, of all at the start
} liquid_n;

// Particles along a side of the pool, which is a little deeper than a third of that.
static uint32_t pool_width(const scene* s)
{
    uint32_t wide = 1;
    while (2.0 * wide * wide * wide < 5.0 * s->value[PARTICLES])
        ++wide;
    return wide;
}

static void plan(scene* s, massa_world_desc* wd)
{
    scene_plan_liquid(wd, s->value[PARTICLES], SPACING, 0.5 * SPACING * pool_width(s));
}

static void add(liquid_n* l, double x, double y, double z, double down)
{
    l->particles[l->count++] = (massa_particle){ { (float)x, (float)y, (float)z }, { 0.0f, (float)-down, 0.0f } };
    l->energy += GRAVITY * y + 0.5 * down * down;
}

// The drop is a lattice within a sphere, the pool takes the rest, layer upon layer; the last one is not full.
static void place(scene* s, liquid_n* l)
{
    const uint32_t all = (uint32_t)s->value[PARTICLES];
    l->wide            = pool_width(s);
    l->half            = 0.5 * l->wide * SPACING;
    l->radius          = 0.16 * l->wide * SPACING;
    const int n        = (int)(l->radius / SPACING) + 1;
    uint32_t in_drop   = 0;
    for (int pass = 0; pass < 2; ++pass) // first how many there are, then where
    {
        const uint32_t rest = all - in_drop;
        l->level            = SPACING * (double)rest / ((double)l->wide * l->wide);
        for (int i = -n; i <= n; ++i)
            for (int j = -n; j <= n; ++j)
                for (int k = -n; k <= n; ++k)
                {
                    const double x = i * SPACING, y = j * SPACING, z = k * SPACING;
                    if (x * x + y * y + z * z > l->radius * l->radius) continue;
                    if (pass == 0)
                        ++in_drop;
                    else
                        add(l, x, l->level + 1.6 * l->radius + 3.0 * SPACING + y, z, s->value[SPEED]);
                }
        for (uint32_t i = 0; pass == 1 && i < rest; ++i)
            add(l, (0.5 + i % l->wide) * SPACING - l->half, (0.5 + i / (l->wide * l->wide)) * SPACING,
                (0.5 + i / l->wide % l->wide) * SPACING - l->half, 0.0);
    }
}

static bool build(scene* s)
{
    liquid_n* l          = s->state;
    massa_liquid_desc ld = massa_default_liquid_desc();
    l->particles         = scene_keep(s, calloc((size_t)s->value[PARTICLES], sizeof *l->particles));
    if (l->particles == NULL) return false;
    place(s, l);
    ld.colour = 0x2f8fb4;
    if (!scene_try(s, massa_create_liquid(s->world, &ld, &l->water)) || !scene_add_ground(s, 0.0f) ||
        !scene_add_glass(s, l->half, l->half, 2.4 * l->half, 0.0f) || !scene_add_lid(s, 2.4 * l->half) ||
        !scene_try(s, massa_liquid_add(s->world, l->water, l->particles, l->count)))
        return false;
    return s->drawer == NULL || scene_draw_liquid(s, l->water) != NULL;
}

static void hear(scene* s, const massa_poll_result* heard)
{
    scene_check_liquid(s, heard, s->value[PARTICLES]);
}

// proves: 003-S05. Red when at one of these sizes a particle has left the pool or energy came from nowhere; or, heard
// in each step, when one is missing or a list overflows.
static void finish(scene* s)
{
    const liquid_n* l  = s->state;
    const float h      = (float)l->half;
    const scene_pool p = scene_measure_liquid(s, NULL, (massa_vec3){ -h, 0.0f, -h }, (massa_vec3){ h, 1e3f, h });
    scene_check(s, "particles outside", p.outside, 0, 0, "");
    scene_check(s, "energy of the start", 100.0 * p.energy / l->energy, 0.0, 100.1, "%");
}

static void look(scene* s, renderer_frame* f)
{
    const liquid_n* l = s->state;
    const float w = (float)l->half, b = 1.2f * w;
    f->sky = renderer_sky_at(8.8f);
    f->fov = 0.5f;
    memcpy(f->eye, (float[3]){ 1.9f * w, 2.0f * w, 4.4f * w }, sizeof f->eye);
    memcpy(f->target, (float[3]){ 0.0f, 0.42f * w, 0.0f }, sizeof f->target);
    memcpy(f->bounds, (float[2][3]){ { -b, 0.0f, -b }, { b, 1.6f * w, b } }, sizeof f->bounds);
    memcpy(f->ground_colour, (float[3]){ 0.20f, 0.19f, 0.175f }, sizeof f->ground_colour);
    f->grid_spacing    = 0.25f * w;
    f->occlusion_reach = 0.2f * w;
}

const scene_desc scene_liquid_n = {
    .name            = "liquid_n",
    .description     = "a drop falls into a pool and throws up a crown",
    .parameters      = parameters,
    .parameter_count = sizeof parameters / sizeof parameters[0],
    .state_size      = sizeof(liquid_n),
    .frames          = 120,
    .dt              = 1.0f / 60.0f,
    .best_step       = 30,
    .plan            = plan,
    .build           = build,
    .hear            = hear,
    .finish          = finish,
    .look            = look,
};
