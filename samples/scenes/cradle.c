// Newton's cradle: five balls on pairs of strings. Some are drawn aside and let go; as many leave on the other side.
//
// Checked: the ball at the other end rises nearly as high, those in between hardly move, strings keep their length, and
// no ball rises higher than the first began.
#include "scene.h"

#include <math.h>
#include <string.h>

enum
{
    DRAWN,
    BALLS = 5,
};

static const scene_parameter parameters[] = {
    [DRAWN] = { "drawn", 1, 4, 1, true, "balls that are let go" },
};

static const double RADIUS = 0.25, LENGTH = 2.0, APART = 0.9, HIGH = 3.0; // m; strings end APART to either side
static const double COSINE = 0.8, SINE = 0.6;                             // of the angle that the first are drawn by

typedef struct cradle
{
    massa_body_id body[BALLS];
    double drop;           // m, that the drawn ones fall
    double highest[BALLS]; // m, above the lowest, since the first swing went over
    double aside;          // m, of the middle ones during the first half swing
    double worst_length;   // m, off it
} cradle;

static void plan(scene* s, massa_world_desc* wd)
{
    (void)s;
    wd->capacity.bodies      = BALLS + 1;
    wd->capacity.colliders   = BALLS + 1;
    wd->capacity.pairs       = 64;
    wd->capacity.joints      = 2 * BALLS;
    wd->capacity.watched     = BALLS;
    wd->capacity.debug_lines = 1024;
    wd->substeps             = 8; // strings and blows want short ones
}

static double pitch(void) // m, from one to the next: hair between them
{
    return 2.0 * RADIUS + 0.0005;
}

static massa_vec3 hook(uint32_t i, int side)
{
    return (massa_vec3){ (float)(pitch() * (i - 0.5 * (BALLS - 1))), (float)HIGH, (float)(side * APART) };
}

static bool add_string(scene* s, massa_body_id ball, uint32_t i, int side)
{
    massa_joint_desc d = massa_default_joint_desc();
    massa_joint_id joint;
    d.kind     = MASSA_JOINT_DISTANCE;
    d.body_b   = ball;
    d.anchor_a = hook(i, side);
    d.length   = (float)LENGTH;
    return scene_try(s, massa_create_joint(s->world, &d, &joint));
}

static double depth(void) // m, of a ball below its hooks
{
    return sqrt(LENGTH * LENGTH - APART * APART);
}

static bool build(scene* s)
{
    cradle* c             = s->state;
    massa_shape_desc ball = massa_default_shape_desc();
    massa_body_desc bd    = massa_default_body_desc();
    ball.kind             = MASSA_SHAPE_SPHERE;
    ball.sphere.radius    = (float)RADIUS;
    ball.density          = 7800.0f;
    ball.restitution      = 1.0f;
    ball.friction         = 0.0f;
    c->drop               = depth() * (1.0 - COSINE);
    if (!scene_add_ground(s, 0.6f) || !scene_try(s, massa_create_shape(s->world, &ball, &bd.shape))) return false;
    for (uint32_t i = 0; i < BALLS; ++i)
    {
        const bool drawn = i < (uint32_t)s->value[DRAWN];
        const double x = hook(i, 0).x - (drawn ? depth() * SINE : 0.0), y = HIGH - depth() * (drawn ? COSINE : 1.0);
        bd.position = (massa_vec3){ (float)x, (float)y, 0.0f };
        if (!scene_try(s, massa_create_body(s->world, &bd, &c->body[i])) || !add_string(s, c->body[i], i, -1) ||
            !add_string(s, c->body[i], i, 1))
            return false;
    }
    if (!scene_try(s, massa_world_watch(s->world, c->body, BALLS))) return false;
    if (s->drawer == NULL) return true;
    renderer_item* item = scene_draw_balls(s, c->body[0], BALLS, (float)RADIUS);
    if (item == NULL) return false;
    memcpy(item->colour, (float[3]){ 0.55f, 0.57f, 0.60f }, sizeof item->colour);
    return true;
}

// Half a swing lasts about this long, s; larger swings a little longer.
static double half_swing(void)
{
    return 3.1415926535897931 * sqrt(depth() / 9.81) * 1.05;
}

static void hear(scene* s, const massa_poll_result* heard)
{
    cradle* c            = s->state;
    const uint32_t drawn = (uint32_t)s->value[DRAWN];
    scene_check_bodies(s, heard);
    for (uint32_t i = 0; i < heard->watched_count && i < BALLS; ++i)
    {
        const massa_vec3 p  = heard->watched[i].position;
        const double height = p.y - (HIGH - depth());
        scene_check(s, "highest, of where the first began", 100.0 * height / c->drop, -5.0, 102.0, "%");
        for (int side = -1; side <= 1; side += 2)
        {
            const massa_vec3 h = hook(i, side);
            const double x = p.x - h.x, y = p.y - h.y, z = p.z - h.z;
            c->worst_length = fmax(c->worst_length, fabs(sqrt(x * x + y * y + z * z) - LENGTH));
        }
        if (s->heard_time > half_swing()) continue; // the first one only
        c->highest[i] = fmax(c->highest[i], s->heard_time > 0.55 * half_swing() ? height : 0.0);
        if (i >= drawn && i < BALLS - drawn) c->aside = fmax(c->aside, fabs(p.x - hook(i, 0).x));
    }
}

static void finish(scene* s)
{
    const cradle* c = s->state;
    if (s->heard_step < s->desc->frames) return;
    scene_check(s, "last ball's rise, of the first one's drop", 100.0 * c->highest[BALLS - 1] / c->drop, 94, 102, "%");
    if (s->value[DRAWN] < 3.0) scene_check(s, "those between, to the side", 1e3 * c->aside, 0, 100, "mm");
    scene_check(s, "strings, off their length", 1e3 * c->worst_length, 0, 10, "mm");
}

static void look(scene* s, renderer_frame* f)
{
    (void)s;
    f->sky = renderer_sky_at(9.8f);
    f->fov = 0.55f;
    memcpy(f->eye, (float[3]){ 2.2f, 2.6f, 5.6f }, sizeof f->eye);
    memcpy(f->target, (float[3]){ 0.0f, 1.45f, 0.0f }, sizeof f->target);
    memcpy(f->bounds, (float[2][3]){ { -3.0f, 0.0f, -1.2f }, { 3.0f, 3.1f, 1.2f } }, sizeof f->bounds);
    f->occlusion_reach = 0.5f;
}

const scene_desc scene_cradle = {
    .name            = "cradle",
    .description     = "five balls on strings hand on a blow",
    .parameters      = parameters,
    .parameter_count = 1,
    .state_size      = sizeof(cradle),
    .frames          = 240,
    .dt              = 1.0f / 60.0f,
    .best_step       = 70,
    .plan            = plan,
    .build           = build,
    .hear            = hear,
    .finish          = finish,
    .look            = look,
};
