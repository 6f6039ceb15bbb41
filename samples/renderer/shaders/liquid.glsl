// A particle of a liquid as a sphere: wide enough to close the gaps to its neighbours, smaller where it has few, so that
// spray is made of drops.
#include "instance.glsl"
#include "sphere_quad.glsl"

layout(location = 0) in uint listed_slot;
layout(location = 0) out vec2 disc;        // as in sphere.vert
layout(location = 1) flat out vec4 sphere;

// False: nothing is drawn. crowd: 0.42 alone, about 0.75 in a level surface, 1 within.
bool place_particle(float widen, out uint slot, out float crowd, out float rim)
{
    slot         = (item.flags & ITEM_SLOTS) != 0u ? listed_slot : uint(gl_InstanceIndex);
    crowd        = instance_density(slot);
    vec3 centre  = instance_position(slot) - frame.eye.xyz;
    float radius = widen * 2.0 * item.scale.w * mix(0.46, 0.85, smoothstep(0.45, 0.70, crowd));
    gl_Position  = NOWHERE;
    if (!instance_is_drawn(slot) || !sphere_is_before(centre, radius)) return false;
    sphere_corner corner = place_corner(centre, radius);
    disc   = corner.disc;
    sphere = vec4(centre, radius);
    rim    = corner.rim;
    return true;
}
