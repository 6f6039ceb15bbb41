// Surfaces in the tables: their cages' points as calls and replays last set them. What is recorded of them, too.
#ifndef MAS_SURFACE_TABLES_H
#define MAS_SURFACE_TABLES_H

#include "subdivision/subdivision.h"
#include "tables.h"

enum
{
    MAS_MAX_SURFACES        = 1024,
    MAS_MAX_COLLISION_LEVEL = 16,
    MAS_MAX_QUERIES         = 1 << 16
};
#define MAS_MAX_CAGE_POINT 1e4f // m

// What a host gives, in a block: then count points as three floats. count may be 0 when a shader wrote them.
typedef struct surface_edit
{
    uint32_t surface;
    uint32_t first, count; // points of the cage
    uint32_t refresh;      // 1: a shader of the host's wrote points
} surface_edit;

massa_result mas_check_surfaces(massa_device*, const massa_world_desc*); // in words
uint64_t mas_surface_points(const massa_world_desc*);                    // of all cages
uint64_t mas_surfaces_hash(const massa_world_desc*);     // of cages and levels that change results; 0: none
uint32_t mas_draw_room(const massa_surface_desc*);       // the largest uniform level
uint32_t mas_edge_level(uint32_t level, uint32_t depth); // what a uniform level is to an edge

void mas_surfaces_init(mas_tables*, const massa_world_desc*); // after lay-out: points as the cages have them
void mas_set_surface_points(mas_tables*, uint32_t surface, uint32_t first, const massa_vec3*, uint32_t count);
void mas_refresh_surface(mas_tables*, uint32_t surface);
bool mas_surface_moves(const mas_surface_slot*);                    // in the next step
uint64_t mas_surfaces_history(const mas_tables*, uint64_t history); // with what is pending
void mas_clear_surfaces(mas_tables*);                               // a step has it

// Recording: bytes of what is pending, at most; writing it, or with null counting its bytes; whether a block's part can
// be; playing it.
uint64_t mas_surface_edits_room(const massa_world_desc*);
uint64_t mas_surface_edits_write(const mas_tables*, uint8_t* to);
bool mas_surface_edits_sound(const mas_tables*, const uint8_t* from, size_t size);
bool mas_surface_edits_play(mas_tables*, const uint8_t* from, size_t size); // true

// A block from outside has the surfaces that this one has, and numbers that can be.
bool mas_surfaces_sound(const mas_tables*, const mas_tables* own);

#endif
