// Cages that a potter or a turner would make: profiles turned about y, and what is pulled out of them.
#include "models.h"

// Loops of a profile (radius, height) from below; each goes on where the one before ends. Face i of a ring looks along
// the angle i / count turns.
static int turned(cage* c, int count, const double (*profile)[2], int loops)
{
    double phase[2], side[2];
    cage_turn(-0.5 / count, phase);
    cage_turn(0.25 - 0.5 / count, side);
    const int first = (int)c->points;
    for (int k = 0; k < loops; ++k)
    {
        const double r = profile[k][0];
        cage_loop(c, count, cage_at(0.0, profile[k][1], 0.0), cage_at(r * phase[0], 0.0, -r * phase[1]),
                  cage_at(r * side[0], 0.0, -r * side[1]));
        if (k > 0) cage_skin(c, first + (k - 1) * count, first + k * count, count);
    }
    return first;
}

// Open at the top: its rim is a boundary. Flutes turn as they rise.
void cage_build_vase(cage* c)
{
    enum
    {
        AROUND = 24,
        LOOPS  = 9,
    };
    static const double profile[LOOPS][2] = { { 0.20, 0.00 },  { 0.225, 0.05 }, { 0.33, 0.22 },
                                              { 0.405, 0.44 }, { 0.38, 0.66 },  { 0.25, 0.86 },
                                              { 0.165, 1.01 }, { 0.185, 1.13 }, { 0.30, 1.24 } };
    const int first                       = turned(c, AROUND, profile, LOOPS);
    for (int k = 2; k < LOOPS - 1; ++k)
        for (int i = 0; i < AROUND; ++i)
        {
            cage_vec* p        = &c->point[first + k * AROUND + i];
            const double flute = (2 * i + k) % 8 < 2   ? 1.10
                                 : (2 * i + k) % 8 < 4 ? 1.0
                                 : (2 * i + k) % 8 < 6 ? 0.88
                                                       : 0.99,
                         y     = p->y;
            *p                 = cage_add(cage_at(0.0, 0.0, 0.0), *p, k == LOOPS - 2 ? 0.5 + 0.5 * flute : flute);
            p->y               = y;
        }
    cage_cap(c, first, AROUND, false);
    cage_sharpen_loop(c, first, AROUND, 3.0);
    for (int i = 0; i < AROUND; ++i)
        c->paint[first + (LOOPS - 1) * AROUND + i][0] = 1.0f;
}

void cage_build_mushroom(cage* c)
{
    enum
    {
        AROUND = 12,
        STEM   = 5,
        CAP    = 7,
    };
    static const double stem[STEM][2] = {
        { 0.15, 0.0 }, { 0.185, 0.06 }, { 0.13, 0.24 }, { 0.115, 0.44 }, { 0.13, 0.54 }
    };
    static const double cap[CAP][2] = { { 0.36, 0.475 }, { 0.455, 0.46 }, { 0.50, 0.52 }, { 0.47, 0.66 },
                                        { 0.37, 0.81 },  { 0.21, 0.90 },  { 0.08, 0.935 } };
    const int foot                  = turned(c, AROUND, stem, STEM);
    cage_cap(c, foot, AROUND, false);
    cage_brush(c, 1.0, 0.0);
    const int brim = turned(c, AROUND, cap, CAP);
    cage_skin(c, foot + (STEM - 1) * AROUND, brim, AROUND);
    cage_cap(c, brim + (CAP - 1) * AROUND, AROUND, true);
    for (int i = 0; i < AROUND; ++i)
        c->paint[brim + i][0] = 0.0f;
    static const int spot[][2] = { { 1, 1 }, { 1, 4 }, { 1, 7 }, { 1, 10 }, { 3, 2 },
                                   { 3, 6 }, { 3, 9 }, { 4, 0 }, { 4, 4 },  { 4, 8 } };
    for (size_t i = 0; i < sizeof spot / sizeof spot[0]; ++i) // ring of faces, face: a round wart on each
    {
        double way[2];
        cage_turn((double)spot[i][1] / AROUND, way);
        const double r     = 0.5 * (cap[spot[i][0] + 1][0] + cap[spot[i][0] + 2][0]),
                     y     = 0.5 * (cap[spot[i][0] + 1][1] + cap[spot[i][0] + 2][1]);
        const int face     = cage_near(c, r * way[0], y, -r * way[1]);
        const cage_vec out = cage_unit(cage_add(cage_middle(c, face), cage_at(0.0, 0.42, 0.0), -1.0));
        cage_brush(c, 1.0, 0.0);
        cage_pull(c, face, 0.0, 0.0, 0.0, 0.74);
        cage_brush(c, 1.0, 1.0);
        cage_pull(c, face, 0.010 * out.x, 0.010 * out.y, 0.010 * out.z, 0.92);
        cage_pull(c, face, 0.008 * out.x, 0.008 * out.y, 0.008 * out.z, 0.62);
    }
    cage_brush(c, 0.0, 0.0);
}

