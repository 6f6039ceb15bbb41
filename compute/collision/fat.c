// The tree with fat boxes. The tree is built only when a collider has left its fat box; else the pairs of the last step
// stay, and a step costs a check of each collider. The pairs are those of the fat boxes, a few more than those of the
// boxes; the narrow phase finds that these are apart.
//   check    is every collider in its fat box?        fat_check.comp
//   begin    the lists that start all this, or empty  fat_begin.comp
// if one is not:
//   grow     new fat boxes, former ones aside         fat_grow.comp
//   tree     the pairs of fat boxes that are new      tree.c
//   stay     places of pairs that are none any more   fat_stay.comp
//   compact  the same in order                        compact.c, two dispatches
//   fill     new pairs into these places, then the    fat_fill.comp, twice
//            last old ones into those that are left
// and in the end
//   keep     how many there are, their header         fat_keep.comp
// A pair keeps its place for as long as it is one, except for those last old ones, so what is kept of it need not move.
// While a pile falls a collider leaves its fat box in nearly every step, and a few of a hundred pairs come and go.
// Former pairs need no list: two colliders were a pair if their former boxes overlapped.
#include "fat.h"
#include "collision/fat_shared.h"

#include <string.h>

enum
{
    CHECK,
    BEGIN,
    GROW,
    STAY,
    FILL,
    MOVE,
    KEEP
};

const mas_kernel_desc mas_fat_kernels[] = {
    [CHECK] = { .name = "fat_check", .access = "urrrrrrx", .push = sizeof(fat_push) },
    [BEGIN] = { .name = "fat_begin", .access = "xww", .push = sizeof(fat_push) },
    [GROW]  = { .name = "fat_grow", .access = "urrrrxxw", .push = sizeof(fat_push) },
    [STAY]  = { .name = "fat_stay", .access = "rrrrrw", .push = sizeof(fat_push) },
    [FILL]  = { .name = "fat_fill", .access = "rrrrrx", .constant = { 0 } },
    [MOVE]  = { .name = "fat_fill", .access = "rrrrrx", .constant = { 1 } },
    [KEEP]  = { .name = "fat_keep", .access = "xrrrw", .push = sizeof(fat_push) },
};
const uint32_t mas_fat_kernel_count = MAS_COUNT(mas_fat_kernels);

_Static_assert((int)MAS_TREE_LISTS == FAT_LISTS, "all of the tree's lists");

// The colliders and the pairs as the tree sees them.
static mas_colliders fat_colliders(const mas_fat* s, const mas_colliders* c)
{
    mas_colliders fat = *c;
    fat.box           = s->box;
    fat.meet          = s->meet;
    return fat;
}

static mas_pairs fresh_pairs(const mas_fat* s, const mas_pairs* p)
{
    mas_pairs fresh = *p;
    fresh.pair      = s->fresh;
    fresh.list      = s->fresh_list;
    return fresh;
}

void mas_fat_plan(mas_fat* s, mas_arena* a, const mas_colliders* c, const mas_pairs* p)
{
    s->colliders            = c->capacity;
    s->pairs                = p->capacity;
    s->pair                 = p->pair;
    s->box                  = mas_plan(a, MAS_STATE, "fat boxes", 2 * (uint64_t)c->capacity, sizeof(collider_box));
    s->meet                 = mas_plan(a, MAS_STATE, "fat meets", c->capacity, sizeof(collider_meet));
    s->plane                = mas_plan(a, MAS_STATE, "fat planes", COLLISION_MAX_UNBOUNDED, sizeof(collider_pose));
    s->state                = mas_plan(a, MAS_STATE, "fat state", 1, sizeof(fat_state));
    s->fresh                = mas_plan(a, MAS_SCRATCH, "new pairs", p->capacity, sizeof(collider_pair));
    s->fresh_list           = mas_plan_list(a, MAS_SCRATCH, "new pair list");
    s->known_list           = mas_plan_list(a, MAS_SCRATCH, "known pair list");
    s->gone                 = mas_plan(a, MAS_SCRATCH, "pair gone flags", p->capacity, sizeof(uint32_t));
    s->place                = mas_plan(a, MAS_SCRATCH, "free pair places", p->capacity, sizeof(uint32_t));
    s->place_list           = mas_plan_list(a, MAS_SCRATCH, "free pair place list");
    const mas_colliders fat = fat_colliders(s, c);
    const mas_pairs fresh   = fresh_pairs(s, p);
    mas_compact_plan(&s->compact, a, p->capacity);
    mas_tree_plan(&s->tree, a, &fat, &fresh);
}

