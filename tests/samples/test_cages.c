// The samples' cages: each is a manifold that is wound one way, closed unless it means to be open, and stands on the
// ground; OBJ files are read as they are meant, and bad ones refused with their line.
// runs: host asan. It takes any input and needs no device.
#include "cages/cages.h"

#include <math.h>
#include <munit.h>
#include <stdlib.h>
#include <string.h>

typedef struct side // a directed edge
{
    uint32_t from, to;
} side;

static int by_points(const void* a, const void* b)
{
    return memcmp(a, b, sizeof(side));
}

typedef struct shape // what a cage is, counted
{
    uint32_t sides, boundary; // directed edges, those without their opposite
    double volume, lowest;
} shape;

static shape measure(const cage* c)
{
    shape s = { .lowest = INFINITY };
    for (uint32_t i = 0; i < c->faces; ++i)
        s.sides += c->face[i].count;
    side* all     = malloc(s.sides * sizeof *all);
    uint32_t* hit = calloc(c->points, sizeof *hit);
    munit_assert_true(all != NULL && hit != NULL);
    uint32_t n = 0;
    for (uint32_t i = 0; i < c->faces; ++i)
    {
        const cage_face* f = &c->face[i];
        const cage_vec a   = c->point[f->point[0]];
        munit_assert_uint32(f->count, >=, 3);
        for (uint32_t k = 0; k < f->count; ++k)
        {
            const uint32_t p = f->point[k], q = f->point[(k + 1) % f->count];
            munit_assert_uint32(p, <, c->points);
            munit_assert_uint32(p, !=, q);
            all[n++] = (side){ p, q };
            ++hit[p];
            s.volume += cage_dot(a, cage_cross(c->point[p], c->point[q])) / 6.0;
        }
    }
    for (uint32_t i = 0; i < c->points; ++i)
    {
        munit_assert_uint32(hit[i], >, 0);
        munit_assert_true(fabs(c->point[i].x) < 3.0 && fabs(c->point[i].y) < 3.0 && fabs(c->point[i].z) < 3.0);
        s.lowest = fmin(s.lowest, c->point[i].y);
    }
    qsort(all, n, sizeof *all, by_points);
    for (uint32_t i = 0; i < n; ++i)
    {
        const side back = { all[i].to, all[i].from };
        munit_assert_true(i == 0 || by_points(&all[i - 1], &all[i]) != 0); // two faces run the same way
        s.boundary += bsearch(&back, all, n, sizeof *all, by_points) == NULL;
    }
    for (uint32_t i = 0; i < c->creases; ++i)
    {
        const side way = { c->crease[i].a, c->crease[i].b }, back = { way.to, way.from };
        munit_assert_true(bsearch(&way, all, n, sizeof *all, by_points) != NULL ||
                          bsearch(&back, all, n, sizeof *all, by_points) != NULL);
        munit_assert_true(c->crease[i].sharpness >= 0.0f && c->crease[i].sharpness <= 10.0f);
    }
    free(all);
    free(hit);
    return s;
}

static MunitResult models(const MunitParameter params[], void* fixture)
{
    (void)params;
    (void)fixture;
    static const struct
    {
        const char* name;
        uint32_t boundary;
    } open[] = { { "vase", 24 }, { "ribbon", 72 }, { "leaf", 28 } };
    munit_assert_uint32(cage_model_count, >=, 12);
    for (uint32_t i = 0; i < cage_model_count; ++i)
    {
        cage c            = { 0 };
        uint32_t boundary = 0;
        cage_models[i].build(&c);
        munit_assert_true(cage_pack(&c));
        const shape s = measure(&c);
        munit_logf(MUNIT_LOG_INFO, "%s: %u points, %u faces, %u sides of a boundary, volume %.3f, lowest %.3f",
                   cage_models[i].name, c.points, c.faces, s.boundary, s.volume, s.lowest);
        for (size_t k = 0; k < sizeof open / sizeof open[0]; ++k)
            if (strcmp(cage_models[i].name, open[k].name) == 0) boundary = open[k].boundary;
        munit_assert_uint32(s.boundary, ==, boundary);
        if (boundary == 0) munit_assert_double(s.volume, >, 0.03); // outside is outside
        munit_assert_double(s.lowest, >, -0.05);
        for (uint32_t k = 0; k < i; ++k)
            munit_assert_string_not_equal(cage_models[i].name, cage_models[k].name);
        cage_free(&c);
    }
    return MUNIT_OK;
}

static MunitResult turns(const MunitParameter params[], void* fixture)
{
    (void)params;
    (void)fixture;
    for (int i = -40; i <= 40; ++i)
    {
        double out[2];
        const double t = i / 16.0 + 0.01 * (i % 3);
        cage_turn(t, out);
        munit_assert_double(fabs(out[0] - cos(6.283185307179586 * t)), <, 1e-14);
        munit_assert_double(fabs(out[1] - sin(6.283185307179586 * t)), <, 1e-14);
    }
    return MUNIT_OK;
}

