// Pipelines are made once per kernel, group size and world; descriptor sets once per pass and window; views of texels
// once per span.
//
// Here kernels for CPUs are chosen, where a CPU plays the device, and nowhere else. They leave the same bits:
//   twins    rows name them (kernel.h). A subgroup of a CPU is one thread whose lanes go in step; a load costs what its
//            lanes cost one by one, unless texels fetch for all at once, and a barrier cuts a kernel in pieces. So
//            eight lanes work as a team. Lanes and texels suffice; a narrow group is for hosts that leave the size
//            open.
//   narrow   groups as small as the row says, where barriers cost most
//   shares   one thread an element: there are never too few elements for the few threads of a CPU
//   words    kernels that include words.glsl are built a second time, as NAME_twin, with 64-bit integers
#include "kernel.h"
#include "descriptor.h"
#include "spirv_table.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

void mas_kernels_init(mas_kernels* k, mas_arena* arena)
{
    memset(k, 0, sizeof *k);
    k->arena      = arena;
    k->group_size = arena->device->limits.group_size;
}

void mas_kernels_destroy(mas_kernels* k)
{
    if (k->arena == NULL) return;
    massa_device* d = k->arena->device;
    for (uint32_t i = 0; i < k->pipeline_count; ++i)
    {
        d->vk.vkDestroyPipeline(d->device, k->pipeline[i].pipeline, d->allocation);
        d->vk.vkDestroyPipelineLayout(d->device, k->pipeline[i].layout, d->allocation);
        d->vk.vkDestroyDescriptorSetLayout(d->device, k->pipeline[i].set_layout, d->allocation);
    }
    for (uint32_t i = 0; i < k->pool_count; ++i)
        d->vk.vkDestroyDescriptorPool(d->device, k->pool[i], d->allocation);
    for (uint32_t i = 0; i < k->texels_count; ++i)
        d->vk.vkDestroyBufferView(d->device, k->texels[i].view, d->allocation);
    mas_free(d, k->pipeline);
    mas_free(d, k->set);
    mas_free(d, k->texels);
    memset(k, 0, sizeof *k);
}

static const mas_spirv* find_spirv(const char* name)
{
    for (uint32_t lo = 0, hi = mas_spirv_count; lo < hi;)
    {
        const uint32_t mid = (lo + hi) / 2;
        const int order    = strcmp(name, mas_spirv_table[mid].name);
        if (order == 0) return &mas_spirv_table[mid];
        if (order < 0)
            hi = mid;
        else
            lo = mid + 1;
    }
    return NULL;
}

// The kernel, or what it became with 64-bit integers (include/words.glsl), if there is such and the device has them.
static const mas_spirv* choose_spirv(const massa_device* d, const char* name)
{
    char twin[64];
    snprintf(twin, sizeof twin, "%s_twin", name);
    const mas_spirv* spirv = d->limits.words64 ? find_spirv(twin) : NULL;
    return spirv != NULL ? spirv : find_spirv(name);
}

mas_kernel_desc mas_kernel_of(const mas_kernel_desc* row, const mas_kernel_twin* twin)
{
    mas_kernel_desc kernel = *row;
    if (twin == NULL) return kernel;
    if (twin->name != NULL) kernel.binding = NULL; // the names are the row's
    if (twin->name != NULL) kernel.name = twin->name;
    if (twin->access != NULL) kernel.access = twin->access;
    if (twin->narrow != 0) kernel.narrow = twin->narrow;
    for (uint32_t i = 0; i < MAS_MAX_CONSTANTS; ++i)
        if (twin->constant[i] != 0) kernel.constant[i] = twin->constant[i];
    return kernel;
}

uint32_t mas_shares(const massa_device* d, const mas_kernel_desc* row)
{
    return d->limits.software ? 1 : row->shares;
}

// The row's span that a binding gets.
static uint32_t span_of(const mas_kernel_twin* twin, uint32_t binding)
{
    return twin != NULL && twin->spans != NULL ? (uint32_t)(twin->spans[binding] - '0') : binding;
}

static bool suits(const massa_device* d, const mas_kernel_desc* row, const mas_kernel_twin* twin, const mas_span* spans)
{
    if (twin->lanes == 0 || twin->lanes != d->limits.subgroup) return false;
    if (twin->narrow != 0 && !d->limits.software) return false;
    const char* access = twin->access != NULL ? twin->access : row->access;
    for (uint32_t i = 0; access[i] != 0; ++i)
    {
        if (access[i] == 't' && !d->limits.texels) return false;
        if (!mas_windowed(access[i]) && spans[span_of(twin, i)].size > d->limits.storage_range) return false;
    }
    return true;
}

