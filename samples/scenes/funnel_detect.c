// Crosses of three capsules rain into a funnel, swirl down, drop through and make a heap (seed 002's funnel, detection
// only). They are sensors, which never push: each one goes on rails, and massa has to find the pairs
// that touch. A cross of lines marks every contact point: green where two overlap, orange where they are about to.
//
// Checked: of all possible pairs only a few are looked at, from the first step on something touches, no list overflows,
// no actor is off its rails.
#include "scene.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum
{
    ACTORS,
    BROAD_PHASE,
    MOST    = 1600,
    ARMS    = 3,
    BOXES   = 16, // the funnel
    LAYERS  = 5,  // of the heap
    AHEAD   = 60, // steps that the rain has come down when the scene begins
    WATCHED = 16,
};

static const scene_parameter parameters[] = {
    [ACTORS]      = { "actors", 50, MOST, 400, true, "crosses of three capsules" },
    [BROAD_PHASE] = { "broad_phase", 0, 5, 0, true, "0 tree, 1 fat boxes, 2 labels, 3 owner, 4 sweep, 5 brute force" },
};

static const double RADIUS = 0.1, HALF_LENGTH = 0.35; // m, of a capsule
static const double TOP = 7.9, RIM = 5.2;             // m, height and radius of the funnel above, for up to 400 actors,
static const double BOTTOM = 4.0, THROAT = 1.45;      // and below
static const double THICK = 0.10, TAN_SIXTEENTH = 0.19891; // m, half a wall's thickness; half a box' width per radius
static const double FALL  = 5.0;                           // m/s
static const double SLIDE = 5.5, SWIRL = 4.5;              // m^2/s: down and round the wall, per distance from the axis
static const double GRAVITY = 9.81, RAIN = 60.0;           // m/s^2; actors per second, at least

typedef enum phase
{
    FALLS,  // straight down
    SLIDES, // down the funnel, round and round
    DROPS,  // to its place
    LANDS,  // there, for a step that stops it
    RESTS,
} phase;

typedef struct actor
{
    massa_body_id body;
    phase now;
    double at[3];
    double side[2];  // x and z of the direction from the axis
    double up;       // m, along the wall from the throat
    double away;     // m, from the wall
    double from[3];  // where it dropped
    double left;     // s, until it lies
    double place[3]; // m, in the heap
} actor;

typedef struct funnel
{
    uint32_t count;
    double scale;                    // of the funnel: more actors need a larger one, to be as crowded
    double top, rim, bottom, throat; // m
    double slope[2];                 // unit vector along the wall, from the axis and up
    double heap;                     // m, radius
    massa_body_id boxes[BOXES];
    double watched_at[8][WATCHED][3]; // by step
    actor actors[MOST];
} funnel;

static void plan(scene* s, massa_world_desc* wd)
{
    const uint32_t n         = (uint32_t)s->value[ACTORS];
    wd->gravity              = (massa_vec3){ 0.0f, 0.0f, 0.0f };
    wd->substeps             = 1;
    wd->sleep                = false; // who lies in the heap has to be found, too
    wd->broad_phase          = (massa_broad_phase)(int)s->value[BROAD_PHASE];
    wd->capacity.bodies      = n + BOXES + 1;
    wd->capacity.colliders   = ARMS * n + BOXES + 1;
    wd->capacity.edits       = 4 * n + 64;
    wd->capacity.pairs       = 60 * n + 4096;
    wd->capacity.events      = 24 * n + 1024; // many visits begin and end at once
    wd->capacity.debug_lines = 300 * n + 16384;
}

// Unit direction from the axis, part of a full turn further (0..1), by halving: there is no sine.
static void turn_by(double side[2], double part)
{
    double half[2] = { -1.0, 0.0 };
    for (int bit = 0; bit < 20; ++bit)
    {
        part *= 2.0;
        if (part >= 1.0) scene_turn(side, half[0], half[1]);
        part -= floor(part);
        const double next[2] = { sqrt(0.5 * fmax(0.0, 1.0 + half[0])), sqrt(0.5 * (1.0 - half[0])) };
        memcpy(half, next, sizeof half);
    }
}

