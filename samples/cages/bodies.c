// Cages pulled out of boxes.
#include "models.h"

#define COUNT(array) ((int)(sizeof(array) / sizeof((array)[0])))

// A die with pips pressed in; opposite sides sum to seven.
void cage_build_die(cage* c)
{
    static const double at[]    = { -0.5, -0.40, -0.135, 0.135, 0.40, 0.5 };
    static const double pip[3]  = { -0.268, 0.0, 0.268 };
    static const int dots[6][9] = {
        // rows of three, by the number they show
        { 0, 0, 0, 0, 1, 0, 0, 0, 0 }, { 1, 0, 0, 0, 0, 0, 0, 0, 1 }, { 1, 0, 0, 0, 1, 0, 0, 0, 1 },
        { 1, 0, 1, 0, 0, 0, 1, 0, 1 }, { 1, 0, 1, 0, 1, 0, 1, 0, 1 }, { 1, 0, 1, 1, 0, 1, 1, 0, 1 },
    };
    cage_lattice(c, at, COUNT(at), at, COUNT(at), at, COUNT(at));
    for (int side = 0; side < 6; ++side)
    {
        const int axis = side % 3, number = side < 3 ? side : 8 - side; // 0 1 2, then 5 4 3
        const double sign = side < 3 ? 1.0 : -1.0;
        for (int k = 0; k < 9; ++k)
        {
            if (!dots[number][k]) continue;
            double p[3], in[3] = { 0 };
            p[axis]           = 0.5 * sign;
            p[(axis + 1) % 3] = pip[k % 3];
            p[(axis + 2) % 3] = pip[k / 3];
            in[axis]          = -0.085 * sign;
            const int face    = cage_near(c, p[0], p[1], p[2]);
            cage_pull(c, face, 0.0, 0.0, 0.0, 0.80);
            cage_brush(c, 1.0, 0.0);
            cage_pull(c, face, 0.3 * in[0], 0.3 * in[1], 0.3 * in[2], 0.86);
            cage_pull(c, face, in[0], in[1], in[2], 0.75);
            cage_brush(c, 0.0, 0.0);
        }
    }
    cage_place(c, 0.85, cage_at(0.0, 0.415, 0.0));
}

void cage_build_starfish(cage* c)
{
    enum
    {
        ARMS = 5,
        RING = 2 * ARMS,
    };
    const double r = 0.235;
    double a[2], b[2];
    cage_turn(-0.5 / RING, a);
    cage_turn(0.25 - 0.5 / RING, b);
    const cage_vec x = { a[0], 0.0, -a[1] }, y = { b[0], 0.0, -b[1] }, zero = { 0 };
    const int low  = cage_loop(c, RING, cage_at(0, 0.0, 0), cage_add(zero, x, r), cage_add(zero, y, r));
    const int high = cage_loop(c, RING, cage_at(0, 0.13, 0), cage_add(zero, x, 0.92 * r), cage_add(zero, y, 0.92 * r));
    const int dome = cage_loop(c, RING, cage_at(0, 0.195, 0), cage_add(zero, x, 0.5 * r), cage_add(zero, y, 0.5 * r));
    cage_cap(c, low, RING, false);
    cage_skin(c, low, high, RING);
    cage_skin(c, high, dome, RING);
    const int top = cage_cap(c, dome, RING, true);
    cage_pull(c, top, 0.0, 0.012, 0.0, 0.45);
    cage_paint(c, top, 1.0, 0.0);
    for (int i = 0; i < ARMS; ++i)
    {
        static const double length[] = { 0.13, 0.14, 0.13, 0.09, 0.045 }, lift[] = { 0.0, -0.012, 0.0, 0.035, 0.05 },
                            scale[] = { 1.16, 0.92, 0.80, 0.68, 0.5 };
        double way[2], bend[2];
        cage_turn((double)i / ARMS, way);
        const int arm = cage_near(c, r * way[0], 0.06, -r * way[1]);
        for (int k = 0; k < COUNT(length); ++k)
        {
            cage_turn((double)i / ARMS + 0.012 * k * k * (i % 2 ? 1.0 : -1.0), bend); // no two arms alike
            cage_pull(c, arm, length[k] * bend[0], lift[k], -length[k] * bend[1], scale[k]);
            for (int q = 0; q < 4 && k < 4; ++q)
                if (c->point[c->face[arm].point[q]].y > 0.06) c->paint[c->face[arm].point[q]][0] = k % 2 ? 0.0f : 0.75f;
        }
    }
}

