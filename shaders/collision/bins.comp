// Decides what becomes of each pair, one a thread. Run either on pairs that were kept, whose past is in their own
// place, or on pairs that were found among those of the last step: in their own place too, or put aside.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "collision/params.glsl"
#include "collision/cache_shared.h"

layout(push_constant) uniform Push { bins_push push; };
layout(std430, binding = 1) buffer Bins
{
    bin_header bin[BIN_HEADERS];
    uint       index[]; // room for all pairs in each bin, rounded up to 64
};
layout(std430, binding = 2) readonly buffer Pose { collider_pose pose[]; };
layout(std430, binding = 3) readonly buffer Data { collider_data data[]; };
layout(std430, binding = 4) readonly buffer Meet { collider_meet meet[]; };
layout(std430, binding = 5) readonly buffer Old { pair_old old[]; };
layout(std430, binding = 6) buffer Manifold { manifold contact[]; };
layout(std430, binding = 7) buffer Record { pair_cache record[]; };
layout(std430, binding = 8) buffer Past { uint past[]; };

#include "collision/bins_decide.glsl"

layout(constant_id = 1) const uint KEPT = 0; // 1: pairs that were kept

void bring(uint at, uint i)
{
    contact[i] = old[at].contact;
    record[i]  = old[at].record;
}

void main()
{
    uint i = thread_index();
    if (i < bin[KEPT != 0u ? BIN_KEPT : BIN_FOUND].list.count) decide(i, KEPT != 0u ? i : past[i]);
}
