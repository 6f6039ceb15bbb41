// A cube of balls, each fixed to its neighbours (seed 002's S02). Nothing has weight; two opposite corners are pushed
// for a while, and the whole must turn as one piece. In a window arrow and page keys push them on.
//
// Checked: neighbours keep their distance, opposite corners theirs, and the cube has turned as a rigid one would.
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

static const double PITCH = 2.5, MASS = 4.1887902; // m, kg: between balls of radius 1; of one

typedef struct molecules
{
    uint32_t side, count;
    massa_body_id first, corner[2];
    double push;         // N, on each corner
    double gain;         // rad/s^2, while it lasts
    double rate;         // rad/s, of a rigid cube now
    double turn[2];      // cosine and sine of how far that has turned
    massa_vec3 heard[2]; // m, where the corners were
} molecules;

static void plan(scene* s, massa_world_desc* wd)
{
    const uint32_t n    = (uint32_t)s->value[SIDE];
    wd->gravity         = (massa_vec3){ 0.0f, 0.0f, 0.0f };
    wd->capacity.pairs  = MASSA_NONE; // nobody has a shape
    wd->capacity.bodies = n * n * n;
    wd->capacity.edits  = 4 * n * n * n + 64; // a joint is one, too
    wd->capacity.joints = 3 * n * n * (n - 1);
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

static double middle(const molecules* m) // m, height: it turns above the ground
{
    return 1.5 + PITCH * m->side;
}

static bool build(scene* s)
{
    molecules* m       = s->state;
    massa_body_desc bd = massa_default_body_desc();
    const uint32_t n = m->side = (uint32_t)s->value[SIDE], count = m->count = n * n * n, far[3] = { 1, n, n * n };
    massa_body_id* body = calloc(count, sizeof *body);
    bool right          = body != NULL;
    // A ball of radius 1 m and density 1; without a shape, because no two bodies meet.
    bd.mass    = (float)MASS;
    bd.inertia = (massa_vec3){ 1.6755161f, 1.6755161f, 1.6755161f };
    for (uint32_t i = 0; i < count && right; ++i)
    {
        const double low = -0.5 * PITCH * (n - 1.0), high = middle(m);
        bd.position = (massa_vec3){ (float)(low + PITCH * (i % n)), (float)(high + low + PITCH * (i / n % n)),
                                    (float)(low + PITCH * (i / n / n)) };
        right       = scene_try(s, massa_create_body(s->world, &bd, &body[i]));
        if (i == 0 || i + 1 == count) m->corner[i != 0] = body[i];
    }
    for (uint32_t i = 0; i < count && right; ++i)
        for (int k = 0; k < 3 && right; ++k)
            if (i / far[k] % n + 1 < n) right = add_joint(s, body[i], body[i + far[k]], k);
    if (right) m->first = body[0];
    free(body);
    if (!right) return false;
    // As strong as turns the cube by some radians in four seconds, but no more than joints of one ball should bear. The
    // moment of inertia of a cube of balls is the same about every axis.
    const double arm = 0.5 * PITCH * (n - 1.0), spread = PITCH * PITCH * ((double)n * n - 1.0) / 6.0;
    m->push    = fmin(0.54 * (double)n * n * n * n, 6000.0);
    m->gain    = 2.0 * sqrt(3.0) * m->push * arm / (count * MASS * (0.4 + spread));
    m->turn[0] = 1.0;
    if (!scene_try(s, massa_world_watch(s->world, m->corner, 2))) return false;
    if (s->drawer == NULL) return true;
    renderer_item* item = scene_draw_balls(s, m->first, count, 1.0f);
    if (item == NULL) return false;
    item->colour_by = RENDERER_COLOUR_ORDER;
    item->kind      = count;
    return true;
}

// Of the rigid cube: where the first corner is from the middle (m), and where it is pushed. Both turn about (1, -2, 1).
static void corner(const molecules* m, double at[3], double along[3])
{
    static const double first[2][3] = { { -1.0, -1.0, -1.0 }, { 0.70710678118654752, 0.0, -0.70710678118654752 } };
    static const double axis[3]     = { 0.40824829046386302, -0.81649658092772603, 0.40824829046386302 };
    double* out[2]                  = { at, along };
    for (int i = 0; i < 2; ++i)
        for (int k = 0; k < 3; ++k)
        {
            const int u = (k + 1) % 3, v = (k + 2) % 3;
            const double across = axis[u] * first[i][v] - axis[v] * first[i][u];
            out[i][k]           = m->turn[0] * first[i][k] + m->turn[1] * across;
        }
    for (int k = 0; k < 3; ++k)
        at[k] *= 0.5 * PITCH * (m->side - 1.0);
}

// By hand: the first corner where it was heard of, the other one the other way.
static bool push_by_hand(scene* s, const molecules* m)
{
    const float f = (float)m->push;
    if (s->push[0] == 0.0f && s->push[1] == 0.0f && s->push[2] == 0.0f) return true;
    for (int i = 0; i < 2; ++i)
    {
        const float side       = i == 0 ? f : -f;
        const massa_vec3 force = { side * s->push[0], side * s->push[1], side * s->push[2] };
        if (!scene_try(s, massa_body_apply_force(s->world, m->corner[i], force, m->heard[i]))) return false;
    }
    return true;
}

// Where corners should be by now is where they are pushed: when what was heard comes is the host's business.
static bool edit(scene* s)
{
    molecules* m = s->state;
    double at[3], along[3];
    corner(m, at, along);
    for (int i = 0; i < 2 && s->step <= STEPS; ++i)
    {
        const double side = i == 0 ? 1.0 : -1.0, push = side * m->push;
        const massa_vec3 force = { (float)(push * along[0]), (float)(push * along[1]), (float)(push * along[2]) };
        const massa_vec3 point = { (float)(side * at[0]), (float)(middle(m) + side * at[1]), (float)(side * at[2]) };
        if (!scene_try(s, massa_body_apply_force(s->world, m->corner[i], force, point))) return false;
    }
    if (!push_by_hand(s, m)) return false;
    if (s->step <= STEPS) m->rate += m->gain * s->desc->dt;
    const double h = 0.5 * m->rate * s->desc->dt, square = h * h; // the tangent of half a small angle is its half
    scene_turn(m->turn, (1.0 - square) / (1.0 + square), 2.0 * h / (1.0 + square));
    return true;
}

static void hear(scene* s, const massa_poll_result* heard)
{
    molecules* m = s->state;
    scene_check_bodies(s, heard);
    for (uint32_t i = 0; i < heard->watched_count; ++i)
        m->heard[i] = heard->watched[i].position;
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
    double at[3], along[3], off = 0.0;
    corner(m, at, along);
    for (int k = 0; k < 3; ++k)
        off += (p[0][k] - (k == 1 ? middle(m) : 0.0) - at[k]) * (p[0][k] - (k == 1 ? middle(m) : 0.0) - at[k]);
    scene_check(s, "neighbours, off their distance", 1e3 * worst, 0, 25, "mm");
    scene_check(s, "diagonal, off its length", 100.0 * (distance(p[0], p[m->count - 1]) / diagonal - 1.0), -1, 1, "%");
    scene_check(s, "corner, off where a rigid cube has it", 100.0 * sqrt(off) / (0.5 * diagonal), 0, 5, "%");
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
