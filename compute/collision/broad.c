// host only: chooses among the broad phases, which have the kernels.
#include "broad.h"

void mas_broad_plan(mas_broad* b, mas_arena* a, mas_broad_kind kind, const mas_colliders* c, const mas_pairs* p)
{
    b->kind = kind;
    switch (kind)
    {
    case MAS_BROAD_FAT_TREE: mas_fat_plan(&b->fat, a, c, p); break;
    case MAS_BROAD_LABELS: mas_cells_plan(&b->cells, a, c, p, CELLS_LABELS); break;
    case MAS_BROAD_OWNER: mas_cells_plan(&b->cells, a, c, p, CELLS_OWNER); break;
    case MAS_BROAD_SWEEP: mas_sweep_plan(&b->sweep, a, c, p); break;
    case MAS_BROAD_BRUTE: mas_brute_plan(&b->brute, a, c, p); break;
    default: mas_tree_plan(&b->tree, a, c, p); break;
    }
}

massa_result mas_broad_create(mas_broad* b, mas_kernels* k, const mas_colliders* c, const mas_pairs* p)
{
    switch (b->kind)
    {
    case MAS_BROAD_FAT_TREE: return mas_fat_create(&b->fat, k, c, p);
    case MAS_BROAD_LABELS:
    case MAS_BROAD_OWNER: return mas_cells_create(&b->cells, k, c, p);
    case MAS_BROAD_SWEEP: return mas_sweep_create(&b->sweep, k, c, p);
    case MAS_BROAD_BRUTE: return mas_brute_create(&b->brute, k, c, p);
    default: return mas_tree_create(&b->tree, k, c, p);
    }
}

void mas_broad_record(const mas_broad* b, mas_recorder* rec, uint32_t colliders)
{
    switch (b->kind)
    {
    case MAS_BROAD_FAT_TREE: mas_fat_record(&b->fat, rec, colliders); break;
    case MAS_BROAD_LABELS:
    case MAS_BROAD_OWNER: mas_cells_record(&b->cells, rec, colliders, 0.0f); break;
    case MAS_BROAD_SWEEP: mas_sweep_record(&b->sweep, rec, colliders); break;
    case MAS_BROAD_BRUTE: mas_brute_record(&b->brute, rec, colliders); break;
    default: mas_tree_record(&b->tree, rec, colliders); break;
    }
}

void mas_broad_reset(const mas_broad* b, mas_recorder* rec)
{
    if (b->kind == MAS_BROAD_FAT_TREE) mas_fat_reset(&b->fat, rec);
}

bool mas_broad_sound(const mas_broad* b, const uint8_t* state)
{
    return b->kind != MAS_BROAD_FAT_TREE || mas_fat_sound(&b->fat, state);
}
