#include "kept.h"

#include "module/tables.h" // mas_hash_bytes

#include <munit.h>
#include <stdlib.h>
#include <string.h>

enum
{
    MAX_KEPT = 4096
};

typedef struct kept
{
    uint64_t key; // of all that went into it
    uint64_t handle;
} kept;

typedef struct kept_list
{
    kept item[MAX_KEPT];
    uint32_t count;
} kept_list;

static platform_gpu ours; // ours.device is null until somebody takes it
static kept_list set_layouts, layouts, pipelines, modules;

#define FUNCTIONS(X)                                                                                                   \
    X(CreateDescriptorSetLayout)                                                                                       \
    X(DestroyDescriptorSetLayout)                                                                                      \
    X(CreatePipelineLayout)                                                                                            \
    X(DestroyPipelineLayout)                                                                                           \
    X(CreateShaderModule)                                                                                              \
    X(DestroyShaderModule)                                                                                             \
    X(CreateComputePipelines)                                                                                          \
    X(DestroyPipeline)

static struct
{
#define MEMBER(name) PFN_vk##name name;
    FUNCTIONS(MEMBER)
    PFN_vkGetInstanceProcAddr GetInstanceProcAddr;
    PFN_vkGetDeviceProcAddr GetDeviceProcAddr;
} real;

static const kept* find(const kept_list* list, uint64_t key)
{
    for (uint32_t i = 0; i < list->count; ++i)
        if (list->item[i].key == key) return &list->item[i];
    return NULL;
}

static kept* holds(kept_list* list, uint64_t handle)
{
    for (uint32_t i = 0; i < list->count; ++i)
        if (list->item[i].handle == handle) return &list->item[i];
    return NULL;
}

static void keep(kept_list* list, uint64_t key, uint64_t handle)
{
    munit_assert_uint32(list->count, <, MAX_KEPT);
    list->item[list->count++] = (kept){ key, handle };
}

// ---- In place of the driver's functions ----

static VKAPI_ATTR VkResult VKAPI_CALL kept_CreateDescriptorSetLayout(VkDevice device,
                                                                     const VkDescriptorSetLayoutCreateInfo* info,
                                                                     const VkAllocationCallbacks* memory,
                                                                     VkDescriptorSetLayout* out)
{
    bool plain   = device == ours.device && info->pNext == NULL && info->flags == 0;
    uint64_t key = info->bindingCount;
    for (uint32_t i = 0; i < info->bindingCount; ++i)
    {
        const VkDescriptorSetLayoutBinding* b = &info->pBindings[i];
        const uint32_t part[] = { b->binding, (uint32_t)b->descriptorType, b->descriptorCount, b->stageFlags };
        plain &= b->pImmutableSamplers == NULL;
        key = mas_hash_bytes(key, part, sizeof part);
    }
    if (!plain) return real.CreateDescriptorSetLayout(device, info, memory, out);
    const kept* there = find(&set_layouts, key);
    if (there != NULL)
    {
        *out = (VkDescriptorSetLayout)there->handle;
        return VK_SUCCESS;
    }
    const VkResult vk = real.CreateDescriptorSetLayout(device, info, NULL, out);
    if (vk == VK_SUCCESS) keep(&set_layouts, key, (uint64_t)*out);
    return vk;
}

static VKAPI_ATTR VkResult VKAPI_CALL kept_CreatePipelineLayout(VkDevice device, const VkPipelineLayoutCreateInfo* info,
                                                                const VkAllocationCallbacks* memory,
                                                                VkPipelineLayout* out)
{
    bool plain   = device == ours.device && info->pNext == NULL && info->flags == 0;
    uint64_t key = info->setLayoutCount;
    for (uint32_t i = 0; i < info->setLayoutCount; ++i)
        plain &= holds(&set_layouts, (uint64_t)info->pSetLayouts[i]) != NULL;
    if (!plain) return real.CreatePipelineLayout(device, info, memory, out);
    key               = mas_hash_bytes(key, info->pSetLayouts, info->setLayoutCount * sizeof *info->pSetLayouts);
    key               = mas_hash_bytes(key, info->pPushConstantRanges,
                                       info->pushConstantRangeCount * sizeof *info->pPushConstantRanges);
    const kept* there = find(&layouts, key);
    if (there != NULL)
    {
        *out = (VkPipelineLayout)there->handle;
        return VK_SUCCESS;
    }
    const VkResult vk = real.CreatePipelineLayout(device, info, NULL, out);
    if (vk == VK_SUCCESS) keep(&layouts, key, (uint64_t)*out);
    return vk;
}

// Made as ever, and remembered by what is in it for as long as it lives.
static VKAPI_ATTR VkResult VKAPI_CALL kept_CreateShaderModule(VkDevice device, const VkShaderModuleCreateInfo* info,
                                                              const VkAllocationCallbacks* memory, VkShaderModule* out)
{
    const VkResult vk = real.CreateShaderModule(device, info, memory, out);
    if (vk == VK_SUCCESS) keep(&modules, mas_hash_bytes(info->codeSize, info->pCode, info->codeSize), (uint64_t)*out);
    return vk;
}

static VKAPI_ATTR void VKAPI_CALL kept_DestroyShaderModule(VkDevice device, VkShaderModule module,
                                                           const VkAllocationCallbacks* memory)
{
    kept* there = holds(&modules, (uint64_t)module);
    if (there != NULL) *there = modules.item[--modules.count];
    real.DestroyShaderModule(device, module, memory);
}

