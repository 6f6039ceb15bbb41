// The largest squared speed of all. Expects the buffer state.
#ifndef MAS_LIQUID_SPEED_GLSL
#define MAS_LIQUID_SPEED_GLSL

// Only who may be the fastest so far has the word to itself for a moment: as an atomic of everybody it was half of
// settle's time. What is read beside others' atomics may be old, never too large: then there is an atomic too many.
void tell_speed(vec3 v)
{
    uint squared = floatBitsToUint(exact_dot(v, v)); // not negative: bits are in the order of numbers
    if (squared > state.speed) atomicMax(state.speed, squared);
}

#endif
