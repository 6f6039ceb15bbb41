#include "hull_work.h"

#include <stdarg.h>
#include <stdio.h>

static bool refuse(char* reason, size_t size, const char* format, ...)
{
    va_list args;
    va_start(args, format);
    if (reason != NULL && size > 0) vsnprintf(reason, size, format, args);
    va_end(args);
    return false;
}

static bool at_most(float value, float limit)
{
    return value >= -limit && value <= limit; // false for NaN
}

static bool check_points(const massa_vec3* points, uint32_t count, char* reason, size_t size)
{
    if (points == NULL) return refuse(reason, size, "The hull's points are null: give an array of them.");
    if (count < 4) return refuse(reason, size, "A hull needs at least 4 points, and has %u: add some.", count);
    if (count > MASSA_MAX_HULL_POINTS)
        return refuse(reason, size, "A hull takes at most %d points, and has %u: leave out those that lie inside.",
                      (int)MASSA_MAX_HULL_POINTS, count);
    for (uint32_t i = 0; i < count; ++i)
    {
        const massa_vec3 p = points[i];
        if (!isfinite(p.x) || !isfinite(p.y) || !isfinite(p.z))
            return refuse(reason, size, "Point %u of the hull, (%g, %g, %g), is not finite: leave it out or repair it.",
                          i, (double)p.x, (double)p.y, (double)p.z);
        if (!at_most(p.x, MAS_HULL_REACH) || !at_most(p.y, MAS_HULL_REACH) || !at_most(p.z, MAS_HULL_REACH))
            return refuse(reason, size,
                          "Point %u of the hull, (%g, %g, %g), is beyond %g m: move the points to their own origin, or "
                          "scale them down.",
                          i, (double)p.x, (double)p.y, (double)p.z, (double)MAS_HULL_REACH);
    }
    return true;
}

static bool refuse_thin(double thickness, char* reason, size_t size)
{
    return refuse(reason, size,
                  "The hull is %.3g m thick, and %g m is the least: make it thicker, or use a larger scale.", thickness,
                  (double)MAS_HULL_THICKNESS);
}

static bool refuse_flat(const char* where, double side, char* reason, size_t size)
{
    return refuse(reason, size,
                  "The hull's points lie %s, within %.3g m: spread them in all directions, to more than %g of the "
                  "longest side.",
                  where, (double)MAS_HULL_FLAT * side, (double)MAS_HULL_FLAT);
}

static void lay_out(lattice* l, const massa_vec3* points, uint32_t count, double* longest)
{
    double lo[3] = { (double)points[0].x, (double)points[0].y, (double)points[0].z }, hi[3] = { lo[0], lo[1], lo[2] };
    for (uint32_t i = 1; i < count; ++i)
    {
        const double x[3] = { (double)points[i].x, (double)points[i].y, (double)points[i].z };
        for (int k = 0; k < 3; ++k)
        {
            lo[k] = x[k] < lo[k] ? x[k] : lo[k];
            hi[k] = x[k] > hi[k] ? x[k] : hi[k];
        }
    }
    double side = 0.0;
    for (int k = 0; k < 3; ++k)
        side = hi[k] - lo[k] > side ? hi[k] - lo[k] : side;
    *l       = (lattice){ .points = points, .count = count, .step = 0x1p-40 };
    *longest = side;
    while (l->step * UNITS < side)
        l->step *= 2.0;
    for (int k = 0; k < 3; ++k)
        l->origin[k] = (double)nearest(0.5 * (lo[k] + hi[k]) / l->step) * l->step;
    l->tolerance = 0.5 * (double)MAS_HULL_TOLERANCE * side / l->step;
    l->flat      = (double)MAS_HULL_FLAT * side / l->step;
}

bool mas_hull_build(const massa_vec3* points, uint32_t count, hull_data* out, massa_vec3* offset, char* reason,
                    size_t reason_size)
{
    lattice l;
    surface s;
    double side;
    uint16_t index[MASSA_MAX_HULL_POINTS];
    if (!check_points(points, count, reason, reason_size)) return false;
    lay_out(&l, points, count, &side);
    if (side == 0.0)
        return refuse(reason, reason_size, "The hull's points are all in one place, (%g, %g, %g): spread them.",
                      (double)points[0].x, (double)points[0].y, (double)points[0].z);
    if (side < (double)MAS_HULL_THICKNESS) return refuse_thin(side, reason, reason_size);
    for (uint32_t i = 0; i < count; ++i)
        index[i] = (uint16_t)i;
    switch (mas_hull_grow(&l, index, count, l.tolerance, &s))
    {
    case HULL_ON_A_LINE: return refuse_flat("on a line", side, reason, reason_size);
    case HULL_IN_A_PLANE: return refuse_flat("in a plane", side, reason, reason_size);
    case HULL_TOO_MANY_CORNERS:
        return refuse(reason, reason_size,
                      "The hull has more than %d corners: simplify it, or make a compound of several hulls.",
                      HULL_MAX_CORNERS);
    default: break;
    }
    mas_hull_prune(&l, &s);
    const double thickness = mas_hull_thickness(&l, &s);
    if (thickness * l.step < (double)MAS_HULL_THICKNESS) return refuse_thin(thickness * l.step, reason, reason_size);
    if (thickness < l.flat) return refuse_flat("in a plane", side, reason, reason_size);
    mas_hull_write(&l, &s, out, offset);
    return true;
}

