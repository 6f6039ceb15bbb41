// Edits against their oracle, bit for bit. Red when an edit of a body is skipped or played out of order, a kind does
// something else, a body of another window is touched, or a slot keeps something of the body that was destroyed.
#include "bodies.h"
#include "oracle/apply.h"
#include "rigid/apply.h"

#include <stdlib.h>

// Any kind on any slot: what a call would refuse (an impulse on a static body, a pose for a dead slot) has a result
// too.
static edit_record random_edit(uint64_t* seed, uint32_t bodies)
{
    static const uint32_t flags[] = { BODY_ALIVE | BODY_STATIC, BODY_ALIVE | BODY_MOVES,
                                      BODY_ALIVE | BODY_MOVES | BODY_DYNAMIC };
    edit_record e = { .kind = 1 + test_random(seed) % EDIT_BODY_LAST, .target = test_random(seed) % bodies };
    for (int k = 0; k < EDIT_DATA; ++k)
        e.data[k] = test_uniform4(seed, -10.0f, 10.0f);
    if (test_random(seed) % 8 == 0) e.data[0].x = 1e-13f; // below what state keeps
    if (e.kind == EDIT_BODY_SET_POSE) e.data[1].w = test_uniform(seed, -1e3f, 1e3f);
    if (e.kind == EDIT_BODY_SET_LOCKS) e.flags = test_random(seed) & BODY_LOCKS;
    if (e.kind == EDIT_BODY_SET_LOCKS && test_random(seed) % 2 == 0) e.flags |= BODY_LOCK_TURNS;
    if (e.kind != EDIT_BODY_CREATE) return e;
    e.generation    = 1 + test_random(seed) % 0xFFFFFF;
    e.flags         = flags[test_random(seed) % MAS_COUNT(flags)];
    const bool mass = (e.flags & BODY_DYNAMIC) != 0;
    e.data[0].w     = mass ? test_uniform(seed, 1e-9f, 1e6f) : 0.0f;
    e.data[1].w     = test_uniform(seed, -1.0f, 1.0f);
    e.data[2].w     = test_uniform(seed, -100.0f, 100.0f);
    e.data[3].w     = test_random(seed) % 2 == 0 ? 1e-40f : test_uniform(seed, 0.0f, 1e3f); // a denormal counts as 0
    e.data[4]       = mass ? test_uniform4(seed, 1e-11f, 1e3f) : (mas_vec4){ 0 };
    e.flags |= (test_random(seed) & BODY_LOCKS) << BODY_FLAG_BITS;
    e.data[5] = test_uniform4(seed, 0.0f, 1e3f);
    if (test_random(seed) % 8 == 0) e.data[5].z = 1e-14f;
    e.data[4].w = test_random(seed) % 2 == 0 ? -0.0f : test_uniform(seed, 0.0f, 1e3f);
    return e;
}

// As the host's tables link them: each to the next of its target.
static void link_edits(edit_record* edits, uint32_t count, uint32_t bodies)
{
    uint32_t* last = calloc(bodies + 1, sizeof *last);
    for (uint32_t i = 0; i < count; ++i)
    {
        const uint32_t target = edits[i].target;
        edits[i].first        = last[target] == 0;
        if (last[target] != 0) edits[last[target] - 1].next = i + 1;
        last[target] = i + 1;
    }
    free(last);
}

typedef struct stage
{
    test_bodies bodies;
    mas_span edits;
    mas_apply apply;
    uint32_t capacity, room; // bodies, edits
} stage;

static void make(test_gpu* gpu, stage* s, uint32_t capacity, uint32_t room)
{
    test_reset(gpu);
    test_plan_bodies(gpu, &s->bodies, capacity);
    s->edits    = mas_plan(&gpu->arena, MAS_SCRATCH, "edits", room, sizeof(edit_record));
    s->capacity = capacity;
    s->room     = room;
    test_allocate(gpu);
    test_try(mas_apply_create(&s->apply, &gpu->kernels, &s->bodies.array, s->bodies.params, s->edits));
}

