// A particle of a liquid as a sphere, wide enough to close the gaps to its neighbours. One with hardly any neighbours is
// spray: a handful of drops (liquid_front.frag), which fly as far apart as it is fast.
#include "instance.glsl"
#include "sphere_quad.glsl"

layout(location = 0) in uint listed_slot;
layout(location = 0) out vec2 disc;        // as in sphere.vert
layout(location = 1) flat out vec4 sphere;

// crowd: 0.24 alone, 0.31 beside one other, 0.39 in a thread, 0.63 in a sheet, about 0.7 in a level surface, 1 within; a
// wall adds up to 0.2.
bool is_spray(float crowd)
{
    return crowd < 0.46;
}

// False: nothing is drawn.
bool place_particle(float widen, out uint slot, out float crowd, out float rim)
{
    slot         = (item.flags & ITEM_SLOTS) != 0u ? listed_slot : uint(gl_InstanceIndex);
    crowd        = instance_density(slot);
    vec3 centre  = instance_position(slot) - frame.eye.xyz;
    float wide   = is_spray(crowd) ? 1.0 : mix(0.45, 0.85, smoothstep(0.46, 0.66, crowd)); // spacings
    float radius = widen * 2.0 * item.scale.w * wide;
    gl_Position  = NOWHERE;
    if (!instance_is_drawn(slot) || !sphere_is_before(centre, radius)) return false;
    sphere_corner corner = place_corner(centre, radius);
    disc   = corner.disc;
    sphere = vec4(centre, radius);
    rim    = corner.rim;
    return true;
}
