// host only: a cage is checked and joined once.
// The host's polygons: refused with the number of what is wrong, or joined to a mesh of half-edges. Halves are filed by
// the point they begin at, of which each has at most 64: so nothing is searched for among all.
#include "cage_work.h"

#include <math.h>

// The cage's own words for what is wrong.
#define REFUSE(...) return mas_fail(b->device, MASSA_ERROR_RANGE, __VA_ARGS__)

static bool within(float value, float limit)
{
    return value >= -limit && value <= limit; // false for NaN
}

static massa_result check_points(const cage_build* b)
{
    const massa_cage_desc* d = b->desc;
    for (uint32_t i = 0; i < d->point_count; ++i)
    {
        const massa_vec3 p = d->points[i];
        if (!within(p.x, MAS_CAGE_REACH) || !within(p.y, MAS_CAGE_REACH) || !within(p.z, MAS_CAGE_REACH))
            REFUSE(
                "Point %u of the cage, (%g, %g, %g), is beyond %g m or not finite: repair it, or scale the cage down.",
                i, (double)p.x, (double)p.y, (double)p.z, (double)MAS_CAGE_REACH);
        if (d->uv != NULL && (!within(d->uv[i].u, MAS_CAGE_REACH) || !within(d->uv[i].v, MAS_CAGE_REACH)))
            REFUSE("Texture coordinates (%g, %g) of point %u of the cage are beyond %g or not finite: repair them.",
                   (double)d->uv[i].u, (double)d->uv[i].v, i, (double)MAS_CAGE_REACH);
    }
    return MASSA_OK;
}

static massa_result check_faces(const cage_build* b, uint64_t* corners)
{
    const massa_cage_desc* d = b->desc;
    *corners                 = 0;
    for (uint32_t f = 0; f < d->face_count; ++f)
    {
        if (d->face_sizes[f] < 3)
            REFUSE("Face %u of the cage has %u corners: leave it out, 3 are the least.", f, d->face_sizes[f]);
        if (d->face_sizes[f] > MAS_CAGE_MAX_CORNERS)
            REFUSE("Face %u of the cage has %u corners, and %d are the most: divide it.", f, d->face_sizes[f],
                   (int)MAS_CAGE_MAX_CORNERS);
        *corners += d->face_sizes[f];
        if (*corners > MAS_CAGE_MAX_PATCHES)
            REFUSE("The cage has more than %d corners of faces up to face %u: divide it into several.",
                   (int)MAS_CAGE_MAX_PATCHES, f);
    }
    const uint32_t* corner = d->face_points;
    for (uint32_t f = 0; f < d->face_count; corner += d->face_sizes[f], ++f)
        for (uint32_t k = 0; k < d->face_sizes[f]; ++k)
        {
            if (corner[k] >= d->point_count)
                REFUSE("Corner %u of face %u of the cage is point %u, and there are %u: repair the number.", k, f,
                       corner[k], d->point_count);
            for (uint32_t i = 0; i < k; ++i)
                if (corner[i] == corner[k])
                    REFUSE("Corners %u and %u of face %u of the cage are the same point, %u: leave one out.", i, k, f,
                           corner[k]);
        }
    return MASSA_OK;
}

static massa_result check_sharpness(const cage_build* b)
{
    const massa_cage_desc* d = b->desc;
    for (uint32_t i = 0; i < d->crease_count; ++i)
    {
        const massa_crease c = d->creases[i];
        if (!(c.sharpness >= 0.0f && c.sharpness <= CAGE_SHARP))
            REFUSE("The sharpness of crease %u of the cage is %g: it must be 0 to 10, where 10 is for ever.", i,
                   (double)c.sharpness);
        if (c.a >= d->point_count || c.b >= d->point_count)
            REFUSE("Crease %u of the cage is between points %u and %u, and there are %u: repair the number.", i, c.a,
                   c.b, d->point_count);
    }
    for (uint32_t i = 0; i < d->corner_count; ++i)
    {
        const massa_cage_corner c = d->corners[i];
        if (!(c.sharpness >= 0.0f && c.sharpness <= CAGE_SHARP))
            REFUSE("The sharpness of corner %u of the cage is %g: it must be 0 to 10, where 10 is for ever.", i,
                   (double)c.sharpness);
        if (c.point >= d->point_count)
            REFUSE("Corner %u of the cage is point %u, and there are %u: repair the number.", i, c.point,
                   d->point_count);
    }
    return MASSA_OK;
}

