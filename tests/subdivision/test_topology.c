// What is no cage is refused with one sentence that names what is wrong.
// runs: host asan. It takes any input and needs no device.
#include "cages.h"

#include "harness.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static test_cage t;

static void expect_desc(const massa_cage_desc* d, massa_result code, const char* sentence)
{
    test_cage_device* host = test_cage_host();
    massa_cage* out        = (massa_cage*)&t;
    munit_assert_int(mas_cage_build(&host->device, d, &out), ==, code);
    munit_assert_null(out);
    munit_assert_string_equal(host->said, sentence);
    munit_assert_int64(host->blocks, ==, 0);
}

static void expect(const char* sentence)
{
    const massa_cage_desc d = test_cage_desc(&t);
    expect_desc(&d, MASSA_ERROR_RANGE, sentence);
}

static void flip(uint32_t face) // of quads
{
    const uint32_t swapped = t.corner[4 * face + 1];
    t.corner[4 * face + 1] = t.corner[4 * face + 3];
    t.corner[4 * face + 3] = swapped;
}

static MunitResult desc(const MunitParameter params[], void* fixture)
{
    (void)params, (void)fixture;
    massa_cage_desc d;
    massa_cage* out;
    munit_assert_int(mas_cage_build(&test_cage_host()->device, NULL, &out), ==, MASSA_ERROR_NULL);
    test_cage_cube(&t, 2.0f);
#define BAD(field, value, code, sentence)                                                                              \
    d       = test_cage_desc(&t);                                                                                      \
    d.field = (value);                                                                                                 \
    expect_desc(&d, code, sentence)
    BAD(cookie, 7, MASSA_ERROR_COOKIE, "The massa_cage_desc was not made by massa_default_cage_desc.");
    BAD(points, NULL, MASSA_ERROR_NULL, "points of the cage is null: give an array.");
    BAD(face_sizes, NULL, MASSA_ERROR_NULL, "face_sizes of the cage is null: give an array.");
    BAD(face_points, NULL, MASSA_ERROR_NULL, "face_points of the cage is null: give an array.");
    BAD(crease_count, 1, MASSA_ERROR_NULL, "creases of the cage is null, and its count is not 0.");
    BAD(corner_count, 1, MASSA_ERROR_NULL, "corners of the cage is null, and its count is not 0.");
    BAD(point_count, 2, MASSA_ERROR_RANGE, "A cage has 3 to 1048576 points, not 2: divide it into several.");
    BAD(point_count, 0xFFFFFFFFu, MASSA_ERROR_RANGE,
        "A cage has 3 to 1048576 points, not 4294967295: divide it into several.");
    BAD(face_count, 0, MASSA_ERROR_RANGE, "A cage has 1 to 1048576 faces, not 0: divide it into several.");
    BAD(face_count, (1 << 20) + 1, MASSA_ERROR_RANGE,
        "A cage has 1 to 1048576 faces, not 1048577: divide it into several.");
    BAD(isolation, 6, MASSA_ERROR_RANGE, "The cage's isolation is 6: it must be 0 to 5.");
#undef BAD
    test_cage_free(&t);
    return MUNIT_OK;
}

static MunitResult numbers(const MunitParameter params[], void* fixture)
{
    (void)params, (void)fixture;
    static const float bad[] = { NAN, INFINITY, -INFINITY, 1.1e4f, -3e38f };
    for (uint32_t k = 0; k < 3 * MAS_COUNT(bad); ++k)
    {
        char sentence[256];
        test_cage_cube(&t, 2.0f);
        (&t.point[5].x)[k % 3] = bad[k / 3];
        snprintf(
            sentence, sizeof sentence,
            "Point 5 of the cage, (%g, %g, %g), is beyond 10000 m or not finite: repair it, or scale the cage down.",
            (double)t.point[5].x, (double)t.point[5].y, (double)t.point[5].z);
        expect(sentence);
    }
    test_cage_cube(&t, 2.0f);
    test_cage_uv(&t);
    t.uv[3].v = INFINITY;
    expect("Texture coordinates (0.125, inf) of point 3 of the cage are beyond 10000 or not finite: repair them.");
    test_cage_cube(&t, 2.0f);
    t.corner[9] = 8;
    expect("Corner 1 of face 2 of the cage is point 8, and there are 8: repair the number.");
    t.corner[9] = 0xFFFFFFFFu;
    expect("Corner 1 of face 2 of the cage is point 4294967295, and there are 8: repair the number.");
    t.corner[9] = t.corner[11];
    expect("Corners 1 and 3 of face 2 of the cage are the same point, 4: leave one out.");
    test_cage_cube(&t, 2.0f);
    t.face_size[4] = 2;
    expect("Face 4 of the cage has 2 corners: leave it out, 3 are the least.");
    t.face_size[4] = 0;
    expect("Face 4 of the cage has 0 corners: leave it out, 3 are the least.");
    t.face_size[4] = 65;
    expect("Face 4 of the cage has 65 corners, and 64 are the most: divide it.");
    test_cage_cube(&t, 2.0f);
    test_cage_point(&t, 0.0f, 3.0f, 0.0f);
    expect("Point 8 of the cage belongs to no face: leave it out.");
    test_cage_free(&t);
    return MUNIT_OK;
}

