#include "limit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define NONE 0xFFFFFFFFu
#define FOREVER 10.0

typedef struct edge
{
    uint32_t a, b, face[2], count;
    double sharp;
} edge;

typedef struct mesh
{
    uint32_t vertices, faces, edges, corners;
    double (*x)[3];
    double* sharp;   // of vertices
    uint32_t* first; // by face and one more
    uint32_t* corner;
    uint32_t* side; // by corner: edge to the next corner
    edge* e;
    uint32_t *quad, *column, *row, *turn; // by face: where it lies
} mesh;

typedef struct key
{
    uint32_t a, b, corner, face;
} key;

static int by_ends(const void* l, const void* r)
{
    const key *a = l, *b = r;
    if (a->a != b->a) return a->a < b->a ? -1 : 1;
    if (a->b != b->b) return a->b < b->b ? -1 : 1;
    return a->corner < b->corner ? -1 : 1;
}

static void find_edges(mesh* m)
{
    key* k  = malloc(m->corners * sizeof *k);
    m->side = malloc(m->corners * sizeof *m->side);
    m->e    = calloc(m->corners, sizeof *m->e);
    for (uint32_t f = 0; f < m->faces; ++f)
        for (uint32_t c = m->first[f]; c < m->first[f + 1]; ++c)
        {
            const uint32_t a = m->corner[c], b = m->corner[c + 1 < m->first[f + 1] ? c + 1 : m->first[f]];
            k[c] = (key){ a < b ? a : b, a < b ? b : a, c, f };
        }
    qsort(k, m->corners, sizeof *k, by_ends);
    m->edges = 0;
    for (uint32_t i = 0; i < m->corners; ++i)
    {
        if (i == 0 || k[i].a != k[i - 1].a || k[i].b != k[i - 1].b)
            m->e[m->edges++] = (edge){ .a = k[i].a, .b = k[i].b, .face = { NONE, NONE } };
        edge* e              = &m->e[m->edges - 1];
        e->face[e->count++]  = k[i].face;
        m->side[k[i].corner] = m->edges - 1;
    }
    for (uint32_t i = 0; i < m->edges; ++i)
        if (m->e[i].count == 1) m->e[i].sharp = FOREVER;
    free(k);
}

static mesh from_desc(const massa_cage_desc* d)
{
    mesh m  = { .vertices = d->point_count, .faces = d->face_count };
    m.x     = malloc(m.vertices * sizeof *m.x);
    m.sharp = calloc(m.vertices, sizeof *m.sharp);
    m.first = calloc(m.faces + 1, sizeof *m.first);
    for (uint32_t i = 0; i < m.vertices; ++i)
        for (int k = 0; k < 3; ++k)
            m.x[i][k] = (double)(&d->points[i].x)[k];
    for (uint32_t f = 0; f < m.faces; ++f)
        m.first[f + 1] = m.first[f] + d->face_sizes[f];
    m.corners = m.first[m.faces];
    m.corner  = malloc(m.corners * sizeof *m.corner);
    memcpy(m.corner, d->face_points, m.corners * sizeof *m.corner);
    find_edges(&m);
    for (uint32_t i = 0; i < d->crease_count; ++i)
    {
        const massa_crease c = d->creases[i];
        for (uint32_t k = 0; k < m.edges; ++k)
            if ((m.e[k].a == c.a && m.e[k].b == c.b) || (m.e[k].a == c.b && m.e[k].b == c.a))
                m.e[k].sharp = fmax(m.e[k].sharp, (double)c.sharpness);
    }
    for (uint32_t i = 0; i < d->corner_count; ++i)
        m.sharp[d->corners[i].point] = fmax(m.sharp[d->corners[i].point], (double)d->corners[i].sharpness);
    uint32_t* faces = calloc(m.vertices, sizeof *faces);
    for (uint32_t c = 0; c < m.corners; ++c)
        ++faces[m.corner[c]];
    for (uint32_t i = 0; i < m.vertices; ++i)
        if (faces[i] == 1) m.sharp[i] = FOREVER;
    free(faces);
    m.quad   = calloc(m.faces, sizeof *m.quad);
    m.column = calloc(m.faces, sizeof *m.column);
    m.row    = calloc(m.faces, sizeof *m.row);
    m.turn   = calloc(m.faces, sizeof *m.turn);
    for (uint32_t f = 0; f < m.faces; ++f)
        m.quad[f] = f;
    return m;
}

static void release(mesh* m)
{
    free(m->x), free(m->sharp), free(m->first), free(m->corner), free(m->side), free(m->e);
    free(m->quad), free(m->column), free(m->row), free(m->turn);
}

