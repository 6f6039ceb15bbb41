#include "simulation.h"

#include "joints.h"
#include "tables.h"

#include <stddef.h>

_Static_assert(sizeof(graph_counters) <= sizeof(blocks_counters), "either has room in the report");

// Part of a larger span, at the next aligned offset.
static mas_span cut(mas_span* from, uint64_t count, uint32_t stride)
{
    mas_span part        = *from;
    part.stride          = stride;
    part.size            = count * stride;
    const uint64_t bytes = (part.size + MAS_SPAN_ALIGNMENT - 1) / MAS_SPAN_ALIGNMENT * MAS_SPAN_ALIGNMENT;
    from->offset += bytes;
    return part;
}

static mas_report plan_report(mas_arena* a, const massa_capacity* c)
{
    // Cut from one span, so that the way back to the CPU is one copy. Of the events it takes the header alone: records
    // come to the ring as they are told.
    mas_span all = { .memory = MAS_SCRATCH };
    mas_report r;
    r.hash     = cut(&all, 2, sizeof(uint32_t));
    r.counters = cut(&all, 1, sizeof(particle_counters));
    r.contacts = cut(&all, 1, sizeof(contact_counters));
    r.schedule = cut(&all, 1, sizeof(blocks_counters));
    r.lines    = cut(&all, 1, sizeof(lines_header));
    r.sleep    = cut(&all, 1, sizeof(sleep_state));
    r.liquid   = cut(&all, 1, sizeof(liquid_state));
    r.sensed   = cut(&all, c->liquid > 0 ? 2ull * c->colliders * LIQUID_MAX : 0, sizeof(uint32_t));
    r.answers  = cut(&all, c->watched > 0 ? c->watched : 1, sizeof(watch_answer));
    r.copied   = all.offset + sizeof(event_header);
    r.events   = cut(&all, 1, (uint32_t)(sizeof(event_header) + mas_event_room(c) * sizeof(event_record)));
    r.whole    = mas_plan(a, MAS_SCRATCH, "report", all.offset, 1);
    r.hash.offset += r.whole.offset;
    r.counters.offset += r.whole.offset;
    r.contacts.offset += r.whole.offset;
    r.schedule.offset += r.whole.offset;
    r.lines.offset += r.whole.offset;
    r.sleep.offset += r.whole.offset;
    r.liquid.offset += r.whole.offset;
    r.sensed.offset += r.whole.offset;
    r.events.offset += r.whole.offset;
    r.answers.offset += r.whole.offset;
    return r;
}

// Grains or liquids.
static void plan_particles(mas_simulation* s, mas_arena* a, const massa_world_desc* d)
{
    const massa_capacity* c = &d->capacity;
    const uint64_t records  = (uint64_t)mas_record_room(c) * d->max_steps_in_flight;
    s->particles            = mas_particles_plan(a, c->particles + c->liquid, mas_neighbour_room(c), s->report.counters);
    mas_flow_plan(&s->flow, a, d, &s->particles);
    if (s->particles.capacity == 0) return;
    s->counter_alive        = s->report.counters;
    s->counter_alive.stride = s->counter_alive.size = sizeof(uint32_t);
    s->counter_alive.offset += offsetof(particle_counters, alive);
    s->collider_states = mas_plan(a, MAS_SCRATCH, "colliders", c->colliders, sizeof(collider_state));
    s->upload_records  = mas_plan_windowed(a, MAS_UPLOAD, "particle ring", records, sizeof(particle_record));
    if (c->liquid > 0) return;
    mas_populate_plan(&s->populate, a, c->particle_edits);
    mas_grid_plan(&s->grid, a, &s->particles);
}

