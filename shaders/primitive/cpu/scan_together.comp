#version 460
#extension GL_GOOGLE_include_directive : require
#include "words.glsl"
#include "scan_together_values.glsl"
