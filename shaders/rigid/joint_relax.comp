// Joints answer errors of velocity.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "rigid/joint_sweep.glsl"
