// The walker's cage: a torso, and what is pulled out of it. Paint: shirt 0 0, trousers 1 0, skin 0 1, hair and shoes
// 1 1.
#include "walker.h"

#define COUNT(array) ((int)(sizeof(array) / sizeof((array)[0])))

static void torso(cage* c)
{
    static const double x[] = { -0.155, 0.0, 0.155 }, y[] = { 0.54, 0.64, 0.79, 0.955 }, z[] = { -0.10, 0.10 };
    static const double wide[4][2] = { { 0.98, 0.92 }, { 1.06, 1.16 }, { 0.98, 1.10 }, { 0.70, 0.86 } }; // along x, z
    cage_lattice(c, x, COUNT(x), y, COUNT(y), z, COUNT(z));
    for (uint32_t i = 0; i < c->points; ++i)
    {
        cage_vec* p = &c->point[i];
        int row     = 0;
        while (row < 3 && p->y > y[row] + 0.01)
            ++row;
        p->x *= wide[row][0];
        p->z = p->z * wide[row][1] + (row == 1 || row == 2 ? 0.012 : 0.0); // a little belly
        if (row <= 1) c->paint[i][0] = row == 0 ? 1.0f : 0.40f;
    }
}

static void leg(cage* c, double side)
{
    static const struct
    {
        double y, x, z, at; // m: height, half widths, middle along z
        bool shoe;
    } ring[] = {
        { 0.49, 0.076, 0.090, 0.004, false },   { 0.42, 0.073, 0.086, 0.006, false },
        { 0.355, 0.069, 0.080, 0.008, false },  { 0.315, 0.067, 0.078, 0.009, false },
        { 0.275, 0.066, 0.077, 0.006, false },  { 0.20, 0.066, 0.076, -0.002, false },
        { 0.135, 0.068, 0.078, -0.006, false }, { 0.118, 0.060, 0.070, -0.004, true },
        { 0.085, 0.072, 0.088, 0.0, true },     { 0.034, 0.080, 0.100, 0.006, true },
        { 0.004, 0.074, 0.094, 0.006, true },
    };
    const double at = 0.088 * side;
    const int end   = cage_near(c, at, 0.54, 0.0);
    for (int i = 0; i < COUNT(ring); ++i)
    {
        cage_brush(c, 1.0, ring[i].shoe ? 1.0 : 0.0);
        cage_extrude_to(c, end, cage_at(at, ring[i].y, ring[i].at), cage_at(ring[i].x, 0.0, 0.0),
                        cage_at(0.0, 0.0, ring[i].z));
    }
    const int toes[] = { cage_near(c, at, 0.06, 0.10), cage_near(c, at, 0.019, 0.10) };
    cage_extrude(c, toes, 2, cage_at(0.006 * side, -0.006, 0.075), 1.02);
    cage_extrude(c, toes, 2, cage_at(0.0, -0.008, 0.045), 0.78);
    for (int i = 0; i < 2; ++i) // the sole stays flat
        for (int k = 0; k < 4; ++k)
            if (c->point[c->face[toes[i]].point[k]].y < 0.02) c->point[c->face[toes[i]].point[k]].y = 0.006;
    cage_brush(c, 0.0, 0.0);
}

static void arm(cage* c, double side)
{
    static const struct
    {
        double x, y, wide; // m
        bool skin;
    } ring[] = {
        { 0.185, 0.880, 0.066, false }, { 0.235, 0.842, 0.058, false }, { 0.290, 0.790, 0.053, false },
        { 0.325, 0.755, 0.051, false }, { 0.360, 0.720, 0.050, false }, { 0.412, 0.668, 0.048, false },
        { 0.450, 0.630, 0.050, false }, { 0.456, 0.624, 0.038, true },  { 0.474, 0.606, 0.050, true },
        { 0.512, 0.568, 0.056, true },  { 0.540, 0.540, 0.040, true },
    };
    const int end = cage_near(c, 0.13 * side, 0.875, 0.0);
    for (int i = 0; i < COUNT(ring); ++i)
    {
        const double fall    = i == 0 ? 0.45 : 1.0; // it leaves the shoulder flatter than it hangs
        const cage_vec ahead = cage_unit(cage_at(side, -fall, 0.0)), across = cage_at(0.0, 0.0, 1.0), zero = { 0 };
        cage_brush(c, 0.0, ring[i].skin ? 1.0 : 0.0);
        cage_extrude_to(c, end, cage_at(ring[i].x * side, ring[i].y, 0.004 * i), cage_add(zero, across, ring[i].wide),
                        cage_add(zero, cage_cross(ahead, across), 0.92 * ring[i].wide));
    }
    const int thumb = cage_near(c, 0.49 * side, 0.59, 0.09);
    cage_pull(c, thumb, -0.006 * side, -0.004, 0.022, 0.62);
    cage_pull(c, thumb, 0.008 * side, -0.018, 0.020, 0.75);
    cage_brush(c, 0.0, 0.0);
}

