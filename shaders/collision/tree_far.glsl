// How far apart two leaves are in the order of keys, and the rope that follows from it. A kernel includes this file
// after its push constants and its binding key.
#ifndef MAS_TREE_FAR_GLSL
#define MAS_TREE_FAR_GLSL

const uint TREE_OUTSIDE = 99u;

// Grows with the first bit that differs; of equal keys the ranks decide, so that all leaves differ. ki is the key of i,
// a leaf; j is another, or lies beyond the first or the last.
uint tree_far(uint ki, uint i, uint j)
{
    if (j >= push.slots) return TREE_OUTSIDE;
    uint kj = key[j];
    if (kj == TREE_NO_KEY) return TREE_OUTSIDE;
    return ki != kj ? 32u + uint(findMSB(ki ^ kj)) : uint(findMSB(i ^ j));
}

// What follows a subtree that ends with this leaf: the inner node that begins with the next leaf, if there is one on
// the other side of the split, else that leaf.
uint tree_rope(uint last)
{
    uint next = last + 1u;
    if (next >= push.slots) return TREE_END;
    uint k = key[next];
    if (k == TREE_NO_KEY) return TREE_END;
    bool inner = tree_far(k, next, next + 1u) < tree_far(k, next, last);
    return inner ? push.slots + next : next;
}

#endif
