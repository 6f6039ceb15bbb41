// Characters of one cage each, 348 faces, walk round a circle. A skeleton of fifteen bones moves the cage's points
// before each step; massa makes the smooth surface of them, so that what is drawn is what a ball will meet.
//
// Checked: points of a foot that stands do not move, feet are never deep in the ground and one always touches it, and
// no walker tears: the surface stays within a step's reach of where it was.
#include "scene.h"
#include "cages/walker.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum
{
    WALKERS,
    LEVEL,
    FILL,
    MOST = 8,
};

static const scene_parameter parameters[] = {
    [WALKERS] = { "walkers", 1, MOST, 3, true, "who walk" },
    [LEVEL]   = { "level", 1, 16, 6, true, "segments along a side of a face" },
    [FILL]    = { "fill", 0, 2, 0, true, "0 solid, 1 wires, 2 both" },
};

typedef struct walking
{
    walker who[MOST];
    massa_body_id body[MOST];
    cage_vec before[MOST][WALKER_POINTS]; // m, in the world
    uint32_t count;
    bool walked;
} walking;

static void plan(scene* s, massa_world_desc* wd)
{
    wd->capacity.bodies = MOST;
    wd->capacity.pairs  = MASSA_NONE; // nobody has a shape
    for (uint32_t i = 0; i < (uint32_t)s->value[WALKERS]; ++i)
    {
        cage c = { 0 };
        cage_build_walker(&c);
        if (i == 0)
            scene_add_surface(s, wd, &c, 1, 2, (uint32_t)s->value[LEVEL]);
        else
        {
            cage_free(&c);
            scene_add_surface_like(s, wd, 0, (uint32_t)s->value[LEVEL]);
        }
    }
}

static void dress(renderer_item* item, uint32_t i)
{
    static const float shirt[][3] = {
        { 0.08f, 0.34f, 0.42f }, { 0.62f, 0.13f, 0.06f }, { 0.72f, 0.46f, 0.07f }, { 0.20f, 0.36f, 0.10f }
    };
    static const float trousers[][3] = {
        { 0.05f, 0.07f, 0.15f }, { 0.10f, 0.11f, 0.13f }, { 0.09f, 0.12f, 0.22f }, { 0.16f, 0.11f, 0.07f }
    };
    static const float skin[][3] = {
        { 0.66f, 0.38f, 0.24f }, { 0.42f, 0.20f, 0.10f }, { 0.72f, 0.46f, 0.32f }, { 0.22f, 0.10f, 0.055f }
    };
    static const float hair[][3] = {
        { 0.055f, 0.025f, 0.012f }, { 0.012f, 0.010f, 0.010f }, { 0.16f, 0.055f, 0.015f }, { 0.015f, 0.012f, 0.012f }
    };
    item->colour_by = RENDERER_COLOUR_PAINT;
    memcpy(item->colour, shirt[i % 4], sizeof item->colour);
    memcpy(item->colour_u, trousers[i % 4], sizeof item->colour_u);
    memcpy(item->colour_v, skin[i % 4], sizeof item->colour_v);
    memcpy(item->colour_uv, hair[i % 4], sizeof item->colour_uv);
}

static bool build(scene* s)
{
    walking* t = s->state;
    cage c     = { 0 };
    cage_build_walker(&c);
    t->count  = (uint32_t)s->value[WALKERS];
    bool fine = cage_pack(&c);
    for (uint32_t i = 0; fine && i < t->count; ++i)
    {
        massa_body_desc d = massa_default_body_desc();
        d.kind            = MASSA_BODY_STATIC;
        t->who[i].radius  = 1.35;
        t->who[i].speed   = 0.50;
        t->who[i].start   = 0.62 + (double)i / t->count;
        fine              = walker_create(&t->who[i], &c) && scene_try(s, massa_create_body(s->world, &d, &t->body[i]));
        if (!fine || s->drawer == NULL) continue;
        renderer_item* item = scene_draw_surface(s, i, t->body[i]);
        fine                = item != NULL;
        if (!fine) break;
        dress(item, i);
        item->fill = (renderer_fill)s->value[FILL];
    }
    cage_free(&c);
    return fine;
}

