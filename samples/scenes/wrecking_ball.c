// A heavy ball on a chain swings into a wall of boxes.
//
// Checked: the chain does not stretch, the ball never goes faster than its fall explains, and the wall is broken.
#include "scene.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum
{
    LINKS,
    WEIGHT,
    MOST   = 24,
    WIDE   = 8, // boxes of the wall
    TALL   = 8,
    BRICKS = WIDE * TALL,
};

static const scene_parameter parameters[] = {
    [LINKS]  = { "links", 1, MOST, 8, true, "of the chain" },
    [WEIGHT] = { "weight", 1, 20, 6, false, "density of the ball, in tons per cubic metre" },
};

static const double PITCH = 0.9, RADIUS = 1.0, HIGH = 11.0; // m: of links, of the ball, height of the hook
static const float HALF = 0.5f;                             // m, of a box

typedef struct wreck
{
    uint32_t links;
    massa_body_id link[MOST], ball, brick[BRICKS];
    massa_vec3 brick_at[BRICKS];
    double start; // m, height of the ball
    double chain; // m, from the hook to the ball's centre
} wreck;

static void plan(scene* s, massa_world_desc* wd)
{
    const uint32_t n         = (uint32_t)s->value[LINKS] + BRICKS + 2;
    wd->capacity.bodies      = n;
    wd->capacity.colliders   = n;
    wd->capacity.pairs       = 32 * n;
    wd->capacity.joints      = (uint32_t)s->value[LINKS] + 1;
    wd->capacity.watched     = 1;
    wd->joint_sweeps         = 6; // the ball weighs a hundred times what a link does
    wd->capacity.debug_lines = 256 * n;
}

// The chain begins stretched out along -x, level with its hook. A link's y axis lies along it.
static bool add_chain(scene* s, wreck* w)
{
    const float quarter = 0.70710678f, half = (float)(0.5 * PITCH);
    massa_shape_desc link = massa_default_shape_desc(), ball = massa_default_shape_desc();
    massa_body_desc bd       = massa_default_body_desc();
    link.kind                = MASSA_SHAPE_CAPSULE;
    link.capsule.radius      = 0.13f;
    link.capsule.half_length = half - 0.13f;
    link.density             = 4000.0f;
    ball.kind                = MASSA_SHAPE_SPHERE;
    ball.sphere.radius       = (float)RADIUS;
    ball.density             = (float)(1000.0 * s->value[WEIGHT]);
    bd.rotation              = (massa_quat){ 0.0f, 0.0f, quarter, quarter }; // y to -x
    if (!scene_try(s, massa_create_shape(s->world, &link, &bd.shape))) return false;
    massa_joint_desc jd = massa_default_joint_desc();
    jd.anchor_a         = (massa_vec3){ 0.0f, (float)HIGH, 0.0f }; // the hook
    for (uint32_t i = 0; i <= w->links; ++i)
    {
        const bool last   = i == w->links;
        massa_body_id* at = last ? &w->ball : &w->link[i];
        massa_joint_id joint;
        if (last && !scene_try(s, massa_create_shape(s->world, &ball, &bd.shape))) return false;
        bd.position = (massa_vec3){ (float)-(PITCH * i + (last ? RADIUS : half)), (float)HIGH, 0.0f };
        if (!scene_try(s, massa_create_body(s->world, &bd, at))) return false;
        jd.body_b   = *at;
        jd.anchor_b = (massa_vec3){ 0.0f, last ? (float)-RADIUS : -half, 0.0f };
        if (!scene_try(s, massa_create_joint(s->world, &jd, &joint))) return false;
        jd.body_a   = *at;
        jd.anchor_a = (massa_vec3){ 0.0f, half, 0.0f };
    }
    w->start = HIGH;
    w->chain = PITCH * w->links + RADIUS;
    return true;
}

