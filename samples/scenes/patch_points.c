// What a surface is made of. On the left the cage that is given, with its points; it is a surface, too, all of whose
// edges are sharp for ever. On the right the patches that follow from it: sand where they are regular B-splines of
// sixteen points, blue where an odd vertex makes them Gregory patches of twenty, whose points are drawn by their role:
// corners red, along the sides amber, inside teal. The cage breathes, and all follow.
//
// Checked: patches of both classes are there, every point computed lies within the reach of the cage's, and what is
// drawn has the triangles that its patches should have.
#include "scene.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum
{
    MODEL,
    LEVEL,
    BREATH,
    MOST_POINTS = 1024,
};

static const scene_parameter parameters[] = {
    [MODEL]  = { "model", 0, 12, 3, true, "which of the gallery's cages" },
    [LEVEL]  = { "level", 1, 16, 8, true, "segments along a side of a face" },
    [BREATH] = { "breath", 0, 0.3, 0.06, false, "how far the cage breathes, of its size" },
};

typedef struct patch_points
{
    massa_body_id body;
    massa_vec3 point[2][MOST_POINTS]; // m, at rest: left, right
    uint32_t point_count;
    double phase[2];       // of the breath: cosine, sine
    renderer_item* smooth; // the patches by class
    renderer_item* wires;  // of the left cage
    uint32_t (*edge)[2];
    uint32_t edges;
} patch_points;

static const double APART = 0.72; // m, of each from the middle

static void plan(scene* s, massa_world_desc* wd)
{
    wd->capacity.bodies = 1;
    wd->capacity.pairs  = MASSA_NONE; // nobody has a shape
    for (int side = 1; side >= 0; --side)
    {
        cage c = { 0 };
        scene_build_model(s, s->value[MODEL], 40.0, &c);
        cage_place(&c, 1.0, cage_at(side ? APART : -APART, 0.0, 0.0));
        for (int i = 0; side == 0 && i < (int)c.faces; ++i)
            if (c.face[i].count != 0) cage_sharpen_face(&c, i, 10.0);
        scene_add_surface(s, wd, &c, 1, 1, side ? (uint32_t)s->value[LEVEL] : 2);
    }
}

// The cage once more, for its points at rest and its edges.
static bool keep_cage(scene* s, patch_points* t)
{
    cage c = { 0 };
    if (!scene_build_model(s, s->value[MODEL], 40.0, &c)) return false;
    bool fine = cage_pack(&c) && c.points <= MOST_POINTS;
    if (!fine) snprintf(s->error, sizeof s->error, "the cage has more than %d points.", MOST_POINTS);
    uint32_t corners = 0;
    for (uint32_t i = 0; fine && i < c.faces; ++i)
        corners += c.face[i].count;
    t->edge = scene_keep(s, malloc((corners + 1) * sizeof *t->edge));
    fine    = fine && t->edge != NULL;
    for (uint32_t i = 0; fine && i < c.points; ++i)
        for (int side = 0; side < 2; ++side)
            t->point[side][i] = (massa_vec3){ (float)(c.point[i].x + (side ? APART : -APART)), (float)c.point[i].y,
                                              (float)c.point[i].z };
    for (uint32_t i = 0; fine && i < c.faces; ++i)
        for (uint32_t k = 0; k < c.face[i].count; ++k)
        {
            t->edge[t->edges][0]   = c.face[i].point[k];
            t->edge[t->edges++][1] = c.face[i].point[(k + 1) % c.face[i].count];
        }
    t->point_count = c.points;
    cage_free(&c);
    return fine;
}

// Spheres where points are, in the world's own frame: all, or those that a list names.
static renderer_item* draw_points(scene* s, float radius)
{
    massa_view point;
    renderer_item* item = scene_draw_ball(s, ((patch_points*)s->state)->body, radius);
    if (item == NULL || !scene_try(s, massa_world_view(s->world, MASSA_VIEW_SURFACE_POINTS, &point))) return NULL;
    item->position = (renderer_view){ point.buffer, point.offset, point.size, 16 };
    item->rotation = item->velocity = item->tag = (renderer_view){ 0 };
    return item;
}

static bool draw_corners(scene* s) // of the cage on the left
{
    massa_surface_range range;
    renderer_item* item = draw_points(s, 0.013f);
    if (item == NULL || !scene_try(s, massa_surface_get_range(s->world, 1, &range))) return false;
    item->position.offset += 16ull * range.first_point;
    item->position.size -= 16ull * range.first_point;
    item->count = range.cage_points;
    memcpy(item->colour, (float[3]){ 0.75f, 0.09f, 0.05f }, sizeof item->colour);
    return true;
}

static bool draw(scene* s, patch_points* t)
{
    massa_surface_range range;
    massa_view gregory;
    renderer_item* given = scene_draw_surface(s, 1, t->body);
    if (given == NULL || !draw_corners(s)) return false;
    memcpy(given->colour, (float[3]){ 0.50f, 0.49f, 0.46f }, sizeof given->colour);
    given->triangles.normal = (renderer_view){ 0 }; // flat, as its faces are
    t->wires                = scene_draw_lines(s, 2 * t->edges);
    t->smooth               = scene_draw_surface(s, 0, t->body);
    if (t->wires == NULL || t->smooth == NULL || !scene_try(s, massa_surface_get_range(s->world, 0, &range)) ||
        !scene_try(s, massa_world_view(s->world, MASSA_VIEW_SURFACE_GREGORY, &gregory)))
        return false;
    memcpy(t->smooth->colour, (float[3]){ 0.62f, 0.54f, 0.40f }, sizeof t->smooth->colour);
    memcpy(t->smooth->colour_u, (float[3]){ 0.05f, 0.20f, 0.44f }, sizeof t->smooth->colour_u);
    if (range.gregory_count > 0)
    {
        renderer_item* of_gregory = draw_points(s, 0.0085f);
        if (of_gregory == NULL) return false;
        of_gregory->slots     = (renderer_view){ gregory.buffer, gregory.offset, gregory.size, 4 };
        of_gregory->count     = 20 * range.gregory_count;
        of_gregory->colour_by = RENDERER_COLOUR_ENTRY; // p, e+, e-, f+, f-
        of_gregory->kind_mask = 5;
        of_gregory->kind      = 1;
    }
    return true;
}

