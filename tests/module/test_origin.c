// Bodies placed by their shape's own frame: corners of shapes whose centre of mass is elsewhere stand where they were
// asked, in the world that the device has, against double arithmetic of the test's own; created, set again, of all
// kinds, replayed and restored. Red when a frame is left out, turned the wrong way, or given to bodies without one.
// runs: lavapipe25 layers asan. What the host side does with its input is the same on every driver.
#include "meeting.h"
#include "tape.h"

#include <math.h>
#include <string.h>

enum
{
    CORNERS = 6,
    KINDS   = 3,
};

static const massa_quat UPRIGHT = { 0.0f, 0.0f, 0.0f, 1.0f };

// A long wedge, nowhere near its own origin.
static const massa_vec3 corner[CORNERS] = { { 2.0f, 0.0f, 1.0f }, { 5.0f, 0.5f, 1.0f }, { 2.0f, 1.5f, 1.25f },
                                            { 2.5f, 0.0f, 2.0f }, { 4.5f, 1.0f, 3.0f }, { 2.0f, 1.75f, 2.5f } };

typedef struct point
{
    double v[3];
} point;

// p where the pose has it: v + 2 u x (u x v + w v), of a quaternion that need not be unit.
static point place(massa_pose pose, point p)
{
    const double q[4] = { (double)pose.rotation.x, (double)pose.rotation.y, (double)pose.rotation.z,
                          (double)pose.rotation.w };
    const double s    = 2.0 / (q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    const double x[3] = { (double)pose.position.x, (double)pose.position.y, (double)pose.position.z };
    point t, out;
    for (int k = 0; k < 3; ++k)
    {
        const int i = (k + 1) % 3, j = (k + 2) % 3;
        t.v[k] = q[i] * p.v[j] - q[j] * p.v[i] + q[3] * p.v[k];
    }
    for (int k = 0; k < 3; ++k)
    {
        const int i = (k + 1) % 3, j = (k + 2) % 3;
        out.v[k] = x[k] + p.v[k] + s * (q[i] * t.v[j] - q[j] * t.v[i]);
    }
    return out;
}

static point point_of(massa_vec3 p)
{
    return (point){ { (double)p.x, (double)p.y, (double)p.z } };
}

// Poses are floats. Rounding moves a position of 16 m to 32 m by at most 1e-6 m and, on a lever of 6 m, a turn by some
// 6e-7 m; a body's pose and its offset are rounded once each, what is composed of them once more.
static void expect_at(point got, point want, const char* what)
{
    for (int k = 0; k < 3; ++k)
        if (!(fabs(got.v[k] - want.v[k]) <= 5e-6))
            munit_errorf("%s: %c is %.9g m, not %.9g.", what, "xyz"[k], got.v[k], want.v[k]);
}

static massa_world* make(test_gpu* gpu)
{
    massa_world* w;
    const massa_world_desc d = meeting_desc(16, 64);
    test_try(massa_create_world(gpu->device, &d, &w));
    return w;
}

static massa_shape_id make_wedge(massa_world* w)
{
    massa_shape_desc d = massa_default_shape_desc();
    massa_shape_id id;
    d.kind        = MASSA_SHAPE_HULL;
    d.hull.points = corner;
    d.hull.count  = CORNERS;
    test_try(massa_create_shape(w, &d, &id));
    return id;
}

// The wedge on a slant, and a ball far from it. The wedge's corners are those of the first child.
static const massa_pose SLANT = { { -1.0f, 0.5f, 0.25f }, { 0.5f, -0.5f, 0.5f, 0.5f } };

static massa_shape_id make_compound(massa_world* w, massa_shape_id wedge)
{
    const massa_child child[2] = { { wedge, SLANT.position, SLANT.rotation },
                                   { meeting_sphere(w, 0.5f), { 3.0f, -2.0f, 1.0f }, UPRIGHT } };
    massa_shape_desc d         = massa_default_shape_desc();
    massa_shape_id id;
    d.kind              = MASSA_SHAPE_COMPOUND;
    d.compound.children = child;
    d.compound.count    = 2;
    test_try(massa_create_shape(w, &d, &id));
    return id;
}

static massa_pose read_pose(test_gpu* gpu, massa_world* w, massa_body_id id)
{
    float all[16][8];
    const float* p = all[massa_body_index(id)];
    api_read(gpu, w, MASSA_VIEW_BODY_POSE, all, 16);
    return (massa_pose){ { p[0], p[1], p[2] }, { p[4], p[5], p[6], p[7] } };
}

// Each corner of the shape where asked has it, when a host draws the shape by the body's pose and the offset.
static void expect_corners(test_gpu* gpu, massa_world* w, massa_body_id id, massa_pose asked, bool compound)
{
    massa_pose offset;
    test_try(massa_body_get_shape_offset(w, id, &offset));
    const massa_pose body = read_pose(gpu, w, id), drawn = massa_compose(body, offset);
    for (int i = 0; i < CORNERS; ++i)
    {
        const point in_shape = compound ? place(SLANT, point_of(corner[i])) : point_of(corner[i]);
        expect_at(place(body, place(offset, in_shape)), place(asked, in_shape), "pose of the body, then the offset");
        expect_at(place(drawn, in_shape), place(asked, in_shape), "both composed");
    }
}

// The body's own frame, by the mass properties alone: the way without the calls under test.
static void expect_frame(test_gpu* gpu, massa_world* w, massa_body_id id, massa_shape_id shape, massa_pose asked)
{
    massa_mass m;
    test_try(massa_shape_get_mass(w, shape, &m));
    const massa_pose body = read_pose(gpu, w, id);
    const point centre    = place(asked, point_of(m.centre));
    expect_at(point_of(body.position), centre, "centre of mass");
    for (int k = 0; k < 3; ++k)
    {
        const point axis         = { { k == 0, k == 1, k == 2 } };
        const massa_pose in_mass = { m.centre, m.axes };
        expect_at(place(body, axis), place(asked, place(in_mass, axis)), "principal axis");
    }
}

static const massa_pose asked[KINDS] = {
    { { 16.0f, -3.5f, 7.25f }, { 0.0f, 0.0f, 0.0f, 1.0f } },
    { { -20.0f, 1.0f, 0.0f }, { 0.3f, -0.4f, 0.5f, 0.7f } }, // not quite unit
    { { 0.0f, 0.0f, -24.0f }, { 2.0f, 3.0f, -6.0f, 1.5f } }, // far from it
};

static massa_body_id make_body(massa_world* w, massa_body_kind kind, massa_shape_id shape, massa_pose pose)
{
    massa_body_desc d = massa_default_body_desc();
    massa_body_id id;
    munit_assert_int(d.frame, ==, MASSA_FRAME_BODY);
    d.kind     = kind;
    d.shape    = shape;
    d.position = pose.position;
    d.rotation = pose.rotation;
    d.frame    = MASSA_FRAME_SHAPE;
    test_try(massa_create_body(w, &d, &id));
    return id;
}

static MunitResult corners_stand_where_asked(const MunitParameter params[], void* fixture)
{
    (void)params;
    massa_body_id id[2][KINDS];
    massa_world* w                = make(fixture);
    const massa_shape_id wedge    = make_wedge(w);
    const massa_shape_id shape[2] = { wedge, make_compound(w, wedge) };
    massa_mass m;
    for (int k = 0; k < 2; ++k)
    {
        test_try(massa_shape_get_mass(w, shape[k], &m));
        munit_assert_float(fabsf(m.centre.x) + fabsf(m.centre.y), >, 0.5f); // else the test has nothing to see
        munit_assert_float(m.axes.w, <, 0.999f);
    }
    // Apart from each other, by a metre at least.
    for (int step = 0; step < KINDS; ++step)
    {
        for (int k = 0; k < 2; ++k)
            for (int kind = 0; kind < KINDS; ++kind)
            {
                massa_pose p = asked[(kind + step) % KINDS];
                p.position.y += 16.0f * (float)k;
                if (step == 0)
                    id[k][kind] = make_body(w, (massa_body_kind)kind, shape[k], p);
                else
                    test_try(massa_body_set_shape_pose(w, id[k][kind], p.position, p.rotation));
            }
        api_step(fixture, w);
        for (int k = 0; k < 2; ++k)
            for (int kind = 0; kind < KINDS; ++kind)
            {
                massa_pose p = asked[(kind + step) % KINDS];
                p.position.y += 16.0f * (float)k;
                expect_corners(fixture, w, id[k][kind], p, k == 1);
                if (kind == MASSA_BODY_DYNAMIC) expect_frame(fixture, w, id[k][kind], shape[k], p);
            }
    }
    massa_destroy_world(w);
    return MUNIT_OK;
}

// Where the two frames are one, nothing is rounded: such bodies are the same, bit for bit, by either.
static MunitResult equal_frames_keep_their_bits(const MunitParameter params[], void* fixture)
{
    (void)params;
    const massa_pose p   = asked[1];
    const massa_pose one = { { 0 }, UPRIGHT };
    uint64_t hash[2];
    for (int frame = 0; frame < 2; ++frame)
    {
        massa_world* w             = make(fixture);
        const massa_shape_id wedge = make_wedge(w), none = { 0 };
        const massa_shape_id shape[]        = { none, meeting_box(w, 1.0f, 0.5f, 0.25f), wedge, wedge };
        static const massa_body_kind kind[] = { MASSA_BODY_DYNAMIC, MASSA_BODY_DYNAMIC, MASSA_BODY_KINEMATIC,
                                                MASSA_BODY_STATIC };
        massa_body_id id[2][4];
        for (int again = 0; again < 2; ++again)
            for (int i = 0; i < 4; ++i)
            {
                massa_body_desc d = massa_default_body_desc();
                massa_pose offset;
                d.kind     = kind[i];
                d.shape    = shape[i];
                d.position = (massa_vec3){ p.position.x, p.position.y + 20.0f * (float)i, 50.0f * (float)again };
                d.rotation = p.rotation;
                d.frame    = (massa_frame)frame;
                test_try(massa_create_body(w, &d, &id[again][i]));
                test_try(massa_body_get_shape_offset(w, id[again][i], &offset));
                munit_assert_memory_equal(sizeof one, &offset, &one);
            }
        for (int i = 0; i < 4; ++i)
        {
            const massa_vec3 x = { 0.1f, 0.3f - 20.0f * (float)i, 100.7f };
            if (frame == 0)
                test_try(massa_body_set_pose(w, id[1][i], x, asked[2].rotation));
            else
                test_try(massa_body_set_shape_pose(w, id[1][i], x, asked[2].rotation));
        }
        hash[frame] = api_step(fixture, w);
        massa_destroy_world(w);
    }
    munit_assert_uint64(hash[0], ==, hash[1]);
    return MUNIT_OK;
}

// Another shape: the body stays, and its new shape is elsewhere on it.
static MunitResult offset_follows_the_shape(const MunitParameter params[], void* fixture)
{
    (void)params;
    massa_world* w             = make(fixture);
    const massa_shape_id wedge = make_wedge(w), both = make_compound(w, wedge), none = { 0 };
    const massa_body_id id = make_body(w, MASSA_BODY_DYNAMIC, wedge, asked[1]);
    const massa_pose one   = { { 0 }, UPRIGHT };
    massa_pose offset;
    api_step(fixture, w);
    expect_corners(fixture, w, id, asked[1], false);
    test_try(massa_body_set_shape(w, id, both));
    test_try(massa_body_set_shape_pose(w, id, asked[0].position, asked[0].rotation)); // by the new one, in one step
    api_step(fixture, w);
    expect_corners(fixture, w, id, asked[0], true);
    expect_frame(fixture, w, id, both, asked[0]);
    test_try(massa_body_set_shape(w, id, none));
    test_try(massa_body_get_shape_offset(w, id, &offset));
    munit_assert_memory_equal(sizeof one, &offset, &one);
    massa_destroy_world(w);
    return MUNIT_OK;
}

static MunitResult replayed_and_restored(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_gpu* gpu = fixture;
    tape t        = { 0 };
    massa_snapshot* s;
    massa_pose offset[3];
    massa_world* w = make(gpu);
    test_try(massa_world_set_recorder(w, tape_record, &t));
    const massa_shape_id wedge = make_wedge(w), both = make_compound(w, wedge);
    const massa_body_id id = make_body(w, MASSA_BODY_DYNAMIC, both, asked[1]);
    api_step(gpu, w);
    test_try(massa_create_snapshot(w, &s));
    VkCommandBuffer cmd = platform_begin(&gpu->host);
    test_try(massa_cmd_save(w, cmd, s));
    munit_assert(platform_submit_and_wait(&gpu->host, cmd));
    test_try(massa_body_set_shape_pose(w, id, asked[2].position, asked[2].rotation));
    const uint64_t hash = api_step(gpu, w);
    test_try(massa_body_get_shape_offset(w, id, &offset[0]));

    massa_world* again = make(gpu);
    api_replay(gpu, again, t.block[0], t.size[0]);
    munit_assert_uint64(api_replay(gpu, again, t.block[1], t.size[1]), ==, hash);
    expect_corners(gpu, again, id, asked[2], true);
    test_try(massa_body_get_shape_offset(again, id, &offset[1]));

    test_try(massa_world_set_recorder(w, NULL, NULL));
    cmd = platform_begin(&gpu->host);
    test_try(massa_cmd_restore(w, cmd, s));
    munit_assert(platform_submit_and_wait(&gpu->host, cmd));
    expect_corners(gpu, w, id, asked[1], true);
    test_try(massa_body_set_shape_pose(w, id, asked[2].position, asked[2].rotation));
    munit_assert_uint64(api_step(gpu, w), ==, hash);
    test_try(massa_body_get_shape_offset(w, id, &offset[2]));
    munit_assert_memory_equal(sizeof offset[0], &offset[0], &offset[1]);
    munit_assert_memory_equal(sizeof offset[0], &offset[0], &offset[2]);
    massa_destroy_snapshot(s);
    massa_destroy_world(again);
    massa_destroy_world(w);
    tape_drop(&t);
    return MUNIT_OK;
}

static MunitResult refused(const MunitParameter params[], void* fixture)
{
    (void)params;
    massa_world* w             = make(fixture);
    const massa_shape_id wedge = make_wedge(w);
    const massa_body_id id = make_body(w, MASSA_BODY_DYNAMIC, wedge, asked[0]), none = { 0 };
    const massa_vec3 o = { 0 }, nan = { 0.0f, NAN, 0.0f }, edge = { 999999.0f, 0.0f, 0.0f };
    massa_body_id out     = { 5 };
    massa_body_desc d     = massa_default_body_desc();
    const uint64_t before = api_tables(w);
    d.shape               = wedge;
    d.frame               = (massa_frame)2;
    REFUSED(massa_create_body(w, &d, &out), MASSA_ERROR_RANGE, "There is no massa_frame 2.");
    d.frame = (massa_frame)-1;
    REFUSED(massa_create_body(w, &d, &out), MASSA_ERROR_RANGE, "There is no massa_frame -1.");
    d.frame    = MASSA_FRAME_SHAPE;
    d.position = edge; // the origin is still in the world, the centre of mass, 3 m further, is not
    REFUSED(massa_create_body(w, &d, &out), MASSA_ERROR_RANGE, "the centre of mass.x is 1e+06");
    munit_assert_uint64(out.bits, ==, 0);
    REFUSED(massa_body_set_shape_pose(w, id, edge, UPRIGHT), MASSA_ERROR_RANGE, "the centre of mass.x is 1e+06");
    REFUSED(massa_body_set_shape_pose(w, id, nan, UPRIGHT), MASSA_ERROR_RANGE, "position.y is nan");
    REFUSED(massa_body_set_shape_pose(w, id, o, (massa_quat){ 0 }), MASSA_ERROR_RANGE, "rotation is not a rotation");
    REFUSED(massa_body_set_shape_pose(w, none, o, UPRIGHT), MASSA_ERROR_STALE_ID, "0x0");
    REFUSED(massa_body_set_shape_pose(NULL, id, o, UPRIGHT), MASSA_ERROR_NULL, NULL);
    REFUSED(massa_body_get_shape_offset(w, id, NULL), MASSA_ERROR_NULL, "massa_body_get_shape_offset");
    munit_assert_uint64(api_tables(w), ==, before);
    d.kind = MASSA_BODY_STATIC; // whose frame is the shape's
    test_try(massa_create_body(w, &d, &out));
    massa_destroy_world(w);
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/corners-stand-where-asked", corners_stand_where_asked, api_setup, wrapper_tear_down, 0, NULL },
    { "/equal-frames-keep-their-bits", equal_frames_keep_their_bits, api_setup, wrapper_tear_down, 0, NULL },
    { "/offset-follows-the-shape", offset_follows_the_shape, api_setup, wrapper_tear_down, 0, NULL },
    { "/replayed-and-restored", replayed_and_restored, api_setup, wrapper_tear_down, 0, NULL },
    { "/refused", refused, api_setup, wrapper_tear_down, 0, NULL },
    { 0 },
};
MunitSuite test_origin_suite = { "/origin", tests, NULL, 1, 0 };
