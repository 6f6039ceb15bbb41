// A liquid with a state equation for the tests of its kernels: clouds, walls, the way to the device, the comparison.
#ifndef MAS_TEST_SPH_H
#define MAS_TEST_SPH_H

#include "liquid/sph.h"
#include "oracle/sph.h"
#include "particles.h"

typedef struct test_sph
{
    test_particles particles;
    mas_liquid array;
    mas_sph sph;
} test_sph;

// A fresh arena with nothing else in it. The twin has the same sizes, particles included, and liquids of 1000, 700,
// 3000 kg/m^3 and so on; one liquid's is number 2. A reach of 2 spacings, parts of 1 ms, no gravity.
void test_make_sph(test_gpu*, test_sph*, uint32_t capacity, uint32_t neighbours);
oracle_liquid test_create_sph_twin(const test_sph*, float spacing, uint32_t liquids);
void test_destroy_sph_twin(oracle_liquid*);

void test_sph_parts(oracle_liquid*, float part); // s
// Places the particle in its slot, its liquid in its tag and the liquid's mass in it.
void test_sph_set_drop(oracle_liquid*, uint32_t slot, uint32_t liquid, mas_vec4 x, mas_vec4 v);
// A lattice of the spacing with its first point at x, every liquid in turn.
void test_fill_lattice(oracle_liquid*, uint32_t nx, uint32_t ny, uint32_t nz, mas_vec4 x);

typedef void (*test_walls)(oracle_liquid*, uint32_t place); // fills wall and wall_count
void test_sph_no_walls(oracle_liquid*, uint32_t place);
// Grid, search, walls, density and force, on the CPU.
void test_sph_part(oracle_liquid*, test_walls);
// The same, and density and force on the device too, with what comes before them from the CPU: same bits, or red.
void test_expect_sph_part(test_gpu*, const test_sph*, oracle_liquid*, test_walls);
// So many parts on the device, from grid to force, without walls; the twin gets what comes out.
void test_run_sph_parts(test_gpu*, const test_sph*, oracle_liquid*, uint32_t parts);

typedef struct test_liquid_totals
{
    double momentum[3], moving; // kg m/s: sum of m v, sum of m |v|
    double kinetic, height;     // J; J, of gravity along y, 0 at y = 0
} test_liquid_totals;
test_liquid_totals test_sum_liquid(const oracle_liquid*);

#endif
