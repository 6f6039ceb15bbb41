// What massa records into a command buffer: steps, snapshots, and steps played again.
#ifndef MASSA_STEP_H
#define MASSA_STEP_H

#include "base.h"

#if defined(__cplusplus)
extern "C" {
#endif

// ---- Step ----

typedef enum massa_debug
{
    MASSA_DEBUG_BOUNDS  = 1, // boxes around colliders, with their margins
    MASSA_DEBUG_PAIRS   = 2, // from centre to centre of colliders whose boxes overlap
    MASSA_DEBUG_POINTS  = 4, // contact points: red touches, orange is about to, green is a sensor's
    MASSA_DEBUG_NORMALS = 8,
} massa_debug;

typedef struct massa_step_desc
{
    uint32_t cookie;  // set by massa_default_step_desc
    float    dt;      // s, 1e-5 to 0.1; default 1/60
    bool     hash;    // also compute the hash of the state after this step; default false
    bool     profile; // also measure the GPU time of each stage; default false
    uint32_t debug;   // massa_debug bits: what to draw as MASSA_VIEW_DEBUG_LINES; default 0, which costs nothing
} massa_step_desc;

static inline massa_step_desc massa_default_step_desc(void)
{
    massa_step_desc d = MASSA_ZERO;
    d.cookie          = MASSA_COOKIE(2, massa_step_desc);
    d.dt              = 1.0f / 60.0f;
    return d;
}

// Records one step into a command buffer in the recording state, outside a render pass. Steps are numbered from 1 in
// the order they are recorded and must run in that order, each once, on one queue.
// Begins with a barrier from ALL_COMMANDS (so earlier draws may still read the views) and ends with one to ALL_COMMANDS
// and HOST, memory read: whatever follows in submission order may read the views as they are.
MASSA_API MASSA_CHECK massa_result massa_cmd_step(massa_world*, VkCommandBuffer, const massa_step_desc*);
MASSA_API uint64_t massa_world_last_step(const massa_world*); // number of the last recorded step; 0 before the first

// ---- Snapshot ----

// A block that can hold the whole of a world: its state, ids, and edits not yet played.
MASSA_API MASSA_CHECK massa_result massa_create_snapshot(massa_world*, massa_snapshot** out);
MASSA_API void massa_destroy_snapshot(massa_snapshot*); // before its world; null is fine
// Records the copy of the state as the steps recorded before leave it. Ready when the command buffer has finished.
MASSA_API MASSA_CHECK massa_result massa_cmd_save(massa_world*, VkCommandBuffer, massa_snapshot*);
// Records the way back; ids and pending edits change at once. The block must be ready. Events go on from what had been
// reported when it was saved.
MASSA_API MASSA_CHECK massa_result massa_cmd_restore(massa_world*, VkCommandBuffer, const massa_snapshot*);
// The block as bytes without pointers, to store or send; load accepts it in any world of equal capacities, settings and
// broad phase, on any device. A block that is damaged or forged is refused, and the snapshot keeps what it held.
// massa_snapshot_bytes before the copy has run: MASSA_NOT_READY.
MASSA_API MASSA_CHECK massa_result massa_snapshot_bytes(const massa_snapshot*, const void** data, size_t* size);
MASSA_API MASSA_CHECK massa_result massa_snapshot_load(massa_snapshot*, const void* data, size_t size);

// ---- Record and replay ----

// Called once inside each massa_cmd_step with that step and its edits as one block, which dies with the call; the
// callback must not use the world. Null stops recording.
typedef void (*massa_record_fn)(void* user, const void* block, size_t size);
MASSA_API MASSA_CHECK massa_result massa_world_set_recorder(massa_world*, massa_record_fn, void* user);
// Records a step from such a block in place of edits and massa_cmd_step; ids come out as they did then. A world of equal
// settings takes all blocks since it was made, or since the snapshot it was restored from, in their order. A block that
// is damaged, out of order or forged is refused and changes nothing.
MASSA_API MASSA_CHECK massa_result massa_cmd_replay(massa_world*, VkCommandBuffer, const void* block, size_t size);

#if defined(__cplusplus)
}
#endif

#endif
