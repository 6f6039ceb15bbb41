// c = a + b, element by element, of matrices of rows x columns: a group takes a piece of a row, so that the grid has two
// dimensions and both need their bounds checked.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "list.glsl"
#include "sum_test_shared.h"

layout(push_constant) uniform Push { sum_test_push p; };
layout(std430, binding = 0) readonly  buffer A { float a[]; };
layout(std430, binding = 1) readonly  buffer B { float b[]; };
layout(std430, binding = 2) writeonly buffer C { float c[]; };

void main()
{
    uint pieces = (p.columns + gl_WorkGroupSize.x - 1u) / gl_WorkGroupSize.x; // of a row
    uint row    = group_index() / pieces;
    uint column = group_index() % pieces * gl_WorkGroupSize.x + gl_LocalInvocationID.x;
    if (row >= p.rows || column >= p.columns) return;
    uint i = row * p.columns + column;
    c[i]   = a[i] + b[i];
}
