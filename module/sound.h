// Numbers in bytes that came from outside: they may lie anywhere, and may be anything.
#ifndef MAS_SOUND_H
#define MAS_SOUND_H

#include "core/arena.h"

#include <math.h>
#include <string.h>

static inline bool mas_all_finite(const void* floats, uint32_t count)
{
    for (uint32_t i = 0; i < count; ++i)
    {
        float x;
        memcpy(&x, (const uint8_t*)floats + i * sizeof x, sizeof x);
        if (!isfinite(x)) return false;
    }
    return true;
}

static inline uint32_t mas_word_at(const uint8_t* state, mas_span s, uint32_t i)
{
    uint32_t word;
    memcpy(&word, state + s.offset + i * sizeof word, sizeof word);
    return word;
}

#endif
