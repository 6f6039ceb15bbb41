// Balls in a cube of glass, 40 m wide and open on top (seed 002's S01). A block of them collapses and fills the floor;
// the last one, the white one, is kicked about along the axes. In a window arrow and page keys push it, too.
//
// Checked: all stay in the cube, none overlaps another by much, and the white one went somewhere.
#include "scene.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum
{
    ACTORS,
    KICK,
    MOST = 16000,
    ROW  = 18, // balls that fit side by side
};

static const scene_parameter parameters[] = {
    [ACTORS] = { "actors", 50, MOST, 1000, true, "balls; the seed has 50 to 16000" },
    [KICK]   = { "kick", 0, 50, 18, false, "m/s that the white one gets, twice a second" },
};

static const double HALF = 20.0, PITCH = 2.15, LAYER = 1.75; // m; balls of radius 1, each layer over gaps of the last

typedef struct balls
{
    uint32_t count, row; // row: balls side by side at the start
    double height;       // m, of the glass
    massa_body_id first, white;
    massa_vec3 white_start, white_at; // m, at the start, when last heard
    double went;                      // m, that the white one was away from its start, at most
} balls;

static void plan(scene* s, massa_world_desc* wd)
{
    const uint32_t n         = (uint32_t)s->value[ACTORS];
    wd->capacity.bodies      = n + 5;
    wd->capacity.colliders   = n + 5;
    wd->capacity.edits       = 2 * n + 64;
    wd->capacity.pairs       = 20 * n + 1024;
    wd->capacity.events      = 4 * n + 1024; // when all fall asleep or wake at once
    wd->capacity.debug_lines = 32 * n + 1024;
}

static bool build(scene* s)
{
    balls* b              = s->state;
    massa_shape_desc ball = massa_default_shape_desc();
    massa_body_desc bd    = massa_default_body_desc();
    b->count              = (uint32_t)s->value[ACTORS];
    b->row                = 1;
    while (b->row < ROW && b->row * b->row * b->row < b->count)
        ++b->row;
    b->height          = fmax(2.0 * HALF, 5.0 + LAYER * b->count / (b->row * b->row)); // 16000 do not fit into a cube
    ball.kind          = MASSA_SHAPE_SPHERE;
    ball.sphere.radius = 1.0f;
    ball.density       = 1.0f;
    ball.friction      = 0.5f;
    if (!scene_add_ground(s, 0.5f) || !scene_add_glass(s, HALF, HALF, b->height, 0.5f) ||
        !scene_try(s, massa_create_shape(s->world, &ball, &bd.shape)))
        return false;
    const uint32_t row = b->row;
    for (uint32_t i = 0; i < b->count; ++i)
    {
        const uint32_t y    = i / (row * row);
        const double middle = 0.5 * (row - 1), shift = y % 2 ? 0.55 : -0.55;
        bd.position = (massa_vec3){ (float)(PITCH * (i % row - middle) + shift + 0.05 * scene_noise(3 * i)),
                                    (float)(1.05 + LAYER * y + 0.02 * scene_noise(3 * i + 1)),
                                    (float)(PITCH * (i / row % row - middle) + shift + 0.05 * scene_noise(3 * i + 2)) };
        if (i + 1 == b->count) bd.position = (massa_vec3){ 0.0f, (float)(3.0 + LAYER * (y + 1.0)), 0.0f }; // on top
        if (!scene_try(s, massa_create_body(s->world, &bd, &b->white))) return false;
        if (i == 0) b->first = b->white;
    }
    b->white_start = b->white_at = bd.position;
    if (!scene_try(s, massa_world_watch(s->world, &b->white, 1))) return false;
    if (s->drawer == NULL) return true;
    renderer_item* others = scene_draw_balls(s, b->first, b->count - 1, 1.0f);
    renderer_item* white  = scene_draw_ball(s, b->white, 1.0f);
    if (others == NULL || white == NULL) return false;
    others->colour_by = RENDERER_COLOUR_ORDER;
    others->kind      = b->count;
    memcpy(white->colour, (float[3]){ 0.95f, 0.95f, 0.95f }, sizeof white->colour);
    return true;
}

// By hand: twice its weight along each axis whose keys are held, where it was heard of.
static bool push_by_hand(scene* s, const balls* b)
{
    const float f          = 2.0f * 4.1887902f * 9.81f; // N
    const massa_vec3 force = { f * s->push[0], f * s->push[1], f * s->push[2] };
    if (force.x == 0.0f && force.y == 0.0f && force.z == 0.0f) return true;
    return scene_try(s, massa_body_apply_force(s->world, b->white, force, b->white_at));
}