// From where it slides to where it stands in the world.
static void put_on_wall(const funnel* f, actor* a)
{
    const double from_axis = f->throat + a->up * f->slope[0] - a->away * f->slope[1];
    a->at[0]               = from_axis * a->side[0];
    a->at[1]               = f->bottom + a->up * f->slope[1] + a->away * f->slope[0];
    a->at[2]               = from_axis * a->side[1];
}

static void advance(const funnel* f, actor* a, double dt)
{
    const double wall = f->bottom + a->up * f->slope[1] + a->away * f->slope[0];
    switch (a->now)
    {
    case FALLS:
        a->at[1] -= FALL * dt;
        if (a->at[1] - FALL * dt < wall) a->now = SLIDES;
        break;
    case SLIDES:
    {
        // Faster round the nearer to the axis, as what spins freely is. The tangent of half a small angle is its half.
        const double from_axis = fmax(0.4, f->throat + a->up * f->slope[0] - a->away * f->slope[1]);
        const double h = 0.5 * dt * SWIRL * f->scale * f->scale / (from_axis * from_axis), square = h * h;
        scene_turn(a->side, (1.0 - square) / (1.0 + square), 2.0 * h / (1.0 + square));
        a->up -= SLIDE * f->scale / from_axis * dt; // as many come through everywhere
        put_on_wall(f, a);
        if (a->up > 0.0) break;
        a->now  = DROPS;
        a->left = sqrt(2.0 * (a->at[1] - a->place[1]) / GRAVITY);
        memcpy(a->from, a->at, sizeof a->from);
        break;
    }
    case DROPS:
    {
        const double whole = sqrt(2.0 * (a->from[1] - a->place[1]) / GRAVITY);
        a->left            = fmax(0.0, a->left - dt);
        const double t = whole - a->left, part = t / whole;
        a->at[0] = a->from[0] + (a->place[0] - a->from[0]) * part;
        a->at[1] = a->from[1] - 0.5 * GRAVITY * t * t;
        a->at[2] = a->from[2] + (a->place[2] - a->from[2]) * part;
        if (a->left == 0.0) a->now = LANDS;
        break;
    }
    case LANDS: a->now = RESTS; break;
    case RESTS: break;
    }
}

typedef struct seat
{
    double at[3], late; // late ones lie farther out or higher
} seat;

static int by_late(const void* a, const void* b)
{
    const double x = ((const seat*)a)->late, y = ((const seat*)b)->late;
    return (x > y) - (x < y);
}

// A heap of round layers, each smaller than the one below; it grows as a cone.
static bool make_heap(funnel* f)
{
    seat* seats = calloc(f->count, sizeof *seats);
    if (seats == NULL) return false;
    double side[2]    = { 1.0, 0.0 };
    uint32_t n        = 0;
    const double base = f->count * (double)(LAYERS * LAYERS) / 55.0; // 1 + 4 + 9 + 16 + 25 shares
    f->heap           = sqrt(0.2 * base) + 0.5;
    for (uint32_t layer = 0; layer < LAYERS; ++layer)
    {
        const double left = (double)(LAYERS - layer) / LAYERS;
        for (uint32_t k = 0; n < f->count && (layer + 1 == LAYERS || k < base * left * left); ++k, ++n)
        {
            const double out = sqrt(0.2 * (k + 0.5));                    // 0.63 m^2 each
            scene_turn(side, -0.73736887807831963, 0.67549029426152396); // the golden angle: no spokes
            seats[n].at[0] = out * side[0];
            seats[n].at[1] = 0.34 + 0.5 * layer;
            seats[n].at[2] = out * side[1];
            seats[n].late  = out + 2.2 * layer;
        }
    }
    qsort(seats, f->count, sizeof *seats, by_late);
    for (uint32_t i = 0; i < f->count; ++i)
        memcpy(f->actors[i].place, seats[i].at, sizeof seats[i].at);
    free(seats);
    return true;
}

