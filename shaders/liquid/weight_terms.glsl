// What a pair weighs, for REAL float and vec4: one pair, or four at once. Included by weight.glsl for both.

// Out of reach 0. far: the distance, in 256ths of a reach.
REAL weight_near(REAL far)
{
    return max(WEIGHT_UNITS - far, REAL(0.0));
}

REAL weight_of(REAL near, REAL far) // W, without its factor
{
    REAL squared = near * near;
    return (squared * squared) * ((0.25 * WEIGHT_UNITS) + far);
}

REAL weight_slope(REAL near) // share of apart, without its factor
{
    return (near * near) * near;
}
