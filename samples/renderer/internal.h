// What the renderer's own files share.
#ifndef RENDERER_INTERNAL_H
#define RENDERER_INTERNAL_H

#include "renderer.h"
#include "shaders/frame_shared.h"

enum
{
    SUN_TEXELS = 2048,
    SKY_TEXELS = 1024,
    MAPS       = 11, // images of the light set
    BINDINGS   = 5,  // storage buffers of a surface, four in one stage: what every device can bind; of others four
    MAX_ARRAYS = 256,
};

typedef struct picture // an image, its memory and the view of all of it
{
    VkImage image;
    VkDeviceMemory memory;
    VkImageView view;
} picture;

typedef enum pipeline_id
{
    PIPELINE_SPHERE,
    PIPELINE_MESH,
    PIPELINE_LINE,
    PIPELINE_SPHERE_SUN,
    PIPELINE_MESH_SUN,
    PIPELINE_SPHERE_SKY,
    PIPELINE_MESH_SKY,
    PIPELINE_LIGHT,
    PIPELINE_SPHERE_GLASS,
    PIPELINE_MESH_GLASS,
    PIPELINE_LIQUID_SUN,
    PIPELINE_LIQUID_FRONT,
    PIPELINE_LIQUID_THICK,
    PIPELINE_LIQUID_SMOOTH,
    PIPELINE_LIQUID,
    PIPELINE_SURFACE, // then its maps
    PIPELINE_SURFACE_SUN,
    PIPELINE_SURFACE_SKY,
    PIPELINE_PASS, // patches: then maps and lines
    PIPELINE_PASS_SUN,
    PIPELINE_PASS_SKY,
    PIPELINE_PASS_LINES,
    PIPELINE_MATRIX,
    PIPELINE_MATRIX_SUN,
    PIPELINE_MATRIX_SKY,
    PIPELINE_MATRIX_LINES,
    PIPELINE_GREGORY,
    PIPELINE_GREGORY_SUN,
    PIPELINE_GREGORY_SKY,
    PIPELINE_GREGORY_LINES,
    PIPELINE_COUNT,
    PIPELINE_FIRST_SURFACE = PIPELINE_SURFACE,
    PIPELINE_FIRST_PATCH   = PIPELINE_PASS,
} pipeline_id;

typedef enum item_pass
{
    ITEM_PASS_SUN = MAP_SUN,
    ITEM_PASS_SKY = MAP_SKY,
    ITEM_PASS_SURFACE,
    ITEM_PASS_GLASS,
    ITEM_PASS_FRONT, // of liquids
    ITEM_PASS_THICK,
    ITEM_PASS_OVER, // glass before a liquid
    ITEM_PASS_COUNT
} item_pass;

typedef struct liquid_target // the nearest surface of liquids: near / distance; how much of it is foam
{
    picture depth, foam;
    VkFramebuffer framebuffer;
    VkDescriptorSet set; // reads both
} liquid_target;

typedef struct bound_span // bytes of a buffer, as a descriptor has them
{
    VkBuffer buffer;
    VkDeviceSize offset, range;
} bound_span;

typedef struct bound_arrays // a descriptor set that was written for these arrays
{
    bound_span span[BINDINGS];
    VkDescriptorSetLayout layout;
    VkDescriptorSet set;
} bound_arrays;

struct renderer
{
    platform_gpu* gpu;
    uint32_t width, height;
    VkPhysicalDeviceLimits limits;

    VkRenderPass map_pass[2], surface_pass, light_pass;
    picture map[2]; // MAP_SUN, MAP_SKY
    VkFramebuffer map_framebuffer[2];
    picture albedo, normal, depth, colour;
    VkFramebuffer surface_framebuffer, light_framebuffer;
    VkRenderPass front_pass, thick_pass, smooth_pass, behind_pass;
    liquid_target liquid[3]; // as particles leave it, then smoothed by turns
    picture thick, tint;     // how much liquid there is, and of what colour; half as wide
    picture behind;          // the picture without liquid
    VkFramebuffer thick_framebuffer, behind_framebuffer;
    platform_buffer pixels; // made by the first renderer_read

