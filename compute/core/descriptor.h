// What the passes of a world are bound with: descriptor sets and views of texels. For kernel.c alone.
#ifndef MAS_DESCRIPTOR_H
#define MAS_DESCRIPTOR_H

#include "kernel.h"

// Room for one more element of size bytes in *array.
massa_result mas_grow(massa_device*, void** array, uint32_t count, uint32_t* room, size_t size);
massa_result mas_allocate_set(mas_kernels*, VkDescriptorSetLayout, VkDescriptorSet* out);
massa_result mas_find_texels(mas_kernels*, mas_span, VkBufferView* out);

#endif
