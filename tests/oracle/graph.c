#include "graph.h"
#include "constants.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

oracle_graph oracle_graph_create(uint32_t bodies, uint32_t pairs, uint32_t contacts)
{
    return (oracle_graph){
        .bodies   = bodies,
        .pairs    = pairs,
        .contacts = contacts,
        .order    = calloc(contacts + 1, sizeof(uint32_t)),
        .colour   = calloc(contacts + 1, sizeof(uint32_t)),
    };
}

void oracle_graph_destroy(oracle_graph* g)
{
    free(g->order);
    free(g->colour);
}

// A permutation of the numbers of 27 bits. Bodies prefer contacts in its order.
static uint32_t scatter(uint32_t number)
{
    const uint32_t mask = 0x07FFFFFF;
    uint32_t x          = number * 0x2C1B3C6Du & mask;
    x                   = (x ^ x >> 13) * 0x297A2D39u & mask;
    return x ^ x >> 14;
}

typedef struct edge // one contact
{
    uint32_t body[2]; // that it pushes, or GRAPH_NOBODY
    uint32_t colour;  // OWN_GRAPH_COLOURS: none
    bool solved, waits;
} edge;

static uint32_t pushed_bits(const edge* e)
{
    return (e->body[0] != GRAPH_NOBODY ? GRAPH_PUSHED_A : 0) | (e->body[1] != GRAPH_NOBODY ? GRAPH_PUSHED_B : 0);
}

static edge edge_of(const manifold* m, const collider_meet* meet, uint32_t kept)
{
    edge e                     = { .body = { GRAPH_NOBODY, GRAPH_NOBODY }, .colour = OWN_GRAPH_COLOURS };
    const uint32_t collider[2] = { m->a, m->b };
    if ((m->flags & MANIFOLD_SENSOR) != 0) return e;
    for (int k = 0; k < 2; ++k)
    {
        const uint32_t who = meet[collider[k]].who;
        if ((who & MEET_DYNAMIC) != 0 && (who & MEET_ASLEEP) == 0) e.body[k] = who & MEET_BODY_MASK;
    }
    const uint32_t bits = pushed_bits(&e), number = kept & GRAPH_COLOUR_MASK;
    e.solved = bits != 0;
    if (e.solved && (kept & bits) == bits && number >= 1 && number <= OWN_GRAPH_COLOURS) e.colour = number - 1;
    e.waits = e.solved && e.colour == OWN_GRAPH_COLOURS;
    return e;
}

typedef struct node // one body
{
    uint32_t used; // bits of colours
    uint32_t contacts;
    uint32_t best[OWN_GRAPH_SLOTS]; // 1 + the preferred contact of those that want a colour of the slot, 0 none
} node;

static void add_colour(const edge* e, node* body)
{
    for (int k = 0; k < 2 && e->colour < OWN_GRAPH_COLOURS; ++k)
        if (e->body[k] != GRAPH_NOBODY) body[e->body[k]].used |= 1u << e->colour;
}

static uint32_t bits_of(uint32_t word)
{
    uint32_t n = 0;
    for (; word != 0; word >>= 1)
        n += word & 1;
    return n;
}

// The colour that contact i wants: one of the lowest that neither body has, by a number drawn for each round. There are
// half as many to choose from as contacts wait at one of the bodies. OWN_GRAPH_COLOURS: all are taken.
static uint32_t wish(const edge* e, uint32_t i, uint32_t round, const node* body)
{
    uint32_t taken = 0, waiting = 0;
    for (int k = 0; k < 2; ++k)
    {
        if (e->body[k] == GRAPH_NOBODY) continue;
        const node* b       = &body[e->body[k]];
        const uint32_t here = b->contacts - bits_of(b->used);
        taken |= b->used;
        if (here > waiting) waiting = here;
    }
    uint32_t among = (waiting + 1) / 2, free_ones = OWN_GRAPH_COLOURS - bits_of(taken);
    if (among > free_ones) among = free_ones;
    const uint32_t draw = scatter(i + (round + 1) * 0x9E3779B9u) >> 11; // 16 bits
    uint32_t left       = draw * among >> 16;
    for (uint32_t c = 0; c < OWN_GRAPH_COLOURS; ++c)
        if ((taken >> c & 1) == 0 && left-- == 0) return c;
    return OWN_GRAPH_COLOURS;
}

