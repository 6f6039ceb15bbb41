#include "hulls.h"

#include <math.h>
#include <munit.h>
#include <stdbool.h>

enum
{
    NONE = 255
};

static void add_corner(hull_data* h, double x, double y, double z)
{
    munit_assert_uint32(h->corners, <, HULL_MAX_CORNERS);
    h->corner[h->corners++] = (mas_vec4){ (float)x, (float)y, (float)z, 0.0f };
}

static void add_face(hull_data* h, uint32_t count, const uint32_t* corner)
{
    munit_assert_uint32(h->faces, <, HULL_MAX_FACES);
    uint32_t first = 0;
    if (h->faces > 0) first = (h->range[h->faces - 1] & 0xFFFF) + (h->range[h->faces - 1] >> 16);
    h->range[h->faces++] = first | count << 16;
    for (uint32_t k = 0; k < count; ++k)
        h->loop[(first + k) / 4] |= corner[k] << (first + k) % 4 * 8;
}

uint32_t test_hull_face_corners(const hull_data* h, uint32_t face)
{
    return h->range[face] >> 16;
}

uint32_t test_hull_face_corner(const hull_data* h, uint32_t face, uint32_t number)
{
    const uint32_t at = (h->range[face] & 0xFFFF) + number % test_hull_face_corners(h, face);
    return h->loop[at / 4] >> at % 4 * 8 & 255;
}

// Newell's normal, and the mean distance of the corners along it.
static void find_plane(hull_data* h, uint32_t face)
{
    const uint32_t n = test_hull_face_corners(h, face);
    double x = 0.0, y = 0.0, z = 0.0, distance = 0.0;
    for (uint32_t k = 0; k < n; ++k)
    {
        const mas_vec4 a = h->corner[test_hull_face_corner(h, face, k)];
        const mas_vec4 b = h->corner[test_hull_face_corner(h, face, k + 1)];
        x += ((double)a.y - b.y) * ((double)a.z + b.z);
        y += ((double)a.z - b.z) * ((double)a.x + b.x);
        z += ((double)a.x - b.x) * ((double)a.y + b.y);
    }
    const double length = sqrt(x * x + y * y + z * z);
    x /= length, y /= length, z /= length;
    for (uint32_t k = 0; k < n; ++k)
    {
        const mas_vec4 a = h->corner[test_hull_face_corner(h, face, k)];
        distance += (x * a.x + y * a.y + z * a.z) / n;
    }
    h->face[face] = (mas_vec4){ (float)x, (float)y, (float)z, (float)distance };
}

static uint32_t face_with(const hull_data* h, uint32_t from, uint32_t to)
{
    for (uint32_t f = 0; f < h->faces; ++f)
        for (uint32_t k = 0; k < test_hull_face_corners(h, f); ++k)
            if (test_hull_face_corner(h, f, k) == from && test_hull_face_corner(h, f, k + 1) == to) return f;
    return NONE;
}

static void find_edges(hull_data* h)
{
    for (uint32_t f = 0; f < h->faces; ++f)
        for (uint32_t k = 0; k < test_hull_face_corners(h, f); ++k)
        {
            const uint32_t a = test_hull_face_corner(h, f, k), b = test_hull_face_corner(h, f, k + 1);
            const uint32_t other = face_with(h, b, a);
            munit_assert_uint32(other, !=, NONE);
            if (a > b) continue; // found from the other face
            munit_assert_uint32(h->edges, <, HULL_MAX_EDGES);
            h->edge[h->edges++] = a | b << 8 | f << 16 | other << 24;
        }
}

// Two rings of n corners around y, lower and upper.
static void make_column(hull_data* h, uint32_t n)
{
    uint32_t top[HULL_MAX_CORNERS], bottom[HULL_MAX_CORNERS];
    for (uint32_t k = 0; k < 2 * n; ++k)
    {
        const double angle = 2.0 * acos(-1.0) * (k % n) / n;
        add_corner(h, sin(angle), k < n ? -1.0 : 1.0, cos(angle)); // from z to x: counter-clockwise seen from above
    }
    for (uint32_t k = 0; k < n; ++k)
        top[k] = n + k, bottom[k] = n - 1 - k;
    add_face(h, n, top);
    add_face(h, n, bottom);
    for (uint32_t k = 0; k < n; ++k)
        add_face(h, 4, (uint32_t[]){ k, (k + 1) % n, n + (k + 1) % n, n + k });
}

