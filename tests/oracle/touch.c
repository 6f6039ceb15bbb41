#include "touch.h"
#include "ahead.h"
#include "quaternion.h"
#include "vec.h"

#include <stdlib.h>
#include <string.h>

static const oracle_vec3 ZERO = { 0.0f, 0.0f, 0.0f };

static bool finite3(oracle_vec3 v)
{
    return oracle_is_finite(v.x) && oracle_is_finite(v.y) && oracle_is_finite(v.z);
}

static oracle_vec3 times(oracle_vec3 a, oracle_vec3 b)
{
    return (oracle_vec3){ a.x * b.x, a.y * b.y, a.z * b.z };
}

touch_speed oracle_touch_speed(const oracle_bodies* b, const oracle_colliders* c, uint32_t collider)
{
    const uint32_t body = c->data[collider].body, tag = b->trait[body].tag;
    oracle_vec3 spin = vec_of(b->motion[body].momentum);
    if (tag & BODY_DYNAMIC) spin = times(spin, vec_of(b->mass[body].inverse));
    spin                       = oracle_quaternion_rotate(b->pose[body].rotation, spin);
    const oracle_vec3 arm      = vec_sub(vec_of(c->pose[collider].position), vec_of(b->pose[body].position));
    const oracle_vec3 velocity = vec_add(vec_of(b->motion[body].velocity), oracle_cross(spin, arm));
    const bool moves =
        c->data[collider].kind != 0 && (tag & BODY_MOVES) && !(tag & BODY_ASLEEP) && finite3(velocity) && finite3(spin);
    return (touch_speed){ vec_xyz0(moves ? oracle_flush3(velocity) : ZERO),
                          vec_xyz0(moves ? oracle_flush3(spin) : ZERO) };
}

static mas_vec4 deepest(const manifold* m)
{
    mas_vec4 best = m->point[0];
    for (uint32_t k = 1; k < m->count; ++k)
        if (m->point[k].w < best.w) best = m->point[k];
    return best;
}

// a's where the manifold was found.
static oracle_vec3 place_of(const oracle_colliders* c, const manifold* m)
{
    return vec_add_scaled(vec_of(c->pose[m->a].position), magnitude_of(m->normal.w), vec_of(c->pose[m->a].way));
}

static float approach(const oracle_colliders* c, const touch_speed* speed, const manifold* m)
{
    const oracle_vec3 arm     = vec_of(deepest(m));
    const oracle_vec3 between = oracle_offset_at(c, (collider_pair){ m->a, m->b }, m->normal.w);
    const touch_speed *a = &speed[m->a], *b = &speed[m->b];
    const oracle_vec3 va = vec_add(vec_of(a->velocity), oracle_cross(vec_of(a->spin), arm));
    const oracle_vec3 vb = vec_add(vec_of(b->velocity), oracle_cross(vec_of(b->spin), vec_sub(arm, between)));
    const float s        = oracle_flush(oracle_dot3(vec_of(m->normal), vec_sub(va, vb)));
    return oracle_is_finite(s) ? s : 0.0f;
}

static event_party party(const oracle_colliders* c, uint32_t i)
{
    const collider_data* d = &c->data[i];
    return (event_party){ d->body, d->generation, d->shape, d->shape_generation, i };
}

event_record oracle_touch_event(const oracle_colliders* c, const touch_speed* speed, const manifold* m, uint32_t kind)
{
    const bool sensor_a = c->data[m->a].kind & COLLIDER_SENSOR, sensor_b = c->data[m->b].kind & COLLIDER_SENSOR;
    const bool turned = sensor_a != sensor_b ? sensor_b : c->data[m->b].body < c->data[m->a].body;
    const float s     = approach(c, speed, m);
    oracle_vec3 n     = vec_of(m->normal);
    if (turned) n = vec_negate(n);
    event_record e = {
        .point  = vec_xyz0(oracle_flush3(vec_add(place_of(c, m), vec_of(deepest(m))))),
        .normal = vec_xyz0(oracle_flush3(n)),
        .a      = party(c, turned ? m->b : m->a),
        .b      = party(c, turned ? m->a : m->b),
        .kind   = kind != 0                    ? kind
                  : m->flags & MANIFOLD_SENSOR ? EVENT_SENSOR_ENTER
                                               : EVENT_CONTACT_BEGIN,
    };
    e.point.w = s > 0.0f ? s : 0.0f;
    return e;
}

oracle_touch oracle_find_touch(const touch_record* open, uint32_t capacity, const oracle_colliders* c,
                               const touch_speed* speed, const manifold* of_pair, uint32_t pairs,
                               const touch_push* push)
{
    oracle_touch t = { .capacity = capacity,
                       .kept     = calloc(capacity + 1, sizeof *t.kept),
                       .ended    = calloc(capacity + 1, sizeof *t.ended),
                       .begins   = calloc(pairs + 1, sizeof *t.begins),
                       .hits     = calloc(pairs + 1, sizeof *t.hits) };
    for (uint32_t i = 0; i < pairs; ++i)
    {
        const manifold* m = &of_pair[i];
        if (m->count == 0 || (m->flags & MANIFOLD_JOINED)) continue;
        bool begins = m->flags & MANIFOLD_TOUCHES, stays = begins;
        if (!(m->flags & MANIFOLD_SENSOR))
        {
            const float s = approach(c, speed, m), gap = deepest(m).w;
            if (m->impulse.x > 0.0f || m->impulse.y > 0.0f || m->impulse.z > 0.0f || m->impulse.w > 0.0f ||
                gap <= push->dt * s)
                begins = true;
            stays = begins || gap <= push->reach;
            if (begins && s > push->hit_speed) t.hits[t.hit_count++] = i;
        }
        if (!stays) continue;
        const event_record e = oracle_touch_event(c, speed, m, 0);
        uint32_t at          = 0;
        while (at < capacity && (open[at].kind == 0 || memcmp(&open[at].a, &e.a, sizeof e.a) != 0 ||
                                 memcmp(&open[at].b, &e.b, sizeof e.b) != 0))
            ++at;
        if (at < capacity)
            t.kept[at] = true;
        else if (begins)
            t.begins[t.begin_count++] = i;
    }
    for (uint32_t i = 0; i < capacity; ++i)
        if (open[i].kind != 0 && !t.kept[i]) t.ended[t.ended_count++] = i;
    return t;
}

void oracle_destroy_touch(oracle_touch* t)
{
    free(t->kept);
    free(t->ended);
    free(t->begins);
    free(t->hits);
}
