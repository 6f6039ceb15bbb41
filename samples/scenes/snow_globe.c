// A snow globe: a hand lifts it, shakes it for a second and puts it down again; the snow dances and settles on the
// snowman, the house and the trees. The globe is a hollow sphere; all that stands in it is as many kinematic bodies,
// driven by their velocities alone.
//
// Checked: no flake is lost or gets through the glass, no list overflows, the bodies come back to where they stood, and
// when it is quiet the snow has settled.
#include "scene.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum
{
    FLAKES,
    SHAKE,
    MAX_FLAKES  = 12000,
    SHAKE_STEPS = 66,
    PIECES      = 13,
};

static const scene_parameter parameters[] = {
    [FLAKES] = { "flakes", 100, MAX_FLAKES, 6000, true, "of snow" },
    [SHAKE]  = { "shake", 0, 2, 1, false, "how hard the hand shakes" },
};

static const double RADIUS = 0.016, STAND = 1.26; // m; of a flake, height of the globe's centre when it stands

typedef enum piece_shape
{
    NOTHING,
    BALL,
    BLOCK,
    GLOBE,
} piece_shape;

typedef struct piece // in the globe's own axes, m
{
    piece_shape shape;
    double at[3];
    double half[3]; // of a ball: its radius
    double turn[4]; // quaternion x y z w; all 0: none
} piece;

// Root of one half: half a right angle's quaternion has its sine and cosine of 22.5 degrees here.
#define EIGHTH_SINE 0.38268343236508977
#define EIGHTH_COSINE 0.92387953251128674

enum
{
    PIECE_GLOBE,
    PIECE_HILL,
    PIECE_BELLY,
    PIECE_CHEST,
    PIECE_HEAD,
    PIECE_HOUSE,
    PIECE_ROOF,
    PIECE_NOSE,
    PIECE_TREES, // two balls each
};

static const piece pieces[PIECES] = {
    [PIECE_GLOBE] = { GLOBE, { 0.0, 0.0, 0.0 }, { 1.0 }, { 0 } },
    [PIECE_HILL]  = { BALL, { 0.0, -1.75, 0.0 }, { 1.2 }, { 0 } },
    [PIECE_BELLY] = { BALL, { -0.30, -0.43, 0.20 }, { 0.20 }, { 0 } },
    [PIECE_CHEST] = { BALL, { -0.30, -0.16, 0.20 }, { 0.15 }, { 0 } },
    [PIECE_HEAD]  = { BALL, { -0.30, 0.05, 0.20 }, { 0.11 }, { 0 } },
    [PIECE_HOUSE] = { BLOCK, { 0.30, -0.45, 0.02 }, { 0.21, 0.17, 0.18 }, { 0 } },
    [PIECE_ROOF]  = { BLOCK, { 0.30, -0.26, 0.02 }, { 0.205, 0.205, 0.23 }, { 0.0, 0.0, EIGHTH_SINE, EIGHTH_COSINE } },
    [PIECE_NOSE]  = { NOTHING, { -0.265, 0.05, 0.30 }, { 0 }, { 0.69636424, 0.12278780, -0.12278780, 0.69636424 } },
    [PIECE_TREES] = { BALL, { -0.05, -0.42, -0.38 }, { 0.15 }, { 0 } },
    { BALL, { -0.05, -0.20, -0.38 }, { 0.10 }, { 0 } },
    { BALL, { -0.57, -0.60, -0.10 }, { 0.09 }, { 0 } },
    { BALL, { -0.57, -0.45, -0.10 }, { 0.05 }, { 0 } },
    { BALL, { -0.05, -0.02, -0.38 }, { 0.05 }, { 0 } },
};

typedef struct pose // of the globe
{
    double at[3];
    double lean; // tangent of half the angle about z
} pose;

typedef struct snow_globe
{
    massa_body_id body[PIECES];
    massa_grains_id snow;
    uint32_t count, added;
    double beat[2]; // a unit vector that turns three times in a shake
    pose now;       // before the step being edited
    pose heard[16]; // after step i % 16
    massa_particle flakes[MAX_FLAKES];
} snow_globe;

static void plan(scene* s, massa_world_desc* wd)
{
    const uint32_t count        = (uint32_t)s->value[FLAKES];
    wd->gravity                 = (massa_vec3){ 0.0f, -1.7f, 0.0f }; // the water bears most of the weight
    wd->capacity.bodies         = PIECES;
    wd->capacity.shapes         = PIECES;
    wd->capacity.colliders      = PIECES;
    wd->capacity.watched        = PIECES;
    wd->capacity.particles      = count;
    wd->capacity.particle_edits = count;
}

