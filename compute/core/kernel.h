// Kernels and passes. A kernel is a compute shader with its table entry; a pass is a kernel bound to its spans, made
// once when a world is made. Pipelines and descriptor sets belong to the mas_kernels they were made in, and die with
// it.
// A row of a table may name twins: other kernels for the same work. A stage binds and runs its rows and never learns
// which twin the device got; kernel.c picks.
#ifndef MAS_KERNEL_H
#define MAS_KERNEL_H

#include "arena.h"

enum
{
    MAS_MAX_TEXELS     = 3,
    MAS_MAX_BINDINGS   = MAS_WIDE_STORAGE_BUFFERS + MAS_MAX_TEXELS + 1, // and a uniform block
    MAS_MAX_CONSTANTS  = 3,
    MAS_MAX_TWINS      = 2,
    MAS_MAX_PUSH_BYTES = 128,
};

// Another kernel for the work of a row, on devices that have what the twin needs (kernel.c). It leaves the same bits,
// is bound to the row's spans, and runs with the row's counts and push constants. What is 0 or null is as in the row.
typedef struct mas_kernel_twin
{
    const char* name;   // of shaders/FAMILY/cpu/name.comp
    const char* access; // letters of its own bindings; t where the row has r or R: by texels. A letter that is small
                        // where the row's is capital: only where the whole span fits into one binding
    const char* spans;  // one digit per letter: which of the row's spans that binding gets
    uint32_t lanes;     // of a subgroup: the device has exactly as many; never 0
    uint32_t narrow;    // threads per workgroup: only where the host leaves the size open
    uint32_t constant[MAS_MAX_CONSTANTS];
    bool idle; // nothing runs: twins of other rows of the stage do this work, too
} mas_kernel_twin;

// One row of a family's kernel table; tests compare it with the SPIR-V.
typedef struct mas_kernel_desc
{
    const char* name;   // of shaders/FAMILY/name.comp
    const char* access; // one letter per binding: r reads, w writes, x both; capital: the array may come in
                        // windows; u a uniform block, which is all a kernel reads of what is the same for all threads;
                        // t reads, too, by texels of MAS_TEXEL_BYTES: only where limits.texels
    uint32_t push;      // bytes of push constants. Kernels run with a host's count begin them with mas_range.
    uint32_t items;     // elements per workgroup; 0: one per thread
    uint32_t narrow;    // threads per workgroup where limits.software: there a barrier costs what all threads cost; 0:
                        // as everywhere
    uint32_t constant[MAS_MAX_CONSTANTS]; // specialization constants 1, 2, 3 (0: group, 4: LIST_GROUP)
    bool whole;      // runs as one group: where limits.subgroup is not 0 that is one subgroup, and constant 1 is 1
    uint32_t shares; // threads that share an element, at most: mas_shares; 0: the kernel does not share
    const char* const* binding; // MAS_MAX_BINDINGS names, as the shader has them; null where no two spans side by side
                                // have one stride, or a swapped pair is seen otherwise
    mas_kernel_twin twin[MAS_MAX_TWINS]; // the first that the device and the spans suit is used
} mas_kernel_desc;

typedef struct mas_pipeline // one per kernel and group size
{
    const mas_kernel_desc* desc;
    const mas_kernel_twin* twin; // null: the row itself
    VkDescriptorSetLayout set_layout;
    VkPipelineLayout layout;
    VkPipeline pipeline;
    uint32_t group;
} mas_pipeline;

typedef struct mas_pass
{
    const mas_kernel_desc* desc; // the row
    mas_kernel_desc kernel;      // what runs: the row, or the row as its twin changes it
    bool idle;                   // nothing runs
    uint32_t pipeline;           // index in kernels
    uint32_t window_count;
    uint64_t window_items; // elements per window; all, when there is one window
    uint32_t first_set;    // index in kernels; one set per window
    mas_span span[MAS_MAX_BINDINGS];
} mas_pass;

typedef struct mas_texels // one per span that is read by texels
{
    VkBufferView view;
    mas_span span;
} mas_texels;

typedef struct mas_kernels
{
    mas_arena* arena;
    mas_pipeline* pipeline;
    uint32_t pipeline_count, pipeline_room;
    VkDescriptorPool pool[32];
    uint32_t pool_count, pool_left; // sets left in the last pool
    VkDescriptorSet* set;
    uint32_t set_count, set_room;
    mas_texels* texels;
    uint32_t texels_count, texels_room;
    uint32_t group_size; // of kernels that leave it open
} mas_kernels;

void mas_kernels_init(mas_kernels*, mas_arena*);
void mas_kernels_destroy(mas_kernels*);

// spans: one per letter of desc->access. The arena must be allocated.
massa_result mas_pass_create(mas_kernels*, mas_pass*, const mas_kernel_desc*, const mas_span* spans);
// The row as the twin changes it; the row itself without one.
mas_kernel_desc mas_kernel_of(const mas_kernel_desc*, const mas_kernel_twin*);
// Threads that share an element: as many as the row says, or 1 where threads are few.
uint32_t mas_shares(const massa_device*, const mas_kernel_desc*);

bool mas_windowed(char access);
VkDescriptorType mas_descriptor_type(char access);
mas_span mas_pass_window(const mas_pass*, uint32_t binding, uint32_t window);

// mas_bind(kernels, &pass, &table[KEY], position, pairs): mas_pass_create with the spans written out. Where two of them
// could be swapped unnoticed, by name: [POSITION] = position, [VELOCITY] = velocity; the table says which
// binding of the shader each name is, and tests compare.
#define mas_bind(kernels, pass, desc, ...) mas_pass_create((kernels), (pass), (desc), (const mas_span[]){ __VA_ARGS__ })

#endif
