#include "blocks.h"
#include "constants.h"
#include "exact.h"
#include "rigid/solve.h"
#include "vec.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void* zeros(size_t count, size_t size)
{
    void* p = calloc(count + 1, size);
    if (p == NULL) abort();
    return p;
}

oracle_blocks oracle_blocks_create(uint32_t bodies, uint32_t contacts)
{
    return (oracle_blocks){
        .bodies   = bodies,
        .contacts = contacts,
        .order    = zeros(contacts, sizeof(uint32_t)),
        .where    = zeros(contacts, sizeof(uint32_t)),
        .slot     = zeros(contacts, 2 * sizeof(uint32_t)),
        .weight   = zeros(contacts, 2 * sizeof(float)),
        .second   = zeros(bodies, sizeof(uint32_t)),
        .lone     = zeros(bodies, sizeof(uint32_t)),
        .copy     = zeros(bodies, sizeof(body_speed)),
        .alone    = zeros(contacts, 2 * sizeof(body_speed)),
    };
}

void oracle_blocks_destroy(oracle_blocks* s)
{
    free(s->order);
    free(s->where);
    free(s->slot);
    free(s->weight);
    free(s->second);
    free(s->lone);
    free(s->copy);
    free(s->alone);
}

// ---- Which contact is solved where ----

// Cells in the order of a curve that visits both halves of a cube along one axis after the other: y, then z, then x.
static uint32_t along_curve(const int32_t cell[3])
{
    uint32_t key = 0;
    for (uint32_t bit = 8; bit-- > 0;)
    {
        if (bit < 7) key = key << 1 | ((uint32_t)cell[1] >> bit & 1);
        key = key << 1 | ((uint32_t)cell[2] >> bit & 1);
        key = key << 1 | ((uint32_t)cell[0] >> bit & 1);
    }
    return key;
}

static bool is_pushed(const oracle_bodies* b, uint32_t i)
{
    const uint32_t flags = BODY_MOVES | BODY_DYNAMIC;
    return (b->trait[i].tag & (flags | BODY_ASLEEP)) == flags;
}

typedef struct stop // of a body on a curve
{
    uint32_t key, slot;
} stop;

static int by_key(const void* a, const void* b)
{
    const stop *x = a, *y = b;
    if (x->key != y->key) return x->key < y->key ? -1 : 1;
    return x->slot < y->slot ? -1 : x->slot > y->slot;
}

// rank by slot, BLOCK_NOBODY for what is not pushed.
static void number_bodies(const oracle_bodies* b, uint32_t n, float cell, int32_t shift, uint32_t* rank)
{
    stop* at = zeros(n, sizeof *at);
    for (uint32_t i = 0; i < n; ++i)
    {
        const mas_vec4 p   = b->pose[i].position;
        const float f      = 1.0f / cell;
        const int32_t c[3] = { (int32_t)floorf(p.x * f) + shift, (int32_t)floorf(p.y * f) + shift,
                               (int32_t)floorf(p.z * f) + shift };
        at[i]              = (stop){ is_pushed(b, i) ? along_curve(c) : 0x7FFFFF, i };
    }
    qsort(at, n, sizeof *at, by_key);
    for (uint32_t k = 0; k < n; ++k)
        rank[at[k].slot] = is_pushed(b, at[k].slot) ? k : BLOCK_NOBODY;
    free(at);
}

typedef struct edge // one contact
{
    uint32_t pair, slot[2], where, block;
    bool pushes[2];
} edge;

static void give_place(oracle_blocks* s, const edge* e, uint32_t where)
{
    const uint32_t k = s->count++;
    s->order[k]      = e->pair;
    s->where[k]      = where;
    memcpy(s->slot[k], e->slot, sizeof e->slot);
}

