// Surfaces of a few cages on the device with everything that boxes and queries need, the same arrays on the host, and
// the limit surface in double precision.
#ifndef MAS_TEST_LIMITS_H
#define MAS_TEST_LIMITS_H

#include "bodies.h"
#include "oracle/query.h"
#include "oracle/tessellate.h"
#include "subdivision/mesh.h"
#include "subdivision/points.h"
#include "subdivision/query.h"
#include "subdivision/refit.h"
#include "subdivision/surfaces.h"
#include "subdivision/tessellate.h"

enum
{
    TEST_MAX_LIMITS = 8 // surfaces
};

typedef struct test_limits
{
    uint32_t count;
    mas_surfaces s;
    mas_surface_range range[TEST_MAX_LIMITS];
    mas_points points;
    mas_mesh mesh;
    mas_tessellation set;
    mas_tessellate tessellate;
    mas_refit refit;
    mas_query query;
    oracle_surfaces twin; // tables, and points as the device has them
    mas_vec4* previous;   // points one pose earlier
    mas_vec4* position;   // of the collision level
    surface_box *box, *meshlet_box;
    uint32_t *index, *meshlet, *meshlets; // of the collision level
    uint32_t meshlet_count;
    uint32_t stale[TEST_MAX_LIMITS];
} test_limits;

// Tables and points are uploaded, everything is evaluated at one level, boxes are made and all is downloaded.
void test_make_limits(test_gpu*, test_limits*, const massa_cage* const* cages, uint32_t count, uint32_t level,
                      uint32_t queries);
void test_destroy_limits(test_limits*);
// The cages' points in t->twin.point are new in surfaces for which t->stale is not 0: evaluates and refits these, and
// downloads all.
void test_pose_limits(test_gpu*, test_limits*);
// Asks the device.
void test_ask(test_gpu*, test_limits*, const query_record*, uint32_t count, float inverse_dt, query_answer* out);

// Turns, stretches and moves the cage's points of a surface and adds noise: size and place in m.
void test_random_pose(test_limits*, uint32_t surface, uint64_t* seed, float size, float place, float noise);

#endif
