// The kernels that liquids are weighed with, over the distance of two particles from -h to h: above poly6 and spiky,
// below the one for viscosity and Wendland's C2, which the incompressible solver has. White is W, blue its derivative,
// red its Laplacian; each curve is scaled to its panel. Below, one particle moves to another and back: where it is, a
// line marks what it weighs.
//
// Checked: each kernel integrates to 1, ends at h, and its derivative and Laplacian are those of differences.
#include "scene.h"

#include <math.h>
#include <string.h>

enum
{
    SMOOTHING,
    PERIOD,
    KERNELS  = 4,
    CURVES   = 3,
    SEGMENTS = 160,
    ROOM     = 2 * KERNELS * (CURVES * SEGMENTS + 6), // axes, a mark,
};

static const scene_parameter parameters[] = {
    [SMOOTHING] = { "h", 0.05, 10, 1, false, "m, at which kernels end" },
    [PERIOD]    = { "period", 20, 2000, 180, true, "steps, for the particle to come and go" },
};

static const double PI = 3.14159265358979324, WIDE = 1.3, HIGH = 0.62,
                    LANE = -2.2; // m; half a panel; height of the particles

typedef struct plot
{
    massa_body_id still, moving;
    double at; // m, of the moving one; from -WIDE to 0
    renderer_item* lines;
} plot;

// W, its derivative and its Laplacian W'' + 2 W' / r, at r > 0, by Mueller 2003 and Wendland 1995.
static void kernel(int kind, double r, double h, double out[CURVES])
{
    const double q = r / h, rest = 1.0 - q;
    double w[3] = { 0.0, 0.0, 0.0 }; // of q: value and two derivatives, times h^3
    if (q < 1.0 && kind == 0)
    {
        const double c = 315.0 / (64.0 * PI), s = 1.0 - q * q;
        w[0] = c * s * s * s;
        w[1] = -6.0 * c * q * s * s;
        w[2] = -6.0 * c * s * (1.0 - 5.0 * q * q);
    }
    else if (q < 1.0 && kind == 1)
    {
        const double c = 15.0 / PI;
        w[0]           = c * rest * rest * rest;
        w[1]           = -3.0 * c * rest * rest;
        w[2]           = 6.0 * c * rest;
    }
    else if (q < 1.0 && kind == 2)
    {
        const double c = 15.0 / (2.0 * PI);
        w[0]           = c * (-0.5 * q * q * q + q * q + 0.5 / q - 1.0);
        w[1]           = c * (-1.5 * q * q + 2.0 * q - 0.5 / (q * q));
        w[2]           = c * (-3.0 * q + 2.0 + 1.0 / (q * q * q));
    }
    else if (q < 1.0)
    {
        const double c = 21.0 / (2.0 * PI);
        w[0]           = c * rest * rest * rest * rest * (1.0 + 4.0 * q);
        w[1]           = -20.0 * c * q * rest * rest * rest;
        w[2]           = -20.0 * c * rest * rest * (1.0 - 4.0 * q);
    }
    out[0] = w[0] / (h * h * h);
    out[1] = w[1] / (h * h * h * h);
    out[2] = (w[2] + 2.0 * w[1] / q) / (h * h * h * h * h);
}

static void plan(scene* s, massa_world_desc* wd)
{
    (void)s;
    wd->gravity         = (massa_vec3){ 0.0f, 0.0f, 0.0f };
    wd->capacity.bodies = 2;
    wd->capacity.pairs  = MASSA_NONE; // nobody has a shape
}

static bool add_particle(scene* s, double x, massa_body_id* out)
{
    massa_body_desc bd = massa_default_body_desc();
    bd.kind            = MASSA_BODY_KINEMATIC;
    bd.position        = (massa_vec3){ (float)x, (float)LANE, 0.0f };
    if (!scene_try(s, massa_create_body(s->world, &bd, out))) return false;
    renderer_item* item = s->drawer != NULL ? scene_draw_ball(s, *out, 0.07f) : NULL;
    if (item == NULL) return s->drawer == NULL;
    memcpy(item->colour, (float[3]){ 0.9f, 0.55f, 0.1f }, sizeof item->colour);
    return true;
}

static bool build(scene* s)
{
    plot* p = s->state;
    p->at   = -WIDE;
    if (!add_particle(s, 0.0, &p->still) || !add_particle(s, p->at, &p->moving) ||
        !scene_try(s, massa_world_watch(s->world, &p->moving, 1)))
        return false;
    p->lines = s->drawer != NULL ? scene_draw_lines(s, ROOM) : NULL;
    return s->drawer == NULL || p->lines != NULL;
}

static void add_line(scene_line** to, double x0, double y0, double x1, double y1, uint32_t colour)
{
    (*to)[0] = (scene_line){ { (float)x0, (float)y0, 0.0f }, colour };
    (*to)[1] = (scene_line){ { (float)x1, (float)y1, 0.0f }, colour };
    *to += 2;
}

// Where a curve is in its panel, from -1 to 1; the derivative is odd.
static double height(const scene* s, int kind, int curve, double x)
{
    static const double scale[KERNELS][CURVES] = {
        { 1.6, 3.0, 30.0 }, { 5.0, 15.0, 60.0 }, { 5.0, 15.0, 60.0 }, { 3.5, 8.0, 120.0 }
    };
    const double h = s->value[SMOOTHING], unit = curve == 0   ? h * h * h
                                                 : curve == 1 ? h * h * h * h
                                                              : h * h * h * h * h;
    double w[CURVES];
    kernel(kind, fmax(fabs(x), 0.004) * h, h, w);
    const double y = w[curve] * unit / scale[kind][curve] * (curve == 1 && x < 0.0 ? -1.0 : 1.0);
    return fmin(fmax(y, -1.0), 1.0);
}

