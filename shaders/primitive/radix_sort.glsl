// Radix sort: how entries are read.
#include "list.glsl"
#include "primitive/radix_sort_shared.h"

layout(constant_id = 1) const uint KEY_WORDS = 1;
layout(constant_id = 2) const uint FROM = RADIX_SORT_ARRAYS;

layout(push_constant) uniform Push { radix_sort_push push; };
layout(std430, binding = 0) readonly buffer List { list_header list; };
layout(std430, binding = 1) readonly buffer Key { KEY_QUAD key[]; }; // or entries; loads cost less in fours

struct quad // four entries
{
    uvec4 low, high; // of the key
    uvec4 payload;   // only when they are in one piece
};

uvec4 read(uint k)
{
    return from_words(key[k]);
}

// Entries 4 q .. 4 q + 3; those after the list's end are garbage.
quad quad_read(uint q)
{
    quad e;
    if (KEY_WORDS == 1u && FROM != RADIX_SORT_ENTRY)
    {
        e.low = read(q);
    }
    else if (KEY_WORDS == 1u || FROM != RADIX_SORT_ENTRY)
    {
        uvec4 a   = read(2u * q), b = read(2u * q + 1u);
        e.low     = uvec4(a.xz, b.xz);
        e.high    = uvec4(a.yw, b.yw);
        e.payload = e.high;
    }
    else
    {
        uvec4 a   = read(4u * q), b = read(4u * q + 1u), c = read(4u * q + 2u), d = read(4u * q + 3u);
        e.low     = uvec4(a.x, b.x, c.x, d.x);
        e.high    = uvec4(a.y, b.y, c.y, d.y);
        e.payload = uvec4(a.z, b.z, c.z, d.z);
    }
    return e;
}

uvec4 quad_digit(quad e)
{
    uvec4 word = KEY_WORDS == 2u && push.word == 1u ? e.high : e.low;
    return word >> push.shift & push.mask;
}
