// Masses as each contact sees them, in its frame, at the rotations that the step begins with. A body of which there are
// copies is that much lighter to each of them.
// The kernel binds params, list, pose, mass, trait and constant.
#ifndef MAS_SOLVE_WEIGH_GLSL
#define MAS_SOLVE_WEIGH_GLSL

#include "list.glsl"
#include "quaternion.glsl"
#include "rigid/body_shared.h"
#include "rigid/solve_shared.h"

#include "rigid/solve_write.glsl"

struct inertia // inverse, world axes
{
    vec3 diagonal; // xx yy zz
    vec3 mixed;    // xy xz yz
};

vec4 read(uint field, uint place)
{
    return constant[field * params.capacity + place];
}

// All 0 for what does not move in this step.
vec4 moving_mass(uint slot)
{
    bool moves = (trait[slot].tag & uint(BODY_MOVES | BODY_ASLEEP)) == uint(BODY_MOVES);
    return mix(vec4(0.0), mass[slot].inverse, bvec4(moves));
}

// R diag(d) R^T times f, by the columns of R.
inertia inertia_of(vec4 rotation, vec3 d, float f)
{
    vec3 x = quaternion_rotate(rotation, vec3(1.0, 0.0, 0.0));
    vec3 y = quaternion_rotate(rotation, vec3(0.0, 1.0, 0.0));
    vec3 z = quaternion_rotate(rotation, vec3(0.0, 0.0, 1.0));
    vec3 p = x * d.x, q = y * d.y, r = z * d.z;
    vec3 diagonal = ((p * x) + (q * y)) + (r * z);
    vec3 mixed    = ((p.xxy * x.yzz) + (q.xxy * y.yzz)) + (r.xxy * z.yzz);
    return inertia(f * diagonal, f * mixed);
}

vec3 times(inertia m, vec3 v)
{
    return vec3(((m.diagonal.x * v.x) + (m.mixed.x * v.y)) + (m.mixed.y * v.z),
                ((m.mixed.x * v.x) + (m.diagonal.y * v.y)) + (m.mixed.z * v.z),
                ((m.mixed.y * v.x) + (m.mixed.z * v.y)) + (m.diagonal.z * v.z));
}

// Inverse of [a, b; b, c] as 11, 12, 22; along all directions the same where it is nearly singular, 0 where it is 0.
vec3 inverse_of(float a, float b, float c)
{
    float ra = exact_reciprocal(a), l = b * ra, d = c - (l * b);
    if (a > SOLVE_SINGULAR * c && d > SOLVE_SINGULAR * c)
    {
        float i22 = exact_reciprocal(d);
        return vec3(ra + ((l * l) * i22), -(l * i22), i22);
    }
    float same = (a + c) > 0.0 ? exact_reciprocal(a + c) : 0.0;
    return vec3(same, 0.0, same);
}

float copies_of(uint place, uint slot);

