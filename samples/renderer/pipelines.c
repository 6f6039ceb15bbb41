// The pipelines: a table of shaders and the few states in which they differ.
#include "internal.h"

#include "sphere_vert.h"
#include "sphere_frag.h"
#include "mesh_vert.h"
#include "mesh_frag.h"
#include "line_vert.h"
#include "line_frag.h"
#include "sphere_map_vert.h"
#include "sphere_sun_frag.h"
#include "sphere_sky_frag.h"
#include "mesh_map_vert.h"
#include "mesh_sky_frag.h"
#include "light_vert.h"
#include "light_frag.h"
#include "sphere_glass_frag.h"
#include "mesh_glass_frag.h"
#include "liquid_front_vert.h"
#include "liquid_thick_vert.h"
#include "liquid_sun_frag.h"
#include "liquid_front_frag.h"
#include "liquid_thick_frag.h"
#include "liquid_smooth_frag.h"
#include "liquid_frag.h"
#include "surface_vert.h"
#include "surface_frag.h"
#include "surface_map_vert.h"
#include "patch_vert.h"
#include "patch_none_vert.h"
#include "patch_pass_tesc.h"
#include "patch_matrix16_tesc.h"
#include "patch_matrix20_tesc.h"
#include "patch_regular_tese.h"
#include "patch_gregory_tese.h"
#include "patch_regular_map_tese.h"
#include "patch_gregory_map_tese.h"

enum
{
    MOST_STAGES = 4
};

typedef enum pass_id
{
    PASS_SURFACE,
    PASS_SUN,
    PASS_SKY,
    PASS_LIGHT,
    PASS_GLASS, // the light pass too
    PASS_FRONT, // of liquids, as the next two
    PASS_THICK,
    PASS_SMOOTH,
} pass_id;
typedef enum input_id
{
    INPUT_NONE,
    INPUT_SLOT,
    INPUT_SLOT_MESH,
    INPUT_SLOT_PLACE,
    INPUT_LINE
} input_id;

typedef struct pipeline_desc
{
    const uint32_t* vertex;
    size_t vertex_size;
    const uint32_t* fragment; // null: only depth
    size_t fragment_size;
    pass_id pass;
    input_id input;
    VkPrimitiveTopology topology;
    const uint32_t* control; // of patches
    size_t control_size;
    const uint32_t* evaluation;
    size_t evaluation_size;
    uint32_t patch_points; // that a patch is drawn with
    bool lines;
} pipeline_desc;

#define SHADER(name) shader_##name, sizeof shader_##name
#define TRIANGLES INPUT_NONE, VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST
#define PATCHES INPUT_NONE, VK_PRIMITIVE_TOPOLOGY_PATCH_LIST
// The four pipelines of one way to draw patches.
#define PATCH_WAY(id, vertex, control, evaluation, map, points)                                                         \
    [id]     = { SHADER(vertex),  SHADER(surface_frag), PASS_SURFACE, PATCHES,                                          \
                 SHADER(control), SHADER(evaluation),   points,       false },                                          \
    [id + 1] = { SHADER(vertex), NULL, 0, PASS_SUN, PATCHES, SHADER(control), SHADER(map), points, false },             \
    [id +                                                                                                               \
        2] = { SHADER(vertex), SHADER(mesh_sky_frag), PASS_SKY, PATCHES, SHADER(control), SHADER(map), points, false }, \
    [id + 3] = { SHADER(vertex),  SHADER(surface_frag), PASS_SURFACE, PATCHES,                                          \
                 SHADER(control), SHADER(evaluation),   points,       true }

