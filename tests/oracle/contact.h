// Twin of shaders/particle/contact.comp.
#ifndef MAS_ORACLE_CONTACT_H
#define MAS_ORACLE_CONTACT_H

#include "particles.h"

// After oracle_search: position and velocity by slot, one substep later.
void oracle_contact(oracle_particles*);

#endif
