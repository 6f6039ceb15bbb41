// Two, four or eight words of a buffer at once.
// A kernel whose .comp includes this file is built twice: as NAME, and as NAME_twin with MAS_TWIN defined, for devices
// where accesses of 64-bit integers cost less. compute/core/kernel.c chooses; the results are the same.
#ifndef MAS_WORDS_GLSL
#define MAS_WORDS_GLSL

#ifdef MAS_TWIN
#include "cpu/words.glsl"
#else
#define words2 uvec2
#define words4 uvec4
struct words8
{
    uvec4 first, last;
};
#define to_words8(first, last) words8(first, last)
#define first_words(w) (w).first
#define last_words(w) (w).last
#define to_words(v) (v)
#define from_words(w) (w)
#endif

#endif
