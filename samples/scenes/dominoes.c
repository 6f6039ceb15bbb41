// A spiral of dominoes (seed 000's S03): the outermost one is pushed, and the fall runs to the middle.
//
// Checked: all fall, each after the one before it, and the fall runs as fast as such rows do: between one and three
// times the root of gravity and height (measured rows of real dominoes lie in the middle of that).
#include "scene.h"

#include <math.h>
#include <string.h>

enum
{
    DOMINOES,
    PUSH,
    MOST = 1000,
};

static const scene_parameter parameters[] = {
    [DOMINOES] = { "dominoes", 20, MOST, 300, true, "in the spiral" },
    [PUSH]     = { "push", 0, 20, 6, false, "rad/s that the first begins to fall with" },
};

static const massa_vec3 HALF = { 0.012f, 0.06f, 0.03f };            // m: thick along the row, tall, wide
static const double PITCH = 0.05, TURNS_APART = 0.16, INNER = 0.22; // m: from one to the next, between turns, radius

typedef struct domino
{
    massa_body_id body;
    massa_quat start;
    uint64_t fell; // step in which it leant by 30 degrees; 0: it stands
} domino;

typedef struct spiral
{
    uint32_t count, fallen, early; // early: fell before the one that should have pushed it
    double radius;                 // m, outermost
    domino dominoes[MOST];
} spiral;

static void plan(scene* s, massa_world_desc* wd)
{
    const uint32_t n         = (uint32_t)s->value[DOMINOES];
    wd->capacity.bodies      = n + 1;
    wd->capacity.colliders   = n + 1;
    wd->capacity.pairs       = 16 * n + 256;
    wd->capacity.events      = 6 * n + 1024;
    wd->capacity.watched     = n;
    wd->capacity.debug_lines = 64 * n;
    wd->contact_margin       = 0.005f; // they are small
}

// Radius of the spiral so many metres before its inner end: what its turns cover grows with the square.
static double radius_at(double length)
{
    const double pi = 3.1415926535897931;
    return sqrt(INNER * INNER + length * TURNS_APART / pi);
}

static bool build(scene* s)
{
    spiral* t            = s->state;
    massa_shape_desc box = massa_default_shape_desc();
    massa_body_desc bd   = massa_default_body_desc();
    massa_body_id watched[MOST];
    t->count     = (uint32_t)s->value[DOMINOES];
    t->radius    = radius_at(PITCH * (t->count - 1.0));
    box.kind     = MASSA_SHAPE_BOX;
    box.box.half = HALF;
    box.density  = 800.0f;
    box.friction = 0.4f;
    if (!scene_add_ground(s, 0.8f) || !scene_try(s, massa_create_shape(s->world, &box, &bd.shape))) return false;
    double out[2] = { 1.0, 0.0 }; // x and z of the direction from the middle
    for (uint32_t i = 0; i < t->count; ++i)
    {
        domino* d          = &t->dominoes[i];
        const double r     = radius_at(PITCH * (t->count - 1.0 - i));
        const double ahead = -TURNS_APART / (6.2831853071795862 * r); // the spiral's slope: along -> towards the middle
        // Along the row, from the direction out turned by a quarter; a rotation about y takes x there.
        const double along[2] = { -out[1] + ahead * out[0], out[0] + ahead * out[1] };
        const double scale    = 1.0 / sqrt(along[0] * along[0] + along[1] * along[1]);
        const double c = along[0] * scale, sine = -along[1] * scale; // of the angle about y
        const double half_c = sqrt(0.5 * fmax(0.0, 1.0 + c)), half_s = sqrt(0.5 * fmax(0.0, 1.0 - c));
        const double half[2] = { half_c, sine < 0.0 ? -half_s : half_s };
        bd.position          = (massa_vec3){ (float)(r * out[0]), HALF.y, (float)(r * out[1]) };
        bd.rotation = d->start = scene_turned_y(half);
        // The first one already falls: about its lower edge ahead, along x turned by the same angle.
        const float push    = i == 0 ? (float)s->value[PUSH] : 0.0f;
        const massa_vec3 ax = { (float)(along[1] * scale), 0.0f, (float)(-along[0] * scale) };
        bd.angular_velocity = (massa_vec3){ push * ax.x, 0.0f, push * ax.z };
        bd.velocity         = (massa_vec3){ push * HALF.y * (float)c, 0.0f, push * HALF.y * (float)-sine };
        if (!scene_try(s, massa_create_body(s->world, &bd, &d->body))) return false;
        watched[i]     = d->body;
        const double h = 0.5 * PITCH / r, square = h * h; // the tangent of half a small angle is its half
        scene_turn(out, (1.0 - square) / (1.0 + square), 2.0 * h / (1.0 + square));
    }
    if (!scene_try(s, massa_world_watch(s->world, watched, t->count))) return false;
    if (s->drawer == NULL) return true;
    renderer_item* item = scene_draw_boxes(s, t->dominoes[0].body, t->count, HALF);
    if (item == NULL) return false;
    item->colour_by = RENDERER_COLOUR_ORDER;
    item->kind      = t->count;
    return true;
}

