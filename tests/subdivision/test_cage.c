// A cage as a whole: sound for every kind of cage, in the same bits; memory that fails; a million faces; input of any
// kind.
// runs: host asan. It takes any input and needs no device.
#include "cages.h"

#include "harness.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const uint64_t PINNED = 971064278142957893u; // of the hashes of all kinds: the same on every machine

// proves: 004-07. Red when a patch names a point that is not there, a row does not start where the last ended, or two
// patches own one edge.
static MunitResult every_kind_is_sound(const MunitParameter params[], void* fixture)
{
    (void)params, (void)fixture;
    test_cage t       = { 0 };
    uint64_t together = 0;
    for (uint32_t n = 0; n < TEST_CAGES; ++n)
        for (uint32_t isolation = 0; isolation <= 5; ++isolation)
        {
            test_cage_make(&t, n);
            for (uint32_t i = 0; i < t.points; ++i) // to a lattice: sines of other machines do not matter then
                for (uint32_t k = 0; k < 3; ++k)
                    (&t.point[i].x)[k] = roundf(64.0f * (&t.point[i].x)[k]) / 64.0f;
            if (n % 2 == 0) test_cage_uv(&t);
            massa_cage *c = test_cage_build(&t, isolation), *again = test_cage_build(&t, isolation);
            test_cage_verify(c);
            munit_assert_uint64(c->hash, ==, again->hash);
            munit_assert_true(c->has_uv == (n % 2 == 0));
            together = together * 31 + c->hash;
            mas_cage_destroy(c);
            mas_cage_destroy(again);
        }
    test_cage_free(&t);
    munit_assert_int64(test_cage_host()->blocks, ==, 0);
    if (together != PINNED)
        munit_errorf("tables have changed, or differ on this machine: %lluu", (unsigned long long)together);
    return MUNIT_OK;
}

// Each allocation in turn returns nothing.
static MunitResult memory_fails(const MunitParameter params[], void* fixture)
{
    (void)params, (void)fixture;
    static const uint32_t kind[] = { 0, 2, 14, 22, 39 };
    test_cage_device* host       = test_cage_host();
    test_cage t                  = { 0 };
    for (uint32_t n = 0; n < MAS_COUNT(kind); ++n)
    {
        test_cage_make(&t, kind[n]);
        const massa_cage_desc d = test_cage_desc(&t);
        massa_result r          = MASSA_ERROR_HOST_MEMORY;
        massa_cage* c           = NULL;
        int64_t at              = 0;
        for (; r != MASSA_OK; ++at)
        {
            host->allocations = 0;
            host->fail_at     = at + 1;
            r                 = mas_cage_build(&host->device, &d, &c);
            if (r == MASSA_OK) break;
            munit_assert_int(r, ==, MASSA_ERROR_HOST_MEMORY);
            munit_assert_int64(host->blocks, ==, 0);
            munit_assert_null(c);
        }
        host->fail_at = 0;
        munit_assert_int64(at, >, 20);
        mas_cage_destroy(c);
    }
    test_cage_free(&t);
    return MUNIT_OK;
}

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

// A million quads are taken; a million triangles would be more patches than there is room for, and are refused in
// words.
static MunitResult large(const MunitParameter params[], void* fixture)
{
    (void)params, (void)fixture;
    test_cage t = { 0 };
    double took[2];
    uint64_t bytes[2];
    for (uint32_t n = 0; n < 2; ++n)
    {
        test_cage_torus(&t, n == 0 ? 100 : 1023, n == 0 ? 100 : 1023);
        const double start = seconds();
        massa_cage* c      = test_cage_build(&t, 1);
        took[n]            = seconds() - start;
        bytes[n]           = c->bytes;
        munit_assert_uint32(c->regular_count, ==, t.faces);
        munit_assert_uint32(c->row_count, ==, 0);
        mas_cage_destroy(c);
    }
    munit_logf(MUNIT_LOG_INFO, "10 000 faces %.3f s, %llu bytes; %u faces %.3f s, %llu bytes", took[0],
               (unsigned long long)bytes[0], t.faces, took[1], (unsigned long long)bytes[1]);
    munit_assert_double(took[0], <, 1.0);
    munit_assert_double(took[1], <, 30.0);
    munit_assert_uint64(bytes[1], <, 250ull * t.faces);
    test_cage_clear(&t, "triangles");
    for (uint32_t j = 0; j < 724; ++j) // of a plane, each square in two
        for (uint32_t i = 0; i < 724; ++i)
            test_cage_point(&t, (float)i, 0.0f, (float)j);
    for (uint32_t j = 0; j + 1 < 724; ++j)
        for (uint32_t i = 0; i + 1 < 724; ++i)
        {
            const uint32_t a = 724 * j + i;
            test_cage_face(&t, 3, (const uint32_t[]){ a, a + 724, a + 725 });
            test_cage_face(&t, 3, (const uint32_t[]){ a, a + 725, a + 1 });
        }
    massa_cage_desc d = test_cage_desc(&t);
    massa_cage* c     = NULL;
    munit_assert_uint32(d.face_count, >, 1000000);
    munit_assert_int(mas_cage_build(&test_cage_host()->device, &d, &c), ==, MASSA_ERROR_RANGE);
    munit_assert_string_equal(
        test_cage_host()->said,
        "The cage would become more than 4194304 patches: make its isolation smaller, or divide it.");
    munit_assert_int64(test_cage_host()->blocks, ==, 0);
    test_cage_free(&t);
    return MUNIT_OK;
}

