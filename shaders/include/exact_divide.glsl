// Correctly rounded division and square root; included by exact.glsl. An estimate of the quotient (or root) of the
// fractions is at most 3 units off; 32-bit integers, modulo 2^32, give its remainder, which is far smaller than 2^31,
// so that the modulus does not matter; three comparisons find the exact quotient and one rounds it.
// Denormal inputs count as zeros of their sign, results below 2^-126 are flushed to zeros of their sign.
// Signed integers and no branches: unsigned conversions and comparisons, and control flow, cost software drivers more.

// a/b. IEEE for 0, infinity and NaN; the NaN returned is EXACT_NAN.
float exact_divide(float a, float b)
{
    int bits_a = floatBitsToInt(a);
    int bits_b = floatBitsToInt(b);
    int sign   = (bits_a ^ bits_b) & int(EXACT_SIGN);
    bits_a &= int(EXACT_MAGNITUDE);
    bits_b &= int(EXACT_MAGNITUDE);
    int fa = (bits_a & int(EXACT_FRACTION)) | int(EXACT_NORMAL); // 2^23 .. 2^24 - 1
    int fb = (bits_b & int(EXACT_FRACTION)) | int(EXACT_NORMAL);
    bool less = fa < fb;
    int less1 = less ? 1 : 0; // fa moves up by 23 or 24 bits: that puts the quotient q into 2^23 .. 2^24 - 1

    // Dividend 1 .. 2 or, when less, 2 .. 4; divisor 1 .. 2.
    float xa = intBitsToFloat((fa - int(EXACT_NORMAL)) + (less ? 0x40000000 : 0x3F800000));
    float xb = intBitsToFloat(fb + 0x3F000000);
    int q    = int((xa * exact_reciprocal_core(xb)) * 8388608.0) - 3; // q .. q + 6 holds the quotient
    int rest = ((fa << 23) << less1) - (q * fb); // 0 .. 7 fb: the high bits lost on both sides are equal
    int four = fb << 2;
    int two  = fb << 1;
    bool add = rest >= four;
    q += add ? 4 : 0;
    rest -= add ? four : 0;
    add = rest >= two;
    q += add ? 2 : 0;
    rest -= add ? two : 0;
    add = rest >= fb;
    q += add ? 1 : 0;
    rest -= add ? fb : 0;
    // A tie would make twice the shifted fa equal to (2 q + 1) fb, an odd factor of 25 bits in a number of 24:
    // impossible. A carry neither: fa / fb < 1 is at most 1 - 1 / (2^24 - 1), which rounds down.
    rest = rest << 1;
    q += rest > fb ? 1 : 0;

    int exponent = (((bits_a >> 23) - (bits_b >> 23)) + 127) - less1;
    bool tiny    = exponent < 1;
    bool huge    = exponent > 254;
    bool zero_a  = bits_a < int(EXACT_NORMAL);
    bool zero_b  = bits_b < int(EXACT_NORMAL);
    bool inf_a   = bits_a == int(EXACT_INFINITE);
    bool inf_b   = bits_b == int(EXACT_INFINITE);
    bool to_zero = (tiny || zero_a) || inf_b;
    bool to_inf  = (huge || zero_b) || inf_a;
    bool both    = to_zero && to_inf; // 0/0 and inf/inf only
    bool nan     = max(bits_a, bits_b) > int(EXACT_INFINITE);
    int result   = (exponent << 23) + (q - int(EXACT_NORMAL));
    result       = to_zero ? 0 : result;
    result       = to_inf ? int(EXACT_INFINITE) : result;
    result       = result | sign;
    result       = both ? int(EXACT_NAN) : result;
    result       = nan ? int(EXACT_NAN) : result;
    return intBitsToFloat(result);
}

// sqrt(x). Zeros keep their sign, +infinity gives +infinity, anything below zero and NaN give EXACT_NAN.
float exact_sqrt(float x)
{
    int bits     = floatBitsToInt(x);
    int mag      = bits & int(EXACT_MAGNITUDE);
    int odd      = ((mag >> 23) + 1) & 1; // is the exponent without its bias (127) odd?
    int fraction = (mag & int(EXACT_FRACTION)) | int(EXACT_NORMAL);
    float xm     = intBitsToFloat(fraction + (0x3F000000 + (odd << 23))); // 1 .. 4

    // The root s of fraction << (23 + odd) lies in 2^23 .. 2^24 - 1; s .. s + 6 holds it.
    int s    = int((xm * exact_rsqrt_core(xm)) * 8388608.0) - 3;
    int rest = ((fraction << 23) << odd) - (s * s); // below 2^29, so that it is exact although the terms are not
    int gap  = (s << 3) + 16;                       // (s + 4)^2 - s^2
    bool add = rest >= gap;
    rest -= add ? gap : 0;
    s += add ? 4 : 0;
    gap = (s << 2) + 4;
    add = rest >= gap;
    rest -= add ? gap : 0;
    s += add ? 2 : 0;
    gap = (s << 1) + 1;
    add = rest >= gap;
    rest -= add ? gap : 0;
    s += add ? 1 : 0;
    s += rest > s ? 1 : 0; // (s + 1/2)^2 = s^2 + s + 1/4: no tie; the largest x rounds down: no carry

    int result    = ((((mag >> 23) + 127) - odd) << 22) + (s - int(EXACT_NORMAL));
    bool inf      = bits == int(EXACT_INFINITE);
    bool above    = bits > int(EXACT_INFINITE);
    bool negative = bits < 0;
    bool zero     = mag < int(EXACT_NORMAL);
    bool invalid  = above || negative;
    int signed_0  = bits & int(EXACT_SIGN);
    result        = inf ? int(EXACT_INFINITE) : result;
    result        = invalid ? int(EXACT_NAN) : result;
    result        = zero ? signed_0 : result;
    return intBitsToFloat(result);
}