static double later(double sharp)
{
    return sharp >= FOREVER ? FOREVER : sharp > 1.0 ? sharp - 1.0 : 0.0;
}

typedef struct around // of a vertex: sums over its edges and faces
{
    double edges[3], faces[3], sharp_now[3], sharp_later[3]; // far ends, face points, far ends of sharp edges
    uint32_t count, now, later;
    double fading, fades;
} around;

static void rule(const around* s, const double v[3], bool use_later, double own, double weight, double out[3])
{
    const uint32_t sharp = use_later ? s->later : s->now;
    const double n       = (double)s->count;
    for (int k = 0; k < 3; ++k)
        if (own > 0.0 || sharp > 2)
            out[k] += weight * v[k];
        else if (sharp == 2)
            out[k] += weight * (0.75 * v[k] + 0.125 * (use_later ? s->sharp_later : s->sharp_now)[k]);
        else
            out[k] += weight * ((n - 2.0) / n * v[k] + (s->edges[k] + s->faces[k]) / (n * n));
}

static int kind(uint32_t sharp, double own)
{
    return own > 0.0 || sharp > 2 ? 2 : sharp == 2 ? 1 : 0;
}

// New vertices are the old ones, then one for each edge, then one for each face.
static mesh halve(const mesh* m, bool polygons)
{
    mesh n    = { .vertices = m->vertices + m->edges + m->faces, .faces = m->corners, .corners = 4 * m->corners };
    n.x       = calloc(n.vertices, sizeof *n.x);
    n.sharp   = calloc(n.vertices, sizeof *n.sharp);
    n.first   = malloc((n.faces + 1) * sizeof *n.first);
    n.corner  = malloc(n.corners * sizeof *n.corner);
    n.quad    = malloc(n.faces * sizeof *n.quad);
    n.column  = calloc(n.faces, sizeof *n.column);
    n.row     = calloc(n.faces, sizeof *n.row);
    n.turn    = calloc(n.faces, sizeof *n.turn);
    around* s = calloc(m->vertices, sizeof *s);
    double(*face)[3] = n.x + m->vertices + m->edges;
    for (uint32_t f = 0; f < m->faces; ++f)
    {
        const uint32_t count = m->first[f + 1] - m->first[f];
        for (uint32_t c = m->first[f]; c < m->first[f + 1]; ++c)
            for (int k = 0; k < 3; ++k)
                face[f][k] += m->x[m->corner[c]][k] / (double)count;
        for (uint32_t c = m->first[f]; c < m->first[f + 1]; ++c)
        {
            ++s[m->corner[c]].count;
            for (int k = 0; k < 3; ++k)
                s[m->corner[c]].faces[k] += face[f][k];
        }
    }
    for (uint32_t i = 0; i < m->edges; ++i)
    {
        const edge* e      = &m->e[i];
        const double sharp = e->sharp < 1.0 ? e->sharp : 1.0;
        double* x          = n.x[m->vertices + i];
        for (int k = 0; k < 3; ++k)
        {
            x[k] = sharp * (m->x[e->a][k] + m->x[e->b][k]) / 2.0;
            if (sharp < 1.0)
                x[k] +=
                    (1.0 - sharp) * (m->x[e->a][k] + m->x[e->b][k] + face[e->face[0]][k] + face[e->face[1]][k]) / 4.0;
        }
        for (int end = 0; end < 2; ++end)
        {
            around* w         = &s[end ? e->b : e->a];
            const double* far = m->x[end ? e->a : e->b];
            for (int k = 0; k < 3; ++k)
            {
                w->edges[k] += far[k];
                w->sharp_now[k] += e->sharp > 0.0 ? far[k] : 0.0;
                w->sharp_later[k] += later(e->sharp) > 0.0 ? far[k] : 0.0;
            }
            w->now += e->sharp > 0.0;
            w->later += later(e->sharp) > 0.0;
            if (e->sharp > 0.0 && later(e->sharp) == 0.0) w->fading += e->sharp, w->fades += 1.0;
        }
    }
    for (uint32_t i = 0; i < m->vertices; ++i)
    {
        const double own = m->sharp[i], next = later(own);
        if (own > 0.0 && next == 0.0) s[i].fading += own, s[i].fades += 1.0;
        n.sharp[i] = next;
        if (kind(s[i].now, own) == kind(s[i].later, next))
            rule(&s[i], m->x[i], false, own, 1.0, n.x[i]);
        else
        {
            const double w = fmin(1.0, s[i].fading / s[i].fades);
            rule(&s[i], m->x[i], false, own, w, n.x[i]);
            rule(&s[i], m->x[i], true, next, 1.0 - w, n.x[i]);
        }
    }
    for (uint32_t f = 0, child = 0; f < m->faces; ++f)
        for (uint32_t c = m->first[f]; c < m->first[f + 1]; ++c, ++child)
        {
            const uint32_t before = c > m->first[f] ? c - 1 : m->first[f + 1] - 1, k = c - m->first[f];
            n.first[child]          = 4 * child;
            n.corner[4 * child]     = m->corner[c];
            n.corner[4 * child + 1] = m->vertices + m->side[c];
            n.corner[4 * child + 2] = m->vertices + m->edges + f;
            n.corner[4 * child + 3] = m->vertices + m->side[before];
            if (polygons)
            {
                n.quad[child] = child;
                continue;
            }
            // Cells of the quad's grid, without turning them: the corner that the child is at says which.
            const uint32_t at = (k + m->turn[f]) % 4;
            n.quad[child]     = m->quad[f];
            n.turn[child]     = at;
            n.column[child]   = 2 * m->column[f] + (at == 1 || at == 2);
            n.row[child]      = 2 * m->row[f] + (at >= 2);
        }
    n.first[n.faces] = n.corners;
    find_edges(&n);
    for (uint32_t i = 0; i < n.edges; ++i) // a is an old vertex, b the middle of an edge
    {
        edge* e = &n.e[i];
        if (e->count == 2 && e->a < m->vertices && e->b < m->vertices + m->edges)
            e->sharp = later(m->e[e->b - m->vertices].sharp);
    }
    free(s);
    return n;
}

