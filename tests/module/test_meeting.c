// Bodies that meet, at known places: how many pairs, contacts and touching contacts there are, which bodies meet, and
// whether found contacts are forgotten when a body is put elsewhere. Red when a filter is turned around, a compound
// meets itself, a hollow shape is taken for a solid one, or a contact outlives the edit that ended it.
#include "meeting.h"

#include "module/tables.h"

#include <stdlib.h>

static massa_world* make(test_gpu* gpu, uint32_t bodies, massa_broad_phase phase)
{
    massa_world* w;
    massa_world_desc d = meeting_desc(bodies, 64);
    d.broad_phase      = phase;
    test_try(massa_create_world(gpu->device, &d, &w));
    return w;
}

static void expect(test_gpu* gpu, massa_world* w, uint32_t pairs, uint32_t contacts, uint32_t touching)
{
    const massa_poll_result news = meeting_step(gpu, w, 0);
    if (news.pair_count != pairs || news.contact_count != contacts || news.touching_count != touching)
        munit_errorf("step %llu: %u pairs, %u contacts, %u touching; not %u, %u, %u.",
                     (unsigned long long)news.last_step, news.pair_count, news.contact_count, news.touching_count,
                     pairs, contacts, touching);
    munit_assert_uint32(news.overflow_count, ==, 0);
    munit_assert_uint32(news.recycled_count, <=, pairs);
}

// Each shape half a millimetre deep in the floor, 1 cm above it, 10 cm above it; margins are 2 cm, and a box has its
// own. proves: 002-41. Red when a kind of shape has no way to meet a plane, or the distance is not that of its surface.
static MunitResult all_meet_a_plane(const MunitParameter params[], void* fixture)
{
    (void)params;
    massa_world* w             = make(fixture, 32, MASSA_BROAD_PHASE_TREE);
    const massa_shape_id box   = meeting_box(w, 0.5f, 0.5f, 0.5f);
    const massa_shape_id all[] = { box, meeting_sphere(w, 0.5f), meeting_capsule(w, 0.25f, 0.25f),
                                   meeting_hull(w, 0.5f, 0.5f, 0.5f), meeting_pair(w, box, -1.0f, 1.0f) };
    const float height[]       = { -0.0005f, 0.01f, 0.1f };
    massa_body_id id[MAS_COUNT(all)][3];
    meeting_body(w, MASSA_BODY_STATIC, meeting_plane(w), 0.0f, 0.0f, 0.0f);
    for (uint32_t i = 0; i < MAS_COUNT(all); ++i)
        for (uint32_t k = 0; k < 3; ++k)
            id[i][k] = meeting_body(w, MASSA_BODY_DYNAMIC, all[i], 5.0f * (float)i, 0.5f + height[k], 5.0f * (float)k);
    expect(fixture, w, 12, 12, 6); // two of each, four of the compound
    meeting_set s = meeting_contacts(fixture, w);
    for (uint32_t i = 0; i < s.count; ++i)
    {
        const manifold* m = &s.contact[i];
        munit_assert_uint32(m->a, ==, 0); // the plane's
        munit_assert_double_equal((double)m->normal.y, 1.0, 5);
        const float want = (m->flags & MANIFOLD_TOUCHES) != 0 ? -0.0005f : 0.01f;
        for (uint32_t k = 0; k < m->count; ++k)
            munit_assert_double_equal((double)m->point[k].w, (double)want, 5);
    }
    free(s.contact);
    for (uint32_t i = 0; i < MAS_COUNT(all); ++i) // upwards, and one after the other comes down
        test_try(massa_destroy_body(w, id[i][0]));
    expect(fixture, w, 6, 6, 0);
    const massa_quat turn = { 0.0f, 0.0f, 0.0f, 1.0f };
    for (uint32_t i = 0; i < MAS_COUNT(all); ++i)
        test_try(massa_body_set_pose(w, id[i][1], (massa_vec3){ 5.0f * (float)i, 2.0f, 5.0f }, turn));
    expect(fixture, w, 0, 0, 0);
    massa_destroy_world(w);
    return MUNIT_OK;
}

