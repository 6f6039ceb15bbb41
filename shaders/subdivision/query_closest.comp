// The point of a surface that is closest to a point; one query a thread. Of each patch in reach, 4 x 4 places are looked
// at; from those that none of their neighbours beats, Newton's method goes downhill, kept inside the square. Where the
// surface bends away so that Newton would climb, and where a whole step does not help, smaller and simpler steps are
// taken, so that a bad start costs steps, never the answer of a better one.
#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require // loops around an evaluation stay loops, or compiling takes a minute
#include "subdivision/query.glsl"

vec3 from; // m, the query's point: everything is seen from there

vec3 patch_point(uint n)
{
    return point[n].xyz - from;
}

float query_box(surface_box b)
{
    return exact_length(max(max(b.lo.xyz - from, from - b.hi.xyz), vec3(0.0)));
}

// Downhill for |S|^2 / 2. A place on a side of the square stays on it if the step leads out; a step that would end
// outside stops at the side and goes along it to where it is lowest there. Where this is no valley, each direction goes
// its own way, by the size of its second derivative.
vec2 newton_step(patch_place p, vec2 at)
{
    vec2 slope = exact_flush(vec2(exact_dot(p.s, p.su), exact_dot(p.s, p.sv)));
    float uu = exact_flush(exact_dot(p.su, p.su)), vv = exact_flush(exact_dot(p.sv, p.sv));
    float fuu = exact_flush(uu + exact_dot(p.s, p.suu)), fvv = exact_flush(vv + exact_dot(p.s, p.svv));
    float fuv = exact_flush(exact_dot(p.su, p.sv) + exact_dot(p.s, p.suv));
    bool hold_u = (at.x <= 0.0 && slope.x > 0.0) || (at.x >= 1.0 && slope.x < 0.0);
    bool hold_v = (at.y <= 0.0 && slope.y > 0.0) || (at.y >= 1.0 && slope.y < 0.0);
    float det   = (fuu * fvv) - (fuv * fuv);
    bool valley = fuu > 0.0 && fvv > 0.0 && det > 0.015625 * (fuu * fvv);
    if (hold_u || hold_v || !valley)
    {
        fuu = max(abs(fuu), 0.25 * uu);
        fvv = max(abs(fvv), 0.25 * vv);
        fuv = 0.0;
        det = fuu * fvv;
    }
    float per_u = exact_reciprocal(fuu), per_v = exact_reciprocal(fvv), inverse = exact_reciprocal(det);
    vec2 way = vec2(((fuv * slope.y) - (fvv * slope.x)) * inverse, ((fuv * slope.x) - (fuu * slope.y)) * inverse);
    way      = mix(way, vec2(0.0), bvec2(hold_u, hold_v));
    way      = exact_is_finite(way) ? way : vec2(0.0);
    vec2 to  = at + way, inside = exact_clamp(to, vec2(0.0), vec2(1.0)), cut = inside - at;
    if (to.x != inside.x && !hold_v) way = vec2(cut.x, -((slope.y + (fuv * cut.x)) * per_v));
    else if (to.y != inside.y && !hold_u) way = vec2(-((slope.x + (fuv * cut.y)) * per_u), cut.y);
    // Cut off, it may have become a way uphill.
    vec2 own = vec2(hold_u ? 0.0 : -(slope.x * per_u), hold_v ? 0.0 : -(slope.y * per_v));
    cut      = exact_clamp(at + way, vec2(0.0), vec2(1.0)) - at;
    way      = exact_is_finite(way) && exact_dot(slope, cut) < 0.0 ? way : own;
    return exact_is_finite(way) ? way : vec2(0.0);
}

void descend(uint p, vec2 start)
{
    vec2 at = start, kept = start, way = vec2(0.0);
    vec3 seen = vec3(0.0);
    float kept_square = QUERY_FAR;
    [[dont_unroll]] for (int k = 0; k < QUERY_STEPS; ++k)
    {
        patch_place e = patch_evaluate(at.x, at.y);
        float square  = exact_dot(e.s, e.s);
        // Most of the way back when it went uphill by more than rounding.
        if (square > kept_square + ((1.0 / 1048576.0) * kept_square))
            way = 0.25 * way;
        else
        {
            kept        = at;
            kept_square = square;
            seen        = e.s;
            way         = newton_step(e, at);
        }
        vec2 next = exact_flush(exact_clamp(kept + way, vec2(0.0), vec2(1.0)));
        way       = next - kept;
        vec2 size = abs(way);
        if (8.0 * max(size.x, size.y) < 1.0 / 1048576.0) break;
        at = next;
    }
    query_take(p, kept, patch_unit * seen, exact_length_of_squared(kept_square) * patch_unit);
}

void query_patch(uint p)
{
    patch_load(patches[p].index, patches[p].flags);
    float square[QUERY_SEEDS * QUERY_SEEDS];
    [[dont_unroll]] for (int k = 0; k < QUERY_SEEDS * QUERY_SEEDS; ++k)
    {
        patch_place e = patch_evaluate(QUERY_SEED_AT(k & 3), QUERY_SEED_AT(k >> 2));
        square[k]     = exact_dot(e.s, e.s);
    }
    [[dont_unroll]] for (int k = 0; k < QUERY_SEEDS * QUERY_SEEDS; ++k)
    {
        int i = k & 3, j = k >> 2;
        bool lowest = true;
        for (int y = max(j - 1, 0); y <= min(j + 1, QUERY_SEEDS - 1); ++y)
            for (int x = max(i - 1, 0); x <= min(i + 1, QUERY_SEEDS - 1); ++x)
            {
                int m  = QUERY_SEEDS * y + x;
                lowest = lowest && (square[m] > square[k] || (square[m] == square[k] && m >= k));
            }
        if (lowest) descend(p, vec2(QUERY_SEED_AT(i), QUERY_SEED_AT(j)));
    }
}

void main()
{
    uint i = thread_index();
    from   = i < push.range.count ? record[i].point.xyz : vec3(0.0);
    query_find(i, QUERY_CLOSEST);
}
