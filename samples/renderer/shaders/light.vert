#version 450
// One triangle over the whole picture.
layout(location = 0) out vec2 screen; // -1..1, y up

void main()
{
    screen      = vec2(gl_VertexIndex & 1, gl_VertexIndex >> 1) * vec2(4.0, -4.0) + vec2(-1.0, 1.0);
    gl_Position = vec4(screen.x, -screen.y, 0.0, 1.0);
}
