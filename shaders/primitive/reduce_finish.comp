#version 460
#extension GL_GOOGLE_include_directive : require
#define REDUCE_FINISH
#include "reduce_values.glsl"
