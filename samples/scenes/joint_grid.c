// A sheet of balls, each joined to its neighbours, hangs from its first row and swings (Box3D's joint_grid: 100 x 100).
//
// Checked: joints hold: their ends are together, and the sheet is not longer than it was made.
#include "scene.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum
{
    SIDE,
    MOST = 200,
};

static const scene_parameter parameters[] = {
    [SIDE] = { "side", 2, MOST, 40, true, "balls along an edge; 100 make 19800 joints" },
};

static const double RADIUS = 0.4; // m; pitch 1

typedef struct grid
{
    uint32_t side;
    massa_body_id first;
} grid;

static void plan(scene* s, massa_world_desc* wd)
{
    const uint32_t n    = (uint32_t)s->value[SIDE];
    wd->gravity.y       = -10.0f;
    wd->capacity.pairs  = MASSA_NONE; // nobody has a shape
    wd->capacity.bodies = n * n;
    wd->capacity.edits  = 3 * n * n + 64; // a joint is one, too
    wd->capacity.joints = 2 * n * (n - 1);
}

static bool add_joint(scene* s, massa_body_id a, massa_body_id b, massa_vec3 half)
{
    massa_joint_desc d = massa_default_joint_desc();
    massa_joint_id joint;
    d.body_a   = a;
    d.body_b   = b;
    d.anchor_a = half;
    d.anchor_b = (massa_vec3){ -half.x, -half.y, -half.z };
    return scene_try(s, massa_create_joint(s->world, &d, &joint));
}

// It hangs a little aslant, so that it swings; along each row and column balls are 1 m apart.
static const double ASLANT[2] = { 0.96, 0.28 };

static bool build(scene* s)
{
    grid* g            = s->state;
    massa_body_desc bd = massa_default_body_desc();
    const uint32_t n = g->side = (uint32_t)s->value[SIDE];
    massa_body_id* body        = calloc(n * n, sizeof *body);
    bool right                 = body != NULL;
    const massa_vec3 beside    = { 0.5f, 0.0f, 0.0f },
                     below     = { 0.0f, (float)(-0.5 * ASLANT[0]), (float)(0.5 * ASLANT[1]) };
    // A ball of density 1000; without a shape, because no two bodies meet.
    bd.mass    = 268.08257f;
    bd.inertia = (massa_vec3){ 17.157285f, 17.157285f, 17.157285f };
    for (uint32_t i = 0; i < n * n && right; ++i)
    {
        const double row = i / n, column = i % n;
        bd.kind     = i < n ? MASSA_BODY_STATIC : MASSA_BODY_DYNAMIC;
        bd.position = (massa_vec3){ (float)(column - 0.5 * (n - 1.0)), (float)(1.1 * n + 1.0 - row * ASLANT[0]),
                                    (float)(row * ASLANT[1]) };
        right       = scene_try(s, massa_create_body(s->world, &bd, &body[i]));
    }
    for (uint32_t i = 0; i < n * n && right; ++i)
    {
        if (i >= n && i % n > 0) right = add_joint(s, body[i - 1], body[i], beside);
        if (i >= n) right = right && add_joint(s, body[i - n], body[i], below);
    }
    if (right) g->first = body[0];
    free(body);
    if (!right) return false;
    if (s->drawer == NULL) return true;
    renderer_item* item = scene_draw_balls(s, g->first, n * n, (float)RADIUS);
    if (item == NULL) return false;
    item->colour_by = RENDERER_COLOUR_ORDER;
    item->kind      = n * n;
    return true;
}

static void hear(scene* s, const massa_poll_result* heard)
{
    scene_check_bodies(s, heard);
}

// A body's point in the world.
static void point(const float pose[8], const double local[3], double out[3])
{
    const float* q = pose + 4;
    double t[3];
    for (int i = 0; i < 3; ++i)
        t[i] = 2.0 * (q[(i + 1) % 3] * local[(i + 2) % 3] - q[(i + 2) % 3] * local[(i + 1) % 3]);
    for (int i = 0; i < 3; ++i)
        out[i] = pose[i] + local[i] + q[3] * t[i] + (q[(i + 1) % 3] * t[(i + 2) % 3] - q[(i + 2) % 3] * t[(i + 1) % 3]);
}

static void finish(scene* s)
{
    const grid* g = s->state;
    uint32_t count;
    double sum = 0.0, widest = 0.0, longest = 0.0;
    if (s->heard_step < s->desc->frames) return;
    float(*all)[8] = scene_read_view(s, MASSA_VIEW_BODY_POSE, &count);
    if (all == NULL) return;
    float(*p)[8]     = all + massa_body_index(g->first);
    const uint32_t n = g->side;
    for (uint32_t i = n; i < n * n; ++i)
    {
        const double low[3] = { 0.0, -0.5 * ASLANT[0], 0.5 * ASLANT[1] }, high[3] = { 0.0, -low[1], -low[2] };
        double a[3], b[3], square = 0.0, reach = 0.0;
        point(p[i - n], low, a);
        point(p[i], high, b);
        for (int k = 0; k < 3; ++k)
        {
            square += (a[k] - b[k]) * (a[k] - b[k]);
            reach += ((double)p[i][k] - p[i % n][k]) * ((double)p[i][k] - p[i % n][k]);
        }
        sum += sqrt(square) / (n * (n - 1.0));
        widest  = fmax(widest, sqrt(square));
        longest = fmax(longest, sqrt(reach) / (i / n));
    }
    free(all);
    scene_check(s, "gap of joints, mean", 1e3 * sum, 0, 10, "mm");
    scene_check(s, "gap of joints, widest", 1e3 * widest, 0, 100, "mm");
    scene_check(s, "farther than made from the first row", 100.0 * (longest - 1.0), -INFINITY, 5, "%");
}

static void look(scene* s, renderer_frame* f)
{
    const float n = (float)s->value[SIDE];
    f->sky        = renderer_sky_at(9.2f);
    f->fov        = 0.6f;
    memcpy(f->eye, (float[3]){ -0.9f * n, 0.75f * n, 2.1f * n }, sizeof f->eye);
    memcpy(f->target, (float[3]){ 0.0f, 0.58f * n, 0.1f * n }, sizeof f->target);
    memcpy(f->bounds, (float[2][3]){ { -0.55f * n, 0.0f, -0.5f * n }, { 0.55f * n, 1.15f * n + 2.0f, 0.5f * n } },
           sizeof f->bounds);
    f->occlusion_reach = 1.0f;
}

const scene_desc scene_joint_grid = {
    .name            = "joint_grid",
    .description     = "a sheet of balls, joined to each other, swings from its first row",
    .parameters      = parameters,
    .parameter_count = 1,
    .state_size      = sizeof(grid),
    .frames          = 240,
    .dt              = 1.0f / 60.0f,
    .plan            = plan,
    .build           = build,
    .hear            = hear,
    .finish          = finish,
    .look            = look,
};
