// The recipe of one step. Each line is a stage: compute/FAMILY/NAME.c, shaders/FAMILY/NAME*.comp,
// tests/FAMILY/test_NAME.c.
#include "joints.h"
#include "shapes.h"
#include "small.h"
#include "world.h"

#include <string.h>

enum
{
    TAG_POSE = 1,
    TAG_MOTION,
    TAG_MASS,
    TAG_TRAIT,
    TAG_PARTICLE_POSITION,
    TAG_PARTICLE_VELOCITY,
    TAG_SURFACE_POINT,
    TAG_LIQUID
}; // tell arrays apart in the hash

static const float TOUCH_REACH = 0.25f; // of the contact margin: how far apart two that touched still do
static const float DEBUG_REACH = 0.25f; // m, of a contact's normal as it is drawn

static step_params params_of(const massa_world* w, float dt)
{
    const mas_tables* t = w->tables;
    return (step_params){
        .gravity       = { t->gravity.x, t->gravity.y, t->gravity.z, 0.0f },
        .substep       = dt / (float)w->desc.substeps,
        .body_count    = t->body_count,
        .edit_count    = t->edit_count,
        .watched_count = t->watched_count,
    };
}

// The host's side of this step: parameters inline, edits and watched bodies through this step's slot of the upload
// ring.
static void upload(massa_world* w, mas_recorder* rec, float dt, uint32_t slot)
{
    mas_simulation* s        = w->simulation;
    const mas_tables* t      = w->tables;
    const step_params params = params_of(w, dt);
    const mas_span edits     = mas_span_part(s->upload_edits, slot * (uint64_t)t->capacity.edits, t->edit_count);
    const mas_span watched   = mas_span_part(s->upload_watched, slot * (uint64_t)t->capacity.watched, t->watched_count);
    memcpy(s->arena.mapped[MAS_UPLOAD] + edits.offset, mas_edits(t), edits.size);
    memcpy(s->arena.mapped[MAS_UPLOAD] + watched.offset, mas_watched(t), watched.size);

    mas_begin(rec, "upload");
    mas_write(rec, s->params, &params, sizeof params);
    mas_copy(rec, edits, s->edits, edits.size);
    mas_copy(rec, watched, s->watched, watched.size);
    mas_copy(rec, s->bodies.pose, s->bodies.previous, t->body_count * sizeof(body_pose));
    mas_events_reset(&s->events, rec);
    mas_fill(rec, s->report.counters, 0);
    mas_fill(rec, s->report.contacts, 0);
    mas_fill(rec, s->report.schedule, 0);
    mas_fill(rec, s->report.lines, 0);
    mas_fill(rec, s->report.liquid, 0);
    if (s->flow.capacity > 0) mas_fill(rec, s->report.sensed, 0);
    if (s->lines.capacity > 0) mas_fill(rec, mas_lines_header(&s->lines), 0); // nothing to draw, unless asked for
    mas_end(rec);
}

// Colliders and hulls that changed since the last step.
static void upload_colliders(massa_world* w, mas_recorder* rec, uint32_t slot)
{
    mas_simulation* s   = w->simulation;
    const mas_tables* t = w->tables;
    const mas_changed c = t->colliders_changed, h = t->hulls_changed;
    if (c.first != c.end || s->cell == 0.0f) s->cell = mas_block_cell(t);
    if (c.first == c.end && h.first == h.end) return;
    const mas_span data = mas_span_part(s->upload_colliders, slot * (uint64_t)t->capacity.colliders, c.end - c.first);
    const mas_span hull = mas_span_part(s->upload_hulls, slot * (uint64_t)t->capacity.hulls, h.end - h.first);
    for (uint32_t i = c.first; i < c.end; ++i)
    {
        const collider_data one = mas_collider_of(t, i);
        memcpy(s->arena.mapped[MAS_UPLOAD] + data.offset + (i - c.first) * sizeof one, &one, sizeof one);
    }
    memcpy(s->arena.mapped[MAS_UPLOAD] + hull.offset, mas_hulls(t) + h.first, hull.size);
    mas_begin(rec, "upload colliders");
    mas_copy(rec, data, mas_span_part(s->colliders.data, c.first, c.end - c.first), data.size);
    mas_copy(rec, hull, mas_span_part(s->colliders.hull, h.first, h.end - h.first), hull.size);
    mas_end(rec);
}

