// Triangles around points: see hull_work.h.
#include "hull_work.h"

#include <string.h>

enum
{
    NONE = -1,
};

static triangle make_triangle(const lattice* l, uint32_t a, uint32_t b, uint32_t c)
{
    const place x    = place_of(l, a);
    const place n    = cross(minus(place_of(l, b), x), minus(place_of(l, c), x));
    const triangle t = {
        .corner = { (uint16_t)a, (uint16_t)b, (uint16_t)c }, .normal = n, .offset = dot(n, x), .length = length(n)
    };
    return t;
}

static int64_t height(const triangle* t, place x) // above its plane, times the normal's length
{
    return dot(t->normal, x) - t->offset;
}

// How far outside of the surface a point lies, units; 0 inside.
static double reach(const surface* s, place x)
{
    double most = 0.0;
    for (uint32_t f = 0; f < s->faces; ++f)
    {
        const double h = (double)height(&s->face[f], x) / s->face[f].length;
        most           = h > most ? h : most;
    }
    return most;
}

static hull_outcome start(const lattice* l, const uint16_t* index, uint32_t count, surface* s)
{
    uint32_t a = 0, b = 0, c = 0, d = 0;
    int64_t longest = -1;
    for (int axis = 0; axis < 3; ++axis)
    {
        uint32_t least = index[0], most = index[0];
        for (uint32_t i = 1; i < count; ++i)
        {
            const place x = place_of(l, index[i]);
            if (before(x, place_of(l, least), axis)) least = index[i];
            if (before(place_of(l, most), x, axis)) most = index[i];
        }
        const int64_t side = place_of(l, most).v[axis] - place_of(l, least).v[axis];
        if (side <= longest) continue;
        longest = side;
        a       = least;
        b       = most;
    }
    const place origin = place_of(l, a), line = minus(place_of(l, b), origin);
    double farthest = -1.0;
    for (uint32_t i = 0; i < count; ++i)
    {
        const place x     = place_of(l, index[i]);
        const double away = length(cross(line, minus(x, origin)));
        if (away < farthest || (away == farthest && !before(x, place_of(l, c), 0))) continue;
        farthest = away;
        c        = index[i];
    }
    // Half: what lies within that of a line or a plane is not thicker than the whole.
    if (farthest < 0.5 * l->flat * length(line)) return HULL_ON_A_LINE;
    const triangle base = make_triangle(l, a, b, c);
    int64_t highest     = 0;
    for (uint32_t i = 0; i < count; ++i)
    {
        const place x   = place_of(l, index[i]);
        const int64_t h = height(&base, x), size = h < 0 ? -h : h, top = highest < 0 ? -highest : highest;
        if (size < top || size == 0 || (size == top && !before(x, place_of(l, d), 0))) continue;
        highest = h;
        d       = index[i];
    }
    if ((double)(highest < 0 ? -highest : highest) <= 0.5 * l->flat * base.length) return HULL_IN_A_PLANE;
    if (highest > 0) // the fourth point must lie below
    {
        const uint32_t t = b;
        b                = c;
        c                = t;
    }
    s->face[0] = make_triangle(l, a, b, c);
    s->face[1] = make_triangle(l, a, d, b);
    s->face[2] = make_triangle(l, b, d, c);
    s->face[3] = make_triangle(l, c, d, a);
    s->faces   = 4;
    return HULL_SOLID;
}

static bool has_edge(const triangle* t, uint32_t from, uint32_t to)
{
    for (int k = 0; k < 3; ++k)
        if (t->corner[k] == from && t->corner[(k + 1) % 3] == to) return true;
    return false;
}

// Takes away the triangles that see the point and closes the rim with new ones. A triangle whose plane the point lies
// in stays: so a new one is never degenerate.
static void insert(const lattice* l, surface* s, uint32_t point)
{
    const place x = place_of(l, point);
    bool sees[MAX_TRIANGLES];
    triangle made[HULL_MAX_CORNERS]; // the rim passes each corner at most once
    uint32_t count = 0, kept = 0;
    for (uint32_t f = 0; f < s->faces; ++f)
        sees[f] = height(&s->face[f], x) > 0;
    for (uint32_t f = 0; f < s->faces; ++f)
        for (int k = 0; k < 3 && sees[f]; ++k)
        {
            const uint32_t from = s->face[f].corner[k], to = s->face[f].corner[(k + 1) % 3];
            for (uint32_t g = 0; g < s->faces; ++g)
                if (!sees[g] && has_edge(&s->face[g], to, from)) made[count++] = make_triangle(l, from, to, point);
        }
    for (uint32_t f = 0; f < s->faces; ++f)
        if (!sees[f]) s->face[kept++] = s->face[f];
    memcpy(s->face + kept, made, count * sizeof *made);
    s->faces = kept + count;
}

