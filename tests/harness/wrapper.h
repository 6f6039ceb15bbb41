// A Vulkan of our own between massa and the driver. massa takes every function from desc.get_instance_proc_addr, so all
// it does can be counted, refused or dropped here, and the device can be made to look as small as the floor.
//
//     wrapper*          w    = wrapper_begin(&gpu->host, true); // reports the floor (architecture.md, "Floor")
//     massa_device_desc desc = wrapper_desc();                  // handles, callbacks and log filled in
//     ...
//     const wrapper_counts before = w->counts;
//     ... a thousand steps ...
//     wrapper_expect_quiet(&before);                            // nothing a loop may not do
//     wrapper_end();                                            // everything given back, no limit broken
//
// The state is static: one wrapper at a time, for any number of devices. What tests and platform call themselves goes
// past it.
#ifndef MAS_TEST_WRAPPER_H
#define MAS_TEST_WRAPPER_H

#include "harness.h"

typedef enum wrapper_kind
{
    WRAPPER_DEVICE_MEMORY, // memory, buffers, images: made, bound, destroyed
    WRAPPER_MAP,           // mapped, unmapped, flushed, invalidated
    WRAPPER_PIPELINE,      // pipelines, their layouts and shader modules: made, destroyed
    WRAPPER_DESCRIPTOR,    // pools, sets and views of texels: made, written, destroyed
    WRAPPER_QUERY_POOL,    // made, destroyed
    WRAPPER_WAIT,          // for a fence, a semaphore, a queue or the device
    WRAPPER_SUBMIT,
    WRAPPER_DISPATCH,
    WRAPPER_DISPATCH_INDIRECT,
    WRAPPER_BARRIER, // dropped ones too
    WRAPPER_COPY,
    WRAPPER_FILL,
    WRAPPER_UPDATE,
    WRAPPER_QUERY, // reset, written, read
    WRAPPER_KINDS
} wrapper_kind;

typedef struct wrapper_counts
{
    uint64_t call[WRAPPER_KINDS];
    uint64_t host_allocations;   // massa's and VMA's, through the callbacks of wrapper_desc
    uint64_t driver_allocations; // the driver's, through the same callbacks
    int64_t host_bytes;          // held now, by all of them
    int64_t objects;             // Vulkan objects alive
} wrapper_counts;

typedef struct wrapper
{
    // What the device reports; a test may change it before massa_create_device. Ranges, dispatches, push constants,
    // bindings, texels and group sizes are checked against the same numbers.
    VkPhysicalDeviceProperties properties;
    VkQueueFamilyProperties family[8];
    uint32_t family_count;
    uint64_t max_allocation; // bytes of one allocation; 0: the driver's own number
    bool bare;               // no function of an extension, no extension, no feature
    const char* hidden;      // a function that is not found

    wrapper_counts counts;
    uint32_t breaches; // uses beyond what was reported; wrapper_end wants 0
    char breach[160];  // the first of them

    const char* fail_function; // see wrapper_fail
    uint32_t fail_call;        // calls left until the failing one; 0: none will fail
    VkResult fail_result;
    bool fail_stays;
    uint32_t fail_host;    // host allocations left until one returns null; 0: none will
    bool failed;           // a call or an allocation was refused
    uint32_t drop_barrier; // barriers left until one is swallowed; 0: none will

    VkPipelineCache cache; // that the last pipeline was made with
    uint32_t errors;       // sentences logged as errors
    char error[320];       // the last of them
    uint32_t warnings;     // the same for warnings
    char warning[320];
} wrapper;

wrapper* wrapper_begin(const platform_gpu*, bool floor);
massa_device_desc wrapper_desc(void);
void wrapper_end(void); // fails the test when something was not given back, or a limit was broken

// Call number n from now (1 is the next) of a function, or with null of any function that can fail, returns result; so
// do all after it when stays is set: VMA tries elsewhere when memory is refused once. n 0: no more failures.
void wrapper_fail(const char* function, uint32_t n, VkResult result, bool stays);
// Allocation number n from now by massa or VMA returns null. The driver's own are served: drivers differ there, and
// wrapper_fail with VK_ERROR_OUT_OF_HOST_MEMORY shows the same to massa.
void wrapper_fail_host(uint32_t n);

// Barrier number n from now is swallowed; 0: none.
void wrapper_drop_barrier(uint32_t n);

bool wrapper_asked(const char* function); // massa looked the function up
wrapper_counts wrapper_counted(void);     // so far
uint64_t wrapper_calls(wrapper_kind, const wrapper_counts* since);
// Since then: no host or device allocation, no map, no pipeline, no descriptor, no wait, no submission.
void wrapper_expect_quiet(const wrapper_counts* since);

// Arrays come in windows of that many bytes, below any real device's. massa refuses to start there, so it is set after.
void wrapper_set_storage_range(massa_device*, uint32_t bytes);

// A test_gpu (harness.h) whose massa_device sits on the wrapper, floor and all.
void* wrapper_setup(const MunitParameter params[], void* user);
void wrapper_tear_down(void* fixture);

#endif
