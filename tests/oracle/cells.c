#include "cells.h"
#include "radix_sort.h"
#include "vec.h"

#include <math.h>
#include <stdlib.h>

typedef struct cell
{
    int32_t x, y, z;
} cell;

static float largest(oracle_vec3 v)
{
    return larger_of(larger_of(v.x, v.y), v.z);
}

static oracle_vec3 middle(const collider_box* b)
{
    return oracle_flush3(
        (oracle_vec3){ (b->lo.x + b->hi.x) * 0.5f, (b->lo.y + b->hi.y) * 0.5f, (b->lo.z + b->hi.z) * 0.5f });
}

static float radius_around(const collider_box* b)
{
    const oracle_vec3 m    = middle(b);
    const oracle_vec3 half = { larger_of(b->hi.x - m.x, m.x - b->lo.x), larger_of(b->hi.y - m.y, m.y - b->lo.y),
                               larger_of(b->hi.z - m.z, m.z - b->lo.z) };
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
        if (!oracle_is_bounded(c, i)) continue;
        const collider_box* b  = &c->box[i];
        const oracle_vec3 edge = { b->hi.x - b->lo.x, b->hi.y - b->lo.y, b->hi.z - b->lo.z };
        m.size = larger_of(m.size, oracle_flush(registration == CELLS_OWNER ? largest(edge) : radius_around(b)));
        m.reach =
            larger_of(m.reach, oracle_flush(largest((oracle_vec3){ fabsf(b->lo.x), fabsf(b->lo.y), fabsf(b->lo.z) })));
        m.reach =
            larger_of(m.reach, oracle_flush(largest((oracle_vec3){ fabsf(b->hi.x), fabsf(b->hi.y), fabsf(b->hi.z) })));
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

// Homes have the first places, by collider; phantoms stand behind all of them. A stable sort by cell then leaves homes
// in front, without a bit for it in the key.
typedef struct places
{
    uint32_t homes, used;
    uint32_t *id, *entry;
} places;

static void enter(places* p, uint32_t i, uint32_t step, cell c, bool home)
{
    const uint32_t at = home ? i : p->used++;
    p->id[at]         = id_of(c);
    p->entry[at]      = i | step << CELLS_STEP_SHIFT;
}

// From the centre to a neighbour's cell along one axis, in cells.
static float distance(float inside, int32_t side)
{
    return side == 0 ? 0.0f : oracle_flush(side < 0 ? inside : 1.0f - inside);
}

// All 26 neighbours are looked at: at most seven may be reached. Returns the control bits.
static uint32_t enter_ball(places* p, uint32_t i, const collider_box* b, float inverse, float slack)
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
                enter(p, i, (x != 0) | (y != 0) << 1 | (z != 0) << 2, c, x == 0 && y == 0 && z == 0);
                touched |= 1u << label_of(id_of(c));
                ++reached;
            }
    if (reached > CELLS_EACH) abort();
    return L | touched << 3;
}

static cell cell_of(float x, float y, float z, float inverse)
{
    return (cell){ (int32_t)floorf(oracle_flush(x) * inverse), (int32_t)floorf(oracle_flush(y) * inverse),
                   (int32_t)floorf(oracle_flush(z) * inverse) };
}

static void enter_box(places* p, uint32_t i, const collider_box* b, float inverse)
{
    const cell lo = cell_of(b->lo.x, b->lo.y, b->lo.z, inverse), hi = cell_of(b->hi.x, b->hi.y, b->hi.z, inverse);
    const oracle_vec3 m = middle(b);
    const cell home     = cell_of(m.x, m.y, m.z, inverse);
    if (hi.x - lo.x > 1 || hi.y - lo.y > 1 || hi.z - lo.z > 1) abort();
    for (int32_t z = lo.z; z <= hi.z; ++z)
        for (int32_t y = lo.y; y <= hi.y; ++y)
            for (int32_t x = lo.x; x <= hi.x; ++x)
                enter(p, i, (uint32_t)((x - lo.x) | (y - lo.y) << 1 | (z - lo.z) << 2), (cell){ x, y, z },
                      x == home.x && y == home.y && z == home.z);
}

static void list_runs(oracle_cells* s)
{
    for (uint32_t t = 0, end = 0; t < s->entries; t = end)
    {
        cells_run r = { .start = t, .label = label_of(s->key[t] >> 1) };
        for (end = t; end < s->entries && s->key[end] >> 1 == s->key[t] >> 1; ++end)
            ++*(s->key[end] & 1 ? &r.phantoms : &r.homes);
        const bool somebody = s->registration == CELLS_OWNER || r.homes > 0;
        if (somebody && r.homes + r.phantoms > 1) s->run[s->runs++] = r;
    }
}

static uint32_t* make_words(uint32_t count)
{
    uint32_t* w = calloc((size_t)count + 1, sizeof *w);
    if (w == NULL) abort();
    return w;
}

