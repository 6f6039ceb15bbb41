// The GPU half of a world: its memory, its kernels, and what each family has there.
#ifndef MAS_SIMULATION_H
#define MAS_SIMULATION_H

#include "family.h"
#include "posing.h"
#include "primitive/hash.h"

enum
{
    MAS_MAX_HASHED = 16,
};

typedef struct mas_stamp // which step has run, and which one the device ran before it: numbers, 0: none
{
    uint64_t step, previous;
} mas_stamp;

// What a step sends back. Its parts lie one after the other, so that the way to the host is one copy into a slot of the
// readback ring.
typedef struct mas_report
{
    mas_span whole;
    mas_span stamp; // mas_stamp; step stays on the device until the next step has moved it to previous
    mas_span hash;  // two words
    mas_span part[MAS_FAMILIES][MAS_REPORT_PARTS]; // mas_family.report
    mas_ring ring;
    uint64_t copied; // bytes; events.c writes the records behind them itself
} mas_report;

typedef struct mas_hashed // an array that belongs to the hash of the state
{
    mas_span span;
    uint32_t tag; // tells arrays apart
    uint64_t (*used)(const mas_tables*);
    mas_hash hash;
} mas_hashed;

struct mas_simulation
{
    mas_arena arena;
    mas_kernels kernels;
    mas_report report;
    mas_hashed hashed[MAS_MAX_HASHED];
    uint32_t hashed_count;
    mas_surface_host* surfaces;                      // the world's; null: none
#define FAMILY(name) struct mas_##name##_part* name; // family_name.h
#include "families.def"
#undef FAMILY
};

// Null: no host memory. Surfaces outlive the simulation; null: none. What is planned is arithmetic only;
// arena.result says whether the capacities can be.
mas_simulation* mas_simulation_plan(massa_device*, const massa_world_desc*, mas_surface_host*);
size_t mas_simulation_bytes(void);
// module/room.c: whether the device can hold such a world, before anything is made. Surfaces may be null.
massa_result mas_check_room(const massa_device*, const massa_world_desc*, mas_surface_host*);
// After plan: allocates, makes the kernels. On failure destroy still cleans up.
massa_result mas_simulation_create(mas_simulation*);
void mas_simulation_destroy(mas_simulation*);

// For plans of families: an array of the state that the hash is to tell, as far as it is in use.
void mas_plan_hashed(mas_simulation*, mas_span, uint32_t tag, uint64_t (*used)(const mas_tables*));

#endif
