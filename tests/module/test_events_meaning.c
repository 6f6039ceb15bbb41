// What events say, against closed forms: visits of sensors against distances of all spheres and boxes; a ball that
// falls on a floor; bodies that are lifted, given other shapes and destroyed; children of compounds; the view that
// shaders read. Red when a visit is missed, made up or reported of bodies that filters keep apart, when a speed, point
// or normal is not that of the blow, or when an event names another body or shape than the one that touched.
#include "meeting.h"

#include "module/world.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const massa_quat NO_TURN = { 0.0f, 0.0f, 0.0f, 1.0f };

// ---- Sensors ----

enum
{
    SENSORS  = 6, // spheres and boxes in turn
    VISITORS = 18,
    THINGS   = SENSORS + VISITORS
};

typedef struct zoo
{
    massa_world* w;
    massa_body_id id[THINGS];
    massa_vec3 half[THINGS]; // of a box; 0 for a sphere
    float radius[THINGS];
    bool inside[SENSORS][VISITORS];
    uint64_t random;
} zoo;

static float spread(uint64_t* random, float range)
{
    return ((float)(test_random(random) >> 8) * 0x1p-23f - 1.0f) * range;
}

// Sensors that are spheres meet all, sensors that are boxes meet spheres, and the last sensor meets nobody.
static void populate(zoo* z)
{
    for (uint32_t i = 0; i < THINGS; ++i)
    {
        const bool sensor = i < SENSORS, box = i % 2 == 1;
        massa_shape_desc s = massa_default_shape_desc();
        massa_body_desc d  = massa_default_body_desc();
        s.kind             = box ? MASSA_SHAPE_BOX : MASSA_SHAPE_SPHERE;
        s.sensor           = sensor;
        s.box.half         = (massa_vec3){ sensor ? 1.0f : 0.25f, 0.5f, sensor ? 0.75f : 0.375f };
        s.sphere.radius    = sensor ? 0.875f : 0.3125f;
        s.category         = sensor ? 4 : box ? 2 : 1;
        s.mask             = !sensor ? 4 : i + 1 == SENSORS ? 0 : box ? 1 : 3;
        test_try(massa_create_shape(z->w, &s, &d.shape));
        d.kind     = i == 0 ? MASSA_BODY_STATIC : i == 1 ? MASSA_BODY_KINEMATIC : MASSA_BODY_DYNAMIC;
        d.position = (massa_vec3){ spread(&z->random, 2.0f), spread(&z->random, 2.0f), spread(&z->random, 1.0f) };
        d.rotation = (massa_quat){ spread(&z->random, 1.0f), spread(&z->random, 1.0f), 0.0f, 1.0f };
        if (i > 0) d.velocity = (massa_vec3){ spread(&z->random, 2.0f), spread(&z->random, 2.0f), 0.0f };
        if (i > 0) d.angular_velocity = (massa_vec3){ 0.0f, spread(&z->random, 2.0f), spread(&z->random, 2.0f) };
        d.user       = i;
        z->radius[i] = box ? 0.0f : s.sphere.radius;
        z->half[i]   = box ? s.box.half : (massa_vec3){ 0 };
        test_try(massa_create_body(z->w, &d, &z->id[i]));
    }
}

static double beyond(double x, double half)
{
    return x > half ? x - half : x < -half ? x + half : 0.0;
}

// m, of a box to a point in the frame of the world, below 0 inside.
static double to_box(const body_pose* box, massa_vec3 half, const double p[3])
{
    const double q[4] = { -box->rotation.x, -box->rotation.y, -box->rotation.z, box->rotation.w };
    const double v[3] = { p[0] - box->position.x, p[1] - box->position.y, p[2] - box->position.z };
    double t[3], x[3];
    for (int i = 0; i < 3; ++i)
        t[i] = 2.0 * (q[(i + 1) % 3] * v[(i + 2) % 3] - q[(i + 2) % 3] * v[(i + 1) % 3]);
    for (int i = 0; i < 3; ++i)
        x[i] = v[i] + q[3] * t[i] + (q[(i + 1) % 3] * t[(i + 2) % 3] - q[(i + 2) % 3] * t[(i + 1) % 3]);
    const double d[3] = { beyond(x[0], half.x), beyond(x[1], half.y), beyond(x[2], half.z) };
    return sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
}

