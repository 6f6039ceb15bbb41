#include "wrapper_inside.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum
{
    MAX_ASKED = 256,
    MAX_NAME  = 64
};

static const platform_gpu* host;
wrapper mas_wrapper;
int mas_wrapper_inside_driver;

static char asked[MAX_ASKED][MAX_NAME];
static uint32_t asked_count;

// ---- Host memory ----

typedef struct block_head // sits right before the pointer that was given out
{
    void* start;
    size_t size;
} block_head;

static void* VKAPI_CALL host_allocate(void* user, size_t size, size_t alignment, VkSystemAllocationScope scope)
{
    (void)user;
    (void)scope;
    if (mas_wrapper_inside_driver > 0)
    {
        ++mas_wrapper.counts.driver_allocations;
    }
    else
    {
        ++mas_wrapper.counts.host_allocations;
        if (mas_wrapper.fail_host > 0 && --mas_wrapper.fail_host == 0)
        {
            mas_wrapper.failed = true;
            return NULL;
        }
    }
    if (alignment < sizeof(block_head)) alignment = sizeof(block_head);
    uint8_t* start = aligned_alloc(alignment, (alignment + size + alignment - 1) / alignment * alignment);
    if (start == NULL) return NULL;
    memset(start, 0xcd, alignment + size); // memory that nobody cleared
    const block_head head = { start, size };
    memcpy(start + alignment - sizeof head, &head, sizeof head);
    mas_wrapper.counts.host_bytes += (int64_t)size;
    return start + alignment;
}

static void VKAPI_CALL host_free(void* user, void* p)
{
    (void)user;
    if (p == NULL) return;
    block_head head;
    memcpy(&head, (uint8_t*)p - sizeof head, sizeof head);
    mas_wrapper.counts.host_bytes -= (int64_t)head.size;
    free(head.start);
}

static void* VKAPI_CALL host_reallocate(void* user, void* old, size_t size, size_t alignment,
                                        VkSystemAllocationScope scope)
{
    void* p = size > 0 ? host_allocate(user, size, alignment, scope) : NULL;
    if (size > 0 && p == NULL) return NULL;
    if (old != NULL && p != NULL)
    {
        block_head head;
        memcpy(&head, (uint8_t*)old - sizeof head, sizeof head);
        memcpy(p, old, head.size < size ? head.size : size);
    }
    host_free(user, old);
    return p;
}

static const VkAllocationCallbacks callbacks = {
    .pfnAllocation   = host_allocate,
    .pfnReallocation = host_reallocate,
    .pfnFree         = host_free,
};

// ---- What the device reports ----

static VKAPI_ATTR void VKAPI_CALL wrap_vkGetPhysicalDeviceProperties(VkPhysicalDevice device,
                                                                     VkPhysicalDeviceProperties* out)
{
    (void)device;
    *out = mas_wrapper.properties;
}

static VKAPI_ATTR void VKAPI_CALL wrap_vkGetPhysicalDeviceProperties2(VkPhysicalDevice device,
                                                                      VkPhysicalDeviceProperties2* out)
{
    vkGetPhysicalDeviceProperties2(device, out);
    out->properties = mas_wrapper.properties;
    for (VkBaseOutStructure* next = out->pNext; next != NULL && mas_wrapper.max_allocation != 0; next = next->pNext)
        if (next->sType == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MAINTENANCE_3_PROPERTIES)
            ((VkPhysicalDeviceMaintenance3Properties*)next)->maxMemoryAllocationSize = mas_wrapper.max_allocation;
    for (VkBaseOutStructure* next = out->pNext; next != NULL && mas_wrapper.bare; next = next->pNext)
        if (next->sType == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_PROPERTIES)
        {
            VkPhysicalDeviceSubgroupProperties* s = (VkPhysicalDeviceSubgroupProperties*)next;
            s->subgroupSize                       = 1;
            s->supportedOperations                = VK_SUBGROUP_FEATURE_BASIC_BIT;
        }
}

static VKAPI_ATTR void VKAPI_CALL wrap_vkGetPhysicalDeviceQueueFamilyProperties(VkPhysicalDevice device,
                                                                                uint32_t* count,
                                                                                VkQueueFamilyProperties* out)
{
    (void)device;
    if (out == NULL || *count > mas_wrapper.family_count) *count = mas_wrapper.family_count;
    for (uint32_t i = 0; out != NULL && i < *count; ++i)
        out[i] = mas_wrapper.family[i];
}

