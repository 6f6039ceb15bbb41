// Recording steps and hearing of them: the ring of steps in flight.
#include "liquids.h"
#include "small.h"
#include "world.h"

#include <stdlib.h>
#include <string.h>

massa_result mas_check_step(massa_world* w, VkCommandBuffer cmd, const massa_step_desc* desc)
{
    if (cmd == NULL) return mas_fail(w->device, MASSA_ERROR_NULL, "The command buffer is null.");
    if (desc == NULL) return mas_fail(w->device, MASSA_ERROR_NULL, "massa_step_desc is null.");
    if (desc->cookie != massa_default_step_desc().cookie)
        return mas_fail(w->device, MASSA_ERROR_COOKIE, "massa_step_desc was not made by massa_default_step_desc.");
    if (!(desc->dt >= 1e-5f && desc->dt <= MAS_MAX_STEP))
    {
        return mas_fail(w->device, MASSA_ERROR_RANGE, "massa_step_desc.dt is %g s; it may be 1e-5 to 0.1.",
                        (double)desc->dt);
    }
    if ((desc->debug & ~15u) != 0)
        return mas_fail(w->device, MASSA_ERROR_RANGE,
                        "massa_step_desc.debug is 0x%x; it may be massa_debug bits, 0 to 15.", desc->debug);
    if (desc->debug != 0 && w->simulation->lines.capacity == 0)
        return mas_fail(w->device, MASSA_ERROR_RANGE,
                        "massa_step_desc.debug asks for lines, but capacity.debug_lines, pairs or colliders is 0.");
    if (w->recorded - w->finished >= w->desc.max_steps_in_flight)
    {
        return mas_fail(w->device, MASSA_ERROR_IN_FLIGHT,
                        "max_steps_in_flight is %u and steps %llu to %llu are in flight: poll the finished ones first.",
                        w->desc.max_steps_in_flight, (unsigned long long)w->finished + 1,
                        (unsigned long long)w->recorded);
    }
    return MASSA_OK;
}

massa_result massa_cmd_step(massa_world* w, VkCommandBuffer cmd, const massa_step_desc* desc)
{
    if (w == NULL) return MASSA_ERROR_NULL;
    MAS_TRY(mas_check_step(w, cmd, desc));
    if (w->record != NULL) mas_block_write(w, desc);
    mas_emit(w->tables, desc->dt); // behind it: replay does the same
    mas_step_record(w, cmd, desc);

    const uint32_t slot = (uint32_t)(w->recorded % w->desc.max_steps_in_flight);
    w->slot[slot]       = (mas_step_slot){ desc->hash, desc->profile, w->tables->watched_count, w->query_count };
    mas_list_sensors(w, &w->slot[slot], slot);
    memcpy(w->asked + slot * (size_t)w->desc.capacity.watched, mas_watched(w->tables),
           w->tables->watched_count * sizeof(watch_entry));
    for (uint32_t i = 0; i < w->query_count; ++i)
        w->asked_surface[slot * (size_t)w->desc.capacity.queries + i] = w->queries[i].surface;
    w->query_count = 0;
    mas_clear_edits(w->tables, desc->dt);
    ++w->recorded;
    return MASSA_OK;
}

massa_result massa_world_watch(massa_world* w, const massa_body_id* bodies, uint32_t count)
{
    if (w == NULL) return MASSA_ERROR_NULL;
    if (bodies == NULL && count > 0)
        return mas_fail(w->device, MASSA_ERROR_NULL, "The list of watched bodies is null.");
    if (count > w->desc.capacity.watched)
    {
        return mas_fail(w->device, MASSA_ERROR_CAPACITY, "capacity.watched is %u, but %u bodies are to be watched.",
                        w->desc.capacity.watched, count);
    }
    for (uint32_t i = 0, slot; i < count; ++i)
    {
        if (mas_find_body(w->tables, bodies[i], &slot)) continue;
        return mas_fail(w->device, MASSA_ERROR_STALE_ID, "Watched body %u, id 0x%llx, is null or gone.", i,
                        (unsigned long long)bodies[i].bits);
    }
    w->tables->watched_count = count;
    for (uint32_t i = 0; i < count; ++i)
    {
        mas_watched(w->tables)[i] =
            (watch_entry){ .slot = (uint32_t)bodies[i].bits, .generation = mas_id_generation(bodies[i].bits) };
    }
    return MASSA_OK;
}

