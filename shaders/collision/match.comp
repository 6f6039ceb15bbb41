// What a fresh manifold remembers, one pair a thread. Each point takes the impulse of the old point with its feature; a
// point without one takes that of the nearest old point that nobody has taken, in a's frame, if it is near enough.
// Friction comes along as it is, a vector in the world, if one point at least was there before.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "list.glsl"
#include "collision/cache.glsl"

layout(std430, binding = 0) readonly buffer List { list_header list; };
layout(std430, binding = 1) readonly buffer Past { uint past[]; };
layout(std430, binding = 2) readonly buffer Pose { collider_pose pose[]; };
layout(std430, binding = 3) readonly buffer Data { collider_data data[]; };
layout(std430, binding = 4) readonly buffer OldManifold { manifold old_manifold[]; };
layout(std430, binding = 5) readonly buffer OldCache { pair_cache old_cache[]; };
layout(std430, binding = 6) buffer Manifold { manifold new_manifold[]; };
layout(std430, binding = 7) writeonly buffer Cache { pair_cache cache[]; };

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

void main()
{
    uint i = thread_index();
    if (i >= list.count) return;
    uint at = past[i];
    if ((at & PAST_RECYCLED) != 0u) return;
    manifold      c  = new_manifold[i];
    collider_pose pa = pose[c.a], pb = pose[c.b];
    bool touches = (c.flags & MANIFOLD_TOUCHES) != 0u;
    cache[i] = pair_cache(exact_flush(pa.rotation), exact_flush(pb.rotation),
                          vec4(exact_flush(pb.position.xyz - pa.position.xyz), touches ? 1.0 : 0.0),
                          vec4(c.point[0].w, c.point[1].w, c.point[2].w, c.point[3].w), c.a, c.b, data[c.a].stamp,
                          data[c.b].stamp);
    impulse    = vec4(0.0);
    vec4 twist = vec4(0.0), rolling = vec4(0.0);
    if (at != PAST_NONE && c.count != 0u && old_manifold[at].count != 0u)
    {
        manifold old = old_manifold[at];
        vec4     q   = old_cache[at].rotation_a;
        old_impulse  = old.impulse;
        left         = (1u << old.count) - 1u;
        matched      = 0u;
        for (uint k = 0u; k < c.count; ++k) by_feature(k, c.feature[k], old.feature);
        if (matched != (1u << c.count) - 1u && left != 0u)
        {
            float reach = min(MATCH_DISTANCE,
                              MATCH_SHARE * min(collider_radius(data[c.a]), collider_radius(data[c.b])));
            vec3 old_point[4];
            for (uint k = 0u; k < 4u; ++k) old_point[k] = quaternion_rotate_inverse(q, old.point[k].xyz);
            for (uint k = 0u; k < c.count; ++k)
                if ((matched >> k & 1u) == 0u)
                    by_distance(k, quaternion_rotate_inverse(pa.rotation, c.point[k].xyz), old_point, reach * reach);
        }
        twist   = mix(twist, old.twist, bvec4(matched != 0u));
        rolling = mix(rolling, old.rolling, bvec4(matched != 0u));
    }
    new_manifold[i].impulse = impulse;
    new_manifold[i].twist   = twist;
    new_manifold[i].rolling = rolling;
}
