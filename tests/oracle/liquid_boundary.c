// A collider goes on from its pose at the substep's beginning: its centre along a bent way, its turn by the spin, both
// to second order in the time. Seen from there a particle moves from a to b in the part, and what the shape is to it is
// decided in the shape's own frame; the wall is then turned back to where the shape is when the part ends.
#include "liquid_boundary.h"
#include "liquid_wall.h"
#include "quaternion.h"
#include "vec.h"

#include <string.h>

static oracle_vec3 turned(oracle_vec3 spin, float time, oracle_vec3 v)
{
    const oracle_vec3 first = oracle_cross(spin, v), second = oracle_cross(spin, first);
    const float half = 0.5f * (time * time);
    return vec_add(v, vec_add(vec_scale(first, time), vec_scale(second, half)));
}

// From the centre of the shape, where that is at the time.
static oracle_vec3 seen_from(const collider_state* c, float time, oracle_vec3 from_first)
{
    const oracle_vec3 way = vec_scale(vec_add_scaled(vec_of(c->velocity), 0.5f * time, vec_of(c->bend)), time);
    return vec_sub(from_first, way);
}

static oracle_vec3 in_frame(const collider_state* c, float time, oracle_vec3 seen)
{
    return oracle_flush3(
        oracle_quaternion_rotate_inverse(c->rotation, turned(vec_of(c->angular_velocity), -time, seen)));
}

// Sorted by gap; behind those of the same gap.
static void keep(liquid_wall* wall, uint32_t* count, liquid_wall w)
{
    uint32_t k = *count;
    while (k > 0 && w.plane.w < wall[k - 1].plane.w)
        --k;
    if (k == LIQUID_WALLS) return;
    if (*count < LIQUID_WALLS) ++*count;
    memmove(&wall[k + 1], &wall[k], (*count - 1 - k) * sizeof *wall);
    wall[k] = w;
}

static mas_vec4 negated(mas_vec4 v)
{
    return (mas_vec4){ -v.x, -v.y, -v.z, -v.w };
}

// Face k of a box, seen from inside.
static mas_vec4 inner_face(mas_vec4 size, oracle_vec3 b, uint32_t k)
{
    const float s[3] = { size.x, size.y, size.z }, q[3] = { b.x, b.y, b.z };
    const float n = k % 2 == 0 ? 1.0f : -1.0f;
    return (mas_vec4){ k / 2 == 0 ? n : 0.0f, k / 2 == 1 ? n : 0.0f, k / 2 == 2 ? n : 0.0f, s[k / 2] + n * q[k / 2] };
}

typedef struct way
{
    oracle_vec3 x, moved; // where the part leads to, and how far
    uint32_t part;
    float stop;  // share of it up to which it is free, 1: all
    float first; // share at which the first wall ends it
    bool gone;   // into a drain
    liquid_wall wall[LIQUID_WALLS];
    uint32_t count;
} way;

static mas_vec4 wall_seen(const collider_state* c, const hull_data* hull, float reach, oracle_vec3 a, oracle_vec3 seen,
                          uint32_t face)
{
    const uint32_t kind = c->kind & COLLIDER_KIND_MASK;
    if ((c->kind & COLLIDER_HOLLOW) == 0) return oracle_solid_wall(kind, c->size, &hull[c->hull], reach, a, seen);
    if (kind == COLLIDER_BOX) return inner_face(c->size, seen, face);
    return negated(oracle_solid_wall(kind, c->size, &hull[c->hull], reach, seen, seen));
}

