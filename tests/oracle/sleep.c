#include "sleep.h"
#include "constants.h"
#include "quaternion.h"
#include "vec.h"

#include <stdlib.h>
#include <string.h>

oracle_sleep oracle_create_sleep(uint32_t capacity, uint32_t joints)
{
    return (oracle_sleep){ .capacity = capacity,
                           .body     = calloc(capacity + 1, sizeof(sleep_body)),
                           .tie      = calloc(joints + 1, sizeof(sleep_tie)) };
}

void oracle_destroy_sleep(oracle_sleep* s)
{
    free(s->body);
    free(s->tie);
}

static bool free_body(const oracle_bodies* b, uint32_t i) // alive, dynamic, not lost
{
    const uint32_t tag = b->trait[i].tag;
    return (tag & BODY_ALIVE) != 0 && (tag & BODY_DYNAMIC) != 0 && (tag & BODY_MOVES) != 0;
}

static bool sleeping(const oracle_bodies* b, uint32_t i)
{
    return (b->trait[i].tag & BODY_ASLEEP) != 0;
}

static bool driven(const oracle_bodies* b, uint32_t i)
{
    const uint32_t tag = b->trait[i].tag;
    const mas_vec4 v = b->motion[i].velocity, w = b->motion[i].momentum;
    const bool moves = v.x != 0.0f || v.y != 0.0f || v.z != 0.0f || w.x != 0.0f || w.y != 0.0f || w.z != 0.0f;
    return (tag & BODY_ALIVE) != 0 && (tag & BODY_MOVES) != 0 && (tag & BODY_DYNAMIC) == 0 && moves;
}

static void mark(oracle_sleep* s, uint32_t i, uint32_t bodies)
{
    const uint32_t island = s->body[i].island;
    if (island == 0) return;
    s->body[island <= bodies ? island - 1 : i].mark = 1;
}

// Members of marked islands wake, and whoever lost the flag.
static void wake(oracle_sleep* s, oracle_bodies* b, uint32_t bodies, bool all)
{
    for (uint32_t i = 0; i < bodies; ++i)
    {
        const uint32_t island = s->body[i].island;
        if (island == 0) continue;
        const uint32_t name = island <= bodies ? island - 1 : i;
        if (!all && sleeping(b, i) && s->body[name].mark == 0) continue;
        b->trait[i].tag &= ~(uint32_t)BODY_ASLEEP;
        s->body[i].rest   = 0.0f;
        s->body[i].island = 0;
        --s->state.asleep;
    }
}

// The bodies of a joint that is another one now, before and after.
static void part(oracle_sleep* s, const oracle_touching* t, const sleep_push* p)
{
    for (uint32_t k = 0; k < p->joints; ++k)
    {
        const joint_data* j     = &t->joint[k];
        const sleep_tie both[2] = { s->tie[k], { j->a, j->b, j->life, j->stamp } };
        if (memcmp(&both[0], &both[1], sizeof both[0]) == 0) continue;
        s->tie[k] = both[1];
        for (uint32_t n = 0; n < 2; ++n)
        {
            if (both[n].life == 0) continue;
            if (both[n].a < p->bodies) mark(s, both[n].a, p->bodies);
            if (both[n].b < p->bodies) mark(s, both[n].b, p->bodies);
        }
    }
}

void oracle_sleep_begin(oracle_sleep* s, oracle_bodies* b, const oracle_touching* t, const sleep_push* p)
{
    const bool edited   = (p->flags & (SLEEP_FORCED | SLEEP_CHANGED | SLEEP_WAKE_ALL)) != 0;
    const bool anyone   = edited || s->state.awake > 0 || s->state.moving > 0;
    s->bodies_listed    = anyone ? p->bodies : 0;
    s->colliders_listed = anyone ? p->colliders : 0;
    s->state.candidate = s->state.woken = s->state.stuck = 0;
    if (anyone) s->state.awake = s->state.moving = 0;
    if (edited && (p->flags & SLEEP_PARTED) != 0) part(s, t, p);
    if (!edited || s->state.asleep == 0) return;
    for (uint32_t k = 0; (p->flags & SLEEP_CHANGED) != 0 && k < t->records; ++k)
    {
        const pair_cache* r         = &t->record[k];
        const collider_data side[2] = { t->collider[r->a], t->collider[r->b] };
        if (side[0].stamp == r->stamp_a && side[1].stamp == r->stamp_b) continue;
        for (uint32_t n = 0; n < 2; ++n)
            if (side[n].kind != 0 && side[n].body < p->bodies) mark(s, side[n].body, p->bodies);
    }
    for (uint32_t i = 0; i < p->bodies; ++i)
        if (!sleeping(b, i)) mark(s, i, p->bodies);
    wake(s, b, p->bodies, (p->flags & SLEEP_WAKE_ALL) != 0);
}

