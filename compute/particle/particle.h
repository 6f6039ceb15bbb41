// The arrays of all particles, by slot and by place in the grid, shared by the stages of this family.
#ifndef MAS_PARTICLE_H
#define MAS_PARTICLE_H

#include "core/list.h"
#include "particle/particle_shared.h"

typedef struct mas_particles
{
    // By slot.
    mas_span position; // vec4: m, w tag
    mas_span previous; // the same, when the step began
    mas_span velocity; // vec4: m/s, w 1/kg
    // By place: cell, then slot. Good until the substep ends.
    mas_span sorted_position, sorted_velocity;
    // By place of the last substep, when it left them so for this one: neighbours are near each other there.
    mas_span carried_position, carried_velocity;
    mas_span table;           // uint: start, then the slots in each cell (grid.glsl)
    mas_span start;           // by key: first place of a cell; one more at the end: all particles
    mas_span neighbour;       // uint, windowed: entry k of place i at [k * places + i]; or as team_list.glsl says
    mas_span neighbour_count; // uint by place, or PARTICLE_NONE
    mas_span params;          // particle_params
    mas_span counters;        // particle_counters
    uint32_t capacity, cells, neighbours;
} mas_particles;

enum
{
    // What a tag has room for, and 128 MiB of vec4. A device that binds no more than that has room for a quarter as
    // many: the grid's table has 40 bytes for each.
    MAS_MAX_PARTICLES = 1 << 23,
    // Largest radius of a world over its smallest. A big particle looks into about ratio^2 rows of the smallest cells,
    // and Mesa 22 ends a thread's loops after 65535 turns in all: 10 000 at this ratio in a dense pack, 70 000
    // at 30.
    MAS_MAX_RADIUS_RATIO = 8,
};

// Table size for a capacity: as many cells as particles, a power of two, at least 256 so that the nine ranges of a
// search never overlap. With twice as many a search is a little faster and the grid slower
// (module/docs/lab/particle.md).
static inline uint32_t mas_particle_cells(uint32_t capacity)
{
    uint32_t cells = 256;
    while (cells < capacity)
        cells *= 2;
    return cells;
}

// counters: where a step counts, planned by the caller.
static inline mas_particles mas_particles_plan(mas_arena* a, uint32_t capacity, uint32_t neighbours, mas_span counters)
{
    mas_particles p = {
        .capacity = capacity, .cells = mas_particle_cells(capacity), .neighbours = neighbours, .counters = counters
    };
    p.position = mas_plan(a, MAS_STATE, "particle position", capacity, sizeof(mas_vec4));
    p.previous = mas_plan(a, MAS_STATE, "particle previous position", capacity, sizeof(mas_vec4));
    p.velocity = mas_plan(a, MAS_STATE, "particle velocity", capacity, sizeof(mas_vec4));
    if (capacity == 0) return p; // state is planned in any case, so that a resize finds it in the same order
    const uint64_t words = 8 + 9 * (uint64_t)p.cells + (capacity + 1) / 2 * 2; // grid.glsl; read two at a time
    p.params             = mas_plan(a, MAS_SCRATCH, "particle params", 1, sizeof(particle_params));
    p.table              = mas_plan(a, MAS_SCRATCH, "particle cells", words, sizeof(uint32_t));
    p.start              = mas_span_part(p.table, 0, p.cells + 1);
    p.sorted_position    = mas_plan(a, MAS_SCRATCH, "particle sorted position", capacity, sizeof(mas_vec4));
    p.sorted_velocity    = mas_plan(a, MAS_SCRATCH, "particle sorted velocity", capacity, sizeof(mas_vec4));
    p.carried_position   = mas_plan(a, MAS_SCRATCH, "particle carried position", capacity, sizeof(mas_vec4));
    p.carried_velocity   = mas_plan(a, MAS_SCRATCH, "particle carried velocity", capacity, sizeof(mas_vec4));
    p.neighbour_count    = mas_plan(a, MAS_SCRATCH, "particle neighbour count", capacity, sizeof(uint32_t));
    // One row more than the list keeps: search.comp stores before it knows, and lists of teams begin with their length.
    // A whole number of texels: 52 words for 48 neighbours, 84 for 80.
    const uint32_t teams = (capacity + PARTICLE_TEAM - 1) / PARTICLE_TEAM;
    p.neighbour =
        mas_plan_windowed(a, MAS_SCRATCH, "particle neighbours", (uint64_t)teams * PARTICLE_TEAM + PARTICLE_TEAM_APART,
                          (neighbours + 4) / 4 * 4 * (uint32_t)sizeof(uint32_t));
    return p;
}

// Stride of a lattice in a table of cells: the fraction of it, in units of 2^-32, made odd.
static inline uint32_t mas_particle_stride(uint32_t cells, uint32_t fraction)
{
    return (uint32_t)((uint64_t)cells * fraction >> 32) | 1u;
}

// What the kernels read. layers: as many as PARTICLE_MAX_LAYERS at most, unused ones with an inverse mass of 0; their
// inverse_cell is found here. cells: mas_particles.cells.
// Strides of y and z are 1/p^2 and 1/p of the table, p the plastic number: from 256 cells on, rows that a search looks
// at lie at least 15 keys apart, and a search looks at 9. The layer's stride keeps layers 0.0198 of the table apart.
static inline particle_params mas_particle_params(const particle_layer* layer, uint32_t layers, uint32_t cells,
                                                  uint32_t neighbours, uint32_t colliders, mas_vec4 gravity,
                                                  float substep)
{
    particle_params p = { .gravity = gravity, .substep = substep, .neighbours = neighbours, .colliders = colliders };
    p.key.x           = mas_particle_stride(cells, 2447445413u); // 0.56984
    p.key.y           = mas_particle_stride(cells, 3242174889u); // 0.75488
    p.key.z           = mas_particle_stride(cells, 3156800963u); // 0.735
    p.key.w           = cells - 1;
    for (uint32_t i = 0; i < layers && i < PARTICLE_MAX_LAYERS; ++i)
    {
        if (!(layer[i].inverse_mass > 0.0f)) continue;
        p.layer[i]              = layer[i];
        p.only_layer            = i;
        p.layer[i].inverse_cell = 1.0f / (2.0f * layer[i].radius * (float)PARTICLE_CELL_MARGIN);
    }
    return p;
}

#endif
