// host only: points of patches are found once, when a cage is built.
// Gregory patches (seed 004 3.5): 20 points, so that corners are on the limit surface with its tangents, and neighbours
// share the planes along their common edges. Names are the seed's: around a corner v spokes e_k, opposite vertices d_k.
#include "cage_work.h"

#include <math.h>

// The seed's tangents and twists are those of the parameters at an odd vertex, which are no good guides: there the
// surface shrinks by another factor than one half from step to step, and a cubic that starts with its speed misses it
// farther on. Neighbours stay in one plane with tangents of any length, with any twist, and with any plane at a corner
// that its edges share. What is taken here was found by search: it makes the largest distance from the limit surface
// small on fans, kites, prisms, pyramids and cubes of many shapes, at isolations 0 to 3.
//
// With three or five faces it depends on what is at the far ends of the edges: each edge has its best, and the corner
// takes their mean. A corner of three faces beside odd ones is better off in a plane that is not quite the limit's.
typedef struct corner_shape
{
    double length; // of tangents, times the seed's
    double tilt;   // out of the plane of the limit, see add_smooth_tangent; 0: in it
    double twist;  // times the seed's
} corner_shape;

typedef enum far_end
{
    FAR_REGULAR,
    FAR_THREE, // faces all around
    FAR_OTHER, // odd in another way
    FAR_ENDS
} far_end;

static const corner_shape THREE_FACES[FAR_ENDS] = { { 0.90, 0.0, 0.95 },
                                                    { 0.96, 0.0375, 1.0 },
                                                    { 1.045, 0.0375, 1.0 } };
static const corner_shape THREE_FADED           = { 0.975, 0.0, 1.0 };
static const corner_shape FIVE_FACES[FAR_ENDS]  = { { 0.965, 0.0, 1.0 }, { 0.927, 0.0, 1.0 }, { 0.965, 0.0, 1.0 } };
static const corner_shape MORE_FACES[]          = {
             { 0.95, 0.0, 0.88 }, { 0.9, 0.0, 0.82 }, { 0.85, 0.0, 0.72 }, { 0.8, 0.0, 0.62 }
};

static far_end find_far_end(const cage_mesh* m, uint32_t vertex)
{
    cage_ring all;
    if (!mas_feature(m, vertex).odd) return FAR_REGULAR;
    mas_ring_around(m, m->half[vertex], &all);
    return all.closed && all.faces == 3 ? FAR_THREE : FAR_OTHER;
}

// Whether a vertex was semi-sharp until the last step. Then the ring is still of the shape of something sharp, for
// which tangents that suit smooth ones are too short.
static bool has_faded(const cage_build* b, const cage_mesh* m, const cage_ring* ring)
{
    const uint32_t half = ring->half[0];
    if (m->parent == NULL || half % 4 != 0) return false; // new, or in the middle of a polygon
    const cage_mesh* above = m > b->mesh ? m - 1 : &b->polygons;
    return mas_feature(above, above->vertex[m->parent[half / 4]]).fading;
}

static corner_shape shape_of(const cage_build* b, const cage_mesh* m, const cage_sector* s)
{
    const uint32_t faces = s->ring.faces;
    if (!s->ring.closed || faces < 3 || faces == 4) return (corner_shape){ 1.0, 0.0, 1.0 };
    if (faces > 9) return (corner_shape){ 7.6 / (double)faces, 0.0, 5.5 / (double)faces };
    if (faces > 5) return MORE_FACES[faces - 6];
    if (faces == 3 && has_faded(b, m, &s->ring)) return THREE_FADED;
    uint32_t ends[FAR_ENDS] = { 0 }; // counted first: the mean has the same bits wherever a ring begins
    for (uint32_t k = 0; k < faces; ++k)
        ++ends[find_far_end(m, mas_ring_spoke(m, &s->ring, k))];
    corner_shape mean = { 0.0, 0.0, 0.0 };
    for (uint32_t e = 0; e < FAR_ENDS; ++e)
    {
        const corner_shape c = faces == 3 ? THREE_FACES[e] : FIVE_FACES[e];
        const double part    = (double)ends[e] / (double)faces;
        mean.length += part * c.length;
        mean.tilt += part * c.tilt;
        mean.twist += part * c.twist;
    }
    return mean;
}

static uint32_t spoke(const cage_mesh* m, const cage_sector* s, uint32_t k)
{
    return m->point[mas_ring_spoke(m, &s->ring, s->ring.closed ? k % s->ring.faces : k)];
}

static uint32_t opposite(const cage_mesh* m, const cage_sector* s, uint32_t k)
{
    return m->point[mas_ring_opposite(m, &s->ring, k % s->ring.faces)];
}

