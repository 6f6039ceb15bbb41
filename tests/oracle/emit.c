// Emitters: streams of liquid. A stream is made of discs a spacing apart; a disc's particles stand in a hexagonal
// lattice, and each has the area of a spacing squared. Then the stream is as dense as the liquid. Discs are turned and
// shifted against each other by eight patterns in turn.
#include "own_tables.h"
#include "liquid/liquid_shared.h"
#include "particle/particle_shared.h"

#include <math.h>

// In spacings. Of a hexagonal lattice with the edge a, rows stand a sqrt(3) / 2 apart; the area of a point is the
// product, and 1.
#define EDGE ((float)1.0745699318235418)   // sqrt(2 / sqrt(3))
#define ROW ((float)0.93060485910209962)   // 1 / EDGE
#define HALF ((float)0.53728496591177090)  // EDGE / 2,
#define THIRD ((float)0.31020161970069987) // and ROW / 3: from a corner to the middle of a triangle

// Degrees that the patterns are turned by; every other one has the middle of a triangle on the axis.
static const float COSINE[] = {
    1.0f, 0.86602540f, 0.96592583f, 0.70710678f, 0.86602540f, 1.0f, 0.70710678f, 0.96592583f
};
static const float SINE[] = { 0.0f, 0.5f, 0.25881905f, 0.70710678f, 0.5f, 0.0f, 0.70710678f, 0.25881905f };

enum
{
    PATTERNS = 8
};

void oracle_play_emitter(oracle_tables* t, const edit_record* e)
{
    const mas_vec4 place = e->data[0], way = e->data[1];
    uint32_t first = 0;
    if (e->kind == EDIT_EMITTER_CREATE)
    {
        while (first < MASSA_MAX_EMITTERS &&
               (t->emitter[first].lives || t->emitter[first].generation == OWN_LAST_GENERATION))
            ++first;
        if (e->target != first || first == MASSA_MAX_EMITTERS)
            oracle_refuse("an emitter has another place than the first.");
        if (e->generation != t->emitter[first].generation + 1)
            oracle_refuse("an emitter has another generation than its place.");
        if (e->flags == 0 || e->flags > MASSA_MAX_LIQUIDS || t->liquid.kind[e->flags - 1].state != OWN_USED)
            oracle_refuse("an emitter's liquid is gone.");
        t->emitter[first] = (oracle_emitter){
            .lives      = true,
            .generation = e->generation,
            .liquid     = e->flags - 1,
            .radius     = place.w,
            .limit      = e->user_low + ((uint64_t)e->user_high << 32),
            .gone       = t->spacing, // the first disc comes at once
        };
    }
    else if (e->target >= MASSA_MAX_EMITTERS || !t->emitter[e->target].lives)
        oracle_refuse("an edit's emitter is gone.");
    oracle_emitter* s = &t->emitter[e->target];
    if (e->kind == EDIT_EMITTER_DESTROY)
    {
        s->lives = false;
        return;
    }
    s->position  = (oracle_vec3){ place.x, place.y, place.z };
    s->direction = (oracle_vec3){ way.x, way.y, way.z };
    s->speed     = way.w;
}

// Two directions across a third: the first stands also on the axis from which the third points away most.
static void across(oracle_vec3 d, oracle_vec3* u, oracle_vec3* v)
{
    const float x = fabsf(d.x), y = fabsf(d.y), z = fabsf(d.z);
    oracle_vec3 axis = { 0.0f, 0.0f, 1.0f };
    if (y <= z) axis = (oracle_vec3){ 0.0f, 1.0f, 0.0f };
    if (x <= y && x <= z) axis = (oracle_vec3){ 1.0f, 0.0f, 0.0f };
    const oracle_vec3 side = oracle_cross(d, axis);
    const float length     = sqrtf((side.x * side.x + side.y * side.y) + side.z * side.z);
    *u                     = (oracle_vec3){ side.x / length, side.y / length, side.z / length };
    *v                     = oracle_cross(d, *u);
}

// Points of a disc's lattice that lie inside the nozzle, m, row by row, at most so many; at null: how many.
static uint32_t lattice(const oracle_emitter* s, float spacing, uint64_t most, oracle_vec2* at)
{
    const float edge = EDGE * spacing, row = ROW * spacing, shift = s->disc % 2 == 0 ? 0.0f : 1.0f;
    const int rows = (int)(s->radius / row) + 2, columns = (int)(s->radius / edge) + 2;
    uint32_t count = 0;
    for (int j = -rows; j <= rows; ++j)
        for (int i = -columns; i <= columns; ++i)
        {
            const float half = j % 2 != 0 ? 0.5f : 0.0f; // every other row stands between the rows beside it
            const float x    = ((float)i + half) * edge + shift * HALF * spacing;
            const float y    = (float)j * row + shift * THIRD * spacing;
            if (x * x + y * y > s->radius * s->radius || count == most) continue;
            if (at != NULL) at[count] = (oracle_vec2){ x, y };
            ++count;
        }
    return count;
}

// A disc that is this far from the nozzle. All of its particles find a slot, or none: each knows where the disc ends.
static void send_disc(oracle_tables* t, oracle_emitter* s, uint32_t count, float way)
{
    const oracle_vec3 x = s->position, d = s->direction;
    const float c = COSINE[s->disc], n = SINE[s->disc];
    const uint32_t end = t->records + count;
    oracle_vec3 u, v;
    lattice(s, t->spacing, count, t->point);
    across(d, &u, &v);
    for (uint32_t i = 0; i < count; ++i)
    {
        const oracle_vec2 p = t->point[i];
        const float a = c * p.x - n * p.y, b = n * p.x + c * p.y;
        t->record[t->records++] = (particle_record){
            .x          = x.x + d.x * way + (u.x * a + v.x * b),
            .y          = x.y + d.y * way + (u.y * a + v.y * b),
            .z          = x.z + d.z * way + (u.z * a + v.z * b),
            .tag        = PARTICLE_ALIVE | s->liquid << LIQUID_SHIFT,
            .velocity_x = d.x * s->speed,
            .velocity_y = d.y * s->speed,
            .velocity_z = d.z * s->speed,
            .generation = end,
        };
    }
    s->sent += count;
    s->disc = (s->disc + 1) % PATTERNS;
}

void oracle_emit(oracle_tables* t, float dt)
{
    for (oracle_emitter* s = t->emitter; s < t->emitter + MASSA_MAX_EMITTERS; ++s)
    {
        while (s->lives && s->gone >= t->spacing)
        {
            const uint64_t left  = s->limit == 0 ? UINT64_MAX : s->limit - s->sent;
            const uint32_t count = lattice(s, t->spacing, left, NULL);
            if (count == 0)
            {
                s->gone = 0.0f; // all has been sent
                break;
            }
            if (t->records + count > t->capacity.particle_edits)
            {
                s->gone = t->spacing; // one disc waits for room
                break;
            }
            s->gone -= t->spacing;
            send_disc(t, s, count, s->gone);
        }
        if (s->lives) s->gone += s->speed * dt;
    }
}