static const mas_kernel_twin* choose_twin(const massa_device* d, const mas_kernel_desc* row, const mas_span* spans)
{
    for (uint32_t i = 0; i < MAS_MAX_TWINS; ++i)
        if (suits(d, row, &row->twin[i], spans)) return &row->twin[i];
    return NULL;
}

static massa_result create_layouts(massa_device* d, mas_pipeline* p, const mas_kernel_desc* kernel)
{
    VkDescriptorSetLayoutBinding binding[MAS_MAX_BINDINGS] = { { 0 } };
    const uint32_t count                                   = (uint32_t)strlen(kernel->access);
    for (uint32_t i = 0; i < count; ++i)
    {
        binding[i].binding         = i;
        binding[i].descriptorType  = mas_descriptor_type(kernel->access[i]);
        binding[i].descriptorCount = 1;
        binding[i].stageFlags      = VK_SHADER_STAGE_COMPUTE_BIT;
    }
    const VkDescriptorSetLayoutCreateInfo set_info = {
        .sType        = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
        .bindingCount = count,
        .pBindings    = binding,
    };
    VkResult vk = d->vk.vkCreateDescriptorSetLayout(d->device, &set_info, d->allocation, &p->set_layout);
    if (vk != VK_SUCCESS) return mas_fail_vulkan(d, "vkCreateDescriptorSetLayout", vk);

    const VkPushConstantRange push               = { VK_SHADER_STAGE_COMPUTE_BIT, 0, kernel->push };
    const VkPipelineLayoutCreateInfo layout_info = {
        .sType                  = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,
        .setLayoutCount         = 1,
        .pSetLayouts            = &p->set_layout,
        .pushConstantRangeCount = kernel->push > 0,
        .pPushConstantRanges    = &push,
    };
    vk = d->vk.vkCreatePipelineLayout(d->device, &layout_info, d->allocation, &p->layout);
    return vk == VK_SUCCESS ? MASSA_OK : mas_fail_vulkan(d, "vkCreatePipelineLayout", vk);
}

static massa_result create_pipeline(massa_device* d, mas_pipeline* p, const mas_kernel_desc* kernel,
                                    uint32_t list_group)
{
    const mas_spirv* spirv = choose_spirv(d, kernel->name);
    if (spirv == NULL) return mas_fail(d, MASSA_ERROR_VULKAN, "No shader is named '%s'.", kernel->name);
    const VkShaderModuleCreateInfo module_info = {
        .sType    = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO,
        .codeSize = spirv->size,
        .pCode    = spirv->code,
    };
    VkShaderModule module = VK_NULL_HANDLE;
    VkResult vk           = d->vk.vkCreateShaderModule(d->device, &module_info, d->allocation, &module);
    if (vk != VK_SUCCESS) return mas_fail_vulkan(d, "vkCreateShaderModule", vk);

    const uint32_t in_step = kernel->whole && d->limits.subgroup != 0 ? 1 : kernel->constant[0];
    const uint32_t value[] = { p->group, in_step, kernel->constant[1], kernel->constant[2], list_group };
    VkSpecializationMapEntry entry[MAS_COUNT(value)];
    for (uint32_t i = 0; i < MAS_COUNT(value); ++i)
        entry[i] = (VkSpecializationMapEntry){ .constantID = i, .offset = i * 4, .size = 4 };
    const VkSpecializationInfo constants   = { MAS_COUNT(value), entry, sizeof value, value };
    const VkComputePipelineCreateInfo info = {
        .sType  = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO,
        .stage  = { .sType               = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
                    .stage               = VK_SHADER_STAGE_COMPUTE_BIT,
                    .module              = module,
                    .pName               = "main",
                    .pSpecializationInfo = &constants },
        .layout = p->layout,
    };
    vk = d->vk.vkCreateComputePipelines(d->device, d->pipeline_cache, 1, &info, d->allocation, &p->pipeline);
    d->vk.vkDestroyShaderModule(d->device, module, d->allocation);
    return vk == VK_SUCCESS ? MASSA_OK : mas_fail_vulkan(d, "vkCreateComputePipelines", vk);
}

