// What lies around a corner: rings, sectors between sharp edges, and which vertices are odd.
// runs: host asan. It takes any input and needs no device.
#include "cage_mesh.h"

#include "harness.h"

static void expect_sector(const test_mesh* t, uint32_t from, uint32_t to, cage_corner kind, uint32_t faces, uint32_t at)
{
    cage_sector s;
    mas_sector(t->mesh, test_mesh_corner(t, from, to), &s);
    munit_assert_int(s.kind, ==, kind);
    munit_assert_uint32(s.ring.faces, ==, faces);
    munit_assert_uint32(s.at, ==, at);
    munit_assert_uint32(s.ring.half[at], ==, test_mesh_corner(t, from, to));
    for (uint32_t k = 0; k + 1 < faces; ++k) // each next face begins where the last ended
        munit_assert_uint32(t->mesh->vertex[cage_previous(t->mesh, s.ring.half[k])], ==,
                            cage_end(t->mesh, s.ring.half[k + 1]));
}

static void expect_feature(const test_mesh* t, uint32_t vertex, bool odd, bool fading)
{
    const cage_feature f = mas_feature(t->mesh, vertex);
    if (f.odd != odd || f.fading != fading) munit_errorf("vertex %u: odd %d, fading %d", vertex, f.odd, f.fading);
}

static MunitResult grid(const MunitParameter params[], void* fixture)
{
    (void)params, (void)fixture;
    test_cage t = { 0 };
    test_mesh b;
    test_cage_grid(&t, 4, 4); // points 5 j + i
    test_mesh_begin(&b, &t);
    expect_sector(&b, 6, 7, CAGE_SMOOTH, 4, 0);
    expect_sector(&b, 0, 1, CAGE_CORNER, 1, 0);
    expect_sector(&b, 2, 3, CAGE_CREASE, 2, 0);
    expect_sector(&b, 2, 7, CAGE_CREASE, 2, 1);
    for (uint32_t v = 0; v < 25; ++v)
        expect_feature(&b, v, false, false);
    test_mesh_end(&b);

    // A crease that comes in from the boundary and turns in the middle, and ends in 14 at the boundary again.
    test_cage_make(&t, 36);
    test_mesh_begin(&b, &t);
    expect_sector(&b, 12, 13, CAGE_CREASE, 3, 0);
    expect_sector(&b, 12, 7, CAGE_CREASE, 1, 0);
    expect_sector(&b, 7, 12, CAGE_CREASE, 2, 0);
    expect_sector(&b, 2, 7, CAGE_CORNER, 1, 0); // where it meets the boundary three edges are sharp
    expect_feature(&b, 12, true, false);
    expect_feature(&b, 7, false, false);
    expect_feature(&b, 2, false, false);
    test_mesh_end(&b);

    test_cage_grid(&t, 4, 4); // ends inside, and fades elsewhere
    test_cage_crease(&t, 2, 7, 10.0f);
    test_cage_crease(&t, 17, 18, 0.5f);
    test_cage_sharp(&t, 11, 2.0f);
    test_cage_sharp(&t, 13, 10.0f);
    test_mesh_begin(&b, &t);
    expect_feature(&b, 7, true, false); // a dart
    expect_feature(&b, 17, false, true);
    expect_feature(&b, 18, false, true);
    expect_feature(&b, 11, false, true);
    expect_feature(&b, 13, true, false);
    expect_feature(&b, 12, false, false);
    munit_assert_uint32(mas_feature(b.mesh, 7).more, ==, 2);  // ends
    munit_assert_uint32(mas_feature(b.mesh, 13).more, ==, 3); // stays sharp
    munit_assert_uint32(mas_feature(b.mesh, 0).more + mas_feature(b.mesh, 2).more + mas_feature(b.mesh, 12).more, ==,
                        0);
    test_mesh_end(&b);
    test_cage_free(&t);
    return MUNIT_OK;
}

static MunitResult odd_numbers(const MunitParameter params[], void* fixture)
{
    (void)params, (void)fixture;
    test_cage t = { 0 };
    test_mesh b;
    for (uint32_t n = 3; n < 20; ++n)
    {
        test_cage_fan(&t, n);
        test_mesh_begin(&b, &t);
        cage_ring r;
        mas_ring_around(b.mesh, b.mesh->half[0], &r);
        munit_assert_true(r.closed);
        munit_assert_uint32(r.faces, ==, n);
        expect_feature(&b, 0, n != 4, false);
        test_mesh_end(&b);
        test_cage_edge_fan(&t, n);
        test_mesh_begin(&b, &t);
        mas_ring_around(b.mesh, b.mesh->half[0], &r);
        munit_assert_true(!r.closed);
        munit_assert_uint32(r.faces, ==, n);
        expect_feature(&b, 0, true, false);
        test_mesh_end(&b);
    }
    test_cage_make(&t, 18); // all edges sharp: corners of one face each
    test_mesh_begin(&b, &t);
    for (uint32_t v = 0; v < 8; ++v)
        expect_feature(&b, v, false, false);
    expect_sector(&b, 0, 4, CAGE_CORNER, 1, 0);
    test_mesh_end(&b);
    test_cage_make(&t, 19); // around one face: one face within, two without
    test_mesh_begin(&b, &t);
    expect_feature(&b, 2, true, false);
    test_mesh_end(&b);
    test_cage_free(&t);
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/grid", grid, NULL, NULL, 0, NULL },
    { "/odd-numbers", odd_numbers, NULL, NULL, 0, NULL },
    { 0 },
};
MunitSuite test_rings_suite = { "/rings", tests, NULL, 1, 0 };