static const pipeline_desc table[PIPELINE_COUNT] = {
    [PIPELINE_SPHERE]        = { SHADER(sphere_vert), SHADER(sphere_frag), PASS_SURFACE, INPUT_SLOT,
                                 VK_PRIMITIVE_TOPOLOGY_TRIANGLE_STRIP },
    [PIPELINE_MESH]          = { SHADER(mesh_vert), SHADER(mesh_frag), PASS_SURFACE, INPUT_SLOT_MESH,
                                 VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST },
    [PIPELINE_LINE]          = { SHADER(line_vert), SHADER(line_frag), PASS_SURFACE, INPUT_LINE,
                                 VK_PRIMITIVE_TOPOLOGY_LINE_LIST },
    [PIPELINE_SPHERE_SUN]    = { SHADER(sphere_map_vert), SHADER(sphere_sun_frag), PASS_SUN, INPUT_SLOT,
                                 VK_PRIMITIVE_TOPOLOGY_TRIANGLE_STRIP },
    [PIPELINE_MESH_SUN]      = { SHADER(mesh_map_vert), NULL, 0, PASS_SUN, INPUT_SLOT_PLACE,
                                 VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST },
    [PIPELINE_SPHERE_SKY]    = { SHADER(sphere_map_vert), SHADER(sphere_sky_frag), PASS_SKY, INPUT_SLOT,
                                 VK_PRIMITIVE_TOPOLOGY_TRIANGLE_STRIP },
    [PIPELINE_MESH_SKY]      = { SHADER(mesh_map_vert), SHADER(mesh_sky_frag), PASS_SKY, INPUT_SLOT_PLACE,
                                 VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST },
    [PIPELINE_LIGHT]         = { SHADER(light_vert), SHADER(light_frag), PASS_LIGHT, INPUT_NONE,
                                 VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST },
    [PIPELINE_SPHERE_GLASS]  = { SHADER(sphere_vert), SHADER(sphere_glass_frag), PASS_GLASS, INPUT_SLOT,
                                 VK_PRIMITIVE_TOPOLOGY_TRIANGLE_STRIP },
    [PIPELINE_MESH_GLASS]    = { SHADER(mesh_vert), SHADER(mesh_glass_frag), PASS_GLASS, INPUT_SLOT_MESH,
                                 VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST },
    [PIPELINE_LIQUID_SUN]    = { SHADER(sphere_map_vert), SHADER(liquid_sun_frag), PASS_SUN, INPUT_SLOT,
                                 VK_PRIMITIVE_TOPOLOGY_TRIANGLE_STRIP },
    [PIPELINE_LIQUID_FRONT]  = { SHADER(liquid_front_vert), SHADER(liquid_front_frag), PASS_FRONT, INPUT_SLOT,
                                 VK_PRIMITIVE_TOPOLOGY_TRIANGLE_STRIP },
    [PIPELINE_LIQUID_THICK]  = { SHADER(liquid_thick_vert), SHADER(liquid_thick_frag), PASS_THICK, INPUT_SLOT,
                                 VK_PRIMITIVE_TOPOLOGY_TRIANGLE_STRIP },
    [PIPELINE_LIQUID_SMOOTH] = { SHADER(light_vert), SHADER(liquid_smooth_frag), PASS_SMOOTH, TRIANGLES },
    [PIPELINE_LIQUID]        = { SHADER(light_vert), SHADER(liquid_frag), PASS_LIGHT, TRIANGLES },
    [PIPELINE_SURFACE]       = { SHADER(surface_vert), SHADER(surface_frag), PASS_SURFACE, TRIANGLES },
    [PIPELINE_SURFACE_SUN]   = { SHADER(surface_map_vert), NULL, 0, PASS_SUN, TRIANGLES },
    [PIPELINE_SURFACE_SKY]   = { SHADER(surface_map_vert), SHADER(mesh_sky_frag), PASS_SKY, TRIANGLES },
    PATCH_WAY(PIPELINE_PASS, patch_vert, patch_pass_tesc, patch_regular_tese, patch_regular_map_tese, 16),
    PATCH_WAY(PIPELINE_MATRIX, patch_none_vert, patch_matrix16_tesc, patch_regular_tese, patch_regular_map_tese, 1),
    PATCH_WAY(PIPELINE_GREGORY, patch_none_vert, patch_matrix20_tesc, patch_gregory_tese, patch_gregory_map_tese, 1),
};

static VkShaderModule make_module(renderer* r, const uint32_t* code, size_t size)
{
    const VkShaderModuleCreateInfo info = { .sType    = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO,
                                            .codeSize = size,
                                            .pCode    = code };
    VkShaderModule module               = VK_NULL_HANDLE;
    vkCreateShaderModule(r->gpu->device, &info, NULL, &module);
    return module;
}

