// Contacts that one can work out by hand: how many points carry what rests, and what becomes of input without a good
// answer.
#include "round.h"

#include <math.h>
#include <string.h>

// clang-format off
#define PLANE { COLLIDER_PLANE, 0.0f, 0.0f, 0.0f, STANDS, HULL_CUBE }
#define BOX(x, y, z, turned) { COLLIDER_BOX, x, y, z, turned, HULL_CUBE }
#define BALL(radius) { COLLIDER_SPHERE, radius, 0.0f, 0.0f, STANDS, HULL_CUBE }
#define CAPSULE(radius, end, turned) { COLLIDER_CAPSULE, radius, end, 0.0f, turned, HULL_CUBE }
#define HULL(kind, x, y, z) { COLLIDER_HULL, x, y, z, STANDS, kind }
// clang-format on

enum
{
    STANDS, // the capsule's axis up
    LIES,   // along x
    LEANS,  // nearly along x: 0.2 degrees
    CROSSES // along z
};

typedef struct shape
{
    uint32_t kind;
    float x, y, z; // size; of a hull the stretch
    int turned;
    test_hull hull;
} shape;

typedef struct contact_case
{
    const char* name;
    shape a, b;
    float d[3]; // b's centre from a's
    uint32_t count;
    float separation; // of the deepest
    float normal[3];  // 0: any
} contact_case;

