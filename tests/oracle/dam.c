#include "dam.h"

#include <math.h>
#include <string.h>

static const double GRAVITY = 9.81, SPACING = ORACLE_DAM_SPACING, DEEP = ORACLE_DAM_DEEP; // m/s^2, m

// Martin and Moyce 1952, Phil. Trans. R. Soc. A 244, tables 2 and 6: a column twice as high as wide.
const double oracle_dam_fronts[ORACLE_DAM_POINTS][2] = { { 0.41, 1.11 }, { 0.84, 1.22 }, { 1.19, 1.44 }, { 1.43, 1.67 },
                                                         { 1.63, 1.89 }, { 1.83, 2.11 }, { 1.98, 2.33 }, { 2.20, 2.56 },
                                                         { 2.32, 2.78 }, { 2.51, 3.00 }, { 2.65, 3.22 }, { 2.83, 3.44 },
                                                         { 2.98, 3.67 }, { 3.11, 3.89 }, { 3.33, 4.11 } };
const double oracle_dam_heights[ORACLE_DAM_POINTS][2] = { { 0.56, 0.94 }, { 0.77, 0.89 }, { 0.93, 0.83 },
                                                          { 1.08, 0.78 }, { 1.28, 0.72 }, { 1.46, 0.67 },
                                                          { 1.66, 0.61 }, { 1.84, 0.56 }, { 2.00, 0.50 },
                                                          { 2.21, 0.44 }, { 2.45, 0.39 }, { 2.70, 0.33 },
                                                          { 3.06, 0.28 }, { 3.44, 0.22 }, { 4.20, 0.17 } };

void oracle_dam_begin(oracle_dam* d)
{
    memset(d, 0, sizeof *d);
    d->front[0]  = 1.0;
    d->height[0] = 2.0;
    d->energy    = 1.0;
}

// Of liquid around a point half a spacing from the wall at x = 0: the wall and those of the sides show particles once
// more, so that a filled tank has a density of 1. Wendland's kernel, with a reach of 2.4 spacings whatever the
// solver's.
static double density_at_wall(const mas_vec4* x, uint32_t count, double y, double z)
{
    const double reach = 2.4 * SPACING, volume = 0.98284259; // the latter in cubes of the spacing
    double sum = 0.0;
    for (uint32_t i = 0; i < count; ++i)
    {
        if (x[i].x > reach + SPACING || fabs(x[i].y - y) > reach) continue;
        for (int image = 0; image < 6; ++image)
        {
            const double side[3] = { x[i].z, -x[i].z, 2.0 * DEEP - x[i].z };
            const double a = (image < 3 ? x[i].x : -x[i].x) - 0.5 * SPACING, b = x[i].y - y, c = side[image % 3] - z;
            const double q = sqrt(a * a + b * b + c * c) / reach;
            sum += q < 1.0 ? pow(1.0 - q, 4.0) * (1.0 + 4.0 * q) : 0.0;
        }
    }
    return sum * volume * 21.0 / (2.0 * 3.14159265 * 2.4 * 2.4 * 2.4);
}

// The front is the farthest particle and half a spacing. The height is what was read off the films: where the water
// ends at the wall behind it. That is where, half a spacing from the wall, the density falls to a half, in the mean of
// five places across the tank.
void oracle_dam_look(oracle_dam* d, int step, const mas_vec4* x, const mas_vec4* v, uint32_t count)
{
    double energy = 0.0, front = 0.0, height = 0.0;
    for (uint32_t i = 0; i < count; ++i)
    {
        front = fmax(front, x[i].x + 0.5 * SPACING);
        energy +=
            GRAVITY * x[i].y + 0.5 * ((double)v[i].x * v[i].x + (double)v[i].y * v[i].y + (double)v[i].z * v[i].z);
    }
    for (int k = 0; k < 5; ++k)
    {
        double y = 2.2;
        while (y > 0.0 && density_at_wall(x, count, y, (k + 0.5) * 0.2 * DEEP) < 0.5)
            y -= 0.1 * SPACING;
        height += 0.2 * y;
    }
    d->front[step]  = front;
    d->height[step] = height;
    d->energy       = fmax(d->energy, energy / (GRAVITY * count)); // 1 m is the middle of the column
}

static double at(const double* series, double time) // s
{
    const double place = fmin(fmax(time * 60.0, 0.0), ORACLE_DAM_STEPS - 1e-9);
    const int i        = (int)place;
    return series[i] + (place - i) * (series[i + 1] - series[i]);
}

double oracle_dam_front(const oracle_dam* d, double T)
{
    return at(d->front, (T - ORACLE_DAM_OFFSET) / sqrt(2.0 * GRAVITY));
}

double oracle_dam_height(const oracle_dam* d, double tau)
{
    return 0.5 * at(d->height, (tau - ORACLE_DAM_OFFSET / sqrt(2.0)) / sqrt(GRAVITY));
}

oracle_dam_error oracle_dam_compare(const oracle_dam* d)
{
    oracle_dam_error e = { 0 };
    for (int i = 0; i < ORACLE_DAM_POINTS; ++i)
    {
        const double off = oracle_dam_front(d, oracle_dam_fronts[i][0]) / oracle_dam_fronts[i][1] - 1.0;
        e.front_rms += off * off / ORACLE_DAM_POINTS;
        e.front = fmax(e.front, fabs(off));
    }
    e.front_rms = sqrt(e.front_rms);
    for (int i = 0; i < ORACLE_DAM_POINTS; ++i)
    {
        const double due = oracle_dam_heights[i][1], off = fabs(oracle_dam_height(d, oracle_dam_heights[i][0]) - due);
        if (due >= 0.3)
            e.height = fmax(e.height, off / due);
        else
            e.low = fmax(e.low, 2.0 * off / SPACING);
    }
    return e;
}
