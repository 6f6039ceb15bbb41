// One contact of a sweep, in its own frame (solve_shared.h): the bodies' speed against each other, how impulses change
// it, and what impulses do to the bodies. The including file says where the bodies' speeds are: in their array
// (solve_colour.glsl), or in shared memory (blocks.glsl).
// The kernel binds params, constant and speed.
#ifndef MAS_SOLVE_GLSL
#define MAS_SOLVE_GLSL

#include "list.glsl"
#include "exact.glsl"
#include "rigid/body_shared.h"
#include "rigid/solve_shared.h"

vec4 field(uint f, uint place)
{
    return constant[f * params.capacity + place];
}

uint body_a, body_b;
vec3 n, t1, t2, arm_a, arm_b;
float inverse_a, inverse_b; // 1/kg
float bounce;               // restitution
vec4 at_u, at_v, point_mass, normals, moments, separations;
vec4 inertia_a, inertia_ab, inertia_b;

vec3 linear, angular;     // velocity of b against a at the centre
float along_n, about_1, about_2;
float moved_n, turned_1, turned_2; // the same of how far they came since the step began

// Impulses of this sweep.
float push_n = 0.0, push_1 = 0.0, push_2 = 0.0, moment_n = 0.0, moment_1 = 0.0, moment_2 = 0.0;

vec3 against(vec3 va, vec3 wa, vec3 vb, vec3 wb)
{
    return (vb + exact_cross(wb, arm_b)) - (va + exact_cross(wa, arm_a));
}

void load_speeds(out body_speed a, out body_speed b); // of body_a and body_b

void load_velocities(body_speed a, body_speed b)
{
    linear  = against(a.velocity.xyz, a.spin.xyz, b.velocity.xyz, b.spin.xyz);
    angular = b.spin.xyz - a.spin.xyz;
    along_n = exact_dot(n, linear);
    about_1 = exact_dot(t1, angular);
    about_2 = exact_dot(t2, angular);
}

void load_contact(uint place)
{
    vec4 a     = field(SOLVE_ARM_A, place);
    vec4 b     = field(SOLVE_ARM_B, place);
    vec4 body  = field(SOLVE_BODY, place);
    n          = field(SOLVE_NORMAL, place).xyz;
    vec4 t     = field(SOLVE_TANGENT, place);
    t1         = t.xyz;
    bounce     = t.w;
    t2         = exact_cross(n, t1);
    arm_a      = a.xyz;
    arm_b      = b.xyz;
    inverse_a  = a.w;
    inverse_b  = b.w;
    body_a     = uint(body.x);
    body_b     = uint(body.y);
    at_u       = field(SOLVE_U, place);
    at_v       = field(SOLVE_V, place);
    inertia_a  = field(SOLVE_INERTIA_A, place);
    inertia_ab = field(SOLVE_INERTIA_AB, place);
    inertia_b  = field(SOLVE_INERTIA_B, place);
    push_n = push_1 = push_2 = moment_n = moment_1 = moment_2 = 0.0;
}

void load_motion(uint place)
{
    point_mass  = field(SOLVE_MASS, place);
    normals     = field(SOLVE_NORMALS, place);
    moments     = field(SOLVE_MOMENTS, place);
    separations = field(SOLVE_SEPARATION, place);
    body_speed a, b;
    load_speeds(a, b);
    vec3 moved  = against(a.shift.xyz, a.turn.xyz, b.shift.xyz, b.turn.xyz);
    vec3 turned = b.turn.xyz - a.turn.xyz;
    moved_n     = exact_dot(n, moved);
    turned_1    = exact_dot(t1, turned);
    turned_2    = exact_dot(t2, turned);
    load_velocities(a, b);
}

// Of point i: m now; m/s.
float separation(uint i)
{
    return separations[i] + (moved_n + ((at_v[i] * turned_1) - (at_u[i] * turned_2)));
}

float approach(uint i)
{
    return along_n + ((at_v[i] * about_1) - (at_u[i] * about_2));
}

void push_point(uint i, float dj)
{
    float m1 = at_v[i] * dj, m2 = -(at_u[i] * dj);
    push_n   = push_n + dj;
    moment_1 = moment_1 + m1;
    moment_2 = moment_2 + m2;
    along_n  = along_n + (((normals.x * dj) + (normals.y * m1)) + (normals.z * m2));
    about_1  = about_1 + (((normals.y * dj) + (normals.w * m1)) + (moments.x * m2));
    about_2  = about_2 + (((normals.z * dj) + (moments.x * m1)) + (moments.y * m2));
}

float sum_of(vec4 j)
{
    return (j.x + j.y) + (j.z + j.w);
}

vec3 frame_vector(float along, float first, float second)
{
    return ((n * along) + (t1 * first)) + (t2 * second);
}

// rad/s that a moment, N m s, gives to each.
vec3 spin_of_a(vec3 l)
{
    vec4 p = inertia_a, q = inertia_ab;
    return vec3(((p.x * l.x) + (p.y * l.y)) + (p.z * l.z), ((p.y * l.x) + (p.w * l.y)) + (q.x * l.z),
                ((p.z * l.x) + (q.x * l.y)) + (q.y * l.z));
}

vec3 spin_of_b(vec3 l)
{
    vec4 q = inertia_ab, r = inertia_b;
    return vec3(((q.z * l.x) + (q.w * l.y)) + (r.x * l.z), ((q.w * l.x) + (r.y * l.y)) + (r.z * l.z),
                ((r.x * l.x) + (r.z * l.y)) + (r.w * l.z));
}

struct solve_response
{
    vec3 velocity_a, spin_a, velocity_b, spin_b;
};

solve_response respond()
{
    vec3 f = frame_vector(push_n, push_1, push_2), m = frame_vector(moment_n, moment_1, moment_2);
    vec3 la = exact_cross(arm_a, f) + m, lb = exact_cross(arm_b, f) + m;
    return solve_response(f * -inverse_a, -spin_of_a(la), f * inverse_b, spin_of_b(lb));
}

vec4 changed(vec4 v, vec3 by)
{
    return vec4(exact_flush(v.xyz + by), v.w);
}

void apply(solve_response s); // to what moves

#endif
