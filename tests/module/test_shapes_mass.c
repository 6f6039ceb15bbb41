// What shapes weigh, and what bodies take from them; against closed forms in double precision. Red when a density, a
// scale or an axis is lost on the way from a shape to its body.
// runs: lavapipe25 layers asan. What the host side does with its input is the same on every driver.
#include "meeting.h"

#include "inside.h"
#include "rigid/rigid.h"

#include <math.h>
#include <string.h>

static massa_world* make(test_gpu* gpu)
{
    massa_world* w;
    const massa_world_desc d = meeting_desc(16, 16);
    test_try(massa_create_world(gpu->device, &d, &w));
    return w;
}

static void expect_near(float value, double want, const char* what)
{
    if (!(fabs((double)value - want) <= 1e-5 * fabs(want) + 1e-9))
        munit_errorf("%s is %.9g, not %.9g.", what, (double)value, want);
}

static void expect_mass(massa_world* w, massa_shape_id id, double mass, const double inertia[3])
{
    massa_mass m;
    test_try(massa_shape_get_mass(w, id, &m));
    expect_near(m.mass, mass, "mass");
    expect_near(m.inertia.x, inertia[0], "inertia.x");
    expect_near(m.inertia.y, inertia[1], "inertia.y");
    expect_near(m.inertia.z, inertia[2], "inertia.z");
    expect_near(m.axes.w, 1.0, "axes.w");
}

static const double PI = 3.14159265358979323846;

static MunitResult closed_forms(const MunitParameter params[], void* fixture)
{
    (void)params;
    massa_world* w = make(fixture);
    // 0.5 x 0.6 x 0.8 half extents: 1.92 m^3, 1920 kg.
    const double cube[3] = { 1920.0 / 3.0 * (0.36 + 0.64), 1920.0 / 3.0 * (0.25 + 0.64), 1920.0 / 3.0 * (0.25 + 0.36) };
    expect_mass(w, meeting_box(w, 0.5f, 0.6f, 0.8f), 1920.0, cube);
    expect_mass(w, meeting_hull(w, 0.5f, 0.6f, 0.8f), 1920.0, cube);
    const double ball = 1000.0 * 4.0 / 3.0 * PI * 0.125, ball_inertia = 0.4 * ball * 0.25;
    expect_mass(w, meeting_sphere(w, 0.5f), ball, (double[]){ ball_inertia, ball_inertia, ball_inertia });
    // A capsule: a cylinder of length 2 l, and two half balls whose centres of mass are 3/8 r off its ends.
    const double r = 0.25, l = 0.75, rod = 1000.0 * PI * r * r * 2.0 * l, caps = 1000.0 * 4.0 / 3.0 * PI * r * r * r;
    const double along  = 0.5 * rod * r * r + 0.4 * caps * r * r;
    const double across = rod * (0.25 * r * r + l * l / 3.0) + caps * (0.4 * r * r + l * l + 0.75 * l * r);
    expect_mass(w, meeting_capsule(w, 0.25f, 0.75f), rod + caps, (double[]){ across, along, across });
    // Two boxes 2 m apart along x: Steiner adds m d^2 about y and z.
    const massa_shape_id pair = meeting_pair(w, meeting_box(w, 0.5f, 0.6f, 0.8f), 4.0f, 6.0f);
    expect_mass(w, pair, 3840.0, (double[]){ 2.0 * cube[0], 2.0 * (cube[1] + 1920.0), 2.0 * (cube[2] + 1920.0) });
    massa_mass m;
    test_try(massa_shape_get_mass(w, pair, &m));
    expect_near(m.centre.x, 5.0, "centre.x");
    expect_near(m.centre.y, 0.0, "centre.y");
    // Points off their own origin: the centre is where they are.
    massa_vec3 corner[8];
    for (uint32_t i = 0; i < 8; ++i)
        corner[i] = (massa_vec3){ 7.0f + (float)(i & 1), (float)(i & 2) / 2.0f, -3.0f + (float)(i & 4) / 4.0f };
    massa_shape_desc d = massa_default_shape_desc();
    d.kind             = MASSA_SHAPE_HULL;
    d.hull.points      = corner;
    d.hull.count       = 8;
    d.density          = 2000.0f;
    d.user             = 0x1122334455667788u;
    massa_shape_id id;
    test_try(massa_create_shape(w, &d, &id));
    memset(corner, 0, sizeof corner); // copied
    test_try(massa_shape_get_mass(w, id, &m));
    expect_near(m.mass, 2000.0, "mass");
    expect_near(m.centre.x, 7.5, "centre.x");
    expect_near(m.centre.y, 0.5, "centre.y");
    expect_near(m.centre.z, -2.5, "centre.z");
    uint64_t user;
    test_try(massa_shape_get_user(w, id, &user));
    munit_assert_uint64(user, ==, d.user);
    massa_destroy_world(w);
    return MUNIT_OK;
}