void oracle_sleep_touch(oracle_sleep* s, oracle_bodies* b, oracle_touching* t, const sleep_push* p)
{
    if (s->state.asleep == 0 || s->bodies_listed == 0) return;
    const uint32_t sleeper = MEET_DYNAMIC | MEET_ASLEEP;
    for (uint32_t k = 0; k < t->pairs; ++k)
    {
        const manifold* m = &t->manifold[k];
        if (m->count == 0 || (m->flags & MANIFOLD_SENSOR) != 0) continue;
        const uint32_t who[2] = { t->meet[m->a].who, t->meet[m->b].who };
        for (uint32_t n = 0; n < 2; ++n)
        {
            const bool moves = (who[1 - n] & MEET_ASLEEP) == 0;
            const uint32_t i = who[n] & MEET_BODY_MASK;
            if ((who[n] & sleeper) != sleeper || s->body[i].island == 0) continue;
            if (!moves && t->past[k] != PAST_NONE) continue;
            mark(s, i, p->bodies);
            s->state.woken = 1;
        }
    }
    for (uint32_t k = 0; k < p->joints; ++k)
    {
        const uint32_t side[2] = { t->joint[k].a, t->joint[k].b };
        if (t->joint[k].kind == 0 || side[0] >= p->bodies || side[1] >= p->bodies) continue;
        for (uint32_t n = 0; n < 2; ++n)
        {
            const uint32_t i = side[n], other = side[1 - n];
            const bool moves = (free_body(b, other) && !sleeping(b, other)) || driven(b, other);
            if (s->body[i].island == 0 || !moves) continue;
            mark(s, i, p->bodies);
            s->state.woken = 1;
        }
    }
    if (s->state.woken == 0) return;
    wake(s, b, p->bodies, false);
    for (uint32_t c = 0; c < p->colliders; ++c)
    {
        const uint32_t i = t->meet[c].who & MEET_BODY_MASK;
        if ((t->meet[c].who & sleeper) == sleeper && free_body(b, i) && !sleeping(b, i))
            t->meet[c].who &= ~(uint32_t)MEET_ASLEEP;
    }
}

static bool slow(const oracle_bodies* b, uint32_t i, float speed)
{
    const oracle_vec3 v = vec_of(b->motion[i].velocity), p = vec_of(b->motion[i].momentum);
    const oracle_vec3 squares = { p.x * p.x, p.y * p.y, p.z * p.z };
    const float twice_energy  = oracle_dot3(squares, vec_of(b->mass[i].inverse));
    const float limit         = speed * speed;
    return oracle_dot3(v, v) < limit && OWN_SLEEP_SPIN * (b->mass[i].inverse.w * twice_energy) < limit;
}

static float inverted(float x)
{
    return x == 0.0f ? 0.0f : oracle_reciprocal(x);
}

// No further from where it began to rest, by way and by turn, than that.
static bool near_by(const sleep_body* me, const oracle_bodies* b, uint32_t i, float far)
{
    const oracle_vec3 way  = vec_sub(vec_of(b->pose[i].position), vec_of(me->place));
    const mas_vec4 q       = oracle_quaternion_multiply(oracle_quaternion_conjugate(me->turned), b->pose[i].rotation);
    const oracle_vec3 turn = { 2.0f * q.x, 2.0f * q.y, 2.0f * q.z };
    const oracle_vec3 squares = { turn.x * turn.x, turn.y * turn.y, turn.z * turn.z };
    const mas_vec4 inverse    = b->mass[i].inverse;
    const oracle_vec3 inertia = { inverted(inverse.x), inverted(inverse.y), inverted(inverse.z) };
    return oracle_dot3(way, way) < far * far &&
           OWN_SLEEP_SPIN * (inverse.w * oracle_dot3(squares, inertia)) < far * far;
}

// Islands as groups: every member knows the group's first, and two groups become one by renaming.
typedef struct groups
{
    uint32_t* of;   // group by body
    uint32_t* next; // members of a group in a ring
    uint32_t* size;
} groups;

static void merge(groups* g, uint32_t a, uint32_t b)
{
    uint32_t keep = g->of[a], drop = g->of[b];
    if (keep == drop) return;
    if (g->size[keep] < g->size[drop]) keep = g->of[b], drop = g->of[a];
    for (uint32_t i = drop, done = 0; done == 0; i = g->next[i])
    {
        g->of[i] = keep;
        done     = g->next[i] == drop;
    }
    const uint32_t swap = g->next[keep];
    g->next[keep]       = g->next[drop];
    g->next[drop]       = swap;
    g->size[keep] += g->size[drop];
}

