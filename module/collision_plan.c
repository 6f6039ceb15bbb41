// What collision and contacts need on the device: memory and kernels.
#include "family_collision.h"
#include "family_event.h"
#include "family_joint.h"
#include "family_rigid.h"

void mas_collision_plan(mas_simulation* s, mas_arena* a, const massa_world_desc* d)
{
    const massa_capacity* c   = &d->capacity;
    const mas_broad_kind kind = (mas_broad_kind)d->broad_phase;
    const mas_class memory    = mas_broad_memory(kind);
    const uint32_t pairs      = c->colliders > 0 ? c->pairs : 0;
    mas_collision_part* p     = s->collision;
    p->colliders              = mas_colliders_plan(a, c->colliders, c->hulls);
    p->collider_ring          = mas_plan_ring(a, MAS_UPLOAD, "collider ring", c->colliders, sizeof(collider_data));
    p->hull_ring              = mas_plan_ring(a, MAS_UPLOAD, "hull ring", c->hulls, sizeof(hull_data));
    p->pairs                  = mas_pairs_plan(a, memory, c->colliders, pairs);
    mas_narrow_plan(&p->narrow, a, &p->pairs, c->contacts > 0 ? c->contacts : pairs);
    mas_graph_plan(&p->graph, a, pairs > 0 ? c->bodies : 0, pairs, p->narrow.contacts.capacity);
    if (pairs > 0) mas_solve_plan(&p->solve, a, p->graph.capacity, c->bodies);
    p->in_blocks = d->schedule == MASSA_SCHEDULE_BLOCKS;
    if (pairs > 0 && !p->in_blocks) mas_whole_plan(&p->whole, a);
    if (pairs > 0 && p->in_blocks) mas_blocks_plan(&p->blocks, a, c->bodies, p->graph.capacity);
    // State is planned in any case, so that a resize finds it in the same order.
    if (pairs > 0 || memory == MAS_STATE) mas_broad_plan(&p->broad, a, kind, &p->colliders, &p->pairs);
    mas_sleep_plan(&p->sleep, a, pairs > 0 ? c->bodies : 0, pairs > 0 ? c->joints : 0);
    if (pairs > 0) mas_lines_plan(&p->lines, a, MAS_SCRATCH, c->debug_lines);
    mas_touch_plan(&p->touch, a, c->colliders, pairs);
}

static massa_result create_solver(mas_simulation* s)
{
    mas_kernels* k              = &s->kernels;
    mas_collision_part* p       = s->collision;
    const mas_cache* cache      = &p->narrow.cache;
    const mas_contacts* contact = &p->narrow.contacts;
    const mas_bodies* bodies    = &s->rigid->bodies;
    MAS_TRY(mas_graph_create(&p->graph, k, contact->contact, contact->list, cache->manifold, p->colliders.meet,
                             cache->past));
    const mas_solve_input input = {
        .order         = p->in_blocks ? p->blocks.order : p->graph.order,
        .places        = p->in_blocks ? p->blocks.places : p->graph.places,
        .lists         = p->graph.lists,
        .colours       = GRAPH_LISTS,
        .manifold      = cache->manifold,
        .record        = cache->record,
        .collider_pose = p->colliders.pose,
        .collider_data = p->colliders.data,
        .pose          = bodies->pose,
        .mass          = bodies->mass,
        .trait         = bodies->trait,
        .speed         = bodies->speed,
    };
    MAS_TRY(mas_solve_create(&p->solve, k, &input));
    const mas_blocks_input blocks = {
        .contact  = contact->contact,
        .contacts = contact->list,
        .manifold = cache->manifold,
        .meet     = p->colliders.meet,
        .step     = s->rigid->params,
        .bodies   = bodies,
        .solve    = &p->solve,
    };
    return p->in_blocks ? mas_blocks_create(&p->blocks, k, &blocks) : MASSA_OK;
}

static massa_result create_whole(mas_simulation* s)
{
    mas_collision_part* p       = s->collision;
    const mas_cache* cache      = &p->narrow.cache;
    const mas_contacts* contact = &p->narrow.contacts;
    const mas_fat* fat          = &p->broad.fat;
    mas_whole_input input       = {
              .bodies       = &s->rigid->bodies,
              .colliders    = &p->colliders,
              .pairs        = &p->pairs,
              .graph        = &p->graph,
              .solve        = &p->solve,
              .sleep        = &p->sleep,
              .touch        = &p->touch,
              .events       = &s->event->events,
              .count        = cache->count,
              .record       = cache->record,
              .of_pair      = cache->manifold,
              .old          = cache->old,
              .past         = cache->past,
              .counters     = cache->counters,
              .bins         = p->narrow.bins.all,
              .chains       = p->narrow.bins.link,
              .contact      = contact->contact,
              .contact_list = contact->list,
              .flag         = contact->flag,
              .joined       = contact->joined,
              .report       = s->report.part[MAS_FAMILY_event][EVENT_TOLD],
              .ring         = s->report.ring.all,
    };
    if (p->broad.kind == MAS_BROAD_FAT_TREE)
    {
        input.fat_box   = fat->box;
        input.fat_meet  = fat->meet;
        input.fat_plane = fat->plane;
        input.fat_state = fat->state;
        input.key       = fat->tree.key;
        input.slot      = fat->tree.slot;
        input.fresh     = fat->fresh;
        input.gone      = fat->gone;
        input.place     = fat->place;
    }
    return mas_whole_create(&p->whole, &s->kernels, &input);
}

massa_result mas_collision_create(mas_simulation* s)
{
    mas_kernels* k        = &s->kernels;
    mas_collision_part* p = s->collision;
    const mas_joint* j    = &s->joint->stage;
    const mas_events* e   = &s->event->events;
    if (p->pairs.capacity == 0) return MASSA_OK;
    MAS_TRY(mas_bounds_create(&p->bounds, k, &p->colliders, &s->rigid->bodies));
    MAS_TRY(mas_broad_create(&p->broad, k, &p->colliders, &p->pairs));
    if (j->capacity > 0) p->narrow.contacts.joined = j->joined;
    MAS_TRY(mas_narrow_create(&p->narrow, k, &p->colliders, &p->pairs));
    const mas_cache* cache      = &p->narrow.cache;
    const mas_contacts* contact = &p->narrow.contacts;
    MAS_TRY(create_solver(s));
    const mas_sleep_sources touching = {
        .collider     = p->colliders.data,
        .meet         = p->colliders.meet,
        .pair_list    = p->pairs.list,
        .manifold     = cache->manifold,
        .past         = cache->past,
        .record       = cache->record,
        .record_count = cache->count,
        .contact      = contact->contact,
        .contact_list = contact->list,
        .joint        = j->capacity > 0 ? j->data : (mas_span){ 0 },
    };
    MAS_TRY(mas_sleep_create(&p->sleep, k, &s->rigid->bodies, &touching));
    MAS_TRY(mas_touch_create(&p->touch, k, &p->colliders, &s->rigid->bodies, p->pairs.list, cache->manifold, e->room,
                             e->event));
    MAS_TRY(create_whole(s));
    return mas_lines_create(&p->lines, k, &p->colliders, &p->pairs, &p->narrow.cache, &p->narrow.contacts);
}