// The inverse mass and inertia that the device has of a body.
static body_mass read_mass(test_gpu* gpu, massa_world* w, massa_body_id id)
{
    platform_buffer copy;
    body_mass m;
    const mas_span span       = w->simulation->rigid->bodies.mass;
    const VkBufferCopy region = { span.offset + massa_body_index(id) * sizeof m, 0, sizeof m };
    munit_assert(platform_buffer_create(&gpu->host, &copy, sizeof m, VK_BUFFER_USAGE_TRANSFER_DST_BIT));
    VkCommandBuffer cmd = platform_begin(&gpu->host);
    vkCmdCopyBuffer(cmd, w->simulation->arena.buffer[span.memory], copy.buffer, 1, &region);
    munit_assert(platform_submit_and_wait(&gpu->host, cmd));
    memcpy(&m, copy.mapped, sizeof m);
    platform_buffer_destroy(&gpu->host, &copy);
    return m;
}

static massa_body_id heavy(massa_world* w, massa_shape_id shape, float mass, float inertia)
{
    massa_body_desc d = massa_default_body_desc();
    massa_body_id id;
    d.shape   = shape;
    d.mass    = mass;
    d.inertia = (massa_vec3){ inertia, inertia, inertia };
    test_try(massa_create_body(w, &d, &id));
    return id;
}

static MunitResult bodies_take_them(const MunitParameter params[], void* fixture)
{
    (void)params;
    massa_world* w            = make(fixture);
    const massa_shape_id none = { 0 }, box = meeting_box(w, 0.5f, 0.6f, 0.8f);
    const double ix          = 1920.0 / 3.0 * (0.36 + 0.64);
    const massa_body_id id[] = { heavy(w, box, 0.0f, 0.0f), heavy(w, box, 192.0f, 0.0f), heavy(w, box, 0.0f, 7.0f),
                                 heavy(w, box, 3.0f, 7.0f), heavy(w, none, 0.0f, 0.0f),  heavy(w, none, 5.0f, 0.0f) };
    const double mass[] = { 1920.0, 192.0, 1920.0, 3.0, 1.0, 5.0 }, inertia[] = { ix, 0.1 * ix, 7.0, 7.0, 0.1, 0.5 };
    api_step(fixture, w);
    for (uint32_t i = 0; i < MAS_COUNT(id); ++i)
    {
        const body_mass m = read_mass(fixture, w, id[i]);
        expect_near(m.inverse.w, 1.0 / mass[i], "inverse mass");
        expect_near(m.inverse.x, 1.0 / inertia[i], "inverse inertia");
    }
    // Too light or too heavy by its density alone: the desc's field is named.
    massa_body_desc d  = massa_default_body_desc();
    massa_body_id more = { 5 };
    d.shape            = meeting_box(w, 1e3f, 1e3f, 1e3f);
    REFUSED(massa_create_body(w, &d, &more), MASSA_ERROR_RANGE, "massa_body_desc.mass is 8e+12");
    d.shape = meeting_sphere(w, 1e-3f); // 4 mg, but 1.7e-12 kg m^2
    REFUSED(massa_create_body(w, &d, &more), MASSA_ERROR_RANGE, "massa_body_desc.inertia.x is 1.67");
    d.mass = 1.0f;
    test_try(massa_create_body(w, &d, &more));
    massa_destroy_world(w);
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/closed-forms", closed_forms, api_setup, wrapper_tear_down, 0, NULL },
    { "/bodies-take-them", bodies_take_them, api_setup, wrapper_tear_down, 0, NULL },
    { 0 },
};
MunitSuite test_shapes_mass_suite = { "/shapes-mass", tests, NULL, 1, 0 };
