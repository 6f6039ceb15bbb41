// Cages whose tables are made here and not by mas_cage_build: a torus or an open sheet of cells, some of them cut into
// four patches, so that their neighbours have sides of two edges. Patches begin at any corner, stand in any order and
// are regular or Gregory ones with points of their own, near their place or anywhere; owners are drawn by lot.
#ifndef MAS_TEST_QUILT_H
#define MAS_TEST_QUILT_H

#include "subdivision/subdivision.h"

typedef struct test_quilt_desc
{
    uint32_t columns, rows; // at least 3 each
    bool open;              // a sheet, else a torus
    uint32_t cut;           // one cell in so many is cut; 0: none
    uint32_t gregory;       // one patch in so many; 0: none
    bool rows_for_points;   // half of the points are sums of the others
    bool has_uv;
    float bump; // m, how far points lie from the smooth surface, whose size is 1 to 3 m
    uint64_t seed;
} test_quilt_desc;

massa_cage* test_create_quilt(const test_quilt_desc*);
void test_destroy_quilt(massa_cage*);

#endif
