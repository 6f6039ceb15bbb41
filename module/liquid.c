// Liquids: each call checks its input and becomes edits and records, so that it can be replayed.
#include "liquids.h"
#include "world.h"

static massa_result check_liquid_desc(const massa_world* w, const massa_liquid_desc* d)
{
    if (d == NULL) return mas_fail(w->device, MASSA_ERROR_NULL, "massa_liquid_desc is null.");
    if (d->cookie != massa_default_liquid_desc().cookie)
        return mas_fail(w->device, MASSA_ERROR_COOKIE, "massa_liquid_desc was not made by massa_default_liquid_desc.");
    MAS_TRY(mas_check_float(w, "massa_liquid_desc.density", d->density, 1.0f, 1e5f));
    MAS_TRY(mas_check_float(w, "massa_liquid_desc.viscosity", d->viscosity, 0.0f, 1.0f));
    MAS_TRY(mas_check_float(w, "massa_liquid_desc.drag", d->drag, 0.0f, 1.0f));
    if (d->colour <= 0xFFFFFF) return MASSA_OK;
    return mas_fail(w->device, MASSA_ERROR_RANGE, "massa_liquid_desc.colour is 0x%x; it may be 0 to 0xffffff.",
                    d->colour);
}

massa_result massa_create_liquid(massa_world* w, const massa_liquid_desc* d, massa_liquid_id* out)
{
    if (out != NULL) out->bits = 0;
    if (w == NULL) return MASSA_ERROR_NULL;
    if (out == NULL) return mas_fail(w->device, MASSA_ERROR_NULL, "massa_create_liquid has nowhere to put the id.");
    if (w->desc.capacity.liquid == 0)
        return mas_fail(w->device, MASSA_ERROR_CAPACITY, "capacity.liquid is 0: the world was made without liquids.");
    MAS_TRY(check_liquid_desc(w, d));
    const uint32_t place = mas_vacant_liquid(w->tables);
    if (place == UINT32_MAX)
        return mas_fail(
            w->device, MASSA_ERROR_CAPACITY,
            "MASSA_MAX_LIQUIDS is %d, and all are in use; a destroyed liquid makes room with the next step.",
            (int)MASSA_MAX_LIQUIDS);
    edit_record* e;
    MAS_TRY(mas_new_edit(w, EDIT_LIQUID_CREATE, place, &e));
    const mas_liquid_slot given = {
        .density = d->density, .viscosity = d->viscosity, .drag = d->drag, .colour = d->colour, .user = d->user
    };
    mas_make_liquid(w->tables, place, &given);
    mas_liquid_to_edit(&given, e);
    e->generation = w->tables->liquid.liquids[place].generation;
    out->bits     = mas_id(MAS_ID_LIQUID, place, e->generation);
    return MASSA_OK;
}

massa_result mas_check_liquid(const massa_world* w, massa_liquid_id id, uint32_t* place)
{
    if (w == NULL) return MASSA_ERROR_NULL;
    if (mas_find_liquid(w->tables, id, place)) return MASSA_OK;
    return mas_fail(w->device, MASSA_ERROR_STALE_ID, "The liquid id 0x%llx is null or its liquid is gone.",
                    (unsigned long long)id.bits);
}

massa_result massa_destroy_liquid(massa_world* w, massa_liquid_id id)
{
    uint32_t place;
    edit_record* e;
    MAS_TRY(mas_check_liquid(w, id, &place));
    MAS_TRY(mas_new_edit(w, EDIT_LIQUID_DESTROY, place, &e));
    mas_drop_liquid(w->tables, place);
    return MASSA_OK;
}

massa_result massa_liquid_get_user(const massa_world* w, massa_liquid_id id, uint64_t* out)
{
    if (out != NULL) *out = 0;
    uint32_t place;
    MAS_TRY(mas_check_liquid(w, id, &place));
    if (out == NULL)
        return mas_fail(w->device, MASSA_ERROR_NULL, "massa_liquid_get_user has nowhere to put its answer.");
    *out = w->tables->liquid.liquids[place].user;
    return MASSA_OK;
}

massa_result massa_liquid_get_colour(const massa_world* w, massa_liquid_id id, uint32_t* out)
{
    if (out != NULL) *out = 0;
    uint32_t place;
    MAS_TRY(mas_check_liquid(w, id, &place));
    if (out == NULL)
        return mas_fail(w->device, MASSA_ERROR_NULL, "massa_liquid_get_colour has nowhere to put its answer.");
    *out = w->tables->liquid.liquids[place].colour;
    return MASSA_OK;
}

massa_result mas_check_drops(const massa_world* w, uint64_t count)
{
    const massa_capacity* c = &w->desc.capacity;
    if (count > c->liquid)
        return mas_fail(w->device, MASSA_ERROR_CAPACITY, "capacity.liquid is %u, and %llu particles are asked at once.",
                        c->liquid, (unsigned long long)count);
    if (count <= c->particle_edits - w->tables->particle.records) return MASSA_OK;
    return mas_fail(
        w->device, MASSA_ERROR_EDITS_FULL,
        "capacity.particle_edits is %u, %u are taken, and %llu more are asked: record a step first, or raise it.",
        c->particle_edits, w->tables->particle.records, (unsigned long long)count);
}

massa_result massa_liquid_add(massa_world* w, massa_liquid_id id, const massa_particle* particles, uint32_t count)
{
    uint32_t place;
    MAS_TRY(mas_check_liquid(w, id, &place));
    if (particles == NULL && count > 0)
        return mas_fail(w->device, MASSA_ERROR_NULL, "The list of particles to add is null.");
    MAS_TRY(mas_check_drops(w, count)); // first: a count beyond all room is no list to be read
    for (uint32_t i = 0; i < count; ++i)
    {
        const massa_vec3 x = particles[i].position, v = particles[i].velocity;
        if (mas_drop_sound(w->tables, &particles[i])) continue;
        return mas_fail(
            w->device, MASSA_ERROR_RANGE,
            "Particle %u of the list is at (%g, %g, %g) m with (%g, %g, %g) m/s; it may be %g m out and %g m/s fast.",
            i, (double)x.x, (double)x.y, (double)x.z, (double)v.x, (double)v.y, (double)v.z,
            (double)(MAS_MAX_DROP_WAY * w->tables->liquid.spacing), (double)MAS_MAX_SPEED);
    }
    for (uint32_t i = 0; i < count; ++i)
        mas_add_drop(w->tables, place, &particles[i]);
    return MASSA_OK;
}

uint32_t massa_liquid_index(massa_liquid_id id)
{
    return id.bits != 0 ? (uint32_t)id.bits : UINT32_MAX;
}
