// Shape of the two dispatches in scan.glsl, for the kernels and for the stages that plan their scratch.
#ifndef MAS_SCAN_SHARED_H
#define MAS_SCAN_SHARED_H

#include "list_shared.h"

// Room for one block's chunks, one chunk per thread: the most threads a workgroup may have.
#define SCAN_MAX_THREADS 128
// Threads that add up the blocks before. Few, because every thread then adds up these; enough to make the walk short:
// 512 loads each before the last of 32M entries.
#define SCAN_LANES 8

#endif
