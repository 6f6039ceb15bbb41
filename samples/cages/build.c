// What cages are made with.
#include "cages.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

cage_vec cage_at(double x, double y, double z)
{
    return (cage_vec){ x, y, z };
}

cage_vec cage_add(cage_vec a, cage_vec b, double scale)
{
    return (cage_vec){ a.x + scale * b.x, a.y + scale * b.y, a.z + scale * b.z };
}

cage_vec cage_cross(cage_vec a, cage_vec b)
{
    return (cage_vec){ a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x };
}

double cage_dot(cage_vec a, cage_vec b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

cage_vec cage_unit(cage_vec a)
{
    return cage_add(cage_at(0.0, 0.0, 0.0), a, 1.0 / sqrt(cage_dot(a, a)));
}

// Taylor's series up to an eighth of a turn, the rest by symmetry: exact to the last digits, and no library's affair.
void cage_turn(double turns, double out[2])
{
    turns -= floor(turns);
    const int eighth = (int)(8.0 * turns);
    const double x   = 6.283185307179586 * (eighth % 2 ? (eighth + 1) / 8.0 - turns : turns - eighth / 8.0);
    double c = 1.0, s = x, term = x;
    for (int k = 2; k < 20; ++k) // of both series by turns
    {
        term *= x / k;
        if (k % 2 == 0)
            c += k % 4 == 0 ? term : -term;
        else
            s += k % 4 == 1 ? term : -term;
    }
    const double of[8][2] = { { c, s }, { s, c }, { -s, c }, { -c, s }, { -c, -s }, { -s, -c }, { s, -c }, { c, -s } };
    out[0]                = of[eighth % 8][0];
    out[1]                = of[eighth % 8][1];
}

void cage_free(cage* c)
{
    free(c->point);
    free(c->paint);
    free(c->face);
    free(c->crease);
    free(c->corner);
    memset(c, 0, sizeof *c);
}

// Room for one more.
static bool grow(cage* c, void** array, uint32_t count, uint32_t* room, size_t size)
{
    if (count < *room) return true;
    const uint32_t more = *room == 0 ? 64 : 2 * *room;
    void* larger        = realloc(*array, more * size);
    if (larger == NULL)
    {
        c->failed = true;
        return false;
    }
    *array = larger;
    *room  = more;
    return true;
}

int cage_point(cage* c, cage_vec at)
{
    uint32_t paint_room = c->point_room;
    if (!grow(c, (void**)&c->paint, c->points, &paint_room, sizeof *c->paint) ||
        !grow(c, (void**)&c->point, c->points, &c->point_room, sizeof *c->point))
        return CAGE_NONE;
    c->point[c->points] = at;
    memcpy(c->paint[c->points], c->brush, sizeof c->brush);
    return (int)c->points++;
}

int cage_polygon(cage* c, const int* points, int count)
{
    bool fine = count >= 3 && count <= CAGE_CORNERS;
    for (int i = 0; fine && i < count; ++i)
        fine = points[i] >= 0 && (uint32_t)points[i] < c->points;
    if (!fine) c->failed = true;
    if (!fine || !grow(c, (void**)&c->face, c->faces, &c->face_room, sizeof *c->face)) return CAGE_NONE;
    cage_face* f = &c->face[c->faces];
    f->count     = (uint32_t)count;
    for (int i = 0; i < count; ++i)
        f->point[i] = (uint32_t)points[i];
    return (int)c->faces++;
}

int cage_quad(cage* c, int a, int b, int d, int e)
{
    return cage_polygon(c, (int[4]){ a, b, d, e }, 4);
}

int cage_loop(cage* c, int count, cage_vec centre, cage_vec x, cage_vec y)
{
    const int first = (int)c->points;
    for (int i = 0; i < count; ++i)
    {
        double turn[2];
        cage_turn((double)i / count, turn);
        cage_point(c, cage_add(cage_add(centre, x, turn[0]), y, turn[1]));
    }
    return first;
}

void cage_skin(cage* c, int loop, int next, int count)
{
    for (int i = 0; i < count; ++i)
    {
        const int j = (i + 1) % count;
        cage_quad(c, loop + i, loop + j, next + j, next + i);
    }
}

int cage_cap(cage* c, int loop, int count, bool up)
{
    int points[CAGE_CORNERS];
    for (int i = 0; i < count && i < CAGE_CORNERS; ++i)
        points[i] = loop + (up ? i : count - 1 - i);
    return cage_polygon(c, points, count);
}

void cage_cap_quads(cage* c, int loop, int count, bool up)
{
    for (int i = 0; i < count / 2 - 1; ++i)
    {
        const int a = loop + i, b = loop + i + 1, d = loop + (count - 2 - i), e = loop + (count - 1 - i);
        if (up)
            cage_quad(c, a, b, d, e);
        else
            cage_quad(c, e, d, b, a);
    }
}

typedef struct lattice
{
    const double* at[3];
    int n[3];
    int* point; // by place
} lattice;

static int lattice_point(cage* c, const lattice* l, const int k[3])
{
    int* p = &l->point[(k[2] * l->n[1] + k[1]) * l->n[0] + k[0]];
    if (*p == CAGE_NONE) *p = cage_point(c, cage_at(l->at[0][k[0]], l->at[1][k[1]], l->at[2][k[2]]));
    return *p;
}

void cage_lattice(cage* c, const double* x, int nx, const double* y, int ny, const double* z, int nz)
{
    const size_t size = (size_t)(nx * ny * nz);
    lattice l         = { { x, y, z }, { nx, ny, nz }, malloc(size * sizeof(int)) };
    if (l.point == NULL)
    {
        c->failed = true;
        return;
    }
    for (size_t i = 0; i < size; ++i)
        l.point[i] = CAGE_NONE;
    for (int axis = 0; axis < 3; ++axis)
        for (int side = 0; side < 2; ++side)
        {
            const int u = (axis + 1) % 3, v = (axis + 2) % 3;
            for (int j = 0; j + 1 < l.n[v]; ++j)
                for (int i = 0; i + 1 < l.n[u]; ++i)
                {
                    int p[4];
                    for (int k = 0; k < 4; ++k)
                    {
                        int at[3];
                        at[axis]            = side ? l.n[axis] - 1 : 0;
                        at[u]               = i + (k == 1 || k == 2);
                        at[v]               = j + (k >= 2);
                        p[side ? k : 3 - k] = lattice_point(c, &l, at);
                    }
                    cage_polygon(c, p, 4);
                }
        }
    free(l.point);
}

cage_vec cage_middle(const cage* c, int face)
{
    cage_vec sum = { 0 };
    if (face < 0 || (uint32_t)face >= c->faces || c->face[face].count == 0) return sum;
    const cage_face* f = &c->face[face];
    for (uint32_t i = 0; i < f->count; ++i)
        sum = cage_add(sum, c->point[f->point[i]], 1.0);
    return cage_add(cage_at(0.0, 0.0, 0.0), sum, 1.0 / f->count);
}

int cage_near(const cage* c, double x, double y, double z)
{
    double best_square = INFINITY;
    int best           = CAGE_NONE;
    for (int i = 0; i < (int)c->faces; ++i)
    {
        if (c->face[i].count == 0) continue;
        const cage_vec d    = cage_add(cage_middle(c, i), cage_at(x, y, z), -1.0);
        const double square = cage_dot(d, d);
        if (square >= best_square) continue;
        best_square = square;
        best        = i;
    }
    return best;
}

static bool is_face(cage* c, int face)
{
    const bool fine = face >= 0 && (uint32_t)face < c->faces && c->face[face].count != 0;
    if (!fine) c->failed = true;
    return fine;
}

// Whether one of the faces runs from b to a.
static bool runs_back(const cage* c, const int* faces, int count, uint32_t a, uint32_t b)
{
    for (int i = 0; i < count; ++i)
    {
        const cage_face* f = &c->face[faces[i]];
        for (uint32_t k = 0; k < f->count; ++k)
            if (f->point[k] == b && f->point[(k + 1) % f->count] == a) return true;
    }
    return false;
}

void cage_extrude(cage* c, const int* faces, int count, cage_vec by, double scale)
{
    cage_vec middle = { 0 };
    for (int i = 0; i < count; ++i)
    {
        if (!is_face(c, faces[i])) return;
        middle = cage_add(middle, cage_middle(c, faces[i]), 1.0 / count);
    }
    // Sides first, with the old points; then all corners move on to new ones.
    const uint32_t old = c->points;
    int* moved         = malloc(old * sizeof *moved);
    if (moved == NULL)
    {
        c->failed = true;
        return;
    }
    for (uint32_t i = 0; i < old; ++i)
        moved[i] = CAGE_NONE;
    for (int i = 0; i < count; ++i)
        for (uint32_t k = 0; k < c->face[faces[i]].count; ++k)
        {
            const uint32_t p = c->face[faces[i]].point[k];
            if (moved[p] == CAGE_NONE)
                moved[p] =
                    cage_point(c, cage_add(cage_add(middle, by, 1.0), cage_add(c->point[p], middle, -1.0), scale));
        }
    for (int i = 0; i < count && !c->failed; ++i)
        for (uint32_t k = 0; k < c->face[faces[i]].count; ++k)
        {
            const cage_face* f = &c->face[faces[i]];
            const uint32_t a = f->point[k], b = f->point[(k + 1) % f->count];
            if (!runs_back(c, faces, count, a, b)) cage_quad(c, (int)a, (int)b, moved[b], moved[a]);
        }
    for (int i = 0; i < count && !c->failed; ++i)
        for (uint32_t k = 0; k < c->face[faces[i]].count; ++k)
            c->face[faces[i]].point[k] = (uint32_t)moved[c->face[faces[i]].point[k]];
    free(moved);
}

void cage_pull(cage* c, int face, double x, double y, double z, double scale)
{
    cage_extrude(c, &face, 1, cage_at(x, y, z), scale);
}

// The shift that brings corners of b, taken in reverse when asked, nearest to those of a.
static int best_shift(const cage* c, const uint32_t* a, const cage_vec* b, int count)
{
    double best_square = INFINITY;
    int best           = 0;
    for (int shift = 0; shift < count; ++shift)
    {
        double square = 0.0;
        for (int k = 0; k < count; ++k)
        {
            const cage_vec d = cage_add(c->point[a[k]], b[(k + shift) % count], -1.0);
            square += cage_dot(d, d);
        }
        if (square >= best_square) continue;
        best_square = square;
        best        = shift;
    }
    return best;
}

void cage_extrude_to(cage* c, int face, cage_vec centre, cage_vec x, cage_vec y)
{
    if (!is_face(c, face)) return;
    if (c->face[face].count != 4)
    {
        c->failed = true;
        return;
    }
    static const double sign[4][2] = { { -1, -1 }, { 1, -1 }, { 1, 1 }, { -1, 1 } };
    cage_vec place[4];
    uint32_t old[4], next[4];
    for (int k = 0; k < 4; ++k)
        place[k] = cage_add(cage_add(centre, x, sign[k][0]), y, sign[k][1]);
    memcpy(old, c->face[face].point, sizeof old);
    const int shift = best_shift(c, old, place, 4);
    for (int k = 0; k < 4; ++k)
        next[k] = (uint32_t)cage_point(c, place[(k + shift) % 4]);
    for (int k = 0; k < 4; ++k)
        cage_quad(c, (int)old[k], (int)old[(k + 1) % 4], (int)next[(k + 1) % 4], (int)next[k]);
    if (!c->failed) memcpy(c->face[face].point, next, sizeof next);
}

void cage_drop(cage* c, int face)
{
    if (is_face(c, face)) c->face[face].count = 0;
}

void cage_join(cage* c, int a, int b)
{
    if (!is_face(c, a) || !is_face(c, b)) return;
    const cage_face from = c->face[a], to = c->face[b];
    const int count = (int)from.count;
    cage_vec place[CAGE_CORNERS];
    uint32_t back[CAGE_CORNERS];
    if (to.count != from.count || count < 3 || a == b)
    {
        c->failed = true;
        return;
    }
    for (int k = 0; k < count; ++k) // seen from a, b goes round the other way
    {
        back[k]  = to.point[count - 1 - k];
        place[k] = c->point[back[k]];
    }
    const int shift = best_shift(c, from.point, place, count);
    cage_drop(c, a);
    cage_drop(c, b);
    for (int k = 0; k < count; ++k)
        cage_quad(c, (int)from.point[k], (int)from.point[(k + 1) % count], (int)back[(k + 1 + shift) % count],
                  (int)back[(k + shift) % count]);
}

void cage_sharpen(cage* c, int a, int b, double sharpness)
{
    if (!grow(c, (void**)&c->crease, c->creases, &c->crease_room, sizeof *c->crease)) return;
    c->crease[c->creases++] = (cage_crease){ (uint32_t)a, (uint32_t)b, (float)sharpness };
}

void cage_sharpen_loop(cage* c, int loop, int count, double sharpness)
{
    for (int i = 0; i < count; ++i)
        cage_sharpen(c, loop + i, loop + (i + 1) % count, sharpness);
}

void cage_sharpen_face(cage* c, int face, double sharpness)
{
    if (!is_face(c, face)) return;
    for (uint32_t k = 0; k < c->face[face].count; ++k)
        cage_sharpen(c, (int)c->face[face].point[k], (int)c->face[face].point[(k + 1) % c->face[face].count],
                     sharpness);
}

void cage_sharpen_point(cage* c, int point, double sharpness)
{
    if (!grow(c, (void**)&c->corner, c->corners, &c->corner_room, sizeof *c->corner)) return;
    c->corner[c->corners++] = (cage_crease){ (uint32_t)point, 0, (float)sharpness };
}

void cage_paint(cage* c, int face, double u, double v)
{
    if (!is_face(c, face)) return;
    for (uint32_t k = 0; k < c->face[face].count; ++k)
    {
        c->paint[c->face[face].point[k]][0] = (float)u;
        c->paint[c->face[face].point[k]][1] = (float)v;
    }
}

void cage_brush(cage* c, double u, double v)
{
    c->brush[0] = (float)u;
    c->brush[1] = (float)v;
}

void cage_place(cage* c, double scale, cage_vec shift)
{
    for (uint32_t i = 0; i < c->points; ++i)
        c->point[i] = cage_add(shift, c->point[i], scale);
}

bool cage_pack(cage* c)
{
    uint32_t faces = 0, points = 0;
    int* moved = malloc((c->points + 1) * sizeof *moved);
    if (moved == NULL || c->failed)
    {
        free(moved);
        return false;
    }
    for (uint32_t i = 0; i < c->points; ++i)
        moved[i] = CAGE_NONE;
    for (uint32_t i = 0; i < c->faces; ++i)
    {
        for (uint32_t k = 0; k < c->face[i].count; ++k)
            moved[c->face[i].point[k]] = 0;
        if (c->face[i].count != 0) c->face[faces++] = c->face[i];
    }
    for (uint32_t i = 0; i < c->points; ++i)
    {
        if (moved[i] == CAGE_NONE) continue;
        c->point[points] = c->point[i];
        memmove(c->paint[points], c->paint[i], sizeof *c->paint);
        moved[i] = (int)points++;
    }
    c->faces  = faces;
    c->points = points;
    for (uint32_t i = 0; i < faces; ++i)
        for (uint32_t k = 0; k < c->face[i].count; ++k)
            c->face[i].point[k] = (uint32_t)moved[c->face[i].point[k]];
    for (uint32_t i = 0; i < c->creases; ++i)
    {
        c->crease[i].a = (uint32_t)moved[c->crease[i].a];
        c->crease[i].b = (uint32_t)moved[c->crease[i].b];
    }
    for (uint32_t i = 0; i < c->corners; ++i)
        c->corner[i].a = (uint32_t)moved[c->corner[i].a];
    free(moved);
    return faces > 0;
}
