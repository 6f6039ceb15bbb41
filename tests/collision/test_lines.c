// Debug lines against their twin, and the arguments that a host draws them with.
#include "collision/lines.h"
#include "manifolds.h"
#include "oracle/contacts.h"
#include "oracle/lines.h"

#include <stdlib.h>
#include <string.h>

enum
{
    COLLIDERS = 75,
    PAIRS     = 500,
    ALL       = LINES_BOUNDS | LINES_PAIRS | LINES_POINTS | LINES_NORMALS,
};

_Static_assert(offsetof(lines_header, vertices) == offsetof(VkDrawIndirectCommand, vertexCount) &&
                   offsetof(lines_header, instances) == offsetof(VkDrawIndirectCommand, instanceCount) &&
                   offsetof(lines_header, first_vertex) == offsetof(VkDrawIndirectCommand, firstVertex) &&
                   offsetof(lines_header, first_instance) == offsetof(VkDrawIndirectCommand, firstInstance),
               "a host draws with it");

typedef struct test_lines
{
    test_manifolds m;
    mas_lines lines;
} test_lines;

static void make(test_gpu* gpu, test_lines* t, uint32_t capacity)
{
    test_plan_manifolds(gpu, &t->m, COLLIDERS, PAIRS, PAIRS);
    mas_lines_plan(&t->lines, &gpu->arena, MAS_STATE, capacity + 4);
    t->lines.capacity = capacity; // room behind, to see whether it is touched
    test_allocate(gpu);
    test_create_manifolds(gpu, &t->m);
    test_try(mas_lines_create(&t->lines, &gpu->kernels, &t->m.colliders.array, &t->m.colliders.pairs, &t->m.cache,
                              &t->m.contacts));
}

static void fill(test_gpu* gpu, test_lines* t, uint32_t colliders, uint32_t pairs, uint32_t* contact,
                 uint32_t* contacts)
{
    test_manifolds* m = &t->m;
    test_scatter_colliders(m, colliders, colliders + pairs);
    test_draw_pairs(m, pairs, 3);
    test_remember_pairs(m, 4);
    *contacts = oracle_contacts(&m->known, &m->c, NULL, PAIRS, contact);
    test_upload_manifolds(gpu, m);
    const list_header header = mas_list_complete(&gpu->kernels, *contacts, PAIRS);
    test_upload(gpu, m->contacts.list, &header, sizeof header);
    test_upload(gpu, m->contacts.contact, contact, *contacts * sizeof *contact);
}

// Runs, and compares what found room with the twin's first lines. Returns how many were needed.
static uint32_t run(test_gpu* gpu, test_lines* t, const oracle_lines_desc* d)
{
    const uint64_t bytes = t->lines.all.size;
    uint8_t* all         = calloc(1, bytes);
    memset(all, 0xA5, bytes);
    test_upload(gpu, t->lines.all, all, bytes);
    mas_lines_record(&t->lines, test_record(gpu), d->flags, d->colliders, d->length);
    test_submit(gpu);
    test_download(gpu, t->lines.all, all, bytes);
    uint32_t needed;
    oracle_line* expected       = oracle_lines(&t->m.c, d, &needed);
    const uint32_t in           = needed < t->lines.capacity ? needed : t->lines.capacity;
    const lines_header* header  = (const lines_header*)all;
    const lines_header complete = {
        .vertices = 2 * in, .instances = 1, .needed = needed, .capacity = t->lines.capacity
    };
    munit_assert_memory_equal(sizeof complete, header, &complete);
    const oracle_line* line = (const oracle_line*)(all + sizeof *header);
    for (uint32_t i = 0; i < in; ++i)
        if (memcmp(&line[i], &expected[i], sizeof *line) != 0)
            munit_errorf("line %u of %u with flags %u: %g %g %g %x", i, needed, d->flags, (double)line[i].a.x,
                         (double)line[i].a.y, (double)line[i].a.z, line[i].a.colour);
    for (uint64_t k = sizeof *header + in * sizeof *line; k < bytes; ++k)
        munit_assert_uint8(all[k], ==, 0xA5); // nothing behind them is touched
    free(expected);
    free(all);
    return needed;
}

// Red when a line is missing, elsewhere, or of another colour, with any choice of what to show.
static MunitResult matches_oracle(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_gpu* gpu = fixture;
    test_lines t;
    make(gpu, &t, 12 * COLLIDERS + 17 * PAIRS);
    static const uint32_t size[][2] = { { 0, 0 }, { 1, 0 }, { 3, 1 }, { 31, 65 }, { COLLIDERS, PAIRS } };
    uint32_t contact[PAIRS];
    for (uint32_t k = 0; k < MAS_COUNT(size); ++k)
        for (uint32_t flags = 0; flags <= ALL; ++flags)
        {
            oracle_lines_desc d = { .flags = flags, .colliders = size[k][0], .length = 0.3f };
            fill(gpu, &t, size[k][0], size[k][1], contact, &d.contacts);
            d.pairs               = t.m.pairs;
            d.pair                = t.m.pair;
            d.manifold            = t.m.known.contact;
            d.contact             = contact;
            const uint32_t needed = run(gpu, &t, &d);
            munit_assert_uint32(needed, ==,
                                (flags & LINES_BOUNDS ? 12 * d.colliders : 0) + (flags & LINES_PAIRS ? d.pairs : 0) +
                                    (flags & LINES_POINTS ? 12 * d.contacts : 0) +
                                    (flags & LINES_NORMALS ? 4 * d.contacts : 0));
        }
    test_destroy_manifolds(&t.m);
    return MUNIT_OK;
}

