// Motion of grains: springs and dampers between particles, gravity, drag, and shapes.
//   push   lists, sorted position and velocity, colliders -> position, velocity by slot or place   contact.comp
// push also counts each particle into its cell of the next grid, in this step or the next one. That saves a dispatch
// and a second read of the position.
#include "contact.h"

enum
{
    ONE_LAYER,
    LAYERS,
    ONE_LAYER_CARRY, // the same for the next substep
    LAYERS_CARRY
};

enum // bindings
{
    PARAMS,
    SORTED_POSITION,
    SORTED_VELOCITY,
    NEIGHBOUR,
    NEIGHBOUR_COUNT,
    COLLIDERS,
    POSITION,
    VELOCITY,
    TABLE
};

static const char* const bindings[MAS_MAX_BINDINGS] = {
    [PARAMS]          = "Params",
    [SORTED_POSITION] = "SortedPosition",
    [SORTED_VELOCITY] = "SortedVelocity",
    [NEIGHBOUR]       = "Neighbour",
    [NEIGHBOUR_COUNT] = "NeighbourCount",
    [COLLIDERS]       = "Colliders",
    [POSITION]        = "Position",
    [VELOCITY]        = "Velocity",
    [TABLE]           = "Table",
};

// Constants: layers in use, whether state is left by place.
#define ROW(layers, carry, ...)                                                                                        \
    {                                                                                                                  \
        .name = "contact", .access = "urrRrrwwx", .push = sizeof(mas_range), .constant = { layers, carry },            \
        .binding = bindings, .twin = {                                                                                 \
            __VA_ARGS__                                                                                                \
        }                                                                                                              \
    }
#define TEAMS                                                                                                          \
    {                                                                                                                  \
        .name = "contact_teams", .access = "utttrrwwx", .lanes = PARTICLE_TEAM                                         \
    }

const mas_kernel_desc mas_contact_kernels[] = {
    [ONE_LAYER]       = ROW(1, 0, TEAMS),
    [LAYERS]          = ROW(PARTICLE_MAX_LAYERS, 0, { 0 }),
    [ONE_LAYER_CARRY] = ROW(1, 1, TEAMS),
    [LAYERS_CARRY]    = ROW(PARTICLE_MAX_LAYERS, 1, { 0 }),
};
const uint32_t mas_contact_kernel_count = MAS_COUNT(mas_contact_kernels);

massa_result mas_contact_create(mas_contact* s, mas_kernels* k, const mas_particles* p, mas_span colliders)
{
    s->counts = mas_span_part(p->start, 0, p->cells);
    for (uint32_t i = 0; i < MAS_COUNT(s->push); ++i)
    {
        const bool carry = i == ONE_LAYER_CARRY || i == LAYERS_CARRY;
        MAS_TRY(mas_bind(
            k, &s->push[i], &mas_contact_kernels[i], [PARAMS] = p->params, [SORTED_POSITION] = p->sorted_position,
            [SORTED_VELOCITY] = p->sorted_velocity, [NEIGHBOUR] = p->neighbour, [NEIGHBOUR_COUNT] = p->neighbour_count,
            [COLLIDERS] = colliders, [POSITION] = carry ? p->carried_position : p->position,
            [VELOCITY] = carry ? p->carried_velocity : p->velocity, [TABLE] = p->table));
    }
    return MASSA_OK;
}

void mas_contact_record(const mas_contact* s, mas_recorder* rec, uint32_t slots, uint32_t layers, bool carry)
{
    const uint32_t one = carry ? ONE_LAYER_CARRY : ONE_LAYER, more = carry ? LAYERS_CARRY : LAYERS;
    mas_begin(rec, "particle contacts");
    mas_fill(rec, s->counts, 0);
    mas_run(rec, &s->push[layers > 1 ? more : one], slots, NULL);
    mas_end(rec);
}
