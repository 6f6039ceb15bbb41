// Pairs into their places: new ones into those that became free, in order, and then behind all others. If there are
// more free places than new pairs, the last of the old pairs take what is left of them. place and pair are bound by the
// kernel.
#ifndef MAS_FAT_FILL_GLSL
#define MAS_FAT_FILL_GLSL

// Free places of count from number first on that are below place limit + the number of those before it, times slope.
uint places_below(uint count, uint first, uint limit, uint slope)
{
    uint lo = first, hi = count;
    while (lo < hi)
    {
        uint middle = (lo + hi) / 2u;
        if (place[middle] < limit + slope * (middle - first)) lo = middle + 1u;
        else hi = middle;
    }
    return lo - first;
}

// Where new pair k goes. known: pairs so far; gone: free places among them.
uint fat_place(uint k, uint known, uint gone)
{
    return k < gone ? place[k] : known + (k - gone);
}

// An old pair goes to free place k, if it is one of those that more than the new pairs were left.
void fat_move(uint k, uint known, uint gone, uint fresh)
{
    if (k < fresh || k >= gone) return;
    uint end = known - (gone - fresh);
    if (place[k] >= end) return;
    // The old pair with as many old ones between it and the end as there are free places before this one.
    uint between = k - fresh, beyond = places_below(gone, 0u, end, 0u);
    pair[place[k]] = pair[end + between + places_below(gone, beyond, end + between + 1u, 1u)];
}

#endif
