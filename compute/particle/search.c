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
    [TEAMS]    = { .name = "search_teams", .access = "urrwwx", .push = sizeof(mas_range) },
};
const uint32_t mas_search_kernel_count = MAS_COUNT(mas_search_kernels);

massa_result mas_search_create(mas_search* s, mas_kernels* k, const mas_particles* p)
{
    const bool together                   = mas_has_teams(k->arena->device);
    const mas_kernel_desc* const kernel[] = { &mas_search_kernels[together ? TOGETHER : ONE_LAYER],
                                              &mas_search_kernels[LAYERS] };
    for (uint32_t i = ONE_LAYER; i <= LAYERS; ++i)
        MAS_TRY(mas_bind(k, &s->walk[i], kernel[i], p->params, p->start, p->sorted_position, p->neighbour,
                         p->neighbour_count, p->counters));
    return MASSA_OK;
}

massa_result mas_search_create_teams(mas_search* s, mas_kernels* k, const mas_particles* p)
{
    if (!mas_has_teams(k->arena->device)) return mas_search_create(s, k, p);
    return mas_bind(k, &s->walk[ONE_LAYER], &mas_search_kernels[TEAMS], p->params, p->start, p->sorted_position,
                    p->neighbour, p->neighbour_count, p->counters);
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