static mas_sleep_settings sleep_settings(const massa_world* w, const massa_step_desc* desc)
{
    const mas_tables* t = w->tables;
    const massa_vec3 g = t->gravity, old = t->step_gravity;
    const bool changed    = t->colliders_changed.first != t->colliders_changed.end;
    const bool other_pull = g.x != old.x || g.y != old.y || g.z != old.z;
    const bool parted     = t->joints_changed.first != t->joints_changed.end;
    const bool edited     = t->edit_count > 0 || parted || desc->debug != 0; // what is drawn must have been looked at
    return (mas_sleep_settings){
        .bodies    = t->body_count,
        .colliders = t->collider_count,
        .joints    = t->joint_count,
        .flags     = (edited ? (uint32_t)SLEEP_FORCED : 0) | (changed ? (uint32_t)SLEEP_CHANGED : 0) |
                 (other_pull ? (uint32_t)SLEEP_WAKE_ALL : 0) | (parted ? (uint32_t)SLEEP_PARTED : 0) |
                 (w->desc.sleep ? 0 : (uint32_t)SLEEP_NEVER),
        .dt   = desc->dt,
        .time = w->desc.sleep_time,
    };
}

// Joints that changed since the last step, the order in which all are swept, and whom they keep apart.
static void upload_joints(massa_world* w, mas_recorder* rec, uint32_t slot)
{
    mas_simulation* s   = w->simulation;
    const mas_tables* t = w->tables;
    const mas_changed c = t->joints_changed;
    if (c.first == c.end && t->joined_changed == 0) return;
    uint8_t* mapped       = s->arena.mapped[MAS_UPLOAD];
    const uint64_t first  = slot * (uint64_t)t->capacity.joints;
    const uint32_t slots  = mas_joined_slots(t->capacity.joints);
    const mas_span data   = mas_span_part(s->upload_joints, first, c.end - c.first);
    const mas_span order  = mas_span_part(s->upload_joint_order, first, c.first != c.end ? t->joint_live : 0);
    const mas_span joined = mas_span_part(s->upload_joined, slot * (uint64_t)slots, t->joined_changed != 0 ? slots : 0);
    for (uint32_t i = c.first; i < c.end; ++i)
    {
        const joint_data one = mas_joint_of(t, i);
        memcpy(mapped + data.offset + (i - c.first) * sizeof one, &one, sizeof one);
    }
    if (order.size > 0) mas_joint_order(t, (uint32_t*)(mapped + order.offset));
    if (joined.size > 0) mas_joined_fill(t, (joined_pair*)(mapped + joined.offset));
    mas_begin(rec, "upload joints");
    mas_copy(rec, data, mas_span_part(s->joint.data, c.first, c.end - c.first), data.size);
    mas_copy(rec, order, s->joint.order, order.size);
    mas_copy(rec, joined, s->joint.joined, joined.size);
    mas_end(rec);
}

// Whose bounds overlap, and which of them must be looked at.
static void find_pairs(const mas_simulation* s, mas_recorder* rec, const mas_sleep_settings* sleep)
{
    if (s->in_whole)
        mas_whole_begin_record(&s->whole, rec, sleep);
    else
    {
        mas_sleep_begin_record(&s->sleep, rec, sleep);
        mas_bounds_record(&s->bounds, rec, sleep->colliders, sleep->bodies);
        mas_touch_record_speeds(&s->touch, rec, sleep->colliders, sleep->bodies);
    }
    if (s->in_whole && mas_whole_finds(&s->whole, sleep->colliders))
        mas_whole_pairs_record(&s->whole, rec, sleep->colliders);
    else
        mas_broad_record(&s->broad, rec, sleep->colliders);
    if (s->in_whole)
        mas_whole_bins_record(&s->whole, rec);
    else
        mas_bins_record(&s->narrow.bins, rec);
}

