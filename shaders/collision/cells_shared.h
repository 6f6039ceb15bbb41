// The uniform grid: entries of colliders in cells, and the cells where some of them may meet (compute/collision/cells.c
// tells the story).
#ifndef MAS_CELLS_SHARED_H
#define MAS_CELLS_SHARED_H

#include "list_shared.h"

// How colliders are entered in cells, and which thread looks for pairs there.
#define CELLS_LABELS 0  // by spheres: home and phantom cells, doubles known by labels; one thread per home
#define CELLS_OWNER 1   // by boxes: a pair belongs to one of the cells that both touch; one thread per collider
#define CELLS_BY_CELL 2 // as CELLS_LABELS, but one thread per collision cell: the reference of the tests

#define CELLS_EACH 8  // entries of a collider: at most two cells along each axis
#define CELLS_BITS 10 // of a coordinate in a cell's id; it wraps, which keeps its parity
#define CELLS_NONE 0xFFFFFFFFu // key of an entry that is not used; sorts last

// An entry's key: the cell's id, then whether the cell is a phantom one. What goes with it: the collider, and the axes
// (bits 0 to 2) along which the cell is a step away from the first one: the home cell, or the lowest one.
#define CELLS_SLOT_MASK 0x00FFFFFFu
#define CELLS_STEP_SHIFT 24

// What the candidates of a home came to, so that the second walk tests nothing again; more than that are tested again.
#define CELLS_HIT_WORDS 8
#define CELLS_HITS 256

STRUCT(cells_push)
{
    mas_range range;
    float cell; // m, wanted edge; 0, or too small for the largest collider: the smallest that is right
};

STRUCT(cells_sizes) // over all bounded colliders, as the bits of floats that are not negative
{
    uint size;  // m: the largest radius (labels), or the longest edge of a box (owner)
    uint reach; // m: the largest coordinate, without its sign
};

STRUCT(cells_run) // a collision cell, where two may meet: its entries side by side, home ones, then phantom ones
{
    uint start;
    uint homes;
    uint phantoms;
    uint label; // parity of the cell's coordinates, 0 to 7
};

STRUCT(cells_home) // by collider: its home entry in its run; all 0 but control when no other collider is there
{
    uint start;   // of the run
    uint next;    // entry after its own: candidates are from here
    uint homes;   // to here those at home too,
    uint end;     // and to here phantom ones
    uint control; // label of the home cell in bits 0 to 2, then a bit for each label that it touches
    uint hit[CELLS_HIT_WORDS]; // candidates that are pairs, a bit each
};

STRUCT(cells_range) // by collider and step: the entries behind its own in that cell
{
    uint next;
    uint end;
};

#endif
