// A block of grains falls into a tank of glass, onto a ball that splits it. Colour is speed: deep blue at rest, nearly
// white in the fall. All sizes follow from the number of grains, so that a few thousand look like many.
//
// Checked: no grain is lost, leaves the tank or sinks into its floor, none of the lists overflows, and no energy
// comes from nowhere.
#include "scene.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum
{
    PARTICLES,
    SUBSTEPS,
    NEIGHBOURS,
    COLOUR,
    BATCH = 1 << 16, // grains that come in one step at most
    WALLS = 4,
};

static const scene_parameter parameters[] = {
    [PARTICLES]  = { "particles", 100, 1000000, 50000, true, "grains" },
    [SUBSTEPS]   = { "substeps", 2, 32, 6, true, "per step; more make harder grains" },
    [NEIGHBOURS] = { "neighbours", 1, 255, 40, true, "that a grain may touch; with too few the check says so" },
    [COLOUR]     = { "colour", 0, 1, 0, true, "0 by speed, 1 by where a grain began" },
};

static const double RADIUS = 0.05, SPACING = 0.106, GRAVITY = 9.81; // m, m, m/s^2

typedef struct first_light
{
    massa_grains_id grains;
    massa_body_id wall[WALLS], ball;
    uint32_t count, added;
    uint32_t wide, tall;       // of the block, grains
    double edge;               // m, of the block: the scene's unit
    double drop;               // m, from the floor to the block
    double half[2];            // m, of the tank inside: x, z
    double wall_height, thick; // m; of a wall, half its thickness
    double ball_at[3], ball_radius;
    double start_energy; // J/kg of all
    massa_particle batch[BATCH];
} first_light;

static void plan(scene* s, massa_world_desc* wd)
{
    const uint32_t count        = (uint32_t)s->value[PARTICLES];
    wd->substeps                = (uint32_t)s->value[SUBSTEPS];
    wd->capacity.bodies         = 8;
    wd->capacity.shapes         = 8;
    wd->capacity.colliders      = 8;
    wd->capacity.particles      = count;
    wd->capacity.particle_edits = count < BATCH ? count : BATCH;
    wd->capacity.neighbours     = (uint32_t)s->value[NEIGHBOURS];
}

static void measure(scene* s, first_light* f)
{
    f->count = (uint32_t)s->value[PARTICLES];
    f->wide  = 1;
    while (f->wide * f->wide * ((4 * f->wide + 4) / 5) < f->count)
        ++f->wide;
    f->tall        = (f->count + f->wide * f->wide - 1) / (f->wide * f->wide);
    f->edge        = f->wide * SPACING;
    f->drop        = 1.20 * f->edge;
    f->half[0]     = 1.25 * f->edge;
    f->half[1]     = 0.80 * f->edge;
    f->wall_height = 1.15 * f->edge; // no splash goes over it
    f->thick       = fmax(0.03 * f->edge, 0.12);
    f->ball_radius = 0.34 * f->edge;
    f->ball_at[0]  = 0.12 * f->edge;
    f->ball_at[1]  = 0.46 * f->edge;
    f->ball_at[2]  = -0.05 * f->edge;
}

static bool add_body(scene* s, const massa_shape_desc* shape, const double at[3], massa_body_id* out)
{
    massa_body_desc bd = massa_default_body_desc();
    bd.kind            = MASSA_BODY_STATIC;
    bd.position        = (massa_vec3){ (float)at[0], (float)at[1], (float)at[2] };
    return scene_try(s, massa_create_shape(s->world, shape, &bd.shape)) &&
           scene_try(s, massa_create_body(s->world, &bd, out));
}

