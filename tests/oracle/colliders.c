#include "colliders.h"
#include "exact.h"
#include "quaternion.h"

#include <stdlib.h>

oracle_colliders oracle_create_colliders(uint32_t capacity, uint32_t hulls)
{
    oracle_colliders c = { .capacity = capacity, .hulls = hulls };
    c.data             = calloc((size_t)capacity + 1, sizeof *c.data);
    c.hull             = calloc((size_t)hulls + 1, sizeof *c.hull);
    c.pose             = calloc((size_t)capacity + 1, sizeof *c.pose);
    c.box              = calloc((size_t)capacity + 1, sizeof *c.box);
    c.meet             = calloc((size_t)capacity + 1, sizeof *c.meet);
    if (c.data == NULL || c.hull == NULL || c.pose == NULL || c.box == NULL || c.meet == NULL) abort();
    return c;
}

void oracle_destroy_colliders(oracle_colliders* c)
{
    free(c->data);
    free(c->hull);
    free(c->pose);
    free(c->box);
    free(c->meet);
}

bool oracle_is_bounded(const oracle_colliders* c, uint32_t i)
{
    return c->meet[i].who != 0 && c->box[i].lo.x <= c->box[i].hi.x;
}

bool oracle_boxes_overlap(const collider_box* a, const collider_box* b)
{
    return a->lo.x <= b->hi.x && a->lo.y <= b->hi.y && a->lo.z <= b->hi.z && b->lo.x <= a->hi.x && b->lo.y <= a->hi.y &&
           b->lo.z <= a->hi.z;
}

static bool reaches_plane(const collider_box* box, const collider_pose* plane)
{
    const oracle_vec3 n = oracle_quaternion_rotate(plane->rotation, (oracle_vec3){ 0.0f, 1.0f, 0.0f });
    const oracle_vec3 d = { (n.x > 0.0f ? box->lo.x : box->hi.x) - plane->position.x,
                            (n.y > 0.0f ? box->lo.y : box->hi.y) - plane->position.y,
                            (n.z > 0.0f ? box->lo.z : box->hi.z) - plane->position.z };
    const float ahead   = oracle_dot3((oracle_vec3){ plane->way.x, plane->way.y, plane->way.z }, n);
    return oracle_dot3(d, n) <= (ahead > 0.0f ? ahead : 0.0f);
}

bool oracle_meets(const collider_meet* a, const collider_meet* b)
{
    if ((a->who & MEET_BODY_MASK) == (b->who & MEET_BODY_MASK)) return false;
    if ((a->who & MEET_DYNAMIC) == 0 && (b->who & MEET_DYNAMIC) == 0) return false;
    if (a->group != 0 && a->group == b->group) return a->group > 0;
    return (a->mask & b->category) != 0 && (b->mask & a->category) != 0;
}

static uint32_t kind_of(const oracle_colliders* c, uint32_t i)
{
    return c->meet[i].who >> MEET_KIND_SHIFT & COLLIDER_KIND_MASK;
}

collider_pair oracle_pair_of(const oracle_colliders* c, uint32_t i, uint32_t j)
{
    const uint32_t ki = kind_of(c, i), kj = kind_of(c, j);
    const bool swap = kj < ki || (kj == ki && j < i);
    return swap ? (collider_pair){ j, i } : (collider_pair){ i, j };
}

bool oracle_is_pair(const oracle_colliders* c, uint32_t i, uint32_t j)
{
    const bool pi = kind_of(c, i) == COLLIDER_PLANE, pj = kind_of(c, j) == COLLIDER_PLANE;
    if (c->meet[i].who == 0 || c->meet[j].who == 0 || (pi && pj) || !oracle_meets(&c->meet[i], &c->meet[j]))
        return false;
    if (pi) return reaches_plane(&c->box[j], &c->pose[i]);
    if (pj) return reaches_plane(&c->box[i], &c->pose[j]);
    return oracle_boxes_overlap(&c->box[i], &c->box[j]);
}

static int by_key(const void* x, const void* y)
{
    const collider_pair *a = x, *b = y;
    if (a->a != b->a) return a->a < b->a ? -1 : 1;
    return a->b < b->b ? -1 : a->b > b->b;
}

void oracle_sort_pairs(collider_pair* pair, uint32_t count)
{
    if (count > 1) qsort(pair, count, sizeof *pair, by_key); // none: there is no array
}

void oracle_add_pair(oracle_pairs* p, collider_pair pair)
{
    if ((p->count & (p->count - 1)) == 0) // room for a power of two of them
    {
        p->pair = realloc(p->pair, (p->count == 0 ? 1 : 2 * (size_t)p->count) * sizeof *p->pair);
        if (p->pair == NULL) abort();
    }
    p->pair[p->count++] = pair;
}

void oracle_add_unbounded(oracle_pairs* p, const oracle_colliders* c, uint32_t i)
{
    for (uint32_t k = 0; k < c->params.unbounded; ++k)
    {
        const uint32_t j = (&c->params.unbounded_slot[k / 4].x)[k % 4];
        if (oracle_is_pair(c, i, j)) oracle_add_pair(p, oracle_pair_of(c, i, j));
    }
}

oracle_pairs oracle_find_pairs(const oracle_colliders* c)
{
    oracle_pairs p = { NULL, 0 };
    for (uint32_t i = 0; i < c->params.colliders; ++i)
        for (uint32_t j = i + 1; j < c->params.colliders; ++j)
            if (oracle_is_pair(c, i, j)) oracle_add_pair(&p, oracle_pair_of(c, i, j));
    oracle_sort_pairs(p.pair, p.count);
    return p;
}

void oracle_destroy_pairs(oracle_pairs* p)
{
    free(p->pair);
}
