// Surfaces of a few cages on the device with both their level sets, and the twin of all of it.
#ifndef MAS_TEST_SURFACES_H
#define MAS_TEST_SURFACES_H

#include "harness.h"
#include "oracle/mesh.h"
#include "oracle/points.h"
#include "oracle/tessellate.h"
#include "subdivision/mesh.h"
#include "subdivision/points.h"
#include "subdivision/surfaces.h"
#include "subdivision/tessellate.h"

enum
{
    TEST_MAX_SURFACES = 8,
    TEST_COLLISION    = 0, // level sets
    TEST_DRAWN        = 1,
    TEST_SETS         = 2
};

typedef struct test_surfaces
{
    uint32_t count;
    mas_surfaces s;
    mas_surface_range range[TEST_MAX_SURFACES];
    mas_points points;
    mas_mesh mesh[TEST_SETS];
    mas_tessellation set[TEST_SETS];
    mas_tessellate tessellate[TEST_SETS];
    mesh_surface asked[TEST_SETS][TEST_MAX_SURFACES];
    uint32_t stale[TEST_MAX_SURFACES];
    oracle_surfaces twin;
    oracle_mesh twin_mesh[TEST_SETS];
    mas_vec4* twin_position[TEST_SETS]; // by vertex that there is room for
    mas_vec4* twin_normal;              // of what is drawn
} test_surfaces;

// Tables and points are uploaded, levels are 1, everything is stale, nothing has run. limit: by set and surface.
void test_make_surfaces(test_gpu*, test_surfaces*, const massa_cage* const* cages, uint32_t count,
                        const uint32_t limit[TEST_SETS][TEST_MAX_SURFACES]);
void test_destroy_surfaces(test_surfaces*);

void test_set_level(test_surfaces*, int set, uint32_t surface, uint32_t level);
// Each edge any level that its surface has room for, and some that it has not; uploaded to the device.
void test_random_levels(test_gpu*, test_surfaces*, int set, uint64_t seed);
void test_set_stale(test_gpu*, test_surfaces*); // uploads t->stale

// Run a stage on the device and in the twin, and compare all that it wrote, bit for bit.
void test_check_points(test_gpu*, test_surfaces*);
void test_check_mesh(test_gpu*, test_surfaces*, int set);
void test_check_tessellate(test_gpu*, test_surfaces*, int set, bool all);

// Triangles without cracks: each directed edge once, and its reverse but at a boundary; every vertex used; as many
// triangles as the formula says, meshlets of at most 64 in turn.
void test_expect_sound(const oracle_mesh*, const oracle_surfaces*, bool meshlets);

#endif
