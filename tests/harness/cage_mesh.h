// A cage's mesh while it is built, for tests of single steps.
//
//     test_mesh b;
//     test_mesh_begin(&b, &cage);  // of quads
//     ... b.mesh ...
//     test_mesh_end(&b);
#ifndef MAS_TEST_CAGE_MESH_H
#define MAS_TEST_CAGE_MESH_H

#include "cages.h"
#include "subdivision/cage_work.h"

typedef struct test_mesh
{
    cage_build build;
    massa_cage_desc desc;
    cage_mesh* mesh; // of depth 0
} test_mesh;

void test_mesh_begin(test_mesh*, const test_cage*);
void test_mesh_end(test_mesh*);
void test_mesh_position(const test_mesh*, uint32_t point, double out[3]);
uint32_t test_mesh_corner(const test_mesh*, uint32_t vertex, uint32_t next); // the half from one vertex to another

#endif
