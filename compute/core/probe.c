// Runs shaders/core/probe.comp, which computes what every device must compute alike, and compares.
#include "probe.h"
#include "recorder.h"
#include "core/probe_shared.h"

#include <stdatomic.h>
#include <string.h>

const mas_kernel_desc mas_probe_kernels[] = { { .name = "probe", .access = "w", .push = sizeof(probe_push) } };
const uint32_t mas_probe_kernel_count     = MAS_COUNT(mas_probe_kernels);

struct mas_probe
{
    mas_arena arena;
    mas_kernels kernels;
    mas_pass pass;
    mas_span result;  // mapped
    atomic_int level; // massa_determinism; polled by any thread
};

massa_result mas_probe_create(massa_device* d)
{
    mas_probe* p = mas_alloc(d, sizeof *p);
    if (p == NULL) return mas_fail(d, MASSA_ERROR_HOST_MEMORY, "No host memory for the probe.");
    d->probe = p;
    mas_arena_init(&p->arena, d);
    p->result = mas_plan(&p->arena, MAS_READBACK, "probe", PROBE_WORDS, sizeof(uint32_t));
    MAS_TRY(mas_arena_allocate(&p->arena));
    memset(p->arena.mapped[MAS_READBACK], 0, p->result.size);
    mas_kernels_init(&p->kernels, &p->arena);
    return mas_bind(&p->kernels, &p->pass, &mas_probe_kernels[0], p->result);
}

void mas_probe_destroy(massa_device* d)
{
    if (d->probe == NULL) return;
    mas_kernels_destroy(&d->probe->kernels);
    mas_arena_destroy(&d->probe->arena);
    mas_free(d, d->probe);
    d->probe = NULL;
}

massa_result massa_cmd_probe(massa_device* d, VkCommandBuffer cmd)
{
    if (d == NULL) return MASSA_ERROR_NULL;
    if (cmd == NULL) return mas_fail(d, MASSA_ERROR_NULL, "The command buffer is null.");
    const probe_push push = probe_push_default();
    mas_recorder rec;
    mas_record_begin(&rec, d, &d->probe->arena, &d->probe->kernels, NULL, cmd);
    mas_run(&rec, &d->probe->pass, 1, &push);
    mas_record_end(&rec);
    return MASSA_OK;
}

static const char* what_failed(uint32_t mask)
{
    static const struct
    {
        uint32_t bit;
        const char* text;
    } table[] = {
        { PROBE_FAILED_ADD, "a sum is not rounded to nearest even" },
        { PROBE_FAILED_MULTIPLY, "a product is not rounded to nearest even" },
        { PROBE_FAILED_CONTRACTION, "a multiply and an add are fused" },
        { PROBE_FAILED_ORDER, "terms of a sum are reordered" },
        { PROBE_FAILED_COMPARE, "a comparison, minimum, maximum or floor is off" },
        { PROBE_FAILED_CONVERT, "a conversion between integer and float is off" },
        { PROBE_FAILED_INTEGER, "integer arithmetic is off" },
        { PROBE_FAILED_DIVIDE, "the exact division is off" },
        { PROBE_FAILED_SQRT, "the exact square root is off" },
        { PROBE_FAILED_FLUSH, "a test for small or infinite numbers is off" },
    };
    for (size_t i = 0; i < MAS_COUNT(table); ++i)
        if (mask & table[i].bit) return table[i].text;
    return "an exact function gives other bits";
}

massa_result massa_device_poll_probe(massa_device* d, massa_determinism* out)
{
    if (out != NULL) *out = MASSA_DETERMINISM_UNKNOWN;
    if (d == NULL) return MASSA_ERROR_NULL;
    if (out == NULL) return mas_fail(d, MASSA_ERROR_NULL, "massa_device_poll_probe has nowhere to put its answer.");
    mas_probe* p = d->probe;
    int level    = atomic_load(&p->level);
    if (level == MASSA_DETERMINISM_UNKNOWN)
    {
        uint32_t word[PROBE_WORDS];
        memcpy(word, p->arena.mapped[MAS_READBACK], sizeof word);
        if (word[PROBE_WORD_DONE] != PROBE_DONE) return MASSA_NOT_READY;
        level = word[PROBE_WORD_FAILED] == 0 ? MASSA_DETERMINISM_EVERY_DEVICE : MASSA_DETERMINISM_SAME_DEVICE;
        if (atomic_exchange(&p->level, level) == MASSA_DETERMINISM_UNKNOWN && word[PROBE_WORD_FAILED] != 0)
            mas_log(d, MASSA_LOG_WARNING, "The device '%s' computes in its own way: %s.", d->name,
                    what_failed(word[PROBE_WORD_FAILED]));
    }
    *out = (massa_determinism)level;
    return MASSA_OK;
}