// Where a piece is when the globe is there: turned about the globe's centre, then moved with it.
static void place(const pose* globe, const piece* p, double at[3], double turn[4])
{
    const double scale = 1.0 / (1.0 + globe->lean * globe->lean);
    const double c = (1.0 - globe->lean * globe->lean) * scale, s = 2.0 * globe->lean * scale;
    at[0]             = globe->at[0] + c * p->at[0] - s * p->at[1];
    at[1]             = globe->at[1] + s * p->at[0] + c * p->at[1];
    at[2]             = globe->at[2] + p->at[2];
    const double half = sqrt(scale), z = globe->lean * half, w = half;
    const bool level  = p->turn[0] == 0.0 && p->turn[1] == 0.0 && p->turn[2] == 0.0;
    const double q[4] = { p->turn[0], p->turn[1], p->turn[2], level ? 1.0 : p->turn[3] };
    turn[0]           = w * q[0] - z * q[1];
    turn[1]           = w * q[1] + z * q[0];
    turn[2]           = w * q[2] + z * q[3];
    turn[3]           = w * q[3] - z * q[2];
}

static bool add_piece(scene* s, snow_globe* g, uint32_t i)
{
    const piece* p        = &pieces[i];
    massa_body_desc bd    = massa_default_body_desc();
    massa_shape_desc sd   = massa_default_shape_desc();
    const massa_vec3 half = { (float)p->half[0], (float)p->half[1], (float)p->half[2] };
    double at[3], turn[4];
    place(&g->now, p, at, turn);
    bd.kind          = MASSA_BODY_KINEMATIC;
    bd.position      = (massa_vec3){ (float)at[0], (float)at[1], (float)at[2] };
    bd.rotation      = (massa_quat){ (float)turn[0], (float)turn[1], (float)turn[2], (float)turn[3] };
    sd.kind          = p->shape == BLOCK ? MASSA_SHAPE_BOX : MASSA_SHAPE_SPHERE;
    sd.hollow        = p->shape == GLOBE;
    sd.sphere.radius = (float)p->half[0];
    if (p->shape == BLOCK) sd.box.half = half;
    if (p->shape != NOTHING && !scene_try(s, massa_create_shape(s->world, &sd, &bd.shape))) return false;
    return scene_try(s, massa_create_body(s->world, &bd, &g->body[i]));
}

static bool paint(renderer_item* item, float red, float green, float blue)
{
    if (item == NULL) return false;
    item->colour[0] = red;
    item->colour[1] = green;
    item->colour[2] = blue;
    return true;
}

