// The grid: colliders entered in the cells they touch, cells sorted, pairs looked for among those of one cell.
//   measure  the largest collider, the largest coordinate      cells_measure.comp
//   enter    up to eight (cell, collider) each                 cells_enter_*.comp
//   sort     entries by cell, those at home first              radix_sort.c, 12 dispatches
//   heads    which entries begin a collision cell              cells_heads.comp
//   scan     heads -> places in the list                       scan.c, two dispatches
//   list     the collision cells                               cells_runs.comp
//   join     colliders -> their entries, and those behind      cells_link_*.comp
//   count    pairs that each collider owns                     cells_labels.comp, cells_owner.comp, cells_by_cell.comp
//   scan     counts -> firsts, header                          pairs.c
//   write    the pairs                                         the same as count
//
// Cells are as large as the largest collider asks for (cells.glsl), so unequal sizes cost: everything may stand in a
// few cells. Ids wrap after 1024 cells along each axis. Cells that share an id only add candidates: their colliders are
// too far apart to overlap, and those of a pair are too near each other to meet under one id in two places.
//
// lavapipe 22 ends a thread's loops after 65535 turns: there a collider with more candidates than that loses some.
#include "cells.h"

#include <assert.h>

// A row for labels, and one for owner.
enum
{
    MEASURE,
    ENTER = 2,
    HEADS = 4,
    LINK  = 6,
    RUNS  = 8,
    COUNT, // a row per registration
    WRITE = COUNT + 3
};

#define OWN "urrrxrwxr"
#define OWN_RANGES "urrrxrwrr"

const mas_kernel_desc mas_cells_kernels[] = {
    [MEASURE]               = { "cells_measure", "rrx", sizeof(mas_range), .constant = { CELLS_LABELS } },
    [MEASURE + 1]           = { "cells_measure", "rrx", sizeof(mas_range), .constant = { CELLS_OWNER } },
    [ENTER]                 = { "cells_enter_labels", "rrrwww", sizeof(cells_push) },
    [ENTER + 1]             = { "cells_enter_owner", "rrrwww", sizeof(cells_push) },
    [HEADS]                 = { "cells_heads", "rw", sizeof(mas_range), .constant = { CELLS_LABELS } },
    [HEADS + 1]             = { "cells_heads", "rw", sizeof(mas_range), .constant = { CELLS_OWNER } },
    [LINK]                  = { "cells_link_labels", "rrrrw", sizeof(mas_range) },
    [LINK + 1]              = { "cells_link_owner", "rrrrw", sizeof(mas_range) },
    [RUNS]                  = { "cells_runs", "rrrw", sizeof(mas_range) },
    [COUNT + CELLS_LABELS]  = { "cells_labels", OWN, sizeof(mas_range), .constant = MAS_OWN_COUNTS },
    [COUNT + CELLS_OWNER]   = { "cells_owner", OWN_RANGES, sizeof(mas_range), .constant = MAS_OWN_COUNTS },
    [COUNT + CELLS_BY_CELL] = { "cells_by_cell", OWN, sizeof(mas_range), .constant = MAS_OWN_COUNTS },
    [WRITE + CELLS_LABELS]  = { "cells_labels", OWN, sizeof(mas_range), .constant = MAS_OWN_WRITES },
    [WRITE + CELLS_OWNER]   = { "cells_owner", OWN_RANGES, sizeof(mas_range), .constant = MAS_OWN_WRITES },
    [WRITE + CELLS_BY_CELL] = { "cells_by_cell", OWN, sizeof(mas_range), .constant = MAS_OWN_WRITES },
};
const uint32_t mas_cells_kernel_count = MAS_COUNT(mas_cells_kernels);

_Static_assert(MAS_MAX_COLLIDERS - 1 <= CELLS_SLOT_MASK, "an entry names any collider");

