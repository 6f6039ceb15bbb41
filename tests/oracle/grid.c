#include "grid.h"
#include "constants.h"
#include "cell_sort.h"
#include "exact.h"

#include <math.h>
#include <stdlib.h>

oracle_cell oracle_grid_cell(mas_vec4 x, float inverse_cell)
{
    return (oracle_cell){ (int32_t)floorf(x.x * (4.0f * inverse_cell)), (int32_t)floorf(x.y * inverse_cell),
                          (int32_t)floorf(x.z * inverse_cell) };
}

uint32_t oracle_grid_key(oracle_cell c, uint32_t layer, const particle_params* p)
{
    const int64_t table = (int64_t)p->key.w + 1;
    const int64_t sum   = c.x + (int64_t)p->key.x * c.y + (int64_t)p->key.y * c.z + (int64_t)p->key.z * (int64_t)layer;
    return (uint32_t)(sum & (table - 1)); // the remainder, not negative: the table's size is a power of two
}

static bool in_range(float x, float inverse_cell)
{
    return oracle_is_finite(x) && fabsf(x * inverse_cell) < (float)OWN_PARTICLE_MAX_CELLS;
}

void oracle_grid(oracle_particles* p)
{
    uint32_t* key   = calloc(p->capacity + 1, sizeof *key);
    uint32_t* slot  = calloc(p->capacity + 1, sizeof *slot); // of the living
    uint32_t* order = calloc(p->capacity + 1, sizeof *order);
    uint32_t n      = 0;
    for (uint32_t i = 0; i < p->slots; ++i)
    {
        const mas_vec4 x = p->position[i];
        if (oracle_bits(x.w) == 0) continue;
        const uint32_t layer = oracle_particle_layer(x);
        const float inverse  = p->params.layer[layer].inverse_cell;
        const bool wanted    = p->params.layer[layer].inverse_mass > 0.0f; // else its kind was destroyed
        if (!wanted || !in_range(x.x, inverse) || !in_range(x.y, inverse) || !in_range(x.z, inverse))
        {
            p->position[i] = p->velocity[i] = (mas_vec4){ 0.0f, 0.0f, 0.0f, 0.0f };
            if (wanted) ++p->counters.retired;
            continue;
        }
        slot[n]  = i;
        key[n++] = oracle_grid_key(oracle_grid_cell(x, inverse), layer, &p->params);
    }
    oracle_cell_sort(key, n, p->cells, p->start, order); // stable, and slots rise
    for (uint32_t s = 0; s < n; ++s)
    {
        p->sorted_position[s] = p->position[slot[order[s]]];
        p->sorted_velocity[s] = p->velocity[slot[order[s]]];
    }
    free(key);
    free(slot);
    free(order);
}
