// The order of patches: blocks of eight, and of eight times eight, stand close together.
// runs: host asan. It takes any input and needs no device.
#include "cages.h"
#include "limit_patch.h"

#include "harness.h"

#include <math.h>
#include <stdlib.h>

// The sum of the areas of boxes around runs of patches, by their corners' points.
static double areas(const massa_cage* c, const double (*x)[3], const uint32_t* order, uint32_t run)
{
    double sum = 0.0;
    for (uint32_t first = 0; first < c->patch_count; first += run)
    {
        double lo[3] = { 1e9, 1e9, 1e9 }, hi[3] = { -1e9, -1e9, -1e9 };
        for (uint32_t i = first; i < first + run && i < c->patch_count; ++i)
            for (uint32_t k = 0; k < 4; ++k)
            {
                double p[3], du[3], dv[3];
                oracle_limit_patch(c, x, order[i], k % 2, k / 2, p, du, dv);
                for (int a = 0; a < 3; ++a)
                    lo[a] = fmin(lo[a], p[a]), hi[a] = fmax(hi[a], p[a]);
            }
        const double d[3] = { hi[0] - lo[0], hi[1] - lo[1], hi[2] - lo[2] };
        sum += d[0] * d[1] + d[1] * d[2] + d[2] * d[0];
    }
    return sum;
}

// Red when halves are not divided along the longest axis, or at the wrong number.
static MunitResult blocks_are_small(const MunitParameter params[], void* fixture)
{
    (void)params, (void)fixture;
    test_cage t   = { 0 };
    uint64_t seed = 3;
    for (uint32_t n = 0; n < 3; ++n)
    {
        if (n == 0)
            test_cage_torus(&t, 32, 24);
        else if (n == 1)
            test_cage_character(&t);
        else
            test_cage_ball(&t, 11);
        for (uint32_t f = t.faces - 1; f > 0; --f) // quads, in any order
            for (uint32_t k = 0, other = test_random(&seed) % (f + 1); k < 4; ++k)
            {
                const uint32_t swapped  = t.corner[4 * f + k];
                t.corner[4 * f + k]     = t.corner[4 * other + k];
                t.corner[4 * other + k] = swapped;
            }
        massa_cage* c   = test_cage_build(&t, 1);
        double(*x)[3]   = oracle_limit_points(c, NULL);
        uint32_t* order = malloc(2 * c->patch_count * sizeof *order);
        munit_assert_not_null(order);
        uint32_t* by_face = order + c->patch_count;
        uint32_t count    = 0;
        for (uint32_t f = 0; f < c->face_count; ++f)
            for (uint32_t i = 0; i < c->patch_count; ++i)
                if (c->patch[i].face == f) by_face[count++] = i;
        munit_assert_uint32(count, ==, c->patch_count); // each once
        for (uint32_t i = 0; i < c->patch_count; ++i)
            order[i] = i;
        // Against the order of the faces.
        const double eight[2] = { areas(c, (const double(*)[3])x, order, 8),
                                  areas(c, (const double(*)[3])x, by_face, 8) };
        const double more[2]  = { areas(c, (const double(*)[3])x, order, 64),
                                  areas(c, (const double(*)[3])x, by_face, 64) };
        munit_assert_double(eight[0], <, 0.1 * eight[1]);
        munit_assert_double(more[0], <, 0.25 * more[1]);
        free(order);
        free(x);
        mas_cage_destroy(c);
    }
    test_cage_free(&t);
    return MUNIT_OK;
}

// Owners of edges: a regular patch wherever one has it, of those alike the one whose side has the lowest number, then
// the lowest patch.
static MunitResult owners(const MunitParameter params[], void* fixture)
{
    (void)params, (void)fixture;
    test_cage t = { 0 };
    for (uint32_t n = 0; n < TEST_CAGES; ++n)
    {
        test_cage_make(&t, n);
        massa_cage* c = test_cage_build(&t, n % 3);
        for (uint32_t i = 0; i < c->patch_count; ++i)
            for (uint32_t s = 0; s < 4; ++s)
            {
                if ((&c->patch[i].second.x)[s] != SURFACE_NONE) continue;
                const uint32_t edge  = (&c->patch[i].side.x)[s] >> 1;
                const uint32_t owner = c->edge[edge].owner;
                uint32_t side        = 0;
                while ((c->patch[owner].flags >> (SURFACE_OWNS_SIDE + side) & 1) == 0 ||
                       (&c->patch[owner].side.x)[side] >> 1 != edge)
                    munit_assert_uint32(++side, <, 4);
                const bool owner_exact = (c->patch[owner].flags & SURFACE_GREGORY) == 0,
                           exact       = (c->patch[i].flags & SURFACE_GREGORY) == 0;
                munit_assert_true(exact == owner_exact ? 4 * (uint64_t)side + (owner > i) <= 4 * (uint64_t)s
                                                       : owner_exact);
            }
        mas_cage_destroy(c);
    }
    test_cage_free(&t);
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/blocks-are-small", blocks_are_small, NULL, NULL, 0, NULL },
    { "/owners", owners, NULL, NULL, 0, NULL },
    { 0 },
};
MunitSuite test_order_suite = { "/order", tests, NULL, 1, 0 };