const uint8_t* mas_report_part(const massa_world* w, uint32_t slot, mas_span part)
{
    const mas_simulation* s = w->simulation;
    return s->arena.mapped[MAS_READBACK] + s->readback.offset + slot * (uint64_t)s->readback.stride +
           (part.offset - s->report.whole.offset);
}

// The host's word on a body, which may be gone by now.
static uint64_t user_of(const massa_world* w, const event_party* p)
{
    const mas_slot* s = &mas_slots(w->tables)[p->body];
    return s->flags != 0 && s->generation == p->generation ? s->user : 0;
}

static bool is_of_pair(uint32_t kind)
{
    return kind >= EVENT_CONTACT_END && kind <= EVENT_SENSOR_ENTER;
}

// Sorted as they arrive.
static uint32_t read_events(massa_world* w, uint64_t step, uint32_t slot, uint32_t count, uint32_t* needed)
{
    const uint8_t* report = mas_report_part(w, slot, w->simulation->report.events);
    event_header header;
    memcpy(&header, report, sizeof header);
    for (uint32_t i = 0; i < header.count && i < w->simulation->events.capacity; ++i)
    {
        event_record r;
        memcpy(&r, report + sizeof header + i * sizeof r, sizeof r);
        const uint32_t bodies = w->desc.capacity.bodies;
        if (r.kind == 0 || r.kind >= EVENT_KINDS || r.a.body >= bodies || r.b.body >= bodies)
            continue; // only if the host polls before its fence
        massa_event* e = &w->events[count++];
        *e             = (massa_event){
                        .step   = step,
                        .kind   = (massa_event_kind)r.kind,
                        .body_a = { mas_id(MAS_ID_BODY, r.a.body, r.a.generation) },
                        .user_a = user_of(w, &r.a),
        };
        if (!is_of_pair(r.kind)) continue;
        e->body_b     = (massa_body_id){ mas_id(MAS_ID_BODY, r.b.body, r.b.generation) };
        e->user_b     = user_of(w, &r.b);
        e->shape_a    = (massa_shape_id){ mas_id(MAS_ID_SHAPE, r.a.shape, r.a.shape_generation) };
        e->shape_b    = (massa_shape_id){ mas_id(MAS_ID_SHAPE, r.b.shape, r.b.shape_generation) };
        e->collider_a = r.a.collider;
        e->collider_b = r.b.collider;
        e->point      = (massa_vec3){ r.point.x, r.point.y, r.point.z };
        e->normal     = (massa_vec3){ r.normal.x, r.normal.y, r.normal.z };
        e->speed      = r.point.w;
    }
    if (header.needed > *needed) *needed = header.needed;
    if (step > w->restored) w->told_places = header.places;
    return count;
}

static void read_particles(const massa_world* w, uint32_t slot, massa_poll_result* out, uint32_t* neighbours)
{
    particle_counters c;
    memcpy(&c, mas_report_part(w, slot, w->simulation->report.counters), sizeof c);
    out->particle_count = c.alive;
    out->particles_lost += c.retired;
    if (c.neighbours_needed > *neighbours) *neighbours = c.neighbours_needed;
}

static void read_liquid(const massa_world* w, uint32_t slot, massa_poll_result* out)
{
    liquid_state s;
    memcpy(&s, mas_report_part(w, slot, w->simulation->report.liquid), sizeof s);
    out->liquid_drained += s.drained;
    out->liquid_refused += s.refused;
    out->liquid_parts = s.parts;
}

// What the lists of colliding bodies wanted, at most, in all steps reported.
typedef struct contact_needs
{
    uint32_t pairs, contacts, lines;
} contact_needs;

