#include "simulation.h"

#include <assert.h>
#include <string.h>

const mas_family* const mas_families[MAS_FAMILIES] = {
#define FAMILY(name) &mas_##name##_family,
#include "families.def"
#undef FAMILY
};

static uint64_t simulation_align(uint64_t bytes, uint64_t to)
{
    return (bytes + to - 1) / to * to;
}

size_t mas_simulation_bytes(void)
{
    size_t bytes = simulation_align(sizeof(mas_simulation), 64);
    for (uint32_t f = 0; f < MAS_FAMILIES; ++f)
        bytes += simulation_align(mas_families[f]->size, 64);
    return bytes;
}

// One block: the struct, then those of the families, each on lines of cache of its own.
static mas_simulation* make(massa_device* d)
{
    uint8_t* block = mas_alloc(d, mas_simulation_bytes());
    if (block == NULL) return NULL;
    mas_simulation* s = (mas_simulation*)block;
    size_t at         = simulation_align(sizeof *s, 64);
#define FAMILY(name)                                                                                                   \
    s->name = (struct mas_##name##_part*)(block + at);                                                                 \
    at += simulation_align(mas_families[MAS_FAMILY_##name]->size, 64);
#include "families.def"
#undef FAMILY
    return s;
}

// Part of a larger span, at the next aligned offset.
static mas_span cut(mas_span* from, uint64_t count, uint32_t stride)
{
    mas_span part = *from;
    part.stride   = stride;
    part.size     = count * stride;
    from->offset += simulation_align(part.size, MAS_SPAN_ALIGNMENT);
    return part;
}

static void plan_report(mas_report* r, mas_arena* a, const massa_capacity* c)
{
    mas_span all = { .memory = MAS_SCRATCH };
    r->stamp     = cut(&all, 1, sizeof(mas_stamp));
    r->hash      = cut(&all, 2, sizeof(uint32_t));
    for (uint32_t f = 0; f < MAS_FAMILIES; ++f)
        for (uint32_t k = 0; k < mas_families[f]->reports; ++k)
        {
            const mas_report_row* row = &mas_families[f]->report[k];
            r->copied                 = all.offset + row->head;
            r->part[f][k]             = cut(&all, row->count != NULL ? row->count(c) : 1, row->stride);
            if (row->head == 0) r->copied = all.offset;
        }
    r->whole = mas_plan(a, MAS_SCRATCH, "report", all.offset, 1);
    // Events are written into the ring by a kernel, which binds all of it.
    r->ring = (mas_ring){ mas_plan(a, MAS_READBACK, "report ring", a->in_flight, (uint32_t)all.offset), 1 };
    r->stamp.offset += r->whole.offset;
    r->hash.offset += r->whole.offset;
    for (uint32_t f = 0; f < MAS_FAMILIES; ++f)
        for (uint32_t k = 0; k < mas_families[f]->reports; ++k)
            r->part[f][k].offset += r->whole.offset;
}

mas_simulation* mas_simulation_plan(massa_device* d, const massa_world_desc* desc, mas_surface_host* surfaces)
{
    mas_simulation* s = make(d);
    if (s == NULL) return NULL;
    s->surfaces = surfaces;
    mas_arena_init(&s->arena, d);
    s->arena.in_flight = desc->max_steps_in_flight;
    plan_report(&s->report, &s->arena, &desc->capacity);
    for (uint32_t f = 0; f < MAS_FAMILIES; ++f)
        mas_families[f]->plan(s, &s->arena, desc);
    return s;
}

void mas_plan_hashed(mas_simulation* s, mas_span span, uint32_t tag, uint64_t (*used)(const mas_tables*))
{
    for (uint32_t i = 0; i < s->hashed_count; ++i)
        assert(s->hashed[i].tag != tag);
    if (s->hashed_count == MAS_MAX_HASHED)
        s->arena.result = mas_fail(s->arena.device, MASSA_ERROR_CAPACITY, "The hash has no room for tag %u.", tag);
    else
        s->hashed[s->hashed_count++] = (mas_hashed){ .span = span, .tag = tag, .used = used };
}

// No slot tells of a step before one has run: new memory may hold the report of a world that is gone.
static void clear_stamps(mas_simulation* s)
{
    const mas_report* r = &s->report;
    for (uint32_t slot = 0; slot < s->arena.in_flight; ++slot)
        memset(mas_mapped(&s->arena, mas_ring_part(&r->ring, slot, 0, 1)) + r->stamp.offset - r->whole.offset, 0,
               sizeof(mas_stamp));
}

massa_result mas_simulation_create(mas_simulation* s)
{
    mas_kernels* k = &s->kernels;
    MAS_TRY(mas_arena_allocate(&s->arena));
    clear_stamps(s);
    mas_kernels_init(k, &s->arena);
    for (uint32_t i = 0; i < s->hashed_count; ++i)
        MAS_TRY(mas_hash_create(&s->hashed[i].hash, k, s->hashed[i].span, s->report.hash));
    for (uint32_t f = 0; f < MAS_FAMILIES; ++f)
        MAS_TRY(mas_families[f]->create(s));
    return MASSA_OK;
}

void mas_simulation_destroy(mas_simulation* s)
{
    if (s == NULL) return;
    massa_device* d = s->arena.device;
    mas_kernels_destroy(&s->kernels);
    mas_arena_destroy(&s->arena);
    mas_free(d, s);
}
