// Every result code with its sentence.
#include "massa/massa.h"

static const char* const text[MASSA_RESULT_COUNT] = {
    [MASSA_OK]         = "Fine.",
    [MASSA_NOT_READY]  = "The answer is not there yet: ask again after the GPU has finished.",
    [MASSA_ERROR_NULL] = "A required pointer is null.",
    [MASSA_ERROR_COOKIE] =
        "The desc was not made by its massa_default_ function, or by that of another version: begin with it.",
    [MASSA_ERROR_RANGE]      = "A value is outside its documented range: the log names the field and the limit.",
    [MASSA_ERROR_STALE_ID]   = "The id is null or its object is gone.",
    [MASSA_ERROR_IN_USE]     = "Something else still needs the object: the log names it.",
    [MASSA_ERROR_CAPACITY]   = "The world is full: raise the capacity that the log names, or use massa_world_resize.",
    [MASSA_ERROR_EDITS_FULL] = "Too many edits for one step: record a step, or raise the capacity that the log names.",
    [MASSA_ERROR_IN_FLIGHT]  = "Too many steps are in flight: tell massa_world_poll which have finished.",
    [MASSA_ERROR_NO_VULKAN]  = "Vulkan 1.1 is missing: install or update the device's driver.",
    [MASSA_ERROR_NO_COMPUTE_QUEUE] = "The queue family cannot compute: choose the one massa_query_device_needs names.",
    [MASSA_ERROR_DEVICE_LIMIT]     = "The device is too small for this: the log names the limit.",
    [MASSA_ERROR_HOST_MEMORY]      = "Host memory ran out.",
    [MASSA_ERROR_DEVICE_MEMORY]    = "Device memory ran out: lower the capacities.",
    [MASSA_ERROR_VULKAN]           = "A Vulkan call failed: the log names it.",
    [MASSA_ERROR_SNAPSHOT]         = "The snapshot is damaged, or of a world with other capacities or settings.",
    [MASSA_ERROR_RECORDING]        = "The recorded step is damaged, or does not follow from the world's present state.",
};

const char* massa_result_text(massa_result result)
{
    if ((int)result < 0 || result >= MASSA_RESULT_COUNT) return "Not a massa_result.";
    return text[result];
}
