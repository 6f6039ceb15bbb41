// Slabs of different friction on one slope of 30 degrees: below tan 30 = 0.577 they slide, above they stay.
//
// Checked: those that slide are where g (sin - friction cos) brings them, the others have not moved.
#include "scene.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum
{
    SLABS = 10,
};

static const double COSINE = 0.86602540378443865, SINE = 0.5;                   // of the slope
static const double HALF_C = 0.96592582628906829, HALF_S = 0.25881904510252076; // of half its angle
static const double LENGTH = 9.0, WIDE = 4.6, THICK = 0.25;                     // m, half sizes of the slope
static const double START    = -6.0;                    // m along the slope, downwards from its middle
static const massa_vec3 SLAB = { 0.35f, 0.12f, 0.35f }; // m, half sizes

typedef struct incline
{
    massa_body_id body[SLABS];
    double friction[SLABS];
    double start[SLABS]; // m, along the slope
} incline;

static void plan(scene* s, massa_world_desc* wd)
{
    (void)s;
    wd->capacity.bodies      = SLABS + 2;
    wd->capacity.colliders   = SLABS + 2;
    wd->capacity.pairs       = 256;
    wd->capacity.debug_lines = 4096;
}

// From along the slope (down), off it and across to the world. The slope's lower end is at +x.
static massa_vec3 on_slope(double along, double off, double across)
{
    return (massa_vec3){ (float)(along * COSINE + off * SINE), (float)(LENGTH * SINE - along * SINE + off * COSINE),
                         (float)across };
}

static bool build(scene* s)
{
    incline* t             = s->state;
    const massa_quat turn  = { 0.0f, 0.0f, (float)-HALF_S, (float)HALF_C };
    massa_shape_desc slope = massa_default_shape_desc(), slab = massa_default_shape_desc();
    massa_body_id ramp;
    slope.kind = slab.kind = MASSA_SHAPE_BOX;
    slope.box.half         = (massa_vec3){ (float)LENGTH, (float)THICK, (float)WIDE };
    slope.friction         = 1.0f;
    slab.box.half          = SLAB;
    if (!scene_add_ground(s, 0.6f) || !scene_add_static(s, &slope, on_slope(0.0, -THICK, 0.0), turn, &ramp))
        return false;
    for (uint32_t i = 0; i < SLABS; ++i)
    {
        massa_body_desc bd = massa_default_body_desc();
        t->friction[i]     = 0.25 + 0.08 * i - (i < 4 ? 0.0 : 0.01) + (i > 4 ? 0.03 : 0.0);
        t->start[i]        = START;
        slab.friction      = (float)(t->friction[i] * t->friction[i]); // with the slope's 1 its root counts
        bd.position        = on_slope(START, SLAB.y, 0.88 * (i - 0.5 * (SLABS - 1)));
        bd.rotation        = turn;
        if (!scene_try(s, massa_create_shape(s->world, &slab, &bd.shape)) ||
            !scene_try(s, massa_create_body(s->world, &bd, &t->body[i])))
            return false;
    }
    if (s->drawer == NULL) return true;
    const float half[3]  = { slope.box.half.x, slope.box.half.y, slope.box.half.z };
    renderer_item* board = scene_draw_body(s, ramp, renderer_mesh_box(s->drawer, half, 0.03f));
    renderer_item* slabs = scene_draw_boxes(s, t->body[0], SLABS, SLAB);
    if (board == NULL || slabs == NULL) return false;
    memcpy(board->colour, (float[3]){ 0.36f, 0.27f, 0.19f }, sizeof board->colour);
    slabs->colour_by = RENDERER_COLOUR_ORDER;
    slabs->kind      = SLABS;
    return true;
}

static void hear(scene* s, const massa_poll_result* heard)
{
    scene_check_bodies(s, heard);
}

static void finish(scene* s)
{
    static const char* const name[SLABS] = { "slab 1", "slab 2", "slab 3", "slab 4", "slab 5",
                                             "slab 6", "slab 7", "slab 8", "slab 9", "slab 10" };
    const incline* t                     = s->state;
    uint32_t count;
    if (s->heard_step < s->desc->frames) return;
    float(*p)[8]      = scene_read_view(s, MASSA_VIEW_BODY_POSE, &count);
    const double time = s->heard_time;
    for (uint32_t i = 0; p != NULL && i < SLABS; ++i)
    {
        const float* x     = p[massa_body_index(t->body[i])];
        const double along = x[0] * COSINE - (x[1] - LENGTH * SINE) * SINE, went = along - t->start[i];
        const double pull = 9.81 * (SINE - t->friction[i] * COSINE);
        const double way  = pull > 0.0 ? 0.5 * pull * time * time : 0.0;
        scene_check(s, name[i], went, 0.97 * way - 0.01, 1.03 * way + 0.01, "m");
    }
    free(p);
}

static void look(scene* s, renderer_frame* f)
{
    (void)s;
    f->sky = renderer_sky_at(15.0f);
    f->fov = 0.62f;
    memcpy(f->eye, (float[3]){ 14.0f, 12.0f, 23.0f }, sizeof f->eye);
    memcpy(f->target, (float[3]){ 0.8f, 3.7f, 0.0f }, sizeof f->target);
    memcpy(f->bounds, (float[2][3]){ { -9.0f, 0.0f, -5.0f }, { 9.0f, 9.8f, 5.0f } }, sizeof f->bounds);
    f->occlusion_reach = 0.6f;
}

const scene_desc scene_incline = {
    .name        = "incline",
    .description = "slabs of ten frictions on one slope: who slides, and how far",
    .state_size  = sizeof(incline),
    .frames      = 150,
    .dt          = 1.0f / 60.0f,
    .plan        = plan,
    .build       = build,
    .hear        = hear,
    .finish      = finish,
    .look        = look,
};