static void read_contacts(const massa_world* w, uint32_t slot, massa_poll_result* out, contact_needs* needs)
{
    contact_counters c;
    lines_header lines;
    memcpy(&c, mas_report_part(w, slot, w->simulation->report.contacts), sizeof c);
    memcpy(&lines, mas_report_part(w, slot, w->simulation->report.lines), sizeof lines);
    out->pair_count     = c.pairs;
    out->contact_count  = c.contacts;
    out->touching_count = c.touching;
    out->recycled_count = c.recycled;
    if (c.pairs > needs->pairs) needs->pairs = c.pairs;
    if (c.contacts > needs->contacts) needs->contacts = c.contacts;
    if (lines.needed > needs->lines) needs->lines = lines.needed;
}

static void read_schedule(const massa_world* w, uint32_t slot, massa_poll_result* out)
{
    const uint8_t* at = mas_report_part(w, slot, w->simulation->report.schedule);
    graph_counters g;
    blocks_counters b;
    memcpy(&g, at, sizeof g);
    memcpy(&b, at, sizeof b);
    const bool blocks   = w->simulation->in_blocks;
    out->solved_count   = blocks ? b.first + b.second + b.lone : g.solved;
    out->colour_count   = blocks ? b.colours : g.colours;
    out->serial_count   = blocks ? b.overflow + b.late : g.overflow;
    out->block_count    = blocks ? b.blocks : 0;
    out->boundary_count = blocks ? b.second + b.lone : 0;
}

static void read_sleep(const massa_world* w, uint32_t slot, massa_poll_result* out)
{
    sleep_state s;
    memcpy(&s, mas_report_part(w, slot, w->simulation->report.sleep), sizeof s);
    out->awake_count  = s.awake;
    out->asleep_count = s.asleep;
}

// Whether the step left the bodies as it found them.
static void note_rest(massa_world* w, uint64_t step, uint32_t slot)
{
    const mas_report* r = &w->simulation->report;
    sleep_state s;
    memcpy(&s, mas_report_part(w, slot, r->sleep), sizeof s);
    memcpy(&w->rest.events, mas_report_part(w, slot, r->events), sizeof w->rest.events);
    memcpy(&w->rest.contacts, mas_report_part(w, slot, r->contacts), sizeof w->rest.contacts);
    const bool rests = step >= w->rest.from && s.awake == 0 && s.moving == 0 && w->rest.events.count == 0;
    w->rest.reports  = rests ? w->rest.reports + 1 : 0;
}

static void tell_overflow(massa_world* w, massa_poll_result* out, const char* list, uint32_t capacity, uint32_t needed)
{
    if (needed > capacity) w->overflow[out->overflow_count++] = (massa_overflow){ list, capacity, needed };
}

static void read_watched(massa_world* w, uint32_t slot)
{
    const uint8_t* answers   = mas_report_part(w, slot, w->simulation->report.answers);
    const watch_entry* asked = w->asked + slot * (size_t)w->desc.capacity.watched;
    for (uint32_t i = 0; i < w->slot[slot].watched_count; ++i)
    {
        watch_answer a;
        memcpy(&a, answers + i * sizeof a, sizeof a); // mapped memory need not be aligned for it
        if (a.position.w != 1.0f)
        {
            w->watched[i] = (massa_watched){ 0 };
            continue;
        }
        w->watched[i] = (massa_watched){
            .body             = { mas_id(MAS_ID_BODY, asked[i].slot, asked[i].generation) },
            .position         = { a.position.x, a.position.y, a.position.z },
            .rotation         = { a.rotation.x, a.rotation.y, a.rotation.z, a.rotation.w },
            .velocity         = { a.velocity.x, a.velocity.y, a.velocity.z },
            .angular_velocity = { a.angular_velocity.x, a.angular_velocity.y, a.angular_velocity.z },
        };
    }
}