static void start(funnel* f, uint32_t i)
{
    actor* a         = &f->actors[i];
    const double lot = 0.5 + 0.5 * scene_noise(7 * i);
    const double out = f->scale * (1.5 + 3.0 * sqrt(lot)); // m, from the axis
    a->side[0]       = 1.0;
    a->side[1]       = 0.0;
    turn_by(a->side, 0.5 + 0.499 * scene_noise(7 * i + 1));
    a->away = 0.38 + 0.24 * f->scale * (1.0 + scene_noise(7 * i + 2));
    a->up   = (out - f->throat + a->away * f->slope[1]) / f->slope[0];
    put_on_wall(f, a);
    a->at[1] += 0.5 + FALL * i / fmax(RAIN, f->count / 6.7);
}

static bool add_funnel(scene* s, funnel* f)
{
    massa_body_desc bd     = massa_default_body_desc();
    massa_shape_desc plane = massa_default_shape_desc(), wall = massa_default_shape_desc();
    massa_body_id ground;
    const double across = f->rim - f->throat, high = f->top - f->bottom, length = sqrt(across * across + high * high);
    f->slope[0]   = across / length;
    f->slope[1]   = high / length;
    bd.kind       = MASSA_BODY_STATIC;
    wall.kind     = MASSA_SHAPE_BOX;
    wall.friction = 0.5f;
    wall.box.half = (massa_vec3){ (float)(0.5 * length), (float)THICK, (float)(f->rim * TAN_SIXTEENTH) };
    if (!scene_try(s, massa_create_shape(s->world, &plane, &bd.shape)) ||
        !scene_try(s, massa_create_body(s->world, &bd, &ground)) ||
        !scene_try(s, massa_create_shape(s->world, &wall, &bd.shape)))
        return false;
    const double tilt[2] = { sqrt(0.5 * (1.0 + f->slope[0])), sqrt(0.5 * (1.0 - f->slope[0])) };
    const double out     = 0.5 * (f->rim + f->throat) + THICK * f->slope[1];
    double half[2]       = { 1.0, 0.0 }; // of the angle about y: cosine, sine
    for (uint32_t i = 0; i < BOXES; ++i)
    {
        const double c = half[0] * half[0] - half[1] * half[1], sine = 2.0 * half[0] * half[1];
        bd.position = (massa_vec3){ (float)(out * c), (float)(0.5 * (f->top + f->bottom) - THICK * f->slope[0]),
                                    (float)(-out * sine) };
        bd.rotation = (massa_quat){ (float)(half[1] * tilt[1]), (float)(half[1] * tilt[0]), (float)(half[0] * tilt[1]),
                                    (float)(half[0] * tilt[0]) };
        if (!scene_try(s, massa_create_body(s->world, &bd, &f->boxes[i]))) return false;
        scene_turn(half, 0.98078528040323045, 0.19509032201612827); // a sixteenth of half a turn
    }
    if (s->drawer == NULL) return true;
    const float size[3] = { wall.box.half.x, wall.box.half.y, wall.box.half.z };
    renderer_item* item = scene_draw_body(s, f->boxes[0], renderer_mesh_box(s->drawer, size, 0.02f));
    if (item == NULL) return false;
    item->count = BOXES;
    item->glass = true;
    memcpy(item->colour, (float[3]){ 0.01f, 0.02f, 0.025f }, sizeof item->colour);
    return true;
}

static bool make_cross(scene* s, massa_shape_id* out)
{
    massa_shape_desc arm    = massa_default_shape_desc();
    const float root        = 0.70710678f;
    arm.kind                = MASSA_SHAPE_CAPSULE;
    arm.capsule.radius      = (float)RADIUS;
    arm.capsule.half_length = (float)HALF_LENGTH;
    arm.density             = 2.0f;
    arm.friction            = 0.5f;
    arm.sensor              = true;
    massa_child child[ARMS] = { { .rotation = { 0.0f, 0.0f, 0.0f, 1.0f } },
                                { .rotation = { 0.0f, 0.0f, root, root } },
                                { .rotation = { root, 0.0f, 0.0f, root } } };
    if (!scene_try(s, massa_create_shape(s->world, &arm, &child[0].shape))) return false;
    child[1].shape = child[2].shape = child[0].shape;
    massa_shape_desc cross          = massa_default_shape_desc();
    cross.kind                      = MASSA_SHAPE_COMPOUND;
    cross.compound.children         = child;
    cross.compound.count            = ARMS;
    return scene_try(s, massa_create_shape(s->world, &cross, out));
}

