// C twin of shaders/core/probe.comp: the hash over its samples.
#ifndef MAS_ORACLE_PROBE_H
#define MAS_ORACLE_PROBE_H

#include "core/probe_shared.h"

typedef struct oracle_probe_hash
{
    uint32_t lo, hi;
} oracle_probe_hash;

oracle_probe_hash oracle_probe(uint32_t seed, uint32_t samples);

#endif