// clang-format off
static const contact_case cases[] = {
    { "box on a plane", PLANE, BOX(0.5f, 0.3f, 0.4f, STANDS), { 7.0f, 0.29f, -3.0f }, 4, -0.01f, { 0, 1, 0 } },
    { "box above a plane", PLANE, BOX(0.5f, 0.3f, 0.4f, STANDS), { 7.0f, 0.31f, -3.0f }, 4, 0.01f, { 0, 1, 0 } },
    { "box far above", PLANE, BOX(0.5f, 0.3f, 0.4f, STANDS), { 7.0f, 0.33f, -3.0f }, 0, 0.0f, { 0 } },
    { "box turned", PLANE, BOX(0.3f, 0.3f, 0.4f, CROSSES), { 0.0f, 0.39f, 0.0f }, 4, -0.01f, { 0, 1, 0 } },
    { "plane point in a box", PLANE, BOX(0.5f, 0.3f, 0.4f, STANDS), { 0.0f, 0.0f, 0.0f }, 4, -0.3f, { 0, 1, 0 } },
    { "box of no size", PLANE, BOX(0.0f, 0.0f, 0.0f, STANDS), { 0.0f, -0.1f, 0.0f }, 4, -0.1f, { 0, 1, 0 } },
    { "hull on a plane", PLANE, HULL(HULL_CUBE, 0.5f, 0.3f, 0.4f), { 2, 0.29f, 1 }, 4, -0.01f, { 0, 1, 0 } },
    { "prism", PLANE, HULL(HULL_PRISM, 0.5f, 0.3f, 0.4f), { 2, 0.29f, 1 }, 3, -0.01f, { 0, 1, 0 } },
    { "cylinder", PLANE, HULL(HULL_CYLINDER, 0.5f, 0.3f, 0.5f), { 2, 0.29f, 1 }, 4, -0.01f, { 0, 1, 0 } },
    { "cone", PLANE, HULL(HULL_CONE, 0.5f, 0.4f, 0.5f), { 2, 0.19f, 1 }, 4, -0.01f, { 0, 1, 0 } },
    { "flat hull", PLANE, HULL(HULL_FLAT, 0.5f, 0.4f, 0.5f), { 2, -0.01f, 1 }, 4, -0.01f, { 0, 1, 0 } },
    { "ball on a plane", PLANE, BALL(0.5f), { 2, 0.49f, 1 }, 1, -0.01f, { 0, 1, 0 } },
    { "capsule lies", PLANE, CAPSULE(0.2f, 0.5f, LIES), { 2, 0.19f, 1 }, 2, -0.01f, { 0, 1, 0 } },
    { "capsule stands", PLANE, CAPSULE(0.2f, 0.5f, STANDS), { 2, 0.69f, 1 }, 1, -0.01f, { 0, 1, 0 } },
    { "capsule of no length", PLANE, CAPSULE(0.2f, 0.0f, LIES), { 2, 0.19f, 1 }, 1, -0.01f, { 0, 1, 0 } },

    { "capsule on a box", BOX(0.3f, 0.3f, 0.3f, STANDS), CAPSULE(0.2f, 0.2f, LIES),
      { 0, 0.49f, 0 }, 2, -0.01f, { 0, 1, 0 } },
    { "longer than the box", BOX(0.3f, 0.3f, 0.3f, STANDS), CAPSULE(0.2f, 1.0f, LIES),
      { 0, 0.49f, 0 }, 2, -0.01f, { 0, 1, 0 } },
    { "with an overhang", BOX(0.3f, 0.3f, 0.3f, STANDS), CAPSULE(0.2f, 0.5f, LIES),
      { 0.6f, 0.49f, 0 }, 2, -0.01f, { 0, 1, 0 } },
    { "capsule through a box", BOX(0.5f, 0.1f, 0.5f, STANDS), CAPSULE(0.1f, 0.4f, STANDS),
      { 0, 0.35f, 0 }, 1, -0.25f, { 0, 1, 0 } },
    { "capsule stands on a box", BOX(0.3f, 0.3f, 0.3f, STANDS), CAPSULE(0.2f, 0.5f, STANDS),
      { 0, 0.99f, 0 }, 1, -0.01f, { 0, 1, 0 } },
    { "capsule sunk into a box", BOX(0.5f, 0.3f, 0.5f, STANDS), CAPSULE(0.1f, 0.2f, LIES),
      { 0, 0.29f, 0 }, 2, -0.11f, { 0, 1, 0 } },
    { "capsule at an edge", BOX(0.3f, 0.3f, 0.3f, STANDS), CAPSULE(0.5f, 0.2f, CROSSES),
      { 0.6f, 0.7f, 0 }, 1, 0.0f, { 0.6f, 0.8f, 0 } },
    { "ball in a box", BOX(0.5f, 0.3f, 0.4f, STANDS), BALL(0.1f), { 0, 0, 0 }, 1, -0.4f, { 0, 1, 0 } },
    { "ball on a corner", BOX(0.3f, 0.3f, 0.3f, STANDS), BALL(0.5f),
      { 0.6f, 0.3f, 0.7f }, 1, 0.0f, { 0.6f, 0, 0.8f } },
    { "ball and a box of no size", BOX(0.0f, 0.0f, 0.0f, STANDS), BALL(0.2f), { 0, 0.1f, 0 }, 1, -0.1f, { 0, 1, 0 } },
    { "ball in a box of no size", BOX(0.0f, 0.0f, 0.0f, STANDS), BALL(0.2f), { 0, 0, 0 }, 1, -0.2f, { 0 } },

    { "balls", BALL(0.3f), BALL(0.2f), { 0, 0, -0.49f }, 1, -0.01f, { 0, 0, -1 } },
    { "balls in one place", BALL(0.3f), BALL(0.2f), { 0, 0, 0 }, 1, -0.5f, { 0, 1, 0 } },
    { "points", BALL(0.0f), BALL(0.0f), { 0, 0, 0 }, 1, 0.0f, { 0, 1, 0 } },
    { "ball on an axis", BALL(0.3f), CAPSULE(0.2f, 1.0f, LIES), { 0.5f, 0, 0 }, 1, -0.5f, { 0, 1, 0 } },
    { "ball at an end", BALL(0.3f), CAPSULE(0.2f, 1.0f, LIES), { 1.49f, 0, 0 }, 1, -0.01f, { 1, 0, 0 } },
    { "side by side", CAPSULE(0.2f, 1.0f, STANDS), CAPSULE(0.3f, 0.5f, STANDS),
      { 0, 0.7f, 0.49f }, 2, -0.01f, { 0, 0, 1 } },
    { "head to foot", CAPSULE(0.2f, 1.0f, STANDS), CAPSULE(0.3f, 0.5f, STANDS),
      { 0, 1.99f, 0 }, 1, -0.01f, { 0, 1, 0 } },
    { "crossed", CAPSULE(0.2f, 1.0f, LIES), CAPSULE(0.3f, 0.5f, CROSSES), { 0, 0.49f, 0 }, 1, -0.01f, { 0, 1, 0 } },
    { "crossed axes meet", CAPSULE(0.2f, 1.0f, LIES), CAPSULE(0.3f, 0.5f, STANDS), { 0, 0, 0 }, 1, -0.5f, { 0 } },
    { "one in the other", CAPSULE(0.2f, 1.0f, LIES), CAPSULE(0.3f, 0.5f, LIES), { 0, 0, 0 }, 2, -0.5f, { 0, 1, 0 } },
    { "no axes", CAPSULE(0.2f, 0.0f, STANDS), CAPSULE(0.3f, 0.0f, LIES), { 0, 0, 0 }, 1, -0.5f, { 0, 1, 0 } },
    { "capsule of no size", CAPSULE(0.0f, 0.0f, STANDS), CAPSULE(0.3f, 1.0f, LIES),
      { 0.2f, 0, 0 }, 1, -0.3f, { 0, 1, 0 } },

    { "ball on a hull", BALL(0.2f), HULL(HULL_CUBE, 0.5f, 0.3f, 0.4f), { 0.1f, -0.49f, 0 }, 1, -0.01f, { 0, -1, 0 } },
    { "ball in a hull", BALL(0.2f), HULL(HULL_CUBE, 0.5f, 0.3f, 0.4f), { 0, -0.1f, 0 }, 1, -0.4f, { 0, -1, 0 } },
    { "ball at its edge", BALL(0.5f), HULL(HULL_CUBE, 0.3f, 0.3f, 0.3f),
      { 0.6f, -0.7f, 0 }, 1, 0.0f, { 0.6f, -0.8f, 0 } },
    { "ball in a flat hull", BALL(0.5f), HULL(HULL_FLAT, 1.0f, 1.0f, 1.0f), { 0.5f, 0, 0 }, 1, -0.5f, { 0 } },
    { "ball beside a flat hull", BALL(0.5f), HULL(HULL_FLAT, 1.0f, 1.0f, 1.0f),
      { 1.4f, 0, 0 }, 1, -0.1f, { 1, 0, 0 } },
    { "ball on a tip", BALL(0.5f), HULL(HULL_CONE, 0.5f, 0.5f, 0.5f), { 0, -0.99f, 0 }, 1, -0.01f, { 0, -1, 0 } },
    { "capsule on a hull", CAPSULE(0.2f, 0.2f, LIES), HULL(HULL_CUBE, 0.5f, 0.3f, 0.4f),
      { 0, -0.49f, 0 }, 2, -0.01f, { 0, -1, 0 } },
    { "longer than the hull", CAPSULE(0.2f, 2.0f, LIES), HULL(HULL_CYLINDER, 0.5f, 0.3f, 0.4f),
      { 0, -0.49f, 0 }, 2, -0.01f, { 0, -1, 0 } },
    { "capsule stands on a hull", CAPSULE(0.2f, 0.5f, STANDS), HULL(HULL_CUBE, 0.5f, 0.3f, 0.4f),
      { 0, -0.99f, 0 }, 1, -0.01f, { 0, -1, 0 } },
    { "capsule sunk into a hull", CAPSULE(0.1f, 0.2f, LIES), HULL(HULL_CUBE, 0.5f, 0.3f, 0.4f),
      { 0, -0.29f, 0 }, 2, -0.11f, { 0, -1, 0 } },
    { "capsule through a flat hull", CAPSULE(0.1f, 0.5f, STANDS), HULL(HULL_FLAT, 1.0f, 1.0f, 1.0f),
      { 0, -0.4f, 0 }, 1, -0.2f, { 0, -1, 0 } },
    { "capsule in a flat hull", CAPSULE(0.1f, 0.5f, LIES), HULL(HULL_FLAT, 1.0f, 1.0f, 1.0f),
      { 0, 0, 0 }, 2, -0.1f, { 0 } },
    { "capsule of no length on a hull", CAPSULE(0.2f, 0.0f, LIES), HULL(HULL_CUBE, 0.5f, 0.3f, 0.4f),
      { 0, -0.49f, 0 }, 1, -0.01f, { 0, -1, 0 } },
    { "capsule leans on a hull", CAPSULE(0.2f, 1.0f, LEANS), HULL(HULL_CUBE, 0.5f, 0.3f, 0.4f),
      { 0, -0.49f, 0 }, 2, -0.0117f, { 0, -1, 0 } },
    { "capsule leans on a box", BOX(0.3f, 0.3f, 0.3f, STANDS), CAPSULE(0.2f, 1.0f, LEANS),
      { 0, 0.49f, 0 }, 2, -0.011f, { 0, 1, 0 } },
};
// clang-format on

