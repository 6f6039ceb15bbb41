#include "walls.h"
#include "oracle/exact.h"
#include "oracle/quaternion.h"
#include "oracle/vec.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void test_make_walls(test_gpu* gpu, test_walls* t, uint32_t capacity, uint32_t colliders, bool hulls)
{
    mas_arena* a = &gpu->arena;
    test_reset(gpu);
    const mas_span counters = mas_plan(a, MAS_SCRATCH, "counters", 1, sizeof(particle_counters));
    t->particles            = mas_particles_plan(a, capacity, 1, counters);
    t->liquid               = mas_liquid_plan(a, capacity);
    t->colliders            = mas_colliders_plan(a, colliders, hulls ? TEST_HULLS : 0);
    t->states               = mas_plan(a, MAS_SCRATCH, "states", colliders, sizeof(collider_state));
    t->list                 = mas_plan_list(a, MAS_SCRATCH, "places");
    mas_boundary_plan(&t->stage, a, colliders);
    test_allocate(gpu);
    test_try(mas_boundary_create(&t->stage, &gpu->kernels, &t->liquid, &t->particles, &t->colliders, t->states));

    t->places      = oracle_create_particles(capacity, 256, 1, colliders);
    t->twin        = oracle_create_liquid(&t->places);
    t->twin.params = (liquid_params){ .spacing = 0.1f, .reach = 0.2f, .part = 1.0f / 256.0f, .capacity = capacity };
    for (uint32_t k = 0; k < TEST_HULLS; ++k)
        t->hull[k] = test_make_hull((test_hull)k, 0.5f, 0.4f, 0.3f);
    if (hulls) test_upload(gpu, t->colliders.hull, t->hull, sizeof t->hull);
}

void test_destroy_walls(test_walls* t)
{
    oracle_destroy_liquid(&t->twin);
    oracle_destroy_particles(&t->places);
}

collider_state test_random_shape(const test_walls* t, uint32_t kind, float size, uint64_t* seed)
{
    collider_state c = { .position = test_uniform4(seed, -size, size),
                         .rotation = oracle_quaternion_normalize(test_uniform4(seed, -1.0f, 1.0f)),
                         .size     = test_uniform4(seed, 0.2f * size, size),
                         .kind     = kind };
    float radius     = oracle_length3(vec_of(c.size));
    if ((kind & COLLIDER_KIND_MASK) == COLLIDER_SPHERE) radius = c.size.x;
    if ((kind & COLLIDER_KIND_MASK) == COLLIDER_CAPSULE) radius = c.size.x + c.size.y;
    if ((kind & COLLIDER_KIND_MASK) == COLLIDER_HULL)
    {
        c.hull = test_random(seed) % TEST_HULLS;
        c.size = test_hull_half(&t->hull[c.hull]);
        radius = c.size.w;
    }
    c.size.w       = 0.0f;
    c.position.w   = radius * 1.00001f; // as a world's: rounded up
    const bool end = (kind & COLLIDER_KIND_MASK) != COLLIDER_PLANE && (kind & COLLIDER_HOLLOW) == 0;
    if (!end) c.position.w = (float)COLLIDER_ENDLESS;
    return c;
}

void test_move_shape(collider_state* c, float substep, float speed, float spin, uint64_t* seed)
{
    const mas_vec4 v       = test_uniform4(seed, -0.5f * speed, 0.5f * speed),
                   w       = test_uniform4(seed, -0.5f * spin, 0.5f * spin);
    const oracle_vec3 arm  = vec_of(test_uniform4(seed, -0.5f, 0.5f)); // from the body's centre of mass
    const oracle_vec3 bend = oracle_cross(vec_of(w), oracle_cross(vec_of(w), arm));
    c->velocity            = (mas_vec4){ v.x, v.y, v.z, oracle_length3(vec_of(v)) + substep * oracle_length3(bend) };
    c->angular_velocity    = vec_xyz0(vec_of(w));
    c->bend                = vec_xyz0(bend);
}

void test_set_place(test_walls* t, uint32_t i, uint32_t liquid, oracle_vec3 x, oracle_vec3 v)
{
    oracle_particles* p   = &t->places;
    const uint32_t tag    = oracle_bits(oracle_particle_tag(i, 0)) | liquid << LIQUID_SHIFT;
    p->sorted_position[i] = p->position[i] = p->previous[i] = (mas_vec4){ x.x, x.y, x.z, oracle_from_bits(tag) };
    p->sorted_velocity[i] = p->velocity[i] = (mas_vec4){ v.x, v.y, v.z, 1.0f };
    p->neighbour_count[i]                  = 0;
    if (p->slots <= i) p->slots = i + 1;
}

