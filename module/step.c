// The recipe of one step. Each line is a stage or a few of one family: compute/FAMILY/NAME.c,
// shaders/FAMILY/NAME*.comp, tests/FAMILY/test_NAME.c. What has no order, and what a family uploads and reports, is in
// family_NAME.c.
#include "step.h"

#include <stddef.h>

static mas_step step_of(massa_world* w, mas_recorder* rec, const massa_step_desc* desc)
{
    return (mas_step){
        .world      = w,
        .simulation = w->simulation,
        .tables     = w->tables,
        .rec        = rec,
        .desc       = desc,
        .slot       = mas_slot_of(w, w->recorded + 1),
        .dt         = desc->dt,
        .substep    = desc->dt / (float)w->desc.substeps,
    };
}

// One of its two numbers.
static mas_span stamp_part(const mas_report* r, size_t offset)
{
    mas_span part = r->stamp;
    part.offset += offset;
    part.stride = part.size = sizeof(uint64_t);
    return part;
}

// What the host has for this step. Counters of the report begin with 0.
static void upload(const mas_step* step)
{
    const mas_report* r = &step->simulation->report;
    mas_begin(step->rec, "upload");
    mas_copy(step->rec, stamp_part(r, offsetof(mas_stamp, step)), stamp_part(r, offsetof(mas_stamp, previous)),
             sizeof(uint64_t));
    for (uint32_t f = 0; f < MAS_FAMILIES; ++f)
    {
        const mas_family* family = mas_families[f];
        if (family->upload != NULL) family->upload(step);
        for (uint32_t k = 0; k < family->reports; ++k)
            if (family->report[k].cleared && r->part[f][k].size > 0) mas_fill(step->rec, r->part[f][k], 0);
    }
    mas_end(step->rec);
}

static void hash(const mas_step* step)
{
    mas_simulation* s = step->simulation;
    if (!step->desc->hash) return;
    mas_begin(step->rec, "hash");
    mas_fill(step->rec, s->report.hash, 0);
    for (uint32_t i = 0; i < s->hashed_count; ++i)
        mas_hash_record(&s->hashed[i].hash, step->rec, s->hashed[i].used(step->tables), s->hashed[i].tag);
    mas_end(step->rec);
}

static void report(const mas_step* step)
{
    const mas_report* r   = &step->simulation->report;
    const uint64_t number = step->world->recorded + 1;
    mas_begin(step->rec, "report");
    mas_write(step->rec, stamp_part(r, offsetof(mas_stamp, step)), &number, sizeof number);
    for (uint32_t f = 0; f < MAS_FAMILIES; ++f)
        if (mas_families[f]->collect != NULL) mas_families[f]->collect(step);
    mas_copy(step->rec, r->whole, mas_ring_part(&r->ring, step->slot, 0, 1), r->copied);
    mas_end(step->rec);
}

void mas_step_record(massa_world* w, VkCommandBuffer cmd, const massa_step_desc* desc)
{
    mas_recorder rec;
    mas_step step = step_of(w, &rec, desc);
    if (desc->profile) mas_profiler_begin(&w->profiler, cmd, step.slot);
    const bool opens = !w->opened;
    mas_world_open(w, &rec, desc->profile ? &w->profiler : NULL, cmd);
    if (opens) w->opened_by = w->recorded + 1;
    mas_bodies_prepare(&step);

    upload(&step);
    mas_rigid_begin(&step);     // edits of bodies
    mas_particle_begin(&step);  // grains that come and leave
    mas_liquid_begin(&step);    // drops that come; how the step is divided
    mas_surface_begin(&step);   // surfaces are posed
    mas_collision_begin(&step); // bounds > broad > narrow > graph
    for (step.index = 0; step.index < w->desc.substeps; ++step.index)
    {
        mas_particles_collide(&step); // colliders as this substep begins
        mas_particle_move(&step);     // grains: grid > search > contact
        mas_liquid_move(&step);       // parts of predict > grid > search > walls > solve
        mas_rigid_move(&step);        // bodies: forces > bounces > bias > move > relax
    }
    mas_liquid_end(&step);    // settle > sensors
    mas_collision_end(&step); // impulses kept > sleep > events
    mas_rigid_end(&step);     // poses that are watched
    hash(&step);
    report(&step);
    mas_record_end(&rec);
}
