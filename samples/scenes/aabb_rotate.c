// Three boxes around a surface on a turning body: the oriented one, which is the surface's own box turned with it
// (blue); the box of that turned box, cheap and what a broad phase uses (red); and the tight one, from all turned
// vertices (green).
//
// Checked in every step: the red box holds the green one; as far as a turn goes it is up to twice as large, and no
// smaller; where the body stands upright again both are alike.
#include "scene.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum
{
    MODEL,
    SPIN,
};

static const scene_parameter parameters[] = {
    [MODEL] = { "model", 0, 12, 4, true, "which of the gallery's cages" },
    [SPIN]  = { "spin", 0.1, 4, 0.8, false, "rad/s" },
};

typedef struct aabb
{
    massa_body_id body;
    double half[2];    // cosine and sine of half its angle, about z
    massa_vec3 middle; // m, of the surface's own box: what it turns about
    float (*vertex)[4];
    uint32_t vertices;
    massa_vec3 lo, hi; // m, the surface's own box
    renderer_item* lines;
} aabb;

static const massa_vec3 CENTRE = { 0.0f, 0.98f, 0.0f };

static const cage_model* model(const scene* s)
{
    return &cage_models[(uint32_t)s->value[MODEL] % cage_model_count];
}

static void plan(scene* s, massa_world_desc* wd)
{
    cage c              = { 0 };
    wd->capacity.bodies = 1;
    wd->capacity.pairs  = MASSA_NONE; // nobody has a shape
    scene_build_model(s, s->value[MODEL], 0.0, &c);
    scene_add_surface(s, wd, &c, 1, 4, 10);
}

static bool build(scene* s)
{
    aabb* a           = s->state;
    massa_body_desc d = massa_default_body_desc();
    d.kind            = MASSA_BODY_STATIC;
    d.position        = CENTRE;
    a->half[0]        = 1.0;
    massa_cage_info info;
    if (!scene_try(s, massa_cage_get_info(s->cages[0], &info)) ||
        !scene_try(s, massa_create_body(s->world, &d, &a->body)))
        return false;
    a->middle =
        (massa_vec3){ 0.5f * (info.lo.x + info.hi.x), 0.5f * (info.lo.y + info.hi.y), 0.5f * (info.lo.z + info.hi.z) };
    if (s->drawer == NULL) return true;
    a->lines = scene_draw_lines(s, 3 * 24);
    return scene_paint(scene_draw_surface(s, 0, a->body), model(s)) && a->lines != NULL;
}

// Where the body stands: the middle of the surface's box stays where it is.
static massa_vec3 position(const aabb* a, massa_quat turn)
{
    const massa_vec3 off = scene_rotate(turn, a->middle);
    return (massa_vec3){ CENTRE.x - off.x, CENTRE.y - off.y, CENTRE.z - off.z };
}

static void extend(massa_vec3* lo, massa_vec3* hi, massa_vec3 p)
{
    lo->x = p.x < lo->x ? p.x : lo->x;
    lo->y = p.y < lo->y ? p.y : lo->y;
    lo->z = p.z < lo->z ? p.z : lo->z;
    hi->x = p.x > hi->x ? p.x : hi->x;
    hi->y = p.y > hi->y ? p.y : hi->y;
    hi->z = p.z > hi->z ? p.z : hi->z;
}

static double volume(massa_vec3 lo, massa_vec3 hi)
{
    return ((double)hi.x - lo.x) * ((double)hi.y - lo.y) * ((double)hi.z - lo.z);
}

// Half extents of the turned box: |R| times those of the box. R's columns are the turned axes.
static void turned_box(const aabb* a, massa_quat turn, massa_vec3* lo, massa_vec3* hi)
{
    const massa_vec3 x = scene_rotate(turn, (massa_vec3){ 0.5f * (a->hi.x - a->lo.x), 0.0f, 0.0f });
    const massa_vec3 y = scene_rotate(turn, (massa_vec3){ 0.0f, 0.5f * (a->hi.y - a->lo.y), 0.0f });
    const massa_vec3 z = scene_rotate(turn, (massa_vec3){ 0.0f, 0.0f, 0.5f * (a->hi.z - a->lo.z) });
    const massa_vec3 c = scene_rotate(
        turn, (massa_vec3){ 0.5f * (a->lo.x + a->hi.x), 0.5f * (a->lo.y + a->hi.y), 0.5f * (a->lo.z + a->hi.z) });
    const massa_vec3 e = { fabsf(x.x) + fabsf(y.x) + fabsf(z.x), fabsf(x.y) + fabsf(y.y) + fabsf(z.y),
                           fabsf(x.z) + fabsf(y.z) + fabsf(z.z) };
    *lo                = (massa_vec3){ c.x - e.x, c.y - e.y, c.z - e.z };
    *hi                = (massa_vec3){ c.x + e.x, c.y + e.y, c.z + e.z };
}

