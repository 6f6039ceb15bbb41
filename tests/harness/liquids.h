// Liquids for the tests of their kernels: pools of one liquid or several, walls out of nowhere, the stages that move
// them, the way to the device, and the comparison.
#ifndef MAS_TEST_LIQUIDS_H
#define MAS_TEST_LIQUIDS_H

#include "liquid/correct.h"
#include "liquid/density.h"
#include "liquid/pace.h"
#include "liquid/predict.h"
#include "liquid/settle.h"
#include "oracle/liquid.h"
#include "particles.h"

typedef struct test_liquids
{
    mas_particles array;
    mas_liquid liquid;
    mas_pace pace;
    mas_predict predict;
    mas_grid grid;
    mas_search search;
    mas_density density;
    mas_correct correct;
    mas_settle settle;
} test_liquids;

typedef struct test_pool // the twin
{
    oracle_particles particles;
    oracle_liquid liquid;
} test_pool;

#define TEST_SPACING 0.05f // m
enum
{
    TEST_SUBSTEPS = 4, // of a step, 1/60 s
};

void test_make_liquids(test_gpu*, test_liquids*, uint32_t capacity, uint32_t neighbours); // in a fresh arena
void test_create_pool(test_pool*, uint32_t capacity, uint32_t neighbours, uint32_t liquids);
void test_destroy_pool(test_pool*);
// n slots of a cloud, all liquids mixed, with small velocities; every dead-th slot is free (0: none).
void test_fill_pool(test_pool*, test_cloud, uint32_t n, uint32_t dead);
void test_set_drop(test_pool*, uint32_t slot, uint32_t liquid, mas_vec4 x, mas_vec4 v);
// An edge x edge x edge lattice of the spacing times scale, its lowest corner at low.
void test_set_block(test_pool*, uint32_t first_slot, uint32_t edge, mas_vec4 low, float scale);

// For all places, by their slots: none to LIQUID_WALLS walls each, moving, some overlapped, a few places gone.
void test_scatter_walls(test_pool*);
void test_no_walls(oracle_liquid*, void* user);

void test_upload_pool(test_gpu*, const test_liquids*, const test_pool*);  // state and parameters
void test_upload_walls(test_gpu*, const test_liquids*, const test_pool*); // of all places
// A part of a substep: up to the lists, and, after somebody found walls, from there.
void test_record_find(const test_liquids*, mas_recorder*, uint32_t number, uint32_t slots, bool carried);
void test_record_solve(const test_liquids*, mas_recorder*, uint32_t slots, uint32_t liquids, uint32_t iterations);
// Pool to the device, then pace and the first half of a part, there and here.
void test_find_neighbours(test_gpu*, const test_liquids*, test_pool*);
void test_expect_pool(test_gpu*, const test_liquids*, const test_pool*); // every slot, and the counters
// The same where the last part left it, by place.
void test_expect_carried(test_gpu*, const test_liquids*, const test_pool*);

#endif
