// The particle substep (grid, search, contact) as a specialist would write it for the CPU: the same cells, keys, order
// and lists as compute/particle, vectors of candidates and of neighbours, two threads. One layer, no
// shapes. Lists come out as the oracle's; the force sums a list in vectors, fused and with the CPU's reciprocal root,
// so that motion agrees with the oracle within rounding and not to the bit.
#ifndef BENCH_PARTICLES_TWIN_H
#define BENCH_PARTICLES_TWIN_H

#include "pair.h"
#include "particle/particle_shared.h"

#include <stdatomic.h>
#include <stdbool.h>

typedef struct twin_body // 32 bytes: one load per neighbour
{
    mas_vec4 x; // m; w tag
    mas_vec4 v; // m/s; w 1/kg
} twin_body;

enum
{
    TWIN_SHIFT = 2,  // groups of 4 cells are searched together: 12 cells of a row, and rows lie 15 keys apart
    TWIN_LANES = 16, // longest vector: arrays have room for one more
};

typedef struct twin
{
    particle_params params;
    uint32_t slots, cells, room;  // room: entries of a list
    uint32_t places;              // particles in the grid
    uint32_t* key;                // by slot
    uint32_t* next[PAIR_THREADS]; // by key: first free place of a thread's slots
    uint32_t* start;              // by key, one more at the end
    twin_body* body;              // by place
    float *x, *y, *z;             // by place, as search wants them
    uint32_t* list;               // room + TWIN_LANES entries per place
    uint32_t* count;              // by place, all that were found
    mas_vec4* force;              // by place, N
    const char* vectors;          // what the CPU has
    uint32_t lanes;               // 16, 8 or 1
    pair* threads;
    uint32_t sum[PAIR_THREADS]; // particles in a thread's cells
    atomic_uint next_chunk;
    double thread_ms[PAIR_THREADS][2];    // searching, moving
    const mas_vec4 *from, *from_velocity; // what is sorted: not owned
    mas_vec4 *position, *velocity;        // by slot: not owned
    double ms[3]; // grid, search, contact: of the last substep; the last two are times of one thread
} twin;

bool twin_create(twin*, const particle_params*, uint32_t slots);
void twin_destroy(twin*);
// Slots in position and velocity, in place.
void twin_substep(twin*, mas_vec4* position, mas_vec4* velocity);
// The parts of it that twins of other families share: body, x, y, z and start of all places; count and list of [first,
// end).
void twin_sort(twin*, const mas_vec4* position, const mas_vec4* velocity);
void twin_search(twin*, uint32_t first, uint32_t end);

// Places [first, end): x86 with AVX-512, with AVX2, and whatever the compiler makes of plain C.
typedef void twin_range(twin*, uint32_t first, uint32_t end);
twin_range twin_search_plain, twin_contact_plain;
#ifdef __x86_64__
twin_range twin_search_avx2, twin_contact_avx2, twin_search_avx512, twin_contact_avx512;
#endif

// ---- Shared by the above ----

typedef struct twin_piece // places of candidates
{
    uint32_t first, end;
} twin_piece;

typedef struct twin_ranges // of a group of cells in x; its particles come one after the other
{
    int32_t cx, cy, cz;   // cx in groups
    uint32_t count;       // 0: none yet
    twin_piece piece[18]; // nine rows, each cut in two at the table's end
} twin_ranges;

bool twin_find_ranges(const twin*, uint32_t place, twin_ranges*); // false: they are the same as before
static inline void twin_keep(twin* t, uint32_t place, const float force[3])
{
    t->force[place] = (mas_vec4){ force[0], force[1], force[2], 0.0f };
}

#endif
