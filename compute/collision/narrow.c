// host only: the order of the narrow phase; its stages have the kernels.
//   bins      pairs that barely moved keep their manifold, the others go to the kernel of their kinds
//   round, box, hull   detect
//   match     new manifolds remember the last step
//   contacts  touching first
#include "narrow.h"

void mas_narrow_plan(mas_narrow* n, mas_arena* a, const mas_pairs* p, uint32_t contacts)
{
    n->cache = mas_cache_plan(a, p->capacity);
    mas_bins_plan(&n->bins, a, &n->cache);
    // Only one half runs in a step, so both may use the same scratch.
    mas_narrow_box_plan(&n->box[0], a, p->capacity);
    mas_narrow_hull_plan(&n->hull[0], a, p->capacity);
    n->box[1]  = n->box[0];
    n->hull[1] = n->hull[0];
    mas_contacts_plan(&n->contacts, a, &n->cache, contacts);
}

massa_result mas_narrow_create(mas_narrow* n, mas_kernels* k, const mas_colliders* c, const mas_pairs* p)
{
    const mas_bins* b = &n->bins;
    MAS_TRY(mas_bins_create(&n->bins, k, c, p, &n->cache));
    for (uint32_t half = 0; half < 2; ++half)
    {
        const mas_span out = n->cache.half[half].manifold;
        MAS_TRY(mas_narrow_round_create(&n->round[half], k, c, p->pair, b->index[BIN_ROUND], b->list[BIN_ROUND], out));
        MAS_TRY(mas_narrow_box_create(&n->box[half], k, c, p->pair, b->index[BIN_BOX], b->list[BIN_BOX], out));
        MAS_TRY(mas_narrow_hull_create(&n->hull[half], k, c, p->pair, b->index[BIN_HULL], b->list[BIN_HULL], out));
    }
    MAS_TRY(mas_match_create(&n->match, k, c, p, &n->cache));
    return mas_contacts_create(&n->contacts, k, p, &n->cache, &n->bins);
}

void mas_narrow_record(const mas_narrow* n, mas_recorder* rec, uint32_t half)
{
    mas_bins_record(&n->bins, rec, half);
    mas_narrow_round_record(&n->round[half], rec);
    mas_narrow_box_record(&n->box[half], rec);
    mas_narrow_hull_record(&n->hull[half], rec);
    mas_match_record(&n->match, rec, half);
    mas_contacts_record(&n->contacts, rec, half);
}
