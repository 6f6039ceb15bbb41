#include "bodies.h"

#include <stdlib.h>
#include <string.h>

static void* zeros(uint32_t count, size_t size)
{
    void* p = calloc(count > 0 ? count : 1, size); // 16-byte alignment is calloc's own
    if (p == NULL) abort();
    return p;
}

oracle_bodies oracle_create_bodies(uint32_t capacity)
{
    return (oracle_bodies){
        .capacity = capacity,
        .pose     = zeros(capacity, sizeof(body_pose)),
        .previous = zeros(capacity, sizeof(body_pose)),
        .motion   = zeros(capacity, sizeof(body_motion)),
        .mass     = zeros(capacity, sizeof(body_mass)),
        .load     = zeros(capacity, sizeof(body_load)),
        .trait    = zeros(capacity, sizeof(body_trait)),
        .speed    = zeros(capacity, sizeof(body_speed)),
        .base     = zeros(capacity, sizeof(body_base)),
        .lost     = zeros(capacity, sizeof(uint32_t)),
    };
}

void oracle_destroy_bodies(oracle_bodies* b)
{
    free(b->pose);
    free(b->previous);
    free(b->motion);
    free(b->mass);
    free(b->load);
    free(b->trait);
    free(b->speed);
    free(b->base);
    free(b->lost);
    memset(b, 0, sizeof *b);
}

void oracle_copy_bodies(oracle_bodies* to, const oracle_bodies* from)
{
    const size_t n = from->capacity;
    memcpy(to->pose, from->pose, n * sizeof(body_pose));
    memcpy(to->previous, from->previous, n * sizeof(body_pose));
    memcpy(to->motion, from->motion, n * sizeof(body_motion));
    memcpy(to->mass, from->mass, n * sizeof(body_mass));
    memcpy(to->load, from->load, n * sizeof(body_load));
    memcpy(to->trait, from->trait, n * sizeof(body_trait));
    memcpy(to->speed, from->speed, n * sizeof(body_speed));
    memcpy(to->base, from->base, n * sizeof(body_base));
    memcpy(to->lost, from->lost, n * sizeof(uint32_t));
}
