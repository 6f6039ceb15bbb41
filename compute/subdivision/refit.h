#ifndef MAS_REFIT_H
#define MAS_REFIT_H

#include "subdivision.h"
#include "subdivision/refit_shared.h"

typedef struct mas_refit
{
    mas_span node;                            // surface_node: a table
    mas_span staging;                         // mapped: the same, for as long as the world lives
    mas_span box;                             // surface_box: of patches, then of nodes; stays until a surface is stale
    mas_span meshlet_box;                     // surface_box by meshlet of the collision level
    uint32_t patches, boxes, nodes, surfaces; // boxes: patches and the tree's inner nodes; nodes: entries of the table
    uint32_t slices;                          // threads a patch, for its meshlets
    struct
    {
        uint32_t first, count;      // boxes
    } height[REFIT_MAX_HEIGHT + 1]; // of all surfaces, patches lowest
    uint32_t top;                   // the highest; even
    mas_pass patch_boxes, node_boxes, meshlet_boxes;
} mas_refit;

extern const mas_kernel_desc mas_refit_kernels[];
extern const uint32_t mas_refit_kernel_count;

// One range for each surface, in the order of the arrays. meshlet_room: of the collision level; 0: no meshlets.
void mas_refit_plan(mas_refit*, mas_arena*, const mas_surface_range*, uint32_t surfaces, uint32_t meshlet_room);
// Writes the table into the staging span, from the same ranges; mapped is where the upload class begins. Once, when the
// arena is allocated.
void mas_refit_stage(const mas_refit*, const mas_surface_range*, uint8_t* mapped);
// Copies what was staged: once, before the first step of a world.
void mas_refit_upload(const mas_refit*, mas_recorder*);
// The table itself, r->nodes entries.
void mas_refit_table(const mas_refit*, const mas_surface_range*, surface_node* out);

massa_result mas_refit_create(mas_refit*, mas_kernels*, const mas_surfaces*, const mas_tessellation* collision);
// Boxes of patches, tree and meshlets of surfaces that are stale, or of all: when levels changed.
void mas_refit_record(const mas_refit*, mas_recorder*, bool all);

#endif
