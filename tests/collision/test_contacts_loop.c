// Twenty steps of everything between pairs and contacts, with made-up manifolds in place of the narrow kernels',
// made-up impulses in place of a solver's, and the twin beside it: all that is kept from step to step, bit for bit.
#include "manifolds.h"
#include "oracle/contacts.h"
#include "oracle/match.h"

#include <stdlib.h>

enum
{
    COLLIDERS = 151,
    PAIRS     = 1000,
    CONTACTS  = 600,
    STEPS     = 20,
};

// Nine pairs of ten, others in every second step, in an order that changes in most steps; when it does not, the broad
// phase may say so.
static void find_pairs(test_manifolds* t, uint32_t step)
{
    const bool alike = step % 4 == 3; // as the last one
    t->kept          = step % 8 == 3;
    test_draw_pairs(t, PAIRS, 17); // always the same ones
    uint32_t n = 0;
    for (uint32_t i = 0; i < t->pairs; ++i)
        if ((t->pair[i].a * 31 + t->pair[i].b * 17 + step / 2) % 10 != 0) t->pair[n++] = t->pair[i];
    t->pairs      = n;
    uint64_t seed = alike ? step - 1 : step;
    for (uint32_t i = n; i > 1; --i)
    {
        const uint32_t j         = test_random(&seed) % i;
        const collider_pair swap = t->pair[i - 1];
        t->pair[i - 1]           = t->pair[j];
        t->pair[j]               = swap;
    }
}

// What a solver leaves, for the device and the twin.
static void solve(test_gpu* gpu, test_manifolds* t, uint64_t seed)
{
    for (uint32_t i = 0; i < t->known.count; ++i)
    {
        t->known.contact[i].impulse = test_uniform4(&seed, 0.0f, 5.0f);
        t->known.contact[i].twist   = test_uniform4(&seed, -1.0f, 1.0f);
        t->known.contact[i].rolling = test_uniform4(&seed, -1.0f, 1.0f);
    }
    test_upload(gpu, t->cache.manifold, t->known.contact, t->known.count * sizeof(manifold));
}

// Red when any stage differs from its twin by a bit in what it hands to the next step.
static MunitResult twenty_steps(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_gpu* gpu = fixture;
    test_manifolds t;
    test_plan_manifolds(gpu, &t, COLLIDERS, PAIRS, CONTACTS);
    test_allocate(gpu);
    test_create_manifolds(gpu, &t);
    test_scatter_colliders(&t, COLLIDERS, 3);
    test_upload_manifolds(gpu, &t);
    uint32_t recycled = 0, detected = 0, contact[CONTACTS];
    for (uint32_t step = 0; step < STEPS; ++step)
    {
        test_nudge_colliders(&t, 1000 + step % 7);
        for (uint32_t i = 0; i < COLLIDERS; ++i) // half of them sleep at a time, and wake again
            t.c.meet[i].who = (t.c.meet[i].who & ~MEET_ASLEEP) | ((i + step / 3) % 2 == 0 ? MEET_ASLEEP : 0);
        for (uint32_t i = step; i < COLLIDERS; i += 50)
            ++t.c.data[i].stamp;
        find_pairs(&t, step);
        test_upload_pairs(gpu, &t);
        mas_bins_record(&t.bins, test_record(gpu));
        test_submit(gpu);
        oracle_bins(&t.known, &t.c, t.pair, t.pairs, t.kept);
        test_expect_bins(gpu, &t);
        test_detect(gpu, &t, 50 * step);
        mas_recorder* rec = test_record(gpu);
        mas_match_record(&t.match, rec);
        mas_contacts_record(&t.contacts, rec);
        test_submit(gpu);
        oracle_match(&t.known, &t.c);
        const uint32_t needed    = oracle_contacts(&t.known, &t.c, NULL, CONTACTS, contact);
        const list_header header = mas_list_complete(&gpu->kernels, needed, CONTACTS);
        test_expect_cache(gpu, &t, true);
        test_expect_array(gpu, "contact list", t.contacts.list, &header, 1);
        test_expect_array(gpu, "contacts", t.contacts.contact, contact, header.count);
        test_expect_array(gpu, "counters", t.cache.counters, &t.known.counters, 1);
        recycled += t.known.counters.recycled;
        detected += t.known.counters.detected;
        solve(gpu, &t, step);
    }
    printf("recycled %u of %u pairs\n", recycled, recycled + detected);
    munit_assert_uint32(recycled, >, (recycled + detected) / 5);
    munit_assert_uint32(detected, >, (recycled + detected) / 5);
    test_destroy_manifolds(&t);
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/twenty-steps", twenty_steps, test_gpu_setup, test_gpu_tear_down, 0, test_group_sizes },
    { 0 },
};
MunitSuite test_contacts_loop_suite = { "/contacts_loop", tests, NULL, 1, 0 };
