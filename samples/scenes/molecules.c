// A cube of balls, each fixed to its neighbours (seed 002's S02). Nothing has weight; two opposite corners are pushed
// for a while, and the whole must turn as one piece.
//
// Checked: neighbours keep their distance, opposite corners theirs, and the cube has turned.
#include "scene.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum
{
    SIDE,
    MOST  = 18,
    STEPS = 120, // of the push
};

static const scene_parameter parameters[] = {
    [SIDE] = { "side", 2, MOST, 6, true, "balls along an edge; 18 make 5832 and 16524 joints" },
};

static const double PITCH = 2.5; // m, between balls of radius 1

typedef struct molecules
{
    uint32_t side, count;
    massa_body_id first, corner[2];
    massa_vec3 at[2];    // m, of the corners, when last heard
    double push;         // N
    double direction[3]; // of the push on the first corner
} molecules;

static void plan(scene* s, massa_world_desc* wd)
{
    const uint32_t n     = (uint32_t)s->value[SIDE];
    wd->gravity          = (massa_vec3){ 0.0f, 0.0f, 0.0f };
    wd->capacity.bodies  = n * n * n;
    wd->capacity.edits   = 4 * n * n * n + 64; // a joint is one, too
    wd->capacity.joints  = 3 * n * n * (n - 1);
    wd->capacity.watched = 2;
}

static bool add_joint(scene* s, massa_body_id a, massa_body_id b, int axis)
{
    massa_joint_desc d = massa_default_joint_desc();
    const float half   = (float)(0.5 * PITCH);
    massa_joint_id joint;
    d.kind     = MASSA_JOINT_FIXED;
    d.body_a   = a;
    d.body_b   = b;
    d.anchor_a = (massa_vec3){ axis == 0 ? half : 0.0f, axis == 1 ? half : 0.0f, axis == 2 ? half : 0.0f };
    d.anchor_b = (massa_vec3){ -d.anchor_a.x, -d.anchor_a.y, -d.anchor_a.z };
    return scene_try(s, massa_create_joint(s->world, &d, &joint));
}

static bool build(scene* s)
{
    molecules* m       = s->state;
    massa_body_desc bd = massa_default_body_desc();
    const uint32_t n = m->side = (uint32_t)s->value[SIDE], count = m->count = n * n * n, far[3] = { 1, n, n * n };
    massa_body_id* body = calloc(count, sizeof *body);
    bool right          = body != NULL;
    // A ball of radius 1 m and density 1; without a shape, because nobody meets anybody.
    bd.mass    = 4.1887902f;
    bd.inertia = (massa_vec3){ 1.6755161f, 1.6755161f, 1.6755161f };
    for (uint32_t i = 0; i < count && right; ++i)
    {
        const double low = -0.5 * PITCH * (n - 1.0), high = 1.5 + PITCH * n; // it turns above the ground
        bd.position = (massa_vec3){ (float)(low + PITCH * (i % n)), (float)(high + low + PITCH * (i / n % n)),
                                    (float)(low + PITCH * (i / n / n)) };
        right       = scene_try(s, massa_create_body(s->world, &bd, &body[i]));
        if (i == 0 || i + 1 == count)
        {
            m->corner[i != 0] = body[i];
            m->at[i != 0]     = bd.position;
        }
    }
    for (uint32_t i = 0; i < count && right; ++i)
        for (int k = 0; k < 3 && right; ++k)
            if (i / far[k] % n + 1 < n) right = add_joint(s, body[i], body[i + far[k]], k);
    if (right) m->first = body[0];
    free(body);
    if (!right) return false;
    // Across the diagonal; as strong as turns the cube by about half a turn in three seconds, but no more than joints
    // of one ball should bear.
    m->push         = fmin(0.54 * (double)n * n * n * n, 6000.0);
    m->direction[0] = 0.70710678118654752;
    m->direction[2] = -0.70710678118654752;
    if (!scene_try(s, massa_world_watch(s->world, m->corner, 2))) return false;
    if (s->drawer == NULL) return true;
    renderer_item* item = scene_draw_balls(s, m->first, count, 1.0f);
    if (item == NULL) return false;
    item->colour_by = RENDERER_COLOUR_ORDER;
    item->kind      = count;
    return true;
}