static void meet(const liquid_params* l, const collider_state* c, const hull_data* hull, uint32_t slot, way* w)
{
    const uint32_t kind = c->kind & COLLIDER_KIND_MASK;
    const bool drain = (c->kind & COLLIDER_DRAIN) != 0, hollow = (c->kind & COLLIDER_HOLLOW) != 0;
    if (c->kind == 0 || ((c->kind & COLLIDER_SENSOR) != 0 && !drain)) return;

    const float begin = (float)w->part * l->part, end = (float)(w->part + 1) * l->part;
    const oracle_vec3 apart = vec_sub(w->x, vec_of(c->position));
    const float room        = c->position.w + (l->reach + oracle_length3(w->moved)) + end * c->velocity.w;
    if (oracle_dot3(apart, apart) > room * room) return;

    const oracle_vec3 was = seen_from(c, begin, vec_sub(apart, w->moved)), will = seen_from(c, end, apart);
    const oracle_vec3 a = in_frame(c, begin, was), b = in_frame(c, end, will);
    if (drain)
    {
        const float distance = oracle_solid_wall(kind, c->size, &hull[c->hull], l->reach, a, a).w;
        w->gone |= hollow ? distance > 0.0f : distance < 0.0f;
        return;
    }
    const oracle_vec3 seen = w->stop < 1.0f ? vec_add(a, vec_scale(vec_sub(b, a), w->stop)) : b;
    for (uint32_t k = 0; k < (hollow && kind == COLLIDER_BOX ? 6u : 1u); ++k)
    {
        mas_vec4 own = wall_seen(c, hull, l->reach, a, seen, k);
        own.w        = own.w + oracle_dot3(vec_of(own), vec_sub(b, seen));
        if (!(own.w < l->reach)) continue;
        const float front = own.w + oracle_dot3(vec_of(own), vec_sub(a, b));
        if (front > 0.0f && own.w < 0.0f) w->first = smaller_of(w->first, front * oracle_reciprocal(front - own.w));
        const oracle_vec3 spin = vec_of(c->angular_velocity);
        const oracle_vec3 n    = turned(spin, end, oracle_quaternion_rotate(c->rotation, vec_of(own)));
        const oracle_vec3 arm  = vec_sub(will, vec_scale(n, own.w));
        const oracle_vec3 v =
            vec_add(vec_add_scaled(vec_of(c->velocity), end, vec_of(c->bend)), oracle_cross(spin, arm));
        const oracle_vec3 s = vec_scale(v, l->part);
        keep(w->wall, &w->count, (liquid_wall){ { n.x, n.y, n.z, own.w }, { s.x, s.y, s.z, oracle_from_bits(slot) } });
    }
}

// Where a wall ends the way it leads on along that wall: all walls are those that are seen from a little before there.
static way find_walls(const oracle_liquid* l, const hull_data* hull, uint32_t place, uint32_t part)
{
    const oracle_particles* p = l->particles;
    way w                     = { .x = vec_of(p->sorted_position[place]), .part = part, .stop = 1.0f, .first = 1.0f };
    w.moved                   = vec_scale(vec_of(p->sorted_velocity[place]), l->params.part);
    for (uint32_t c = 0; c < l->params.colliders; ++c)
        meet(&l->params, &p->collider[c], hull, c, &w);
    if (w.first >= 1.0f) return w;
    w.stop  = larger_of(w.first - 0.001f, 0.0f);
    w.count = 0;
    for (uint32_t c = 0; c < l->params.colliders; ++c)
        meet(&l->params, &p->collider[c], hull, c, &w);
    return w;
}

static void drain(oracle_liquid* l, uint32_t place)
{
    oracle_particles* p = l->particles;
    const uint32_t slot = oracle_bits(p->sorted_position[place].w) & PARTICLE_SLOT_MASK;
    p->position[slot] = p->previous[slot] = p->velocity[slot] = (mas_vec4){ 0 };
    l->wall_count[place]                                      = LIQUID_GONE;
    ++l->state.drained;
}

void oracle_liquid_boundary(oracle_liquid* l, const hull_data* hull, uint32_t part)
{
    const oracle_particles* p = l->particles;
    for (uint32_t i = 0; i < p->slots; ++i)
    {
        l->wall_count[i] = 0;
        if (p->neighbour_count[i] == PARTICLE_NONE) continue;
        const way w      = find_walls(l, hull, i, part);
        l->wall_count[i] = w.count;
        for (uint32_t k = 0; k < w.count; ++k)
        {
            const oracle_vec3 s = oracle_flush3(vec_of(w.wall[k].way));
            l->wall[i * LIQUID_WALLS + k] =
                (liquid_wall){ oracle_flush4(w.wall[k].plane), { s.x, s.y, s.z, w.wall[k].way.w } };
        }
        if (w.gone) drain(l, i);
    }
}

void oracle_liquid_sensors(const oracle_liquid* l, const hull_data* hull, uint32_t* count)
{
    const oracle_particles* p = l->particles;
    memset(count, 0, (size_t)l->params.colliders * LIQUID_MAX * sizeof *count);
    for (uint32_t i = 0; i < p->slots; ++i)
        for (uint32_t k = 0; k < l->params.colliders && p->position[i].w != 0.0f; ++k)
        {
            const collider_state* c = &p->collider[k];
            const oracle_vec3 apart = vec_sub(vec_of(p->position[i]), vec_of(c->position));
            const oracle_vec3 local = in_frame(c, 0.0f, apart);
            const uint32_t liquid   = oracle_bits(p->position[i].w) >> LIQUID_SHIFT & LIQUID_MASK;
            if ((c->kind & COLLIDER_SENSOR) == 0 || oracle_dot3(apart, apart) > c->position.w * c->position.w) continue;
            float distance =
                oracle_solid_wall(c->kind & COLLIDER_KIND_MASK, c->size, &hull[c->hull], 0.0f, local, local).w;
            if ((c->kind & COLLIDER_HOLLOW) != 0) distance = -distance;
            count[k * LIQUID_MAX + liquid] += distance < 0.0f;
        }
}
