#version 450
#extension GL_GOOGLE_include_directive : require
// A surface's colour, and its edges. An open surface shows both sides: the normal is the one of the side that is seen.
#include "frame_shared.h"
#include "palette.glsl"
#include "surface.glsl"

layout(push_constant) uniform Push { surface_push item; };
layout(std430, set = 1, binding = 4) readonly buffer Runs { uint run_of[]; };
layout(location = 0) in vec3 normal;
layout(location = 1) in vec3 barycentric;
layout(location = 2) in vec2 uv;
layout(location = 3) flat in uint triangle;

const vec3 WIRE = vec3(0.015, 0.017, 0.02);

// The last run that begins at this triangle or before.
uint run_at(uint at)
{
    uint low = 0u, high = item.run_count;
    while (high - low > 1u)
    {
        uint middle = (low + high) / 2u;
        if ((run_of[item.run_first + middle] & 0x1FFFFFFu) <= at)
            low = middle;
        else
            high = middle;
    }
    return low;
}

float over_half(float x) // a clean edge, one pixel wide
{
    return clamp((x - 0.5) / max(fwidth(x), 1e-5) + 0.5, 0.0, 1.0);
}

vec3 by_number(uint number)
{
    uint h = scramble(number + 77u);
    return PALETTE[h & 7u] * (0.7 + 0.6 * float(h >> 8 & 255u) / 255.0);
}

vec3 colour()
{
    if (item.mode == 6u)
    {
        float u = over_half(uv.x), v = over_half(uv.y);
        return mix(mix(item.colour.rgb, item.colour_u.rgb, u), mix(item.colour_v.rgb, item.colour_uv.rgb, u), v);
    }
    if (item.mode == 7u)
    {
        ivec2 cell = ivec2(floor(uv * 10.0));
        return ((cell.x + cell.y) & 1) == 0 ? item.colour.rgb : item.colour_u.rgb;
    }
    bool has_runs = item.run_count != 0u;
    if (item.mode == 8u) return by_number(has_runs ? run_at(triangle) : triangle);
    if (item.mode == 9u)
    {
        bool second = has_runs ? (run_of[item.run_first + run_at(triangle)] >> 25 & 1u) != 0u
                               : (item.flags & SURFACE_GREGORY) != 0u;
        return second ? item.colour_u.rgb : item.colour.rgb;
    }
    return item.colour.rgb;
}

void main()
{
    vec3 n   = normalize(gl_FrontFacing ? normal : -normal);
    int fill = int(item.colour.w);
    if ((item.flags & SURFACE_LINES) != 0u)
    {
        write_lit(WIRE, n);
        return;
    }
    // How near the closest edge is, in pixels. Where triangles are hardly larger than lines these grow thin and pale.
    vec3 across = 1.0 / max(fwidth(barycentric), 1e-6), near = barycentric * across;
    float edge  = min(near.x, min(near.y, near.z));
    float size  = min(across.x, min(across.y, across.z));
    float line  = fill == 0 ? 0.0 : clamp(1.2 - edge, 0.0, 1.0) * clamp(size * 0.4, 0.4, 1.0);
    if (fill == 1 && edge > 0.8) discard;
    write_lit(mix(colour(), WIRE, fill == 1 ? 1.0 : line), n);
}
