// Hulls of any points through the API: each is refused with a sentence, or becomes a body that lives through steps
// among others of its kind.
// runs: lavapipe25 layers asan. What the host side does with its input is the same on every driver.
#include "meeting.h"
#include "points.h"

#include <stdlib.h>

enum
{
    BATCH = 48, // hulls that meet each other at a time
    STEPS = 3,
};

// Red when a set of points is neither refused in words nor survives a step: a crash, a hang, a message of the
// validation layer, or a body that is lost.
static MunitResult any_points_survive(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_gpu* gpu           = fixture;
    const uint32_t sets     = test_full() ? 100000 : 2000;
    massa_world_desc desc   = api_desc(BATCH + 1);
    desc.capacity.edits     = 16 * BATCH;
    desc.capacity.shapes    = BATCH + 1;
    desc.capacity.hulls     = BATCH;
    desc.capacity.colliders = BATCH + 1;
    desc.capacity.pairs     = BATCH * BATCH;
    desc.capacity.events    = BATCH * BATCH;
    massa_world* w;
    test_try(massa_create_world(gpu->device, &desc, &w));
    meeting_body(w, MASSA_BODY_STATIC, meeting_plane(w), 0.0f, 0.0f, 0.0f);
    test_points* points = malloc(sizeof *points);
    massa_shape_id shape[BATCH];
    massa_body_id body[BATCH];
    uint32_t accepted = 0, refused = 0, held = 0;
    for (uint32_t i = 0; i < sets || held > 0; ++i)
    {
        if (i < sets)
        {
            test_awkward_points(points, i % TEST_POINT_KINDS, i);
            massa_shape_desc d   = massa_default_shape_desc();
            d.kind               = MASSA_SHAPE_HULL;
            d.hull.points        = points->at;
            d.hull.count         = points->count;
            const uint32_t said  = mas_wrapper.errors;
            const massa_result r = massa_create_shape(w, &d, &shape[held]);
            munit_assert_true(r == MASSA_OK ? mas_wrapper.errors == said
                                            : r == MASSA_ERROR_RANGE && mas_wrapper.errors == said + 1);
            mas_wrapper.errors = 0;
            refused += r != MASSA_OK;
            if (r != MASSA_OK) continue;
            massa_body_desc b = massa_default_body_desc();
            b.mass            = 1.0f; // of any size
            b.inertia         = (massa_vec3){ 0.1f, 0.1f, 0.1f };
            b.position        = (massa_vec3){ 0.3f * (float)(held % 7), 0.3f * (float)(held / 7), 0.0f };
            b.shape           = shape[held];
            test_try(massa_create_body(w, &b, &body[held++]));
            ++accepted;
        }
        if (held < BATCH && i + 1 < sets) continue;
        for (uint32_t k = 0; k < STEPS; ++k)
        {
            const massa_poll_result heard = meeting_step(gpu, w, 0);
            for (uint32_t n = 0; n < heard.event_count; ++n)
                munit_assert_int(heard.events[n].kind, !=, MASSA_EVENT_BODY_LOST);
            munit_assert_uint32(heard.overflow_count, ==, 0);
        }
        for (; held > 0; --held)
        {
            test_try(massa_destroy_body(w, body[held - 1]));
            test_try(massa_destroy_shape(w, shape[held - 1]));
        }
        meeting_step(gpu, w, 0);
    }
    munit_assert_uint32(accepted, >, sets / 4);
    munit_assert_uint32(refused, >, sets / 10);
    free(points);
    massa_destroy_world(w);
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/any-points-survive", any_points_survive, api_setup, wrapper_tear_down, 0, NULL },
    { 0 },
};
MunitSuite test_shapes_fuzz_suite = { "/shapes-fuzz", tests, NULL, 1, 0 };
