// Who touches, and whether that has been told, one pair a thread.
//   sensors   while the shapes overlap
//   contacts  from when they overlap, or the solver pushed, or they would meet within the step as they move now: a ball
//             may come, bounce and leave within one step; until they are push.reach apart: what rests trembles
#version 460
#extension GL_GOOGLE_include_directive : require
#include "list.glsl"
#include "collision/cache.glsl"
#include "rigid/touch.glsl"

layout(push_constant) uniform Push { touch_push push; };
layout(std430, binding = 0) readonly buffer Pairs { list_header pairs; };
layout(std430, binding = 1) readonly buffer Manifold { manifold of_pair[]; };
layout(std430, binding = 2) readonly buffer Pose { collider_pose pose[]; };
layout(std430, binding = 3) readonly buffer Speed { touch_speed speed[]; };
layout(std430, binding = 4) readonly buffer Data { collider_data data[]; };
layout(std430, binding = 5) readonly buffer Link { uint link[]; };
layout(std430, binding = 6) readonly buffer Open { touch_record open[]; };
layout(std430, binding = 7) buffer Work
{
    touch_counters counters;
    touch_list     flags;
    uint           flag[]; // rows: ended, free to take; then by pair: begins, hits
};

// A body that was destroyed, or got another shape, is somebody else, though its collider's slot may be the same.
bool is(event_party x, event_party y)
{
    return x.collider == y.collider && x.body == y.body && x.generation == y.generation && x.shape == y.shape &&
           x.shape_generation == y.shape_generation;
}

uint find(uint a, uint b)
{
    bool turned = touch_turned(data[a], data[b]);
    event_party first  = touch_party(data[turned ? b : a], turned ? b : a);
    event_party second = touch_party(data[turned ? a : b], turned ? a : b);
    uint at = link[pair_hash(min(a, b), max(a, b)) & push.mask];
    while (at != LINK_END && !(is(open[at].a, first) && is(open[at].b, second))) at = link[push.mask + 1u + at];
    return at;
}

void main()
{
    uint i = thread_index(), n = counters.used;
    if (i >= pairs.count) return;
    uint begin = (2u * n) + i, hit = begin + pairs.count;
    flag[begin] = 0u;
    flag[hit]   = 0u;
    if (of_pair[i].count == 0u || (of_pair[i].flags & MANIFOLD_JOINED) != 0u) return;

    manifold m     = of_pair[i];
    bool  begins   = (m.flags & MANIFOLD_TOUCHES) != 0u;
    bool  stays    = begins;
    bool  hits     = false;
    if ((m.flags & MANIFOLD_SENSOR) == 0u)
    {
        vec4  deepest  = touch_deepest(m);
        vec3  between  = pose[m.b].position.xyz - pose[m.a].position.xyz;
        float approach = touch_approach(m.normal.xyz, deepest.xyz, between, speed[m.a], speed[m.b]);
        begins = begins || any(greaterThan(m.impulse, vec4(0.0))) || deepest.w <= (push.dt * approach);
        stays  = begins || deepest.w <= push.reach;
        hits   = begins && approach > push.hit_speed;
    }
    if (hits)
    {
        flag[hit] = 1u;
        atomicAdd(counters.hits, 1u);
    }
    if (!stays) return;
    uint at = find(m.a, m.b);
    if (at != LINK_END)
    {
        flag[at]     = 0u;
        flag[n + at] = 0u;
        atomicAdd(counters.kept, 1u);
        atomicMax(counters.places, at + 1u);
    }
    else if (begins)
    {
        flag[begin] = 1u;
        atomicAdd(counters.begins, 1u);
    }
}
