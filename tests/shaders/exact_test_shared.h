// Which function exact_test.comp runs.
#ifndef MAS_EXACT_TEST_SHARED_H
#define MAS_EXACT_TEST_SHARED_H

#include "list_shared.h"

#define EXACT_TEST_DIVIDE 0u
#define EXACT_TEST_SQRT 1u
#define EXACT_TEST_RECIPROCAL 2u
#define EXACT_TEST_RSQRT 3u
#define EXACT_TEST_SINCOS 4u
#define EXACT_TEST_EXP 5u
#define EXACT_TEST_FLUSH 6u       // vec4
#define EXACT_TEST_FLUSH_SMALL 7u // float, vec2
#define EXACT_TEST_FLUSH_3 8u
#define EXACT_TEST_CLASSIFY 9u    // is_nan, is_finite of 1, 2, 3, 4 components
#define EXACT_TEST_CLAMP 10u      // between b.x and b.y; overloads by b.z
#define EXACT_TEST_MIX 11u        // t = b.w; overloads by b.z
#define EXACT_TEST_TO_INT 12u     // round, floor of a.x and a.y
#define EXACT_TEST_DOT 13u        // 2, 3, 4 components
#define EXACT_TEST_CROSS 14u
#define EXACT_TEST_LENGTH 15u     // 2, 3, 4 components
#define EXACT_TEST_NORMALIZE_2 16u
#define EXACT_TEST_NORMALIZE_3 17u
#define EXACT_TEST_NORMALIZE_4 18u
#define EXACT_TEST_MULTIPLY 19u   // quaternions from here
#define EXACT_TEST_CONJUGATE 20u
#define EXACT_TEST_NORMALIZE_Q 21u
#define EXACT_TEST_ROTATE 22u
#define EXACT_TEST_ROTATE_INVERSE 23u
#define EXACT_TEST_ROTATION_VECTOR 24u
#define EXACT_TEST_ABOUT 25u      // axis = bits of b.x mod 3
#define EXACT_TEST_TWICE 26u      // rough_sqrt, twice_rsqrt; overloads by b.z
#define EXACT_TEST_COUNT 27

STRUCT(exact_test_push)
{
    mas_range range;
    uint      function; // EXACT_TEST_*
};

#endif
