// A dam with both solvers beside what Martin and Moyce measured: a table, gates for the incompressible one, and curves
// in a file.
#include "liquid.h"
#include "liquid_pool.h"
#include "oracle/dam.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char* const names[DAM_SOLVERS] = { "incompressible", "state equation" };

static bool create(liquid_pool* p, const bench_options* options, bool state_equation)
{
    const float d = (float)ORACLE_DAM_SPACING, deep = (float)ORACLE_DAM_DEEP;
    massa_world_desc wd   = massa_default_world_desc();
    massa_shape_desc tank = massa_default_shape_desc();
    const uint32_t room   = (uint32_t)(2.0f / d + 0.5f) * (uint32_t)(1.0f / d + 0.5f) * (uint32_t)(deep / d + 0.5f);
    wd.capacity.liquid    = room;
    wd.capacity.particle_edits = room;
    wd.capacity.neighbours     = 160;
    wd.liquid.spacing          = d;
    wd.liquid.depth            = 2.0f;
    if (state_equation) wd.liquid.solver = MASSA_LIQUID_STATE_EQUATION;
    tank.kind     = MASSA_SHAPE_BOX;
    tank.hollow   = true;
    tank.box.half = (massa_vec3){ 4.5f, 1.5f, 0.5f * deep };
    return liquid_pool_create(p, options, &wd) && liquid_pool_add(p, &tank, tank.box.half) &&
           liquid_pool_fill(p, (massa_vec3){ 0.5f, 1.0f, 0.5f * deep }, (massa_vec3){ 0.5f, 1.0f, 0.5f * deep });
}

static bool run(liquid_pool* p, dam_run* r)
{
    const size_t size = p->count * sizeof(mas_vec4);
    mas_vec4* x       = malloc(size);
    bool right        = x != NULL;
    oracle_dam_begin(&r->dam);
    for (int step = 1; step <= ORACLE_DAM_STEPS && right; ++step)
    {
        const double before = bench_now();
        right               = liquid_pool_step(p, 1.0f / 60.0f);
        r->ms += bench_now() - before;
        const void* position = right ? liquid_pool_read(p, MASSA_VIEW_PARTICLE_POSITION) : NULL;
        if (position != NULL) memcpy(x, position, size);
        const void* velocity = position != NULL ? liquid_pool_read(p, MASSA_VIEW_PARTICLE_VELOCITY) : NULL;
        right                = velocity != NULL;
        if (right) oracle_dam_look(&r->dam, step, x, velocity, p->count);
    }
    free(x);
    r->error = oracle_dam_compare(&r->dam);
    return right;
}

bool dam_run_both(const bench_options* options, dam_result* out)
{
    bool right = true;
    for (uint32_t k = 0; k < DAM_SOLVERS && right; ++k)
    {
        liquid_pool p;
        bench_progress("dam, %s", names[k]);
        right      = create(&p, options, k == 1) && run(&p, &out->solver[k]);
        out->count = p.count;
        liquid_pool_destroy(&p);
    }
    out->run = right;
    return right && dam_plot(out, DAM_PLOT);
}

// ---- The table ----

void dam_print(const dam_result* r)
{
    const oracle_dam *a = &r->solver[0].dam, *b = &r->solver[1].dam;
    printf("a dam, %u particles, 40 over its height, 1 m wide; measured by Martin and Moyce 1952, tables 2 and 6. "
           "Simulations start %.2f later in T\n\n%8s %8s %8s %8s      %8s %8s %8s %8s\n",
           r->count, ORACLE_DAM_OFFSET, "T", "Z", "ours", "seeds'", "tau", "H", "ours", "seeds'");
    for (int i = 0; i < ORACLE_DAM_POINTS; ++i)
    {
        const double *z = oracle_dam_fronts[i], *h = oracle_dam_heights[i];
        printf("%8.2f %8.2f %8.2f %8.2f      %8.2f %8.2f %8.2f %8.2f\n", z[0], z[1], oracle_dam_front(a, z[0]),
               oracle_dam_front(b, z[0]), h[0], h[1], oracle_dam_height(a, h[0]), oracle_dam_height(b, h[0]));
    }
    printf(
        "\nours: incompressible; seeds': their state equation, with the stiffness and parts that massa takes for it\n\n"
        "%-16s %10s %10s %10s %10s %10s %10s\n",
        "", "front rms", "most", "height", "spacings", "energy", "s per s");
    for (uint32_t k = 0; k < DAM_SOLVERS; ++k)
    {
        const dam_run* s = &r->solver[k];
        printf("%-16s %8.1f %% %8.1f %% %8.1f %% %10.2f %10.4f %10.3f\n", names[k], 100.0 * s->error.front_rms,
               100.0 * s->error.front, 100.0 * s->error.height, s->error.low, s->dam.energy,
               ORACLE_DAM_STEPS / 60.0 * 1e3 / s->ms);
    }
    printf("\nheight: at most while H is 0.3 or more; spacings: then; energy: largest, of the start's. Curves: %s\n\n",
           DAM_PLOT);
}