// Every kind with every kind, 1 mm deep along x, then 1 cm apart, then far apart, one row each.
static MunitResult all_kinds_meet(const MunitParameter params[], void* fixture)
{
    (void)params;
    massa_world* w             = make(fixture, 32, MASSA_BROAD_PHASE_SWEEP);
    const massa_shape_id all[] = { meeting_box(w, 0.5f, 0.5f, 0.5f), meeting_sphere(w, 0.5f),
                                   meeting_capsule(w, 0.5f, 0.25f), meeting_hull(w, 0.5f, 0.5f, 0.5f) };
    massa_body_id id[10];
    uint32_t n            = 0;
    const massa_quat turn = { 0.0f, 0.0f, 0.0f, 1.0f };
    for (uint32_t i = 0; i < 4; ++i)
        for (uint32_t k = i; k < 4; ++k, ++n)
        {
            const massa_body_kind kind = n % 2 == 0 ? MASSA_BODY_STATIC : MASSA_BODY_DYNAMIC;
            const massa_body_id first  = meeting_body(w, kind, all[i], 0.0f, 5.0f * (float)n, 0.0f);
            if (kind == MASSA_BODY_DYNAMIC) meeting_hold(w, first);
            id[n] = meeting_body(w, MASSA_BODY_DYNAMIC, all[k], 0.999f, 5.0f * (float)n, 0.0f);
        }
    expect(fixture, w, 10, 10, 10);
    expect(fixture, w, 10, 10, 10);
    for (uint32_t i = 0; i < 10; ++i)
        test_try(massa_body_set_pose(w, id[i], (massa_vec3){ 1.01f, 5.0f * (float)i, 0.0f }, turn));
    expect(fixture, w, 10, 10, 0);
    for (uint32_t i = 0; i < 10; ++i)
        test_try(massa_body_set_pose(w, id[i], (massa_vec3){ 1.1f, 5.0f * (float)i, 0.0f }, turn));
    expect(fixture, w, 0, 0, 0);
    for (uint32_t i = 0; i < 10; ++i) // a little less than 8 cm in a step: within the bounds, not within the margin
        test_try(massa_body_set_velocity(w, id[i], (massa_vec3){ -4.7f, 0.0f, 0.0f }));
    const massa_poll_result near = meeting_step(fixture, w, 0);
    munit_assert_uint32(near.pair_count, ==, 10);
    munit_assert_uint32(near.contact_count, ==, 0); // a pair, no contact
    expect(fixture, w, 10, 10, 0);                  // in this step they would meet
    massa_destroy_world(w);
    return MUNIT_OK;
}

// All broad phases, or where worlds are slow to make the tree and the sweep.
static int stride(void)
{
    return test_is_lavapipe25() ? 1 : MASSA_BROAD_PHASE_SWEEP;
}

typedef struct filter
{
    uint32_t category, mask;
    int32_t group;
} filter;

static massa_shape_id filtered(massa_world* w, filter f, bool sensor)
{
    massa_shape_desc d = massa_default_shape_desc();
    massa_shape_id id;
    d.kind     = MASSA_SHAPE_SPHERE;
    d.category = f.category;
    d.mask     = f.mask;
    d.group    = f.group;
    d.sensor   = sensor;
    test_try(massa_create_shape(w, &d, &id));
    return id;
}

