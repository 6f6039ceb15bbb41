// Emitters: the calls. What they send to a step is stream.c's.
#include "liquids.h"
#include "world.h"

#include <math.h>
#include <stdio.h>

static massa_result check_stream(const massa_world* w, const char* call, massa_vec3 position, massa_vec3* direction,
                                 float speed)
{
    char field[64];
    snprintf(field, sizeof field, "%s.position", call);
    MAS_TRY(mas_check_finite(w, field, position, MAS_MAX_DROP_WAY * w->tables->liquid.spacing));
    snprintf(field, sizeof field, "%s.direction", call);
    MAS_TRY(mas_check_finite(w, field, *direction, 1e6f));
    snprintf(field, sizeof field, "%s.speed", call);
    MAS_TRY(mas_check_float(w, field, speed, 0.0f, MAS_MAX_NOZZLE_SPEED));
    const massa_vec3 d = *direction;
    const float length = sqrtf(d.x * d.x + d.y * d.y + d.z * d.z);
    if (length < 1e-6f)
        return mas_fail(w->device, MASSA_ERROR_RANGE, "%s.direction is shorter than 1e-6: it points nowhere.", call);
    *direction = (massa_vec3){ d.x / length, d.y / length, d.z / length };
    return MASSA_OK;
}

static massa_result check_emitter_desc(const massa_world* w, const massa_emitter_desc* d, mas_emitter_slot* s)
{
    if (d == NULL) return mas_fail(w->device, MASSA_ERROR_NULL, "massa_emitter_desc is null.");
    if (d->cookie != massa_default_emitter_desc().cookie)
        return mas_fail(w->device, MASSA_ERROR_COOKIE,
                        "massa_emitter_desc was not made by massa_default_emitter_desc.");
    uint32_t place;
    MAS_TRY(mas_check_liquid(w, d->liquid, &place));
    *s = (mas_emitter_slot){ .liquid    = place + 1,
                             .position  = d->position,
                             .direction = d->direction,
                             .radius    = d->radius,
                             .speed     = d->speed,
                             .limit     = d->limit };
    MAS_TRY(check_stream(w, "massa_emitter_desc", d->position, &s->direction, d->speed));
    const float spacing = w->tables->liquid.spacing;
    MAS_TRY(mas_check_float(w, "massa_emitter_desc.radius", d->radius, spacing, MAS_MAX_NOZZLE * spacing));
    const uint32_t size = mas_disc_size(d->radius, spacing), room = w->desc.capacity.particle_edits;
    if (size <= room) return MASSA_OK;
    return mas_fail(
        w->device, MASSA_ERROR_CAPACITY,
        "A disc of massa_emitter_desc.radius %g m has up to %u particles, but capacity.particle_edits is %u.",
        (double)d->radius, size, room);
}

massa_result massa_create_emitter(massa_world* w, const massa_emitter_desc* d, massa_emitter_id* out)
{
    if (out != NULL) out->bits = 0;
    if (w == NULL) return MASSA_ERROR_NULL;
    if (out == NULL) return mas_fail(w->device, MASSA_ERROR_NULL, "massa_create_emitter has nowhere to put the id.");
    mas_emitter_slot given;
    MAS_TRY(check_emitter_desc(w, d, &given));
    const uint32_t slot = mas_vacant_emitter(w->tables);
    if (slot == UINT32_MAX)
        return mas_fail(w->device, MASSA_ERROR_CAPACITY, "MASSA_MAX_EMITTERS is %d, and all are in use.",
                        (int)MASSA_MAX_EMITTERS);
    edit_record* e;
    MAS_TRY(mas_new_edit(w, EDIT_EMITTER_CREATE, slot, &e));
    mas_make_emitter(w->tables, slot, &given);
    mas_emitter_to_edit(&given, e);
    e->generation = w->tables->liquid.emitters[slot].generation;
    out->bits     = mas_id(MAS_ID_EMITTER, slot, e->generation);
    return MASSA_OK;
}

static massa_result find_emitter(const massa_world* w, massa_emitter_id id, uint32_t* slot)
{
    if (w == NULL) return MASSA_ERROR_NULL;
    if (mas_find_emitter(w->tables, id, slot)) return MASSA_OK;
    return mas_fail(w->device, MASSA_ERROR_STALE_ID, "The emitter id 0x%llx is null, or it or its liquid is gone.",
                    (unsigned long long)id.bits);
}

massa_result massa_destroy_emitter(massa_world* w, massa_emitter_id id)
{
    uint32_t slot;
    edit_record* e;
    MAS_TRY(find_emitter(w, id, &slot));
    MAS_TRY(mas_new_edit(w, EDIT_EMITTER_DESTROY, slot, &e));
    mas_drop_emitter(w->tables, slot);
    return MASSA_OK;
}

massa_result massa_emitter_set(massa_world* w, massa_emitter_id id, massa_vec3 position, massa_vec3 direction,
                               float speed)
{
    uint32_t slot;
    edit_record* e;
    MAS_TRY(find_emitter(w, id, &slot));
    MAS_TRY(check_stream(w, "massa_emitter_set", position, &direction, speed));
    MAS_TRY(mas_new_edit(w, EDIT_EMITTER_SET, slot, &e));
    mas_emitter_slot* s = &w->tables->liquid.emitters[slot];
    s->position         = position;
    s->direction        = direction;
    s->speed            = speed;
    mas_emitter_to_edit(s, e);
    e->flags = e->user_low = e->user_high = 0;
    e->data[0].w                          = 0.0f;
    return MASSA_OK;
}

massa_result massa_emitter_get_sent(const massa_world* w, massa_emitter_id id, uint64_t* out)
{
    if (out != NULL) *out = 0;
    uint32_t slot;
    MAS_TRY(find_emitter(w, id, &slot));
    if (out == NULL)
        return mas_fail(w->device, MASSA_ERROR_NULL, "massa_emitter_get_sent has nowhere to put its answer.");
    *out = w->tables->liquid.emitters[slot].sent;
    return MASSA_OK;
}
