// massa bench primitives: sorts, scan, reduce and compact at three sizes against single-threaded C, wall time.
// In every round each of ours runs, then its C, so that a disturbance hits both; ratios compare the best rounds. Every
// result is compared with C's once.
#include "primitives.h"
#include "reference.h"
#include "primitive/cell_sort.h"
#include "primitive/compact.h"
#include "primitive/radix_sort.h"
#include "primitive/reduce.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum
{
    EMPTY_RUNS = 84
}; // sorts of an empty list, 12 dispatches each

static size_result results[PRIMITIVES_SIZES] = {
    { .count = 1 << 16, .rounds = MAX_ROUNDS },
    { .count = 1 << 20, .rounds = MAX_ROUNDS },
    { .count = 1 << 22, .rounds = 9 },
};

// ---- Our side ----

typedef struct stage_set
{
    bench_bed bed;
    mas_span list, none;
    mas_span key, cell, shuffled, input, payload; // input: the copy of key that is sorted
    mas_span sorted, start, sums, total, kept, kept_list;
    mas_radix_sort radix, nothing; // nothing: of the empty list
    mas_cell_sort cells, cells_shuffled;
    mas_scan scan;
    mas_reduce reduce;
    mas_compact compact;
} stage_set;

static massa_result make_stages(stage_set* s, uint32_t n)
{
    mas_arena* a = &s->bed.arena;
    mas_arena_init(a, s->bed.device);
    s->bed.upload = mas_plan(a, MAS_UPLOAD, "upload", n, 4);
    s->bed.answer = mas_plan(a, MAS_READBACK, "answer", n, 4);
    s->list       = mas_plan_list(a, MAS_SCRATCH, "list");
    s->none       = mas_plan_list(a, MAS_SCRATCH, "empty list");
    s->kept_list  = mas_plan_list(a, MAS_SCRATCH, "kept list");
    s->key        = mas_plan(a, MAS_SCRATCH, "key", n, 4);
    s->cell       = mas_plan(a, MAS_SCRATCH, "cell", n, 4);
    s->shuffled   = mas_plan(a, MAS_SCRATCH, "shuffled cell", n, 4);
    s->input      = mas_plan(a, MAS_SCRATCH, "input", n, 4);
    s->payload    = mas_plan(a, MAS_SCRATCH, "payload", n, 4);
    s->sorted     = mas_plan(a, MAS_SCRATCH, "sorted", n, 4);
    s->start      = mas_plan(a, MAS_SCRATCH, "start", 2 * (uint64_t)n + 1, 4);
    s->sums       = mas_plan(a, MAS_SCRATCH, "sums", n, 4);
    s->total      = mas_plan(a, MAS_SCRATCH, "total", 1, 4);
    s->kept       = mas_plan(a, MAS_SCRATCH, "kept", n, 4);
    mas_radix_sort_plan(&s->radix, a, n, 1, 32);
    mas_radix_sort_plan(&s->nothing, a, 1, 1, 32);
    mas_cell_sort_plan(&s->cells, a, n, 2 * n);
    mas_cell_sort_plan(&s->cells_shuffled, a, n, 2 * n);
    mas_scan_plan(&s->scan, a, n);
    mas_reduce_plan(&s->reduce, a, MAS_SUM_UINT, n);
    mas_compact_plan(&s->compact, a, n);
    MAS_TRY(mas_arena_allocate(a));
    mas_kernels_init(&s->bed.kernels, a);
    MAS_TRY(mas_radix_sort_create(&s->radix, &s->bed.kernels, s->input, s->payload, s->list));
    MAS_TRY(mas_radix_sort_create(&s->nothing, &s->bed.kernels, s->input, s->payload, s->none));
    MAS_TRY(mas_cell_sort_create(&s->cells, &s->bed.kernels, s->cell, s->start, s->sorted, s->list));
    MAS_TRY(mas_cell_sort_create(&s->cells_shuffled, &s->bed.kernels, s->shuffled, s->start, s->sorted, s->list));
    MAS_TRY(mas_scan_create(&s->scan, &s->bed.kernels, s->key, s->sums, s->list, s->total));
    MAS_TRY(mas_reduce_create(&s->reduce, &s->bed.kernels, s->key, s->list, s->total));
    return mas_compact_create(&s->compact, &s->bed.kernels, s->shuffled, s->list, s->kept, s->kept_list);
}

