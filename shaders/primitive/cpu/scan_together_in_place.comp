#version 460
#extension GL_GOOGLE_include_directive : require
#include "words.glsl"
#define SCAN_IN_PLACE
#include "scan_together_values.glsl"
