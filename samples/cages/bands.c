// Cages that are bands, tubes and sheets.
#include "models.h"

#include <math.h>

// A trefoil: a curve on a torus, twice around it while three times around its tube.
void cage_build_knot(cage* c)
{
    enum
    {
        ALONG  = 42,
        AROUND = 6,
    };
    const double large = 0.34, small = 0.155, wide = 0.088;
    for (int i = 0; i < ALONG; ++i)
    {
        double a[2], b[2];
        cage_turn(2.0 * i / ALONG, a);
        cage_turn(3.0 * i / ALONG, b);
        const double r     = large + small * b[0];
        const cage_vec at  = { r * a[0], r * a[1], small * b[1] };
        const cage_vec out = { b[0] * a[0], b[0] * a[1], b[1] }; // across the torus, so across the curve, too
        const double dr    = -3.0 * small * b[1];
        const cage_vec way =
            cage_unit(cage_at(dr * a[0] - 2.0 * r * a[1], dr * a[1] + 2.0 * r * a[0], 3.0 * small * b[0]));
        const cage_vec side = cage_cross(way, out), zero = { 0 };
        cage_loop(c, AROUND, at, cage_add(zero, out, wide), cage_add(zero, side, wide));
        for (int k = 0; k < AROUND; ++k)
            c->paint[i * AROUND + k][0] = k == 0 || k == 1 ? 1.0f : 0.0f;
    }
    for (int i = 0; i < ALONG; ++i)
        cage_skin(c, i * AROUND, (i + 1) % ALONG * AROUND, AROUND);
    double lowest = 0.0;
    for (uint32_t i = 0; i < c->points; ++i)
        if (c->point[i].y < lowest) lowest = c->point[i].y;
    cage_place(c, 1.0, cage_at(0.0, -lowest - 0.2 * wide, 0.0));
}

// A band that closes after one full turn about itself: two boundaries, two sides.
void cage_build_ribbon(cage* c)
{
    enum
    {
        ALONG  = 36,
        ACROSS = 4,
    };
    for (int i = 0; i < ALONG; ++i)
    {
        double a[2], b[2], w[2];
        cage_turn((double)i / ALONG, a);
        cage_turn((double)i / ALONG + 0.25, b);
        cage_turn(2.0 * i / ALONG, w);
        const cage_vec out = { a[0], 0.0, -a[1] }, up = { 0.0, 1.0, 0.0 }, zero = { 0 };
        const cage_vec across = cage_add(cage_add(zero, out, b[0]), up, b[1]);
        const cage_vec at     = cage_add(cage_at(0.0, 0.52 + 0.10 * w[0], 0.0), out, 0.40);
        for (int k = 0; k < ACROSS; ++k)
        {
            const int p    = cage_point(c, cage_add(at, across, 0.17 * (2.0 * k / (ACROSS - 1.0) - 1.0)));
            c->paint[p][0] = k == 0 || k == ACROSS - 1 ? 1.0f : 0.0f;
        }
    }
    for (int i = 0; i < ALONG; ++i)
        for (int k = 0; k + 1 < ACROSS; ++k)
        {
            const int a = i * ACROSS + k, b = (i + 1) % ALONG * ACROSS + k;
            cage_quad(c, a, a + 1, b + 1, b);
        }
}

// Folded along a sharp rib, with a boundary that runs to two corners.
void cage_build_leaf(cage* c)
{
    enum
    {
        ALONG  = 9,
        ACROSS = 7,
        RIB    = ACROSS / 2,
    };
    static const double half[ALONG]  = { 0.03, 0.16, 0.285, 0.345, 0.34, 0.285, 0.19, 0.09, 0.012 }; // m
    static const double lift[ALONG]  = { 0.24, 0.12, 0.05, 0.02, 0.03, 0.08, 0.17, 0.29, 0.44 };
    static const double place[ALONG] = { -0.62, -0.50, -0.34, -0.17, 0.0, 0.18, 0.35, 0.50, 0.60 };
    for (int i = 0; i < ALONG; ++i)
        for (int k = 0; k < ACROSS; ++k)
        {
            const double t = (double)(k - RIB) / RIB, out = fabs(t);
            const double wave = (i % 2 ? 0.035 : -0.02) * out * out; // of the edge
            const int p =
                cage_point(c, cage_at(place[i] - 0.06 * out, lift[i] + half[i] * 0.40 * out + wave, half[i] * t));
            c->paint[p][0] = k == RIB ? 1.0f : 0.0f;
        }
    for (int i = 0; i + 1 < ALONG; ++i)
        for (int k = 0; k + 1 < ACROSS; ++k)
        {
            const int a = i * ACROSS + k;
            cage_quad(c, a, a + 1, a + ACROSS + 1, a + ACROSS);
        }
    for (int i = 0; i + 1 < ALONG; ++i)
        cage_sharpen(c, i * ACROSS + RIB, (i + 1) * ACROSS + RIB, 10.0);
}

