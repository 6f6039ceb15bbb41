// Pairs into their places: run once for new pairs, one a thread, and once for free places.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "list.glsl"
#include "collision/collision_shared.h"

layout(constant_id = 1) const uint MOVES = 0; // 0: new pairs; 1: old pairs
layout(std430, binding = 0) readonly buffer Known { list_header known; };
layout(std430, binding = 1) readonly buffer FreshList { list_header fresh_list; };
layout(std430, binding = 2) readonly buffer Fresh { collider_pair fresh[]; };
layout(std430, binding = 3) readonly buffer PlaceList { list_header place_list; };
layout(std430, binding = 4) readonly buffer Place { uint place[]; }; // free, in order
layout(std430, binding = 5) buffer Pair { collider_pair pair[]; };

#include "collision/fat_fill.glsl"

void main()
{
    uint k = thread_index(), fresh_count = fresh_list.count, gone = place_list.count;
    if (MOVES != 0u)
    {
        fat_move(k, known.count, gone, fresh_count);
        return;
    }
    if (k >= fresh_count) return;
    uint at = fat_place(k, known.count, gone);
    if (at < uint(pair.length())) pair[at] = fresh[k];
}
