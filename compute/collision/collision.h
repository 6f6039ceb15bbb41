// The arrays of the colliders and their pairs, shared by the stages of this family.
//
//   bounds    bodies, colliders -> pose, box, meet                 bounds.c
//   broad     box, meet -> pairs, by one of several ways           tree.c, fat.c, cells.c, sweep.c, brute.c
//   bins      pairs -> recycled manifolds, pairs to detect         bins.c
//   narrow    pairs -> manifolds                                   narrow.c
//   match     manifolds of two steps -> impulses                   match.c
//   contacts  manifolds -> contacts, counters                      contacts.c
//   lines     all of it -> lines to draw                           lines.c
#ifndef MAS_COLLISION_H
#define MAS_COLLISION_H

#include "collision/collision_shared.h"
#include "core/list.h"

typedef struct mas_colliders
{
    // By collider.
    mas_span data; // collider_data
    mas_span hull; // hull_data, by hull
    // Of this step.
    mas_span pose;   // collider_pose
    mas_span box;    // collider_box
    mas_span meet;   // collider_meet
    mas_span params; // collision_params
    uint32_t capacity, hulls;
} mas_colliders;

// What a broad phase makes: each pair once, by the collider that owns it, in a fixed order.
typedef struct mas_pairs
{
    mas_span pair;  // collider_pair
    mas_span list;  // their header
    mas_span count; // uint by collider: pairs that it owns
    mas_span first; // uint by collider: where they begin
    uint32_t capacity;
} mas_pairs;

enum
{
    MAS_MAX_COLLIDERS = 1 << 20,
    MAS_MAX_PAIRS     = 1 << 23,
    MAS_MAX_HULLS     = 1 << 12,
};

static inline mas_colliders mas_colliders_plan(mas_arena* a, uint32_t capacity, uint32_t hulls)
{
    mas_colliders c = { .capacity = capacity, .hulls = hulls };
    c.data          = mas_plan(a, MAS_STATE, "colliders", capacity, sizeof(collider_data));
    c.hull          = mas_plan(a, MAS_STATE, "hulls", hulls, sizeof(hull_data));
    if (capacity == 0) return c; // state is planned in any case, so that a resize finds it in the same order
    c.pose   = mas_plan(a, MAS_SCRATCH, "collider pose", capacity, sizeof(collider_pose));
    c.box    = mas_plan(a, MAS_SCRATCH, "collider box", capacity, sizeof(collider_box));
    c.meet   = mas_plan(a, MAS_SCRATCH, "collider meet", capacity, sizeof(collider_meet));
    c.params = mas_plan(a, MAS_SCRATCH, "collision params", 1, sizeof(collision_params));
    return c;
}

// memory: of the pairs, which a broad phase may keep.
static inline mas_pairs mas_pairs_plan(mas_arena* a, mas_class memory, uint32_t colliders, uint32_t capacity)
{
    return (mas_pairs){
        .capacity = capacity,
        .pair     = mas_plan(a, memory, "pairs", capacity, sizeof(collider_pair)),
        .list     = mas_plan_list(a, MAS_SCRATCH, "pair list"),
        .count    = mas_plan(a, MAS_SCRATCH, "pair counts", colliders, sizeof(uint32_t)),
        .first    = mas_plan(a, MAS_SCRATCH, "first pairs", colliders, sizeof(uint32_t)),
    };
}

#endif