static bool make_pipeline(renderer* r, const pipeline_desc* d, VkPipelineLayout layout, bool listed, VkPipeline* out)
{
    // Without a list the slot is gl_InstanceIndex: the attribute is there, stays at one place and is not used.
    const VkVertexInputBindingDescription slots       = { 0, listed ? 4 : 0, VK_VERTEX_INPUT_RATE_INSTANCE };
    const VkVertexInputBindingDescription bindings[]  = { slots, { 1, 24, VK_VERTEX_INPUT_RATE_VERTEX } };
    const VkVertexInputBindingDescription line        = { 0, 16, VK_VERTEX_INPUT_RATE_VERTEX };
    const VkVertexInputAttributeDescription item_at[] = { { 0, 0, VK_FORMAT_R32_UINT, 0 },
                                                          { 1, 1, VK_FORMAT_R32G32B32_SFLOAT, 0 },
                                                          { 2, 1, VK_FORMAT_R32G32B32_SFLOAT, 12 } };
    const VkVertexInputAttributeDescription line_at[] = { { 0, 0, VK_FORMAT_R32G32B32_SFLOAT, 0 },
                                                          { 1, 0, VK_FORMAT_R8G8B8A8_UNORM, 12 } };
    static const uint32_t binding_count[]             = {
                    [INPUT_SLOT] = 1, [INPUT_SLOT_PLACE] = 2, [INPUT_SLOT_MESH] = 2, [INPUT_LINE] = 1
    };
    static const uint32_t attribute_count[] = {
        [INPUT_SLOT] = 1, [INPUT_SLOT_PLACE] = 2, [INPUT_SLOT_MESH] = 3, [INPUT_LINE] = 2
    };
    const VkPipelineVertexInputStateCreateInfo input = {
        .sType                           = VK_STRUCTURE_TYPE_PIPELINE_VERTEX_INPUT_STATE_CREATE_INFO,
        .vertexBindingDescriptionCount   = binding_count[d->input],
        .pVertexBindingDescriptions      = d->input == INPUT_LINE ? &line : bindings,
        .vertexAttributeDescriptionCount = attribute_count[d->input],
        .pVertexAttributeDescriptions    = d->input == INPUT_LINE ? line_at : item_at,
    };
    const VkPipelineInputAssemblyStateCreateInfo assembly = {
        .sType    = VK_STRUCTURE_TYPE_PIPELINE_INPUT_ASSEMBLY_STATE_CREATE_INFO,
        .topology = d->topology,
    };
    const VkPipelineViewportStateCreateInfo viewport = { .sType = VK_STRUCTURE_TYPE_PIPELINE_VIEWPORT_STATE_CREATE_INFO,
                                                         .viewportCount = 1,
                                                         .scissorCount  = 1 };
    // Culling is off: what a host uploads may be open, or wound either way.
    const VkPipelineRasterizationStateCreateInfo raster = {
        .sType       = VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_STATE_CREATE_INFO,
        .polygonMode = d->lines ? VK_POLYGON_MODE_LINE : VK_POLYGON_MODE_FILL,
        .cullMode    = VK_CULL_MODE_NONE,
        .frontFace   = VK_FRONT_FACE_COUNTER_CLOCKWISE,
        .lineWidth   = 1.0f,
    };
    const VkPipelineMultisampleStateCreateInfo samples = {
        .sType                = VK_STRUCTURE_TYPE_PIPELINE_MULTISAMPLE_STATE_CREATE_INFO,
        .rasterizationSamples = d->pass == PASS_SURFACE ? VK_SAMPLE_COUNT_4_BIT : VK_SAMPLE_COUNT_1_BIT,
    };
    const bool towards_eye                            = d->pass == PASS_SURFACE || d->pass == PASS_FRONT;
    const VkPipelineDepthStencilStateCreateInfo depth = {
        .sType            = VK_STRUCTURE_TYPE_PIPELINE_DEPTH_STENCIL_STATE_CREATE_INFO,
        .depthTestEnable  = towards_eye || d->pass == PASS_SUN,
        .depthWriteEnable = towards_eye || d->pass == PASS_SUN,
        .depthCompareOp   = towards_eye ? VK_COMPARE_OP_GREATER : VK_COMPARE_OP_LESS, // far is 0, far is 1
    };
    const VkPipelineColorBlendAttachmentState keep = {
        .blendEnable         = d->pass == PASS_SKY || d->pass == PASS_GLASS || d->pass == PASS_THICK,
        .srcColorBlendFactor = VK_BLEND_FACTOR_ONE, // glass is premultiplied
        .dstColorBlendFactor = d->pass == PASS_THICK ? VK_BLEND_FACTOR_ONE : VK_BLEND_FACTOR_ONE_MINUS_SRC_ALPHA,
        .colorBlendOp        = d->pass == PASS_SKY ? VK_BLEND_OP_MAX : VK_BLEND_OP_ADD, // the greatest stays
        .srcAlphaBlendFactor = VK_BLEND_FACTOR_ONE,
        .dstAlphaBlendFactor = VK_BLEND_FACTOR_ONE,
        .alphaBlendOp        = d->pass == PASS_THICK ? VK_BLEND_OP_ADD : VK_BLEND_OP_MAX,
        .colorWriteMask      = 15,
    };
    const VkPipelineColorBlendAttachmentState targets[] = { keep, keep };
    const VkPipelineColorBlendStateCreateInfo blend     = {
            .sType           = VK_STRUCTURE_TYPE_PIPELINE_COLOR_BLEND_STATE_CREATE_INFO,
            .attachmentCount = d->pass == PASS_SURFACE || d->pass == PASS_SMOOTH || d->pass == PASS_THICK ? 2
                               : d->pass == PASS_SUN                                                      ? 0
                                                                                                          : 1,
            .pAttachments    = targets,
    };
    const VkDynamicState dynamic_states[]          = { VK_DYNAMIC_STATE_VIEWPORT, VK_DYNAMIC_STATE_SCISSOR };
    const VkPipelineDynamicStateCreateInfo dynamic = { .sType = VK_STRUCTURE_TYPE_PIPELINE_DYNAMIC_STATE_CREATE_INFO,
                                                       .dynamicStateCount = 2,
                                                       .pDynamicStates    = dynamic_states };
    const struct
    {
        VkShaderStageFlagBits stage;
        const uint32_t* code;
        size_t size;
    } code[MOST_STAGES] = { { VK_SHADER_STAGE_VERTEX_BIT, d->vertex, d->vertex_size },
                            { VK_SHADER_STAGE_TESSELLATION_CONTROL_BIT, d->control, d->control_size },
                            { VK_SHADER_STAGE_TESSELLATION_EVALUATION_BIT, d->evaluation, d->evaluation_size },
                            { VK_SHADER_STAGE_FRAGMENT_BIT, d->fragment, d->fragment_size } };
    VkPipelineShaderStageCreateInfo stages[MOST_STAGES];
    uint32_t stage_count = 0;
    bool made            = true;
    for (int i = 0; i < MOST_STAGES; ++i)
    {
        if (code[i].code == NULL) continue;
        stages[stage_count] = (VkPipelineShaderStageCreateInfo){
            .sType  = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
            .stage  = code[i].stage,
            .module = make_module(r, code[i].code, code[i].size),
            .pName  = "main",
        };
        made = made && stages[stage_count++].module != VK_NULL_HANDLE;
    }
    const VkPipelineTessellationDomainOriginStateCreateInfo origin = {
        .sType        = VK_STRUCTURE_TYPE_PIPELINE_TESSELLATION_DOMAIN_ORIGIN_STATE_CREATE_INFO,
        .domainOrigin = VK_TESSELLATION_DOMAIN_ORIGIN_LOWER_LEFT, // patch.glsl
    };
    const VkPipelineTessellationStateCreateInfo tessellation = {
        .sType              = VK_STRUCTURE_TYPE_PIPELINE_TESSELLATION_STATE_CREATE_INFO,
        .pNext              = &origin,
        .patchControlPoints = d->patch_points,
    };
    const VkRenderPass pass[] = {
        [PASS_SURFACE] = r->surface_pass, [PASS_SUN] = r->map_pass[MAP_SUN], [PASS_SKY] = r->map_pass[MAP_SKY],
        [PASS_LIGHT] = r->light_pass,     [PASS_GLASS] = r->light_pass,      [PASS_FRONT] = r->front_pass,
        [PASS_THICK] = r->thick_pass,     [PASS_SMOOTH] = r->smooth_pass
    };
    const VkGraphicsPipelineCreateInfo info = {
        .sType               = VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_CREATE_INFO,
        .stageCount          = stage_count,
        .pStages             = stages,
        .pVertexInputState   = &input,
        .pInputAssemblyState = &assembly,
        .pTessellationState  = d->control != NULL ? &tessellation : NULL,
        .pViewportState      = &viewport,
        .pRasterizationState = &raster,
        .pMultisampleState   = &samples,
        .pDepthStencilState  = &depth,
        .pColorBlendState    = &blend,
        .pDynamicState       = &dynamic,
        .layout              = layout,
        .renderPass          = pass[d->pass],
    };
    VkResult vk = VK_ERROR_OUT_OF_HOST_MEMORY;
    if (made) vk = vkCreateGraphicsPipelines(r->gpu->device, VK_NULL_HANDLE, 1, &info, NULL, out);
    for (uint32_t i = 0; i < stage_count; ++i)
        vkDestroyShaderModule(r->gpu->device, stages[i].module, NULL);
    return vk == VK_SUCCESS || renderer_fail(r, "The renderer cannot make a pipeline", vk);
}

