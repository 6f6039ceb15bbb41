// Draws a frame's items from the arrays that the simulation owns. Each combination of arrays gets a descriptor set
// once, so that drawing writes no descriptor and frames in flight do not meet.
#include "internal.h"

#include <string.h>

bool renderer_bind_span(renderer* r, const renderer_view* v, uint32_t element, bound_span* span, uint32_t* first,
                        uint32_t* stride)
{
    *span = (bound_span){ r->nothing.buffer, 0, r->nothing.size };
    if (v->buffer == VK_NULL_HANDLE) return true;
    const VkDeviceSize aligned =
        v->offset / r->limits.minStorageBufferOffsetAlignment * r->limits.minStorageBufferOffsetAlignment;
    *first  = (uint32_t)((v->offset - aligned) / element);
    *stride = v->stride / element;
    *span   = (bound_span){ v->buffer, aligned, v->offset - aligned + v->size };
    if (v->offset % element != 0 || v->stride % element != 0)
        return renderer_fail(r, "An item's array has an offset or a stride that is no multiple of its elements", 0);
    if (span->range > r->limits.maxStorageBufferRange)
        return renderer_fail(r, "An item's array is larger than the device can bind", 0);
    return true;
}

VkDescriptorSet renderer_find_set(renderer* r, VkDescriptorSetLayout layout, const bound_span span[BINDINGS])
{
    for (uint32_t i = 0; i < r->array_count; ++i)
        if (r->arrays[i].layout == layout && memcmp(r->arrays[i].span, span, sizeof r->arrays[i].span) == 0)
            return r->arrays[i].set;

    const VkDescriptorSetAllocateInfo info = {
        .sType              = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
        .descriptorPool     = r->item_pool,
        .descriptorSetCount = 1,
        .pSetLayouts        = &layout,
    };
    VkDescriptorSet set = VK_NULL_HANDLE;
    if (r->array_count == MAX_ARRAYS || vkAllocateDescriptorSets(r->gpu->device, &info, &set) != VK_SUCCESS)
    {
        renderer_fail(r, "The renderer has seen more combinations of arrays than it can keep: call renderer_forget", 0);
        return VK_NULL_HANDLE;
    }
    const uint32_t count = layout == r->surface_layout ? BINDINGS : BINDINGS - 1;
    VkDescriptorBufferInfo buffer[BINDINGS];
    VkWriteDescriptorSet write[BINDINGS];
    for (uint32_t i = 0; i < count; ++i)
    {
        buffer[i] = (VkDescriptorBufferInfo){ span[i].buffer, span[i].offset, span[i].range };
        write[i]  = (VkWriteDescriptorSet){ .sType           = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                                            .dstSet          = set,
                                            .dstBinding      = i,
                                            .descriptorCount = 1,
                                            .descriptorType  = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
                                            .pBufferInfo     = &buffer[i] };
    }
    vkUpdateDescriptorSets(r->gpu->device, count, write, 0, NULL);
    bound_arrays* kept = &r->arrays[r->array_count++];
    memcpy(kept->span, span, sizeof kept->span);
    kept->layout = layout;
    kept->set    = set;
    return set;
}

