// The host's VMA, set up differently from massa's: were one to take parts of the other, sizes would not fit.
#define VMA_STATIC_VULKAN_FUNCTIONS 0
#define VMA_DYNAMIC_VULKAN_FUNCTIONS 1
#define VMA_VULKAN_VERSION 1000000
#define VMA_STATS_STRING_ENABLED 1
#define VMA_DEBUG_MARGIN 64
#include <volk.h>
#include <vk_mem_alloc.h>
