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
// No thread hands anything to another inside a dispatch: inner nodes take their boxes from ranges of leaves. A leaf
// owns its pairs with leaves of later rank, so each pair is found once; ropes lead from a leaf to all that follows.
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
    [COUNT] = { .name = "tree_walk", .access = "urrrxrwrx", .push = sizeof(mas_range), .constant = MAS_OWN_COUNTS },
    [WRITE] = { .name = "tree_walk", .access = "urrrxrwrx", .push = sizeof(mas_range), .constant = MAS_OWN_WRITES },
};
const uint32_t mas_tree_kernel_count = MAS_COUNT(mas_tree_kernels);

_Static_assert((uint64_t)MAS_MAX_COLLIDERS < UINT64_C(1) << 3 * (TREE_LEVELS + 1), "a larger block may be full");

void mas_tree_plan(mas_tree* s, mas_arena* a, const mas_colliders* c, const mas_pairs* p)
{
    const uint64_t n     = c->capacity;
    const uint64_t nodes = 2 * n + (n / 8 + 1) + (TREE_LEVELS - 1) * (n / 64 + 1);
    s->key               = mas_plan(a, MAS_SCRATCH, "tree keys", n, sizeof(uint32_t));
    s->slot              = mas_plan(a, MAS_SCRATCH, "tree slots", n, sizeof(uint32_t));
    s->slots             = mas_plan_list(a, MAS_SCRATCH, "tree list");
    s->scale             = mas_plan(a, MAS_SCRATCH, "tree scale", 1, sizeof(float));
    s->node              = mas_plan(a, MAS_SCRATCH, "tree nodes", nodes, sizeof(tree_node));
    s->keep              = mas_plan(a, MAS_SCRATCH, "tree partners", (TREE_KEEP + 1) * n, sizeof(uint32_t));
    mas_radix_sort_plan(&s->sort, a, c->capacity, 1, TREE_KEY_BITS);
    mas_pairs_scan_plan(&s->scan, a, p, c->capacity);
}

massa_result mas_tree_create(mas_tree* s, mas_kernels* k, const mas_colliders* c, const mas_pairs* p)
{
    MAS_TRY(mas_bind(k, &s->choose, &mas_tree_kernels[SCALE], c->params, c->box, s->scale));
    MAS_TRY(mas_bind(k, &s->fill, &mas_tree_kernels[KEY], c->box, s->scale, s->key, s->slot));
    MAS_TRY(mas_radix_sort_create(&s->sort, k, s->key, s->slot, s->slots));
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

void mas_tree_record(const mas_tree* s, mas_recorder* rec, uint32_t colliders)
{
    const list_header header = mas_list_complete(rec->kernels, colliders, colliders);
    const tree_push from_8 = { .slots = colliders, .level = 1 }, from_512 = { .slots = colliders, .level = 3 };
    mas_begin(rec, "broad phase");
    if (colliders > 0)
    {
        mas_run(rec, &s->choose, 1, &from_8);
        mas_run(rec, &s->fill, colliders, &from_8);
        mas_write(rec, s->slots, &header, sizeof header);
        mas_radix_sort_record(&s->sort, rec);
        mas_run(rec, &s->order, (colliders + 7) / 8, &from_8);
        mas_run(rec, &s->block, blocks(colliders, 1, 3), &from_8);
        mas_run(rec, &s->block, blocks(colliders, 3, TREE_LEVELS), &from_512);
        mas_run(rec, &s->link, colliders, &from_8);
        mas_run(rec, &s->count, colliders, NULL);
    }
    mas_pairs_scan_record(&s->scan, rec, colliders);
    mas_run(rec, &s->write, colliders, NULL);
    mas_end(rec);
}
