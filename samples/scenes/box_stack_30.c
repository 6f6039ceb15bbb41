// Boxes fall onto each other and make a tower (seed 000's S02), each a little turned against the one below.
//
// Checked: the tower stands as high as its boxes, straight and still. Contacts are springs: the tower is a decimetre
// shorter than its boxes.
#include "scene.h"

#include <math.h>
#include <string.h>

enum
{
    BOXES,
    GAP,
    MOST = 60,
};

static const scene_parameter parameters[] = {
    [BOXES] = { "boxes", 1, MOST, 30, true, "in the tower" },
    [GAP]   = { "gap", 0, 20, 3, false, "cm that each falls farther than the one below" },
};

static const float HALF = 0.5f; // m

typedef struct stack
{
    uint32_t count;
    massa_body_id body[MOST];
    massa_vec3 start[MOST];
} stack;

static void plan(scene* s, massa_world_desc* wd)
{
    const uint32_t n         = (uint32_t)s->value[BOXES];
    wd->capacity.bodies      = n + 1;
    wd->capacity.colliders   = n + 1;
    wd->capacity.pairs       = 16 * n + 64;
    wd->capacity.debug_lines = 256 * n + 1024;
}

static bool build(scene* s)
{
    stack* t             = s->state;
    t->count             = (uint32_t)s->value[BOXES];
    double half[2]       = { 1.0, 0.0 }; // of the angle that a box is turned by: cosine, sine
    const double gap     = 0.01 * s->value[GAP];
    massa_shape_desc box = massa_default_shape_desc();
    massa_body_desc bd   = massa_default_body_desc();
    box.kind             = MASSA_SHAPE_BOX;
    box.box.half         = (massa_vec3){ HALF, HALF, HALF };
    if (!scene_add_ground(s, 0.6f) || !scene_try(s, massa_create_shape(s->world, &box, &bd.shape))) return false;
    for (uint32_t i = 0; i < t->count; ++i)
    {
        bd.position = t->start[i] = (massa_vec3){ 0.0f, (float)(HALF + i * (2.0 * HALF + gap) + gap), 0.0f };
        bd.rotation               = scene_turned_y(half);
        if (!scene_try(s, massa_create_body(s->world, &bd, &t->body[i]))) return false;
        scene_turn(half, 0.99965732497555726, 0.026176948307873153); // 1.5 degrees, a box 3
    }
    if (s->drawer == NULL) return true;
    renderer_item* item = scene_draw_boxes(s, t->body[0], t->count, box.box.half);
    if (item == NULL) return false;
    item->colour_by = RENDERER_COLOUR_ORDER;
    item->kind      = t->count;
    return true;
}

static void hear(scene* s, const massa_poll_result* heard)
{
    scene_check_bodies(s, heard);
}

static void finish(scene* s)
{
    stack* t          = s->state;
    const double tall = (2.0 * t->count - 1.0) * HALF; // m, of the highest centre
    if (s->heard_step < s->desc->frames) return;
    const scene_stand now = scene_measure_stand(s, t->body[0], t->count, t->start);
    scene_check(s, "height of the highest", now.top, 0.985 * tall - 0.005, tall + 0.02, "m");
    scene_check(s, "way to the side", 1e3 * now.drift, 0, 50, "mm");
    scene_check(s, "tilt", now.tilt, 0, 1, "degrees");
    scene_check(s, "speed", 1e3 * now.speed, 0, 20, "mm/s");
}

static void look(scene* s, renderer_frame* f)
{
    const float tall = (float)(s->value[BOXES] + 2.0);
    f->sky           = renderer_sky_at(9.6f);
    f->fov           = 1.1f;
    memcpy(f->eye, (float[3]){ -0.36f * tall, 0.1f * tall + 0.6f, 0.64f * tall }, sizeof f->eye);
    memcpy(f->target, (float[3]){ 0.0f, 0.40f * tall, 0.0f }, sizeof f->target);
    memcpy(f->bounds, (float[2][3]){ { -1.5f, 0.0f, -1.5f }, { 1.5f, 1.1f * tall, 1.5f } }, sizeof f->bounds);
    f->occlusion_reach = 1.0f;
}

const scene_desc scene_box_stack_30 = {
    .name            = "box_stack_30",
    .description     = "boxes fall onto each other and make a tower that stands",
    .parameters      = parameters,
    .parameter_count = sizeof parameters / sizeof parameters[0],
    .state_size      = sizeof(stack),
    .frames          = 300,
    .dt              = 1.0f / 60.0f,
    .plan            = plan,
    .build           = build,
    .hear            = hear,
    .finish          = finish,
    .look            = look,
};