void dam_json(const dam_result* r)
{
    printf(" \"dam\": [");
    for (uint32_t k = 0; k < DAM_SOLVERS && r->run; ++k)
    {
        const dam_run* s = &r->solver[k];
        printf("%s\n  {\"solver\": \"%s\", \"front_rms_percent\": %.2f, \"front_percent\": %.2f, \"height_percent\": "
               "%.2f, \"low_spacings\": %.3f, \"energy\": %.5f}",
               k == 0 ? "" : ",", names[k], 100.0 * s->error.front_rms, 100.0 * s->error.front, 100.0 * s->error.height,
               s->error.low, s->dam.energy);
    }
    printf("],\n");
}

// ---- Curves ----

typedef struct panel
{
    double left, x_most, y_most; // pixels; of the axes, which begin at 0
    const char *x_name, *y_name;
} panel;

enum
{
    WIDE   = 420,
    HIGH   = 320,
    BOTTOM = 380,
};

static double across(const panel* p, double x)
{
    return p->left + WIDE * x / p->x_most;
}

static double up(const panel* p, double y)
{
    return BOTTOM - HIGH * y / p->y_most;
}

static void draw_axes(FILE* f, const panel* p, double x_step, double y_step)
{
    fprintf(f, "<path d='M%.1f %d V%d H%.1f' stroke='#444' fill='none'/>\n", p->left, BOTTOM - HIGH, BOTTOM,
            p->left + WIDE);
    for (double x = 0.0; x < p->x_most + 0.01; x += x_step)
        fprintf(f, "<text x='%.1f' y='%d' text-anchor='middle'>%g</text>\n", across(p, x), BOTTOM + 18, x);
    for (double y = y_step; y < p->y_most + 0.01; y += y_step)
        fprintf(f, "<text x='%.1f' y='%.1f' text-anchor='end'>%g</text>\n", p->left - 6.0, up(p, y) + 4.0, y);
    fprintf(f, "<text x='%.1f' y='%d' text-anchor='middle'>%s</text>\n", p->left + WIDE / 2, BOTTOM + 40, p->x_name);
    fprintf(f, "<text x='%.1f' y='%d'>%s</text>\n", p->left, BOTTOM - HIGH - 10, p->y_name);
}

static void draw_curve(FILE* f, const panel* p, const oracle_dam* d, double (*of)(const oracle_dam*, double),
                       const char* colour)
{
    fprintf(f, "<polyline fill='none' stroke-width='2' stroke='%s' points='", colour);
    for (int i = 0; i <= 100; ++i)
    {
        const double x = p->x_most * i / 100.0;
        fprintf(f, "%.1f,%.1f ", across(p, x), up(p, fmin(of(d, x), p->y_most)));
    }
    fprintf(f, "'/>\n");
}

bool dam_plot(const dam_result* r, const char* path)
{
    static const char* const colour[DAM_SOLVERS] = { "#1f6fb4", "#d0661a" };
    const panel front                            = { 60.0, 3.5, 5.0, "T = t sqrt(2 g / a)", "Z = front / a" };
    const panel height                           = { 560.0, 4.2, 1.0, "tau = t sqrt(g / a)", "H = height / 2 a" };
    FILE* f                                      = fopen(path, "w");
    if (f == NULL) return fprintf(stderr, "massa: %s cannot be written.\n", path), false;
    fprintf(f, "<svg xmlns='http://www.w3.org/2000/svg' width='1020' height='440' font-family='sans-serif' "
               "font-size='13'>\n<rect width='1020' height='440' fill='white'/>\n");
    draw_axes(f, &front, 0.5, 1.0);
    draw_axes(f, &height, 0.5, 0.2);
    for (int k = DAM_SOLVERS - 1; k >= 0; --k)
    {
        draw_curve(f, &front, &r->solver[k].dam, oracle_dam_front, colour[k]);
        draw_curve(f, &height, &r->solver[k].dam, oracle_dam_height, colour[k]);
        fprintf(f, "<path d='M70 %d H86' stroke-width='2' stroke='%s'/>\n", 96 + 20 * k, colour[k]);
        fprintf(f, "<text x='92' y='%d'>%s</text>\n", 100 + 20 * k, names[k]);
    }
    fprintf(
        f,
        "<circle cx='78' cy='76' r='4' fill='none' stroke='black'/><text x='92' y='80'>Martin and Moyce 1952</text>\n");
    for (int i = 0; i < ORACLE_DAM_POINTS; ++i)
    {
        const double *z = oracle_dam_fronts[i], *h = oracle_dam_heights[i];
        fprintf(f, "<circle cx='%.1f' cy='%.1f' r='4' fill='none' stroke='black'/>\n", across(&front, z[0]),
                up(&front, z[1]));
        fprintf(f, "<circle cx='%.1f' cy='%.1f' r='4' fill='none' stroke='black'/>\n", across(&height, h[0]),
                up(&height, h[1]));
    }
    fprintf(f, "</svg>\n");
    const bool whole = ferror(f) == 0;
    return fclose(f) == 0 && whole ? true : (fprintf(stderr, "massa: %s cannot be written.\n", path), false);
}
