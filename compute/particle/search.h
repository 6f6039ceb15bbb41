#ifndef MAS_SEARCH_H
#define MAS_SEARCH_H

#include "particle.h"

typedef struct mas_search
{
    mas_pass walk[2]; // particles of one layer; of several
} mas_search;

extern const mas_kernel_desc mas_search_kernels[];
extern const uint32_t mas_search_kernel_count;

massa_result mas_search_create(mas_search*, mas_kernels*, const mas_particles*);
// For readers whose rows have twins for lists of teams: of one layer, such lists where the device has those twins.
massa_result mas_search_create_teams(mas_search*, mas_kernels*, const mas_particles*);
void mas_search_record(const mas_search*, mas_recorder*, uint32_t slots, uint32_t layers); // both: in use
// The same where the device decides whether it runs: the header of all slots in use, or of none. Lists not windowed.
void mas_search_record_list(const mas_search*, mas_recorder*, mas_span slots_list, uint32_t slots, uint32_t layers);

#endif
