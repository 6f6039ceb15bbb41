// Points of the surfaces' cages, as the host sets them.
#include "own_tables.h"
#include "exact.h"
#include "surface_tables.h" // surface_edit, how a block tells of them

#include <string.h>

void oracle_play_cages(oracle_tables* t, const uint8_t* block, size_t size)
{
    while (size > 0)
    {
        surface_edit e;
        if (size < sizeof e) oracle_refuse("an edit of a surface is cut short.");
        memcpy(&e, block, sizeof e);
        const size_t bytes = sizeof e + e.count * 3 * sizeof(float);
        if (size < bytes || e.surface >= t->cages ||
            e.first + e.count > t->cage_first[e.surface + 1] - t->cage_first[e.surface])
            oracle_refuse("an edit of a surface has points beyond it.");
        // e.refresh: a shader of the host's wrote points. The twin has no device to know them, and keeps what it has.
        mas_vec4* to = t->cage_point + t->cage_first[e.surface] + e.first;
        for (uint32_t k = 0; k < e.count; ++k)
        {
            float x[3];
            memcpy(x, block + sizeof e + k * sizeof x, sizeof x);
            to[k] = (mas_vec4){ oracle_flush(x[0]), oracle_flush(x[1]), oracle_flush(x[2]), 0.0f };
        }
        block += bytes;
        size -= bytes;
    }
}
