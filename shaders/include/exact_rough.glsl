// Roots for pairs of particles, which are many, for REAL float and vec4: one, or four at once, one after the other, so that
// few steps wait for each other. Included by exact.glsl for both.
//
// The seed and the first step are those of exact_rsqrt_core, the second steps are left without their factors: hence twice
// the one and 8/3 of the other. For 2^-100 <= x <= 2^100; 0 gives 0 and a number, infinity infinity.

REAL exact_rough_seed(REAL x)
{
    REAL y = uintBitsToFloat(0x5F0B4000u - (floatBitsToUint(x) >> 1));
    return y * (1.891 - ((x * y) * y));
}

REAL exact_twice_rsqrt(REAL x) // 2 / sqrt(x), by Newton's step, with a constant above 3 that balances the error
{
    REAL y = exact_rough_seed(x);
    return y * (3.0000012 - ((x * y) * y));
}

REAL exact_more_sqrt(REAL x) // 8/3 sqrt(x), by a third-order step; abs for infinity alone, whose root would be negative
{
    REAL y = exact_rough_seed(x), root = x * y, one = root * y;
    return abs(root) * (5.0 - (one * (3.3333333 - one)));
}