static VKAPI_ATTR VkResult VKAPI_CALL kept_CreateComputePipelines(VkDevice device, VkPipelineCache cache,
                                                                  uint32_t count,
                                                                  const VkComputePipelineCreateInfo* info,
                                                                  const VkAllocationCallbacks* memory, VkPipeline* out)
{
    const kept* module = holds(&modules, (uint64_t)info->stage.module);
    const bool plain   = device == ours.device && count == 1 && info->pNext == NULL && info->flags == 0 &&
                       info->stage.pNext == NULL && info->stage.flags == 0 && module != NULL &&
                       holds(&layouts, (uint64_t)info->layout) != NULL;
    if (!plain) return real.CreateComputePipelines(device, cache, count, info, memory, out);
    const VkSpecializationInfo* s = info->stage.pSpecializationInfo;
    uint64_t key                  = mas_hash_bytes(module->key, &info->layout, sizeof info->layout);
    key                           = mas_hash_bytes(key, info->stage.pName, strlen(info->stage.pName));
    if (s != NULL) key = mas_hash_bytes(key, s->pMapEntries, s->mapEntryCount * sizeof *s->pMapEntries);
    if (s != NULL) key = mas_hash_bytes(key, s->pData, s->dataSize);
    const kept* there = find(&pipelines, key);
    if (there != NULL)
    {
        *out = (VkPipeline)there->handle;
        return VK_SUCCESS;
    }
    const VkResult vk = real.CreateComputePipelines(device, cache, 1, info, NULL, out);
    if (vk == VK_SUCCESS) keep(&pipelines, key, (uint64_t)*out);
    return vk;
}

#define DESTROY(noun, type, list)                                                                                      \
    static VKAPI_ATTR void VKAPI_CALL kept_Destroy##noun(VkDevice device, type object,                                 \
                                                         const VkAllocationCallbacks* memory)                          \
    {                                                                                                                  \
        if (holds(&list, (uint64_t)object) == NULL) real.Destroy##noun(device, object, memory);                        \
    }
DESTROY(DescriptorSetLayout, VkDescriptorSetLayout, set_layouts)
DESTROY(PipelineLayout, VkPipelineLayout, layouts)
DESTROY(Pipeline, VkPipeline, pipelines)

// ---- How massa gets at them ----

static PFN_vkVoidFunction in_place_of(const char* name)
{
#define NAMED(function)                                                                                                \
    if (strcmp(name, "vk" #function) == 0) return (PFN_vkVoidFunction)kept_##function;
    FUNCTIONS(NAMED)
    return NULL;
}

static VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL kept_GetDeviceProcAddr(VkDevice device, const char* name)
{
    const PFN_vkVoidFunction ours_for_it = in_place_of(name);
    return ours_for_it != NULL ? ours_for_it : real.GetDeviceProcAddr(device, name);
}

static VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL kept_GetInstanceProcAddr(VkInstance instance, const char* name)
{
    if (strcmp(name, "vkGetDeviceProcAddr") == 0) return (PFN_vkVoidFunction)kept_GetDeviceProcAddr;
    const PFN_vkVoidFunction ours_for_it = in_place_of(name);
    return ours_for_it != NULL ? ours_for_it : real.GetInstanceProcAddr(instance, name);
}

// The wrapper calls volk's functions: they lead here, too.
static void begin(void)
{
    if (!platform_gpu_create(&ours, NULL)) munit_error(ours.error);
#define TAKE(name)                                                                                                     \
    real.name = vk##name;                                                                                              \
    vk##name  = kept_##name;
    FUNCTIONS(TAKE)
    real.GetDeviceProcAddr      = vkGetDeviceProcAddr;
    vkGetDeviceProcAddr         = kept_GetDeviceProcAddr;
    real.GetInstanceProcAddr    = ours.get_instance_proc_addr;
    ours.get_instance_proc_addr = kept_GetInstanceProcAddr;
}

void kept_take(platform_gpu* gpu)
{
    if (getenv("MASSA_OWN_DEVICES") != NULL)
    {
        if (!platform_gpu_create(gpu, NULL)) munit_error(gpu->error);
        return;
    }
    if (ours.device == VK_NULL_HANDLE) begin();
    *gpu = ours;
}

// Layers speak to the one that made the device.
void kept_return(platform_gpu* gpu)
{
    const bool own          = gpu->device != ours.device;
    const uint32_t messages = own ? gpu->validation_messages : ours.validation_messages;
    if (own) platform_gpu_destroy(gpu);
    munit_assert_uint32(messages, ==, 0);
}

bool kept_end(void)
{
    if (ours.device == VK_NULL_HANDLE) return true;
    for (uint32_t i = 0; i < pipelines.count; ++i)
        real.DestroyPipeline(ours.device, (VkPipeline)pipelines.item[i].handle, NULL);
    for (uint32_t i = 0; i < layouts.count; ++i)
        real.DestroyPipelineLayout(ours.device, (VkPipelineLayout)layouts.item[i].handle, NULL);
    for (uint32_t i = 0; i < set_layouts.count; ++i)
        real.DestroyDescriptorSetLayout(ours.device, (VkDescriptorSetLayout)set_layouts.item[i].handle, NULL);
    // The device first: a layer then names what is left on it.
    vkDestroyFence(ours.device, ours.fence, NULL);
    vkDestroyCommandPool(ours.device, ours.command_pool, NULL);
    vkDestroyDevice(ours.device, NULL);
    ours.device         = VK_NULL_HANDLE;
    const bool in_peace = ours.validation_messages == 0;
    platform_gpu_destroy(&ours);
    return in_peace;
}
