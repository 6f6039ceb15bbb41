#ifndef MAS_TREE_H
#define MAS_TREE_H

#include "pairs.h"
#include "primitive/radix_sort.h"

// Headers of lists whose arguments start the tree's kernels. The first also says how many slots to sort.
enum
{
    MAS_TREE_SLOTS,
    MAS_TREE_EIGHTHS,
    MAS_TREE_BLOCKS,
    MAS_TREE_TOP_BLOCKS,
    MAS_TREE_ONE,
    MAS_TREE_LISTS
};

typedef struct mas_tree
{
    mas_span key, slot; // uint by rank
    mas_span lists;     // list_header by MAS_TREE_*
    mas_span scale;     // float: 0.5/m, half of one over the cell's side
    mas_span node;      // tree_node (tree_shared.h)
    mas_span keep;      // uint by partner and rank
    mas_radix_sort sort;
    mas_pairs_scan scan;
    mas_pass choose, fill, order, block, link, count, write;
} mas_tree;

extern const mas_kernel_desc mas_tree_kernels[];
extern const uint32_t mas_tree_kernel_count;

void mas_tree_plan(mas_tree*, mas_arena*, const mas_colliders*, const mas_pairs*);
massa_result mas_tree_create(mas_tree*, mas_kernels*, const mas_colliders*, const mas_pairs*);
void mas_tree_record(const mas_tree*, mas_recorder*, uint32_t colliders); // slots in use
// The same for a caller that completes the lists, on the device, with these counts; or with none, and then the pairs of
// last time stay, but for their header, which says none. was: not 0 if the array of boxes has two for each collider,
// the second ones from there on; pairs whose second ones overlap too are left out.
void mas_tree_counts(uint32_t colliders, uint32_t counts[MAS_TREE_LISTS]);
void mas_tree_record_lists(const mas_tree*, mas_recorder*, uint32_t colliders, uint32_t was);

#endif
