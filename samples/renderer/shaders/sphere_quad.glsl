// A sphere as a quad that faces the eye: four corners per instance, exactly around the outline in perspective.
// Of the includer: frame.

struct sphere_corner
{
    vec3 ray;  // from the eye to the quad, m
    vec2 disc; // outline at length 1
    float rim; // radius of the outline in the quad, m
};

// The near plane of an eye inside the sphere would cut a hole: leave such a sphere out.
bool sphere_is_before(vec3 centre, float radius) // relative to the eye
{
    return dot(centre, centre) >= radius * radius * 1.02 && dot(centre, frame.forward.xyz) >= -radius;
}

sphere_corner place_corner(vec3 centre, float radius)
{
    float squared  = dot(centre, centre);
    float distance = sqrt(squared);
    sphere_corner c;
    c.rim       = radius * distance * inversesqrt(squared - radius * radius);
    vec3 x      = normalize(cross(frame.up.xyz, centre));
    vec3 y      = cross(x, centre) / distance;
    c.disc      = vec2(gl_VertexIndex & 1, gl_VertexIndex >> 1) * 2.0 - 1.0;
    c.ray       = centre + c.rim * (c.disc.x * x + c.disc.y * y);
    gl_Position = frame.clip * vec4(c.ray + frame.eye.xyz, 1.0);
    // All of the quad gets the depth of the sphere's nearest point, so that hidden ones can be dropped before they are
    // shaded: the shader only moves away from the eye (depth_less).
    float nearest = max(dot(centre, frame.forward.xyz) - radius, frame.eye.w);
    gl_Position.z = gl_Position.w * (frame.eye.w / nearest);
    return c;
}