static MunitResult filters_decide(const MunitParameter params[], void* fixture)
{
    (void)params;
    static const struct
    {
        filter a, b;
        bool meet;
    } rows[] = {
        { { 1, UINT32_MAX, 0 }, { 1, UINT32_MAX, 0 }, true },
        { { 1, 2, 0 }, { 2, 1, 0 }, true },
        { { 1, 2, 0 }, { 2, 2, 0 }, false }, // one of the two says no
        { { 1, 1, 0 }, { 2, 1, 0 }, false },
        { { 0, UINT32_MAX, 0 }, { 1, UINT32_MAX, 0 }, false }, // is nothing
        { { 0x80000000u, 0x80010000u, 0 }, { 0x00010000u, 0x80000000u, 0 }, true },
        { { 1, 0, 5 }, { 1, 0, 5 }, true }, // a group of friends
        { { 1, UINT32_MAX, -5 }, { 1, UINT32_MAX, -5 }, false },
        { { 1, UINT32_MAX, -5 }, { 1, UINT32_MAX, -6 }, true }, // other groups: masks decide
        { { 1, UINT32_MAX, -5 }, { 1, UINT32_MAX, 5 }, true },
        { { 1, 0, 5 }, { 1, 0, 6 }, false },
        { { 1, UINT32_MAX, -(1 << 23) }, { 1, UINT32_MAX, -(1 << 23) }, false },
        { { 1, 0, 1 << 23 }, { 1, 0, 1 << 23 }, true },
    };
    for (int phase = 0; phase <= MASSA_BROAD_PHASE_BRUTE; phase += stride())
    {
        massa_world* w = make(fixture, 2 * MAS_COUNT(rows), (massa_broad_phase)phase);
        uint32_t meet  = 0;
        for (uint32_t i = 0; i < MAS_COUNT(rows); ++i)
        {
            const float x = 3.0f * (float)i;
            meeting_body(w, MASSA_BODY_DYNAMIC, filtered(w, rows[i].a, false), x, 0.0f, 0.0f);
            meeting_body(w, MASSA_BODY_DYNAMIC, filtered(w, rows[i].b, false), x + 0.5f, 0.0f, 0.0f);
            meet += rows[i].meet;
        }
        expect(fixture, w, meet, meet, meet);
        meeting_set s = meeting_contacts(fixture, w);
        for (uint32_t i = 0; i < s.count; ++i)
            munit_assert(s.contact[i].a % 2 == 0 && s.contact[i].b == s.contact[i].a + 1 &&
                         rows[s.contact[i].a / 2].meet);
        free(s.contact);
        massa_destroy_world(w);
    }
    return MUNIT_OK;
}

// Two that nothing moves never meet; sensors are found and told; a hollow shape is nobody to bodies.
static MunitResult who_meets(const MunitParameter params[], void* fixture)
{
    (void)params;
    static const massa_body_kind kinds[] = { MASSA_BODY_DYNAMIC, MASSA_BODY_KINEMATIC, MASSA_BODY_STATIC };
    massa_world* w                       = make(fixture, 24, MASSA_BROAD_PHASE_TREE);
    const filter any                     = { 1, UINT32_MAX, 0 };
    const massa_shape_id ball = filtered(w, any, false), sensor = filtered(w, any, true);
    for (uint32_t i = 0; i < 18; ++i)
    {
        const massa_body_kind kind = kinds[i % 2 == 0 ? i / 6 : i / 2 % 3];
        const massa_body_id one    = meeting_body(w, kind, ball, 5.0f * (float)(i / 2), 0.5f * (float)(i % 2), 0.0f);
        if (kind == MASSA_BODY_DYNAMIC) meeting_hold(w, one);
    }
    expect(fixture, w, 5, 5, 5); // with a dynamic one
    const massa_body_id eye = meeting_body(w, MASSA_BODY_STATIC, sensor, 0.25f, 0.0f, 0.0f);
    expect(fixture, w, 7, 7, 7); // sees both
    meeting_set s    = meeting_contacts(fixture, w);
    uint32_t sensors = 0;
    for (uint32_t i = 0; i < s.count; ++i)
        sensors += (s.contact[i].flags & MANIFOLD_SENSOR) != 0;
    munit_assert_uint32(sensors, ==, 2);
    free(s.contact);

    massa_shape_desc d = massa_default_shape_desc();
    d.kind             = MASSA_SHAPE_BOX;
    d.box.half         = (massa_vec3){ 100.0f, 100.0f, 100.0f };
    d.hollow           = true;
    massa_shape_id cage;
    test_try(massa_create_shape(w, &d, &cage));
    test_try(massa_body_set_shape(w, eye, cage));
    expect(fixture, w, 5, 5, 5);
    d.kind          = MASSA_SHAPE_SPHERE;
    d.sphere.radius = 100.0f;
    d.sensor        = true;
    test_try(massa_create_shape(w, &d, &cage));
    test_try(massa_body_set_shape(w, eye, cage));
    expect(fixture, w, 5, 5, 5);

    d        = massa_default_shape_desc(); // a plane
    d.sensor = true;
    massa_shape_id water;
    test_try(massa_create_shape(w, &d, &water));
    test_try(massa_body_set_shape(w, eye, water)); // six dynamic balls are half in it, or just reach it
    expect(fixture, w, 5 + 6, 5 + 6, 5 + 6);
    massa_destroy_world(w);
    return MUNIT_OK;
}

