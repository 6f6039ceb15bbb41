// What evaluating both classes of patches has in common. A thread has a share of a patch: it reads the patch's points
// once, goes over its rows of the points inside (v is fixed in a row, so that only four points of a curve are left, and
// vertices follow one another in memory), then over its share of the sides and corners that the patch owns, turning the
// patch so that each is side 0. Order of sums: over four ((0 + 1) + (2 + 3)), v before u.
#ifndef MAS_TESSELLATE_GLSL
#define MAS_TESSELLATE_GLSL

#include "list.glsl"
#include "exact.glsl"
#include "subdivision/surface_shared.h"
#include "subdivision/mesh_shared.h"
#include "subdivision/tessellate_shared.h"

layout(constant_id = 1) const uint WRITES = TESSELLATE_UV;
layout(push_constant) uniform Push { tessellate_push p; };
layout(std430, binding = 0) readonly buffer Task { words4 tasks[]; };      // tessellate_task
layout(std430, binding = 1) readonly buffer Members { words4 members[]; }; // points of patches of this class, by four
layout(std430, binding = 2) readonly buffer Point { words4 point[]; };     // vec4
layout(std430, binding = 3) readonly buffer Stale { uint stale[]; };
layout(std430, binding = 4) readonly buffer Uv { surface_uv uvs[]; };
layout(std430, binding = 5) writeonly buffer Position { words4 position[]; }; // vec4
layout(std430, binding = 6) writeonly buffer Normal { words4 normal[]; };     // vec4

const float TESSELLATE_NUDGE = 0.0009765625;  // of a patch, 2^-10
const float TESSELLATE_FLAT  = 9.5367432e-7; // 2^-20

tessellate_task task_of(uint k)
{
    uvec4 corner = from_words(tasks[3u * k]), side = from_words(tasks[3u * k + 1u]), rest = from_words(tasks[3u * k + 2u]);
    return tessellate_task(corner, side, rest.x, rest.y, rest.z, rest.w);
}

uvec4 members_of(uint four)
{
    return from_words(members[four]);
}

vec3 point_at(uint i)
{
    return uintBitsToFloat(from_words(point[i]).xyz);
}

struct curve
{
    vec3 a, b, c, d;
};

vec3 blend(curve q, vec4 w)
{
    return ((q.a * w.x) + (q.b * w.y)) + ((q.c * w.z) + (q.d * w.w));
}

float blend(vec4 q, vec4 w)
{
    return ((q.x * w.x) + (q.y * w.y)) + ((q.z * w.z) + (q.w * w.w));
}

// A parameter i / n and its rest (n - i) / n; exact at both ends, which i times the reciprocal is not.
struct place
{
    float t, s;
};

place place_of(float i, float n, float reciprocal)
{
    float t = i * reciprocal, s = (n - i) * reciprocal;
    return place(i == n ? 1.0 : t, i == 0.0 ? 1.0 : s);
}

// A little towards the middle, in segments.
float nudged(float i, float n)
{
    float by = n * TESSELLATE_NUDGE;
    return i + (i + i < n ? by : -by);
}

float largest(vec3 v)
{
    return max(max(abs(v.x), abs(v.y)), abs(v.z));
}

// Derivatives carry the rounding of coordinates, so a cross product shorter than 2^-20 times a patch's largest
// coordinate and its size has no direction; given squared. From points at or near the corners.
float least_area(vec3 a, vec3 b, vec3 c, vec3 d)
{
    float reach = max(max(largest(a), largest(b)), max(largest(c), largest(d)));
    float size  = max(largest(c - a), largest(d - b));
    float area  = (reach * size) * TESSELLATE_FLAT;
    return max(area * area, uintBitsToFloat(EXACT_TWO_M100));
}

// Texture coordinates at the corners, 0 where there are none.
struct picture
{
    vec4 s, t;
};

picture picture_of(uint patch_number)
{
    if (WRITES != TESSELLATE_UV) return picture(vec4(0.0), vec4(0.0));
    return picture(uvs[patch_number].s, uvs[patch_number].t);
}

vec2 picture_at(picture q, place u, place v)
{
    if (WRITES != TESSELLATE_UV) return vec2(0.0);
    vec4 w = vec4(u.s * v.s, u.t * v.s, u.t * v.t, u.s * v.t);
    return vec2(blend(q.s, w), blend(q.t, w));
}

void put(uint vertex, vec3 x, vec3 n, vec2 uv)
{
    position[vertex] = to_words(floatBitsToUint(exact_flush(vec4(x, uv.x))));
    if (WRITES != TESSELLATE_POSITIONS) normal[vertex] = to_words(floatBitsToUint(exact_flush(vec4(n, uv.y))));
}

// Where two attempts found no direction.
vec3 any_normal(vec3 crossed)
{
    vec3 n = exact_normalize(crossed);
    return exact_dot(n, n) == 0.0 ? vec3(0.0, 1.0, 0.0) : n;
}

bool owns_any(uvec4 first)
{
    return any(notEqual(first, uvec4(SURFACE_NONE)));
}

// First of this thread's numbers from first on, when so many threads share them in turn.
uint own_from(uint first, uint thread, uint threads)
{
    return first + (((thread + threads) - (first % threads)) % threads);
}

#endif