static double separation(const zoo* z, const body_pose* pose, uint32_t a, uint32_t b)
{
    if (z->radius[a] == 0.0f) return separation(z, pose, b, a); // a is a sphere
    const double c[3] = { pose[a].position.x, pose[a].position.y, pose[a].position.z };
    if (z->radius[b] == 0.0f) return to_box(&pose[b], z->half[b], c) - z->radius[a];
    const massa_vec3 point = { 0 };
    return to_box(&pose[b], point, c) - z->radius[a] - z->radius[b];
}

static void hear_sensors(zoo* z, const massa_poll_result* news)
{
    for (uint32_t i = 0; i < news->event_count; ++i)
    {
        const massa_event* e = &news->events[i];
        const bool enters    = e->kind == MASSA_EVENT_SENSOR_ENTER;
        munit_assert_true(enters || e->kind == MASSA_EVENT_SENSOR_LEAVE);
        munit_assert_uint64(e->user_a, <, SENSORS); // the sensor comes first
        munit_assert_uint64(e->user_b, >=, SENSORS);
        munit_assert_uint64(e->body_b.bits, ==, z->id[e->user_b].bits);
        bool* inside = &z->inside[e->user_a][e->user_b - SENSORS];
        munit_assert_int(*inside, ==, !enters);
        *inside = enters;
    }
}

static MunitResult sensors_see_who_is_there(const MunitParameter params[], void* fixture)
{
    (void)params;
    const massa_world_desc desc = meeting_desc(THINGS, 512);
    zoo* z                      = calloc(1, sizeof *z);
    uint32_t visits = 0, near = 0;
    test_try(massa_create_world(((test_gpu*)fixture)->device, &desc, &z->w));
    z->random = 8;
    populate(z);
    for (uint32_t step = 0; step < 150; ++step)
    {
        const uint32_t i    = test_random(&z->random) % THINGS;
        const massa_vec3 to = { spread(&z->random, 2.0f), spread(&z->random, 2.0f), spread(&z->random, 1.0f) };
        test_try(massa_body_set_pose(z->w, z->id[i], to, (massa_quat){ spread(&z->random, 1.0f), 0.0f, 0.0f, 1.0f }));
        const massa_poll_result news = meeting_step(fixture, z->w, 0);
        body_pose pose[THINGS];
        api_read(fixture, z->w, MASSA_VIEW_BODY_PREVIOUS_POSE, pose, THINGS); // when the step began
        hear_sensors(z, &news);
        for (uint32_t s = 0; s < SENSORS; ++s)
            for (uint32_t v = SENSORS; v < THINGS; ++v)
            {
                const bool box = v % 2 == 1, meets = s + 1 < SENSORS && !(s % 2 == 1 && box);
                const double d = meets ? separation(z, pose, s, v) : 1.0;
                visits += d <= 0.0;
                if (fabs(d) < 1e-3)
                    ++near; // a pair that barely moved is not measured anew
                else
                    munit_assert_int(z->inside[s][v - SENSORS], ==, d <= 0.0);
            }
    }
    munit_assert_uint32(visits, >, 1000);
    munit_assert_uint32(near, <, visits / 20);
    massa_destroy_world(z->w);
    free(z);
    return MUNIT_OK;
}

