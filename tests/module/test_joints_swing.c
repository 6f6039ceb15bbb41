// Joints in whole steps on the device.
#include "api.h"

#include <math.h>


static massa_watched watch(test_gpu* gpu, massa_world* w)
{
    massa_poll_result news;
    VkCommandBuffer cmd  = platform_begin(&gpu->host);
    massa_step_desc desc = massa_default_step_desc();
    test_try(massa_cmd_step(w, cmd, &desc));
    munit_assert(platform_submit_and_wait(&gpu->host, cmd));
    test_try(massa_world_poll(w, massa_world_last_step(w), &news));
    return news.watched[0];
}

static massa_world* make(test_gpu* gpu, massa_body_desc* body, massa_body_id* id)
{
    massa_world_desc d = api_desc(4);
    d.capacity.joints  = 4;
    d.substeps         = 4;
    massa_world* w;
    test_try(massa_create_world(gpu->device, &d, &w));
    test_try(massa_create_body(w, body, id));
    test_try(massa_world_watch(w, id, 1));
    return w;
}

// A rod of 1 m, let go at 2 rad from a hinge to the world: its first swings take as long as they must.
static MunitResult pendulum(const MunitParameter params[], void* fixture)
{
    (void)params;
    massa_body_desc body = massa_default_body_desc();
    body.mass            = 2.0f;
    body.inertia         = (massa_vec3){ 2.0f / 12.0f, 0.01f, 2.0f / 12.0f };
    body.rotation        = (massa_quat){ 0.0f, 0.0f, sinf(1.0f), cosf(1.0f) };
    body.position        = (massa_vec3){ 0.5f * sinf(2.0f), -0.5f * cosf(2.0f), 0.0f };
    massa_body_id id;
    massa_world* w     = make(fixture, &body, &id);
    massa_joint_desc j = massa_default_joint_desc();
    massa_joint_id joint;
    j.kind       = MASSA_JOINT_HINGE;
    j.body_b     = id;
    j.anchor_b.y = 0.5f;
    test_try(massa_create_joint(w, &j, &joint));
    double last = 0.0, first = 0.0;
    float before = 1.0f, worst = 0.0f;
    uint32_t passes = 0;
    for (uint32_t n = 0; passes < 4; ++n)
    {
        munit_assert_uint32(n, <, 900);
        const massa_watched now = watch(fixture, w);
        const float x = now.position.x, y = now.position.y, off = fabsf(sqrtf(x * x + y * y) - 0.5f);
        worst = off > worst ? off : worst;
        if (y < 0.0f && before > 0.0f && x <= 0.0f)
        {
            last = ((double)n + (double)(before / (before - x))) / 60.0;
            if (passes++ == 0) first = last;
        }
        before = x;
    }
    munit_logf(MUNIT_LOG_INFO, "period %.5f s, exact 2.17667 s; off by %.2e m", (last - first) / 3.0, (double)worst);
    munit_assert_double(fabs((last - first) / 3.0 / 2.17667 - 1.0), <, 0.005);
    munit_assert_float(worst, <, 1e-3f);
    massa_destroy_world(w);
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/pendulum", pendulum, api_setup, wrapper_tear_down, 0, NULL },
    { 0 },
};
MunitSuite test_joints_swing_suite = { "/joints-swing", tests, NULL, 1, 0 };
