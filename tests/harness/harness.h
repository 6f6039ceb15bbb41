// What a GPU test stands on: a device chosen by the environment (platform/linux/with-driver.sh), an arena, kernels and
// a recorder, and a way to put bytes in and get bytes out. Validation messages and device errors fail the running test.
//
//     static MunitResult scan_adds_up(const MunitParameter params[], void* fixture)
//     {
//         test_gpu* gpu = fixture;
//         test_reset(gpu);                                      // a fresh arena
//         mas_span values = mas_plan(&gpu->arena, MAS_SCRATCH, "values", n, 4);
//         mas_scan_plan(&scan, &gpu->arena, n);
//         test_allocate(gpu);
//         test_try(mas_scan_create(&scan, &gpu->kernels, values, list));
//         test_upload(gpu, values, data, n * 4);
//         mas_scan_record(&scan, test_record(gpu));
//         test_submit(gpu);                                     // and wait
//         test_download(gpu, values, data, n * 4);
#ifndef MAS_TEST_HARNESS_H
#define MAS_TEST_HARNESS_H

#include <munit.h>

#include "core/list.h"
#include "core/recorder.h"
#include "gpu.h" // platform

typedef struct test_gpu
{
    platform_gpu host;
    massa_device* device;
    mas_arena arena;
    mas_kernels kernels;
    mas_recorder recorder;
    VkCommandBuffer cmd;
    bool allocated;
    platform_buffer staging;
} test_gpu;

// Fixture of a munit suite. The parameter "group" (32, 64, 128) sets the workgroup size; default the device's choice,
// with kernels for a CPU where there are such, or without them if it is "plain".
void* test_gpu_setup(const MunitParameter params[], void* user);
void test_gpu_tear_down(void* fixture);

void test_reset(test_gpu*);
void test_allocate(test_gpu*);
void test_upload(test_gpu*, mas_span, const void* data, uint64_t size);
void test_download(test_gpu*, mas_span, void* data, uint64_t size);
mas_recorder* test_record(test_gpu*);
void test_submit(test_gpu*);
// Plans a list header; after test_allocate, test_set_list writes it.
void test_set_list(test_gpu*, mas_span list, uint32_t count, uint32_t capacity);

// What a test returns that does not apply to this driver, size or layer. tests/run.sh counts these by reason.
MunitResult test_skip(const char* reason);
#define TEST_LARGE "large sizes run on lavapipe 25 alone"     // unless test_is_lavapipe25
#define TEST_LONG "long runs are left to tests/run.sh --full" // unless test_full

bool test_full(void);                  // MASSA_FULL=1: the long run
bool test_is_lavapipe25(void);         // large sizes run there only, to save time; not with MASSA_SMALL, which
                                       // validation, sanitizers and other vector widths set
uint32_t test_random(uint64_t* state); // deterministic and the same everywhere

#define test_try(call) munit_assert_int((call), ==, MASSA_OK)

extern MunitParameterEnum test_group_sizes[]; // run a test at each "group"; with MASSA_FEW_SIZES at the first three

#endif
