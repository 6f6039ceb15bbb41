// The tree of boxes (compute/collision/tree.c tells the story). One array holds all nodes, n being the slots in use:
//
//     0          n             2 n              2 n + n / 8 + 1
//     | leaves   | inner nodes | blocks of 8    | blocks of 64 | of 512 | ...    n / 64 + 1 of each
//
// Leaves stand by rank, that is by key, then by slot. Inner node i has leaf i as its first or its last.
#ifndef MAS_TREE_SHARED_H
#define MAS_TREE_SHARED_H

#include "list_shared.h"

#define TREE_CELL_BITS 8        // of an axis: the cells of a tile
#define TREE_HASH_BITS 7        // of a tile
#define TREE_HASHES 128
#define TREE_KEY_BITS 32
#define TREE_NO_KEY 0x80000000u // above all keys, 3 x 8 + 7 bits: free slots and shapes without bounds
#define TREE_END 0xFFFFFFFFu    // rope of the last
#define TREE_LEVELS 6           // of blocks: 8^6 leaves, as a seventh is never full
#define TREE_KEEP 23            // partners that a leaf's walk writes down
#define TREE_SWAPPED 0x80000000u // added to a partner: it comes first in the pair
#define TREE_SAMPLES 256        // colliders that cells are chosen for

STRUCT(tree_node) // bits of floats, for the sake of w
{
    mas_uvec4 lo; // m; w of a leaf its collider, of an inner node its left child, which is followed by its subtree
    mas_uvec4 hi; // m; w the rope: the node after this one's subtree
};

STRUCT(tree_push)
{
    uint slots;  // in use
    uint blocks; // that tree_block makes,
    uint level;  // of blocks of this level
    uint was;    // where in the array of boxes those begin whose pairs are known already; 0: there are none
};

#endif