static massa_result find_pipeline(mas_kernels* k, const mas_pass* pass, const mas_kernel_twin* twin, uint32_t* index)
{
    massa_device* d = k->arena->device;
    for (*index = 0; *index < k->pipeline_count; ++*index)
        if (k->pipeline[*index].desc == pass->desc && k->pipeline[*index].twin == twin) return MASSA_OK;

    MAS_TRY(mas_grow(d, (void**)&k->pipeline, k->pipeline_count, &k->pipeline_room, sizeof *k->pipeline));
    const mas_kernel_desc* kernel = &pass->kernel;
    mas_pipeline* p = &k->pipeline[k->pipeline_count++]; // counted at once: destroy skips the handles that stayed null
    p->desc         = pass->desc;
    p->twin         = twin;
    p->group        = d->limits.software && kernel->narrow != 0 ? kernel->narrow : k->group_size;
    if (kernel->whole && d->limits.subgroup != 0) p->group = d->limits.subgroup; // whatever the host says of others
    MAS_TRY(create_layouts(d, p, kernel));
    return create_pipeline(d, p, kernel, k->group_size);
}

bool mas_windowed(char access)
{
    return access >= 'A' && access <= 'Z';
}

VkDescriptorType mas_descriptor_type(char access)
{
    if (access == 't') return VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER;
    return access == 'u' ? VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER : VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
}

// The part of a binding's span that window number w sees: all of it, unless the array comes in windows.
mas_span mas_pass_window(const mas_pass* pass, uint32_t binding, uint32_t w)
{
    const mas_span s = pass->span[binding];
    if (!mas_windowed(pass->kernel.access[binding])) return s;
    const uint64_t first = w * pass->window_items, count = mas_span_count(s);
    return mas_span_part(s, first, count - first < pass->window_items ? count - first : pass->window_items);
}

static void plan_windows(const mas_kernels* k, mas_pass* pass)
{
    uint64_t items = UINT64_MAX, count = 1;
    for (uint32_t i = 0; pass->kernel.access[i] != 0; ++i)
    {
        if (!mas_windowed(pass->kernel.access[i])) continue;
        const uint64_t fits = k->arena->device->limits.storage_range / pass->span[i].stride;
        if (items > fits) items = fits;
        if (count < mas_span_count(pass->span[i])) count = mas_span_count(pass->span[i]);
    }
    if (items >= count)
    {
        pass->window_items = count;
        pass->window_count = 1;
        return;
    }
    pass->window_items = items / MAS_SPAN_ALIGNMENT * MAS_SPAN_ALIGNMENT; // any stride: offsets stay aligned
    pass->window_count = (uint32_t)((count + pass->window_items - 1) / pass->window_items);
}

massa_result mas_pass_create(mas_kernels* k, mas_pass* pass, const mas_kernel_desc* desc, const mas_span* spans)
{
    massa_device* d             = k->arena->device;
    const mas_kernel_twin* twin = choose_twin(d, desc, spans);
    memset(pass, 0, sizeof *pass);
    pass->desc   = desc;
    pass->kernel = mas_kernel_of(desc, twin);
    pass->idle   = twin != NULL && twin->idle;
    if (pass->idle) return MASSA_OK;
    const uint32_t count = (uint32_t)strlen(pass->kernel.access);
    for (uint32_t i = 0; i < count; ++i)
    {
        pass->span[i] = spans[span_of(twin, i)];
        assert(pass->span[i].stride > 0 && "a binding without a name has no span");
    }
    plan_windows(k, pass);
    MAS_TRY(find_pipeline(k, pass, twin, &pass->pipeline));
    pass->first_set = k->set_count;
    for (uint32_t w = 0; w < pass->window_count; ++w)
    {
        MAS_TRY(mas_grow(d, (void**)&k->set, k->set_count, &k->set_room, sizeof *k->set));
        VkDescriptorSet* set = &k->set[k->set_count];
        MAS_TRY(mas_allocate_set(k, k->pipeline[pass->pipeline].set_layout, set));
        ++k->set_count;

        VkDescriptorBufferInfo buffer[MAS_MAX_BINDINGS];
        VkBufferView texels[MAS_MAX_BINDINGS];
        VkWriteDescriptorSet write[MAS_MAX_BINDINGS];
        for (uint32_t i = 0; i < count; ++i)
        {
            const mas_span part = mas_pass_window(pass, i, w);
            if (pass->kernel.access[i] == 't') MAS_TRY(mas_find_texels(k, part, &texels[i]));
            buffer[i] = (VkDescriptorBufferInfo){ k->arena->buffer[part.memory], part.offset, part.size };
            write[i]  = (VkWriteDescriptorSet){
                 .sType            = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                 .dstSet           = *set,
                 .dstBinding       = i,
                 .descriptorCount  = 1,
                 .descriptorType   = mas_descriptor_type(pass->kernel.access[i]),
                 .pBufferInfo      = &buffer[i],
                 .pTexelBufferView = &texels[i],
            };
        }
        d->vk.vkUpdateDescriptorSets(d->device, count, write, 0, NULL);
    }
    return MASSA_OK;
}
