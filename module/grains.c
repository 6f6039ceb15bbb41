// Kinds of grains, and adding and removing particles of all kinds.
#include "family_particle.h"
#include "world.h"

#include <string.h>

static massa_result check_grains_desc(const massa_world* w, const massa_grains_desc* d, float field[MAS_GRAINS_FIELDS])
{
    if (d == NULL) return mas_fail(w->device, MASSA_ERROR_NULL, "massa_grains_desc is null.");
    if (d->cookie != massa_default_grains_desc().cookie)
        return mas_fail(w->device, MASSA_ERROR_COOKIE, "massa_grains_desc was not made by massa_default_grains_desc.");
    const float value[MAS_GRAINS_FIELDS] = { d->radius, d->density,     d->hertz,   d->damping_ratio,
                                             d->drag,   d->restitution, d->friction };
    memcpy(field, value, sizeof value);
    for (uint32_t i = 0; i < MAS_GRAINS_FIELDS; ++i)
        MAS_TRY(mas_check_float(w, mas_grains_fields[i].name, value[i], mas_grains_fields[i].least,
                                mas_grains_fields[i].most));
    if (mas_grains_sound(w->tables, field)) return MASSA_OK;
    return mas_fail(
        w->device, MASSA_ERROR_RANGE,
        "massa_grains_desc.radius is %g: of a world's kinds the largest may be at most %d times the smallest.",
        (double)d->radius, (int)MAS_MAX_RADIUS_RATIO);
}

massa_result massa_create_grains(massa_world* w, const massa_grains_desc* d, massa_grains_id* out)
{
    if (out != NULL) out->bits = 0;
    if (w == NULL) return MASSA_ERROR_NULL;
    if (out == NULL) return mas_fail(w->device, MASSA_ERROR_NULL, "massa_create_grains has nowhere to put the id.");
    if (w->desc.capacity.particles == 0)
        return mas_fail(w->device, MASSA_ERROR_CAPACITY,
                        "capacity.particles is 0: the world was made without particles.");
    float field[MAS_GRAINS_FIELDS];
    MAS_TRY(check_grains_desc(w, d, field));
    const uint32_t layer = mas_vacant_grains(w->tables);
    if (layer == UINT32_MAX)
        return mas_fail(w->device, MASSA_ERROR_CAPACITY,
                        "MASSA_MAX_GRAINS is %d, and all are in use; a destroyed kind makes room with the next step.",
                        (int)MASSA_MAX_GRAINS);
    edit_record* e;
    MAS_TRY(mas_new_edit(w, EDIT_GRAINS_CREATE, layer, &e));
    mas_set_grains(w->tables, layer, field);
    e->generation = w->tables->particle.grains[layer].generation;
    e->data[0]    = (mas_vec4){ field[0], field[1], field[2], field[3] };
    e->data[1]    = (mas_vec4){ field[4], field[5], field[6], 0.0f };
    out->bits     = mas_id(MAS_ID_GRAINS, layer, e->generation);
    return MASSA_OK;
}

static massa_result find_grains(const massa_world* w, massa_grains_id id, uint32_t* layer)
{
    if (w == NULL) return MASSA_ERROR_NULL;
    if (mas_find_grains(w->tables, id, layer)) return MASSA_OK;
    return mas_fail(w->device, MASSA_ERROR_STALE_ID, "The grains id 0x%llx is null or its kind is gone.",
                    (unsigned long long)id.bits);
}

massa_result massa_destroy_grains(massa_world* w, massa_grains_id id)
{
    uint32_t layer;
    edit_record* e;
    MAS_TRY(find_grains(w, id, &layer));
    MAS_TRY(mas_new_edit(w, EDIT_GRAINS_DESTROY, layer, &e));
    mas_set_grains(w->tables, layer, NULL);
    return MASSA_OK;
}

static massa_result records_full(const massa_world* w, uint32_t more)
{
    return mas_fail(
        w->device, MASSA_ERROR_EDITS_FULL,
        "capacity.particle_edits is %u, %u are taken, and %u more are asked: record a step first, or raise it.",
        w->desc.capacity.particle_edits, w->tables->particle.records, more);
}

// Whether count slots are free, and their records too: a slot that was left since the last step has one already.
static massa_result check_room(const massa_world* w, uint32_t count)
{
    const mas_tables* t = w->tables;
    uint32_t records = 0, slot = 0;
    for (uint32_t i = 0; i < count; ++i, ++slot)
    {
        slot = mas_vacant_particle(t, slot);
        if (slot == t->capacity.particles)
            return mas_fail(w->device, MASSA_ERROR_CAPACITY,
                            "capacity.particles is %u, %u are alive, and %u more are asked.", t->capacity.particles,
                            t->particle.live, count);
        records += mas_particle_slots(t)[slot].pending == 0;
    }
    return records <= t->capacity.particle_edits - t->particle.records ? MASSA_OK : records_full(w, records);
}