void weigh(uint place)
{
    vec4 body = read(SOLVE_BODY, place);
    uint slot_a = uint(body.x), slot_b = uint(body.y);
    vec4 ma = moving_mass(slot_a), mb = moving_mass(slot_b);
    vec3 n = read(SOLVE_NORMAL, place).xyz, t1 = read(SOLVE_TANGENT, place).xyz, t2 = exact_cross(n, t1);
    vec3 ca = read(SOLVE_ARM_A, place).xyz, cb = read(SOLVE_ARM_B, place).xyz;

    // The guard: the lighter one below weighs at least so much of the heavier above.
    float above = exact_dot(n, params.up.xyz), fa = 1.0, fb = 1.0;
    if (params.guard > 0.0 && mb.w > 0.0 && ma.w > params.guard * mb.w && above > SOLVE_ABOVE)
        fa = (params.guard * mb.w) * exact_reciprocal(ma.w);
    if (params.guard > 0.0 && ma.w > 0.0 && mb.w > params.guard * ma.w && above < -SOLVE_ABOVE)
        fb = (params.guard * ma.w) * exact_reciprocal(mb.w);
    fa = fa * copies_of(place, slot_a);
    fb = fb * copies_of(place, slot_b);
    float ia = fa * ma.w, ib = fb * mb.w, m = ia + ib;
    inertia qa = inertia_of(pose[slot_a].rotation, ma.xyz, fa);
    inertia qb = inertia_of(pose[slot_b].rotation, mb.xyz, fb);

    // Angular directions of each body, x_, and what the inertias make of them, q_.
    vec3 xan = exact_cross(ca, n), xa1 = exact_cross(ca, t1), xa2 = exact_cross(ca, t2);
    vec3 xbn = exact_cross(cb, n), xb1 = exact_cross(cb, t1), xb2 = exact_cross(cb, t2);
    vec3 qan = times(qa, xan), qa1 = times(qa, xa1), qa2 = times(qa, xa2);
    vec3 qbn = times(qb, xbn), qb1 = times(qb, xb1), qb2 = times(qb, xb2);
    vec3 na = times(qa, n), oa = times(qa, t1), pa = times(qa, t2);
    vec3 nb = times(qb, n), ob = times(qb, t1), pb = times(qb, t2);

    float knn = m + (exact_dot(xan, qan) + exact_dot(xbn, qbn));
    float kn1 = exact_dot(xan, oa) + exact_dot(xbn, ob), kn2 = exact_dot(xan, pa) + exact_dot(xbn, pb);
    float k11 = exact_dot(t1, oa) + exact_dot(t1, ob), k12 = exact_dot(t1, pa) + exact_dot(t1, pb);
    float k22 = exact_dot(t2, pa) + exact_dot(t2, pb), ktt = exact_dot(n, na) + exact_dot(n, nb);
    vec4 u = read(SOLVE_U, place), v = read(SOLVE_V, place), masses = vec4(0.0);
    for (uint i = 0u; i < 4u; ++i)
    {
        float moments = ((v[i] * v[i]) * k11) + ((u[i] * u[i]) * k22);
        float mixed   = 2.0 * (((v[i] * kn1) - (u[i] * kn2)) - ((u[i] * v[i]) * k12));
        float kii     = max(knn + (moments + mixed), m); // no less but for rounding
        masses[i]     = float(i) < body.z && m > 0.0 ? exact_reciprocal(kii) : 0.0;
    }
    vec3 slide = inverse_of(m + (exact_dot(xa1, qa1) + exact_dot(xb1, qb1)), exact_dot(xa1, qa2) + exact_dot(xb1, qb2),
                            m + (exact_dot(xa2, qa2) + exact_dot(xb2, qb2)));
    vec4 runs  = read(SOLVE_SLIDE, place);
    write(SOLVE_ARM_A, place, vec4(ca, ia));
    write(SOLVE_ARM_B, place, vec4(cb, ib));
    write(SOLVE_MASS, place, masses);
    write(SOLVE_NORMALS, place, vec4(knn, kn1, kn2, k11));
    write(SOLVE_MOMENTS, place, vec4(k12, k22, ktt > 0.0 ? exact_reciprocal(ktt) : 0.0, read(SOLVE_MOMENTS, place).w));
    write(SOLVE_TO_FIRST, place, vec4(exact_dot(xa1, qan) + exact_dot(xb1, qbn), exact_dot(xa1, oa) + exact_dot(xb1, ob),
                                      exact_dot(xa1, pa) + exact_dot(xb1, pb), exact_dot(xa1, na) + exact_dot(xb1, nb)));
    write(SOLVE_TO_SECOND, place, vec4(exact_dot(xa2, qan) + exact_dot(xb2, qbn), exact_dot(xa2, oa) + exact_dot(xb2, ob),
                                       exact_dot(xa2, pa) + exact_dot(xb2, pb), exact_dot(xa2, na) + exact_dot(xb2, nb)));
    write(SOLVE_TO_TWIST, place, vec4(exact_dot(n, qan) + exact_dot(n, qbn), exact_dot(n, oa) + exact_dot(n, ob),
                                      exact_dot(n, pa) + exact_dot(n, pb), slide.x));
    write(SOLVE_SLIDE, place, vec4(slide.y, slide.z, runs.z, runs.w));
    write(SOLVE_ROLL, place, vec4(inverse_of(k11, k12, k22), 0.0));
    write(SOLVE_INERTIA_A, place, vec4(qa.diagonal.x, qa.mixed.x, qa.mixed.y, qa.diagonal.y));
    write(SOLVE_INERTIA_AB, place, vec4(qa.mixed.z, qa.diagonal.z, qb.diagonal.x, qb.mixed.x));
    write(SOLVE_INERTIA_B, place, vec4(qb.mixed.y, qb.diagonal.y, qb.mixed.z, qb.diagonal.z));
}

#endif
