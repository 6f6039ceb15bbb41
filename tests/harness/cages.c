#include "cages.h"

#include "harness.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void grow(void** data, uint32_t count, uint32_t* room, size_t size)
{
    if (count < *room) return;
    *room = 2 * *room + 64;
    *data = realloc(*data, *room * size);
    munit_assert_not_null(*data);
}

void test_cage_clear(test_cage* t, const char* name)
{
    t->name   = name;
    t->points = t->faces = t->corners = t->creases = t->sharps = 0;
    free(t->uv);
    t->uv = NULL;
}

void test_cage_free(test_cage* t)
{
    test_cage_clear(t, "");
    free(t->point);
    free(t->face_size);
    free(t->corner);
    free(t->crease);
    free(t->sharp);
    *t = (test_cage){ 0 };
}

uint32_t test_cage_point(test_cage* t, float x, float y, float z)
{
    grow((void**)&t->point, t->points, &t->point_room, sizeof *t->point);
    t->point[t->points] = (massa_vec3){ x, y, z };
    return t->points++;
}

void test_cage_face(test_cage* t, uint32_t size, const uint32_t* corner)
{
    grow((void**)&t->face_size, t->faces, &t->face_room, sizeof *t->face_size);
    t->face_size[t->faces++] = size;
    for (uint32_t i = 0; i < size; ++i)
    {
        grow((void**)&t->corner, t->corners, &t->corner_room, sizeof *t->corner);
        t->corner[t->corners++] = corner[i];
    }
}

void test_cage_quad(test_cage* t, uint32_t a, uint32_t b, uint32_t c, uint32_t d)
{
    test_cage_face(t, 4, (const uint32_t[]){ a, b, c, d });
}

void test_cage_crease(test_cage* t, uint32_t a, uint32_t b, float sharpness)
{
    grow((void**)&t->crease, t->creases, &t->crease_room, sizeof *t->crease);
    t->crease[t->creases++] = (massa_crease){ a, b, sharpness };
}

void test_cage_sharp(test_cage* t, uint32_t point, float sharpness)
{
    grow((void**)&t->sharp, t->sharps, &t->sharp_room, sizeof *t->sharp);
    t->sharp[t->sharps++] = (massa_cage_corner){ point, sharpness };
}

void test_cage_uv(test_cage* t)
{
    t->uv = malloc(t->points * sizeof *t->uv);
    munit_assert_not_null(t->uv);
    for (uint32_t i = 0; i < t->points; ++i)
        t->uv[i] = (massa_uv){ 0.25f * t->point[i].x + 0.125f * t->point[i].z, 0.5f * t->point[i].y };
}

massa_cage_desc test_cage_desc(const test_cage* t)
{
    massa_cage_desc d = massa_default_cage_desc();
    d.points          = t->point;
    d.point_count     = t->points;
    d.face_sizes      = t->face_size;
    d.face_count      = t->faces;
    d.face_points     = t->corner;
    d.creases         = t->crease;
    d.crease_count    = t->creases;
    d.corners         = t->sharp;
    d.corner_count    = t->sharps;
    d.uv              = t->uv;
    return d;
}

void test_cage_cube(test_cage* t, float side)
{
    static const uint32_t face[6][4] = { { 0, 4, 6, 2 }, { 1, 3, 7, 5 }, { 0, 1, 5, 4 },
                                         { 2, 6, 7, 3 }, { 0, 2, 3, 1 }, { 4, 5, 7, 6 } };
    const float h                    = 0.5f * side;
    test_cage_clear(t, "cube");
    for (uint32_t i = 0; i < 8; ++i)
        test_cage_point(t, i & 1 ? h : -h, i & 2 ? h : -h, i & 4 ? h : -h);
    for (uint32_t f = 0; f < 6; ++f)
        test_cage_face(t, 4, face[f]);
}

#define TURN 6.28318530718f

void test_cage_torus(test_cage* t, uint32_t around, uint32_t across)
{
    test_cage_clear(t, "torus");
    for (uint32_t i = 0; i < around; ++i)
        for (uint32_t k = 0; k < across; ++k)
        {
            const float a = TURN * (float)i / (float)around, b = TURN * (float)k / (float)across,
                        r = 2.0f + 0.8f * cosf(b);
            test_cage_point(t, r * cosf(a), 0.8f * sinf(b), -r * sinf(a));
        }
    for (uint32_t i = 0; i < around; ++i)
        for (uint32_t k = 0; k < across; ++k)
        {
            const uint32_t j = (i + 1) % around, l = (k + 1) % across;
            test_cage_quad(t, i * across + k, j * across + k, j * across + l, i * across + l);
        }
}

