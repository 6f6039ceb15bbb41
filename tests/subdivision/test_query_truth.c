// Closest points and rays against the surface in double precision, looked at everywhere.
// runs: lavapipe25 layers asan. The bits of query are compared everywhere.
#include "cages.h"
#include "limit_truth.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

// Regular; boundary; crease; semi-sharp; extraordinary vertices of valence 3, 5, 9; strips, corners, darts, a figure.
static const struct
{
    uint32_t cage, isolation;
} cages[] = { { 1, 1 },  { 2, 1 },  { 0, 0 },  { 0, 2 },  { 18, 1 }, { 22, 1 }, { 9, 1 },
              { 27, 1 }, { 12, 1 }, { 25, 1 }, { 28, 1 }, { 24, 1 }, { 17, 0 } };

enum
{
    COUNT = 400,
    FAR   = 4 // sizes
};

static void to_double(mas_vec4 v, double out[3])
{
    out[0] = v.x;
    out[1] = v.y;
    out[2] = v.z;
}

static double in(uint64_t* seed, double lo, double hi)
{
    return lo + (hi - lo) * (double)test_random(seed) / 4294967295.0;
}

// A place of the surface: anywhere, on a rim, or at a corner.
static test_place any_place(const test_truth* t, uint64_t* seed)
{
    const uint32_t lot = test_random(seed) % 4;
    double u = in(seed, 0, 1), v = in(seed, 0, 1);
    if (lot == 1) u = test_random(seed) % 2;
    if (lot == 2) v = test_random(seed) % 2;
    if (lot == 3)
    {
        u = test_random(seed) % 2;
        v = test_random(seed) % 2;
    }
    return test_place_at(t->s, t->first + test_random(seed) % t->count, u, v);
}

static mas_vec4 to_float(const double x[3], double w)
{
    return (mas_vec4){ (float)x[0], (float)x[1], (float)x[2], (float)w };
}

static void any_direction(uint64_t* seed, double d[3])
{
    double l = 0;
    while (l < 0.01 || l > 1)
    {
        for (int k = 0; k < 3; ++k)
            d[k] = in(seed, -1, 1);
        l = test_dot(d, d);
    }
    for (int k = 0; k < 3; ++k)
        d[k] /= sqrt(l);
}

// On the surface, near it on either side, about it, far away.
static query_record any_point(const test_truth* t, uint64_t* seed)
{
    const test_place p = any_place(t, seed);
    const uint32_t lot = test_random(seed) % 5;
    const double off   = lot == 0 ? 0 : lot == 1 ? in(seed, -0.01, 0.01) : lot == 2 ? in(seed, -0.3, 0.3) : 0;
    double x[3], d[3];
    any_direction(seed, d);
    const double far = lot == 3 ? in(seed, 0, 1) : lot == 4 ? in(seed, 5, 50) : 0;
    for (int k = 0; k < 3; ++k)
        x[k] = p.x[k] + t->size * (off * p.n[k] + far * d[k]);
    return (query_record){ .kind = QUERY_CLOSEST, .surface = t->s->patch[t->first].surface, .point = to_float(x, 1e5) };
}

// From anywhere at a place of the surface, along it, or past it.
static query_record any_ray(const test_truth* t, uint64_t* seed)
{
    const test_place p = any_place(t, seed);
    const uint32_t lot = test_random(seed) % 6;
    double d[3], x[3];
    any_direction(seed, d);
    if (lot == 0) // grazing
    {
        const double along = test_dot(d, p.n) * in(seed, 0.9, 1.0);
        for (int k = 0; k < 3; ++k)
            d[k] -= along * p.n[k];
    }
    const double away = in(seed, 0.0, 3.0), off = lot == 1 ? in(seed, 0, 1) : lot == 2 ? in(seed, -0.02, 0.02) : 0;
    const double l = sqrt(test_dot(d, d));
    for (int k = 0; k < 3; ++k)
    {
        d[k] /= l;
        x[k] = p.x[k] + t->size * (off * p.n[k] - away * d[k]);
    }
    return (query_record){ .kind      = QUERY_RAY,
                           .surface   = t->s->patch[t->first].surface,
                           .point     = to_float(x, 1e5),
                           .direction = to_float(d, 0) };
}

static double degrees(const double a[3], const double b[3])
{
    double c[3];
    for (int k = 0; k < 3; ++k)
        c[k] = a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3];
    return atan2(sqrt(test_dot(c, c)), test_dot(a, b)) * 57.29577951308232;
}

