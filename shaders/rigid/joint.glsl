// Symmetric matrices of three rows, for joints.
#ifndef MAS_JOINT_GLSL
#define MAS_JOINT_GLSL

#include "exact.glsl"
#include "rigid/joint_shared.h"

struct symmetric
{
    vec3 diagonal; // xx yy zz
    vec3 off;      // yz zx xy
};

const symmetric SYMMETRIC_ZERO = symmetric(vec3(0.0), vec3(0.0));

vec3 symmetric_times(symmetric m, vec3 v)
{
    return vec3(((m.diagonal.x * v.x) + (m.off.z * v.y)) + (m.off.y * v.z),
                ((m.off.z * v.x) + (m.diagonal.y * v.y)) + (m.off.x * v.z),
                ((m.off.y * v.x) + (m.off.x * v.y)) + (m.diagonal.z * v.z));
}

symmetric symmetric_add(symmetric a, symmetric b)
{
    return symmetric(a.diagonal + b.diagonal, a.off + b.off);
}

// s v v^T
symmetric symmetric_outer(float s, vec3 v)
{
    vec3 w = s * v;
    return symmetric(w * v, w.yzx * v.zxy);
}

// By cofactors, after division by the trace: masses span 20 decades, determinants would leave the numbers.
symmetric symmetric_inverse(symmetric m)
{
    float trace = (m.diagonal.x + m.diagonal.y) + m.diagonal.z;
    if (!(trace > 0.0)) return SYMMETRIC_ZERO;
    float scale = exact_reciprocal(trace);
    vec3 d      = (m.diagonal * scale) + vec3(JOINT_RIDGE);
    vec3 o      = m.off * scale;
    symmetric c = symmetric((d.yzx * d.zxy) - (o * o), (o.yzx * o.zxy) - (o * d));
    float det   = ((d.x * c.diagonal.x) + (o.z * c.off.z)) + (o.y * c.off.y);
    float f     = exact_reciprocal(det) * scale;
    return symmetric(c.diagonal * f, c.off * f);
}

// The inverse of m within the plane of two unit vectors, and nothing outside of it.
symmetric symmetric_inverse_across(symmetric m, vec3 u, vec3 v)
{
    vec3 mv = symmetric_times(m, v);
    float a = exact_dot(u, symmetric_times(m, u)), b = exact_dot(u, mv), c = exact_dot(v, mv);
    if (!(a + c > 0.0)) return SYMMETRIC_ZERO;
    float scale = exact_reciprocal(a + c);
    a           = (a * scale) + JOINT_RIDGE;
    b           = b * scale;
    c           = (c * scale) + JOINT_RIDGE;
    float f     = exact_reciprocal((a * c) - (b * b)) * scale;
    vec3 p      = f * ((c * u) - (b * v));
    vec3 q      = f * ((a * v) - (b * u));
    return symmetric((u * p) + (v * q), (u.yzx * p.zxy) + (v.yzx * q.zxy));
}

#endif
