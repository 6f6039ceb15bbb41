#version 450
// As sphere_sun.frag, with every second texel left out: a liquid keeps back half of the light.
layout(location = 0) in vec2 disc;
layout(location = 1) flat in vec2 depth;

void main()
{
    float u = dot(disc, disc);
    if (u > 1.0 || ((int(gl_FragCoord.x) + int(gl_FragCoord.y)) & 1) != 0) discard;
    gl_FragDepth = depth.x - sqrt(1.0 - u) * depth.y;
}
