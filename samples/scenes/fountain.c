// A fountain: a jet rises from the middle of a basin, others lean towards it from a ring. What runs over the rim falls
// to the ground, where a drain takes it, and its places serve the jets again.
//
// Checked: no particle is lost or refused; all that came are there or drained; the jet rises as high as its speed says,
// and hardly any particle higher.
#include "scene.h"

#include <math.h>
#include <string.h>

enum
{
    SPACING,
    HEIGHT,
    JETS,
    MAX_JETS = 12,
};

static const scene_parameter parameters[] = {
    [SPACING] = { "spacing", 0.03, 0.1, 0.05, false, "m, between particles" },
    [HEIGHT]  = { "height", 0.5, 4, 1.5, false, "m, of the jet over its nozzle" },
    [JETS]    = { "jets", 0, MAX_JETS, 6, true, "on the ring" },
};

static const double HALF = 1.3, FLOOR = 0.3, RIM = 0.62, THICK = 0.08, RING = 0.85, NOZZLE = 0.7; // m, of the basin
static const double GRAVITY = 9.81;

typedef struct fountain
{
    massa_liquid_id water;
    massa_emitter_id jet[MAX_JETS + 1];
    uint32_t jets, filled;
    uint32_t alive, drained;
} fountain;

static double room(const scene* s) // particles
{
    const double d = s->value[SPACING], over = RIM + 0.4 * s->value[HEIGHT];
    return ceil(4.0 * (HALF + THICK) * (HALF + THICK) * over / (d * d * d));
}

static void plan(scene* s, massa_world_desc* wd)
{
    scene_plan_liquid(wd, room(s), s->value[SPACING], RIM - FLOOR);
    wd->liquid.max_parts = 6; // the jet is fast
}

static bool add_stone(scene* s, massa_vec3 at, massa_vec3 half)
{
    massa_shape_desc sd = massa_default_shape_desc();
    massa_body_id body;
    sd.kind     = MASSA_SHAPE_BOX;
    sd.box.half = half;
    if (!scene_add_static(s, &sd, at, (massa_quat){ 0.0f, 0.0f, 0.0f, 1.0f }, &body)) return false;
    renderer_item* item = s->drawer != NULL ? scene_draw_boxes(s, body, 1, half) : NULL;
    if (item == NULL) return s->drawer == NULL;
    item->colour_by = RENDERER_COLOUR_CONSTANT;
    memcpy(item->colour, (float[3]){ 0.46f, 0.42f, 0.36f }, sizeof item->colour);
    return true;
}

// A floor that stands on the ground, four walls, and the drain around it.
static bool add_basin(scene* s)
{
    massa_shape_desc drain = massa_default_shape_desc();
    massa_body_id body;
    const float out = (float)(HALF + THICK), half = (float)HALF, thick = (float)THICK, rim = 0.5f * (float)RIM;
    drain.sensor = drain.drain = true;
    return scene_add_static(s, &drain, (massa_vec3){ 0.0f, 0.0f, 0.0f }, (massa_quat){ 0.0f, 0.0f, 0.0f, 1.0f },
                            &body) &&
           add_stone(s, (massa_vec3){ 0.0f, 0.5f * (float)FLOOR, 0.0f },
                     (massa_vec3){ half, 0.5f * (float)FLOOR, half }) &&
           add_stone(s, (massa_vec3){ out, rim, 0.0f }, (massa_vec3){ thick, rim, half + 2.0f * thick }) &&
           add_stone(s, (massa_vec3){ -out, rim, 0.0f }, (massa_vec3){ thick, rim, half + 2.0f * thick }) &&
           add_stone(s, (massa_vec3){ 0.0f, rim, out }, (massa_vec3){ half, rim, thick }) &&
           add_stone(s, (massa_vec3){ 0.0f, rim, -out }, (massa_vec3){ half, rim, thick });
}

static bool add_jet(scene* s, fountain* f, double x, double z, double lean, double height, double radius)
{
    massa_emitter_desc ed = massa_default_emitter_desc();
    ed.liquid             = f->water;
    ed.position           = (massa_vec3){ (float)(RING * x), (float)NOZZLE, (float)(RING * z) };
    ed.direction          = (massa_vec3){ (float)(0.09 - lean * x), 1.0f, (float)(-lean * z) }; // aslant:
    // what falls straight back meets what comes out of the nozzle
    ed.radius = (float)(radius * s->value[SPACING]);
    ed.speed  = (float)sqrt(2.0 * GRAVITY * height);
    return scene_try(s, massa_create_emitter(s->world, &ed, &f->jet[f->jets++]));
}

