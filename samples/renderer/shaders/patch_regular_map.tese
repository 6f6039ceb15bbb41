#version 450
#extension GL_GOOGLE_include_directive : require
#define MAP
#include "patch_regular.glsl"
