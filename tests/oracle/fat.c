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

static bool meets_others(const oracle_fat* f, const oracle_colliders* c, uint32_t i)
{
    collider_meet now = c->meet[i];
    now.who           = (now.who & ~MEET_ASLEEP) | (f->meet[i].who & MEET_ASLEEP); // whoever falls asleep stays
    return memcmp(&f->meet[i], &now, sizeof now) != 0;
}

static bool is_stale(const oracle_fat* f, const oracle_colliders* c, uint32_t room)
{
    const uint32_t due = f->pairs.count < room ? f->pairs.count : room;
    if (f->slots != c->params.colliders || f->kept != due) return true;
    for (uint32_t i = 0; i < f->slots; ++i)
    {
        if (meets_others(f, c, i)) return true;
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

static bool is_plane(const collider_meet* m)
{
    return (m->who >> MEET_KIND_SHIFT & COLLIDER_KIND_MASK) == COLLIDER_PLANE;
}

// Nothing of the list stays: planes or the number of colliders changed, or it lacks some.
static bool is_wholly_stale(const oracle_fat* f, const oracle_colliders* c)
{
    if (f->slots != c->params.colliders || f->kept != f->pairs.count) return true;
    for (uint32_t i = 0; i < f->slots; ++i)
        if (meets_others(f, c, i) && (is_plane(&f->meet[i]) || is_plane(&c->meet[i]))) return true;
    for (uint32_t k = 0; k < c->params.unbounded; ++k)
        if (memcmp(&f->plane[k], plane_of(c, k), sizeof *f->plane) != 0) return true;
    return false;
}

static int by_name(const void* x, const void* y)
{
    const collider_pair *p = x, *q = y;
    if (p->a != q->a) return p->a < q->a ? -1 : 1;
    return p->b < q->b ? -1 : p->b > q->b;
}

// The same pairs by name, for has.
static oracle_pairs sorted(const oracle_pairs* p)
{
    oracle_pairs s = { malloc((p->count + (size_t)1) * sizeof *s.pair), p->count };
    if (s.pair == NULL) abort();
    if (p->count > 0) memcpy(s.pair, p->pair, p->count * sizeof *s.pair);
    qsort(s.pair, s.count, sizeof *s.pair, by_name);
    return s;
}

static bool has(const oracle_pairs* by_names, collider_pair pair)
{
    return bsearch(&pair, by_names->pair, by_names->count, sizeof pair, by_name) != NULL;
}

// Old pairs that still are pairs keep their places. New ones take those of the others, the lowest first, then places
// behind all. Places that are still free are closed: the first of them takes the first of the pairs beyond the list's
// new end, and so on.
static oracle_pairs settle(const oracle_pairs* old, const oracle_pairs* now, const bool* changed)
{
    oracle_pairs p = { NULL, 0 }, were = sorted(old), are = sorted(now);
    bool* taken = calloc((size_t)old->count + now->count + 1, sizeof *taken);
    if (taken == NULL) abort();
    for (uint32_t i = 0; i < old->count; ++i)
    {
        oracle_add_pair(&p, old->pair[i]);
        taken[i] = !changed[old->pair[i].a] && !changed[old->pair[i].b] && has(&are, old->pair[i]);
    }
    uint32_t next = 0;
    for (uint32_t k = 0; k < now->count; ++k)
    {
        const collider_pair fresh = now->pair[k];
        if (!changed[fresh.a] && !changed[fresh.b] && has(&were, fresh)) continue;
        while (next < old->count && taken[next])
            ++next;
        if (next < old->count)
            p.pair[next] = fresh, taken[next] = true;
        else
            oracle_add_pair(&p, fresh);
    }
    for (uint32_t i = 0, from = now->count; i < now->count && i < old->count; ++i)
    {
        if (taken[i]) continue;
        while (!taken[from])
            ++from;
        p.pair[i] = p.pair[from++];
    }
    p.count = now->count;
    oracle_destroy_pairs(&were);
    oracle_destroy_pairs(&are);
    free(taken);
    return p;
}

void oracle_fat_step(oracle_fat* f, const oracle_colliders* c, uint32_t room)
{
    f->same = !is_stale(f, c, room);
    if (f->same) return;
    const bool wholly = is_wholly_stale(f, c);
    bool* changed     = calloc((size_t)c->params.colliders + 1, sizeof *changed);
    if (changed == NULL) abort();
    for (uint32_t i = 0; i < c->params.colliders; ++i)
        changed[i] = wholly || meets_others(f, c, i);
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
    oracle_pairs now = oracle_tree_pairs(&fat), old = f->pairs;
    if (wholly) old.count = 0;
    oracle_pairs all = settle(&old, &now, changed);
    oracle_destroy_pairs(&f->pairs);
    oracle_destroy_pairs(&now);
    free(changed);
    f->pairs = all;
    f->kept  = f->pairs.count < room ? f->pairs.count : room;
}
