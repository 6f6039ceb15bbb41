#ifndef MAS_GRID_H
#define MAS_GRID_H

#include "particle.h"
#include "primitive/scan.h"

typedef struct mas_grid
{
    mas_span list;     // header of the cells; between plan and create it may become another's
    mas_span counts;   // the cells without the one more at the end
    mas_span total;    // that one: how many particles there are
    mas_pass count;    // particles by slot
    mas_pass order[2]; // particles by slot; by place of the last substep
    mas_scan scan;
} mas_grid;

typedef enum mas_grid_from
{
    MAS_FROM_SLOTS,
    MAS_FROM_COUNTED_SLOTS, // the last substep counted them into their cells, and none has come or left since
    MAS_FROM_PLACES,        // as the last substep left them, counted
} mas_grid_from;

extern const mas_kernel_desc mas_grid_kernels[];
extern const uint32_t mas_grid_kernel_count;

void mas_grid_plan(mas_grid*, mas_arena*, const mas_particles*);
massa_result mas_grid_create(mas_grid*, mas_kernels*, const mas_particles*);
void mas_grid_record(const mas_grid*, mas_recorder*, uint32_t slots, mas_grid_from); // slots: in use
// The same where the device decides whether it runs: headers of all slots in use, or of none, and in list of all cells,
// or of none. The arrays are not windowed. From places, and counted (predict.c).
void mas_grid_record_list(const mas_grid*, mas_recorder*, mas_span slots_list, uint32_t slots);

#endif
