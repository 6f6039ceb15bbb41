#include "subdivision.h"
#include "subdivision/cage.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static bench_cage make_cage(uint32_t points, uint32_t faces)
{
    bench_cage c = { malloc(points * sizeof(massa_vec3)), malloc(4 * faces * sizeof(uint32_t)), points, faces };
    if (c.point == NULL || c.corner == NULL) abort();
    return c;
}

void bench_destroy_cage(bench_cage* c)
{
    free(c->point);
    free(c->corner);
    *c = (bench_cage){ 0 };
}

static void set_face(bench_cage* c, uint32_t face, uint32_t a, uint32_t b, uint32_t d, uint32_t e)
{
    const uint32_t corner[4] = { a, b, d, e };
    for (int k = 0; k < 4; ++k)
        c->corner[4 * face + k] = corner[k];
}

bench_cage bench_torus(uint32_t around, uint32_t across)
{
    bench_cage c = make_cage(around * across, around * across);
    for (uint32_t i = 0; i < around; ++i)
        for (uint32_t j = 0; j < across; ++j)
        {
            const double a = 6.283185307179586 * i / around, b = 6.283185307179586 * j / across, r = 2.0 + cos(b);
            const uint32_t next = (i + 1) % around, up = (j + 1) % across, k = i * across + j;
            c.point[k] = (massa_vec3){ (float)(r * cos(a)), (float)sin(b), (float)(-r * sin(a)) };
            set_face(&c, k, k, next * across + j, next * across + up, i * across + up);
        }
    return c;
}

bench_cage bench_sheet(uint32_t columns, uint32_t rows)
{
    bench_cage c = make_cage((columns + 1) * (rows + 1), columns * rows);
    for (uint32_t k = 0; k < c.points; ++k)
        c.point[k] = (massa_vec3){ (float)(k % (columns + 1)), 0.0f, -(float)(k / (columns + 1)) };
    for (uint32_t k = 0; k < c.faces; ++k)
    {
        const uint32_t a = k / columns * (columns + 1) + k % columns;
        set_face(&c, k, a, a + 1, a + columns + 2, a + columns + 1);
    }
    return c;
}

// ---- Points that several faces make are found again by where they are ----

typedef struct corner_at
{
    int64_t x, y, z; // 1e-5 m
    uint32_t corner;
} corner_at;

static int by_place(const void* p, const void* q)
{
    const corner_at *a = p, *b = q;
    if (a->x != b->x) return a->x < b->x ? -1 : 1;
    if (a->y != b->y) return a->y < b->y ? -1 : 1;
    if (a->z != b->z) return a->z < b->z ? -1 : 1;
    return a->corner < b->corner ? -1 : 1;
}

static bench_cage join(const double (*at)[3], uint32_t faces)
{
    bench_cage c     = make_cage(4 * faces, faces);
    corner_at* order = malloc(4 * faces * sizeof *order);
    if (order == NULL) abort();
    for (uint32_t k = 0; k < 4 * faces; ++k)
        order[k] = (corner_at){ llround(at[k][0] * 1e5), llround(at[k][1] * 1e5), llround(at[k][2] * 1e5), k };
    qsort(order, 4 * faces, sizeof *order, by_place);
    c.points = 0;
    for (uint32_t k = 0; k < 4 * faces; ++k)
    {
        const corner_at *o = &order[k], *last = k > 0 ? o - 1 : NULL;
        if (last == NULL || last->x != o->x || last->y != o->y || last->z != o->z)
            c.point[c.points++] =
                (massa_vec3){ (float)at[o->corner][0], (float)at[o->corner][1], (float)at[o->corner][2] };
        c.corner[o->corner] = c.points - 1;
    }
    free(order);
    return c;
}

// cut^2 quads of each quad; onto the unit sphere if round.
static bench_cage cut_quads(const double (*quad)[4][3], uint32_t quads, uint32_t cut, bool round)
{
    const uint32_t faces = quads * cut * cut;
    double(*at)[3]       = malloc(4 * faces * sizeof *at);
    if (at == NULL) abort();
    for (uint32_t k = 0; k < 4 * faces; ++k)
    {
        const uint32_t q = k / 4 / (cut * cut), cell = k / 4 % (cut * cut), corner = k % 4;
        const double u = (double)(cell % cut + (corner == 1 || corner == 2)) / cut;
        const double v = (double)(cell / cut + (corner >= 2)) / cut;
        double length  = 0;
        for (int a = 0; a < 3; ++a)
        {
            at[k][a] = (1 - v) * ((1 - u) * quad[q][0][a] + u * quad[q][1][a]) +
                       v * ((1 - u) * quad[q][3][a] + u * quad[q][2][a]);
            length += at[k][a] * at[k][a];
        }
        for (int a = 0; a < 3 && round; ++a)
            at[k][a] /= sqrt(length);
    }
    const bench_cage c = join(at, faces);
    free(at);
    return c;
}

