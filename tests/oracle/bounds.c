#include "bounds.h"
#include "constants.h"
#include "collision/ahead_shared.h"
#include "quaternion.h"
#include "vec.h"

#include <math.h>

static const collider_box UNBOUNDED = { { 3e38f, 3e38f, 3e38f, 0.0f }, { -3e38f, -3e38f, -3e38f, 0.0f } };
static const float SIZE_SLACK       = 0x1p-18f; // of the size: rotations are this exact
static const float PLACE_SLACK      = 0x1p-23f; // of the coordinate: one to two units in the last place

static oracle_vec3 along(float x, float y, float z, mas_vec4 rotation)
{
    const oracle_vec3 v = oracle_quaternion_rotate(rotation, (oracle_vec3){ x, y, z });
    return (oracle_vec3){ fabsf(v.x), fabsf(v.y), fabsf(v.z) };
}

// Half extents in the world of a shape around its place.
static oracle_vec3 extent_of(uint32_t kind, mas_vec4 size, mas_vec4 rotation)
{
    float h[3] = { size.x, size.y, size.z }, round = 0.0f;
    if (kind == COLLIDER_SPHERE || kind == COLLIDER_CAPSULE)
    {
        h[0] = h[1] = h[2] = 0.0f;
        round              = size.x;
        if (kind == COLLIDER_CAPSULE) h[1] = size.y;
    }
    const oracle_vec3 x = along(h[0], 0.0f, 0.0f, rotation), y = along(0.0f, h[1], 0.0f, rotation),
                      z = along(0.0f, 0.0f, h[2], rotation);
    const float slack   = SIZE_SLACK * ((h[0] + h[1]) + (h[2] + round));
    return (oracle_vec3){ (((x.x + y.x) + z.x) + round) + slack, (((x.y + y.y) + z.y) + round) + slack,
                          (((x.z + y.z) + z.z) + round) + slack };
}

static float travel_of(const oracle_bodies* b, uint32_t i, float dt, float speed)
{
    const mas_vec4 v = b->motion[i].velocity;
    const bool sane  = oracle_is_finite(dt * v.x) && oracle_is_finite(dt * v.y) && oracle_is_finite(dt * v.z);
    return sane && (b->trait[i].tag & BODY_MOVES) != 0 ? oracle_flush(dt * speed) : 0.0f;
}

// m that a point at this radius about the body's centre may go by spinning.
static float swing_of(const oracle_bodies* b, uint32_t i, float dt, float radius)
{
    if ((b->trait[i].tag & BODY_MOVES) == 0) return 0.0f;
    const mas_vec4 p = b->motion[i].momentum, inverse = b->mass[i].inverse;
    oracle_vec3 spin = { p.x, p.y, p.z };
    if ((b->trait[i].tag & BODY_DYNAMIC) != 0)
        spin = (oracle_vec3){ p.x * inverse.x, p.y * inverse.y, p.z * inverse.z };
    const float arc = (dt * oracle_length3(spin)) * radius;
    return oracle_is_finite(arc) ? arc : 2.0f * radius;
}

// Along one axis, from the place: how far the shape, and the ball about the body's centre, may reach.
static void span(float place, float offset, float extent, float swing, float radius, float margin, float travel,
                 float* lo, float* hi)
{
    const float low  = smaller_of(extent + swing, larger_of(radius + offset, extent));
    const float high = smaller_of(extent + swing, larger_of(radius - offset, extent));
    const float l    = place - ((low + margin) + larger_of(-travel, 0.0f));
    const float h    = place + ((high + margin) + larger_of(travel, 0.0f));
    *lo              = oracle_flush(l - PLACE_SLACK * fabsf(l));
    *hi              = oracle_flush(h + PLACE_SLACK * fabsf(h));
}

// Nothing moves it but an edit.
static bool is_asleep(const oracle_bodies* b, uint32_t i)
{
    const mas_vec4 v = b->motion[i].velocity, w = b->motion[i].momentum;
    const uint32_t tag = b->trait[i].tag;
    if ((tag & BODY_MOVES) == 0) return true; // static, or lost
    if ((tag & BODY_DYNAMIC) != 0) return (tag & BODY_ASLEEP) != 0;
    return v.x == 0.0f && v.y == 0.0f && v.z == 0.0f && w.x == 0.0f && w.y == 0.0f && w.z == 0.0f;
}