static uint32_t corner_at(const mesh* m, uint32_t f, uint32_t v)
{
    for (uint32_t c = 4 * f; c < 4 * f + 4; ++c)
        if (m->corner[c] == v) return c;
    return NONE;
}

static uint32_t across(const mesh* m, uint32_t f, uint32_t side)
{
    const edge* e = &m->e[side];
    return e->count == 1 ? NONE : e->face[0] == f ? e->face[1] : e->face[0];
}

static void add(double out[3], const double x[3], double weight)
{
    for (int k = 0; k < 3; ++k)
        out[k] += weight * x[k];
}

#define PI 3.14159265358979323846

// Of the vertex in a corner, as seen from its face: halves of what is sharp are apart.
static void limit_at(const mesh* m, uint32_t f, uint32_t c, double p[3], double normal[3])
{
    const uint32_t v = m->corner[c];
    uint32_t spoke[128], opposite[128], n = 0;
    uint32_t sharp = 0, at = c, face = f, stop = NONE;
    // Clockwise to what is sharp, if anything is; a single sharp edge does not count.
    bool open = false;
    for (uint32_t turns = 0;; ++turns)
    {
        if (m->e[m->side[at]].sharp >= FOREVER) ++sharp;
        const uint32_t next = across(m, face, m->side[at]);
        if (next == NONE)
        {
            open = true;
            break;
        }
        face                = next;
        const uint32_t here = corner_at(m, face, v);
        at                  = here;
        if (at == c) break;
        if (turns > 200) abort();
    }
    if (open) sharp = 2; // at least: counted below
    const bool parts = open || sharp >= 2;
    uint32_t all     = 0;
    if (open) // how many sharp ones there are, from here counter-clockwise
    {
        uint32_t a = at, g = face;
        for (;;)
        {
            all += m->e[m->side[a]].sharp >= FOREVER;
            const uint32_t previous = 4 * g + (a + 3) % 4;
            const uint32_t next     = across(m, g, m->side[previous]);
            if (next == NONE)
            {
                ++all;
                break;
            }
            g = next;
            a = corner_at(m, g, v);
        }
    }
    else
        all = sharp;
    at   = c;
    face = f;
    while (parts && m->e[m->side[at]].sharp < FOREVER)
    {
        face = across(m, face, m->side[at]);
        at   = corner_at(m, face, v);
    }
    stop = at;
    do
    {
        spoke[n]                = m->corner[4 * face + (at + 1) % 4];
        opposite[n++]           = m->corner[4 * face + (at + 2) % 4];
        const uint32_t previous = 4 * face + (at + 3) % 4;
        spoke[n]                = m->corner[previous];
        if (parts && m->e[m->side[previous]].sharp >= FOREVER) break;
        face = across(m, face, m->side[previous]);
        at   = corner_at(m, face, v);
    } while (at != stop);

    double s[3] = { 0.0, 0.0, 0.0 }, t[3] = { 0.0, 0.0, 0.0 };
    p[0] = p[1] = p[2] = 0.0;
    if (m->sharp[v] > 0.0 || all > 2)
    {
        add(p, m->x[v], 1.0);
        const uint32_t own = 4 * f;
        add(s, m->x[m->corner[own + (c + 1) % 4]], 1.0); // of its own face: there is no plane for all
        add(s, m->x[v], -1.0);
        add(t, m->x[m->corner[own + (c + 3) % 4]], 1.0);
        add(t, m->x[v], -1.0);
    }
    else if (parts)
    {
        const double a = PI / (double)n, co = cos(a), si = sin(a);
        add(p, m->x[v], 4.0 / 6.0);
        add(p, m->x[spoke[0]], 1.0 / 6.0);
        add(p, m->x[spoke[n]], 1.0 / 6.0);
        add(s, m->x[spoke[0]], 1.0);
        add(s, m->x[spoke[n]], -1.0);
        if (n > 1)
        {
            add(t, m->x[v], -4.0 * si);
            add(t, m->x[spoke[0]], -(1.0 + 2.0 * co) * sqrt((1.0 + co) / (1.0 - co)));
            add(t, m->x[spoke[n]], -(1.0 + 2.0 * co) * sqrt((1.0 + co) / (1.0 - co)));
            for (uint32_t i = 0; i < n; ++i)
            {
                if (i > 0) add(t, m->x[spoke[i]], 4.0 * sin(a * (double)i));
                add(t, m->x[opposite[i]], sin(a * (double)i) + sin(a * (double)(i + 1)));
            }
        }
    }
    else
    {
        const double nn = (double)n, a = 2.0 * PI / nn, half = cos(PI / nn), sigma = 1.0 / sqrt(4.0 + half * half);
        add(p, m->x[v], nn / (nn + 5.0));
        for (uint32_t i = 0; i < n; ++i)
        {
            add(p, m->x[spoke[i]], 4.0 / (nn * (nn + 5.0)));
            add(p, m->x[opposite[i]], 1.0 / (nn * (nn + 5.0)));
            for (int k = 0; k < 2; ++k)
            {
                double* q      = k ? t : s;
                const double e = (1.0 - sigma * half) * cos(a * ((double)i - k)) / 2.0,
                             w = 2.0 * sigma * cos(a * ((double)i - k) + PI / nn) / 4.0;
                add(q, m->x[spoke[i]], e + w);
                add(q, m->x[spoke[(i + 1) % n]], w);
                add(q, m->x[opposite[i]], w);
            }
        }
    }
    const double cross[3] = { s[1] * t[2] - s[2] * t[1], s[2] * t[0] - s[0] * t[2], s[0] * t[1] - s[1] * t[0] };
    const double length   = sqrt(cross[0] * cross[0] + cross[1] * cross[1] + cross[2] * cross[2]);
    for (int k = 0; k < 3; ++k)
        normal[k] = length > 1e-12 ? cross[k] / length : 0.0;
}

