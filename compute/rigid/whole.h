// A small world in the hands of one group: another executor of the schedule of colours, for few dispatches.
#ifndef MAS_WHOLE_H
#define MAS_WHOLE_H

#include "graph.h"
#include "solve.h"
#include "rigid/whole_shared.h"

typedef struct mas_whole
{
    mas_span params; // whole_params
    mas_pass colour, push, relax;
    const mas_graph* graph;
} mas_whole;

typedef struct mas_whole_input
{
    const mas_graph* graph;
    const mas_solve* solve;
    const mas_bodies* bodies;
    mas_span contact, contacts; // uint, numbers of pairs; their header
    mas_span manifold, past;    // by pair
    mas_span meet;              // collider_meet
} mas_whole_input;

extern const mas_kernel_desc mas_whole_kernels[];
extern const uint32_t mas_whole_kernel_count;

// Whether a world of these capacities is small enough, and the device binds enough arrays at once.
bool mas_whole_fits(const massa_device*, uint32_t bodies, uint32_t pairs, uint32_t contacts);

void mas_whole_plan(mas_whole*, mas_arena*);
massa_result mas_whole_create(mas_whole*, mas_kernels*, const mas_whole_input*);

void mas_whole_colour_record(const mas_whole*, mas_recorder*, uint32_t body_count); // instead of graph's
// All substeps, where nothing bounces and no joint holds: instead of what integrate and solve record for them.
void mas_whole_record(const mas_whole*, mas_recorder*, const solve_params*, const step_params*, uint32_t substeps);

#endif
