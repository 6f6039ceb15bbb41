#include "take.h"
#include "exact.h"

#include <math.h>

static int is_place(mas_vec4 p)
{
    return fabsf(p.x) <= 1e4f && fabsf(p.y) <= 1e4f && fabsf(p.z) <= 1e4f; // false for NaN
}

void oracle_take(mas_vec4* point, mas_vec4* previous, mas_vec4* kept, uint32_t count)
{
    for (uint32_t i = 0; i < count; ++i)
    {
        const mas_vec4 given = point[i];
        previous[i]          = kept[i];
        if (is_place(given))
            kept[i] = (mas_vec4){ oracle_flush(given.x), oracle_flush(given.y), oracle_flush(given.z), 0.0f };
        point[i] = kept[i];
    }
}