static bool build(scene* s)
{
    wreck* w             = s->state;
    massa_shape_desc box = massa_default_shape_desc();
    massa_body_desc bd   = massa_default_body_desc();
    w->links             = (uint32_t)s->value[LINKS];
    box.kind             = MASSA_SHAPE_BOX;
    box.box.half         = (massa_vec3){ HALF, HALF, HALF };
    box.density          = 400.0f;
    if (!scene_add_ground(s, 0.6f) || !add_chain(s, w) || !scene_try(s, massa_create_shape(s->world, &box, &bd.shape)))
        return false;
    for (uint32_t i = 0; i < BRICKS; ++i)
    {
        const uint32_t row = i / WIDE;
        bd.position        = w->brick_at[i] =
            (massa_vec3){ 2.0f, (float)row + HALF,
                          (float)(i % WIDE) - 0.5f * (WIDE - 1) + (row % 2 ? 0.125f : -0.125f) };
        if (!scene_try(s, massa_create_body(s->world, &bd, &w->brick[i]))) return false;
    }
    if (!scene_try(s, massa_world_watch(s->world, &w->ball, 1))) return false;
    if (s->drawer == NULL) return true;
    const float half    = (float)(0.5 * PITCH);
    renderer_item* link = scene_draw_body(s, w->link[0], renderer_mesh_capsule(s->drawer, 0.13f, half - 0.13f));
    renderer_item* ball = scene_draw_ball(s, w->ball, (float)RADIUS);
    if (link == NULL || ball == NULL || scene_draw_boxes(s, w->brick[0], BRICKS, box.box.half) == NULL) return false;
    link->count = w->links;
    memcpy(link->colour, (float[3]){ 0.25f, 0.26f, 0.28f }, sizeof link->colour);
    memcpy(ball->colour, (float[3]){ 0.06f, 0.06f, 0.07f }, sizeof ball->colour);
    return true;
}

static void hear(scene* s, const massa_poll_result* heard)
{
    const wreck* w = s->state;
    scene_check_bodies(s, heard);
    if (heard->watched_count == 0) return;
    const massa_vec3 p = heard->watched[0].position, v = heard->watched[0].velocity;
    const double reach = sqrt((double)p.x * p.x + (p.y - HIGH) * (p.y - HIGH) + (double)p.z * p.z);
    // Half the square of its speed, and its height: a chain gives it a little of its own energy.
    const double energy = 0.5 * ((double)v.x * v.x + (double)v.y * v.y + (double)v.z * v.z) + 9.81 * (p.y - w->start);
    scene_check(s, "chain, longer than it is", 100.0 * (reach / w->chain - 1.0), -INFINITY, 2, "%");
    scene_check(s, "energy won, of the whole fall", 100.0 * energy / (9.81 * w->chain), -INFINITY, 3, "%");
}

static void finish(scene* s)
{
    const wreck* w = s->state;
    uint32_t count, moved = 0;
    if (s->heard_step < s->desc->frames) return;
    float(*p)[8] = scene_read_view(s, MASSA_VIEW_BODY_POSE, &count);
    for (uint32_t i = 0; p != NULL && i < BRICKS; ++i)
    {
        const float* x    = p[massa_body_index(w->brick[i])];
        const double d[3] = { x[0] - w->brick_at[i].x, x[1] - w->brick_at[i].y, x[2] - w->brick_at[i].z };
        moved += d[0] * d[0] + d[1] * d[1] + d[2] * d[2] > 0.25;
    }
    free(p);
    if (w->chain > 5.0) scene_check(s, "boxes thrown down", moved, 15, BRICKS, "");
}

static void look(scene* s, renderer_frame* f)
{
    (void)s;
    f->sky = renderer_sky_at(9.0f);
    f->fov = 0.65f;
    memcpy(f->eye, (float[3]){ -9.5f, 6.5f, 22.0f }, sizeof f->eye);
    memcpy(f->target, (float[3]){ 0.0f, 5.6f, 0.0f }, sizeof f->target);
    memcpy(f->bounds, (float[2][3]){ { -12.0f, 0.0f, -8.0f }, { 16.0f, 12.5f, 8.0f } }, sizeof f->bounds);
    f->occlusion_reach = 1.0f;
}

const scene_desc scene_wrecking_ball = {
    .name            = "wrecking_ball",
    .description     = "a heavy ball on a chain swings into a wall of boxes",
    .parameters      = parameters,
    .parameter_count = sizeof parameters / sizeof parameters[0],
    .state_size      = sizeof(wreck),
    .frames          = 240,
    .dt              = 1.0f / 60.0f,
    .best_step       = 130,
    .plan            = plan,
    .build           = build,
    .hear            = hear,
    .finish          = finish,
    .look            = look,
};