// A floor that goes on outside, four walls on it, the ball.
static bool add_tank(scene* s, first_light* f)
{
    massa_body_id ground;
    massa_shape_desc floor = massa_default_shape_desc(), wall = massa_default_shape_desc(),
                     ball = massa_default_shape_desc();
    if (!add_body(s, &floor, (double[3]){ 0 }, &ground)) return false;
    wall.kind = MASSA_SHAPE_BOX;
    for (int i = 0; i < WALLS; ++i)
    {
        const bool along_x = i < 2;
        const double side = i % 2 ? 1.0 : -1.0, out = (along_x ? f->half[1] : f->half[0]) + f->thick;
        const double at[3]  = { along_x ? 0.0 : side * out, 0.5 * f->wall_height, along_x ? side * out : 0.0 };
        const double length = along_x ? f->half[0] + 2.0 * f->thick : f->half[1];
        wall.box.half       = (massa_vec3){ (float)(along_x ? length : f->thick), (float)(0.5 * f->wall_height),
                                            (float)(along_x ? f->thick : length) };
        if (!add_body(s, &wall, at, &f->wall[i])) return false;
        if (s->drawer == NULL) continue;
        const float half[3] = { wall.box.half.x, wall.box.half.y, wall.box.half.z };
        renderer_item* item = scene_draw_body(s, f->wall[i], renderer_mesh_box(s->drawer, half, 0.0f));
        if (item == NULL) return false;
        item->glass = true;
        memcpy(item->colour, (float[3]){ 0.02f, 0.05f, 0.05f }, sizeof item->colour);
    }
    ball.kind          = MASSA_SHAPE_SPHERE;
    ball.sphere.radius = (float)f->ball_radius;
    if (!add_body(s, &ball, f->ball_at, &f->ball)) return false;
    if (s->drawer == NULL) return true;
    renderer_item* item = scene_draw_ball(s, f->ball, (float)f->ball_radius);
    if (item == NULL) return false;
    memcpy(item->colour, (float[3]){ 0.55f, 0.09f, 0.05f }, sizeof item->colour);
    return true;
}

static bool build(scene* s)
{
    first_light* f = s->state;
    measure(s, f);
    massa_grains_desc gd = massa_default_grains_desc();
    gd.radius            = (float)RADIUS;
    gd.hertz             = (float)(0.09 * s->value[SUBSTEPS] / s->desc->dt); // as hard as the substeps bear
    gd.damping_ratio     = 0.12f;                                            // lively, so that there is a splash
    gd.restitution       = 0.30f;
    gd.friction          = 0.05f;
    if (!scene_try(s, massa_create_grains(s->world, &gd, &f->grains)) || !add_tank(s, f)) return false;
    if (s->drawer == NULL) return true;
    renderer_item* item = scene_draw_grains(s, &f->grains, (float)RADIUS);
    if (item == NULL) return false;
    item->colour_by   = s->value[COLOUR] > 0.0 ? RENDERER_COLOUR_ORDER : RENDERER_COLOUR_SPEED;
    item->kind        = f->count;
    item->speed_limit = 0.9f * (float)sqrt(2.0 * GRAVITY * (f->drop + 0.5 * f->edge));
    return true;
}

// Grain i of the block, layer by layer from below, as it is after so many steps of falling freely: those that come
// later join a block that is on its way.
static massa_particle grain(const scene* s, const first_light* f, uint32_t i, uint64_t steps)
{
    const uint32_t x = i % f->wide, z = i / f->wide % f->wide, y = i / (f->wide * f->wide);
    const double n = (double)steps * s->value[SUBSTEPS], h = s->desc->dt / s->value[SUBSTEPS];
    const double low = -0.5 * (f->wide - 1.0) * SPACING, jitter = 0.02 * SPACING;
    const double p[3] = { low + x * SPACING + jitter * scene_noise(3 * i),
                          f->drop + y * SPACING + jitter * scene_noise(3 * i + 1) -
                              0.5 * GRAVITY * h * h * n * (n + 1.0),
                          low + z * SPACING + jitter * scene_noise(3 * i + 2) };
    return (massa_particle){ { (float)p[0], (float)p[1], (float)p[2] }, { 0.0f, (float)(-GRAVITY * h * n), 0.0f } };
}

