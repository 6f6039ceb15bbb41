// host only: what lies around a corner decides what becomes of a face, once.
#include "cage_work.h"

void mas_ring_around(const cage_mesh* m, uint32_t half, cage_ring* out)
{
    uint32_t first = half;
    out->closed    = true;
    for (;;) // clockwise, to a boundary or back
    {
        const uint32_t other = m->twin[first];
        if (other == CAGE_NONE)
        {
            out->closed = false;
            break;
        }
        first = cage_next(m, other);
        if (first == half) break;
    }
    out->faces = 0;
    for (uint32_t h = first; out->faces < CAGE_MAX_VALENCE;)
    {
        out->half[out->faces++] = h;
        h                       = m->twin[cage_previous(m, h)];
        if (h == CAGE_NONE || h == first) break;
    }
}

uint32_t mas_ring_spoke(const cage_mesh* m, const cage_ring* r, uint32_t k)
{
    if (k < r->faces) return cage_end(m, r->half[k]);
    return r->closed ? cage_end(m, r->half[0]) : m->vertex[cage_previous(m, r->half[r->faces - 1])];
}

uint32_t mas_ring_edge(const cage_mesh* m, const cage_ring* r, uint32_t k)
{
    if (k < r->faces) return m->edge[r->half[k]];
    return r->closed ? m->edge[r->half[0]] : m->edge[cage_previous(m, r->half[r->faces - 1])];
}

uint32_t mas_ring_opposite(const cage_mesh* m, const cage_ring* r, uint32_t k)
{
    return cage_end(m, cage_next(m, r->half[k]));
}

static uint32_t spokes(const cage_ring* r)
{
    return r->closed ? r->faces : r->faces + 1;
}

void mas_sector(const cage_mesh* m, uint32_t half, cage_sector* out)
{
    cage_ring all;
    mas_ring_around(m, half, &all);
    uint32_t sharp = 0, at = 0;
    for (uint32_t k = 0; k < spokes(&all); ++k)
        sharp += m->edge_sharp[mas_ring_edge(m, &all, k)] >= CAGE_SHARP;
    for (uint32_t k = 0; k < all.faces; ++k)
        if (all.half[k] == half) at = k;
    out->kind = m->vertex_sharp[m->vertex[half]] >= CAGE_SHARP || sharp > 2 ? CAGE_CORNER
                : sharp == 2                                                ? CAGE_CREASE
                                                                            : CAGE_SMOOTH;
    out->ring = all;
    out->at   = at;
    if (sharp < 2) return; // what a single sharp edge ends in is smooth all around
    uint32_t first = at, count = 1;
    while (m->edge_sharp[mas_ring_edge(m, &all, first)] < CAGE_SHARP)
        first = first > 0 ? first - 1 : all.faces - 1;
    while (m->edge_sharp[mas_ring_edge(m, &all, (first + count) % spokes(&all))] < CAGE_SHARP)
        ++count;
    out->ring.faces  = count;
    out->ring.closed = false;
    for (uint32_t k = 0; k < count; ++k)
        out->ring.half[k] = all.half[(first + k) % all.faces];
    out->at = (at + all.faces - first) % all.faces;
}

static bool fades(float sharpness)
{
    return sharpness > 0.0f && sharpness < CAGE_SHARP;
}

cage_feature mas_feature(const cage_mesh* m, uint32_t vertex)
{
    cage_ring all;
    cage_feature out = { .odd = false, .fading = fades(m->vertex_sharp[vertex]) };
    mas_ring_around(m, m->half[vertex], &all);
    uint32_t sharp = 0, start = 0;
    for (uint32_t k = 0; k < spokes(&all); ++k)
    {
        const float s = m->edge_sharp[mas_ring_edge(m, &all, k)];
        out.fading    = out.fading || fades(s);
        if (s < CAGE_SHARP) continue;
        start = sharp == 0 ? k : start;
        ++sharp;
    }
    const bool corner = m->vertex_sharp[vertex] >= CAGE_SHARP || sharp > 2;
    if (sharp < 2)
    {
        out.more = corner ? 3 : sharp == 1 ? 2 : 0;
        out.odd  = all.faces != 4 || out.more > 0;
        return out;
    }
    uint32_t run = 0; // faces since the last sharp edge, from one of them on
    for (uint32_t k = 0; k < all.faces; ++k)
    {
        ++run;
        if (m->edge_sharp[mas_ring_edge(m, &all, (start + k + 1) % spokes(&all))] < CAGE_SHARP) continue;
        const uint32_t more = corner && run > 1 ? 3 : run > 3 ? 1 : 0;
        out.odd             = out.odd || run != (corner ? 1u : 2u);
        out.more            = more > out.more ? more : out.more;
        run                 = 0;
    }
    return out;
}
