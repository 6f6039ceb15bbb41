#version 450
layout(location = 0) in vec2 disc;
layout(location = 1) flat in vec2 depth;

void main()
{
    float u = dot(disc, disc);
    if (u > 1.0) discard;
    gl_FragDepth = depth.x - sqrt(1.0 - u) * depth.y;
}