// What stands in the globe and under it. Turned pieces are rings of (radius, height) from the top down.
static bool draw(scene* s, snow_globe* g)
{
    const massa_body_id globe    = g->body[PIECE_GLOBE];
    static const float origin[3] = { 0 };
    static const float base[][2] = { { 0.0f, -0.735f }, { 0.70f, -0.735f }, { 0.74f, -0.75f }, { 0.76f, -0.78f },
                                     { 0.75f, -0.83f }, { 0.72f, -0.86f },  { 0.73f, -0.89f }, { 0.80f, -0.96f },
                                     { 0.86f, -1.05f }, { 0.89f, -1.13f },  { 0.89f, -1.18f }, { 0.93f, -1.19f },
                                     { 0.95f, -1.21f }, { 0.95f, -1.25f },  { 0.94f, -1.26f }, { 0.0f, -1.26f } };
    static const float hat[][2]  = { { 0.0f, 0.30f },   { 0.070f, 0.30f },  { 0.078f, 0.29f }, { 0.072f, 0.155f },
                                     { 0.135f, 0.15f }, { 0.135f, 0.135f }, { 0.0f, 0.13f } };
    static const float nose[][2] = { { 0.0f, 0.13f }, { 0.008f, 0.122f }, { 0.030f, 0.0f }, { 0.0f, 0.0f } };
    static const float tree[][2] = { { 0.0f, 0.62f },   { 0.015f, 0.60f }, { 0.105f, 0.38f }, { 0.055f, 0.38f },
                                     { 0.150f, 0.20f }, { 0.080f, 0.20f }, { 0.190f, 0.0f },  { 0.0f, 0.0f } };
    float small_tree[8][2], hill[18][2];
    for (int i = 0; i < 16; ++i)
        small_tree[i / 2][i % 2] = 0.7f * tree[i / 2][i % 2];
    for (int i = 0; i < 18; ++i) // its top, as far as the glass
    {
        const double height = -0.55 - 0.012 * i, up = height + 1.75;
        hill[i][0] = (float)sqrt(fmax(0.0, 1.44 - up * up));
        hill[i][1] = (float)height;
    }
    const scene_part coal[] = {
        // eyes, then buttons
        { { -0.315f, 0.085f, 0.303f }, { 0.013f, 0.013f, 0.013f }, 0.006f, false },
        { { -0.235f, 0.085f, 0.283f }, { 0.013f, 0.013f, 0.013f }, 0.006f, false },
        { { -0.265f, -0.10f, 0.333f }, { 0.013f, 0.013f, 0.013f }, 0.006f, false },
        { { -0.260f, -0.17f, 0.345f }, { 0.013f, 0.013f, 0.013f }, 0.006f, false },
    };
    const scene_part house[] = { { { 0.30f, -0.45f, 0.02f }, { 0.21f, 0.17f, 0.18f }, 0.004f, false },
                                 { { 0.42f, -0.10f, -0.03f }, { 0.035f, 0.11f, 0.035f }, 0.006f, false } };
    const scene_part light[] = { { { 0.22f, -0.42f, 0.20f }, { 0.045f, 0.045f, 0.006f }, 0.004f, false },
                                 { { 0.38f, -0.42f, 0.20f }, { 0.045f, 0.045f, 0.006f }, 0.004f, false },
                                 { { 0.30f, -0.24f, 0.198f }, { 0.030f, 0.030f, 0.006f }, 0.004f, false } };
    const float gable[3]     = { 0.18f, 0.18f, 0.176f };
    const scene_part roof[]  = { { { 0.193f, 0.0f, 0.0f }, { 0.013f, 0.206f, 0.23f }, 0.006f, false },
                                 { { 0.0f, 0.193f, 0.0f }, { 0.206f, 0.013f, 0.23f }, 0.006f, false } };

    for (uint32_t i = PIECE_BELLY; i <= PIECE_HEAD; ++i)
        if (!paint(scene_draw_ball(s, g->body[i], (float)pieces[i].half[0]), 0.80f, 0.82f, 0.86f)) return false;
    return paint(scene_draw_body(s, globe, scene_mesh_turned(s, base, 16, origin)), 0.075f, 0.022f, 0.012f) &&
           paint(scene_draw_body(s, globe, scene_mesh_turned(s, hill, 18, origin)), 0.72f, 0.75f, 0.80f) &&
           paint(scene_draw_body(s, globe, scene_mesh_turned(s, hat, 7, (float[3]){ -0.30f, 0.0f, 0.20f })), 0.025f,
                 0.025f, 0.03f) &&
           paint(scene_draw_body(s, g->body[PIECE_NOSE], scene_mesh_turned(s, nose, 4, origin)), 0.90f, 0.22f, 0.02f) &&
           paint(scene_draw_body(s, globe, scene_mesh_parts(s, coal, 4, origin)), 0.02f, 0.02f, 0.022f) &&
           paint(scene_draw_body(s, globe, scene_mesh_parts(s, house, 2, origin)), 0.30f, 0.075f, 0.035f) &&
           paint(scene_draw_body(s, globe, scene_mesh_parts(s, light, 3, origin)), 1.0f, 0.72f, 0.22f) &&
           paint(scene_draw_body(s, g->body[PIECE_ROOF], renderer_mesh_box(s->drawer, gable, 0.004f)), 0.30f, 0.075f,
                 0.035f) &&
           paint(scene_draw_body(s, g->body[PIECE_ROOF], scene_mesh_parts(s, roof, 2, origin)), 0.07f, 0.08f, 0.11f) &&
           paint(scene_draw_body(s, globe, scene_mesh_turned(s, tree, 8, (float[3]){ -0.05f, -0.60f, -0.38f })), 0.03f,
                 0.16f, 0.07f) &&
           paint(scene_draw_body(s, globe, scene_mesh_turned(s, small_tree, 8, (float[3]){ -0.57f, -0.715f, -0.10f })),
                 0.04f, 0.19f, 0.06f);
}

