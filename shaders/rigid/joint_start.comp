// The joints' impulses of the last step act again.
#version 460
#extension GL_GOOGLE_include_directive : require
#define JOINT_WHAT JOINT_START
#include "rigid/joint_colour.glsl"
