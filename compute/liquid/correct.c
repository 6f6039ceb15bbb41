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
    FIRST,              // the same again, in the first pass of a part
    LAST   = 2 * FIRST, // and in the last one
    COMMIT = 3 * FIRST
};

// Constants: liquids in use, whether this is the first pass, or the last.
#define ROW(liquids, first, last)                                                                                      \
    {                                                                                                                  \
        .name = "correct", .access = "uxxrrrrrx", .push = sizeof(mas_range), .constant = { liquids, first, last },     \
        .twin = {                                                                                                      \
            { .name = "correct_teams", .access = "uxxttrrrxt", .spans = "0123456782", .lanes = PARTICLE_TEAM }         \
        }                                                                                                              \
    }

const mas_kernel_desc mas_correct_kernels[] = {
    [ONE_LIQUID]         = ROW(1, 0, 0),
    [LIQUIDS]            = ROW(LIQUID_MAX, 0, 0),
    [FIRST + ONE_LIQUID] = ROW(1, 1, 0),
    [FIRST + LIQUIDS]    = ROW(LIQUID_MAX, 1, 0),
    [LAST + ONE_LIQUID]  = ROW(1, 0, 1),
    [LAST + LIQUIDS]     = ROW(LIQUID_MAX, 0, 1),
    [COMMIT]             = { .name = "correct_commit", .access = "uxxrrrr", .push = sizeof(mas_range) },
};
const uint32_t mas_correct_kernel_count = MAS_COUNT(mas_correct_kernels);

massa_result mas_correct_create(mas_correct* s, mas_kernels* k, const mas_particles* p, const mas_liquid* l)
{
    for (uint32_t i = 0; i < MAS_COUNT(s->push); ++i)
        MAS_TRY(mas_bind(k, &s->push[i], &mas_correct_kernels[i], l->params, p->sorted_position, p->sorted_velocity,
                         l->weighed, p->neighbour, p->neighbour_count, l->wall, l->wall_count, l->shift));
    return mas_bind(k, &s->commit, &mas_correct_kernels[COMMIT], l->params, p->sorted_position, p->sorted_velocity,
                    p->neighbour_count, l->wall, l->wall_count, l->shift);
}

void mas_correct_record(const mas_correct* s, mas_recorder* rec, const mas_liquid* l, uint32_t slots, uint32_t liquids,
                        bool first, bool last)
{
    const mas_range range = { 0, slots };
    const uint32_t pass   = first ? FIRST : last ? LAST : 0;
    mas_begin(rec, "liquid correct");
    mas_run_list(rec, &s->push[pass + (liquids > 1 ? LIQUIDS : ONE_LIQUID)], l->slots_list, &range);
    if (first && last) mas_run_list(rec, &s->commit, l->slots_list, &range);
    mas_end(rec);
}
