// Neighbours of every particle, kept as lists for the passes of a substep.
//   walk   nine ranges of places, or more towards other layers -> lists   search.comp
// With one layer, readers that have twins for lists of teams (team_list.glsl) get such lists: all those twins, and the
// one here that writes them, need the same.
#include "search.h"

enum
{
    ONE_LAYER,
    LAYERS,
    ONE_LAYER_TEAMS // for readers of the lists of teams
};

enum // bindings
{
    PARAMS,
    START,
    SORTED_POSITION,
    NEIGHBOUR,
    NEIGHBOUR_COUNT,
    COUNTERS
};

static const char* const bindings[MAS_MAX_BINDINGS] = {
    [PARAMS]          = "Params",
    [START]           = "Start",
    [SORTED_POSITION] = "SortedPosition",
    [NEIGHBOUR]       = "Neighbour",
    [NEIGHBOUR_COUNT] = "NeighbourCount",
    [COUNTERS]        = "Counters",
};

#define ROW(layers, ...)                                                                                               \
    {                                                                                                                  \
        .name = "search", .access = "urrWwx", .push = sizeof(mas_range), .constant = { layers }, .binding = bindings,  \
        .twin = {                                                                                                      \
            __VA_ARGS__                                                                                                \
        }                                                                                                              \
    }
#define TOGETHER                                                                                                       \
    {                                                                                                                  \
        .name = "search_together", .lanes = PARTICLE_TEAM                                                              \
    }
#define TEAMS                                                                                                          \
    {                                                                                                                  \
        .name = "search_teams", .access = "urtwwx", .lanes = PARTICLE_TEAM                                             \
    }

const mas_kernel_desc mas_search_kernels[] = {
    [ONE_LAYER]       = ROW(1, TOGETHER),
    [LAYERS]          = ROW(PARTICLE_MAX_LAYERS, { 0 }),
    [ONE_LAYER_TEAMS] = ROW(1, TEAMS, TOGETHER),
};
const uint32_t mas_search_kernel_count = MAS_COUNT(mas_search_kernels);

// one: for particles of one layer.
static massa_result create(mas_search* s, mas_kernels* k, const mas_particles* p, uint32_t one)
{
    const uint32_t kernel[] = { [ONE_LAYER] = one, [LAYERS] = LAYERS };
    for (uint32_t i = ONE_LAYER; i <= LAYERS; ++i)
        MAS_TRY(mas_bind(k, &s->walk[i], &mas_search_kernels[kernel[i]], [PARAMS] = p->params, [START] = p->start,
                         [SORTED_POSITION] = p->sorted_position, [NEIGHBOUR] = p->neighbour,
                         [NEIGHBOUR_COUNT] = p->neighbour_count, [COUNTERS] = p->counters));
    return MASSA_OK;
}

massa_result mas_search_create(mas_search* s, mas_kernels* k, const mas_particles* p)
{
    return create(s, k, p, ONE_LAYER);
}

massa_result mas_search_create_teams(mas_search* s, mas_kernels* k, const mas_particles* p)
{
    return create(s, k, p, ONE_LAYER_TEAMS);
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
