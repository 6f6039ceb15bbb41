// What emitters send: the records of a step, which only the host makes. Red when a stream is not as dense as its
// liquid, two of its particles are nearer than a spacing, it depends on how time is cut into steps, a limit or the room
// for records is overrun, or discs repeat so that a lattice shows.
#include "api.h"
#include "liquid_scene.h"
#include "module/liquids.h"
#include "module/world.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum
{
    MANY = 6000
};

typedef struct stream
{
    massa_world* world;
    massa_emitter_desc desc;
    massa_emitter_id id;
    particle_record* sent; // all of them
    double* when;          // s, that each has been under way when all was sent
    uint32_t count;
} stream;

static stream make(test_gpu* gpu, uint32_t records, uint64_t limit)
{
    massa_world_desc d        = api_desc(2);
    stream s                  = { .desc = massa_default_emitter_desc() };
    d.capacity.liquid         = MANY;
    d.capacity.particle_edits = records;
    d.capacity.neighbours     = 40;
    d.liquid.spacing          = 0.04f;
    test_try(massa_create_world(gpu->device, &d, &s.world));
    s.desc.liquid    = liquids_make(s.world, 1000.0f);
    s.desc.position  = (massa_vec3){ 1.0f, 2.0f, -3.0f };
    s.desc.direction = (massa_vec3){ 2.0f, -1.0f, 2.0f }; // of length 3
    s.desc.radius    = 0.21f;
    s.desc.speed     = 3.0f;
    s.desc.limit     = limit;
    test_try(massa_create_emitter(s.world, &s.desc, &s.id));
    s.sent = malloc(MANY * sizeof *s.sent);
    s.when = malloc(MANY * sizeof *s.when);
    return s;
}

static void end(stream* s)
{
    free(s->sent);
    free(s->when);
    massa_destroy_world(s->world);
}

// What a step would be given; the device has no part in it.
static uint32_t step(stream* s, float dt)
{
    mas_tables* t = s->world->tables;
    mas_emit(t, dt);
    const uint32_t n = t->particle.records;
    munit_assert_uint32(s->count + n, <=, MANY);
    memcpy(s->sent + s->count, mas_records(t), n * sizeof *s->sent);
    for (uint32_t i = 0; i < n; ++i)
        s->when[s->count + i] = 0.0;
    s->count += n;
    for (uint32_t i = 0; i < s->count; ++i)
        s->when[i] += (double)dt;
    mas_clear_edits(t, dt);
    return n;
}

// Where a particle is by now, along the stream and across: it has flown on straight.
static void place(const stream* s, uint32_t i, double at[3], double* along, double* across)
{
    const particle_record* r = &s->sent[i];
    at[0]                    = (double)r->x + s->when[i] * (double)r->velocity_x - 1.0;
    at[1]                    = (double)r->y + s->when[i] * (double)r->velocity_y - 2.0;
    at[2]                    = (double)r->z + s->when[i] * (double)r->velocity_z + 3.0;
    *along                   = (2.0 * at[0] - at[1] + 2.0 * at[2]) / 3.0;
    *across                  = sqrt(fmax(at[0] * at[0] + at[1] * at[1] + at[2] * at[2] - *along * *along, 0.0));
}

static MunitResult streams_are_as_dense_as_liquids(const MunitParameter params[], void* fixture)
{
    (void)params;
    stream s = make(fixture, 2000, 0);
    for (int i = 0; i < 30; ++i)
        step(&s, 1.0f / 60.0f);
    const double length = 0.5 * 3.0, due = 3.14159 * 0.21 * 0.21 * length / (0.04 * 0.04 * 0.04);
    munit_assert_double(fabs(s.count - due), <, 0.05 * due); // 3247: rims and the last disc
    for (uint32_t i = 0; i < s.count; ++i)
    {
        double p[3], q[3], along, across, other;
        place(&s, i, p, &along, &across);
        munit_assert_double(across, <, 0.21 + 1e-5);
        munit_assert_double(along, >, -1e-5);
        munit_assert_double(along, <, length + 0.04 + 1e-5);
        munit_assert_double(fabs((double)s.sent[i].velocity_y + 1.0), <, 1e-5);
        for (uint32_t k = i + 1; k < s.count && k < i + 400; ++k) // discs have some 90
        {
            place(&s, k, q, &other, &across);
            const double x = q[0] - p[0], y = q[1] - p[1], z = q[2] - p[2];
            munit_assert_double(sqrt(x * x + y * y + z * z), >, 0.04 - 1e-4);
        }
    }
    end(&s);
    return MUNIT_OK;
}

