// The points of one pair while a thread finds them. C twin: tests/oracle/contact_points.h.
#ifndef MAS_CONTACT_POINTS_GLSL
#define MAS_CONTACT_POINTS_GLSL

#include "quaternion.glsl"
#include "collision/collision_shared.h"

// Cores (points and axes of round shapes) nearer to another shape than this share of their distances and lengths have
// no direction that rounding would not spoil.
const float CONTACT_TOUCHES = 2e-5;
// A face stands in for an edge or corner when the normals are not farther apart than this cosine (1.3 degrees): two
// points carry better than one.
const float CONTACT_FACE_NEAR = 0.99975;
// Its depth may be wrong by this share for that. Inside, a face is taken unless an edge is less deep by more.
const float CONTACT_FACE_DEEP = 0.004;
// Directions closer to parallel than 1e-4 have no use for their cross product: 2^20 times the square of the sine.
const float CONTACT_PARALLEL = 0.0105;
const float CONTACT_TWO_P20  = 1048576.0;

struct contact_points
{
    vec3  normal; // unit, from a to b
    float margin; // m: points farther apart are left out
    vec4  point_0, point_1, point_2, point_3; // as in manifold
    uvec4 feature;
    uint  count;
};

contact_points contact_begin(float margin)
{
    contact_points c;
    c.normal  = vec3(0.0);
    c.margin  = margin;
    c.point_0 = c.point_1 = c.point_2 = c.point_3 = vec4(0.0);
    c.feature = uvec4(0u);
    c.count   = 0u;
    return c;
}

// At most four are added.
void contact_add(inout contact_points c, vec3 point, float separation, uint feature)
{
    if (!(separation <= c.margin)) return;
    vec4 p = vec4(point, separation);
    if (c.count == 0u) c.point_0 = p;
    if (c.count == 1u) c.point_1 = p;
    if (c.count == 2u) c.point_2 = p;
    if (c.count == 3u) c.point_3 = p;
    c.feature[c.count] = feature;
    ++c.count;
}

// Of places s on an axis from -end to end: 1 and 2 for the ends, 0 between them.
uint contact_region(float s, float end)
{
    return s <= -end ? 1u : (s >= end ? 2u : 0u);
}

// 1 below 0, 2 above.
uint contact_side(float x)
{
    return x < 0.0 ? 1u : (x > 0.0 ? 2u : 0u);
}

// sine: square of the length of the cross product of two vectors whose squared lengths have the product given.
bool contact_crosses(float sine, float product)
{
    return sine * CONTACT_TWO_P20 > CONTACT_PARALLEL * product;
}

// How near to a shape's surface the axis of a round one has no direction from it, m.
float contact_reach(vec3 centre, float end)
{
    return CONTACT_TOUCHES * (((abs(centre.x) + abs(centre.y)) + abs(centre.z)) + end);
}

// Whether low, the distance of what is over the face, may stand in for a smaller distance of the axis as a whole.
bool contact_near(float low, float distance, float radius)
{
    return low - distance <= max((1.0 - CONTACT_FACE_NEAR) * distance, CONTACT_FACE_DEEP * (radius - distance));
}

// Where the segment s axis, |s| <= end, axis unit, and the segment middle + t v, |t| <= 1, are nearest: s and t. Either
// may be a point.
vec2 contact_nearest(vec3 axis, float end, vec3 middle, vec3 v)
{
    float along   = exact_dot(axis, v);
    float squared = exact_dot(v, v);
    float inverse = exact_reciprocal(squared);
    float to_v    = exact_dot(v, middle);
    float to_axis = exact_dot(axis, middle);
    vec3  side    = exact_cross(axis, v);
    float sine    = exact_dot(side, side);
    vec3  across  = middle - (v * (to_v * inverse));
    // Parallel: next to v's middle is as good as anywhere.
    float crossing = exact_dot(axis, across) * (squared * exact_reciprocal(sine));
    float s = contact_crosses(sine, squared) ? crossing : to_axis;
    s       = exact_clamp(s, -end, end);
    float t = exact_clamp(((s * along) - to_v) * inverse, -1.0, 1.0);
    return vec2(exact_clamp(to_axis + (t * along), -end, end), t);
}

#endif
