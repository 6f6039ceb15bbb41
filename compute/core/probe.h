// The probe: one small kernel that shows whether a device rounds as every other device that passes.
#ifndef MAS_PROBE_H
#define MAS_PROBE_H

#include "device.h"

massa_result mas_probe_create(massa_device*);
void         mas_probe_destroy(massa_device*);

#endif