massa_result mas_topology_check(cage_build* b)
{
    const massa_cage_desc* d = b->desc;
    if (d->cookie != massa_default_cage_desc().cookie)
        return mas_fail(b->device, MASSA_ERROR_COOKIE, "The massa_cage_desc was not made by massa_default_cage_desc.");
    if (d->points == NULL || d->face_sizes == NULL || d->face_points == NULL)
        return mas_fail(b->device, MASSA_ERROR_NULL, "%s of the cage is null: give an array.",
                        d->points == NULL       ? "points"
                        : d->face_sizes == NULL ? "face_sizes"
                                                : "face_points");
    if ((d->crease_count > 0 && d->creases == NULL) || (d->corner_count > 0 && d->corners == NULL))
        return mas_fail(b->device, MASSA_ERROR_NULL, "%s of the cage is null, and its count is not 0.",
                        d->crease_count > 0 && d->creases == NULL ? "creases" : "corners");
    if (d->point_count < 3 || d->point_count > MAS_CAGE_MAX_POINTS)
        REFUSE("A cage has 3 to %d points, not %u: divide it into several.", (int)MAS_CAGE_MAX_POINTS, d->point_count);
    if (d->face_count < 1 || d->face_count > MAS_CAGE_MAX_FACES)
        REFUSE("A cage has 1 to %d faces, not %u: divide it into several.", (int)MAS_CAGE_MAX_FACES, d->face_count);
    if (d->isolation > MAS_CAGE_MAX_ISOLATION)
        REFUSE("The cage's isolation is %u: it must be 0 to %d.", d->isolation, (int)MAS_CAGE_MAX_ISOLATION);
    uint64_t corners;
    MAS_TRY(check_faces(b, &corners));
    MAS_TRY(check_points(b));
    MAS_TRY(check_sharpness(b));
    b->polygons.faces    = d->face_count;
    b->polygons.halves   = (uint32_t)corners;
    b->polygons.vertices = d->point_count;
    return MASSA_OK;
}

// Halves by the point they begin at.
typedef struct bundles
{
    uint32_t* first; // by point and one more
    uint32_t* half;
} bundles;

static bool take_edges_of_mesh(cage_build* b, cage_mesh* m, bundles* u)
{
    cage_heap* h = &b->heap;
    const bool done =
        (m->face_first = mas_cage_take(h, (uint64_t)m->faces + 1, 4)) != NULL &&
        (m->face_of = mas_cage_take(h, m->halves, 4)) != NULL && (m->vertex = mas_cage_take(h, m->halves, 4)) != NULL &&
        (m->twin = mas_cage_take(h, m->halves, 4)) != NULL && (m->edge = mas_cage_take(h, m->halves, 4)) != NULL &&
        (m->edge_sharp = mas_cage_take(h, m->halves, 4)) != NULL &&
        (m->vertex_sharp = mas_cage_take(h, m->vertices, 4)) != NULL &&
        (m->point = mas_cage_take(h, m->vertices, 4)) != NULL && (m->half = mas_cage_take(h, m->vertices, 4)) != NULL &&
        (m->name = mas_cage_take(h, m->vertices, 4)) != NULL && (m->source = mas_cage_take(h, m->faces, 4)) != NULL &&
        (m->state = mas_cage_take(h, m->faces, 1)) != NULL &&
        (b->desc->uv == NULL || (m->uv = mas_cage_take(h, m->vertices, sizeof *m->uv)) != NULL) &&
        (u->first = mas_cage_take(h, (uint64_t)m->vertices + 1, 4)) != NULL &&
        (u->half = mas_cage_take(h, m->halves, 4)) != NULL;
    return done;
}

static massa_result file_halves(const cage_build* b, cage_mesh* m, bundles* u)
{
    for (uint32_t h = 0; h < m->halves; ++h)
        ++u->first[m->vertex[h]];
    uint32_t sum = 0;
    for (uint32_t v = 0; v < m->vertices; ++v)
    {
        const uint32_t count = u->first[v];
        if (count == 0) REFUSE("Point %u of the cage belongs to no face: leave it out.", v);
        u->first[v] = sum;
        sum += count;
    }
    u->first[m->vertices] = sum;
    for (uint32_t h = 0; h < m->halves; ++h)
        u->half[u->first[m->vertex[h]]++] = h;
    for (uint32_t v = m->vertices; v > 0; --v) // each was moved to its end
        u->first[v] = u->first[v - 1];
    u->first[0] = 0;
    for (uint32_t v = 0; v < m->vertices; ++v)
        if (u->first[v + 1] - u->first[v] >= MAS_CAGE_MAX_CORNERS)
            REFUSE("Point %u of the cage has %u faces, face %u among them, and %d are the most: divide it.", v,
                   u->first[v + 1] - u->first[v], m->face_of[u->half[u->first[v]]], (int)MAS_CAGE_MAX_CORNERS - 1);
    return MASSA_OK;
}

// The half from one point to another, if there is one, but not the one given.
static uint32_t find_half(const cage_mesh* m, const bundles* u, uint32_t from, uint32_t to, uint32_t but)
{
    for (uint32_t i = u->first[from]; i < u->first[from + 1]; ++i)
        if (u->half[i] != but && cage_end(m, u->half[i]) == to) return u->half[i];
    return CAGE_NONE;
}

