// A plug-in with a massa of its own. PLUGIN is its name.
#include "../fall.h"

#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)

typedef massa_result (*create_device)(const massa_device_desc*, massa_device**);

float         JOIN(fall_in_, PLUGIN)(host* h);
create_device JOIN(massa_of_, PLUGIN)(void);

float JOIN(fall_in_, PLUGIN)(host* h)
{
    return fall(h, vkGetInstanceProcAddr);
}

create_device JOIN(massa_of_, PLUGIN)(void)
{
    return massa_create_device;
}
