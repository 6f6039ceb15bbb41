// Liquids in a step: the stages of compute/liquid in their order.
//   begin     pour > pace                                             once per step
//   substep   parts of predict > grid > search > boundary > solver     as many as the pace says
//   end       settle > sensors                                         once per step
#ifndef MAS_FLOW_H
#define MAS_FLOW_H

#include "liquid/boundary.h"
#include "liquid/correct.h"
#include "liquid/density.h"
#include "liquid/pace.h"
#include "liquid/pour.h"
#include "liquid/predict.h"
#include "liquid/settle.h"
#include "liquid/sph.h"
#include "particle/grid.h"
#include "particle/search.h"
#include "tables.h"

typedef struct mas_flow // capacity 0: a world without liquids has nothing but the empty state in it
{
    mas_liquid liquid;
    mas_pour pour;
    mas_pace pace;
    mas_predict predict;
    mas_grid grid;
    mas_search search;
    mas_boundary boundary;
    mas_density density;
    mas_correct correct;
    mas_sph sph; // in place of the two
    mas_settle settle;
    mas_span still; // liquid_params for the state equation, which wants particles where they are: a part lasts no time
    mas_span draw;  // VkDrawIndirectCommand: 4 vertices, an instance for each slot in use
    uint32_t capacity, cells;
    bool state_equation;
} mas_flow;

typedef struct mas_flow_step // what one step asks of it
{
    liquid_params params;
    particle_params particles;
    uint32_t slots;      // that may be in use when it ends
    uint32_t records;    // particles to add
    uint32_t iterations; // of density and correct
    bool drains, sensors;
} mas_flow_step;

void mas_flow_plan(mas_flow*, mas_arena*, const massa_world_desc*, const mas_particles*);
massa_result mas_flow_create(mas_flow*, mas_kernels*, const mas_particles*, const mas_colliders*, mas_span states);

// module/flow_step.c: what follows from tables and settings; plain arithmetic.
mas_flow_step mas_flow_step_of(const massa_world_desc*, const mas_tables*, float dt);
// Whether the settings suffice for steps of dt; if not, what to do.
bool mas_flow_suffices(const massa_world_desc*, const mas_flow_step*, char* advice, size_t size);
float mas_liquid_mass(float density, float spacing); // kg, of a particle

// Records are in pour.records, states has the colliders as the substep begins, and at the end as the step leaves them.
void mas_flow_begin(const mas_flow*, mas_recorder*, const mas_particles*, const mas_flow_step*);
void mas_flow_substep(const mas_flow*, mas_recorder*, const mas_flow_step*, bool first);
void mas_flow_end(const mas_flow*, mas_recorder*, const mas_flow_step*);
// What sensors hold now, and held before: by collider and liquid, one after the other in to.
void mas_flow_sense(const mas_flow*, mas_recorder*, const mas_flow_step*, mas_span to);

#endif
