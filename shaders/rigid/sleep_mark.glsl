// Marks the island of a sleeper that something touched. The first mark also calls open_woken, which kernels define: it
// opens the lists of waking bodies. The kernel binds body and state.
#ifndef MAS_SLEEP_MARK_GLSL
#define MAS_SLEEP_MARK_GLSL

void open_woken();

void mark(uint slot)
{
    if (body[slot].island == 0u) return; // lost, not asleep
    atomicOr(body[island_of(slot, body[slot].island)].mark, 1u);
    if (atomicOr(state.woken, 1u) == 0u) open_woken();
}

#endif
