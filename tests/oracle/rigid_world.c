#include "rigid_world.h"
#include "constants.h"
#include "bounds.h"
#include "brute.h"
#include "cells.h"
#include "integrate.h"
#include "match.h"
#include "narrow_box.h"
#include "narrow_hull.h"
#include "narrow_round.h"
#include "rigid/solve.h"
#include "sweep.h"
#include "tree.h"

#include <stdlib.h>
#include <string.h>

static void* zeros(size_t count, size_t size)
{
    void* p = calloc(count + 1, size);
    if (p == NULL) abort();
    return p;
}

oracle_rigid_world oracle_create_rigid_world(const massa_world_desc* d, const oracle_bodies* b)
{
    const massa_capacity* c = &d->capacity;
    const uint32_t room     = c->contacts > 0 ? c->contacts : c->pairs;
    oracle_rigid_world w    = {
           .bodies       = *b,
           .broad        = d->broad_phase,
           .fat          = oracle_create_fat(c->colliders),
           .cache        = oracle_create_cache(c->pairs),
           .contact      = zeros(room, sizeof *w.contact),
           .contact_room = room,
           .in_blocks    = d->schedule == MASSA_SCHEDULE_BLOCKS,
           .graph        = oracle_graph_create(c->bodies, c->pairs, room),
           .blocks       = oracle_blocks_create(c->bodies, room),
           .solve        = oracle_create_solve(room, b),
           .joints       = oracle_create_joints(c->joints),
           .joined       = { zeros(c->joints, sizeof(joined_pair)), 0 },
           .sleep        = oracle_create_sleep(c->bodies, c->joints),
           .speed        = zeros(c->colliders, sizeof *w.speed),
    };
    w.joints.sweeps = d->joint_sweeps;
    return w;
}

void oracle_destroy_rigid_world(oracle_rigid_world* w)
{
    oracle_destroy_fat(&w->fat);
    oracle_destroy_cache(&w->cache);
    oracle_graph_destroy(&w->graph);
    oracle_blocks_destroy(&w->blocks);
    oracle_destroy_solve(&w->solve);
    oracle_destroy_joints(&w->joints);
    oracle_destroy_sleep(&w->sleep);
    free(w->joined.pair);
    free(w->contact);
    free(w->speed);
}

static manifold detect(const oracle_colliders* c, collider_pair p, uint32_t bin)
{
    if (bin == BIN_BOX) return oracle_narrow_box(c, p);
    return bin == BIN_HULL ? oracle_narrow_hull(c, p) : oracle_narrow_round(c, p);
}

// Pairs and their manifolds.
static void find_pairs(oracle_rigid_world* w, oracle_colliders* c)
{
    oracle_cache* cache = &w->cache;
    const bool fat      = w->broad == MASSA_BROAD_PHASE_FAT_TREE;
    oracle_pairs found  = { NULL, 0 };
    switch (w->broad)
    {
    case MASSA_BROAD_PHASE_FAT_TREE: oracle_fat_step(&w->fat, c, cache->capacity); break;
    case MASSA_BROAD_PHASE_TREE: found = oracle_tree_pairs(c); break;
    case MASSA_BROAD_PHASE_BRUTE: found = oracle_brute_pairs(c); break;
    case MASSA_BROAD_PHASE_LABELS: found = oracle_cells_pairs(c, CELLS_LABELS); break;
    case MASSA_BROAD_PHASE_OWNER: found = oracle_cells_pairs(c, CELLS_OWNER); break;
    case MASSA_BROAD_PHASE_SWEEP: found = oracle_sweep_pairs(c); break;
    }
    const oracle_pairs pairs = fat ? w->fat.pairs : found;
    oracle_bins(cache, c, pairs.pair, pairs.count, fat && w->fat.same);
    for (uint32_t i = 0; i < cache->count; ++i)
        if (cache->bin[i] != BINS) cache->contact[i] = detect(c, pairs.pair[i], cache->bin[i]);
    oracle_match(cache, c);
    oracle_destroy_pairs(&found);
}

static oracle_touching touching(const oracle_rigid_world* w, oracle_colliders* c)
{
    return (oracle_touching){
        .collider = c->data,
        .meet     = c->meet,
        .manifold = w->cache.contact,
        .past     = w->cache.past,
        .record   = w->cache.record,
        .contact  = w->contact,
        .joint    = w->joints.data,
        .pairs    = w->cache.count,
        .records  = w->cache.count,
        .contacts = w->contacts,
    };
}

