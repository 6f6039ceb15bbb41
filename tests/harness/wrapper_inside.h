// Between wrapper.c and wrapper_calls.c.
#ifndef MAS_TEST_WRAPPER_INSIDE_H
#define MAS_TEST_WRAPPER_INSIDE_H

#include "wrapper.h"

typedef struct wrapped_function
{
    const char* name;
    PFN_vkVoidFunction function;
} wrapped_function;

// clang-format off
#define WRAPPED(name) { #name, (PFN_vkVoidFunction)wrap_##name }
// clang-format on

extern wrapper mas_wrapper;
extern int mas_wrapper_inside_driver; // above 0 while the driver runs on massa's behalf

PFN_vkVoidFunction mas_wrapper_device_function(const char* name); // null when it is not wrapped

#endif
