#include "collision.h"
#include "oracle/bounds.h"
#include "oracle/quaternion.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static const float margin = 0.02f; // m, of contacts
static const float dt     = 1.0f / 60.0f;

static void* room(uint64_t count, size_t size)
{
    void* p = calloc(count, size);
    if (p != NULL) return p;
    fprintf(stderr, "massa: no memory for a scene.\n");
    exit(1);
}

static float uniform(uint64_t* seed, float from, float to)
{
    *seed ^= *seed << 13; // xorshift
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    return from + (to - from) * ((float)(*seed >> 40) * 0x1p-24f);
}

static mas_vec4 uniform3(uint64_t* seed, float most) // each up to most, of either sign
{
    const float x = uniform(seed, -most, most), y = uniform(seed, -most, most), z = uniform(seed, -most, most);
    return (mas_vec4){ x, y, z, 0.0f };
}

static mas_vec4 turned(mas_vec4 by, float times) // rad
{
    return oracle_quaternion_from_rotation_vector((oracle_vec3){ by.x * times, by.y * times, by.z * times });
}

static collision_scene create(uint32_t bodies, uint32_t colliders)
{
    collision_scene s = {
        .bodies     = oracle_create_bodies(bodies),
        .colliders  = oracle_create_colliders(colliders, 2),
        .body_count = bodies,
        .rest       = room(bodies, sizeof *s.rest),
        .drift      = room(bodies, sizeof *s.drift),
    };
    s.colliders.params = (collision_params){ .dt = dt, .margin = margin };
    return s;
}

void scene_destroy(collision_scene* s)
{
    oracle_destroy_bodies(&s->bodies);
    oracle_destroy_colliders(&s->colliders);
    free(s->rest);
    free(s->drift);
}

static void put_body(collision_scene* s, uint32_t i, mas_vec4 position, mas_vec4 rotation, bool is_static)
{
    s->rest[i] = s->bodies.pose[i] = (body_pose){ position, rotation };
    s->bodies.trait[i].tag         = BODY_ALIVE | (is_static ? BODY_STATIC : BODY_MOVES | BODY_DYNAMIC);
    if (!is_static) s->bodies.mass[i].inverse = (mas_vec4){ 1.0f, 1.0f, 1.0f, 1.0f };
}

static void put_collider(collision_scene* s, uint32_t body, uint32_t kind, mas_vec4 size, mas_vec4 position,
                         mas_vec4 rotation)
{
    const float radius =
        kind == COLLIDER_CAPSULE ? size.x + size.y : sqrtf(size.x * size.x + size.y * size.y + size.z * size.z);
    position.w                                         = radius;
    s->colliders.data[s->colliders.params.colliders++] = (collider_data){
        .position = position,
        .rotation = rotation,
        .size     = size,
        .kind     = kind,
        .body     = body,
        .stamp    = 1,
        .category = 1,
        .mask     = ~0u,
    };
}

// ---- The pile ----

collision_scene pile_create(uint32_t side)
{
    static const mas_vec4 half = { 0.5f, 0.5f, 0.5f, 0.0f }, none = { 0.0f, 0.0f, 0.0f, 0.0f },
                          identity = { 0.0f, 0.0f, 0.0f, 1.0f };
    const uint32_t n               = side * side * side;
    collision_scene s              = create(n, n);
    uint64_t seed                  = 88172645463325252u;
    for (uint32_t i = 0; i < n; ++i)
    {
        const mas_vec4 jitter = uniform3(&seed, 0.05f), turn = uniform3(&seed, 0.03f);
        const float x = (float)(i % side), y = (float)(i / side / side), z = (float)(i / side % side);
        const mas_vec4 at = { 1.08f * x + jitter.x, 0.998f * y + 0.1f * jitter.y, 1.08f * z + jitter.z, 0.0f };
        put_body(&s, i, at, turned(turn, 1.0f), false);
        put_collider(&s, i, COLLIDER_BOX, half, none, identity);
        s.drift[i] = uniform3(&seed, 0.577f);
    }
    oracle_collider_bounds(&s.colliders, &s.bodies);
    return s;
}

static void place(collision_scene* s, uint32_t i, float down, mas_vec4 drift, mas_vec4 turn)
{
    const body_pose* rest = &s->rest[i];
    s->bodies.pose[i].position =
        (mas_vec4){ rest->position.x + drift.x, (rest->position.y + drift.y) + down, rest->position.z + drift.z, 0.0f };
    s->bodies.pose[i].rotation = oracle_quaternion_multiply(turned(turn, 1.0f), rest->rotation);
}

static mas_vec4 times(mas_vec4 v, float by)
{
    return (mas_vec4){ v.x * by, v.y * by, v.z * by, 0.0f };
}

void pile_fall(collision_scene* s, uint32_t step)
{
    static const mas_vec4 none = { 0.0f, 0.0f, 0.0f, 0.0f };
    for (uint32_t i = 0; i < s->body_count; ++i)
    {
        const float way = step % 2 == 0 ? 0.01f : -0.01f;
        place(s, i, -0.12f * (float)step, times(s->drift[i], way), none);
    }
    oracle_collider_bounds(&s->colliders, &s->bodies);
}