// A pyramid with a square bottom, texture points, normals, a negative face, and lines that are left out.
static MunitResult obj(const MunitParameter params[], void* fixture)
{
    (void)params;
    (void)fixture;
    static const char text[] =
        "# a pyramid\r\no it\nv 0 0 0\nv 1 0 0 1.0\n  v 1 0 1\nv 0 0 1\nv 0.5 1e0 0.5\nvn 0 1 0\n"
        "vt 0.25 0.75\nvt 1\ns off\n\nf 1 2 3 4\nf 2/1 1/2/1 5//1\nf\t3 2 5\nf -2 -3 -1\nf 1 4 5";
    cage c          = { 0 };
    char error[128] = "";
    munit_assert_true(cage_read_obj(&c, text, sizeof text - 1, error, sizeof error));
    munit_assert_uint32(c.points, ==, 5);
    munit_assert_uint32(c.faces, ==, 5);
    munit_assert_uint32(c.face[0].count, ==, 4);
    munit_assert_uint32(c.face[3].point[0], ==, 3);
    munit_assert_uint32(c.face[3].point[2], ==, 4);
    munit_assert_double(c.point[4].y, ==, 1.0);
    munit_assert_float(c.paint[1][0], ==, 0.25f);
    munit_assert_float(c.paint[1][1], ==, 0.75f);
    munit_assert_float(c.paint[0][0], ==, 1.0f);
    munit_assert_true(cage_pack(&c));
    const shape s = measure(&c);
    munit_assert_uint32(s.boundary, ==, 0);
    munit_assert_double(fabs(s.volume - 1.0 / 3.0), <, 1e-12);
    cage_free(&c);
    return MUNIT_OK;
}

static MunitResult bad_obj(const MunitParameter params[], void* fixture)
{
    (void)params;
    (void)fixture;
#define TRIANGLE "v 0 0 0\nv 1 0 0\nv 0 0 1\n"
    static const struct
    {
        const char *text, *says;
    } bad[] = {
        { "", "no face" },
        { TRIANGLE, "Line 3 of the OBJ: there is no face" },
        { TRIANGLE "f 1 2\n", "Line 4 of the OBJ: a face needs three corners" },
        { TRIANGLE "f 1 2 4\n", "Line 4 of the OBJ: a face names a point" },
        { TRIANGLE "\nf 1 2 0\n", "Line 5 of the OBJ: a face names a point" },
        { TRIANGLE "f 1 2 -4\n", "a face names a point" },
        { TRIANGLE "f 1/1 2/1 3/1\n", "texture point that is not there" },
        { TRIANGLE "f 1 2 3x\n", "needs numbers of points" },
        { TRIANGLE "f 1 2 - 3\n", "names a point" },
        { TRIANGLE "f 1 2 99999999999999999999\n", "names a point" },
        { "v 1 2\n", "Line 1 of the OBJ: v needs three numbers" },
        { "v 1 2 nan\n", "v needs three numbers" },
        { "v 1 2 1e999\n", "v needs three numbers" },
        { "v 1 2 zero\n", "v needs three numbers" },
        { "vt\n", "Line 1 of the OBJ: vt needs" },
        { TRIANGLE "f 1 2 3 1 2 3 1 2 3 1 2 3 1 2 3 1 2 3 1 2 3 1 2 3 1\n", "more than 24 corners" },
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; ++i)
    {
        cage c          = { 0 };
        char error[128] = "";
        munit_assert_false(cage_read_obj(&c, bad[i].text, strlen(bad[i].text), error, sizeof error));
        if (strstr(error, bad[i].says) == NULL) munit_errorf("'%s' lacks '%s'", error, bad[i].says);
        cage_free(&c);
    }
    cage c          = { 0 };
    char error[128] = "";
    munit_assert_false(cage_load_obj(&c, "there/is/no/such.obj", error, sizeof error));
    munit_assert_not_null(strstr(error, "'there/is/no/such.obj' cannot be read."));
    return MUNIT_OK;
}

// Letters left out, doubled and exchanged: refused or read, never more.
static MunitResult fuzzed_obj(const MunitParameter params[], void* fixture)
{
    (void)params;
    (void)fixture;
    static const char text[] = "v 0 0 0\nv 1 0 0\nv 1 0 1\nv 0 0 1\nvt 0.5 0.5\nf 1/1 2//1 3 4\nf -1 -2 -3\n";
    static const char odd[]  = "-/ \n\tvf019.e#x";
    for (uint32_t round = 0; round < 3000; ++round)
    {
        char bent[sizeof text + 1];
        size_t n = 0;
        for (size_t i = 0; i < sizeof text - 1 && n < sizeof bent - 1; ++i)
        {
            const int what = munit_rand_int_range(0, 30);
            if (what == 0) continue;
            bent[n++] = what == 1 ? odd[munit_rand_int_range(0, (int)sizeof odd - 2)] : text[i];
        }
        bent[n]         = 0;
        cage c          = { 0 };
        char error[128] = "";
        const bool fine = cage_read_obj(&c, bent, n, error, sizeof error);
        munit_assert_true(fine ? cage_pack(&c) : error[0] != 0);
        cage_free(&c);
    }
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/models", models, NULL, NULL, 0, NULL },
    { "/turns", turns, NULL, NULL, 0, NULL },
    { "/obj", obj, NULL, NULL, 0, NULL },
    { "/bad-obj", bad_obj, NULL, NULL, 0, NULL },
    { "/fuzzed-obj", fuzzed_obj, NULL, NULL, 0, NULL },
    { 0 },
};
MunitSuite test_cages_suite = { "/cages", tests, NULL, 1, 0 };
