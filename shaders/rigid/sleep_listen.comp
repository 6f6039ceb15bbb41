// One thread, when this step's pairs are there: touches of sleepers are searched only if some body sleeps and some
// moves.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "list.glsl"
#include "rigid/sleep_shared.h"

layout(push_constant) uniform Push { sleep_push push; };
layout(std430, binding = 0) readonly buffer State { sleep_state state; };
layout(std430, binding = 1) readonly buffer PairList { list_header pairs; };
layout(std430, binding = 2) buffer Lists { sleep_header lists[SLEEP_LISTS]; };

#include "rigid/sleep.glsl"

void main()
{
    if (thread_index() != 0u || state.asleep == 0u || lists[SLEEP_BODIES].list.count == 0u) return;
    lists[SLEEP_PAIRS].list  = list_complete(pairs.count, pairs.count);
    lists[SLEEP_JOINTS].list = list_complete(push.joints, push.joints);
}
