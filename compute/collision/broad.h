// The broad phase that a world chose, behind one interface: boxes in, pairs out.
#ifndef MAS_BROAD_H
#define MAS_BROAD_H

#include "brute.h"
#include "cells.h"
#include "fat.h"
#include "sweep.h"

typedef enum mas_broad_kind // as massa_broad_phase
{
    MAS_BROAD_TREE,
    MAS_BROAD_FAT_TREE,
    MAS_BROAD_LABELS,
    MAS_BROAD_OWNER,
    MAS_BROAD_SWEEP,
    MAS_BROAD_BRUTE,
    MAS_BROAD_KINDS
} mas_broad_kind;

typedef struct mas_broad
{
    mas_broad_kind kind;
    union
    {
        mas_tree tree;
        mas_fat fat;
        mas_cells cells;
        mas_sweep sweep;
        mas_brute brute;
    };
} mas_broad;

// Memory of the pairs that it makes: state if it goes on from those of the last step.
static inline mas_class mas_broad_memory(mas_broad_kind kind)
{
    return kind == MAS_BROAD_FAT_TREE ? MAS_STATE : MAS_SCRATCH;
}

void mas_broad_plan(mas_broad*, mas_arena*, mas_broad_kind, const mas_colliders*, const mas_pairs*);
massa_result mas_broad_create(mas_broad*, mas_kernels*, const mas_colliders*, const mas_pairs*);
void mas_broad_record(const mas_broad*, mas_recorder*, uint32_t colliders); // slots in use
// What it has kept from step to step, if anything: forgotten, and whether it can be true.
void mas_broad_reset(const mas_broad*, mas_recorder*);
bool mas_broad_sound(const mas_broad*, const uint8_t* state); // all of the state

#endif