void oracle_limit_make(const massa_cage_desc* d, uint32_t halvings, oracle_limit* out)
{
    mesh m     = from_desc(d);
    bool quads = true;
    for (uint32_t f = 0; f < m.faces; ++f)
        quads = quads && d->face_sizes[f] == 4;
    if (!quads)
    {
        const mesh next = halve(&m, true);
        release(&m);
        m = next;
    }
    *out = (oracle_limit){ .quads = m.faces, .side = 1u << halvings };
    for (uint32_t i = 0; i < m.edges; ++i)
    {
        const double *a = m.x[m.e[i].a], *b = m.x[m.e[i].b];
        const double x = a[0] - b[0], y = a[1] - b[1], z = a[2] - b[2];
        out->edge += sqrt(x * x + y * y + z * z) / (double)m.edges;
    }
    for (uint32_t i = 0; i < halvings; ++i)
    {
        const mesh next = halve(&m, false);
        release(&m);
        m = next;
    }
    const size_t count = (size_t)out->quads * (out->side + 1) * (out->side + 1);
    out->position      = malloc(count * sizeof *out->position);
    out->normal        = malloc(count * sizeof *out->normal);
    for (uint32_t f = 0; f < m.faces; ++f)
        for (uint32_t k = 0; k < 4; ++k)
        {
            const uint32_t at = (k + m.turn[f]) % 4;
            const size_t place =
                oracle_limit_at(out, m.quad[f], m.column[f] + (at == 1 || at == 2), m.row[f] + (at >= 2));
            limit_at(&m, f, 4 * f + k, out->position[place], out->normal[place]);
        }
    release(&m);
}

void oracle_limit_free(oracle_limit* l)
{
    free(l->position);
    free(l->normal);
    *l = (oracle_limit){ 0 };
}
