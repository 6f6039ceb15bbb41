// The default broad phase: a tree of boxes, built anew each step, over the order of Morton keys.
//   scale    a sample of the boxes -> size of cells       tree_scale.comp
//   key      boxes -> keys                                tree_key.comp
//   sort     slots by key; equal ones by slot             radix_sort.c
//   order    leaves by rank, blocks of 8                  tree_order.comp
//   block    blocks of 64 and 512, then of 8^4 to 8^6     tree_block.comp, one dispatch or two
//   link     inner nodes                                  tree_link.comp
//   count    pairs that each collider owns                tree_walk.comp
//   scan     counts -> firsts, header                     pairs.c
//   write    the pairs                                    tree_walk.comp
//
// No thread depends on another inside a dispatch: inner nodes take their boxes from ranges of leaves. A leaf owns its
// pairs with leaves of later rank, so each pair is found once. Ropes lead from a leaf to all leaves that follow.
#include "tree.h"
#include "collision/tree_shared.h"

enum
{
    SCALE,
    KEY,
    ORDER,
    BLOCK,
    LINK,
    COUNT,
    WRITE
};

const mas_kernel_desc mas_tree_kernels[] = {
    [SCALE] = { .name = "tree_scale", .access = "urw", .push = sizeof(tree_push), .narrow = 8 },
    [KEY]   = { .name = "tree_key", .access = "rrww", .push = sizeof(tree_push) },
    [ORDER] = { .name = "tree_order", .access = "rrrw", .push = sizeof(tree_push) },
    [BLOCK] = { .name = "tree_block", .access = "x", .push = sizeof(tree_push) },
    [LINK]  = { .name = "tree_link", .access = "rx", .push = sizeof(tree_push) },
    [COUNT] = { .name = "tree_walk", .access = "urrrxrwrx", .push = sizeof(tree_push), .constant = MAS_OWN_COUNTS },
    [WRITE] = { .name = "tree_walk", .access = "urrrxrwrx", .push = sizeof(tree_push), .constant = MAS_OWN_WRITES },
};
const uint32_t mas_tree_kernel_count = MAS_COUNT(mas_tree_kernels);

_Static_assert((uint64_t)MAS_MAX_COLLIDERS < UINT64_C(1) << 3 * (TREE_LEVELS + 1), "a larger block may be full");

void mas_tree_plan(mas_tree* s, mas_arena* a, const mas_colliders* c, const mas_pairs* p)
{
    const uint64_t n     = c->capacity;
    const uint64_t nodes = 2 * n + (n / 8 + 1) + (TREE_LEVELS - 1) * (n / 64 + 1);
    s->key               = mas_plan(a, MAS_SCRATCH, "tree keys", n, sizeof(uint32_t));
    s->slot              = mas_plan(a, MAS_SCRATCH, "tree slots", n, sizeof(uint32_t));
    s->lists             = mas_plan(a, MAS_SCRATCH, "tree lists", MAS_TREE_LISTS, sizeof(list_header));
    s->scale             = mas_plan(a, MAS_SCRATCH, "tree scale", 1, sizeof(float));
    s->node              = mas_plan(a, MAS_SCRATCH, "tree nodes", nodes, sizeof(tree_node));
    s->keep              = mas_plan(a, MAS_SCRATCH, "tree partners", (TREE_KEEP + 1) * n, sizeof(uint32_t));
    mas_radix_sort_plan(&s->sort, a, c->capacity, 1, TREE_KEY_BITS);
    mas_pairs_scan_plan(&s->scan, a, p, c->capacity);
    s->scan.colliders = mas_span_part(s->lists, MAS_TREE_SLOTS, 1);
}

