#include "part.h"
#include "correct.h"
#include "density.h"
#include "exact.h"
#include "grid.h"
#include "pace.h"
#include "predict.h"
#include "search.h"
#include "settle.h"

void oracle_part_find(oracle_liquid* l)
{
    oracle_particles* p = l->particles;
    oracle_predict(l);
    oracle_particles flown = *p; // the same particles, elsewhere
    flown.position         = l->predicted_position;
    flown.velocity         = l->predicted_velocity;
    oracle_grid(&flown);
    p->counters = flown.counters;
    for (uint32_t i = 0; i < p->slots; ++i)
        if (oracle_bits(l->predicted_position[i].w) == 0) // retired, or there was nobody
            p->position[i] = p->velocity[i] = (mas_vec4){ 0.0f, 0.0f, 0.0f, 0.0f };
    oracle_search(p);
}

void oracle_part_solve(oracle_liquid* l, uint32_t iterations)
{
    for (uint32_t k = 0; k < iterations; ++k)
    {
        oracle_density(l, k == 0);
        oracle_correct(l, k == 0);
    }
    oracle_correct_commit(l);
}

void oracle_liquid_step(oracle_liquid* l, uint32_t substeps, uint32_t iterations, oracle_find_walls* walls, void* user)
{
    oracle_pace(l);
    for (uint32_t k = 0; k < substeps * l->state.parts; ++k)
    {
        oracle_part_find(l);
        walls(l, user);
        oracle_part_solve(l, iterations);
    }
    oracle_settle(l);
}
