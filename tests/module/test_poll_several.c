// One poll for several steps, against a world of the same life that is polled after each of them: sums are sums,
// states are those of the last step, and an overflow says the largest need of all. Red when a number of the poll is of
// another step, of one step alone, or counted twice.
// runs: lavapipe25 layers asan. What the host side does with its input is the same on every driver.
#include "lives.h"

#include <stddef.h>
#include <string.h>

enum
{
    STEPS = LIVES_STEPS, // in one poll
    LISTS = 6,
    HEARD = 4096, // events of a kind, at most
};

typedef enum fold
{
    SUM,
    LAST
} fold;

static const struct
{
    const char* name;
    size_t at;
    fold fold;
} number[] = {
#define NUMBER(field, fold)                                                                                            \
    {                                                                                                                  \
#field, offsetof(massa_poll_result, field), fold                                                               \
    }
    NUMBER(event_count, SUM),    NUMBER(watched_count, LAST),     NUMBER(particle_count, LAST),
    NUMBER(particles_lost, SUM), NUMBER(liquid_drained, SUM),     NUMBER(liquid_refused, SUM),
    NUMBER(liquid_parts, LAST),  NUMBER(liquid_event_count, SUM), NUMBER(pair_count, LAST),
    NUMBER(contact_count, LAST), NUMBER(touching_count, LAST),    NUMBER(recycled_count, LAST),
    NUMBER(solved_count, LAST),  NUMBER(colour_count, LAST),      NUMBER(serial_count, LAST),
    NUMBER(block_count, LAST),   NUMBER(boundary_count, LAST),    NUMBER(awake_count, LAST),
    NUMBER(asleep_count, LAST),
#undef NUMBER
};

static const char* const list[LISTS] = { "capacity.events",   "capacity.neighbours",  "capacity.pairs",
                                         "capacity.contacts", "capacity.debug_lines", "capacity.liquid" };

typedef struct seen // numbers and lists whose steps differ so much that no step alone says what the poll has to say
{
    bool number[MAS_COUNT(number)], list[LISTS];
} seen;

typedef struct told // what polls have said so far
{
    uint32_t number[MAS_COUNT(number)];
    uint32_t capacity[LISTS], needed[LISTS]; // 0: no overflow
    massa_event event[HEARD];
    massa_liquid_event sensed[HEARD];
    massa_watched watched[STEPS];
    uint32_t stages;
    bool has_hash;
    uint64_t hash, last_step;
} told;

static uint32_t number_of(const massa_poll_result* news, size_t i)
{
    uint32_t value;
    memcpy(&value, (const uint8_t*)news + number[i].at, sizeof value);
    return value;
}

static void hear(told* t, const massa_poll_result* news, const massa_world* w)
{
    const uint32_t events = t->number[0], sensed = t->number[7]; // before this poll
    munit_assert_uint32(events + news->event_count, <=, HEARD);
    munit_assert_uint32(sensed + news->liquid_event_count, <=, HEARD);
    memcpy(t->event + events, news->events, news->event_count * sizeof *t->event);
    if (news->liquid_event_count > 0)
        memcpy(t->sensed + sensed, news->liquid_events, news->liquid_event_count * sizeof *t->sensed);
    memcpy(t->watched, news->watched, news->watched_count * sizeof *t->watched);
    for (size_t i = 0; i < MAS_COUNT(number); ++i)
        t->number[i] = number_of(news, i) + (number[i].fold == SUM ? t->number[i] : 0);
    if (news->stage_count > 0) t->stages = news->stage_count;
    t->has_hash  = news->has_hash;
    t->last_step = news->last_step;
    if (massa_world_hash(w, &t->hash) != MASSA_OK) t->hash = 0;
    munit_assert_uint64(news->hash, ==, news->has_hash ? t->hash : 0);
}

static void hear_overflows(const massa_poll_result* news, uint32_t capacity[LISTS], uint32_t needed[LISTS])
{
    memset(needed, 0, LISTS * sizeof *needed);
    for (uint32_t i = 0; i < news->overflow_count; ++i)
    {
        const massa_overflow* o = &news->overflows[i];
        uint32_t k              = 0;
        while (k < LISTS && strcmp(o->list, list[k]) != 0)
            ++k;
        munit_assert_uint32(k, <, LISTS);
        munit_assert_uint32(needed[k], ==, 0); // named once
        munit_assert_uint32(o->needed, >, o->capacity);
        capacity[k] = o->capacity;
        needed[k]   = o->needed;
    }
}

