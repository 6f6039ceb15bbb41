#version 460
#extension GL_GOOGLE_include_directive : require
#define SCAN_IN_PLACE
#include "scan_values.glsl"
