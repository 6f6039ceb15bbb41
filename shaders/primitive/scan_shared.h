// Shape of the two dispatches in scan.glsl, for the kernels and for the stages that plan their scratch.
#ifndef MAS_SCAN_SHARED_H
#define MAS_SCAN_SHARED_H

#include "list_shared.h"

#define SCAN_CHUNK 32 // entries that a thread walks at a time: two cache lines
#define SCAN_BLOCK_CHUNKS (LIST_BLOCK / SCAN_CHUNK)
#define SCAN_MAX_THREADS 128 // the most that a workgroup may have
// Blocks whose sums are added up once more, so that the second dispatch need not read the sum of every block before: a
// sum of all, three unused words, the sums of the blocks.
#define SCAN_PILE 64
#define SCAN_PILE_STRIDE (4 + SCAN_PILE)
// Lanes of a team (scan_together.glsl), the entries that each walks at a time, and the most that a short list has room for:
// one team may scan that alone.
#define SCAN_TEAM 8
#define SCAN_LANE_ENTRIES 16
#define SCAN_SHORT 65536

#endif
