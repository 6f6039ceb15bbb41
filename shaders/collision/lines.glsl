// Where lines go: boxes, pairs, crosses, normals, one row of places behind the other, each as long as what it shows.
// Every place has a line, so nothing is counted and the order is fixed. Where there is nothing to show (a free slot,
// the fourth point of three) the line has no length and no colour. Lines without room are dropped, the last first.
#ifndef MAS_LINES_GLSL
#define MAS_LINES_GLSL

#include "list.glsl"
#include "collision/collision_shared.h"
#include "collision/lines_shared.h"

layout(push_constant) uniform Push { lines_push push; };
layout(std430, binding = 0) readonly buffer PairList { list_header pair_list; };
layout(std430, binding = 1) readonly buffer ContactList { list_header contact_list; };
layout(std430, binding = 2) writeonly buffer Lines
{
    lines_header header;
    line_vertex  vertex[];
};

uint lines_if(uint flag, uint n)
{
    return (push.flags & flag) != 0u ? n : 0u;
}

uint lines_pairs()
{
    return lines_if(LINES_BOUNDS, LINES_PER_BOX * push.colliders);
}

uint lines_points()
{
    return lines_pairs() + lines_if(LINES_PAIRS, pair_list.count);
}

uint lines_normals()
{
    return lines_points() + lines_if(LINES_POINTS, LINES_PER_CROSS * MANIFOLD_POINTS * contact_list.count);
}

uint lines_all()
{
    return lines_normals() + lines_if(LINES_NORMALS, MANIFOLD_POINTS * contact_list.count);
}

void lines_put(uint place, vec3 a, vec3 b, uint colour)
{
    if (place >= push.capacity) return;
    vertex[2u * place]      = line_vertex(a.x, a.y, a.z, colour);
    vertex[2u * place + 1u] = line_vertex(b.x, b.y, b.z, colour);
}

void lines_put_none(uint place)
{
    lines_put(place, vec3(0.0), vec3(0.0), 0u);
}

#endif
