#include "rigid_world.h"
#include "bounds.h"
#include "contacts.h"
#include "integrate.h"
#include "match.h"
#include "narrow_box.h"
#include "narrow_hull.h"
#include "narrow_round.h"
#include "rigid/solve.h"
#include "tree.h"

#include <stdlib.h>
#include <string.h>

oracle_rigid_world oracle_create_rigid_world(const massa_capacity* c)
{
    const uint32_t room  = c->contacts > 0 ? c->contacts : c->pairs;
    oracle_rigid_world w = {
        .fat          = oracle_create_fat(c->colliders),
        .cache        = oracle_create_cache(c->pairs),
        .contact      = calloc(room, sizeof *w.contact),
        .contact_room = room,
        .graph        = oracle_graph_create(c->bodies, c->pairs, room),
        .blocks       = oracle_blocks_create(c->bodies, room),
        .solve        = oracle_create_solve(room, c->bodies),
    };
    free(w.solve.speed);
    if (w.contact == NULL) abort();
    return w;
}

void oracle_destroy_rigid_world(oracle_rigid_world* w)
{
    oracle_destroy_fat(&w->fat);
    oracle_destroy_cache(&w->cache);
    oracle_graph_destroy(&w->graph);
    oracle_blocks_destroy(&w->blocks);
    w->solve.speed = NULL;
    oracle_destroy_solve(&w->solve);
    free(w->contact);
}

static manifold detect(const oracle_colliders* c, collider_pair p, uint32_t bin)
{
    if (bin == BIN_BOX) return oracle_narrow_box(c, p);
    return bin == BIN_HULL ? oracle_narrow_hull(c, p) : oracle_narrow_round(c, p);
}

void oracle_meet_bodies(oracle_rigid_world* w, oracle_colliders* c, oracle_bodies* b, massa_broad_phase broad)
{
    oracle_cache* cache = &w->cache;
    oracle_collider_bounds(c, b);
    const bool fat = broad == MASSA_BROAD_PHASE_FAT_TREE;
    if (!fat && broad != MASSA_BROAD_PHASE_TREE) abort(); // the others' pairs come in an order that nobody tells here
    oracle_pairs found = { 0 };
    if (fat)
        oracle_fat_step(&w->fat, c, cache->capacity);
    else
        found = oracle_tree_pairs(c);
    const oracle_pairs pairs = fat ? w->fat.pairs : found;
    oracle_bins(cache, c, pairs.pair, pairs.count, fat && w->fat.same);
    for (uint32_t i = 0; i < cache->count; ++i)
        if (cache->bin[i] != BINS) cache->contact[i] = detect(c, pairs.pair[i], cache->bin[i]);
    oracle_match(cache, c);
    const uint32_t needed = oracle_contacts(cache, c, w->contact_room, w->contact);
    w->contacts           = needed < w->contact_room ? needed : w->contact_room;
    if (!fat) oracle_destroy_pairs(&found);
    if (w->in_blocks)
    {
        oracle_blocks_step(&w->blocks, b, w->body_count, w->contact, w->contacts, cache->contact, c->meet, w->cell);
        w->solve.copies = (const float(*)[2])w->blocks.weight;
        oracle_solve_prep(&w->solve, &w->params, c, b, cache->contact, cache->record, w->blocks.order, w->blocks.count);
        return;
    }
    oracle_graph_step(&w->graph, w->contact, w->contacts, cache->contact, c->meet, cache->past);
    oracle_solve_prep(&w->solve, &w->params, c, b, cache->contact, cache->record, w->graph.order, w->graph.count);
}

static void sweep(oracle_rigid_world* w, oracle_sweep kind)
{
    for (uint32_t c = 0; c < GRAPH_LISTS; ++c)
        oracle_solve_sweep(&w->solve, &w->params, kind, w->graph.first[c], w->graph.first[c + 1] - w->graph.first[c]);
}

void oracle_rigid_substep(oracle_rigid_world* w, oracle_bodies* b, const step_params* step, bool begins)
{
    oracle_integrate_push(b, step, begins);
    w->solve.speed = b->speed;
    if (w->in_blocks)
    {
        oracle_blocks_bias(&w->blocks, &w->solve, &w->params, step->body_count, begins, w->bounces);
        oracle_blocks_gather(&w->blocks, &w->solve, step->body_count);
        oracle_integrate_move(b, step);
        oracle_blocks_relax(&w->blocks, &w->solve, &w->params, step->body_count);
        return;
    }
    if (begins) sweep(w, ORACLE_SOLVE_START);
    if (w->bounces)
    {
        if (begins)
            memset(w->solve.blow, 0, step->body_count * sizeof *w->solve.blow);
        else
            oracle_solve_forget(&w->solve, step->body_count);
        for (uint32_t i = 0; i < MAS_SOLVE_SWEEPS; ++i)
            sweep(w, ORACLE_SOLVE_IMPACT);
    }
    sweep(w, ORACLE_SOLVE_BIAS);
    oracle_integrate_move(b, step);
    sweep(w, ORACLE_SOLVE_RELAX);
}

void oracle_rigid_store(oracle_rigid_world* w)
{
    const uint32_t* order = w->in_blocks ? w->blocks.order : w->graph.order;
    oracle_solve_store(&w->solve, w->cache.contact, order, w->in_blocks ? w->blocks.count : w->graph.count);
}
