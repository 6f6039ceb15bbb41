// Colours, linear. Chosen for a bright scene: none is black, none as light as the ground.
const vec3 PALETTE[8] = vec3[](
    vec3(0.055, 0.246, 0.479), // blue
    vec3(0.887, 0.279, 0.062), // orange
    vec3(0.061, 0.352, 0.296), // teal
    vec3(0.823, 0.479, 0.082), // amber
    vec3(0.479, 0.070, 0.090), // red
    vec3(0.235, 0.413, 0.098), // leaf
    vec3(0.262, 0.109, 0.342), // plum
    vec3(0.578, 0.522, 0.434)); // sand

uint scramble(uint x)
{
    x = (x ^ (x >> 16)) * 0x7feb352du;
    x = (x ^ (x >> 15)) * 0x846ca68bu;
    return x ^ (x >> 16);
}

vec3 gradient(const vec3 stops[5], float t)
{
    float x = clamp(t, 0.0, 1.0) * 4.0;
    int i   = min(int(x), 3);
    return mix(stops[i], stops[i + 1], x - float(i));
}

// Slow is deep blue, then teal, amber and nearly white. 0..1
vec3 speed_colour(float t)
{
    return gradient(vec3[](vec3(0.018, 0.062, 0.215), vec3(0.017, 0.212, 0.402), vec3(0.110, 0.479, 0.434),
                           vec3(0.888, 0.479, 0.094), vec3(1.000, 0.862, 0.604)), t);
}

// All as light as each other, so that the layers of a heap show by hue alone. 0..1
vec3 order_colour(float t)
{
    return gradient(vec3[](vec3(0.040, 0.150, 0.480), vec3(0.030, 0.360, 0.420), vec3(0.560, 0.520, 0.160),
                           vec3(0.880, 0.330, 0.050), vec3(0.640, 0.070, 0.090)), t);
}

