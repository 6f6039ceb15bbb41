#include "refit.h"
#include "patch.h"
#include "quaternion.h"
#include "vec.h"

#include <math.h>

static const float SLACK = 0x1p-18f; // of the largest coordinate of a patch's points

static oracle_vec3 least(oracle_vec3 a, oracle_vec3 b)
{
    return (oracle_vec3){ smaller_of(a.x, b.x), smaller_of(a.y, b.y), smaller_of(a.z, b.z) };
}

static oracle_vec3 most(oracle_vec3 a, oracle_vec3 b)
{
    return (oracle_vec3){ larger_of(a.x, b.x), larger_of(a.y, b.y), larger_of(a.z, b.z) };
}

static oracle_vec3 magnitude(oracle_vec3 a)
{
    return (oracle_vec3){ fabsf(a.x), fabsf(a.y), fabsf(a.z) };
}

surface_box oracle_patch_box(const oracle_surfaces* s, uint32_t patch)
{
    const surface_patch* p = &s->patch[patch];
    const bool gregory     = (p->flags & SURFACE_GREGORY) != 0;
    const uint32_t* number = (gregory ? s->gregory : s->regular) + p->index;
    const int count        = gregory ? SURFACE_GREGORY_POINTS : SURFACE_REGULAR_POINTS;
    oracle_vec3 x[SURFACE_GREGORY_POINTS], largest = { 0.0f, 0.0f, 0.0f };
    for (int k = 0; k < count; ++k)
    {
        x[k]    = vec_of(s->point[number[k]]);
        largest = most(largest, magnitude(x[k]));
    }
    for (int j = 0; j < 4 && !gregory; ++j)
        oracle_to_bezier(&x[4 * j]);
    for (int i = 0; i < 4 && !gregory; ++i)
    {
        oracle_vec3 column[4] = { x[i], x[4 + i], x[8 + i], x[12 + i] };
        oracle_to_bezier(column);
        for (int j = 0; j < 4; ++j)
            x[4 * j + i] = column[j];
    }
    oracle_vec3 lo = x[0], hi = x[0];
    for (int k = 1; k < count; ++k)
    {
        lo = least(lo, x[k]);
        hi = most(hi, x[k]);
    }
    return (surface_box){ vec_xyz0(oracle_flush3(vec_sub(lo, vec_scale(largest, SLACK)))),
                          vec_xyz0(oracle_flush3(vec_add(hi, vec_scale(largest, SLACK)))) };
}

static surface_box join(surface_box a, surface_box b)
{
    return (surface_box){ vec_xyz0(least(vec_of(a.lo), vec_of(b.lo))), vec_xyz0(most(vec_of(a.hi), vec_of(b.hi))) };
}

// Entries of each height above that many patches; returns the number of heights.
static uint32_t count_heights(uint32_t patches, uint32_t count[REFIT_MAX_HEIGHT + 1])
{
    uint32_t h = 0;
    for (count[0] = patches; h == 0 || h % 2 == 1 || count[h] > 1; ++h)
        count[h + 1] = (count[h] + REFIT_WIDTH - 1) / REFIT_WIDTH;
    return h;
}

// A height begins behind all entries of lower heights, and of its own height behind those of surfaces before.
oracle_heights oracle_heights_of(const oracle_surfaces* s, uint32_t surface)
{
    oracle_heights of                  = { 0 };
    uint32_t patch                     = 0;
    uint32_t all[REFIT_MAX_HEIGHT + 1] = { 0 };
    for (uint32_t k = 0; k < s->surfaces; ++k)
    {
        uint32_t count[REFIT_MAX_HEIGHT + 1], patches = 0;
        for (; patch < s->patches && s->patch[patch].surface == k; ++patch)
            ++patches;
        const uint32_t top = count_heights(patches, count);
        if (k == surface) of.top = top;
        for (uint32_t h = 0; h <= top; ++h)
        {
            if (k == surface) of.first[h] = all[h];
            if (k == surface) of.count[h] = count[h];
            all[h] += count[h];
        }
    }
    for (uint32_t h = 1, below = 0; h <= of.top; ++h)
    {
        below += all[h - 1];
        of.first[h] += below;
    }
    return of;
}

uint32_t oracle_refit_boxes(const oracle_surfaces* s)
{
    uint32_t boxes = 0;
    for (uint32_t k = 0; k < s->surfaces; ++k)
    {
        const oracle_heights h = oracle_heights_of(s, k);
        for (uint32_t up = 0; up <= h.top; ++up)
            boxes += h.count[up];
    }
    return boxes;
}

void oracle_refit(const oracle_surfaces* s, const uint32_t* stale, bool all, surface_box* box)
{
    for (uint32_t k = 0; k < s->surfaces; ++k)
    {
        if (!all && stale[k] == 0) continue;
        const oracle_heights h = oracle_heights_of(s, k);
        for (uint32_t i = 0; i < h.count[0]; ++i)
            box[h.first[0] + i] = oracle_patch_box(s, h.first[0] + i);
        for (uint32_t up = 1; up <= h.top; ++up)
            for (uint32_t i = 0; i < h.count[up - 1]; ++i)
            {
                surface_box* node       = &box[h.first[up] + i / REFIT_WIDTH];
                const surface_box child = box[h.first[up - 1] + i];
                *node                   = i % REFIT_WIDTH == 0 ? child : join(*node, child);
            }
    }
}

surface_box oracle_meshlet_box(uint32_t meshlet, const uint32_t* index, const mas_vec4* position)
{
    const uint32_t first = meshlet & 0x1FFFFFF, count = meshlet >> 25;
    surface_box b = { position[index[3 * first]], position[index[3 * first]] };
    b.lo.w = b.hi.w = 0.0f;
    for (uint32_t k = 3 * first; k < 3 * (first + count); ++k)
        b = join(b, (surface_box){ position[index[k]], position[index[k]] });
    return b;
}

surface_box oracle_box_under_pose(surface_box b, oracle_vec3 position, mas_vec4 rotation)
{
    const oracle_vec3 lo = vec_of(b.lo), hi = vec_of(b.hi);
    const oracle_vec3 centre = vec_scale(vec_add(lo, hi), 0.5f), size = vec_scale(vec_sub(hi, lo), 0.5f);
    const oracle_vec3 x     = magnitude(oracle_quaternion_rotate(rotation, (oracle_vec3){ size.x, 0.0f, 0.0f }));
    const oracle_vec3 y     = magnitude(oracle_quaternion_rotate(rotation, (oracle_vec3){ 0.0f, size.y, 0.0f }));
    const oracle_vec3 z     = magnitude(oracle_quaternion_rotate(rotation, (oracle_vec3){ 0.0f, 0.0f, size.z }));
    const oracle_vec3 place = vec_add(position, oracle_quaternion_rotate(rotation, centre));
    const oracle_vec3 away  = vec_add(magnitude(lo), magnitude(hi));
    const float far = (away.x + away.y) + away.z, own = 0x1p-18f * ((size.x + size.y) + size.z);
    const oracle_vec3 p = magnitude(position), r = vec_add(vec_add(x, y), z);
    const oracle_vec3 reach = { r.x + (own + 0x1p-20f * (p.x + far)), r.y + (own + 0x1p-20f * (p.y + far)),
                                r.z + (own + 0x1p-20f * (p.z + far)) };
    return (surface_box){ vec_xyz0(oracle_flush3(vec_sub(place, reach))),
                          vec_xyz0(oracle_flush3(vec_add(place, reach))) };
}
