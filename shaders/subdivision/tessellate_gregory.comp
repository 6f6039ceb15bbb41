// Gregory patches of 20 points: points inside, and those of sides and corners that the patch owns (tessellate.glsl).
// A bicubic Bezier patch whose four inner points are mixed from pairs, after where one looks:
//   row 0: p0 e0+ e1- p1    row 1: e0- F0 F1 e1+    row 2: e3+ F3 F2 e2-    row 3: p3 e3- e2+ p2
//   F0 = (u f0+ + v f0-) / (u + v)              F1 = ((1-u) f1- + v f1+) / (1-u + v)
//   F2 = ((1-u) f2+ + (1-v) f2-) / (1-u + 1-v)  F3 = (u f3- + (1-v) f3+) / (u + 1-v)
// Derivatives have the terms of F's own change, so that normals are those of the surface. Along side 0, where v is 0,
// F0 is f0+ and F1 is f1- but for rounding; at a corner F is 0 / 0, which exact_reciprocal makes 0, and so does its weight.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "words.glsl"
#include "subdivision/tessellate.glsl"

// Of a corner: the corner, towards the next and the last corner, and what is inside beside them.
struct corner_points
{
    vec3 p, e_plus, e_minus, f_plus, f_minus;
};

corner_points c0, c1, c2, c3;

vec4 basis(place q)
{
    vec2 squared = vec2(q.s * q.s, q.t * q.t);
    return vec4(squared.x * q.s, 3.0 * (squared.x * q.t), 3.0 * (squared.y * q.s), squared.y * q.t);
}

// A third of the derivative: only its direction counts.
vec4 slope(place q)
{
    return vec4(-(q.s * q.s), q.s * (q.s - (2.0 * q.t)), q.t * ((2.0 * q.s) - q.t), q.t * q.t);
}

// (a A + b B) / (a + b) with its change when a, b grow by one segment of the patch each: A - B times b or -a over
// (a + b)^2; third: of the derivative, as in slope.
struct inner
{
    vec3 f, by_a, by_b;
};

inner mixed(float a, vec3 at_a, float b, vec3 at_b, float third)
{
    float r = exact_reciprocal(a + b);
    float x = a * r, y = b * r;
    vec3 change = (at_a - at_b) * (third * r);
    return inner((at_a * x) + (at_b * y), change * y, change * x);
}

// What of a row does not depend on u.
struct row_curves
{
    curve at, dv; // dv: a third of the derivative; the two in the middle without their inner points
    vec4 w, dw;   // basis and slope in v
};

row_curves row_of(place v)
{
    row_curves c;
    c.w  = basis(v);
    c.dw = slope(v);
    curve left  = curve(c0.p, c0.e_minus, c3.e_plus, c3.p);
    curve right = curve(c1.p, c1.e_plus, c2.e_minus, c2.p);
    c.at = curve(blend(left, c.w), (c0.e_plus * c.w.x) + (c3.e_minus * c.w.w),
                 (c1.e_minus * c.w.x) + (c2.e_plus * c.w.w), blend(right, c.w));
    c.dv = curve(blend(left, c.dw), (c0.e_plus * c.dw.x) + (c3.e_minus * c.dw.w),
                 (c1.e_minus * c.dw.x) + (c2.e_plus * c.dw.w), blend(right, c.dw));
    return c;
}

struct sample_point
{
    vec3 x, crossed;
};

// At i, j segments of n; third: n / 3.
sample_point at_point(row_curves c, float i, float j, float n, place u, float third)
{
    inner f0 = mixed(i, c0.f_plus, j, c0.f_minus, third);
    inner f1 = mixed(n - i, c1.f_minus, j, c1.f_plus, third);
    inner f2 = mixed(n - i, c2.f_plus, n - j, c2.f_minus, third);
    inner f3 = mixed(i, c3.f_minus, n - j, c3.f_plus, third);
    vec4 w   = basis(u);
    curve at = c.at;
    at.b     = at.b + ((f0.f * c.w.y) + (f3.f * c.w.z));
    at.c     = at.c + ((f1.f * c.w.y) + (f2.f * c.w.z));
    sample_point o;
    o.x       = blend(at, w);
    o.crossed = vec3(0.0);
    if (WRITES == TESSELLATE_POSITIONS) return o;
    curve dv = c.dv; // v grows: b of F0 and F1 grows and takes from A; b of F2 and F3, which is 1 - v, shrinks
    dv.b     = dv.b + (((f0.f * c.dw.y) + (f3.f * c.dw.z)) + ((f3.by_b * c.w.z) - (f0.by_b * c.w.y)));
    dv.c     = dv.c + (((f1.f * c.dw.y) + (f2.f * c.dw.z)) + ((f2.by_b * c.w.z) - (f1.by_b * c.w.y)));
    // u grows: a of F0 and F3, which is u, grows; a of F1 and F2, which is 1 - u, shrinks
    vec3 du_b = (f0.by_a * c.w.y) + (f3.by_a * c.w.z);
    vec3 du_c = (f1.by_a * c.w.y) + (f2.by_a * c.w.z);
    vec3 du   = blend(at, slope(u)) + ((du_b * w.y) - (du_c * w.z));
    o.crossed = exact_cross(du, blend(dv, w));
    return o;
}

