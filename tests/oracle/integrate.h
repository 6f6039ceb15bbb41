// Twins of shaders/rigid/integrate_*.comp, for the slots below params->body_count.
#ifndef MAS_ORACLE_INTEGRATE_H
#define MAS_ORACLE_INTEGRATE_H

#include "bodies.h"

#include <stdbool.h>

void oracle_integrate_push(oracle_bodies*, const step_params*, bool begins); // begins: a step's first substep
void oracle_integrate_move(oracle_bodies*, const step_params*);
uint32_t oracle_integrate_finish(oracle_bodies*, const step_params*); // returns how many bodies it lost

// A step of so many substeps in which nobody meets anybody; previous is the pose at its beginning.
uint32_t oracle_fly(oracle_bodies*, const step_params*, uint32_t substeps);

#endif
