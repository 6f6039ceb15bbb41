// Cages of every kind, to build surfaces from; and a device that is only an allocator and a log.
//
//     test_cage t = { 0 };
//     test_cage_cube(&t, 2.0f);
//     massa_cage* c = test_cage_build(&t, 1);   // fails the test if it is refused
//     ...
//     massa_destroy_cage(c);
//     test_cage_free(&t);
//
// Each maker begins anew; what it found in the cage is reused.
#ifndef MAS_TEST_CAGES_H
#define MAS_TEST_CAGES_H

#include "subdivision/cage.h"

typedef struct test_cage
{
    const char* name;
    massa_vec3* point;
    uint32_t points, point_room;
    uint32_t* face_size;
    uint32_t faces, face_room;
    uint32_t* corner;
    uint32_t corners, corner_room;
    massa_crease* crease;
    uint32_t creases, crease_room;
    massa_cage_corner* sharp;
    uint32_t sharps, sharp_room;
    massa_uv* uv; // null, or one for each point
} test_cage;

void test_cage_clear(test_cage*, const char* name);
void test_cage_free(test_cage*);
uint32_t test_cage_point(test_cage*, float x, float y, float z);
void test_cage_face(test_cage*, uint32_t size, const uint32_t* corner);
void test_cage_quad(test_cage*, uint32_t a, uint32_t b, uint32_t c, uint32_t d);
void test_cage_crease(test_cage*, uint32_t a, uint32_t b, float sharpness);
void test_cage_sharp(test_cage*, uint32_t point, float sharpness);
void test_cage_uv(test_cage*); // some for each point, from its position
massa_cage_desc test_cage_desc(const test_cage*);

// Closed
void test_cage_cube(test_cage*, float side);
void test_cage_torus(test_cage*, uint32_t around, uint32_t across);
void test_cage_kites(test_cage*, uint32_t valence); // a trapezohedron: two poles, all faces quads
void test_cage_prism(test_cage*, uint32_t corners); // two n-gons
void test_cage_pyramid(test_cage*, uint32_t corners);
void test_cage_tetrahedron(test_cage*);
void test_cage_dodecahedron(test_cage*);
void test_cage_angle(test_cage*);                // an L of five cubes, non-planar quads
void test_cage_character(test_cage*);            // a figure with limbs, some hundred quads
void test_cage_ball(test_cage*, uint32_t steps); // a cube, each face of steps x steps quads, on a sphere
void test_cage_pillow(test_cage*);               // two quads back to back: corners of two faces
// Open
void test_cage_grid(test_cage*, uint32_t columns, uint32_t rows); // with hills
void test_cage_fan(test_cage*, uint32_t valence);                 // around one point
void test_cage_edge_fan(test_cage*, uint32_t faces);              // around one point of the boundary
// Any closed mesh of polygons, with random positions, creases and corners if wanted.
void test_cage_random(test_cage*, uint64_t* seed, bool sharp);

// One of each, by number, creased and semi-sharp ones among them.
enum
{
    TEST_CAGES = 40
};
void test_cage_make(test_cage*, uint32_t number);

// A device without Vulkan: builds cages, keeps the last sentence of the log, counts memory.
typedef struct test_cage_device
{
    massa_device device;
    char said[512];
    int64_t blocks;      // allocated and not freed
    int64_t allocations; // ever
    int64_t fail_at;     // this allocation, counted from 1, returns null; 0: none
} test_cage_device;
test_cage_device* test_cage_host(void); // one for all tests that do not care

massa_cage* test_cage_build(const test_cage*, uint32_t isolation);
// Fails the test unless the tables are sound: every number in range, owners, sides, rows, names of points.
void test_cage_verify(const massa_cage*);

#endif