static massa_result join(const cage_build* b, cage_mesh* m, const bundles* u)
{
    for (uint32_t h = 0; h < m->halves; ++h)
    {
        const uint32_t from = m->vertex[h], to = cage_end(m, h), same = find_half(m, u, from, to, h);
        m->twin[h] = find_half(m, u, to, from, CAGE_NONE);
        if (same == CAGE_NONE) continue;
        uint32_t third = m->twin[h];
        for (uint32_t i = u->first[from]; i < u->first[from + 1]; ++i)
            if (u->half[i] != h && u->half[i] != same && cage_end(m, u->half[i]) == to) third = u->half[i];
        if (third != CAGE_NONE)
            REFUSE(
                "The edge between points %u and %u of the cage has more than two faces, %u, %u and %u: give each two "
                "their own points there.",
                from, to, m->face_of[h], m->face_of[same], m->face_of[third]);
        REFUSE(
            "Faces %u and %u of the cage both run from point %u to point %u: turn one of them round, so that all are "
            "counter-clockwise seen from outside.",
            m->face_of[h], m->face_of[same], from, to);
    }
    m->edges = 0;
    for (uint32_t h = 0; h < m->halves; ++h)
        if (m->twin[h] == CAGE_NONE || m->twin[h] > h)
        {
            m->edge_sharp[m->edges] = m->twin[h] == CAGE_NONE ? CAGE_SHARP : 0.0f;
            m->edge[h]              = m->edges++;
        }
        else
            m->edge[h] = m->edge[m->twin[h]];
    return MASSA_OK;
}

// The faces of a point are one fan, which a walk around it sees whole.
static massa_result check_fans(const cage_build* b, cage_mesh* m, const bundles* u)
{
    for (uint32_t v = 0; v < m->vertices; ++v)
    {
        cage_ring ring;
        m->half[v] = u->half[u->first[v]];
        mas_ring_around(m, m->half[v], &ring);
        if (ring.faces == u->first[v + 1] - u->first[v]) continue;
        uint32_t stranger = CAGE_NONE; // a face that the walk has not seen
        for (uint32_t i = u->first[v]; i < u->first[v + 1] && stranger == CAGE_NONE; ++i)
        {
            stranger = m->face_of[u->half[i]];
            for (uint32_t k = 0; k < ring.faces; ++k)
                if (ring.half[k] == u->half[i]) stranger = CAGE_NONE;
        }
        REFUSE("Faces %u and %u of the cage meet at point %u alone: give each of the two fans its own point there.",
               m->face_of[m->half[v]], stranger, v);
    }
    return MASSA_OK;
}

static massa_result sharpen(const cage_build* b, cage_mesh* m, const bundles* u)
{
    const massa_cage_desc* d = b->desc;
    for (uint32_t i = 0; i < d->crease_count; ++i)
    {
        const massa_crease c = d->creases[i];
        uint32_t h           = find_half(m, u, c.a, c.b, CAGE_NONE);
        if (h == CAGE_NONE) h = find_half(m, u, c.b, c.a, CAGE_NONE);
        if (h == CAGE_NONE)
            REFUSE("Crease %u of the cage is between points %u and %u, which are not joined by an edge: leave it out.",
                   i, c.a, c.b);
        float* sharp = &m->edge_sharp[m->edge[h]];
        *sharp       = c.sharpness > *sharp ? c.sharpness : *sharp;
    }
    for (uint32_t i = 0; i < d->corner_count; ++i)
    {
        float* sharp = &m->vertex_sharp[d->corners[i].point];
        *sharp       = d->corners[i].sharpness > *sharp ? d->corners[i].sharpness : *sharp;
    }
    for (uint32_t v = 0; v < m->vertices; ++v) // a boundary's point with one face stays where it is
    {
        if (u->first[v + 1] - u->first[v] == 1) m->vertex_sharp[v] = CAGE_SHARP;
    }
    return MASSA_OK;
}

massa_result mas_topology_build(cage_build* b, cage_mesh* m)
{
    bundles u = { 0 };
    if (!take_edges_of_mesh(b, m, &u)) return mas_cage_no_memory(b);
    uint32_t h = 0;
    for (uint32_t f = 0; f < m->faces; ++f)
    {
        m->face_first[f] = h;
        m->source[f]     = f;
        m->state[f]      = CAGE_LEAF;
        for (uint32_t k = 0; k < b->desc->face_sizes[f]; ++k, ++h)
        {
            m->face_of[h] = f;
            m->vertex[h]  = b->desc->face_points[h];
        }
    }
    m->face_first[m->faces] = h;
    MAS_TRY(file_halves(b, m, &u));
    MAS_TRY(join(b, m, &u));
    MAS_TRY(check_fans(b, m, &u));
    MAS_TRY(sharpen(b, m, &u));
    b->closed = true;
    for (uint32_t i = 0; i < m->halves; ++i)
        b->closed = b->closed && m->twin[i] != CAGE_NONE;
    b->names = m->vertices;
    for (uint32_t v = 0; v < m->vertices; ++v)
    {
        m->point[v] = m->name[v] = v;
        if (m->uv == NULL) continue;
        m->uv[v][0] = (double)b->desc->uv[v].u;
        m->uv[v][1] = (double)b->desc->uv[v].v;
    }
    mas_cage_give(&b->heap, u.first);
    mas_cage_give(&b->heap, u.half);
    return MASSA_OK;
}