static bool corner_point(cage_build* b, const cage_mesh* m, cage_shared* shared, const cage_sector* s, uint32_t v)
{
    const uint32_t faces = s->ring.faces;
    const double n       = (double)faces;
    if (shared->corner[v] != CAGE_NONE) return true;
    if (s->kind == CAGE_CORNER)
    {
        shared->corner[v] = m->point[v];
        return true;
    }
    if (s->kind == CAGE_CREASE)
    {
        mas_rows_add(&b->rows, m->point[v], 4.0 / 6.0);
        mas_rows_add(&b->rows, spoke(m, s, 0), 1.0 / 6.0);
        mas_rows_add(&b->rows, spoke(m, s, faces), 1.0 / 6.0);
        return mas_rows_end(&b->rows, &shared->corner[v]);
    }
    mas_rows_add(&b->rows, m->point[v], n / (n + 5.0));
    for (uint32_t k = 0; k < faces; ++k)
    {
        mas_rows_add(&b->rows, spoke(m, s, k), 4.0 / (n * (n + 5.0)));
        mas_rows_add(&b->rows, opposite(m, s, k), 1.0 / (n * (n + 5.0)));
    }
    return mas_rows_end(&b->rows, &shared->corner[v]);
}

// (2/3) lambda q(x) of a vertex that is smooth all around, as long as its shape says.
//
// From step to step a ring looks more and more like the one with cos(turn) at its spokes and outer cos(turn + 1) at its
// opposite vertices: that is how the surface leaves the vertex, and all that q sees. Tilt adds a sum that is zero for
// it, and sees what the ring has besides: it fades as faces are halved, and planes become the limit's.
static void add_smooth_tangent(cage_build* b, const cage_mesh* m, const cage_sector* s, corner_shape shape, uint32_t v,
                               uint32_t x)
{
    const int64_t n = (int64_t)s->ring.faces;
    const double c = mas_cage_cos(1, n), c2 = mas_cage_cos(2, n);
    const double sigma  = 1.0 / sqrt(4.0 + c * c);
    const double lambda = (5.0 + c2 + c * sqrt(18.0 + 2.0 * c2)) / 16.0;
    const double outer  = n > 2 ? 2.0 * c / (4.0 * lambda - 1.0) : 0.0; // with two faces 0 / 0, and no tilt
    const double scale  = shape.length * 2.0 / 3.0 * lambda * 2.0 / (double)n;
    for (uint32_t k = 0; k < s->ring.faces; ++k)
    {
        const int64_t turn = 2 * ((int64_t)k - (int64_t)x);
        const double here = scale * mas_cage_cos(turn, n), between = scale * mas_cage_cos(turn + 1, n);
        const double edge = (1.0 - sigma * c) * here / 2.0; // of m_k = (v + e_k) / 2
        const double face = 2.0 * sigma * between / 4.0;    // of c_k = (v + e_k + d_k + e_k+1) / 4
        mas_rows_add(&b->rows, m->point[v], edge + face);
        mas_rows_add(&b->rows, spoke(m, s, k), edge + face - shape.tilt * outer * here);
        mas_rows_add(&b->rows, opposite(m, s, k), face + shape.tilt * between);
        mas_rows_add(&b->rows, spoke(m, s, k + 1), face);
    }
}

// t0 cos(a x) + t1 sin(a x) of a sector between two sharp edges.
static void add_crease_tangent(cage_build* b, const cage_mesh* m, const cage_sector* s, uint32_t v, uint32_t x)
{
    const uint32_t faces = s->ring.faces;
    const int64_t k      = (int64_t)faces;
    const double c = mas_cage_cos(1, k), sine = mas_cage_sin(1, k);
    const double along = mas_cage_cos((int64_t)x, k) / 6.0;
    mas_rows_add(&b->rows, spoke(m, s, 0), along);
    mas_rows_add(&b->rows, spoke(m, s, faces), -along);
    const double across = mas_cage_sin((int64_t)x, k) / (3.0 * (3.0 * (double)k + c));
    if (across == 0.0) return;
    const double ends = -(1.0 + 2.0 * c) * sqrt((1.0 + c) / (1.0 - c));
    mas_rows_add(&b->rows, m->point[v], across * -4.0 * sine);
    mas_rows_add(&b->rows, spoke(m, s, 0), across * ends);
    mas_rows_add(&b->rows, spoke(m, s, faces), across * ends);
    for (uint32_t i = 0; i < faces; ++i)
    {
        const double here = mas_cage_sin((int64_t)i, k), next = mas_cage_sin((int64_t)i + 1, k);
        if (i > 0) mas_rows_add(&b->rows, spoke(m, s, i), across * 4.0 * here);
        mas_rows_add(&b->rows, opposite(m, s, i), across * (here + next));
    }
}

static bool tangent_point(cage_build* b, const cage_mesh* m, cage_shared* shared, const cage_sector* s,
                          corner_shape shape, uint32_t v, uint32_t x, uint32_t key)
{
    if (shared->tangent[key] != CAGE_NONE) return true;
    const bool edge = !s->ring.closed && (x == 0 || x == s->ring.faces);
    if (s->kind == CAGE_CORNER || (s->kind == CAGE_CREASE && edge))
    {
        mas_rows_add(&b->rows, m->point[v], 2.0 / 3.0);
        mas_rows_add(&b->rows, spoke(m, s, x), 1.0 / 3.0);
        return mas_rows_end(&b->rows, &shared->tangent[key]);
    }
    mas_rows_add(&b->rows, shared->corner[v], 1.0);
    if (s->kind == CAGE_CREASE)
        add_crease_tangent(b, m, s, v, x);
    else
        add_smooth_tangent(b, m, s, shape, v, x);
    return mas_rows_end(&b->rows, &shared->tangent[key]);
}