// Polled after each step. apart: what the steps tell apart.
static void step_by_step(test_gpu* gpu, lives_one* l, lives_edit_fn edit, told* t, seen* apart)
{
    uint32_t value[MAS_COUNT(number)][STEPS], needed[STEPS][LISTS];
    for (uint32_t n = 0; n < STEPS; ++n)
    {
        massa_poll_result news;
        edit(l, n + 1);
        VkCommandBuffer cmd = platform_begin(&gpu->host);
        test_try(massa_cmd_step(l->w, cmd, &l->step));
        munit_assert(platform_submit_and_wait(&gpu->host, cmd));
        test_try(massa_world_poll(l->w, massa_world_last_step(l->w), &news));
        hear(t, &news, l->w);
        hear_overflows(&news, t->capacity, needed[n]);
        for (size_t i = 0; i < MAS_COUNT(number); ++i)
            value[i][n] = number_of(&news, i);
        for (uint32_t k = 0; k < LISTS; ++k)
            if (needed[n][k] > t->needed[k]) t->needed[k] = needed[n][k];
    }
    for (size_t i = 0; i < MAS_COUNT(number); ++i)
    {
        uint32_t most = 0, sum = 0;
        for (uint32_t n = 0; n < STEPS; ++n)
        {
            sum += value[i][n];
            if (value[i][n] > most) most = value[i][n];
        }
        const uint32_t first = value[i][0], last = value[i][STEPS - 1];
        apart->number[i] |=
            number[i].fold == SUM ? sum > most && sum > last : last != first && last != most && last > 0;
    }
    for (uint32_t k = 0; k < LISTS; ++k)
        apart->list[k] |= t->needed[k] > needed[0][k] && t->needed[k] > needed[STEPS - 1][k];
}

static void expect_same(const told* one, const told* all)
{
    for (size_t i = 0; i < MAS_COUNT(number); ++i)
        if (one->number[i] != all->number[i])
            munit_errorf("%s is %u, not %u", number[i].name, all->number[i], one->number[i]);
    for (uint32_t k = 0; k < LISTS; ++k)
        if (one->needed[k] != all->needed[k] || (one->needed[k] > 0 && one->capacity[k] != all->capacity[k]))
            munit_errorf("%s needs %u of %u, not %u of %u", list[k], all->needed[k], all->capacity[k], one->needed[k],
                         one->capacity[k]);
    for (uint32_t i = 0; i < one->number[0]; ++i)
    {
        munit_assert_uint64(all->event[i].step, ==, one->event[i].step);
        munit_assert_int(all->event[i].kind, ==, one->event[i].kind);
        munit_assert_uint64(all->event[i].body_a.bits, ==, one->event[i].body_a.bits);
        munit_assert_uint64(all->event[i].body_b.bits, ==, one->event[i].body_b.bits);
    }
    for (uint32_t i = 0; i < one->number[7]; ++i)
    {
        munit_assert_uint64(all->sensed[i].step, ==, one->sensed[i].step);
        munit_assert_uint64(all->sensed[i].body.bits, ==, one->sensed[i].body.bits);
        munit_assert_uint32(all->sensed[i].count, ==, one->sensed[i].count);
        munit_assert_uint32(all->sensed[i].before, ==, one->sensed[i].before);
    }
    munit_assert_memory_equal(one->number[1] * sizeof *one->watched, all->watched, one->watched);
    munit_assert_uint32(all->stages, ==, one->stages);
    munit_assert_uint64(all->hash, ==, one->hash);
    munit_assert(all->has_hash == one->has_hash);
    munit_assert_uint64(all->last_step, ==, one->last_step);
}

static void live(test_gpu* gpu, massa_world_desc d, lives_edit_fn edit, seen* apart)
{
    static told one, all;
    lives_one l = { .step = massa_default_step_desc() }, other = l;
    massa_poll_result news;
    d.max_steps_in_flight = STEPS;
    memset(&one, 0, sizeof one);
    memset(&all, 0, sizeof all);
    test_try(massa_create_world(gpu->device, &d, &l.w));
    test_try(massa_create_world(gpu->device, &d, &other.w));
    step_by_step(gpu, &l, edit, &one, apart);
    VkCommandBuffer cmd = platform_begin(&gpu->host);
    for (uint32_t n = 0; n < STEPS; ++n)
    {
        edit(&other, n + 1);
        test_try(massa_cmd_step(other.w, cmd, &other.step));
    }
    munit_assert(platform_submit_and_wait(&gpu->host, cmd));
    test_try(massa_world_poll(other.w, STEPS, &news));
    munit_assert_uint64(news.first_step, ==, 1);
    hear(&all, &news, other.w);
    hear_overflows(&news, all.capacity, all.needed);
    expect_same(&one, &all);
    massa_destroy_world(l.w);
    massa_destroy_world(other.w);
}

static MunitResult steps_are_folded(const MunitParameter params[], void* fixture)
{
    (void)params;
    seen apart = { 0 };
    live(fixture, lives_heap_desc(), lives_heap, &apart);
    live(fixture, lives_crowd_desc(MASSA_SCHEDULE_BLOCKS), lives_crowd, &apart);
    live(fixture, lives_crowd_desc(MASSA_SCHEDULE_COLOURS), lives_crowd, &apart);
    live(fixture, lives_grains_desc(), lives_grains, &apart);
    live(fixture, lives_drops_desc(64, 2), lives_drops, &apart);
    live(fixture, lives_drops_desc(11, 64), lives_drops, &apart);
    for (size_t i = 0; i < MAS_COUNT(number); ++i) // else this test would not see what it is for
        if (!apart.number[i]) munit_errorf("no life tells apart what %s says of several steps", number[i].name);
    for (uint32_t k = 0; k < LISTS; ++k)
        if (!apart.list[k]) munit_errorf("no life tells apart what several steps need of %s", list[k]);
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/steps-are-folded", steps_are_folded, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { 0 },
};
MunitSuite test_poll_several_suite = { "/poll_several", tests, NULL, 1, 0 };