static bool build(scene* s)
{
    fountain* f          = s->state;
    massa_liquid_desc ld = massa_default_liquid_desc();
    const float half     = (float)HALF;
    const double height  = s->value[HEIGHT];
    ld.colour            = 0x3a93b0;
    if (!scene_try(s, massa_create_liquid(s->world, &ld, &f->water)) || !add_basin(s) ||
        !add_jet(s, f, 0.0, 0.0, 0.0, height, 1.8) ||
        !scene_fill_box(s, f->water, (massa_vec3){ -half, (float)FLOOR, -half },
                        (massa_vec3){ half, (float)RIM - (float)s->spacing, half }, &f->filled))
        return false;
    const uint32_t ring = (uint32_t)s->value[JETS];
    for (uint32_t i = 0; i < ring; ++i)
    {
        // Around a square's rim and back to the circle: no sine is needed.
        const double t = 4.0 * i / ring, part = 2.0 * (t - floor(t)) - 1.0;
        const double square[4][2] = { { 1.0, part }, { -part, 1.0 }, { -1.0, -part }, { part, -1.0 } };
        const double *at = square[(int)t], unit = 1.0 / sqrt(at[0] * at[0] + at[1] * at[1]);
        if (!add_jet(s, f, at[0] * unit, at[1] * unit, 0.25, 0.35 * height, 1.0)) return false;
    }
    return s->drawer == NULL || scene_draw_liquid(s, f->water) != NULL;
}

static void hear(scene* s, const massa_poll_result* heard)
{
    fountain* f = s->state;
    f->alive    = heard->particle_count;
    f->drained += heard->liquid_drained;
    scene_check(s, "particles lost", heard->particles_lost, 0, 0, "");
    scene_check(s, "particles refused", heard->liquid_refused, 0, 0, "");
    scene_check(s, "lists overflowed", heard->overflow_count, 0, 0, "");
}

static void finish(scene* s)
{
    const fountain* f = s->state;
    uint64_t sent     = 0;
    for (uint32_t i = 0; i < f->jets; ++i)
    {
        uint64_t one = 0;
        scene_check(s, "jets refused", massa_emitter_get_sent(s->world, f->jet[i], &one) != MASSA_OK, 0, 0, "");
        sent += one;
    }
    const scene_pool p =
        scene_measure_liquid(s, NULL, (massa_vec3){ -99.0f, -1.0f, -99.0f }, (massa_vec3){ 99.0f, 99.0f, 99.0f });
    scene_check(s, "particles unaccounted for", (double)f->filled + (double)sent - p.count - f->drained, 0, 0, "");
    if (s->heard_time < 2.0) return;
    scene_check(s, "drained", f->drained, 1, INFINITY, "");
    const float over = (float)(NOZZLE + 1.3 * s->value[HEIGHT]);
    const scene_pool high =
        scene_measure_liquid(s, NULL, (massa_vec3){ -99.0f, over, -99.0f }, (massa_vec3){ 99.0f, 99.0f, 99.0f });
    scene_check(s, "the jet's height", p.top - NOZZLE, 0.7 * s->value[HEIGHT], 1.6 * s->value[HEIGHT], "m");
    scene_check(s, "thrown higher", 100.0 * high.count / fmax(p.count, 1.0), 0.0, 0.1, "%");
}

static void look(scene* s, renderer_frame* f)
{
    const float top = (float)(NOZZLE + s->value[HEIGHT]);
    f->sky          = renderer_sky_at(9.3f);
    f->fov          = 0.56f;
    memcpy(f->eye, (float[3]){ 2.7f, 0.55f * top + 1.1f, 3.4f + 0.9f * top }, sizeof f->eye);
    memcpy(f->target, (float[3]){ 0.0f, 0.42f * top, 0.0f }, sizeof f->target);
    memcpy(f->bounds, (float[2][3]){ { -1.9f, 0.0f, -1.9f }, { 1.9f, 1.05f * top, 1.9f } }, sizeof f->bounds);
    memcpy(f->ground_colour, (float[3]){ 0.20f, 0.21f, 0.17f }, sizeof f->ground_colour);
    f->grid_spacing    = 0.0f;
    f->occlusion_reach = 0.3f;
}

const scene_desc scene_fountain = {
    .name            = "fountain",
    .description     = "jets of water rise from a basin, which runs over into a drain",
    .parameters      = parameters,
    .parameter_count = sizeof parameters / sizeof parameters[0],
    .state_size      = sizeof(fountain),
    .frames          = 240,
    .dt              = 1.0f / 60.0f,
    .best_step       = 150,
    .plan            = plan,
    .build           = build,
    .hear            = hear,
    .finish          = finish,
    .look            = look,
};
