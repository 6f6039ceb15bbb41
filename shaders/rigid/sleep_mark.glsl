// Marks the island of a sleeper that something touched. The first mark also opens the lists of waking bodies, unless a
// single group checks for marks itself. The kernel binds body, state and lists.
#ifndef MAS_SLEEP_MARK_GLSL
#define MAS_SLEEP_MARK_GLSL

void mark(uint slot)
{
    if (body[slot].island == 0u) return; // lost, not asleep
    atomicOr(body[island_of(slot, body[slot].island)].mark, 1u);
    if (atomicOr(state.woken, 1u) != 0u) return;
#ifndef ARRAYS_ELSEWHERE
    lists[SLEEP_WOKEN].list           = list_complete(push.bodies, push.bodies);
    lists[SLEEP_WOKEN_COLLIDERS].list = list_complete(push.colliders, push.colliders);
#endif
}

#endif
