// Shapes, colliders and their contacts: from boxes that overlap to bodies that sleep.
#ifndef MAS_FAMILY_COLLISION_H
#define MAS_FAMILY_COLLISION_H

#include "collision/bounds.h"
#include "collision/broad.h"
#include "collision/lines.h"
#include "collision/narrow.h"
#include "rigid/blocks.h"
#include "rigid/graph.h"
#include "rigid/sleep.h"
#include "rigid/solve.h"
#include "rigid/touch.h"
#include "rigid/whole.h"
#include "simulation.h"

typedef struct mas_collision_part
{
    mas_colliders colliders;
    mas_ring collider_ring, hull_ring;
    // Only in a world whose bodies meet: pairs.capacity is not 0.
    mas_pairs pairs;
    mas_bounds bounds;
    mas_broad broad;
    mas_narrow narrow;
    mas_graph graph;   // with the schedule of colours,
    mas_blocks blocks; // or of blocks
    bool in_blocks;
    mas_whole whole; // the same as graph and solve do, for a small world
    bool in_whole;   // in the step that is recorded (small.h)
    float cell;      // m, of the blocks; 0: not known
    mas_solve solve;
    mas_lines lines;
    mas_sleep sleep;
    mas_touch touch; // of a world whose bodies do not meet it holds nothing
    // What the step is to the bodies.
    mas_sleep_settings rest;
    mas_joint_colours joints;
    bool meets; // colliders may touch
    bool rests; // nothing changes: it is left out
} mas_collision_part;

enum
{
    COLLISION_CONTACTS, // report: contact_counters
    COLLISION_SCHEDULE, // graph_counters, or blocks_counters
    COLLISION_LINES,    // lines_header
    COLLISION_SLEEP,    // sleep_state
};

enum // overflows
{
    COLLISION_PAIR_ROOM,
    COLLISION_CONTACT_ROOM,
    COLLISION_LINE_ROOM,
};

// What the contact solver reads in a step, as the world's settings have it. places: capacity.
solve_params mas_contact_params(const massa_world_desc*, massa_vec3 gravity, float dt, uint32_t places);

// module/collision_plan.c
void mas_collision_plan(mas_simulation*, mas_arena*, const massa_world_desc*);
massa_result mas_collision_create(mas_simulation*);

// module/collision_sound.c
bool mas_collision_state_sound(const massa_world*, const mas_tables*, const uint8_t* state);
uint32_t mas_told_places(const massa_world*, const uint8_t* state); // of what has been told to touch

#endif
