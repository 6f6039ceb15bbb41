// One patch at a time, whole: loaded as Bezier points, evaluated anywhere with derivatives up to the second.
// C twin: tests/oracle/patch.c.
//
// Regular patches are converted, so that both classes have one form: 16 Bezier points b, 4 j + i along u and v; and for
// Gregory patches a twist at each corner. With x, y the ways from a corner along its two sides (towards the next corner
// and the last), the inner point there is the mean of its f+ and f- plus (x - y) / (x + y) times half their difference:
//     S = sum B_i(u) B_j(v) b_ij + sum over corners of a(x) a(y) (x - y) / (x + y) twist,    a = B_1
// Points are measured in the patch's own size, a power of two, so that nothing depends on units; results below 2^-40 of
// it are 0.
//
// The including file defines patch_point (the point that a number in the patch's list stands for), has regular and
// gregory, and asks for GL_EXT_control_flow_attributes.
#ifndef MAS_PATCH_GLSL
#define MAS_PATCH_GLSL

#include "exact.glsl"
#include "subdivision/surface_shared.h"

vec3 patch_point(uint number); // m

vec3  patch_b[16];    // in units of patch_unit
vec3  patch_twist[4];
float patch_unit;     // m: the largest power of two that is not above the extent of the points along an axis
float patch_per_m;    // its inverse
bool  patch_twisted;  // a Gregory patch

struct patch_place // of a point of the patch, in units of patch_unit
{
    vec3 s, su, sv, suu, suv, svv;
};

// Four points of a uniform cubic B-spline -> those of the Bezier curve.
void patch_to_bezier(inout vec3 a, inout vec3 b, inout vec3 c, inout vec3 d)
{
    vec3 first = 0.16666667 * ((a + (4.0 * b)) + c), last = 0.16666667 * ((b + (4.0 * c)) + d);
    vec3 second = 0.33333333 * ((2.0 * b) + c), third = 0.33333333 * (b + (2.0 * c));
    a = first;
    b = second;
    c = third;
    d = last;
}

// Compiling is what counts here: points are read by one loop that stays one, for both classes, and what follows has
// constant places only.
void patch_load(uint index, uint flags)
{
    vec3 x[SURFACE_GREGORY_POINTS];
    patch_twisted = (flags & SURFACE_GREGORY) != 0u;
    int count     = patch_twisted ? SURFACE_GREGORY_POINTS : SURFACE_REGULAR_POINTS;
    [[dont_unroll]] for (int k = 0; k < count; ++k)
        x[k] = patch_point(patch_twisted ? gregory[index + k] : regular[index + k]);
    if (patch_twisted)
    {
        const int CORNER[4] = int[4](0, 3, 15, 12), NEXT[4] = int[4](1, 7, 14, 8), LAST[4] = int[4](4, 2, 11, 13);
        const int INNER[4] = int[4](5, 6, 10, 9);
        for (int c = 0; c < 4; ++c)
        {
            patch_b[CORNER[c]] = x[5 * c];
            patch_b[NEXT[c]]   = x[5 * c + 1];
            patch_b[LAST[c]]   = x[5 * c + 2];
            patch_b[INNER[c]]  = 0.5 * (x[5 * c + 3] + x[5 * c + 4]);
            patch_twist[c]     = 0.5 * (x[5 * c + 3] - x[5 * c + 4]);
        }
    }
    else
    {
        for (int k = 0; k < 16; ++k) patch_b[k] = x[k];
        for (int j = 0; j < 4; ++j)
            patch_to_bezier(patch_b[4 * j], patch_b[4 * j + 1], patch_b[4 * j + 2], patch_b[4 * j + 3]);
        for (int i = 0; i < 4; ++i) patch_to_bezier(patch_b[i], patch_b[i + 4], patch_b[i + 8], patch_b[i + 12]);
        for (int k = 0; k < 4; ++k) patch_twist[k] = vec3(0.0);
    }
    vec3 extent = vec3(0.0);
    for (int k = 1; k < 16; ++k) extent = max(extent, abs(patch_b[k] - patch_b[0]));
    float largest = max(max(extent.x, extent.y), extent.z);
    uint exponent = min(max(floatBitsToUint(largest) >> 23, 64u), 190u);
    patch_unit    = uintBitsToFloat(exponent << 23);
    patch_per_m   = uintBitsToFloat((254u - exponent) << 23);
    for (int k = 0; k < 16; ++k) patch_b[k] = exact_flush(patch_per_m * patch_b[k]);
    for (int k = 0; k < 4; ++k) patch_twist[k] = exact_flush(patch_per_m * patch_twist[k]);
}

// Bounds of second derivatives anywhere: of Bezier points by their differences, of a twist's share 36, 9 and 36.
void patch_curvature(out vec3 uu, out vec3 uv, out vec3 vv)
{
    uu = uv = vv = vec3(0.0);
    for (int j = 0; j < 4; ++j)
        for (int i = 0; i < 2; ++i)
        {
            int k = 4 * j + i, m = 4 * i + j;
            uu = max(uu, abs((patch_b[k] - (2.0 * patch_b[k + 1])) + patch_b[k + 2]));
            vv = max(vv, abs((patch_b[m] - (2.0 * patch_b[m + 4])) + patch_b[m + 8]));
        }
    for (int j = 0; j < 3; ++j)
        for (int i = 0; i < 3; ++i)
        {
            int k = 4 * j + i;
            uv = max(uv, abs((patch_b[k] - patch_b[k + 1]) - (patch_b[k + 4] - patch_b[k + 5])));
        }
    vec3 twist = (abs(patch_twist[0]) + abs(patch_twist[1])) + (abs(patch_twist[2]) + abs(patch_twist[3]));
    uu = (6.0 * uu) + (36.0 * twist);
    uv = (9.0 * uv) + (9.0 * twist);
    vv = (6.0 * vv) + (36.0 * twist);
}