void cage_build_duck(cage* c)
{
    static const double x[] = { -0.30, -0.13, 0.13, 0.30 }, y[] = { 0.0, 0.13, 0.31, 0.42 },
                        z[] = { -0.46, -0.25, -0.02, 0.20, 0.40 };
    cage_lattice(c, x, COUNT(x), y, COUNT(y), z, COUNT(z));
    for (uint32_t i = 0; i < c->points; ++i) // narrower below, in front and behind
    {
        cage_vec* p       = &c->point[i];
        const double end  = p->z > 0.3 ? 0.72 : p->z < -0.4 ? 0.60 : p->z < -0.2 ? 0.98 : 1.05;
        const double keel = p->y < 0.1 ? 0.58 : p->y > 0.4 ? 0.70 : 1.08;
        p->x *= end * keel;
        p->z *= p->y < 0.1 ? 0.80 : p->y < 0.35 ? 1.08 : 0.94;
    }
    // The tail goes up, the wings stand off.
    const int tail[] = { cage_near(c, 0.0, 0.365, -0.46), cage_near(c, 0.0, 0.42, -0.33) };
    cage_extrude(c, tail, 2, cage_at(0.0, 0.11, -0.10), 0.72);
    cage_extrude(c, tail, 2, cage_at(0.0, 0.08, -0.05), 0.45);
    for (int side = -1; side <= 1; side += 2)
    {
        const int wing[] = { cage_near(c, 0.33 * side, 0.22, 0.09), cage_near(c, 0.33 * side, 0.22, -0.14) };
        cage_extrude(c, wing, 2, cage_at(0.045 * side, 0.01, -0.02), 0.86);
        cage_extrude(c, wing, 2, cage_at(0.035 * side, 0.045, -0.09), 0.72);
    }
    const int neck = cage_near(c, 0.0, 0.42, 0.28);
    cage_extrude_to(c, neck, cage_at(0, 0.50, 0.25), cage_at(0.115, 0, 0), cage_at(0, 0, -0.115));
    cage_extrude_to(c, neck, cage_at(0, 0.575, 0.25), cage_at(0.165, 0, 0), cage_at(0, 0, -0.17));
    cage_extrude_to(c, neck, cage_at(0, 0.69, 0.26), cage_at(0.19, 0, 0), cage_at(0, 0, -0.19));
    cage_extrude_to(c, neck, cage_at(0, 0.81, 0.25), cage_at(0.17, 0, 0), cage_at(0, 0, -0.17));
    cage_extrude_to(c, neck, cage_at(0, 0.885, 0.24), cage_at(0.09, 0, 0), cage_at(0, 0, -0.09));

    const int beak = cage_near(c, 0.0, 0.63, 0.43);
    cage_extrude_to(c, beak, cage_at(0, 0.635, 0.45), cage_at(0.10, 0, 0), cage_at(0, 0.045, 0));
    cage_brush(c, 1.0, 0.0);
    cage_extrude_to(c, beak, cage_at(0, 0.632, 0.475), cage_at(0.105, 0, 0), cage_at(0, 0.040, 0));
    cage_extrude_to(c, beak, cage_at(0, 0.635, 0.58), cage_at(0.10, 0, 0), cage_at(0, 0.020, 0));
    cage_extrude_to(c, beak, cage_at(0, 0.645, 0.62), cage_at(0.07, 0, 0), cage_at(0, 0.014, 0));
    cage_brush(c, 0.0, 0.0);
    for (int side = -1; side <= 1; side += 2)
    {
        const int cheek           = cage_near(c, 0.18 * side, 0.75, 0.26);
        const cage_vec a          = side > 0 ? cage_at(0.0, 1.0, 0.0) : cage_at(0.0, 0.0, 1.0),
                       b          = cage_cross(cage_at(side, 0.0, 0.0), a);
        static const double out[] = { 0.168, 0.178, 0.190, 0.196 }, size[] = { 0.050, 0.043, 0.036, 0.016 };
        for (int k = 0; k < COUNT(out); ++k)
        {
            if (k == 1) cage_brush(c, 0.0, 1.0);
            cage_extrude_to(c, cheek, cage_at(out[k] * side, 0.765, 0.335), cage_add(cage_at(0, 0, 0), a, size[k]),
                            cage_add(cage_at(0, 0, 0), b, size[k]));
        }
        cage_brush(c, 0.0, 0.0);
    }
}

