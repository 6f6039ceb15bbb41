// Particles for the tests of the particle kernels: clouds of all kinds, the stages that move them, the way to the
// device, and the comparison.
#ifndef MAS_TEST_PARTICLES_H
#define MAS_TEST_PARTICLES_H

#include "bodies.h"
#include "oracle/particles.h"
#include "particle/collider.h"
#include "particle/contact.h"
#include "particle/grid.h"
#include "particle/search.h"

typedef struct test_particles
{
    mas_particles array;
    mas_grid grid;
    mas_search search;
    mas_contact contact;
    mas_span colliders; // collider_state
    uint32_t layers;    // in use
    bool teams;         // lists of teams, where the device has them
} test_particles;

typedef struct test_particles_desc
{
    uint32_t capacity, neighbours, layers;
    uint32_t cells;     // 0: as many as a world has
    uint32_t colliders; // room
    bool by_particle;   // lists, not by teams: mas_search_create; contacts do not read them
} test_particles_desc;

typedef enum test_cloud
{
    CLOUD_RANDOM,  // around the origin, about 30 neighbours
    CLOUD_FAR,     // the same at 1e5 cells, one coordinate negative
    CLOUD_EDGE,    // the same at the end of the grid, some outside
    CLOUD_LATTICE, // spacing of exactly half a reach: neighbours at exactly the reach, which are none
    CLOUD_BORDERS, // on the borders of cells, and one last place beside them
    CLOUD_ROW,     // one row in x, longer than a table of 256 cells
    CLOUD_ROWS,    // one particle in each of many rows
    CLOUD_TIGHT,   // all in one cell
    CLOUD_POINT,   // all in one place
    CLOUDS
} test_cloud;

void test_plan_particles(test_gpu*, test_particles*, const test_particles_desc*);
void test_create_particles(test_gpu*, test_particles*);
// A fresh arena with nothing else in it. The twin has the same sizes, and as many of the radii as there are layers.
void test_make_particles(test_gpu*, test_particles*, const test_particles_desc*);
oracle_particles test_create_twin(const test_particles*, const float* radius);
// n slots of a cloud, all layers mixed, with small velocities; every dead-th slot is free (0: none).
void test_fill_particles(oracle_particles*, test_cloud, uint32_t n, uint32_t dead);

void test_upload_particles(test_gpu*, const test_particles*, const oracle_particles*);
// Grid, search and contact, as often. from: of the first grid.
void test_record_step(const test_particles*, mas_recorder*, uint32_t slots, uint32_t substeps, mas_grid_from from);
void test_substep(oracle_particles*); // the same

// For physics: substeps on the device, then position and velocity from there.
void test_run_substeps(test_gpu*, const test_particles*, oracle_particles*, uint32_t substeps);
void test_set_particle(oracle_particles*, uint32_t slot, uint32_t layer, mas_vec4 x, mas_vec4 v, float mass);

void test_expect_sorted(test_gpu*, const test_particles*, const oracle_particles*);
void test_expect_state(test_gpu*, const test_particles*, const oracle_particles*); // every slot, and the counters
// Lists as the oracle has them: room for n * neighbours, places behind the last have no entries.
void test_download_lists(test_gpu*, const test_particles*, uint32_t slots, uint32_t* count, uint32_t* entry);
// Entries of the longest list of a team; 0 where there are none.
uint32_t test_longest_team_list(test_gpu*, const test_particles*, uint32_t slots);
void test_expect_lists(test_gpu*, const test_particles*, const oracle_particles*);

#endif
