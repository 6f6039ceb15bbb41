// Wing nuts that spin about their middle axis, weightless: that spin is unstable, so each turns over, spins upside
// down for a while and turns back (the Dzhanibekov effect). The further out, the smaller the nudge that starts it, so
// that the turning runs through the field as a wave. Orange is the side that was up.
//
// Checked against theory: each nut keeps its energy and angular momentum, all keep their momentum, and each turn comes
// when the elliptic integral of a free top says (Landau and Lifshitz, Mechanics, 37).
#include "scene.h"

#include <math.h>
#include <string.h>

enum
{
    BODIES,
    SPIN,
    DAMPING,
    MAX_BODIES = 2000,
};

static const scene_parameter parameters[] = {
    [BODIES]  = { "bodies", 1, MAX_BODIES, 217, true, "wing nuts" },
    [SPIN]    = { "spin", 1, 20, 9, false, "rad/s about the middle axis" },
    [DAMPING] = { "damping", 0, 10, 0, false, "1/s of air; with any, energy is lost and the check says so" },
};

static const scene_part parts[] = {
    // upper half
    { { 0.0f, 0.12f, 0.0f }, { 0.15f, 0.12f, 0.15f }, 0.035f, true },
    { { 0.31f, 0.11f, 0.0f }, { 0.17f, 0.11f, 0.045f }, 0.03f, false },
    { { -0.31f, 0.11f, 0.0f }, { 0.17f, 0.11f, 0.045f }, 0.03f, false },
    // lower half
    { { 0.0f, -0.12f, 0.0f }, { 0.15f, 0.12f, 0.15f }, 0.035f, true },
    { { 0.31f, -0.11f, 0.0f }, { 0.17f, 0.11f, 0.045f }, 0.03f, false },
    { { -0.31f, -0.11f, 0.0f }, { 0.17f, 0.11f, 0.045f }, 0.03f, false },
};

typedef struct nut
{
    double first_turn, turn_every; // s, theory
    double energy, momentum;       // at the start: J, kg m^2/s
    double spin;                   // about its own axis when last heard, rad/s
    uint32_t turns;
} nut;

typedef struct tumble
{
    massa_body_id body[MAX_BODIES];
    nut nuts[MAX_BODIES];
    uint32_t count;
    uint32_t turns; // of all
    double mass, inertia[3];
    double last_time; // s
} tumble;

static void plan(scene* s, massa_world_desc* wd)
{
    const uint32_t count = (uint32_t)s->value[BODIES];
    wd->gravity          = (massa_vec3){ 0.0f, 0.0f, 0.0f };
    wd->capacity.bodies  = count;
    wd->capacity.pairs   = MASSA_NONE; // nobody has a shape
    wd->capacity.watched = count;
}

// A quarter of a free top's period, in which the middle component goes from its largest to zero, when it starts with
// the spins w about the axes of inertia i[0] < i[1] < i[2] and w[2] = 0.
static double quarter(const double i[3], const double w[3])
{
    double twice_energy = 0.0, square = 0.0; // of the momentum
    for (int k = 0; k < 3; ++k)
    {
        twice_energy += i[k] * w[k] * w[k];
        square += i[k] * i[k] * w[k] * w[k];
    }
    const double low = square - twice_energy * i[0], high = twice_energy * i[2] - square;
    const double rate = sqrt((i[1] - i[0]) * high / (i[0] * i[1] * i[2]));
    const double k2   = (i[2] - i[1]) * low / ((i[1] - i[0]) * high);
    double a = 1.0, b = sqrt(1.0 - k2); // complete elliptic integral by the arithmetic-geometric mean
    while (a - b > 1e-12)
    {
        const double mean = 0.5 * (a + b);
        b                 = sqrt(a * b);
        a                 = mean;
    }
    return 3.14159265358979324 / (2.0 * a) / rate;
}

static bool add_nut(scene* s, tumble* t, uint32_t i, const double direction[2])
{
    // From 0.12 to 0.0043 of the spin, by the same factor per metre, so that the wave has one speed. Below that, a
    // turn's time would hang on the last digits of the energy (its drift against the square of the nudge).
    const double radius = 0.62 * sqrt((double)i + 0.5), rim = 0.62 * sqrt((double)t->count);
    double nudge = 0.12;
    for (double level = 1.0; level < 64.0 * radius / rim; level += 1.0)
        nudge *= 0.9494;
    const double w[3] = { nudge * s->value[SPIN], s->value[SPIN], 0.0 };

    massa_body_desc bd    = massa_default_body_desc();
    bd.position           = (massa_vec3){ (float)(radius * direction[0]), 1.4f, (float)(radius * direction[1]) };
    bd.mass               = (float)t->mass;
    bd.inertia            = (massa_vec3){ (float)t->inertia[0], (float)t->inertia[1], (float)t->inertia[2] };
    bd.angular_velocity   = (massa_vec3){ (float)w[0], (float)w[1], 0.0f };
    bd.angular_damping    = (float)s->value[DAMPING];
    const double fast     = quarter(t->inertia, w);
    t->nuts[i].first_turn = fast;
    t->nuts[i].turn_every = 2.0 * fast;
    t->nuts[i].spin       = w[1];
    for (int k = 0; k < 3; ++k)
    {
        t->nuts[i].energy += 0.5 * t->inertia[k] * w[k] * w[k];
        t->nuts[i].momentum += t->inertia[k] * t->inertia[k] * w[k] * w[k];
    }
    t->nuts[i].momentum = sqrt(t->nuts[i].momentum);
    return scene_try(s, massa_create_body(s->world, &bd, &t->body[i]));
}