static void make_cone(hull_data* h, uint32_t n)
{
    uint32_t bottom[HULL_MAX_CORNERS];
    for (uint32_t k = 0; k < n; ++k)
    {
        const double angle = 2.0 * acos(-1.0) * k / n;
        add_corner(h, sin(angle), -0.5, cos(angle));
        bottom[k] = n - 1 - k;
    }
    add_corner(h, 0.0, 1.0, 0.0);
    add_face(h, n, bottom);
    for (uint32_t k = 0; k < n; ++k)
        add_face(h, 3, (uint32_t[]){ k, (k + 1) % n, n });
}

static void make_flat(hull_data* h)
{
    for (uint32_t k = 0; k < 4; ++k)
        add_corner(h, k == 1 || k == 2 ? 1.0 : -1.0, 0.0, k < 2 ? 1.0 : -1.0);
    add_face(h, 4, (uint32_t[]){ 0, 1, 2, 3 });
    add_face(h, 4, (uint32_t[]){ 3, 2, 1, 0 });
}

static void make_octahedron(hull_data* h)
{
    for (uint32_t k = 0; k < 6; ++k)
    {
        const double side = k % 2 == 0 ? 1.0 : -1.0;
        add_corner(h, k / 2 == 0 ? side : 0.0, k / 2 == 1 ? side : 0.0, k / 2 == 2 ? side : 0.0);
    }
    for (uint32_t k = 0; k < 8; ++k)
    {
        const uint32_t x = k & 1, y = 2 + (k >> 1 & 1), z = 4 + (k >> 2);
        const bool turns = ((k & 1) + (k >> 1 & 1) + (k >> 2)) % 2 == 1; // an odd number of mirrors
        add_face(h, 3, turns ? (uint32_t[]){ x, z, y } : (uint32_t[]){ x, y, z });
    }
}

static void make_cube(hull_data* h)
{
    for (uint32_t k = 0; k < 8; ++k)
        add_corner(h, k & 1 ? 1.0 : -1.0, k & 2 ? 1.0 : -1.0, k & 4 ? 1.0 : -1.0);
    static const uint32_t face[6][4] = {
        { 1, 3, 7, 5 }, { 0, 4, 6, 2 }, { 2, 6, 7, 3 }, { 0, 1, 5, 4 }, { 4, 5, 7, 6 }, { 0, 2, 3, 1 },
    };
    for (uint32_t k = 0; k < 6; ++k)
        add_face(h, 4, face[k]);
}

static void make_tetrahedron(hull_data* h)
{
    add_corner(h, 1.0, 1.0, 1.0);
    add_corner(h, 1.0, -1.0, -1.0);
    add_corner(h, -1.0, 1.0, -1.0);
    add_corner(h, -1.0, -1.0, 1.0);
    static const uint32_t face[4][3] = { { 0, 1, 2 }, { 0, 3, 1 }, { 0, 2, 3 }, { 1, 3, 2 } };
    for (uint32_t k = 0; k < 4; ++k)
        add_face(h, 3, face[k]);
}

hull_data test_make_hull(test_hull kind, float x, float y, float z)
{
    hull_data h = { 0 };
    switch (kind)
    {
    case HULL_CUBE: make_cube(&h); break;
    case HULL_TETRAHEDRON: make_tetrahedron(&h); break;
    case HULL_OCTAHEDRON: make_octahedron(&h); break;
    case HULL_PRISM: make_column(&h, 3); break;
    case HULL_CYLINDER: make_column(&h, 12); break;
    case HULL_CONE: make_cone(&h, 8); break;
    default: make_flat(&h); break;
    }
    for (uint32_t k = 0; k < h.corners; ++k)
        h.corner[k] = (mas_vec4){ h.corner[k].x * x, h.corner[k].y * y, h.corner[k].z * z, 0.0f };
    for (uint32_t f = 0; f < h.faces; ++f)
        find_plane(&h, f);
    find_edges(&h);
    munit_assert_uint32(h.corners + h.faces, ==, h.edges + 2); // Euler
    for (uint32_t f = 0; f < h.faces; ++f)
        for (uint32_t k = 0; k < h.corners; ++k)
            munit_assert_float(h.face[f].x * h.corner[k].x + h.face[f].y * h.corner[k].y + h.face[f].z * h.corner[k].z,
                               <=, h.face[f].w + 1e-5f * (x + y + z)); // outward
    return h;
}

mas_vec4 test_hull_half(const hull_data* h)
{
    mas_vec4 half = { 0.0f, 0.0f, 0.0f, 0.0f };
    for (uint32_t k = 0; k < h->corners; ++k)
    {
        const mas_vec4 c = h->corner[k];
        half.x           = fmaxf(half.x, fabsf(c.x));
        half.y           = fmaxf(half.y, fabsf(c.y));
        half.z           = fmaxf(half.z, fabsf(c.z));
        half.w           = fmaxf(half.w, sqrtf(c.x * c.x + c.y * c.y + c.z * c.z) * 1.000001f);
    }
    return half;
}
