// Decides what becomes of a pair. If the two have barely moved since their manifold was found, it stays, but for the
// separations; if nothing moves either of them, it stays as it is; else the pair is appended to the list of the kernel
// that detects it, in no particular order. Its past is in its own place, or put aside.
//
// A point in the middle between the surfaces was at r from a's centre and at r - offset from b's. Each collider carries
// it along; where b takes it, less where a takes it, along the normal, is what the separation has changed by:
//     s = base + n . ((xb + Tb (r - offset)) - (xa + Ta r)),   T: rotation since detection
// The normal stays, as do the points: what a stack stands on must not tremble.
// The kernel binds push, bin, index, pose, data, meet, old, contact, record and past.
#ifndef MAS_BINS_DECIDE_GLSL
#define MAS_BINS_DECIDE_GLSL

#include "list.glsl"
#include "collision/collision_shared.h"
#include "collision/ahead.glsl"
#include "collision/cache.glsl"

// Motion against each other is that of the smaller one as the larger one sees it: its centre's, and its outermost
// points' about the centre. So a pebble that rolls over a plain has not moved by more than the pebble did.
bool barely_moved(pair_motion m, pair_cache was, float radius_a, float radius_b, bool quick)
{
    bool  a_smaller   = radius_a < radius_b;
    float radius      = a_smaller ? radius_a : radius_b;
    vec4  turn_larger = mix(m.turn_a, m.turn_b, bvec4(a_smaller));
    float centre      = exact_length(m.offset - turned_by(turn_larger, was.offset.xyz));
    vec4  turn        = quaternion_multiply(quaternion_conjugate(m.turn_a), m.turn_b);
    float edge        = (2.0 * exact_length(turn.xyz)) * radius; // 2 sin(angle / 2) radius
    float tolerance   = min(RECYCLE_TOLERANCE, RECYCLE_SHARE * radius);
    if (was.offset.w == 0.0) tolerance = quick ? 0.0 : min(tolerance, RECYCLE_MARGIN_SHARE * params.margin);
    bool steady = exact_dot(m.turn_a.xyz, m.turn_a.xyz) < RECYCLE_TURN &&
                  exact_dot(m.turn_b.xyz, m.turn_b.xyz) < RECYCLE_TURN;
    return steady && (centre + edge) < tolerance;
}

float separation(vec3 n, vec3 r, vec3 offset, pair_motion m, float base)
{
    vec3 change = (m.offset + turned_by(m.turn_b, r - offset)) - turned_by(m.turn_a, r);
    return exact_flush(base + exact_dot(n, change));
}

// Separations of the points in use; 0 of the others.
vec4 separations(manifold c, pair_cache was, pair_motion m)
{
    vec3 n = c.normal.xyz, o = was.offset.xyz;
    vec4 s = vec4(separation(n, c.point[0].xyz, o, m, was.base.x), separation(n, c.point[1].xyz, o, m, was.base.y),
                  separation(n, c.point[2].xyz, o, m, was.base.z), separation(n, c.point[3].xyz, o, m, was.base.w));
    return mix(vec4(0.0), s, lessThan(uvec4(0u, 1u, 2u, 3u), uvec4(c.count)));
}

// Writes the manifold and the record that were put aside as number at to place i.
void bring(uint at, uint i);

// The manifold of the last step, but for the separations.
void keep(uint i, pair_motion m)
{
    manifold c = contact[i];
    vec4  s    = separations(c, record[i], m);
    bvec4 used = lessThan(uvec4(0u, 1u, 2u, 3u), uvec4(c.count));
    bvec4 deep = lessThanEqual(s, vec4(0.0));
    bool  hits = (used.x && deep.x) || (used.y && deep.y) || (used.z && deep.z) || (used.w && deep.w);
    contact[i].point[0].w = s.x;
    contact[i].point[1].w = s.y;
    contact[i].point[2].w = s.z;
    contact[i].point[3].w = s.w;
    contact[i].flags      = (c.flags & ~uint(MANIFOLD_TOUCHES)) | (hits ? MANIFOLD_TOUCHES : 0u);
    record[i].offset.w    = hits ? 1.0 : 0.0;
}

// at: where the past of pair i is, i for its own place, or PAST_NONE.
void decide(uint i, uint at)
{
    uint a = record[i].a, b = record[i].b;
    if (at != PAST_NONE)
    {
        bool in_place  = at == i;
        pair_cache was = record[i];
        if (!in_place) was = old[at].record;
        pair_motion m = pair_moved(pose[a], pose[b], was);
        bool asleep   = (meet[a].who & meet[b].who & MEET_ASLEEP) != 0u;
        bool same     = was.stamp_a == data[a].stamp && was.stamp_b == data[b].stamp;
        bool quick    = ahead_quick(pose[a], pose[b], params.margin);
        float ahead   = in_place ? contact[i].normal.w : old[at].contact.normal.w; // a blow; see match.comp
        bool stays    = asleep || (ahead == 0.0 && barely_moved(m, was, collider_radius(data[a]),
                                                                collider_radius(data[b]), quick));
        if (same && stays && !in_place) bring(at, i);
        if (same && stays && !asleep) keep(i, m);
        at = same ? (stays ? at | PAST_RECYCLED : at) : PAST_NONE;
    }
    past[i] = at;
    if ((at & PAST_RECYCLED) != 0u) return;
    uint ka = data[a].kind & COLLIDER_KIND_MASK, kb = data[b].kind & COLLIDER_KIND_MASK;
    bool box_a = ka == COLLIDER_BOX;
    uint to    = box_a && kb == COLLIDER_BOX ? BIN_BOX
               : (box_a || ka == COLLIDER_HULL) && kb == COLLIDER_HULL ? BIN_HULL
                                                                       : BIN_ROUND;
    uint room = (push.capacity + 63u) & ~63u;
    index[to * room + atomicAdd(bin[to].list.count, 1u)] = i;
}

#endif
