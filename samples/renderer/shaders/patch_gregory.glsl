// A Gregory patch: at each corner p, e+, e-, f+, f-. Where its two inner points of a corner differ they are blended by how
// near the two sides are; then it is a bicubic Bezier patch. The blend's own slope belongs to the tangents.
#include "patch.glsl"

struct inner // a blended point and its derivatives
{
    vec3 at, du, dv;
};

// (a A + b B) / (a + b), where a grows by au with u and not with v, b by bv with v and not with u.
inner blend(float a, vec3 A, float au, float b, vec3 B, float bv)
{
    float sum = a + b;
    if (sum == 0.0) return inner(0.5 * (A + B), vec3(0.0), vec3(0.0)); // a corner: it has no weight there
    return inner((a * A + b * B) / sum, (A - B) * (au * b / (sum * sum)), (B - A) * (bv * a / (sum * sum)));
}

vec4 bernstein(float t)
{
    float s = 1.0 - t;
    return vec4(s * s * s, 3.0 * t * s * s, 3.0 * t * t * s, t * t * t);
}

vec4 slope(float t)
{
    float s = 1.0 - t;
    return 3.0 * vec4(-s * s, s * s - 2.0 * t * s, 2.0 * t * s - t * t, t * t);
}

void main()
{
    float u = gl_TessCoord.x, v = gl_TessCoord.y, s = 1.0 - u, t = 1.0 - v;
    inner f0 = blend(u, control[3], 1.0, v, control[4], 1.0);    // f0+ beside the side along u
    inner f1 = blend(s, control[9], -1.0, v, control[8], 1.0);   // f1-, f1+
    inner f2 = blend(s, control[13], -1.0, t, control[14], -1.0); // f2+, f2-
    inner f3 = blend(u, control[19], 1.0, t, control[18], -1.0); // f3-, f3+
    vec3 point[16] = vec3[](control[0], control[1], control[7], control[5],   // v = 0: p0 e0+ e1- p1
                            control[2], f0.at, f1.at, control[6],             //        e0-       e1+
                            control[16], f3.at, f2.at, control[12],           //        e3+       e2-
                            control[15], control[17], control[11], control[10]); // v = 1: p3 e3- e2+ p2
    vec4 bu = bernstein(u), bv = bernstein(v), du = slope(u), dv = slope(v);
    vec3 at = vec3(0.0), along_u = vec3(0.0), along_v = vec3(0.0);
    for (int j = 0; j < 4; ++j)
        for (int i = 0; i < 4; ++i)
        {
            vec3 p = point[4 * j + i];
            at += bu[i] * bv[j] * p;
            along_u += du[i] * bv[j] * p;
            along_v += bu[i] * dv[j] * p;
        }
    along_u += bv[1] * (bu[1] * f0.du + bu[2] * f1.du) + bv[2] * (bu[2] * f2.du + bu[1] * f3.du);
    along_v += bv[1] * (bu[1] * f0.dv + bu[2] * f1.dv) + bv[2] * (bu[2] * f2.dv + bu[1] * f3.dv);
    finish(at, along_u, along_v);
}
