// Meshes and masses made of boxes and cylinders; turned meshes.
#include "scenes/scene.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum
{
    AROUND        = 24,
    TURNED        = 72, // these are looked at from close by
    BOX_VERTICES  = 6 * 16,
    BOX_INDICES   = 6 * 9 * 6,
    TUBE_RINGS    = 8, // pairs of rings: cap, bevel, wall, bevel, cap would need 10; bevels share their normals
    TUBE_VERTICES = TUBE_RINGS * (AROUND + 1),
    TUBE_INDICES  = (TUBE_RINGS - 1) * AROUND * 6,
};

typedef struct builder
{
    float (*position)[3];
    float (*normal)[3];
    uint32_t* index;
    uint32_t vertices, indices;
    float origin[3];
} builder;

static void add_vertex(builder* b, const float p[3], const float n[3])
{
    for (int i = 0; i < 3; ++i)
    {
        b->position[b->vertices][i] = b->origin[i] + p[i];
        b->normal[b->vertices][i]   = n[i];
    }
    ++b->vertices;
}

static void add_cells(builder* b, uint32_t first, uint32_t columns, uint32_t rows)
{
    for (uint32_t y = 0; y + 1 < rows; ++y)
        for (uint32_t x = 0; x + 1 < columns; ++x)
        {
            const uint32_t at = first + y * columns + x, below = at + columns;
            const uint32_t cell[6] = { at, below, at + 1, at + 1, below, below + 1 };
            memcpy(&b->index[b->indices], cell, sizeof cell);
            b->indices += 6;
        }
}

// Each face is a 4 x 4 sheet: its flat part, and a rim that bends half way towards the neighbour.
static void add_box(builder* b, const scene_part* part)
{
    const float in = part->bevel * (1.0f - sqrtf(0.5f));
    for (int face = 0; face < 6; ++face)
    {
        const int axis = face / 2, u = (axis + 1) % 3, v = (axis + 2) % 3;
        const float side     = face % 2 ? 1.0f : -1.0f;
        const uint32_t first = b->vertices;
        for (int k = 0; k < 16; ++k)
        {
            const int y = k / 4, x = side > 0.0f ? k % 4 : 3 - k % 4; // keeps the winding
            const bool rim_u = x == 0 || x == 3, rim_v = y == 0 || y == 3;
            const float to_u = x < 2 ? -1.0f : 1.0f, to_v = y < 2 ? -1.0f : 1.0f;
            const float unit = 1.0f / sqrtf(1.0f + (float)rim_u + (float)rim_v);
            float p[3], n[3];
            p[axis] = side * (part->half[axis] - (rim_u || rim_v ? in : 0.0f));
            p[u]    = to_u * (part->half[u] - (rim_u ? in : part->bevel));
            p[v]    = to_v * (part->half[v] - (rim_v ? in : part->bevel));
            n[axis] = side * unit;
            n[u]    = rim_u ? to_u * unit : 0.0f;
            n[v]    = rim_v ? to_v * unit : 0.0f;
            add_vertex(b, p, n);
        }
        add_cells(b, first, 4, 4);
    }
}

static void add_tube(builder* b, const scene_part* part)
{
    const float r = part->half[0], h = part->half[1], e = part->bevel, c = sqrtf(0.5f);
    const float ring[TUBE_RINGS][4] = {
        // radius, height, normal outwards, normal up
        { 0.0f, h, 0.0f, 1.0f },    { r - e, h, 0.0f, 1.0f },  { r - 0.3f * e, h - 0.3f * e, c, c },
        { r, h - e, 1.0f, 0.0f },   { r, e - h, 1.0f, 0.0f },  { r - 0.3f * e, 0.3f * e - h, c, -c },
        { r - e, -h, 0.0f, -1.0f }, { 0.0f, -h, 0.0f, -1.0f },
    };
    const uint32_t first = b->vertices;
    for (int k = 0; k < TUBE_RINGS; ++k)
        for (int i = 0; i <= AROUND; ++i)
        {
            const float a    = 6.2831853f * (float)(i % AROUND) / AROUND;
            const float p[3] = { ring[k][0] * cosf(a), ring[k][1], -ring[k][0] * sinf(a) };
            const float n[3] = { ring[k][2] * cosf(a), ring[k][3], -ring[k][2] * sinf(a) };
            add_vertex(b, p, n);
        }
    add_cells(b, first, AROUND + 1, TUBE_RINGS);
}

