// Device memory when the host brings none of its own: VMA behind massa_memory_functions.
#ifndef MAS_MEMORY_H
#define MAS_MEMORY_H

#include "device.h"

// Fills device->memory with VMA's functions unless the host gave its own.
massa_result mas_memory_create(massa_device*, PFN_vkGetInstanceProcAddr, PFN_vkGetDeviceProcAddr);
void mas_memory_destroy(massa_device*);

#endif
