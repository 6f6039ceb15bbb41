// The tree with fat boxes: it is built when a collider has left its fat box, and not otherwise. The pairs are those of
// the boxes all the same.
//   check    is everyone inside his fat box?      fat_check.comp
//   begin    the tree's lists, or empty ones      fat_begin.comp
//   grow     new fat boxes                        fat_grow.comp, if so
//   tree     the pairs of fat boxes               tree.c, if so
//   keep     where each collider's are            fat_keep.comp, if so
//   count    fat pairs whose boxes overlap        fat_pairs.comp
//   scan     counts -> firsts, header             pairs.c
//   write    the pairs                            fat_pairs.comp
#include "fat.h"
#include "collision/fat_shared.h"

enum
{
    CHECK,
    BEGIN,
    GROW,
    KEEP,
    COUNT,
    WRITE
};

const mas_kernel_desc mas_fat_kernels[] = {
    [CHECK] = { .name = "fat_check", .access = "rrrrx", .push = sizeof(fat_push) },
    [BEGIN] = { .name = "fat_begin", .access = "xw", .push = sizeof(fat_push) },
    [GROW]  = { .name = "fat_grow", .access = "rrww", .push = sizeof(fat_push) },
    [KEEP]  = { .name = "fat_keep", .access = "rrww", .push = sizeof(fat_push) },
    [COUNT] = { .name = "fat_pairs", .access = "urrrxrwrr", .push = sizeof(mas_range), .constant = MAS_OWN_COUNTS },
    [WRITE] = { .name = "fat_pairs", .access = "urrrxrwrr", .push = sizeof(mas_range), .constant = MAS_OWN_WRITES },
};
const uint32_t mas_fat_kernel_count = MAS_COUNT(mas_fat_kernels);

_Static_assert((int)MAS_TREE_LISTS == FAT_LISTS, "all of the tree's lists");

// The colliders as the tree sees them: fat, and all with bounds.
static mas_colliders fat_colliders(const mas_fat* s, const mas_colliders* c)
{
    mas_colliders fat = *c;
    fat.box           = s->box;
    fat.meet          = s->meet;
    fat.params        = s->params;
    return fat;
}

void mas_fat_plan(mas_fat* s, mas_arena* a, const mas_colliders* c, const mas_pairs* p, uint32_t fat_pairs)
{
    s->capacity             = c->capacity;
    s->box                  = mas_plan(a, MAS_STATE, "fat boxes", c->capacity, sizeof(collider_box));
    s->meet                 = mas_plan(a, MAS_STATE, "fat meets", c->capacity, sizeof(collider_meet));
    s->row                  = mas_plan(a, MAS_STATE, "fat rows", c->capacity, sizeof(fat_row));
    s->pair                 = mas_plan(a, MAS_STATE, "fat pairs", fat_pairs, sizeof(collider_pair));
    s->state                = mas_plan(a, MAS_STATE, "fat state", 1, sizeof(fat_state));
    s->params               = mas_plan(a, MAS_SCRATCH, "fat params", 1, sizeof(collision_params));
    s->pairs                = mas_pairs_plan(a, c->capacity, 0);
    s->pairs.pair           = s->pair;
    s->pairs.capacity       = fat_pairs;
    const mas_colliders fat = fat_colliders(s, c);
    mas_tree_plan(&s->tree, a, &fat, &s->pairs);
    mas_pairs_scan_plan(&s->scan, a, p, c->capacity);
}

massa_result mas_fat_create(mas_fat* s, mas_kernels* k, const mas_colliders* c, const mas_pairs* p)
{
    const mas_colliders fat = fat_colliders(s, c);
    MAS_TRY(mas_bind(k, &s->check, &mas_fat_kernels[CHECK], c->box, c->meet, s->box, s->meet, s->state));
    MAS_TRY(mas_bind(k, &s->begin, &mas_fat_kernels[BEGIN], s->state, s->tree.lists));
    MAS_TRY(mas_bind(k, &s->grow, &mas_fat_kernels[GROW], c->box, c->meet, s->box, s->meet));
    MAS_TRY(mas_tree_create(&s->tree, k, &fat, &s->pairs));
    MAS_TRY(mas_bind(k, &s->keep, &mas_fat_kernels[KEEP], s->pairs.count, s->pairs.first, s->row, s->state));
    MAS_TRY(mas_bind(k, &s->count, &mas_fat_kernels[COUNT], c->params, c->box, c->meet, c->pose, p->count, p->first,
                     p->pair, s->row, s->pair));
    MAS_TRY(mas_bind(k, &s->write, &mas_fat_kernels[WRITE], c->params, c->box, c->meet, c->pose, p->count, p->first,
                     p->pair, s->row, s->pair));
    return mas_pairs_scan_create(&s->scan, k, p);
}

void mas_fat_record(const mas_fat* s, mas_recorder* rec, uint32_t colliders)
{
    const collision_params bounded = { .colliders = colliders };
    const mas_span slots           = mas_span_part(s->tree.lists, MAS_TREE_SLOTS, 1);
    fat_push push                  = { .slots = colliders };
    mas_tree_counts(colliders, push.count);
    mas_begin(rec, "broad phase");
    mas_write(rec, s->params, &bounded, sizeof bounded);
    mas_run(rec, &s->check, colliders, &push);
    mas_run(rec, &s->begin, 1, &push);
    mas_run_list(rec, &s->grow, slots, &push);
    mas_tree_record_lists(&s->tree, rec, colliders);
    mas_run_list(rec, &s->keep, slots, &push);
    mas_run(rec, &s->count, colliders, NULL);
    mas_pairs_scan_record(&s->scan, rec, colliders);
    mas_run(rec, &s->write, colliders, NULL);
    mas_end(rec);
}