void test_cage_kites(test_cage* t, uint32_t n)
{
    test_cage_clear(t, "kites");
    for (uint32_t i = 0; i < 2 * n; ++i)
    {
        const float a = TURN * (float)i / (float)(2 * n);
        test_cage_point(t, cosf(a), i % 2 ? 0.3f : -0.3f, -sinf(a));
    }
    const uint32_t top = test_cage_point(t, 0.0f, 1.0f, 0.0f), bottom = test_cage_point(t, 0.0f, -1.0f, 0.0f);
    for (uint32_t i = 0; i < 2 * n; i += 2)
    {
        const uint32_t a = (i + 2 * n - 1) % (2 * n), c = (i + 1) % (2 * n), d = (i + 2) % (2 * n);
        test_cage_quad(t, top, a, i, c);
        test_cage_quad(t, bottom, d, c, i);
    }
}

void test_cage_prism(test_cage* t, uint32_t n)
{
    uint32_t top[64] = { 0 }, bottom[64] = { 0 };
    test_cage_clear(t, "prism");
    for (uint32_t i = 0; i < 2 * n; ++i)
    {
        const float a = TURN * (float)(i % n) / (float)n;
        test_cage_point(t, cosf(a), i < n ? -0.5f : 0.5f, -sinf(a));
        (i < n ? bottom : top)[i < n ? n - 1 - i : i - n] = i;
    }
    test_cage_face(t, n, top);
    test_cage_face(t, n, bottom);
    for (uint32_t i = 0; i < n; ++i)
        test_cage_quad(t, i, (i + 1) % n, n + (i + 1) % n, n + i);
}

void test_cage_pyramid(test_cage* t, uint32_t n)
{
    uint32_t bottom[64] = { 0 };
    test_cage_clear(t, "pyramid");
    for (uint32_t i = 0; i < n; ++i)
    {
        const float a     = TURN * (float)i / (float)n;
        bottom[n - 1 - i] = test_cage_point(t, cosf(a), 0.0f, -sinf(a));
    }
    const uint32_t top = test_cage_point(t, 0.0f, 1.2f, 0.0f);
    test_cage_face(t, n, bottom);
    for (uint32_t i = 0; i < n; ++i)
        test_cage_face(t, 3, (const uint32_t[]){ i, (i + 1) % n, top });
}

void test_cage_tetrahedron(test_cage* t)
{
    static const uint32_t face[4][3] = { { 0, 1, 2 }, { 0, 3, 1 }, { 0, 2, 3 }, { 1, 3, 2 } };
    test_cage_clear(t, "tetrahedron");
    test_cage_point(t, 1.0f, 1.0f, 1.0f);
    test_cage_point(t, -1.0f, -1.0f, 1.0f);
    test_cage_point(t, 1.0f, -1.0f, -1.0f);
    test_cage_point(t, -1.0f, 1.0f, -1.0f);
    for (uint32_t f = 0; f < 4; ++f)
        test_cage_face(t, 3, (const uint32_t[]){ face[f][0], face[f][1], face[f][2] });
}

// Its corners are the centres of an icosahedron's faces; here from two rings of five and two more.
void test_cage_dodecahedron(test_cage* t)
{
    test_cage_clear(t, "dodecahedron");
    static const float height[4] = { 1.3764f, 0.3249f, -0.3249f, -1.3764f },
                       radius[4] = { 0.8507f, 1.3764f, 1.3764f, 0.8507f };
    for (uint32_t ring = 0; ring < 4; ++ring)
        for (uint32_t i = 0; i < 5; ++i)
        {
            const float a = TURN * ((float)i + (ring < 2 ? 0.0f : 0.5f)) / 5.0f;
            test_cage_point(t, radius[ring] * cosf(a), height[ring], -radius[ring] * sinf(a));
        }
    test_cage_face(t, 5, (const uint32_t[]){ 0, 1, 2, 3, 4 });
    test_cage_face(t, 5, (const uint32_t[]){ 19, 18, 17, 16, 15 });
    for (uint32_t i = 0; i < 5; ++i)
    {
        const uint32_t j = (i + 1) % 5;
        test_cage_face(t, 5, (const uint32_t[]){ i, 5 + i, 10 + i, 5 + j, j });
        test_cage_face(t, 5, (const uint32_t[]){ 15 + i, 15 + j, 10 + j, 5 + j, 10 + i });
    }
}

// The surface of a set of unit cubes in a box; cubes that meet in an edge or a corner alone must not occur.
enum
{
    VOXELS = 16
};
typedef bool (*filled_fn)(int x, int y, int z);

