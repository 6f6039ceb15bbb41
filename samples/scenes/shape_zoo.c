// Every kind of shape meets every other: in each cage of the zoo a still one and one that comes, turns, and goes again.
// The falling shapes are sensors, which never push, so they sink into the others; what is drawn over them is where
// massa says that they touch: a cross at every point, green when they overlap, orange when they are about to, with its
// normal.
//
// Checked: there are never more contacts than cages, at the wave's lowest nearly all touch, no list overflows.
#include "scene.h"

#include <string.h>

enum
{
    SPIN,
    KINDS = 5, // plane, box, sphere, capsule, hull; planes do not meet planes
    CAGES = KINDS * (KINDS + 1) / 2 - 1,
    GEM   = 12,
    ROW   = 5,
};

static const scene_parameter parameters[] = {
    [SPIN] = { "spin", 0, 10, 0.7, false, "rad/s of those who come" },
};

typedef struct pen
{
    massa_body_id still, comes;
    double height;   // m, of the one that comes, half way
    double phase[2]; // of its way up and down: cosine, sine
} pen;

typedef struct zoo
{
    massa_shape_id shape[2][KINDS]; // of the falling ones, of the still ones
    pen cages[CAGES];
    uint32_t most; // contacts in one step
} zoo;

static massa_vec3 gem[GEM]; // an uneven stone

static void plan(scene* s, massa_world_desc* wd)
{
    (void)s;
    wd->gravity              = (massa_vec3){ 0.0f, 0.0f, 0.0f };
    wd->capacity.bodies      = 2 * CAGES + 1;
    wd->capacity.colliders   = 2 * CAGES + 1;
    wd->capacity.pairs       = 256;
    wd->capacity.debug_lines = 4096;
}

static bool make_shapes(scene* s, zoo* z)
{
    for (uint32_t i = 0; i < GEM; ++i)
        gem[i] = (massa_vec3){ 0.42f * (float)(i % 3 == 0 ? (i % 2 ? 1.0 : -1.0) : scene_noise(31 * i)),
                               0.42f * (float)(i % 3 == 1 ? (i % 2 ? 1.0 : -1.0) : scene_noise(31 * i + 1)),
                               0.42f * (float)(i % 3 == 2 ? (i % 2 ? 1.0 : -1.0) : scene_noise(31 * i + 2)) };
    for (uint32_t k = 0; k < KINDS; ++k)
    {
        massa_shape_desc d    = massa_default_shape_desc();
        const int kinds[]     = { MASSA_SHAPE_PLANE, MASSA_SHAPE_BOX, MASSA_SHAPE_SPHERE, MASSA_SHAPE_CAPSULE,
                                  MASSA_SHAPE_HULL };
        d.kind                = (massa_shape_kind)kinds[k];
        d.sensor              = true;
        d.box.half            = (massa_vec3){ 0.45f, 0.3f, 0.38f };
        d.sphere.radius       = 0.42f;
        d.capsule.radius      = 0.24f;
        d.capsule.half_length = 0.32f;
        d.hull.points         = gem;
        d.hull.count          = GEM;
        if (!scene_try(s, massa_create_shape(s->world, &d, &z->shape[1][k]))) return false;
        d.sensor = true;
        if (!scene_try(s, massa_create_shape(s->world, &d, &z->shape[0][k]))) return false;
    }
    return true;
}

static bool draw(scene* s, massa_body_id body, uint32_t kind, bool still)
{
    if (s->drawer == NULL || kind == 0) return true;
    renderer_mesh* mesh = NULL;
    massa_pose offset;
    if (kind == 1) mesh = renderer_mesh_box(s->drawer, (float[3]){ 0.45f, 0.3f, 0.38f }, 0.015f);
    if (kind == 2) mesh = renderer_mesh_sphere(s->drawer, 0.42f);
    if (kind == 3) mesh = renderer_mesh_capsule(s->drawer, 0.24f, 0.32f);
    if (kind == 4)
    {
        if (!scene_try(s, massa_body_get_shape_offset(s->world, body, &offset))) return false;
        mesh = scene_mesh_hull(s, gem, GEM, offset);
    }
    renderer_item* item = scene_draw_body(s, body, mesh);
    if (item == NULL) return false;
    static const float colour[2][3] = { { 0.42f, 0.20f, 0.05f }, { 0.05f, 0.16f, 0.30f } };
    memcpy(item->colour, colour[still], sizeof item->colour);
    return true;
}

