// Products, lengths and directions of vectors; included by exact.glsl.

float exact_dot(vec2 a, vec2 b)
{
    return (a.x * b.x) + (a.y * b.y);
}

float exact_dot(vec3 a, vec3 b)
{
    return ((a.x * b.x) + (a.y * b.y)) + (a.z * b.z);
}

float exact_dot(vec4 a, vec4 b)
{
    return ((a.x * b.x) + (a.y * b.y)) + ((a.z * b.z) + (a.w * b.w));
}

vec3 exact_cross(vec3 a, vec3 b)
{
    return vec3((a.y * b.z) - (a.z * b.y), (a.z * b.x) - (a.x * b.z), (a.x * b.y) - (a.y * b.x));
}

// Shorter than 2^-50? Squares that small may be denormal, kept by one device and lost by another.
bool exact_is_short(float squared)
{
    return floatBitsToUint(squared) < EXACT_TWO_M100;
}

// Length from its square. Vectors shorter than 2^-50 have length 0; longer than 2^50 come out too long.
float exact_length_of_squared(float squared)
{
    float root    = squared * exact_rsqrt(squared);
    bool is_short = exact_is_short(squared);
    return is_short ? 0.0 : root;
}

float exact_length(vec2 v)
{
    return exact_length_of_squared(exact_dot(v, v));
}

float exact_length(vec3 v)
{
    return exact_length_of_squared(exact_dot(v, v));
}

float exact_length(vec4 v)
{
    return exact_length_of_squared(exact_dot(v, v));
}

// v times the reciprocal root of its square. Vectors shorter than 2^-50 give zero, longer than 2^50 stay too long.
vec2 exact_normalize(vec2 v)
{
    float squared = exact_dot(v, v);
    return mix(v * exact_rsqrt(squared), vec2(0.0), bvec2(exact_is_short(squared)));
}

vec3 exact_normalize(vec3 v)
{
    float squared = exact_dot(v, v);
    return mix(v * exact_rsqrt(squared), vec3(0.0), bvec3(exact_is_short(squared)));
}

vec4 exact_normalize(vec4 v)
{
    float squared = exact_dot(v, v);
    return mix(v * exact_rsqrt(squared), vec4(0.0), bvec4(exact_is_short(squared)));
}
