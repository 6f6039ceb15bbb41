// The schedule of blocks (compute/rigid/blocks.c tells the story). Bodies that contacts push are numbered along a curve
// through space: their ranks. A block is a piece of it, and a group solves its contacts near by, colour by colour. There
// are two partitions into blocks, along two curves, so that few contacts are between blocks of both.
#ifndef MAS_BLOCKS_SHARED_H
#define MAS_BLOCKS_SHARED_H

#include "list_shared.h"

#define BLOCK_BODIES 256       // ranks of a block
#define BLOCK_COLOURS 32       // of a block; contacts beyond them are solved by one thread, in their order
#define BLOCK_KEY_BITS 23      // of a cell's number on the curve; the bit above them is the partition
#define BLOCK_SHIFT 3          // cells that the second partition is shifted by: half the edge of a block of bodies, one a cell
#define BLOCK_ENTRIES 8        // lone contacts that a body may have; of a body with more, none is lone but all are late
#define BLOCK_NOBODY 0xFFFFFFFFu
#define BLOCK_CONTACTS 1024    // taken near by at a time while a block is coloured
#define BLOCK_LONE_CONTACTS 256 // lone contacts that one group takes

// Where the contacts of a place are solved.
#define BLOCK_FIRST 0u  // in a block of the first partition: all bodies that it pushes are there
#define BLOCK_SECOND 1u // in one of the second,
#define BLOCK_LONE 2u   // by itself, on copies of its bodies,
#define BLOCK_LATE 3u   // or after all blocks of the first, one after the other

// Of a place: numbers of its two bodies in the block, BLOCK_OUTSIDE for one that is not pushed or if there is no block.
#define BLOCK_NUMBER_BITS 9
#define BLOCK_OUTSIDE 256u
#define BLOCK_WHERE_SHIFT 30 // BLOCK_FIRST and so on from there up

STRUCT(blocks_params) // a uniform block
{
    uint  bodies;       // slots in use
    uint  blocks;       // of the first partition; the second has one more
    uint  contacts;     // capacity
    float inverse_cell; // 1/m; cells of the curve
};

STRUCT(block_list) // of a block, and behind those of both partitions the lone contacts with no colour but the first
{
    uint first[BLOCK_COLOURS + 2]; // places of each colour, of the contacts without one, and the end
    uint colours;                  // with contacts
    uint spare;
};

STRUCT(block_link) // of a contact
{
    uint a;      // ranks of the bodies that it pushes, in the partition that solves it, or BLOCK_NOBODY
    uint b;
    uint slot_a; // of both bodies
    uint slot_b;
    uint colour;
    uint number; // among the contacts of the block with this colour
    uint spare;
    uint spare_1;
};

STRUCT(body_copies) // of a body in the second partition: one if contacts there push it, and one for each lone contact
{
    uint second; // 1: contacts of the second partition push it
    uint lone;   // lone contacts, this many of entry
    uint wished; // contacts that would be
    uint spare;
    uint entry[BLOCK_ENTRIES]; // 2 * number among the lone contacts, + 1 if it is their second body; in any order
};

// Headers before the lists of the blocks.
#define BLOCKS_PLACES 0   // all places
#define BLOCKS_FIRST 1    // groups for the first partition,
#define BLOCKS_SECOND 2   // for the second and the lone contacts,
#define BLOCKS_LATE 3     // for the late ones
#define BLOCKS_HEADERS 4

STRUCT(blocks_header) // at offsets that every device can bind
{
    list_header list;
    uint spare[52];
};

STRUCT(blocks_counters) // behind the headers, as large as one
{
    uint first;    // contacts in blocks of the first partition
    uint second;   // of the second,
    uint lone;     // in no block: by themselves, or,
    uint late;     // so many of these, one after the other
    uint overflow; // contacts of blocks without a colour
    uint colours;  // most of a block
    uint blocks;   // of the first partition, with contacts
    uint spare[57];
};

#define BLOCKS_START 1u  // impulses of the last step, once more
#define BLOCKS_BIAS 2u
#define BLOCKS_RELAX 4u
#define BLOCKS_IMPACT 8u
#define BLOCKS_SWEEPS 15u // all of these
#define BLOCKS_GATHER 16u // first bring together what the copies became

STRUCT(blocks_push)
{
    uint where;     // BLOCK_FIRST; BLOCK_SECOND, the lone ones with it; BLOCK_LATE
    uint sweeps;    // BLOCKS_*
    uint blocks;    // of the first partition
    uint bodies;    // slots in use
    uint lone_part; // where in the copies the part of the lone contacts begins
};

STRUCT(blocks_move)
{
    mas_range range;
    uint lone_part;
};

#endif
