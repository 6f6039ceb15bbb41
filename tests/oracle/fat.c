#include "fat.h"
#include "tree.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

oracle_fat oracle_create_fat(uint32_t capacity)
{
    oracle_fat f = { .slots = 0 };
    f.box        = calloc((size_t)capacity + 1, sizeof *f.box);
    f.meet       = calloc((size_t)capacity + 1, sizeof *f.meet);
    f.count      = calloc((size_t)capacity + 1, sizeof *f.count);
    if (f.box == NULL || f.meet == NULL || f.count == NULL) abort();
    return f;
}

void oracle_destroy_fat(oracle_fat* f)
{
    free(f->box);
    free(f->meet);
    free(f->count);
    oracle_destroy_pairs(&f->fat);
}

static bool bounded(const collider_box* b)
{
    return b->lo.x <= b->hi.x;
}

static bool holds(const collider_box* fat, const collider_box* b)
{
    return b->lo.x >= fat->lo.x && b->lo.y >= fat->lo.y && b->lo.z >= fat->lo.z && b->hi.x <= fat->hi.x &&
           b->hi.y <= fat->hi.y && b->hi.z <= fat->hi.z;
}

static bool is_stale(const oracle_fat* f, const oracle_colliders* c)
{
    if (f->slots != c->params.colliders) return true;
    for (uint32_t i = 0; i < f->slots; ++i)
    {
        if (memcmp(&f->meet[i], &c->meet[i], sizeof *f->meet) != 0) return true;
        if (bounded(&c->box[i]) ? !holds(&f->box[i], &c->box[i]) : bounded(&f->box[i])) return true;
    }
    return false;
}

static collider_box grown(collider_box b)
{
    if (!bounded(&b)) return (collider_box){ { b.lo.x, b.lo.y, b.lo.z, 0.0f }, { b.hi.x, b.hi.y, b.hi.z, 0.0f } };
    const float s = 0.125f * fminf(fminf(b.hi.x - b.lo.x, b.hi.y - b.lo.y), b.hi.z - b.lo.z);
    return (collider_box){ { b.lo.x - s, b.lo.y - s, b.lo.z - s, 0.0f }, { b.hi.x + s, b.hi.y + s, b.hi.z + s, 0.0f } };
}

static void build(oracle_fat* f, const oracle_colliders* c)
{
    f->slots = c->params.colliders;
    ++f->builds;
    for (uint32_t i = 0; i < f->slots; ++i)
    {
        f->box[i]  = grown(c->box[i]);
        f->meet[i] = c->meet[i];
    }
    oracle_colliders fat = *c;
    fat.box              = f->box;
    fat.params.unbounded = 0;
    oracle_destroy_pairs(&f->fat);
    f->fat = oracle_tree_pairs(&fat, f->count);
}

oracle_pairs oracle_fat_pairs(oracle_fat* f, const oracle_colliders* c)
{
    if (is_stale(f, c)) build(f, c);
    const uint32_t n = c->params.colliders;
    oracle_pairs p   = { .count = 0 };
    p.pair           = calloc((size_t)f->fat.count + (size_t)n * c->params.unbounded + 1, sizeof *p.pair);
    if (p.pair == NULL) abort();
    for (uint32_t i = 0, at = 0; i < n; ++i)
    {
        for (uint32_t k = 0; k < f->count[i]; ++k, ++at)
            if (oracle_is_pair(c, f->fat.pair[at].a, f->fat.pair[at].b)) p.pair[p.count++] = f->fat.pair[at];
        for (uint32_t k = 0; bounded(&c->box[i]) && k < c->params.unbounded; ++k)
        {
            const uint32_t j = (&c->params.unbounded_slot[k / 4].x)[k % 4];
            if (oracle_is_pair(c, i, j)) p.pair[p.count++] = oracle_pair_of(c, i, j);
        }
    }
    return p;
}