bench_cage bench_box(uint32_t cut)
{
    double quad[6][4][3];
    for (int s = 0; s < 6; ++s)
        for (int k = 0; k < 4; ++k)
        {
            const double u = k == 1 || k == 2 ? 1 : -1, v = k >= 2 ? 1 : -1, side = s < 3 ? 1 : -1;
            quad[s][k][s % 3]       = side;
            quad[s][k][(s + 1) % 3] = u;
            quad[s][k][(s + 2) % 3] = side * v; // mirrored on the far side, so that it looks outwards, too
        }
    return cut_quads(quad, 6, cut, false);
}

bench_cage bench_ball(uint32_t pieces, uint32_t cut)
{
    const double g             = (1 + sqrt(5.0)) / 2;
    const double corner[12][3] = {
        { -1, g, 0 },  { 1, g, 0 },  { -1, -g, 0 }, { 1, -g, 0 }, { 0, -1, g },  { 0, 1, g },
        { 0, -1, -g }, { 0, 1, -g }, { g, 0, -1 },  { g, 0, 1 },  { -g, 0, -1 }, { -g, 0, 1 }
    };
    static const int face[20][3] = { { 0, 11, 5 }, { 0, 5, 1 },  { 0, 1, 7 },   { 0, 7, 10 }, { 0, 10, 11 },
                                     { 1, 5, 9 },  { 5, 11, 4 }, { 11, 10, 2 }, { 10, 7, 6 }, { 7, 1, 8 },
                                     { 3, 9, 4 },  { 3, 4, 2 },  { 3, 2, 6 },   { 3, 6, 8 },  { 3, 8, 9 },
                                     { 4, 9, 5 },  { 2, 4, 11 }, { 6, 2, 10 },  { 8, 6, 7 },  { 9, 8, 1 } };
    const uint32_t triangles     = 20 * pieces * pieces;
    double(*quad)[4][3]          = malloc(3 * triangles * sizeof *quad);
    uint32_t quads               = 0;
    if (quad == NULL) abort();
    for (uint32_t f = 0; f < 20; ++f)
        for (uint32_t i = 0; i < pieces; ++i)
            for (uint32_t j = 0; j < 2 * (pieces - i) - 1; ++j)
            {
                // Barycentric steps of a small triangle: every second one stands on its head.
                const uint32_t x             = j / 2,
                               step[2][3][2] = { { { 0, 0 }, { 1, 0 }, { 0, 1 } }, { { 1, 0 }, { 1, 1 }, { 0, 1 } } };
                double t[3][3], centre[3];
                for (int k = 0; k < 3; ++k)
                {
                    const double b = (double)(x + step[j % 2][k][0]) / pieces,
                                 c = (double)(i + step[j % 2][k][1]) / pieces;
                    for (int a = 0; a < 3; ++a)
                        t[k][a] =
                            (1 - b - c) * corner[face[f][0]][a] + b * corner[face[f][1]][a] + c * corner[face[f][2]][a];
                }
                for (int a = 0; a < 3; ++a)
                    centre[a] = (t[0][a] + t[1][a] + t[2][a]) / 3;
                for (int k = 0; k < 3; ++k, ++quads)
                    for (int a = 0; a < 3; ++a)
                    {
                        quad[quads][0][a] = t[k][a];
                        quad[quads][1][a] = (t[k][a] + t[(k + 1) % 3][a]) / 2;
                        quad[quads][2][a] = centre[a];
                        quad[quads][3][a] = (t[k][a] + t[(k + 2) % 3][a]) / 2;
                    }
            }
    const bench_cage c = cut_quads((const double(*)[4][3])quad, quads, cut, true);
    free(quad);
    return c;
}

massa_cage* bench_build(massa_device* device, const bench_cage* c, uint32_t isolation)
{
    uint32_t* four = malloc(c->faces * sizeof *four);
    if (four == NULL) abort();
    for (uint32_t i = 0; i < c->faces; ++i)
        four[i] = 4;
    massa_cage_desc d = massa_default_cage_desc();
    d.points          = c->point;
    d.point_count     = c->points;
    d.face_sizes      = four;
    d.face_count      = c->faces;
    d.face_points     = c->corner;
    d.isolation       = isolation;
    massa_cage* cage  = NULL;
    if (mas_cage_build(device, &d, &cage) != MASSA_OK) fprintf(stderr, "massa: a cage of the bench is refused.\n");
    free(four);
    return cage;
}
