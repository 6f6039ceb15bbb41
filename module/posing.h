// Surfaces of a world on the GPU: the stage "pose surfaces" of a step, and what the host keeps to run it.
#ifndef MAS_POSING_H
#define MAS_POSING_H

#include "subdivision/mesh.h"
#include "subdivision/points.h"
#include "subdivision/query.h"
#include "subdivision/surfaces.h"
#include "subdivision/take.h"
#include "subdivision/tessellate.h"
#include "tables.h"

typedef struct mas_mesh_counts // of a surface at a uniform level
{
    uint64_t vertices, triangles, meshlets;
} mas_mesh_counts;

// One block of host memory, as long as the world lives; nothing of it is state.
typedef struct mas_surface_host
{
    uint32_t count, edges;
    bool drawn;  // at least one of them is
    bool fresh;  // the device has no tables yet, or others than these: all is to be told it
    bool remesh; // levels for drawing have changed
    massa_surface_desc* desc;
    const massa_cage** cage;
    mas_surface_range* range;
    mas_mesh_counts* collision; // of the mesh
    mas_mesh_counts collisions; // of all
    uint32_t* collision_level;
    uint32_t* draw_limit; // the largest level there is room for
    uint32_t* draw_level; // 0: each edge has its own
    uint32_t* first_kept; // of its cage's points among those of all cages
    uint32_t* stale;      // 1: to be evaluated in the next step, whether its points change or not
    uint32_t* telling;    // room for what is told to the device
    uint8_t* edge_level;  // of surfaces with draw_level 0
    bool* edges_changed;  // by surface
} mas_surface_host;

typedef struct mas_posing // all zero in a world without surfaces
{
    mas_surface_host* host;
    mas_surfaces all;
    mas_span kept; // state: vec4, m, the cages' points alone, as the last step had them
    mas_tessellation collision, draw;
    mas_mesh collision_mesh, draw_mesh;
    mas_take take;
    mas_points points;
    mas_tessellate collision_vertices, draw_vertices;
    mas_refit refit;
    mas_query query; // capacity 0: none can be asked
    mas_ring point_ring, level_ring, query_ring;
    mas_ring answer_ring; // read back
} mas_posing;

// What is asked of a step.
typedef struct mas_posing_step
{
    uint32_t slot; // in the rings
    float dt;      // s
    const query_record* queries;
    uint32_t query_count;
} mas_posing_step;

uint64_t mas_surface_host_bytes(const massa_world_desc*);
// *out is null for a world without surfaces.
massa_result mas_surface_host_create(massa_device*, const massa_world_desc*, mas_surface_host** out);
mas_mesh_counts mas_count_mesh(const massa_cage*, uint32_t level);

void mas_posing_plan(mas_posing*, mas_arena*, mas_surface_host*, const massa_world_desc*);
massa_result mas_posing_create(mas_posing*, mas_kernels*); // also writes what is mapped for good
// Tables, and unless a state is already there, points: before the first step.
void mas_posing_open(mas_posing*, mas_recorder*, bool points);
void mas_posing_stir(mas_posing*); // the state is another one: all are evaluated in the next step
void mas_posing_record(mas_posing*, mas_recorder*, const mas_tables*, const mas_posing_step*);
// A snapshot's tables and state.
bool mas_posing_sound(const mas_posing*, const mas_tables*, const uint8_t* state);

#endif
