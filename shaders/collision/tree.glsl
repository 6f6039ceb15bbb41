// What the kernels of the tree share: where blocks are, and boxes as bits.
#ifndef MAS_TREE_GLSL
#define MAS_TREE_GLSL

#include "collision/collision_shared.h"
#include "collision/tree_shared.h"

// Place in the array of nodes of block b of 8^level leaves; a leaf is a block of level 0.
uint tree_block(uint slots, uint level, uint b)
{
    uint larger = level >= 2u ? slots / 8u + 1u + (level - 2u) * (slots / 64u + 1u) : 0u;
    return (level == 0u ? 0u : 2u * slots + larger) + b;
}

tree_node tree_node_of(vec3 lo, uint link, vec3 hi, uint rope)
{
    return tree_node(uvec4(floatBitsToUint(lo), link), uvec4(floatBitsToUint(hi), rope));
}

#endif
