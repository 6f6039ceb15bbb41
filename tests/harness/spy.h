// What massa records into a command buffer, and what is bound where: a second layer in front of the wrapper, for tests
// that follow single bytes. One at a time, like the wrapper.
#ifndef MAS_TEST_SPY_H
#define MAS_TEST_SPY_H

#include "wrapper.h"

#include "core/kernel.h"

enum
{
    SPY_MAX_COMMANDS = 512,
    SPY_MAX_BINDINGS = MAS_MAX_BINDINGS,
    SPY_MAX_BYTES    = 64
};

typedef enum spy_kind
{
    SPY_DISPATCH,
    SPY_COPY,
    SPY_UPDATE,
    SPY_FILL
} spy_kind;

typedef struct spy_command
{
    spy_kind kind;
    const char* stage;                                // the debug label around it
    VkDescriptorBufferInfo binding[SPY_MAX_BINDINGS]; // of a dispatch
    uint32_t bindings;
    uint8_t data[SPY_MAX_BYTES]; // push constants of a dispatch, bytes of an update
    uint32_t data_size;
    VkBuffer from, to; // of a copy; of an update or fill to only
    VkDeviceSize from_offset, to_offset, size;
} spy_command;

typedef struct spy
{
    spy_command command[SPY_MAX_COMMANDS]; // since spy_clear
    uint32_t count;
} spy;

massa_device_desc spy_desc(void); // wrapper_desc, watched
const spy* spy_seen(void);
void spy_clear(void);

bool spy_overlaps(VkBuffer, VkDeviceSize offset, VkDeviceSize size, const massa_view*);

#endif
