// Water at rest through the public header, as scene still_water has it: how many seconds of it a second buys with each
// solver, and how densely it is packed then.
#include "liquid.h"

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
    LISTS  = 160, // who is thrown together too densely at first has more neighbours
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

typedef struct pool
{
    platform_gpu* gpu;
    massa_world* world;
    platform_buffer densities; // where they are copied to
    massa_poll_result heard;
    uint32_t count;
} pool;

static bool fine(massa_result r)
{
    if (r == MASSA_OK) return true;
    fprintf(stderr, "massa: %s\n", massa_result_text(r));
    return false;
}

static bool add_static(pool* p, massa_shape_kind kind, massa_vec3 half, massa_vec3 at)
{
    massa_shape_desc sd = massa_default_shape_desc();
    massa_body_desc bd  = massa_default_body_desc();
    massa_body_id id;
    sd.kind     = kind;
    sd.box.half = half;
    bd.kind     = MASSA_BODY_STATIC;
    bd.position = at;
    return fine(massa_create_shape(p->world, &sd, &bd.shape)) && fine(massa_create_body(p->world, &bd, &id));
}

static bool add_tank(pool* p, float half, float height)
{
    const float thick = 0.05f * half, out = half + thick, length = half + 2.0f * thick, up = 0.5f * height;
    bool right = add_static(p, MASSA_SHAPE_PLANE, (massa_vec3){ 0 }, (massa_vec3){ 0 });
    for (int k = 0; k < 4 && right; ++k)
    {
        const bool x     = k < 2;
        const float side = k % 2 == 0 ? -out : out;
        right            = add_static(p, MASSA_SHAPE_BOX, (massa_vec3){ x ? thick : length, up, x ? length : thick },
                                      (massa_vec3){ x ? side : 0.0f, up, x ? 0.0f : side });
    }
    return right;
}

static bool fill(pool* p, float half, float depth)
{
    massa_liquid_desc ld = massa_default_liquid_desc();
    massa_shape_desc sd  = massa_default_shape_desc();
    massa_liquid_id liquid;
    massa_shape_id shape;
    sd.kind     = MASSA_SHAPE_BOX;
    sd.box.half = (massa_vec3){ half, 0.5f * depth, half };
    return fine(massa_create_liquid(p->world, &ld, &liquid)) && fine(massa_create_shape(p->world, &sd, &shape)) &&
           fine(massa_liquid_fill(p->world, liquid, shape, (massa_vec3){ 0.0f, 0.5f * depth, 0.0f },
                                  (massa_quat){ 0.0f, 0.0f, 0.0f, 1.0f }, (massa_vec3){ 0 }, &p->count));
}

static bool create(pool* p, const bench_options* options, const still_try* t)
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
    *p                         = (pool){ .gpu = options->gpu };
    return fine(massa_create_world(options->device, &wd, &p->world)) && add_tank(p, half, 1.3f * depth + 0.1f) &&
           fill(p, half, depth) &&
           platform_buffer_create(p->gpu, &p->densities, p->count * sizeof(float), VK_BUFFER_USAGE_TRANSFER_DST_BIT);
}

static bool step(pool* p)
{
    massa_step_desc desc = massa_default_step_desc();
    desc.dt              = dt;
    VkCommandBuffer cmd  = platform_begin(p->gpu);
    if (!fine(massa_cmd_step(p->world, cmd, &desc))) return false;
    if (!platform_submit_and_wait(p->gpu, cmd)) return fprintf(stderr, "massa: %s\n", p->gpu->error), false;
    if (!fine(massa_world_poll(p->world, massa_world_last_step(p->world), &p->heard))) return false;
    if (p->heard.overflow_count == 0 && p->heard.particle_count == p->count) return true;
    return fprintf(stderr, "massa: still water lost particles, or a list overflowed.\n"), false;
}

static bool look(pool* p, still_try* t)
{
    massa_view view;
    if (!fine(massa_world_view(p->world, MASSA_VIEW_LIQUID_DENSITY, &view))) return false;
    VkCommandBuffer cmd = platform_begin(p->gpu);
    vkCmdCopyBuffer(cmd, view.buffer, p->densities.buffer, 1, &(VkBufferCopy){ view.offset, 0, p->densities.size });
    if (!platform_submit_and_wait(p->gpu, cmd)) return fprintf(stderr, "massa: %s\n", p->gpu->error), false;
    const float* density = (const float*)p->densities.mapped;
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

static bool run(pool* p, still_try* t)
{
    double wall = 0.0;
    for (uint32_t i = 0; i < SETTLE + TIMED; ++i)
    {
        const double before = bench_now();
        if (!step(p)) return false;
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
        pool p;
        bench_progress("still water, %u of %u", k + 1, (uint32_t)STILL_TRIES);
        *t    = tries[k];
        right = create(&p, options, t) && run(&p, t);
        massa_destroy_world(p.world);
        platform_buffer_destroy(p.gpu, &p.densities);
        out->count = p.count;
    }
    out->depth = (double)spacing * LAYERS;
    out->run   = right;
    return right;
}
