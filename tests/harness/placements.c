#include "placements.h"
#include "oracle/exact.h"
#include "oracle/quaternion.h"

#include <math.h>

void test_fill_hulls(oracle_colliders* c)
{
    uint64_t seed = 77;
    for (uint32_t k = 0; k < PLACED_HULLS; ++k)
    {
        const mas_vec4 s = test_uniform4(&seed, 0.4f, 1.0f);
        c->hull[k]       = test_make_hull((test_hull)(k % TEST_HULLS), s.x, s.y, s.z);
    }
}

static mas_vec4 any_rotation(uint64_t* seed)
{
    return oracle_quaternion_normalize(test_uniform4(seed, -1.0f, 1.0f));
}

// A multiple of a quarter turn about an axis, and perhaps a little more.
static mas_vec4 right_rotation(uint64_t* seed)
{
    const uint32_t r   = test_random(seed);
    const float s      = sqrtf(0.5f);
    const mas_vec4 q[] = { { 0.0f, 0.0f, 0.0f, 1.0f },
                           { s, 0.0f, 0.0f, s },
                           { 0.0f, s, 0.0f, s },
                           { 0.0f, 0.0f, s, s },
                           { 1.0f, 0.0f, 0.0f, 0.0f } };
    const float tilt   = r / 8 % 4 == 0 ? 0.0f : r / 8 % 4 == 1 ? 1e-4f : 0.008f;
    const mas_vec4 t   = test_uniform4(seed, -tilt, tilt);
    return oracle_quaternion_normalize(oracle_quaternion_multiply((mas_vec4){ t.x, t.y, t.z, 1.0f }, q[r % 5]));
}

static void make(oracle_colliders* c, uint32_t i, uint32_t kind, test_placement how, uint64_t* seed)
{
    collider_data* d   = &c->data[i];
    const uint32_t r   = test_random(seed);
    const bool bad     = how == PLACED_BADLY;
    const mas_vec4 any = test_uniform4(seed, 0.3f, 1.0f);
    *d                 = (collider_data){ .kind = kind | (r % 16 == 0 ? COLLIDER_SENSOR : 0), .body = i };
    d->size            = (mas_vec4){ any.x, any.y, any.z, 0.0f };
    if (kind == COLLIDER_SPHERE) d->size = (mas_vec4){ 0.6f * any.x, 0.0f, 0.0f, 0.0f };
    if (kind == COLLIDER_CAPSULE) d->size = (mas_vec4){ 0.5f * any.x, any.y, 0.0f, 0.0f };
    if (bad && r / 16 % 3 == 0) d->size.x = 0.0f;
    if (bad && r / 16 % 4 == 0) d->size.y = 0.0f;
    if (bad && r / 16 % 5 == 0) d->size.z = 1e-7f;
    if (kind == COLLIDER_HULL)
    {
        d->hull = r / 64 % PLACED_HULLS;
        if (bad && r / 16 % 2 == 0) d->hull -= d->hull % TEST_HULLS - HULL_FLAT;
        d->size = test_hull_half(&c->hull[d->hull]);
    }
    const bool right    = how == PLACED_ALONG || (bad && r / 4096 % 2 == 0);
    c->pose[i].rotation = right ? right_rotation(seed) : any_rotation(seed);
    c->pose[i].way      = (mas_vec4){ 0.0f, 0.0f, 0.0f, 0.0f };
    if (bad && r / 8192 % 2 == 0) c->pose[i].rotation = (mas_vec4){ 0.0f, 0.0f, 0.0f, 1.0f };
}

// How far the shape reaches along a unit direction from its centre, roughly.
static float reach(const oracle_colliders* c, uint32_t i, oracle_vec3 world)
{
    const collider_data* d = &c->data[i];
    const oracle_vec3 n    = oracle_quaternion_rotate_inverse(c->pose[i].rotation, world);
    float most             = 0.0f;
    switch (d->kind & COLLIDER_KIND_MASK)
    {
    case COLLIDER_PLANE: return 0.0f;
    case COLLIDER_SPHERE: return d->size.x;
    case COLLIDER_CAPSULE: return d->size.x + fabsf(n.y) * d->size.y;
    case COLLIDER_BOX: return fabsf(n.x) * d->size.x + fabsf(n.y) * d->size.y + fabsf(n.z) * d->size.z;
    default: break;
    }
    const hull_data* h = &c->hull[d->hull];
    for (uint32_t k = 0; k < h->corners; ++k)
        most = fmaxf(most, n.x * h->corner[k].x + n.y * h->corner[k].y + n.z * h->corner[k].z);
    return most;
}

void test_place_pair(oracle_colliders* c, uint32_t pair, uint32_t kind_a, uint32_t kind_b, test_placement how,
                     uint64_t* seed)
{
    const uint32_t a = 2 * pair, b = a + 1;
    make(c, a, kind_a, how, seed);
    make(c, b, kind_b, how, seed);
    const float far  = how == PLACED_FAR ? 1e4f : 1.0f;
    const mas_vec4 x = test_uniform4(seed, -far, far), u = test_uniform4(seed, -1.0f, 1.0f);
    oracle_vec3 way = oracle_normalize3((oracle_vec3){ u.x, u.y, u.z });
    if (how == PLACED_ALONG && test_random(seed) % 2 == 0) // towards a face of a, with some slide
    {
        const float f = test_uniform(seed, 0.0f, 0.4f);
        way = oracle_normalize3(oracle_quaternion_rotate(c->pose[a].rotation, (oracle_vec3){ f * u.x, 1.0f, f * u.z }));
    }
    if (kind_a == COLLIDER_PLANE)
    {
        const oracle_vec3 n = oracle_quaternion_rotate(c->pose[a].rotation, (oracle_vec3){ 0.0f, 1.0f, 0.0f });
        way                 = n;
    }
    const oracle_vec3 back = { -way.x, -way.y, -way.z };
    float away             = reach(c, a, way) + reach(c, b, back);
    away                   = away * test_uniform(seed, 0.7f, 1.02f) + test_uniform(seed, -0.03f, 0.03f);
    if (how == PLACED_BADLY)
    {
        const uint32_t r         = test_random(seed);
        const oracle_vec3 face[] = { { 1.0f, 0.0f, 0.0f }, { 0.0f, -1.0f, 0.0f }, { 0.0f, 0.0f, 1.0f } };
        way                      = face[r % 3];
        away                     = r / 3 % 3 == 0 ? 0.0f : r / 3 % 3 == 1 ? c->data[a].size.x : 1e-6f;
    }
    c->pose[a].position = (mas_vec4){ x.x, x.y, x.z, 0.0f };
    c->pose[b].position = (mas_vec4){ x.x + away * way.x, x.y + away * way.y, x.z + away * way.z, 0.0f };
    if (kind_a == COLLIDER_PLANE && how != PLACED_BADLY)
    {
        const mas_vec4 s        = test_uniform4(seed, -3.0f, 3.0f);
        const oracle_vec3 slide = oracle_quaternion_rotate(c->pose[a].rotation, (oracle_vec3){ s.x, 0.0f, s.z });
        c->pose[b].position.x += slide.x;
        c->pose[b].position.y += slide.y;
        c->pose[b].position.z += slide.z;
    }
}
