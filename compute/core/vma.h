// VMA as both of its users see it: the C that calls it and the one C++ file that compiles it.
#ifndef MAS_VMA_H
#define MAS_VMA_H

#define VMA_STATIC_VULKAN_FUNCTIONS 0
#define VMA_DYNAMIC_VULKAN_FUNCTIONS 0 // the table comes from device.c
#define VMA_VULKAN_VERSION 1001000
#define VMA_STATS_STRING_ENABLED 0
#include <volk.h>
#include <vk_mem_alloc.h>

#endif