// proves: 004-S05. Red when the box of the turned box does not hold the turned surface.
static void compare(scene* s, aabb* a, massa_quat turn)
{
    massa_vec3 lo[2], hi[2]; // tight, loose
    lo[0] = hi[0] = scene_rotate(turn, (massa_vec3){ a->vertex[0][0], a->vertex[0][1], a->vertex[0][2] });
    for (uint32_t i = 1; i < a->vertices; ++i)
        extend(&lo[0], &hi[0], scene_rotate(turn, (massa_vec3){ a->vertex[i][0], a->vertex[i][1], a->vertex[i][2] }));
    turned_box(a, turn, &lo[1], &hi[1]);
    const double out =
        fmax(fmax(fmax(lo[1].x - lo[0].x, lo[1].y - lo[0].y), fmax(lo[1].z - lo[0].z, hi[0].x - hi[1].x)),
             fmax(hi[0].y - hi[1].y, hi[0].z - hi[1].z));
    const double ratio = volume(lo[1], hi[1]) / volume(lo[0], hi[0]);
    scene_check(s, "out of the turned box", 1e3 * out, -INFINITY, 1e-3, "mm"); // rounding
    scene_check(s, "turned box over the tight one", ratio, 1.0, 2.2, "");
    if (fabs(a->half[1]) < 0.01 || fabs(a->half[0]) < 0.01) scene_check(s, "the same, upright", ratio, 1.0, 1.1, "");
    if (a->lines == NULL) return;
    const massa_vec3 at = position(a, turn);
    scene_line* line    = scene_set_lines(s, a->lines, 3 * 24);
    scene_box_lines(line, a->lo, a->hi, &turn, &at, 0xFFFF7020u);
    scene_box_lines(line + 24, lo[1], hi[1], NULL, &at, 0xFF2030F0u);
    scene_box_lines(line + 48, lo[0], hi[0], NULL, &at, 0xFF20C040u);
}

static bool edit(scene* s)
{
    aabb* a = s->state;
    double step[2];
    cage_turn(0.5 * s->value[SPIN] * s->desc->dt / 6.283185307179586, step);
    if (s->step > 1) scene_turn(a->half, step[0], step[1]);
    const massa_quat turn = { 0.0f, 0.0f, (float)a->half[1], (float)a->half[0] };
    if (a->vertex != NULL && a->vertices > 0) compare(s, a, turn);
    return scene_try(s, massa_body_set_pose(s->world, a->body, position(a, turn), turn));
}

static void hear(scene* s, const massa_poll_result* heard)
{
    aabb* a = s->state;
    scene_check_bodies(s, heard);
    if (a->vertex != NULL) return;
    uint32_t count = 0;
    float(*box)[4] = scene_read_view(s, MASSA_VIEW_SURFACE_PATCH_BOXES, &count);
    a->vertex      = scene_keep(s, scene_read_view(s, MASSA_VIEW_SURFACE_COLLISION_POSITIONS, &a->vertices));
    for (uint32_t i = 0; box != NULL && i < 2 * count; ++i)
    {
        const massa_vec3 p = { box[i][0], box[i][1], box[i][2] };
        if (i == 0) a->lo = a->hi = p;
        extend(&a->lo, &a->hi, p);
    }
    free(box);
}

static void finish(scene* s)
{
    const aabb* a = s->state;
    scene_check(s, "vertices looked at", a->vertices, 100, INFINITY, "");
}

static void look(scene* s, renderer_frame* f)
{
    (void)s;
    f->sky = renderer_sky_at(9.0f);
    f->fov = 0.5f;
    memcpy(f->eye, (float[3]){ 1.3f, 1.75f, 4.2f }, sizeof f->eye);
    memcpy(f->target, (float[3]){ 0.0f, 0.92f, 0.0f }, sizeof f->target);
    memcpy(f->bounds, (float[2][3]){ { -1.2f, 0.0f, -1.2f }, { 1.2f, 2.0f, 1.2f } }, sizeof f->bounds);
    memcpy(f->ground_colour, (float[3]){ 0.30f, 0.31f, 0.33f }, sizeof f->ground_colour);
    f->grid_spacing = 0.5f;
}

const scene_desc scene_aabb_rotate = {
    .name            = "aabb_rotate",
    .description     = "a turning surface with its turned box, the box of that, and the tight one",
    .parameters      = parameters,
    .parameter_count = sizeof parameters / sizeof parameters[0],
    .state_size      = sizeof(aabb),
    .takes_obj       = true,
    .frames          = 240,
    .dt              = 1.0f / 60.0f,
    .best_step       = 45,
    .plan            = plan,
    .build           = build,
    .edit            = edit,
    .hear            = hear,
    .finish          = finish,
    .look            = look,
};
