// Meshes: uploaded as they are, or made here. All are closed, with unit normals, wound counter-clockwise from outside.
#include "internal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum
{
    AROUND = 32, // segments of what is round
    ALONG  = 8,  // segments from equator to pole
};

static const float PI = 3.14159265f;

renderer_mesh* renderer_mesh_create(renderer* r, const float (*positions)[3], const float (*normals)[3],
                                    uint32_t vertex_count, const uint32_t* indices, uint32_t index_count)
{
    renderer_mesh* mesh = calloc(1, sizeof *mesh);
    if (mesh == NULL || vertex_count == 0 || index_count == 0)
    {
        renderer_fail(r, mesh == NULL ? "No memory for a mesh" : "A mesh needs vertices and triangles", 0);
        free(mesh);
        return NULL;
    }
    if (!platform_buffer_create(r->gpu, &mesh->vertices, vertex_count * 24ull, VK_BUFFER_USAGE_VERTEX_BUFFER_BIT) ||
        !platform_buffer_create(r->gpu, &mesh->indices, index_count * 4ull, VK_BUFFER_USAGE_INDEX_BUFFER_BIT))
    {
        renderer_mesh_destroy(r, mesh);
        return NULL;
    }
    for (uint32_t i = 0; i < vertex_count; ++i)
    {
        memcpy(mesh->vertices.mapped + i * 24ull, positions[i], 12);
        memcpy(mesh->vertices.mapped + i * 24ull + 12, normals[i], 12);
    }
    memcpy(mesh->indices.mapped, indices, index_count * 4ull);
    mesh->index_count = index_count;
    return mesh;
}

void renderer_mesh_destroy(renderer* r, renderer_mesh* mesh)
{
    if (mesh == NULL) return;
    platform_buffer_destroy(r->gpu, &mesh->vertices);
    platform_buffer_destroy(r->gpu, &mesh->indices);
    free(mesh);
}

// A sheet of columns x rows vertices, two triangles per cell.
typedef struct sheet
{
    float position[1024][3], normal[1024][3];
    uint32_t index[6144];
    uint32_t vertices, indices;
} sheet;

static void add_vertex(sheet* s, float x, float y, float z, float nx, float ny, float nz)
{
    const float p[3] = { x, y, z }, n[3] = { nx, ny, nz };
    memcpy(s->position[s->vertices], p, sizeof p);
    memcpy(s->normal[s->vertices++], n, sizeof n);
}

static void add_cells(sheet* s, uint32_t first, uint32_t columns, uint32_t rows)
{
    for (uint32_t y = 0; y + 1 < rows; ++y)
        for (uint32_t x = 0; x + 1 < columns; ++x)
        {
            const uint32_t a = first + y * columns + x, b = a + 1, c = a + columns, d = c + 1;
            const uint32_t cell[6] = { a, c, b, b, c, d };
            memcpy(&s->index[s->indices], cell, sizeof cell);
            s->indices += 6;
        }
}

static renderer_mesh* finish(renderer* r, sheet* s)
{
    renderer_mesh* mesh = s == NULL
                              ? NULL
                              : renderer_mesh_create(r, (const float(*)[3])s->position, (const float(*)[3])s->normal,
                                                     s->vertices, s->index, s->indices);
    free(s);
    return mesh;
}

static sheet* begin(renderer* r)
{
    sheet* s = calloc(1, sizeof *s);
    if (s == NULL) renderer_fail(r, "No memory for a mesh", 0);
    return s;
}

// A ring around y at this height and radius; its normal leans up by the given angle.
static void add_ring(sheet* s, float height, float radius, float lean)
{
    for (int i = 0; i <= AROUND; ++i)
    {
        const float a = 2.0f * PI * (float)(i % AROUND) / AROUND;
        add_vertex(s, radius * cosf(a), height, -radius * sinf(a), cosf(lean) * cosf(a), sinf(lean),
                   -cosf(lean) * sinf(a));
    }
}

renderer_mesh* renderer_mesh_capsule(renderer* r, float radius, float half_length)
{
    sheet* s = begin(r);
    if (s == NULL) return NULL;
    for (int side = 1; side >= -1; side -= 2) // from the top down; the two equators make the cylinder between
        for (int i = 0; i <= ALONG; ++i)
        {
            const float a = (float)side * 0.5f * PI * (float)(side > 0 ? ALONG - i : i) / ALONG;
            add_ring(s, (float)side * half_length + radius * sinf(a), radius * cosf(a), a);
        }
    add_cells(s, 0, AROUND + 1, 2 * (ALONG + 1));
    return finish(r, s);
}

renderer_mesh* renderer_mesh_sphere(renderer* r, float radius)
{
    return renderer_mesh_capsule(r, radius, 0.0f);
}

renderer_mesh* renderer_mesh_cylinder(renderer* r, float radius, float half_length)
{
    sheet* s = begin(r);
    if (s == NULL) return NULL;
    const float ring[6][3] = {
        // height, radius, lean
        { half_length, 0.0f, 0.5f * PI }, { half_length, radius, 0.5f * PI },   { half_length, radius, 0.0f },
        { -half_length, radius, 0.0f },   { -half_length, radius, -0.5f * PI }, { -half_length, 0.0f, -0.5f * PI },
    };
    for (int i = 0; i < 6; ++i)
        add_ring(s, ring[i][0], ring[i][1], ring[i][2]);
    for (uint32_t i = 0; i < 6; i += 2)
        add_cells(s, i * (AROUND + 1), AROUND + 1, 2);
    return finish(r, s);
}

renderer_mesh* renderer_mesh_box(renderer* r, const float half[3], float bevel)
{
    sheet* s = begin(r);
    if (s == NULL) return NULL;
    // Each face is a 4 x 4 sheet: its flat part, and a rim that bends half way towards the neighbour.
    const float b = bevel * (1.0f - sqrtf(0.5f));
    for (int axis = 0; axis < 3; ++axis)
        for (int side = -1; side <= 1; side += 2)
        {
            const int u = (axis + 1) % 3, v = (axis + 2) % 3;
            const uint32_t first = s->vertices;
            for (int j = 0; j < 4; ++j)
                for (int i = 0; i < 4; ++i)
                {
                    const int x      = side > 0 ? i : 3 - i; // keeps the winding
                    const bool rim_u = x == 0 || x == 3, rim_v = j == 0 || j == 3;
                    float p[3], n[3];
                    p[axis]             = (float)side * (half[axis] - (rim_u || rim_v ? b : 0.0f));
                    p[u]                = (x < 2 ? -1.0f : 1.0f) * (half[u] - (rim_u ? b : bevel));
                    p[v]                = (j < 2 ? -1.0f : 1.0f) * (half[v] - (rim_v ? b : bevel));
                    n[axis]             = (float)side;
                    n[u]                = rim_u ? (x < 2 ? -1.0f : 1.0f) : 0.0f;
                    n[v]                = rim_v ? (j < 2 ? -1.0f : 1.0f) : 0.0f;
                    const float inverse = 1.0f / sqrtf(1.0f + (float)rim_u + (float)rim_v);
                    add_vertex(s, p[0], p[1], p[2], n[0] * inverse, n[1] * inverse, n[2] * inverse);
                }
            add_cells(s, first, 4, 4);
        }
    return finish(r, s);
}