static massa_result create_particles(mas_simulation* s)
{
    mas_kernels* k         = &s->kernels;
    const mas_particles* p = &s->particles;
    if (p->capacity == 0) return MASSA_OK;
    MAS_TRY(mas_collider_create(&s->collider, k, &s->bodies, p->params, s->colliders.data, s->collider_states));
    MAS_TRY(mas_hash_create(&s->hash_particle_position, k, p->position, s->report.hash));
    MAS_TRY(mas_hash_create(&s->hash_particle_velocity, k, p->velocity, s->report.hash));
    if (s->flow.capacity > 0)
    {
        MAS_TRY(mas_hash_create(&s->hash_liquid, k, s->flow.liquid.state, s->report.hash));
        return mas_flow_create(&s->flow, k, p, &s->colliders, s->collider_states);
    }
    MAS_TRY(mas_populate_create(&s->populate, k, p));
    MAS_TRY(mas_grid_create(&s->grid, k, p));
    MAS_TRY(mas_search_create_teams(&s->search, k, p));
    return mas_contact_create(&s->contact, k, p, s->collider_states);
}

static void plan_collision(mas_simulation* s, mas_arena* a, const massa_world_desc* d)
{
    const massa_capacity* c   = &d->capacity;
    const mas_broad_kind kind = (mas_broad_kind)d->broad_phase;
    const mas_class memory    = mas_broad_memory(kind);
    const uint32_t pairs      = c->colliders > 0 ? c->pairs : 0;
    s->colliders              = mas_colliders_plan(a, c->colliders, c->hulls);
    s->pairs                  = mas_pairs_plan(a, memory, c->colliders, pairs);
    mas_narrow_plan(&s->narrow, a, &s->pairs, c->contacts > 0 ? c->contacts : pairs);
    mas_graph_plan(&s->graph, a, pairs > 0 ? c->bodies : 0, pairs, s->narrow.contacts.capacity);
    if (pairs > 0) mas_solve_plan(&s->solve, a, s->graph.capacity, c->bodies);
    s->in_blocks = d->schedule == MASSA_SCHEDULE_BLOCKS;
    if (pairs > 0 && !s->in_blocks) mas_whole_plan(&s->whole, a);
    if (pairs > 0 && s->in_blocks) mas_blocks_plan(&s->blocks, a, c->bodies, s->graph.capacity);
    // State is planned in any case, so that a resize finds it in the same order.
    if (pairs > 0 || memory == MAS_STATE) mas_broad_plan(&s->broad, a, kind, &s->colliders, &s->pairs);
    mas_sleep_plan(&s->sleep, a, pairs > 0 ? c->bodies : 0, pairs > 0 ? c->joints : 0);
    if (pairs > 0) mas_lines_plan(&s->lines, a, MAS_SCRATCH, c->debug_lines);
    mas_touch_plan(&s->touch, a, c->colliders, pairs);
}

static massa_result create_solver(mas_simulation* s)
{
    mas_kernels* k              = &s->kernels;
    const mas_cache* cache      = &s->narrow.cache;
    const mas_contacts* contact = &s->narrow.contacts;
    MAS_TRY(mas_graph_create(&s->graph, k, contact->contact, contact->list, cache->manifold, s->colliders.meet,
                             cache->past));
    const mas_solve_input input = {
        .order         = s->in_blocks ? s->blocks.order : s->graph.order,
        .places        = s->in_blocks ? s->blocks.places : s->graph.places,
        .lists         = s->graph.lists,
        .colours       = GRAPH_LISTS,
        .manifold      = cache->manifold,
        .record        = cache->record,
        .collider_pose = s->colliders.pose,
        .collider_data = s->colliders.data,
        .pose          = s->bodies.pose,
        .mass          = s->bodies.mass,
        .trait         = s->bodies.trait,
        .speed         = s->bodies.speed,
    };
    MAS_TRY(mas_solve_create(&s->solve, k, &input));
    const mas_blocks_input blocks = {
        .contact  = contact->contact,
        .contacts = contact->list,
        .manifold = cache->manifold,
        .meet     = s->colliders.meet,
        .step     = s->params,
        .bodies   = &s->bodies,
        .solve    = &s->solve,
    };
    return s->in_blocks ? mas_blocks_create(&s->blocks, k, &blocks) : MASSA_OK;
}

