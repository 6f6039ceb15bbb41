#include "reference.h"
#include "oracle/world.h"

reference* reference_create(const massa_world_desc* desc)
{
    return (reference*)oracle_create_world(desc);
}

void reference_destroy(reference* r)
{
    if (r != NULL) oracle_destroy_world((oracle_world*)r);
}

void reference_record(void* r, const void* block, size_t size)
{
    oracle_play(r, block, size);
}

uint64_t reference_hash(const reference* r)
{
    return oracle_world_hash((const oracle_world*)r);
}