static bool bind_item(renderer* r, VkCommandBuffer cmd, const renderer_item* item, uint32_t map)
{
    const bool is_liquid        = item->kind_of_item == RENDERER_LIQUID;
    const bool has_density      = is_liquid && item->density.buffer != VK_NULL_HANDLE;
    const renderer_view* second = is_liquid ? &item->density : &item->rotation;
    item_push push              = {
                     .scale      = { item->scale[0], item->scale[1], item->scale[2], item->radius },
                     .colour     = { item->colour[0], item->colour[1], item->colour[2], item->speed_limit },
                     .tag_mask   = item->tag.buffer != VK_NULL_HANDLE ? item->tag_mask : 0,
                     .tag_value  = item->tag.buffer != VK_NULL_HANDLE ? item->tag_value : 0,
                     .kind       = item->kind,
                     .kind_shift = item->kind_shift,
                     .kind_mask  = item->kind_mask,
                     .map        = map,
    };
    if (is_liquid) push.scale[0] = item->clear;
    push.flags =
        (item->rotation.buffer != VK_NULL_HANDLE && item->kind_of_item == RENDERER_MESHES ? ITEM_ROTATION : 0) |
        (has_density ? ITEM_DENSITY : 0) | (item->velocity.buffer != VK_NULL_HANDLE ? ITEM_VELOCITY : 0) |
        (item->tag.buffer != VK_NULL_HANDLE ? ITEM_TAG : 0) | (item->slots.buffer != VK_NULL_HANDLE ? ITEM_SLOTS : 0) |
        (uint32_t)item->colour_by << ITEM_COLOUR_SHIFT;

    bound_span span[BINDINGS];
    memset(span, 0, sizeof span); // compared as bytes
    if (!renderer_bind_span(r, &item->position, 16, &span[0], &push.position_first, &push.position_stride) ||
        !renderer_bind_span(r, second, is_liquid ? 4 : 16, &span[1], &push.rotation_first, &push.rotation_stride) ||
        !renderer_bind_span(r, &item->velocity, 16, &span[2], &push.velocity_first, &push.velocity_stride) ||
        !renderer_bind_span(r, &item->tag, 4, &span[3], &push.tag_first, &push.tag_stride))
        return false;
    const VkDescriptorSet set = renderer_find_set(r, r->item_layout, span);
    if (set == VK_NULL_HANDLE) return false;
    vkCmdBindDescriptorSets(cmd, VK_PIPELINE_BIND_POINT_GRAPHICS, r->item_pipeline_layout, 1, 1, &set, 0, NULL);
    vkCmdPushConstants(cmd, r->item_pipeline_layout, VK_SHADER_STAGE_VERTEX_BIT | VK_SHADER_STAGE_FRAGMENT_BIT, 0,
                       sizeof push, &push);
    return true;
}

static void draw_lines(renderer* r, VkCommandBuffer cmd, const renderer_item* item)
{
    // Wide lines are an optional feature: every line is drawn about a pixel's corners instead, two pixels wide in all.
    static const float corner[4][2] = { { -0.5f, -0.5f }, { 0.5f, -0.5f }, { -0.5f, 0.5f }, { 0.5f, 0.5f } };
    const VkViewport all            = { 0, 0, (float)r->width, (float)r->height, 0.0f, 1.0f };
    vkCmdBindPipeline(cmd, VK_PIPELINE_BIND_POINT_GRAPHICS, r->pipeline[0][PIPELINE_LINE]);
    vkCmdBindVertexBuffers(cmd, 0, 1, &item->position.buffer, &(VkDeviceSize){ item->position.offset });
    for (int i = 0; i < 4; ++i)
    {
        VkViewport view = all;
        view.x          = corner[i][0];
        view.y          = corner[i][1];
        if (item->on_top) view.minDepth = 1.0f; // every depth becomes the nearest there is
        vkCmdSetViewport(cmd, 0, 1, &view);
        if (item->indirect.buffer != VK_NULL_HANDLE)
            vkCmdDrawIndirect(cmd, item->indirect.buffer, item->indirect.offset, 1, 0);
        else
            vkCmdDraw(cmd, item->count, 1, 0, 0);
    }
    vkCmdSetViewport(cmd, 0, 1, &all);
}

