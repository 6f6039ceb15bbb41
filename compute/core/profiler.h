// GPU time of each stage: two timestamps around it, kept in a ring of one slot per step in flight.
#ifndef MAS_PROFILER_H
#define MAS_PROFILER_H

#include "device.h"

enum
{
    MAS_MAX_STAGES = 256
}; // per step; further ones go unmeasured

typedef struct mas_profiler_slot
{
    uint32_t count;
    const char* name[MAS_MAX_STAGES];
} mas_profiler_slot;

struct mas_profiler
{
    massa_device* device;
    VkQueryPool pool;
    uint32_t slot; // being recorded
    mas_profiler_slot* slots;
};
typedef struct mas_profiler mas_profiler;

// Fine on a queue without timestamps: then nothing is measured.
massa_result mas_profiler_create(mas_profiler*, massa_device*, uint32_t slots);
void mas_profiler_destroy(mas_profiler*);

void mas_profiler_begin(mas_profiler*, VkCommandBuffer, uint32_t slot);
void mas_profiler_begin_stage(mas_profiler*, VkCommandBuffer, const char* name);
void mas_profiler_end_stage(mas_profiler*, VkCommandBuffer);

// Times of a slot whose step has finished; never waits. Returns how many.
uint32_t mas_profiler_read(mas_profiler*, uint32_t slot, massa_stage_time out[MAS_MAX_STAGES]);

#endif
