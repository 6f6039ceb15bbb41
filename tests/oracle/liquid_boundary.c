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

// True if it is a drain that has the particle.
static bool meet(const oracle_liquid* l, const hull_data* hull, uint32_t slot, uint32_t place, uint32_t part,
                 liquid_wall* wall, uint32_t* count)
{
    const oracle_particles* p = l->particles;
    const collider_state* c   = &p->collider[slot];
    const uint32_t kind       = c->kind & COLLIDER_KIND_MASK;
    const bool drain = (c->kind & COLLIDER_DRAIN) != 0, hollow = (c->kind & COLLIDER_HOLLOW) != 0;
    if (c->kind == 0 || ((c->kind & COLLIDER_SENSOR) != 0 && !drain)) return false;

    const float begin = (float)part * l->params.part, end = (float)(part + 1) * l->params.part;
    const oracle_vec3 moved = vec_scale(vec_of(p->sorted_velocity[place]), l->params.part);
    const oracle_vec3 apart = vec_sub(vec_of(p->sorted_position[place]), vec_of(c->position));
    const float room        = c->position.w + (l->params.reach + oracle_length3(moved)) + end * c->velocity.w;
    if (oracle_dot3(apart, apart) > room * room) return false;

    const oracle_vec3 was = seen_from(c, begin, vec_sub(apart, moved)), will = seen_from(c, end, apart);
    const oracle_vec3 a = in_frame(c, begin, was), b = in_frame(c, end, will);
    if (drain)
    {
        const float distance = oracle_solid_wall(kind, c->size, &hull[c->hull], l->params.reach, a, a).w;
        return hollow ? distance > 0.0f : distance < 0.0f;
    }
    for (uint32_t k = 0; k < (hollow && kind == COLLIDER_BOX ? 6u : 1u); ++k)
    {
        mas_vec4 own;
        if (hollow && kind == COLLIDER_BOX)
            own = inner_face(c->size, b, k);
        else if (hollow)
            own = negated(oracle_solid_wall(kind, c->size, &hull[c->hull], l->params.reach, b, b));
        else
            own = oracle_solid_wall(kind, c->size, &hull[c->hull], l->params.reach, a, b);
        if (!(own.w < l->params.reach)) continue;
        const oracle_vec3 spin = vec_of(c->angular_velocity);
        const oracle_vec3 n    = turned(spin, end, oracle_quaternion_rotate(c->rotation, vec_of(own)));
        const oracle_vec3 arm  = vec_sub(will, vec_scale(n, own.w));
        const oracle_vec3 v =
            vec_add(vec_add_scaled(vec_of(c->velocity), end, vec_of(c->bend)), oracle_cross(spin, arm));
        const oracle_vec3 way = vec_scale(v, l->params.part);
        keep(wall, count, (liquid_wall){ { n.x, n.y, n.z, own.w }, { way.x, way.y, way.z, oracle_from_bits(slot) } });
    }
    return false;
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
        liquid_wall wall[LIQUID_WALLS] = { 0 };
        uint32_t count                     = 0;
        bool gone                          = false;
        l->wall_count[i]                   = 0;
        if (p->neighbour_count[i] == PARTICLE_NONE) continue;
        for (uint32_t c = 0; c < l->params.colliders; ++c)
            gone |= meet(l, hull, c, i, part, wall, &count);
        l->wall_count[i] = count;
        for (uint32_t k = 0; k < count; ++k)
        {
            const oracle_vec3 way         = oracle_flush3(vec_of(wall[k].way));
            const mas_vec4 plane          = oracle_flush4(wall[k].plane);
            l->wall[i * LIQUID_WALLS + k] = (liquid_wall){ plane, { way.x, way.y, way.z, wall[k].way.w } };
        }
        if (gone) drain(l, i);
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