// m that a spin may carry the surface of a shape: not out of the ball about the body's centre that holds it, while a
// ball about its own centre fills it.
static float spin_of(const collider_data* d, uint32_t kind, float thin, float swing)
{
    const float inner  = kind == COLLIDER_HULL ? 0.0f : thin;
    const float far    = oracle_length3((oracle_vec3){ d->position.x, d->position.y, d->position.z });
    const float out_by = larger_of((2.0f * far) + (d->position.w - inner), 0.0f);
    return oracle_flush(smaller_of(smaller_of(swing, out_by), OWN_AHEAD_SPIN * d->position.w));
}

static void bound(oracle_colliders* c, uint32_t k, const oracle_bodies* b)
{
    const collider_data d = c->data[k];
    const uint32_t i = d.body, kind = d.kind & COLLIDER_KIND_MASK, tag = b->trait[i].tag;
    c->box[k]  = UNBOUNDED;
    c->meet[k] = (collider_meet){ 0 };
    c->pose[k] = (collider_pose){ .rotation = { 0.0f, 0.0f, 0.0f, 1.0f } };
    if (kind == 0 || (d.kind & COLLIDER_HOLLOW) != 0 || (tag & BODY_ALIVE) == 0) return;

    const uint32_t who      = i | kind << MEET_KIND_SHIFT | ((tag & BODY_DYNAMIC) != 0 ? MEET_DYNAMIC : 0);
    c->meet[k]              = (collider_meet){ who | (is_asleep(b, i) ? MEET_ASLEEP : 0), d.category, d.mask, d.group };
    const body_pose at      = b->pose[i];
    const oracle_vec3 local = { d.position.x, d.position.y, d.position.z };
    const oracle_vec3 offset = oracle_quaternion_rotate(at.rotation, local);
    const oracle_vec3 place =
        oracle_flush3((oracle_vec3){ at.position.x + offset.x, at.position.y + offset.y, at.position.z + offset.z });
    const float dt = c->params.dt, margin = c->params.margin, depth = OWN_AHEAD_DEPTH * margin;
    const mas_vec4 v    = b->motion[i].velocity;
    c->pose[k].position = (mas_vec4){ place.x, place.y, place.z, depth };
    c->pose[k].rotation = oracle_flush4(oracle_quaternion_multiply(at.rotation, d.rotation));
    c->pose[k].way = (mas_vec4){ travel_of(b, i, dt, v.x), travel_of(b, i, dt, v.y), travel_of(b, i, dt, v.z), 0.0f };
    if (kind == COLLIDER_PLANE) return;

    const oracle_vec3 e   = extent_of(kind, d.size, c->pose[k].rotation);
    const float radius    = (oracle_length3(local) + d.position.w) * (1.0f + SIZE_SLACK);
    const float swing     = swing_of(b, i, dt, radius);
    const bool round      = kind == COLLIDER_SPHERE || kind == COLLIDER_CAPSULE;
    const float thin      = round ? d.size.x : smaller_of(smaller_of(d.size.x, d.size.y), d.size.z);
    c->pose[k].position.w = oracle_flush(smaller_of(depth, OWN_AHEAD_THIN * thin));
    c->pose[k].way.w      = spin_of(&d, kind, thin, swing);
    collider_box* box     = &c->box[k];
    span(place.x, offset.x, e.x, swing, radius, margin, travel_of(b, i, dt, v.x), &box->lo.x, &box->hi.x);
    span(place.y, offset.y, e.y, swing, radius, margin, travel_of(b, i, dt, v.y), &box->lo.y, &box->hi.y);
    span(place.z, offset.z, e.z, swing, radius, margin, travel_of(b, i, dt, v.z), &box->lo.z, &box->hi.z);
    box->lo.w = box->hi.w = 0.0f;
}

void oracle_collider_bounds(oracle_colliders* c, const oracle_bodies* b)
{
    for (uint32_t k = 0; k < c->params.colliders; ++k)
        bound(c, k, b);
}
