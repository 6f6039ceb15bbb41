// massa bench subdivision: cages, times of refreshing their limit points, and their report.
#ifndef BENCH_SUBDIVISION_H
#define BENCH_SUBDIVISION_H

#include "bench.h"
#include "subdivision/subdivision.h"
#include "subdivision_osd.h"

// ---- Cages (subdivision_scene.c) ----

typedef struct bench_cage // all faces are quads
{
    massa_vec3* point;
    uint32_t* corner; // four a face
    uint32_t points, faces;
} bench_cage;

bench_cage bench_torus(uint32_t around, uint32_t across);
// An icosahedron, its triangles cut into pieces^2, each of those into three quads, each of those into cut^2; on a
// sphere. Vertices have 3, 4, 5 and, with more than one piece, 6 edges.
bench_cage bench_ball(uint32_t pieces, uint32_t cut);
bench_cage bench_box(uint32_t cut);                      // a cube of cut^2 quads a side
bench_cage bench_sheet(uint32_t columns, uint32_t rows); // open
void bench_destroy_cage(bench_cage*);
massa_cage* bench_build(massa_device*, const bench_cage*, uint32_t isolation); // null: told on stderr

// ---- Results ----

enum
{
    SUBDIVISION_CAGES  = 4, // torus, ball, box, and one that moves every step
    SUBDIVISION_ROUNDS = 9,
    SUBDIVISION_STAGES = 3, // points, tessellate, refit
    SUBDIVISION_SEED   = 4, // surfaces whose triangles and meshlets the seed counts
};

typedef struct subdivision_times // ms of one refresh, medians
{
    double wall, cpu; // cpu: of all threads
    double all[2][SUBDIVISION_ROUNDS];
} subdivision_times;

typedef struct subdivision_result
{
    const char* name;
    uint32_t level;
    bool gated; // not where patches are so coarse that reading them costs more than evaluating them
    uint32_t faces, regular, gregory, rows;
    uint32_t points; // limit points with normals that ours evaluates
    double build_ms; // of the cage's tables
    uint64_t bytes;  // of those
    double build_osd_ms;
    uint64_t stencil_bytes; // of OpenSubdiv's limit stencils
    uint32_t osd_points;
    subdivision_times ours, osd[OSD_WAYS];
    double stage[SUBDIVISION_STAGES]; // ms by the device's timestamps, best
    double different;                 // of the largest coordinate: from OpenSubdiv's, where patches are regular
    double different_gregory;
    uint32_t dispatches, refit_dispatches;
} subdivision_result;

typedef struct subdivision_count
{
    const char* name;
    uint32_t level, patches;
    uint32_t triangles, meshlets;           // ours
    uint32_t seed_triangles, seed_meshlets; // the seed's, with its erratum
} subdivision_count;

// Prints times and gates. False when a gate fails.
bool subdivision_report(const subdivision_result*, uint32_t ran, const subdivision_count[SUBDIVISION_SEED],
                        const char* device, bool json);

#endif
