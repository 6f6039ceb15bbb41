// Twin of shaders/rigid/apply.comp.
#ifndef MAS_ORACLE_APPLY_H
#define MAS_ORACLE_APPLY_H

#include "bodies.h"
#include "edit_shared.h"

// Plays the edits one after the other; the links between them are not looked at.
void oracle_apply(oracle_bodies*, const edit_record* edits, uint32_t count);

#endif
