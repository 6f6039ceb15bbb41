// A crown of jets throws boxes up in arcs. A box lives until it falls through the ground, then its slot serves the
// next: bodies come and go in every step of a world that is full. Colour is speed: pale at the nozzle, deep blue on
// top.
//
// Checked: every box is heard of exactly while it lives, under its own id, on its own parabola; ids of those that are
// gone are refused; nothing is lost, nothing overflows.
#include "scene.h"

#include <math.h>
#include <string.h>

enum
{
    BODIES,
    JETS,
    HEIGHT,
    MAX_BODIES = 20000,
    MEMORY     = 16, // steps that may be under way
};

static const scene_parameter parameters[] = {
    [BODIES] = { "bodies", 1, MAX_BODIES, 2400, true, "boxes in the air at most" },
    [JETS]   = { "jets", 1, 200, 30, true, "nozzles on the ring" },
    [HEIGHT] = { "height", 1, 50, 6, false, "m, of the highest arc" },
};

static const double GRAVITY = 9.81, NOZZLE = 0.05, RING = 2.6; // m/s^2, m, m
static const float HALF = 0.075f;                              // m, of a box

typedef struct flight
{
    massa_body_id body, before; // the body in this slot, and the one before it
    uint64_t first, last;       // steps
    double position[3], velocity[3];
} flight;

typedef struct fountain
{
    flight flights[MAX_BODIES]; // by body index
    massa_body_id alive[MAX_BODIES];
    uint32_t alive_count;
    uint32_t alive_at[MEMORY]; // how many at which step
    uint64_t launched;
    double due;        // boxes the jets still owe
    double phase[2];   // of the crown, a unit vector that turns
    uint32_t substeps; // per step
    uint32_t seed;
} fountain;

static double noise(fountain* f) // -1..1
{
    f->seed = f->seed * 1664525u + 1013904223u;
    return (double)(f->seed >> 8) / 8388608.0 - 1.0;
}

static void plan(scene* s, massa_world_desc* wd)
{
    const uint32_t count = (uint32_t)s->value[BODIES];
    wd->capacity.pairs   = MASSA_NONE; // nobody has a shape
    wd->capacity.bodies  = count;      // full: every box waits for the slot of one that fell
    wd->capacity.watched = count;
    wd->capacity.edits   = 2 * count + 64;
}

static bool build(scene* s)
{
    fountain* f = s->state;
    f->seed     = 7;
    f->phase[0] = 1.0;
    f->substeps = massa_default_world_desc().substeps;
    if (s->drawer == NULL) return true;
    const scene_part box = { { 0 }, { HALF, HALF, HALF }, 0.2f * HALF, false };
    renderer_item* item  = scene_draw_bodies(s, scene_mesh_parts(s, &box, 1, (float[3]){ 0 }));
    if (item == NULL) return false;
    item->colour_by   = RENDERER_COLOUR_SPEED;
    item->speed_limit = 1.05f * (float)sqrt(2.0 * GRAVITY * s->value[HEIGHT]);
    return true;
}

// Height after this many substeps of the library's rule, velocity first: exact but for rounding.
static double height_after(const fountain* f, const flight* a, uint64_t steps, double dt)
{
    const double n = (double)(steps * f->substeps), h = dt / f->substeps;
    return a->position[1] + a->velocity[1] * n * h - 0.5 * GRAVITY * h * h * n * (n + 1.0);
}

static bool launch(scene* s, fountain* f, const double out[2], double lift, double outward)
{
    flight a            = { .first = s->step };
    const double speed  = sqrt(2.0 * GRAVITY * s->value[HEIGHT]) * lift * (1.0 + 0.012 * noise(f));
    const double swirl  = 0.12 * speed + 0.1 * noise(f);
    const double spread = outward * speed + 0.1 * noise(f);
    const double p[3]   = { RING * out[0], NOZZLE, RING * out[1] };
    const double v[3]   = { spread * out[0] - swirl * out[1], speed, spread * out[1] + swirl * out[0] };
    memcpy(a.position, p, sizeof p);
    memcpy(a.velocity, v, sizeof v);
    a.last = s->step;
    while (height_after(f, &a, a.last - a.first + 1, s->desc->dt) > -HALF * 1.8)
        ++a.last;

    massa_body_desc bd  = massa_default_body_desc();
    bd.position         = (massa_vec3){ (float)p[0], (float)p[1], (float)p[2] };
    bd.velocity         = (massa_vec3){ (float)v[0], (float)v[1], (float)v[2] };
    bd.angular_velocity = (massa_vec3){ (float)(6.0 * noise(f)), (float)(6.0 * noise(f)), (float)(6.0 * noise(f)) };
    bd.user             = ++f->launched;
    if (!scene_try(s, massa_create_body(s->world, &bd, &a.body))) return false;
    flight* slot               = &f->flights[massa_body_index(a.body)];
    a.before                   = slot->body;
    *slot                      = a;
    f->alive[f->alive_count++] = a.body;
    return true;
}

static bool remove_fallen(scene* s, fountain* f)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < f->alive_count; ++i)
    {
        const flight* a = &f->flights[massa_body_index(f->alive[i])];
        if (s->step <= a->last)
        {
            f->alive[kept++] = f->alive[i];
            continue;
        }
        uint64_t user;
        if (!scene_try(s, massa_destroy_body(s->world, a->body))) return false;
        const massa_result again = massa_body_get_user(s->world, a->body, &user);
        scene_check(s, "ids that outlive their box", again != MASSA_ERROR_STALE_ID, 0, 0, "");
    }
    f->alive_count = kept;
    return true;
}

