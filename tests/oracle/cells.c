#include "cells.h"
#include "exact.h"
#include "radix_sort.h"

#include <math.h>
#include <stdlib.h>

typedef struct cell
{
    int32_t x, y, z;
} cell;

static float larger(float a, float b)
{
    return a > b ? a : b;
}

static float largest(oracle_vec3 v)
{
    return larger(larger(v.x, v.y), v.z);
}

static bool bounded(const oracle_colliders* c, uint32_t i)
{
    return c->meet[i].who != 0 && c->box[i].lo.x <= c->box[i].hi.x;
}

static oracle_vec3 middle(const collider_box* b)
{
    return oracle_flush3(
        (oracle_vec3){ (b->lo.x + b->hi.x) * 0.5f, (b->lo.y + b->hi.y) * 0.5f, (b->lo.z + b->hi.z) * 0.5f });
}

static float radius_around(const collider_box* b)
{
    const oracle_vec3 m    = middle(b);
    const oracle_vec3 half = { larger(b->hi.x - m.x, m.x - b->lo.x), larger(b->hi.y - m.y, m.y - b->lo.y),
                               larger(b->hi.z - m.z, m.z - b->lo.z) };
    return oracle_length3(half) * 1.000002f;
}

// What all colliders together ask for.
typedef struct measure
{
    float size, reach;
} measure;

static measure measure_all(const oracle_colliders* c, uint32_t registration)
{
    measure m = { 0.0f, 0.0f };
    for (uint32_t i = 0; i < c->params.colliders; ++i)
    {
        if (!bounded(c, i)) continue;
        const collider_box* b  = &c->box[i];
        const oracle_vec3 edge = { b->hi.x - b->lo.x, b->hi.y - b->lo.y, b->hi.z - b->lo.z };
        m.size = larger(m.size, oracle_flush(registration == CELLS_OWNER ? largest(edge) : radius_around(b)));
        m.reach =
            larger(m.reach, oracle_flush(largest((oracle_vec3){ fabsf(b->lo.x), fabsf(b->lo.y), fabsf(b->lo.z) })));
        m.reach =
            larger(m.reach, oracle_flush(largest((oracle_vec3){ fabsf(b->hi.x), fabsf(b->hi.y), fabsf(b->hi.z) })));
    }
    return m;
}

static float slack_of(measure m)
{
    return ((m.reach + m.size) + 0x1p-18f) * 0x1p-20f;
}

static uint32_t id_of(cell c)
{
    return (uint32_t)(c.x & 1023) | (uint32_t)(c.y & 1023) << 10 | (uint32_t)(c.z & 1023) << 20;
}

static uint32_t label_of(uint32_t id)
{
    return (id & 1) | (id >> 10 & 1) << 1 | (id >> 20 & 1) << 2;
}

static void enter(oracle_cells* s, uint32_t i, uint32_t step, cell c, bool home)
{
    s->key[CELLS_EACH * i + step] = id_of(c) << 1 | !home;
}

// From the centre to a neighbour's cell along one axis, in cells.
static float distance(float inside, int32_t side)
{
    return side == 0 ? 0.0f : oracle_flush(side < 0 ? inside : 1.0f - inside);
}

// All 26 neighbours are looked at: at most seven may be reached.
static void enter_ball(oracle_cells* s, uint32_t i, const collider_box* b, float inverse, float slack)
{
    const oracle_vec3 m = middle(b);
    const float radius  = (radius_around(b) + slack) * inverse + 0x1p-20f;
    const oracle_vec3 u = { m.x * inverse, m.y * inverse, m.z * inverse };
    const cell home     = { (int32_t)floorf(u.x), (int32_t)floorf(u.y), (int32_t)floorf(u.z) };
    const uint32_t L    = label_of(id_of(home));
    uint32_t touched = 0, reached = 0;
    for (int32_t z = -1; z <= 1; ++z)
        for (int32_t y = -1; y <= 1; ++y)
            for (int32_t x = -1; x <= 1; ++x)
            {
                const float dx = distance(u.x - floorf(u.x), x), dy = distance(u.y - floorf(u.y), y),
                            dz = distance(u.z - floorf(u.z), z);
                if ((dx * dx + dy * dy) + dz * dz > (radius * radius) * 2.0f) continue;
                const cell c = { home.x + x, home.y + y, home.z + z };
                enter(s, i, (x != 0) | (y != 0) << 1 | (z != 0) << 2, c, x == 0 && y == 0 && z == 0);
                touched |= 1u << label_of(id_of(c));
                ++reached;
            }
    if (reached > CELLS_EACH) abort();
    s->control[i] = L | touched << 3;
}

static cell cell_of(float x, float y, float z, float inverse)
{
    return (cell){ (int32_t)floorf(oracle_flush(x) * inverse), (int32_t)floorf(oracle_flush(y) * inverse),
                   (int32_t)floorf(oracle_flush(z) * inverse) };
}

