#include "harness.h"
#include "kept.h"

#include <stdlib.h>
#include <string.h>

MunitParameterEnum test_group_sizes[] = {
    { "group", (char*[]){ "device", "plain", "128", "32", "64", NULL } },
    { NULL, NULL },
};

static void log_to_stderr(void* user, massa_log_level level, const char* sentence)
{
    (void)user;
    if (level == MASSA_LOG_ERROR) fprintf(stderr, "massa: %s\n", sentence);
}

void* test_gpu_setup(const MunitParameter params[], void* user)
{
    (void)user;
    test_gpu* gpu = calloc(1, sizeof *gpu);
    kept_take(&gpu->host);
    massa_device_desc desc      = massa_default_device_desc();
    const char* group           = munit_parameters_get(params, "group");
    desc.instance               = gpu->host.instance;
    desc.physical_device        = gpu->host.physical_device;
    desc.device                 = gpu->host.device;
    desc.queue_family           = gpu->host.queue_family;
    desc.get_instance_proc_addr = gpu->host.get_instance_proc_addr;
    desc.log                    = log_to_stderr;
    desc.group_size             = group != NULL ? (uint32_t)atoi(group) : 0; // 0 for words
    desc.shader_int64           = gpu->host.shader_int64 && (group == NULL || strcmp(group, "plain") != 0);
    test_try(massa_create_device(&desc, &gpu->device));
    test_reset(gpu);
    return gpu;
}

static void drop(test_gpu* gpu)
{
    if (gpu->allocated) mas_kernels_destroy(&gpu->kernels);
    mas_arena_destroy(&gpu->arena);
    platform_buffer_destroy(&gpu->host, &gpu->staging);
    gpu->allocated = false;
}

void test_gpu_tear_down(void* fixture)
{
    test_gpu* gpu = fixture;
    drop(gpu);
    massa_destroy_device(gpu->device);
    kept_return(&gpu->host);
    free(gpu);
}

void test_reset(test_gpu* gpu)
{
    drop(gpu);
    mas_arena_init(&gpu->arena, gpu->device);
}

void test_allocate(test_gpu* gpu)
{
    test_try(mas_arena_allocate(&gpu->arena));
    mas_kernels_init(&gpu->kernels, &gpu->arena);
    gpu->allocated = true;
    // As a world begins: state is zeros, scratch whatever was there.
    static const struct
    {
        mas_class memory;
        uint32_t word;
    } begin[] = { { MAS_STATE, 0 }, { MAS_SCRATCH, 0xcdcdcdcd } };
    mas_recorder* rec = test_record(gpu);
    for (int i = 0; i < 2; ++i)
    {
        const mas_span all = { begin[i].memory, 4, 0, gpu->arena.peak[begin[i].memory] / 4 * 4 };
        if (all.size > 0) mas_fill(rec, all, begin[i].word);
    }
    test_submit(gpu);
}

static uint8_t* staging(test_gpu* gpu, uint64_t size)
{
    if (gpu->staging.size < size)
    {
        platform_buffer_destroy(&gpu->host, &gpu->staging);
        if (!platform_buffer_create(&gpu->host, &gpu->staging, size,
                                    VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT))
            munit_error(gpu->host.error);
    }
    return gpu->staging.mapped;
}

mas_recorder* test_record(test_gpu* gpu)
{
    gpu->cmd = platform_begin(&gpu->host);
    mas_record_begin(&gpu->recorder, gpu->device, &gpu->arena, &gpu->kernels, NULL, gpu->cmd);
    return &gpu->recorder;
}

void test_submit(test_gpu* gpu)
{
    mas_record_end(&gpu->recorder);
    if (!platform_submit_and_wait(&gpu->host, gpu->cmd)) munit_error(gpu->host.error);
}

void test_upload(test_gpu* gpu, mas_span span, const void* data, uint64_t size)
{
    if (size == 0) return;
    munit_assert_uint64(size, <=, span.size);
    memcpy(staging(gpu, size), data, size);
    mas_recorder* rec = test_record(gpu);
    mas_copy_buffer(rec, gpu->staging.buffer, 0, gpu->arena.buffer[span.memory], span.offset, size);
    test_submit(gpu);
}

void test_download(test_gpu* gpu, mas_span span, void* data, uint64_t size)
{
    if (size == 0) return;
    munit_assert_uint64(size, <=, span.size);
    staging(gpu, size);
    mas_recorder* rec = test_record(gpu);
    mas_copy_buffer(rec, gpu->arena.buffer[span.memory], span.offset, gpu->staging.buffer, 0, size);
    test_submit(gpu);
    memcpy(data, gpu->staging.mapped, size);
}

void test_set_list(test_gpu* gpu, mas_span list, uint32_t count, uint32_t capacity)
{
    const list_header h = mas_list_complete(&gpu->kernels, count, capacity);
    test_upload(gpu, list, &h, sizeof h);
}

MunitResult test_skip(const char* reason)
{
    printf("skipped: %s ", reason); // in front of munit's verdict, on the same line
    return MUNIT_SKIP;
}

bool test_full(void)
{
    const char* full = getenv("MASSA_FULL");
    return full != NULL && strcmp(full, "1") == 0;
}

bool test_is_lavapipe25(void)
{
    const char* driver = getenv("MASSA_DRIVER");
    if (getenv("MASSA_SMALL") != NULL) return false;
    return driver != NULL && strcmp(driver, "lavapipe25") == 0;
}

uint32_t test_random(uint64_t* state)
{
    *state += 0x9e3779b97f4a7c15u;
    uint64_t z = *state;
    z          = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z          = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return (uint32_t)(z >> 32);
}
