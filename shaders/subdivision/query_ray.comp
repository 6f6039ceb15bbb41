// The first point of a surface on a ray; one query a thread. The limit surface itself is hit, not triangles: a patch is
// halved until the ray either misses a part for certain, or Newton's method finds the only hit that the part can have.
//
// In the ray's own axes, x and y across and z along, a hit is where x = y = 0. A part of the patch around (u, v), h wide,
// lies where first derivatives take it, give or take (h^2 / 8) (|Suu| + 2 |Suv| + |Svv|); it is missed when the slanted
// rectangle of the derivatives, grown by that much, does not hold 0. Where derivatives change by less than half of what
// they are (times the inverse matrix, in the norm of largest row sums) a part has one hit at most, and Newton finds it.
// Near a silhouette that takes ever smaller parts, 2^-QUERY_DEPTH at last: beyond, two hits count as one.
#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require // loops around an evaluation stay loops, or compiling takes a minute
#include "subdivision/query.glsl"

vec3 from, axis_x, axis_y, axis_z; // m, the ray's origin; its axes
vec3 inverse_z;

vec3 patch_point(uint n)
{
    vec3 x = point[n].xyz - from;
    return vec3(exact_dot(axis_x, x), exact_dot(axis_y, x), exact_dot(axis_z, x));
}

// Where the ray enters a box that is larger by rounding, or where it begins.
float query_box(surface_box b)
{
    vec3 a = ((b.lo.xyz - from) - (8.0 * query_slack)) * inverse_z;
    vec3 c = ((b.hi.xyz - from) + (8.0 * query_slack)) * inverse_z;
    vec3 lo = min(a, c), hi = max(a, c);
    float enter = max(max(lo.x, lo.y), max(lo.z, 0.0)), leave = min(min(hi.x, hi.y), hi.z);
    return enter <= leave ? enter : QUERY_FAR;
}

bool is_missed(patch_place e, vec3 rest, float half_width, float det, float near, float far)
{
    vec3 grown = (half_width * (abs(e.su) + abs(e.sv))) + rest;
    float cross_u = (e.s.x * e.su.y) - (e.s.y * e.su.x), cross_v = (e.s.x * e.sv.y) - (e.s.y * e.sv.x);
    float width   = half_width * abs(det);
    return abs(e.s.x) > grown.x || abs(e.s.y) > grown.y || e.s.z + grown.z < near || e.s.z - grown.z > far ||
           abs(cross_u) > width + ((rest.x * abs(e.su.y)) + (rest.y * abs(e.su.x))) ||
           abs(cross_v) > width + ((rest.x * abs(e.sv.y)) + (rest.y * abs(e.sv.x)));
}

// Seen from the ray the patch is a line there: edge on, or the ray lies in it.
bool is_line(patch_place e, float det)
{
    float norm = exact_dot(vec4(e.su.xy, e.sv.xy), vec4(e.su.xy, e.sv.xy));
    return abs(det) <= (1.0 / 1048576.0) * norm;
}

bool has_one_hit(patch_place e, vec3 along_u, vec3 along_v, float det)
{
    vec2 change = along_u.xy + along_v.xy;
    float row_u = (abs(e.sv.y) * change.x) + (abs(e.sv.x) * change.y);
    float row_v = (abs(e.su.y) * change.x) + (abs(e.su.x) * change.y);
    return max(row_u, row_v) <= 0.5 * abs(det) && !is_line(e, det);
}

// To where x = y = 0; of a line to where it is closest to that.
vec2 newton_step(patch_place e, float det)
{
    float norm    = exact_dot(vec4(e.su.xy, e.sv.xy), vec4(e.su.xy, e.sv.xy));
    bool  line    = is_line(e, det);
    float inverse = exact_reciprocal(line ? norm : det);
    vec2  slope   = vec2(exact_dot(e.su.xy, e.s.xy), exact_dot(e.sv.xy, e.s.xy));
    vec2  whole   = vec2((e.sv.x * e.s.y) - (e.sv.y * e.s.x), (e.su.y * e.s.x) - (e.su.x * e.s.y));
    return (line ? -slope : whole) * inverse;
}

