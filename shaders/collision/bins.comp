// Decides what becomes of each pair, one a thread. Run either on pairs that were kept, whose past is in their own
// place, or on pairs that were found among those of the last step: in their own place too, or put aside.
#version 460
#extension GL_GOOGLE_include_directive : require
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