renderer_mesh* scene_mesh_parts(scene* s, const scene_part* parts, uint32_t count, const float shift[3])
{
    if (s->drawer == NULL) return NULL;
    const size_t vertices = TUBE_VERTICES > BOX_VERTICES ? TUBE_VERTICES : BOX_VERTICES;
    const size_t indices  = TUBE_INDICES > BOX_INDICES ? TUBE_INDICES : BOX_INDICES;
    builder b             = { .position = malloc(count * vertices * sizeof *b.position),
                              .normal   = malloc(count * vertices * sizeof *b.normal),
                              .index    = malloc(count * indices * sizeof *b.index) };
    renderer_mesh* mesh   = NULL;
    if (b.position != NULL && b.normal != NULL && b.index != NULL)
    {
        for (uint32_t i = 0; i < count; ++i)
        {
            for (int k = 0; k < 3; ++k)
                b.origin[k] = parts[i].centre[k] + shift[k];
            (parts[i].round ? add_tube : add_box)(&b, &parts[i]);
        }
        mesh = renderer_mesh_create(s->drawer, (const float(*)[3])b.position, (const float(*)[3])b.normal, b.vertices,
                                    b.index, b.indices);
    }
    free(b.position);
    free(b.normal);
    free(b.index);
    return mesh;
}

static void add_ring(builder* b, const float at[2], const float normal[2])
{
    for (int i = 0; i <= TURNED; ++i)
    {
        const float a = 6.2831853f * (float)(i % TURNED) / TURNED, c = cosf(a), s = sinf(a);
        add_vertex(b, (float[3]){ at[0] * c, at[1], -at[0] * s },
                   (float[3]){ normal[0] * c, normal[1], -normal[0] * s });
    }
}

// The outward normal of segment k, or of both it and the one beside it where the corner between them is blunt.
static void segment_normal(const float (*profile)[2], uint32_t count, uint32_t k, int beside, float out[2])
{
    float n[2][2];
    for (int i = 0; i < 2; ++i)
    {
        const uint32_t other = (uint32_t)((int)k + (i == 0 ? 0 : beside));
        const float* a       = profile[other + 1 < count ? other : k];
        const float* b       = profile[(other + 1 < count ? other : k) + 1];
        const float length   = sqrtf((b[0] - a[0]) * (b[0] - a[0]) + (b[1] - a[1]) * (b[1] - a[1]));
        n[i][0]              = (a[1] - b[1]) / length;
        n[i][1]              = (b[0] - a[0]) / length;
    }
    const bool blunt = n[0][0] * n[1][0] + n[0][1] * n[1][1] > 0.76f;
    const float x = n[0][0] + (blunt ? n[1][0] : 0.0f), y = n[0][1] + (blunt ? n[1][1] : 0.0f);
    const float scale = 1.0f / sqrtf(x * x + y * y);
    out[0]            = x * scale;
    out[1]            = y * scale;
}

renderer_mesh* scene_mesh_turned(scene* s, const float (*profile)[2], uint32_t count, const float shift[3])
{
    if (s->drawer == NULL || count < 2) return NULL;
    const size_t vertices = 2 * (count - 1) * (TURNED + 1), indices = (count - 1) * TURNED * 6;
    builder b           = { .position = malloc(vertices * sizeof *b.position),
                            .normal   = malloc(vertices * sizeof *b.normal),
                            .index    = malloc(indices * sizeof *b.index),
                            .origin   = { shift[0], shift[1], shift[2] } };
    renderer_mesh* mesh = NULL;
    if (b.position != NULL && b.normal != NULL && b.index != NULL)
    {
        for (uint32_t k = 0; k + 1 < count; ++k)
        {
            const uint32_t first = b.vertices;
            for (int end = 0; end < 2; ++end)
            {
                float normal[2];
                segment_normal(profile, count, k, end == 0 && k > 0 ? -1 : end, normal);
                add_ring(&b, profile[k + (uint32_t)end], normal);
            }
            add_cells(&b, first, TURNED + 1, 2);
        }
        mesh = renderer_mesh_create(s->drawer, (const float(*)[3])b.position, (const float(*)[3])b.normal, b.vertices,
                                    b.index, b.indices);
    }
    free(b.position);
    free(b.normal);
    free(b.index);
    return mesh;
}