// Three waves run around the ring; slowly the crown opens and closes.
static bool edit(scene* s)
{
    fountain* f = s->state;
    if (!remove_fallen(s, f)) return false;
    const double flight_time = 2.0 * sqrt(2.0 * s->value[HEIGHT] / GRAVITY) * 0.88;
    f->due += s->value[BODIES] / flight_time * s->desc->dt;
    scene_turn(f->phase, 0.99950656036573156, 0.03141075907812829); // 1.8 degrees

    const uint32_t jets = (uint32_t)s->value[JETS];
    while (f->due >= 1.0 && f->alive_count < (uint32_t)s->value[BODIES])
    {
        // Jets take turns; the direction of a jet is found by halving, as there is no sine.
        const double part = (double)((f->launched * 11) % jets) / jets;
        double out[2] = { 1.0, 0.0 }, turn[2] = { -1.0, 0.0 }, rest = part;
        for (int bit = 0; bit < 20; ++bit)
        {
            rest *= 2.0;
            if (rest >= 1.0) scene_turn(out, turn[0], turn[1]);
            rest -= floor(rest);
            const double half[2] = { sqrt(0.5 * fmax(0.0, 1.0 + turn[0])), sqrt(0.5 * (1.0 - turn[0])) };
            memcpy(turn, half, sizeof half);
        }
        const double three = out[0] * (4.0 * out[0] * out[0] - 3.0); // cosine and sine of three times the angle
        const double sine  = out[1] * (3.0 - 4.0 * out[1] * out[1]);
        const double wave  = three * f->phase[0] + sine * f->phase[1];
        if (!launch(s, f, out, 0.85 + 0.15 * wave, 0.05 - 0.14 * wave)) return false;
        f->due -= 1.0;
    }
    f->due                        = fmin(f->due, 1.0);
    f->alive_at[s->step % MEMORY] = f->alive_count;
    return scene_try(s, massa_world_watch(s->world, f->alive, f->alive_count));
}

static void hear(scene* s, const massa_poll_result* heard)
{
    fountain* f      = s->state;
    const double h   = s->desc->dt / f->substeps;
    uint32_t strange = 0;
    double worst     = 0.0;
    for (uint32_t i = 0; i < heard->watched_count; ++i)
    {
        const massa_watched* b = &heard->watched[i];
        const uint32_t index   = massa_body_index(b->body);
        const flight* a        = &f->flights[index < MAX_BODIES ? index : 0];
        const bool known =
            b->body.bits != 0 && index < MAX_BODIES && (a->body.bits == b->body.bits || a->before.bits == b->body.bits);
        if (!known) ++strange;
        if (!known || a->body.bits != b->body.bits) continue; // since then its slot has gone to another
        const uint64_t steps = s->heard_step - a->first + 1;
        const double time    = (double)(steps * f->substeps) * h;
        const double x = a->position[0] + a->velocity[0] * time, z = a->position[2] + a->velocity[2] * time;
        const double y    = height_after(f, a, steps, s->desc->dt);
        const double d[3] = { b->position.x - x, b->position.y - y, b->position.z - z };
        worst             = fmax(worst, sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]));
    }
    const uint32_t alive = f->alive_at[s->heard_step % MEMORY];
    scene_check(s, "boxes missing or too many", fabs((double)heard->watched_count - alive), 0, 0, "");
    scene_check(s, "unknown ids", strange, 0, 0, "");
    scene_check(s, "off the parabola", 1e3 * worst, -INFINITY, 1.0, "mm");
    scene_check(s, "bodies lost", heard->event_count, 0, 0, "");
    scene_check(s, "lists overflowed", heard->overflow_count, 0, 0, "");
}

static void finish(scene* s)
{
    const fountain* f = s->state;
    uint32_t wrong    = 0;
    for (uint32_t i = 0; i < f->alive_count; ++i)
    {
        uint64_t user;
        if (massa_body_get_user(s->world, f->alive[i], &user) != MASSA_OK || user == 0 || user > f->launched) ++wrong;
    }
    scene_check(s, "living ids refused", wrong, 0, 0, "");
    scene_check(s, "boxes thrown", (double)f->launched, f->alive_count, INFINITY, "");
}

static void look(scene* s, renderer_frame* f)
{
    const float top = (float)s->value[HEIGHT], wide = 2.6f + 0.75f * top;
    f->sky = renderer_sky_at(15.7f);
    f->fov = 0.6f;
    memcpy(f->eye, (float[3]){ 1.9f * top + 2.0f, 0.36f * top + 0.6f, -0.6f * top - 1.0f }, sizeof f->eye);
    memcpy(f->target, (float[3]){ 0.0f, 0.46f * top, 0.0f }, sizeof f->target);
    memcpy(f->bounds, (float[2][3]){ { -wide, -0.2f, -wide }, { wide, top + 0.3f, wide } }, sizeof f->bounds);
    f->occlusion_reach = 0.3f;
}

const scene_desc scene_box_fountain = {
    .name            = "box_fountain",
    .description     = "a crown of jets throws boxes; each slot is reused when its box has fallen",
    .parameters      = parameters,
    .parameter_count = sizeof parameters / sizeof parameters[0],
    .state_size      = sizeof(fountain),
    .frames          = 180,
    .dt              = 1.0f / 60.0f,
    .plan            = plan,
    .build           = build,
    .edit            = edit,
    .hear            = hear,
    .finish          = finish,
    .look            = look,
};
