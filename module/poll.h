// What comes back from steps, while it is read.
#ifndef MAS_POLL_H
#define MAS_POLL_H

#include "world.h"

struct mas_hearing
{
    uint64_t step;
    uint32_t slot;                                // of the step, in the rings
    uint32_t needed[MAS_FAMILIES][MAS_OVERFLOWS]; // by lists, at most, of all steps that are read at once
};

// A part of the report of the step.
const uint8_t* mas_heard(const massa_world*, const mas_hearing*, mas_family_number, uint32_t part);
// A list needed this much room.
void mas_need(mas_hearing*, mas_family_number, uint32_t overflow, uint32_t needed);

#endif
