#include "flight.h"

#include <math.h>
#include <string.h>

vec vec_of(mas_vec4 v)
{
    return (vec){ v.x, v.y, v.z };
}

vec vec_sub(vec a, vec b)
{
    return (vec){ a.x - b.x, a.y - b.y, a.z - b.z };
}

vec vec_cross(vec a, vec b)
{
    return (vec){ a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x };
}

double vec_dot(vec a, vec b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

double vec_length(vec a)
{
    return sqrt(vec_dot(a, a));
}

vec vec_turned(mas_vec4 q, vec v)
{
    const vec u = vec_of(q), t = vec_cross(u, v), n = vec_cross(u, t);
    const double w = q.w, s = 2.0 / (vec_dot(u, u) + w * w);
    return (vec){ v.x + s * (w * t.x + n.x), v.y + s * (w * t.y + n.y), v.z + s * (w * t.z + n.z) };
}

double angle_between(mas_vec4 a, mas_vec4 b)
{
    const vec u = vec_of(a), v = vec_of(b), c = vec_cross(u, v);
    const double aw = a.w, bw = b.w;
    const vec sine = { aw * v.x - bw * u.x - c.x, aw * v.y - bw * u.y - c.y, aw * v.z - bw * u.z - c.z };
    return 2.0 * atan2(vec_length(sine), fabs(vec_dot(u, v) + aw * bw));
}

void flight_begin(flight* f, test_gpu* gpu, massa_vec3 gravity, uint32_t substeps)
{
    massa_world_desc d = massa_default_world_desc();
    d.capacity.bodies  = FLIGHT_BODIES;
    d.gravity          = gravity;
    d.substeps         = substeps;
    memset(f, 0, sizeof *f);
    test_world_create(&f->t, gpu, d, 4, 2);
}

void flight_end(flight* f)
{
    test_world_destroy(&f->t);
}

uint32_t flight_add(flight* f, massa_body_desc d)
{
    munit_assert_uint32(f->count, <, FLIGHT_BODIES);
    test_try(massa_create_body(f->t.world, &d, &f->id[f->count]));
    f->desc[f->count] = d;
    return f->count++;
}

void flight_run(flight* f, uint32_t steps)
{
    test_world_run(&f->t, steps);
    test_world_read(&f->t, MASSA_VIEW_BODY_POSE, f->pose, f->count);
    test_world_read(&f->t, MASSA_VIEW_BODY_MOTION, f->motion, f->count);
}

vec flight_momentum(const flight* f, uint32_t i)
{
    return vec_turned(f->pose[i].rotation, vec_of(f->motion[i].momentum));
}

double flight_energy(const flight* f, uint32_t i)
{
    const vec p        = vec_of(f->motion[i].momentum);
    const massa_vec3 m = f->desc[i].inertia;
    return (p.x * p.x / m.x + p.y * p.y / m.y + p.z * p.z / m.z) / 2.0;
}
