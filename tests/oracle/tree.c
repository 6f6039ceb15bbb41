#include "tree.h"
#include "collision/tree_shared.h"
#include "exact.h"

#include <math.h>
#include <stdlib.h>

enum
{
    LEVELS    = 12, // of cells, each four times as large
    HASHES    = 256,
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

// The cell of a box's middle; the side of cells is 2^(exponent - 127) m.
static cell cell_of(const collider_box* b, uint32_t exponent)
{
    const float s = ldexpf(1.0f, 126 - (int)exponent); // lo + hi is twice the middle
    return (cell){ (uint32_t)oracle_floor_to_int((b->lo.x + b->hi.x) * s),
                   (uint32_t)oracle_floor_to_int((b->lo.y + b->hi.y) * s),
                   (uint32_t)oracle_floor_to_int((b->lo.z + b->hi.z) * s) };
}

static uint32_t rotated(uint32_t x, uint32_t bits)
{
    return x << bits | x >> (32 - bits);
}

static uint32_t hash_of(cell t)
{
    uint32_t h = t.x * 0x9E3779B1u;
    h ^= rotated(t.y * 0x85EBCA77u, 7);
    h ^= rotated(t.z * 0xC2B2AE3Du, 13);
    return ((h ^ h >> 15) * 0x2C1B3C6Du) >> 24;
}

static uint32_t exponent_of_longest(const collider_box* b)
{
    const float x = b->hi.x - b->lo.x, y = b->hi.y - b->lo.y, z = b->hi.z - b->lo.z;
    const uint32_t e = oracle_bits(fmaxf(fmaxf(x, y), z)) >> 23;
    return e < SMALLEST ? SMALLEST : e > LARGEST ? LARGEST : e;
}

// Exponent of the side of cells: that of the mean box, or larger by fours until the sample uses few tiles of cells.
static uint32_t choose_exponent(const oracle_colliders* c)
{
    const uint32_t stride = (c->params.colliders + TREE_SAMPLES - 1) / TREE_SAMPLES;
    uint32_t sum = 0, samples = 0;
    for (uint32_t i = 0; i < c->params.colliders; i += stride)
    {
        if (!bounded(&c->box[i])) continue;
        sum += exponent_of_longest(&c->box[i]);
        ++samples;
    }
    if (samples == 0) return SMALLEST;
    const uint32_t mean = (sum + samples / 2) / samples;
    for (uint32_t level = 0; level < LEVELS; ++level)
    {
        bool used[HASHES] = { false };
        uint32_t tiles    = 0;
        for (uint32_t i = 0; i < c->params.colliders; i += stride)
        {
            if (!bounded(&c->box[i])) continue;
            const uint32_t h = hash_of(cell_of(&c->box[i], mean + TREE_CELL_BITS + 2 * level));
            tiles += !used[h];
            used[h] = true;
        }
        if (tiles <= MAX_TILES) return mean + 2 * level;
    }
    return mean + 2 * (LEVELS - 1);
}

static uint32_t morton(cell c)
{
    uint32_t key = 0;
    for (uint32_t bit = 0; bit < TREE_CELL_BITS; ++bit)
        key |= (c.x >> bit & 1) << 3 * bit | (c.y >> bit & 1) << (3 * bit + 1) | (c.z >> bit & 1) << (3 * bit + 2);
    return key;
}

static int by_rank(const void* x, const void* y)
{
    const leaf *a = x, *b = y;
    if (a->key != b->key) return a->key < b->key ? -1 : 1;
    return a->slot < b->slot ? -1 : a->slot > b->slot;
}

static void append(oracle_pairs* p, uint32_t* room, collider_pair pair)
{
    if (p->count == *room)
    {
        *room   = *room == 0 ? 1024 : 2 * *room;
        p->pair = realloc(p->pair, *room * sizeof *p->pair);
        if (p->pair == NULL) abort();
    }
    p->pair[p->count++] = pair;
}

oracle_pairs oracle_tree_pairs(const oracle_colliders* c)
{
    const uint32_t n = c->params.colliders, exponent = choose_exponent(c);
    leaf* order    = calloc((size_t)n + 1, sizeof *order);
    uint32_t* rank = calloc((size_t)n + 1, sizeof *rank);
    if (order == NULL || rank == NULL) abort();
    uint32_t leaves = 0, room = 0;
    for (uint32_t i = 0; i < n; ++i)
        if (bounded(&c->box[i])) order[leaves++] = (leaf){ morton(cell_of(&c->box[i], exponent)), i };
    qsort(order, leaves, sizeof *order, by_rank);
    for (uint32_t r = 0; r < leaves; ++r)
        rank[order[r].slot] = r;

    // By owner; each its partners of later rank, then those without bounds.
    oracle_pairs p = { NULL, 0 };
    for (uint32_t i = 0; i < n; ++i)
    {
        if (!bounded(&c->box[i])) continue;
        for (uint32_t r = rank[i] + 1; r < leaves; ++r)
            if (oracle_is_pair(c, i, order[r].slot)) append(&p, &room, oracle_pair_of(c, i, order[r].slot));
        for (uint32_t k = 0; k < c->params.unbounded; ++k)
        {
            const uint32_t j = (&c->params.unbounded_slot[k / 4].x)[k % 4];
            if (oracle_is_pair(c, i, j)) append(&p, &room, oracle_pair_of(c, i, j));
        }
    }
    free(order);
    free(rank);
    return p;
}