// The contacts in the order in which they are solved.
static void prepare(massa_world* w, mas_recorder* rec, float dt, const mas_sleep_settings* sleep)
{
    mas_simulation* s         = w->simulation;
    const solve_params solve  = mas_contact_params(&w->desc, w->tables->gravity, dt, s->graph.capacity);
    const whole_params params = { .solve = solve, .step = params_of(w, dt) };
    if (s->in_whole)
    {
        mas_whole_contacts_record(&s->whole, rec, sleep, s->narrow.contacts.joined_mask);
        mas_whole_prep_record(&s->whole, rec, &params);
        return;
    }
    mas_sleep_touch_record(&s->sleep, rec, sleep);
    mas_contacts_record(&s->narrow.contacts, rec);
    if (s->in_blocks)
    {
        mas_blocks_record(&s->blocks, rec, sleep->bodies, s->cell);
        mas_blocks_prep(&s->blocks, rec, &s->solve, &solve);
    }
    else
    {
        mas_graph_record(&s->graph, rec);
        mas_solve_prep(&s->solve, rec, &solve);
    }
}

// Which colliders touch, before anything moves.
static void collide(massa_world* w, mas_recorder* rec, const massa_step_desc* desc, const mas_sleep_settings* sleep)
{
    mas_simulation* s        = w->simulation;
    const mas_tables* t      = w->tables;
    const uint32_t colliders = t->collider_count;
    collision_params params  = { .colliders = colliders, .dt = desc->dt, .margin = w->desc.contact_margin };
    mas_list_planes(t, &params);
    mas_begin(rec, "upload collision");
    mas_write(rec, s->colliders.params, &params, sizeof params);
    mas_end(rec);
    find_pairs(s, rec, sleep);
    s->narrow.contacts.joined_mask = t->joints_apart > 0 ? mas_joined_slots(t->capacity.joints) - 1 : 0;
    mas_narrow_detect_record(&s->narrow, rec, t->hull_count > 0);
    prepare(w, rec, desc->dt, sleep);
    if (desc->debug != 0) mas_lines_record(&s->lines, rec, desc->debug, colliders, DEBUG_REACH);
    mas_begin(rec, "report contacts");
    mas_copy(rec, s->narrow.cache.counters, s->report.contacts, sizeof(contact_counters));
    if (s->in_blocks)
        mas_copy(rec, s->blocks.counters, s->report.schedule, sizeof(blocks_counters));
    else
        mas_copy(rec, s->graph.counters, s->report.schedule, sizeof(graph_counters));
    if (desc->debug != 0) mas_copy(rec, s->lines.all, s->report.lines, sizeof(lines_header));
    mas_end(rec);
}

