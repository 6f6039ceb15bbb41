#include "particles.h"
#include "exact.h"

#include <stdlib.h>
#include <string.h>

static void* zeros(size_t count, size_t size)
{
    void* p = calloc(count > 0 ? count : 1, size); // 16-byte alignment is calloc's own
    if (p == NULL) abort();
    return p;
}

oracle_particles oracle_create_particles(uint32_t capacity, uint32_t cells, uint32_t neighbours, uint32_t colliders)
{
    return (oracle_particles){
        .capacity        = capacity,
        .cells           = cells,
        .neighbours      = neighbours,
        .position        = zeros(capacity, sizeof(mas_vec4)),
        .previous        = zeros(capacity, sizeof(mas_vec4)),
        .velocity        = zeros(capacity, sizeof(mas_vec4)),
        .sorted_position = zeros(capacity, sizeof(mas_vec4)),
        .sorted_velocity = zeros(capacity, sizeof(mas_vec4)),
        .start           = zeros((size_t)cells + 1, sizeof(uint32_t)),
        .neighbour       = zeros((size_t)capacity * neighbours, sizeof(uint32_t)),
        .neighbour_count = zeros(capacity, sizeof(uint32_t)),
        .collider        = zeros(colliders, sizeof(collider_state)),
        .collider_room   = colliders,
    };
}

void oracle_destroy_particles(oracle_particles* p)
{
    free(p->position);
    free(p->previous);
    free(p->velocity);
    free(p->sorted_position);
    free(p->sorted_velocity);
    free(p->start);
    free(p->neighbour);
    free(p->neighbour_count);
    free(p->collider);
    memset(p, 0, sizeof *p);
}

float oracle_particle_tag(uint32_t slot, uint32_t layer)
{
    return oracle_from_bits(PARTICLE_ALIVE | layer << PARTICLE_LAYER_SHIFT | slot);
}

uint32_t oracle_particle_layer(mas_vec4 position)
{
    return oracle_bits(position.w) >> PARTICLE_LAYER_SHIFT & PARTICLE_LAYER_MASK;
}