bool renderer_make_pipelines(renderer* r)
{
    for (int i = 0; i < PIPELINE_COUNT; ++i)
        for (int listed = 0; listed < 2; ++listed)
        {
            const bool has_slots = table[i].input != INPUT_NONE && table[i].input != INPUT_LINE;
            if (listed && !has_slots) continue;
            if (i >= PIPELINE_FIRST_PATCH && !renderer_can_patch(r)) continue;
            if (table[i].lines && !r->gpu->line_fill) continue;
            const VkPipelineLayout layout = i >= PIPELINE_FIRST_SURFACE    ? r->surface_pipeline_layout
                                            : table[i].pass == PASS_SMOOTH ? r->liquid_pipeline_layout
                                            : table[i].pass == PASS_LIGHT  ? r->light_pipeline_layout
                                                                           : r->item_pipeline_layout;
            if (!make_pipeline(r, &table[i], layout, listed, &r->pipeline[listed][i])) return false;
        }
    return true;
}

void renderer_destroy_pipelines(renderer* r)
{
    VkDevice device = r->gpu->device;
    for (int i = 0; i < PIPELINE_COUNT; ++i)
        for (int listed = 0; listed < 2; ++listed)
            vkDestroyPipeline(device, r->pipeline[listed][i], NULL);
    vkDestroyPipelineLayout(device, r->item_pipeline_layout, NULL);
    vkDestroyPipelineLayout(device, r->light_pipeline_layout, NULL);
    vkDestroyPipelineLayout(device, r->surface_pipeline_layout, NULL);
    vkDestroyPipelineLayout(device, r->liquid_pipeline_layout, NULL);
    vkDestroyDescriptorPool(device, r->pool, NULL);
    vkDestroyDescriptorPool(device, r->item_pool, NULL);
    vkDestroyDescriptorSetLayout(device, r->frame_layout, NULL);
    vkDestroyDescriptorSetLayout(device, r->item_layout, NULL);
    vkDestroyDescriptorSetLayout(device, r->light_layout, NULL);
    vkDestroyDescriptorSetLayout(device, r->surface_layout, NULL);
    vkDestroyDescriptorSetLayout(device, r->liquid_layout, NULL);
    vkDestroySampler(device, r->compare_sampler, NULL);
    vkDestroySampler(device, r->smooth_sampler, NULL);
    vkDestroySampler(device, r->fetch_sampler, NULL);
}
