// What sharpness does. In front a row of cubes, all their edges as sharp as the next: 0, 1/2, 1, 3/2, 2, 3, 4, for
// ever. Behind: a cube with one sharp ring, one with a sharp path that ends inside a face's side (a dart), one with
// four sharp corners, one whose lid is missing (a boundary), one sheet whose corners stay, and a cube of triangles.
//
// Checked, on the limit surface: the round cube's corners lie half way to the cage's, the sharp one's at them; each
// cube reaches further out than the one before; a boundary's corners of one face stay where they are.
#include "scene.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum
{
    LEVEL,
    WIRE,
    SPIN,
    ROW   = 8,
    BACK  = 6,
    COUNT = ROW + BACK,
};

static const scene_parameter parameters[] = {
    [LEVEL] = { "level", 1, 32, 16, true, "segments along a side of a face" },
    [WIRE]  = { "fill", 0, 2, 0, true, "0 solid, 1 wires, 2 both" },
    [SPIN]  = { "spin", 0, 2, 0.5, false, "rad/s" },
};

static const double SHARPNESS[ROW] = { 0.0, 0.5, 1.0, 1.5, 2.0, 3.0, 4.0, 10.0 };
static const double HALF           = 0.36; // m

typedef struct creases
{
    massa_body_id stand[COUNT];
} creases;

static void cube(cage* c)
{
    const double at[] = { -HALF, HALF };
    cage_lattice(c, at, 2, at, 2, at, 2);
}

static int top(const cage* c)
{
    return cage_near(c, 0.0, HALF, 0.0);
}

static void odd_one(cage* c, int which)
{
    if (which == 4)
    {
        const double at[] = { -HALF, -0.1, 0.1, HALF };
        for (int k = 0; k < 4; ++k)
            for (int i = 0; i < 4; ++i)
                cage_point(c, cage_at(at[i], 0.16 * ((i == 1 || i == 2) && (k == 1 || k == 2)) - 0.1, at[k]));
        for (int k = 0; k < 3; ++k)
            for (int i = 0; i < 3; ++i)
                cage_quad(c, 4 * k + i, 4 * k + 4 + i, 4 * k + 5 + i, 4 * k + 1 + i);
        return;
    }
    cube(c);
    const cage_face lid = c->face[top(c)];
    if (which == 0) cage_sharpen_face(c, top(c), 10.0);
    if (which == 1) // two edges of the lid: their path ends at points with one sharp edge
        for (uint32_t k = 0; k < 2; ++k)
            cage_sharpen(c, (int)lid.point[k], (int)lid.point[k + 1], 10.0);
    if (which == 2)
        for (uint32_t k = 0; k < 4; ++k)
            cage_sharpen_point(c, (int)lid.point[k], 10.0);
    if (which == 3) cage_drop(c, top(c));
    if (which == 5)
    {
        const int faces = (int)c->faces;
        for (int i = 0; i < faces; ++i) // along a diagonal
        {
            const cage_face f = c->face[i];
            cage_drop(c, i);
            cage_polygon(c, (int[3]){ (int)f.point[0], (int)f.point[1], (int)f.point[2] }, 3);
            cage_polygon(c, (int[3]){ (int)f.point[0], (int)f.point[2], (int)f.point[3] }, 3);
        }
    }
}

static void plan(scene* s, massa_world_desc* wd)
{
    wd->capacity.bodies = COUNT;
    wd->capacity.pairs  = MASSA_NONE; // nobody has a shape
    for (int i = 0; i < COUNT; ++i)
    {
        cage c = { 0 };
        if (i < ROW)
        {
            cube(&c);
            for (int k = 0; k < 6; ++k)
                for (uint32_t e = 0; e < 4; ++e)
                {
                    const uint32_t a = c.face[k].point[e], b = c.face[k].point[(e + 1) % 4];
                    if (a < b) cage_sharpen(&c, (int)a, (int)b, SHARPNESS[i]);
                }
        }
        else
            odd_one(&c, i - ROW);
        scene_add_surface(s, wd, &c, 2, 1, (uint32_t)s->value[LEVEL]);
    }
}

