#define VMA_IMPLEMENTATION
#include "vma.h"
