// Water at rest through the public header, as scene still_water has it: how many seconds of it a second buys with each
// solver, and how densely it is packed then.
#include "liquid.h"
#include "liquid_pool.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum
{
    SIDE   = 20,  // particles along a wall
    LAYERS = 12,  // and over the depth
    SETTLE = 240, // steps until it rests and pressure has come
    TIMED  = 60,
    EVERY  = 10,  // of those, densities are looked at
    LISTS  = 160, // particles packed too densely at first have more neighbours
    PARTS  = 16,  // that a substep may be divided into
};

static const float spacing = 0.05f, dt = 1.0f / 60.0f; // m, s

const double still_targets[STILL_TARGETS] = { 1.0, 0.3 };

// Each solver from fast to stiff. Pressure that follows from density packs the lowest by 1 / stiffness too densely.
static const still_try tries[STILL_TRIES] = {
    { .substeps = 1, .iterations = 2 },
    { .substeps = 2, .iterations = 2 },
    { .substeps = 2, .iterations = 4 },
    { .substeps = 3, .iterations = 2 },
    { .substeps = 4, .iterations = 2 },
    { .substeps = 4, .iterations = 4 },
    { .substeps = 8, .iterations = 2 },
    { .substeps = 4, .state_equation = true, .stiffness = 50.0f },
    { .substeps = 4, .state_equation = true, .stiffness = 110.0f },
    { .substeps = 4, .state_equation = true, .stiffness = 200.0f },
    { .substeps = 4, .state_equation = true, .stiffness = 330.0f },
    { .substeps = 4, .state_equation = true, .stiffness = 450.0f },
};

static bool add_tank(liquid_pool* p, float half, float height)
{
    const float thick = 0.05f * half, out = half + thick, length = half + 2.0f * thick, up = 0.5f * height;
    massa_shape_desc sd = massa_default_shape_desc();
    sd.kind             = MASSA_SHAPE_PLANE;
    bool right          = liquid_pool_add(p, &sd, (massa_vec3){ 0 });
    sd.kind             = MASSA_SHAPE_BOX;
    for (int k = 0; k < 4 && right; ++k)
    {
        const bool x     = k < 2;
        const float side = k % 2 == 0 ? -out : out;
        sd.box.half      = (massa_vec3){ x ? thick : length, up, x ? length : thick };
        right            = liquid_pool_add(p, &sd, (massa_vec3){ x ? side : 0.0f, up, x ? 0.0f : side });
    }
    return right;
}

static bool create(liquid_pool* p, const bench_options* options, const still_try* t)
{
    massa_world_desc wd = massa_default_world_desc();
    const float depth = spacing * LAYERS, half = 0.5f * spacing * SIDE;
    wd.capacity.liquid         = SIDE * SIDE * LAYERS;
    wd.capacity.particle_edits = SIDE * SIDE * LAYERS;
    wd.capacity.neighbours     = LISTS;
    wd.substeps                = t->substeps;
    wd.liquid.spacing          = spacing;
    wd.liquid.depth            = depth;
    wd.liquid.iterations       = t->iterations;
    wd.liquid.max_parts        = t->state_equation ? PARTS : 4;
    wd.liquid.solver           = t->state_equation ? MASSA_LIQUID_STATE_EQUATION : MASSA_LIQUID_INCOMPRESSIBLE;
    wd.liquid.stiffness        = t->stiffness * 9.81f * depth;
    return liquid_pool_create(p, options, &wd) && add_tank(p, half, 1.3f * depth + 0.1f) &&
           liquid_pool_fill(p, (massa_vec3){ half, 0.5f * depth, half }, (massa_vec3){ 0.0f, 0.5f * depth, 0.0f });
}

static bool look(liquid_pool* p, still_try* t)
{
    const float* density = liquid_pool_read(p, MASSA_VIEW_LIQUID_DENSITY);
    if (density == NULL) return false;
    double over = 0.0, most = 0.0;
    for (uint32_t i = 0; i < p->count; ++i)
    {
        over += fmax((double)density[i] - 1.0, 0.0);
        most = fmax(most, (double)density[i] - 1.0);
    }
    t->over += 100.0 * over / p->count * EVERY / TIMED;
    t->most = fmax(t->most, 100.0 * most);
    return true;
}

static bool run(liquid_pool* p, still_try* t)
{
    double wall = 0.0;
    for (uint32_t i = 0; i < SETTLE + TIMED; ++i)
    {
        const double before = bench_now();
        if (!liquid_pool_step(p, dt)) return false;
        if (i < SETTLE) continue;
        wall += bench_now() - before;
        if ((i - SETTLE) % EVERY == 0 && !look(p, t)) return false;
    }
    t->speed = TIMED * (double)dt * 1e3 / wall;
    t->parts = p->heard.liquid_parts;
    return true;
}

bool still_run(const bench_options* options, still_result* out)
{
    bool right = true;
    for (uint32_t k = 0; k < STILL_TRIES && right; ++k)
    {
        still_try* t = &out->tries[k];
        liquid_pool p;
        bench_progress("still water, %u of %u", k + 1, (uint32_t)STILL_TRIES);
        *t    = tries[k];
        right = create(&p, options, t) && run(&p, t);
        liquid_pool_destroy(&p);
        out->count = p.count;
    }
    out->depth = (double)spacing * LAYERS;
    out->run   = right;
    return right;
}
