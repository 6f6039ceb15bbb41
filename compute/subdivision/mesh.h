#ifndef MAS_MESH_H
#define MAS_MESH_H

#include "subdivision.h"
#include "primitive/scan.h"
#include "subdivision/mesh_shared.h"

typedef struct mas_mesh
{
    mas_span surface; // mesh_surface by surface: what the host asks; kept, and written by it before mas_mesh_record
    mas_span beyond;  // uint: levels outside 1 to their limit, brought back into it when levels were last taken
    mas_span counts;  // scratch: of vertices by edge, by patch; of triangles, of meshlets by patch, and one more each
    mas_span list;    // header of the counts, whose number never changes
    mas_span total;
    mas_pass level, count, place, triangles;
    mas_scan scan;
    uint32_t edges, patches, regulars, vertices, surfaces;
    uint32_t slices; // threads a patch; no number depends on it
    bool drawn;
} mas_mesh;

extern const mas_kernel_desc mas_mesh_kernels[];
extern const uint32_t mas_mesh_kernel_count;

// The level set of all surfaces whose levels never pass limit[i] (1 to SURFACE_MAX_LEVEL; of depth 0, halved with each
// depth): room is made for that, so that nothing overflows.
void mas_mesh_plan(mas_mesh*, mas_tessellation*, mas_arena*, const mas_surfaces*, const massa_cage* const* cages,
                   const uint32_t* limit, bool drawn);
massa_result mas_mesh_create(mas_mesh*, mas_kernels*, const mas_surfaces*, const mas_tessellation*);
// What to write for surface i into mas_mesh.surface: level 1 to limit, or 0 when tessellation.level belongs to another
// user.
mesh_surface mas_mesh_surface(const mas_surface_range*, uint32_t level, uint32_t limit);
// Levels -> everything of the level set but position and normal. The caller tessellates all surfaces next, stale or
// not, because vertices of all have other numbers now. Surfaces with level 0 keep what stands in tessellation.level,
// which must have been written once.
void mas_mesh_record(const mas_mesh*, mas_recorder*);

#endif