void mas_hull_bounds(const hull_data* h, massa_vec3* half, float* radius)
{
    double most = 0.0;
    *half       = (massa_vec3){ 0.0f, 0.0f, 0.0f };
    for (uint32_t i = 0; i < h->corners; ++i)
    {
        const float x = fabsf(h->corner[i].x), y = fabsf(h->corner[i].y), z = fabsf(h->corner[i].z);
        const double squared = (double)x * (double)x + (double)y * (double)y + (double)z * (double)z;
        half->x              = x > half->x ? x : half->x;
        half->y              = y > half->y ? y : half->y;
        half->z              = z > half->z ? z : half->z;
        most                 = squared > most ? squared : most;
    }
    *radius = (float)(sqrt(most) * 1.0000001); // not less for being rounded
}

// ---- Hulls from outside ----

static const float SLACK = 1e-3f; // of the largest coordinate, for what is convex and plane

static bool counts_sound(const hull_data* h)
{
    if (h->corners < 4 || h->corners > HULL_MAX_CORNERS || h->faces < 4 || h->faces > HULL_MAX_FACES || h->edges < 6 ||
        h->edges > HULL_MAX_EDGES || h->corners + h->faces != h->edges + 2)
        return false;
    uint32_t at = 0;
    for (uint32_t f = 0; f < h->faces; ++f)
    {
        const uint32_t count = mas_hull_corner_count(h, f);
        if ((h->range[f] & 0xFFFF) != at || count < 3 || count > h->corners || at + count > 2 * h->edges) return false;
        at += count;
    }
    return at == 2 * h->edges;
}

// Each loop passes a corner once, each way between two corners belongs to one face, and the edges are these ways.
static bool loops_sound(const hull_data* h)
{
    uint8_t left[HULL_MAX_CORNERS][HULL_MAX_CORNERS] = { { 0 } }; // 1 + face
    uint32_t faces_at[HULL_MAX_CORNERS]              = { 0 };
    for (uint32_t f = 0; f < h->faces; ++f)
    {
        const uint32_t count = mas_hull_corner_count(h, f);
        uint32_t seen        = 0;
        for (uint32_t k = 0; k < count; ++k)
        {
            const uint32_t a = mas_hull_corner(h, f, k), b = mas_hull_corner(h, f, (k + 1) % count);
            if (a >= h->corners || b >= h->corners || (seen >> a & 1) != 0 || left[a][b] != 0) return false;
            seen |= 1u << a;
            left[a][b] = (uint8_t)(f + 1);
            ++faces_at[a];
        }
    }
    for (uint32_t i = 0; i < h->corners; ++i)
        if (faces_at[i] < 3) return false;
    for (uint32_t e = 0; e < h->edges; ++e)
    {
        const uint32_t a = h->edge[e] & 0xFF, b = h->edge[e] >> 8 & 0xFF;
        if (a >= b || b >= h->corners ||
            (e > 0 && a * 256 + b <= (h->edge[e - 1] & 0xFF) * 256 + (h->edge[e - 1] >> 8 & 0xFF)))
            return false;
        if (left[a][b] == 0 || left[a][b] != (h->edge[e] >> 16 & 0xFF) + 1 || left[b][a] != (h->edge[e] >> 24) + 1)
            return false;
    }
    return true; // edges are different, and there are half as many as ways
}

static bool numbers_sound(const hull_data* h)
{
    const float most = 2.0f * MAS_HULL_REACH;
    float size       = 0.0f;
    for (uint32_t i = 0; i < h->corners; ++i)
    {
        const mas_vec4 c = h->corner[i];
        if (!at_most(c.x, most) || !at_most(c.y, most) || !at_most(c.z, most) || c.w != 0.0f) return false;
        const float reach[3] = { fabsf(c.x), fabsf(c.y), fabsf(c.z) };
        for (int k = 0; k < 3; ++k)
            size = reach[k] > size ? reach[k] : size;
    }
    for (uint32_t f = 0; f < h->faces; ++f)
    {
        const mas_vec4 n    = h->face[f];
        const float squared = n.x * n.x + n.y * n.y + n.z * n.z;
        if (!(squared > 0.9999f && squared < 1.0001f && n.w > 0.0f && n.w <= 2.0f * most)) return false;
        uint32_t own = 0;
        for (uint32_t k = 0; k < mas_hull_corner_count(h, f); ++k)
            own |= 1u << mas_hull_corner(h, f, k);
        for (uint32_t i = 0; i < h->corners; ++i)
        {
            const float height = n.x * h->corner[i].x + n.y * h->corner[i].y + n.z * h->corner[i].z - n.w;
            if (height > SLACK * size || ((own >> i & 1) != 0 && height < -SLACK * size)) return false;
        }
    }
    return true;
}

static bool zero(const void* bytes, size_t size)
{
    for (size_t i = 0; i < size; ++i)
        if (((const uint8_t*)bytes)[i] != 0) return false;
    return true;
}

static bool rest_is_zero(const hull_data* h)
{
    for (uint32_t at = 2 * h->edges; at < 4 * HULL_LOOP_WORDS; ++at)
        if ((h->loop[at / 4] >> 8 * (at % 4) & 0xFF) != 0) return false;
    return zero(h->corner + h->corners, (HULL_MAX_CORNERS - h->corners) * sizeof *h->corner) &&
           zero(h->face + h->faces, (HULL_MAX_FACES - h->faces) * sizeof *h->face) &&
           zero(h->range + h->faces, (HULL_MAX_FACES - h->faces) * sizeof *h->range) &&
           zero(h->edge + h->edges, (HULL_MAX_EDGES - h->edges) * sizeof *h->edge) && zero(h->spare, sizeof h->spare);
}

bool mas_hull_sound(const hull_data* h)
{
    return counts_sound(h) && loops_sound(h) && numbers_sound(h) && rest_is_zero(h);
}
