#include "lines.h"
#include "quaternion.h"
#include "vec.h"

#include <stdlib.h>

typedef struct writer
{
    oracle_line* line;
    uint32_t count;
} writer;

static void put(writer* w, oracle_vec3 a, oracle_vec3 b, uint32_t colour)
{
    w->line[w->count++] = (oracle_line){ { a.x, a.y, a.z, colour }, { b.x, b.y, b.z, colour } };
}

static void put_none(writer* w)
{
    put(w, (oracle_vec3){ 0.0f, 0.0f, 0.0f }, (oracle_vec3){ 0.0f, 0.0f, 0.0f }, 0);
}

static void put_box(writer* w, const collider_box* box)
{
    const float *lo = &box->lo.x, *hi = &box->hi.x;
    for (uint32_t axis = 0; axis < 3; ++axis)
        for (uint32_t k = 0; k < 4; ++k)
        {
            const uint32_t u = (axis + 1) % 3, v = (axis + 2) % 3;
            float a[3], b[3];
            a[axis] = lo[axis];
            b[axis] = hi[axis];
            a[u] = b[u] = k % 2 == 0 ? lo[u] : hi[u];
            a[v] = b[v] = k / 2 == 0 ? lo[v] : hi[v];
            if (lo[0] <= hi[0])
                put(w, (oracle_vec3){ a[0], a[1], a[2] }, (oracle_vec3){ b[0], b[1], b[2] }, LINES_BOX_COLOUR);
            else
                put_none(w);
        }
}

static void put_pair(writer* w, const oracle_colliders* c, collider_pair p)
{
    oracle_vec3 from     = vec_of(c->pose[p.a].position);
    const oracle_vec3 to = vec_of(c->pose[p.b].position);
    if ((c->meet[p.a].who >> MEET_KIND_SHIFT & COLLIDER_KIND_MASK) == COLLIDER_PLANE)
    {
        const oracle_vec3 n = oracle_quaternion_rotate(c->pose[p.a].rotation, (oracle_vec3){ 0.0f, 1.0f, 0.0f });
        const float height  = oracle_dot3(vec_sub(to, from), n);
        from                = vec_sub(to, vec_scale(n, height));
    }
    put(w, from, to, LINES_PAIR_COLOUR);
}

static oracle_vec3 point_of(const oracle_colliders* c, const manifold* m, uint32_t k)
{
    return vec_add(vec_of(c->pose[m->a].position), vec_of(m->point[k]));
}

static void put_crosses(writer* w, const oracle_colliders* c, const manifold* m, float arm)
{
    const uint32_t colour = (m->flags & MANIFOLD_TOUCHES) == 0  ? LINES_SPECULATIVE_COLOUR
                            : (m->flags & MANIFOLD_SENSOR) != 0 ? LINES_SENSOR_COLOUR
                                                                : LINES_TOUCHING_COLOUR;
    for (uint32_t k = 0; k < MANIFOLD_POINTS; ++k)
        for (uint32_t axis = 0; axis < 3; ++axis)
        {
            const oracle_vec3 x = point_of(c, m, k);
            float a[] = { x.x, x.y, x.z }, b[] = { x.x, x.y, x.z };
            a[axis] -= arm;
            b[axis] += arm;
            if (k < m->count)
                put(w, (oracle_vec3){ a[0], a[1], a[2] }, (oracle_vec3){ b[0], b[1], b[2] }, colour);
            else
                put_none(w);
        }
}

static void put_normals(writer* w, const oracle_colliders* c, const manifold* m, float length)
{
    for (uint32_t k = 0; k < MANIFOLD_POINTS; ++k)
    {
        const oracle_vec3 x = point_of(c, m, k);
        const mas_vec4 n    = m->normal;
        if (k < m->count)
            put(w, x, (oracle_vec3){ x.x + (length * n.x), x.y + (length * n.y), x.z + (length * n.z) },
                LINES_NORMAL_COLOUR);
        else
            put_none(w);
    }
}

oracle_line* oracle_lines(const oracle_colliders* c, const oracle_lines_desc* d, uint32_t* count)
{
    const size_t most = 12 * (size_t)d->colliders + d->pairs + 16 * (size_t)d->contacts;
    writer w          = { calloc(most + 1, sizeof *w.line), 0 };
    if (w.line == NULL) abort();
    for (uint32_t i = 0; (d->flags & LINES_BOUNDS) != 0 && i < d->colliders; ++i)
        put_box(&w, &c->box[i]);
    for (uint32_t i = 0; (d->flags & LINES_PAIRS) != 0 && i < d->pairs; ++i)
        put_pair(&w, c, d->pair[i]);
    for (uint32_t i = 0; (d->flags & LINES_POINTS) != 0 && i < d->contacts; ++i)
        put_crosses(&w, c, &d->manifold[d->contact[i]], 0.25f * d->length);
    for (uint32_t i = 0; (d->flags & LINES_NORMALS) != 0 && i < d->contacts; ++i)
        put_normals(&w, c, &d->manifold[d->contact[i]], d->length);
    *count = w.count;
    return w.line;
}