typedef struct tally
{
    double position, normal, distance, on_surface; // worst
    double far_position;                           // from more than FAR sizes away
    uint32_t hits, misses, equals, grazes, stopped, wrong;
} tally;

static bool near_rim(double t)
{
    return t < 1e-3 || t > 1 - 1e-3;
}

// Where the surface has a normal.
static bool good_normal(const test_place* said, double turn, tally* all)
{
    if (test_dot(said->n, said->n) < 0.5) return true;
    all->normal = fmax(all->normal, turn);
    return turn <= 0.2;
}

static void check_closest(const test_truth* t, const query_record* q, const query_answer* a, tally* all)
{
    double from[3], at[3], n[3];
    to_double(q->point, from);
    to_double(a->position, at);
    to_double(a->normal, n);
    const test_place want = test_truth_closest(t, from);
    const test_place said = test_place_at(t->s, a->patch_number, a->normal.w, a->velocity.w);
    all->stopped += (a->flags & QUERY_STOPPED) != 0;
    ++all->hits;
    all->on_surface    = fmax(all->on_surface, test_apart(said.x, at) / t->size);
    const double far   = (t->size + want.distance);
    const double gap   = fabs((double)a->position.w - want.distance) / far;
    const double apart = test_apart(at, want.x) / t->size;
    all->distance      = fmax(all->distance, gap);
    bool bad           = (a->flags & QUERY_HIT) == 0 || gap > 1e-5;
    if (apart > 1e-4)
    {
        // Somewhere else, but as close as floats can tell.
        if (test_apart(said.x, from) - want.distance < 2e-6 * far)
            ++all->equals;
        else
            bad = true;
    }
    else
    {
        // From far away floats tell places apart by no less than the size's 1e-4, and fingers turn more than 0.2
        // degrees on that.
        const bool is_far = want.distance > FAR * t->size;
        double* position  = is_far ? &all->far_position : &all->position;
        *position         = fmax(*position, apart);
        double turn       = degrees(n, said.n);
        if (!is_far && !near_rim(want.u) && !near_rim(want.v)) turn = fmax(turn, degrees(n, want.n));
        bad |= !good_normal(&said, turn, all);
    }
    all->wrong += bad;
    if (bad && all->wrong < 5)
        printf("closest from %.9g %.9g %.9g: patch %u (%g, %g) at %g, want %u (%g, %g) at %g; apart %g\n", from[0],
               from[1], from[2], a->patch_number, a->normal.w, a->velocity.w, a->position.w, want.patch, want.u, want.v,
               want.distance, apart);
}

static void check_ray(const test_truth* t, const query_record* q, const query_answer* a, tally* all)
{
    static test_place hit[TRUTH_HITS];
    double from[3], d[3], at[3], n[3];
    to_double(q->point, from);
    to_double(q->direction, d);
    to_double(a->position, at);
    to_double(a->normal, n);
    const uint32_t count = test_truth_ray(t, from, d, hit);
    const bool found     = (a->flags & QUERY_HIT) != 0;
    double first = 1e300, clear = 1e300; // of all hits; of those that are no graze
    for (uint32_t k = 0; k < count; ++k)
    {
        if (hit[k].distance < -1e-5 * t->size) continue;
        first = fmin(first, hit[k].distance);
        if (fabs(test_dot(hit[k].n, d)) > 0.02 && hit[k].distance > 1e-5 * t->size)
            clear = fmin(clear, hit[k].distance);
    }
    all->stopped += (a->flags & QUERY_STOPPED) != 0;
    bool bad = false;
    if (!found)
    {
        ++all->misses;
        bad = clear < 1e299;
    }
    else
    {
        ++all->hits;
        const test_place said = test_place_at(t->s, a->patch_number, a->normal.w, a->velocity.w);
        all->on_surface       = fmax(all->on_surface, test_apart(said.x, at) / t->size);
        double away[3], along = 0;
        for (int k = 0; k < 3; ++k)
            along += (at[k] - from[k]) * d[k];
        for (int k = 0; k < 3; ++k)
            away[k] = from[k] + along * d[k];
        const double off = test_apart(away, at) / t->size; // of the ray
        const bool graze = fabs(test_dot(said.n, d)) <= 0.02;
        const double gap = fabs((double)a->position.w - first) / t->size;
        bad              = off > 2e-5 || fabs(along - (double)a->position.w) > 2e-5 * t->size ||
              ((double)a->position.w - clear) * fmax(fabs(test_dot(said.n, d)), 0.05) > 1e-5 * t->size;
        // What rounding moves the ray by sideways, it moves the hit by along it, divided by the sine.
        const double sideways = gap * fabs(test_dot(said.n, d));
        if (graze || (gap > 1e-4 && sideways > 1e-5))
        {
            // A ray along the surface: what came first is a matter of rounding; that it lies on both was looked at
            // above.
            ++all->grazes;
            if (!graze && !(first < (double)a->position.w && first < clear)) bad = true;
        }
        else
        {
            all->distance = fmax(all->distance, sideways);
            all->position = fmax(all->position, off);
        }
        const double turn = degrees(n, said.n);
        bad |= !good_normal(&said, turn, all);
    }
    all->wrong += bad;
    if (bad && all->wrong < 5)
        printf(
            "ray from %.9g %.9g %.9g along %.9g %.9g %.9g: %d patch %u (%g, %g) at %g, want %g or %g of %u; n.d %g\n",
            from[0], from[1], from[2], d[0], d[1], d[2], found, a->patch_number, a->normal.w, a->velocity.w,
            a->position.w, first, clear, count, test_dot(n, d));
}

