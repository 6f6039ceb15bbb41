// One cage of each kind, and random ones.
#include "cages.h"

#include "harness.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void crease_all(test_cage* t, float sharpness)
{
    for (uint32_t f = 0, first = 0; f < t->faces; first += t->face_size[f++])
        for (uint32_t k = 0; k < t->face_size[f]; ++k)
        {
            const uint32_t a = t->corner[first + k], b = t->corner[first + (k + 1) % t->face_size[f]];
            if (a < b) test_cage_crease(t, a, b, sharpness);
        }
}

static void creased_cube(test_cage* t, const char* name, float sharpness, bool all)
{
    test_cage_cube(t, 2.0f);
    t->name = name;
    if (all)
        crease_all(t, sharpness);
    else
        for (uint32_t k = 0; k < 4; ++k) // around the top
            test_cage_crease(t, (const uint32_t[]){ 2, 3, 7, 6 }[k], (const uint32_t[]){ 3, 7, 6, 2 }[k], sharpness);
}

void test_cage_make(test_cage* t, uint32_t number)
{
    switch (number)
    {
    case 0: test_cage_cube(t, 2.0f); break;
    case 1: test_cage_torus(t, 8, 6); break;
    case 2: test_cage_grid(t, 5, 4); break;
    case 3:
    case 4:
    case 5:
    case 6:
    case 7:
    case 8:
    case 9: test_cage_fan(t, number); break;
    case 10: test_cage_grid(t, 6, 1); break;
    case 11: test_cage_grid(t, 1, 1); break;
    case 12: test_cage_dodecahedron(t); break;
    case 13: test_cage_prism(t, 7); break;
    case 14: test_cage_pyramid(t, 5); break;
    case 15: test_cage_tetrahedron(t); break;
    case 16: test_cage_angle(t); break;
    case 17: test_cage_character(t); break;
    case 18: creased_cube(t, "creased cube", 10.0f, true); break;
    case 19: creased_cube(t, "cup", 10.0f, false); break;
    case 20: creased_cube(t, "semi-sharp cube", 1.0f, true); break;
    case 21: creased_cube(t, "semi-sharp cube 2.5", 2.5f, true); break;
    case 22: creased_cube(t, "semi-sharp cup 1.7", 1.7f, false); break;
    case 23:
        test_cage_cube(t, 2.0f);
        t->name = "sharp corner";
        test_cage_sharp(t, 3, 10.0f);
        test_cage_sharp(t, 5, 1.5f);
        break;
    case 24: // ends inside
        test_cage_torus(t, 8, 6);
        t->name = "dart";
        test_cage_crease(t, 0, 1, 10.0f);
        test_cage_crease(t, 1, 2, 10.0f);
        break;
    case 25: // all around, and across
        test_cage_torus(t, 8, 6);
        t->name = "creased torus";
        for (uint32_t i = 0; i < 8; ++i)
            test_cage_crease(t, 6 * i, 6 * ((i + 1) % 8), 10.0f);
        for (uint32_t i = 0; i < 6; ++i)
            test_cage_crease(t, 12 + i, 12 + (i + 1) % 6, 10.0f);
        break;
    case 26: test_cage_kites(t, 5); break;
    case 27: test_cage_kites(t, 9); break;
    case 28:
    case 29:
    case 30: test_cage_edge_fan(t, number - 25); break;
    case 31: test_cage_ball(t, 3); break;
    case 32: test_cage_pillow(t); break;
    case 33: // different sharpness side by side
        test_cage_grid(t, 5, 5);
        t->name = "mixed sharpness";
        for (uint32_t i = 0; i < 4; ++i)
            test_cage_crease(t, 13 + i, 14 + i, 0.6f + (float)i);
        test_cage_crease(t, 9, 15, 0.5f);
        test_cage_crease(t, 15, 21, 2.2f);
        test_cage_sharp(t, 22, 0.7f);
        break;
    case 34:
        test_cage_prism(t, 6);
        t->name = "sharp prism";
        for (uint32_t i = 0; i < 6; ++i)
            test_cage_crease(t, 6 + i, 6 + (i + 1) % 6, i == 0 ? 2.5f : 10.0f);
        break;
    case 35: // an edge fan whose middle stays sharp
        test_cage_edge_fan(t, 3);
        t->name = "sharp edge fan";
        test_cage_sharp(t, 0, 10.0f);
        break;
    case 36: // a crease that turns: one face on one side, three on the other
        test_cage_grid(t, 4, 4);
        t->name = "turning crease";
        test_cage_crease(t, 2, 7, 10.0f);
        test_cage_crease(t, 7, 12, 10.0f);
        test_cage_crease(t, 12, 13, 10.0f);
        test_cage_crease(t, 13, 14, 10.0f);
        break;
    case 37: test_cage_grid(t, 2, 2); break;
    case 38: test_cage_kites(t, 3); break;
    default:
    {
        uint64_t seed = 7;
        test_cage_random(t, &seed, true);
        break;
    }
    }
}

