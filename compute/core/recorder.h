// Records passes into a command buffer and derives every barrier from the accesses their tables declare: a barrier is
// written only when a pass touches bytes that an unsynchronised earlier one wrote, or writes bytes that one read.
#ifndef MAS_RECORDER_H
#define MAS_RECORDER_H

#include "kernel.h"

typedef struct mas_profiler mas_profiler; // profiler.h

enum
{
    MAS_MAX_PENDING = 64
};

typedef struct mas_access // one range touched since the last barrier
{
    VkBuffer buffer;
    uint64_t begin, end;
    VkPipelineStageFlags stage;
    VkAccessFlags access;
    bool write;
} mas_access;

typedef struct mas_recorder
{
    massa_device* device;
    const mas_arena* arena;
    const mas_kernels* kernels;
    mas_profiler* profiler; // null: no times
    VkCommandBuffer cmd;
    VkPipeline bound;
    uint32_t pending_count;
    mas_access pending[MAS_MAX_PENDING];
    uint32_t dispatches, barriers; // recorded so far
} mas_recorder;

// begin: whatever ran before on the queue has finished and is visible. end: all that was recorded is visible to
// whatever follows, the host included.
void mas_record_begin(mas_recorder*, massa_device*, const mas_arena*, const mas_kernels*, mas_profiler*,
                      VkCommandBuffer);
void mas_record_end(mas_recorder*);

// A stage: a debug label and, with a profiler, a pair of timestamps. name must live as long as the world. No nesting.
void mas_begin(mas_recorder*, const char* name);
void mas_end(mas_recorder*);

// The three below do nothing with an idle pass.
// count elements, element by element; in each window the kernel sees mas_range {first, count} at the start of its push
// constants, whatever push says there. push may be null when the kernel has nothing else.
void mas_run(mas_recorder*, const mas_pass*, uint64_t count, const void* push);
// threads for each window of items elements: for kernels whose threads are not the elements of the windowed arrays.
void mas_run_each(mas_recorder*, const mas_pass*, uint64_t threads, uint64_t items, const void* push);
// As many groups as the list's header says: one thread per entry, or, when the kernel has items, one group per
// LIST_BLOCK entries (list_shared.h). Reads only the header's arguments here; bind the header to know the count.
void mas_run_list(mas_recorder*, const mas_pass*, mas_span list, const void* push);

void mas_fill(mas_recorder*, mas_span, uint32_t word);
void mas_write(mas_recorder*, mas_span, const void* data, uint32_t size); // inline: at most 64 KiB, multiple of 4
void mas_copy(mas_recorder*, mas_span from, mas_span to, uint64_t size);
// count elements of the host's, through a slot of an upload ring, to the beginning of a span.
void mas_upload(mas_recorder*, const mas_ring*, uint32_t slot, const void* data, uint64_t count, mas_span to);
// Between buffers that are not both in the recorder's arena: snapshots and resizing.
void mas_copy_buffer(mas_recorder*, VkBuffer from, uint64_t from_offset, VkBuffer to, uint64_t to_offset,
                     uint64_t size);
// A word behind the first bytes of a buffer, written after all that was recorded into them.
void mas_seal_buffer(mas_recorder*, VkBuffer, uint64_t bytes, uint32_t word);

#endif