static VKAPI_ATTR void VKAPI_CALL wrap_vkGetPhysicalDeviceFeatures(VkPhysicalDevice device,
                                                                   VkPhysicalDeviceFeatures* out)
{
    memset(out, 0, sizeof *out);
    if (!mas_wrapper.bare) vkGetPhysicalDeviceFeatures(device, out);
}

// Structs chained to out stay as the caller cleared them.
static VKAPI_ATTR void VKAPI_CALL wrap_vkGetPhysicalDeviceFeatures2(VkPhysicalDevice device,
                                                                    VkPhysicalDeviceFeatures2* out)
{
    memset(&out->features, 0, sizeof out->features);
    if (!mas_wrapper.bare) vkGetPhysicalDeviceFeatures2(device, out);
}

static VKAPI_ATTR VkResult VKAPI_CALL wrap_vkEnumerateDeviceExtensionProperties(VkPhysicalDevice device,
                                                                                const char* layer, uint32_t* count,
                                                                                VkExtensionProperties* out)
{
    if (!mas_wrapper.bare) return vkEnumerateDeviceExtensionProperties(device, layer, count, out);
    *count = 0;
    return VK_SUCCESS;
}

static VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL wrap_vkGetDeviceProcAddr(VkDevice device, const char* name);

static const wrapped_function wrapped[] = {
    WRAPPED(vkEnumerateDeviceExtensionProperties),
    WRAPPED(vkGetDeviceProcAddr),
    WRAPPED(vkGetPhysicalDeviceFeatures),
    WRAPPED(vkGetPhysicalDeviceFeatures2),
    WRAPPED(vkGetPhysicalDeviceProperties),
    WRAPPED(vkGetPhysicalDeviceProperties2),
    WRAPPED(vkGetPhysicalDeviceQueueFamilyProperties),
};

// Names of extensions end in their vendor's capitals, as no other function's do.
static bool belongs_to_extension(const char* name)
{
    const char last = name[strlen(name) - 1];
    return last >= 'A' && last <= 'Z';
}

static PFN_vkVoidFunction find(const char* name, PFN_vkVoidFunction real)
{
    if (!wrapper_asked(name))
    {
        munit_assert_uint32(asked_count, <, MAX_ASKED);
        snprintf(asked[asked_count++], MAX_NAME, "%s", name);
    }
    if (real == NULL || (mas_wrapper.bare && belongs_to_extension(name))) return NULL;
    if (mas_wrapper.hidden != NULL && strcmp(mas_wrapper.hidden, name) == 0) return NULL;
    for (size_t i = 0; i < MAS_COUNT(wrapped); ++i)
        if (strcmp(name, wrapped[i].name) == 0) return wrapped[i].function;
    const PFN_vkVoidFunction ours = mas_wrapper_device_function(name);
    return ours != NULL ? ours : real;
}

static VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL wrap_vkGetDeviceProcAddr(VkDevice device, const char* name)
{
    return find(name, vkGetDeviceProcAddr(device, name));
}

static VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL get_instance_proc_addr(VkInstance instance, const char* name)
{
    return find(name, host->get_instance_proc_addr(instance, name));
}

// ---- What tests call ----

static void hear(void* user, massa_log_level level, const char* sentence)
{
    (void)user;
    if (level == MASSA_LOG_INFO) return;
    const bool error = level == MASSA_LOG_ERROR;
    ++*(error ? &mas_wrapper.errors : &mas_wrapper.warnings);
    snprintf(error ? mas_wrapper.error : mas_wrapper.warning, sizeof mas_wrapper.error, "%s", sentence);
}

// Written out from architecture.md, "Floor", not taken from device.h: a floor that moves there is noticed here.
static void report_floor(void)
{
    VkPhysicalDeviceLimits* l              = &mas_wrapper.properties.limits;
    mas_wrapper.bare                       = true;
    mas_wrapper.properties.apiVersion      = VK_API_VERSION_1_1;
    l->maxComputeWorkGroupInvocations      = 128;
    l->maxComputeWorkGroupSize[0]          = 128;
    l->maxComputeWorkGroupSize[1]          = 128;
    l->maxComputeWorkGroupSize[2]          = 64;
    l->maxComputeSharedMemorySize          = 16 << 10;
    l->maxStorageBufferRange               = 128 << 20;
    l->maxTexelBufferElements              = 65536;
    l->maxPerStageDescriptorStorageBuffers = 8;
    l->maxDescriptorSetStorageBuffers      = 8;
    l->maxPushConstantsSize                = 128;
    l->maxBoundDescriptorSets              = 4;
    l->minStorageBufferOffsetAlignment     = 256;
    l->timestampComputeAndGraphics         = VK_FALSE;
    for (int i = 0; i < 3; ++i)
        l->maxComputeWorkGroupCount[i] = 65535;
    for (uint32_t i = 0; i < mas_wrapper.family_count; ++i)
        mas_wrapper.family[i].timestampValidBits = 0;
}

