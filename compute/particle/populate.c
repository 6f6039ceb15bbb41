// Adds and removes particles, as the host asked since the last step.
//   play   records, each with a slot of its own -> position, velocity by slot   populate.comp
#include "populate.h"

enum // bindings
{
    PARAMS,
    RECORDS,
    POSITION,
    PREVIOUS,
    VELOCITY
};

static const char* const bindings[MAS_MAX_BINDINGS] = {
    [PARAMS] = "Params",     [RECORDS] = "Records",   [POSITION] = "Position",
    [PREVIOUS] = "Previous", [VELOCITY] = "Velocity",
};

const mas_kernel_desc mas_populate_kernels[] = {
    { .name = "populate", .access = "urwww", .push = sizeof(mas_range), .binding = bindings },
};
const uint32_t mas_populate_kernel_count = MAS_COUNT(mas_populate_kernels);

void mas_populate_plan(mas_populate* s, mas_arena* a, uint32_t records)
{
    s->records = mas_plan(a, MAS_SCRATCH, "particle records", records, sizeof(particle_record));
}

massa_result mas_populate_create(mas_populate* s, mas_kernels* k, const mas_particles* p)
{
    return mas_bind(k, &s->play, &mas_populate_kernels[0], [PARAMS] = p->params, [RECORDS] = s->records,
                    [POSITION] = p->position, [PREVIOUS] = p->previous, [VELOCITY] = p->velocity);
}

void mas_populate_record(const mas_populate* s, mas_recorder* rec, uint32_t records)
{
    if (records == 0) return;
    mas_begin(rec, "populate");
    mas_run(rec, &s->play, records, NULL);
    mas_end(rec);
}