    VkSampler compare_sampler, smooth_sampler, fetch_sampler;
    platform_buffer uniform; // one frame; written in the command buffer, so frames in flight do not meet
    platform_buffer nothing; // stands in for arrays that an item does not have
    VkDescriptorSetLayout frame_layout, item_layout, light_layout, surface_layout, liquid_layout;
    VkDescriptorPool pool, item_pool;
    VkDescriptorSet frame_set, light_set[2]; // [1]: in a frame with liquids
    VkPipelineLayout item_pipeline_layout, light_pipeline_layout, surface_pipeline_layout, liquid_pipeline_layout;
    VkShaderStageFlags surface_stages;      // that read a surface_push
    VkPipeline pipeline[2][PIPELINE_COUNT]; // [1]: instances read their slot from a list

    bound_arrays arrays[MAX_ARRAYS];
    uint32_t array_count;
};

struct renderer_mesh
{
    platform_buffer vertices; // position and normal, 24 bytes each
    platform_buffer indices;
    uint32_t index_count;
};

bool renderer_fail(renderer*, const char* sentence, int code);

bool renderer_make_passes(renderer*);
bool renderer_make_maps(renderer*);
bool renderer_make_targets(renderer*); // of width x height
void renderer_destroy_targets(renderer*);
void renderer_destroy_images(renderer*); // targets, maps and passes
VkAttachmentDescription renderer_attachment(VkFormat, VkSampleCountFlagBits, bool clear, VkImageLayout last);
// One subpass: colours, then depth. What it writes waits for `before` and is visible to `after`.
bool renderer_make_pass(renderer*, const VkAttachmentDescription*, uint32_t colours, bool has_depth,
                        VkPipelineStageFlags before, VkPipelineStageFlags after, VkAccessFlags after_access,
                        VkRenderPass* out);
bool renderer_make_picture(renderer*, picture*, VkFormat, uint32_t width, uint32_t height, VkSampleCountFlagBits,
                           VkImageUsageFlags, VkImageAspectFlags);
bool renderer_make_framebuffer(renderer*, VkRenderPass, const VkImageView*, uint32_t count, uint32_t width,
                               uint32_t height, VkFramebuffer* out);
void renderer_destroy_picture(renderer*, picture*);
void renderer_begin_pass(VkCommandBuffer, const char* name, VkRenderPass, VkFramebuffer, uint32_t width,
                         uint32_t height, const VkClearValue* clear, uint32_t clear_count);
void renderer_end_pass(VkCommandBuffer);

bool renderer_make_layouts(renderer*); // samplers, sets, pipeline layouts
void renderer_write_sets(renderer*);   // of images
bool renderer_make_pipelines(renderer*);
void renderer_destroy_pipelines(renderer*);

void renderer_fill_uniform(const renderer*, const renderer_frame*, frame_uniform* out);
// The bytes of a view as a storage buffer: the offset goes down to the device's alignment, *first is the element there.
bool renderer_bind_span(renderer*, const renderer_view*, uint32_t element, bound_span*, uint32_t* first,
                        uint32_t* stride);
VkDescriptorSet renderer_find_set(renderer*, VkDescriptorSetLayout, const bound_span[BINDINGS]); // null: failed
bool renderer_draw_surface(renderer*, VkCommandBuffer, const renderer_item*, item_pass); // triangles and patches

bool renderer_make_liquid_passes(renderer*);
bool renderer_make_liquid_targets(renderer*);
void renderer_destroy_liquid_targets(renderer*);
void renderer_destroy_liquid_passes(renderer*);
float renderer_liquid_spacing(const renderer_frame*); // m, the largest of all that is drawn; 0: no liquid
bool renderer_draw_liquid_surface(renderer*, VkCommandBuffer, const renderer_frame*, float spacing);

bool renderer_draw_items(renderer*, VkCommandBuffer, const renderer_frame*, item_pass);

#endif
