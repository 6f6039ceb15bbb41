#include "graph.h"

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

// A contact's number in the order in which bodies prefer them: a permutation of 27 bits.
static uint32_t preference(uint32_t contact)
{
    const uint32_t mask = 0x07FFFFFF;
    uint32_t x          = contact * 0x2C1B3C6Du & mask;
    x                   = (x ^ x >> 13) * 0x297A2D39u & mask;
    return x ^ x >> 14;
}

typedef struct edge // one contact
{
    uint32_t body[2]; // that it pushes, or GRAPH_NOBODY
    uint32_t colour;  // GRAPH_COLOURS: none
    bool solved, waits;
} edge;

static uint32_t pushed_bits(const edge* e)
{
    return (e->body[0] != GRAPH_NOBODY ? GRAPH_PUSHED_A : 0) | (e->body[1] != GRAPH_NOBODY ? GRAPH_PUSHED_B : 0);
}

static edge edge_of(const manifold* m, const collider_meet* meet, uint32_t kept)
{
    edge e                     = { .body = { GRAPH_NOBODY, GRAPH_NOBODY }, .colour = GRAPH_COLOURS };
    const uint32_t collider[2] = { m->a, m->b };
    if ((m->flags & MANIFOLD_SENSOR) != 0) return e;
    for (int k = 0; k < 2; ++k)
    {
        const uint32_t who = meet[collider[k]].who;
        if ((who & MEET_DYNAMIC) != 0 && (who & MEET_ASLEEP) == 0) e.body[k] = who & MEET_BODY_MASK;
    }
    const uint32_t bits = pushed_bits(&e), number = kept & GRAPH_COLOUR_MASK;
    e.solved = bits != 0;
    if (e.solved && (kept & bits) == bits && number >= 1 && number <= GRAPH_COLOURS) e.colour = number - 1;
    e.waits = e.solved && e.colour == GRAPH_COLOURS;
    return e;
}

// Those that wait and that both their bodies prefer take a colour, or wait no more if there is none. Returns how many
// waited.
static uint32_t play_round(edge* e, uint32_t n, uint32_t* used, uint32_t* best, uint32_t bodies)
{
    uint32_t waited = 0;
    memset(best, 0, bodies * sizeof *best); // 1 + the preferred contact, 0 none
    for (uint32_t i = 0; i < n; ++i)
    {
        if (!e[i].waits) continue;
        ++waited;
        for (int k = 0; k < 2; ++k)
        {
            if (e[i].body[k] == GRAPH_NOBODY) continue;
            uint32_t* b = &best[e[i].body[k]];
            if (*b == 0 || preference(i) > preference(*b - 1)) *b = i + 1;
        }
    }
    for (uint32_t i = 0; i < n && waited > 0; ++i)
    {
        bool wins       = e[i].waits;
        uint32_t colour = 0, taken = 0;
        for (int k = 0; k < 2; ++k)
            if (wins && e[i].body[k] != GRAPH_NOBODY)
            {
                wins = best[e[i].body[k]] == i + 1;
                taken |= used[e[i].body[k]];
            }
        if (!wins) continue;
        e[i].waits = false;
        while (colour < GRAPH_COLOURS && (taken >> colour & 1) != 0)
            ++colour;
        e[i].colour = colour;
        for (int k = 0; k < 2 && colour < GRAPH_COLOURS; ++k)
            if (e[i].body[k] != GRAPH_NOBODY) used[e[i].body[k]] |= 1u << colour;
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
            g->colour[g->count++] = c < GRAPH_COLOURS ? (1 + c) | pushed_bits(&e[i]) : 0;
        }
        if (c < GRAPH_COLOURS && g->count > g->first[c]) ++g->counters.colours;
    }
    g->first[GRAPH_LISTS] = g->count;
    g->counters.solved    = g->count;
    g->counters.overflow  = g->count - g->first[GRAPH_COLOURS];
}

void oracle_graph_step(oracle_graph* g, const uint32_t* contact, uint32_t n, const manifold* m,
                       const collider_meet* meet, const uint32_t* past)
{
    uint32_t* kept = calloc(g->pairs + 1, sizeof *kept); // by pair of the last step
    uint32_t* used = calloc(g->bodies + 1, sizeof *used);
    uint32_t* best = calloc(g->bodies + 1, sizeof *best);
    edge* e        = calloc(n + 1, sizeof *e);
    g->counters    = (graph_counters){ 0 };
    for (uint32_t k = 0; k < g->count; ++k)
        kept[g->order[k]] = g->colour[k];
    for (uint32_t i = 0; i < n; ++i)
    {
        const uint32_t at = past[contact[i]] & ~PAST_RECYCLED;
        e[i]              = edge_of(&m[contact[i]], meet, at == PAST_NONE ? 0 : kept[at]);
        g->counters.kept += e[i].colour < GRAPH_COLOURS;
        for (int k = 0; k < 2; ++k)
            if (e[i].colour < GRAPH_COLOURS && e[i].body[k] != GRAPH_NOBODY) used[e[i].body[k]] |= 1u << e[i].colour;
    }
    for (uint32_t r = 0; r < GRAPH_ROUNDS; ++r)
        g->counters.rounds += play_round(e, n, used, best, g->bodies) > 0;
    for (uint32_t i = 0; i < n; ++i)
        g->counters.late += e[i].waits;
    put_in_order(g, e, contact, n);
    free(kept);
    free(used);
    free(best);
    free(e);
}