// Contacts of one block: each, in their order, gets the lowest colour that none of its bodies has; places by colour.
static void colour_block(oracle_blocks* s, const edge* e, uint32_t n, uint32_t where, uint32_t block, uint32_t* used)
{
    uint32_t* colour     = zeros(n, sizeof *colour);
    uint32_t colours     = 0;
    const uint32_t begin = s->count;
    for (uint32_t i = 0; i < n; ++i)
    {
        if (e[i].where != where || e[i].block != block) continue;
        uint32_t taken = 0;
        for (int k = 0; k < 2; ++k)
            if (e[i].pushes[k]) taken |= used[e[i].slot[k]];
        while (colour[i] < OWN_BLOCK_COLOURS && (taken >> colour[i] & 1) != 0)
            ++colour[i];
        for (int k = 0; k < 2 && colour[i] < OWN_BLOCK_COLOURS; ++k)
            if (e[i].pushes[k]) used[e[i].slot[k]] |= 1u << colour[i];
        if (colour[i] < OWN_BLOCK_COLOURS && colour[i] >= colours) colours = colour[i] + 1;
        s->counters.overflow += colour[i] == OWN_BLOCK_COLOURS;
    }
    for (uint32_t c = 0; c <= OWN_BLOCK_COLOURS; ++c)
        for (uint32_t i = 0; i < n; ++i)
            if (e[i].where == where && e[i].block == block && colour[i] == c) give_place(s, &e[i], where);
    if (colours > s->counters.colours) s->counters.colours = colours;
    s->counters.blocks += where == BLOCK_FIRST && s->count > begin;
    free(colour);
}

static edge edge_of(const manifold* m, const collider_meet* meet, uint32_t* const rank[2], uint32_t pair)
{
    edge e = { .pair  = pair,
               .slot  = { meet[m->a].who & MEET_BODY_MASK, meet[m->b].who & MEET_BODY_MASK },
               .where = BLOCK_NOBODY };
    if ((m->flags & MANIFOLD_SENSOR) != 0) return e;
    for (int k = 0; k < 2; ++k)
        e.pushes[k] = rank[0][e.slot[k]] != BLOCK_NOBODY;
    if (!e.pushes[0] && !e.pushes[1]) return e;
    const uint32_t one = e.slot[e.pushes[0] ? 0 : 1], other = e.slot[e.pushes[1] ? 1 : 0];
    const uint32_t first  = rank[0][one] / OWN_BLOCK_BODIES;
    const uint32_t second = (rank[1][one] + OWN_BLOCK_BODIES / 2) / OWN_BLOCK_BODIES;
    e.where               = BLOCK_LONE;
    if (second == (rank[1][other] + OWN_BLOCK_BODIES / 2) / OWN_BLOCK_BODIES)
    {
        e.where = BLOCK_SECOND;
        e.block = second;
    }
    if (first == rank[0][other] / OWN_BLOCK_BODIES)
    {
        e.where = BLOCK_FIRST;
        e.block = first;
    }
    return e;
}

static void place_contacts(oracle_blocks* s, const edge* e, uint32_t n, uint32_t blocks, const uint32_t* wished)
{
    s->count = 0;
    for (uint32_t where = BLOCK_FIRST; where <= BLOCK_SECOND; ++where)
    {
        uint32_t* used = zeros(s->bodies, sizeof *used);
        for (uint32_t b = 0; b <= blocks; ++b)
            colour_block(s, e, n, where, b, used);
        s->end[where] = s->count;
        free(used);
    }
    for (uint32_t i = 0; i < n; ++i)
    {
        if (e[i].where != BLOCK_LONE) continue;
        const bool late = wished[e[i].slot[0]] > OWN_BLOCK_ENTRIES || wished[e[i].slot[1]] > OWN_BLOCK_ENTRIES;
        s->counters.late += late;
        for (int k = 0; k < 2 && !late; ++k)
            ++s->lone[e[i].slot[k]];
        give_place(s, &e[i], late ? BLOCK_LATE : BLOCK_LONE);
    }
    s->end[2]          = s->count;
    s->counters.first  = s->end[0];
    s->counters.second = s->end[1] - s->end[0];
    s->counters.lone   = s->end[2] - s->end[1];
}

