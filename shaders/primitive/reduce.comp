#version 460
#extension GL_GOOGLE_include_directive : require
#include "reduce_values.glsl"
