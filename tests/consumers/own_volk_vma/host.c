// A host with Vulkan through its own volk and memory through its own VMA: both work before, during and after massa, and
// its VMA never hears of massa's buffers.
#include "vma.h"

#include "../fall.h"

static unsigned allocations(VmaAllocator vma)
{
    VmaTotalStatistics s;
    vmaCalculateStatistics(vma, &s);
    return s.total.statistics.allocationCount;
}

int main(void)
{
    host h;
    host_need(volkInitialize() == VK_SUCCESS, "volkInitialize");
    host_open_instance(&h);
    volkLoadInstance(h.instance);
    host_choose_device(&h);
    host_open_device(&h, fall_queue_family(&h, vkGetInstanceProcAddr));

    const VmaVulkanFunctions     functions = { .vkGetInstanceProcAddr = vkGetInstanceProcAddr,
                                               .vkGetDeviceProcAddr   = vkGetDeviceProcAddr };
    const VmaAllocatorCreateInfo info      = { .instance         = h.instance,
                                               .physicalDevice   = h.physical_device,
                                               .device           = h.device,
                                               .pVulkanFunctions = &functions };
    VmaAllocator                 vma;
    host_need(vmaCreateAllocator(&info, &vma) == VK_SUCCESS, "the host's vmaCreateAllocator");
    const VkBufferCreateInfo      buffer = { .sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
                                             .size  = 4096,
                                             .usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT };
    const VmaAllocationCreateInfo how    = { .flags = VMA_ALLOCATION_CREATE_MAPPED_BIT |
                                                      VMA_ALLOCATION_CREATE_HOST_ACCESS_RANDOM_BIT,
                                             .usage = VMA_MEMORY_USAGE_AUTO };
    VkBuffer                      mine;
    VmaAllocation                 allocation;
    VmaAllocationInfo             result;
    host_need(vmaCreateBuffer(vma, &buffer, &how, &mine, &allocation, &result) == VK_SUCCESS, "the host's buffer");
    memset(result.pMappedData, 0x5a, 4096);

    fall(&h, vkGetInstanceProcAddr);

    host_need(allocations(vma) == 1, "the host's VMA holding the host's one buffer");
    const unsigned char* byte = result.pMappedData;
    for (int i = 0; i < 4096; ++i) host_need(byte[i] == 0x5a, "the host's buffer keeping its bytes");
    vmaDestroyBuffer(vma, mine, allocation);
    host_need(allocations(vma) == 0, "the host's VMA being empty");
    vmaDestroyAllocator(vma);
    host_close(&h);
    return 0;
}
