// From triangles to plane faces, and to what kernels read: see hull_work.h.
#include "hull_work.h"
#include "mass.h"

#include <string.h>

typedef struct polygon
{
    uint8_t loop[HULL_MAX_CORNERS];
    uint32_t count;
    uint32_t corners; // one bit each
    place area;       // vector, of twice the area
} polygon;

typedef struct solid
{
    place corner[HULL_MAX_CORNERS];
    uint32_t corners;
    polygon face[HULL_MAX_FACES];
    uint32_t faces;
    double tolerance; // units: how far below its plane a face's corner may lie
} solid;

static void begin(const lattice* l, const surface* s, solid* out)
{
    uint16_t index[HULL_MAX_CORNERS];
    out->corners   = mas_hull_list_corners(s, index);
    out->faces     = s->faces;
    out->tolerance = l->tolerance;
    for (uint32_t i = 0; i < out->corners; ++i)
        out->corner[i] = place_of(l, index[i]);
    for (uint32_t f = 0; f < s->faces; ++f)
    {
        polygon* p = &out->face[f];
        *p         = (polygon){ .count = 3, .area = s->face[f].normal };
        for (uint32_t k = 0; k < 3; ++k)
        {
            while (index[p->loop[k]] != s->face[f].corner[k])
                ++p->loop[k];
            p->corners |= 1u << p->loop[k];
        }
    }
}

static double dot_area(place area, place x) // areas are too large for a product of integers
{
    return (double)area.v[0] * (double)x.v[0] + (double)area.v[1] * (double)x.v[1] + (double)area.v[2] * (double)x.v[2];
}

static uint32_t all_but_two(uint32_t bits) // without its lowest two
{
    bits &= bits - 1;
    return bits & (bits - 1);
}

// Where a loop goes from one corner of a set straight to another; its length when it does not.
static uint32_t find_edge(const polygon* p, uint32_t corners)
{
    uint32_t k = 0;
    while (k < p->count && (corners >> p->loop[k] & corners >> p->loop[(k + 1) % p->count] & 1) == 0)
        ++k;
    return k;
}

static bool strictly_convex(const solid* s, const polygon* p)
{
    for (uint32_t k = 0; k < p->count; ++k)
    {
        const place a = s->corner[p->loop[k]], b = s->corner[p->loop[(k + 1) % p->count]];
        const place c = s->corner[p->loop[(k + 2) % p->count]];
        if (dot_area(p->area, cross(minus(b, a), minus(c, b))) <= 0.0) return false;
    }
    return true;
}

// How far the lowest corner of a face lies below the plane that the face would have, units.
static double depth(const solid* s, const polygon* p)
{
    const double size = length(p->area);
    double top = dot_area(p->area, s->corner[0]), bottom = dot_area(p->area, s->corner[p->loop[0]]);
    for (uint32_t i = 0; i < s->corners; ++i)
    {
        const double h = dot_area(p->area, s->corner[i]);
        top            = h > top ? h : top;
        bottom         = (p->corners >> i & 1) != 0 && h < bottom ? h : bottom;
    }
    return (top - bottom) / size;
}

// Two faces as one, if that leaves a sound solid: they share one edge and nothing else, no third face shares more than
// that with the new one, it is convex and plane, and they are not two sides of a sharp edge.
static bool join(const solid* s, uint32_t first, uint32_t second, polygon* out, double* below)
{
    const polygon *a = &s->face[first], *b = &s->face[second];
    const uint32_t shared = a->corners & b->corners;
    if (all_but_two(shared) != 0) return false;
    const uint32_t at = find_edge(a, shared), from = find_edge(b, shared);
    if (at == a->count || from == b->count) return false;
    for (uint32_t f = 0; f < s->faces; ++f)
        if (f != first && f != second && all_but_two((a->corners | b->corners) & s->face[f].corners) != 0) return false;
    if (dot_area(a->area, b->area) <= 0.5 * length(a->area) * length(b->area)) return false; // 60 degrees
    *out = (polygon){ .corners = a->corners | b->corners };
    for (int k = 0; k < 3; ++k)
        out->area.v[k] = a->area.v[k] + b->area.v[k];
    for (uint32_t k = 1; k <= a->count; ++k)
        out->loop[out->count++] = a->loop[(at + k) % a->count];
    for (uint32_t k = 2; k < b->count; ++k)
        out->loop[out->count++] = b->loop[(from + k) % b->count];
    *below = depth(s, out);
    return *below <= s->tolerance && strictly_convex(s, out);
}