static bool edit(scene* s)
{
    const molecules* m = s->state;
    if (s->step > STEPS) return true;
    for (int i = 0; i < 2; ++i)
    {
        const double side      = i == 0 ? m->push : -m->push;
        const massa_vec3 force = { (float)(side * m->direction[0]), 0.0f, (float)(side * m->direction[2]) };
        if (!scene_try(s, massa_body_apply_force(s->world, m->corner[i], force, m->at[i]))) return false;
    }
    return true;
}

static void hear(scene* s, const massa_poll_result* heard)
{
    molecules* m = s->state;
    scene_check_bodies(s, heard);
    for (uint32_t i = 0; i < heard->watched_count && i < 2; ++i)
        m->at[i] = heard->watched[i].position;
}

static double distance(const float* a, const float* b)
{
    const double x = (double)b[0] - a[0], y = (double)b[1] - a[1], z = (double)b[2] - a[2];
    return sqrt(x * x + y * y + z * z);
}

static void finish(scene* s)
{
    const molecules* m = s->state;
    uint32_t count;
    if (s->heard_step < s->desc->frames) return;
    float(*all)[8] = scene_read_view(s, MASSA_VIEW_BODY_POSE, &count);
    if (all == NULL) return;
    float(*p)[8]     = all + massa_body_index(m->first);
    const uint32_t n = m->side, far[3] = { 1, n, n * n };
    const double diagonal = sqrt(3.0) * PITCH * (n - 1.0);
    double worst          = 0.0;
    for (uint32_t i = 0; i < m->count; ++i)
        for (int k = 0; k < 3; ++k)
            if (i / far[k] % n + 1 < n) worst = fmax(worst, fabs(distance(p[i], p[i + far[k]]) - PITCH));
    // Of the horizontal part of the diagonal, which began along x = z.
    const double x = (double)p[m->count - 1][0] - p[0][0], z = (double)p[m->count - 1][2] - p[0][2];
    const double degrees = 57.295779513082321 * acos(fmin(1.0, (x + z) * sqrt(0.5) / sqrt(x * x + z * z)));
    scene_check(s, "neighbours, off their distance", 1e3 * worst, 0, 25, "mm");
    scene_check(s, "diagonal, off its length", 100.0 * (distance(p[0], p[m->count - 1]) / diagonal - 1.0), -1, 1, "%");
    scene_check(s, "turned", degrees, 5, 180, "degrees");
    free(all);
}

static void look(scene* s, renderer_frame* f)
{
    const float n = (float)s->value[SIDE], size = 2.5f * n, high = 1.5f + size;
    f->sky = renderer_sky_at(9.0f);
    f->fov = 0.6f;
    memcpy(f->eye, (float[3]){ 1.6f * size, high + 0.7f * size, 3.0f * size }, sizeof f->eye);
    memcpy(f->target, (float[3]){ 0.0f, 0.85f * high, 0.0f }, sizeof f->target);
    memcpy(f->bounds, (float[2][3]){ { -size, 0.0f, -size }, { size, high + size, size } }, sizeof f->bounds);
    f->occlusion_reach = 2.0f;
}

const scene_desc scene_molecules = {
    .name            = "molecules",
    .description     = "a cube of balls, fixed to each other, turns as one piece",
    .parameters      = parameters,
    .parameter_count = 1,
    .state_size      = sizeof(molecules),
    .frames          = 240,
    .dt              = 1.0f / 60.0f,
    .plan            = plan,
    .build           = build,
    .edit            = edit,
    .hear            = hear,
    .finish          = finish,
    .look            = look,
};
