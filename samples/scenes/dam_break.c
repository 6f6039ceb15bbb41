// A column of water, twice as high as wide, stands at one end of a tank; its wall is gone at once. The sheet runs along
// the floor, climbs the far wall, and comes back as a wave.
//
// Checked: no particle is lost or leaves, no energy comes from nowhere, and the front reaches the far wall when that of
// Martin and Moyce did (1952, Phil. Trans. R. Soc. A 244, table 2; in units of the column's width).
#include "scene.h"

#include <math.h>
#include <string.h>

enum
{
    LAYERS,
    PILLAR,
};

static const scene_parameter parameters[] = {
    [LAYERS] = { "layers", 8, 120, 40, true, "particles over the height of the column" },
    [PILLAR] = { "pillar", 0, 1, 0, true, "1: a square pillar stands in the way" },
};

static const double WIDE = 1.0, HIGH = 2.0, DEEP = 0.6, LONG = 4.0, GRAVITY = 9.81; // m, m/s^2

typedef struct dam_break
{
    massa_liquid_id water;
    massa_body_id far_end; // a sensor at the far wall
    uint32_t count;
    double arrival; // s; 0: not yet
} dam_break;

static void plan(scene* s, massa_world_desc* wd)
{
    const double d = HIGH / s->value[LAYERS];
    scene_plan_liquid(wd, ceil(WIDE / d) * s->value[LAYERS] * ceil(DEEP / d), d, HIGH);
}

static bool add_sensor(scene* s, dam_break* b)
{
    massa_shape_desc sd = massa_default_shape_desc();
    sd.kind             = MASSA_SHAPE_BOX;
    sd.sensor           = true;
    sd.box.half         = (massa_vec3){ (float)s->spacing, (float)HIGH, (float)(0.5 * DEEP) };
    return scene_add_static(s, &sd, (massa_vec3){ (float)(0.5 * LONG - s->spacing), (float)HIGH, 0.0f },
                            (massa_quat){ 0.0f, 0.0f, 0.0f, 1.0f }, &b->far_end);
}

static bool add_pillar(scene* s)
{
    massa_shape_desc sd = massa_default_shape_desc();
    massa_body_id body;
    sd.kind     = MASSA_SHAPE_BOX;
    sd.box.half = (massa_vec3){ 0.12f, 0.9f, 0.12f };
    if (!scene_add_static(s, &sd, (massa_vec3){ 0.6f, 0.9f, 0.0f }, (massa_quat){ 0.0f, 0.0f, 0.0f, 1.0f }, &body))
        return false;
    renderer_item* item = s->drawer != NULL ? scene_draw_boxes(s, body, 1, sd.box.half) : NULL;
    if (item == NULL) return s->drawer == NULL;
    item->colour_by = RENDERER_COLOUR_CONSTANT;
    memcpy(item->colour, (float[3]){ 0.62f, 0.27f, 0.10f }, sizeof item->colour);
    return true;
}

static bool build(scene* s)
{
    dam_break* b         = s->state;
    massa_liquid_desc ld = massa_default_liquid_desc();
    const float x = (float)(-0.5 * LONG), z = (float)(0.5 * DEEP);
    if (!scene_try(s, massa_create_liquid(s->world, &ld, &b->water)) || !scene_add_ground(s, 0.0f) ||
        !scene_add_glass(s, 0.5 * LONG, 0.5 * DEEP, 2.0 * HIGH, 0.0f) || !scene_add_lid(s, 2.0 * HIGH) ||
        !add_sensor(s, b) || (s->value[PILLAR] > 0.0 && !add_pillar(s)) ||
        !scene_fill_box(s, b->water, (massa_vec3){ x, 0.0f, -z }, (massa_vec3){ x + (float)WIDE, (float)HIGH, z },
                        &b->count))
        return false;
    return s->drawer == NULL || scene_draw_liquid(s, b->water) != NULL;
}

static void hear(scene* s, const massa_poll_result* heard)
{
    dam_break* b = s->state;
    scene_check_liquid(s, heard, b->count);
    for (uint32_t i = 0; i < heard->liquid_event_count && b->arrival == 0.0; ++i)
        if (heard->liquid_events[i].body.bits == b->far_end.bits)
            b->arrival = (double)heard->liquid_events[i].step * s->desc->dt;
}

// When the measured front was so many widths from the column's back.
static double measured(double place)
{
    static const double front[][2] = { { 3.00, 2.51 }, { 3.22, 2.65 }, { 3.44, 2.83 },
                                       { 3.67, 2.98 }, { 3.89, 3.11 }, { 4.11, 3.33 } };
    int i                          = 0;
    while (i < 4 && front[i + 1][0] < place)
        ++i;
    const double part = (place - front[i][0]) / (front[i + 1][0] - front[i][0]);
    return (front[i][1] + part * (front[i + 1][1] - front[i][1])) / sqrt(2.0 * GRAVITY / WIDE);
}

static void finish(scene* s)
{
    const dam_break* b = s->state;
    const float x = (float)(0.5 * LONG), z = (float)(0.5 * DEEP);
    const scene_pool p = scene_measure_liquid(s, NULL, (massa_vec3){ -x, 0.0f, -z }, (massa_vec3){ x, 9.0f, z });
    const double start = 0.5 * GRAVITY * HIGH * b->count;
    scene_check(s, "particles outside", p.outside, 0, 0, "");
    scene_check(s, "energy of the start", 100.0 * p.energy / start, 0.0, 100.1, "%");
    const double wanted = measured((LONG - 1.5 * s->spacing) / WIDE); // half a particle more than centres
    if (s->heard_time > 1.3 * wanted && s->value[PILLAR] == 0.0)
        scene_check(s, "front, over the measured time", 100.0 * b->arrival / wanted, 85.0, 115.0, "%");
}

static void look(scene* s, renderer_frame* f)
{
    (void)s;
    f->sky = renderer_sky_at(9.4f);
    f->fov = 0.56f;
    memcpy(f->eye, (float[3]){ 2.5f, 2.1f, 6.1f }, sizeof f->eye);
    memcpy(f->target, (float[3]){ 0.05f, 0.95f, 0.0f }, sizeof f->target);
    memcpy(f->bounds, (float[2][3]){ { -2.3f, 0.0f, -0.6f }, { 2.3f, 2.6f, 0.6f } }, sizeof f->bounds);
    memcpy(f->ground_colour, (float[3]){ 0.19f, 0.18f, 0.165f }, sizeof f->ground_colour);
    f->grid_spacing    = 0.5f;
    f->occlusion_reach = 0.3f;
}

const scene_desc scene_dam_break = {
    .name            = "dam_break",
    .description     = "a column of water collapses and runs against the far wall of its tank",
    .parameters      = parameters,
    .parameter_count = sizeof parameters / sizeof parameters[0],
    .state_size      = sizeof(dam_break),
    .frames          = 180,
    .dt              = 1.0f / 60.0f,
    .best_step       = 60,
    .plan            = plan,
    .build           = build,
    .hear            = hear,
    .finish          = finish,
    .look            = look,
};
