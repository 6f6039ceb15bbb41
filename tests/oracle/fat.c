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
    if (f.box == NULL || f.meet == NULL) abort();
    return f;
}

void oracle_destroy_fat(oracle_fat* f)
{
    free(f->box);
    free(f->meet);
    oracle_destroy_pairs(&f->pairs);
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

static const collider_pose* plane_of(const oracle_colliders* c, uint32_t k)
{
    return &c->pose[(&c->params.unbounded_slot[k / 4].x)[k % 4]];
}

static bool is_stale(const oracle_fat* f, const oracle_colliders* c, uint32_t room)
{
    const uint32_t due = f->pairs.count < room ? f->pairs.count : room;
    if (f->slots != c->params.colliders || f->kept != due) return true;
    for (uint32_t i = 0; i < f->slots; ++i)
    {
        collider_meet now = c->meet[i];
        now.who           = (now.who & ~MEET_ASLEEP) | (f->meet[i].who & MEET_ASLEEP); // whoever falls asleep stays
        if (memcmp(&f->meet[i], &now, sizeof now) != 0) return true;
        if (bounded(&c->box[i]) ? !holds(&f->box[i], &c->box[i]) : bounded(&f->box[i])) return true;
    }
    for (uint32_t k = 0; k < c->params.unbounded; ++k)
        if (memcmp(&f->plane[k], plane_of(c, k), sizeof *f->plane) != 0) return true;
    return false;
}

collider_box oracle_fat_box(collider_box b)
{
    if (!bounded(&b)) return (collider_box){ { b.lo.x, b.lo.y, b.lo.z, 0.0f }, { b.hi.x, b.hi.y, b.hi.z, 0.0f } };
    const float s = 0.015625f * fminf(fminf(b.hi.x - b.lo.x, b.hi.y - b.lo.y), b.hi.z - b.lo.z);
    return (collider_box){ { b.lo.x - s, b.lo.y - s, b.lo.z - s, 0.0f }, { b.hi.x + s, b.hi.y + s, b.hi.z + s, 0.0f } };
}

void oracle_fat_step(oracle_fat* f, const oracle_colliders* c, uint32_t room)
{
    f->same = !is_stale(f, c, room);
    if (f->same) return;
    f->slots = c->params.colliders;
    ++f->builds;
    for (uint32_t i = 0; i < f->slots; ++i)
    {
        f->box[i]  = oracle_fat_box(c->box[i]);
        f->meet[i] = c->meet[i];
    }
    for (uint32_t k = 0; k < c->params.unbounded; ++k)
        f->plane[k] = *plane_of(c, k);
    oracle_colliders fat = *c;
    fat.box              = f->box;
    oracle_destroy_pairs(&f->pairs);
    f->pairs = oracle_tree_pairs(&fat);
    f->kept  = f->pairs.count < room ? f->pairs.count : room;
}