// The direction a little inside of where it vanishes. In units of the patch, so that both have one.
vec3 mended(float i, float j, float n, float m)
{
    place u = place_of(nudged(i, n), n, exact_reciprocal(n)), v = place_of(nudged(j, m), m, exact_reciprocal(m));
    return any_normal(at_point(row_of(v), u.t, v.t, 1.0, u, 0.33333334).crossed);
}

// Side s + 1 becomes side 0.
void turn()
{
    corner_points last = c0;
    c0 = c1;
    c1 = c2;
    c2 = c3;
    c3 = last;
}

corner_points corner_of(uvec4 m, uint last)
{
    return corner_points(point_at(m.x), point_at(m.y), point_at(m.z), point_at(m.w), point_at(last));
}

void main()
{
    uint i = thread_index();
    if (i >= p.range.count) return;
    uint threads = p.rows * p.across, k = i / threads, thread = i % threads;
    tessellate_task task = task_of(p.first_task + k);
    if (p.all == 0u && stale[task.level >> 8] == 0u) return;
    uvec4 m0 = members_of(5u * k), m1 = members_of((5u * k) + 1u), m2 = members_of((5u * k) + 2u);
    uvec4 m3 = members_of((5u * k) + 3u), m4 = members_of((5u * k) + 4u);
    c0 = corner_of(m0, m1.x);
    c1 = corner_of(uvec4(m1.yzw, m2.x), m2.y);
    c2 = corner_of(uvec4(m2.zw, m3.xy), m3.z);
    c3 = corner_of(uvec4(m3.w, m4.xyz), m4.w);
    float least = least_area(c0.p, c1.p, c2.p, c3.p);
    picture q   = picture_of(task.uv);
    uint n = task.level & 255u;
    for (uint j = (thread / p.across) + 1u; j < n || owns_any(task.corner) || owns_any(task.side);)
    {
        // Row j, or, after the last, the side that is turned to the front.
        bool rim    = j >= n;
        uint m      = rim ? task.side_level & 255u : n;
        float mf    = float(m), rm = exact_reciprocal(mf), jf = rim ? 0.0 : float(j);
        uint step   = rim ? threads : p.across;
        uint i      = rim ? own_from(task.corner.x != SURFACE_NONE ? 0u : 1u, thread, threads) : (thread % p.across) + 1u;
        uint end    = rim ? (task.side.x != SURFACE_NONE ? m : 1u) : n;
        uint vertex = rim ? task.side.x : task.first + ((j - 1u) * (n - 1u)); // of i = 1
        place v     = place_of(jf, mf, rm);
        row_curves c = row_of(v);
        float third  = mf * 0.33333334;
        for (; i < end; i += step)
        {
            place u   = place_of(float(i), mf, rm);
            sample_point o = at_point(c, float(i), jf, mf, u, third);
            vec3 x = o.x, unit = vec3(0.0);
            if (WRITES != TESSELLATE_POSITIONS)
            {
                vec3 crossed  = o.crossed;
                float squared = exact_dot(crossed, crossed);
                unit          = crossed * exact_rsqrt(squared);
                if (squared < least) unit = mended(float(i), jf, mf, rim ? 1.0 : mf);
            }
            put(i == 0u ? task.corner.x : vertex + (i - 1u), x, unit, picture_at(q, u, v));
        }
        if (!rim)
        {
            j += p.rows;
            continue;
        }
        turn();
        task.corner = uvec4(task.corner.yzw, SURFACE_NONE);
        task.side   = uvec4(task.side.yzw, SURFACE_NONE);
        task.side_level >>= 8;
        q = picture(q.s.yzwx, q.t.yzwx);
    }
}
