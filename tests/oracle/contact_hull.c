#include "contact_points.h"

typedef struct core // what of the axis is nearest to the hull, or least deep in it
{
    oracle_vec3 normal;
    float distance, s;
    uint32_t feature;
} core;

enum
{
    FACE   = 0x10000,
    EDGE   = 0x20000,
    CORNER = 0x30000,
};

static uint32_t loop_corner(const hull_data* hull, uint32_t at)
{
    return hull->loop[at / 4] >> at % 4 * 8 & 255;
}

static float height_over(const hull_data* hull, uint32_t face, const oracle_round* a)
{
    const oracle_vec3 n = vec_of(hull->face[face]);
    return (oracle_dot3(n, a->centre) - hull->face[face].w) - magnitude_of(a->end * oracle_dot3(n, a->axis));
}

// From where (x) to where (y) the axis is over the face.
static oracle_vec2 part_over(const hull_data* hull, uint32_t face, const oracle_round* a)
{
    const uint32_t first = hull->range[face] & 0xFFFF, count = hull->range[face] >> 16;
    const oracle_vec3 n = vec_of(hull->face[face]);
    oracle_vec2 part    = { -a->end, a->end };
    for (uint32_t k = 0; k < count; ++k)
    {
        const oracle_vec3 from = vec_of(hull->corner[loop_corner(hull, first + (k + count - 1) % count)]);
        const oracle_vec3 to   = vec_of(hull->corner[loop_corner(hull, first + k)]);
        const oracle_vec3 side = oracle_cross(vec_sub(to, from), n);
        const float per_m      = oracle_reciprocal(oracle_dot3(side, a->axis));
        const float cut        = oracle_dot3(side, vec_sub(from, a->centre)) * per_m;
        if (per_m > 0.0f)
            part.y = smaller_of(part.y, cut);
        else
            part.x = larger_of(part.x, cut);
    }
    return part;
}

static void try_deep_edges(const hull_data* hull, const oracle_round* a, float limit, core* best)
{
    for (uint32_t k = 0; k < hull->edges; ++k)
    {
        const uint32_t edge = hull->edge[k];
        const float left    = oracle_dot3(vec_of(hull->face[edge >> 16 & 255]), a->axis);
        const float right   = oracle_dot3(vec_of(hull->face[edge >> 24]), a->axis);
        if (!((left > 0.0f && right < 0.0f) || (left < 0.0f && right > 0.0f))) continue;
        const oracle_vec3 from   = vec_of(hull->corner[edge & 255]);
        const oracle_vec3 v      = vec_sub(vec_of(hull->corner[edge >> 8 & 255]), from);
        const oracle_vec3 across = oracle_cross(v, a->axis);
        const float squared      = oracle_dot3(across, across);
        if (!oracle_contact_crosses(squared, oracle_dot3(v, v))) continue;
        oracle_vec3 n = vec_scale(across, oracle_rsqrt(squared));
        if (left < 0.0f) n = vec_negate(n);
        const float distance = oracle_dot3(n, vec_sub(a->centre, from));
        if (!(distance > limit)) continue;
        const oracle_vec3 half   = vec_scale(v, 0.5f);
        const oracle_vec3 middle = vec_sub(vec_add(from, half), a->centre);
        limit                    = distance;
        *best = (core){ n, distance, oracle_contact_nearest(a->axis, a->end, middle, half).x, EDGE | k << 4 };
    }
}