static double cosine(const cage_sector* s)
{
    const int64_t n = (int64_t)s->ring.faces;
    if (s->ring.closed) return mas_cage_cos(2, n);
    return n == 1 && s->kind == CAGE_CORNER ? 0.0 : mas_cage_cos(1, n);
}

// r(x), times scale: across spoke x, how much farther the next spoke is than the last.
static void add_across(cage_build* b, const cage_mesh* m, const cage_sector* s, uint32_t x, double scale)
{
    const uint32_t n = s->ring.faces, last = s->ring.closed ? x + n - 1 : x - 1;
    mas_rows_add(&b->rows, spoke(m, s, x + 1), scale / 3.0);
    mas_rows_add(&b->rows, spoke(m, s, last), -scale / 3.0);
    mas_rows_add(&b->rows, opposite(m, s, x), scale / 6.0);
    mas_rows_add(&b->rows, opposite(m, s, last), -scale / 6.0);
}

enum
{
    P,
    E_NEXT,
    E_LAST,
    F_NEXT,
    F_LAST
};

// Beside a sharp edge there is no neighbour to meet: the other point serves for both.
static bool face_points(cage_build* b, const cage_mesh* m, const cage_sector* s, double twist, uint32_t face,
                        uint32_t i, uint32_t* p)
{
    const cage_sector* at = &s[i];
    const uint32_t next = (i + 1) % 4, last = (i + 3) % 4, k = at->ring.faces, j = at->at;
    const bool sharp_next = !at->ring.closed && j == 0, sharp_last = !at->ring.closed && j == k - 1;
    uint32_t* own = &p[5 * i];
    if (at->kind == CAGE_CORNER || (sharp_next && sharp_last))
    {
        mas_rows_add(&b->rows, m->point[m->vertex[4 * face + i]], 4.0 / 9.0);
        mas_rows_add(&b->rows, m->point[m->vertex[4 * face + next]], 2.0 / 9.0);
        mas_rows_add(&b->rows, m->point[m->vertex[4 * face + last]], 2.0 / 9.0);
        mas_rows_add(&b->rows, m->point[m->vertex[4 * face + (i + 2) % 4]], 1.0 / 9.0);
        if (!mas_rows_end(&b->rows, &own[F_NEXT])) return false;
        own[F_LAST] = own[F_NEXT];
        return true;
    }
    const double c = cosine(at), c_next = cosine(&s[next]), c_last = cosine(&s[last]);
    if (!sharp_next)
    {
        mas_rows_add(&b->rows, own[P], c_next / 3.0);
        mas_rows_add(&b->rows, own[E_NEXT], (3.0 - 2.0 * c - c_next) / 3.0);
        mas_rows_add(&b->rows, p[5 * next + E_LAST], 2.0 * c / 3.0);
        add_across(b, m, at, j, twist / 3.0);
        if (!mas_rows_end(&b->rows, &own[F_NEXT])) return false;
    }
    if (!sharp_last)
    {
        mas_rows_add(&b->rows, own[P], c_last / 3.0);
        mas_rows_add(&b->rows, own[E_LAST], (3.0 - 2.0 * c - c_last) / 3.0);
        mas_rows_add(&b->rows, p[5 * last + E_NEXT], 2.0 * c / 3.0);
        add_across(b, m, at, j + 1, -twist / 3.0);
        if (!mas_rows_end(&b->rows, &own[F_LAST])) return false;
    }
    if (sharp_next) own[F_NEXT] = own[F_LAST];
    if (sharp_last) own[F_LAST] = own[F_NEXT];
    return true;
}

bool mas_patch_gregory(cage_build* b, const cage_mesh* m, cage_shared* shared, uint32_t face, uint32_t p[20])
{
    cage_sector s[4];
    corner_shape shape[4];
    for (uint32_t i = 0; i < 4; ++i)
    {
        const uint32_t half = 4 * face + i, v = m->vertex[half];
        const uint32_t key[2] = { cage_begin_key(m, half), cage_end_key(m, cage_previous(m, half)) };
        mas_sector(m, half, &s[i]);
        shape[i] = shape_of(b, m, &s[i]);
        if (!corner_point(b, m, shared, &s[i], v)) return false;
        p[5 * i + P] = shared->corner[v];
        for (uint32_t k = 0; k < 2; ++k)
        {
            if (!tangent_point(b, m, shared, &s[i], shape[i], v, s[i].at + k, key[k])) return false;
            p[5 * i + E_NEXT + k] = shared->tangent[key[k]];
        }
    }
    for (uint32_t i = 0; i < 4; ++i)
        if (!face_points(b, m, s, shape[i].twist, face, i, p)) return false;
    return true;
}