wrapper* wrapper_begin(const platform_gpu* gpu, bool floor)
{
    memset(&mas_wrapper, 0, sizeof mas_wrapper);
    host                      = gpu;
    asked_count               = 0;
    mas_wrapper_inside_driver = 0;
    vkGetPhysicalDeviceProperties(gpu->physical_device, &mas_wrapper.properties);
    vkGetPhysicalDeviceQueueFamilyProperties(gpu->physical_device, &mas_wrapper.family_count, NULL);
    munit_assert_uint32(mas_wrapper.family_count, <=, MAS_COUNT(mas_wrapper.family));
    vkGetPhysicalDeviceQueueFamilyProperties(gpu->physical_device, &mas_wrapper.family_count, mas_wrapper.family);
    if (floor) report_floor();
    return &mas_wrapper;
}

massa_device_desc wrapper_desc(void)
{
    massa_device_desc desc      = massa_default_device_desc();
    desc.instance               = host->instance;
    desc.physical_device        = host->physical_device;
    desc.device                 = host->device;
    desc.queue_family           = host->queue_family;
    desc.get_instance_proc_addr = get_instance_proc_addr;
    desc.allocation             = &callbacks;
    desc.log                    = hear;
    return desc;
}

void wrapper_end(void)
{
    host = NULL;
    munit_assert_string_equal(mas_wrapper.breach, "");
    munit_assert_int64(mas_wrapper.counts.objects, ==, 0);
    munit_assert_int64(mas_wrapper.counts.host_bytes, ==, 0);
}

void wrapper_fail(const char* function, uint32_t n, VkResult result, bool stays)
{
    mas_wrapper.fail_function = function;
    mas_wrapper.fail_call     = n;
    mas_wrapper.fail_result   = result;
    mas_wrapper.fail_stays    = stays;
    mas_wrapper.failed        = false;
}

void wrapper_fail_host(uint32_t n)
{
    mas_wrapper.fail_host = n;
    mas_wrapper.failed    = false;
}

void wrapper_drop_barrier(uint32_t n)
{
    mas_wrapper.drop_barrier = n;
}

bool wrapper_asked(const char* function)
{
    for (uint32_t i = 0; i < asked_count; ++i)
        if (strcmp(asked[i], function) == 0) return true;
    return false;
}

wrapper_counts wrapper_counted(void)
{
    return mas_wrapper.counts;
}

uint64_t wrapper_calls(wrapper_kind kind, const wrapper_counts* since)
{
    return mas_wrapper.counts.call[kind] - since->call[kind];
}

void wrapper_expect_quiet(const wrapper_counts* since)
{
    for (int kind = WRAPPER_DEVICE_MEMORY; kind <= WRAPPER_SUBMIT; ++kind)
    {
        if (wrapper_calls((wrapper_kind)kind, since) > 0)
            munit_errorf("%llu calls of kind %d (wrapper.h) where there should be none.",
                         (unsigned long long)wrapper_calls((wrapper_kind)kind, since), kind);
    }
    munit_assert_uint64(mas_wrapper.counts.host_allocations, ==, since->host_allocations);
    munit_assert_uint64(mas_wrapper.counts.driver_allocations, ==, since->driver_allocations);
    munit_assert_int64(mas_wrapper.counts.host_bytes, ==, since->host_bytes);
}

void wrapper_set_storage_range(massa_device* device, uint32_t bytes)
{
    device->limits.storage_range                        = bytes;
    mas_wrapper.properties.limits.maxStorageBufferRange = bytes;
}

void* wrapper_setup(const MunitParameter params[], void* user)
{
    test_gpu* gpu        = test_gpu_setup(params, user);
    const uint32_t group = gpu->device->limits.group_size;
    massa_destroy_device(gpu->device);
    wrapper_begin(&gpu->host, true);
    massa_device_desc desc = wrapper_desc();
    desc.group_size        = group;
    test_try(massa_create_device(&desc, &gpu->device));
    test_reset(gpu);
    return gpu;
}

void wrapper_tear_down(void* fixture)
{
    test_gpu_tear_down(fixture);
    wrapper_end();
}
