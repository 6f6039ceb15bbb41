// Samplers, descriptor sets and pipeline layouts. Set 0 is the frame; set 1 an item's arrays, or what the light pass
// reads, which glass has in set 2. A surface's arrays are more than one stage may bind: each stage sees its four.
#include "internal.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static bool make_sampler(renderer* r, bool compare, bool smooth, VkSampler* out)
{
    const VkFilter best            = smooth ? VK_FILTER_LINEAR : VK_FILTER_NEAREST;
    const VkSamplerCreateInfo info = {
        .sType         = VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO,
        .magFilter     = best,
        .minFilter     = best,
        .addressModeU  = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_BORDER,
        .addressModeV  = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_BORDER,
        .addressModeW  = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_BORDER,
        .compareEnable = compare,
        .compareOp     = VK_COMPARE_OP_LESS_OR_EQUAL,
        .borderColor =
            compare ? VK_BORDER_COLOR_FLOAT_OPAQUE_WHITE : VK_BORDER_COLOR_FLOAT_TRANSPARENT_BLACK, // nothing there
    };
    const VkResult vk = vkCreateSampler(r->gpu->device, &info, NULL, out);
    return vk == VK_SUCCESS || renderer_fail(r, "The renderer cannot make a sampler", vk);
}

static bool make_set_layout(renderer* r, VkDescriptorType type, VkShaderStageFlags stages, uint32_t count,
                            VkDescriptorSetLayout* out)
{
    VkDescriptorSetLayoutBinding binding[MAPS];
    for (uint32_t i = 0; i < count; ++i)
        binding[i] = (VkDescriptorSetLayoutBinding){
            .binding = i, .descriptorType = type, .descriptorCount = 1, .stageFlags = stages
        };
    const VkDescriptorSetLayoutCreateInfo info = {
        .sType        = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
        .bindingCount = count,
        .pBindings    = binding,
    };
    const VkResult vk = vkCreateDescriptorSetLayout(r->gpu->device, &info, NULL, out);
    return vk == VK_SUCCESS || renderer_fail(r, "The renderer cannot make a descriptor layout", vk);
}

// Of triangles the vertex stage reads the first four and the fragment stage the last; of patches the control stage the
// last four and the evaluation stage the first.
static bool make_surface_layout(renderer* r)
{
    const VkShaderStageFlags control    = r->gpu->tessellation ? VK_SHADER_STAGE_TESSELLATION_CONTROL_BIT : 0;
    const VkShaderStageFlags evaluation = r->gpu->tessellation ? VK_SHADER_STAGE_TESSELLATION_EVALUATION_BIT : 0;
    const VkShaderStageFlags vertex = VK_SHADER_STAGE_VERTEX_BIT, fragment = VK_SHADER_STAGE_FRAGMENT_BIT;
    const VkShaderStageFlags stages[BINDINGS] = { vertex | evaluation, vertex | control, vertex | control,
                                                  vertex | control, fragment | control };
    VkDescriptorSetLayoutBinding binding[BINDINGS];
    r->surface_stages = vertex | control | evaluation | fragment;
    for (uint32_t i = 0; i < BINDINGS; ++i)
        binding[i] = (VkDescriptorSetLayoutBinding){ .binding         = i,
                                                     .descriptorType  = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
                                                     .descriptorCount = 1,
                                                     .stageFlags      = stages[i] };
    const VkDescriptorSetLayoutCreateInfo info = {
        .sType        = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
        .bindingCount = BINDINGS,
        .pBindings    = binding,
    };
    const VkResult vk = vkCreateDescriptorSetLayout(r->gpu->device, &info, NULL, &r->surface_layout);
    return vk == VK_SUCCESS || renderer_fail(r, "The renderer cannot make a descriptor layout", vk);
}

static bool make_pipeline_layout(renderer* r, VkDescriptorSetLayout second, VkShaderStageFlags stages, uint32_t push,
                                 VkPipelineLayout* out)
{
    const VkDescriptorSetLayout sets[]    = { r->frame_layout, second, r->light_layout };
    const VkPushConstantRange constants   = { stages, 0, push };
    const VkPipelineLayoutCreateInfo info = {
        .sType                  = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,
        .setLayoutCount         = push != 0 ? 3 : 2,
        .pSetLayouts            = sets,
        .pushConstantRangeCount = push != 0,
        .pPushConstantRanges    = &constants,
    };
    const VkResult vk = vkCreatePipelineLayout(r->gpu->device, &info, NULL, out);
    return vk == VK_SUCCESS || renderer_fail(r, "The renderer cannot make a pipeline layout", vk);
}