static float noise(uint64_t* seed, float size)
{
    return size * ((float)(test_random(seed) & 0xFFFF) / 32768.0f - 1.0f);
}

// A face becomes triangles around a new point.
static void poke(test_cage* t, uint32_t face)
{
    uint32_t first = 0, corner[64];
    for (uint32_t f = 0; f < face; ++f)
        first += t->face_size[f];
    const uint32_t size = t->face_size[face];
    massa_vec3 sum      = { 0.0f, 0.0f, 0.0f };
    for (uint32_t k = 0; k < size; ++k)
    {
        corner[k]          = t->corner[first + k];
        const massa_vec3 p = t->point[corner[k]];
        sum                = (massa_vec3){ sum.x + p.x, sum.y + p.y, sum.z + p.z };
    }
    memmove(&t->corner[first], &t->corner[first + size], (t->corners - first - size) * sizeof *t->corner);
    memmove(&t->face_size[face], &t->face_size[face + 1], (t->faces - face - 1) * sizeof *t->face_size);
    t->corners -= size;
    --t->faces;
    const uint32_t middle = test_cage_point(t, sum.x / (float)size, sum.y / (float)size, sum.z / (float)size);
    for (uint32_t k = 0; k < size; ++k)
        test_cage_face(t, 3, (const uint32_t[]){ corner[k], corner[(k + 1) % size], middle });
}

// A quad or larger becomes two faces along a diagonal.
static void cut(test_cage* t, uint32_t face, uint32_t turn)
{
    uint32_t first = 0, corner[64];
    for (uint32_t f = 0; f < face; ++f)
        first += t->face_size[f];
    const uint32_t size = t->face_size[face];
    if (size < 4) return;
    for (uint32_t k = 0; k < size; ++k)
        corner[k] = t->corner[first + (k + turn) % size];
    memmove(&t->corner[first], &t->corner[first + size], (t->corners - first - size) * sizeof *t->corner);
    memmove(&t->face_size[face], &t->face_size[face + 1], (t->faces - face - 1) * sizeof *t->face_size);
    t->corners -= size;
    --t->faces;
    test_cage_face(t, 3, corner);
    const uint32_t first_corner = corner[0];
    corner[1]                   = first_corner;
    test_cage_face(t, size - 1, corner + 1);
}

void test_cage_random(test_cage* t, uint64_t* seed, bool sharp)
{
    switch (test_random(seed) % 9)
    {
    case 0: test_cage_cube(t, 2.0f); break;
    case 1: test_cage_torus(t, 3 + test_random(seed) % 5, 3 + test_random(seed) % 5); break;
    case 2: test_cage_kites(t, 3 + test_random(seed) % 9); break;
    case 3: test_cage_prism(t, 3 + test_random(seed) % 9); break;
    case 4: test_cage_pyramid(t, 3 + test_random(seed) % 9); break;
    case 5: test_cage_dodecahedron(t); break;
    case 6: test_cage_angle(t); break;
    case 7: test_cage_tetrahedron(t); break;
    default: test_cage_ball(t, 1 + test_random(seed) % 3); break;
    }
    t->name = "random";
    for (uint32_t n = test_random(seed) % 6; n > 0; --n)
    {
        const uint32_t face = test_random(seed) % t->faces;
        if (test_random(seed) % 2)
            poke(t, face);
        else
            cut(t, face, test_random(seed) % 8);
    }
    for (uint32_t i = 0; i < t->points; ++i)
    {
        massa_vec3* p = &t->point[i];
        *p            = (massa_vec3){ p->x + noise(seed, 0.15f), p->y + noise(seed, 0.15f), p->z + noise(seed, 0.15f) };
    }
    for (uint32_t n = sharp ? test_random(seed) % 12 : 0; n > 0; --n)
    {
        const uint32_t face = test_random(seed) % t->faces;
        uint32_t first      = 0;
        for (uint32_t f = 0; f < face; ++f)
            first += t->face_size[f];
        const uint32_t k = test_random(seed) % t->face_size[face];
        const float s    = test_random(seed) % 2 ? 10.0f : (float)(test_random(seed) % 64) / 16.0f;
        if (n % 4 == 0)
            test_cage_sharp(t, t->corner[first + k], s);
        else
            test_cage_crease(t, t->corner[first + k], t->corner[first + (k + 1) % t->face_size[face]], s);
    }
}
