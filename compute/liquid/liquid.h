// The arrays of liquids, shared by the stages of this family. Of each substep of a world, as the device divides it:
//   predict    x, v by slot or last place -> where they would be      predict.c
//   grid, search                                                      particle/
//   boundary   colliders -> walls of each particle                    boundary.c
//   density, correct, as often as the settings say                    density.c, correct.c
// or, with the state equation, sph.c in their place. Once per step, before: pour.c, pace.c; after: settle.c.
#ifndef MAS_LIQUID_H
#define MAS_LIQUID_H

#include "liquid/liquid_shared.h"
#include "particle/particle.h"

typedef struct mas_liquid
{
    mas_span params; // liquid_params
    mas_span state;  // liquid_state
    // Which parts of a substep run: a header each for slots, and one each for cells, then those of the part at hand,
    // which all dispatches take their groups from.
    mas_span gate, slots_list, cells_list;
    // By slot or by place of the last part, as the part finds them: position and tag; velocity with gravity, 1/kg.
    mas_span predicted_position, predicted_velocity;
    // By place, good until the part ends.
    mas_span wall;       // liquid_wall: number k of place i at [k * capacity + i]
    mas_span wall_count; // uint, or LIQUID_GONE
    mas_span weighed;    // vec4: place so far, m; w what the last density pass added to the multiplier
    mas_span shift;      // vec4: correction of free flight so far, m; w multiplier so far
    mas_span packed;     // float: density at the last density pass, 1 at rest
    // By slot.
    mas_span density; // float: the same, for drawing
    uint32_t capacity;
} mas_liquid;

static inline mas_liquid mas_liquid_plan(mas_arena* a, uint32_t capacity)
{
    mas_liquid l         = { .capacity = capacity };
    const uint64_t walls = (uint64_t)capacity * LIQUID_WALLS;
    l.state              = mas_plan(a, MAS_STATE, "liquid state", capacity > 0 ? 1 : 0, sizeof(liquid_state));
    if (capacity == 0) return l; // state is planned in any case, so that a resize finds it in the same order
    l.params             = mas_plan(a, MAS_SCRATCH, "liquid params", 1, sizeof(liquid_params));
    l.gate               = mas_plan(a, MAS_SCRATCH, "liquid gate", 2 * LIQUID_MAX_PARTS, sizeof(list_header));
    l.slots_list         = mas_plan_list(a, MAS_SCRATCH, "liquid slots");
    l.cells_list         = mas_plan_list(a, MAS_SCRATCH, "liquid cells");
    l.predicted_position = mas_plan(a, MAS_SCRATCH, "liquid predicted position", capacity, sizeof(mas_vec4));
    l.predicted_velocity = mas_plan(a, MAS_SCRATCH, "liquid predicted velocity", capacity, sizeof(mas_vec4));
    l.wall               = mas_plan(a, MAS_SCRATCH, "liquid walls", walls, sizeof(liquid_wall));
    l.wall_count         = mas_plan(a, MAS_SCRATCH, "liquid wall count", capacity, sizeof(uint32_t));
    l.weighed            = mas_plan(a, MAS_SCRATCH, "liquid weighed", capacity, sizeof(mas_vec4));
    l.shift              = mas_plan(a, MAS_SCRATCH, "liquid shift", capacity, sizeof(mas_vec4));
    l.packed             = mas_plan(a, MAS_SCRATCH, "liquid packed density", capacity, sizeof(float));
    l.density            = mas_plan(a, MAS_SCRATCH, "liquid density", capacity, sizeof(float));
    return l;
}

// Where the grid's cells are, for kernels that count into them. Liquids have its first layer.
static inline void mas_liquid_take_grid(liquid_params* l, const particle_params* p)
{
    l->key          = p->key;
    l->inverse_cell = p->layer[0].inverse_cell;
}

// Where density and correct leave particles by place: where they found them. The state equation cannot.
static inline mas_particles mas_liquid_left(const mas_particles* p)
{
    mas_particles left    = *p;
    left.carried_position = p->sorted_position;
    left.carried_velocity = p->sorted_velocity;
    return left;
}

// What the grid is made with: it sorts particles by their predicted places, and clears the slots of particles that it
// retires.
static inline mas_particles mas_liquid_predicted(const mas_liquid* l, const mas_particles* p)
{
    mas_particles predicted    = *p;
    predicted.carried_position = l->predicted_position;
    predicted.carried_velocity = l->predicted_velocity;
    return predicted;
}

#endif
