// Points behind the cages': refined, ghost and Gregory points, in one dispatch whatever the depth, because rows are
// composed over the cage's own points.
//   sum   entries of each row, in their order   points.comp
#include "points.h"

const mas_kernel_desc mas_points_kernels[] = {
    { .name = "points", .access = "rrrx", .push = sizeof(mas_range) },
};
const uint32_t mas_points_kernel_count = MAS_COUNT(mas_points_kernels);

massa_result mas_points_create(mas_points* p, mas_kernels* k, const mas_surfaces* s)
{
    p->rows = s->rows;
    return mas_bind(k, &p->sum, &mas_points_kernels[0], s->row, s->entry, s->stale, s->point);
}

void mas_points_record(const mas_points* p, mas_recorder* rec)
{
    if (p->rows == 0) return;
    mas_begin(rec, "surface points");
    mas_run(rec, &p->sum, p->rows, NULL);
    mas_end(rec);
}