// Along x, y and z, then back along each. Nothing that was heard goes into it: when that comes is the host's business.
static bool edit(scene* s)
{
    const balls* b = s->state;
    if (!push_by_hand(s, b)) return false;
    if (s->step % 30 != 0 || s->value[KICK] <= 0.0) return true;
    const uint64_t way = s->step / 30 % 6;
    const float kick   = (float)(way < 3 ? s->value[KICK] : -s->value[KICK]);
    return scene_try(s, massa_body_set_velocity(s->world, b->white,
                                                (massa_vec3){ way % 3 == 0 ? kick : 0.0f, way % 3 == 1 ? kick : 0.0f,
                                                              way % 3 == 2 ? kick : 0.0f }));
}

static void hear(scene* s, const massa_poll_result* heard)
{
    balls* b = s->state;
    scene_check_bodies(s, heard);
    if (heard->watched_count == 0) return;
    const massa_vec3 at = b->white_at = heard->watched[0].position;
    const double x = at.x - b->white_start.x, z = at.z - b->white_start.z;
    b->went = fmax(b->went, sqrt(x * x + z * z));
}

static int by_x(const void* a, const void* b)
{
    const float x = *(const float*)a, y = *(const float*)b;
    return (x > y) - (x < y);
}

// How deep balls are in each other: the mean of those that touch, m.
static double depth(scene* s, const balls* b)
{
    uint32_t count, touch = 0;
    double sum   = 0.0;
    float(*p)[8] = scene_read_view(s, MASSA_VIEW_BODY_POSE, &count);
    if (p == NULL) return INFINITY;
    float(*first)[8] = p + massa_body_index(b->first);
    qsort(first, b->count, sizeof *first, by_x);
    for (uint32_t i = 0; i < b->count; ++i)
        for (uint32_t k = i + 1; k < b->count && first[k][0] - first[i][0] < 2.0f; ++k)
        {
            const double x = first[k][0] - first[i][0], y = first[k][1] - first[i][1], z = first[k][2] - first[i][2];
            const double square = x * x + y * y + z * z;
            if (square >= 4.0) continue;
            sum += 2.0 - sqrt(square);
            ++touch;
        }
    free(p);
    return touch > 0 ? sum / touch : 0.0;
}

static void finish(scene* s)
{
    balls* b = s->state;
    if (s->heard_step < s->desc->frames) return;
    const scene_stand now = scene_measure_stand(s, b->first, b->count, NULL);
    scene_check(s, "balls", now.count, b->count, b->count, "");
    scene_check(s, "farthest out", fmax(now.out_x, now.out_z), 0, HALF - 1.0 + 0.1, "m");
    scene_check(s, "height of the lowest", now.lowest, 0.95, 1.5, "m");
    scene_check(s, "overlap, mean", 1e3 * depth(s, b), 0, 20, "mm");
    if (s->value[KICK] > 10.0) scene_check(s, "the white one went", b->went, 2.0, INFINITY, "m");
}

static void look(scene* s, renderer_frame* f)
{
    const balls* b   = s->state;
    const float tall = (float)b->height, back = tall / 40.0f;
    f->sky = renderer_sky_at(10.0f);
    f->fov = 0.6f;
    memcpy(f->eye, (float[3]){ 44.0f * back, 44.0f * back, 84.0f * back }, sizeof f->eye);
    memcpy(f->target, (float[3]){ 0.0f, 0.40f * tall, 0.0f }, sizeof f->target);
    memcpy(f->bounds, (float[2][3]){ { -20.0f, 0.0f, -20.0f }, { 20.0f, tall, 20.0f } }, sizeof f->bounds);
    f->occlusion_reach = 2.0f;
}

const scene_desc scene_spheres = {
    .name            = "spheres",
    .description     = "balls in a cube of glass; the white one is kicked about",
    .parameters      = parameters,
    .parameter_count = sizeof parameters / sizeof parameters[0],
    .state_size      = sizeof(balls),
    .frames          = 300,
    .dt              = 1.0f / 60.0f,
    .plan            = plan,
    .build           = build,
    .edit            = edit,
    .hear            = hear,
    .finish          = finish,
    .look            = look,
};
