// From the counts of a broad phase to the places of its pairs.
//   scan     counts -> firsts, all                 scan.c, two dispatches
//   finish   all -> header, with what was needed   pairs_finish.comp
#include "pairs.h"

const mas_kernel_desc mas_pairs_kernels[] = {
    { .name = "pairs_finish", .access = "rw", .push = sizeof(pairs_push) },
};
const uint32_t mas_pairs_kernel_count = MAS_COUNT(mas_pairs_kernels);

void mas_pairs_scan_plan(mas_pairs_scan* s, mas_arena* a, const mas_pairs* p, uint32_t colliders)
{
    s->capacity  = p->capacity;
    s->colliders = mas_plan_list(a, MAS_SCRATCH, "collider list");
    s->total     = mas_plan(a, MAS_SCRATCH, "all pairs", 1, sizeof(uint32_t));
    mas_scan_plan(&s->scan, a, colliders);
}

massa_result mas_pairs_scan_create(mas_pairs_scan* s, mas_kernels* k, const mas_pairs* p)
{
    MAS_TRY(mas_scan_create(&s->scan, k, p->count, p->first, s->colliders, s->total));
    return mas_bind(k, &s->finish, &mas_pairs_kernels[0], s->total, p->list);
}

void mas_pairs_scan_record(const mas_pairs_scan* s, mas_recorder* rec, uint32_t colliders)
{
    const list_header header = mas_list_complete(rec->kernels, colliders, colliders);
    mas_write(rec, s->colliders, &header, sizeof header);
    mas_pairs_scan_record_list(s, rec);
}

void mas_pairs_scan_record_list(const mas_pairs_scan* s, mas_recorder* rec)
{
    const pairs_push push = { .capacity = s->capacity };
    mas_scan_record(&s->scan, rec);
    mas_run(rec, &s->finish, 1, &push);
}
