// Neighbours of every particle, kept as lists for the passes of a substep.
//   walk   nine ranges of places, or more towards other layers -> lists   search.comp, search_together.comp
//   the same, -> one list for eight places                                 search_teams.comp
#include "search.h"

enum
{
    ONE_LAYER,
    LAYERS,
    TOGETHER, // one layer, eight lanes at a time
    TEAMS,    // the same, and a list for all eight
};

const mas_kernel_desc mas_search_kernels[] = {
    [ONE_LAYER] = { .name = "search", .access = "urrWwx", .push = sizeof(mas_range), .constant = { 1 } },
    [LAYERS] = { .name = "search", .access = "urrWwx", .push = sizeof(mas_range), .constant = { PARTICLE_MAX_LAYERS } },
    [TOGETHER] = { .name = "search_together", .access = "urrWwx", .push = sizeof(mas_range) },
    [TEAMS]    = { .name = "search_teams", .access = "urtwwx", .push = sizeof(mas_range) },
};
const uint32_t mas_search_kernel_count = MAS_COUNT(mas_search_kernels);

// one: for particles of one layer.
static massa_result create(mas_search* s, mas_kernels* k, const mas_particles* p, uint32_t one)
{
    const uint32_t kernel[] = { [ONE_LAYER] = one, [LAYERS] = LAYERS };
    for (uint32_t i = ONE_LAYER; i <= LAYERS; ++i)
        MAS_TRY(mas_bind(k, &s->walk[i], &mas_search_kernels[kernel[i]], p->params, p->start, p->sorted_position,
                         p->neighbour, p->neighbour_count, p->counters));
    return MASSA_OK;
}

massa_result mas_search_create(mas_search* s, mas_kernels* k, const mas_particles* p)
{
    return create(s, k, p, k->arena->device->limits.subgroup == PARTICLE_TEAM ? TOGETHER : ONE_LAYER);
}

massa_result mas_search_create_teams(mas_search* s, mas_kernels* k, const mas_particles* p)
{
    return mas_has_teams(k->arena->device, p) ? create(s, k, p, TEAMS) : mas_search_create(s, k, p);
}

void mas_search_record(const mas_search* s, mas_recorder* rec, uint32_t slots, uint32_t layers)
{
    mas_begin(rec, "particle search");
    mas_run(rec, &s->walk[layers > 1 ? LAYERS : ONE_LAYER], slots, NULL);
    mas_end(rec);
}

void mas_search_record_list(const mas_search* s, mas_recorder* rec, mas_span slots_list, uint32_t slots,
                            uint32_t layers)
{
    const mas_range range = { 0, slots };
    mas_begin(rec, "particle search");
    mas_run_list(rec, &s->walk[layers > 1 ? LAYERS : ONE_LAYER], slots_list, &range);
    mas_end(rec);
}