static massa_result create_whole(mas_simulation* s)
{
    const mas_cache* cache      = &s->narrow.cache;
    const mas_contacts* contact = &s->narrow.contacts;
    const mas_fat* fat          = &s->broad.fat;
    mas_whole_input input       = {
              .bodies       = &s->bodies,
              .colliders    = &s->colliders,
              .pairs        = &s->pairs,
              .graph        = &s->graph,
              .solve        = &s->solve,
              .sleep        = &s->sleep,
              .touch        = &s->touch,
              .events       = &s->events,
              .count        = cache->count,
              .record       = cache->record,
              .of_pair      = cache->manifold,
              .old          = cache->old,
              .past         = cache->past,
              .counters     = cache->counters,
              .bins         = s->narrow.bins.all,
              .chains       = s->narrow.bins.link,
              .contact      = contact->contact,
              .contact_list = contact->list,
              .flag         = contact->flag,
              .joined       = contact->joined,
              .report       = s->report.events,
              .ring         = s->readback,
    };
    if (s->broad.kind == MAS_BROAD_FAT_TREE)
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
    return mas_whole_create(&s->whole, &s->kernels, &input);
}

static massa_result create_collision(mas_simulation* s)
{
    mas_kernels* k = &s->kernels;
    if (s->pairs.capacity == 0) return MASSA_OK;
    MAS_TRY(mas_bounds_create(&s->bounds, k, &s->colliders, &s->bodies));
    MAS_TRY(mas_broad_create(&s->broad, k, &s->colliders, &s->pairs));
    if (s->joint.capacity > 0) s->narrow.contacts.joined = s->joint.joined;
    MAS_TRY(mas_narrow_create(&s->narrow, k, &s->colliders, &s->pairs));
    const mas_cache* cache      = &s->narrow.cache;
    const mas_contacts* contact = &s->narrow.contacts;
    MAS_TRY(create_solver(s));
    const mas_sleep_sources touching = {
        .collider     = s->colliders.data,
        .meet         = s->colliders.meet,
        .pair_list    = s->pairs.list,
        .manifold     = cache->manifold,
        .past         = cache->past,
        .record       = cache->record,
        .record_count = cache->count,
        .contact      = contact->contact,
        .contact_list = contact->list,
        .joint        = s->joint.capacity > 0 ? s->joint.data : (mas_span){ 0 },
    };
    MAS_TRY(mas_sleep_create(&s->sleep, k, &s->bodies, &touching));
    MAS_TRY(mas_touch_create(&s->touch, k, &s->colliders, &s->bodies, s->pairs.list, cache->manifold, s->events.room,
                             s->events.event));
    MAS_TRY(create_whole(s));
    return mas_lines_create(&s->lines, k, &s->colliders, &s->pairs, &s->narrow.cache, &s->narrow.contacts);
}

static void plan_joints(mas_simulation* s, mas_arena* a, const massa_world_desc* d)
{
    const massa_capacity* c = &d->capacity;
    const uint32_t slots = d->max_steps_in_flight, joined = mas_joined_slots(c->joints);
    mas_joint_plan(&s->joint, a, c->joints, joined);
    s->joint.sweeps = d->joint_sweeps;
    if (c->joints == 0) return;
    s->upload_joints = mas_plan_windowed(a, MAS_UPLOAD, "joint ring", (uint64_t)c->joints * slots, sizeof(joint_data));
    s->upload_joint_order =
        mas_plan_windowed(a, MAS_UPLOAD, "joint order ring", (uint64_t)c->joints * slots, sizeof(uint32_t));
    s->upload_joined = mas_plan_windowed(a, MAS_UPLOAD, "joined ring", (uint64_t)joined * slots, sizeof(joined_pair));
}