static bool build(scene* s)
{
    snow_globe* g        = s->state;
    g->count             = (uint32_t)s->value[FLAKES];
    g->beat[0]           = 1.0;
    g->now.at[1]         = STAND;
    massa_grains_desc gd = massa_default_grains_desc();
    gd.radius            = (float)RADIUS;
    gd.density           = 300.0f;
    gd.drag              = 3.2f;
    gd.damping_ratio     = 0.6f;
    gd.restitution       = 0.05f;
    gd.friction          = 0.6f;
    for (uint32_t i = 0; i < PIECES; ++i)
        if (!add_piece(s, g, i)) return false;
    if (!scene_try(s, massa_world_watch(s->world, g->body, PIECES)) ||
        !scene_try(s, massa_create_grains(s->world, &gd, &g->snow)))
        return false;
    if (s->drawer == NULL) return true;
    if (!draw(s, g) || !paint(scene_draw_grains(s, &g->snow, (float)RADIUS), 0.86f, 0.88f, 0.92f)) return false;
    renderer_item* glass = scene_draw_ball(s, g->body[PIECE_GLOBE], 1.0f);
    if (!paint(glass, 0.0f, 0.0f, 0.0f)) return false;
    glass->glass = true;
    return true;
}

// Whether a flake may start here, in the globe's axes.
static bool is_free(const double at[3])
{
    for (uint32_t i = 0; i < PIECES; ++i)
    {
        const piece* p = &pieces[i];
        double square = 0.0, outside = -1.0;
        for (int k = 0; k < 3; ++k)
        {
            const double d = at[k] - p->at[k];
            square += d * d;
            if (p->shape == BLOCK) outside = fmax(outside, fabs(d) - 1.4 * p->half[k] - RADIUS);
        }
        const double away = sqrt(square);
        if (p->shape == GLOBE && away > p->half[0] - 1.2 * RADIUS) return false;
        if (p->shape == BALL && away < p->half[0] + 1.2 * RADIUS) return false;
        if (p->shape == BLOCK && outside < 0.0) return false;
    }
    return true;
}

// All snow lies on the hill, layer by layer.
static uint32_t fill(snow_globe* g)
{
    const double spacing = 2.1 * RADIUS;
    uint32_t n = 0, tried = 0;
    for (int y = 0; y < 64 && n < g->count; ++y)
        for (int z = -32; z <= 32 && n < g->count; ++z)
            for (int x = -32; x <= 32 && n < g->count; ++x, ++tried)
            {
                const double at[3] = { spacing * (x + 0.04 * scene_noise(3 * tried)),
                                       spacing * (y + 0.04 * scene_noise(3 * tried + 1)) - 0.85,
                                       spacing * (z + 0.04 * scene_noise(3 * tried + 2)) };
                if (!is_free(at)) continue;
                g->flakes[n++].position = (massa_vec3){ (float)at[0], (float)(at[1] + STAND), (float)at[2] };
            }
    return n;
}

// The hand: up, three times to and fro while leaning over, and down again where it was.
static pose hand(const scene* s, const snow_globe* g, uint64_t step)
{
    const double t    = step < SHAKE_STEPS ? (double)step / SHAKE_STEPS : 1.0;
    const double hard = 16.0 * t * t * (1.0 - t) * (1.0 - t) * s->value[SHAKE];
    return (pose){ .at   = { 0.34 * hard * g->beat[1], STAND + hard * (0.42 + 0.30 * g->beat[0] * g->beat[1]),
                             0.12 * hard * g->beat[0] },
                   .lean = 0.36 * hard * g->beat[1] };
}

static bool drive(scene* s, snow_globe* g, const pose* next)
{
    const double inverse = 1.0 / s->desc->dt;
    // The difference of two arcs of the tangent, by its series.
    const double d = (next->lean - g->now.lean) / (1.0 + next->lean * g->now.lean), square = d * d;
    const double spin = 2.0 * d * (1.0 - square * (1.0 / 3.0 - square * (0.2 - square / 7.0))) * inverse;
    for (uint32_t i = 0; i < PIECES; ++i)
    {
        double from[3], to[3], turn[4];
        place(&g->now, &pieces[i], from, turn);
        place(next, &pieces[i], to, turn);
        const massa_vec3 v = { (float)((to[0] - from[0]) * inverse), (float)((to[1] - from[1]) * inverse),
                               (float)((to[2] - from[2]) * inverse) };
        const massa_vec3 w = { 0.0f, 0.0f, (float)spin };
        if (!scene_try(s, massa_body_set_velocity(s->world, g->body[i], v)) ||
            !scene_try(s, massa_body_set_angular_velocity(s->world, g->body[i], w)))
            return false;
    }
    return true;
}