// Whose number, mixed, is smallest names the island.
static uint32_t mixed(uint32_t slot)
{
    uint32_t h = slot * 0x9E3779B1u;
    h          = (h ^ h >> 15) * 0x2C1B3C6Du;
    h          = (h ^ h >> 13) * 0x85EBCA77u;
    return h ^ h >> 16;
}

static void rest(oracle_sleep* s, const oracle_bodies* b, const sleep_push* p)
{
    for (uint32_t i = 0; i < p->bodies; ++i)
    {
        sleep_body* me = &s->body[i];
        me->mark       = 0;
        if (sleeping(b, i)) continue;
        const uint32_t generation = b->trait[i].tag >> BODY_FLAG_BITS;
        const float before        = me->generation == generation ? me->rest : 0.0f;
        const float speed         = b->trait[i].sleep_speed;
        const bool shakes         = before > 0.0f && slow(b, i, OWN_SLEEP_SHAKE * speed) &&
                            near_by(me, b, i, (OWN_SLEEP_STRAY * speed) * p->time);
        const bool rests = free_body(b, i) && (slow(b, i, speed) || shakes) && (p->flags & SLEEP_NEVER) == 0;
        if (before == 0.0f)
        {
            me->place  = vec_xyz0(vec_of(b->pose[i].position));
            me->turned = b->pose[i].rotation;
        }
        me->rest       = rests ? smaller_of(before + p->dt, p->time) : 0.0f;
        me->generation = generation;
        s->state.awake += free_body(b, i);
        s->state.moving += driven(b, i);
        if (me->rest >= p->time) s->state.candidate = 1;
    }
}

static void link(groups* g, bool* restless, const oracle_bodies* b, const oracle_touching* t, const sleep_push* p)
{
    for (uint32_t k = 0; k < t->contacts; ++k)
    {
        const manifold* m = &t->manifold[t->contact[k]];
        const uint32_t wa = t->meet[m->a].who, wb = t->meet[m->b].who;
        if ((m->flags & MANIFOLD_SENSOR) != 0 || ((wa | wb) & MEET_ASLEEP) != 0) continue;
        const bool da = (wa & MEET_DYNAMIC) != 0, db = (wb & MEET_DYNAMIC) != 0;
        if (da && db) merge(g, wa & MEET_BODY_MASK, wb & MEET_BODY_MASK);
        if (da && !db) restless[wa & MEET_BODY_MASK] = true;
        if (db && !da) restless[wb & MEET_BODY_MASK] = true;
    }
    for (uint32_t k = 0; k < p->joints; ++k)
    {
        const uint32_t i = t->joint[k].a, j = t->joint[k].b;
        if (t->joint[k].kind == 0 || i >= p->bodies || j >= p->bodies) continue;
        const bool awake_i = free_body(b, i) && !sleeping(b, i), awake_j = free_body(b, j) && !sleeping(b, j);
        if (awake_i && awake_j) merge(g, i, j);
        if (awake_i && driven(b, j)) restless[i] = true;
        if (awake_j && driven(b, i)) restless[j] = true;
    }
}

void oracle_sleep_end(oracle_sleep* s, oracle_bodies* b, const oracle_touching* t, const sleep_push* p)
{
    if (s->bodies_listed == 0) return;
    rest(s, b, p);
    if (s->state.candidate == 0) return;
    const uint32_t n = p->bodies;
    groups g         = { calloc(n, sizeof(uint32_t)), calloc(n, sizeof(uint32_t)), calloc(n, sizeof(uint32_t)) };
    uint32_t* name   = calloc(n, sizeof *name);
    bool* restless   = calloc(n, sizeof *restless); // bodies
    bool* stays      = calloc(n, sizeof *stays);    // groups
    for (uint32_t i = 0; i < n; ++i)
        g.of[i] = g.next[i] = name[i] = i, g.size[i] = 1;
    link(&g, restless, b, t, p);
    for (uint32_t i = 0; i < n; ++i)
    {
        if (mixed(i) < mixed(name[g.of[i]])) name[g.of[i]] = i;
        if (free_body(b, i) && !sleeping(b, i) && (s->body[i].rest < p->time || restless[i])) stays[g.of[i]] = true;
    }
    for (uint32_t i = 0; i < n; ++i)
    {
        if (!free_body(b, i) || sleeping(b, i) || stays[g.of[i]]) continue;
        b->trait[i].tag |= BODY_ASLEEP;
        b->motion[i]      = (body_motion){ 0 };
        s->body[i].island = 1 + name[g.of[i]];
        --s->state.awake;
        ++s->state.asleep;
    }
    free(g.of);
    free(g.next);
    free(g.size);
    free(name);
    free(restless);
    free(stays);
}
