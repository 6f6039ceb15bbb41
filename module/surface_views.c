// The arrays of surfaces as a host sees them.
#include "family_surface.h"
#include "world.h"

typedef struct part
{
    mas_span span;
    uint64_t count; // elements in use
} part;

static part all_of(mas_span span, uint64_t count)
{
    return (part){ mas_span_part(span, 0, count), count };
}

// Several words of an array are one element.
static part rows_of(mas_span span, uint64_t count, uint32_t words)
{
    span.stride *= words;
    return all_of(span, count);
}

static part draws_of(mas_span span, uint64_t count)
{
    span.stride = sizeof(VkDrawIndexedIndirectCommand);
    return all_of(span, count);
}

static part from_on(mas_span span, uint64_t first, uint64_t count)
{
    return (part){ mas_span_part(span, first, count), count };
}

static mas_viewed view_of(part p)
{
    return (mas_viewed){ p.span, (uint32_t)p.count, 0 };
}

static const mas_posing* posing_of(const massa_world* w)
{
    return &w->simulation->surface->posing;
}

static bool drawn(const massa_world* w)
{
    return posing_of(w)->host != NULL && posing_of(w)->host->drawn;
}

// One function per view, named for it: EXPRESSION is its part, of a posing s with surfaces.
#define LOOK(name, expression)                                                                                         \
    static mas_viewed surface_look_##name(const massa_world* w)                                                        \
    {                                                                                                                  \
        const mas_posing* s = posing_of(w);                                                                            \
        return s->host != NULL ? view_of(expression) : (mas_viewed){ 0 };                                              \
    }
#define LOOK_DRAWN(name, expression)                                                                                   \
    static mas_viewed surface_look_##name(const massa_world* w)                                                        \
    {                                                                                                                  \
        const mas_posing* s = posing_of(w);                                                                            \
        return drawn(w) ? view_of(expression) : (mas_viewed){ 0 };                                                     \
    }
LOOK(points, all_of(s->all.point, s->all.points))
LOOK(previous_points, all_of(s->all.previous, s->all.points))
LOOK_DRAWN(positions, all_of(s->draw.position, s->draw.vertex_room))
LOOK_DRAWN(normals, all_of(s->draw.normal, s->draw.vertex_room))
LOOK_DRAWN(indices, all_of(s->draw.index, 3ull * s->draw.triangle_room))
LOOK_DRAWN(draws, draws_of(s->draw.draws, s->all.surfaces))
LOOK_DRAWN(edge_levels, all_of(s->draw.level, s->all.edges))
LOOK(collision_positions, all_of(s->collision.position, s->host->collisions.vertices))
LOOK(collision_indices, all_of(s->collision.index, 3 * s->host->collisions.triangles))
LOOK(meshlets, all_of(s->collision.meshlets, s->host->collisions.meshlets))
LOOK(meshlet_boxes, all_of(s->refit.meshlet_box, s->host->collisions.meshlets))
LOOK(patch_boxes, all_of(s->refit.box, s->all.patches))
LOOK(node_boxes, from_on(s->refit.box, s->all.patches, s->refit.boxes - s->all.patches))
LOOK(patches, all_of(s->all.patch, s->all.patches))
LOOK(edges, all_of(s->all.edge, s->all.edges))
LOOK(regular, rows_of(s->all.regular, s->all.regulars, SURFACE_REGULAR_POINTS))
LOOK(gregory, rows_of(s->all.gregory, s->all.gregories, SURFACE_GREGORY_POINTS))
LOOK(rows, all_of(s->all.row, s->all.rows))
LOOK(entries, all_of(s->all.entry, s->all.entries))

static const char* missing(const massa_world* w)
{
    return posing_of(w)->host == NULL ? "massa_world_desc.surface_count is 0: there are none to look at."
                                      : "All surfaces have draw_level 0: there is nothing to draw.";
}

const mas_view_row mas_surface_views[MAS_SURFACE_VIEWS] = {
    { MASSA_VIEW_SURFACE_POINTS, surface_look_points, MASSA_ERROR_RANGE, missing },
    { MASSA_VIEW_SURFACE_PREVIOUS_POINTS, surface_look_previous_points, MASSA_ERROR_RANGE, missing },
    { MASSA_VIEW_SURFACE_POSITIONS, surface_look_positions, MASSA_ERROR_RANGE, missing },
    { MASSA_VIEW_SURFACE_NORMALS, surface_look_normals, MASSA_ERROR_RANGE, missing },
    { MASSA_VIEW_SURFACE_INDICES, surface_look_indices, MASSA_ERROR_RANGE, missing },
    { MASSA_VIEW_SURFACE_DRAWS, surface_look_draws, MASSA_ERROR_RANGE, missing },
    { MASSA_VIEW_SURFACE_EDGE_LEVELS, surface_look_edge_levels, MASSA_ERROR_RANGE, missing },
    { MASSA_VIEW_SURFACE_COLLISION_POSITIONS, surface_look_collision_positions, MASSA_ERROR_RANGE, missing },
    { MASSA_VIEW_SURFACE_COLLISION_INDICES, surface_look_collision_indices, MASSA_ERROR_RANGE, missing },
    { MASSA_VIEW_SURFACE_MESHLETS, surface_look_meshlets, MASSA_ERROR_RANGE, missing },
    { MASSA_VIEW_SURFACE_MESHLET_BOXES, surface_look_meshlet_boxes, MASSA_ERROR_RANGE, missing },
    { MASSA_VIEW_SURFACE_PATCH_BOXES, surface_look_patch_boxes, MASSA_ERROR_RANGE, missing },
    { MASSA_VIEW_SURFACE_NODE_BOXES, surface_look_node_boxes, MASSA_ERROR_RANGE, missing },
    { MASSA_VIEW_SURFACE_PATCHES, surface_look_patches, MASSA_ERROR_RANGE, missing },
    { MASSA_VIEW_SURFACE_EDGES, surface_look_edges, MASSA_ERROR_RANGE, missing },
    { MASSA_VIEW_SURFACE_REGULAR, surface_look_regular, MASSA_ERROR_RANGE, missing },
    { MASSA_VIEW_SURFACE_GREGORY, surface_look_gregory, MASSA_ERROR_RANGE, missing },
    { MASSA_VIEW_SURFACE_ROWS, surface_look_rows, MASSA_ERROR_RANGE, missing },
    { MASSA_VIEW_SURFACE_ENTRIES, surface_look_entries, MASSA_ERROR_RANGE, missing },
};