enum
{
    CASES = MAS_COUNT(cases)
};

static void put(test_narrow* s, uint32_t i, const shape* from, uint32_t hull, const float* d)
{
    static const mas_vec4 rotation[] = {
        [STANDS]  = { 0.0f, 0.0f, 0.0f, 1.0f },
        [LIES]    = { 0.0f, 0.0f, -0.70710678f, 0.70710678f },
        [LEANS]   = { 0.0f, 0.0f, -0.70833988f, 0.70587153f },
        [CROSSES] = { 0.70710678f, 0.0f, 0.0f, 0.70710678f },
    };
    s->c.data[i] = (collider_data){ .kind = from->kind, .hull = hull, .size = { from->x, from->y, from->z, 0.0f } };
    if (from->kind == COLLIDER_HULL)
    {
        s->c.hull[hull]   = test_make_hull(from->hull, from->x, from->y, from->z);
        s->c.data[i].size = test_hull_half(&s->c.hull[hull]);
    }
    s->c.pose[i] = (collider_pose){ .position = { d[0], d[1], d[2], 0.0f }, .rotation = rotation[from->turned] };
}

static void expect(const contact_case* e, const manifold* m)
{
    float separation = 1.0f;
    for (uint32_t k = 0; k < m->count; ++k)
        separation = fminf(separation, m->point[k].w);
    if (m->count != e->count) munit_errorf("%s: %u points, expected %u", e->name, m->count, e->count);
    if (e->count == 0) return;
    if (!(fabsf(separation - e->separation) < 1e-4f))
        munit_errorf("%s: separation %g, expected %g", e->name, (double)separation, (double)e->separation);
    const float n[3] = { m->normal.x, m->normal.y, m->normal.z };
    float off = 0.0f, any = 0.0f;
    for (int k = 0; k < 3; ++k)
        off += fabsf(n[k] - e->normal[k]), any += fabsf(e->normal[k]);
    if (any > 0.0f && !(off < 1e-2f))
        munit_errorf("%s: normal %g %g %g", e->name, (double)n[0], (double)n[1], (double)n[2]);
    const uint32_t id[4] = { m->feature.x, m->feature.y, m->feature.z, m->feature.w };
    for (uint32_t k = 0; k < m->count; ++k)
        for (uint32_t j = 0; j < k; ++j)
            if (id[k] == id[j]) munit_errorf("%s: two points are called %x", e->name, id[k]);
}

