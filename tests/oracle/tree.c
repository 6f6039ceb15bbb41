#include "tree.h"
#include "constants.h"
#include "collision/tree_shared.h"
#include "exact.h"

#include <math.h>
#include <stdlib.h>

enum
{
    LEVELS    = 24, // of cells, each twice as large
    MAX_TILES = 16,
    SMALLEST  = 107, // exponents, biased by 127
    LARGEST   = 147
};

typedef struct leaf
{
    uint32_t key, slot;
} leaf;

typedef struct cell
{
    uint32_t x, y, z; // two's complement
} cell;

static bool bounded(const collider_box* b)
{
    return b->lo.x <= b->hi.x;
}

static uint32_t along(float lo, float hi, uint32_t exponent)
{
    const float twice = lo + hi; // the middle
    return (uint32_t)oracle_floor_to_int(twice * ldexpf(1.0f, 126 - (int)exponent)) + (1u << (OWN_TREE_CELL_BITS - 1));
}

// The cell of a box's middle, the origin half a tile from the tile's border; the side of cells is 2^(exponent - 127) m.
static cell cell_of(const collider_box* b, uint32_t exponent)
{
    return (cell){ along(b->lo.x, b->hi.x, exponent), along(b->lo.y, b->hi.y, exponent),
                   along(b->lo.z, b->hi.z, exponent) };
}

static uint32_t rotated(uint32_t x, uint32_t bits)
{
    return x << bits | x >> (32 - bits);
}

static uint32_t hash_of(cell c)
{
    uint32_t h = (c.x >> OWN_TREE_CELL_BITS) * 0x9E3779B1u;
    h ^= rotated((c.y >> OWN_TREE_CELL_BITS) * 0x85EBCA77u, 7);
    h ^= rotated((c.z >> OWN_TREE_CELL_BITS) * 0xC2B2AE3Du, 13);
    return ((h ^ h >> 15) * 0x2C1B3C6Du) >> (32 - OWN_TREE_HASH_BITS);
}

static uint32_t exponent_of_longest(const collider_box* b)
{
    const float x = b->hi.x - b->lo.x, y = b->hi.y - b->lo.y, z = b->hi.z - b->lo.z;
    const uint32_t e = oracle_bits(fmaxf(fmaxf(x, y), z)) >> 23;
    return e < SMALLEST ? SMALLEST : e > LARGEST ? LARGEST : e;
}

// Exponent of the side of cells: that of the mean box, or larger until two of the sample share a tile often enough.
static uint32_t choose_exponent(const oracle_colliders* c)
{
    const uint32_t stride = (c->params.colliders + OWN_TREE_SAMPLES - 1) / OWN_TREE_SAMPLES;
    uint32_t sum = 0, samples = 0;
    for (uint32_t i = 0; i < c->params.colliders; i += stride)
    {
        if (!bounded(&c->box[i])) continue;
        sum += exponent_of_longest(&c->box[i]);
        ++samples;
    }
    if (samples == 0) return SMALLEST;
    const uint32_t mean = (sum + samples / 2) / samples;
    for (uint32_t e = mean; e < mean + LEVELS - 1; ++e)
    {
        uint32_t tile[OWN_TREE_HASHES] = { 0 }, pairs = 0;
        for (uint32_t i = 0; i < c->params.colliders; i += stride)
            if (bounded(&c->box[i])) ++tile[hash_of(cell_of(&c->box[i], e))];
        for (uint32_t h = 0; h < OWN_TREE_HASHES; ++h)
            pairs += tile[h] * tile[h];
        if (pairs * MAX_TILES >= samples * samples) return e;
    }
    return mean + LEVELS - 1;
}

static uint32_t key_of(cell c)
{
    uint32_t key = hash_of(c) << 3 * OWN_TREE_CELL_BITS;
    for (uint32_t bit = 0; bit < OWN_TREE_CELL_BITS; ++bit)
        key |= (c.x >> bit & 1) << 3 * bit | (c.y >> bit & 1) << (3 * bit + 1) | (c.z >> bit & 1) << (3 * bit + 2);
    return key;
}

static int by_rank(const void* x, const void* y)
{
    const leaf *a = x, *b = y;
    if (a->key != b->key) return a->key < b->key ? -1 : 1;
    return a->slot < b->slot ? -1 : a->slot > b->slot;
}

oracle_pairs oracle_tree_pairs(const oracle_colliders* c)
{
    const uint32_t n = c->params.colliders, exponent = choose_exponent(c);
    leaf* order    = calloc((size_t)n + 1, sizeof *order);
    uint32_t* rank = calloc((size_t)n + 1, sizeof *rank);
    if (order == NULL || rank == NULL) abort();
    uint32_t leaves = 0;
    for (uint32_t i = 0; i < n; ++i)
        if (bounded(&c->box[i])) order[leaves++] = (leaf){ key_of(cell_of(&c->box[i], exponent)), i };
    qsort(order, leaves, sizeof *order, by_rank);
    for (uint32_t r = 0; r < leaves; ++r)
        rank[order[r].slot] = r;

    // By owner; each its partners of later rank, then those without bounds.
    oracle_pairs p = { NULL, 0 };
    for (uint32_t i = 0; i < n; ++i)
    {
        if (!bounded(&c->box[i])) continue;
        for (uint32_t r = rank[i] + 1; r < leaves; ++r)
            if (oracle_is_pair(c, i, order[r].slot)) oracle_add_pair(&p, oracle_pair_of(c, i, order[r].slot));
        oracle_add_unbounded(&p, c, i);
    }
    free(order);
    free(rank);
    return p;
}
