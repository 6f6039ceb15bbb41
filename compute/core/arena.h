// Memory of a world: four buffers, one per class, cut into spans.
//
//   plan      stages ask for spans from the declared capacities; pure arithmetic, so that the bytes are known
//             before anything is made
//   allocate  one buffer per class
//
// Offsets are multiples of 256 on every device, so that a snapshot of the state class fits everywhere.
#ifndef MAS_ARENA_H
#define MAS_ARENA_H

#include "device.h"

typedef enum mas_class
{
    MAS_STATE,    // survives steps; starts as zeros; what a snapshot saves
    MAS_SCRATCH,  // spans of different lifetimes share bytes, and a step finds nothing in them; but what is planned
                  // outside any mark is its owner's alone and keeps its bytes: tables that no snapshot needs
    MAS_UPLOAD,   // mapped, host to device
    MAS_READBACK, // mapped, device to host
    MAS_CLASSES
} mas_class;

typedef struct mas_span
{
    mas_class memory;
    uint32_t stride; // bytes per element
    uint64_t offset; // bytes
    uint64_t size;   // bytes, count * stride
} mas_span;

enum
{
    MAS_SPAN_ALIGNMENT  = 256, // the largest alignment any device may ask of an offset of storage or texels
    MAS_MAX_STATE_SPANS = 64,
};

// One slot of count elements for each step in flight, so that the host writes or reads one while the device has others.
typedef struct mas_ring
{
    mas_span all;
    uint64_t count;
} mas_ring;

typedef struct mas_arena
{
    massa_device* device;
    uint32_t in_flight;                       // steps: slots of a ring
    uint64_t used[MAS_CLASSES];               // bytes planned
    uint64_t peak[MAS_CLASSES];               // bytes to allocate
    mas_span state_span[MAS_MAX_STATE_SPANS]; // in planning order: resize copies span by span
    uint32_t state_span_count;
    massa_result result; // the first refusal while planning
    VkBuffer buffer[MAS_CLASSES];
    void* handle[MAS_CLASSES];
    uint8_t* mapped[MAS_CLASSES]; // upload and readback
} mas_arena;

void mas_arena_init(mas_arena*, massa_device*); // one step in flight, unless the caller says more

// count elements of stride bytes, bound as one storage buffer: at most the device's storage range, else refused with
// the name. A count of 0 plans one element, because an empty binding is not allowed.
mas_span mas_plan(mas_arena*, mas_class, const char* name, uint64_t count, uint32_t stride);
// The same for an array that kernels visit element by element: it may be larger than the storage range, and is then
// bound and dispatched in windows (kernel.h, capital letters).
mas_span mas_plan_windowed(mas_arena*, mas_class, const char* name, uint64_t count, uint32_t stride);

// In mapped memory.
mas_ring mas_plan_ring(mas_arena*, mas_class, const char* name, uint64_t count, uint32_t stride);

// Scratch is a stack: what is planned between mark and release may share its bytes with what is planned after.
uint64_t mas_arena_mark(const mas_arena*);
void mas_arena_release(mas_arena*, uint64_t mark);

massa_result mas_arena_allocate(mas_arena*);
void mas_arena_destroy(mas_arena*);

static inline uint64_t mas_span_count(mas_span s)
{
    return s.size / s.stride;
}

// Elements [first, first + count) of a span. first * stride must be a multiple of 256 if the part is bound to a kernel.
mas_span mas_span_part(mas_span, uint64_t first, uint64_t count);
// Elements [first, first + count) of a slot.
mas_span mas_ring_part(const mas_ring*, uint32_t slot, uint64_t first, uint64_t count);
static inline uint8_t* mas_mapped(const mas_arena* a, mas_span s) // upload and readback
{
    return a->mapped[s.memory] + s.offset;
}

#endif
