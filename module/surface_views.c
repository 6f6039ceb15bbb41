// The arrays of surfaces as a host sees them.
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

massa_result mas_surface_view(const massa_world* w, massa_view_kind kind, massa_view* out)
{
    const mas_posing* s          = &w->simulation->posing;
    const mas_surfaces* a        = &s->all;
    const mas_tessellation *draw = &s->draw, *solid = &s->collision;
    if (s->host == NULL)
        return mas_fail(w->device, MASSA_ERROR_RANGE,
                        "massa_world_desc.surface_count is 0: there are none to look at.");
    if (!s->host->drawn && kind >= MASSA_VIEW_SURFACE_POSITIONS && kind <= MASSA_VIEW_SURFACE_EDGE_LEVELS)
        return mas_fail(w->device, MASSA_ERROR_RANGE, "All surfaces have draw_level 0: there is nothing to draw.");
    const uint64_t nodes = s->refit.boxes - a->patches;
    part p;
    switch (kind)
    {
    case MASSA_VIEW_SURFACE_POINTS: p = all_of(a->point, a->points); break;
    case MASSA_VIEW_SURFACE_PREVIOUS_POINTS: p = all_of(a->previous, a->points); break;
    case MASSA_VIEW_SURFACE_POSITIONS: p = all_of(draw->position, draw->vertex_room); break;
    case MASSA_VIEW_SURFACE_NORMALS: p = all_of(draw->normal, draw->vertex_room); break;
    case MASSA_VIEW_SURFACE_INDICES: p = all_of(draw->index, 3ull * draw->triangle_room); break;
    case MASSA_VIEW_SURFACE_DRAWS: p = (part){ draw->draws, a->surfaces }; break;
    case MASSA_VIEW_SURFACE_EDGE_LEVELS: p = all_of(draw->level, a->edges); break;
    case MASSA_VIEW_SURFACE_COLLISION_POSITIONS: p = all_of(solid->position, s->host->collisions.vertices); break;
    case MASSA_VIEW_SURFACE_COLLISION_INDICES: p = all_of(solid->index, 3 * s->host->collisions.triangles); break;
    case MASSA_VIEW_SURFACE_MESHLETS: p = all_of(solid->meshlets, s->host->collisions.meshlets); break;
    case MASSA_VIEW_SURFACE_MESHLET_BOXES: p = all_of(s->refit.meshlet_box, s->host->collisions.meshlets); break;
    case MASSA_VIEW_SURFACE_PATCH_BOXES: p = all_of(s->refit.box, a->patches); break;
    case MASSA_VIEW_SURFACE_NODE_BOXES: p = (part){ mas_span_part(s->refit.box, a->patches, nodes), nodes }; break;
    case MASSA_VIEW_SURFACE_PATCHES: p = all_of(a->patch, a->patches); break;
    case MASSA_VIEW_SURFACE_EDGES: p = all_of(a->edge, a->edges); break;
    case MASSA_VIEW_SURFACE_REGULAR: p = rows_of(a->regular, a->regulars, SURFACE_REGULAR_POINTS); break;
    case MASSA_VIEW_SURFACE_GREGORY: p = rows_of(a->gregory, a->gregories, SURFACE_GREGORY_POINTS); break;
    case MASSA_VIEW_SURFACE_ROWS: p = all_of(a->row, a->rows); break;
    default: p = all_of(a->entry, a->entries); break;
    }
    if (kind == MASSA_VIEW_SURFACE_DRAWS)
    {
        p.span.stride = sizeof(VkDrawIndexedIndirectCommand);
        p.span.size   = p.count * p.span.stride;
    }
    *out = (massa_view){
        .buffer = w->simulation->arena.buffer[p.span.memory],
        .offset = p.span.offset,
        .size   = p.span.size,
        .stride = p.span.stride,
        .count  = (uint32_t)p.count,
    };
    return MASSA_OK;
}