// ---- The funnel ----

static const float opening = 1.0f, slope = 0.8f; // m, radius at the bottom; what it grows by per metre of height

static uint32_t ring_panels(float radius, float side)
{
    return (uint32_t)ceilf(6.2831853f * radius / side);
}

// Panels that are hardly larger than capsules, and not one wall to a side: cells of the grid are as large as the
// largest collider asks for, and 002 kept its funnel out of them.
static uint32_t make_panels(collision_scene* s, uint32_t body)
{
    enum
    {
        RINGS = 15
    };
    const float side = 0.7f, tilt = atan2f(1.0f, slope), rise = side * sinf(tilt);
    const mas_vec4 half = { 0.5f * side, 0.05f, 0.5f * side, 0.0f };
    uint32_t panels     = 0;
    for (uint32_t ring = 0; ring < RINGS; ++ring)
    {
        const float y = rise * ((float)ring + 0.5f), r = opening + slope * y;
        const uint32_t n = ring_panels(r + 0.5f * side * cosf(tilt), side);
        for (uint32_t k = 0; k < n; ++k, ++panels)
        {
            if (s == NULL) continue;
            const float angle       = 6.2831853f * (float)k / (float)n;
            const mas_vec4 position = { r * cosf(angle), y, r * sinf(angle), 0.0f };
            put_collider(
                s, body, COLLIDER_BOX, half, position,
                oracle_quaternion_multiply(oracle_quaternion_about_y(-angle), oracle_quaternion_about_z(tilt)));
        }
    }
    return panels;
}

collision_scene funnel_create(uint32_t actors)
{
    static const mas_vec4 none = { 0.0f, 0.0f, 0.0f, 0.0f }, identity = { 0.0f, 0.0f, 0.0f, 1.0f };
    const mas_vec4 capsule  = { 0.1f, 0.35f, 0.0f, 0.0f }; // radius, half the length
    const mas_vec4 along[3] = { oracle_quaternion_about_z(-1.5707963f), identity,
                                oracle_quaternion_about_x(1.5707963f) };
    collision_scene s       = create(actors + 1, FUNNEL_SHAPES * actors + make_panels(NULL, 0));
    uint64_t seed           = 88172645463325252u;
    const float step        = 0.62f;
    uint32_t made           = 0;
    for (uint32_t layer = 0; made < actors; ++layer)
    {
        const float y = step * ((float)layer + 0.5f), r = (opening + slope * y) - 0.4f;
        const int cells = (int)(r / step);
        for (int x = -cells; x <= cells; ++x)
            for (int z = -cells; z <= cells; ++z)
            {
                if (step * step * (float)(x * x + z * z) > r * r || made == actors) continue;
                const mas_vec4 jitter = uniform3(&seed, 0.1f), turn = uniform3(&seed, 3.0f);
                const mas_vec4 at = { step * (float)x + jitter.x, y + jitter.y, step * (float)z + jitter.z, 0.0f };
                put_body(&s, made, at, turned(turn, 1.0f), false);
                for (uint32_t k = 0; k < FUNNEL_SHAPES; ++k)
                    put_collider(&s, made, COLLIDER_CAPSULE, capsule, none, along[k]);
                ++made;
            }
    }
    put_body(&s, actors, none, identity, true);
    make_panels(&s, actors);
    oracle_collider_bounds(&s.colliders, &s.bodies);
    return s;
}

// ---- Pairs ----

static const collider_box* sorted_boxes; // qsort passes nothing on

static int by_lowest_x(const void* a, const void* b)
{
    const float x = sorted_boxes[*(const uint32_t*)a].lo.x, y = sorted_boxes[*(const uint32_t*)b].lo.x;
    return (x > y) - (x < y);
}

oracle_pairs scene_pairs(const collision_scene* s)
{
    const oracle_colliders* c = &s->colliders;
    const uint32_t n          = c->params.colliders;
    uint32_t *order = room(n, sizeof *order), have = 16 * n;
    oracle_pairs p = { room(have, sizeof *p.pair), 0 };
    for (uint32_t i = 0; i < n; ++i)
        order[i] = i;
    sorted_boxes = c->box;
    qsort(order, n, sizeof *order, by_lowest_x);
    for (uint32_t a = 0; a < n; ++a)
        for (uint32_t b = a + 1; b < n && c->box[order[b]].lo.x <= c->box[order[a]].hi.x; ++b)
        {
            if (!oracle_is_pair(c, order[a], order[b])) continue;
            if (p.count == have) p.pair = realloc(p.pair, (have *= 2) * sizeof *p.pair);
            if (p.pair == NULL) abort();
            p.pair[p.count++] = oracle_pair_of(c, order[a], order[b]);
        }
    free(order);
    oracle_sort_pairs(p.pair, p.count);
    return p;
}
