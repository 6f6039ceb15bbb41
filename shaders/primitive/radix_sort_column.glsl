// Radix sort, a run of entries and a column of counters for each thread: what count and scatter share.
#include "radix_sort.glsl"

#ifdef MAS_TWIN
#include "primitive/cpu/radix_sort_column.glsl"
#else
shared uint column[RADIX_SORT_DIGITS * RADIX_SORT_COLUMNS]; // [digit][column]

// Place of a digit's counter in column.
uint counter(uint digit)
{
    return digit * RADIX_SORT_COLUMNS + gl_LocalInvocationID.x;
}
#endif

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