static double run_ours(stage_set* s, measure m, uint32_t* dispatches)
{
    mas_recorder* rec = bench_begin(&s->bed, NULL);
    switch (m)
    {
    case RADIX: mas_radix_sort_record(&s->radix, rec); break;
    case CELLS: mas_cell_sort_record(&s->cells, rec); break;
    case SHUFFLED: mas_cell_sort_record(&s->cells_shuffled, rec); break;
    case SCAN: mas_scan_record(&s->scan, rec); break;
    case REDUCE: mas_reduce_record(&s->reduce, rec); break;
    default: mas_compact_record(&s->compact, rec); break;
    }
    *dispatches = rec->dispatches;
    return bench_finish(&s->bed);
}

static double empty_dispatch_us(stage_set* s)
{
    mas_recorder* rec = bench_begin(&s->bed, NULL);
    for (uint32_t i = 0; i < EMPTY_RUNS; ++i)
        mas_radix_sort_record(&s->nothing, rec);
    const uint32_t dispatches = rec->dispatches;
    return bench_finish(&s->bed) * 1e3 / dispatches;
}

// ---- C's side ----

typedef struct arrays
{
    uint32_t *key, *cell, *shuffled, *input, *payload, *spare_key, *spare_payload, *start, *sorted, *sums, *kept;
    reference_pair* pair;
    uint64_t *word, *spare_word;
    uint32_t sum;
} arrays;

static uint32_t* room(uint64_t count)
{
    uint32_t* p = calloc(count, sizeof *p);
    if (p != NULL) return p;
    fprintf(stderr, "massa: no memory for %llu words.\n", (unsigned long long)count);
    exit(1);
}

// Cell of particle i of a cube of them, made row by row: cells as in a grid for neighbours, two particles wide in y and
// z, half of one in x, rows spread over a table twice as large as there are particles.
static uint32_t spatial_cell(uint32_t i, uint32_t n, uint32_t jitter)
{
    uint32_t side = 1;
    while ((uint64_t)side * side * side < n)
        side *= 2;
    const uint32_t x = i % side, y = i / side % side, z = i / side / side, table = 2 * n;
    const uint32_t row = (uint32_t)(0.56984 * table) | 1, layer = (uint32_t)(0.75488 * table) | 1; // far from fractions
    return (uint32_t)((2 * x + jitter + (uint64_t)row * (y / 2) + (uint64_t)layer * (z / 2)) % table);
}

static void make_arrays(arrays* c, uint32_t n)
{
    uint32_t** const each[] = { &c->key,       &c->cell,          &c->shuffled, &c->input,  &c->payload,
                                &c->spare_key, &c->spare_payload, &c->sums,     &c->sorted, &c->kept };
    for (size_t i = 0; i < MAS_COUNT(each); ++i)
        *each[i] = room(n + 1);
    c->start      = room(2 * (uint64_t)n + 1);
    c->pair       = (reference_pair*)room(2 * (uint64_t)n);
    c->word       = (uint64_t*)room(2 * (uint64_t)n);
    c->spare_word = (uint64_t*)room(2 * (uint64_t)n);
    uint64_t x    = 88172645463325252u; // xorshift
    for (uint32_t i = 0; i < n; ++i)
    {
        x ^= x << 13;
        x ^= x >> 7;
        x ^= x << 17;
        c->key[i]  = (uint32_t)(x >> 20);
        c->cell[i] = c->shuffled[i] = spatial_cell(i, n, x >> 60 & 1);
    }
    for (uint32_t i = n; i-- > 1;) // any order: every access is far from the last one
    {
        const uint32_t k = c->key[i] % (i + 1), t = c->shuffled[i];
        c->shuffled[i] = c->shuffled[k];
        c->shuffled[k] = t;
    }
}

static void free_arrays(arrays* c)
{
    void* const each[] = { c->key,  c->cell,   c->shuffled, c->input, c->payload, c->spare_key, c->spare_payload,
                           c->sums, c->sorted, c->kept,     c->start, c->pair,    c->word,      c->spare_word };
    for (size_t i = 0; i < MAS_COUNT(each); ++i)
        free(each[i]);
}

static void refresh(arrays* c, uint32_t n) // what sorting in place has spoiled
{
    for (uint32_t i = 0; i < n; ++i)
    {
        c->input[i] = c->pair[i].key = c->key[i];
        c->payload[i] = c->pair[i].payload = i;
        c->word[i]                         = (uint64_t)c->key[i] << 32 | i;
    }
}