static void print(const char* name, const char* kind, const tally* t, double places)
{
    printf("%-18s %-7s %4u hits %3u misses, off by %.0e m/m (from afar %.0e), distance %.0e, normal %.3f deg; "
           "%u equally close, %u grazes, %u stopped; %.0f places each\n",
           name, kind, t->hits, t->misses, t->position, t->far_position, t->distance, t->normal, t->equals, t->grazes,
           t->stopped, places);
}

static uint32_t check_cage(test_gpu* gpu, uint32_t k, uint32_t round)
{
    static query_record q[COUNT];
    static query_answer a[COUNT];
    const uint32_t count = test_is_lavapipe25() ? COUNT : 40; // layers and sanitizers look at something else
    test_cage c          = { 0 };
    test_cage_make(&c, cages[k].cage);
    massa_cage* cage = test_cage_build(&c, cages[k].isolation);
    test_limits t;
    test_make_limits(gpu, &t, (const massa_cage* const[]){ cage }, 1, 1, COUNT);
    test_truth truth = test_create_truth(&t.twin, 0);
    uint64_t seed    = 31 + 1000 * round + k;
    uint32_t wrong   = 0;
    for (int kind = 0; kind < 2; ++kind)
    {
        tally all              = { 0 };
        oracle_query_work work = { 0 };
        for (uint32_t i = 0; i < count; ++i)
            q[i] = kind == 0 ? any_point(&truth, &seed) : any_ray(&truth, &seed);
        test_ask(gpu, &t, q, count, 60.0f, a);
        for (uint32_t i = 0; i < count; ++i)
        {
            if (kind == 0)
                check_closest(&truth, &q[i], &a[i], &all);
            else
                check_ray(&truth, &q[i], &a[i], &all);
            oracle_query(&t.twin, t.previous, t.box, q[i], 60.0f, &work);
        }
        if (round == 0) print(c.name, kind == 0 ? "closest" : "ray", &all, (double)work.evaluations / count);
        wrong += all.wrong;
        munit_assert_uint32(all.equals, <=, count / 20);
        munit_assert_uint32(all.grazes, <=, count / 4);
        munit_assert_uint32(all.stopped, ==, 0);
    }
    test_destroy_truth(&truth);
    test_destroy_limits(&t);
    mas_cage_destroy(cage);
    test_cage_free(&c);
    return wrong;
}

// Red when a seed, a side of the square, a sheet of the surface or a part of a patch is left out, when a step is not
// brought back into the square, or a normal is that of another place.
static MunitResult agrees(const MunitParameter params[], void* fixture)
{
    (void)params;
    uint32_t wrong = 0;
    for (uint32_t round = 0; round < (test_full() ? 10 : 1); ++round)
        for (uint32_t k = 0; k < MAS_COUNT(cages); ++k)
            wrong += check_cage(fixture, k, round);
    munit_assert_uint32(wrong, ==, 0);
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/agrees", agrees, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { 0 },
};
MunitSuite test_query_truth_suite = { "/query_truth", tests, NULL, 1, 0 };
