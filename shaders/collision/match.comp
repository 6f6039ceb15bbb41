// What a fresh manifold remembers of the one put aside, one pair a thread. Each point takes the impulse of the old
// point with its feature; a point without one takes that of the nearest old point that is not taken yet, in a's frame,
// if it is near enough. Friction is carried over as it is, a vector in the world, if one point at least was there
// before. Impulses of contacts that were predicted (ahead.glsl) are not carried over: they stopped a body, they do not
// support one.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "collision/bins.glsl"
#include "collision/ahead.glsl"
#include "collision/cache.glsl"

layout(std430, binding = 1) readonly buffer Past { uint past[]; };
layout(std430, binding = 2) readonly buffer Pose { collider_pose pose[]; };
layout(std430, binding = 3) readonly buffer Data { collider_data data[]; };
layout(std430, binding = 4) readonly buffer Old { pair_old put_aside[]; };
layout(std430, binding = 5) buffer Manifold { manifold contact[]; };
layout(std430, binding = 6) writeonly buffer Record { pair_cache record[]; };

const uint NOBODY = 4u;

// Bits of old points, so that no array is indexed by what threads find.
uint  left;    // not taken yet
uint  matched; // new points that took one
vec4  old_impulse;
vec4  impulse;

float taken(uint k)
{
    return k == 0u ? old_impulse.x : k == 1u ? old_impulse.y : k == 2u ? old_impulse.z : old_impulse.w;
}

void by_feature(uint i, uint feature, uvec4 old_feature)
{
    bvec4 same = equal(old_feature, uvec4(feature));
    uint  bits = (uint(same.x) | uint(same.y) << 1 | uint(same.z) << 2 | uint(same.w) << 3) & left;
    if (bits == 0u) return;
    uint k     = uint(findLSB(bits));
    impulse[i] = taken(k);
    left &= ~(1u << k);
    matched |= 1u << i;
}

float squared_distance(vec3 a, vec3 b)
{
    return exact_dot(a - b, a - b);
}

void by_distance(uint i, vec3 x, vec3 old_point[4], float limit)
{
    uint  best    = NOBODY;
    float nearest = limit;
    for (uint k = 0u; k < 4u; ++k)
    {
        float d = squared_distance(x, old_point[k]);
        if ((left >> k & 1u) != 0u && d < nearest)
        {
            best    = k;
            nearest = d;
        }
    }
    if (best == NOBODY) return;
    impulse[i] = taken(best);
    left &= ~(1u << best);
    matched |= 1u << i;
}

// What was found farther on: the record is of that place, separations of here. Unless the two touch they are apart
// somewhere, whatever the normal says. Returns whether they touch.
bool tell_as_of_now(uint i, manifold c, float change)
{
    bool touches = false;
    for (uint p = 0u; p < c.count; ++p)
    {
        float now = exact_flush(c.point[p].w - change);
        touches   = touches || (c.normal.w < 0.0 && now <= 0.0);
        contact[i].point[p].w = c.normal.w < 0.0 || now > 0.0 ? now : 0.0;
    }
    return touches;
}

void main()
{
    uint k = thread_index();
    if (k >= bin[BIN_ALL].list.count) return;
    uint i = bins_pair(k), at = past[i];
    manifold      c  = contact[i];
    collider_pose pa = pose[c.a], pb = pose[c.b];
    bool touches = (c.flags & MANIFOLD_TOUCHES) != 0u;
    if (c.normal.w != 0.0) touches = tell_as_of_now(i, c, exact_dot(c.normal.xyz, abs(c.normal.w) * ahead_way(pa, pb)));
    record[i] = pair_cache(exact_flush(pa.rotation), exact_flush(pb.rotation),
                           vec4(exact_flush(ahead_offset(pa, pb, c.normal.w)), touches ? 1.0 : 0.0),
                           vec4(c.point[0].w, c.point[1].w, c.point[2].w, c.point[3].w), c.a, c.b, data[c.a].stamp,
                           data[c.b].stamp);
    impulse    = vec4(0.0);
    vec4 twist = vec4(0.0), rolling = vec4(0.0);
    bool some  = at != PAST_NONE && c.count != 0u && put_aside[at].contact.count != 0u;
    if (some && put_aside[at].contact.normal.w == 0.0)
    {
        manifold old = put_aside[at].contact;
        vec4     q   = put_aside[at].record.rotation_a;
        old_impulse  = old.impulse;
        left         = (1u << old.count) - 1u;
        matched      = 0u;
        for (uint p = 0u; p < c.count; ++p) by_feature(p, c.feature[p], old.feature);
        if (matched != (1u << c.count) - 1u && left != 0u)
        {
            float reach = min(MATCH_DISTANCE,
                              MATCH_SHARE * min(collider_radius(data[c.a]), collider_radius(data[c.b])));
            vec3 old_point[4];
            for (uint p = 0u; p < 4u; ++p) old_point[p] = quaternion_rotate_inverse(q, old.point[p].xyz);
            for (uint p = 0u; p < c.count; ++p)
                if ((matched >> p & 1u) == 0u)
                    by_distance(p, quaternion_rotate_inverse(pa.rotation, c.point[p].xyz), old_point, reach * reach);
        }
        twist   = mix(twist, old.twist, bvec4(matched != 0u));
        rolling = mix(rolling, old.rolling, bvec4(matched != 0u));
    }
    uint told = at != PAST_NONE ? put_aside[at].contact.flags & ~uint(MANIFOLD_MARKS) : MANIFOLD_NEW;
    uint marks = (c.flags & MANIFOLD_SENSOR) | (touches ? MANIFOLD_TOUCHES : 0u);
    contact[i].flags   = marks | told;
    contact[i].impulse = impulse;
    contact[i].twist   = twist;
    contact[i].rolling = rolling;
}