static bool edit(scene* s)
{
    first_light* f       = s->state;
    const uint32_t left  = f->count - f->added;
    const uint32_t count = left < BATCH ? left : BATCH;
    if (count == 0) return true;
    for (uint32_t i = 0; i < count; ++i)
    {
        f->batch[i] = grain(s, f, f->added + i, s->step - 1);
        f->start_energy += GRAVITY * grain(s, f, f->added + i, 0).position.y;
    }
    f->added += count;
    return scene_try(s, massa_grains_add(s->world, f->grains, f->batch, count, NULL));
}

static void hear(scene* s, const massa_poll_result* heard)
{
    const first_light* f    = s->state;
    const uint64_t come     = heard->last_step * BATCH;
    const uint32_t expected = come < f->count ? (uint32_t)come : f->count;
    scene_check_grains(s, heard, expected);
}

static void finish(scene* s)
{
    const first_light* f = s->state;
    uint32_t count, alive = 0, outside = 0;
    double energy = 0.0, sunk = 0.0;
    float(*x)[4] = scene_read_view(s, MASSA_VIEW_PARTICLE_POSITION, &count);
    float(*v)[4] = scene_read_view(s, MASSA_VIEW_PARTICLE_VELOCITY, &count);
    for (uint32_t i = 0; x != NULL && v != NULL && i < count; ++i)
    {
        uint32_t tag;
        memcpy(&tag, &x[i][3], sizeof tag);
        if (tag == 0) continue;
        ++alive;
        if (!(fabs(x[i][0]) <= f->half[0] && fabs(x[i][2]) <= f->half[1])) ++outside;
        sunk = fmax(sunk, RADIUS - x[i][1]);
        energy += GRAVITY * x[i][1] + 0.5 * ((double)v[i][0] * v[i][0] + v[i][1] * v[i][1] + v[i][2] * v[i][2]);
    }
    free(x);
    free(v);
    scene_check(s, "grains at the end", alive, f->added, f->added, "");
    scene_check(s, "grains outside", outside, 0, 0, "");
    scene_check(s, "sunk into the floor", 1e3 * sunk, -INFINITY, 1.0, "mm");
    scene_check(s, "energy of the start", 100.0 * energy / fmax(f->start_energy, 1e-9), 0.0, 100.1, "%");
}

static void look(scene* s, renderer_frame* f)
{
    const first_light* t = s->state;
    const float edge = (float)t->edge, x = (float)(t->half[0] + 2.0 * t->thick),
                z = (float)(t->half[1] + 2.0 * t->thick);
    f->sky        = renderer_sky_at(8.6f);
    f->fov        = 0.55f;
    memcpy(f->eye, (float[3]){ 1.70f * edge, 1.42f * edge, 4.10f * edge }, sizeof f->eye);
    memcpy(f->target, (float[3]){ -0.02f * edge, 0.61f * edge, 0.0f }, sizeof f->target);
    memcpy(f->bounds, (float[2][3]){ { -x, 0.0f, -z }, { x, 2.0f * edge, z } }, sizeof f->bounds);
    memcpy(f->ground_colour, (float[3]){ 0.15f, 0.16f, 0.175f }, sizeof f->ground_colour);
    f->grid_spacing = 0.25f * edge;
}

const scene_desc scene_first_light = {
    .name            = "first_light",
    .description     = "a block of grains falls into a tank, onto a ball that splits it",
    .parameters      = parameters,
    .parameter_count = sizeof parameters / sizeof parameters[0],
    .state_size      = sizeof(first_light),
    .frames          = 165,
    .dt              = 1.0f / 60.0f,
    .best_step       = 98,
    .plan            = plan,
    .build           = build,
    .edit            = edit,
    .hear            = hear,
    .finish          = finish,
    .look            = look,
};