static bool build(scene* s)
{
    tumble* t = s->state;
    t->count  = (uint32_t)s->value[BODIES];
    double centre[3];
    scene_mass_parts(parts, 6, 2700.0, &t->mass, centre, t->inertia);

    double direction[2] = { 1.0, 0.0 }; // a sunflower: each next one a golden angle further
    for (uint32_t i = 0; i < t->count; ++i)
    {
        if (!add_nut(s, t, i, direction)) return false;
        scene_turn(direction, -0.73736887807831990, 0.67549029426152365);
    }
    if (!scene_try(s, massa_world_watch(s->world, t->body, t->count))) return false;

    static const float colour[2][3] = { { 0.80f, 0.20f, 0.025f }, { 0.035f, 0.13f, 0.30f } };
    for (uint32_t side = 0; side < 2 && s->drawer != NULL; ++side)
    {
        renderer_item* item = scene_draw_bodies(s, scene_mesh_parts(s, &parts[3 * side], 3, (float[3]){ 0 }));
        if (item == NULL) return false;
        memcpy(item->colour, colour[side], sizeof item->colour);
    }
    return true;
}

// World axes to the body's.
static void to_body(const massa_quat* q, const massa_vec3* v, double out[3])
{
    const double x = -(double)q->x, y = -(double)q->y, z = -(double)q->z, w = q->w;
    const double cx = y * v->z - z * v->y + w * v->x, cy = z * v->x - x * v->z + w * v->y,
                 cz = x * v->y - y * v->x + w * v->z;
    out[0]          = v->x + 2.0 * (y * cz - z * cy);
    out[1]          = v->y + 2.0 * (z * cx - x * cz);
    out[2]          = v->z + 2.0 * (x * cy - y * cx);
}

// When the spin about the nut's own axis has changed its sign: straight between the two times it was heard.
static void count_turn(scene* s, tumble* t, nut* n, double spin)
{
    if ((spin < 0.0) != (n->spin < 0.0))
    {
        const double at     = t->last_time + (s->heard_time - t->last_time) * n->spin / (n->spin - spin);
        const double theory = n->first_turn + n->turn_every * n->turns;
        scene_check(s, "turn against theory", 100.0 * fabs(at / theory - 1.0), -INFINITY, 1.0, "%");
        ++n->turns;
        ++t->turns;
    }
    n->spin = spin;
}

static void hear(scene* s, const massa_poll_result* heard)
{
    tumble* t          = s->state;
    double momentum[3] = { 0 }, scale = 0.0;
    uint32_t present = 0;
    for (uint32_t i = 0; i < heard->watched_count; ++i)
    {
        const massa_watched* b = &heard->watched[i];
        nut* n                 = &t->nuts[i];
        double w[3], energy = 0.0, square = 0.0;
        if (b->body.bits != t->body[i].bits) continue;
        ++present;
        to_body(&b->rotation, &b->angular_velocity, w);
        for (int k = 0; k < 3; ++k)
        {
            energy += 0.5 * t->inertia[k] * w[k] * w[k];
            square += t->inertia[k] * t->inertia[k] * w[k] * w[k];
        }
        scene_check(s, "energy drift", 100.0 * (energy / n->energy - 1.0), -0.1, 0.1, "%");
        scene_check(s, "angular momentum drift", 100.0 * (sqrt(square) / n->momentum - 1.0), -0.1, 0.1, "%");
        count_turn(s, t, n, w[1]);
        momentum[0] += t->mass * b->velocity.x;
        momentum[1] += t->mass * b->velocity.y;
        momentum[2] += t->mass * b->velocity.z;
        scale += t->mass;
    }
    scene_check(s, "bodies heard of", present, t->count, t->count, "");
    const double size = sqrt(momentum[0] * momentum[0] + momentum[1] * momentum[1] + momentum[2] * momentum[2]);
    scene_check(s, "momentum per mass", size / fmax(scale, 1e-9), -INFINITY, 1e-3, "m/s");
    t->last_time = s->heard_time;
}

static void finish(scene* s)
{
    const tumble* t = s->state;
    double expected = 0.0, unsure = 0.0; // those whose turn is due within the tolerance of 1 %
    for (uint32_t i = 0; i < t->count; ++i)
    {
        const nut* n       = &t->nuts[i];
        const double turns = (s->heard_time - n->first_turn) / n->turn_every + 1.0, slack = 0.01 * fmax(turns, 1.0);
        if (turns >= 1.0) expected += floor(turns);
        if (floor(turns - slack) != floor(turns + slack)) unsure += 1.0;
    }
    scene_check(s, "turns", t->turns, fmax(0.0, expected - unsure), expected + unsure, "");
}

static void look(scene* s, renderer_frame* f)
{
    const float radius = 0.62f * sqrtf((float)s->value[BODIES]) + 0.5f;
    f->sky             = renderer_sky_at(7.3f);
    f->fov             = 0.66f;
    memcpy(f->eye, (float[3]){ 0.45f * radius, 0.32f * radius + 0.7f, 1.35f * radius + 0.8f }, sizeof f->eye);
    memcpy(f->target, (float[3]){ 0.02f * radius, 1.2f, 0.0f }, sizeof f->target);
    memcpy(f->bounds, (float[2][3]){ { -radius, 0.0f, -radius }, { radius, 2.1f, radius } }, sizeof f->bounds);
    f->occlusion_reach = 0.5f;
}

const scene_desc scene_tumble = {
    .name            = "tumble",
    .description     = "weightless wing nuts turn over in a wave (the Dzhanibekov effect)",
    .parameters      = parameters,
    .parameter_count = sizeof parameters / sizeof parameters[0],
    .state_size      = sizeof(tumble),
    .frames          = 150,
    .dt              = 1.0f / 60.0f,
    .plan            = plan,
    .build           = build,
    .hear            = hear,
    .finish          = finish,
    .look            = look,
};
