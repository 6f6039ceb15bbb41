// What a pair weighs, for REAL float and vec4: one pair, or four at once. Included by weight.glsl for both.

// Out of reach 0. far: the distance, in reaches.
REAL weight_near(REAL far)
{
    return max(1.0 - far, REAL(0.0));
}

REAL weight_of(REAL near, REAL far) // W, without its factor
{
    REAL squared = near * near;
    return (squared * squared) * (1.0 + (4.0 * far));
}

// Share of apart, without its factor; flushed, so that its square is a number that all devices have. It has no sign.
REAL weight_slope(REAL near)
{
    REAL cubed = (near * near) * near;
    return mix(cubed, REAL(0.0), LESS(floatBitsToUint(cubed), UINT(EXACT_TWO_M40)));
}
