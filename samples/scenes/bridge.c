// A hanging bridge: planks with hinges between them, from one tower to the other. Boxes fall onto it and must not break
// through.
//
// Checked: hinges hold, the bridge hangs and does not tear, and carries all boxes, if it has room for them.
#include "scene.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum
{
    PLANKS,
    LOAD,
    MOST      = 60,
    MOST_LOAD = 40,
};

static const scene_parameter parameters[] = {
    [PLANKS] = { "planks", 5, MOST, 26, true, "of the bridge" },
    [LOAD]   = { "load", 0, MOST_LOAD, 12, true, "boxes that fall onto it" },
};

static const massa_vec3 PLANK = { 0.24f, 0.06f, 1.1f }; // m, half sizes
static const double PITCH = 0.5, HIGH = 6.0;            // m, from hinge to hinge; height of the ends

typedef struct bridge
{
    uint32_t planks, load;
    double ends[MOST + 1][2]; // m, of the hinges at the start
    massa_body_id plank[MOST], box[MOST_LOAD];
} bridge;

static void plan(scene* s, massa_world_desc* wd)
{
    const uint32_t n         = (uint32_t)(s->value[PLANKS] + s->value[LOAD]) + 3;
    wd->capacity.bodies      = n;
    wd->capacity.colliders   = n;
    wd->capacity.pairs       = 32 * n + 128;
    wd->capacity.joints      = (uint32_t)s->value[PLANKS] + 1;
    wd->capacity.debug_lines = 256 * n;
}

// It begins as part of a circle, 0.95 times as wide as its planks are long: without slack no bridge can hang.
static bool add_planks(scene* s, bridge* b, massa_body_desc* bd)
{
    const double half_turn = 0.5516, h = half_turn / b->planks; // rad: of a plank against the middle, half a step
    const double c = (1.0 - 0.25 * h * h) / (1.0 + 0.25 * h * h), e = h / (1.0 + 0.25 * h * h); // cosine, sine of h
    double along[2] = { 0.85168, -0.52406 }, at[2] = { -0.475 * PITCH * b->planks, HIGH };
    memcpy(b->ends[0], at, sizeof at);
    for (uint32_t i = 0; i < b->planks; ++i)
    {
        scene_turn(along, c, e);
        const double half_c = sqrt(0.5 * (1.0 + along[0])), half_s = 0.5 * along[1] / half_c;
        bd->position =
            (massa_vec3){ (float)(at[0] + 0.5 * PITCH * along[0]), (float)(at[1] + 0.5 * PITCH * along[1]), 0.0f };
        bd->rotation = (massa_quat){ 0.0f, 0.0f, (float)half_s, (float)half_c };
        if (!scene_try(s, massa_create_body(s->world, bd, &b->plank[i]))) return false;
        for (int k = 0; k < 2; ++k)
            b->ends[i + 1][k] = at[k] += PITCH * along[k];
        scene_turn(along, c, e);
    }
    return true;
}

// The hinge before plank i; its axis is z, as frames have it unless told. The first and the last are in the world.
static bool add_hinge(scene* s, const bridge* b, uint32_t i)
{
    const float half   = (float)(0.5 * PITCH);
    massa_joint_desc d = massa_default_joint_desc();
    massa_joint_id joint;
    const massa_vec3 world = { (float)b->ends[i][0], (float)b->ends[i][1], 0.0f };
    d.kind                 = MASSA_JOINT_HINGE;
    if (i > 0) d.body_a = b->plank[i - 1];
    if (i < b->planks) d.body_b = b->plank[i];
    d.anchor_a = i > 0 ? (massa_vec3){ half, 0.0f, 0.0f } : world;
    d.anchor_b = i < b->planks ? (massa_vec3){ -half, 0.0f, 0.0f } : world;
    return scene_try(s, massa_create_joint(s->world, &d, &joint));
}

static bool add_towers(scene* s, const bridge* b)
{
    massa_shape_desc tower = massa_default_shape_desc();
    tower.kind             = MASSA_SHAPE_BOX;
    tower.box.half         = (massa_vec3){ 1.2f, (float)(0.5 * HIGH + 0.03), 1.6f };
    for (int side = -1; side <= 1; side += 2)
    {
        const massa_vec3 at = { (float)(side * (0.05 + 1.2 + 0.475 * PITCH * b->planks)), tower.box.half.y, 0.0f };
        massa_body_id body;
        if (!scene_add_static(s, &tower, at, (massa_quat){ 0.0f, 0.0f, 0.0f, 1.0f }, &body)) return false;
        if (s->drawer == NULL) continue;
        const float half[3] = { tower.box.half.x, tower.box.half.y, tower.box.half.z };
        renderer_item* item = scene_draw_body(s, body, renderer_mesh_box(s->drawer, half, 0.06f));
        if (item == NULL) return false;
        memcpy(item->colour, (float[3]){ 0.30f, 0.27f, 0.24f }, sizeof item->colour);
    }
    return true;
}