// The same stream in steps of another length: the same discs at the same distances.
static MunitResult steps_do_not_show(const MunitParameter params[], void* fixture)
{
    (void)params;
    stream coarse = make(fixture, 2000, 0), fine = make(fixture, 2000, 0);
    for (int i = 0; i < 16; ++i)
    {
        step(&coarse, 0x1p-6f);
        for (int k = 0; k < 4; ++k)
            step(&fine, 0x1p-8f);
    }
    const uint32_t both = coarse.count < fine.count ? coarse.count : fine.count;
    munit_assert_uint32(both, >, 1000);
    for (uint32_t i = 0; i < both; ++i)
    {
        double p[3], q[3], along, across;
        place(&coarse, i, p, &along, &across);
        place(&fine, i, q, &along, &across);
        for (int k = 0; k < 3; ++k)
            munit_assert_double(fabs(p[k] - q[k]), <, 1e-5);
    }
    end(&coarse);
    end(&fine);
    return MUNIT_OK;
}

static MunitResult limits_are_kept(const MunitParameter params[], void* fixture)
{
    (void)params;
    stream s = make(fixture, 2000, 500);
    uint64_t sent;
    for (int i = 0; i < 60; ++i)
        step(&s, 1.0f / 60.0f);
    munit_assert_uint32(s.count, ==, 500);
    test_try(massa_emitter_get_sent(s.world, s.id, &sent));
    munit_assert_uint64(sent, ==, 500);
    end(&s);
    return MUNIT_OK;
}

// With room for one disc and a bit, one comes with each step, and none of it is caught up with later.
static MunitResult full_records_make_it_wait(const MunitParameter params[], void* fixture)
{
    (void)params;
    stream s = make(fixture, 130, 0);
    for (int i = 0; i < 20; ++i)
    {
        const uint32_t n = step(&s, 1.0f / 60.0f);
        munit_assert_uint32(n, >=, 80);
        munit_assert_uint32(n, <=, 130);
    }
    test_try(massa_emitter_set(s.world, s.id, s.desc.position, s.desc.direction, 0.0f));
    for (int i = 0; i < 2; ++i)
        munit_assert_uint32(step(&s, 1.0f / 60.0f), <=, 130); // what had travelled, and the disc that waited behind it
    for (int i = 0; i < 5; ++i)
        munit_assert_uint32(step(&s, 1.0f / 60.0f), ==, 0);
    end(&s);
    return MUNIT_OK;
}

// Of eight discs in a row no two have their particles one behind the other.
static MunitResult no_lattice_shows(const MunitParameter params[], void* fixture)
{
    (void)params;
    stream s = make(fixture, 2000, 0);
    uint32_t begin[MAS_DISCS + 1];
    for (uint32_t i = 0; i <= MAS_DISCS; ++i)
    {
        begin[i] = s.count;
        step(&s, 0.04f / 3.0f * 1.0001f); // a disc a step
    }
    for (uint32_t a = 0; a < MAS_DISCS; ++a)
        for (uint32_t b = a + 1; b < MAS_DISCS; ++b)
        {
            uint32_t behind = 0;
            for (uint32_t i = begin[a]; i < begin[a + 1]; ++i)
                for (uint32_t k = begin[b]; k < begin[b + 1]; ++k)
                {
                    const double x = (double)s.sent[i].x - (double)s.sent[k].x,
                                 y = (double)s.sent[i].y - (double)s.sent[k].y,
                                 z = (double)s.sent[i].z - (double)s.sent[k].z, along = (2.0 * x - y + 2.0 * z) / 3.0;
                    behind += x * x + y * y + z * z - along * along < 0.0004 * 0.0004;
                }
            munit_assert_uint32(behind, <, (begin[a + 1] - begin[a]) / 4);
        }
    end(&s);
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/streams-are-as-dense-as-liquids", streams_are_as_dense_as_liquids, api_setup, wrapper_tear_down, 0, NULL },
    { "/steps-do-not-show", steps_do_not_show, api_setup, wrapper_tear_down, 0, NULL },
    { "/limits-are-kept", limits_are_kept, api_setup, wrapper_tear_down, 0, NULL },
    { "/full-records-make-it-wait", full_records_make_it_wait, api_setup, wrapper_tear_down, 0, NULL },
    { "/no-lattice-shows", no_lattice_shows, api_setup, wrapper_tear_down, 0, NULL },
    { 0 },
};
MunitSuite test_liquid_stream_suite = { "/liquid_stream", tests, NULL, 1, MUNIT_SUITE_OPTION_NONE };