// Red when lines without room are written, or not counted.
static MunitResult overflow_is_counted(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_gpu* gpu = fixture;
    uint32_t contact[PAIRS], needed = 2;
    for (uint32_t k = 0; k < 5; ++k)
    {
        const uint32_t capacity[] = { 0, 1, needed / 2, needed - 1, needed };
        test_lines t;
        make(gpu, &t, capacity[k]);
        oracle_lines_desc d = { .flags = ALL, .colliders = COLLIDERS, .length = 0.1f };
        fill(gpu, &t, COLLIDERS, 200, contact, &d.contacts);
        d.pairs    = t.m.pairs;
        d.pair     = t.m.pair;
        d.manifold = t.m.known.contact;
        d.contact  = contact;
        needed     = run(gpu, &t, &d);
        test_destroy_manifolds(&t.m);
    }
    return MUNIT_OK;
}

// What a touching pair of unit boxes looks like, by hand: colours by flags, ends of normals, a pair's line to a plane.
static MunitResult by_hand(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_gpu* gpu = fixture;
    test_lines t;
    make(gpu, &t, 100);
    uint32_t contact[PAIRS], contacts;
    fill(gpu, &t, 2, 0, contact, &contacts);
    oracle_colliders* c = &t.m.c;
    c->pose[0]     = (collider_pose){ .position = { 5.0f, 1.0f, 7.0f, 0.0f }, .rotation = { 0.0f, 0.0f, 0.0f, 1.0f } };
    c->pose[1]     = (collider_pose){ .position = { 0.0f, 3.0f, 0.0f, 0.0f }, .rotation = { 0.0f, 0.0f, 0.0f, 1.0f } };
    c->meet[0].who = COLLIDER_PLANE << MEET_KIND_SHIFT;
    c->meet[1].who = COLLIDER_BOX << MEET_KIND_SHIFT | 1;
    t.m.pair[0]    = (collider_pair){ 0, 1 };
    t.m.pairs      = 1;
    static const struct
    {
        uint32_t flags, colour;
    } kinds[] = {
        { 0, LINES_SPECULATIVE_COLOUR },
        { MANIFOLD_TOUCHES, LINES_TOUCHING_COLOUR },
        { MANIFOLD_TOUCHES | MANIFOLD_SENSOR, LINES_SENSOR_COLOUR },
        { MANIFOLD_SENSOR, LINES_SPECULATIVE_COLOUR },
    };
    for (uint32_t k = 0; k < MAS_COUNT(kinds); ++k)
    {
        t.m.known.contact[0] = (manifold){ .normal = { 0.0f, 1.0f, 0.0f, 0.0f },
                                           .point  = { { -5.0f, 0.5f, -7.0f, 0.0f } },
                                           .b      = 1,
                                           .count  = 1,
                                           .flags  = kinds[k].flags };
        test_upload_manifolds(gpu, &t.m);
        const list_header one = mas_list_complete(&gpu->kernels, 1, PAIRS);
        test_upload(gpu, t.m.contacts.list, &one, sizeof one);
        test_upload(gpu, t.m.contacts.contact, &(uint32_t){ 0 }, sizeof(uint32_t));
        mas_lines_record(&t.lines, test_record(gpu), LINES_PAIRS | LINES_POINTS | LINES_NORMALS, 2, 1.0f);
        test_submit(gpu);
        struct
        {
            lines_header header;
            oracle_line line[17];
        } all;
        test_download(gpu, t.lines.all, &all, sizeof all);
        munit_assert_uint32(all.header.vertices, ==, 34);
        const oracle_line pair = { { 0.0f, 1.0f, 0.0f, LINES_PAIR_COLOUR }, { 0.0f, 3.0f, 0.0f, LINES_PAIR_COLOUR } };
        const oracle_line side = { { -0.25f, 1.5f, 0.0f, kinds[k].colour }, { 0.25f, 1.5f, 0.0f, kinds[k].colour } };
        const oracle_line up = { { 0.0f, 1.5f, 0.0f, LINES_NORMAL_COLOUR }, { 0.0f, 2.5f, 0.0f, LINES_NORMAL_COLOUR } };
        munit_assert_memory_equal(sizeof pair, &all.line[0], &pair);
        munit_assert_memory_equal(sizeof side, &all.line[1], &side);
        munit_assert_memory_equal(sizeof up, &all.line[13], &up);
    }
    test_destroy_manifolds(&t.m);
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/matches-oracle", matches_oracle, test_gpu_setup, test_gpu_tear_down, 0, test_group_sizes },
    { "/overflow-is-counted", overflow_is_counted, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { "/by-hand", by_hand, test_gpu_setup, test_gpu_tear_down, 0, NULL },
    { 0 },
};
MunitSuite test_lines_suite = { "/lines", tests, NULL, 1, 0 };
