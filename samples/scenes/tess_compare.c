// The same surfaces by two tessellators, as wires, at levels 3 and 10: massa's compute kernels, which keep the mesh,
// and the device's own tessellator, which is fed with the same control points and keeps nothing. Columns from the left:
// kernels at level 3, tessellator at 3, kernels at 10, tessellator at 10. A device without one shows massa's mesh
// twice.
//
// Checked: massa's meshes have two triangles for each of level x level cells of each patch.
#include "scene.h"

#include <string.h>

enum
{
    LOW,
    HIGH,
    FILL,
    SPIN,
    MODELS  = 3,
    COLUMNS = 4,
};

static const scene_parameter parameters[] = {
    [LOW]  = { "low", 1, 64, 3, true, "level on the left" },
    [HIGH] = { "high", 1, 64, 10, true, "level on the right" },
    [FILL] = { "fill", 0, 2, 2, true, "0 solid, 1 wires, 2 both" },
    [SPIN] = { "spin", 0, 2, 0.4, false, "rad/s" },
};

typedef struct compare
{
    massa_body_id stand[MODELS][COLUMNS];
} compare;

// A few large faces each, so that level 3 can be seen; patches of one size, as the tessellator's levels are.
static void blob(cage* c)
{
    static const double at[] = { -0.42, 0.42 };
    cage_lattice(c, at, 2, at, 2, at, 2);
    cage_pull(c, cage_near(c, 0.0, 0.42, 0.0), 0.0, 0.42, 0.0, 0.45);
    cage_pull(c, cage_near(c, 0.42, 0.0, 0.0), 0.30, 0.05, 0.0, 0.55);
    cage_pull(c, cage_near(c, -0.42, 0.0, 0.0), -0.30, 0.05, 0.0, 0.55);
    cage_place(c, 0.9, cage_at(0.0, 0.34, 0.0));
}

static void ring(cage* c)
{
    enum
    {
        ALONG  = 8,
        AROUND = 4,
    };
    for (int i = 0; i < ALONG; ++i)
    {
        double a[2];
        cage_turn((double)i / ALONG, a);
        const cage_vec out = { a[0], 0.0, -a[1] }, up = { 0.0, 1.0, 0.0 }, zero = { 0 };
        cage_loop(c, AROUND, cage_add(cage_at(0.0, 0.24, 0.0), out, 0.5), cage_add(zero, out, 0.27),
                  cage_add(zero, up, -0.27));
    }
    for (int i = 0; i < ALONG; ++i)
        cage_skin(c, (i + 1) % ALONG * AROUND, i * AROUND, AROUND);
}

static void bowl(cage* c) // an open one, with a boundary and one sharp ring
{
    enum
    {
        AROUND = 6,
        LOOPS  = 4,
    };
    static const double profile[LOOPS][2] = { { 0.20, 0.05 }, { 0.42, 0.16 }, { 0.56, 0.46 }, { 0.70, 0.80 } };
    for (int k = 0; k < LOOPS; ++k)
    {
        cage_loop(c, AROUND, cage_at(0.0, profile[k][1], 0.0), cage_at(profile[k][0], 0.0, 0.0),
                  cage_at(0.0, 0.0, -profile[k][0]));
        if (k > 0) cage_skin(c, (k - 1) * AROUND, k * AROUND, AROUND);
    }
    cage_cap_quads(c, 0, AROUND, false);
    cage_sharpen_loop(c, 2 * AROUND, AROUND, 10.0);
}

static void plan(scene* s, massa_world_desc* wd)
{
    static void (*const make[MODELS])(cage*) = { bowl, blob, ring };
    wd->capacity.pairs                       = MASSA_NONE; // nobody has a shape
    wd->capacity.bodies                      = MODELS * COLUMNS;
    for (uint32_t i = 0; i < MODELS; ++i)
    {
        cage c = { 0 };
        make[i](&c);
        scene_add_surface(s, wd, &c, 0, 1, (uint32_t)s->value[LOW]);
        scene_add_surface_like(s, wd, 2 * i, (uint32_t)s->value[HIGH]);
    }
}

static bool build(scene* s)
{
    static const float colour[MODELS][3] = { { 0.46f, 0.50f, 0.16f },
                                             { 0.80f, 0.40f, 0.10f },
                                             { 0.12f, 0.38f, 0.52f } };
    compare* t                           = s->state;
    for (uint32_t i = 0; i < MODELS; ++i)
        for (uint32_t k = 0; k < COLUMNS; ++k)
        {
            massa_body_desc d      = massa_default_body_desc();
            const uint32_t surface = 2 * i + k / 2;
            d.kind                 = MASSA_BODY_KINEMATIC;
            d.position =
                (massa_vec3){ (float)(1.66 * (k - 1.5) + (k < 2 ? -0.14 : 0.14)), 0.0f, (float)(1.70 * (i - 1.0)) };
            d.angular_velocity.y = (float)s->value[SPIN];
            if (!scene_try(s, massa_create_body(s->world, &d, &t->stand[i][k]))) return false;
            if (s->drawer == NULL) continue;
            renderer_item* item =
                k % 2 == 0 ? scene_draw_surface(s, surface, t->stand[i][k])
                           : scene_draw_patches(s, surface, t->stand[i][k], (float)s->value[k < 2 ? LOW : HIGH]);
            if (item == NULL) return false;
            memcpy(item->colour, colour[i], sizeof item->colour);
            item->fill = (renderer_fill)s->value[FILL];
        }
    return true;
}

static void hear(scene* s, const massa_poll_result* heard)
{
    scene_check_bodies(s, heard);
}

// proves: 004-17, 004-S01. Red when a column cannot be drawn, or when a mesh of massa's has another level than asked for.
static void finish(scene* s)
{
    for (uint32_t i = 0; i < 2 * MODELS; ++i)
    {
        massa_surface_range range;
        if (!scene_try(s, massa_surface_get_range(s->world, i, &range))) return;
        const double level = s->drawer != NULL ? s->value[i % 2 ? HIGH : LOW] : 1.0;
        scene_check(s, "triangles, off", range.draw_triangles - 2.0 * level * level * range.patch_count, 0, 0, "");
    }
}

static void look(scene* s, renderer_frame* f)
{
    (void)s;
    f->sky = renderer_sky_at(9.6f);
    f->fov = 0.44f;
    memcpy(f->eye, (float[3]){ 0.0f, 6.6f, 8.9f }, sizeof f->eye);
    memcpy(f->target, (float[3]){ 0.0f, 0.25f, 0.10f }, sizeof f->target);
    memcpy(f->bounds, (float[2][3]){ { -3.8f, 0.0f, -2.7f }, { 3.8f, 1.3f, 2.7f } }, sizeof f->bounds);
    f->grid_spacing = 0.0f;
}

const scene_desc scene_tess_compare = {
    .name            = "tess_compare",
    .description     = "massa's kernels beside the device's tessellator, levels 3 and 10",
    .parameters      = parameters,
    .parameter_count = sizeof parameters / sizeof parameters[0],
    .state_size      = sizeof(compare),
    .frames          = 120,
    .dt              = 1.0f / 60.0f,
    .best_step       = 30,
    .plan            = plan,
    .build           = build,
    .hear            = hear,
    .finish          = finish,
    .look            = look,
};
