// Which pairs touch, and what is reported of them, against the twin: random pairs that come and go, colliders that
// become others, lists of pairs in any order and places for a few or for all. Red when a bit of an event, of a report,
// or of a collider's speed differs, or events are out of order.
#include "bodies.h"
#include "oracle/colliders.h"
#include "oracle/exact.h"
#include "oracle/events.h"
#include "rigid/events.h"

#include <stdlib.h>
#include <string.h>

enum
{
    BODIES    = 30,
    COLLIDERS = 50,
    PAIRS     = COLLIDERS * (COLLIDERS - 1) / 2,
    RING_AT   = 3 // where a step's records begin in the ring
};

typedef struct stage
{
    test_bodies bodies;
    mas_colliders colliders;
    mas_span list, of_pair, report, ring;
    mas_touch touch;
    mas_events events;
    // Twins.
    oracle_bodies b;
    oracle_colliders c;
    touch_speed speed[COLLIDERS];
    manifold m[PAIRS], before[PAIRS];
    bool changed[COLLIDERS];
    uint32_t pairs_before;
    uint32_t pairs, capacity;
    touch_record* open;
    event_record* event;
    uint32_t told[BODIES];
} stage;

static stage* make(test_gpu* gpu, uint32_t capacity)
{
    stage* s = calloc(1, sizeof *s);
    test_reset(gpu);
    s->capacity  = capacity;
    s->colliders = mas_colliders_plan(&gpu->arena, COLLIDERS, 0);
    test_plan_bodies(gpu, &s->bodies, BODIES);
    s->list    = mas_plan_list(&gpu->arena, MAS_SCRATCH, "pairs");
    s->of_pair = mas_plan(&gpu->arena, MAS_SCRATCH, "manifolds", PAIRS, sizeof(manifold));
    s->report  = mas_plan(&gpu->arena, MAS_SCRATCH, "report", 1,
                          (uint32_t)(sizeof(event_header) + capacity * sizeof(event_record)));
    mas_events_plan(&s->events, &gpu->arena, BODIES, capacity);
    mas_touch_plan(&s->touch, &gpu->arena, COLLIDERS, PAIRS);
    s->ring        = mas_plan(&gpu->arena, MAS_SCRATCH, "ring", RING_AT + 5 * capacity, sizeof(mas_uvec4));
    s->bodies.lost = s->events.lost;
    test_allocate(gpu);
    test_try(mas_touch_create(&s->touch, &gpu->kernels, &s->colliders, &s->bodies.array, s->list, s->of_pair,
                              s->events.room, s->events.event));
    test_try(mas_events_create(&s->events, &gpu->kernels, &s->bodies.array, &s->touch, s->report, s->ring));
    s->b     = oracle_create_bodies(BODIES);
    s->c     = oracle_create_colliders(COLLIDERS, 0);
    s->open  = calloc(PAIRS, sizeof *s->open);
    s->event = calloc(capacity, sizeof *s->event);
    test_upload(gpu, s->touch.open, s->open, PAIRS * sizeof *s->open);
    test_upload(gpu, s->touch.used, &(uint32_t){ 0 }, sizeof(uint32_t));
    test_upload(gpu, s->events.told, s->told, sizeof s->told);
    return s;
}

static void destroy(stage* s)
{
    oracle_destroy_bodies(&s->b);
    oracle_destroy_colliders(&s->c);
    free(s->open);
    free(s->event);
    free(s);
}

static mas_vec4 unit(uint64_t* seed)
{
    mas_vec4 q = test_uniform4(seed, -1.0f, 1.0f);
    q.w        = test_uniform(seed, -1.0f, 1.0f);
    return oracle_flush4(oracle_normalize4(q));
}