massa_result massa_world_poll(massa_world* w, uint64_t last_finished_step, massa_poll_result* out)
{
    if (w == NULL) return MASSA_ERROR_NULL;
    if (out == NULL) return mas_fail(w->device, MASSA_ERROR_NULL, "massa_world_poll has nowhere to put its answer.");
    memset(out, 0, sizeof *out);
    if (last_finished_step > w->recorded || last_finished_step < w->finished)
    {
        return mas_fail(
            w->device, MASSA_ERROR_RANGE,
            "massa_world_poll says step %llu has finished; it may be %llu (told before) to %llu (recorded).",
            (unsigned long long)last_finished_step, (unsigned long long)w->finished, (unsigned long long)w->recorded);
    }
    if (last_finished_step == w->finished) return MASSA_OK; // nothing new

    out->first_step = w->finished + 1;
    out->last_step  = last_finished_step;
    uint32_t needed = 0, neighbours = 0;
    contact_needs contacts = { 0 };
    for (uint64_t step = out->first_step; step <= out->last_step; ++step)
    {
        const uint32_t slot = (uint32_t)((step - 1) % w->desc.max_steps_in_flight);
        out->event_count    = read_events(w, step, slot, out->event_count, &needed);
        read_particles(w, slot, out, &neighbours);
        read_liquid(w, slot, out);
        out->liquid_event_count = mas_read_sensed(w, step, slot, out->liquid_event_count, &needed);
        read_contacts(w, slot, out, &contacts);
        mas_small_hear(w, step, out->pair_count);
        read_schedule(w, slot, out);
        read_sleep(w, slot, out);
        out->hit_count = mas_read_hits(w, step, slot, out->hit_count);
        note_rest(w, step, slot);
        if (step > w->restored) w->asleep = out->asleep_count;
        if (w->slot[slot].profile) out->stage_count = mas_profiler_read(&w->profiler, slot, w->stage);
        if (!w->slot[slot].hash) continue;
        memcpy(&w->hash, mas_report_part(w, slot, w->simulation->report.hash), sizeof w->hash);
        w->has_hash = true;
    }
    const uint32_t last = (uint32_t)((out->last_step - 1) % w->desc.max_steps_in_flight);
    read_watched(w, last);
    w->finished = last_finished_step;
    mas_world_reclaim(w);

    const massa_capacity* c = &w->desc.capacity;
    tell_overflow(w, out, "capacity.events", w->simulation->events.capacity, needed);
    tell_overflow(w, out, "capacity.neighbours", mas_neighbour_room(c), neighbours);
    tell_overflow(w, out, "capacity.pairs", c->pairs, contacts.pairs);
    tell_overflow(w, out, "capacity.contacts", c->contacts > 0 ? c->contacts : c->pairs, contacts.contacts);
    tell_overflow(w, out, "capacity.debug_lines", c->debug_lines, contacts.lines);
    if (out->liquid_refused > 0)
    {
        tell_overflow(w, out, "capacity.liquid", c->liquid, c->liquid + out->liquid_refused);
        if (!w->warned_of_room)
            mas_log(w->device, MASSA_LOG_WARNING,
                    "capacity.liquid is %u, and %u particles found no free place: emitters stand still until drains "
                    "make room.",
                    c->liquid, out->liquid_refused);
        w->warned_of_room = true;
    }
    out->liquid_events = w->liquid_events;
    out->events        = w->events;
    out->overflows     = w->overflow;
    out->watched       = w->watched;
    out->watched_count = w->slot[last].watched_count;
    out->stages        = w->stage;
    out->hits          = w->hits;
    out->has_hash      = w->slot[last].hash;
    out->hash          = out->has_hash ? w->hash : 0;
    return MASSA_OK;
}

massa_result massa_world_hash(const massa_world* w, uint64_t* out)
{
    if (w == NULL) return MASSA_ERROR_NULL;
    if (out == NULL) return mas_fail(w->device, MASSA_ERROR_NULL, "massa_world_hash has nowhere to put its answer.");
    if (!w->has_hash) return MASSA_NOT_READY;
    *out = w->hash;
    return MASSA_OK;
}
