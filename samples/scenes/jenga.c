// A tower of layers of three blocks, crosswise. Some in the middle are a little thinner, so that they carry nothing;
// these are drawn out one after the other, as players do, and the tower must bear it.
//
// Checked: the tower still stands, as high as before, and each block that was drawn lies on the ground.
#include "scene.h"

#include <math.h>
#include <string.h>

enum
{
    LAYERS,
    DRAWN,
    MOST  = 24,
    EACH  = 3,
    FIRST = 60,  // step of the first draw: the tower has settled
    EVERY = 110, // steps from one to the next
};

static const scene_parameter parameters[] = {
    [LAYERS] = { "layers", 4, MOST, 18, true, "of three blocks" },
    [DRAWN]  = { "drawn", 0, 6, 4, true, "blocks that are drawn out" },
};

static const massa_vec3 HALF = { 0.75f, 0.15f, 0.246f }; // m; ten times the toy, with air between neighbours
static const float LOOSE     = 0.01f;                    // m, by which those are thinner that will be drawn
static const double SPEED = 1.1, WAY = 1.75;             // m/s, m: of a draw

typedef struct jenga
{
    uint32_t count;
    massa_body_id body[EACH * MOST];
    massa_vec3 start[EACH * MOST];
} jenga;

static void plan(scene* s, massa_world_desc* wd)
{
    const uint32_t n         = EACH * (uint32_t)s->value[LAYERS];
    wd->capacity.bodies      = n + 1;
    wd->capacity.colliders   = n + 1;
    wd->capacity.pairs       = 24 * n + 64;
    wd->capacity.debug_lines = 256 * n;
}

// The middle block of every third layer, from the second up.
static uint32_t drawn(const jenga* t, uint32_t k)
{
    const uint32_t layer = (1 + 3 * k) % (t->count / EACH - 1);
    return EACH * layer + 1;
}

static bool is_loose(const scene* s, const jenga* t, uint32_t i)
{
    bool found = false;
    for (uint32_t k = 0; k < (uint32_t)s->value[DRAWN]; ++k)
        found = found || drawn(t, k) == i;
    return found;
}

static bool build(scene* s)
{
    jenga* t             = s->state;
    const float quarter  = 0.70710678f;
    massa_shape_desc box = massa_default_shape_desc();
    massa_shape_id shape[2]; // those that bear, those that are loose
    massa_body_desc bd = massa_default_body_desc();
    box.kind           = MASSA_SHAPE_BOX;
    box.box.half       = HALF;
    box.density        = 600.0f;
    box.friction       = 0.4f;
    t->count           = EACH * (uint32_t)s->value[LAYERS];
    if (!scene_add_ground(s, 0.8f) || !scene_try(s, massa_create_shape(s->world, &box, &shape[0]))) return false;
    box.box.half.y -= 0.5f * LOOSE;
    if (!scene_try(s, massa_create_shape(s->world, &box, &shape[1]))) return false;
    for (uint32_t i = 0; i < t->count; ++i)
    {
        const uint32_t layer = i / EACH;
        const float side = 0.5f * ((float)(i % EACH) - 1.0f), height = HALF.y * (2.0f * (float)layer + 1.0f);
        const bool crosswise = layer % 2 != 0, loose = is_loose(s, t, i);
        bd.position = t->start[i] =
            (massa_vec3){ crosswise ? side : 0.0f, height - (loose ? 0.5f * LOOSE : 0.0f), crosswise ? 0.0f : side };
        bd.shape    = shape[loose];
        bd.rotation = crosswise ? (massa_quat){ 0.0f, quarter, 0.0f, quarter } : (massa_quat){ 0.0f, 0.0f, 0.0f, 1.0f };
        if (!scene_try(s, massa_create_body(s->world, &bd, &t->body[i]))) return false;
    }
    if (s->drawer == NULL) return true;
    renderer_item* item = scene_draw_boxes(s, t->body[0], t->count, box.box.half);
    if (item == NULL) return false;
    item->colour_by = RENDERER_COLOUR_ID;
    return true;
}

static bool edit(scene* s)
{
    const jenga* t = s->state;
    for (uint32_t k = 0; k < (uint32_t)s->value[DRAWN]; ++k)
    {
        const uint64_t begin = FIRST + (uint64_t)k * EVERY, last = begin + (uint64_t)(60.0 * WAY / SPEED);
        const uint32_t i     = drawn(t, k);
        const bool crosswise = i / EACH % 2 != 0;
        if (s->step < begin || s->step > last) continue;
        const float v = (float)SPEED; // towards the one who looks
        if (!scene_try(s, massa_body_set_velocity(s->world, t->body[i],
                                                  (massa_vec3){ crosswise ? 0.0f : v, 0.0f, crosswise ? v : 0.0f })))
            return false;
    }
    return true;
}

static void hear(scene* s, const massa_poll_result* heard)
{
    scene_check_bodies(s, heard);
}

static void finish(scene* s)
{
    jenga* t              = s->state;
    const uint32_t layers = t->count / EACH, out = (uint32_t)s->value[DRAWN];
    const massa_body_id top = t->body[EACH * (layers - 1)];
    const double tall       = t->start[EACH * (layers - 1)].y;
    if (s->heard_step < s->desc->frames) return;
    const scene_stand high = scene_measure_stand(s, top, EACH, &t->start[EACH * (layers - 1)]);
    scene_check(s, "height of the top layer", high.lowest, 0.98 * tall, tall + 0.02, "m");
    scene_check(s, "way of the top layer to the side", 1e3 * high.drift, 0, 150, "mm");
    scene_check(s, "tilt of the top layer", high.tilt, 0, 3, "degrees");
    for (uint32_t k = 0; k < out; ++k)
    {
        const scene_stand one = scene_measure_stand(s, t->body[drawn(t, k)], 1, NULL);
        scene_check(s, "height of drawn blocks", one.top, 0.1, 0.8, "m");
    }
}

static void look(scene* s, renderer_frame* f)
{
    const float tall = 0.3f * (float)s->value[LAYERS];
    f->sky           = renderer_sky_at(10.4f);
    f->fov           = 0.62f;
    memcpy(f->eye, (float[3]){ 4.0f + 0.55f * tall, 0.85f * tall, 4.5f + 0.75f * tall }, sizeof f->eye);
    memcpy(f->target, (float[3]){ 0.3f, 0.44f * tall, 0.3f }, sizeof f->target);
    memcpy(f->bounds, (float[2][3]){ { -3.0f, 0.0f, -3.0f }, { 4.0f, tall + 0.3f, 4.0f } }, sizeof f->bounds);
    f->occlusion_reach = 0.5f;
}

const scene_desc scene_jenga = {
    .name            = "jenga",
    .description     = "a tower of crossed blocks stands while some are drawn out",
    .parameters      = parameters,
    .parameter_count = sizeof parameters / sizeof parameters[0],
    .state_size      = sizeof(jenga),
    .frames          = FIRST + 4 * EVERY + 100,
    .dt              = 1.0f / 60.0f,
    .plan            = plan,
    .build           = build,
    .edit            = edit,
    .hear            = hear,
    .finish          = finish,
    .look            = look,
};