static bool make_pools(renderer* r)
{
    const VkDescriptorPoolSize fixed[]    = { { VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER, 1 },
                                              { VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, 2 * MAPS + 2 * 3 } };
    const VkDescriptorPoolSize arrays     = { VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, MAX_ARRAYS * BINDINGS };
    const VkDescriptorPoolCreateInfo info = {
        .sType         = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO,
        .maxSets       = 6,
        .poolSizeCount = COUNT(fixed),
        .pPoolSizes    = fixed,
    };
    const VkDescriptorPoolCreateInfo item_info = {
        .sType         = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO,
        .maxSets       = MAX_ARRAYS,
        .poolSizeCount = 1,
        .pPoolSizes    = &arrays,
    };
    VkResult vk = vkCreateDescriptorPool(r->gpu->device, &info, NULL, &r->pool);
    if (vk == VK_SUCCESS) vk = vkCreateDescriptorPool(r->gpu->device, &item_info, NULL, &r->item_pool);
    if (vk != VK_SUCCESS) return renderer_fail(r, "The renderer cannot make a descriptor pool", vk);

    const VkDescriptorSetLayout layouts[]      = { r->frame_layout,  r->light_layout,  r->light_layout,
                                                   r->liquid_layout, r->liquid_layout, r->liquid_layout };
    const VkDescriptorSetAllocateInfo allocate = {
        .sType              = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
        .descriptorPool     = r->pool,
        .descriptorSetCount = COUNT(layouts),
        .pSetLayouts        = layouts,
    };
    VkDescriptorSet sets[COUNT(layouts)];
    vk = vkAllocateDescriptorSets(r->gpu->device, &allocate, sets);
    if (vk != VK_SUCCESS) return renderer_fail(r, "The renderer cannot make its descriptor sets", vk);
    r->frame_set    = sets[0];
    r->light_set[0] = sets[1];
    r->light_set[1] = sets[2];
    for (int i = 0; i < 3; ++i)
        r->liquid[i].set = sets[3 + i];

    const VkDescriptorBufferInfo uniform = { r->uniform.buffer, 0, sizeof(frame_uniform) };
    const VkWriteDescriptorSet write     = {
            .sType           = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
            .dstSet          = r->frame_set,
            .descriptorCount = 1,
            .descriptorType  = VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER,
            .pBufferInfo     = &uniform,
    };
    vkUpdateDescriptorSets(r->gpu->device, 1, &write, 0, NULL);
    return true;
}

bool renderer_make_layouts(renderer* r)
{
    const VkShaderStageFlags frame = VK_SHADER_STAGE_VERTEX_BIT | VK_SHADER_STAGE_FRAGMENT_BIT |
                                     (r->gpu->tessellation ? VK_SHADER_STAGE_TESSELLATION_EVALUATION_BIT : 0);
    VkFormatProperties depth; // filtering is optional for depth; without it shadows are a little harder
    vkGetPhysicalDeviceFormatProperties(r->gpu->physical_device, VK_FORMAT_D32_SFLOAT, &depth);
    const bool smooth = depth.optimalTilingFeatures & VK_FORMAT_FEATURE_SAMPLED_IMAGE_FILTER_LINEAR_BIT;
    return make_sampler(r, true, smooth, &r->compare_sampler) && make_sampler(r, false, true, &r->smooth_sampler) &&
           make_sampler(r, false, false, &r->fetch_sampler) &&
           make_set_layout(r, VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER, frame, 1, &r->frame_layout) &&
           make_set_layout(r, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, VK_SHADER_STAGE_VERTEX_BIT, BINDINGS - 1,
                           &r->item_layout) &&
           make_set_layout(r, VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, VK_SHADER_STAGE_FRAGMENT_BIT, MAPS,
                           &r->light_layout) &&
           make_set_layout(r, VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, VK_SHADER_STAGE_FRAGMENT_BIT, 2,
                           &r->liquid_layout) &&
           make_surface_layout(r) &&
           make_pipeline_layout(r, r->item_layout, VK_SHADER_STAGE_VERTEX_BIT | VK_SHADER_STAGE_FRAGMENT_BIT,
                                sizeof(item_push), &r->item_pipeline_layout) &&
           make_pipeline_layout(r, r->liquid_layout, VK_SHADER_STAGE_FRAGMENT_BIT, sizeof(smooth_push),
                                &r->liquid_pipeline_layout) &&
           make_pipeline_layout(r, r->surface_layout, r->surface_stages, sizeof(surface_push),
                                &r->surface_pipeline_layout) &&
           make_pipeline_layout(r, r->light_layout, 0, 0, &r->light_pipeline_layout) && make_pools(r);
}

static void write_images(renderer* r, VkDescriptorSet set, const VkDescriptorImageInfo* images, uint32_t count)
{
    const VkWriteDescriptorSet write = {
        .sType           = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
        .dstSet          = set,
        .descriptorCount = count, // runs on over the bindings, which are alike
        .descriptorType  = VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER,
        .pImageInfo      = images,
    };
    vkUpdateDescriptorSets(r->gpu->device, 1, &write, 0, NULL);
}

void renderer_write_sets(renderer* r)
{
    const VkImageLayout depth                = VK_IMAGE_LAYOUT_DEPTH_STENCIL_READ_ONLY_OPTIMAL;
    const VkImageLayout colour               = VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL;
    const VkDescriptorImageInfo none         = { r->smooth_sampler, r->map[MAP_SKY].view, colour }; // stands in
    const VkDescriptorImageInfo images[MAPS] = {
        { r->compare_sampler, r->map[MAP_SUN].view, depth },  { r->smooth_sampler, r->map[MAP_SKY].view, colour },
        { r->fetch_sampler, r->albedo.view, colour },         { r->fetch_sampler, r->normal.view, colour },
        { r->fetch_sampler, r->depth.view, depth },           { r->fetch_sampler, r->map[MAP_SUN].view, depth },
        { r->smooth_sampler, r->behind.view, colour },        { r->fetch_sampler, r->liquid[2].depth.view, colour },
        { r->fetch_sampler, r->liquid[2].foam.view, colour }, { r->smooth_sampler, r->thick.view, colour },
        { r->smooth_sampler, r->tint.view, colour },
    };
    VkDescriptorImageInfo dry[MAPS];
    for (int i = 0; i < MAPS; ++i) // without liquids there are none of the last five
        dry[i] = i < MAPS - 5 ? images[i] : none;
    write_images(r, r->light_set[0], dry, MAPS);
    write_images(r, r->light_set[1], images, MAPS);
    for (int i = 0; i < 3; ++i)
    {
        const VkDescriptorImageInfo pair[2] = { { r->fetch_sampler, r->liquid[i].depth.view, i == 0 ? depth : colour },
                                                { r->fetch_sampler, r->liquid[i].foam.view, colour } };
        write_images(r, r->liquid[i].set, pair, 2);
    }
}