// One substep of the bodies; meets: there are contacts between them.
static void move_bodies(massa_world* w, mas_recorder* rec, const mas_joint_colours* joints, bool begins, bool meets)
{
    mas_simulation* s     = w->simulation;
    const mas_tables* t   = w->tables;
    const uint32_t bodies = t->body_count;
    if (meets && s->in_whole)
    {
        mas_small_substep(w, rec, joints, begins);
        return;
    }
    const bool blocks = meets && s->in_blocks, colours = meets && !s->in_blocks, bounces = t->bouncing > 0;
    const bool fused = !bounces && t->joint_live == 0; // nothing comes between the contacts' start and their solution
    mas_integrate_push_record(&s->integrate, rec, bodies, begins);
    mas_joint_prep_record(&s->joint, rec, joints, false);
    if (begins) mas_joint_start_record(&s->joint, rec, joints);
    if (blocks) mas_blocks_begin(&s->blocks, rec, &s->solve, bodies, begins, bounces, fused);
    if (colours) mas_solve_begin(&s->solve, rec, begins, bounces, bodies);
    mas_joint_solve_record(&s->joint, rec, joints);
    if (blocks) mas_blocks_bias(&s->blocks, rec, bodies, begins && fused);
    if (colours) mas_solve_bias(&s->solve, rec);
    if (blocks)
        mas_blocks_move(&s->blocks, rec, bodies);
    else
        mas_integrate_move_record(&s->integrate, rec, bodies);
    mas_joint_prep_record(&s->joint, rec, joints, true);
    mas_joint_relax_record(&s->joint, rec, joints);
    if (blocks) mas_blocks_relax(&s->blocks, rec, bodies);
    if (colours) mas_solve_relax(&s->solve, rec);
}

// What begins, ends and hits, and what bodies have to tell. Without colliders there are no pairs, and what was told to
// touch has parted.
static void tell(massa_world* w, mas_recorder* rec, float dt, bool meets, uint32_t slot)
{
    mas_simulation* s     = w->simulation;
    const uint32_t bodies = w->tables->body_count;
    const uint64_t ring   = slot * (uint64_t)s->readback.stride + s->report.copied; // the records follow the header
    const uint32_t at     = (uint32_t)(ring / sizeof(mas_uvec4));
    const float reach     = TOUCH_REACH * w->desc.contact_margin;
    const touch_push push = mas_touch_push(&s->touch, dt, w->desc.hit_speed, reach);
    const bool touches    = s->pairs.capacity > 0;
    if (touches && !meets) mas_fill(rec, s->pairs.list, 0);
    if (s->in_whole)
    {
        mas_whole_events_record(&s->whole, rec, &push, bodies, at);
        return;
    }
    if (touches) mas_touch_record(&s->touch, rec, &push);
    mas_events_record(&s->events, rec, touches ? &s->touch : NULL, bodies, at);
}

// What the last whole step has told, which the bodies have not changed since.
static void report_rest(const massa_world* w, mas_recorder* rec)
{
    const mas_report* r = &w->simulation->report;
    mas_begin(rec, "report rest");
    mas_write(rec, r->contacts, &w->rest.contacts, sizeof w->rest.contacts);
    mas_write(rec, r->events, &w->rest.events, sizeof w->rest.events);
    mas_end(rec);
}

// Who comes and leaves.
static void upload_records(massa_world* w, mas_recorder* rec, mas_span to, uint32_t slot)
{
    mas_simulation* s   = w->simulation;
    const mas_tables* t = w->tables;
    const mas_span records =
        mas_span_part(s->upload_records, slot * (uint64_t)t->capacity.particle_edits, t->record_count);
    memcpy(s->arena.mapped[MAS_UPLOAD] + records.offset, mas_records(t), records.size);
    mas_copy(rec, records, to, records.size);
}

// Whether the first grid of a step has to count: not if the last step did, by the same kinds, and nobody comes or
// leaves.
static mas_grid_from grains_from(massa_world* w, const particle_params* params)
{
    mas_simulation* s = w->simulation;
    const bool same   = s->counted && memcmp(s->counted_as, params->layer, sizeof s->counted_as) == 0;
    s->counted        = true;
    memcpy(s->counted_as, params->layer, sizeof s->counted_as);
    return same && w->tables->record_count == 0 ? MAS_FROM_COUNTED_SLOTS : MAS_FROM_SLOTS;
}

