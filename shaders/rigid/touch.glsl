// Where two colliders meet, how fast, and their identities. Included after the manifolds, of_pair.
#ifndef MAS_TOUCH_GLSL
#define MAS_TOUCH_GLSL

#include "quaternion.glsl"
#include "collision/collision_shared.h"
#include "rigid/touch_shared.h"

// The point of a pair with the least separation, the first of equals; w is the separation. Only that point is loaded.
vec4 touch_deepest(uint i)
{
    uint  count = of_pair[i].count, k = 0u;
    vec4  s     = vec4(of_pair[i].point[0].w, of_pair[i].point[1].w, of_pair[i].point[2].w, of_pair[i].point[3].w);
    float least = s.x;
    if (count > 1u && s.y < least) { k = 1u; least = s.y; }
    if (count > 2u && s.z < least) { k = 2u; least = s.z; }
    if (count > 3u && s.w < least) { k = 3u; least = s.w; }
    return vec4(of_pair[i].point[k].xyz, least);
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