static uint32_t voxel_point(test_cage* t, uint32_t* known, int x, int y, int z)
{
    uint32_t* p = &known[(z * (VOXELS + 1) + y) * (VOXELS + 1) + x];
    if (*p == 0) *p = 1 + test_cage_point(t, (float)x, (float)y, (float)z);
    return *p - 1;
}

static void voxels(test_cage* t, filled_fn filled)
{
    // Corners of the face towards each direction, counter-clockwise from outside.
    static const int side[6][4][3] = {
        { { 0, 0, 0 }, { 0, 0, 1 }, { 0, 1, 1 }, { 0, 1, 0 } }, { { 1, 0, 0 }, { 1, 1, 0 }, { 1, 1, 1 }, { 1, 0, 1 } },
        { { 0, 0, 0 }, { 1, 0, 0 }, { 1, 0, 1 }, { 0, 0, 1 } }, { { 0, 1, 0 }, { 0, 1, 1 }, { 1, 1, 1 }, { 1, 1, 0 } },
        { { 0, 0, 0 }, { 0, 1, 0 }, { 1, 1, 0 }, { 1, 0, 0 } }, { { 0, 0, 1 }, { 1, 0, 1 }, { 1, 1, 1 }, { 0, 1, 1 } },
    };
    static const int step[6][3] = { { -1, 0, 0 }, { 1, 0, 0 }, { 0, -1, 0 }, { 0, 1, 0 }, { 0, 0, -1 }, { 0, 0, 1 } };
    uint32_t* known             = calloc((VOXELS + 1) * (VOXELS + 1) * (VOXELS + 1), sizeof *known);
    munit_assert_not_null(known);
    for (int z = 0; z < VOXELS; ++z)
        for (int y = 0; y < VOXELS; ++y)
            for (int x = 0; x < VOXELS; ++x)
                for (int s = 0; s < 6 && filled(x, y, z); ++s)
                {
                    uint32_t corner[4];
                    if (filled(x + step[s][0], y + step[s][1], z + step[s][2])) continue;
                    for (int k = 0; k < 4; ++k)
                        corner[k] = voxel_point(t, known, x + side[s][k][0], y + side[s][k][1], z + side[s][k][2]);
                    test_cage_face(t, 4, corner);
                }
    free(known);
}

static bool angle_filled(int x, int y, int z)
{
    return z == 1 && ((y == 1 && x >= 1 && x <= 3) || (x == 1 && y >= 1 && y <= 3));
}

void test_cage_angle(test_cage* t)
{
    test_cage_clear(t, "angle");
    voxels(t, angle_filled);
    for (uint32_t i = 0; i < t->points; ++i) // out of their planes
    {
        const massa_vec3 p = t->point[i];
        t->point[i] = (massa_vec3){ p.x - 2.0f + 0.2f * sinf(3.0f * p.y + p.z), p.y - 2.0f + 0.2f * sinf(2.0f * p.x),
                                    p.z - 1.5f + 0.15f * sinf(2.0f * p.x + 3.0f * p.y) };
    }
}

static bool inside(int x, int lo, int hi)
{
    return x >= lo && x <= hi;
}

static bool character_filled(int x, int y, int z)
{
    const bool body = inside(x, 6, 9) && inside(y, 5, 9) && inside(z, 7, 8);
    const bool head = inside(x, 7, 8) && inside(y, 10, 12) && inside(z, 7, 8);
    const bool legs = (x == 6 || x == 9) && inside(y, 1, 4) && inside(z, 7, 8);
    const bool feet = (x == 6 || x == 9) && y == 1 && z == 6;
    const bool arms = (inside(x, 2, 5) || inside(x, 10, 13)) && inside(y, 8, 9) && inside(z, 7, 8);
    return body || head || legs || feet || arms;
}

void test_cage_character(test_cage* t)
{
    test_cage_clear(t, "character");
    voxels(t, character_filled);
    for (uint32_t i = 0; i < t->points; ++i) // arms hang, limbs are thinner than the body
    {
        massa_vec3 p  = t->point[i];
        const float x = p.x - 8.0f, arm = fabsf(x) > 2.5f ? fabsf(x) - 2.5f : 0.0f;
        p.y -= 0.45f * arm + 0.02f * arm * arm;
        p.z         = 8.0f + (p.z - 8.0f) * (arm > 0.0f ? 0.7f : 1.0f) + 0.1f * sinf(p.y);
        t->point[i] = (massa_vec3){ 0.12f * x, 0.12f * p.y, 0.12f * (p.z - 8.0f) };
    }
}

