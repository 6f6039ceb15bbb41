// Correctly rounded division and square root; included by exact.glsl. An estimate of the quotient (or root) of the
// fractions is at most 3 units off; 32-bit integers, modulo 2^32, give its remainder, which is far smaller than 2^32,
// so that the modulus does not matter; three comparisons find the exact quotient and one rounds it.
// Denormal inputs count as zeros of their sign, results below 2^-126 are flushed to zeros of their sign.

// a/b. IEEE for 0, infinity and NaN; the NaN returned is EXACT_NAN.
float exact_divide(float a, float b)
{
    uint bits_a = floatBitsToUint(a);
    uint bits_b = floatBitsToUint(b);
    uint sign   = (bits_a ^ bits_b) & EXACT_SIGN;
    bits_a &= EXACT_MAGNITUDE;
    bits_b &= EXACT_MAGNITUDE;
    uint fa = (bits_a & EXACT_FRACTION) | EXACT_NORMAL; // 2^23 .. 2^24 - 1
    uint fb = (bits_b & EXACT_FRACTION) | EXACT_NORMAL;

    bool less      = fa < fb;
    uint shift     = less ? 24u : 23u; // puts the quotient q into 2^23 .. 2^24 - 1
    float xa       = uintBitsToFloat((bits_a & EXACT_FRACTION) | EXACT_ONE); // 1 .. 2
    float xb       = uintBitsToFloat((bits_b & EXACT_FRACTION) | EXACT_ONE);
    float estimate = (xa * exact_reciprocal_core(xb)) * (less ? 16777216.0 : 8388608.0);
    uint q         = uint(estimate) - 3u;       // q .. q + 7 holds the quotient
    uint rest      = (fa << shift) - (q * fb);  // 0 .. 8 fb < 2^27: the high bits lost on both sides are equal
    bool add       = rest >= (fb << 2);
    q += add ? 4u : 0u;
    rest -= add ? fb << 2 : 0u;
    add = rest >= (fb << 1);
    q += add ? 2u : 0u;
    rest -= add ? fb << 1 : 0u;
    add = rest >= fb;
    q += add ? 1u : 0u;
    rest -= add ? fb : 0u;
    // A tie would make fa << (shift + 1) = (2 q + 1) fb, an odd factor of 25 bits in a number of 24: impossible.
    // A carry neither: fa / fb < 1 is at most 1 - 1 / (2^24 - 1), which rounds down.
    q += (rest << 1) > fb ? 1u : 0u;

    int exponent = int(bits_a >> 23) - int(bits_b >> 23) + (less ? 126 : 127);
    uint result  = (uint(exponent) << 23) | (q & EXACT_FRACTION);
    bool zero_a  = bits_a < EXACT_NORMAL;
    bool zero_b  = bits_b < EXACT_NORMAL;
    result       = exponent < 1 || zero_a || bits_b == EXACT_INFINITE ? 0u : result;
    result       = (exponent > 254 && !zero_a && bits_b < EXACT_INFINITE) || zero_b || bits_a == EXACT_INFINITE
                       ? EXACT_INFINITE : result;
    bool invalid = bits_a > EXACT_INFINITE || bits_b > EXACT_INFINITE || (zero_a && zero_b) ||
                   (bits_a == EXACT_INFINITE && bits_b == EXACT_INFINITE);
    return uintBitsToFloat(invalid ? EXACT_NAN : sign | result);
}

// sqrt(x). Zeros keep their sign, +infinity gives +infinity, anything below zero and NaN give EXACT_NAN.
float exact_sqrt(float x)
{
    uint bits      = floatBitsToUint(x);
    uint magnitude = bits & EXACT_MAGNITUDE;
    uint odd       = ((magnitude >> 23) + 1u) & 1u; // is the exponent without its bias (127) odd?
    uint fraction  = (magnitude & EXACT_FRACTION) | EXACT_NORMAL;
    float xm       = uintBitsToFloat((magnitude & EXACT_FRACTION) | (EXACT_ONE + (odd << 23))); // 1 .. 4

    // The root s of fraction << (23 + odd) lies in 2^23 .. 2^24 - 1; s .. s + 7 holds it.
    uint s    = uint((xm * exact_rsqrt_core(xm)) * 8388608.0) - 3u;
    uint rest = (fraction << (23u + odd)) - (s * s); // below 2^29: modulo 2^32 it is exact
    uint gap  = (s << 3) + 16u;                      // (s + 4)^2 - s^2
    bool add  = rest >= gap;
    rest -= add ? gap : 0u;
    s += add ? 4u : 0u;
    gap = (s << 2) + 4u;
    add = rest >= gap;
    rest -= add ? gap : 0u;
    s += add ? 2u : 0u;
    gap = (s << 1) + 1u;
    add = rest >= gap;
    rest -= add ? gap : 0u;
    s += add ? 1u : 0u;
    s += rest > s ? 1u : 0u; // (s + 1/2)^2 = s^2 + s + 1/4: no tie; the largest x rounds down: no carry

    uint exponent = ((magnitude >> 23) + 127u - odd) >> 1;
    uint result   = (exponent << 23) | (s & EXACT_FRACTION);
    result        = magnitude == EXACT_INFINITE ? EXACT_INFINITE : result;
    result        = magnitude > EXACT_INFINITE || bits != magnitude ? EXACT_NAN : result;
    return uintBitsToFloat(magnitude < EXACT_NORMAL ? bits & EXACT_SIGN : result);
}
