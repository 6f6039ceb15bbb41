// From the cages of a world to one set of arrays: which part each cage has, and the contents.
#ifndef MAS_SURFACES_H
#define MAS_SURFACES_H

#include "subdivision.h"

// Spans for all cages, and each surface's share. A cage may stand here several times: each is a surface of its own.
void mas_surfaces_plan(mas_surfaces*, mas_arena*, const massa_cage* const* cages, uint32_t count, mas_surface_range*);

// Writes every table, with the numbers of the whole arrays, and the cages' points into the staging span; mapped is
// where the upload class begins. Once, when the arena is allocated.
void mas_surfaces_stage(const mas_surfaces*, const massa_cage* const* cages, const mas_surface_range*, uint8_t* mapped);
// Copies what was staged: once, before the first step of a world. points: also the cages' points to point and previous
// (rows' are 0 until points.c has run); not when a snapshot has brought them.
void mas_surfaces_record(const mas_surfaces*, mas_recorder*, bool points);

#endif
