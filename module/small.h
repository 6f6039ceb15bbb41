// Which steps of a world run as those of a small one (compute/rigid/whole.h): asked step by step, of what is in use.
// Bits do not tell, so the answer may depend on how soon the host polls.
#ifndef MAS_SMALL_H
#define MAS_SMALL_H

#include "world.h"

bool mas_small_takes(const massa_world*); // the next step

// What a step reports. Pairs are born on the device: until something is heard there are none.
void mas_small_hear(massa_world*, uint64_t step, uint32_t pairs);

// One substep of the bodies of such a step.
void mas_small_substep(const massa_world*, mas_recorder*, const mas_joint_colours*, bool begins);

#endif
