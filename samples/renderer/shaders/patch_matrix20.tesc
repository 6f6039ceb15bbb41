#version 450
#extension GL_GOOGLE_include_directive : require
#define POINTS 20
#include "patch_matrix.glsl"
