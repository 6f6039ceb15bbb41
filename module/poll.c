// Recording steps and hearing of them: the ring of steps in flight.
#include "poll.h"
#include "liquids.h"

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
    massa_view lines;
    if (desc->debug != 0 && !mas_look(w, MASSA_VIEW_DEBUG_LINES, &lines))
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
    const uint32_t slot = mas_slot_of(w, w->recorded + 1);
    mas_asked* asked    = &w->asked;
    if (w->record.fn != NULL) mas_block_write(w, desc);
    mas_emit(w->tables, desc->dt); // behind it: replay does the same
    asked->step[slot] = (mas_step_slot){ desc->hash, desc->profile, w->tables->body.watched, asked->query_count };
    memcpy(asked->watched + slot * (size_t)w->desc.capacity.watched, mas_watched(w->tables),
           w->tables->body.watched * sizeof(watch_entry));
    for (uint32_t i = 0; i < asked->query_count; ++i)
        asked->surface[slot * (size_t)w->desc.capacity.queries + i] = asked->queries[i].surface;
    mas_step_record(w, cmd, desc);
    asked->query_count = 0;
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
    w->tables->body.watched = count;
    for (uint32_t i = 0; i < count; ++i)
    {
        mas_watched(w->tables)[i] =
            (watch_entry){ .slot = (uint32_t)bodies[i].bits, .generation = mas_id_generation(bodies[i].bits) };
    }
    return MASSA_OK;
}

// A part of the report, in a slot of the ring.
static const uint8_t* part_of(const massa_world* w, uint32_t slot, mas_span part)
{
    const mas_simulation* s = w->simulation;
    return mas_mapped(&s->arena, mas_ring_part(&s->report.ring, slot, 0, 1)) + (part.offset - s->report.whole.offset);
}

const uint8_t* mas_heard(const massa_world* w, const mas_hearing* h, mas_family_number family, uint32_t part)
{
    return part_of(w, h->slot, w->simulation->report.part[family][part]);
}

void mas_need(mas_hearing* h, mas_family_number family, uint32_t overflow, uint32_t needed)
{
    uint32_t* most = &h->needed[family][overflow];
    if (needed > *most) *most = needed;
}

static void hear_step(massa_world* w, mas_hearing* h, massa_poll_result* out)
{
    const mas_step_slot* asked = &w->asked.step[h->slot];
    for (uint32_t f = 0; f < MAS_FAMILIES; ++f)
        if (mas_families[f]->hear != NULL) mas_families[f]->hear(w, h, out);
    if (asked->profile) out->stage_count = mas_profiler_read(&w->profiler, h->slot, w->news.stage);
    if (!asked->hash) return;
    memcpy(&w->news.hash, part_of(w, h->slot, w->simulation->report.hash), sizeof w->news.hash);
    w->news.has_hash = true;
}

// Lists that had not enough room.
static void tell_overflows(massa_world* w, const mas_hearing* h, massa_poll_result* out)
{
    for (uint32_t f = 0; f < MAS_FAMILIES; ++f)
        for (uint32_t k = 0; k < mas_families[f]->overflows; ++k)
        {
            const mas_overflow_row* row = &mas_families[f]->overflow[k];
            const uint32_t room = (uint32_t)row->room(w), needed = h->needed[f][k];
            if (needed <= room) continue;
            w->news.overflow[out->overflow_count++] = (massa_overflow){ row->capacity, room, needed };
            if (row->warning == NULL || w->warned.overflow[f][k]) continue;
            w->warned.overflow[f][k] = true;
            mas_log(w->device, MASSA_LOG_WARNING, row->warning, room, needed);
        }
}

static mas_stamp stamp_of(const massa_world* w, uint64_t step)
{
    const uint32_t slot = mas_slot_of(w, step);
    mas_stamp s;
    memcpy(&s, part_of(w, slot, w->simulation->report.stamp), sizeof s);
    return s;
}