static void hear(scene* s, const massa_poll_result* heard)
{
    spiral* t = s->state;
    scene_check_bodies(s, heard);
    for (uint32_t i = 0; i < heard->watched_count && i < t->count; ++i)
    {
        domino* d          = &t->dominoes[i];
        const massa_quat q = heard->watched[i].rotation;
        const double up    = 1.0 - 2.0 * ((double)q.x * q.x + (double)q.z * q.z);
        if (d->fell != 0 || up > 0.86602540378443865) continue;
        d->fell = heard->last_step;
        ++t->fallen;
        if (i > 0 && t->dominoes[i - 1].fell == 0) ++t->early;
    }
}

static void finish(scene* s)
{
    const spiral* t = s->state;
    if (s->heard_step < s->desc->frames) return;
    scene_check(s, "fell too early", t->early, 0, 0, "");
    // From the tenth on, when it runs evenly, to the last that fell; longer spirals than this run has time for may
    // stand.
    const double unit = sqrt(9.81 * 2.0 * HALF.y);
    if (t->count <= 300) scene_check(s, "fallen", t->fallen, t->count, t->count, "");
    if (t->fallen <= 20) scene_check(s, "fallen", t->fallen, 21, INFINITY, "");
    uint32_t last = t->fallen > 0 ? t->fallen - 1 : 0;
    if (last <= 10 || t->dominoes[last].fell <= t->dominoes[10].fell) return;
    const double time = (double)(t->dominoes[last].fell - t->dominoes[10].fell) * s->desc->dt;
    scene_check(s, "speed of the fall, of the root of g h", (last - 10.0) * PITCH / time / unit, 0.8, 3.0, "");
}

static void look(scene* s, renderer_frame* f)
{
    const spiral* t = s->state;
    const float r   = (float)t->radius;
    f->sky          = renderer_sky_at(9.0f);
    f->fov          = 0.55f;
    f->grid_spacing = 0.1f;
    memcpy(f->eye, (float[3]){ 0.9f * r, 1.35f * r, 2.35f * r }, sizeof f->eye);
    memcpy(f->target, (float[3]){ 0.0f, 0.0f, 0.06f * r }, sizeof f->target);
    memcpy(f->bounds, (float[2][3]){ { -r - 0.1f, 0.0f, -r - 0.1f }, { r + 0.1f, 0.14f, r + 0.1f } }, sizeof f->bounds);
    f->near_plane      = 0.02f;
    f->occlusion_reach = 0.06f;
}

const scene_desc scene_dominoes = {
    .name            = "dominoes",
    .description     = "a spiral of dominoes falls, one after the other",
    .parameters      = parameters,
    .parameter_count = sizeof parameters / sizeof parameters[0],
    .state_size      = sizeof(spiral),
    .frames          = 900,
    .dt              = 1.0f / 60.0f,
    .best_step       = 420,
    .plan            = plan,
    .build           = build,
    .hear            = hear,
    .finish          = finish,
    .look            = look,
};