static bool build(scene* s)
{
    creases* t = s->state;
    for (int i = 0; i < COUNT; ++i)
    {
        massa_body_desc d = massa_default_body_desc();
        const bool back   = i >= ROW;
        d.kind            = MASSA_BODY_KINEMATIC;
        d.position =
            (massa_vec3){ (float)(back ? 1.32 * (i - ROW - 2.5) : 1.02 * (i - 3.5)), 0.46f, back ? -1.9f : 0.0f };
        d.rotation           = (massa_quat){ 0.0f, 0.2588190f, 0.0f, 0.9659258f }; // 30 degrees about y
        d.angular_velocity.y = (float)s->value[SPIN];
        if (!scene_try(s, massa_create_body(s->world, &d, &t->stand[i]))) return false;
        if (s->drawer == NULL) continue;
        renderer_item* item = scene_draw_surface(s, (uint32_t)i, t->stand[i]);
        if (item == NULL) return false;
        const float part                   = (float)i / (ROW - 1);
        const float front[3]               = { 0.05f + 0.70f * part * part, 0.22f + 0.12f * part - 0.10f * part * part,
                                               0.46f * (1.0f - part) * (1.0f - part) + 0.05f };
        static const float behind[BACK][3] = { { 0.72f, 0.40f, 0.07f }, { 0.10f, 0.34f, 0.28f },
                                               { 0.42f, 0.10f, 0.24f }, { 0.16f, 0.24f, 0.50f },
                                               { 0.30f, 0.42f, 0.10f }, { 0.52f, 0.46f, 0.38f } };
        memcpy(item->colour, back ? behind[i - ROW] : front, sizeof item->colour);
        item->fill = (renderer_fill)s->value[WIRE];
    }
    return true;
}

static void hear(scene* s, const massa_poll_result* heard)
{
    scene_check_bodies(s, heard);
}

// How far the corners of patches reach towards the cube's corner, 1 being there.
static double reach(scene* s, const float (*at)[4], uint32_t surface)
{
    massa_surface_range range;
    double most = 0.0;
    if (!scene_try(s, massa_surface_get_range(s->world, surface, &range))) return NAN;
    for (uint32_t i = 0; i < range.vertex_count; ++i)
    {
        const float* p = at[range.first_vertex + i];
        most           = fmax(most, fmin(fmin(fabs((double)p[0]), fabs((double)p[1])), fabs((double)p[2])) / HALF);
    }
    return most;
}

static void finish(scene* s)
{
    uint32_t count;
    float(*at)[4] = scene_read_view(s, MASSA_VIEW_SURFACE_POSITIONS, &count);
    if (at == NULL) return;
    double before = 0.0;
    for (uint32_t i = 0; i < ROW; ++i)
    {
        const double now = reach(s, (const float(*)[4])at, i);
        if (i == 0) scene_check(s, "corner of the round one", now, 0.499, 0.501, "of the cage's");
        if (i > 0) scene_check(s, "further than the one before", now - before, 1e-3, INFINITY, "");
        if (i == ROW - 1) scene_check(s, "corner of the sharp one", now, 1.0 - 1e-6, 1.0 + 1e-6, "of the cage's");
        before = now;
    }
    scene_check(s, "a sharp corner alone", reach(s, (const float(*)[4])at, ROW + 2), 1.0 - 1e-6, 1.0 + 1e-6,
                "of the cage's");
    massa_surface_range range;
    uint32_t stay = 0;
    if (scene_try(s, massa_surface_get_range(s->world, ROW + 4, &range)))
        for (uint32_t i = 0; i < range.vertex_count; ++i)
        {
            const float* p = at[range.first_vertex + i];
            stay += fabs(fabs((double)p[0]) - HALF) < 1e-6 && fabs(fabs((double)p[2]) - HALF) < 1e-6;
        }
    scene_check(s, "corners of the sheet that stay", stay, 4, 4, "");
    free(at);
}

static void look(scene* s, renderer_frame* f)
{
    (void)s;
    f->sky = renderer_sky_at(9.3f);
    f->fov = 0.43f;
    memcpy(f->eye, (float[3]){ 0.0f, 6.2f, 10.0f }, sizeof f->eye);
    memcpy(f->target, (float[3]){ 0.0f, 0.30f, -0.75f }, sizeof f->target);
    memcpy(f->bounds, (float[2][3]){ { -4.6f, 0.0f, -2.6f }, { 4.6f, 1.3f, 0.9f } }, sizeof f->bounds);
    f->grid_spacing = 0.0f;
}

const scene_desc scene_creases = {
    .name            = "creases",
    .description     = "sharpness from 0 to for ever; rings, darts, corners, boundaries",
    .parameters      = parameters,
    .parameter_count = sizeof parameters / sizeof parameters[0],
    .state_size      = sizeof(creases),
    .frames          = 120,
    .dt              = 1.0f / 60.0f,
    .best_step       = 30,
    .plan            = plan,
    .build           = build,
    .hear            = hear,
    .finish          = finish,
    .look            = look,
};
