#include "probe.h"

massa_result mas_probe_create(massa_device* d)
{
    (void)d;
    return MASSA_OK;
}

void mas_probe_destroy(massa_device* d)
{
    (void)d;
}