// Three capsules as one mesh, turned into the body's frame. Drawn only, so sines may be the machine's.
static renderer_mesh* mesh_cross(scene* s, massa_pose offset)
{
    enum
    {
        RINGS = 8,
        SIDES = 12,
        EACH  = RINGS * SIDES,
    };
    static float position[ARMS * EACH][3], normal[ARMS * EACH][3];
    static uint32_t index[ARMS * (RINGS - 1) * SIDES * 6];
    const double pi = 3.141592653589793;
    uint32_t n      = 0;
    for (uint32_t i = 0; i < ARMS * EACH; ++i)
    {
        const uint32_t axis = i / EACH, ring = i % EACH / SIDES;
        const double tall  = pi * ((ring < RINGS / 2 ? ring : ring - 1.0) / (RINGS - 2.0) - 0.5);
        const double round = 2.0 * pi * (i % SIDES) / SIDES, middle = ring < RINGS / 2 ? -HALF_LENGTH : HALF_LENGTH;
        const double out[3] = { cos(tall) * sin(round), sin(tall), cos(tall) * cos(round) }; // along the axis, then on
        const massa_pose turn = { .rotation = offset.rotation };
        massa_pose at = { .rotation = { .w = 1.0f } }, to = at;
        float* const in[2] = { &at.position.x, &to.position.x };
        for (uint32_t k = 0; k < 3; ++k)
        {
            in[0][(axis + k) % 3] = (float)(RADIUS * out[k] + (k == 1 ? middle : 0.0));
            in[1][(axis + k) % 3] = (float)out[k];
        }
        const massa_vec3 p = massa_compose(offset, at).position, up = massa_compose(turn, to).position;
        memcpy(position[i], &p, sizeof p);
        memcpy(normal[i], &up, sizeof up);
        if (ring + 1 == RINGS) continue;
        const uint32_t beside    = i - i % SIDES + (i + 1) % SIDES;
        const uint32_t corner[6] = { i, beside, i + SIDES, beside, beside + SIDES, i + SIDES };
        memcpy(index + n, corner, sizeof corner);
        n += 6;
    }
    return renderer_mesh_create(s->drawer, (const float(*)[3])position, (const float(*)[3])normal, ARMS * EACH, index,
                                n);
}

static bool build(scene* s)
{
    funnel* f = s->state;
    f->count  = (uint32_t)s->value[ACTORS];
    f->scale  = fmax(1.0, sqrt(f->count / 400.0));
    f->top    = f->scale * TOP;
    f->rim    = f->scale * RIM;
    f->bottom = f->scale * BOTTOM;
    f->throat = f->scale * THROAT;
    massa_shape_id cross;
    massa_pose offset;
    if (!make_heap(f) || !add_funnel(s, f) || !make_cross(s, &cross)) return false;
    massa_body_id watched[WATCHED];
    for (uint32_t i = 0; i < f->count; ++i)
    {
        actor* a           = &f->actors[i];
        massa_body_desc bd = massa_default_body_desc();
        start(f, i);
        for (uint32_t k = 0; k < AHEAD; ++k)
            advance(f, a, s->desc->dt);
        bd.shape      = cross;
        bd.position   = (massa_vec3){ (float)a->at[0], (float)a->at[1], (float)a->at[2] };
        bd.velocity.y = (float)-FALL;
        bd.angular_velocity =
            (massa_vec3){ (float)(3.0 * scene_noise(7 * i + 3)), (float)(3.0 * scene_noise(7 * i + 4)),
                          (float)(3.0 * scene_noise(7 * i + 5)) };
        if (!scene_try(s, massa_create_body(s->world, &bd, &a->body))) return false;
        if (i < WATCHED) watched[i] = a->body;
    }
    if (!scene_try(s, massa_world_watch(s->world, watched, WATCHED))) return false;
    s->debug = MASSA_DEBUG_POINTS;
    if (s->drawer == NULL) return true;
    if (!scene_try(s, massa_body_get_shape_offset(s->world, f->actors[0].body, &offset))) return false;
    renderer_item* item = scene_draw_body(s, f->actors[0].body, mesh_cross(s, offset));
    if (item == NULL) return false;
    item->count     = f->count;
    item->colour_by = RENDERER_COLOUR_ORDER;
    item->kind      = f->count;
    return true;
}