// How far points of standing feet have moved in the world, and how far any has.
static void check_way(scene* s, walking* t, uint32_t i, double time, cage_vec position, const double half[2],
                      const cage_vec* now)
{
    const walker* w = &t->who[i];
    double slip = 0.0, most = 0.0;
    const double c = half[0] * half[0] - half[1] * half[1], n = 2.0 * half[0] * half[1]; // of the whole angle
    for (uint32_t k = 0; k < w->points; ++k)
    {
        const cage_vec p = { position.x + c * now[k].x + n * now[k].z, now[k].y,
                             position.z - n * now[k].x + c * now[k].z };
        const cage_vec d = cage_add(p, t->before[i][k], -1.0);
        const double way = sqrt(cage_dot(d, d));
        t->before[i][k]  = p;
        if (!t->walked) continue;
        most = fmax(most, way);
        for (int leg = 0; leg < WALKER_LEGS; ++leg)
            if (w->skin[k].bone[1] == (uint32_t)(BONE_FOOT + leg) && w->skin[k].weight[1] == 1.0 &&
                walker_stands(w, time, leg) && walker_stands(w, time - s->desc->dt, leg))
                slip = fmax(slip, way);
    }
    scene_check(s, "a standing foot slips", 1e3 * slip, -INFINITY, 1e-6, "mm");
    scene_check(s, "the longest way of a step", 1e3 * most, -INFINITY, 70.0, "mm");
}

static bool edit(scene* s)
{
    walking* t        = s->state;
    const double time = (double)s->step * s->desc->dt;
    for (uint32_t i = 0; i < t->count; ++i)
    {
        cage_vec now[WALKER_POINTS], position;
        massa_vec3 point[WALKER_POINTS];
        double half[2];
        // They are not in step with each other.
        walker_pose(&t->who[i], time + 0.31 * i, &position, half, now);
        for (uint32_t k = 0; k < t->who[i].points; ++k)
            point[k] = (massa_vec3){ (float)now[k].x, (float)now[k].y, (float)now[k].z };
        check_way(s, t, i, time + 0.31 * i, position, half, now);
        if (!scene_try(s, massa_surface_set_points(s->world, i, 0, point, t->who[i].points)) ||
            !scene_try(s, massa_body_set_pose(s->world, t->body[i],
                                              (massa_vec3){ (float)position.x, 0.0f, (float)position.z },
                                              scene_turned_y(half))))
            return false;
    }
    t->walked = true;
    return true;
}

static void hear(scene* s, const massa_poll_result* heard)
{
    scene_check_bodies(s, heard);
}

static void finish(scene* s)
{
    const walking* t = s->state;
    uint32_t count;
    float(*at)[4] = scene_read_view(s, MASSA_VIEW_SURFACE_POSITIONS, &count);
    for (uint32_t i = 0; at != NULL && i < t->count; ++i)
    {
        massa_surface_range range;
        double low = INFINITY, high = -INFINITY;
        if (!scene_try(s, massa_surface_get_range(s->world, i, &range))) break;
        for (uint32_t k = 0; k < range.vertex_count; ++k)
        {
            low  = fmin(low, at[range.first_vertex + k][1]);
            high = fmax(high, at[range.first_vertex + k][1]);
        }
        scene_check(s, "lowest of the surface", 1e3 * low, -12.0, 12.0, "mm");
        scene_check(s, "highest of the surface", high, 1.30, 1.42, "m");
    }
    free(at);
}

static void look(scene* s, renderer_frame* f)
{
    (void)s;
    f->sky             = renderer_sky_at(9.1f);
    f->fov             = 0.40f;
    f->occlusion_reach = 0.8f;
    memcpy(f->eye, (float[3]){ 1.9f, 1.75f, 5.6f }, sizeof f->eye);
    memcpy(f->target, (float[3]){ 0.05f, 0.66f, 0.0f }, sizeof f->target);
    memcpy(f->bounds, (float[2][3]){ { -2.0f, 0.0f, -2.0f }, { 2.0f, 1.5f, 2.0f } }, sizeof f->bounds);
    memcpy(f->ground_colour, (float[3]){ 0.30f, 0.27f, 0.22f }, sizeof f->ground_colour);
    f->grid_spacing = 0.5f;
}

const scene_desc scene_walker = {
    .name            = "walker",
    .description     = "characters of one cage each walk round a circle, skinned",
    .parameters      = parameters,
    .parameter_count = sizeof parameters / sizeof parameters[0],
    .state_size      = sizeof(walking),
    .frames          = 240,
    .dt              = 1.0f / 60.0f,
    .best_step       = 30,
    .plan            = plan,
    .build           = build,
    .edit            = edit,
    .hear            = hear,
    .finish          = finish,
    .look            = look,
};