// Whether all points lie below the plane through three of them, seen from where these go round counter-clockwise.
static bool is_face(const massa_vec3* p, uint32_t count, const uint32_t at[3], float normal[3])
{
    const massa_vec3 a = p[at[0]], b = p[at[1]], c = p[at[2]];
    const float u[3] = { b.x - a.x, b.y - a.y, b.z - a.z }, v[3] = { c.x - a.x, c.y - a.y, c.z - a.z };
    for (int i = 0; i < 3; ++i)
        normal[i] = u[(i + 1) % 3] * v[(i + 2) % 3] - u[(i + 2) % 3] * v[(i + 1) % 3];
    const float length = sqrtf(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]);
    if (length < 1e-6f) return false;
    for (int i = 0; i < 3; ++i)
        normal[i] /= length;
    for (uint32_t i = 0; i < count; ++i)
        if ((p[i].x - a.x) * normal[0] + (p[i].y - a.y) * normal[1] + (p[i].z - a.z) * normal[2] > 1e-4f) return false;
    return true;
}

renderer_mesh* scene_mesh_hull(scene* s, const massa_vec3* given, uint32_t count, massa_pose offset)
{
    massa_vec3 points[64];
    if (count > 64) return NULL;
    for (uint32_t i = 0; i < count; ++i)
        points[i] = massa_compose(offset, (massa_pose){ given[i], { 0.0f, 0.0f, 0.0f, 1.0f } }).position;
    // Every three corners that are a face, or part of one: on a face of many corners triangles lie on each other,
    // unseen.
    const uint32_t most = count * count * count;
    builder b           = { .position = malloc(3 * most * sizeof *b.position),
                            .normal   = malloc(3 * most * sizeof *b.normal),
                            .index    = malloc(3 * most * sizeof *b.index) };
    for (uint32_t n = 0; n < most && b.position != NULL && b.normal != NULL && b.index != NULL; ++n)
    {
        const uint32_t at[3] = { n % count, n / count % count, n / count / count };
        float normal[3];
        if (at[0] > at[1] || at[0] > at[2] || at[1] == at[2] || !is_face(points, count, at, normal)) continue;
        for (int k = 0; k < 3; ++k)
        {
            const massa_vec3 p   = points[at[k]];
            b.index[b.indices++] = b.vertices;
            add_vertex(&b, (float[3]){ p.x, p.y, p.z }, normal);
        }
    }
    renderer_mesh* mesh = NULL;
    if (s->drawer != NULL && b.vertices > 0)
        mesh = renderer_mesh_create(s->drawer, b.position, b.normal, b.vertices, b.index, b.indices);
    free(b.position);
    free(b.normal);
    free(b.index);
    return mesh;
}

void scene_mass_parts(const scene_part* parts, uint32_t count, double density, double* mass, double centre[3],
                      double inertia[3])
{
    const double pi = 3.14159265358979324;
    *mass           = 0.0;
    for (int k = 0; k < 3; ++k)
        centre[k] = inertia[k] = 0.0;
    for (uint32_t i = 0; i < count; ++i)
    {
        const float* h = parts[i].half;
        const double m = density * (parts[i].round ? 2.0 * pi * h[0] * h[1] * h[0] : 8.0 * (double)h[0] * h[1] * h[2]);
        *mass += m;
        for (int k = 0; k < 3; ++k)
            centre[k] += m * parts[i].centre[k];
    }
    for (int k = 0; k < 3; ++k)
        centre[k] /= *mass;
    for (uint32_t i = 0; i < count; ++i)
    {
        const float* h = parts[i].half;
        const double m = density * (parts[i].round ? 2.0 * pi * h[0] * h[1] * h[0] : 8.0 * (double)h[0] * h[1] * h[2]);
        double square[3]; // the part's own mean square distance along each axis, and that of its centre
        for (int k = 0; k < 3; ++k)
        {
            const double off = parts[i].centre[k] - centre[k];
            square[k]        = (double)h[k] * h[k] / (parts[i].round && k != 1 ? 4.0 : 3.0) + off * off;
        }
        for (int k = 0; k < 3; ++k)
            inertia[k] += m * (square[(k + 1) % 3] + square[(k + 2) % 3]);
    }
}
