// A paddle turns in a tank and takes the water round with it.
//
// Checked: no particle is lost, leaves or gets into the paddle, which is where its speed says; the water turns its way.
#include "scene.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum
{
    LAYERS,
    SPIN,
};

static const scene_parameter parameters[] = {
    [LAYERS] = { "layers", 4, 40, 9, true, "particles over the depth of the water" },
    [SPIN]   = { "spin", -8, 8, 3.5, false, "rad/s, of the paddle" },
};

static const double DEPTH = 0.45, HALF = 0.7;                    // m, of the water
static const double BLADE[3] = { 0.45, 0.30, 0.05 }, LOW = 0.05; // m, half the paddle; its height over the floor

typedef struct paddle
{
    massa_liquid_id water;
    massa_body_id blade;
    uint32_t count;
    double turn[2]; // cosine and sine of half of how far it has turned
} paddle;

static void plan(scene* s, massa_world_desc* wd)
{
    const double d = DEPTH / s->value[LAYERS];
    scene_plan_liquid(wd, ceil(4.0 * HALF * HALF * DEPTH / (d * d * d)), d, DEPTH);
    wd->capacity.watched = 1;
}

static bool add_blade(scene* s, paddle* p)
{
    massa_shape_desc sd = massa_default_shape_desc();
    massa_body_desc bd  = massa_default_body_desc();
    sd.kind             = MASSA_SHAPE_BOX;
    sd.box.half         = (massa_vec3){ (float)BLADE[0], (float)BLADE[1], (float)BLADE[2] };
    bd.kind             = MASSA_BODY_KINEMATIC;
    bd.position.y       = (float)(LOW + BLADE[1]);
    bd.angular_velocity = (massa_vec3){ 0.0f, (float)s->value[SPIN], 0.0f };
    if (!scene_try(s, massa_create_shape(s->world, &sd, &bd.shape)) ||
        !scene_try(s, massa_create_body(s->world, &bd, &p->blade)) ||
        !scene_try(s, massa_world_watch(s->world, &p->blade, 1)))
        return false;
    if (s->drawer == NULL) return true;
    // An axle, too, which is not in the way: it is within the blade or over the water.
    const scene_part parts[2] = {
        { { 0.0f, 0.0f, 0.0f }, { sd.box.half.x, sd.box.half.y, sd.box.half.z }, 0.01f, false },
        { { 0.0f, 0.55f, 0.0f }, { 0.035f, 0.3f, 0.035f }, 0.005f, true }
    };
    renderer_item* item = scene_draw_body(s, p->blade, scene_mesh_parts(s, parts, 2, (float[3]){ 0.0f, 0.0f, 0.0f }));
    if (item == NULL) return false;
    memcpy(item->colour, (float[3]){ 0.66f, 0.30f, 0.07f }, sizeof item->colour);
    return true;
}

// Two boxes beside the blade and two before its ends, so that no particle begins in it.
static bool add_water(scene* s, paddle* p)
{
    const float h = (float)HALF, y = (float)DEPTH, x = (float)BLADE[0] + 0.02f, z = (float)BLADE[2] + 0.02f;
    return scene_fill_box(s, p->water, (massa_vec3){ -h, 0.0f, z }, (massa_vec3){ h, y, h }, &p->count) &&
           scene_fill_box(s, p->water, (massa_vec3){ -h, 0.0f, -h }, (massa_vec3){ h, y, -z }, &p->count) &&
           scene_fill_box(s, p->water, (massa_vec3){ -h, 0.0f, -z }, (massa_vec3){ -x, y, z }, &p->count) &&
           scene_fill_box(s, p->water, (massa_vec3){ x, 0.0f, -z }, (massa_vec3){ h, y, z }, &p->count);
}

static bool build(scene* s)
{
    paddle* p            = s->state;
    massa_liquid_desc ld = massa_default_liquid_desc();
    ld.colour            = 0x2c86a6;
    p->turn[0]           = 1.0;
    if (!scene_try(s, massa_create_liquid(s->world, &ld, &p->water)) || !scene_add_ground(s, 0.0f) ||
        !scene_add_glass(s, HALF, HALF, 2.2 * DEPTH, 0.0f) || !add_blade(s, p) || !add_water(s, p))
        return false;
    return s->drawer == NULL || scene_draw_liquid(s, p->water) != NULL;
}

