#include "liquid.h"
#include "exact.h"

#include <stdlib.h>
#include <string.h>

static void* zeros(size_t count, size_t size)
{
    void* p = calloc(count > 0 ? count : 1, size); // 16-byte alignment is calloc's own
    if (p == NULL) abort();
    return p;
}

oracle_liquid oracle_create_liquid(oracle_particles* p)
{
    const uint32_t n = p->capacity;
    return (oracle_liquid){
        .particles          = p,
        .predicted_position = zeros(n, sizeof(mas_vec4)),
        .predicted_velocity = zeros(n, sizeof(mas_vec4)),
        .wall               = zeros((size_t)n * LIQUID_WALLS, sizeof(liquid_wall)),
        .wall_count         = zeros(n, sizeof(uint32_t)),
        .weighed            = zeros(n, sizeof(mas_vec4)),
        .shift              = zeros(n, sizeof(mas_vec4)),
        .packed             = zeros(n, sizeof(float)),
        .density            = zeros(n, sizeof(float)),
    };
}

void oracle_destroy_liquid(oracle_liquid* l)
{
    free(l->predicted_position);
    free(l->predicted_velocity);
    free(l->wall);
    free(l->wall_count);
    free(l->weighed);
    free(l->shift);
    free(l->packed);
    free(l->density);
    memset(l, 0, sizeof *l);
}

const liquid_kind* oracle_kind_of(const oracle_liquid* l, mas_vec4 position)
{
    return &l->params.kind[oracle_bits(position.w) >> LIQUID_SHIFT & LIQUID_MASK];
}

uint32_t oracle_walls_of(const oracle_liquid* l, uint32_t place)
{
    return l->wall_count[place] == LIQUID_GONE ? 0 : l->wall_count[place];
}
