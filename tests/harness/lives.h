// Lives of a few steps in which every number that a poll tells changes: the second step is the busiest, the last one
// quieter. For tests of what polls say of several steps. The same calls for the same step in any world.
#ifndef MAS_TEST_LIVES_H
#define MAS_TEST_LIVES_H

#include "api.h"

enum
{
    LIVES_STEPS  = 4,
    LIVES_THINGS = 768
};

typedef struct lives_one
{
    massa_world* w;
    massa_step_desc step; // what to record next, set by the edits
    massa_body_id body[LIVES_THINGS];
    massa_particle_id grain[LIVES_THINGS];
    massa_grains_id kind;
    massa_liquid_id liquid;
    massa_shape_id shape;
} lives_one;

typedef void (*lives_edit_fn)(lives_one*, uint32_t step); // before each step, numbered from 1

// Balls in one place, some of which come and go, and bodies that leave the world: more pairs, contacts, lines and
// events than there is room for.
massa_world_desc lives_heap_desc(void);
void lives_heap(lives_one*, uint32_t step);

// A sheet of balls that touch, a large one with more contacts than there are colours, and a few that sleep and wake.
massa_world_desc lives_crowd_desc(massa_schedule);
void lives_crowd(lives_one*, uint32_t step);

// Grains in one place, with too few neighbours, and some that leave the grid.
massa_world_desc lives_grains_desc(void);
void lives_grains(lives_one*, uint32_t step);

// Drops in a row of sensors and in a drain, one of them fast. Up to 13 live at once, and a step has up to 7 events.
massa_world_desc lives_drops_desc(uint32_t room, uint32_t events);
void lives_drops(lives_one*, uint32_t step);

#endif
