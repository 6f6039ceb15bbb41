#version 460
#extension GL_GOOGLE_include_directive : require
#include "list.glsl"
#include "primitive/cell_sort_shared.h"

// One group orders the entries of LIST_BLOCK cells, a thread four cells at a time. Walking cells and not entries, every
// access is near the last one; most cells have nothing to order. What a cell has is ordered four at a time in registers,
// and stored only if that moved something, which is rare: the scheduler's order is nearly the right one.
//     entries:   a b c d e f g h       windows of four share one entry, which carries the largest on; a pass that moved
//     windows:   [     ]     [         something is repeated, unless one window was all
//                      [     ]
layout(std430, binding = 0) readonly buffer CellList { list_header cell_list; };
layout(std430, binding = 1) readonly buffer Start { uvec4 start[]; };
layout(std430, binding = 2) buffer Sorted { uint sorted[]; };

const uint NONE = 0xffffffffu; // above every entry number

// Orders up to four entries from at on, at least two. True when that moved one. If there are less than four, it reads the
// last again and ignores it: processors mispredict most branches around a read (they took a fifth of this kernel's time).
bool order_window(uint at, uint end)
{
    uvec2 next = uvec2(sorted[min(at + 2u, end - 1u)], sorted[min(at + 3u, end - 1u)]);
    uvec4 old  = uvec4(sorted[at], sorted[at + 1u], mix(uvec2(NONE), next, lessThan(at + uvec2(2u, 3u), uvec2(end))));
    uvec4 a    = uvec4(min(old.xz, old.yw), max(old.xz, old.yw)); // the pairs x y and z w of old
    uvec2 ends = uvec2(min(a.x, a.y), max(a.z, a.w)), inner = uvec2(max(a.x, a.y), min(a.z, a.w));
    uvec4 new  = uvec4(ends.x, min(inner.x, inner.y), max(inner.x, inner.y), ends.y);
    if (new.x != old.x) sorted[at] = new.x;
    if (new.y != old.y) sorted[at + 1u] = new.y;
    if (new.z != old.z) sorted[at + 2u] = new.z;
    if (new.w != old.w) sorted[at + 3u] = new.w;
    return new != old;
}

void main()
{
    uint cells = cell_list.count - 1u; // the last start is the end
    uint all_entries = start[cells / 4u][cells % 4u];
    uint first = group_index() * LIST_BLOCK;
    uint end   = min(first + LIST_BLOCK, cells);
    uint c     = first + 4u * gl_LocalInvocationID.x;
    while (c < end)
    {
        // To the next four cells with something to order, one bit each; long ones are left to cell_sort_long.comp. Not as
        // do ... while: lavapipe 22 and SwiftShader then left cells as they were.
        uvec4 s;
        uint  last, left;
        for (left = 0u; left == 0u && c < end; c += 4u * gl_WorkGroupSize.x)
        {
            s    = start[c / 4u];
            last = c + 4u <= cells ? start[c / 4u + 1u].x : all_entries;
            s    = mix(s, uvec4(all_entries), greaterThan(c + uvec4(0u, 1u, 2u, 3u), uvec4(cells)));
            uvec4 n   = uvec4(s.yzw, last) - s;
            uvec4 due = mix(uvec4(0u), uvec4(1u, 2u, 4u, 8u), lessThan(n - 2u, uvec4(CELL_SORT_LONG - 1u)));
            left = due.x | due.y | due.z | due.w;
        }

        // One loop over cells, passes and windows: drivers for vectors of threads run a loop's body for all of them as
        // long as one needs it.
        bool moved = false;
        uint at    = NONE;
        while (left != 0u)
        {
            uint from = (left & 1u) != 0u ? s.x : (left & 2u) != 0u ? s.y : (left & 4u) != 0u ? s.z : s.w;
            uint to   = (left & 1u) != 0u ? s.y : (left & 2u) != 0u ? s.z : (left & 4u) != 0u ? s.w : last;
            if (at == NONE) at = from;
            moved = order_window(at, to) || moved;
            at += 3u;
            if (at + 1u < to) continue;
            if (!moved || to - from <= 4u) left &= left - 1u;
            at    = NONE;
            moved = false;
        }
    }
}