static void join_all(solid* s)
{
    for (;;)
    {
        polygon joined, best = { 0 };
        uint32_t first = 0, second = 0;
        double least = 0.0;
        for (uint32_t a = 0; a < s->faces; ++a)
            for (uint32_t b = a + 1; b < s->faces; ++b)
            {
                double below;
                if (!join(s, a, b, &joined, &below)) continue;
                if (best.count > 0 && below >= least) continue;
                best   = joined;
                least  = below;
                first  = a;
                second = b;
            }
        if (best.count == 0) return;
        s->face[first]  = best;
        s->face[second] = s->face[--s->faces];
    }
}

// Loops from their lowest corner, faces by the first two.
static void put_in_order(solid* s)
{
    for (uint32_t f = 0; f < s->faces; ++f)
    {
        polygon p      = s->face[f];
        uint32_t least = 0, to = f;
        for (uint32_t k = 1; k < p.count; ++k)
            if (p.loop[k] < p.loop[least]) least = k;
        for (uint32_t k = 0; k < p.count; ++k)
            p.loop[k] = s->face[f].loop[(least + k) % p.count];
        for (; to > 0; --to)
        {
            const polygon* q = &s->face[to - 1];
            if (q->loop[0] < p.loop[0] || (q->loop[0] == p.loop[0] && q->loop[1] < p.loop[1])) break;
            s->face[to] = *q;
        }
        s->face[to] = p;
    }
}

static void write_faces(const solid* s, hull_data* out)
{
    uint8_t left[HULL_MAX_CORNERS][HULL_MAX_CORNERS]; // of the way from one corner to another: 1 + face
    uint32_t at = 0;
    memset(left, 0, sizeof left);
    out->faces = s->faces;
    for (uint32_t f = 0; f < s->faces; ++f)
    {
        const polygon* p = &s->face[f];
        out->range[f]    = at | p->count << 16;
        for (uint32_t k = 0; k < p->count; ++k, ++at)
        {
            out->loop[at / 4] |= (uint32_t)p->loop[k] << 8 * (at % 4);
            left[p->loop[k]][p->loop[(k + 1) % p->count]] = (uint8_t)(f + 1);
        }
    }
    for (uint32_t a = 0; a < s->corners; ++a)
        for (uint32_t b = a + 1; b < s->corners; ++b)
            if (left[a][b] != 0)
                out->edge[out->edges++] = a | b << 8 | (left[a][b] - 1u) << 16 | (left[b][a] - 1u) << 24;
}

static void write_corners(const lattice* l, const solid* s, const int64_t origin[3], hull_data* out)
{
    out->corners = s->corners;
    for (uint32_t i = 0; i < s->corners; ++i) // exact: integers of 21 bits times a power of two
    {
        out->corner[i].x = (float)((double)(s->corner[i].v[0] - origin[0]) * l->step);
        out->corner[i].y = (float)((double)(s->corner[i].v[1] - origin[1]) * l->step);
        out->corner[i].z = (float)((double)(s->corner[i].v[2] - origin[2]) * l->step);
    }
}

// The normal is that of the area, and the plane goes through the outermost corner of all: none lies outside.
static void write_planes(const solid* s, hull_data* out)
{
    for (uint32_t f = 0; f < s->faces; ++f)
    {
        const place area  = s->face[f].area;
        const double size = length(area);
        mas_vec4* p       = &out->face[f];
        p->x              = (float)((double)area.v[0] / size);
        p->y              = (float)((double)area.v[1] / size);
        p->z              = (float)((double)area.v[2] / size);
        double top        = 0.0;
        for (uint32_t i = 0; i < s->corners; ++i)
        {
            const mas_vec4 c = out->corner[i];
            const double h   = (double)p->x * (double)c.x + (double)p->y * (double)c.y + (double)p->z * (double)c.z;
            top              = h > top ? h : top;
        }
        p->w = (float)top;
    }
}

void mas_hull_write(const lattice* l, const surface* triangles, hull_data* out, massa_vec3* offset)
{
    solid s;
    int64_t origin[3] = { 0, 0, 0 };
    begin(l, triangles, &s);
    join_all(&s);
    put_in_order(&s);
    memset(out, 0, sizeof *out);
    write_faces(&s, out);
    write_corners(l, &s, origin, out);
    const massa_vec3 centre = mas_mass_hull(out, 1.0f).centre;
    origin[0]               = nearest((double)centre.x / l->step);
    origin[1]               = nearest((double)centre.y / l->step);
    origin[2]               = nearest((double)centre.z / l->step);
    write_corners(l, &s, origin, out);
    write_planes(&s, out);
    offset->x = (float)(l->origin[0] + (double)origin[0] * l->step);
    offset->y = (float)(l->origin[1] + (double)origin[1] * l->step);
    offset->z = (float)(l->origin[2] + (double)origin[2] * l->step);
}
