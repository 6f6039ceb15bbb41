// The probe: one small kernel that shows whether a device rounds as every other device that passes.
#ifndef MAS_PROBE_H
#define MAS_PROBE_H

#include "kernel.h"

massa_result mas_probe_create(massa_device*);
void mas_probe_destroy(massa_device*);

extern const mas_kernel_desc mas_probe_kernels[];
extern const uint32_t mas_probe_kernel_count;

#endif
