// The list of contacts: its entries, their order, and which contacts are left out when there is no room.
#include "manifolds.h"
#include "oracle/contacts.h"

#include <stdlib.h>

enum
{
    COLLIDERS = 4
};

// Two of four colliders are asleep.
static void fill(test_manifolds* t, uint32_t pairs, uint64_t seed)
{
    t->pairs          = pairs;
    t->known.count    = pairs < t->known.capacity ? pairs : t->known.capacity;
    t->known.counters = (contact_counters){ .pairs = pairs, .recycled = 3, .detected = 4 };
    for (uint32_t i = 0; i < COLLIDERS; ++i)
        t->c.meet[i].who = MEET_DYNAMIC | i | (i < 2 ? MEET_ASLEEP : 0);
    for (uint32_t i = 0; i < t->known.count; ++i)
    {
        const uint32_t a     = test_random(&seed) % (COLLIDERS - 1);
        const uint32_t flags = test_random(&seed) % 4;
        t->known.contact[i]  = (manifold){
             .a     = a,
             .b     = a + 1,
             .count = test_random(&seed) % 5,
             .flags = (flags & 1 ? MANIFOLD_TOUCHES : 0) | (flags & 2 ? MANIFOLD_SENSOR : 0), // also without points
        };
    }
}

static void upload(test_gpu* gpu, const test_manifolds* t)
{
    const uint32_t n         = t->known.count;
    const list_header header = mas_list_complete(&gpu->kernels, t->pairs, t->known.capacity);
    test_upload(gpu, t->colliders.pairs.list, &header, sizeof header);
    test_upload(gpu, t->colliders.array.meet, t->c.meet, COLLIDERS * sizeof *t->c.meet);
    test_upload(gpu, t->cache.manifold, t->known.contact, n * sizeof(manifold));
    test_upload(gpu, t->cache.counters, &t->known.counters, sizeof t->known.counters);
}

static void run(test_gpu* gpu, test_manifolds* t)
{
    const uint32_t room = t->contacts.capacity;
    uint32_t* expected  = calloc(room + 1, sizeof *expected);
    upload(gpu, t);
    mas_contacts_record(&t->contacts, test_record(gpu));
    test_submit(gpu);
    const uint32_t needed    = oracle_contacts(&t->known, &t->c, NULL, room, expected);
    const list_header header = mas_list_complete(&gpu->kernels, needed, room);
    list_header list;
    contact_counters counters;
    test_download(gpu, t->contacts.list, &list, sizeof list);
    munit_assert_memory_equal(sizeof list, &list, &header);
    test_expect_array(gpu, "contacts", t->contacts.contact, expected, list.count);
    test_download(gpu, t->cache.counters, &counters, sizeof counters);
    munit_assert_memory_equal(sizeof counters, &counters, &t->known.counters);
    free(expected);
}

// proves: 002-59. Red when a pair with points is left out, one without or one that nothing moves gets in, one that does
// not touch comes before one that does, pairs are out of order, or a count is wrong.
static MunitResult matches_oracle(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_gpu* gpu                = fixture;
    static const uint32_t size[] = { 0, 1, 2, 63, 64, 65, 257, 4096, 9001, 12000 };
    test_manifolds t;
    test_plan_manifolds(gpu, &t, COLLIDERS, 9001, 9001);
    test_allocate(gpu);
    test_create_manifolds(gpu, &t);
    for (uint32_t k = 0; k < MAS_COUNT(size); ++k)
    {
        fill(&t, size[k], 10 * k); // the last: more pairs than there is room for
        run(gpu, &t);
    }
    test_destroy_manifolds(&t);
    return MUNIT_OK;
}

// Red when a contact that touches gives way to one that does not, or the number needed is not told.
static MunitResult touching_survive(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_gpu* gpu = fixture;
    enum
    {
        PAIRS = 300
    };
    test_manifolds t;
    test_plan_manifolds(gpu, &t, COLLIDERS, PAIRS, 0);
    fill(&t, PAIRS, 5);
    const uint32_t needed   = oracle_contacts(&t.known, &t.c, NULL, 0, NULL);
    const uint32_t touching = t.known.counters.touching;
    test_destroy_manifolds(&t);
    munit_assert_uint32(touching, >, 10);
    munit_assert_uint32(needed, >, touching + 10);
    const uint32_t room[] = { 0, 1, touching - 1, touching, touching + 1, needed - 1, needed, needed + 1 };
    for (uint32_t k = 0; k < MAS_COUNT(room); ++k)
    {
        test_plan_manifolds(gpu, &t, COLLIDERS, PAIRS, room[k]);
        test_allocate(gpu);
        test_create_manifolds(gpu, &t);
        fill(&t, PAIRS, 5);
        run(gpu, &t);
        uint32_t contact[PAIRS];
        list_header list;
        test_download(gpu, t.contacts.list, &list, sizeof list);
        munit_assert_uint32(list.needed, ==, needed);
        munit_assert_uint32(list.count, ==, room[k] < needed ? room[k] : needed);
        test_download(gpu, t.contacts.contact, contact, list.count * sizeof *contact);
        for (uint32_t i = 0; i < list.count; ++i)
        {
            munit_assert_uint32(t.known.contact[contact[i]].flags & MANIFOLD_TOUCHES, ==, i < touching);
            munit_assert_true(i == 0 || i == touching || contact[i] > contact[i - 1]);
        }
        test_destroy_manifolds(&t);
    }
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/matches-oracle", matches_oracle, test_gpu_setup, test_gpu_tear_down, 0, test_group_sizes },
    { "/touching-survive", touching_survive, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { 0 },
};
MunitSuite test_contacts_suite = { "/contacts", tests, NULL, 1, 0 };
