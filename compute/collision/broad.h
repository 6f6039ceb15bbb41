// The broad phase that a world chose, behind one interface: boxes in, pairs out.
#ifndef MAS_BROAD_H
#define MAS_BROAD_H

#include "brute.h"
#include "cells.h"
#include "sweep.h"
#include "tree.h"

typedef enum mas_broad_kind // as massa_broad_phase
{
    MAS_BROAD_TREE,
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
        mas_cells cells;
        mas_sweep sweep;
        mas_brute brute;
    };
} mas_broad;

void mas_broad_plan(mas_broad*, mas_arena*, mas_broad_kind, const mas_colliders*, const mas_pairs*);
massa_result mas_broad_create(mas_broad*, mas_kernels*, const mas_colliders*, const mas_pairs*);
void mas_broad_record(const mas_broad*, mas_recorder*, uint32_t colliders); // slots in use

#endif
