// Draws surfaces: triangles that a simulation keeps, or patches by the device's own tessellator.
//
// Where a corner must know its triangle (wires, colours of runs, flat shading) vertices are pulled: the draw has no
// index buffer, its vertex index counts in the index array. A VkDrawIndexedIndirectCommand without vertex offset begins
// as the VkDrawIndirectCommand that this needs: count, instances, first. So indirect draws are pulled always: Mesa 22.3
// forgets where in its buffer an index array begins when an indexed draw is indirect.
#include "internal.h"

#include <string.h>

enum
{
    POINTS_IN_PATCH   = 16,
    POINTS_IN_GREGORY = 20,
};

bool renderer_can_patch(const renderer* r)
{
    return r->gpu->tessellation && r->limits.maxTessellationPatchSize >= POINTS_IN_GREGORY;
}

// Where a surface stands: position and rotation are one array, so that a stage binds four in all.
static bool bind_pose(renderer* r, const renderer_item* item, bound_span* span, surface_push* push)
{
    push->rotation_first = SURFACE_UPRIGHT;
    if (!renderer_bind_span(r, &item->position, 16, span, &push->pose_first, &push->pose_stride)) return false;
    if (item->rotation.buffer == VK_NULL_HANDLE) return true;
    const uint64_t behind = item->rotation.offset - item->position.offset;
    if (item->rotation.buffer != item->position.buffer || item->rotation.offset < item->position.offset ||
        behind % 16 != 0 || item->rotation.stride != item->position.stride)
        return renderer_fail(r, "A surface's rotations do not lie between its positions", 0);
    push->rotation_first = push->pose_first + (uint32_t)(behind / 16);
    if (span->range < behind + item->rotation.size) span->range = behind + item->rotation.size;
    return true;
}

static surface_push start_push(const renderer_item* item, item_pass pass)
{
    surface_push push = {
        .colour    = { item->colour[0], item->colour[1], item->colour[2], (float)item->fill },
        .colour_u  = { item->colour_u[0], item->colour_u[1], item->colour_u[2], item->patches.level },
        .colour_v  = { item->colour_v[0], item->colour_v[1], item->colour_v[2], 0.0f },
        .colour_uv = { item->colour_uv[0], item->colour_uv[1], item->colour_uv[2], 0.0f },
        .mode      = (uint32_t)item->colour_by,
        .map       = pass == ITEM_PASS_SURFACE ? 2 : (uint32_t)pass,
    };
    return push;
}

static bool bind(renderer* r, VkCommandBuffer cmd, const bound_span span[BINDINGS], pipeline_id id)
{
    const VkDescriptorSet set = renderer_find_set(r, r->surface_layout, span);
    if (set == VK_NULL_HANDLE) return false;
    const VkDescriptorSet sets[] = { r->frame_set, set };
    vkCmdBindDescriptorSets(cmd, VK_PIPELINE_BIND_POINT_GRAPHICS, r->surface_pipeline_layout, 0, 2, sets, 0, NULL);
    vkCmdBindPipeline(cmd, VK_PIPELINE_BIND_POINT_GRAPHICS, r->pipeline[0][id]);
    return true;
}

static bool draw_triangles(renderer* r, VkCommandBuffer cmd, const renderer_item* item, item_pass pass)
{
    static const pipeline_id id[] = { [ITEM_PASS_SUN]     = PIPELINE_SURFACE_SUN,
                                      [ITEM_PASS_SKY]     = PIPELINE_SURFACE_SKY,
                                      [ITEM_PASS_SURFACE] = PIPELINE_SURFACE };
    const renderer_triangles* t   = &item->triangles;
    const bool flat               = t->normal.buffer == VK_NULL_HANDLE;
    const bool by_triangle        = item->colour_by == RENDERER_COLOUR_RUN || item->colour_by == RENDERER_COLOUR_CLASS;
    const bool indirect           = item->indirect.buffer != VK_NULL_HANDLE;
    const bool pulled =
        indirect || (pass == ITEM_PASS_SURFACE && (flat || by_triangle || item->fill != RENDERER_FILL_SOLID));
    const renderer_view nothing = { 0 };
    surface_push push           = start_push(item, pass);
    uint32_t stride;
    bound_span span[BINDINGS];
    memset(span, 0, sizeof span); // compared as bytes
    if (t->vertex.buffer == VK_NULL_HANDLE || t->index.buffer == VK_NULL_HANDLE)
        return renderer_fail(r, "A surface has no vertices or no triangles", 0);
    if (!bind_pose(r, item, &span[0], &push) ||
        !renderer_bind_span(r, &t->vertex, 16, &span[1], &push.vertex_first, &stride) ||
        !renderer_bind_span(r, &t->normal, 16, &span[2], &push.normal_first, &stride) ||
        !renderer_bind_span(r, &t->index, 4, &span[3], &push.index_first, &stride) ||
        !renderer_bind_span(r, by_triangle ? &t->runs : &nothing, 4, &span[4], &push.run_first, &stride))
        return false;
    if (by_triangle) push.run_count = (uint32_t)(t->runs.size / 4);
    push.flags = (pulled ? SURFACE_PULLED : 0) | (flat ? SURFACE_FLAT : 0);
    if (!bind(r, cmd, span, id[pass])) return false;
    if (!pulled) vkCmdBindIndexBuffer(cmd, t->index.buffer, t->index.offset, VK_INDEX_TYPE_UINT32);
    for (push.slot = 0; push.slot < item->count; ++push.slot)
    {
        vkCmdPushConstants(cmd, r->surface_pipeline_layout, r->surface_stages, 0, sizeof push, &push);
        if (indirect)
            vkCmdDrawIndirect(cmd, item->indirect.buffer, item->indirect.offset, 1, 0);
        else if (pulled)
            vkCmdDraw(cmd, 3 * t->count, 1, 3 * t->first, 0);
        else
            vkCmdDrawIndexed(cmd, 3 * t->count, 1, 3 * t->first, 0, 0);
    }
    return true;
}

