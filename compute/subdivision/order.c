// host only: the order of patches, and the owners of vertices and edges, are found once, when a cage is built.
// Patches come in the order of the leaves of a tree that divides space, so that eight of a kind, and eight times eight,
// stand close together. Their vertices and edges are numbered as patches meet them; each belongs to the first patch
// that has it whole, a regular one if there is one, for that is exact.
#include "cage_work.h"

#include <string.h>

static bool before(const cage_leaf* a, const cage_leaf* b, int axis)
{
    return a->centre[axis] != b->centre[axis] ? a->centre[axis] < b->centre[axis] : a->number < b->number;
}

static void swap(cage_leaf* a, cage_leaf* b)
{
    const cage_leaf c = *a;
    *a                = *b;
    *b                = c;
}

// Hoare's selection: the count lowest come first. No two are equal.
static void divide(cage_leaf* leaf, uint32_t size, uint32_t count, int axis)
{
    uint32_t lo = 0, hi = size - 1, draw = 1;
    while (lo < hi)
    {
        draw                  = draw * 1664525u + 1013904223u; // no order of the input is a bad one for long
        const cage_leaf pivot = leaf[lo + (uint32_t)(((uint64_t)draw * (hi - lo + 1)) >> 32)];
        uint32_t i = lo, k = hi;
        while (i <= k)
        {
            while (before(&leaf[i], &pivot, axis))
                ++i;
            while (before(&pivot, &leaf[k], axis))
                --k;
            if (i <= k)
            {
                swap(&leaf[i], &leaf[k]);
                ++i;
                if (k == 0) break;
                --k;
            }
        }
        if (count - 1 <= k && k < size)
            hi = k;
        else if (count - 1 >= i)
            lo = i;
        else
            return;
    }
}

static int longest_axis(const cage_leaf* leaf, uint32_t size)
{
    double lo[3], hi[3];
    for (int k = 0; k < 3; ++k)
    {
        lo[k] = hi[k] = leaf[0].centre[k];
        for (uint32_t i = 1; i < size; ++i)
        {
            lo[k] = leaf[i].centre[k] < lo[k] ? leaf[i].centre[k] : lo[k];
            hi[k] = leaf[i].centre[k] > hi[k] ? leaf[i].centre[k] : hi[k];
        }
    }
    int axis = 0;
    for (int k = 1; k < 3; ++k)
        axis = hi[k] - lo[k] > hi[axis] - lo[axis] ? k : axis;
    return axis;
}

// At a multiple of the largest power of 8 below the size: the one nearest to its half, so that blocks of 8, 64... are
// whole.
static void order(cage_leaf* leaf, uint32_t size)
{
    while (size > 8)
    {
        uint32_t block = 8;
        while (block * 8 < size)
            block *= 8;
        uint32_t count = (size / 2 + block / 2) / block * block;
        count          = count == 0 ? block : count >= size ? count - block : count;
        divide(leaf, size, count, longest_axis(leaf, size));
        order(leaf, count);
        leaf += count;
        size -= count;
    }
    for (uint32_t i = 1; i < size; ++i)
        for (uint32_t k = i; k > 0 && leaf[k].number < leaf[k - 1].number; --k)
            swap(&leaf[k], &leaf[k - 1]);
}

massa_result mas_order_leaves(cage_build* b)
{
    order(b->leaf, b->leaves);
    for (uint32_t k = 0; k < b->meshes; ++k)
    {
        cage_mesh* m = &b->mesh[k];
        if ((m->patch = mas_cage_take(&b->heap, m->faces, 4)) == NULL) return mas_cage_no_memory(b);
        for (uint32_t f = 0; f < m->faces; ++f)
            m->patch[f] = CAGE_NONE;
    }
    for (uint32_t i = 0; i < b->leaves; ++i)
        b->mesh[b->leaf[i].mesh].patch[b->leaf[i].face] = i;
    return MASSA_OK;
}