// Two of which none is dynamic do not meet: a trigger for kinematic bodies is a dynamic one that nothing moves, awake
// or asleep. Red when it misses one, or a static sensor hears of it.
static MunitResult kinematic_visitors(const MunitParameter params[], void* fixture)
{
    (void)params;
    massa_world* w;
    massa_world_desc d = meeting_desc(8, 64);
    d.gravity.y        = -9.81f;
    test_try(massa_create_world(((test_gpu*)fixture)->device, &d, &w));
    massa_shape_desc s = massa_default_shape_desc();
    massa_body_desc b  = massa_default_body_desc();
    massa_body_id trigger, visitor;
    s.kind   = MASSA_SHAPE_BOX;
    s.sensor = true;
    test_try(massa_create_shape(w, &s, &b.shape));
    meeting_body(w, MASSA_BODY_STATIC, b.shape, 0.0f, 0.0f, 0.0f);
    b.gravity_scale = 0.0f;
    b.locks         = 63;
    test_try(massa_create_body(w, &b, &trigger));
    visitor = meeting_body(w, MASSA_BODY_KINEMATIC, meeting_sphere(w, 0.25f), -4.0f, 0.0f, 0.0f);
    for (uint32_t i = 0; i < 60; ++i) // it falls asleep
        meeting_step(fixture, w, 0);
    test_try(massa_body_set_velocity(w, visitor, (massa_vec3){ 4.0f, 0.0f, 0.0f }));
    uint32_t heard[2] = { 0, 0 };
    for (uint32_t i = 0; i < 120; ++i)
    {
        const massa_poll_result news = meeting_step(fixture, w, 0);
        for (uint32_t k = 0; k < news.event_count; ++k)
        {
            const massa_event* e = &news.events[k];
            if (e->kind != MASSA_EVENT_SENSOR_ENTER && e->kind != MASSA_EVENT_SENSOR_LEAVE) continue;
            munit_assert_uint64(e->body_a.bits, ==, trigger.bits);
            munit_assert_uint64(e->body_b.bits, ==, visitor.bits);
            ++heard[e->kind == MASSA_EVENT_SENSOR_LEAVE];
        }
    }
    munit_assert_uint32(heard[0], ==, 1);
    munit_assert_uint32(heard[1], ==, 1);
    massa_destroy_world(w);
    return MUNIT_OK;
}

// ---- Contacts ----

static const massa_event* find(const massa_poll_result* news, massa_event_kind kind)
{
    const massa_event* found = NULL;
    for (uint32_t i = 0; i < news->event_count; ++i)
        if (news->events[i].kind == kind) found = found == NULL ? &news->events[i] : found;
    return found;
}

static massa_world* make(test_gpu* gpu, float hit_speed)
{
    massa_world* w;
    massa_world_desc d = meeting_desc(8, 64);
    d.hit_speed        = hit_speed;
    test_try(massa_create_world(gpu->device, &d, &w));
    return w;
}

// A ball that turns comes down: it begins and hits in the step that it would come through the floor in, with the speed
// of its lowest point; a slower one begins only.
static MunitResult a_blow_is_told(const MunitParameter params[], void* fixture)
{
    (void)params;
    massa_world* w = make(fixture, 1.0f);
    massa_body_id floor, fast, slow;
    const massa_shape_id ball = meeting_sphere(w, 0.5f);
    fast                      = meeting_body(w, MASSA_BODY_DYNAMIC, ball, 1.0f, 0.5f + 0.1f, 0.0f);
    floor                     = meeting_body(w, MASSA_BODY_STATIC, meeting_plane(w), 0.0f, 0.0f, 0.0f);
    slow                      = meeting_body(w, MASSA_BODY_DYNAMIC, ball, -3.0f, 0.5f + 0.01f, 0.0f);
    test_try(massa_body_set_velocity(w, fast, (massa_vec3){ 1.5f, -3.0f, 0.0f }));
    test_try(massa_body_set_angular_velocity(w, fast, (massa_vec3){ 0.0f, 0.0f, 20.0f }));
    test_try(massa_body_set_velocity(w, slow, (massa_vec3){ 0.0f, -0.9f, 0.0f }));
    massa_poll_result news = meeting_step(fixture, w, 0); // 10 cm at 5 cm a step; 1 cm at 1.5 cm
    munit_assert_uint32(news.event_count, ==, 1);
    munit_assert_int(news.events[0].kind, ==, MASSA_EVENT_CONTACT_BEGIN);
    munit_assert_uint64(news.events[0].body_a.bits, ==, floor.bits); // of the lower index
    munit_assert_uint64(news.events[0].body_b.bits, ==, slow.bits);
    munit_assert_float(news.events[0].normal.y, >, 0.99f);
    news = meeting_step(fixture, w, 0);
    if (news.event_count == 0) news = meeting_step(fixture, w, 0); // touching is a matter of rounding
    const massa_event *begin = find(&news, MASSA_EVENT_CONTACT_BEGIN), *hit = find(&news, MASSA_EVENT_CONTACT_HIT);
    munit_assert_not_null(begin);
    munit_assert_not_null(hit);
    munit_assert_uint64(hit->body_a.bits, ==, fast.bits);
    munit_assert_uint64(hit->body_b.bits, ==, floor.bits);
    munit_assert_uint64(hit->shape_a.bits, ==, ball.bits);
    munit_assert_float(fabsf(hit->speed - 3.0f), <, 1e-3f); // its spin is along the floor
    munit_assert_float(hit->normal.y, <, -0.99f);           // from the ball to the floor
    munit_assert_float(fabsf(hit->point.y), <, 0.06f);
    munit_assert_float(fabsf(hit->point.x - 1.025f), <, 0.05f);
    massa_destroy_world(w);
    return MUNIT_OK;
}