void test_run_walls(test_gpu* gpu, const test_walls* t, uint32_t part, bool drains)
{
    const oracle_particles* p = &t->places;
    const uint64_t all        = p->capacity * sizeof(mas_vec4);
    test_upload(gpu, t->liquid.params, &t->twin.params, sizeof t->twin.params);
    test_upload(gpu, t->liquid.state, &t->twin.state, sizeof t->twin.state);
    test_upload(gpu, t->states, p->collider, t->twin.params.colliders * sizeof *p->collider);
    test_upload(gpu, t->particles.sorted_position, p->sorted_position, all);
    test_upload(gpu, t->particles.sorted_velocity, p->sorted_velocity, all);
    test_upload(gpu, t->particles.neighbour_count, p->neighbour_count, p->capacity * sizeof(uint32_t));
    test_upload(gpu, t->particles.position, p->position, all);
    test_upload(gpu, t->particles.previous, p->previous, all);
    test_upload(gpu, t->particles.velocity, p->velocity, all);
    test_set_list(gpu, t->list, p->slots, p->capacity);
    mas_recorder* rec = test_record(gpu);
    mas_boundary_record(&t->stage, rec, t->list, p->slots, part, drains);
    test_submit(gpu);
}

static void download(test_gpu* gpu, const test_walls* t, liquid_wall* wall, uint32_t* count)
{
    const uint32_t n  = t->places.capacity;
    liquid_wall* rows = malloc(n * LIQUID_WALLS * sizeof *rows);
    test_download(gpu, t->liquid.wall, rows, n * LIQUID_WALLS * sizeof *rows);
    test_download(gpu, t->liquid.wall_count, count, n * sizeof *count);
    for (uint32_t i = 0; i < n; ++i)
        for (uint32_t k = 0; k < LIQUID_WALLS; ++k)
            wall[i * LIQUID_WALLS + k] = rows[k * n + i];
    free(rows);
}

void test_fetch_walls(test_gpu* gpu, test_walls* t)
{
    download(gpu, t, t->twin.wall, t->twin.wall_count);
}

void test_expect_walls(test_gpu* gpu, const test_walls* t)
{
    const oracle_particles* p = &t->places;
    liquid_wall* wall         = malloc(p->capacity * LIQUID_WALLS * sizeof *wall);
    uint32_t* count           = malloc(p->capacity * sizeof *count);
    download(gpu, t, wall, count);
    for (uint32_t i = 0; i < p->slots; ++i)
    {
        if (count[i] != t->twin.wall_count[i])
            munit_errorf("place %u has %u walls, expected %u", i, count[i], t->twin.wall_count[i]);
        for (uint32_t k = 0; k < count[i] && count[i] != LIQUID_GONE; ++k)
        {
            const liquid_wall *is = &wall[i * LIQUID_WALLS + k], *due = &t->twin.wall[i * LIQUID_WALLS + k];
            if (memcmp(is, due, sizeof *is) != 0)
                munit_errorf("place %u, wall %u of collider %u: (%g %g %g) %g, expected %u: (%g %g %g) %g", i, k,
                             oracle_bits(is->way.w), is->plane.x, is->plane.y, is->plane.z, is->plane.w,
                             oracle_bits(due->way.w), due->plane.x, due->plane.y, due->plane.z, due->plane.w);
        }
    }
    free(wall);
    free(count);
    test_expect_array(gpu, "position", t->particles.position, p->position, p->capacity);
    test_expect_array(gpu, "previous", t->particles.previous, p->previous, p->capacity);
    test_expect_array(gpu, "velocity", t->particles.velocity, p->velocity, p->capacity);
    test_expect_array(gpu, "liquid state", t->liquid.state, &t->twin.state, 1);
}

// The turn is the exponential of the spin, not a series: a unit quaternion of half the angle about its axis, applied
// after the one that the shape has.
test_convex test_solid(const test_walls* t, const collider_state* c, double time)
{
    const mas_vec4 w = c->angular_velocity, q = c->rotation;
    const double spin = sqrt((double)w.x * w.x + (double)w.y * w.y + (double)w.z * w.z);
    const double s = spin > 0.0 ? sin(0.5 * spin * time) / spin : 0.0, r = cos(0.5 * spin * time);
    const double x = w.x * s, y = w.y * s, z = w.z * s;
    collider_data data = { .size = c->size, .kind = c->kind, .hull = c->hull };
    collider_pose pose = {
        .rotation = { (float)(r * q.x + x * q.w + y * q.z - z * q.y), (float)(r * q.y + y * q.w + z * q.x - x * q.z),
                      (float)(r * q.z + z * q.w + x * q.y - y * q.x), (float)(r * q.w - x * q.x - y * q.y - z * q.z) }
    };
    hull_data hull[TEST_HULLS];
    memcpy(hull, t->hull, sizeof hull);
    const oracle_colliders one = { .capacity = 1, .hulls = TEST_HULLS, .data = &data, .hull = hull, .pose = &pose };
    return test_convex_of(&one, 0, 0);
}