massa_result mas_fat_create(mas_fat* s, mas_kernels* k, const mas_colliders* c, const mas_pairs* p)
{
    const mas_colliders fat = fat_colliders(s, c);
    const mas_pairs fresh   = fresh_pairs(s, p);
    MAS_TRY(mas_bind(k, &s->check, &mas_fat_kernels[CHECK], c->params, c->box, c->meet, c->pose, s->box, s->meet,
                     s->plane, s->state));
    MAS_TRY(mas_bind(k, &s->begin, &mas_fat_kernels[BEGIN], s->state, s->tree.lists, s->known_list));
    MAS_TRY(mas_bind(k, &s->grow, &mas_fat_kernels[GROW], c->params, c->box, c->meet, c->pose, s->state, s->box,
                     s->meet, s->plane));
    MAS_TRY(mas_bind(k, &s->stay, &mas_fat_kernels[STAY], s->known_list, s->box, s->meet, c->pose, p->pair, s->gone));
    MAS_TRY(mas_compact_create(&s->compact, k, s->gone, s->known_list, s->place, s->place_list));
    MAS_TRY(mas_bind(k, &s->fill, &mas_fat_kernels[FILL], s->known_list, s->fresh_list, s->fresh, s->place_list,
                     s->place, p->pair));
    MAS_TRY(mas_bind(k, &s->move, &mas_fat_kernels[MOVE], s->known_list, s->fresh_list, s->fresh, s->place_list,
                     s->place, p->pair));
    MAS_TRY(
        mas_bind(k, &s->keep, &mas_fat_kernels[KEEP], s->state, s->known_list, s->fresh_list, s->place_list, p->list));
    return mas_tree_create(&s->tree, k, &fat, &fresh);
}

void mas_fat_record(const mas_fat* s, mas_recorder* rec, uint32_t colliders)
{
    fat_push push = { .slots = colliders, .capacity = s->pairs, .colliders = s->colliders };
    mas_tree_counts(colliders, push.count);
    mas_begin(rec, "broad phase");
    mas_run(rec, &s->check, colliders, &push);
    mas_run(rec, &s->begin, 1, &push);
    mas_run_list(rec, &s->grow, mas_span_part(s->tree.lists, MAS_TREE_SLOTS, 1), &push);
    mas_tree_record_lists(&s->tree, rec, colliders, s->colliders);
    mas_run_list(rec, &s->stay, s->known_list, &push);
    mas_compact_record(&s->compact, rec);
    mas_run_list(rec, &s->fill, s->fresh_list, NULL);
    mas_run_list(rec, &s->move, s->place_list, NULL);
    mas_run(rec, &s->keep, 1, &push);
    mas_end(rec);
}

void mas_fat_reset(const mas_fat* s, mas_recorder* rec)
{
    mas_fill(rec, s->state, 0);
}

// Of the collider in that slot when the pairs were made; 0 if it was none.
static uint32_t kind_of(const mas_fat* s, const uint8_t* state, uint32_t slot)
{
    collider_meet meet;
    memcpy(&meet, state + s->meet.offset + slot * sizeof meet, sizeof meet);
    return meet.who >> MEET_KIND_SHIFT & COLLIDER_KIND_MASK;
}

uint32_t mas_fat_kept(const mas_fat* s, const uint8_t* state)
{
    fat_state f;
    memcpy(&f, state + s->state.offset, sizeof f);
    return f.kept;
}

bool mas_fat_sound(const mas_fat* s, const uint8_t* state)
{
    fat_state f;
    memcpy(&f, state + s->state.offset, sizeof f);
    if (f.slots > s->colliders || f.kept > s->pairs) return false;
    for (uint32_t i = 0; i < f.kept; ++i)
    {
        collider_pair p;
        memcpy(&p, state + s->pair.offset + i * sizeof p, sizeof p);
        if (p.a >= f.slots || p.b >= f.slots) return false;
        const uint32_t ka = kind_of(s, state, p.a), kb = kind_of(s, state, p.b);
        if (ka == 0 || kb == COLLIDER_PLANE || ka > kb || (ka == kb && p.a >= p.b)) return false;
    }
    return true;
}