static void hear(scene* s, const massa_poll_result* heard)
{
    paddle* p = s->state;
    scene_check_liquid(s, heard, p->count);
    if (heard->watched_count == 0) return;
    const massa_quat q  = heard->watched[0].rotation;
    const double half   = 0.5 * s->value[SPIN] * (double)heard->last_step * s->desc->dt;
    const double same   = fabs(q.w * cos(half) + q.y * sin(half));
    const massa_vec3 at = heard->watched[0].position;
    p->turn[0]          = q.w;
    p->turn[1]          = q.y;
    scene_check(s, "paddle turned away", 1e3 * (1.0 - fmin(same, 1.0)), -INFINITY, 1.0, "");
    scene_check(s, "paddle out of place", 1e3 * sqrt((double)at.x * at.x + (double)at.z * at.z), -INFINITY, 0.1, "mm");
}

static void finish(scene* s)
{
    const paddle* p      = s->state;
    const float h        = (float)HALF;
    const scene_pool all = scene_measure_liquid(s, NULL, (massa_vec3){ -h, 0.0f, -h }, (massa_vec3){ h, 9.0f, h });
    scene_check(s, "particles outside", all.outside, 0, 0, "");
    uint32_t count = 0, inside = 0;
    double round = 0.0, reach = 0.0;
    float(*x)[4]   = scene_read_view(s, MASSA_VIEW_PARTICLE_POSITION, &count);
    float(*v)[4]   = scene_read_view(s, MASSA_VIEW_PARTICLE_VELOCITY, &count);
    const double c = p->turn[0] * p->turn[0] - p->turn[1] * p->turn[1], n = 2.0 * p->turn[0] * p->turn[1];
    for (uint32_t i = 0; x != NULL && v != NULL && i < count; ++i)
    {
        if (x[i][3] == 0.0f) continue; // a free slot; a tag is no number near that
        const double along = c * x[i][0] - n * x[i][2], across = n * x[i][0] + c * x[i][2];
        const double up = x[i][1] - LOW - BLADE[1];
        inside += fabs(along) < BLADE[0] && fabs(up) < BLADE[1] && fabs(across) < BLADE[2];
        round += (double)x[i][2] * v[i][0] - (double)x[i][0] * v[i][2];
        reach += (double)x[i][0] * x[i][0] + (double)x[i][2] * x[i][2];
    }
    free(x);
    free(v);
    scene_check(s, "particles in the paddle", inside, 0, 0, "");
    if (s->heard_time > 1.9 && s->value[SPIN] != 0.0) // as a rigid body's would be
        scene_check(s, "water's spin over the paddle's", 100.0 * round / (reach * s->value[SPIN]), 5.0, 100.0, "%");
}

static void look(scene* s, renderer_frame* f)
{
    (void)s;
    f->sky = renderer_sky_at(9.0f);
    f->fov = 0.5f;
    memcpy(f->eye, (float[3]){ 1.3f, 1.75f, 2.9f }, sizeof f->eye);
    memcpy(f->target, (float[3]){ 0.0f, 0.30f, 0.0f }, sizeof f->target);
    memcpy(f->bounds, (float[2][3]){ { -0.9f, 0.0f, -0.9f }, { 0.9f, 1.2f, 0.9f } }, sizeof f->bounds);
    memcpy(f->ground_colour, (float[3]){ 0.22f, 0.21f, 0.19f }, sizeof f->ground_colour);
    f->grid_spacing    = 0.25f;
    f->occlusion_reach = 0.2f;
}

const scene_desc scene_paddle = {
    .name            = "paddle",
    .description     = "a paddle turns in a tank and takes the water round with it",
    .parameters      = parameters,
    .parameter_count = sizeof parameters / sizeof parameters[0],
    .state_size      = sizeof(paddle),
    .frames          = 240,
    .dt              = 1.0f / 60.0f,
    .best_step       = 120,
    .plan            = plan,
    .build           = build,
    .hear            = hear,
    .finish          = finish,
    .look            = look,
};