static bool edit(scene* s)
{
    snow_globe* g = s->state;
    if (g->added == 0)
    {
        g->added = fill(g);
        scene_check(s, "flakes without room", (double)g->count - g->added, 0, 0, "");
        if (!scene_try(s, massa_grains_add(s->world, g->snow, g->flakes, g->added, NULL))) return false;
    }
    scene_turn(g->beat, 0.95949297361449739, 0.28173255684142970); // three times round in SHAKE_STEPS
    const pose next = hand(s, g, s->step);
    if (s->step <= SHAKE_STEPS + 1 && !drive(s, g, &next)) return false;
    g->now                 = next;
    g->heard[s->step % 16] = next;
    return true;
}

static void hear(scene* s, const massa_poll_result* heard)
{
    const snow_globe* g = s->state;
    const pose* globe   = &g->heard[heard->last_step % 16];
    double worst        = 0.0;
    for (uint32_t i = 0; i < heard->watched_count && i < PIECES; ++i)
    {
        double at[3], turn[4];
        place(globe, &pieces[i], at, turn);
        const massa_vec3 p = heard->watched[i].position;
        const double d[3]  = { p.x - at[0], p.y - at[1], p.z - at[2] };
        worst              = fmax(worst, sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]));
        const massa_quat q = heard->watched[i].rotation;
        const double same  = fabs(q.x * turn[0] + q.y * turn[1] + q.z * turn[2] + q.w * turn[3]);
        scene_check(s, "pieces turned away", 1e3 * (1.0 - fmin(same, 1.0)), -INFINITY, 0.1, "");
    }
    scene_check(s, "pieces out of place", 1e3 * worst, -INFINITY, 0.5, "mm");
    scene_check_grains(s, heard, g->added);
}

static void finish(scene* s)
{
    const snow_globe* g = s->state;
    uint32_t count, alive = 0, through = 0;
    double square = 0.0;
    float(*x)[4]  = scene_read_view(s, MASSA_VIEW_PARTICLE_POSITION, &count);
    float(*v)[4]  = scene_read_view(s, MASSA_VIEW_PARTICLE_VELOCITY, &count);
    for (uint32_t i = 0; x != NULL && v != NULL && i < count; ++i)
    {
        uint32_t tag;
        memcpy(&tag, &x[i][3], sizeof tag);
        if (tag == 0) continue;
        ++alive;
        const double d[3] = { x[i][0] - g->now.at[0], x[i][1] - g->now.at[1], x[i][2] - g->now.at[2] };
        if (!(sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]) < 1.0)) ++through;
        square += (double)v[i][0] * v[i][0] + (double)v[i][1] * v[i][1] + (double)v[i][2] * v[i][2];
    }
    free(x);
    free(v);
    scene_check(s, "flakes at the end", alive, g->added, g->added, ""); // none when interrupted before the first step
    scene_check(s, "flakes through the glass", through, 0, 0, "");
    if (s->heard_time > 3.9) scene_check(s, "speed at rest", sqrt(square / fmax(alive, 1.0)), -INFINITY, 0.25, "m/s");
}

static void look(scene* s, renderer_frame* f)
{
    (void)s;
    f->sky = renderer_sky_at(8.0f);
    f->fov = 0.56f;
    memcpy(f->eye, (float[3]){ 0.7f, 1.75f, 5.4f }, sizeof f->eye);
    memcpy(f->target, (float[3]){ 0.0f, 1.24f, 0.0f }, sizeof f->target);
    memcpy(f->bounds, (float[2][3]){ { -1.5f, 0.0f, -1.2f }, { 1.5f, 2.9f, 1.2f } }, sizeof f->bounds);
    memcpy(f->ground_colour, (float[3]){ 0.20f, 0.16f, 0.13f }, sizeof f->ground_colour);
    f->grid_spacing    = 0.0f;
    f->occlusion_reach = 0.25f;
}

const scene_desc scene_snow_globe = {
    .name            = "snow_globe",
    .description     = "a hand shakes a glass globe; the snow dances and settles",
    .parameters      = parameters,
    .parameter_count = sizeof parameters / sizeof parameters[0],
    .state_size      = sizeof(snow_globe),
    .frames          = 240,
    .dt              = 1.0f / 60.0f,
    .best_step       = 100,
    .plan            = plan,
    .build           = build,
    .edit            = edit,
    .hear            = hear,
    .finish          = finish,
    .look            = look,
};