void cage_build_armchair(cage* c)
{
    static const double x[] = { -0.47, -0.30, 0.0, 0.30, 0.47 }, y[] = { 0.14, 0.26, 0.40 },
                        z[] = { -0.42, -0.24, 0.10, 0.42 };
    cage_lattice(c, x, COUNT(x), y, COUNT(y), z, COUNT(z));
    // Back, then arms, which meet it.
    int back[4], k = 0;
    for (int i = 0; i < 4; ++i)
        back[k++] = cage_near(c, 0.5 * (x[i] + x[i + 1]), 0.40, -0.33);
    cage_extrude(c, back, 4, cage_at(0.0, 0.20, -0.015), 1.0);
    for (int side = -1; side <= 1; side += 2)
    {
        const int arm[] = { cage_near(c, 0.385 * side, 0.40, -0.07), cage_near(c, 0.385 * side, 0.40, 0.26) };
        cage_extrude(c, arm, 2, cage_at(0.012 * side, 0.155, 0.0), 1.0);
        cage_extrude(c, arm, 2, cage_at(0.012 * side, 0.035, 0.0), 0.94);
    }
    cage_extrude(c, back, 4, cage_at(0.0, 0.30, -0.06), 1.0);
    cage_extrude(c, back, 4, cage_at(0.0, 0.035, -0.005), 0.93);
    // The cushion of the seat, and the one of the back.
    const int seat[] = { cage_near(c, -0.15, 0.40, -0.07), cage_near(c, 0.15, 0.40, -0.07),
                         cage_near(c, -0.15, 0.40, 0.26), cage_near(c, 0.15, 0.40, 0.26) };
    cage_extrude(c, seat, 4, cage_at(0.0, -0.012, 0.012), 0.95);
    cage_brush(c, 1.0, 0.0);
    cage_extrude(c, seat, 4, cage_at(0.0, 0.05, 0.02), 1.02);
    cage_extrude(c, seat, 4, cage_at(0.0, 0.045, 0.0), 0.90);
    cage_brush(c, 0.0, 0.0);
    const int rest[] = { cage_near(c, -0.15, 0.75, -0.27), cage_near(c, 0.15, 0.75, -0.27) };
    cage_extrude(c, rest, 2, cage_at(0.0, 0.0, -0.008), 0.93);
    cage_brush(c, 1.0, 0.0);
    cage_extrude(c, rest, 2, cage_at(0.0, 0.0, 0.045), 1.02);
    cage_extrude(c, rest, 2, cage_at(0.0, 0.0, 0.035), 0.86);
    cage_brush(c, 0.0, 1.0);
    for (int i = 0; i < 4; ++i)
    {
        const double sx = i % 2 ? 1.0 : -1.0, sz = i < 2 ? 0.26 : -0.33;
        const int leg = cage_near(c, 0.385 * sx, 0.14, sz);
        cage_pull(c, leg, 0.0, -0.008, 0.0, 0.50);
        cage_pull(c, leg, 0.0, -0.05, 0.0, 0.95);
        cage_pull(c, leg, 0.012 * sx, -0.085, 0.0, 0.62);
        cage_sharpen_face(c, leg, 3.0);
    }
    cage_brush(c, 0.0, 0.0);
}
