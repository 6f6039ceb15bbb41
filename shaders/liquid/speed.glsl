// The largest squared speed of all. Expects the buffer state.
#ifndef MAS_LIQUID_SPEED_GLSL
#define MAS_LIQUID_SPEED_GLSL

// Only a particle that may be the fastest so far does the atomic: with an atomic for each particle it was half of
// settle's time. A plain read beside atomics may give an old value, never one that is too large: then there is one
// atomic too many.
void tell_speed(vec3 v)
{
    uint squared = floatBitsToUint(exact_dot(v, v)); // not negative: bits are in the order of numbers
    if (squared > state.speed) atomicMax(state.speed, squared);
}

#endif
