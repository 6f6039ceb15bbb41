// Twin of compute/subdivision/mesh.c: vertices are numbered, and triangles listed, one after the other.
#ifndef MAS_ORACLE_MESH_H
#define MAS_ORACLE_MESH_H

#include "surfaces.h"
#include "subdivision/mesh_shared.h"

typedef struct oracle_mesh
{
    uint32_t edges, patches, surfaces;
    uint32_t* level; // by edge: in, somebody's levels; out, those that count
    uint32_t* first; // as in mas_tessellation
    uint32_t* triangle;
    uint32_t* meshlet;
    uint32_t* index;
    uint32_t* meshlets;
    uint32_t* draws;
    tessellate_task* task;
    uint32_t vertices, triangles, meshlet_count;
    uint32_t beyond;
} oracle_mesh;

oracle_mesh oracle_create_mesh(const oracle_surfaces*, uint32_t triangles, uint32_t meshlets); // room for so many
void oracle_destroy_mesh(oracle_mesh*);

uint32_t oracle_mesh_level(uint32_t level, uint32_t depth); // of an edge halved so often
void oracle_mesh_build(oracle_mesh*, const oracle_surfaces*, const mesh_surface* asked);

#endif
