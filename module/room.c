// Whether a device can hold a world, and if not, which capacity must give way and to what. Planning is arithmetic, so
// the answer is found by planning again: each capacity alone is lowered until the rest fits, by halves.
#include "world.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

enum
{
    SENTENCE = 240, // bytes
};

typedef struct limited
{
    const char* name;
    size_t offset;
    uint32_t least; // that still means what it says: 0 may stand for a default
} limited;

static const limited limits[] = {
    { "bodies", offsetof(massa_capacity, bodies), 1 },
    { "edits", offsetof(massa_capacity, edits), 1 },
    { "events", offsetof(massa_capacity, events), 1 },
    { "watched", offsetof(massa_capacity, watched), 0 },
    { "hulls", offsetof(massa_capacity, hulls), 0 },
    { "colliders", offsetof(massa_capacity, colliders), 1 },
    { "pairs", offsetof(massa_capacity, pairs), 1 },
    { "contacts", offsetof(massa_capacity, contacts), 1 },
    { "debug_lines", offsetof(massa_capacity, debug_lines), 0 },
    { "joints", offsetof(massa_capacity, joints), 0 },
    { "particles", offsetof(massa_capacity, particles), 1 },
    { "particle_edits", offsetof(massa_capacity, particle_edits), 1 },
    { "liquid", offsetof(massa_capacity, liquid), 1 },
    { "neighbours", offsetof(massa_capacity, neighbours), 1 },
    { "queries", offsetof(massa_capacity, queries), 0 },
};

static void keep_sentence(void* to, massa_log_level level, const char* sentence)
{
    (void)level;
    snprintf(to, SENTENCE, "%s", sentence);
}

static massa_result plan(const massa_device* d, const massa_world_desc* desc, mas_surface_host* surfaces,
                         char sentence[SENTENCE])
{
    massa_device quiet = *d;
    quiet.log          = keep_sentence;
    quiet.log_user     = sentence;
    mas_simulation* s  = mas_simulation_plan(&quiet, desc, surfaces);
    if (s == NULL) return mas_fail(&quiet, MASSA_ERROR_HOST_MEMORY, "No host memory to plan a world.");
    const massa_result r = s->arena.result;
    mas_simulation_destroy(s);
    return r;
}

// The largest value of one capacity with which all fits, or 0.
static uint32_t largest(const massa_device* d, const massa_world_desc* desc, mas_surface_host* surfaces,
                        const limited* l)
{
    char sentence[SENTENCE];
    massa_world_desc lower = *desc;
    uint32_t fits          = l->least, fails, value;
    memcpy(&fails, (const uint8_t*)&desc->capacity + l->offset, sizeof fails);
    if (fails <= l->least) return 0;
    memcpy((uint8_t*)&lower.capacity + l->offset, &fits, sizeof fits);
    if (plan(d, &lower, surfaces, sentence) != MASSA_OK) return 0;
    while (fails - fits > 1)
    {
        value = fits + (fails - fits) / 2;
        memcpy((uint8_t*)&lower.capacity + l->offset, &value, sizeof value);
        *(plan(d, &lower, surfaces, sentence) == MASSA_OK ? &fits : &fails) = value;
    }
    return fits;
}

massa_result mas_check_room(const massa_device* d, const massa_world_desc* desc, mas_surface_host* surfaces)
{
    char sentence[SENTENCE] = "";
    const massa_result r    = plan(d, desc, surfaces, sentence);
    if (r == MASSA_OK) return r;
    // Of several that would do, the one that gives the smallest share of what was asked.
    const limited* best = NULL;
    uint32_t most = 0, asked = 0;
    for (size_t i = 0; i < MAS_COUNT(limits); ++i)
    {
        uint32_t value;
        memcpy(&value, (const uint8_t*)&desc->capacity + limits[i].offset, sizeof value);
        const uint32_t fits = largest(d, desc, surfaces, &limits[i]);
        if (fits == 0 || (best != NULL && (uint64_t)fits * asked <= (uint64_t)most * value)) continue;
        best  = &limits[i];
        most  = fits;
        asked = value;
    }
    if (best == NULL) return mas_fail(d, r, "%s", sentence);
    return mas_fail(d, r, "capacity.%s is %u; beside its other capacities this world can have at most %u here. %s",
                    best->name, asked, most, sentence);
}
