// Up to four of many candidates: the deepest; the farthest from it; in place of the first, the farthest from that which is
// nearly as deep, so that a face that lies flat stands on its outermost points; the farthest from the line through both;
// the farthest outside the triangle of these. Candidates come in a fixed order, all of them in each of five rounds;
// nothing is stored.
//
//     reduce_start(margin, scale);
//     for (uint round = 0u; round < NARROW_ROUNDS; ++round)
//     {
//         reduce_begin(round);
//         ... reduce_offer(round, at, id); ...
//         reduce_end(round);
//     }
#ifndef MAS_NARROW_REDUCE_GLSL
#define MAS_NARROW_REDUCE_GLSL

#include "collision/narrow_view.glsl"

struct narrow_point
{
    vec3 at; // m: two coordinates in the plane of the reference face, separation
    uint id; // 0: no point
};

narrow_point reduced_0, reduced_1, reduced_2, reduced_3;
uint         reduced; // points
narrow_point reduce_found;
float        reduce_best, reduce_margin, reduce_bias, reduce_near, reduce_even;
float        reduce_deepest; // m, separation of the deepest candidate but for NARROW_DEEPER

// Twice the signed area of a triangle.
float reduce_area(vec2 a, vec2 b, vec2 c)
{
    vec2 u = b - a, v = c - a;
    return (u.x * v.y) - (u.y * v.x);
}

void reduce_start(float margin, float scale)
{
    reduce_margin = margin;
    reduce_bias   = NARROW_DEEPER * scale;
    reduce_even   = NARROW_EVEN * scale;
    reduce_near   = (NARROW_NEAR * scale) * (NARROW_NEAR * scale);
    reduced       = 0u;
    reduced_0     = narrow_point(vec3(0.0), 0u);
    reduced_1 = reduced_2 = reduced_3 = reduced_0;
}

// Scores are squares from round 1 on; to be taken, a point must be farther away than NARROW_NEAR.
void reduce_begin(uint round)
{
    vec2 line    = reduced_1.at.xy - reduced_0.at.xy;
    float square = exact_dot(line, line);
    float enough = round == 1u ? reduce_near : round == 2u ? max(square, reduce_near) : reduce_near * square;
    reduce_best  = round == 0u ? -NARROW_NONE : enough;
    reduce_found = narrow_point(vec3(0.0), 0u);
}

float reduce_score(uint round, vec3 at)
{
    if (round == 0u) return reduce_margin - at.z;
    vec2 away = at.xy - (round == 1u ? reduced_0.at.xy : reduced_1.at.xy);
    if (round == 1u) return exact_dot(away, away);
    if (round == 2u) return at.z <= reduced_0.at.z + reduce_even ? exact_dot(away, away) : 0.0;
    float area = reduce_area(reduced_0.at.xy, reduced_1.at.xy, at.xy);
    if (round == 3u) return area * area;
    float turn   = reduce_area(reduced_0.at.xy, reduced_1.at.xy, reduced_2.at.xy) > 0.0 ? 1.0 : -1.0;
    float side_1 = reduce_area(reduced_1.at.xy, reduced_2.at.xy, at.xy);
    float side_2 = reduce_area(reduced_2.at.xy, reduced_0.at.xy, at.xy);
    float out_by = min(min(turn * area, turn * side_1), min(turn * side_2, 0.0));
    return out_by * out_by;
}

void reduce_offer(uint round, vec3 at, uint id)
{
    float score = reduce_score(round, at);
    float least = round == 0u ? reduce_best + reduce_bias : reduce_best * NARROW_BETTER;
    bool better = at.z <= reduce_margin && score > least;
    reduce_best     = better ? score : reduce_best;
    reduce_found.at = mix(reduce_found.at, at, bvec3(better));
    reduce_found.id = better ? id : reduce_found.id;
}

// Without a find the place stays that of the first point, and later rounds find nothing either.
void reduce_end(uint round)
{
    bool some = reduce_found.id != 0u;
    reduced += some && round != 2u ? 1u : 0u;
    if (!some) reduce_found = narrow_point(reduced_0.at, round == 2u ? reduced_0.id : 0u);
    if (round == 0u) reduce_deepest = reduce_found.at.z;
    if (round == 0u || round == 2u) reduced_0 = reduce_found;
    else if (round == 1u) reduced_1 = reduce_found;
    else if (round == 3u) reduced_2 = reduce_found;
    else reduced_3 = reduce_found;
}

// Is the overlap not among the points? lowest: separation of the incident shape's lowest corner.
bool reduce_lost(float lowest, float scale)
{
    return lowest <= 0.0 && (reduced == 0u || reduce_deepest > lowest + (NARROW_LOST * scale));
}

void reduce_single(vec3 at, uint id)
{
    reduced_0 = narrow_point(at, id);
    reduced_1 = reduced_2 = reduced_3 = narrow_point(at, 0u);
    reduced   = 1u;
}

vec4 reduce_place(narrow_point p, vec3 origin, vec3 u, vec3 w, vec3 n)
{
    vec3 middle = ((origin + (p.at.x * u)) + (p.at.y * w)) + ((0.5 * p.at.z) * n);
    return p.id == 0u ? vec4(0.0) : exact_flush(vec4(middle, p.at.z));
}

// The points of a manifold. origin: from a's centre to the origin of the plane's coordinates; u, w, n: the plane's axes
// and its outward normal; all world axes.
void reduce_write(inout manifold m, vec3 origin, vec3 u, vec3 w, vec3 n)
{
    m.point[0] = reduce_place(reduced_0, origin, u, w, n);
    m.point[1] = reduce_place(reduced_1, origin, u, w, n);
    m.point[2] = reduce_place(reduced_2, origin, u, w, n);
    m.point[3] = reduce_place(reduced_3, origin, u, w, n);
    m.feature  = uvec4(reduced_0.id, reduced_1.id, reduced_2.id, reduced_3.id);
    m.count    = reduced;
    // Unused places are copies of the first.
    float deepest = min(min(reduced_0.at.z, reduced_1.at.z), min(reduced_2.at.z, reduced_3.at.z));
    m.flags |= deepest <= 0.0 ? MANIFOLD_TOUCHES : 0u;
}

#endif
