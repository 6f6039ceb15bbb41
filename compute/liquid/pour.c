// Adds the particles of liquids that calls and emitters asked for since the last step. Slots are the device's: drains
// free them without the host's knowledge, and new particles take the lowest free ones.
//   look     slots -> which are free                                          pour_look.comp
//   compact  free ones in their order                                         compact.c, two dispatches
//   come     records, the first of them first -> position, velocity by slot   pour.comp
// A step without new particles runs none of it.
#include "pour.h"

#include <stddef.h>

enum
{
    LOOK,
    COME
};

enum // bindings of come
{
    PARAMS,
    RECORDS,
    FREE,
    LIST,
    POSITION,
    PREVIOUS,
    VELOCITY,
    STATE
};

static const char* const bindings[MAS_MAX_BINDINGS] = {
    [PARAMS] = "Params",     [RECORDS] = "Records",   [FREE] = "Free",         [LIST] = "List",
    [POSITION] = "Position", [PREVIOUS] = "Previous", [VELOCITY] = "Velocity", [STATE] = "State",
};

const mas_kernel_desc mas_pour_kernels[] = {
    [LOOK] = { .name = "pour_look", .access = "rw", .push = sizeof(mas_range) },
    [COME] = { .name = "pour", .access = "urrrwwwx", .push = sizeof(mas_range), .binding = bindings },
};
const uint32_t mas_pour_kernel_count = MAS_COUNT(mas_pour_kernels);

void mas_pour_plan(mas_pour* s, mas_arena* a, uint32_t records, uint32_t capacity)
{
    s->records   = mas_plan(a, MAS_SCRATCH, "liquid records", records, sizeof(particle_record));
    s->flag      = mas_plan(a, MAS_SCRATCH, "liquid free slot", capacity, sizeof(uint32_t));
    s->free      = mas_plan(a, MAS_SCRATCH, "liquid free slots", records, sizeof(uint32_t));
    s->slots     = mas_plan_list(a, MAS_SCRATCH, "liquid slots to look at");
    s->free_list = mas_plan_list(a, MAS_SCRATCH, "liquid free slots list");
    mas_compact_plan(&s->compact, a, capacity);
}

massa_result mas_pour_create(mas_pour* s, mas_kernels* k, const mas_liquid* l, const mas_particles* p)
{
    s->refused = l->state;
    s->refused.offset += offsetof(liquid_state, refused);
    s->refused.size = s->refused.stride = sizeof(uint32_t);
    MAS_TRY(mas_bind(k, &s->look, &mas_pour_kernels[LOOK], p->position, s->flag));
    MAS_TRY(mas_compact_create(&s->compact, k, s->flag, s->slots, s->free, s->free_list));
    return mas_bind(
        k, &s->come,
        &mas_pour_kernels[COME], [PARAMS] = l->params, [RECORDS] = s->records, [FREE] = s->free, [LIST] = s->free_list,
        [POSITION] = p->position, [PREVIOUS] = p->previous, [VELOCITY] = p->velocity, [STATE] = l->state);
}

void mas_pour_record(const mas_pour* s, mas_recorder* rec, uint32_t slots, uint32_t records)
{
    const list_header all = mas_list_complete(rec->kernels, slots, (uint32_t)mas_span_count(s->flag));
    mas_begin(rec, "liquid pour");
    mas_fill(rec, s->refused, 0);
    if (records > 0)
    {
        mas_write(rec, s->slots, &all, sizeof all);
        mas_run(rec, &s->look, slots, NULL);
        mas_compact_record(&s->compact, rec);
        mas_run(rec, &s->come, records, NULL);
    }
    mas_end(rec);
}
