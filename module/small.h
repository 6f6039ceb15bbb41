// Which steps of a world run as those of a small one (compute/rigid/whole.h): asked step by step, of what is in use.
// Bits do not tell, so the answer may depend on how soon the host polls.
#ifndef MAS_SMALL_H
#define MAS_SMALL_H

#include "step.h"

bool mas_small_takes(const massa_world*); // the next step
void mas_small_substep(const mas_step*);  // one substep of the bodies of such a step

#endif