oracle_cells oracle_register_cells(const oracle_colliders* c, uint32_t registration, float wanted)
{
    const uint32_t n = c->params.colliders, room = CELLS_EACH * n;
    oracle_cells s  = { registration, 0, 0, make_words(room), make_words(room), NULL, make_words(n) };
    places p        = { n, n, make_words(room), make_words(room) };
    uint32_t* order = make_words(room);
    s.run           = calloc((size_t)room + 1, sizeof *s.run);
    if (s.run == NULL) abort();
    const measure m     = measure_all(c, registration);
    const float slack   = slack_of(m);
    const float least   = (m.size + slack) * (registration == CELLS_OWNER ? 1.0001f : 3.4143f);
    const float inverse = oracle_divide(1.0f, larger_of(least, wanted));
    for (uint32_t i = 0; i < n; ++i)
    {
        p.id[i] = CELLS_NONE; // unless it has a home
        if (!oracle_is_bounded(c, i)) continue;
        if (registration == CELLS_OWNER)
            enter_box(&p, i, &c->box[i], inverse);
        else
            s.control[i] = enter_ball(&p, i, &c->box[i], inverse, slack);
    }
    for (uint32_t k = 0; k < p.used; ++k)
        order[k] = k;
    oracle_radix_sort(p.id, order, p.used, 1, 32);
    for (; s.entries < p.used && p.id[s.entries] != CELLS_NONE; ++s.entries)
    {
        const uint32_t from = order[s.entries];
        s.key[s.entries]    = p.id[s.entries] << 1 | (from >= p.homes);
        s.entry[s.entries]  = p.entry[from];
    }
    list_runs(&s);
    free(p.id);
    free(p.entry);
    free(order);
    return s;
}

void oracle_destroy_cells(oracle_cells* s)
{
    free(s->key);
    free(s->entry);
    free(s->run);
    free(s->control);
}

// Whether two entries of a run, a before b, are a candidate there. Seed 002: a is at home and meets everybody else at
// home, and phantoms b, but for those whose home has a lower label than this cell when a touches a cell of that label.
// Seed 000, corrected: the cell is along each axis the lowest one of a or of b.
static bool meet_here(const oracle_cells* s, const cells_run* run, uint32_t a, uint32_t b)
{
    const uint32_t i = s->entry[a] & CELLS_SLOT_MASK, j = s->entry[b] & CELLS_SLOT_MASK;
    const uint32_t end_of_homes = run->start + run->homes, lb = s->control[j] & 7;
    if (s->registration == CELLS_OWNER) return ((s->entry[a] & s->entry[b]) >> CELLS_STEP_SHIFT) == 0;
    if (a >= end_of_homes) return false;
    return b < end_of_homes || !(lb < run->label && (s->control[i] >> 3 >> lb & 1) != 0);
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
        meetings += found == 2 && meet_here(s, run, at[0], at[1]);
    }
    return meetings;
}

oracle_pairs oracle_find_pairs_in_cells(const oracle_colliders* c, const oracle_cells* s)
{
    oracle_pairs p = { NULL, 0 };
    for (const cells_run* run = s->run; run < s->run + s->runs; ++run)
        for (uint32_t a = run->start; a < run->start + run->homes + run->phantoms; ++a)
            for (uint32_t b = a + 1; b < run->start + run->homes + run->phantoms; ++b)
            {
                const uint32_t i = s->entry[a] & CELLS_SLOT_MASK, j = s->entry[b] & CELLS_SLOT_MASK;
                if (meet_here(s, run, a, b) && oracle_boxes_overlap(&c->box[i], &c->box[j]) &&
                    oracle_meets(&c->meet[i], &c->meet[j]))
                    oracle_add_pair(&p, oracle_pair_of(c, i, j));
            }
    oracle_sort_pairs(p.pair, p.count);
    return p;
}

typedef struct meeting
{
    uint32_t owner, step, at; // at: the partner's entry
} meeting;

static int by_owner(const void* x, const void* y)
{
    const meeting *a = x, *b = y;
    if (a->owner != b->owner) return a->owner < b->owner ? -1 : 1;
    if (a->step != b->step) return a->step < b->step ? -1 : 1;
    return a->at < b->at ? -1 : a->at > b->at;
}

// Who meets whom in all cells; to be freed. Ends with one whose owner is nobody.
static meeting* list_meetings(const oracle_colliders* c, const oracle_cells* s)
{
    uint32_t count = 0, room = 1024;
    meeting* list = calloc(room, sizeof *list);
    if (list == NULL) abort();
    for (const cells_run* run = s->run; run < s->run + s->runs; ++run)
        for (uint32_t a = run->start; a < run->start + run->homes + run->phantoms; ++a)
            for (uint32_t b = a + 1; b < run->start + run->homes + run->phantoms; ++b)
            {
                const uint32_t i = s->entry[a] & CELLS_SLOT_MASK, j = s->entry[b] & CELLS_SLOT_MASK;
                if (!meet_here(s, run, a, b) || !oracle_boxes_overlap(&c->box[i], &c->box[j]) ||
                    !oracle_meets(&c->meet[i], &c->meet[j]))
                    continue;
                if (count + 1 == room)
                {
                    list = realloc(list, (room *= 2) * sizeof *list);
                    if (list == NULL) abort();
                }
                list[count++] = (meeting){ i, s->entry[a] >> CELLS_STEP_SHIFT, b };
            }
    qsort(list, count, sizeof *list, by_owner);
    list[count].owner = UINT32_MAX;
    return list;
}

oracle_pairs oracle_cells_pairs(const oracle_colliders* c, uint32_t registration)
{
    oracle_cells s      = oracle_register_cells(c, registration, 0.0f);
    meeting* list       = list_meetings(c, &s);
    const meeting* next = list;
    oracle_pairs p      = { NULL, 0 };
    for (uint32_t i = 0; i < c->params.colliders; ++i)
    {
        for (; next->owner == i; ++next)
            oracle_add_pair(&p, oracle_pair_of(c, i, s.entry[next->at] & CELLS_SLOT_MASK));
        if (oracle_is_bounded(c, i)) oracle_add_unbounded(&p, c, i);
    }
    free(list);
    oracle_destroy_cells(&s);
    return p;
}