void oracle_blocks_step(oracle_blocks* s, const oracle_bodies* b, uint32_t body_count, const uint32_t* contact,
                        uint32_t n, const manifold* m, const collider_meet* meet, float cell)
{
    uint32_t* rank[2] = { zeros(s->bodies, sizeof(uint32_t)), zeros(s->bodies, sizeof(uint32_t)) };
    uint32_t* wished  = zeros(s->bodies, sizeof *wished);
    edge* e           = zeros(n, sizeof *e);
    s->counters       = (blocks_counters){ 0 };
    memset(s->second, 0, s->bodies * sizeof *s->second);
    memset(s->lone, 0, s->bodies * sizeof *s->lone);
    number_bodies(b, body_count, cell, 0, rank[0]);
    number_bodies(b, body_count, cell, OWN_BLOCK_SHIFT, rank[1]);
    for (uint32_t i = 0; i < n; ++i)
    {
        e[i] = edge_of(&m[contact[i]], meet, rank, contact[i]);
        for (int k = 0; k < 2; ++k)
        {
            wished[e[i].slot[k]] += e[i].where == BLOCK_LONE;
            if (e[i].where == BLOCK_SECOND) s->second[e[i].slot[k]] = 1;
        }
    }
    place_contacts(s, e, n, (body_count + OWN_BLOCK_BODIES - 1) / OWN_BLOCK_BODIES, wished);
    for (uint32_t p = 0; p < s->count; ++p)
        for (int k = 0; k < 2; ++k)
        {
            const bool copied  = s->where[p] == BLOCK_SECOND || s->where[p] == BLOCK_LONE;
            const uint32_t all = s->second[s->slot[p][k]] + s->lone[s->slot[p][k]];
            s->weight[p][k]    = copied ? (float)all : 1.0f;
        }
    free(rank[0]);
    free(rank[1]);
    free(wished);
    free(e);
}

// ---- Sweeps ----

static void sweep_first(const oracle_blocks* s, oracle_solve* o, const solve_params* p, oracle_sweep kind)
{
    oracle_solve_sweep(o, p, kind, 0, s->end[0]);
}

static void sweep_late(const oracle_blocks* s, oracle_solve* o, const solve_params* p, oracle_sweep kind)
{
    for (uint32_t k = s->end[1]; k < s->end[2]; ++k)
        if (s->where[k] == BLOCK_LATE) oracle_solve_sweep(o, p, kind, k, 1);
}

// On copies: the bodies stay as they are.
static void sweep_second(oracle_blocks* s, oracle_solve* o, const solve_params* p, oracle_sweep kind, uint32_t bodies)
{
    body_speed *now = o->speed, *lent = zeros(bodies, sizeof *lent);
    memcpy(s->copy, now, bodies * sizeof *now);
    memcpy(lent, now, bodies * sizeof *now);
    o->speed = s->copy;
    for (uint32_t k = s->end[0]; k < s->end[1]; ++k)
    {
        oracle_solve_sweep(o, p, kind, k, 1);
        for (int i = 0; i < 2; ++i) // copies have speeds only
            s->copy[s->slot[k][i]].shift = now[s->slot[k][i]].shift;
    }
    o->speed = lent;
    for (uint32_t k = s->end[1]; k < s->end[2]; ++k)
    {
        if (s->where[k] != BLOCK_LONE) continue;
        oracle_solve_sweep(o, p, kind, k, 1);
        for (int i = 0; i < 2; ++i)
        {
            s->alone[k][i]      = lent[s->slot[k][i]];
            lent[s->slot[k][i]] = now[s->slot[k][i]];
        }
    }
    free(lent);
    o->speed = now;
}

typedef struct gain // of all copies of a body
{
    oracle_vec3 velocity, spin;
} gain;

static void add_copy(gain* g, const body_speed* copy, const body_speed* now)
{
    g->velocity = vec_add(g->velocity, vec_sub(vec_of(copy->velocity), vec_of(now->velocity)));
    g->spin     = vec_add(g->spin, vec_sub(vec_of(copy->spin), vec_of(now->spin)));
}