static bool build(scene* s)
{
    bridge* b             = s->state;
    massa_shape_desc wood = massa_default_shape_desc(), box = massa_default_shape_desc();
    massa_body_desc bd = massa_default_body_desc();
    b->planks          = (uint32_t)s->value[PLANKS];
    b->load            = (uint32_t)s->value[LOAD];
    wood.kind = box.kind = MASSA_SHAPE_BOX;
    wood.box.half        = PLANK;
    wood.density         = 500.0f;
    box.box.half         = (massa_vec3){ 0.3f, 0.3f, 0.3f };
    box.density          = 300.0f;
    if (!scene_add_ground(s, 0.6f) || !add_towers(s, b) ||
        !scene_try(s, massa_create_shape(s->world, &wood, &bd.shape)))
        return false;
    if (!add_planks(s, b, &bd)) return false;
    for (uint32_t i = 0; i <= b->planks; ++i)
        if (!add_hinge(s, b, i)) return false;
    bd.rotation = (massa_quat){ 0.0f, 0.0f, 0.0f, 1.0f };
    if (!scene_try(s, massa_create_shape(s->world, &box, &bd.shape))) return false;
    for (uint32_t i = 0; i < b->load; ++i)
    {
        // Each has a place of its own along the bridge, from both ends to the middle.
        const uint32_t at  = i % 2 ? b->load - 1 - i / 2 : i / 2;
        const double place = (at + 0.5) / b->load - 0.5;
        bd.position        = (massa_vec3){ (float)(0.75 * PITCH * b->planks * place), (float)(HIGH + 0.35 * i),
                                           (float)(0.2 * scene_noise(3 * i + 1)) };
        if (!scene_try(s, massa_create_body(s->world, &bd, &b->box[i]))) return false;
    }
    if (s->drawer == NULL) return true;
    renderer_item* planks = scene_draw_boxes(s, b->plank[0], b->planks, PLANK);
    if (planks == NULL) return false;
    planks->colour_by = RENDERER_COLOUR_CONSTANT;
    memcpy(planks->colour, (float[3]){ 0.36f, 0.19f, 0.08f }, sizeof planks->colour);
    return b->load == 0 || scene_draw_boxes(s, b->box[0], b->load, box.box.half) != NULL;
}

static void hear(scene* s, const massa_poll_result* heard)
{
    scene_check_bodies(s, heard);
}

// The end of a plank, ahead (+1) or behind (-1).
static void end_of(const float pose[8], int ahead, double out[3])
{
    const double h = 0.5 * PITCH * ahead, x = pose[4], y = pose[5], z = pose[6], w = pose[7];
    out[0] = pose[0] + h * (1.0 - 2.0 * (y * y + z * z));
    out[1] = pose[1] + h * 2.0 * (x * y + z * w);
    out[2] = pose[2] + h * 2.0 * (x * z - y * w);
}

static void finish(scene* s)
{
    const bridge* b = s->state;
    uint32_t count, down = 0;
    double widest = 0.0, lowest = INFINITY;
    if (s->heard_step < s->desc->frames) return;
    float(*p)[8] = scene_read_view(s, MASSA_VIEW_BODY_POSE, &count);
    if (p == NULL) return;
    for (uint32_t i = 0; i <= b->planks; ++i)
    {
        double a[3] = { b->ends[i][0], b->ends[i][1], 0.0 }, e[3] = { b->ends[i][0], b->ends[i][1], 0.0 };
        if (i > 0) end_of(p[massa_body_index(b->plank[i - 1])], 1, a);
        if (i < b->planks) end_of(p[massa_body_index(b->plank[i])], -1, e);
        widest = fmax(widest, sqrt((a[0] - e[0]) * (a[0] - e[0]) + (a[1] - e[1]) * (a[1] - e[1]) +
                                   (a[2] - e[2]) * (a[2] - e[2])));
        lowest = fmin(lowest, e[1]);
    }
    for (uint32_t i = 0; i < b->load; ++i)
    {
        down += p[massa_body_index(b->box[i])][1] < 1.0f; // lies on the ground
    }
    free(p);
    scene_check(s, "gap of hinges, widest", 1e3 * widest, 0, 30, "mm");
    scene_check(s, "lowest plank, below the ends", HIGH - lowest, 0.0, 0.25 * PITCH * b->planks, "m");
    if (0.8 * b->load <= 0.75 * PITCH * b->planks) scene_check(s, "boxes that fell down", down, 0, 0, ""); // has room
}

static void look(scene* s, renderer_frame* f)
{
    const float wide = 0.25f * (float)s->value[PLANKS] + 2.5f;
    f->sky           = renderer_sky_at(16.0f);
    f->fov           = 0.6f;
    memcpy(f->eye, (float[3]){ 0.75f * wide, 9.0f, 2.1f * wide }, sizeof f->eye);
    memcpy(f->target, (float[3]){ 0.0f, 4.2f, 0.0f }, sizeof f->target);
    memcpy(f->bounds, (float[2][3]){ { -wide, 0.0f, -2.5f }, { wide, 9.0f, 2.5f } }, sizeof f->bounds);
    f->occlusion_reach = 0.6f;
}

const scene_desc scene_bridge = {
    .name            = "bridge",
    .description     = "planks on hinges hang between two towers and carry what falls on them",
    .parameters      = parameters,
    .parameter_count = sizeof parameters / sizeof parameters[0],
    .state_size      = sizeof(bridge),
    .frames          = 420,
    .dt              = 1.0f / 60.0f,
    .plan            = plan,
    .build           = build,
    .hear            = hear,
    .finish          = finish,
    .look            = look,
};
