// The narrow phase as a whole: pairs of all kinds, four steps in which some barely move, and the twins beside it.
#include "collision/narrow.h"
#include "oracle/bins.h"
#include "oracle/contacts.h"
#include "oracle/match.h"
#include "oracle/narrow_box.h"
#include "oracle/narrow_hull.h"
#include "oracle/narrow_round.h"
#include "placements.h"

#include <stdlib.h>

enum
{
    KINDS    = 14, // of pairs
    EACH     = 40,
    PAIRS    = KINDS * EACH,
    CONTACTS = PAIRS,
    STEPS    = 4,
};

typedef struct stage
{
    test_colliders colliders;
    mas_narrow narrow;
    oracle_colliders c;
    oracle_cache known;
    collider_pair pair[PAIRS];
} stage;

static void make(test_gpu* gpu, stage* s)
{
    test_plan_colliders(gpu, &s->colliders, 2 * PAIRS, PLACED_HULLS, PAIRS);
    mas_narrow_plan(&s->narrow, &gpu->arena, &s->colliders.pairs, CONTACTS);
    test_allocate(gpu);
    test_try(mas_narrow_create(&s->narrow, &gpu->kernels, &s->colliders.array, &s->colliders.pairs));
    s->c            = oracle_create_colliders(2 * PAIRS, PLACED_HULLS);
    s->known        = oracle_create_cache(PAIRS);
    s->c.params     = (collision_params){ .colliders = 2 * PAIRS, .dt = 1.0f / 60.0f, .margin = 0.02f };
    uint64_t seed   = 5;
    uint32_t number = 0;
    test_fill_hulls(&s->c);
    for (uint32_t a = COLLIDER_PLANE; a <= COLLIDER_HULL; ++a)
        for (uint32_t b = a == COLLIDER_PLANE ? COLLIDER_BOX : a; b <= COLLIDER_HULL; ++b)
            for (uint32_t k = 0; k < EACH; ++k, ++number)
            {
                test_place_pair(&s->c, number, a, b, (test_placement)(k % TEST_PLACEMENTS), &seed);
                s->pair[number]                  = (collider_pair){ 2 * number, 2 * number + 1 };
                s->c.data[2 * number].position.w = s->c.data[2 * number + 1].position.w = 1.0f; // for recycling
            }
    munit_assert_uint32(number, ==, PAIRS);
}

static void upload(test_gpu* gpu, const stage* s, bool kept)
{
    const mas_colliders* a = &s->colliders.array;
    list_header header     = mas_list_complete(&gpu->kernels, PAIRS, PAIRS);
    header.spare           = kept ? PAIRS_KEPT : 0;
    test_upload(gpu, a->data, s->c.data, 2 * PAIRS * sizeof *s->c.data);
    test_upload(gpu, a->hull, s->c.hull, PLACED_HULLS * sizeof *s->c.hull);
    test_upload(gpu, a->pose, s->c.pose, 2 * PAIRS * sizeof *s->c.pose);
    test_upload(gpu, a->meet, s->c.meet, 2 * PAIRS * sizeof *s->c.meet);
    test_upload(gpu, a->params, &s->c.params, sizeof s->c.params);
    test_upload(gpu, s->colliders.pairs.pair, s->pair, sizeof s->pair);
    test_upload(gpu, s->colliders.pairs.list, &header, sizeof header);
}

static void twin(stage* s, bool kept, uint32_t* contact)
{
    oracle_bins(&s->known, &s->c, s->pair, PAIRS, kept);
    for (uint32_t i = 0; i < PAIRS; ++i)
    {
        manifold* m = &s->known.contact[i];
        if (s->known.bin[i] == BIN_ROUND) *m = oracle_narrow_round(&s->c, s->pair[i]);
        if (s->known.bin[i] == BIN_BOX) *m = oracle_narrow_box(&s->c, s->pair[i]);
        if (s->known.bin[i] == BIN_HULL) *m = oracle_narrow_hull(&s->c, s->pair[i]);
    }
    oracle_match(&s->known, &s->c);
    oracle_contacts(&s->known, &s->c, NULL, CONTACTS, contact);
}

// Red when a pair goes to another kernel than its own, a stage runs before the one it needs, or pairs that
// were kept lose their past.
static MunitResult steps_match_oracle(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_gpu* gpu = fixture;
    stage* s      = calloc(1, sizeof *s);
    uint32_t contact[CONTACTS], recycled = 0, touching = 0;
    make(gpu, s);
    for (uint32_t step = 0; step < STEPS; ++step)
    {
        upload(gpu, s, step % 2 == 1);
        mas_narrow_record(&s->narrow, test_record(gpu));
        test_submit(gpu);
        twin(s, step % 2 == 1, contact);
        const contact_counters* n = &s->known.counters;
        test_expect_array(gpu, "manifold", s->narrow.cache.manifold, s->known.contact, PAIRS);
        test_expect_array(gpu, "counters", s->narrow.cache.counters, n, 1);
        test_expect_array(gpu, "contacts", s->narrow.contacts.contact, contact, n->contacts);
        recycled += n->recycled;
        touching += n->touching;
        for (uint32_t i = 0; i < 2 * PAIRS; i += 3) // a third of them moves, half of these too far to be recycled
            s->c.pose[i].position.x += i % 2 == 0 ? 1e-3f : 0.03f;
    }
    munit_assert_uint32(recycled, >, PAIRS);
    munit_assert_uint32(touching, >, PAIRS);
    oracle_destroy_cache(&s->known);
    oracle_destroy_colliders(&s->c);
    free(s);
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/steps-match-oracle", steps_match_oracle, test_gpu_setup, test_gpu_tear_down, 0, test_group_sizes },
    { 0 },
};
MunitSuite test_narrow_suite = { "/narrow", tests, NULL, 1, 0 };