static void run_cases(test_gpu* gpu, test_narrow* s, float shift)
{
    uint32_t hulls = 0;
    for (uint32_t k = 0; k < CASES; ++k)
    {
        const contact_case* e = &cases[k];
        const float* d        = e->d;
        put(s, 2 * k, &e->a, 0, (float[3]){ 0.0f, 0.0f, 0.0f });
        put(s, 2 * k + 1, &e->b, hulls % PLACED_HULLS, (float[3]){ d[0] + shift, d[1] - shift, d[2] - shift });
        hulls += e->b.kind == COLLIDER_HULL;
        s->index_data[k] = k;
    }
    munit_assert_uint32(hulls, <=, PLACED_HULLS);
    test_narrow_run(gpu, s, CASES);
}

// proves: 002-54, 002-56, 002-57, 002-58. Red when what rests is carried by too few points, when two points of a
// manifold have one id, or when input of no size or in one place gives anything but a direction and a depth.
static MunitResult worked_out_by_hand(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_gpu* gpu = fixture;
    test_narrow s;
    test_narrow_begin(gpu, &s);
    run_cases(gpu, &s, 0.0f);
    for (uint32_t k = 0; k < CASES; ++k)
        expect(&cases[k], &s.after[k]);
    test_narrow_end(&s);
    return MUNIT_OK;
}

// Red when ids change although shapes that touch have hardly moved.
static MunitResult ids_stay(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_gpu* gpu = fixture;
    test_narrow s;
    test_narrow_begin(gpu, &s);
    run_cases(gpu, &s, 1e-5f);
    manifold before[CASES];
    memcpy(before, s.after, sizeof before);
    run_cases(gpu, &s, 3e-5f);
    for (uint32_t k = 0; k < CASES; ++k)
        if (memcmp(&before[k].feature, &s.after[k].feature, sizeof before[k].feature) != 0)
            munit_errorf("%s: ids %x %x, then %x %x", cases[k].name, before[k].feature.x, before[k].feature.y,
                         s.after[k].feature.x, s.after[k].feature.y);
    test_narrow_end(&s);
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/worked-out-by-hand", worked_out_by_hand, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { "/ids-stay", ids_stay, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { 0 },
};
MunitSuite test_narrow_round_cases_suite = { "/narrow_round_cases", tests, NULL, 1, 0 };
