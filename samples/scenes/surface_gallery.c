// Twelve cages of our own making, each on its turntable, as the smooth surfaces that they stand for: triangles, quads
// and polygons, boundaries, creases for ever and for a while, valences from three to twenty-four. The surfaces are
// massa's: built from the cage alone, evaluated by its kernels, drawn from its buffers. What looks painted is the
// surface's own u and v.
//
// Checked: no body is lost, and every mesh has triangles.
#include "scene.h"

#include <math.h>
#include <string.h>

enum
{
    LEVEL,
    FILL,
    SPIN,
    COLUMNS = 4,
    ROWS    = 3,
    COUNT   = COLUMNS * ROWS,
};

static const scene_parameter parameters[] = {
    [LEVEL] = { "level", 1, 32, 6, true, "segments along a side of a face" },
    [FILL]  = { "fill", 0, 2, 0, true, "0 solid, 1 wires, 2 both" },
    [SPIN]  = { "spin", 0, 2, 0.35, false, "rad/s of the turntables" },
};

static const struct
{
    const char* name;
    double degrees; // how it stands at the beginning
} shown[COUNT] = {
    { "vase", 0 }, { "queen", 0 },     { "armchair", 28 }, { "knot", -20 }, // on the highest step
    { "cog", 25 }, { "teapot", -15 },  { "mushroom", 0 },  { "gem", 10 },
    { "die", 32 }, { "starfish", 20 }, { "duck", 35 },     { "leaf", 35 },
};

static const double WIDE = 1.58, DEEP = 1.42, HIGH = 0.52; // m, of a step: for each column, from row to row, its height

typedef struct gallery
{
    massa_body_id stand[COUNT];
} gallery;

static const cage_model* model(uint32_t place)
{
    for (uint32_t i = 0; i < cage_model_count; ++i)
        if (strcmp(cage_models[i].name, shown[place].name) == 0) return &cage_models[i];
    return &cage_models[0];
}

static void plan(scene* s, massa_world_desc* wd)
{
    wd->capacity.bodies = COUNT + ROWS;
    wd->capacity.pairs  = MASSA_NONE; // nobody has a shape
    for (uint32_t i = 0; i < COUNT; ++i)
    {
        cage c = { 0 };
        model(i)->build(&c);
        scene_add_surface(s, wd, &c, 1, 1, (uint32_t)s->value[LEVEL]);
    }
}

static massa_vec3 place(uint32_t i)
{
    const uint32_t row = i / COLUMNS, column = i % COLUMNS;
    return (massa_vec3){ (float)(WIDE * (column - 1.5)), (float)(HIGH * (ROWS - row) - 0.34 + 0.035),
                         (float)(DEEP * (row - 1.0)) };
}

// Three steps, each a box from the ground up, and a disc under each of those who stand on them.
static bool build_stage(scene* s, const gallery* g)
{
    for (uint32_t row = 0; row < ROWS; ++row)
    {
        massa_body_desc d  = massa_default_body_desc();
        const float top    = (float)(HIGH * (ROWS - row) - 0.34);
        const float half[] = { (float)(0.5 * WIDE * COLUMNS + 0.12), 0.5f * top, (float)(0.5 * DEEP) };
        massa_body_id body;
        d.kind     = MASSA_BODY_STATIC;
        d.position = (massa_vec3){ 0.0f, 0.5f * top, (float)(DEEP * (row - 1.0)) };
        if (!scene_try(s, massa_create_body(s->world, &d, &body))) return false;
        if (s->drawer == NULL) continue;
        renderer_item* item = scene_draw_body(s, body, renderer_mesh_box(s->drawer, half, 0.02f));
        if (item == NULL) return false;
        memcpy(item->colour, (float[3]){ 0.34f, 0.30f, 0.25f }, sizeof item->colour);
    }
    if (s->drawer == NULL) return true;
    static const float disc[][2] = { { 0.0f, 0.0f }, { 0.615f, 0.0f }, { 0.63f, -0.008f }, { 0.63f, -0.035f } };
    renderer_item* item =
        scene_draw_body(s, g->stand[0], scene_mesh_turned(s, disc, 4, (float[3]){ 0.0f, 0.0f, 0.0f }));
    if (item == NULL) return false;
    item->count = COUNT;
    memcpy(item->colour, (float[3]){ 0.075f, 0.062f, 0.055f }, sizeof item->colour);
    return true;
}

static bool build(scene* s)
{
    gallery* g = s->state;
    for (uint32_t i = 0; i < COUNT; ++i)
    {
        massa_body_desc d = massa_default_body_desc();
        double half[2];
        cage_turn(shown[i].degrees / 720.0, half);
        d.kind               = MASSA_BODY_KINEMATIC;
        d.position           = place(i);
        d.rotation           = scene_turned_y(half);
        d.angular_velocity.y = (float)s->value[SPIN];
        if (!scene_try(s, massa_create_body(s->world, &d, &g->stand[i]))) return false;
        if (s->drawer == NULL) continue;
        renderer_item* item = scene_draw_surface(s, i, g->stand[i]);
        if (!scene_paint(item, model(i))) return false;
        item->fill = (renderer_fill)s->value[FILL];
    }
    return build_stage(s, g);
}

static void hear(scene* s, const massa_poll_result* heard)
{
    scene_check_bodies(s, heard);
}

static void finish(scene* s)
{
    double triangles = 0.0, patches = 0.0;
    for (uint32_t i = 0; i < COUNT; ++i)
    {
        massa_surface_range range;
        if (!scene_try(s, massa_surface_get_range(s->world, i, &range))) return;
        scene_check(s, "triangles of the smallest", range.draw_triangles, 1, INFINITY, "");
        triangles += range.draw_triangles;
        patches += range.patch_count;
    }
    scene_check(s, "patches", patches, COUNT, INFINITY, "");
    scene_check(s, "triangles", triangles, COUNT, INFINITY, "");
}

static void look(scene* s, renderer_frame* f)
{
    (void)s;
    f->sky             = renderer_sky_at(9.0f);
    f->fov             = 0.42f;
    f->occlusion_reach = 0.9f;
    memcpy(f->eye, (float[3]){ 0.30f, 3.95f, 9.35f }, sizeof f->eye);
    memcpy(f->target, (float[3]){ 0.02f, 0.98f, -0.05f }, sizeof f->target);
    memcpy(f->bounds, (float[2][3]){ { -3.4f, 0.0f, -2.2f }, { 3.4f, 2.6f, 2.2f } }, sizeof f->bounds);
    memcpy(f->ground_colour, (float[3]){ 0.20f, 0.21f, 0.23f }, sizeof f->ground_colour);
    f->grid_spacing = 0.0f;
}

const scene_desc scene_surface_gallery = {
    .name            = "surface_gallery",
    .description     = "twelve cages, as the smooth surfaces that they stand for",
    .parameters      = parameters,
    .parameter_count = sizeof parameters / sizeof parameters[0],
    .state_size      = sizeof(gallery),
    .frames          = 120,
    .dt              = 1.0f / 60.0f,
    .plan            = plan,
    .build           = build,
    .hear            = hear,
    .finish          = finish,
    .look            = look,
};