// Plays the first count of sent edits.
static void play(test_gpu* gpu, const stage* s, edit_record* edits, uint32_t count, uint32_t sent, uint64_t seed)
{
    oracle_bodies expected = oracle_create_bodies(s->capacity);
    step_params params     = test_step_params(s->capacity);
    params.edit_count      = count;
    link_edits(edits, count, s->capacity);
    test_random_bodies(&expected, seed);
    test_upload_bodies(gpu, &s->bodies, &expected);
    test_upload(gpu, s->bodies.params, &params, sizeof params);
    test_upload(gpu, s->edits, edits, sent * sizeof *edits);
    mas_apply_record(&s->apply, test_record(gpu), count, s->capacity);
    test_submit(gpu);

    oracle_apply(&expected, edits, count);
    test_expect_bodies(gpu, &s->bodies, &expected);
    oracle_destroy_bodies(&expected);
}

// count edits on so many bodies; what lies behind the count would be played if it were looked at.
static void check(test_gpu* gpu, const stage* s, uint32_t count, uint32_t targets)
{
    uint64_t seed       = count * 7919u + targets;
    const uint32_t sent = count + 2 < s->room ? count + 2 : s->room;
    edit_record* edits  = calloc(sent, sizeof *edits);
    for (uint32_t i = 0; i < sent; ++i)
    {
        edits[i]       = random_edit(&seed, targets);
        edits[i].first = 1;
    }
    play(gpu, s, edits, count, sent, seed);
    free(edits);
}

static MunitResult matches_oracle(const MunitParameter params[], void* fixture)
{
    (void)params;
    stage s;
    make(fixture, &s, 4097, 4097);
    munit_assert_uint32(s.apply.play.window_count, ==, 1);
    for (uint32_t k = 0; k < test_body_count_count; ++k)
    {
        const uint32_t n = test_body_counts[k];
        check(fixture, &s, n, n > 0 ? n : 1);
        check(fixture, &s, n, 3); // long chains: up to a thousand edits on each of three bodies
    }
    return MUNIT_OK;
}

static MunitResult windows_change_nothing(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_gpu* gpu                     = fixture;
    gpu->device->limits.storage_range = 1 << 16; // 2048 poses
    stage s;
    make(gpu, &s, 4500, 500);
    munit_assert_uint32(s.apply.play.window_count, ==, 3);
    check(gpu, &s, 500, 4500);
    check(gpu, &s, 500, 2060); // none in the last
    check(gpu, &s, 0, 4500);
    return MUNIT_OK;
}

// Each kind once on a body of each sort, alone and so that nothing hides it.
static MunitResult each_kind_alone(const MunitParameter params[], void* fixture)
{
    (void)params;
    enum
    {
        BODIES = 64
    };
    stage s;
    make(fixture, &s, BODIES, BODIES);
    for (uint32_t kind = EDIT_BODY_CREATE; kind <= EDIT_BODY_LAST; ++kind)
    {
        edit_record edits[BODIES];
        uint64_t seed = kind;
        for (uint32_t i = 0; i < BODIES; ++i)
        {
            do
                edits[i] = random_edit(&seed, BODIES);
            while (edits[i].kind != kind);
            edits[i].target = i;
        }
        play(fixture, &s, edits, BODIES, BODIES, kind);
    }
    return MUNIT_OK;
}

// In one step: made, pushed, destroyed, made again by somebody else, who must find nothing of the first.
static MunitResult slot_used_twice_in_a_step(const MunitParameter params[], void* fixture)
{
    (void)params;
    static const uint32_t kinds[] = { EDIT_BODY_CREATE, EDIT_BODY_FORCE,   EDIT_BODY_IMPULSE, EDIT_BODY_DESTROY,
                                      EDIT_BODY_CREATE, EDIT_BODY_DESTROY, EDIT_BODY_CREATE };
    edit_record edits[MAS_COUNT(kinds)];
    uint64_t seed = 1;
    stage s;
    make(fixture, &s, 9, MAS_COUNT(kinds));
    for (uint32_t count = 1; count <= MAS_COUNT(kinds); ++count)
    {
        for (uint32_t i = 0; i < count; ++i)
        {
            do
                edits[i] = random_edit(&seed, 1);
            while (edits[i].kind != kinds[i]);
            edits[i].target = 5;
        }
        play(fixture, &s, edits, count, count, seed);
    }
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/matches-oracle", matches_oracle, test_gpu_setup, test_gpu_tear_down, 0, test_group_sizes },
    { "/windows-change-nothing", windows_change_nothing, test_gpu_setup, test_gpu_tear_down, 0, test_group_sizes },
    { "/each-kind-alone", each_kind_alone, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { "/slot-used-twice-in-a-step", slot_used_twice_in_a_step, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { 0 },
};
MunitSuite test_apply_suite = { "/apply", tests, NULL, 1, 0 };
