// Where two meet and how fast, and who is who.
#ifndef MAS_TOUCH_GLSL
#define MAS_TOUCH_GLSL

#include "quaternion.glsl"
#include "collision/collision_shared.h"
#include "rigid/touch_shared.h"

// The point with the least separation, the first of equals; w is the separation.
vec4 touch_deepest(manifold m)
{
    vec4 deepest = m.point[0];
    if (m.count > 1u && m.point[1].w < deepest.w) deepest = m.point[1];
    if (m.count > 2u && m.point[2].w < deepest.w) deepest = m.point[2];
    if (m.count > 3u && m.point[3].w < deepest.w) deepest = m.point[3];
    return deepest;
}

// m/s, along the normal; below 0: they part. arm: from a's centre; between: from a's centre to b's.
float touch_approach(vec3 normal, vec3 arm, vec3 between, touch_speed a, touch_speed b)
{
    vec3  va    = a.velocity.xyz + exact_cross(a.spin.xyz, arm);
    vec3  vb    = b.velocity.xyz + exact_cross(b.spin.xyz, arm - between);
    float speed = exact_flush(exact_dot(normal, va - vb));
    return exact_is_finite(speed) ? speed : 0.0;
}

event_party touch_party(collider_data c, uint collider)
{
    return event_party(c.body, c.generation, c.shape, c.shape_generation, collider);
}

// Whether b is named first: it is the sensor of the two, or, if neither or both are, has the lower body.
bool touch_turned(collider_data a, collider_data b)
{
    uint sensor_a = a.kind & COLLIDER_SENSOR, sensor_b = b.kind & COLLIDER_SENSOR;
    return sensor_a != sensor_b ? sensor_b != 0u : b.body < a.body;
}

#endif