// A compound of boxes that overlap: its children are no pair, two such bodies are as many as overlap.
// proves: 002-41. Red when colliders of one body meet.
static MunitResult compounds(const MunitParameter params[], void* fixture)
{
    (void)params;
    for (int phase = 0; phase <= MASSA_BROAD_PHASE_BRUTE; phase += stride())
    {
        massa_world* w            = make(fixture, 4, (massa_broad_phase)phase);
        const massa_shape_id box  = meeting_box(w, 0.5f, 0.5f, 0.5f);
        const massa_shape_id bar  = meeting_pair(w, box, -0.25f, 0.25f);
        const massa_shape_id wide = meeting_pair(w, box, -2.0f, 2.0f);
        meeting_body(w, MASSA_BODY_DYNAMIC, bar, 0.0f, 0.0f, 0.0f);
        expect(fixture, w, 0, 0, 0);
        const massa_body_id other = meeting_body(w, MASSA_BODY_DYNAMIC, bar, 0.0f, 0.9f, 0.0f);
        expect(fixture, w, 4, 4, 4);
        test_try(massa_body_set_shape(w, other, wide)); // on either side of the other
        expect(fixture, w, 0, 0, 0);
        const massa_quat quarter = { 0.0f, 0.70710678f, 0.0f, 0.70710678f };
        test_try(massa_body_set_pose(w, other, (massa_vec3){ 0.0f, 0.9f, 2.0f }, quarter)); // one of it over both
        expect(fixture, w, 2, 2, 2);
        test_try(massa_body_set_shape(w, other, (massa_shape_id){ 0 }));
        expect(fixture, w, 0, 0, 0);
        massa_destroy_world(w);
    }
    return MUNIT_OK;
}

// A dynamic body's frame is that of its centre of mass: a shape that is off centre stands around it all the same.
static MunitResult frames(const MunitParameter params[], void* fixture)
{
    (void)params;
    massa_world* w            = make(fixture, 4, MASSA_BROAD_PHASE_BRUTE);
    const massa_shape_id ball = meeting_sphere(w, 0.5f);
    const massa_shape_id off  = meeting_pair(w, ball, 9.0f, 11.0f); // centre of mass at 10
    const massa_body_id probe = meeting_body(w, MASSA_BODY_KINEMATIC, ball, 1.9f, 0.0f, 0.0f);
    meeting_body(w, MASSA_BODY_DYNAMIC, off, 0.0f, 0.0f, 0.0f); // so the balls are at -1 and 1
    expect(fixture, w, 1, 1, 1);
    test_try(massa_body_set_shape(w, probe, off)); // kinematic: at 1.9 + 9 and 1.9 + 11
    expect(fixture, w, 0, 0, 0);
    const massa_quat turn = { 0.0f, 0.0f, 0.0f, 1.0f };
    test_try(massa_body_set_pose(w, probe, (massa_vec3){ -10.0f, 0.0f, 0.9f }, turn));
    expect(fixture, w, 2, 2, 2);
    massa_destroy_world(w);
    return MUNIT_OK;
}

