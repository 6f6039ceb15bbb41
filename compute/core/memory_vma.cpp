// The only C++ file: VMA's implementation. A library never aborts its host, so its assertions are off here.
#define VMA_ASSERT(condition) ((void)0)
#define VMA_ASSERT_LEAK(condition) ((void)0)
#define VMA_IMPLEMENTATION
#if defined(__GNUC__)
#pragma GCC diagnostic ignored "-Wunused-parameter"
#pragma GCC diagnostic ignored "-Wunused-variable"
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"
#pragma GCC diagnostic ignored "-Wparentheses"
#pragma GCC diagnostic ignored "-Wunused-function"
#pragma GCC diagnostic ignored "-Wimplicit-fallthrough"
#pragma GCC diagnostic ignored "-Wtype-limits"
#endif
#include "vma.h"
