#version 450
// The sky map keeps the greatest of both: height of the highest top, and 1 - height of the lowest bottom, in 0..1 from
// the floor of the bounds to their ceiling. 0, 0 is an empty place.
layout(location = 0) out vec2 out_span;

void main()
{
    out_span = vec2(1.0 - gl_FragCoord.z, gl_FragCoord.z);
}
