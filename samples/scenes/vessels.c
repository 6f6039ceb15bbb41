// Three communicating vessels of different widths, filled to different heights, joined under two walls that end above
// the floor. The levels become equal.
//
// Checked: no particle is lost or leaves, and after six seconds all levels are the same.
#include "scene.h"

#include <math.h>
#include <string.h>

enum
{
    LAYERS,
    VESSELS = 3,
};

static const scene_parameter parameters[] = {
    [LAYERS] = { "layers", 10, 60, 20, true, "particles over the height of the fullest" },
};

static const double FULL = 1.0, HALF_Z = 0.2, GAP = 0.3, THICK = 0.05;                    // m; a wall is twice as thick
static const double FROM[VESSELS] = { -1.0, 0.0, 0.4 }, TO[VESSELS] = { -0.1, 0.3, 1.0 }; // m
static const double LEVEL[VESSELS] = { 1.0, 0.3, 0.5 };                                   // of FULL

typedef struct vessels
{
    massa_liquid_id water;
    uint32_t count;
} vessels;

static void plan(scene* s, massa_world_desc* wd)
{
    const double d = FULL / s->value[LAYERS];
    double volume  = 2.0 * GAP;
    for (int i = 0; i < VESSELS; ++i)
        volume += (TO[i] - FROM[i]) * LEVEL[i] * FULL;
    scene_plan_liquid(wd, ceil(1.2 * volume * 2.0 * HALF_Z / (d * d * d)), d, FULL);
}

static bool add_wall(scene* s, double at)
{
    massa_shape_desc sd = massa_default_shape_desc();
    massa_body_id body;
    sd.kind     = MASSA_SHAPE_BOX;
    sd.box.half = (massa_vec3){ (float)THICK, (float)(0.5 * (1.25 * FULL - GAP)), (float)HALF_Z };
    if (!scene_add_static(s, &sd, (massa_vec3){ (float)at, (float)GAP + sd.box.half.y, 0.0f },
                          (massa_quat){ 0.0f, 0.0f, 0.0f, 1.0f }, &body))
        return false;
    renderer_item* item = s->drawer != NULL ? scene_draw_boxes(s, body, 1, sd.box.half) : NULL;
    if (item == NULL) return s->drawer == NULL;
    item->colour_by = RENDERER_COLOUR_CONSTANT;
    memcpy(item->colour, (float[3]){ 0.50f, 0.20f, 0.08f }, sizeof item->colour);
    return true;
}

static bool build(scene* s)
{
    vessels* v           = s->state;
    massa_liquid_desc ld = massa_default_liquid_desc();
    const float z = (float)HALF_Z, gap = (float)GAP;
    ld.colour = 0x2f7fb8;
    // The same viscosity in m^2/s whatever the spacing; with 0.01 at 20 layers levels still swing by .2 spacings after
    // 6 s.
    ld.viscosity = (float)(1e-4 * s->value[LAYERS] * s->value[LAYERS]);
    if (!scene_try(s, massa_create_liquid(s->world, &ld, &v->water)) || !scene_add_ground(s, 0.0f) ||
        !scene_add_glass(s, TO[VESSELS - 1], HALF_Z, 1.25 * FULL, 0.0f) || !add_wall(s, TO[0] + THICK) ||
        !add_wall(s, TO[1] + THICK))
        return false;
    for (int i = 0; i < VESSELS; ++i)
    {
        const float from = (float)FROM[i], to = (float)TO[i], level = (float)(LEVEL[i] * FULL);
        const massa_vec3 next = { i + 1 < VESSELS ? (float)FROM[i + 1] : to, gap, z };
        if (!scene_fill_box(s, v->water, (massa_vec3){ from, 0.0f, -z }, (massa_vec3){ to, level, z }, &v->count))
            return false;
        if (i + 1 < VESSELS && !scene_fill_box(s, v->water, (massa_vec3){ to, 0.0f, -z }, next, &v->count))
            return false;
    }
    return s->drawer == NULL || scene_draw_liquid(s, v->water) != NULL;
}

static void hear(scene* s, const massa_poll_result* heard)
{
    const vessels* v = s->state;
    scene_check_liquid(s, heard, v->count);
}

static void finish(scene* s)
{
    const float x = (float)TO[VESSELS - 1], z = (float)HALF_Z;
    const scene_pool all = scene_measure_liquid(s, NULL, (massa_vec3){ -x, 0.0f, -z }, (massa_vec3){ x, 9.0f, z });
    scene_check(s, "particles outside", all.outside, 0, 0, "");
    if (s->heard_time < 5.9) return;
    double low = INFINITY, high = -INFINITY;
    for (int i = 0; i < VESSELS; ++i) // twice the height of the middle
    {
        const scene_pool p = scene_measure_liquid(s, NULL, (massa_vec3){ (float)FROM[i], 0.0f, -z },
                                                  (massa_vec3){ (float)TO[i], 9.0f, z });
        low                = fmin(low, 2.0 * p.mean[1]);
        high               = fmax(high, 2.0 * p.mean[1]);
    }
    scene_check(s, "levels differ by", (high - low) / s->spacing, 0.0, 0.15, "spacings");
}

static void look(scene* s, renderer_frame* f)
{
    (void)s;
    f->sky = renderer_sky_at(9.5f);
    f->fov = 0.5f;
    memcpy(f->eye, (float[3]){ 0.8f, 1.35f, 3.9f }, sizeof f->eye);
    memcpy(f->target, (float[3]){ 0.0f, 0.55f, 0.0f }, sizeof f->target);
    memcpy(f->bounds, (float[2][3]){ { -1.2f, 0.0f, -0.4f }, { 1.2f, 1.3f, 0.4f } }, sizeof f->bounds);
    memcpy(f->ground_colour, (float[3]){ 0.26f, 0.25f, 0.23f }, sizeof f->ground_colour);
    f->grid_spacing    = 0.25f;
    f->occlusion_reach = 0.2f;
}

const scene_desc scene_vessels = {
    .name            = "vessels",
    .description     = "water finds one level in three vessels that are joined below",
    .parameters      = parameters,
    .parameter_count = sizeof parameters / sizeof parameters[0],
    .state_size      = sizeof(vessels),
    .frames          = 360,
    .dt              = 1.0f / 60.0f,
    .plan            = plan,
    .build           = build,
    .hear            = hear,
    .finish          = finish,
    .look            = look,
};
