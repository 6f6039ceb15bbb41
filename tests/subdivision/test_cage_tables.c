// What is written into a cage's tables: texture coordinates, places, hash.
// runs: host asan. It takes any input and needs no device.
#include "cages.h"

#include "harness.h"

#include <math.h>
#include <string.h>

// Bilinear in faces: at the corners of a patch what its place in the quad says.
static MunitResult uv(const MunitParameter params[], void* fixture)
{
    (void)params, (void)fixture;
    static const int32_t axis[4][2] = { { 1, 0 }, { 0, 1 }, { -1, 0 }, { 0, -1 } };
    static const uint32_t kind[]    = { 0, 3, 13, 14, 17, 22, 33 };
    test_cage t                     = { 0 };
    for (uint32_t n = 0; n < MAS_COUNT(kind); ++n)
    {
        test_cage_make(&t, kind[n]);
        test_cage_uv(&t);
        massa_cage* c = test_cage_build(&t, 2);
        bool quads    = true;
        for (uint32_t f = 0; f < t.faces; ++f)
            quads = quads && t.face_size[f] == 4;
        for (uint32_t i = 0; i < c->patch_count; ++i)
        {
            const mas_surface_place p = c->place[i];
            uint32_t first            = 0;
            for (uint32_t f = 0; f < c->patch[i].face; ++f)
                first += t.face_size[f];
            const uint32_t size = t.face_size[c->patch[i].face];
            double corner[4][2] = { { 0.0 } }; // of the quad
            for (uint32_t k = 0; k < 4 && quads; ++k)
            {
                corner[k][0] = (double)t.uv[t.corner[first + k]].u;
                corner[k][1] = (double)t.uv[t.corner[first + k]].v;
            }
            if (!quads)
            {
                const uint32_t k  = p.quad - first;
                const massa_uv at = t.uv[t.corner[first + k]], next = t.uv[t.corner[first + (k + 1) % size]],
                               last = t.uv[t.corner[first + (k + size - 1) % size]];
                munit_assert_uint32(k, <, size);
                const double here[2] = { (double)at.u, (double)at.v };
                for (int a = 0; a < 2; ++a)
                {
                    corner[0][a] = here[a];
                    corner[1][a] = 0.5 * (here[a] + (double)(a ? next.v : next.u));
                    corner[3][a] = 0.5 * (here[a] + (double)(a ? last.v : last.u));
                    for (uint32_t m = 0; m < size; ++m)
                        corner[2][a] += (double)(a ? t.uv[t.corner[first + m]].v : t.uv[t.corner[first + m]].u) / size;
                }
            }
            else
                munit_assert_uint32(p.quad, ==, c->patch[i].face);
            const int32_t *u = axis[p.turn], *v = axis[(p.turn + 1) % 4];
            const double side = 1.0 / (double)(1u << p.depth);
            for (uint32_t k = 0; k < 4; ++k)
            {
                const int32_t a = k == 1 || k == 2, b = k >= 2;
                const double x = side * (p.column + a * u[0] + b * v[0]), y = side * (p.row + a * u[1] + b * v[1]);
                munit_assert_true(x >= 0.0 && x <= 1.0 && y >= 0.0 && y <= 1.0);
                for (int m = 0; m < 2; ++m)
                {
                    const double expected = (1.0 - x) * (1.0 - y) * corner[0][m] + x * (1.0 - y) * corner[1][m] +
                                            x * y * corner[2][m] + (1.0 - x) * y * corner[3][m];
                    munit_assert_double(fabs(expected - (double)(m ? &c->uv[i].t.x : &c->uv[i].s.x)[k]), <, 1e-6);
                }
            }
        }
        mas_cage_destroy(c);
    }
    test_cage_free(&t);
    return MUNIT_OK;
}

static uint64_t hash_of(const test_cage* t, uint32_t isolation)
{
    massa_cage* c    = test_cage_build(t, isolation);
    const uint64_t h = c->hash;
    mas_cage_destroy(c);
    return h;
}

// Whatever a surface depends on changes it.
static MunitResult hash(const MunitParameter params[], void* fixture)
{
    (void)params, (void)fixture;
    test_cage t = { 0 };
    uint64_t seen[8];
    uint32_t count = 0;
    test_cage_cube(&t, 2.0f);
    seen[count++] = hash_of(&t, 1);
    seen[count++] = hash_of(&t, 2);
    t.point[3].z += 0x1p-20f;
    seen[count++] = hash_of(&t, 1);
    t.point[3].z -= 0x1p-20f;
    munit_assert_uint64(hash_of(&t, 1), ==, seen[0]);
    test_cage_crease(&t, 0, 1, 10.0f);
    seen[count++]         = hash_of(&t, 1);
    t.crease[0].sharpness = 0.5f;
    seen[count++]         = hash_of(&t, 1);
    t.creases             = 0;
    test_cage_sharp(&t, 0, 10.0f);
    seen[count++] = hash_of(&t, 1);
    t.sharps      = 0;
    test_cage_uv(&t);
    seen[count++] = hash_of(&t, 1);
    t.uv[4].u += 0.25f;
    seen[count++] = hash_of(&t, 1);
    for (uint32_t i = 0; i < count; ++i)
        for (uint32_t k = 0; k < i; ++k)
            munit_assert_uint64(seen[i], !=, seen[k]);
    // Denormal and negative zero are 0.
    test_cage_cube(&t, 2.0f);
    t.point[0].x      = 0.0f;
    const uint64_t of = hash_of(&t, 1);
    t.point[0].x      = -0.0f;
    munit_assert_uint64(hash_of(&t, 1), ==, of);
    t.point[0].x = 1e-42f;
    munit_assert_uint64(hash_of(&t, 1), ==, of);
    test_cage_free(&t);
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/uv", uv, NULL, NULL, 0, NULL },
    { "/hash", hash, NULL, NULL, 0, NULL },
    { 0 },
};
MunitSuite test_cage_tables_suite = { "/cage_tables", tests, NULL, 1, 0 };