// Those that wait and that both their bodies prefer have their wish, and wait no more; nor do those without one.
// Returns how many waited.
static uint32_t play_round(edge* e, uint32_t n, uint32_t round, node* body, uint32_t bodies)
{
    uint32_t waited = 0;
    for (uint32_t i = 0; i < bodies; ++i)
        memset(body[i].best, 0, sizeof body[i].best);
    for (uint32_t i = 0; i < n; ++i)
    {
        if (!e[i].waits) continue;
        ++waited;
        e[i].colour = wish(&e[i], i, round, body);
        for (int k = 0; k < 2 && e[i].colour < OWN_GRAPH_COLOURS; ++k)
        {
            if (e[i].body[k] == GRAPH_NOBODY) continue;
            uint32_t* best = &body[e[i].body[k]].best[e[i].colour % OWN_GRAPH_SLOTS];
            if (*best == 0 || scatter(i) > scatter(*best - 1)) *best = i + 1;
        }
    }
    for (uint32_t i = 0; i < n; ++i)
    {
        if (!e[i].waits) continue;
        bool wins = true;
        for (int k = 0; k < 2 && e[i].colour < OWN_GRAPH_COLOURS; ++k)
            if (e[i].body[k] != GRAPH_NOBODY)
                wins = wins && body[e[i].body[k]].best[e[i].colour % OWN_GRAPH_SLOTS] == i + 1;
        e[i].waits = !wins;
        if (!wins) e[i].colour = OWN_GRAPH_COLOURS;
        add_colour(&e[i], body);
    }
    return waited;
}

static void put_in_order(oracle_graph* g, const edge* e, const uint32_t* contact, uint32_t n)
{
    g->count = 0;
    for (uint32_t c = 0; c < GRAPH_LISTS; ++c)
    {
        g->first[c] = g->count;
        for (uint32_t i = 0; i < n; ++i)
        {
            if (!e[i].solved || e[i].colour != c) continue;
            g->order[g->count]    = contact[i];
            g->colour[g->count++] = c < OWN_GRAPH_COLOURS ? (1 + c) | pushed_bits(&e[i]) : 0;
        }
        if (c < OWN_GRAPH_COLOURS && g->count > g->first[c]) ++g->counters.colours;
    }
    g->first[GRAPH_LISTS] = g->count;
    g->counters.solved    = g->count;
    g->counters.overflow  = g->count - g->first[OWN_GRAPH_COLOURS];
}

void oracle_graph_step(oracle_graph* g, const uint32_t* contact, uint32_t n, const manifold* m,
                       const collider_meet* meet, const uint32_t* past)
{
    uint32_t* kept = calloc(g->pairs + 1, sizeof *kept); // by pair of the last step
    node* body     = calloc(g->bodies + 1, sizeof *body);
    edge* e        = calloc(n + 1, sizeof *e);
    g->counters    = (graph_counters){ 0 };
    for (uint32_t k = 0; k < g->count; ++k)
        kept[g->order[k]] = g->colour[k];
    for (uint32_t i = 0; i < n; ++i)
    {
        const uint32_t at = past[contact[i]] & ~PAST_RECYCLED;
        e[i]              = edge_of(&m[contact[i]], meet, at == PAST_NONE ? 0 : kept[at]);
        g->counters.kept += e[i].colour < OWN_GRAPH_COLOURS;
        add_colour(&e[i], body);
        for (int k = 0; k < 2; ++k)
            if (e[i].body[k] != GRAPH_NOBODY) ++body[e[i].body[k]].contacts;
    }
    for (uint32_t r = 0; r < OWN_GRAPH_ROUNDS; ++r)
        g->counters.rounds += play_round(e, n, r, body, g->bodies) > 0;
    for (uint32_t i = 0; i < n; ++i)
        g->counters.late += e[i].waits;
    put_in_order(g, e, contact, n);
    free(kept);
    free(body);
    free(e);
}