static MunitResult joins(const MunitParameter params[], void* fixture)
{
    (void)params, (void)fixture;
    test_cage_cube(&t, 2.0f);
    test_cage_point(&t, 3.0f, 0.0f, 0.0f);
    test_cage_point(&t, 3.0f, 1.0f, 0.0f);
    test_cage_quad(&t, 0, 1, 8, 9); // a fin
    expect("The edge between points 0 and 1 of the cage has more than two faces, 2, 6 and 4: give each two their own "
           "points "
           "there.");
    test_cage_cube(&t, 2.0f);
    flip(3);
    munit_assert_int(mas_cage_build(&test_cage_host()->device, &(massa_cage_desc){ 0 }, &(massa_cage*){ NULL }), ==,
                     MASSA_ERROR_COOKIE);
    expect("Faces 0 and 3 of the cage both run from point 6 to point 2: turn one of them round, so that all are "
           "counter-clockwise seen from outside.");
    test_cage_grid(&t, 2, 1); // the same face twice
    test_cage_quad(&t, 0, 1, 4, 3);
    expect("Faces 0 and 2 of the cage both run from point 0 to point 1: turn one of them round, so that all are "
           "counter-clockwise seen from outside.");
    test_cage_clear(&t, "bow tie");
    for (uint32_t i = 0; i < 7; ++i)
        test_cage_point(&t, (float)i, (float)(i * i), 0.0f);
    test_cage_quad(&t, 0, 1, 2, 3);
    test_cage_quad(&t, 0, 4, 5, 6);
    expect("Faces 0 and 1 of the cage meet at point 0 alone: give each of the two fans its own point there.");
    uint32_t ring[66];
    test_cage_clear(&t, "wheel"); // 64 triangles
    ring[65] = test_cage_point(&t, 0.0f, 1.0f, 0.0f);
    for (uint32_t i = 0; i < 64; ++i)
        ring[i] = test_cage_point(&t, cosf(0.1f * (float)i), 0.0f, -sinf(0.1f * (float)i));
    for (uint32_t i = 0; i < 64; ++i)
        test_cage_face(&t, 3, (const uint32_t[]){ ring[65], ring[i], ring[(i + 1) % 64] });
    expect("Point 0 of the cage has 64 faces, face 0 among them, and 63 are the most: divide it.");
    test_cage_free(&t);
    return MUNIT_OK;
}

static MunitResult sharpness(const MunitParameter params[], void* fixture)
{
    (void)params, (void)fixture;
    static const float bad[] = { NAN, -1.0f, 10.5f, INFINITY };
    for (uint32_t k = 0; k < MAS_COUNT(bad); ++k)
    {
        char sentence[256];
        test_cage_cube(&t, 2.0f);
        test_cage_crease(&t, 0, 1, 1.0f);
        test_cage_crease(&t, 0, 2, bad[k]);
        snprintf(sentence, sizeof sentence,
                 "The sharpness of crease 1 of the cage is %g: it must be 0 to 10, where 10 is for ever.",
                 (double)bad[k]);
        expect(sentence);
        test_cage_cube(&t, 2.0f);
        test_cage_sharp(&t, 1, bad[k]);
        snprintf(sentence, sizeof sentence,
                 "The sharpness of corner 0 of the cage is %g: it must be 0 to 10, where 10 is for ever.",
                 (double)bad[k]);
        expect(sentence);
    }
    test_cage_cube(&t, 2.0f);
    test_cage_crease(&t, 0, 7, 1.0f);
    expect("Crease 0 of the cage is between points 0 and 7, which are not joined by an edge: leave it out.");
    t.crease[0].b = 0;
    expect("Crease 0 of the cage is between points 0 and 0, which are not joined by an edge: leave it out.");
    t.crease[0].b = 8;
    expect("Crease 0 of the cage is between points 0 and 8, and there are 8: repair the number.");
    test_cage_cube(&t, 2.0f);
    test_cage_sharp(&t, 8, 1.0f);
    expect("Corner 0 of the cage is point 8, and there are 8: repair the number.");
    test_cage_free(&t);
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/desc", desc, NULL, NULL, 0, NULL },
    { "/numbers", numbers, NULL, NULL, 0, NULL },
    { "/joins", joins, NULL, NULL, 0, NULL },
    { "/sharpness", sharpness, NULL, NULL, 0, NULL },
    { 0 },
};
MunitSuite test_topology_suite = { "/topology", tests, NULL, 1, 0 };
