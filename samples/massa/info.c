// massa info: what is here, and whether it will do.
#include "commands.h"
#include "json.h"

#include <stdio.h>
#include <string.h>

static const char* const determinism_text[] = {
    [MASSA_DETERMINISM_UNKNOWN]      = "unknown",
    [MASSA_DETERMINISM_SAME_DEVICE]  = "same bits on this device only",
    [MASSA_DETERMINISM_EVERY_DEVICE] = "same bits as every device that passes",
};

typedef struct listing
{
    session* s;
    bool json;
} listing;

static void print_device(void* user, VkPhysicalDevice device)
{
    const listing* l = user;
    VkPhysicalDeviceProperties p;
    massa_device_needs needs;
    vkGetPhysicalDeviceProperties(device, &p);
    const massa_result result =
        massa_query_device_needs(l->s->gpu.instance, device, l->s->gpu.get_instance_proc_addr, &needs);
    const char* reason = result != MASSA_OK ? massa_result_text(result) : needs.reason;
    const bool chosen  = device == l->s->gpu.physical_device;
    const bool fine    = result == MASSA_OK && needs.supported;
    if (!l->json)
    {
        printf("  %c %s, Vulkan %u.%u%s%s\n", chosen ? '*' : ' ', p.deviceName, VK_API_VERSION_MAJOR(p.apiVersion),
               VK_API_VERSION_MINOR(p.apiVersion), fine ? "" : ": ", fine ? "" : reason);
        return;
    }
    json_begin(NULL, '{');
    json_text("name", p.deviceName);
    json_bool("chosen", chosen);
    json_bool("supported", fine);
    json_text("reason", fine ? "" : reason);
    json_end('}');
}

static void print_limits(session* s, bool json)
{
    VkPhysicalDeviceProperties p;
    VkPhysicalDeviceMemoryProperties m;
    vkGetPhysicalDeviceProperties(s->gpu.physical_device, &p);
    vkGetPhysicalDeviceMemoryProperties(s->gpu.physical_device, &m);
    uint64_t memory = 0;
    for (uint32_t i = 0; i < m.memoryHeapCount; ++i)
        if (m.memoryHeaps[i].flags & VK_MEMORY_HEAP_DEVICE_LOCAL_BIT) memory += m.memoryHeaps[i].size;
    const struct
    {
        const char* name;
        double value;
        const char* floor;
    } row[] = {
        { "device memory, MiB", (double)memory / 1048576.0, "" },
        { "storage range, MiB", p.limits.maxStorageBufferRange / 1048576.0, "128" },
        { "storage buffers per stage", p.limits.maxPerStageDescriptorStorageBuffers, "8" },
        { "threads per workgroup", p.limits.maxComputeWorkGroupInvocations, "128" },
        { "shared memory, KiB", p.limits.maxComputeSharedMemorySize / 1024.0, "16" },
        { "push constants, bytes", p.limits.maxPushConstantsSize, "128" },
        { "workgroups in a row", p.limits.maxComputeWorkGroupCount[0], "65535" },
        { "timestamp, ns", p.limits.timestampComputeAndGraphics ? p.limits.timestampPeriod : 0.0, "" },
    };
    if (json) json_begin("limits", '{');
    for (size_t i = 0; i < sizeof row / sizeof row[0]; ++i)
        if (json)
            json_number(row[i].name, row[i].value);
        else
            printf("    %-26s %10.0f%s%s\n", row[i].name, row[i].value, row[i].floor[0] ? "   needs " : "",
                   row[i].floor);
    if (json) json_end('}');
}

int command_info(const options* o)
{
    session s;
    if (!session_open_device(&s, o->device, true))
    {
        const int code = complain(s.exit_code, s.error);
        session_close(&s);
        return code;
    }
    char version[32];
    snprintf(version, sizeof version, "%d.%d.%d", MASSA_VERSION_MAJOR, MASSA_VERSION_MINOR, MASSA_VERSION_PATCH);
    listing l = { &s, o->json };
    if (o->json)
    {
        json_begin(NULL, '{');
        json_text("version", version);
        json_begin("devices", '[');
        session_list_devices(&s, print_device, &l);
        json_end(']');
        print_limits(&s, true);
        json_text("arithmetic", determinism_text[s.determinism]);
        json_bool("window", s.gpu.can_present);
        json_end('}');
    }
    else
    {
        printf("massa %s\ndevices\n", version);
        session_list_devices(&s, print_device, &l);
        printf("limits of %s\n", s.gpu.device_name);
        print_limits(&s, false);
        printf("arithmetic: %s\n", determinism_text[s.determinism]);
    }
    session_close(&s);
    return EXIT_FINE;
}
