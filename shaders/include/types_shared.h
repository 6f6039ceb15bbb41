// Types that C and GLSL both read. A struct is written once:
//
//     STRUCT(scan_push)
//     {
//         uint first; // element
//     };
//
// std430 in GLSL, plain C here: no vec3, bool or mat3; 16-byte members come first or on 16-byte offsets.
#ifndef MAS_TYPES_SHARED_H
#define MAS_TYPES_SHARED_H

#ifdef __STDC__
#include <stdint.h>

typedef uint32_t uint;
typedef struct mas_vec4 { _Alignas(16) float x; float y, z, w; } mas_vec4;
typedef struct mas_uvec4 { _Alignas(16) uint x; uint y, z, w; } mas_uvec4;
typedef struct mas_ivec4 { _Alignas(16) int32_t x; int32_t y, z, w; } mas_ivec4;
#define STRUCT(name) typedef struct name name; struct name
#else
#define mas_vec4 vec4
#define mas_uvec4 uvec4
#define mas_ivec4 ivec4
#define STRUCT(name) struct name
#endif

#endif
