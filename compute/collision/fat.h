#ifndef MAS_FAT_H
#define MAS_FAT_H

#include "tree.h"

typedef struct mas_fat
{
    // State: a step goes on from the last one's.
    mas_span box, meet; // collider_box, collider_meet by collider: when the fat pairs were made
    mas_span row;       // fat_row by collider
    mas_span pair;      // collider_pair: overlapping fat boxes, by owner
    mas_span state;     // fat_state
    mas_pairs pairs;    // the tree's: the fat pairs
    mas_span params;    // the tree's: shapes without bounds have no fat pairs
    mas_tree tree;
    mas_pairs_scan scan;
    mas_pass check, begin, grow, keep, count, write;
    uint32_t capacity;
} mas_fat;

extern const mas_kernel_desc mas_fat_kernels[];
extern const uint32_t mas_fat_kernel_count;

// fat_pairs: room for them. Fat boxes touch more: half as many again as pairs, as a rule.
void mas_fat_plan(mas_fat*, mas_arena*, const mas_colliders*, const mas_pairs*, uint32_t fat_pairs);
massa_result mas_fat_create(mas_fat*, mas_kernels*, const mas_colliders*, const mas_pairs*);
void mas_fat_record(const mas_fat*, mas_recorder*, uint32_t colliders); // slots in use

#endif