// Patches of one class: way is the first of its four pipelines.
static bool draw_class(renderer* r, VkCommandBuffer cmd, const renderer_item* item, item_pass pass, pipeline_id way,
                       bool lines)
{
    const renderer_patches* p = &item->patches;
    const bool gregory = way == PIPELINE_GREGORY, whole = way == PIPELINE_PASS;
    const renderer_view* index  = gregory ? &p->gregory : &p->regular;
    const uint32_t in_patch     = gregory ? POINTS_IN_GREGORY : POINTS_IN_PATCH;
    const uint32_t first        = in_patch * (gregory ? p->first_gregory : p->first_regular);
    const uint32_t count        = gregory ? p->gregory_count : p->regular_count;
    const pipeline_id of_pass[] = { [ITEM_PASS_SUN] = way + 1, [ITEM_PASS_SKY] = way + 2, [ITEM_PASS_SURFACE] = way };
    const renderer_view nothing = { 0 };
    surface_push push           = start_push(item, pass);
    uint32_t stride;
    bound_span span[BINDINGS];
    memset(span, 0, sizeof span);
    if (count == 0) return true;
    if (p->point.buffer == VK_NULL_HANDLE || index->buffer == VK_NULL_HANDLE ||
        (!whole && (p->rows.buffer == VK_NULL_HANDLE || p->entries.buffer == VK_NULL_HANDLE)))
        return renderer_fail(r, "Patches have no points or no matrix", 0);
    if (!bind_pose(r, item, &span[0], &push) ||
        !renderer_bind_span(r, &p->point, 16, &span[1], &push.vertex_first, &stride) ||
        !renderer_bind_span(r, whole ? &nothing : &p->rows, 16, &span[2], &push.normal_first, &stride) ||
        !renderer_bind_span(r, whole ? &nothing : index, 4, &span[3], &push.index_first, &stride) ||
        !renderer_bind_span(r, whole ? &nothing : &p->entries, 8, &span[4], &push.run_first, &stride))
        return false;
    push.index_first += first;
    push.given_end = p->given_end;
    push.row_shift = p->row_shift;
    push.flags     = (lines ? SURFACE_LINES : 0) | (gregory ? SURFACE_GREGORY : 0);
    if (!bind(r, cmd, span, lines ? way + 3 : of_pass[pass])) return false;
    if (whole) vkCmdBindIndexBuffer(cmd, index->buffer, index->offset, VK_INDEX_TYPE_UINT32);
    for (push.slot = 0; push.slot < item->count; ++push.slot)
    {
        vkCmdPushConstants(cmd, r->surface_pipeline_layout, r->surface_stages, 0, sizeof push, &push);
        if (whole)
            vkCmdDrawIndexed(cmd, in_patch * count, 1, first, 0, 0);
        else
            vkCmdDraw(cmd, count, 1, 0, 0);
    }
    return true;
}

static bool draw_patches(renderer* r, VkCommandBuffer cmd, const renderer_item* item, item_pass pass, bool lines)
{
    return draw_class(r, cmd, item, pass, item->patches.matrix ? PIPELINE_MATRIX : PIPELINE_PASS, lines) &&
           draw_class(r, cmd, item, pass, PIPELINE_GREGORY, lines);
}

bool renderer_draw_surface(renderer* r, VkCommandBuffer cmd, const renderer_item* item, item_pass pass)
{
    if (pass == ITEM_PASS_GLASS) return renderer_fail(r, "A surface cannot be of glass", 0);
    if (item->kind_of_item == RENDERER_SURFACES) return draw_triangles(r, cmd, item, pass);
    if (!renderer_can_patch(r))
        return renderer_fail(r, "The device has no tessellator: draw the surface's triangles", 0);
    const bool wire = pass == ITEM_PASS_SURFACE && item->fill != RENDERER_FILL_SOLID;
    if (wire && !r->gpu->line_fill) return renderer_fail(r, "The device draws no lines of patches", 0);
    if (!(wire && item->fill == RENDERER_FILL_WIRE) && !draw_patches(r, cmd, item, pass, false)) return false;
    if (!wire) return true;
    return draw_patches(r, cmd, item, pass, true);
}
