// First motion: springs and dampers between particles, gravity, drag, and shapes.
//   push   lists, sorted position and velocity, colliders -> position, velocity by slot or place   contact.comp
// Everybody is counted into its cell at once, for the next grid, of this step or of the next one: a dispatch less, and
// the position need not be read again.
#include "contact.h"

enum
{
    ONE_LAYER,
    LAYERS,
    CARRY // the same again, for the next substep
};

// Constants: layers in use, whether state is left by place.
#define ROW(layers, carry, ...)                                                                                        \
    {                                                                                                                  \
        .name = "contact", .access = "urrRrrwwx", .push = sizeof(mas_range), .constant = { layers, carry }, .twin = {  \
            __VA_ARGS__                                                                                                \
        }                                                                                                              \
    }
#define TEAMS                                                                                                          \
    {                                                                                                                  \
        .name = "contact_teams", .access = "utttrrwwx", .lanes = PARTICLE_TEAM                                         \
    }

const mas_kernel_desc mas_contact_kernels[] = {
    [ONE_LAYER]         = ROW(1, 0, TEAMS),
    [LAYERS]            = ROW(PARTICLE_MAX_LAYERS, 0, { 0 }),
    [CARRY + ONE_LAYER] = ROW(1, 1, TEAMS),
    [CARRY + LAYERS]    = ROW(PARTICLE_MAX_LAYERS, 1, { 0 }),
};
const uint32_t mas_contact_kernel_count = MAS_COUNT(mas_contact_kernels);

massa_result mas_contact_create(mas_contact* s, mas_kernels* k, const mas_particles* p, mas_span colliders)
{
    s->counts = mas_span_part(p->start, 0, p->cells);
    for (uint32_t i = 0; i < MAS_COUNT(s->push); ++i)
        MAS_TRY(mas_bind(k, &s->push[i], &mas_contact_kernels[i], p->params, p->sorted_position, p->sorted_velocity,
                         p->neighbour, p->neighbour_count, colliders, i < CARRY ? p->position : p->carried_position,
                         i < CARRY ? p->velocity : p->carried_velocity, p->table));
    return MASSA_OK;
}

void mas_contact_record(const mas_contact* s, mas_recorder* rec, uint32_t slots, uint32_t layers, bool carry)
{
    mas_begin(rec, "particle contacts");
    mas_fill(rec, s->counts, 0);
    mas_run(rec, &s->push[(layers > 1 ? LAYERS : ONE_LAYER) + (carry ? CARRY : 0)], slots, NULL);
    mas_end(rec);
}