// Red when a body that is put elsewhere and still touches parts, or one with another shape does not.
static MunitResult who_is_who(const MunitParameter params[], void* fixture)
{
    (void)params;
    massa_world* w             = make(fixture, 100.0f);
    const massa_shape_id small = meeting_box(w, 0.5f, 0.5f, 0.5f), large = meeting_box(w, 0.5f, 0.625f, 0.5f);
    const massa_shape_id twin = meeting_pair(w, small, -1.0f, 1.0f);
    const massa_body_id floor = meeting_body(w, MASSA_BODY_STATIC, meeting_plane(w), 0.0f, 0.0f, 0.0f);
    massa_body_id box         = meeting_body(w, MASSA_BODY_DYNAMIC, small, 0.0f, 0.49f, 0.0f);
    massa_poll_result news    = meeting_step(fixture, w, 0);
    munit_assert_uint32(news.event_count, ==, 1);
    munit_assert_uint64(news.events[0].shape_b.bits, ==, small.bits);

    test_try(massa_body_set_pose(w, box, (massa_vec3){ 5.0f, 0.48f, 0.0f }, NO_TURN));
    munit_assert_uint32(meeting_step(fixture, w, 0).event_count, ==, 0); // still on the floor
    test_try(massa_body_set_pose(w, box, (massa_vec3){ 5.0f, 0.503f, 0.0f }, NO_TURN));
    munit_assert_uint32(meeting_step(fixture, w, 0).event_count, ==, 0); // barely off it
    test_try(massa_body_set_pose(w, box, (massa_vec3){ 5.0f, 0.507f, 0.0f }, NO_TURN));
    news = meeting_step(fixture, w, 0);
    munit_assert_uint32(news.event_count, ==, 1);
    munit_assert_int(news.events[0].kind, ==, MASSA_EVENT_CONTACT_END);
    test_try(massa_body_set_pose(w, box, (massa_vec3){ 5.0f, 0.503f, 0.0f }, NO_TURN));
    munit_assert_uint32(meeting_step(fixture, w, 0).event_count, ==, 0); // near is not enough to begin

    test_try(massa_body_set_shape(w, box, large));
    munit_assert_uint32(meeting_step(fixture, w, 0).event_count, ==, 1);
    test_try(massa_body_set_shape(w, box, twin)); // which lies higher: the same frame, less deep
    test_try(massa_body_set_pose(w, box, (massa_vec3){ 0.0f, 0.49f, 0.0f }, NO_TURN));
    news = meeting_step(fixture, w, 0);
    munit_assert_uint32(news.event_count, ==, 3); // one ends, a pair of children begins
    munit_assert_int(news.events[0].kind, ==, MASSA_EVENT_CONTACT_END);
    munit_assert_uint64(news.events[0].shape_b.bits, ==, large.bits);
    for (uint32_t i = 1; i < 3; ++i)
    {
        munit_assert_int(news.events[i].kind, ==, MASSA_EVENT_CONTACT_BEGIN);
        munit_assert_uint64(news.events[i].shape_b.bits, ==, small.bits); // the child's, not the compound's
    }
    munit_assert_uint32(news.events[1].collider_b, <, news.events[2].collider_b);

    // Destroyed, and another one in its slot at once: the old id ends, the new one begins.
    const massa_body_id old = box;
    test_try(massa_destroy_body(w, box));
    box  = meeting_body(w, MASSA_BODY_DYNAMIC, small, 0.0f, 0.49f, 0.0f);
    news = meeting_step(fixture, w, 0);
    munit_assert_uint32(massa_body_index(box), ==, massa_body_index(old));
    munit_assert_uint32(news.event_count, ==, 3);
    for (uint32_t i = 0; i < 3; ++i)
    {
        munit_assert_int(news.events[i].kind, ==, i < 2 ? MASSA_EVENT_CONTACT_END : MASSA_EVENT_CONTACT_BEGIN);
        munit_assert_uint64(news.events[i].body_a.bits, ==, floor.bits);
        munit_assert_uint64(news.events[i].body_b.bits, ==, i < 2 ? old.bits : box.bits);
    }
    massa_destroy_world(w);
    return MUNIT_OK;
}

