// volk's implementation, for programs of our own; the library itself has no Vulkan globals.
#define VOLK_IMPLEMENTATION
#include <volk.h>