// Normal not unit, distance squared.
static core nearest_edge(const hull_data* hull, const oracle_round* a)
{
    core best = { { 0.0f, 0.0f, 0.0f }, 3e38f, 0.0f, 0 };
    for (uint32_t k = 0; k < hull->edges; ++k)
    {
        const uint32_t edge = hull->edge[k], one = edge & 255, two = edge >> 8 & 255;
        const oracle_vec3 from   = vec_of(hull->corner[one]);
        const oracle_vec3 v      = vec_scale(vec_sub(vec_of(hull->corner[two]), from), 0.5f);
        const oracle_vec3 middle = vec_sub(vec_add(from, v), a->centre);
        const oracle_vec2 at     = oracle_contact_nearest(a->axis, a->end, middle, v);
        const oracle_vec3 apart  = vec_sub(vec_scale(a->axis, at.x), vec_add(middle, vec_scale(v, at.y)));
        const float squared      = oracle_dot3(apart, apart);
        if (!(squared < best.distance)) continue;
        uint32_t what = EDGE | k << 4;
        if (!(magnitude_of(at.y) < 1.0f)) what = CORNER | (at.y < 0.0f ? one : two) << 4;
        best = (core){ apart, squared, at.x, what | oracle_contact_region(at.x, a->end) };
    }
    return best;
}

static void add(oracle_contact_points* c, mas_vec4 rotation, const oracle_round* a, oracle_vec3 normal, float s,
                float distance, uint32_t feature)
{
    const oracle_vec3 middle = vec_sub(vec_scale(a->axis, s), vec_scale(normal, 0.5f * (distance + a->radius)));
    oracle_contact_add(c, oracle_quaternion_rotate(rotation, middle), distance - a->radius, feature);
}

void oracle_round_hull(oracle_contact_points* c, const hull_data* hull, mas_vec4 rotation, oracle_round a)
{
    uint32_t face = 0;
    float height  = -3e38f;
    for (uint32_t k = 0; k < hull->faces; ++k)
        if (height_over(hull, k, &a) > height) height = height_over(hull, k, &a), face = k;
    const oracle_vec3 normal = vec_of(hull->face[face]);
    if (!(height - a.radius <= c->margin) || height < -1e38f) return;
    const oracle_vec2 over = part_over(hull, face, &a);
    const float rate       = oracle_dot3(normal, a.axis);
    const float base       = height + magnitude_of(a.end * rate);
    const float low        = smaller_of(base + rate * over.x, base + rate * over.y);
    const bool has_part    = over.x <= over.y;
    const float size       = ((magnitude_of(a.centre.x) + magnitude_of(a.centre.y)) + magnitude_of(a.centre.z)) + a.end;
    const float reach      = CONTACT_TOUCHES * size;

    // Else nothing is nearer than the face.
    bool search = !(has_part && low - height <= larger_of((1.0f - CONTACT_FACE_NEAR) * height, reach));
    core best   = { normal, height, rate > 0.0f ? -a.end : a.end, FACE | face << 4 };
    if (!(height > -reach)) // inside, or beside an edge
    {
        if (a.end > 0.0f) try_deep_edges(hull, &a, height + CONTACT_FACE_DEEP * (a.radius - height), &best);
        search = best.distance > 0.0f;
    }
    if (search)
    {
        core near         = nearest_edge(hull, &a);
        const float per_m = oracle_rsqrt(near.distance);
        if (near.distance * per_m > reach && oracle_bits(near.distance) >= 0x0D800000u)
        {
            near.normal   = vec_scale(near.normal, per_m);
            near.distance = near.distance * per_m;
            best          = near;
        }
    }

    const bool on_face = has_part && oracle_dot3(normal, best.normal) >= CONTACT_FACE_NEAR &&
                         oracle_contact_near(low, best.distance + reach, a.radius);
    if (on_face)
    {
        c->normal = vec_negate(oracle_quaternion_rotate(rotation, normal));
        add(c, rotation, &a, normal, over.x, base + rate * over.x, FACE | face << 4 | !(over.x <= -a.end));
        if (over.x < over.y)
            add(c, rotation, &a, normal, over.y, base + rate * over.y, FACE | face << 4 | (over.y >= a.end ? 2u : 3u));
    }
    else
    {
        c->normal = vec_negate(oracle_quaternion_rotate(rotation, best.normal));
        add(c, rotation, &a, best.normal, best.s, best.distance, best.feature);
    }
}