static void draw_panel(const scene* s, const plot* p, int kind, scene_line** to)
{
    static const uint32_t colour[CURVES] = { 0xFFF0F0F0u, 0xFFFFA040u, 0xFF5050F0u };
    const double x = (kind % 2 ? 1.0 : -1.0) * (WIDE + 0.12), y = kind / 2 ? -1.05 : 0.55;
    add_line(to, x - WIDE, y, x + WIDE, y, 0xFF909090u);
    add_line(to, x, y - HIGH, x, y + HIGH, 0xFF606060u);
    for (int c = 0; c < CURVES; ++c)
        for (int i = 0; i < SEGMENTS; ++i)
        {
            const double a = 2.0 * i / SEGMENTS - 1.0, b = 2.0 * (i + 1) / SEGMENTS - 1.0;
            add_line(to, x + a * WIDE, y + HIGH * height(s, kind, c, a), x + b * WIDE, y + HIGH * height(s, kind, c, b),
                     colour[c]);
        }
    const double at = p->at / WIDE;
    add_line(to, x + p->at, y - HIGH, x + p->at, y + HIGH, 0xFF2080C0u);
    for (int c = 0; c < CURVES; ++c)
    {
        const double top = y + HIGH * height(s, kind, c, at);
        add_line(to, x + p->at - 0.04, top, x + p->at + 0.04, top, colour[c]);
    }
}

static bool edit(scene* s)
{
    plot* p            = s->state;
    const double speed = 2.0 * WIDE / (s->value[PERIOD] * s->desc->dt);
    const double turn  = (double)((s->step - 1) % (uint64_t)s->value[PERIOD]) / s->value[PERIOD];
    const double way   = turn < 0.5 ? speed : -speed;
    p->at += way * s->desc->dt;
    if (!scene_try(s, massa_body_set_velocity(s->world, p->moving, (massa_vec3){ (float)way, 0.0f, 0.0f })))
        return false;
    if (p->lines == NULL) return true;
    scene_line* to = scene_set_lines(s, p->lines, ROOM);
    if (to == NULL) return false;
    for (int k = 0; k < KERNELS; ++k)
        draw_panel(s, p, k, &to);
    return true;
}

static void hear(scene* s, const massa_poll_result* heard)
{
    scene_check(s, "lists overflowed", heard->overflow_count, 0, 0, "");
    if (heard->watched_count == 0) return;
    const double period = s->value[PERIOD], turn = fmod((double)heard->last_step, period) / period;
    const double wanted = -WIDE + 2.0 * WIDE * fmin(turn, 1.0 - turn);
    scene_check(s, "particle out of place", 1e3 * fabs(heard->watched[0].position.x - wanted), 0.0,
                2e3 * WIDE / period + 1.0, "mm"); // an odd period turns within a step
}

static void finish(scene* s)
{
    const double h = s->value[SMOOTHING], step = 1e-5 * h;
    for (int k = 0; k < KERNELS; ++k)
    {
        double sum = 0.0, slope = 0.0, bend = 0.0, w[CURVES], before[CURVES], after[CURVES];
        const int parts = 20000;
        for (int i = 0; i < parts; ++i) // shells, at their middle
        {
            const double r = (i + 0.5) * h / parts;
            kernel(k, r, h, w);
            sum += 4.0 * PI * r * r * w[0] * h / parts;
        }
        for (int i = 4; i < 20; ++i) // nearer to 0 differences are rough
        {
            const double r = 0.05 * i * h;
            kernel(k, r - step, h, before);
            kernel(k, r, h, w);
            kernel(k, r + step, h, after);
            const double first = (after[0] - before[0]) / (2.0 * step), second = (after[1] - before[1]) / (2.0 * step);
            const double laplacian = second + 2.0 * w[1] / r;
            slope                  = fmax(slope, fabs(w[1] - first) / (fabs(w[1]) + 1.0 / (h * h * h * h)));
            bend                   = fmax(bend, fabs(w[2] - laplacian) / (fabs(w[2]) + 1.0 / (h * h * h * h * h)));
        }
        kernel(k, h, h, w);
        scene_check(s, "integral", sum, 0.9999, 1.0001, "");
        scene_check(s, "weight at h", w[0], 0.0, 0.0, "");
        scene_check(s, "derivative, off", slope, 0.0, 1e-4, "");
        scene_check(s, "Laplacian, off", bend, 0.0, 1e-4, "");
    }
}

static void look(scene* s, renderer_frame* f)
{
    (void)s;
    f->sky    = renderer_sky_at(23.0f);
    f->fov    = 0.5f;
    f->ground = false;
    memcpy(f->eye, (float[3]){ 0.0f, -0.5f, 7.6f }, sizeof f->eye);
    memcpy(f->target, (float[3]){ 0.0f, -0.5f, 0.0f }, sizeof f->target);
    memcpy(f->bounds, (float[2][3]){ { -3.0f, -2.5f, -0.5f }, { 3.0f, 1.5f, 0.5f } }, sizeof f->bounds);
}

const scene_desc scene_kernel_plot = {
    .name            = "kernel_plot",
    .description     = "the kernels of liquids, their derivatives and Laplacians, as curves",
    .parameters      = parameters,
    .parameter_count = sizeof parameters / sizeof parameters[0],
    .state_size      = sizeof(plot),
    .frames          = 180,
    .dt              = 1.0f / 60.0f,
    .best_step       = 60,
    .plan            = plan,
    .build           = build,
    .edit            = edit,
    .hear            = hear,
    .finish          = finish,
    .look            = look,
};