void query_patch(uint p)
{
    patch_load(patches[p].index, patches[p].flags);
    vec3 uu, uv, vv;
    patch_curvature(uu, uv, vv);
    float near = 4.0 * (query_slack * patch_per_m); // a ray that passes within this of a point of the patch hits it
    uint  i = 0u, j = 0u, depth = 0u, turned = 0u, left = 0u; // part (i, j) of 2^depth along each side
    bool  refining = false, first = true;
    float width    = 1.0;
    vec2  at       = vec2(0.5);
    [[dont_unroll]] for (int k = 0; k < QUERY_CELLS; ++k)
    {
        patch_place e = patch_evaluate(at.x, at.y);
        float det     = exact_flush((e.su.x * e.sv.y) - (e.su.y * e.sv.x));
        if (first) turned = (e.su.z < 0.0 ? 1u : 0u) | (e.sv.z < 0.0 ? 2u : 0u); // which quarter comes first
        first = false;
        bool done = false;
        if (!refining)
        {
            vec3 rest = ((0.125 * (width * width)) * ((uu + vv) + (2.0 * uv))) + near;
            float half_width = 0.5 * width;
            float far        = (query_nearest + query_slack) * patch_per_m;
            if (is_missed(e, rest, half_width, det, -near, far)) done = true;
            else if (depth == QUERY_DEPTH || has_one_hit(e, half_width * (uu + uv), half_width * (uv + vv), det))
            {
                refining = true;
                left     = QUERY_RAY_STEPS;
            }
            else
            {
                ++depth;
                width = half_width;
                i     = 2u * i + (turned & 1u);
                j     = 2u * j + (turned >> 1);
                at    = width * (vec2(float(i), float(j)) + 0.5);
            }
        }
        if (refining)
        {
            vec2 way = newton_step(e, det);
            way      = exact_is_finite(way) ? way : vec2(0.0);
            vec2 to  = exact_flush(exact_clamp(at + way, vec2(0.0), vec2(1.0)));
            vec2 gap = abs(to - at);
            if (left == 0u || 8.0 * max(gap.x, gap.y) < 1.0 / 1048576.0)
            {
                bool hit = max(abs(e.s.x), abs(e.s.y)) <= near && e.s.z >= -near;
                if (hit) query_take(p, at, patch_unit * e.s, max(e.s.z, 0.0) * patch_unit);
                done     = true;
                refining = false;
            }
            else
            {
                at = to;
                --left;
            }
        }
        if (done) // the next part: of four, numbers go from turned to 3 - turned
        {
            while (depth > 0u && ((i & 1u) | (j & 1u) << 1) == (turned ^ 3u))
            {
                --depth;
                width = 2.0 * width;
                i     = i >> 1;
                j     = j >> 1;
            }
            if (depth == 0u) return;
            uint quarter = (((i & 1u) | (j & 1u) << 1) ^ turned) + 1u;
            i  = (i & ~1u) | ((quarter ^ turned) & 1u);
            j  = (j & ~1u) | ((quarter ^ turned) >> 1);
            at = width * (vec2(float(i), float(j)) + 0.5);
        }
    }
    query_stopped = true;
}

void main()
{
    uint i = thread_index();
    if (i >= push.range.count) return;
    from   = record[i].point.xyz;
    axis_z = record[i].direction.xyz;
    // Across: the axis of the world that is farthest from the ray's gives the first of the two others.
    vec3 a    = abs(axis_z);
    vec3 away = a.x <= a.y && a.x <= a.z ? vec3(1.0, 0.0, 0.0) : a.y <= a.z ? vec3(0.0, 1.0, 0.0) : vec3(0.0, 0.0, 1.0);
    axis_x    = exact_normalize(exact_cross(axis_z, away));
    axis_y    = exact_cross(axis_z, axis_x);
    inverse_z = vec3(exact_reciprocal(axis_z.x), exact_reciprocal(axis_z.y), exact_reciprocal(axis_z.z));
    query_find(i, QUERY_RAY);
}
