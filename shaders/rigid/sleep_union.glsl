// Trees of islands: a body points to another of its island, or to itself when it is the root. parent and state are bound
// by the kernel.
//
// A root is hooked below another, never a body that already hangs: nothing is ever lost, and a pointer once set stays.
// The hook goes from the later to the earlier of the two in a fixed order, so there are no circles, and the root of a
// finished island is its earliest member, whatever the schedule. The order is a mix of the slot's bits: with the slots
// themselves a row of bodies could become a tree as deep as the row is long; with a mixed order depth grows with the
// logarithm (Jayanti and Tarjan, concurrent disjoint set union with linking by random index).
#ifndef MAS_SLEEP_UNION_GLSL
#define MAS_SLEEP_UNION_GLSL

uint union_order(uint slot) // a bijection
{
    uint h = slot * 0x9E3779B1u;
    h      = (h ^ (h >> 15)) * 0x2C1B3C6Du;
    h      = (h ^ (h >> 13)) * 0x85EBCA77u;
    return h ^ (h >> 16);
}

// A value read too early shows a root that hangs by now; the exchange tells the truth.
void unite(uint a, uint b)
{
    for (uint turn = 0u; turn < SLEEP_CLIMB; ++turn)
    {
        if (a == b) return;
        uint up_a = parent[a], up_b = parent[b];
        if (up_a == a && up_b == b)
        {
            bool a_later = union_order(a) > union_order(b);
            uint later   = a_later ? a : b, earlier = a_later ? b : a;
            up_a         = atomicCompSwap(parent[later], later, earlier);
            if (up_a == later) return;
            up_b = earlier;
        }
        a = up_a;
        b = up_b;
    }
    atomicOr(state.stuck, 1u);
}

#endif
