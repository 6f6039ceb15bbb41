#include "points.h"
#include "oracle/quaternion.h"

#include <math.h>
#include <string.h>

typedef struct vec
{
    double x, y, z;
} vec;

static vec vec_of(mas_vec4 a)
{
    return (vec){ (double)a.x, (double)a.y, (double)a.z };
}

static vec sub(vec a, vec b)
{
    return (vec){ a.x - b.x, a.y - b.y, a.z - b.z };
}

static vec cross(vec a, vec b)
{
    return (vec){ a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x };
}

static double dot(vec a, vec b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

float test_longest_side(const massa_vec3* p, uint32_t count)
{
    massa_vec3 lo = p[0], hi = p[0];
    for (uint32_t i = 1; i < count; ++i)
    {
        lo = (massa_vec3){ fminf(lo.x, p[i].x), fminf(lo.y, p[i].y), fminf(lo.z, p[i].z) };
        hi = (massa_vec3){ fmaxf(hi.x, p[i].x), fmaxf(hi.y, p[i].y), fmaxf(hi.z, p[i].z) };
    }
    return fmaxf(hi.x - lo.x, fmaxf(hi.y - lo.y, hi.z - lo.z));
}

// ---- The verification ----

static void expect_closed(const hull_data* h)
{
    uint8_t ways[HULL_MAX_CORNERS][HULL_MAX_CORNERS] = { { 0 } }, faces_at[HULL_MAX_CORNERS] = { 0 };
    uint32_t total = 0;
    munit_assert_uint32(h->corners, <=, HULL_MAX_CORNERS);
    munit_assert_uint32(h->faces, <=, HULL_MAX_FACES);
    munit_assert_uint32(h->edges, <=, HULL_MAX_EDGES);
    munit_assert_int((int)h->corners - (int)h->edges + (int)h->faces, ==, 2);
    for (uint32_t f = 0; f < h->faces; ++f)
    {
        const uint32_t n = mas_hull_corner_count(h, f);
        munit_assert_uint32(n, >=, 3);
        for (uint32_t k = 0; k < n; ++k, ++total)
        {
            const uint32_t a = mas_hull_corner(h, f, k), b = mas_hull_corner(h, f, (k + 1) % n);
            munit_assert_uint32(a, <, h->corners);
            munit_assert_uint32(b, <, h->corners);
            ++ways[a][b];
            ++faces_at[a];
        }
    }
    munit_assert_uint32(total, ==, 2 * h->edges);
    for (uint32_t a = 0; a < h->corners; ++a)
    {
        munit_assert_uint8(faces_at[a], >=, 3); // no corner without need
        for (uint32_t b = 0; b < h->corners; ++b)
        {
            munit_assert_uint8(ways[a][b], <=, 1);
            munit_assert_uint8(ways[a][b], ==, ways[b][a]);
        }
    }
    for (uint32_t e = 0; e < h->edges; ++e)
    {
        const uint32_t a = h->edge[e] & 0xFF, b = h->edge[e] >> 8 & 0xFF;
        munit_assert_uint8(ways[a][b], ==, 1);
        ways[a][b] = 0; // each once
        for (int side = 0; side < 2; ++side)
        {
            const uint32_t f    = h->edge[e] >> (16 + 8 * side) & 0xFF;
            const uint32_t from = side == 0 ? a : b, to = side == 0 ? b : a;
            bool found = false;
            munit_assert_uint32(f, <, h->faces);
            for (uint32_t k = 0, n = mas_hull_corner_count(h, f); k < n; ++k)
                found |= mas_hull_corner(h, f, k) == from && mas_hull_corner(h, f, (k + 1) % n) == to;
            munit_assert_true(found);
        }
    }
}

static void expect_convex(const hull_data* h, double size)
{
    const double tolerance = (double)MAS_HULL_TOLERANCE * size, rounding = 4e-7 * size;
    double volume = 0.0;
    for (uint32_t f = 0; f < h->faces; ++f)
    {
        const vec n    = vec_of(h->face[f]);
        const double w = (double)h->face[f].w;
        munit_assert_double(fabs(dot(n, n) - 1.0), <, 1e-6);
        munit_assert_double(w, >, 0.0);
        for (uint32_t i = 0; i < h->corners; ++i)
            munit_assert_double(dot(n, vec_of(h->corner[i])) - w, <=, rounding);
        for (uint32_t k = 0, count = mas_hull_corner_count(h, f); k < count; ++k)
        {
            const vec a = vec_of(h->corner[mas_hull_corner(h, f, k)]);
            const vec b = vec_of(h->corner[mas_hull_corner(h, f, (k + 1) % count)]);
            const vec c = vec_of(h->corner[mas_hull_corner(h, f, (k + 2) % count)]);
            munit_assert_double(w - dot(n, a), <=, 0.5 * tolerance + rounding);
            munit_assert_double(dot(n, cross(sub(b, a), sub(c, b))), >, 0.0); // counter-clockwise, strictly
            const vec first = vec_of(h->corner[mas_hull_corner(h, f, 0)]);
            volume += dot(first, cross(a, b)) / 6.0;
        }
    }
    munit_assert_double(volume, >, 0.0);
}

static void verify(const massa_vec3* p, uint32_t count, const hull_data* h, massa_vec3 offset)
{
    const double size     = (double)test_longest_side(p, count),
                 far      = (double)(fabsf(offset.x) + fabsf(offset.y) + fabsf(offset.z));
    const double rounding = 1e-6 * size + 1e-7 * far; // of a coordinate: the lattice's, and the offset's
    expect_closed(h);
    expect_convex(h, size);
    uint32_t last = 0;
    for (uint32_t i = 0; i < h->corners; ++i) // a corner is a point, and they come in the order of the points
    {
        double least = 1e30;
        for (uint32_t k = last; k < count && least > rounding; ++k)
        {
            const double x = fabs((double)h->corner[i].x + (double)offset.x - (double)p[k].x);
            const double y = fabs((double)h->corner[i].y + (double)offset.y - (double)p[k].y);
            const double z = fabs((double)h->corner[i].z + (double)offset.z - (double)p[k].z);
            least          = fmax(x, fmax(y, z));
            last           = k;
        }
        munit_assert_double(least, <=, rounding);
    }
    for (uint32_t i = 0; i < count; ++i)
    {
        const vec x = { (double)p[i].x - (double)offset.x, (double)p[i].y - (double)offset.y,
                        (double)p[i].z - (double)offset.z };
        for (uint32_t f = 0; f < h->faces; ++f)
            munit_assert_double(dot(vec_of(h->face[f]), x) - (double)h->face[f].w, <=,
                                (double)MAS_HULL_TOLERANCE * size + 2.0 * rounding);
    }
    munit_assert_true(mas_hull_sound(h));
    massa_vec3 half;
    float radius;
    mas_hull_bounds(h, &half, &radius);
    for (uint32_t i = 0; i < h->corners; ++i)
    {
        const vec c = vec_of(h->corner[i]);
        munit_assert_double(dot(c, c), <=, (double)radius * (double)radius);
        munit_assert_true(fabsf(h->corner[i].x) <= half.x && fabsf(h->corner[i].y) <= half.y &&
                          fabsf(h->corner[i].z) <= half.z);
    }
    munit_assert_float(half.x, >=, 0.999e-3f);
    munit_assert_float(half.y, >=, 0.999e-3f);
    munit_assert_float(half.z, >=, 0.999e-3f);
}

// In the direction of the least width lie a face, or two edges: these are among all pairs of ways between points.
double test_least_width(const massa_vec3* p, uint32_t count)
{
    vec way[64];
    uint32_t ways = 0;
    double least  = 1e30;
    for (uint32_t i = 0; i < count; ++i)
        for (uint32_t k = i + 1; k < count; ++k)
            way[ways++] = (vec){ (double)p[k].x - (double)p[i].x, (double)p[k].y - (double)p[i].y,
                                 (double)p[k].z - (double)p[i].z };
    for (uint32_t a = 0; a < ways; ++a)
        for (uint32_t b = a + 1; b < ways; ++b)
        {
            const vec n         = cross(way[a], way[b]);
            const double length = sqrt(dot(n, n));
            double lo = 1e30, hi = -1e30;
            if (length <= 1e-9 * sqrt(dot(way[a], way[a]) * dot(way[b], way[b]))) continue;
            for (uint32_t i = 0; i < count; ++i)
            {
                const double at = dot(n, (vec){ (double)p[i].x, (double)p[i].y, (double)p[i].z }) / length;
                lo              = fmin(lo, at);
                hi              = fmax(hi, at);
            }
            least = fmin(least, hi - lo);
        }
    return least < 1e30 ? least : 0.0; // all on a line
}

bool test_build_hull(const massa_vec3* p, uint32_t count, hull_data* h, massa_vec3* offset,
                     char reason[MAS_HULL_REASON])
{
    memset(h, 0xAB, sizeof *h);
    *offset   = (massa_vec3){ -7.0f, -7.0f, -7.0f };
    reason[0] = 0;
    if (mas_hull_build(p, count, h, offset, reason, MAS_HULL_REASON))
    {
        verify(p, count, h, *offset);
        return true;
    }
    const size_t length = strlen(reason);
    munit_assert_size(length, >, 20);
    munit_assert_size(length, <, MAS_HULL_REASON - 1); // nothing was cut off
    munit_assert_char(reason[length - 1], ==, '.');
    munit_assert_not_null(strchr(reason, ':')); // what to do
    munit_assert_float(offset->x, ==, -7.0f);   // untouched
    munit_assert_uint32(h->corners, ==, 0xABABABABu);
    return false;
}

// ---- Points ----

void test_point(test_points* p, float x, float y, float z)
{
    munit_assert_uint32(p->count, <=, MASSA_MAX_HULL_POINTS);
    p->at[p->count++] = (massa_vec3){ x, y, z };
}

void test_box_points(test_points* p, float x, float y, float z)
{
    for (int i = 0; i < 8; ++i)
        test_point(p, (i & 1) != 0 ? x : -x, (i & 2) != 0 ? y : -y, (i & 4) != 0 ? z : -z);
}

void test_grid_points(test_points* p, uint32_t side)
{
    for (uint32_t i = 0; i < side * side * side; ++i)
        test_point(p, (float)(i % side), (float)(i / side % side), (float)(i / (side * side)));
}

void test_ring(test_points* p, uint32_t sides, float radius, float y)
{
    for (uint32_t k = 0; k < sides; ++k)
    {
        const oracle_vec2 turn = oracle_sincos(6.2831853f * (float)k / (float)sides);
        test_point(p, radius * turn.y, y, radius * turn.x);
    }
}

void test_turn_points(test_points* p, mas_vec4 q, float scale, massa_vec3 by)
{
    const mas_vec4 unit = oracle_quaternion_normalize(q);
    for (uint32_t i = 0; i < p->count; ++i)
    {
        const oracle_vec3 x = oracle_quaternion_rotate(unit, (oracle_vec3){ p->at[i].x, p->at[i].y, p->at[i].z });
        p->at[i]            = (massa_vec3){ x.x * scale + by.x, x.y * scale + by.y, x.z * scale + by.z };
    }
}

// All of (0, +-a, +-b) and the same with the axes changed round.
static void golden_points(test_points* p, float a, float b)
{
    for (int i = 0; i < 4; ++i)
    {
        const float x = (i & 1) != 0 ? a : -a, y = (i & 2) != 0 ? b : -b;
        test_point(p, 0.0f, x, y);
        test_point(p, x, y, 0.0f);
        test_point(p, y, 0.0f, x);
    }
}

void test_known_hull(test_points* p, uint32_t which, uint32_t counts[3])
{
    static const uint32_t expected[TEST_KNOWN_HULLS][3] = { { 4, 4, 6 },    { 8, 6, 12 },   { 6, 8, 12 },
                                                            { 12, 20, 30 }, { 20, 12, 30 }, { 32, 18, 48 },
                                                            { 32, 32, 62 }, { 8, 6, 12 },   { 6, 5, 9 },
                                                            { 5, 5, 8 } };
    memcpy(counts, expected[which], sizeof expected[which]);
    p->count = 0;
    switch (which)
    {
    case 0: // tetrahedron
        test_point(p, 1.0f, 1.0f, 1.0f);
        test_point(p, 1.0f, -1.0f, -1.0f);
        test_point(p, -1.0f, 1.0f, -1.0f);
        test_point(p, -1.0f, -1.0f, 1.0f);
        break;
    case 1: test_box_points(p, 1.0f, 0.5f, 0.25f); break;
    case 2: // octahedron
        test_ring(p, 4, 1.0f, 0.0f);
        test_point(p, 0.0f, 1.0f, 0.0f);
        test_point(p, 0.0f, -1.0f, 0.0f);
        break;
    case 3: golden_points(p, 1.0f, 1.618034f); break; // icosahedron
    case 4:                                           // dodecahedron
        test_box_points(p, 1.0f, 1.0f, 1.0f);
        golden_points(p, 0.618034f, 1.618034f);
        break;
    case 5: // cylinder
        test_ring(p, 16, 1.0f, -1.0f);
        test_ring(p, 16, 1.0f, 1.0f);
        break;
    case 6: // cone
        test_ring(p, 31, 1.0f, 0.0f);
        test_point(p, 0.0f, 2.0f, 0.0f);
        break;
    case 7: test_grid_points(p, 7); break; // a cube with points inside, on faces and on edges
    case 8:                                // prism
        test_ring(p, 3, 1.0f, -1.0f);
        test_ring(p, 3, 1.0f, 1.0f);
        break;
    default: // pyramid
        test_ring(p, 4, 1.0f, 0.0f);
        test_point(p, 0.0f, 1.0f, 0.0f);
        break;
    }
}

static void cloud(test_points* p, uint32_t count, uint64_t* seed, float x, float y, float z)
{
    for (uint32_t i = 0; i < count; ++i)
    {
        const mas_vec4 r = test_uniform4(seed, -1.0f, 1.0f);
        test_point(p, x * r.x, y * r.y, z * r.z);
    }
}

static void sphere(test_points* p, uint32_t count, uint64_t* seed)
{
    for (uint32_t i = 0; i < count; ++i)
    {
        const mas_vec4 r = oracle_normalize4(test_uniform4(seed, -1.0f, 1.0f));
        test_point(p, r.x, r.y, r.z);
    }
}

static float decade(uint64_t* seed, uint32_t least, uint32_t count) // 10^-least downwards
{
    float x = 1.0f;
    for (uint32_t n = least + test_random(seed) % count; n > 0; --n)
        x *= 0.1f;
    return x;
}

static void shake(test_points* p, uint64_t* seed, float by)
{
    for (uint32_t i = 0; i < p->count; ++i)
    {
        const mas_vec4 r = test_uniform4(seed, -by, by);
        p->at[i]         = (massa_vec3){ p->at[i].x + r.x, p->at[i].y + r.y, p->at[i].z + r.z };
    }
}

void test_awkward_points(test_points* p, uint32_t kind, uint64_t seed)
{
    const uint32_t few = 4 + test_random(&seed) % 8, some = 4 + test_random(&seed) % 60, r = test_random(&seed);
    uint32_t counts[3];
    const mas_vec4 by = test_uniform4(&seed, -10.0f, 10.0f);
    mas_vec4 q        = test_uniform4(&seed, -1.0f, 1.0f);
    float scale = 1.0f, side = test_uniform(&seed, 0.1f, 2.0f);
    q.w      = test_uniform(&seed, -1.0f, 1.0f);
    p->count = 0;
    switch (kind)
    {
    case 0: cloud(p, few, &seed, 1.0f, 1.0f, 1.0f); break;
    case 1: cloud(p, some, &seed, 1.0f, side, decade(&seed, 0, 4)); break;
    case 2: sphere(p, 4 + r % 36, &seed); break;
    case 3: test_known_hull(p, r % TEST_KNOWN_HULLS, counts); break;
    case 4: // known, and hardly
        test_known_hull(p, r % TEST_KNOWN_HULLS, counts);
        shake(p, &seed, decade(&seed, 2, 5));
        break;
    case 5: // cylinders and cones of all proportions
        test_ring(p, 3 + r % 14, side, -1.0f);
        test_ring(p, 3 + r / 16 % 14, side * decade(&seed, 0, 6), 1.0f);
        break;
    case 6: cloud(p, some, &seed, 1.0f, side, 0.0f); break; // a plane
    case 7:                                                 // nearly a plane
        test_box_points(p, side, 1.0f, 0.0f);
        cloud(p, few, &seed, side, 1.0f, 0.0f);
        shake(p, &seed, decade(&seed, 1, 7));
        break;
    case 8: cloud(p, some, &seed, 0.0f, 1.0f, 0.0f); break; // a line
    case 9: cloud(p, few, &seed, decade(&seed, 1, 7), 1.0f, decade(&seed, 1, 7)); break;
    case 10: // one place, almost
        cloud(p, some, &seed, 0.0f, 0.0f, 0.0f);
        if (r % 2 == 0) shake(p, &seed, decade(&seed, 1, 12));
        break;
    case 11: // clusters
        for (uint32_t i = 0; i < some; ++i)
            test_point(p, (float)(i * 7 % 3), (float)(i * 5 % 4), (float)(i % 2));
        shake(p, &seed, decade(&seed, 1, 7));
        break;
    case 12: // duplicates of a few
        cloud(p, few, &seed, 1.0f, 1.0f, 1.0f);
        for (uint32_t i = 0; i < 200; ++i)
            test_point(p, p->at[i % few].x, p->at[i % few].y, p->at[i % few].z);
        break;
    case 13: // points of a lattice
        for (uint32_t i = 0; i < some; ++i)
            test_point(p, (float)(test_random(&seed) % 4), (float)(test_random(&seed) % 3),
                       (float)(test_random(&seed) % 3));
        break;
    case 14: // NaN, infinite or huge among good ones
        cloud(p, some, &seed, 1.0f, 1.0f, 1.0f);
        (&p->at[r % some].x)[r / 64 % 3] = r % 3 == 0 ? NAN : r % 3 == 1 ? INFINITY : -1e30f;
        return;
    case 15: // any bits
        for (uint32_t i = 0; i < few; ++i)
        {
            const float x = oracle_from_bits(test_random(&seed)), y = oracle_from_bits(test_random(&seed));
            test_point(p, x, y, oracle_from_bits(test_random(&seed)));
        }
        return;
    case 16: // any size
        cloud(p, few, &seed, 1.0f, 1.0f, 1.0f);
        scale = 1e5f * decade(&seed, 0, 14);
        break;
    case 17: cloud(p, r % 5, &seed, 1.0f, 1.0f, 1.0f); break; // too few
    case 18:                                                  // many, far from the origin
        test_grid_points(p, 2 + r % 9);
        scale = 0.1f;
        test_turn_points(p, q, scale, (massa_vec3){ 800.0f * by.x, 800.0f * by.y, 800.0f * by.z });
        return;
    default: // a cap of a large sphere: hardly curved
        for (uint32_t i = 0; i < some; ++i)
        {
            const float x = test_uniform(&seed, -1.0f, 1.0f), y = test_uniform(&seed, -1.0f, 1.0f);
            test_point(p, x, y, (x * x + y * y) * decade(&seed, 1, 1) * side);
        }
        break;
    }
    if (r % 4 != 0) test_turn_points(p, q, scale, (massa_vec3){ by.x * side, by.y * side, by.z * side });
}