// The grains' side of it: their parameters, who comes and leaves. Returns how many kinds there are; from: what the
// first grid begins with.
static uint32_t upload_grains(massa_world* w, mas_recorder* rec, float dt, uint32_t slot, mas_grid_from* from)
{
    mas_simulation* s   = w->simulation;
    const mas_tables* t = w->tables;
    uint32_t layers;
    const particle_params params = mas_grains_params(w, dt / (float)w->desc.substeps, &layers);
    mas_begin(rec, "upload particles");
    mas_write(rec, s->particles.params, &params, sizeof params);
    upload_records(w, rec, s->populate.records, slot);
    mas_copy(rec, s->particles.position, s->particles.previous, t->particle_count * sizeof(mas_vec4));
    mas_end(rec);
    *from = grains_from(w, &params);
    return layers;
}

// Forces act during one step.
static void unload(const mas_simulation* s, mas_recorder* rec, uint32_t body_count)
{
    mas_begin(rec, "unload");
    mas_fill(rec, mas_span_part(s->bodies.load, 0, body_count), 0);
    mas_end(rec);
}

// The liquids' side: who comes, how the step is divided.
static void begin_liquid(massa_world* w, mas_recorder* rec, const mas_flow_step* flow, uint32_t slot)
{
    mas_simulation* s = w->simulation;
    char advice[240];
    if (!w->warned_of_liquid && !mas_flow_suffices(&w->desc, flow, advice, sizeof advice))
    {
        w->warned_of_liquid = true;
        mas_log(w->device, MASSA_LOG_WARNING, "%s", advice);
    }
    mas_begin(rec, "upload drops");
    upload_records(w, rec, s->flow.pour.records, slot);
    mas_end(rec);
    mas_flow_begin(&s->flow, rec, &s->particles, flow);
}

static void end_liquid(massa_world* w, mas_recorder* rec, const mas_flow_step* flow)
{
    mas_simulation* s = w->simulation;
    mas_flow_end(&s->flow, rec, flow);
    if (flow->sensors) mas_collider_record(&s->collider, rec, w->tables->collider_count, w->tables->body_count);
    mas_flow_sense(&s->flow, rec, flow, s->report.sensed);
    mas_begin(rec, "report liquid");
    mas_copy(rec, s->flow.liquid.state, s->report.liquid, sizeof(liquid_state));
    mas_copy(rec, s->flow.grid.total, s->counter_alive, sizeof(uint32_t));
    mas_end(rec);
}

static void hash(const mas_simulation* s, mas_recorder* rec, uint32_t body_count, uint32_t particle_count)
{
    mas_begin(rec, "hash");
    mas_fill(rec, s->report.hash, 0);
    mas_hash_record(&s->hash_pose, rec, body_count, TAG_POSE);
    mas_hash_record(&s->hash_motion, rec, body_count, TAG_MOTION);
    mas_hash_record(&s->hash_mass, rec, body_count, TAG_MASS);
    mas_hash_record(&s->hash_trait, rec, body_count, TAG_TRAIT);
    if (particle_count > 0)
    {
        mas_hash_record(&s->hash_particle_position, rec, particle_count, TAG_PARTICLE_POSITION);
        mas_hash_record(&s->hash_particle_velocity, rec, particle_count, TAG_PARTICLE_VELOCITY);
    }
    mas_posing_hash(&s->posing, rec, TAG_SURFACE_POINT);
    if (s->flow.capacity > 0) mas_hash_record(&s->hash_liquid, rec, 1, TAG_LIQUID);
    mas_end(rec);
}

static void report(const mas_simulation* s, mas_recorder* rec, uint32_t slot, bool grains)
{
    mas_begin(rec, "report");
    mas_copy(rec, s->sleep.state, s->report.sleep, sizeof(sleep_state));
    if (grains) mas_copy(rec, s->grid.total, s->counter_alive, sizeof(uint32_t));
    mas_copy(rec, s->report.whole, mas_span_part(s->readback, slot, 1), s->report.copied);
    mas_end(rec);
}

