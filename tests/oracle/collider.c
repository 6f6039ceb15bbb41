#include "collider.h"
#include "constants.h"
#include "quaternion.h"
#include "vec.h"

#include <math.h>

static bool shorter_than_2_m50(float squared)
{
    return oracle_bits(squared) < 0x0D800000u;
}

void oracle_collider(const collider_data* e, uint32_t count, const oracle_bodies* b, float substep, collider_state* out)
{
    for (uint32_t k = 0; k < count; ++k)
    {
        const uint32_t i       = e[k].body;
        const body_motion m    = b->motion[i];
        const mas_vec4 inverse = b->mass[i].inverse;
        oracle_vec3 spin       = vec_of(m.momentum);
        if ((b->trait[i].tag & BODY_DYNAMIC) != 0)
            spin = (oracle_vec3){ spin.x * inverse.x, spin.y * inverse.y, spin.z * inverse.z };
        const uint32_t kind = (b->trait[i].tag & BODY_ALIVE) != 0 ? e[k].kind : 0;
        const bool ends     = (kind & COLLIDER_KIND_MASK) != COLLIDER_PLANE && (kind & COLLIDER_HOLLOW) == 0;
        const mas_vec4 q = b->pose[i].rotation, x = b->pose[i].position;
        const oracle_vec3 w   = oracle_quaternion_rotate(q, spin);
        const oracle_vec3 arm = oracle_quaternion_rotate(q, vec_of(e[k].position)), swing = oracle_cross(w, arm);
        const oracle_vec3 v = vec_add(vec_of(m.velocity), swing), bend = oracle_cross(w, swing);
        out[k] = (collider_state){
            .position = { x.x + arm.x, x.y + arm.y, x.z + arm.z, ends ? e[k].position.w : (float)OWN_COLLIDER_ENDLESS },
            .rotation = oracle_quaternion_multiply(q, e[k].rotation),
            .velocity = { v.x, v.y, v.z, oracle_length3(v) + substep * oracle_length3(bend) },
            .angular_velocity = vec_xyz0(w),
            .bend             = vec_xyz0(bend),
            .size             = e[k].size,
            .kind             = kind,
            .hull             = e[k].hull,
        };
    }
}

// Inside, the nearest face decides, of equally near ones the first axis.
static float box_distance(mas_vec4 size, oracle_vec3 point, oracle_vec3* normal)
{
    const float p[3] = { point.x, point.y, point.z }, s[3] = { size.x, size.y, size.z };
    float side[3], depth[3], out[3], n[3] = { 0.0f, 0.0f, 0.0f };
    int face = 0;
    for (int k = 0; k < 3; ++k)
    {
        side[k]  = p[k] < 0.0f ? -1.0f : 1.0f;
        depth[k] = fabsf(p[k]) - s[k];
        out[k]   = depth[k] > 0.0f ? depth[k] : 0.0f;
        if (depth[k] > depth[face]) face = k;
    }
    const oracle_vec3 outside = { out[0], out[1], out[2] };
    const float squared       = oracle_dot3(outside, outside);
    if (shorter_than_2_m50(squared))
    {
        n[face] = side[face];
        *normal = (oracle_vec3){ n[0], n[1], n[2] };
        return depth[face];
    }
    const float inverse = oracle_rsqrt(squared);
    *normal = (oracle_vec3){ side[0] * (out[0] * inverse), side[1] * (out[1] * inverse), side[2] * (out[2] * inverse) };
    return squared * inverse;
}

float oracle_shape_distance(uint32_t kind, mas_vec4 size, oracle_vec3 p, oracle_vec3* normal)
{
    if (kind == COLLIDER_BOX) return box_distance(size, p, normal);
    *normal = (oracle_vec3){ 0.0f, 1.0f, 0.0f };
    if (kind == COLLIDER_PLANE) return p.y;
    const float squared = oracle_dot3(p, p);
    if (shorter_than_2_m50(squared)) return -size.x;
    const float inverse = oracle_rsqrt(squared);
    *normal             = vec_scale(p, inverse);
    return squared * inverse - size.x;
}

static void meet_wall(const collider_state* c, const particle_layer* layer, float substep, oracle_vec3 n, float gap,
                      oracle_vec3* x, oracle_vec3* v)
{
    if (gap >= 0.0f) return;
    n = oracle_quaternion_rotate(c->rotation, n);

    // Both as seen from the wall, which moves with its body.
    const oracle_vec3 arm  = vec_sub(*x, vec_of(c->position));
    const oracle_vec3 wall = vec_add(vec_of(c->velocity), oracle_cross(vec_of(c->angular_velocity), arm));
    const oracle_vec3 slip = vec_sub(*v, wall);
    const float into       = oracle_dot3(slip, n);
    *x                     = vec_sub(*x, vec_scale(n, gap));
    if (into >= 0.0f) return;
    // The wall gives (1 + restitution) of the approach back; friction takes at most its share of that from the sliding,
    // and from the way that the sliding went in this substep.
    const oracle_vec3 along = vec_sub(slip, vec_scale(n, into));
    const float squared     = oracle_dot3(along, along);
    const float grip        = layer->friction * ((1.0f + layer->restitution) * -into) * oracle_rsqrt(squared);
    const oracle_vec3 lost  = vec_scale(along, shorter_than_2_m50(squared) || grip > 1.0f ? 1.0f : grip);
    *x                      = vec_sub(*x, vec_scale(lost, substep));
    *v                      = vec_add(wall, vec_sub(vec_sub(along, lost), vec_scale(n, into * layer->restitution)));
}

static oracle_vec3 from_inside(const collider_state* c, oracle_vec3 x)
{
    return oracle_quaternion_rotate_inverse(c->rotation, vec_sub(x, vec_of(c->position)));
}

// A box from inside is three pairs of walls, each as if it were alone. Friction along one may bring back into another
// what was out of it: at the end places count alone.
static void collide_inside(const collider_state* c, const particle_layer* layer, float substep, oracle_vec3* x,
                           oracle_vec3* v)
{
    const float size[3] = { c->size.x, c->size.y, c->size.z };
    for (int turn = 0; turn < 6; ++turn)
    {
        const int k         = turn % 3;
        const oracle_vec3 l = from_inside(c, *x);
        const float p[3]    = { l.x, l.y, l.z };
        float normal[3]     = { 0.0f, 0.0f, 0.0f };
        normal[k]           = p[k] < 0.0f ? 1.0f : -1.0f;
        const oracle_vec3 n = { normal[0], normal[1], normal[2] };
        const float gap     = size[k] - fabsf(p[k]) - layer->radius;
        if (turn < 3)
            meet_wall(c, layer, substep, n, gap, x, v);
        else if (gap < 0.0f)
            *x = vec_sub(*x, vec_scale(oracle_quaternion_rotate(c->rotation, n), gap));
    }
}

void oracle_collide(const collider_state* c, const particle_layer* layer, float substep, oracle_vec3* x, oracle_vec3* v)
{
    if (c->kind == 0 || (c->kind & COLLIDER_SENSOR) != 0) return;
    if (c->kind == (COLLIDER_BOX | COLLIDER_HOLLOW))
    {
        collide_inside(c, layer, substep, x, v);
        return;
    }
    oracle_vec3 n;
    float distance = oracle_shape_distance(c->kind & 7u, c->size, from_inside(c, *x), &n);
    if ((c->kind & COLLIDER_HOLLOW) != 0)
    {
        distance = -distance;
        n        = (oracle_vec3){ -n.x, -n.y, -n.z };
    }
    meet_wall(c, layer, substep, n, distance - layer->radius, x, v);
}