static void fill(stage* s)
{
    uint64_t seed = 3;
    test_random_bodies(&s->b, 17);
    s->c.params.colliders = COLLIDERS;
    for (uint32_t i = 0; i < COLLIDERS; ++i)
    {
        s->c.data[i] = (collider_data){ .kind             = COLLIDER_BOX | (i % 5 == 0 ? COLLIDER_SENSOR : 0),
                                        .body             = i < BODIES ? BODIES - 1 - i : test_random(&seed) % BODIES,
                                        .generation       = 1,
                                        .shape            = i % 7,
                                        .shape_generation = 1 };
        s->c.pose[i] = (collider_pose){ .position = test_uniform4(&seed, -5.0f, 5.0f), .rotation = unit(&seed) };
    }
}

static manifold make_up(const stage* s, uint32_t a, uint32_t b, uint64_t seed)
{
    manifold m = { .a = a, .b = b };
    m.normal   = test_uniform4(&seed, -1.0f, 1.0f);
    m.count    = 1 + test_random(&seed) % 4;
    m.flags    = (s->c.data[a].kind | s->c.data[b].kind) & COLLIDER_SENSOR ? MANIFOLD_SENSOR : 0;
    // Deep, near, nearly touching, or far; some points of equal depth.
    const float deepest = (float[]){ -0.1f, 0.0f, 0.004f, 0.3f }[test_random(&seed) % 4];
    for (uint32_t k = 0; k < m.count; ++k)
    {
        m.point[k]   = test_uniform4(&seed, -1.0f, 1.0f);
        m.point[k].w = deepest + (test_random(&seed) % 2 == 0 ? 0.0f : test_uniform(&seed, 0.0f, 0.1f));
        if (m.point[k].w <= 0.0f) m.flags |= MANIFOLD_TOUCHES;
    }
    if (test_random(&seed) % 8 == 0) (&m.impulse.x)[test_random(&seed) % 4] = 0.5f;
    if (test_random(&seed) % 8 == 0) m.count = 0;
    if (test_random(&seed) % 8 == 0) m.flags |= MANIFOLD_JOINED;
    return m;
}

// One in every so many pairs is in the list; what a pair is stays for a few steps.
static void draw(stage* s, uint32_t step, uint32_t every, uint64_t* seed)
{
    s->pairs = 0;
    for (uint32_t a = 0; a < COLLIDERS; ++a)
        for (uint32_t b = a + 1; b < COLLIDERS; ++b)
        {
            const uint64_t pair = a * COLLIDERS + b;
            uint64_t mood       = 977 * pair + (step + pair) / 5;
            if (s->c.data[a].body == s->c.data[b].body || test_random(&mood) % every != 0) continue;
            s->m[s->pairs++] = make_up(s, b % 3 == 0 ? b : a, b % 3 == 0 ? a : b, mood);
        }
    for (uint32_t i = s->pairs; step % 3 == 0 && i > 1; --i)
    {
        const uint32_t j    = test_random(seed) % i;
        const manifold swap = s->m[i - 1];
        s->m[i - 1]         = s->m[j];
        s->m[j]             = swap;
    }
}

// Other bodies, other shapes, and bodies that fall asleep, wake and are lost.
static void change(stage* s, uint64_t* seed)
{
    for (uint32_t k = 0; k < 3; ++k)
    {
        const uint32_t c = test_random(seed) % COLLIDERS, r = test_random(seed) % 4;
        collider_data* d = &s->c.data[c];
        s->changed[c]    = true;
        if (r == 0) ++d->generation;
        if (r == 1) d->shape = (d->shape + 1) % 7;
        if (r == 2) ++d->shape_generation;
        if (r == 3) d->body = test_random(seed) % BODIES;
        const uint32_t i = test_random(seed) % BODIES;
        s->b.trait[i].tag ^= BODY_ASLEEP;
        if (test_random(seed) % 8 == 0) s->b.lost[i] = 1 + i;
    }
}

