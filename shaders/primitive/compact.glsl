// The second half of compact and unique: entries that count as 1 in the scan are kept, their sum is their place.
// The kernel says with scan_value and scan_quad which ones, from its bindings COMPACT_INPUT and up.
#include "scan.glsl"
#include "compact_shared.h"

#ifdef SCAN_CHUNKS
#define COMPACT_INPUT 3
#else
#define COMPACT_INPUT 5
layout(push_constant) uniform Push { compact_push p; };
layout(std430, binding = 3) writeonly buffer Kept { uint kept[]; };
layout(std430, binding = 4) writeonly buffer KeptList { list_header kept_list; };

void scan_put(uint i, uint value, uint sum)
{
    if (value != 0u && sum < p.capacity) kept[sum] = i;
}

void scan_put_quad(uint q, uvec4 value, uvec4 sum)
{
    for (uint k = 0u; k < 4u; ++k) scan_put(4u * q + k, value[k], sum[k]);
}

void scan_finish(uint sum)
{
    kept_list = list_complete(sum, p.capacity);
}
#endif
