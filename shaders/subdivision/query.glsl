// Walks a surface's tree for one query, nearest boxes first, of equal ones the lower number. Boxes farther than the
// best point found are left out. Every box is visited once at most. C twin: tests/oracle/query.c.
//
// The including file says how far a box is (query_box) and which points a patch has (query_patch, which calls
// query_take for each point it finds).
#ifndef MAS_QUERY_GLSL
#define MAS_QUERY_GLSL

#include "list.glsl"
#include "exact.glsl"
#include "subdivision/query_shared.h"
#include "subdivision/refit_shared.h"

layout(push_constant) uniform Push { query_push push; };
layout(std430, binding = 0) readonly buffer Record { query_record record[]; };
layout(std430, binding = 1) readonly buffer Point { vec4 point[]; };
layout(std430, binding = 2) readonly buffer Patch { surface_patch patches[]; };
layout(std430, binding = 3) readonly buffer Regular { uint regular[]; };
layout(std430, binding = 4) readonly buffer Gregory { uint gregory[]; };
layout(std430, binding = 5) readonly buffer Node { surface_node node[]; };
layout(std430, binding = 6) readonly buffer Box { surface_box box[]; };
layout(std430, binding = 7) writeonly buffer Answer { query_answer answer[]; };

#include "subdivision/patch.glsl"

const float QUERY_FAR = 3.0e38; // m

float query_box(surface_box b); // m, at least as near as anything in it; QUERY_FAR when nothing in it counts
void query_patch(uint p);

float query_slack;    // m: distances are rounded by less
float query_nearest;  // m: the smallest distance found; before that how far to look
float query_distance; // m: of what was chosen
uint  query_chosen;   // patch, or SURFACE_NONE
vec2  query_at;       // u, v
vec3  query_seen;     // m, from the query's point
bool  query_stopped;

// What is closer wins. But a point of a rim is found from both its sides, and differs by rounding: of points in one place
// the one of the lowest patch wins. seen: m, from the query's point, in whatever axes.
void query_take(uint p, vec2 at, vec3 seen, float distance)
{
    vec3  apart = abs(seen - query_seen);
    bool  same  = max(max(apart.x, apart.y), apart.z) <= 64.0 * query_slack;
    float shift = same ? (p < query_chosen ? query_slack : -query_slack) : 0.0;
    bool better = distance < query_distance + shift || (distance == query_distance && p < query_chosen);
    bool first  = query_chosen == SURFACE_NONE;
    if (first ? distance <= query_nearest : better)
    {
        query_chosen   = p;
        query_at       = at;
        query_seen     = seen;
        query_distance = distance;
    }
    query_nearest = min(query_nearest, distance);
}

// Children from the lowest number on are put in their places above base, the nearest on top.
void query_walk(uint root)
{
    uint  number[QUERY_STACK];
    float away[QUERY_STACK];
    uint  top = 1u, looked = 0u;
    number[0] = root;
    away[0]   = 0.0;
    while (top > 0u)
    {
        --top;
        uint n = number[top];
        if (away[top] > query_nearest + query_slack) continue;
        if (n < push.patches)
        {
            query_stopped = query_stopped || looked == QUERY_MAX_PATCHES;
            if (looked == QUERY_MAX_PATCHES) break;
            ++looked;
            query_patch(n);
            continue;
        }
        uint base = top, count = node[n].count, child = node[n].child;
        [[dont_unroll]] for (uint k = 0u; k < count; ++k)
        {
            float d = query_box(box[child + k]);
            if (d > query_nearest + query_slack) continue;
            uint place = top;
            while (place > base && away[place - 1u] <= d)
            {
                away[place]   = away[place - 1u];
                number[place] = number[place - 1u];
                --place;
            }
            away[place]   = d;
            number[place] = child + k;
            ++top;
        }
    }
}

// Answers with what query_answer.comp needs to go on.
void query_find(uint i, uint kind)
{
    if (i >= push.range.count || record[i].kind != kind) return;
    query_chosen   = SURFACE_NONE;
    query_at       = vec2(0.0);
    query_seen     = vec3(0.0);
    query_distance = 0.0;
    query_stopped  = false;
    query_nearest  = record[i].point.w;
    if (record[i].surface < push.surfaces)
    {
        uint root   = node[push.boxes + record[i].surface].child;
        vec3 far    = max(max(abs(box[root].lo.xyz), abs(box[root].hi.xyz)), abs(record[i].point.xyz));
        query_slack = (1.0 / 2048.0) * ((1.0 / 2048.0) * max(max(far.x, far.y), far.z));
        query_walk(root);
    }
    bool hit   = query_chosen != SURFACE_NONE;
    uint flags = (hit ? QUERY_HIT : 0u) | (query_stopped ? QUERY_STOPPED : 0u);
    answer[i]  = query_answer(vec4(vec3(0.0), exact_flush(query_distance)), vec4(vec3(0.0), exact_flush(query_at.x)),
                              vec4(vec3(0.0), exact_flush(query_at.y)), flags, hit ? query_chosen : 0u, 0u,
                              record[i].surface);
}

#endif