// A step that the device left out, or ran out of its order. What such steps told is not taken, and the host may go on:
// what was uploaded to them is sent again, and a state that none of them has brought into being is begun anew.
static massa_result lose_steps(massa_world* w, uint64_t last, uint64_t step, uint64_t previous)
{
    const uint64_t first = w->finished + 1;
    w->finished          = last;
    w->astray            = w->recorded + 1;        // which step runs behind those in flight is not known
    w->news.told_places  = w->desc.capacity.pairs; // at most: the next report says better
    mas_world_stir(w);
    if (w->opened_by != 0 && step != w->opened_by && (previous < w->opened_by || previous > w->recorded))
        w->opened = false;
    for (uint32_t f = 0; f < MAS_FAMILIES; ++f)
        if (mas_families[f]->lost != NULL) mas_families[f]->lost(w);
    if (w->opened)
        mas_world_reclaim(w);
    else
        w->resized.step = w->recorded + 1;
    return mas_fail(
        w->device, MASSA_ERROR_RECORDING,
        "The device ran step %llu right after step %llu: a command buffer was dropped, swapped with another or "
        "submitted twice. What steps %llu to %llu told is lost.",
        (unsigned long long)step, (unsigned long long)previous, (unsigned long long)first, (unsigned long long)last);
}

// Whether the device has run the steps that are not yet told finished up to the last, each once, in their order. From
// the last one on, so that no step finishes between two looks.
static massa_result check_stamps(massa_world* w, uint64_t last)
{
    uint64_t missing = 0;
    mas_stamp later  = { 0 };
    for (uint64_t step = last; step > w->finished; --step)
    {
        const mas_stamp s = stamp_of(w, step);
        if (s.step == step && s.previous != step - 1 && step > w->astray) return lose_steps(w, last, step, s.previous);
        if (s.step == step) later = s;
        if (s.step != step && later.step != 0) return lose_steps(w, last, later.step, later.previous);
        if (s.step != step) missing = step;
    }
    if (missing == 0) return MASSA_OK;
    if (w->warned.step != missing)
        mas_log(w->device, MASSA_LOG_WARNING,
                "massa_world_poll says step %llu has finished, but the device has not run step %llu: poll after the "
                "fence of its command buffer. If that was never submitted, the step is lost.",
                (unsigned long long)last, (unsigned long long)missing);
    w->warned.step = missing;
    return MASSA_NOT_READY;
}

massa_result massa_world_poll(massa_world* w, uint64_t last_finished_step, massa_poll_result* out)
{
    if (out != NULL) memset(out, 0, sizeof *out);
    if (w == NULL) return MASSA_ERROR_NULL;
    if (out == NULL) return mas_fail(w->device, MASSA_ERROR_NULL, "massa_world_poll has nowhere to put its answer.");
    if (last_finished_step > w->recorded || last_finished_step < w->finished)
    {
        return mas_fail(
            w->device, MASSA_ERROR_RANGE,
            "massa_world_poll says step %llu has finished; it may be %llu (told before) to %llu (recorded).",
            (unsigned long long)last_finished_step, (unsigned long long)w->finished, (unsigned long long)w->recorded);
    }
    if (last_finished_step == w->finished) return MASSA_OK; // nothing new

    MAS_TRY(check_stamps(w, last_finished_step));
    mas_hearing h   = { 0 };
    out->first_step = w->finished + 1;
    out->last_step  = last_finished_step;
    for (h.step = out->first_step; h.step <= out->last_step; ++h.step)
    {
        h.slot = mas_slot_of(w, h.step);
        hear_step(w, &h, out);
    }
    w->finished = last_finished_step;
    mas_world_reclaim(w);
    tell_overflows(w, &h, out);
    out->overflows = w->news.overflow;
    out->stages    = w->news.stage;
    out->has_hash  = w->asked.step[h.slot].hash; // of the last step
    out->hash      = out->has_hash ? w->news.hash : 0;
    return MASSA_OK;
}

massa_result massa_world_hash(const massa_world* w, uint64_t* out)
{
    if (out != NULL) *out = 0;
    if (w == NULL) return MASSA_ERROR_NULL;
    if (out == NULL) return mas_fail(w->device, MASSA_ERROR_NULL, "massa_world_hash has nowhere to put its answer.");
    if (!w->news.has_hash) return MASSA_NOT_READY;
    *out = w->news.hash;
    return MASSA_OK;
}