void mas_simulation_plan(mas_simulation* s, massa_device* d, const massa_world_desc* desc, mas_surface_host* surfaces)
{
    const massa_capacity* c = &desc->capacity;
    const uint32_t slots    = desc->max_steps_in_flight;
    mas_arena* a            = &s->arena;
    mas_arena_init(a, d);
    s->bodies  = mas_bodies_plan(a, c->bodies, (c->colliders > 0 && c->pairs > 0) || c->joints > 0);
    s->params  = mas_plan(a, MAS_SCRATCH, "params", 1, sizeof(step_params));
    s->edits   = mas_plan(a, MAS_SCRATCH, "edits", c->edits, sizeof(edit_record));
    s->watched = mas_plan(a, MAS_SCRATCH, "watched", c->watched, sizeof(watch_entry));
    s->report  = plan_report(a, c);
    mas_events_plan(&s->events, a, c->bodies, mas_event_room(c));
    plan_collision(s, a, desc);
    plan_joints(s, a, desc);
    plan_particles(s, a, desc);
    s->upload_edits = mas_plan_windowed(a, MAS_UPLOAD, "edit ring", (uint64_t)c->edits * slots, sizeof(edit_record));
    s->upload_watched =
        mas_plan_windowed(a, MAS_UPLOAD, "watch ring", (uint64_t)c->watched * slots, sizeof(watch_entry));
    s->upload_colliders =
        mas_plan_windowed(a, MAS_UPLOAD, "collider ring", (uint64_t)c->colliders * slots, sizeof(collider_data));
    s->upload_hulls = mas_plan_windowed(a, MAS_UPLOAD, "hull ring", (uint64_t)c->hulls * slots, sizeof(hull_data));
    s->readback     = mas_plan(a, MAS_READBACK, "report ring", slots, (uint32_t)s->report.whole.size);
    mas_posing_plan(&s->posing, a, surfaces, desc);
}

massa_result mas_simulation_create(mas_simulation* s)
{
    mas_kernels* k = &s->kernels;
    MAS_TRY(mas_arena_allocate(&s->arena));
    mas_kernels_init(k, &s->arena);
    MAS_TRY(mas_apply_create(&s->apply, k, &s->bodies, s->params, s->edits));
    MAS_TRY(mas_events_create(&s->events, k, &s->bodies, &s->touch, s->report.events, s->readback));
    MAS_TRY(mas_integrate_create(&s->integrate, k, &s->bodies, s->params, s->events.lost, s->events.any));
    MAS_TRY(mas_watch_create(&s->watch, k, &s->bodies, s->params, s->watched, s->report.answers));
    MAS_TRY(mas_hash_create(&s->hash_pose, k, s->bodies.pose, s->report.hash));
    MAS_TRY(mas_hash_create(&s->hash_motion, k, s->bodies.motion, s->report.hash));
    MAS_TRY(mas_hash_create(&s->hash_mass, k, s->bodies.mass, s->report.hash));
    MAS_TRY(mas_hash_create(&s->hash_trait, k, s->bodies.trait, s->report.hash));
    MAS_TRY(mas_joint_create(&s->joint, k, &s->bodies, s->params));
    MAS_TRY(create_collision(s));
    MAS_TRY(create_particles(s));
    return mas_posing_create(&s->posing, k, s->report.hash);
}

void mas_simulation_destroy(mas_simulation* s)
{
    mas_kernels_destroy(&s->kernels);
    mas_arena_destroy(&s->arena);
}

solve_params mas_contact_params(const massa_world_desc* d, massa_vec3 gravity, float dt, uint32_t places)
{
    const mas_solve_settings settings = {
        .hertz             = d->contact_hertz,
        .damping           = d->contact_damping,
        .push_out          = d->push_out_speed,
        .restitution_speed = d->restitution_speed,
        .guard             = d->mass_guard,
    };
    const float g[] = { gravity.x, gravity.y, gravity.z };
    return mas_solve_params(&settings, g, dt, d->substeps, d->contact_margin, places);
}
