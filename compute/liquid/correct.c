// Particles give way to each other and to walls.
//   push     multipliers, lists, walls -> places and corrections so far          correct.comp
//            the last pass, if it is not the first: place, velocity by place, as the part leaves them
//   commit   after the only pass: the same                                        correct_commit.comp
// Corrections are kept apart from places: what becomes velocity never passes through a coordinate, where it would lose
// the digits that keep momentum.
#include "correct.h"

enum
{
    ONE_LIQUID,
    LIQUIDS,
    ONE_LIQUID_FIRST, // the same in the first pass of a part
    LIQUIDS_FIRST,
    ONE_LIQUID_LAST, // and in the last one
    LIQUIDS_LAST,
    COMMIT
};

enum // bindings
{
    PARAMS,
    PLACE,
    VELOCITY,
    WEIGHED,
    NEIGHBOUR,
    NEIGHBOUR_COUNT,
    WALLS,
    WALL_COUNT,
    SHIFT
};

static const char* const bindings[MAS_MAX_BINDINGS] = {
    [PARAMS] = "Params",   [PLACE] = "Place",          [VELOCITY] = "Velocity",
    [WEIGHED] = "Weighed", [NEIGHBOUR] = "Neighbour",  [NEIGHBOUR_COUNT] = "NeighbourCount",
    [WALLS] = "Walls",     [WALL_COUNT] = "WallCount", [SHIFT] = "Shift",
};

enum // bindings of commit
{
    COMMIT_PARAMS,
    COMMIT_PLACE,
    COMMIT_VELOCITY,
    COMMIT_NEIGHBOUR_COUNT,
    COMMIT_WALLS,
    COMMIT_WALL_COUNT,
    COMMIT_SHIFT
};

static const char* const commit_bindings[MAS_MAX_BINDINGS] = {
    [COMMIT_PARAMS] = "Params",     [COMMIT_PLACE] = "Place",
    [COMMIT_VELOCITY] = "Velocity", [COMMIT_NEIGHBOUR_COUNT] = "NeighbourCount",
    [COMMIT_WALLS] = "Walls",       [COMMIT_WALL_COUNT] = "WallCount",
    [COMMIT_SHIFT] = "Shift",
};

// Constants: liquids in use, whether this is the first pass, or the last.
#define ROW(liquids, first, last)                                                                                      \
    {                                                                                                                  \
        .name = "correct", .access = "uxxrrrrrx", .push = sizeof(mas_range), .constant = { liquids, first, last },     \
        .binding = bindings, .twin = {                                                                                 \
            { .name = "correct_teams", .access = "uxxttrrrxt", .spans = "0123456782", .lanes = PARTICLE_TEAM }         \
        }                                                                                                              \
    }

const mas_kernel_desc mas_correct_kernels[] = {
    [ONE_LIQUID]       = ROW(1, 0, 0),
    [LIQUIDS]          = ROW(LIQUID_MAX, 0, 0),
    [ONE_LIQUID_FIRST] = ROW(1, 1, 0),
    [LIQUIDS_FIRST]    = ROW(LIQUID_MAX, 1, 0),
    [ONE_LIQUID_LAST]  = ROW(1, 0, 1),
    [LIQUIDS_LAST]     = ROW(LIQUID_MAX, 0, 1),
    [COMMIT] = { .name = "correct_commit", .access = "uxxrrrr", .push = sizeof(mas_range), .binding = commit_bindings },
};
const uint32_t mas_correct_kernel_count = MAS_COUNT(mas_correct_kernels);

massa_result mas_correct_create(mas_correct* s, mas_kernels* k, const mas_particles* p, const mas_liquid* l)
{
    for (uint32_t i = 0; i < MAS_COUNT(s->push); ++i)
        MAS_TRY(mas_bind(k, &s->push[i], &mas_correct_kernels[i], [PARAMS] = l->params, [PLACE] = p->sorted_position,
                         [VELOCITY] = p->sorted_velocity, [WEIGHED] = l->weighed, [NEIGHBOUR] = p->neighbour,
                         [NEIGHBOUR_COUNT] = p->neighbour_count, [WALLS] = l->wall, [WALL_COUNT] = l->wall_count,
                         [SHIFT] = l->shift));
    return mas_bind(k, &s->commit,
                    &mas_correct_kernels[COMMIT], [COMMIT_PARAMS] = l->params, [COMMIT_PLACE] = p->sorted_position,
                    [COMMIT_VELOCITY] = p->sorted_velocity, [COMMIT_NEIGHBOUR_COUNT] = p->neighbour_count,
                    [COMMIT_WALLS] = l->wall, [COMMIT_WALL_COUNT] = l->wall_count, [COMMIT_SHIFT] = l->shift);
}

void mas_correct_record(const mas_correct* s, mas_recorder* rec, const mas_liquid* l, uint32_t slots, uint32_t liquids,
                        bool first, bool last)
{
    const mas_range range = { 0, slots };
    const uint32_t one    = first ? ONE_LIQUID_FIRST : last ? ONE_LIQUID_LAST : ONE_LIQUID;
    const uint32_t more   = first ? LIQUIDS_FIRST : last ? LIQUIDS_LAST : LIQUIDS;
    mas_begin(rec, "liquid correct");
    mas_run_list(rec, &s->push[liquids > 1 ? more : one], l->slots_list, &range);
    if (first && last) mas_run_list(rec, &s->commit, l->slots_list, &range);
    mas_end(rec);
}
