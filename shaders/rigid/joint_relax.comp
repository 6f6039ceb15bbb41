// Joints answer errors of velocity.
#version 460
#extension GL_GOOGLE_include_directive : require
#define JOINT_WHAT JOINT_RELAX
#include "rigid/joint_colour.glsl"
