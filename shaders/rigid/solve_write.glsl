// Fields of contacts, as they are written.
#ifndef MAS_SOLVE_WRITE_GLSL
#define MAS_SOLVE_WRITE_GLSL

void write(uint field, uint place, vec4 value)
{
    constant[field * params.capacity + place] = value;
}

#endif
