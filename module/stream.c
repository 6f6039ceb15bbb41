// Streams: what emitters send to a step. Only + - * / and roots, in a fixed order: the same bits everywhere.
//
// A disc is a hexagonal lattice whose particles have the area of a spacing squared each, and discs are a spacing apart:
// the stream is as dense as the liquid at rest. Discs are turned and shifted against each other, so that no lattice
// shows.
#include "liquids.h"

#include <math.h>

static const float ALONG  = 1.07456994f;  // spacings between particles of a row: sqrt(2 / sqrt(3))
static const float ACROSS = 0.930604856f; // and between rows

typedef struct pattern
{
    float turn_x, turn_y;   // cosine and sine
    float shift_x, shift_y; // spacings: to a corner of the lattice, or to the middle between three
} pattern;

static const pattern PATTERN[MAS_DISCS] = {
    { 1.0f, 0.0f, 0.0f, 0.0f },
    { 0.866025404f, 0.5f, 0.53728497f, 0.310201619f },
    { 0.965925826f, 0.258819045f, 0.0f, 0.0f },
    { 0.707106781f, 0.707106781f, 0.53728497f, 0.310201619f },
    { 0.866025404f, 0.5f, 0.0f, 0.0f },
    { 1.0f, 0.0f, 0.53728497f, 0.310201619f },
    { 0.707106781f, 0.707106781f, 0.0f, 0.0f },
    { 0.965925826f, 0.258819045f, 0.53728497f, 0.310201619f },
};

uint32_t mas_disc_size(float radius, float spacing)
{
    const double r = (double)radius / (double)spacing + 1.0; // cells of those on the rim lie within this
    return (uint32_t)(3.1415927 * r * r);                    // at most 1000 spacings: 3.2 million
}

static massa_vec3 cross_product(massa_vec3 a, massa_vec3 b)
{
    return (massa_vec3){ a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x };
}

// Two unit vectors that stand on a direction and on each other.
static void axes_of(massa_vec3 d, massa_vec3* u, massa_vec3* v)
{
    const float x = fabsf(d.x), y = fabsf(d.y), z = fabsf(d.z);
    const massa_vec3 least = { x <= y && x <= z ? 1.0f : 0.0f, y < x && y <= z ? 1.0f : 0.0f,
                               z < x && z < y ? 1.0f : 0.0f };
    const massa_vec3 side = cross_product(d, least);
    const float length    = sqrtf(side.x * side.x + side.y * side.y + side.z * side.z);
    *u                    = (massa_vec3){ side.x / length, side.y / length, side.z / length };
    *v                    = cross_product(d, *u);
}

// The particles of an emitter's next disc, at most so many, which comes out this far from the nozzle. Returns how many
// there are; to: null, or where they go.
static uint32_t disc(const mas_emitter_slot* e, float spacing, float way, uint64_t most, mas_tables* to)
{
    const pattern p = PATTERN[e->disc];
    const float a = ALONG * spacing, b = ACROSS * spacing, squared = e->radius * e->radius;
    const int rows = (int)(e->radius / b) + 2, columns = (int)(e->radius / a) + 2;
    const massa_vec3 d = e->direction;
    massa_vec3 u, v;
    axes_of(d, &u, &v);
    uint32_t count = 0;
    for (int j = -rows; j <= rows; ++j)
    {
        for (int i = -columns; i <= columns && count < most; ++i)
        {
            const float x = ((float)i + 0.5f * (float)(j & 1)) * a + p.shift_x * spacing;
            const float y = (float)j * b + p.shift_y * spacing;
            if (!(x * x + y * y <= squared)) continue;
            ++count;
            if (to == NULL) continue;
            const float s = p.turn_x * x - p.turn_y * y, t = p.turn_y * x + p.turn_x * y;
            const massa_vec3 at = { e->position.x + d.x * way + (u.x * s + v.x * t),
                                    e->position.y + d.y * way + (u.y * s + v.y * t),
                                    e->position.z + d.z * way + (u.z * s + v.z * t) };
            mas_add_drop(to, e->liquid - 1,
                         &(massa_particle){ at, { d.x * e->speed, d.y * e->speed, d.z * e->speed } });
        }
    }
    return count;
}

// Discs that have left the nozzle when the step begins; those before them have gone on by themselves.
static void send(mas_tables* t, mas_emitter_slot* e)
{
    while (e->travel >= t->liquid.spacing)
    {
        const uint64_t left  = e->limit > 0 ? e->limit - e->sent : UINT64_MAX;
        const uint32_t count = disc(e, t->liquid.spacing, 0.0f, left, NULL);
        if (count == 0) e->travel = 0.0f; // silent: the limit was reached
        if (count == 0) return;
        if (count > t->capacity.particle_edits - t->particle.records)
        {
            e->travel = t->liquid.spacing; // the stream stands still until there is room
            return;
        }
        e->travel -= t->liquid.spacing;
        const uint32_t first = t->particle.records;
        disc(e, t->liquid.spacing, e->travel, left, t);
        for (uint32_t i = first; i < t->particle.records; ++i) // all of them find a place, or none (pour.comp)
            mas_records(t)[i].generation = t->particle.records;
        e->sent += count;
        e->disc = (e->disc + 1) % MAS_DISCS;
    }
}

void mas_emit(mas_tables* t, float dt)
{
    for (uint32_t i = 0; i < MASSA_MAX_EMITTERS; ++i)
    {
        mas_emitter_slot* e = &t->liquid.emitters[i];
        if (e->liquid == 0) continue;
        send(t, e);
        e->travel += e->speed * dt;
    }
}