void test_cage_ball(test_cage* t, uint32_t steps)
{
    static const float frame[6][3][3] = {
        { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } }, { { -1, 0, 0 }, { 0, 0, 1 }, { 0, 1, 0 } },
        { { 0, 1, 0 }, { 0, 0, 1 }, { 1, 0, 0 } }, { { 0, -1, 0 }, { 1, 0, 0 }, { 0, 0, 1 } },
        { { 0, 0, 1 }, { 1, 0, 0 }, { 0, 1, 0 } }, { { 0, 0, -1 }, { 0, 1, 0 }, { 1, 0, 0 } },
    };
    const uint32_t side = steps + 1;
    uint32_t* known     = calloc((size_t)side * side * side, sizeof *known); // by place on the cube, from 1
    munit_assert_not_null(known);
    test_cage_clear(t, "ball");
    for (uint32_t f = 0; f < 6; ++f)
        for (uint32_t j = 0; j < steps; ++j)
            for (uint32_t i = 0; i < steps; ++i)
            {
                uint32_t corner[4];
                for (uint32_t k = 0; k < 4; ++k)
                {
                    const float u = 2.0f * (float)(i + (k == 1 || k == 2)) / (float)steps - 1.0f,
                                v = 2.0f * (float)(j + (k > 1)) / (float)steps - 1.0f;
                    float p[3], square = 0.0f;
                    size_t at = 0;
                    for (uint32_t a = 0; a < 3; ++a)
                    {
                        p[a] = frame[f][0][a] + u * frame[f][1][a] + v * frame[f][2][a];
                        at   = at * side + (size_t)((p[a] + 1.0f) * 0.5f * (float)steps + 0.5f);
                        square += p[a] * p[a];
                    }
                    const float r = 1.0f / sqrtf(square);
                    if (known[at] == 0) known[at] = 1 + test_cage_point(t, r * p[0], r * p[1], r * p[2]);
                    corner[k] = known[at] - 1;
                }
                test_cage_face(t, 4, corner);
            }
    free(known);
}

void test_cage_pillow(test_cage* t)
{
    test_cage_clear(t, "pillow");
    for (uint32_t i = 0; i < 4; ++i)
        test_cage_point(t, i == 1 || i == 2 ? 1.0f : -1.0f, i % 2 ? 0.3f : -0.2f, i > 1 ? -1.0f : 1.0f);
    test_cage_quad(t, 0, 1, 2, 3);
    test_cage_quad(t, 3, 2, 1, 0);
}

void test_cage_grid(test_cage* t, uint32_t columns, uint32_t rows)
{
    test_cage_clear(t, "grid");
    for (uint32_t j = 0; j <= rows; ++j)
        for (uint32_t i = 0; i <= columns; ++i)
            test_cage_point(t, (float)i, 0.5f * sinf(1.3f * (float)i) * cosf(0.9f * (float)j), -(float)j);
    for (uint32_t j = 0; j < rows; ++j)
        for (uint32_t i = 0; i < columns; ++i)
        {
            const uint32_t a = j * (columns + 1) + i, d = a + columns + 1;
            test_cage_quad(t, a, a + 1, d + 1, d);
        }
}

// Rings of 2 n points around the middle; faces between them, so that the middle's neighbours are regular.
static void fan(test_cage* t, uint32_t faces, bool closed)
{
    const uint32_t spokes = closed ? faces : faces + 1, ring = closed ? 2 * faces : 2 * faces + 1;
    const float all = closed ? TURN : 0.5f * TURN;
    (void)spokes;
    test_cage_point(t, 0.0f, 0.6f, 0.0f);
    for (uint32_t r = 1; r <= 3; ++r)
        for (uint32_t i = 0; i < ring; ++i)
        {
            const float a = all * (float)i / (float)(2 * faces), out = (float)r * (i % 2 ? 1.2f : 1.0f);
            test_cage_point(t, out * cosf(a), 0.4f / (float)r + 0.1f * sinf(3.0f * a + (float)r), -out * sinf(a));
        }
    for (uint32_t k = 0; k < faces; ++k)
        test_cage_quad(t, 0, 1 + 2 * k, 2 + 2 * k, 1 + (2 * k + 2) % ring);
    for (uint32_t r = 1; r < 3; ++r)
        for (uint32_t i = 0; i < 2 * faces; ++i)
        {
            const uint32_t a = 1 + (r - 1) * ring + i, b = 1 + (r - 1) * ring + (i + 1) % ring;
            test_cage_quad(t, a, a + ring, b + ring, b);
        }
}

void test_cage_fan(test_cage* t, uint32_t valence)
{
    test_cage_clear(t, "fan");
    fan(t, valence, true);
}

void test_cage_edge_fan(test_cage* t, uint32_t faces)
{
    test_cage_clear(t, "edge fan");
    fan(t, faces, false);
}