void oracle_rigid_collide(oracle_rigid_world* w, oracle_colliders* c)
{
    const oracle_cache* cache = &w->cache;
    oracle_touching before    = touching(w, c);
    oracle_sleep_begin(&w->sleep, &w->bodies, &before, &w->rest);
    oracle_collider_bounds(c, &w->bodies);
    for (uint32_t i = 0; i < c->params.colliders; ++i)
        w->speed[i] = oracle_touch_speed(&w->bodies, c, i);
    find_pairs(w, c);
    oracle_touching now = touching(w, c);
    oracle_sleep_touch(&w->sleep, &w->bodies, &now, &w->rest);
    const uint32_t needed = oracle_contacts(&w->cache, c, &w->joined, w->contact_room, w->contact);
    w->contacts           = needed < w->contact_room ? needed : w->contact_room;
    if (w->in_blocks)
    {
        oracle_blocks_step(&w->blocks, &w->bodies, w->body_count, w->contact, w->contacts, cache->contact, c->meet,
                           w->cell);
        w->solve.copies = (const float(*)[2])w->blocks.weight;
        oracle_solve_prep(&w->solve, &w->params, c, &w->bodies, cache->contact, cache->record, w->blocks.order,
                          w->blocks.count);
        return;
    }
    oracle_graph_step(&w->graph, w->contact, w->contacts, cache->contact, c->meet, cache->past);
    oracle_solve_prep(&w->solve, &w->params, c, &w->bodies, cache->contact, cache->record, w->graph.order,
                      w->graph.count);
}

static void sweep(oracle_rigid_world* w, oracle_sweep kind)
{
    for (uint32_t c = 0; c < GRAPH_LISTS; ++c)
        oracle_solve_sweep(&w->solve, &w->params, kind, w->graph.first[c], w->graph.first[c + 1] - w->graph.first[c]);
}

static void begin_contacts(oracle_rigid_world* w, uint32_t bodies, bool begins)
{
    if (w->in_blocks)
    {
        oracle_blocks_begin(&w->blocks, &w->solve, &w->params, bodies, begins, w->bounces);
        return;
    }
    if (begins) sweep(w, ORACLE_SOLVE_START);
    if (!w->bounces) return;
    if (begins)
        memset(w->solve.blow, 0, bodies * sizeof *w->solve.blow);
    else
        oracle_solve_forget(&w->solve, bodies);
    for (uint32_t i = 0; i < OWN_SOLVE_SWEEPS; ++i)
        sweep(w, ORACLE_SOLVE_IMPACT);
}

static void solve_contacts(oracle_rigid_world* w, uint32_t bodies)
{
    if (w->in_blocks)
        oracle_blocks_bias(&w->blocks, &w->solve, &w->params, bodies);
    else
        sweep(w, ORACLE_SOLVE_BIAS);
}

static void relax_contacts(oracle_rigid_world* w, uint32_t bodies)
{
    if (w->in_blocks)
        oracle_blocks_relax(&w->blocks, &w->solve, &w->params, bodies);
    else
        sweep(w, ORACLE_SOLVE_RELAX);
}

void oracle_rigid_substep(oracle_rigid_world* w, const step_params* step, bool begins)
{
    oracle_bodies* b = &w->bodies;
    oracle_integrate_push(b, step, begins);
    oracle_joint_prep(&w->joints, b, step->substep, false);
    if (begins) oracle_joint_start(&w->joints, b);
    if (w->meets) begin_contacts(w, step->body_count, begins);
    oracle_joint_solve(&w->joints, b);
    if (w->meets) solve_contacts(w, step->body_count);
    oracle_integrate_move(b, step);
    oracle_joint_prep(&w->joints, b, step->substep, true);
    oracle_joint_relax(&w->joints, b);
    if (w->meets) relax_contacts(w, step->body_count);
}

void oracle_rigid_end(oracle_rigid_world* w, oracle_colliders* c)
{
    const uint32_t* order = w->in_blocks ? w->blocks.order : w->graph.order;
    oracle_solve_store(&w->solve, w->cache.contact, order, w->in_blocks ? w->blocks.count : w->graph.count);
    const oracle_touching now = touching(w, c);
    oracle_sleep_end(&w->sleep, &w->bodies, &now, &w->rest);
}