// What rests keeps its contacts; whatever an edit sets anew is looked at again, even at the same place.
static MunitResult edits_forget(const MunitParameter params[], void* fixture)
{
    (void)params;
    massa_world* w           = make(fixture, 8, MASSA_BROAD_PHASE_TREE);
    const massa_shape_id box = meeting_box(w, 0.5f, 0.5f, 0.5f), ball = meeting_sphere(w, 0.5f);
    const massa_quat turn     = { 0.0f, 0.0f, 0.0f, 1.0f };
    const massa_body_id floor = meeting_body(w, MASSA_BODY_STATIC, meeting_plane(w), 0.0f, 0.0f, 0.0f);
    massa_body_id body[3];
    for (uint32_t i = 0; i < 3; ++i)
        body[i] = meeting_body(w, MASSA_BODY_DYNAMIC, box, 3.0f * (float)i, 0.499f, 0.0f);
    munit_assert_uint32(meeting_step(fixture, w, 0).recycled_count, ==, 0);
    munit_assert_uint32(meeting_step(fixture, w, 0).recycled_count, ==, 3);

    test_try(massa_body_set_pose(w, body[0], (massa_vec3){ 0.0f, 0.499f, 0.0f }, turn)); // where it is
    munit_assert_uint32(meeting_step(fixture, w, 0).recycled_count, ==, 2);
    munit_assert_uint32(meeting_step(fixture, w, 0).recycled_count, ==, 3);
    test_try(massa_body_set_shape(w, body[1], ball));
    munit_assert_uint32(meeting_step(fixture, w, 0).recycled_count, ==, 2);
    meeting_set s = meeting_contacts(fixture, w);
    munit_assert_uint32(s.count, ==, 3);
    munit_assert_uint32(s.contact[1].count, ==, 1); // a ball's, not the box's four
    free(s.contact);
    test_try(massa_destroy_body(w, body[2]));
    body[2] = meeting_body(w, MASSA_BODY_DYNAMIC, box, 6.0f, 0.499f, 0.0f); // the same slots
    munit_assert_uint32(meeting_step(fixture, w, 0).recycled_count, ==, 2);
    test_try(massa_body_set_pose(w, floor, (massa_vec3){ 0.0f, 0.0f, 0.0f }, turn));
    munit_assert_uint32(meeting_step(fixture, w, 0).recycled_count, ==, 0);
    test_try(massa_body_set_velocity(w, body[0], (massa_vec3){ 0.0f, 0.0f, 0.0f })); // moves nothing
    munit_assert_uint32(meeting_step(fixture, w, 0).recycled_count, ==, 3);
    test_try(massa_body_set_shape(w, body[0], (massa_shape_id){ 0 })); // and back in one step
    test_try(massa_body_set_shape(w, body[0], box));
    const massa_poll_result news = meeting_step(fixture, w, 0);
    munit_assert_uint32(news.recycled_count, ==, 2);
    munit_assert_uint32(news.touching_count, ==, 3);
    massa_destroy_world(w);
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/all-meet-a-plane", all_meet_a_plane, api_setup, wrapper_tear_down, 0, NULL },
    { "/all-kinds-meet", all_kinds_meet, api_setup, wrapper_tear_down, 0, NULL },
    { "/filters-decide", filters_decide, api_setup, wrapper_tear_down, 0, NULL },
    { "/who-meets", who_meets, api_setup, wrapper_tear_down, 0, NULL },
    { "/compounds", compounds, api_setup, wrapper_tear_down, 0, NULL },
    { "/frames", frames, api_setup, wrapper_tear_down, 0, NULL },
    { "/edits-forget", edits_forget, api_setup, wrapper_tear_down, 0, NULL },
    { 0 },
};
MunitSuite test_meeting_suite = { "/meeting", tests, NULL, 1, 0 };