// ---- The view ----

static MunitResult shaders_read_the_same(const MunitParameter params[], void* fixture)
{
    (void)params;
    enum
    {
        BODIES = 150
    };
    massa_world_desc d = meeting_scene_desc(BODIES);
    massa_world* w;
    massa_view view;
    test_try(massa_create_world(((test_gpu*)fixture)->device, &d, &w));
    meeting_scene(w, BODIES, NULL);
    test_try(massa_world_view(w, MASSA_VIEW_EVENTS, &view));
    munit_assert_uint32(view.stride, ==, 80);
    munit_assert_uint32(view.count, ==, d.capacity.events);
    munit_assert_uint64(view.size, ==, 16 + 80 * (uint64_t)d.capacity.events);
    uint32_t most = 0;
    for (uint32_t step = 0; step < 10; ++step)
    {
        const massa_poll_result news = meeting_step(fixture, w, 0);
        uint8_t* bytes               = malloc((news.event_count + 1) * 80);
        event_header header;
        if (news.event_count > most) most = news.event_count;
        api_read(fixture, w, MASSA_VIEW_EVENTS, bytes, news.event_count + 1);
        memcpy(&header, bytes, sizeof header);
        munit_assert_uint32(header.count, ==, news.event_count);
        munit_assert_uint32(header.capacity, ==, d.capacity.events);
        for (uint32_t i = 0; i < header.count; ++i)
        {
            event_record r;
            const massa_event* e = &news.events[i];
            memcpy(&r, bytes + 16 + 80 * i, sizeof r);
            munit_assert_uint32(r.kind, ==, (uint32_t)e->kind);
            munit_assert_uint64(mas_id(MAS_ID_BODY, r.a.body, r.a.generation), ==, e->body_a.bits);
            munit_assert_uint64(mas_id(MAS_ID_BODY, r.b.body, r.b.generation), ==, e->body_b.bits);
            munit_assert_uint64(mas_id(MAS_ID_SHAPE, r.b.shape, r.b.shape_generation), ==, e->shape_b.bits);
            munit_assert_float(r.point.y, ==, e->point.y);
            munit_assert_float(r.point.w, ==, e->speed);
            munit_assert_float(r.normal.z, ==, e->normal.z);
        }
        free(bytes);
    }
    munit_assert_uint32(most, >, 64); // more than one run of events_rank.comp
    massa_destroy_world(w);
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/sensors-see-who-is-there", sensors_see_who_is_there, api_setup, wrapper_tear_down, 0, NULL },
    { "/kinematic-visitors", kinematic_visitors, api_setup, wrapper_tear_down, 0, NULL },
    { "/a-blow-is-told", a_blow_is_told, api_setup, wrapper_tear_down, 0, NULL },
    { "/who-is-who", who_is_who, api_setup, wrapper_tear_down, 0, NULL },
    { "/shaders-read-the-same", shaders_read_the_same, api_setup, wrapper_tear_down, 0, NULL },
    { 0 },
};
MunitSuite test_events_meaning_suite = { "/events-meaning", tests, NULL, 1, 0 };