// Something is wrong with it, or not.
static void damage(test_cage* t, uint64_t* seed)
{
    static const float odd[] = { NAN, INFINITY, -INFINITY, 1e30f, -1e-42f, 0.0f, -0.0f, 1e4f };
    const uint32_t at        = test_random(seed);
    switch (test_random(seed) % 12)
    {
    case 0: t->corner[at % t->corners] = test_random(seed) % (t->points + 2); break;
    case 1: t->corner[at % t->corners] = test_random(seed); break;
    case 2: t->face_size[at % t->faces] ^= 1u << test_random(seed) % 8; break;
    case 3: (&t->point[at % t->points].x)[test_random(seed) % 3] = odd[test_random(seed) % MAS_COUNT(odd)]; break;
    case 4: // a face less: a hole, or a point too many
        t->corners -= t->face_size[t->faces - 1];
        --t->faces;
        break;
    case 5: // a face twice
        test_cage_face(t, t->face_size[0], t->corner);
        break;
    case 6: // one turned round
        for (uint32_t k = 0; k < t->face_size[0] / 2; ++k)
        {
            const uint32_t swapped             = t->corner[k];
            t->corner[k]                       = t->corner[t->face_size[0] - 1 - k];
            t->corner[t->face_size[0] - 1 - k] = swapped;
        }
        break;
    case 7: test_cage_crease(t, at % (t->points + 1), test_random(seed) % t->points, 3.0f); break;
    case 8: test_cage_crease(t, t->corner[0], t->corner[1], odd[at % MAS_COUNT(odd)]); break;
    case 9: test_cage_sharp(t, at % (t->points + 1), odd[test_random(seed) % MAS_COUNT(odd)]); break;
    case 10: // two points are one
        for (uint32_t i = 0; i < t->corners; ++i)
            if (t->corner[i] == at % t->points) t->corner[i] = (at + 1) % t->points;
        break;
    default: t->points -= 1; break;
    }
}

// Counts point into arrays that must be as long as they say.
static bool fits(const test_cage* t)
{
    uint64_t corners = 0;
    for (uint32_t f = 0; f < t->faces; ++f)
        corners += t->face_size[f];
    return corners <= t->corners && t->faces > 0 && t->points > 0;
}

static MunitResult fuzz(const MunitParameter params[], void* fixture)
{
    (void)params, (void)fixture;
    test_cage t            = { 0 };
    test_cage_device* host = test_cage_host();
    uint64_t seed          = 17;
    uint32_t refused = 0, taken = 0;
    for (uint32_t n = 0; n < (test_full() ? 100000u : 2000u); ++n)
    {
        test_cage_random(&t, &seed, n % 3 != 0);
        if (n % 5 == 0) test_cage_uv(&t);
        for (uint32_t k = n % 4 == 0 ? 0 : 1 + test_random(&seed) % 2; k > 0; --k)
        {
            free(t.uv);
            t.uv = NULL;
            if (t.faces > 1 && t.points > 4) damage(&t, &seed);
        }
        if (!fits(&t)) continue;
        massa_cage_desc d    = test_cage_desc(&t);
        massa_cage* c        = NULL;
        d.isolation          = test_random(&seed) % 4;
        host->said[0]        = 0;
        const massa_result r = mas_cage_build(&host->device, &d, &c);
        if (r == MASSA_OK)
        {
            test_cage_verify(c);
            mas_cage_destroy(c);
            ++taken;
        }
        else
        {
            munit_assert_int(r, ==, MASSA_ERROR_RANGE);
            munit_assert_size(strlen(host->said), >, 20);
            munit_assert_null(c);
            ++refused;
            munit_assert_true(n % 4 != 0); // nothing was wrong with those
        }
        munit_assert_int64(host->blocks, ==, 0);
    }
    munit_assert_uint32(taken, >, 500);
    munit_assert_uint32(refused, >, 500);
    test_cage_free(&t);
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/every-kind-is-sound", every_kind_is_sound, NULL, NULL, 0, NULL },
    { "/memory-fails", memory_fails, NULL, NULL, 0, NULL },
    { "/large", large, NULL, NULL, 0, NULL },
    { "/fuzz", fuzz, NULL, NULL, 0, NULL },
    { 0 },
};
MunitSuite test_cage_suite = { "/cage", tests, NULL, 1, 0 };