static bool draw_item(renderer* r, VkCommandBuffer cmd, const renderer_item* item, item_pass pass)
{
    static const pipeline_id id[ITEM_PASS_COUNT][3] = {
        [ITEM_PASS_SUN]     = { PIPELINE_SPHERE_SUN, PIPELINE_MESH_SUN, PIPELINE_LIQUID_SUN },
        [ITEM_PASS_SKY]     = { PIPELINE_SPHERE_SKY, PIPELINE_MESH_SKY },
        [ITEM_PASS_SURFACE] = { PIPELINE_SPHERE, PIPELINE_MESH },
        [ITEM_PASS_GLASS]   = { PIPELINE_SPHERE_GLASS, PIPELINE_MESH_GLASS },
        [ITEM_PASS_FRONT]   = { 0, 0, PIPELINE_LIQUID_FRONT },
        [ITEM_PASS_THICK]   = { 0, 0, PIPELINE_LIQUID_THICK },
        [ITEM_PASS_OVER]    = { PIPELINE_SPHERE_GLASS, PIPELINE_MESH_GLASS },
    };
    const bool is_mesh = item->kind_of_item == RENDERER_MESHES;
    const bool listed  = item->slots.buffer != VK_NULL_HANDLE;
    const int kind     = is_mesh ? 1 : item->kind_of_item == RENDERER_LIQUID ? 2 : 0;
    if (is_mesh && item->mesh == NULL) return renderer_fail(r, "An item of meshes has no mesh", 0);
    if (!bind_item(r, cmd, item, pass == ITEM_PASS_SKY ? MAP_SKY : pass == ITEM_PASS_OVER ? 1 : MAP_SUN)) return false;

    vkCmdBindPipeline(cmd, VK_PIPELINE_BIND_POINT_GRAPHICS, r->pipeline[listed][id[pass][kind]]);
    const VkBuffer buffers[] = { listed ? item->slots.buffer : r->nothing.buffer,
                                 is_mesh ? item->mesh->vertices.buffer : VK_NULL_HANDLE };
    const VkDeviceSize offsets[] = { listed ? item->slots.offset : 0, 0 };
    vkCmdBindVertexBuffers(cmd, 0, is_mesh ? 2 : 1, buffers, offsets);
    const bool indirect = item->indirect.buffer != VK_NULL_HANDLE;
    if (is_mesh)
    {
        vkCmdBindIndexBuffer(cmd, item->mesh->indices.buffer, 0, VK_INDEX_TYPE_UINT32);
        if (indirect)
            vkCmdDrawIndexedIndirect(cmd, item->indirect.buffer, item->indirect.offset, 1, 0);
        else
            vkCmdDrawIndexed(cmd, item->mesh->index_count, item->count, 0, 0, 0);
    }
    else if (indirect)
        vkCmdDrawIndirect(cmd, item->indirect.buffer, item->indirect.offset, 1, 0);
    else
        vkCmdDraw(cmd, 4, item->count, 0, 0);
    return true;
}

static bool is_drawn(const renderer_item* item, item_pass pass)
{
    if (item->count == 0 && item->indirect.buffer == VK_NULL_HANDLE) return false;
    if (item->kind_of_item == RENDERER_LIQUID)
        return pass == ITEM_PASS_SUN || pass == ITEM_PASS_FRONT || pass == ITEM_PASS_THICK;
    return pass != ITEM_PASS_FRONT && pass != ITEM_PASS_THICK &&
           item->glass == (pass == ITEM_PASS_GLASS || pass == ITEM_PASS_OVER);
}

bool renderer_draw_items(renderer* r, VkCommandBuffer cmd, const renderer_frame* frame, item_pass pass)
{
    const VkPipelineBindPoint graphics = VK_PIPELINE_BIND_POINT_GRAPHICS;
    vkCmdBindDescriptorSets(cmd, graphics, r->item_pipeline_layout, 0, 1, &r->frame_set, 0, NULL);
    const VkDescriptorSet light = r->light_set[renderer_liquid_spacing(frame) > 0.0f];
    if (pass >= ITEM_PASS_GLASS) // from here on surfaces have been drawn
        vkCmdBindDescriptorSets(cmd, graphics, r->item_pipeline_layout, 2, 1, &light, 0, NULL);
    for (uint32_t i = 0; i < frame->item_count; ++i)
    {
        const renderer_item* item = &frame->items[i];
        if (!is_drawn(item, pass)) continue;
        if (item->position.buffer == VK_NULL_HANDLE) return renderer_fail(r, "An item has no positions", 0);
        if (item->kind_of_item == RENDERER_SURFACES || item->kind_of_item == RENDERER_PATCHES)
        {
            if (!renderer_draw_surface(r, cmd, item, pass)) return false;
            vkCmdBindDescriptorSets(cmd, graphics, r->item_pipeline_layout, 0, 1, &r->frame_set, 0, NULL);
        }
        else if (item->kind_of_item != RENDERER_LINES)
        {
            if (!draw_item(r, cmd, item, pass)) return false;
        }
        else if (pass == ITEM_PASS_SURFACE)
            draw_lines(r, cmd, item);
    }
    return true;
}
