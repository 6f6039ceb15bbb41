// Roots for pairs of particles, which are many, for REAL float and vec4: one, or four at once, one after the other, so that
// few steps wait for each other. Included by exact.glsl for both. For 2^-100 <= x <= 2^100; 0 gives 0 and a number.

// 2 / sqrt(x): the seed and the first step are those of exact_rsqrt_core, the second is Newton's without its factor, and
// with a constant above 3 that balances the error.
REAL exact_twice_rsqrt(REAL x)
{
    REAL y = uintBitsToFloat(0x5F0B4000u - (floatBitsToUint(x) >> 1));
    y      = y * (1.891 - ((x * y) * y));
    return y * (3.0000012 - ((x * y) * y));
}

// sqrt(x) in the unit of terms: a seed within 3 % of 0.89 / sqrt(x), and a polynomial of what it leaves. Infinity gives
// -infinity.
REAL exact_rough_sqrt(REAL x, vec4 terms)
{
    REAL y = uintBitsToFloat(0x5F1FC800u - (floatBitsToUint(x) >> 1)), root = x * y, one = root * y;
    return root * (terms.x + (one * (terms.y + (one * (terms.z + (one * terms.w))))));
}
