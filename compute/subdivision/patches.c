// host only: points of patches are found once, when a cage is built.
// A face between regular vertices is a bicubic B-spline patch of the 16 vertices around it (seed 004 3.3). Beyond what
// is sharp stand mirrored points (3.4): 2 P0 - P1, where P0 is the row on the edge and P1 the next one inside. That
// makes the edge the cubic B-spline of its own vertices, and a corner with one face stay where it is.
#include "cage_work.h"

bool mas_shared_begin(cage_build* b, const cage_mesh* m, cage_shared* s)
{
    s->mirror  = mas_cage_take(&b->heap, m->edges, 8);
    s->corner  = mas_cage_take(&b->heap, m->vertices, 4);
    s->tangent = mas_cage_take(&b->heap, m->edges, 8);
    if (s->mirror == NULL || s->corner == NULL || s->tangent == NULL) return false;
    for (uint32_t i = 0; i < 2 * m->edges; ++i)
        s->mirror[i] = s->tangent[i] = CAGE_NONE;
    for (uint32_t i = 0; i < m->vertices; ++i)
        s->corner[i] = CAGE_NONE;
    return true;
}

void mas_shared_end(cage_build* b, cage_shared* s)
{
    mas_cage_give(&b->heap, s->mirror);
    mas_cage_give(&b->heap, s->corner);
    mas_cage_give(&b->heap, s->tangent);
}

static bool mirrored(cage_build* b, uint32_t at, uint32_t before, uint32_t* out)
{
    mas_rows_add(&b->rows, at, 2.0);
    mas_rows_add(&b->rows, before, -1.0);
    return mas_rows_end(&b->rows, out);
}

static bool mirrored_at(cage_build* b, cage_shared* s, uint32_t key, uint32_t at, uint32_t before, uint32_t* out)
{
    if (s->mirror[key] == CAGE_NONE && !mirrored(b, at, before, &s->mirror[key])) return false;
    *out = s->mirror[key];
    return true;
}

// Places in the grid: corners, the two points across each side, and the one across each corner.
static const uint32_t CENTRE[4] = { 5, 6, 10, 9 }, OUTER[4][2] = { { 1, 2 }, { 7, 11 }, { 14, 13 }, { 8, 4 } },
                      DIAGONAL[4] = { 0, 3, 15, 12 };

bool mas_patch_regular(cage_build* b, const cage_mesh* m, cage_shared* shared, uint32_t face, uint32_t p[16])
{
    bool sharp[4];
    for (uint32_t s = 0; s < 4; ++s)
    {
        p[CENTRE[s]] = m->point[m->vertex[4 * face + s]];
        sharp[s]     = m->edge_sharp[m->edge[4 * face + s]] >= CAGE_SHARP;
    }
    for (uint32_t s = 0; s < 4; ++s)
    {
        const uint32_t half = 4 * face + s, next = cage_next(m, half), previous = cage_previous(m, half);
        uint32_t* outer[2] = { &p[OUTER[s][0]], &p[OUTER[s][1]] };
        if (sharp[s])
        {
            if (!mirrored_at(b, shared, cage_end_key(m, previous), p[CENTRE[s]], p[CENTRE[(s + 3) % 4]], outer[0]) ||
                !mirrored_at(b, shared, cage_begin_key(m, next), p[CENTRE[(s + 1) % 4]], p[CENTRE[(s + 2) % 4]],
                             outer[1]))
                return false;
            continue;
        }
        const uint32_t other = m->twin[half]; // runs from corner s + 1 to corner s
        *outer[0]            = m->point[m->vertex[cage_next(m, cage_next(m, other))]];
        *outer[1]            = m->point[m->vertex[cage_previous(m, other)]];
    }
    for (uint32_t s = 0; s < 4; ++s)
    {
        const uint32_t half = 4 * face + s, previous = cage_previous(m, half), before = (s + 3) % 4;
        uint32_t* corner = &p[DIAGONAL[s]];
        bool done        = true;
        if (sharp[s] && sharp[before])
            done = mirrored(b, p[OUTER[before][1]], p[OUTER[before][0]], corner);
        else if (sharp[s]) // along the far side of the neighbour across the side before
            done = mirrored_at(b, shared, cage_end_key(m, cage_next(m, cage_next(m, m->twin[previous]))),
                               p[OUTER[before][1]], p[OUTER[before][0]], corner);
        else if (sharp[before])
            done = mirrored_at(b, shared, cage_begin_key(m, cage_next(m, cage_next(m, m->twin[half]))), p[OUTER[s][0]],
                               p[OUTER[s][1]], corner);
        else
        {
            const uint32_t across = m->twin[cage_previous(m, m->twin[previous])]; // the second face around the corner
            *corner               = m->point[cage_end(m, cage_next(m, across))];
        }
        if (!done) return false;
    }
    return true;
}
