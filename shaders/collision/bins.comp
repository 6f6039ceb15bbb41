// Finds each pair's record of the last step, one pair a thread, and decides whether its manifold is taken over. If not,
// the pair is appended to the list of the kernel that detects it, in no particular order.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "list.glsl"
#include "collision/params.glsl"
#include "collision/cache.glsl"

layout(push_constant) uniform Push { bins_push push; };
layout(std430, binding = 1) readonly buffer List { list_header list; };
layout(std430, binding = 2) readonly buffer Pair { collider_pair pair[]; };
layout(std430, binding = 3) readonly buffer Pose { collider_pose pose[]; };
layout(std430, binding = 4) readonly buffer Data { collider_data data[]; };
layout(std430, binding = 5) readonly buffer Link { uint link[]; };
layout(std430, binding = 6) readonly buffer OldCache { pair_cache old_cache[]; };
layout(std430, binding = 7) writeonly buffer Past { uint past[]; };
layout(std430, binding = 8) buffer Bins
{
    bin_header bin[BINS];
    uint       index[]; // room for all pairs in each bin, rounded up to 64
};

uint find(collider_pair p)
{
    uint at = link[pair_hash(p.a, p.b) & push.mask];
    while (at != LINK_END)
    {
        if (old_cache[at].a == p.a && old_cache[at].b == p.b) return at;
        at = link[push.mask + 1u + at];
    }
    return PAST_NONE;
}

// Motion against each other is that of the smaller one as the larger one sees it: its centre's, and its outermost
// points' about the centre. So a pebble that rolls over a plain has not moved by more than the pebble did.
bool barely_moved(collider_pair p, pair_cache old, float radius_a, float radius_b)
{
    pair_motion m     = pair_moved(pose[p.a], pose[p.b], old);
    bool  a_smaller   = radius_a < radius_b;
    float radius      = a_smaller ? radius_a : radius_b;
    vec4  turn_larger = mix(m.turn_a, m.turn_b, bvec4(a_smaller));
    float centre      = exact_length(m.offset - turned_by(turn_larger, old.offset.xyz));
    vec4  turn        = quaternion_multiply(quaternion_conjugate(m.turn_a), m.turn_b);
    float edge        = (2.0 * exact_length(turn.xyz)) * radius; // 2 sin(angle / 2) radius
    float tolerance   = min(RECYCLE_TOLERANCE, RECYCLE_SHARE * radius);
    if (old.offset.w == 0.0) tolerance = min(tolerance, RECYCLE_MARGIN_SHARE * params.margin);
    bool steady = exact_dot(m.turn_a.xyz, m.turn_a.xyz) < RECYCLE_TURN &&
                  exact_dot(m.turn_b.xyz, m.turn_b.xyz) < RECYCLE_TURN;
    return steady && (centre + edge) < tolerance;
}

void main()
{
    uint i = thread_index();
    if (i >= list.count) return;
    collider_pair p = pair[i];
    collider_data a = data[p.a], b = data[p.b];
    uint at = find(p);
    if (at != PAST_NONE)
    {
        pair_cache old = old_cache[at];
        if (old.stamp_a != a.stamp || old.stamp_b != b.stamp)
            at = PAST_NONE;
        else if (barely_moved(p, old, collider_radius(a), collider_radius(b)))
            at |= PAST_RECYCLED;
    }
    past[i] = at;
    if ((at & PAST_RECYCLED) != 0u) return;
    uint ka = a.kind & COLLIDER_KIND_MASK, kb = b.kind & COLLIDER_KIND_MASK;
    bool box_a = ka == COLLIDER_BOX;
    uint to    = box_a && kb == COLLIDER_BOX ? BIN_BOX
               : (box_a || ka == COLLIDER_HULL) && kb == COLLIDER_HULL ? BIN_HULL
                                                                       : BIN_ROUND;
    uint room = (push.capacity + 63u) & ~63u;
    index[to * room + atomicAdd(bin[to].list.count, 1u)] = i;
}
