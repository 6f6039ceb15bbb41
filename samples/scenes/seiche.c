// A tank whose water stands higher at one end: it swings to and fro as a whole.
//
// Checked: no particle is lost or leaves, and the first half periods are those of the first standing wave of a tank so
// long and so deep: omega^2 = g k tanh(k depth), k = pi / length.
#include "scene.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum
{
    LAYERS,
    TILT,
};

static const scene_parameter parameters[] = {
    [LAYERS] = { "layers", 10, 40, 10, true, "particles over the depth; with fewer, waves are late" },
    [TILT]   = { "tilt", 0.02, 0.3, 0.12, false, "m, by which the ends are higher and lower at the start" },
};

static const double DEPTH = 0.5, HALF_X = 1.0, HALF_Z = 0.2, GRAVITY = 9.81; // m, m/s^2

typedef struct seiche
{
    massa_liquid_id water;
    massa_body_id left; // a sensor over half of the tank
    uint32_t count;
    uint32_t on_left; // particles
    bool high;        // there are more on the left
    uint32_t crossings;
    double last; // s, when they were as many on both sides
} seiche;

static double cells(double length, double spacing)
{
    return floor(length / spacing + 0.01);
}

static void plan(scene* s, massa_world_desc* wd)
{
    const double d = DEPTH / s->value[LAYERS], layers = (DEPTH + s->value[TILT]) / d + 1.0;
    scene_plan_liquid(wd, cells(2.0 * HALF_X, d) * cells(2.0 * HALF_Z, d) * layers, d, DEPTH);
}

// A lattice under a line that slopes from one end to the other.
static bool add_water(scene* s, seiche* w)
{
    const double d     = DEPTH / s->value[LAYERS];
    const uint32_t n_x = (uint32_t)cells(2.0 * HALF_X, d), n_z = (uint32_t)cells(2.0 * HALF_Z, d),
                   n_y  = (uint32_t)((DEPTH + s->value[TILT]) / d) + 1;
    massa_particle* all = calloc((size_t)n_x * n_y * n_z, sizeof *all);
    for (uint32_t i = 0; all != NULL && i < n_x * n_y * n_z; ++i)
    {
        const double x = (0.5 + i % n_x - 0.5 * n_x) * d, z = (0.5 + i / n_x % n_z - 0.5 * n_z) * d;
        const double y = (0.5 + i / (n_x * n_z)) * d;
        if (y > DEPTH - s->value[TILT] * x / HALF_X) continue;
        all[w->count++].position = (massa_vec3){ (float)x, (float)y, (float)z };
        w->on_left += x < 0.0;
    }
    w->high          = true;
    const bool added = all != NULL && scene_try(s, massa_liquid_add(s->world, w->water, all, w->count));
    free(all);
    return added;
}

static bool build(scene* s)
{
    seiche* w            = s->state;
    massa_liquid_desc ld = massa_default_liquid_desc();
    massa_shape_desc sd  = massa_default_shape_desc();
    ld.colour            = 0x2b8c9e;
    sd.kind              = MASSA_SHAPE_BOX;
    sd.sensor            = true;
    sd.box.half          = (massa_vec3){ (float)(0.5 * HALF_X), (float)DEPTH, (float)HALF_Z };
    if (!scene_try(s, massa_create_liquid(s->world, &ld, &w->water)) || !scene_add_ground(s, 0.0f) ||
        !scene_add_glass(s, HALF_X, HALF_Z, 1.8 * DEPTH, 0.0f) ||
        !scene_add_static(s, &sd, (massa_vec3){ (float)(-0.5 * HALF_X), (float)DEPTH, 0.0f },
                          (massa_quat){ 0.0f, 0.0f, 0.0f, 1.0f }, &w->left) ||
        !add_water(s, w))
        return false;
    return s->drawer == NULL || scene_draw_liquid(s, w->water) != NULL;
}

// Half a period lies between two moments when both halves hold as much. A few particles more or less are no swing.
static void hear(scene* s, const massa_poll_result* heard)
{
    seiche* w = s->state;
    scene_check_liquid(s, heard, w->count);
    const double k = 3.14159265358979 / (2.0 * HALF_X), half = 3.14159265358979 / sqrt(GRAVITY * k * tanh(k * DEPTH));
    for (uint32_t i = 0; i < heard->liquid_event_count; ++i)
    {
        const massa_liquid_event* e = &heard->liquid_events[i];
        if (e->body.bits != w->left.bits) continue;
        const double more = 2.0 * e->count - w->count, before = 2.0 * w->on_left - w->count;
        w->on_left = e->count;
        if ((more > 0.0) == w->high || more == before) continue;
        const double time = ((double)e->step - more / (more - before)) * s->desc->dt;
        w->high           = more > 0.0;
        if (++w->crossings == 2 || w->crossings == 3)
            scene_check(s, "half period, over theory's", 100.0 * (time - w->last) / half, 90.0, 110.0, "%");
        w->last = time;
    }
}

static void finish(scene* s)
{
    const seiche* w = s->state;
    const float x = (float)HALF_X, z = (float)HALF_Z;
    const scene_pool p = scene_measure_liquid(s, NULL, (massa_vec3){ -x, 0.0f, -z }, (massa_vec3){ x, 9.0f, z });
    scene_check(s, "particles outside", p.outside, 0, 0, "");
    if (s->heard_time > 2.9) scene_check(s, "times level", w->crossings, 3, INFINITY, "");
}

static void look(scene* s, renderer_frame* f)
{
    (void)s;
    f->sky = renderer_sky_at(9.0f);
    f->fov = 0.5f;
    memcpy(f->eye, (float[3]){ 0.9f, 1.25f, 3.5f }, sizeof f->eye);
    memcpy(f->target, (float[3]){ 0.0f, 0.35f, 0.0f }, sizeof f->target);
    memcpy(f->bounds, (float[2][3]){ { -1.2f, 0.0f, -0.4f }, { 1.2f, 1.0f, 0.4f } }, sizeof f->bounds);
    memcpy(f->ground_colour, (float[3]){ 0.22f, 0.21f, 0.19f }, sizeof f->ground_colour);
    f->grid_spacing    = 0.25f;
    f->occlusion_reach = 0.2f;
}

const scene_desc scene_seiche = {
    .name            = "seiche",
    .description     = "the water of a long tank swings from end to end",
    .parameters      = parameters,
    .parameter_count = sizeof parameters / sizeof parameters[0],
    .state_size      = sizeof(seiche),
    .frames          = 240,
    .dt              = 1.0f / 60.0f,
    .best_step       = 16,
    .plan            = plan,
    .build           = build,
    .hear            = hear,
    .finish          = finish,
    .look            = look,
};