hull_outcome mas_hull_grow(const lattice* l, uint16_t* index, uint32_t count, double tolerance, surface* s)
{
    const hull_outcome begun = start(l, index, count, s);
    if (begun != HULL_SOLID) return begun;
    for (;;)
    {
        int64_t highest[MAX_TRIANGLES] = { 0 };
        uint16_t who[MAX_TRIANGLES]    = { 0 };
        uint32_t outside               = 0;
        for (uint32_t i = 0; i < count; ++i)
        {
            const place x = place_of(l, index[i]);
            bool above    = false;
            for (uint32_t f = 0; f < s->faces; ++f)
            {
                const int64_t h = height(&s->face[f], x);
                if (h <= 0) continue;
                above = true;
                if (h < highest[f] || (h == highest[f] && !before(x, place_of(l, who[f]), 0))) continue;
                highest[f] = h;
                who[f]     = index[i];
            }
            if (above) index[outside++] = index[i];
        }
        count           = outside;
        double farthest = tolerance;
        int best        = NONE;
        for (uint32_t f = 0; f < s->faces; ++f)
        {
            const double h = (double)highest[f] / s->face[f].length;
            if (h <= farthest) continue;
            farthest = h;
            best     = (int)f;
        }
        if (best == NONE) return HULL_SOLID;
        insert(l, s, who[best]);
        if (s->faces > HULL_MAX_FACES) return HULL_TOO_MANY_CORNERS;
    }
}

uint32_t mas_hull_list_corners(const surface* s, uint16_t corner[HULL_MAX_CORNERS])
{
    uint32_t count = 0;
    for (uint32_t k = 0; k < 3 * s->faces; ++k)
    {
        const uint16_t c = s->face[k / 3].corner[k % 3];
        uint32_t at      = 0;
        while (at < count && corner[at] < c)
            ++at;
        if (at < count && corner[at] == c) continue;
        memmove(corner + at + 1, corner + at, (count - at) * sizeof *corner);
        corner[at] = c;
        ++count;
    }
    return count;
}

static bool holds_all(const lattice* l, const surface* s)
{
    for (uint32_t i = 0; i < l->count; ++i)
        if (reach(s, place_of(l, i)) > l->tolerance) return false;
    return true;
}

// A corner that stood out when it came may be all but level with those that came after it. Each is tried once: with
// fewer others it would be needed all the more.
void mas_hull_prune(const lattice* l, surface* s)
{
    uint16_t corner[HULL_MAX_CORNERS], rest[HULL_MAX_CORNERS];
    uint32_t count = mas_hull_list_corners(s, corner);
    for (uint32_t k = 0; k < count && count > 4;)
    {
        surface without;
        uint32_t others = 0;
        for (uint32_t i = 0; i < count; ++i)
            if (i != k) rest[others++] = corner[i];
        const bool needed = mas_hull_grow(l, rest, others, 0.0, &without) != HULL_SOLID ||
                            reach(&without, place_of(l, corner[k])) > l->tolerance || !holds_all(l, &without);
        if (needed)
        {
            ++k;
            continue;
        }
        *s    = without;
        count = mas_hull_list_corners(s, corner);
    }
}

static double width(place normal, const place* corner, uint32_t count)
{
    int64_t lo = dot(normal, corner[0]), hi = lo;
    for (uint32_t i = 1; i < count; ++i)
    {
        const int64_t at = dot(normal, corner[i]);
        lo               = at < lo ? at : lo;
        hi               = at > hi ? at : hi;
    }
    return (double)(hi - lo) / length(normal);
}

// One of the two planes holds a face, or each of them an edge.
double mas_hull_thickness(const lattice* l, const surface* s)
{
    uint16_t index[HULL_MAX_CORNERS];
    place corner[HULL_MAX_CORNERS], edge[HULL_MAX_EDGES];
    const uint32_t count = mas_hull_list_corners(s, index);
    uint32_t edges       = 0;
    double least         = 2.0 * UNITS;
    for (uint32_t i = 0; i < count; ++i)
        corner[i] = place_of(l, index[i]);
    for (uint32_t f = 0; f < s->faces; ++f)
    {
        const double w = width(s->face[f].normal, corner, count);
        least          = w < least ? w : least;
        for (int k = 0; k < 3; ++k)
        {
            const uint32_t from = s->face[f].corner[k], to = s->face[f].corner[(k + 1) % 3];
            if (from < to) edge[edges++] = minus(place_of(l, to), place_of(l, from));
        }
    }
    for (uint32_t a = 0; a < edges; ++a)
        for (uint32_t b = a + 1; b < edges; ++b)
        {
            const place normal = cross(edge[a], edge[b]);
            if (normal.v[0] == 0 && normal.v[1] == 0 && normal.v[2] == 0) continue; // parallel
            const double w = width(normal, corner, count);
            least          = w < least ? w : least;
        }
    return least;
}