// Bernstein polynomials.
vec4 patch_basis(float t)
{
    float s = 1.0 - t, tt = t * t, ss = s * s;
    return vec4(ss * s, 3.0 * (t * ss), 3.0 * (tt * s), tt * t);
}

vec4 patch_basis_first(float t)
{
    float s = 1.0 - t, tt = t * t, ss = s * s, ts = 2.0 * (t * s);
    return vec4(-3.0 * ss, 3.0 * (ss - ts), 3.0 * (ts - tt), 3.0 * tt);
}

vec4 patch_basis_second(float t)
{
    float s = 1.0 - t;
    return vec4(6.0 * s, 6.0 * (t - (2.0 * s)), 6.0 * (s - (2.0 * t)), 6.0 * t);
}

vec3 patch_row(int j, vec4 w)
{
    return ((w.x * patch_b[j]) + (w.y * patch_b[j + 1])) + ((w.z * patch_b[j + 2]) + (w.w * patch_b[j + 3]));
}

vec3 patch_sum(vec3 a, vec3 b, vec3 c, vec3 d, vec4 w)
{
    return ((w.x * a) + (w.y * b)) + ((w.z * c) + (w.w * d));
}

// What the twists add. x = X w, y = Y w with w = x + y, so that nothing divides by more than w; at a corner itself,
// where the second derivatives jump, X and Y are 0.
void patch_add_twists(inout patch_place p, float u, float v)
{
    vec2 at = vec2(u, v), along_x = vec2(1.0, 0.0), along_y = vec2(0.0, 1.0); // x, y and their derivatives by u, v
    [[dont_unroll]] for (int c = 0; c < 4; ++c)
    {
        float x = at.x, y = at.y, sx = 1.0 - x, sy = 1.0 - y;
        float inverse = exact_reciprocal(x + y), X = x * inverse, Y = y * inverse, r = X - Y;
        float qx = 3.0 * (sx * sx), qy = 3.0 * (sy * sy);
        float ax = x * qx, ay = y * qy;                                       // a
        float bx = 3.0 * (sx * (1.0 - (3.0 * x))), by = 3.0 * (sy * (1.0 - (3.0 * y))); // a'
        float cx = (18.0 * x) - 12.0, cy = (18.0 * y) - 12.0;                   // a''
        float ex = X * qx, ey = Y * qy, ee = ex * ey;                         // a / w
        float t   = (ax * ay) * r;
        float tx  = ((bx * ay) * r) + (2.0 * (ee * y));
        float ty  = ((ax * by) * r) - (2.0 * (ee * x));
        float txx = ((cx * ay) * r) + (4.0 * (((bx * ey) * Y) - (ee * Y)));
        float tyy = ((ax * cy) * r) - (4.0 * (((ex * by) * X) - (ee * X)));
        float txy = ((bx * by) * r) + (2.0 * ((((ex * by) * Y) - ((bx * ey) * X)) + (ee * r)));
        // One of along_x and along_y is along u, the other along v.
        vec2 sq_x = along_x * along_x, sq_y = along_y * along_y;
        vec3 twist = patch_twist[c];
        p.s   = p.s + (t * twist);
        p.su  = p.su + (((tx * along_x.x) + (ty * along_y.x)) * twist);
        p.sv  = p.sv + (((tx * along_x.y) + (ty * along_y.y)) * twist);
        p.suu = p.suu + (((txx * sq_x.x) + (tyy * sq_y.x)) * twist);
        p.svv = p.svv + (((txx * sq_x.y) + (tyy * sq_y.y)) * twist);
        p.suv = p.suv + ((txy * ((along_x.x * along_y.y) + (along_x.y * along_y.x))) * twist);
        at      = vec2(y, sx);
        vec2 was = along_x;
        along_x = along_y;
        along_y = -was;
    }
}

patch_place patch_evaluate(float u, float v)
{
    vec4 w0 = patch_basis(u), w1 = patch_basis_first(u), w2 = patch_basis_second(u);
    vec3 a[4], b[4], c[4];
    for (int j = 0; j < 4; ++j)
    {
        a[j] = patch_row(4 * j, w0);
        b[j] = patch_row(4 * j, w1);
        c[j] = patch_row(4 * j, w2);
    }
    vec4 x0 = patch_basis(v), x1 = patch_basis_first(v), x2 = patch_basis_second(v);
    patch_place p = patch_place(patch_sum(a[0], a[1], a[2], a[3], x0), patch_sum(b[0], b[1], b[2], b[3], x0),
                                patch_sum(a[0], a[1], a[2], a[3], x1), patch_sum(c[0], c[1], c[2], c[3], x0),
                                patch_sum(b[0], b[1], b[2], b[3], x1), patch_sum(a[0], a[1], a[2], a[3], x2));
    if (patch_twisted) patch_add_twists(p, u, v);
    p.s   = exact_flush(p.s);
    p.su  = exact_flush(p.su);
    p.sv  = exact_flush(p.sv);
    p.suu = exact_flush(p.suu);
    p.suv = exact_flush(p.suv);
    p.svv = exact_flush(p.svv);
    return p;
}

#endif