static void enter_box(oracle_cells* s, uint32_t i, const collider_box* b, float inverse)
{
    const cell lo = cell_of(b->lo.x, b->lo.y, b->lo.z, inverse), hi = cell_of(b->hi.x, b->hi.y, b->hi.z, inverse);
    const oracle_vec3 m = middle(b);
    const cell home     = cell_of(m.x, m.y, m.z, inverse);
    if (hi.x - lo.x > 1 || hi.y - lo.y > 1 || hi.z - lo.z > 1) abort();
    for (int32_t z = lo.z; z <= hi.z; ++z)
        for (int32_t y = lo.y; y <= hi.y; ++y)
            for (int32_t x = lo.x; x <= hi.x; ++x)
                enter(s, i, (uint32_t)((x - lo.x) | (y - lo.y) << 1 | (z - lo.z) << 2), (cell){ x, y, z },
                      x == home.x && y == home.y && z == home.z);
}

static void list_runs(oracle_cells* s)
{
    for (uint32_t t = 0, end = 0; t < s->entries && s->key[t] != CELLS_NONE; t = end)
    {
        cells_run r = { .start = t, .label = label_of(s->key[t] >> 1) };
        for (end = t; end < s->entries && s->key[end] >> 1 == s->key[t] >> 1; ++end)
            ++*(s->key[end] & 1 ? &r.phantoms : &r.homes);
        const bool somebody = s->registration == CELLS_OWNER || r.homes > 0;
        if (somebody && r.homes + r.phantoms > 1) s->run[s->runs++] = r;
    }
}

oracle_cells oracle_register_cells(const oracle_colliders* c, uint32_t registration, float wanted)
{
    oracle_cells s = { .registration = registration, .entries = CELLS_EACH * c->params.colliders };
    s.key          = malloc((s.entries + 1) * sizeof *s.key);
    s.entry        = malloc((s.entries + 1) * sizeof *s.entry);
    s.run          = calloc(s.entries + 1, sizeof *s.run);
    s.control      = calloc(c->params.colliders + 1, sizeof *s.control);
    if (s.key == NULL || s.entry == NULL || s.run == NULL || s.control == NULL) abort();
    const measure m     = measure_all(c, registration);
    const float slack   = slack_of(m);
    const float least   = (m.size + slack) * (registration == CELLS_OWNER ? 1.0001f : 3.4143f);
    const float inverse = oracle_divide(1.0f, larger(least, wanted));
    for (uint32_t k = 0; k < s.entries; ++k)
    {
        s.key[k]   = CELLS_NONE;
        s.entry[k] = k / CELLS_EACH | k % CELLS_EACH << CELLS_STEP_SHIFT;
    }
    for (uint32_t i = 0; i < c->params.colliders; ++i)
        if (bounded(c, i))
        {
            if (registration == CELLS_OWNER)
                enter_box(&s, i, &c->box[i], inverse);
            else
                enter_ball(&s, i, &c->box[i], inverse, slack);
        }
    oracle_radix_sort(s.key, s.entry, s.entries, 1, 32);
    list_runs(&s);
    return s;
}

void oracle_destroy_cells(oracle_cells* s)
{
    free(s->key);
    free(s->entry);
    free(s->run);
    free(s->control);
}

// Seed 002: in the run of a's home a meets everybody else at home there, and phantoms b, but for those whose home has a
// lower label than this cell when a touches a cell of that label.
static bool meets_by_labels(const oracle_cells* s, uint32_t label, uint32_t a, uint32_t b, bool b_home)
{
    const uint32_t lb = s->control[b] & 7;
    return b_home || !(lb < label && (s->control[a] >> 3 >> lb & 1) != 0);
}

uint32_t oracle_count_meetings(const oracle_cells* s, uint32_t i, uint32_t j)
{
    uint32_t meetings = 0;
    for (uint32_t r = 0; r < s->runs; ++r)
    {
        const cells_run* run = &s->run[r];
        uint32_t found = 0, at[2] = { 0, 0 }; // in the order of the run
        for (uint32_t t = run->start; t < run->start + run->homes + run->phantoms; ++t)
        {
            const uint32_t who = s->entry[t] & CELLS_SLOT_MASK;
            if ((who == i || who == j) && found < 2) at[found++] = t;
        }
        if (found < 2) continue;
        const uint32_t a = s->entry[at[0]], b = s->entry[at[1]];
        const bool a_home = at[0] < run->start + run->homes, b_home = at[1] < run->start + run->homes;
        if (s->registration == CELLS_OWNER) // the higher of the two lowest cells: nobody both stepped along an axis
            meetings += ((a & b) >> CELLS_STEP_SHIFT) == 0;
        else
            meetings += a_home && meets_by_labels(s, run->label, a & CELLS_SLOT_MASK, b & CELLS_SLOT_MASK, b_home);
    }
    return meetings;
}
