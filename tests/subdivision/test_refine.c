// One step of refinement against numbers worked out by hand (seed 004 3.2).
// runs: host asan. It takes any input and needs no device.
#include "cage_mesh.h"

#include "harness.h"

#include <math.h>

static void refine_all(test_mesh* t, cage_mesh* to)
{
    uint8_t* chosen = mas_cage_take(&t->build.heap, t->mesh->vertices, 1);
    for (uint32_t v = 0; v < t->mesh->vertices; ++v)
        chosen[v] = 1;
    for (uint32_t f = 0; f < t->mesh->faces; ++f)
        t->mesh->state[f] = CAGE_REFINED;
    test_try(mas_refine(&t->build, t->mesh, chosen, to));
}

static void expect_at(const test_mesh* t, const cage_mesh* m, uint32_t vertex, double x, double y, double z)
{
    double p[3];
    test_mesh_position(t, m->point[vertex], p);
    if (fabs(p[0] - x) > 1e-12 || fabs(p[1] - y) > 1e-12 || fabs(p[2] - z) > 1e-12)
        munit_errorf("(%g, %g, %g) is not (%g, %g, %g)", p[0], p[1], p[2], x, y, z);
}

// A cube of side 2, whose vertex 0 is (-1, -1, -1) and whose face 0 is x = -1. Children of vertices come first.
static MunitResult cube(const MunitParameter params[], void* fixture)
{
    (void)params, (void)fixture;
    test_cage t = { 0 };
    test_mesh b;
    cage_mesh m;
    test_cage_cube(&t, 2.0f);
    test_mesh_begin(&b, &t);
    refine_all(&b, &m);
    munit_assert_uint32(m.faces, ==, 24);
    munit_assert_uint32(m.vertices, ==, 26);
    munit_assert_uint32(m.edges, ==, 48);
    expect_at(&b, &m, 0, -5.0 / 9.0, -5.0 / 9.0, -5.0 / 9.0); // v/3 + (edges + faces)/9
    const uint32_t edge = m.vertex[4 * b.mesh->child[test_mesh_corner(&b, 0, 4)] + 1];
    expect_at(&b, &m, edge, -0.75, -0.75, 0.0);
    expect_at(&b, &m, m.vertex[4 * b.mesh->child[0] + 2], -1.0, 0.0, 0.0);
    test_mesh_end(&b);
    test_cage_free(&t);
    return MUNIT_OK;
}

// The edge from 0 to 4 with sharpness, alone and with others.
static MunitResult sharp_cube(const MunitParameter params[], void* fixture)
{
    (void)params, (void)fixture;
    static const float sharpness[] = { 0.25f, 0.5f, 1.0f, 1.5f, 3.0f, 10.0f };
    test_cage t                    = { 0 };
    for (uint32_t n = 0; n < 3 * MAS_COUNT(sharpness); ++n)
    {
        const float s        = sharpness[n / 3];
        const double w       = s < 1.0f ? (double)s : 1.0;
        const uint32_t edges = n % 3 + 1; // at vertex 0: a dart, a crease, a corner
        test_mesh b;
        cage_mesh m;
        test_cage_cube(&t, 2.0f);
        test_cage_crease(&t, 0, 4, s);
        if (edges > 1) test_cage_crease(&t, 2, 0, s);
        if (edges > 2) test_cage_crease(&t, 0, 1, s);
        test_mesh_begin(&b, &t);
        refine_all(&b, &m);
        const uint32_t child = b.mesh->child[test_mesh_corner(&b, 0, 4)], edge = m.vertex[4 * child + 1];
        const double a = 0.75 + 0.25 * w;
        expect_at(&b, &m, edge, -a, -a, 0.0);
        const double smooth = -5.0 / 9.0;
        if (edges == 1) expect_at(&b, &m, 0, smooth, smooth, smooth);
        if (edges == 2) // 3/4 v + 1/8 (e_4 + e_2), mixed while it fades
            expect_at(&b, &m, 0, -w + (1.0 - w) * smooth, -0.75 * w + (1.0 - w) * smooth,
                      -0.75 * w + (1.0 - w) * smooth);
        if (edges == 3)
        {
            const double c = -w + (1.0 - w) * smooth;
            expect_at(&b, &m, 0, c, c, c);
        }
        // Both halves of the edge have what is left, edges inside faces nothing.
        const float left = s >= 10.0f ? 10.0f : s > 1.0f ? s - 1.0f : 0.0f;
        munit_assert_float(m.edge_sharp[m.edge[4 * child]], ==, left);
        munit_assert_float(m.edge_sharp[m.edge[4 * child + 1]], ==, 0.0f);
        test_mesh_end(&b);
    }
    test_cage_cube(&t, 2.0f); // a sharp point alone
    test_cage_sharp(&t, 0, 0.5f);
    test_mesh b;
    cage_mesh m;
    test_mesh_begin(&b, &t);
    refine_all(&b, &m);
    expect_at(&b, &m, 0, -7.0 / 9.0, -7.0 / 9.0, -7.0 / 9.0);
    munit_assert_float(m.vertex_sharp[0], ==, 0.0f);
    test_mesh_end(&b);
    test_cage_free(&t);
    return MUNIT_OK;
}

// A boundary's vertices stay on its own curve; a corner stays; around chosen vertices alone there are all faces they
// need.
static MunitResult boundary(const MunitParameter params[], void* fixture)
{
    (void)params, (void)fixture;
    test_cage t = { 0 };
    test_mesh b;
    cage_mesh m;
    test_cage_grid(&t, 3, 3);
    for (uint32_t i = 0; i < t.points; ++i)
        t.point[i].y = 0.0f;
    test_mesh_begin(&b, &t);
    uint8_t* chosen = mas_cage_take(&b.build.heap, b.mesh->vertices, 1);
    chosen[0] = chosen[1] = chosen[4] = chosen[5] = 1;
    b.mesh->state[0]                              = CAGE_REFINED;
    test_try(mas_refine(&b.build, b.mesh, chosen, &m));
    munit_assert_uint32(m.faces, ==, 9); // one at vertex 0, two at 1 and 4, four at 5
    uint32_t leaves = 0;
    for (uint32_t f = 0; f < m.faces; ++f)
        leaves += m.state[f] == CAGE_LEAF;
    munit_assert_uint32(leaves, ==, 4);
    expect_at(&b, &m, 0, 0.0, 0.0, 0.0);
    expect_at(&b, &m, 1, 1.0, 0.0, 0.0);
    expect_at(&b, &m, 3, 1.0, 0.0, -1.0);
    munit_assert_uint32(m.name[3], ==, 5);
    test_mesh_end(&b);
    test_cage_free(&t);
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/cube", cube, NULL, NULL, 0, NULL },
    { "/sharp-cube", sharp_cube, NULL, NULL, 0, NULL },
    { "/boundary", boundary, NULL, NULL, 0, NULL },
    { 0 },
};
MunitSuite test_refine_suite = { "/refine", tests, NULL, 1, 0 };
