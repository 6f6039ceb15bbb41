// Closest points and rays on a limit surface in double precision, by looking everywhere: dense samples first, then ever
// smaller windows around the best ones. No derivative leads the way, and no tree.
#ifndef MAS_TEST_LIMIT_TRUTH_H
#define MAS_TEST_LIMIT_TRUTH_H

#include "limits.h"

enum
{
    TRUTH_STEPS = 16, // samples along a side, and one
    TRUTH_HITS  = 512
};

typedef struct test_truth
{
    const oracle_surfaces* s;
    uint32_t first, count; // patches
    double (*sample)[TRUTH_STEPS + 1][TRUTH_STEPS + 1][3];
    double (*lo)[3], (*hi)[3]; // by patch: around its samples, and a little more
    double size;               // m, diagonal of all samples
} test_truth;

typedef struct test_place
{
    uint32_t patch;
    double u, v;
    double x[3], n[3]; // m; unit normal, zeros where there is none
    double distance;   // m
} test_place;

test_truth test_create_truth(const oracle_surfaces*, uint32_t surface);
void test_destroy_truth(test_truth*);
test_place test_place_at(const oracle_surfaces*, uint32_t patch, double u, double v);
test_place test_truth_closest(const test_truth*, const double point[3]);
// All hits, in no order; a hit may be found more than once; one that is only almost there, beside a silhouette, has no
// normal. Returns how many.
uint32_t test_truth_ray(const test_truth*, const double from[3], const double direction[3], test_place hit[TRUTH_HITS]);

double test_dot(const double a[3], const double b[3]);
double test_apart(const double a[3], const double b[3]);

#endif