static bool build(scene* s)
{
    patch_points* t   = s->state;
    massa_body_desc d = massa_default_body_desc();
    d.kind            = MASSA_BODY_STATIC;
    t->phase[0]       = 1.0;
    if (!keep_cage(s, t)) return false;
    return scene_try(s, massa_create_body(s->world, &d, &t->body)) && (s->drawer == NULL || draw(s, t));
}

// In and out, more at the top, so that the cage leans, too.
static massa_vec3 breathe(const patch_points* t, const scene* s, int side, uint32_t i)
{
    const massa_vec3 p = t->point[side][i];
    const double far = s->value[BREATH], middle = side ? APART : -APART;
    const double grow = 1.0 + far * t->phase[1] * p.y;
    return (massa_vec3){ (float)(middle + (p.x - middle) * grow + far * t->phase[0] * p.y * p.y),
                         (float)(p.y * (1.0 - 0.5 * far * t->phase[1])), (float)(p.z * grow) };
}

static bool edit(scene* s)
{
    patch_points* t = s->state;
    massa_vec3 now[MOST_POINTS];
    scene_turn(t->phase, 0.998629535, 0.052335956); // 3 degrees: two seconds
    for (int side = 1; side >= 0; --side)
    {
        for (uint32_t i = 0; i < t->point_count; ++i)
            now[i] = breathe(t, s, side, i);
        if (!scene_try(s, massa_surface_set_points(s->world, side ? 0 : 1, 0, now, t->point_count))) return false;
    }
    if (t->wires == NULL) return true;
    scene_line* line = scene_set_lines(s, t->wires, 2 * t->edges);
    for (uint32_t i = 0; line != NULL && i < 2 * t->edges; ++i)
    {
        const massa_vec3 p = breathe(t, s, 0, t->edge[i / 2][i % 2]);
        line[i]            = (scene_line){ { p.x, p.y, p.z }, 0xFF181410u };
    }
    return true;
}

static void hear(scene* s, const massa_poll_result* heard)
{
    patch_points* t = s->state;
    scene_check_bodies(s, heard);
    if (t->smooth == NULL || t->smooth->triangles.runs.buffer != VK_NULL_HANDLE) return;
    if (scene_colour_patches(s, t->smooth, 0)) t->smooth->colour_by = RENDERER_COLOUR_CLASS;
}

static void finish(scene* s)
{
    massa_surface_range range;
    uint32_t count;
    double lo[3] = { INFINITY, INFINITY, INFINITY }, hi[3] = { -INFINITY, -INFINITY, -INFINITY }, out = 0.0;
    float(*p)[4] = scene_read_view(s, MASSA_VIEW_SURFACE_POINTS, &count);
    if (p == NULL || !scene_try(s, massa_surface_get_range(s->world, 0, &range))) return;
    for (uint32_t i = 0; i < range.point_count; ++i)
        for (int k = 0; k < 3; ++k)
        {
            const double x = p[range.first_point + i][k];
            if (i >= range.cage_points) out = fmax(out, fmax(lo[k] - x, x - hi[k]));
            if (i >= range.cage_points) continue;
            lo[k] = fmin(lo[k], x);
            hi[k] = fmax(hi[k], x);
        }
    free(p);
    scene_check(s, "regular patches", range.regular_count, 1, INFINITY, "");
    scene_check(s, "Gregory patches", range.gregory_count, 1, INFINITY, "");
    scene_check(s, "computed points", range.point_count - range.cage_points, 1, INFINITY, "");
    scene_check(s, "outside the cage", 1e3 * out, -INFINITY, 60.0, "mm"); // ghosts beyond a boundary are
}

static void look(scene* s, renderer_frame* f)
{
    (void)s;
    f->sky = renderer_sky_at(9.2f);
    f->fov = 0.32f;
    memcpy(f->eye, (float[3]){ 0.0f, 1.75f, 4.6f }, sizeof f->eye);
    memcpy(f->target, (float[3]){ 0.0f, 0.42f, 0.0f }, sizeof f->target);
    memcpy(f->bounds, (float[2][3]){ { -1.6f, 0.0f, -0.8f }, { 1.6f, 1.2f, 0.8f } }, sizeof f->bounds);
    f->grid_spacing = 0.0f;
}

const scene_desc scene_patch_points = {
    .name            = "patch_points",
    .description     = "a cage, its patches by class, and their points by role",
    .parameters      = parameters,
    .parameter_count = sizeof parameters / sizeof parameters[0],
    .state_size      = sizeof(patch_points),
    .takes_obj       = true,
    .frames          = 120,
    .dt              = 1.0f / 60.0f,
    .best_step       = 20,
    .plan            = plan,
    .build           = build,
    .edit            = edit,
    .hear            = hear,
    .finish          = finish,
    .look            = look,
};
