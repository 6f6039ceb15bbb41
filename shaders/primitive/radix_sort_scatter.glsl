// Radix sort, scatter: one thread carries its run of entries to their places, in order, which makes the sort stable.
// A kernel includes this file and says how an entry is stored:
//   void store(uint place, uint low, uint high, uint payload_word)
#define KEY_QUAD words4
#include "radix_sort_column.glsl"

layout(std430, binding = 2) readonly buffer Payload { words4 payload[]; };
layout(std430, binding = 3) readonly buffer Table { uint table[]; }; // [block][digit][column]
layout(std430, binding = 4) readonly buffer Total { uint total[]; }; // [digit]

void store(uint place, uint low, uint high, uint payload_word);

uint take(uint digit)
{
    uint at    = counter(digit);
    uint place = column[at];
    column[at] = place + 1u;
    return place;
}

uvec4 quad_payload(quad e, uint i)
{
    return FROM == RADIX_SORT_ENTRY ? e.payload : from_words(payload[i / 4u]);
}

void scatter()
{
    if (!thread_works()) return;
    uint  c   = gl_LocalInvocationID.x;
    uvec2 run = thread_run();

    uint from   = block_index() * (RADIX_SORT_DIGITS * RADIX_SORT_COLUMNS) + c;
    uint before = 0u; // entries of smaller digits
    for (uint d = 0u; d < RADIX_SORT_DIGITS; ++d)
    {
        column[counter(d)] = before + table[from + d * RADIX_SORT_COLUMNS];
        before += total[d];
    }

    uint i = run.x;
    for (; i + 4u <= run.y; i += 4u)
    {
        quad  e  = quad_read(i / 4u);
        uvec4 p  = quad_payload(e, i);
        uvec4 d  = quad_digit(e);
        // One after the other: the four may have the same digit. All places before the first store: counters in a
        // cache then do not wait for stores that miss it (scatter takes 0.92 of the time).
        uvec4 to = uvec4(0u);
        to.x = take(d.x);
        to.y = take(d.y);
        to.z = take(d.z);
        to.w = take(d.w);
        store(to.x, e.low.x, e.high.x, p.x);
        store(to.y, e.low.y, e.high.y, p.y);
        store(to.z, e.low.z, e.high.z, p.z);
        store(to.w, e.low.w, e.high.w, p.w);
    }
    if (i < run.y)
    {
        quad  e  = quad_read(i / 4u);
        uvec4 p  = quad_payload(e, i);
        uvec4 d  = quad_digit(e);
        for (uint k = 0u; i + k < run.y; ++k) store(take(d[k]), e.low[k], e.high[k], p[k]);
    }
}
