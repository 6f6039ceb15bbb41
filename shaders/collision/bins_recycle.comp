// Recycled manifolds, one pair a thread: as of the last step, but for the separations. The first thread also completes
// the lists of pairs to detect.
// A point in the middle between the surfaces was at r from a's centre and at r - offset from b's. Each collider carries
// it along; where b takes it, less where a takes it, along the normal, is what the separation has changed by:
//     s = base + n . ((xb + Tb (r - offset)) - (xa + Ta r)),   T: rotation since detection
// The normal stays, as do the points: what a stack stands on must not tremble.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "list.glsl"
#include "collision/cache.glsl"

layout(std430, binding = 0) readonly buffer List { list_header list; };
layout(std430, binding = 1) readonly buffer Past { uint past[]; };
layout(std430, binding = 2) readonly buffer Pose { collider_pose pose[]; };
layout(std430, binding = 3) readonly buffer OldManifold { manifold old_manifold[]; };
layout(std430, binding = 4) readonly buffer OldCache { pair_cache old_cache[]; };
layout(std430, binding = 5) writeonly buffer Manifold { manifold new_manifold[]; };
layout(std430, binding = 6) writeonly buffer Cache { pair_cache cache[]; };
layout(std430, binding = 7) buffer Bins { bin_header bin[BINS]; };

float separation(vec3 n, vec3 r, vec3 offset, pair_motion m, float base)
{
    vec3 change = (m.offset + turned_by(m.turn_b, r - offset)) - turned_by(m.turn_a, r);
    return exact_flush(base + exact_dot(n, change));
}

void main()
{
    uint i = thread_index();
    if (i >= list.count) return;
    if (i == 0u)
        for (uint k = 0u; k < BINS; ++k) bin[k].list = list_complete(bin[k].list.count, bin[k].list.capacity);
    uint at = past[i];
    if ((at & PAST_RECYCLED) == 0u) return;
    at = at & ~PAST_RECYCLED;
    manifold    c   = old_manifold[at];
    pair_cache  old = old_cache[at];
    pair_motion m   = pair_moved(pose[old.a], pose[old.b], old);
    vec3        o   = old.offset.xyz;
    vec4 s = vec4(separation(c.normal.xyz, c.point[0].xyz, o, m, old.base.x),
                  separation(c.normal.xyz, c.point[1].xyz, o, m, old.base.y),
                  separation(c.normal.xyz, c.point[2].xyz, o, m, old.base.z),
                  separation(c.normal.xyz, c.point[3].xyz, o, m, old.base.w));
    bvec4 used = lessThan(uvec4(0u, 1u, 2u, 3u), uvec4(c.count));
    s          = mix(vec4(0.0), s, used);
    bvec4 deep = lessThanEqual(s, vec4(0.0));
    bool  hits = (used.x && deep.x) || (used.y && deep.y) || (used.z && deep.z) || (used.w && deep.w);
    c.point[0].w = s.x;
    c.point[1].w = s.y;
    c.point[2].w = s.z;
    c.point[3].w = s.w;
    c.flags      = (c.flags & ~uint(MANIFOLD_TOUCHES)) | (hits ? MANIFOLD_TOUCHES : 0u);
    old.offset.w = hits ? 1.0 : 0.0;
    new_manifold[i] = c;
    cache[i]        = old;
}
