// Twin of shaders/rigid/integrate.comp.
#ifndef MAS_ORACLE_INTEGRATE_H
#define MAS_ORACLE_INTEGRATE_H

#include "bodies.h"

// One substep of free flight for the slots below params->body_count; returns how many bodies it lost.
uint32_t oracle_integrate(oracle_bodies*, const step_params* params);

#endif