static double run_c(arrays* c, measure m, uint32_t n)
{
    const double t = bench_now();
    switch (m)
    {
    case C_RADIX: reference_radix(c->input, c->payload, c->spare_key, c->spare_payload, n); break;
    case C_RADIX_11: reference_radix_11(c->word, c->spare_word, n); break;
    case C_QSORT: reference_qsort(c->pair, n); break;
    case C_CELLS: reference_cells(c->cell, n, 2 * n, c->start, c->sorted); break;
    case C_SHUFFLED: reference_cells(c->shuffled, n, 2 * n, c->start, c->sorted); break;
    case C_SCAN: reference_scan(c->key, c->sums, n); break;
    case C_SUM: c->sum = reference_sum(c->key, n); break;
    default: reference_compact(c->shuffled, c->kept, n); break;
    }
    return bench_now() - t;
}

// ---- Rounds ----

static bool run_size(stage_set* s, size_result* r)
{
    const uint32_t n   = r->count;
    const size_t bytes = n * sizeof(uint32_t);
    arrays c;
    make_arrays(&c, n);
    if (make_stages(s, n) != MASSA_OK) return fprintf(stderr, "massa: no room on the device.\n"), false;
    const list_header full = mas_list_complete(&s->bed.kernels, n, n), none = mas_list_complete(&s->bed.kernels, 0, 1);
    bench_put(&s->bed, s->list, &full, sizeof full);
    bench_put(&s->bed, s->none, &none, sizeof none);
    bench_put(&s->bed, s->key, c.key, bytes);
    bench_put(&s->bed, s->cell, c.cell, bytes);
    bench_put(&s->bed, s->shuffled, c.shuffled, bytes);
    bool right = true;
    for (uint32_t round = 0; round <= r->rounds; ++round) // the first one warms up, and compiles
    {
        bench_progress("%u entries, round %u of %u", n, round, r->rounds);
        for (measure m = 0; m < MEASURES; ++m)
        {
            // Ours and its C by turns; qsort has no partner and need not run so often.
            const measure now = m < 2 * OURS ? (m % 2 == 0 ? m / 2 : OURS + m / 2) : m;
            if (now == RADIX)
            {
                refresh(&c, n);
                bench_put(&s->bed, s->payload, c.payload, bytes);
                mas_copy(bench_begin(&s->bed, NULL), s->key, s->input, bytes);
                bench_finish(&s->bed);
            }
            const double cpu_before = bench_cpu();
            const double ms         = now == C_QSORT && round > 3 ? r->ms[now][0]
                                      : now < OURS                ? run_ours(s, now, &r->dispatches[now])
                                                                  : run_c(&c, now, n);
            const double cpu        = bench_cpu() - cpu_before;
            if (round > 0) r->ms[now][round - 1] = ms;
            if (round == 1 || (round > 1 && cpu < r->cpu[now] && (now != C_QSORT || round <= 3))) r->cpu[now] = cpu;
        }
        const double empty = empty_dispatch_us(s);
        if (round > 0 && (round == 1 || empty < r->empty_us)) r->empty_us = empty;
        if (round == 0)
            right = bench_same(&s->bed, s->input, c.input, bytes) &&
                    bench_same(&s->bed, s->payload, c.payload, bytes) &&
                    bench_same(&s->bed, s->sorted, c.sorted, bytes) && bench_same(&s->bed, s->sums, c.sums, bytes) &&
                    bench_same(&s->bed, s->kept, c.kept, bytes / 2);
    }
    for (measure m = 0; m < MEASURES; ++m)
    {
        qsort(r->ms[m], r->rounds, sizeof r->ms[m][0], bench_ascending);
        r->best[m]   = r->ms[m][0];
        r->median[m] = r->ms[m][r->rounds / 2];
    }
    bench_destroy_bed(&s->bed);
    free_arrays(&c);
    if (!right) fprintf(stderr, "massa: a result differs from C's.\n");
    return right;
}

bool bench_primitives(const bench_options* options)
{
    stage_set s;
    memset(&s, 0, sizeof s);
    s.bed.gpu    = options->gpu;
    s.bed.device = options->device;
    bool right   = true;
    for (uint32_t k = 0; k < PRIMITIVES_SIZES && right; ++k)
        right = run_size(&s, &results[k]);
    bench_progress(NULL);
    return right && primitives_report(results, options->gpu->device_name, options->json);
}
