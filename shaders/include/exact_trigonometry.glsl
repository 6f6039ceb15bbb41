// Sine, cosine and exponential; included by exact.glsl. The polynomials are those of Cephes (S. Moshier), sinf.c and
// expf.c.

// -1/6 + z/120 - ...
float exact_sine_tail(float z)
{
    return (((z * -1.9515295891e-4) + 8.3321608736e-3) * z) + -1.6666654611e-1;
}

// sin(a)/a as a function of z = a a, 0 <= z <= 0.617 (a up to pi/4); exactly 1 at 0.
float exact_sinc_series(float z)
{
    return 1.0 + (z * exact_sine_tail(z));
}

// cos(a) as a function of z = a a, same range.
float exact_cos_series(float z)
{
    float tail = (((z * 2.443315711809948e-5) + -1.388731625493765e-3) * z) + 4.166664568298827e-2;
    return (1.0 - (0.5 * z)) + ((z * z) * tail);
}

// (sin x, cos x), both at most 1 in magnitude; sin(-x) = -sin(x) to the bit; x below 2^-126 gives (+0, 1).
// Larger arguments than 8192, infinities and NaN count as 8192 of their sign.
// The quarter turns are taken off in three pieces of pi/2: 8 and 11 bits, so that the first two products and
// differences are exact for up to 2^13 quarters, then 24 bits. The third piece, 7.5e-8, is stored 4096 times larger:
// constants stay above 2^-20.
vec2 exact_sincos(float x)
{
    uint bits      = floatBitsToUint(x);
    uint magnitude = bits & EXACT_MAGNITUDE;
    bool zero      = magnitude < EXACT_NORMAL;
    bits           = zero ? 0u : bits;
    magnitude      = min(bits & EXACT_MAGNITUDE, 0x46000000u); // 8192
    float a        = uintBitsToFloat(magnitude);

    float turns  = floor((a * 0.63661977) + 0.5); // quarter turns, 2/pi
    uint quarter = uint(int(turns)); // by int: cheaper for software drivers
    float r      = a - (turns * 1.5703125);
    r            = r - (turns * 4.837512969970703e-4);
    r            = r - ((turns * 0.000244140625) * 3.0923940e-4);

    float z      = exact_flush(r * r); // changes no bit of the results, but keeps their terms out of the denormals
    float sine   = r + ((r * z) * exact_sine_tail(z));
    float cosine = exact_cos_series(z);

    bool swap = (quarter & 1u) != 0u;
    uint s    = floatBitsToUint(swap ? cosine : sine) ^ (((quarter & 2u) << 30) ^ (bits & EXACT_SIGN));
    uint c    = floatBitsToUint(swap ? sine : cosine) ^ (((quarter + 1u) & 2u) << 30);
    return vec2(uintBitsToFloat(s), uintBitsToFloat(c));
}

// e^x; exactly 1 at 0. x is limited to -87 .. 88 (1.6e-38 .. 1.7e38), so that the result is finite and normal; NaN
// counts as one of the limits, after its sign bit.
float exact_exp(float x)
{
    uint bits      = floatBitsToUint(x);
    uint sign      = bits & EXACT_SIGN;
    uint last      = sign != 0u ? 0x42AE0000u : 0x42B00000u; // 87, 88
    uint magnitude = min(bits & EXACT_MAGNITUDE, last);
    float inside   = uintBitsToFloat(magnitude | sign);

    float k = floor((inside * 1.44269504) + 0.5); // x = k ln 2 + r
    float r = inside - (k * 0.693359375);         // exact: 9 bits of ln 2
    r       = r - (k * -2.12194440e-4);

    float p = (r * 1.9875691500e-4) + 1.3981999507e-3;
    p       = (p * r) + 8.3334519073e-3;
    p       = (p * r) + 4.1665795894e-2;
    p       = (p * r) + 1.6666665459e-1;
    p       = (p * r) + 5.0000001201e-1;
    float y = ((p * (r * r)) + r) + 1.0; // 0.70 .. 1.42
    return uintBitsToFloat(floatBitsToUint(y) + (uint(int(k)) << 23));
}
