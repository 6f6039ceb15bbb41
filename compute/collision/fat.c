// The tree with fat boxes: it is built when a collider has left its fat box, and not otherwise; then the pairs of the
// last step stay, and a step costs a look at each collider. The pairs are those of the fat boxes: a few more than those
// of the boxes, of which the narrow phase finds that they are apart.
//   check    is everyone inside his fat box?      fat_check.comp
//   begin    the tree's lists, or empty ones      fat_begin.comp
//   grow     new fat boxes                        fat_grow.comp, if not
//   tree     the pairs of fat boxes               tree.c, if not
//   keep     how many there are, or their header  fat_keep.comp
#include "fat.h"
#include "collision/fat_shared.h"

#include <string.h>

enum
{
    CHECK,
    BEGIN,
    GROW,
    KEEP
};

const mas_kernel_desc mas_fat_kernels[] = {
    [CHECK] = { .name = "fat_check", .access = "urrrrrrx", .push = sizeof(fat_push) },
    [BEGIN] = { .name = "fat_begin", .access = "xw", .push = sizeof(fat_push) },
    [GROW]  = { .name = "fat_grow", .access = "urrrwww", .push = sizeof(fat_push) },
    [KEEP]  = { .name = "fat_keep", .access = "xx", .push = sizeof(fat_push) },
};
const uint32_t mas_fat_kernel_count = MAS_COUNT(mas_fat_kernels);

_Static_assert((int)MAS_TREE_LISTS == FAT_LISTS, "all of the tree's lists");

// The colliders as the tree sees them.
static mas_colliders fat_colliders(const mas_fat* s, const mas_colliders* c)
{
    mas_colliders fat = *c;
    fat.box           = s->box;
    fat.meet          = s->meet;
    return fat;
}

void mas_fat_plan(mas_fat* s, mas_arena* a, const mas_colliders* c, const mas_pairs* p)
{
    s->colliders            = c->capacity;
    s->pairs                = p->capacity;
    s->pair                 = p->pair;
    s->box                  = mas_plan(a, MAS_STATE, "fat boxes", c->capacity, sizeof(collider_box));
    s->meet                 = mas_plan(a, MAS_STATE, "fat meets", c->capacity, sizeof(collider_meet));
    s->plane                = mas_plan(a, MAS_STATE, "fat planes", COLLISION_MAX_UNBOUNDED, sizeof(collider_pose));
    s->state                = mas_plan(a, MAS_STATE, "fat state", 1, sizeof(fat_state));
    const mas_colliders fat = fat_colliders(s, c);
    mas_tree_plan(&s->tree, a, &fat, p);
}

massa_result mas_fat_create(mas_fat* s, mas_kernels* k, const mas_colliders* c, const mas_pairs* p)
{
    const mas_colliders fat = fat_colliders(s, c);
    MAS_TRY(mas_bind(k, &s->check, &mas_fat_kernels[CHECK], c->params, c->box, c->meet, c->pose, s->box, s->meet,
                     s->plane, s->state));
    MAS_TRY(mas_bind(k, &s->begin, &mas_fat_kernels[BEGIN], s->state, s->tree.lists));
    MAS_TRY(
        mas_bind(k, &s->grow, &mas_fat_kernels[GROW], c->params, c->box, c->meet, c->pose, s->box, s->meet, s->plane));
    MAS_TRY(mas_bind(k, &s->keep, &mas_fat_kernels[KEEP], s->state, p->list));
    return mas_tree_create(&s->tree, k, &fat, p);
}

void mas_fat_record(const mas_fat* s, mas_recorder* rec, uint32_t colliders)
{
    fat_push push = { .slots = colliders, .capacity = s->pairs };
    mas_tree_counts(colliders, push.count);
    mas_begin(rec, "broad phase");
    mas_run(rec, &s->check, colliders, &push);
    mas_run(rec, &s->begin, 1, &push);
    mas_run_list(rec, &s->grow, mas_span_part(s->tree.lists, MAS_TREE_SLOTS, 1), &push);
    mas_tree_record_lists(&s->tree, rec, colliders);
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