void mas_cells_plan(mas_cells* s, mas_arena* a, const mas_colliders* c, const mas_pairs* p, uint32_t registration)
{
    assert(registration <= CELLS_BY_CELL);
    const bool owner       = registration == CELLS_OWNER;
    const uint32_t entries = CELLS_EACH * c->capacity, word = sizeof(uint32_t);
    s->registration = registration;
    s->sizes        = mas_plan(a, MAS_SCRATCH, "collider sizes", 1, sizeof(cells_sizes));
    s->key          = mas_plan(a, MAS_SCRATCH, "cell keys", entries, word);
    s->entry        = mas_plan(a, MAS_SCRATCH, "cell entries", entries, word);
    s->head         = mas_plan(a, MAS_SCRATCH, "cell heads", entries, word);
    s->place        = mas_plan(a, MAS_SCRATCH, "cell places", entries, word);
    s->run     = mas_plan(a, MAS_SCRATCH, "collision cells", entries / 2, sizeof(cells_run)); // two in each, at least
    s->runs    = mas_plan(a, MAS_SCRATCH, "all collision cells", 1, word);
    s->link    = owner ? mas_plan(a, MAS_SCRATCH, "cell ranges", entries, sizeof(cells_range))
                       : mas_plan(a, MAS_SCRATCH, "cell homes", c->capacity, sizeof(cells_home));
    s->entries = mas_plan_list(a, MAS_SCRATCH, "cell entry list");
    mas_radix_sort_plan(&s->sort, a, entries, 1, 32);
    mas_scan_plan(&s->scan, a, entries);
    mas_pairs_scan_plan(&s->pairs, a, p, c->capacity);
}

massa_result mas_cells_create(mas_cells* s, mas_kernels* k, const mas_colliders* c, const mas_pairs* p)
{
    const mas_kernel_desc* table = mas_cells_kernels;
    const uint32_t r = s->registration, owner = r == CELLS_OWNER;
    MAS_TRY(mas_bind(k, &s->measure, &table[MEASURE + owner], c->box, c->meet, s->sizes));
    MAS_TRY(mas_bind(k, &s->enter, &table[ENTER + owner], c->box, c->meet, s->sizes, s->key, s->entry, s->link));
    MAS_TRY(mas_radix_sort_create(&s->sort, k, s->key, s->entry, s->entries));
    MAS_TRY(mas_bind(k, &s->heads, &table[HEADS + owner], s->key, s->head));
    MAS_TRY(mas_scan_create(&s->scan, k, s->head, s->place, s->entries, s->runs));
    MAS_TRY(mas_bind(k, &s->list, &table[RUNS], s->key, s->head, s->place, s->run));
    MAS_TRY(mas_bind(k, &s->join, &table[LINK + owner], s->entry, s->head, s->place, s->run, s->link));
    MAS_TRY(mas_bind(k, &s->count, &table[COUNT + r], c->params, c->box, c->meet, c->pose, p->count, p->first, p->pair,
                     s->link, s->entry));
    MAS_TRY(mas_bind(k, &s->write, &table[WRITE + r], c->params, c->box, c->meet, c->pose, p->count, p->first, p->pair,
                     s->link, s->entry));
    return mas_pairs_scan_create(&s->pairs, k, p);
}

void mas_cells_record(const mas_cells* s, mas_recorder* rec, uint32_t colliders, float cell)
{
    const uint32_t entries   = CELLS_EACH * colliders;
    const list_header header = mas_list_complete(rec->kernels, entries, entries);
    const cells_push push    = { .cell = cell < 1e9f ? (cell > 0.0f ? cell : 0.0f) : 1e9f };
    mas_begin(rec, "broad phase");
    mas_write(rec, s->entries, &header, sizeof header);
    mas_fill(rec, s->sizes, 0);
    mas_run(rec, &s->measure, colliders, NULL);
    mas_run(rec, &s->enter, colliders, &push);
    mas_radix_sort_record(&s->sort, rec);
    mas_run(rec, &s->heads, entries, NULL);
    mas_scan_record(&s->scan, rec);
    mas_run(rec, &s->list, entries, NULL);
    mas_run(rec, &s->join, entries, NULL);
    mas_run(rec, &s->count, colliders, NULL);
    mas_pairs_scan_record(&s->pairs, rec, colliders);
    mas_run(rec, &s->write, colliders, NULL);
    mas_end(rec);
}