static void gather(const oracle_blocks* s, oracle_solve* o, uint32_t bodies)
{
    gain* all = zeros(bodies, sizeof *all);
    for (uint32_t i = 0; i < bodies; ++i)
    {
        if (s->second[i] != 0 && o->speed[i].velocity.w > 0.0f) add_copy(&all[i], &s->copy[i], &o->speed[i]);
    }
    for (uint32_t k = s->end[1]; k < s->end[2]; ++k)
        for (int j = 0; j < 2 && s->where[k] == BLOCK_LONE; ++j)
            add_copy(&all[s->slot[k][j]], &s->alone[k][j], &o->speed[s->slot[k][j]]);
    for (uint32_t i = 0; i < bodies; ++i)
    {
        body_speed* now = &o->speed[i];
        if (s->second[i] + s->lone[i] == 0 || !(now->velocity.w > 0.0f)) continue;
        const float share = oracle_reciprocal((float)(s->second[i] + s->lone[i]));
        oracle_vec3 v     = oracle_flush3(vec_add(vec_of(now->velocity), vec_scale(all[i].velocity, share)));
        oracle_vec3 w     = oracle_flush3(vec_add(vec_of(now->spin), vec_scale(all[i].spin, share)));
        if (s->lone[i] == 0)
        {
            v = vec_of(s->copy[i].velocity);
            w = vec_of(s->copy[i].spin);
        }
        now->velocity = (mas_vec4){ v.x, v.y, v.z, now->velocity.w };
        now->spin     = (mas_vec4){ w.x, w.y, w.z, 0.0f };
    }
    free(all);
}

static mas_vec4 plus_change(mas_vec4 sum, mas_vec4 now, mas_vec4 before)
{
    return vec_xyz0(oracle_flush3(vec_add(vec_of(sum), vec_sub(vec_of(now), vec_of(before)))));
}

static void bounce(oracle_blocks* s, oracle_solve* o, const solve_params* p, uint32_t bodies)
{
    body_speed* before = zeros(bodies, sizeof *before);
    body_blow *blow = o->blow, *not_told = zeros(s->bodies, sizeof *not_told);
    sweep_late(s, o, p, ORACLE_SOLVE_IMPACT);
    memcpy(before, o->speed, bodies * sizeof *before);
    o->blow = not_told;
    sweep_second(s, o, p, ORACLE_SOLVE_IMPACT, bodies);
    gather(s, o, bodies);
    sweep_first(s, o, p, ORACLE_SOLVE_IMPACT);
    o->blow = blow;
    for (uint32_t i = 0; i < bodies; ++i)
    {
        if (!(before[i].velocity.w > 0.0f)) continue;
        blow[i].velocity = plus_change(blow[i].velocity, o->speed[i].velocity, before[i].velocity);
        blow[i].spin     = plus_change(blow[i].spin, o->speed[i].spin, before[i].spin);
    }
    free(before);
    free(not_told);
}

void oracle_blocks_begin(oracle_blocks* s, oracle_solve* o, const solve_params* p, uint32_t bodies, bool first,
                         bool bounces)
{
    if (first)
    {
        sweep_late(s, o, p, ORACLE_SOLVE_START);
        sweep_second(s, o, p, ORACLE_SOLVE_START, bodies);
        gather(s, o, bodies);
        sweep_first(s, o, p, ORACLE_SOLVE_START);
    }
    if (bounces && first) memset(o->blow, 0, bodies * sizeof *o->blow);
    if (bounces && !first) oracle_solve_forget(o, bodies);
    for (uint32_t i = 0; bounces && i < OWN_SOLVE_SWEEPS; ++i)
        bounce(s, o, p, bodies);
}

void oracle_blocks_bias(oracle_blocks* s, oracle_solve* o, const solve_params* p, uint32_t bodies)
{
    sweep_first(s, o, p, ORACLE_SOLVE_BIAS);
    sweep_late(s, o, p, ORACLE_SOLVE_BIAS);
    sweep_second(s, o, p, ORACLE_SOLVE_BIAS, bodies);
    gather(s, o, bodies);
}

void oracle_blocks_relax(oracle_blocks* s, oracle_solve* o, const solve_params* p, uint32_t bodies)
{
    sweep_second(s, o, p, ORACLE_SOLVE_RELAX, bodies);
    gather(s, o, bodies);
    sweep_first(s, o, p, ORACLE_SOLVE_RELAX);
    sweep_late(s, o, p, ORACLE_SOLVE_RELAX);
}
