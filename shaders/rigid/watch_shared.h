#ifndef MAS_WATCH_SHARED_H
#define MAS_WATCH_SHARED_H

#include "types_shared.h"

STRUCT(watch_entry) // what the host asks for
{
    uint slot;
    uint generation;
};

STRUCT(watch_answer) // all zero when that body is gone
{
    mas_vec4 position;         // m; w 1 when the body is there
    mas_vec4 rotation;
    mas_vec4 velocity;         // m/s; w 0
    mas_vec4 angular_velocity; // rad/s, world axes; w 0
};

#endif
