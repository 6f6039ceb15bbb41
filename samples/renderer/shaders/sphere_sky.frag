#version 450
// Top and bottom of the sphere here, for the sky map: see mesh_sky.frag.
layout(location = 0) in vec2 disc;
layout(location = 1) flat in vec2 depth;
layout(location = 0) out vec2 out_span;

void main()
{
    float u = dot(disc, disc);
    if (u > 1.0) discard;
    float half_ = sqrt(1.0 - u) * depth.y;
    out_span    = vec2(1.0 - depth.x + half_, depth.x + half_);
}
