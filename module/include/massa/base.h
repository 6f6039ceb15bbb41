// What every part of the API needs: version, results, vectors, ids and the log.
#ifndef MASSA_BASE_H
#define MASSA_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <vulkan/vulkan_core.h>

#define MASSA_VERSION_MAJOR 0
#define MASSA_VERSION_MINOR 1
#define MASSA_VERSION_PATCH 0

#if defined(_WIN32)
#define MASSA_API
#else
#define MASSA_API __attribute__((visibility("default")))
#endif
#if defined(__GNUC__)
#define MASSA_CHECK __attribute__((warn_unused_result))
#else
#define MASSA_CHECK
#endif
#if defined(__cplusplus)
#define MASSA_ZERO {}
#else
#define MASSA_ZERO { 0 }
#endif

// A desc carries the version and size that the host was compiled with: an old header is refused, not misread.
#define MASSA_COOKIE(version, type) (0x6d610000u ^ ((uint32_t)(version) << 24) ^ (uint32_t)sizeof(type))

#if defined(__cplusplus)
extern "C" {
#endif

// ---- Results ----

typedef enum massa_result
{
    MASSA_OK = 0,
    MASSA_NOT_READY,             // asked too early; nothing is wrong
    MASSA_ERROR_NULL,            // a required pointer is null
    MASSA_ERROR_COOKIE,          // a desc was not made by its default function, or by that of another version
    MASSA_ERROR_RANGE,           // a field is outside its documented range, or not a number
    MASSA_ERROR_STALE_ID,        // an id is null or its object is gone
    MASSA_ERROR_IN_USE,          // something else still needs the object: the log names it
    MASSA_ERROR_CAPACITY,        // the world is full: raise the capacity that the log names
    MASSA_ERROR_EDITS_FULL,      // too many edits for one step: record a step, or raise the capacity that the log names
    MASSA_ERROR_IN_FLIGHT,       // more steps in flight than max_steps_in_flight, or some where none may be
    MASSA_ERROR_NO_VULKAN,       // no usable Vulkan 1.1 entry points
    MASSA_ERROR_NO_COMPUTE_QUEUE,// the queue family cannot compute
    MASSA_ERROR_DEVICE_LIMIT,    // the device is below a required limit, or a capacity is above what it can bind
    MASSA_ERROR_HOST_MEMORY,     // the host's allocator returned null
    MASSA_ERROR_DEVICE_MEMORY,   // the device has no room for the world's buffers
    MASSA_ERROR_VULKAN,          // a Vulkan call failed: the log names it
    MASSA_ERROR_SNAPSHOT,        // a snapshot block is damaged, or of a world with other capacities or settings
    MASSA_ERROR_RECORDING,       // a recorded step is damaged, or does not follow from the world's present state or the step
                                 // before it
    MASSA_RESULT_COUNT
} massa_result;

// One sentence that says what is wrong and what to do. The log gets a more precise one with the field and the limit.
MASSA_API const char* massa_result_text(massa_result result);

// ---- Vocabulary ----

typedef struct massa_vec3 { float x, y, z; } massa_vec3;
typedef struct massa_quat { float x, y, z, w; } massa_quat; // unit; rotates body axes into the world
typedef struct massa_pose { massa_vec3 position; massa_quat rotation; } massa_pose; // of one frame in another; m

// Index, generation and kind in 64 bits; 0 is null. An id outlives its object safely: it turns stale. It belongs to its
// world, and to what is restored or replayed from it; another world's bodies may have the same ids.
typedef struct massa_body_id     { uint64_t bits; } massa_body_id;
typedef struct massa_shape_id    { uint64_t bits; } massa_shape_id;
typedef struct massa_grains_id   { uint64_t bits; } massa_grains_id;
typedef struct massa_particle_id { uint64_t bits; } massa_particle_id;
typedef struct massa_joint_id    { uint64_t bits; } massa_joint_id;
typedef struct massa_liquid_id   { uint64_t bits; } massa_liquid_id;
typedef struct massa_emitter_id  { uint64_t bits; } massa_emitter_id;

typedef struct massa_device   massa_device;
typedef struct massa_world    massa_world;
typedef struct massa_snapshot massa_snapshot;
typedef struct massa_cage     massa_cage;
typedef struct massa_surface_desc massa_surface_desc;

typedef enum massa_log_level { MASSA_LOG_INFO, MASSA_LOG_WARNING, MASSA_LOG_ERROR } massa_log_level;
typedef void (*massa_log_fn)(void* user, massa_log_level level, const char* sentence); // sentence dies with the call

#if defined(__cplusplus)
}
#endif

#endif
