// Bicubic B-spline patches: points inside, and those of sides and corners that the patch owns (tessellate.glsl).
#version 460
#extension GL_GOOGLE_include_directive : require
#include "words.glsl"
#include "subdivision/tessellate.glsl"

curve row[4]; // row j holds P_0j to P_3j

vec4 basis(place q)
{
    float b = 0.6666667 - ((q.t * q.t) * (1.0 - (0.5 * q.t)));
    float c = 0.6666667 - ((q.s * q.s) * (1.0 - (0.5 * q.s)));
    return vec4((q.s * q.s) * (q.s * 0.16666667), b, c, (q.t * q.t) * (q.t * 0.16666667));
}

// Twice the derivative: only its direction counts.
vec4 slope(place q)
{
    return vec4(-(q.s * q.s), q.t * ((3.0 * q.t) - 4.0), q.s * (4.0 - (3.0 * q.s)), q.t * q.t);
}

curve column_a()
{
    return curve(row[0].a, row[1].a, row[2].a, row[3].a);
}

curve column_b()
{
    return curve(row[0].b, row[1].b, row[2].b, row[3].b);
}

curve column_c()
{
    return curve(row[0].c, row[1].c, row[2].c, row[3].c);
}

curve column_d()
{
    return curve(row[0].d, row[1].d, row[2].d, row[3].d);
}

curve along_v(vec4 w)
{
    return curve(blend(column_a(), w), blend(column_b(), w), blend(column_c(), w), blend(column_d(), w));
}

// Along v at v = 0, where weights are 1/6, 4/6, 1/6, 0, and twice the derivative's -1, 0, 1, 0.
vec3 at_rim(vec3 a, vec3 b, vec3 c)
{
    return ((a + c) * 0.16666667) + (b * 0.6666667);
}

// Side s + 1 becomes side 0.
void turn()
{
    curve a = column_a(), b = column_b(), c = column_c(), d = column_d();
    row[0] = d;
    row[1] = c;
    row[2] = b;
    row[3] = a;
}

// The direction a little inside of where it vanishes: at corners and sides that have shrunk to a point.
vec3 mended(float i, float j, float n, float m)
{
    place u    = place_of(nudged(i, n), n, exact_reciprocal(n));
    place v    = place_of(nudged(j, m), m, exact_reciprocal(m));
    return any_normal(exact_cross(blend(along_v(basis(v)), slope(u)), blend(along_v(slope(v)), basis(u))));
}

void main()
{
    uint i = thread_index();
    if (i >= p.range.count) return;
    uint threads = p.rows * p.across, k = i / threads, thread = i % threads;
    tessellate_task task = task_of(p.first_task + k);
    if (p.all == 0u && stale[task.level >> 8] == 0u) return;
    for (uint j = 0u; j < 4u; ++j)
    {
        uvec4 m = members_of((4u * k) + j);
        row[j]  = curve(point_at(m.x), point_at(m.y), point_at(m.z), point_at(m.w));
    }
    float least = least_area(row[1].b, row[1].c, row[2].c, row[2].b);
    picture q   = picture_of(task.uv);
    uint n      = task.level & 255u;
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
        curve at, dv;
        if (rim)
        {
            at = curve(at_rim(row[0].a, row[1].a, row[2].a), at_rim(row[0].b, row[1].b, row[2].b),
                       at_rim(row[0].c, row[1].c, row[2].c), at_rim(row[0].d, row[1].d, row[2].d));
            dv = curve(row[2].a - row[0].a, row[2].b - row[0].b, row[2].c - row[0].c, row[2].d - row[0].d);
        }
        else
        {
            at = along_v(basis(v));
            dv = along_v(slope(v));
        }
        for (; i < end; i += step)
        {
            place u   = place_of(float(i), mf, rm);
            vec4 w    = basis(u);
            vec3 x    = blend(at, w), unit = vec3(0.0);
            if (WRITES != TESSELLATE_POSITIONS)
            {
                vec3 crossed  = exact_cross(blend(at, slope(u)), blend(dv, w));
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
