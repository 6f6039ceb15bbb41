#include "spy.h"

#include <string.h>

enum
{
    MAX_SETS = 256
};

typedef struct known_set
{
    VkDescriptorSet set;
    uint32_t bindings;
    VkDescriptorBufferInfo binding[SPY_MAX_BINDINGS];
} known_set;

static PFN_vkGetInstanceProcAddr next_instance;
static PFN_vkGetDeviceProcAddr next_device;
static spy seen;
static known_set sets[MAX_SETS];
static uint32_t set_count;
static const char* stage;
static const known_set* bound;
static uint8_t pushed[SPY_MAX_BYTES];
static uint32_t pushed_size;

// The functions below, with the wrapper's behind them.
#define SPIED(X)                                                                                                       \
    X(vkUpdateDescriptorSets)                                                                                          \
    X(vkCmdBindDescriptorSets)                                                                                         \
    X(vkCmdPushConstants)                                                                                              \
    X(vkCmdDispatch)                                                                                                   \
    X(vkCmdDispatchIndirect)                                                                                           \
    X(vkCmdCopyBuffer)                                                                                                 \
    X(vkCmdUpdateBuffer)                                                                                               \
    X(vkCmdFillBuffer)
#define NEXT(name) static PFN_##name next_##name;
SPIED(NEXT)

static spy_command* add(spy_kind kind)
{
    munit_assert_uint32(seen.count, <, SPY_MAX_COMMANDS);
    spy_command* c = &seen.command[seen.count++];
    *c             = (spy_command){ .kind = kind, .stage = stage };
    return c;
}

static void add_dispatch(void)
{
    spy_command* c = add(SPY_DISPATCH);
    munit_assert_not_null(bound);
    c->bindings = bound->bindings;
    memcpy(c->binding, bound->binding, sizeof c->binding);
    memcpy(c->data, pushed, sizeof c->data);
    c->data_size = pushed_size;
    pushed_size  = 0;
}

static VKAPI_ATTR void VKAPI_CALL spy_vkUpdateDescriptorSets(VkDevice device, uint32_t count,
                                                             const VkWriteDescriptorSet* write, uint32_t copies,
                                                             const VkCopyDescriptorSet* copy)
{
    munit_assert_uint32(set_count, <, MAX_SETS);
    munit_assert_uint32(count, <=, SPY_MAX_BINDINGS);
    known_set* s = &sets[set_count++];
    s->set       = write[0].dstSet;
    s->bindings  = count;
    for (uint32_t i = 0; i < count; ++i)
        s->binding[write[i].dstBinding] = write[i].pBufferInfo[0];
    next_vkUpdateDescriptorSets(device, count, write, copies, copy);
}

static VKAPI_ATTR void VKAPI_CALL spy_vkCmdBindDescriptorSets(VkCommandBuffer cmd, VkPipelineBindPoint point,
                                                              VkPipelineLayout layout, uint32_t first, uint32_t count,
                                                              const VkDescriptorSet* set, uint32_t offsets,
                                                              const uint32_t* offset)
{
    bound = NULL;
    for (uint32_t i = set_count; i-- > 0 && bound == NULL;) // handles may come again: the newest counts
        if (sets[i].set == set[0]) bound = &sets[i];
    next_vkCmdBindDescriptorSets(cmd, point, layout, first, count, set, offsets, offset);
}

static VKAPI_ATTR void VKAPI_CALL spy_vkCmdPushConstants(VkCommandBuffer cmd, VkPipelineLayout layout,
                                                         VkShaderStageFlags stages, uint32_t offset, uint32_t size,
                                                         const void* data)
{
    munit_assert_uint32(offset + size, <=, SPY_MAX_BYTES);
    memcpy(pushed + offset, data, size);
    pushed_size = offset + size;
    next_vkCmdPushConstants(cmd, layout, stages, offset, size, data);
}

static VKAPI_ATTR void VKAPI_CALL spy_vkCmdDispatch(VkCommandBuffer cmd, uint32_t x, uint32_t y, uint32_t z)
{
    add_dispatch();
    next_vkCmdDispatch(cmd, x, y, z);
}

