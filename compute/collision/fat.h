// The tree with fat boxes as a broad phase. Its pairs are those of the fat boxes.
#ifndef MAS_FAT_H
#define MAS_FAT_H

#include "primitive/compact.h"
#include "tree.h"

typedef struct mas_fat
{
    // State, as are the pairs: a step goes on from the last one's.
    mas_span box, meet; // collider_box, collider_meet by collider: when the pairs were made; then boxes before that
    mas_span plane;     // collider_pose by plane, then
    mas_span state;     // fat_state
    mas_span pair;      // the pairs'
    // Of this step, if the pairs are made again.
    mas_span fresh, fresh_list;       // collider_pair: new ones
    mas_span known_list;              // header of the last step's, of which some stay
    mas_span gone, place, place_list; // uint: whether each does not; places of those that do not
    mas_compact compact;
    mas_tree tree;
    mas_pass check, begin, grow, stay, fill, move, keep;
    uint32_t colliders, pairs; // capacities
} mas_fat;

extern const mas_kernel_desc mas_fat_kernels[];
extern const uint32_t mas_fat_kernel_count;

void mas_fat_plan(mas_fat*, mas_arena*, const mas_colliders*, const mas_pairs*); // the pairs are planned as state
massa_result mas_fat_create(mas_fat*, mas_kernels*, const mas_colliders*, const mas_pairs*);
void mas_fat_record(const mas_fat*, mas_recorder*, uint32_t colliders); // slots in use
void mas_fat_reset(const mas_fat*, mas_recorder*);                      // forgets the pairs
uint32_t mas_fat_kept(const mas_fat*, const uint8_t* state);            // pairs, in a state from outside
// Whether all pairs of a state from outside are such as this stage makes of the colliders that it remembers: what a
// step hands on without a look at it.
bool mas_fat_sound(const mas_fat*, const uint8_t* state);

#endif
