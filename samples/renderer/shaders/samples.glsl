// Where the four samples of a pixel lie, from its middle (Vulkan's standard positions).
const vec2 SAMPLE_AT[4] = vec2[](vec2(-0.125, -0.375), vec2(0.375, -0.125), vec2(-0.375, 0.125), vec2(0.125, 0.375));