// The bodies' way from the last substep to what is told of them.
static void finish_bodies(massa_world* w, mas_recorder* rec, float dt, const mas_sleep_settings* sleep, bool meets,
                          uint32_t slot)
{
    mas_simulation* s     = w->simulation;
    const uint32_t bodies = w->tables->body_count;
    if (meets && s->in_whole)
        mas_whole_end_record(&s->whole, rec, sleep);
    else
    {
        mas_integrate_finish_record(&s->integrate, rec, bodies);
        if (meets) mas_solve_store(&s->solve, rec);
        if (meets) mas_sleep_end_record(&s->sleep, rec, sleep);
    }
    if (w->tables->load_count > 0) unload(s, rec, bodies);
    tell(w, rec, dt, meets, slot);
}

void mas_step_record(massa_world* w, VkCommandBuffer cmd, const massa_step_desc* desc)
{
    mas_simulation* s        = w->simulation;
    const uint32_t slot      = (uint32_t)(w->recorded % w->desc.max_steps_in_flight);
    const bool flows         = w->desc.capacity.liquid > 0;
    const mas_flow_step flow = flows ? mas_flow_step_of(&w->desc, w->tables, desc->dt) : (mas_flow_step){ 0 };
    const uint32_t bodies = w->tables->body_count, grains = flows ? 0 : w->tables->particle_count; // slots in use
    const mas_joint_colours joints = mas_joint_starts(w->tables);
    const mas_sleep_settings sleep = sleep_settings(w, desc);
    const bool meets               = s->pairs.capacity > 0 && w->tables->collider_count > 0;
    if (!meets || (sleep.flags & (SLEEP_FORCED | SLEEP_CHANGED | SLEEP_WAKE_ALL)) != 0) mas_world_stir(w);
    const bool rests = w->rest.reports >= MAS_REST_REPORTS;
    s->in_whole      = mas_small_takes(w);
    mas_recorder rec;
    if (desc->profile) mas_profiler_begin(&w->profiler, cmd, slot);
    mas_world_open(w, &rec, desc->profile ? &w->profiler : NULL, cmd);

    upload(w, &rec, desc->dt, slot);
    upload_colliders(w, &rec, slot);
    upload_joints(w, &rec, slot);
    mas_grid_from from   = MAS_FROM_SLOTS;
    const uint32_t kinds = grains > 0 ? upload_grains(w, &rec, desc->dt, slot, &from) : 0;
    mas_apply_record(&s->apply, &rec, w->tables->edit_count, bodies);
    if (grains > 0) mas_populate_record(&s->populate, &rec, w->tables->record_count);
    if (flow.slots > 0) begin_liquid(w, &rec, &flow, slot);
    mas_posing_record(&s->posing, &rec, w->tables, &(mas_posing_step){ slot, desc->dt, w->queries, w->query_count });
    if (meets && !rests) collide(w, &rec, desc, &sleep);
    for (uint32_t i = 0; i < w->desc.substeps; ++i)
    {
        if (grains + flow.slots > 0) mas_collider_record(&s->collider, &rec, w->tables->collider_count, bodies);
        if (grains > 0)
        {
            mas_grid_record(&s->grid, &rec, grains, i > 0 ? MAS_FROM_PLACES : from);
            mas_search_record(&s->search, &rec, grains, kinds);
            mas_contact_record(&s->contact, &rec, grains, kinds, i + 1 < w->desc.substeps);
        }
        if (flow.slots > 0) mas_flow_substep(&s->flow, &rec, &flow, i == 0);
        if (!rests) move_bodies(w, &rec, &joints, i == 0, meets);
    }
    if (flow.slots > 0) end_liquid(w, &rec, &flow);
    if (rests)
        report_rest(w, &rec);
    else
        finish_bodies(w, &rec, desc->dt, &sleep, meets, slot);
    mas_watch_record(&s->watch, &rec, w->tables->watched_count, bodies);
    if (desc->hash) hash(s, &rec, bodies, grains + flow.slots);
    report(s, &rec, slot, grains > 0);

    mas_record_end(&rec);
}
