// The reference broad phase: every collider looks at every later one.
//   count    pairs that each collider owns     brute.comp
//   scan     counts -> firsts, header          pairs.c
//   write    the pairs                         brute.comp
#include "brute.h"

enum
{
    COUNT,
    WRITE
};

const mas_kernel_desc mas_brute_kernels[] = {
    [COUNT] = { .name = "brute", .access = "urrrxrw", .push = sizeof(mas_range), .constant = MAS_OWN_COUNTS },
    [WRITE] = { .name = "brute", .access = "urrrxrw", .push = sizeof(mas_range), .constant = MAS_OWN_WRITES },
};
const uint32_t mas_brute_kernel_count = MAS_COUNT(mas_brute_kernels);

void mas_brute_plan(mas_brute* s, mas_arena* a, const mas_colliders* c, const mas_pairs* p)
{
    mas_pairs_scan_plan(&s->scan, a, p, c->capacity);
}

massa_result mas_brute_create(mas_brute* s, mas_kernels* k, const mas_colliders* c, const mas_pairs* p)
{
    MAS_TRY(mas_bind(k, &s->count, &mas_brute_kernels[COUNT], c->params, c->box, c->meet, c->pose, p->count, p->first,
                     p->pair));
    MAS_TRY(mas_bind(k, &s->write, &mas_brute_kernels[WRITE], c->params, c->box, c->meet, c->pose, p->count, p->first,
                     p->pair));
    return mas_pairs_scan_create(&s->scan, k, p);
}

void mas_brute_record(const mas_brute* s, mas_recorder* rec, uint32_t colliders)
{
    mas_begin(rec, "broad phase");
    mas_run(rec, &s->count, colliders, NULL);
    mas_pairs_scan_record(&s->scan, rec, colliders);
    mas_run(rec, &s->write, colliders, NULL);
    mas_end(rec);
}