static VKAPI_ATTR void VKAPI_CALL spy_vkCmdDispatchIndirect(VkCommandBuffer cmd, VkBuffer buffer, VkDeviceSize offset)
{
    add_dispatch();
    next_vkCmdDispatchIndirect(cmd, buffer, offset);
}

static VKAPI_ATTR void VKAPI_CALL spy_vkCmdCopyBuffer(VkCommandBuffer cmd, VkBuffer from, VkBuffer to, uint32_t count,
                                                      const VkBufferCopy* regions)
{
    for (uint32_t i = 0; i < count; ++i)
    {
        spy_command* c = add(SPY_COPY);
        c->from        = from;
        c->to          = to;
        c->from_offset = regions[i].srcOffset;
        c->to_offset   = regions[i].dstOffset;
        c->size        = regions[i].size;
    }
    next_vkCmdCopyBuffer(cmd, from, to, count, regions);
}

static VKAPI_ATTR void VKAPI_CALL spy_vkCmdUpdateBuffer(VkCommandBuffer cmd, VkBuffer to, VkDeviceSize offset,
                                                        VkDeviceSize size, const void* data)
{
    spy_command* c = add(SPY_UPDATE);
    c->to          = to;
    c->to_offset   = offset;
    c->size        = size;
    c->data_size   = size < SPY_MAX_BYTES ? (uint32_t)size : SPY_MAX_BYTES;
    memcpy(c->data, data, c->data_size);
    next_vkCmdUpdateBuffer(cmd, to, offset, size, data);
}

static VKAPI_ATTR void VKAPI_CALL spy_vkCmdFillBuffer(VkCommandBuffer cmd, VkBuffer to, VkDeviceSize offset,
                                                      VkDeviceSize size, uint32_t word)
{
    spy_command* c = add(SPY_FILL);
    c->to          = to;
    c->to_offset   = offset;
    c->size        = size;
    next_vkCmdFillBuffer(cmd, to, offset, size, word);
}

// Labels are heard here and go no further, so that drivers without VK_EXT_debug_utils show them too.
static VKAPI_ATTR void VKAPI_CALL begin_label(VkCommandBuffer cmd, const VkDebugUtilsLabelEXT* label)
{
    (void)cmd;
    stage = label->pLabelName;
}

static VKAPI_ATTR void VKAPI_CALL end_label(VkCommandBuffer cmd)
{
    (void)cmd;
    stage = NULL;
}

static VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL get_device(VkDevice device, const char* name)
{
    if (strcmp(name, "vkCmdBeginDebugUtilsLabelEXT") == 0) return (PFN_vkVoidFunction)begin_label;
    if (strcmp(name, "vkCmdEndDebugUtilsLabelEXT") == 0) return (PFN_vkVoidFunction)end_label;
    const PFN_vkVoidFunction function = next_device(device, name);
#define SPY(spied)                                                                                                     \
    if (strcmp(name, #spied) == 0)                                                                                     \
    {                                                                                                                  \
        next_##spied = (PFN_##spied)function;                                                                          \
        return (PFN_vkVoidFunction)spy_##spied;                                                                        \
    }
    SPIED(SPY)
    return function;
}

static VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL get_instance(VkInstance instance, const char* name)
{
    const PFN_vkVoidFunction function = next_instance(instance, name);
    if (strcmp(name, "vkGetDeviceProcAddr") != 0) return function;
    next_device = (PFN_vkGetDeviceProcAddr)function;
    return (PFN_vkVoidFunction)get_device;
}

massa_device_desc spy_desc(void)
{
    massa_device_desc desc      = wrapper_desc();
    next_instance               = desc.get_instance_proc_addr;
    desc.get_instance_proc_addr = get_instance;
    set_count                   = 0;
    spy_clear();
    return desc;
}

const spy* spy_seen(void)
{
    return &seen;
}

void spy_clear(void)
{
    seen.count  = 0;
    stage       = NULL;
    bound       = NULL;
    pushed_size = 0;
}

bool spy_overlaps(VkBuffer buffer, VkDeviceSize offset, VkDeviceSize size, const massa_view* view)
{
    return buffer == view->buffer && offset < view->offset + view->size && view->offset < offset + size;
}