static bool add_body(scene* s, const zoo* z, uint32_t kind, bool still, massa_vec3 at, massa_body_id* out)
{
    massa_body_desc d = massa_default_body_desc();
    d.kind            = still ? MASSA_BODY_STATIC : MASSA_BODY_DYNAMIC;
    d.position        = at;
    d.shape           = z->shape[still][kind];
    if (!still)
        d.angular_velocity =
            (massa_vec3){ 0.4f * (float)s->value[SPIN], (float)s->value[SPIN], 0.25f * (float)s->value[SPIN] };
    return scene_try(s, massa_create_body(s->world, &d, out)) && draw(s, *out, kind, still);
}

static bool build(scene* s)
{
    zoo* z = s->state;
    massa_body_id ground;
    if (!make_shapes(s, z) || !add_body(s, z, 0, true, (massa_vec3){ 0.0f, 0.0f, 0.0f }, &ground)) return false;
    static const float size[KINDS] = { 0.0f, 0.36f, 0.42f, 0.42f, 0.42f }; // m, about half their height
    uint32_t n                     = 0;
    double phase[2]                = { 1.0, 0.0 };
    for (uint32_t a = 0; a < KINDS; ++a)
        for (uint32_t b = a == 0 ? 1 : a; b < KINDS; ++b, ++n)
        {
            pen* c = &z->cages[n];
            // Those on the ground in front, so that they hide no other; behind them two rows, the last one higher.
            const uint32_t row = a == 0 ? 0 : (n + 1) / ROW, column = a == 0 ? n : (n + 1) % ROW;
            const float x = 1.9f * ((float)column - (a == 0 ? 1.5f : 2.0f)), depth = 2.2f - 2.2f * (float)row;
            const float rest = 1.05f * (float)row;
            c->still         = ground;
            if (a > 0 && !add_body(s, z, a, true, (massa_vec3){ x, rest, depth }, &c->still)) return false;
            c->height = rest + size[a] + size[b] + 0.02f;
            memcpy(c->phase, phase, sizeof phase);
            if (!add_body(s, z, b, false, (massa_vec3){ x + 0.12f, (float)(c->height + 0.24 * phase[1]), depth },
                          &c->comes))
                return false;
            scene_turn(phase, 0.98877107793604228,
                       0.14943813247359922); // 0.15 rad further: a wave goes through the zoo
        }
    s->debug = MASSA_DEBUG_POINTS | MASSA_DEBUG_NORMALS;
    return true;
}

static bool edit(scene* s)
{
    zoo* z = s->state;
    for (uint32_t i = 0; i < CAGES; ++i)
    {
        pen* c = &z->cages[i]; // up and down once in 3.5 s: 1/60 s is 0.03 rad
        scene_turn(c->phase, 0.99955003374898754, 0.02999550020249566);
        const massa_vec3 v = { 0.0f, (float)(0.24 * 1.8 * c->phase[0]), 0.0f };
        if (!scene_try(s, massa_body_set_velocity(s->world, c->comes, v))) return false;
    }
    return true;
}

static void hear(scene* s, const massa_poll_result* heard)
{
    zoo* z = s->state;
    scene_check(s, "lists overflowed", heard->overflow_count, 0, 0, "");
    scene_check(s, "pairs of bounds", heard->pair_count, 1, 4 * CAGES, "");
    scene_check(s, "contacts", heard->contact_count, 0, CAGES, "");
    if (heard->contact_count > z->most) z->most = heard->contact_count;
}

static void finish(scene* s)
{
    const zoo* z = s->state;
    if (s->heard_step >= s->desc->frames) scene_check(s, "most contacts at once", z->most, CAGES - 2, CAGES, "");
}

static void look(scene* s, renderer_frame* f)
{
    (void)s;
    memcpy(f->eye, (float[3]){ 1.2f, 4.9f, 10.2f }, sizeof f->eye);
    memcpy(f->target, (float[3]){ 0.0f, 1.35f, 0.0f }, sizeof f->target);
    memcpy(f->bounds, (float[2][3]){ { -5.0f, 0.0f, -3.4f }, { 5.0f, 3.9f, 3.4f } }, sizeof f->bounds);
    f->fov = 0.6f;
}

const scene_desc scene_shape_zoo = {
    .name            = "shape_zoo",
    .description     = "every kind of shape meets every other, contacts drawn",
    .parameters      = parameters,
    .parameter_count = 1,
    .state_size      = sizeof(zoo),
    .frames          = 210,
    .dt              = 1.0f / 60.0f,
    .best_step       = 120,
    .plan            = plan,
    .build           = build,
    .edit            = edit,
    .hear            = hear,
    .finish          = finish,
    .look            = look,
};
