// A small world, solved by one group.
//   colour   all of graph.c                                            whole_graph.comp
// and per substep:
//   push     forces; carried impulses; all colours of the biased sweep whole_push.comp
//   relax    bodies move; all colours of the sweep that relaxes        whole_relax.comp
// A colour of a small world is a handful of contacts, and a dispatch for each of them costs more than the contacts do.
// Here a barrier inside the group stands where a dispatch ends elsewhere. Formulas and their order are those of
// graph.c, solve.c and integrate.c, from the same files: bits are the same, so that it does not matter who runs them,
// and the choice may follow the device: these kernels bind more arrays than the floor promises.
//
// All substeps in one kernel were tried: lavapipe compiled that one for as long as all others together, and with a
// barrier of the group in it for minutes.
#include "whole.h"
#include "rigid/integrate_shared.h"

enum
{
    COLOUR,
    PUSH,
    RELAX,
    KERNELS, // then the same for a group that is one subgroup of a CPU
    LANES = 8
};

#define ACCESS_COLOUR "rrrrrxxxxxxxxxxxwww"
#define ACCESS_PUSH "urrxrrrrxxxx"
#define ACCESS_RELAX "urrxrrrxxx"

const mas_kernel_desc mas_whole_kernels[] = {
    [COLOUR]           = { .name = "whole_graph", .access = ACCESS_COLOUR, .push = sizeof(graph_push) },
    [PUSH]             = { .name = "whole_push", .access = ACCESS_PUSH, .push = sizeof(integrate_pushes) },
    [RELAX]            = { .name = "whole_relax", .access = ACCESS_RELAX },
    [KERNELS + COLOUR] = { .name     = "whole_graph",
                           .access   = ACCESS_COLOUR,
                           .push     = sizeof(graph_push),
                           .narrow   = LANES,
                           .constant = { 1 } },
    [KERNELS + PUSH]   = { .name     = "whole_push",
                           .access   = ACCESS_PUSH,
                           .push     = sizeof(integrate_pushes),
                           .narrow   = LANES,
                           .constant = { 1 } },
    [KERNELS + RELAX]  = { .name = "whole_relax", .access = ACCESS_RELAX, .narrow = LANES, .constant = { 1 } },
};
const uint32_t mas_whole_kernel_count = MAS_COUNT(mas_whole_kernels);

bool mas_whole_fits(const massa_device* d, uint32_t bodies, uint32_t pairs, uint32_t contacts)
{
    return bodies <= WHOLE_MAX_BODIES && pairs <= WHOLE_MAX_PAIRS && contacts <= WHOLE_MAX_PAIRS && d->limits.wide;
}

void mas_whole_plan(mas_whole* s, mas_arena* a)
{
    s->params = mas_plan(a, MAS_SCRATCH, "whole params", 1, sizeof(whole_params));
}

massa_result mas_whole_create(mas_whole* s, mas_kernels* k, const mas_whole_input* in)
{
    const mas_limits* limits = &k->arena->device->limits;
    const bool in_step       = limits->software && limits->subgroup == LANES;
    const mas_kernel_desc* t = mas_whole_kernels + (in_step ? KERNELS : 0);
    const mas_graph* g       = in->graph;
    const mas_solve* o       = in->solve;
    const mas_bodies* b      = in->bodies;
    s->graph                 = g;
    MAS_TRY(mas_bind(k, &s->colour, &t[COLOUR], in->contacts, in->contact, in->manifold, in->meet, in->past, g->where,
                     g->order, g->colour, g->count, g->link, g->choice, g->body, g->waiting_list[0], g->waiting_list[1],
                     g->table, g->first, g->lists, g->places, g->counters));
    MAS_TRY(mas_bind(k, &s->push, &t[PUSH], s->params, g->lists, o->constant, o->impulse, b->mass, b->load, b->trait,
                     b->previous, b->pose, b->motion, b->speed, b->base));
    return mas_bind(k, &s->relax, &t[RELAX], s->params, g->lists, o->constant, o->impulse, b->trait, b->previous,
                    b->base, b->pose, b->motion, b->speed);
}

void mas_whole_colour_record(const mas_whole* s, mas_recorder* rec, uint32_t body_count)
{
    const graph_push push = { .pairs = s->graph->pair_capacity, .contacts = s->graph->capacity, .bodies = body_count };
    mas_begin(rec, "graph");
    mas_run(rec, &s->colour, 1, &push);
    mas_end(rec);
}

void mas_whole_record(const mas_whole* s, mas_recorder* rec, const solve_params* solve, const step_params* step,
                      uint32_t substeps)
{
    const whole_params params = { .solve = *solve, .step = *step };
    mas_begin(rec, "substeps");
    mas_write(rec, s->params, &params, sizeof params);
    for (uint32_t i = 0; i < substeps; ++i)
    {
        const integrate_pushes push = { .begins = i == 0 };
        mas_run(rec, &s->push, 1, &push);
        mas_run(rec, &s->relax, 1, NULL);
    }
    mas_end(rec);
}