static bool edit(scene* s)
{
    funnel* f            = s->state;
    const double inverse = 1.0 / s->desc->dt;
    for (uint32_t i = 0; i < f->count; ++i)
    {
        actor* a           = &f->actors[i];
        const phase was    = a->now;
        const double at[3] = { a->at[0], a->at[1], a->at[2] };
        advance(f, a, s->desc->dt);
        if (i < WATCHED) memcpy(f->watched_at[s->step % 8][i], a->at, sizeof a->at);
        if (was == FALLS || was == RESTS) continue; // goes on as before
        const massa_vec3 still = { 0.0f, 0.0f, 0.0f };
        const massa_vec3 v     = { (float)((a->at[0] - at[0]) * inverse), (float)((a->at[1] - at[1]) * inverse),
                                   (float)((a->at[2] - at[2]) * inverse) };
        if (!scene_try(s, massa_body_set_velocity(s->world, a->body, v))) return false;
        if (was == LANDS && !scene_try(s, massa_body_set_angular_velocity(s->world, a->body, still))) return false;
    }
    return true;
}

static void hear(scene* s, const massa_poll_result* heard)
{
    const funnel* f = s->state;
    double worst    = 0.0;
    for (uint32_t i = 0; i < heard->watched_count && i < WATCHED; ++i)
    {
        const double* at   = f->watched_at[heard->last_step % 8][i];
        const massa_vec3 p = heard->watched[i].position;
        worst              = fmax(worst, fmax(fabs(p.x - at[0]), fmax(fabs(p.y - at[1]), fabs(p.z - at[2]))));
    }
    const double colliders = ARMS * f->count + BOXES + 1.0, all = 0.5 * colliders * (colliders - 1.0);
    scene_check(s, "pairs, of all there could be", 100.0 * heard->pair_count / all, -INFINITY, 0.5 + 375.0 / f->count,
                "%");
    scene_check(s, "contacts", heard->contact_count, 1, INFINITY, "");
    scene_check(s, "lists overflowed", heard->overflow_count, 0, 0, "");
    scene_check(s, "off the rails", 1e3 * worst, -INFINITY, 1.0, "mm");
}

static void look(scene* s, renderer_frame* f)
{
    const funnel* t  = s->state;
    const float wide = (float)fmax(t->heap, t->rim + 1.0), large = (float)t->scale;
    const float back = (float)fmax(t->scale, t->heap / 6.5);
    f->sky           = renderer_sky_at(10.5f);
    f->fov           = 0.6f;
    memcpy(f->eye, (float[3]){ 5.0f * back, 4.5f * large + 5.7f * back, 21.0f * back }, sizeof f->eye);
    memcpy(f->target, (float[3]){ 0.0f, 4.5f * large, 0.0f }, sizeof f->target);
    memcpy(f->bounds, (float[2][3]){ { -wide, 0.0f, -wide }, { wide, 12.0f * large, wide } }, sizeof f->bounds);
    f->occlusion_reach = 0.6f;
}

const scene_desc scene_funnel_detect = {
    .name            = "funnel_detect",
    .description     = "crosses of capsules swirl down a funnel onto a heap; who touches whom?",
    .parameters      = parameters,
    .parameter_count = sizeof parameters / sizeof parameters[0],
    .state_size      = sizeof(funnel),
    .frames          = 240,
    .dt              = 1.0f / 60.0f,
    .plan            = plan,
    .build           = build,
    .edit            = edit,
    .hear            = hear,
    .look            = look,
};
