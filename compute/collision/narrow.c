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
    mas_narrow_box_plan(&n->box, a, p->capacity);
    mas_narrow_hull_plan(&n->hull, a, p->capacity);
    mas_contacts_plan(&n->contacts, a, &n->cache, contacts);
}

massa_result mas_narrow_create(mas_narrow* n, mas_kernels* k, const mas_colliders* c, const mas_pairs* p)
{
    const mas_bins* b  = &n->bins;
    const mas_span out = n->cache.manifold;
    MAS_TRY(mas_bins_create(&n->bins, k, c, p, &n->cache));
    MAS_TRY(mas_narrow_round_create(&n->round, k, c, p->pair, b->index[BIN_ROUND], b->list[BIN_ROUND], out));
    MAS_TRY(mas_narrow_box_create(&n->box, k, c, p->pair, b->index[BIN_BOX], b->list[BIN_BOX], out));
    MAS_TRY(mas_narrow_hull_create(&n->hull, k, c, p->pair, b->index[BIN_HULL], b->list[BIN_HULL], out));
    MAS_TRY(mas_match_create(&n->match, k, c, &n->cache, b));
    return mas_contacts_create(&n->contacts, k, c, p, &n->cache);
}

void mas_narrow_detect_record(const mas_narrow* n, mas_recorder* rec, bool hulls)
{
    mas_narrow_round_record(&n->round, rec);
    mas_narrow_box_record(&n->box, rec);
    if (hulls) mas_narrow_hull_record(&n->hull, rec);
    mas_match_record(&n->match, rec);
}

void mas_narrow_record(const mas_narrow* n, mas_recorder* rec)
{
    mas_bins_record(&n->bins, rec);
    mas_narrow_detect_record(n, rec, true);
    mas_contacts_record(&n->contacts, rec);
}