massa_result massa_grains_add(massa_world* w, massa_grains_id id, const massa_particle* particles, uint32_t count,
                              massa_particle_id* ids)
{
    uint32_t layer;
    if (w != NULL && ids != NULL && count <= w->desc.capacity.particles) // else no list to be written
        memset(ids, 0, count * sizeof *ids);
    MAS_TRY(find_grains(w, id, &layer));
    if (particles == NULL && count > 0)
        return mas_fail(w->device, MASSA_ERROR_NULL, "The list of particles to add is null.");
    MAS_TRY(check_room(w, count)); // first: a count beyond all room is no list to be read
    mas_tables* t = w->tables;
    for (uint32_t i = 0; i < count; ++i)
    {
        if (mas_particle_sound(&t->particle.grains[layer], &particles[i])) continue;
        return mas_fail(
            w->device, MASSA_ERROR_RANGE,
            "Particle %u of the list is at (%g, %g, %g) m with (%g, %g, %g) m/s; it may be %g m out and %g m/s fast.",
            i, (double)particles[i].position.x, (double)particles[i].position.y, (double)particles[i].position.z,
            (double)particles[i].velocity.x, (double)particles[i].velocity.y, (double)particles[i].velocity.z,
            2.5e5 * (double)t->particle.grains[layer].field[0], 1e4);
    }
    for (uint32_t i = 0; i < count; ++i)
    {
        const massa_particle* p   = &particles[i];
        const uint32_t slot       = mas_vacant_particle(t, 0);
        const uint32_t generation = mas_particle_slots(t)[slot].life;
        particle_record* r        = mas_record_particle(t, slot);
        *r                        = (particle_record){
                                   .x          = p->position.x,
                                   .y          = p->position.y,
                                   .z          = p->position.z,
                                   .tag        = PARTICLE_ALIVE | layer << PARTICLE_LAYER_SHIFT | slot,
                                   .velocity_x = p->velocity.x,
                                   .velocity_y = p->velocity.y,
                                   .velocity_z = p->velocity.z,
                                   .generation = generation > 0 ? generation : 1, // so that no id is 0
        };
        mas_settle_particle(t, r);
        if (ids != NULL) ids[i].bits = mas_id(MAS_ID_PARTICLE, slot, r->generation);
    }
    return MASSA_OK;
}

massa_result massa_remove_particles(massa_world* w, const massa_particle_id* ids, uint32_t count)
{
    if (w == NULL) return MASSA_ERROR_NULL;
    if (ids == NULL && count > 0)
        return mas_fail(w->device, MASSA_ERROR_NULL, "The list of particles to remove is null.");
    mas_tables* t = w->tables;
    // Marks are for the time of counting: a slot that the list names again needs no second record.
    const uint32_t marked = UINT32_MAX;
    uint32_t records = 0, good = 0, slot;
    for (; good < count && mas_find_particle(t, ids[good], &slot); ++good)
    {
        if (mas_particle_slots(t)[slot].pending != 0) continue;
        mas_particle_slots(t)[slot].pending = marked;
        ++records;
    }
    for (uint32_t i = 0; i < good; ++i)
    {
        mas_particle_slot* s = &mas_particle_slots(t)[massa_particle_index(ids[i])];
        if (s->pending == marked) s->pending = 0;
    }
    if (good < count)
        return mas_fail(w->device, MASSA_ERROR_STALE_ID, "Particle %u of the list, id 0x%llx, is null or gone.", good,
                        (unsigned long long)ids[good].bits);
    if (records > t->capacity.particle_edits - t->particle.records) return records_full(w, records);
    for (uint32_t i = 0; i < count; ++i)
    {
        if (!mas_find_particle(t, ids[i], &slot)) continue; // twice in the list
        particle_record* r = mas_record_particle(t, slot);
        *r                 = (particle_record){ .tag = slot, .generation = mas_id_generation(ids[i].bits) + 1 };
        mas_settle_particle(t, r);
    }
    return MASSA_OK;
}

uint32_t massa_particle_index(massa_particle_id id)
{
    return id.bits != 0 ? (uint32_t)id.bits : UINT32_MAX;
}

uint32_t massa_grains_index(massa_grains_id id)
{
    return id.bits != 0 ? (uint32_t)id.bits : UINT32_MAX;
}

// Contacts as springs and dampers: two grains of mass m on a spring k part with a frequency of sqrt(2 k / m).
static particle_layer layer_of(const mas_grains* g)
{
    const double radius = g->field[0], mass = g->field[1] * 4.18879020478639098 * radius * radius * radius;
    const double omega = 6.28318530717958648 * g->field[2];
    return (particle_layer){
        .radius       = g->field[0],
        .stiffness    = (float)(0.5 * mass * omega * omega),
        .damping      = (float)(g->field[3] * mass * omega),
        .drag         = g->field[4],
        .restitution  = g->field[5],
        .friction     = g->field[6],
        .inverse_mass = (float)(1.0 / mass),
    };
}

particle_params mas_grains_params(massa_world* w, float substep, uint32_t* layers)
{
    const mas_tables* t                       = w->tables;
    particle_layer layer[PARTICLE_MAX_LAYERS] = { { 0 } };
    _Static_assert((int)MASSA_MAX_GRAINS == (int)PARTICLE_MAX_LAYERS, "a kind of grains is a layer of the grid");
    *layers = 0;
    for (uint32_t i = 0; i < MASSA_MAX_GRAINS; ++i)
    {
        const mas_grains* g = &t->particle.grains[i];
        if (g->state != MAS_GRAINS_USED) continue;
        layer[i] = layer_of(g);
        ++*layers;
        // A little more, because the sentence has three digits: what it advises must not be warned of again.
        if (g->field[2] * substep <= 0.1006f || w->warned.grains[i] == g->generation) continue;
        w->warned.grains[i] = g->generation;
        mas_log(w->device, MASSA_LOG_WARNING,
                "Grains of %g Hz gain energy in substeps of %g s: take more substeps, or at most %.3g Hz.",
                (double)g->field[2], (double)substep, 0.1 / (double)substep);
    }
    const mas_vec4 gravity = { t->gravity.x, t->gravity.y, t->gravity.z, 0.0f };
    return mas_particle_params(layer, MASSA_MAX_GRAINS, w->simulation->particle->particles.cells,
                               mas_neighbour_room(&t->capacity), t->collider.count, gravity, substep);
}