// What the manifolds on the device remember, for those pairs that are still there with the same colliders; new ones
// know nothing.
static void remember(test_gpu* gpu, stage* s)
{
    test_download(gpu, s->of_pair, s->before, s->pairs_before * sizeof *s->before);
    for (uint32_t i = 0; i < s->pairs; ++i)
    {
        manifold* m = &s->m[i];
        m->flags |= MANIFOLD_NEW;
        for (uint32_t k = 0; k < s->pairs_before && !s->changed[m->a] && !s->changed[m->b]; ++k)
            if (s->before[k].a == m->a && s->before[k].b == m->b)
                m->flags = (m->flags & MANIFOLD_MARKS) | (s->before[k].flags & ~(uint32_t)MANIFOLD_MARKS);
    }
    s->pairs_before = s->pairs;
    memset(s->changed, 0, sizeof s->changed);
}

static void run(test_gpu* gpu, stage* s)
{
    remember(gpu, s);
    const list_header list = mas_list_complete(&gpu->kernels, s->pairs, PAIRS);
    const touch_push push  = mas_touch_push(&s->touch, 1.0f / 60.0f, 3.0f, 0.005f);
    test_upload_bodies(gpu, &s->bodies, &s->b);
    test_upload(gpu, s->colliders.data, s->c.data, COLLIDERS * sizeof *s->c.data);
    test_upload(gpu, s->colliders.pose, s->c.pose, COLLIDERS * sizeof *s->c.pose);
    test_upload(gpu, s->colliders.params, &s->c.params, sizeof s->c.params);
    test_upload(gpu, s->list, &list, sizeof list);
    test_upload(gpu, s->of_pair, s->m, s->pairs * sizeof *s->m);
    mas_recorder* rec = test_record(gpu);
    mas_events_reset(&s->events, rec);
    mas_touch_record_speeds(&s->touch, rec, COLLIDERS, BODIES);
    mas_touch_record(&s->touch, rec, &push);
    mas_events_record(&s->events, rec, &s->touch, BODIES, RING_AT);
    test_submit(gpu);

    for (uint32_t i = 0; i < COLLIDERS; ++i)
        s->speed[i] = oracle_touch_speed(&s->b, &s->c, i);
    test_expect_array(gpu, "speed", s->touch.speed, s->speed, COLLIDERS);
    oracle_touch found              = oracle_find_touch(s->open, PAIRS, &s->c, s->speed, s->m, s->pairs, &push);
    const oracle_events_pairs pairs = { s->open, &found, &s->c, s->speed, s->m };
    const event_header expected     = oracle_events(&s->b, BODIES, s->told, &pairs, s->event, s->capacity);
    uint8_t* report                 = malloc(s->report.size + s->ring.size);
    test_download(gpu, s->report, report, s->report.size);
    munit_assert_memory_equal(sizeof expected, report, &expected);
    munit_assert_memory_equal(expected.count * sizeof *s->event, report + sizeof expected, s->event);
    test_download(gpu, s->ring, report, s->ring.size);
    munit_assert_memory_equal(expected.count * sizeof *s->event, report + RING_AT * sizeof(mas_uvec4), s->event);
    free(report);
    test_expect_array(gpu, "open", s->touch.open, s->open, PAIRS);
    test_expect_array(gpu, "used", s->touch.used, &expected.places, 1);
    test_expect_array(gpu, "told", s->events.told, s->told, BODIES);
    oracle_destroy_touch(&found);
}

static MunitResult matches_oracle(const MunitParameter params[], void* fixture)
{
    (void)params;
    static const uint32_t capacities[] = { 1, 7, 64, 65, 200, 3000 };
    test_gpu* gpu                      = fixture;
    for (size_t k = 0; k < MAS_COUNT(capacities); ++k)
    {
        stage* s      = make(gpu, capacities[k]);
        uint64_t seed = k;
        fill(s);
        for (uint32_t step = 0; step < 24; ++step)
        {
            draw(s, step, step % 8 == 7 ? 40 : 3, &seed);
            if (step == 20) s->pairs = 0; // all end
            run(gpu, s);
            change(s, &seed);
        }
        destroy(s);
    }
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/matches-oracle", matches_oracle, test_gpu_setup, test_gpu_tear_down, 0, test_group_sizes },
    { 0 },
};
MunitSuite test_touch_suite = { "/touch", tests, NULL, 1, 0 };
