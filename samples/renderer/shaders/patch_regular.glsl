// A bicubic B-spline patch: point 4 j + i is P_ij, i along u.
#include "patch.glsl"

vec4 basis(float t)
{
    float s = 1.0 - t;
    return vec4(s * s * s, 4.0 - 6.0 * t * t + 3.0 * t * t * t, 4.0 - 6.0 * s * s + 3.0 * s * s * s, t * t * t) / 6.0;
}

vec4 slope(float t)
{
    float s = 1.0 - t;
    return vec4(-s * s, t * (3.0 * t - 4.0), s * (4.0 - 3.0 * s), t * t) * 0.5;
}

void main()
{
    vec4 u = basis(gl_TessCoord.x), v = basis(gl_TessCoord.y), du = slope(gl_TessCoord.x), dv = slope(gl_TessCoord.y);
    vec3 at = vec3(0.0), along_u = vec3(0.0), along_v = vec3(0.0);
    for (int j = 0; j < 4; ++j)
    {
        vec3 row = vec3(0.0), row_u = vec3(0.0);
        for (int i = 0; i < 4; ++i)
        {
            row += u[i] * control[4 * j + i];
            row_u += du[i] * control[4 * j + i];
        }
        at += v[j] * row;
        along_u += v[j] * row_u;
        along_v += dv[j] * row;
    }
    finish(at, along_u, along_v);
}