massa_result mas_tree_create(mas_tree* s, mas_kernels* k, const mas_colliders* c, const mas_pairs* p)
{
    MAS_TRY(mas_bind(k, &s->choose, &mas_tree_kernels[SCALE], c->params, c->box, s->scale));
    MAS_TRY(mas_bind(k, &s->fill, &mas_tree_kernels[KEY], c->box, s->scale, s->key, s->slot));
    MAS_TRY(mas_radix_sort_create(&s->sort, k, s->key, s->slot, mas_span_part(s->lists, MAS_TREE_SLOTS, 1)));
    MAS_TRY(mas_bind(k, &s->order, &mas_tree_kernels[ORDER], c->box, s->key, s->slot, s->node));
    MAS_TRY(mas_bind(k, &s->block, &mas_tree_kernels[BLOCK], s->node));
    MAS_TRY(mas_bind(k, &s->link, &mas_tree_kernels[LINK], s->key, s->node));
    MAS_TRY(mas_bind(k, &s->count, &mas_tree_kernels[COUNT], c->params, c->box, c->meet, c->pose, p->count, p->first,
                     p->pair, s->node, s->keep));
    MAS_TRY(mas_bind(k, &s->write, &mas_tree_kernels[WRITE], c->params, c->box, c->meet, c->pose, p->count, p->first,
                     p->pair, s->node, s->keep));
    return mas_pairs_scan_create(&s->scan, k, p);
}

// Full blocks of the levels after first, up to last.
static uint32_t blocks(uint32_t slots, uint32_t first, uint32_t last)
{
    uint32_t n = 0;
    for (uint32_t level = first + 1; level <= last; ++level)
        n += slots >> 3 * level;
    return n;
}

void mas_tree_counts(uint32_t colliders, uint32_t counts[MAS_TREE_LISTS])
{
    counts[MAS_TREE_SLOTS]      = colliders;
    counts[MAS_TREE_EIGHTHS]    = (colliders + 7) / 8;
    counts[MAS_TREE_BLOCKS]     = blocks(colliders, 1, 3);
    counts[MAS_TREE_TOP_BLOCKS] = blocks(colliders, 3, TREE_LEVELS);
    counts[MAS_TREE_ONE]        = colliders > 0;
}

static void run(const mas_tree* s, mas_recorder* rec, const mas_pass* pass, uint32_t list, const tree_push* push)
{
    mas_run_list(rec, pass, mas_span_part(s->lists, list, 1), push);
}

void mas_tree_record_lists(const mas_tree* s, mas_recorder* rec, uint32_t colliders, uint32_t was)
{
    uint32_t counts[MAS_TREE_LISTS];
    mas_tree_counts(colliders, counts);
    const tree_push push  = { .slots = colliders, .blocks = counts[MAS_TREE_BLOCKS], .level = 1, .was = was };
    const tree_push above = { .slots = colliders, .blocks = counts[MAS_TREE_TOP_BLOCKS], .level = 3 };
    run(s, rec, &s->choose, MAS_TREE_ONE, &push);
    run(s, rec, &s->fill, MAS_TREE_SLOTS, &push);
    mas_radix_sort_record(&s->sort, rec);
    run(s, rec, &s->order, MAS_TREE_EIGHTHS, &push);
    run(s, rec, &s->block, MAS_TREE_BLOCKS, &push);
    run(s, rec, &s->block, MAS_TREE_TOP_BLOCKS, &above);
    run(s, rec, &s->link, MAS_TREE_SLOTS, &push);
    run(s, rec, &s->count, MAS_TREE_SLOTS, &push);
    mas_pairs_scan_record_list(&s->scan, rec);
    run(s, rec, &s->write, MAS_TREE_SLOTS, &push);
}

void mas_tree_record(const mas_tree* s, mas_recorder* rec, uint32_t colliders)
{
    uint32_t counts[MAS_TREE_LISTS];
    list_header header[MAS_TREE_LISTS];
    mas_tree_counts(colliders, counts);
    for (uint32_t k = 0; k < MAS_TREE_LISTS; ++k)
        header[k] = mas_list_complete(rec->kernels, counts[k], counts[k]);
    mas_begin(rec, "broad phase");
    mas_write(rec, s->lists, header, sizeof header);
    mas_tree_record_lists(s, rec, colliders, 0);
    mas_end(rec);
}
