#ifndef MAS_CONTACT_H
#define MAS_CONTACT_H

#include "particle.h"
#include "particle/collider_shared.h"

typedef struct mas_contact
{
    mas_pass push[4]; // particles of one layer; of several; the same, left by place
    mas_span counts;  // of cells
} mas_contact;

extern const mas_kernel_desc mas_contact_kernels[];
extern const uint32_t mas_contact_kernel_count;

// Reads the lists of mas_search_create_teams.
massa_result mas_contact_create(mas_contact*, mas_kernels*, const mas_particles*, mas_span colliders);
// slots, layers: in use. carry: leave particles by place, for the grid of the next substep of the step. By slot or by
// place, they are counted for the next grid.
void mas_contact_record(const mas_contact*, mas_recorder*, uint32_t slots, uint32_t layers, bool carry);

#endif
