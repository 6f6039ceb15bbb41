// Joints answer their errors, of velocity and of place.
#version 460
#extension GL_GOOGLE_include_directive : require
#define JOINT_WHAT JOINT_SOLVE
#include "rigid/joint_colour.glsl"
