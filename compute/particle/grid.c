// The grid: all particles by cell, inside a cell by slot, so that sums over neighbours have one order everywhere.
// Its input is by slot in the first substep of a step, and by place, as the last substep left particles, in the others.
// The kernel that moved a particle last has counted it, too (contact.c, predict.c). This saves the first two passes
// unless particles came or left since.
//   fill     counts <- 0
//   count    particles per cell, and their slots                      grid_count.comp
//   scan     counts -> first places                                   scan.c, two dispatches, or one
//   order    position and velocity by cell and slot; retires particles without a cell   grid_order.comp
#include "grid.h"

enum
{
    COUNT,
    ORDER
};

enum // bindings of order
{
    PARAMS,
    POSITION,
    VELOCITY,
    TABLE,
    SORTED_POSITION,
    SORTED_VELOCITY,
    COUNTERS,
    SLOT_POSITION,
    SLOT_VELOCITY
};

static const char* const bindings[MAS_MAX_BINDINGS] = {
    [PARAMS]          = "Params",
    [POSITION]        = "Position",
    [VELOCITY]        = "Velocity",
    [TABLE]           = "Table",
    [SORTED_POSITION] = "SortedPosition",
    [SORTED_VELOCITY] = "SortedVelocity",
    [COUNTERS]        = "Counters",
    [SLOT_POSITION]   = "SlotPosition",
    [SLOT_VELOCITY]   = "SlotVelocity",
};

const mas_kernel_desc mas_grid_kernels[] = {
    [COUNT] = { .name = "grid_count", .access = "urx", .push = sizeof(mas_range) },
    [ORDER] = { .name = "grid_order", .access = "urrrwwxww", .push = sizeof(mas_range), .binding = bindings },
};
const uint32_t mas_grid_kernel_count = MAS_COUNT(mas_grid_kernels);

void mas_grid_plan(mas_grid* g, mas_arena* a, const mas_particles* p)
{
    g->list   = mas_plan_list(a, MAS_SCRATCH, "particle cell list");
    g->counts = mas_span_part(p->start, 0, p->cells);
    g->total  = mas_span_part(p->start, p->cells, 1); // cells are a multiple of 256: aligned
    mas_scan_plan(&g->scan, a, p->cells);
}

massa_result mas_grid_create(mas_grid* g, mas_kernels* k, const mas_particles* p)
{
    const mas_span position[] = { p->position, p->carried_position }, velocity[] = { p->velocity, p->carried_velocity };
    for (uint32_t i = 0; i < MAS_COUNT(position); ++i)
        MAS_TRY(
            mas_bind(k, &g->order[i],
                     &mas_grid_kernels[ORDER], [PARAMS] = p->params, [POSITION] = position[i], [VELOCITY] = velocity[i],
                     [TABLE] = p->table, [SORTED_POSITION] = p->sorted_position, [SORTED_VELOCITY] = p->sorted_velocity,
                     [COUNTERS] = p->counters, [SLOT_POSITION] = p->position, [SLOT_VELOCITY] = p->velocity));
    MAS_TRY(mas_bind(k, &g->count, &mas_grid_kernels[COUNT], p->params, p->position, p->table));
    return mas_scan_create(&g->scan, k, g->counts, g->counts, g->list, g->total);
}

void mas_grid_record(const mas_grid* g, mas_recorder* rec, uint32_t slots, mas_grid_from from)
{
    const bool carried       = from == MAS_FROM_PLACES;
    const uint32_t cells     = (uint32_t)mas_span_count(g->counts);
    const list_header header = mas_list_complete(rec->kernels, cells, cells);
    mas_begin(rec, "particle grid");
    if (!carried) mas_write(rec, g->list, &header, sizeof header); // holds for the step
    if (from == MAS_FROM_SLOTS)
    {
        mas_fill(rec, g->counts, 0);
        mas_run(rec, &g->count, slots, NULL);
    }
    mas_scan_record_again(&g->scan, rec); // there are cells: the scan writes the total
    mas_run(rec, &g->order[carried], slots, NULL);
    mas_end(rec);
}

void mas_grid_record_list(const mas_grid* g, mas_recorder* rec, mas_span slots_list, uint32_t slots)
{
    const mas_range range = { 0, slots };
    mas_begin(rec, "particle grid");
    mas_scan_record_again(&g->scan, rec); // total: that of the last part that ran
    mas_run_list(rec, &g->order[1], slots_list, &range);
    mas_end(rec);
}
