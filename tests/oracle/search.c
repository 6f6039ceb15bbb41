#include "search.h"
#include "constants.h"
#include "exact.h"
#include "grid.h"

static bool near(const oracle_particles* p, uint32_t i, uint32_t j)
{
    const mas_vec4 a = p->sorted_position[i], b = p->sorted_position[j];
    const oracle_vec3 d = { b.x - a.x, b.y - a.y, b.z - a.z };
    const float reach =
        p->params.layer[oracle_particle_layer(a)].radius + p->params.layer[oracle_particle_layer(b)].radius;
    return i != j && oracle_dot3(d, d) < reach * reach;
}

uint32_t oracle_search_all(const oracle_particles* p, uint32_t place, uint32_t* out)
{
    uint32_t n = 0;
    for (uint32_t j = 0; j < p->start[p->cells]; ++j)
        if (near(p, place, j)) out[n++] = j;
    return n;
}

typedef struct list
{
    uint32_t* entry;
    uint32_t found, room;
} list;

// Cell by cell along a row; a place counts only in its own cell, whatever else the table keeps under the same key.
static void walk_row(const oracle_particles* p, uint32_t i, oracle_cell first, int32_t cells, uint32_t layer, list* l)
{
    uint32_t key = oracle_grid_key(first, layer, &p->params);
    for (int32_t k = 0; k < cells; ++k, key = (key + 1) % p->cells)
    {
        const oracle_cell c = { first.x + k, first.y, first.z };
        for (uint32_t j = p->start[key]; j < p->start[key + 1]; ++j)
        {
            const mas_vec4 x = p->sorted_position[j];
            if (oracle_particle_layer(x) != layer || !near(p, i, j)) continue;
            const oracle_cell own = oracle_grid_cell(x, p->params.layer[layer].inverse_cell);
            if (own.x != c.x || own.y != c.y || own.z != c.z) continue;
            if (l->found < l->room) l->entry[l->found] = j;
            ++l->found;
        }
    }
}

static void search_layer(const oracle_particles* p, uint32_t i, uint32_t layer, list* l)
{
    const mas_vec4 x           = p->sorted_position[i];
    const particle_layer* grid = &p->params.layer[layer];
    const float reach          = p->params.layer[oracle_particle_layer(x)].radius + grid->radius;
    const int32_t rows         = 1 + (int32_t)(reach * grid->inverse_cell + (float)OWN_PARTICLE_ROW_MARGIN);
    const oracle_cell c        = oracle_grid_cell(x, grid->inverse_cell);
    for (int32_t z = c.z - rows; z <= c.z + rows; ++z)
        for (int32_t y = c.y - rows; y <= c.y + rows; ++y)
            walk_row(p, i, (oracle_cell){ c.x - 4 * rows, y, z }, 8 * rows + 1, layer, l);
}

void oracle_search(oracle_particles* p)
{
    const uint32_t room = p->params.neighbours;
    for (uint32_t i = 0; i < p->slots; ++i)
    {
        if (i >= p->start[p->cells])
        {
            p->neighbour_count[i] = PARTICLE_NONE;
            continue;
        }
        list l = { &p->neighbour[(uint64_t)i * p->neighbours], 0, room };
        for (uint32_t layer = 0; layer < PARTICLE_MAX_LAYERS; ++layer)
            if (p->params.layer[layer].inverse_mass != 0.0f) search_layer(p, i, layer, &l);
        p->neighbour_count[i] = l.found < room ? l.found : room;
        if (l.found > room && p->counters.neighbours_needed < l.found) p->counters.neighbours_needed = l.found;
    }
}