// A brilliant: table, crown, girdle, pavilion. All its edges are sharp for a while, so facets have narrow round edges.
void cage_build_gem(cage* c)
{
    enum
    {
        SIDES = 8,
    };
    double half[2], more[2];
    cage_turn(0.5 / SIDES, half);
    cage_turn(0.25 + 0.5 / SIDES, more);
    const cage_vec x = { 1.0, 0.0, 0.0 }, z = { 0.0, 0.0, -1.0 }, zero = { 0 };
    const cage_vec hx = { half[0], 0.0, -half[1] }, hz = { more[0], 0.0, -more[1] };
    const int table  = cage_loop(c, SIDES, cage_at(0, 0.80, 0), cage_add(zero, x, 0.30), cage_add(zero, z, 0.30));
    const int crown  = cage_loop(c, SIDES, cage_at(0, 0.715, 0), cage_add(zero, hx, 0.43), cage_add(zero, hz, 0.43));
    const int girdle = cage_loop(c, 2 * SIDES, cage_at(0, 0.60, 0), cage_add(zero, x, 0.55), cage_add(zero, z, 0.55));
    const int low    = cage_loop(c, 2 * SIDES, cage_at(0, 0.57, 0), cage_add(zero, x, 0.55), cage_add(zero, z, 0.55));
    const int keel   = cage_loop(c, SIDES, cage_at(0, 0.20, 0), cage_add(zero, hx, 0.19), cage_add(zero, hz, 0.19));
    const int tip    = cage_point(c, cage_at(0.0, 0.0, 0.0));
    cage_cap(c, table, SIDES, true);
    cage_skin(c, low, girdle, 2 * SIDES);
    for (int i = 0; i < SIDES; ++i)
    {
        const int j = (i + 1) % SIDES, g = 2 * i, h = (2 * i + 1), k = (2 * i + 2) % (2 * SIDES);
        const int before = (i + SIDES - 1) % SIDES;
        cage_polygon(c, (int[3]){ table + j, table + i, crown + i }, 3);
        cage_quad(c, table + i, crown + before, girdle + g, crown + i);
        cage_polygon(c, (int[3]){ crown + i, girdle + g, girdle + h }, 3);
        cage_polygon(c, (int[3]){ crown + i, girdle + h, girdle + k }, 3);
        cage_polygon(c, (int[3]){ keel + i, low + h, low + g }, 3);
        cage_polygon(c, (int[3]){ keel + i, low + k, low + h }, 3);
        cage_quad(c, tip, keel + i, low + g, keel + before);
    }
    const int faces = (int)c->faces;
    for (int f = 0; f < faces; ++f)
        for (uint32_t k = 0; k < c->face[f].count; ++k)
        {
            const uint32_t a = c->face[f].point[k], b = c->face[f].point[(k + 1) % c->face[f].count];
            if (a < b) cage_sharpen(c, (int)a, (int)b, 2.6);
        }
}

// Teeth, hub and hole; edges as a mill would leave them.
void cage_build_cog(cage* c)
{
    enum
    {
        AROUND = 24,
        LOOPS  = 8,
    };
    // Around the section: the hole's wall, hub, web, rim, in front; then the same behind.
    static const double section[LOOPS][2] = { { 0.11, 0.11 },   { 0.20, 0.11 },   { 0.22, 0.045 },   { 0.31, 0.045 },
                                              { 0.325, 0.085 }, { 0.385, 0.085 }, { 0.385, -0.085 }, { 0.11, -0.11 } };
    int loop[LOOPS];
    for (int k = 0; k < LOOPS; ++k)
    {
        double a[2], b[2];
        cage_turn(-0.5 / AROUND, a);
        cage_turn(0.25 - 0.5 / AROUND, b);
        const double r = section[k][0];
        loop[k]        = cage_loop(c, AROUND, cage_at(0.0, 0.0, section[k][1]), cage_at(r * a[0], r * a[1], 0.0),
                                   cage_at(r * b[0], r * b[1], 0.0));
        if (k < 5 && r < 0.315)
            for (int i = 0; i < AROUND; ++i)
                c->paint[loop[k] + i][0] = k <= 1 ? 1.0f : 0.0f;
    }
    for (int k = 0; k < LOOPS; ++k) // from the hole outwards in front, back behind: outside is left of the way
        cage_skin(c, loop[(k + 1) % LOOPS], loop[k], AROUND);
    static const int sharp[] = { 0, 1, 2, 3, 4, 7 };
    for (size_t i = 0; i < sizeof sharp / sizeof sharp[0]; ++i)
        cage_sharpen_loop(c, loop[sharp[i]], AROUND, 2.0);
    for (int i = 0; i < AROUND; ++i)
    {
        double way[2];
        cage_turn((double)i / AROUND, way);
        const int face = cage_near(c, 0.38 * way[0], 0.38 * way[1], 0.0);
        if (i % 2 == 0) // a tooth
        {
            uint32_t root[4];
            for (int k = 0; k < 4; ++k)
                root[k] = c->face[face].point[k];
            cage_pull(c, face, 0.125 * way[0], 0.125 * way[1], 0.0, 0.78);
            cage_sharpen_face(c, face, 2.0);
            for (int k = 0; k < 4; ++k)
                cage_sharpen(c, (int)root[k], (int)c->face[face].point[k], 2.0);
        }
        cage_sharpen(c, loop[5] + i, loop[5] + (i + 1) % AROUND, 2.0);
        cage_sharpen(c, loop[6] + i, loop[6] + (i + 1) % AROUND, 2.0);
    }
    for (uint32_t i = 0; i < c->points; ++i) // teeth keep their thickness
        if (fabs(c->point[i].z) < 0.0849 && c->point[i].x * c->point[i].x + c->point[i].y * c->point[i].y > 0.16)
            c->point[i].z = c->point[i].z > 0.0 ? 0.085 : -0.085;
    double turn[2]; // it stands on two teeth
    cage_turn(1.0 / AROUND, turn);
    for (uint32_t i = 0; i < c->points; ++i)
    {
        const cage_vec p = c->point[i];
        c->point[i]      = cage_at(p.x * turn[0] - p.y * turn[1], p.x * turn[1] + p.y * turn[0] + 0.49, p.z);
    }
}