void cage_build_queen(cage* c)
{
    enum
    {
        AROUND = 16,
        LOOPS  = 20,
        CROWN  = 14,
    };
    static const double profile[LOOPS][2] = {
        { 0.31, 0.00 },  { 0.325, 0.05 }, { 0.315, 0.11 }, { 0.245, 0.15 },  { 0.255, 0.20 },
        { 0.165, 0.27 }, { 0.115, 0.42 }, { 0.098, 0.62 }, { 0.105, 0.78 },  { 0.19, 0.83 },
        { 0.20, 0.86 },  { 0.12, 0.90 },  { 0.125, 0.97 }, { 0.175, 1.08 },  { 0.215, 1.19 },
        { 0.175, 1.15 }, { 0.11, 1.12 },  { 0.035, 1.16 }, { 0.062, 1.215 }, { 0.035, 1.265 },
    };
    static const int sharp[] = { 0, 2, 9, 10 };
    const int first          = turned(c, AROUND, profile, LOOPS);
    cage_cap(c, first, AROUND, false);
    cage_cap(c, first + (LOOPS - 1) * AROUND, AROUND, true);
    for (size_t i = 0; i < sizeof sharp / sizeof sharp[0]; ++i)
        cage_sharpen_loop(c, first + sharp[i] * AROUND, AROUND, i == 0 ? 3.0 : 1.5);
    for (int i = 0; i < AROUND; i += 2) // every second point of the crown stays low
    {
        c->point[first + CROWN * AROUND + i].y -= 0.075;
        c->point[first + (CROWN + 1) * AROUND + i].y -= 0.05;
    }
}

// A step of a tube in the plane z = 0: at (x, y), wide across, heading along (dx, dy).
static void tube(cage* c, int face, double x, double y, double dx, double dy, double wide)
{
    const cage_vec ahead = cage_unit(cage_at(dx, dy, 0.0)), across = cage_at(0.0, 0.0, 1.0);
    const cage_vec zero = { 0 };
    cage_extrude_to(c, face, cage_at(x, y, 0.0), cage_add(zero, across, wide),
                    cage_add(zero, cage_cross(ahead, across), wide));
}

void cage_build_teapot(cage* c)
{
    enum
    {
        AROUND = 12,
        LOOPS  = 13,
    };
    static const double profile[LOOPS][2] = { { 0.21, 0.0 },  { 0.24, 0.035 }, { 0.385, 0.15 }, { 0.44, 0.30 },
                                              { 0.42, 0.45 }, { 0.31, 0.585 }, { 0.25, 0.62 },  { 0.235, 0.65 },
                                              { 0.13, 0.72 }, { 0.045, 0.74 }, { 0.05, 0.775 }, { 0.085, 0.815 },
                                              { 0.05, 0.86 } };
    const int first                       = turned(c, AROUND, profile, LOOPS);
    cage_cap(c, first, AROUND, false);
    cage_cap(c, first + (LOOPS - 1) * AROUND, AROUND, true);
    cage_sharpen_loop(c, first, AROUND, 2.0);
    cage_sharpen_loop(c, first + 6 * AROUND, AROUND, 2.0);
    for (int i = 9 * AROUND; i < LOOPS * AROUND; ++i) // the knob
        c->paint[first + i][0] = 1.0f;

    const int spout = cage_near(c, 0.42, 0.225, 0.0);
    tube(c, spout, 0.545, 0.265, 1.0, 0.35, 0.078);
    tube(c, spout, 0.645, 0.37, 0.7, 1.0, 0.062);
    tube(c, spout, 0.71, 0.51, 0.35, 1.0, 0.050);
    tube(c, spout, 0.80, 0.625, 1.0, 0.8, 0.047);
    cage_pull(c, spout, 0.012, 0.008, 0.0, 0.86);
    cage_pull(c, spout, -0.01, -0.01, 0.0, 0.75);
    cage_pull(c, spout, -0.07, -0.10, 0.0, 0.8);

    const int upper = cage_near(c, -0.37, 0.52, 0.0), lower = cage_near(c, -0.42, 0.225, 0.0);
    cage_brush(c, 1.0, 0.0);
    tube(c, upper, -0.50, 0.60, -1.0, 0.35, 0.045);
    tube(c, upper, -0.63, 0.595, -1.0, -0.4, 0.042);
    tube(c, upper, -0.715, 0.50, -0.45, -1.0, 0.042);
    tube(c, upper, -0.70, 0.375, 0.35, -1.0, 0.042);
    tube(c, upper, -0.60, 0.255, 1.0, -0.8, 0.042);
    cage_join(c, upper, lower);
    cage_brush(c, 0.0, 0.0);
}