static void head(cage* c)
{
    const int top[] = { cage_near(c, -0.05, 0.955, 0.0), cage_near(c, 0.05, 0.955, 0.0) };
    static const struct
    {
        double up, ahead, scale;
        float u, v;
    } ring[] = {
        { 0.020, 0.004, 0.66, 0.0f, 0.0f },  { 0.012, 0.000, 0.86, 0.0f, 1.0f },  { 0.022, 0.004, 0.98, 0.0f, 1.0f },
        { 0.026, 0.016, 2.05, 0.0f, 1.0f },  { 0.085, 0.004, 1.30, 0.0f, 1.0f },  { 0.135, -0.006, 1.03, 0.0f, 1.0f },
        { 0.020, -0.004, 1.05, 1.0f, 1.0f }, { 0.085, -0.010, 0.86, 1.0f, 1.0f }, { 0.040, -0.006, 0.50, 1.0f, 1.0f },
    };
    for (int i = 0; i < COUNT(ring); ++i)
    {
        cage_brush(c, ring[i].u, ring[i].v);
        cage_extrude(c, top, 2, cage_at(0.0, ring[i].up, ring[i].ahead), ring[i].scale);
    }
    // Hair goes down behind; eyes in front, ears beside.
    for (uint32_t i = 0; i < c->points; ++i)
        if (c->point[i].y > 1.08 && c->point[i].z < -0.05) c->paint[i][0] = c->paint[i][1] = 1.0f;
    for (int side = -1; side <= 1; side += 2)
    {
        static const double out[] = { 0.158, 0.162, 0.172, 0.178 }, size[] = { 0.046, 0.036, 0.030, 0.012 };
        const int eye = cage_near(c, 0.08 * side, 1.19, 0.16), ear = cage_near(c, 0.18 * side, 1.19, 0.0);
        for (int k = 0; k < COUNT(out); ++k)
        {
            cage_brush(c, k > 0 ? 1.0 : 0.0, 1.0);
            cage_extrude_to(c, eye, cage_at(0.072 * side, 1.185, out[k]), cage_at(size[k], 0.0, 0.0),
                            cage_at(0.0, 1.25 * size[k], 0.0));
        }
        cage_brush(c, 0.0, 1.0);
        const cage_vec a = side > 0 ? cage_at(0.0, 1.0, 0.0) : cage_at(0.0, 0.0, 1.0),
                       b = cage_cross(cage_at(side, 0.0, 0.0), a), zero = { 0 };
        cage_extrude_to(c, ear, cage_at(0.176 * side, 1.175, 0.012), cage_add(zero, a, 0.044),
                        cage_add(zero, b, 0.044));
        cage_extrude_to(c, ear, cage_at(0.196 * side, 1.178, 0.006), cage_add(zero, a, 0.052),
                        cage_add(zero, b, 0.052));
        cage_extrude_to(c, ear, cage_at(0.206 * side, 1.178, 0.004), cage_add(zero, a, 0.034),
                        cage_add(zero, b, 0.034));
    }
    cage_brush(c, 0.0, 0.0);
}

void cage_build_walker(cage* c)
{
    torso(c);
    for (int side = -1; side <= 1; side += 2)
        leg(c, side);
    for (int side = -1; side <= 1; side += 2)
        arm(c, side);
    head(c);
}
