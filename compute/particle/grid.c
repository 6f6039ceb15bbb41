// The grid: all particles by cell, inside a cell by slot, so that sums over neighbours have one order everywhere.
// Particles come by slot in the first substep of a step, and by place as the last substep left them in the others. Who
// leaves them so may have counted them, too (contact.c), and saves the first two lines.
//   fill     counts <- 0
//   count    particles per cell, a rank for each                      grid_count.comp
//   scan     counts -> first places                                   scan.c, two dispatches, or one
//   scatter  particles by cell; retires those without one             grid_scatter.comp
//   order    position and velocity by cell and slot                   grid_order.comp
#include "grid.h"

enum
{
    COUNT,
    SCATTER,
    ORDER
};

const mas_kernel_desc mas_grid_kernels[] = {
    [COUNT]   = { .name = "grid_count", .access = "urx", .push = sizeof(mas_range) },
    [SCATTER] = { .name = "grid_scatter", .access = "urxwxwww", .push = sizeof(mas_range) },
    [ORDER]   = { .name = "grid_order", .access = "urrrrww", .push = sizeof(mas_range) },
};
const uint32_t mas_grid_kernel_count = MAS_COUNT(mas_grid_kernels);

void mas_grid_plan(mas_grid* g, mas_arena* a, const mas_particles* p)
{
    g->entry  = mas_plan(a, MAS_SCRATCH, "particles by cell", p->capacity, 2 * sizeof(uint32_t));
    g->list   = mas_plan_list(a, MAS_SCRATCH, "particle cell list");
    g->counts = mas_span_part(p->start, 0, p->cells);
    g->total  = mas_span_part(p->start, p->cells, 1); // cells are a multiple of 256: aligned
    mas_scan_plan(&g->scan, a, p->cells);
}

massa_result mas_grid_create(mas_grid* g, mas_kernels* k, const mas_particles* p)
{
    const mas_span position[] = { p->position, p->carried_position }, velocity[] = { p->velocity, p->carried_velocity };
    for (uint32_t i = 0; i < MAS_COUNT(position); ++i)
    {
        MAS_TRY(mas_bind(k, &g->count[i], &mas_grid_kernels[COUNT], p->params, position[i], p->table));
        MAS_TRY(mas_bind(k, &g->scatter[i], &mas_grid_kernels[SCATTER], p->params, position[i], p->table, g->entry,
                         p->counters, p->velocity, p->previous, p->position));
        MAS_TRY(mas_bind(k, &g->order[i], &mas_grid_kernels[ORDER], p->params, position[i], velocity[i], p->start,
                         g->entry, p->sorted_position, p->sorted_velocity));
    }
    return mas_scan_create(&g->scan, k, g->counts, g->counts, g->list, g->total);
}

void mas_grid_record(const mas_grid* g, mas_recorder* rec, uint32_t slots, mas_grid_from from)
{
    const bool carried       = from != MAS_FROM_SLOTS;
    const uint32_t cells     = (uint32_t)mas_span_count(g->counts);
    const list_header header = mas_list_complete(rec->kernels, cells, cells);
    mas_begin(rec, "particle grid");
    mas_write(rec, g->list, &header, sizeof header);
    if (from != MAS_FROM_COUNTED)
    {
        mas_fill(rec, g->counts, 0);
        mas_run(rec, &g->count[carried], slots, NULL);
    }
    mas_scan_record(&g->scan, rec);
    mas_run(rec, &g->scatter[carried], slots, NULL);
    mas_run(rec, &g->order[carried], slots, NULL);
    mas_end(rec);
}

void mas_grid_record_list(const mas_grid* g, mas_recorder* rec, mas_span slots_list, uint32_t slots, bool carried)
{
    const mas_range range = { 0, slots };
    mas_begin(rec, "particle grid");
    mas_fill(rec, g->counts, 0);
    mas_run_list(rec, &g->count[carried], slots_list, &range);
    mas_scan_record_again(&g->scan, rec); // total: that of the last part that ran
    mas_run_list(rec, &g->scatter[carried], slots_list, &range);
    mas_run_list(rec, &g->order[carried], slots_list, &range);
    mas_end(rec);
}
