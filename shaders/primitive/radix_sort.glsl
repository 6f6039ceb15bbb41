// Radix sort: what count and scatter share: the run of entries that a thread owns, its column of counters, and how
// entries are read.
#include "list.glsl"
#include "primitive/radix_sort_shared.h"

layout(constant_id = 1) const uint KEY_WORDS = 1;
layout(constant_id = 2) const uint FROM = RADIX_SORT_ARRAYS;

layout(push_constant) uniform Push { radix_sort_push push; };
layout(std430, binding = 0) readonly buffer List { list_header list; };
layout(std430, binding = 1) readonly buffer Key { KEY_QUAD key[]; }; // or entries; loads cost less in fours

// A thread's counters. On a CPU they are its own array, not a column of a shared one: a load then needs no test whether
// the thread runs, and it is never anyone else's (lavapipe 25: count takes 0.9 of the CPU time).
#ifdef MAS_CPU
uint column[RADIX_SORT_DIGITS];
#else
shared uint column[RADIX_SORT_DIGITS * RADIX_SORT_COLUMNS]; // [digit][column]
#endif

// Place of a digit's counter in column.
uint counter(uint digit)
{
#ifdef MAS_CPU
    return digit;
#else
    return digit * RADIX_SORT_COLUMNS + gl_LocalInvocationID.x;
#endif
}

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

// Groups come one per LIST_BLOCK, and every so many of them takes a block; not the first ones, because software drivers
// give each of their threads neighbouring groups.
const uint GROUPS_PER_BLOCK = RADIX_SORT_BLOCK / LIST_BLOCK;

uint block_index()
{
    return group_index() / GROUPS_PER_BLOCK;
}

// False for threads without a column in a block with entries.
bool thread_works()
{
    uint g = group_index();
    return gl_LocalInvocationID.x < RADIX_SORT_COLUMNS && g % GROUPS_PER_BLOCK == 0u &&
           block_index() * RADIX_SORT_BLOCK < list.count;
}

// Entries [x, y) of a thread that works; x == y when the list ends before.
uvec2 thread_run()
{
    uint first = block_index() * RADIX_SORT_BLOCK + gl_LocalInvocationID.x * RADIX_SORT_RUN;
    return min(uvec2(first, first + RADIX_SORT_RUN), uvec2(list.count));
}
