#include "graph.h"

#include <stdlib.h>

void test_make_graph(test_gpu* gpu, test_graph* s, uint32_t bodies, uint32_t room)
{
    *s = (test_graph){ .bodies = bodies, .room = room };
    test_reset(gpu);
    mas_arena* a = &gpu->arena;
    s->contact   = mas_plan(a, MAS_SCRATCH, "contact", room, sizeof(uint32_t));
    s->list      = mas_plan_list(a, MAS_SCRATCH, "list");
    s->manifold  = mas_plan(a, MAS_SCRATCH, "manifold", room, sizeof(manifold));
    s->meet      = mas_plan(a, MAS_SCRATCH, "meet", 2 * bodies, sizeof(collider_meet));
    s->past      = mas_plan(a, MAS_SCRATCH, "past", room, sizeof(uint32_t));
    mas_graph_plan(&s->stage, a, bodies, room, room);
    test_allocate(gpu);
    test_try(mas_graph_create(&s->stage, &gpu->kernels, s->contact, s->list, s->manifold, s->meet, s->past));
    s->twin             = oracle_graph_create(bodies, room, room);
    s->m                = calloc(room + 1, sizeof *s->m);
    s->who              = calloc(2 * bodies, sizeof *s->who);
    s->number           = calloc(room + 1, sizeof *s->number);
    s->old              = calloc(room + 1, sizeof *s->old);
    const uint32_t none = 0; // what a test before left is no snapshot's
    test_upload(gpu, s->stage.count, &none, sizeof none);
    for (uint32_t i = 0; i < 2 * bodies; ++i)
        s->who[i].who = MEET_DYNAMIC | COLLIDER_BOX << MEET_KIND_SHIFT | i / 2;
}

void test_destroy_graph(test_graph* s)
{
    oracle_graph_destroy(&s->twin);
    free(s->m);
    free(s->who);
    free(s->number);
    free(s->old);
}

static uint32_t pushed(const test_graph* s, uint32_t collider)
{
    const uint32_t who = s->who[collider].who;
    return (who & MEET_DYNAMIC) != 0 && (who & MEET_ASLEEP) == 0 ? who & MEET_BODY_MASK : GRAPH_NOBODY;
}

static bool solved(const test_graph* s, uint32_t pair)
{
    const manifold* m = &s->m[pair];
    return (m->flags & MANIFOLD_SENSOR) == 0 && (pushed(s, m->a) != GRAPH_NOBODY || pushed(s, m->b) != GRAPH_NOBODY);
}

// Without the twin.
static void expect_proper(const test_graph* s, const graph_list* lists, const uint32_t* order)
{
    uint32_t* last   = calloc(s->bodies, sizeof *last); // 1 + colour
    uint32_t* number = calloc(s->room + 1, sizeof *number);
    uint32_t places = 0, wanted = 0;
    for (uint32_t i = 0; i < s->contacts; ++i)
    {
        number[s->number[i]] = 1 + i;
        wanted += solved(s, s->number[i]);
    }
    for (uint32_t c = 0; c < GRAPH_LISTS; ++c)
    {
        munit_assert_uint32(lists[c].list.spare, ==, places);
        uint32_t before = 0;
        for (uint32_t k = 0; k < lists[c].list.count; ++k)
        {
            const uint32_t pair    = order[places++];
            const uint32_t body[2] = { pushed(s, s->m[pair].a), pushed(s, s->m[pair].b) };
            munit_assert_true(solved(s, pair));
            munit_assert_uint32(number[pair], >, before); // in order, so nobody is here twice
            before = number[pair];
            for (uint32_t e = 0; e < 2 && c < GRAPH_COLOURS; ++e)
            {
                if (body[e] == GRAPH_NOBODY) continue;
                munit_assert_uint32(last[body[e]], !=, 1 + c);
                last[body[e]] = 1 + c;
            }
        }
        for (uint32_t k = places - lists[c].list.count; k < places; ++k)
            number[order[k]] = 0; // nor in another colour
    }
    munit_assert_uint32(places, ==, wanted);
    free(last);
    free(number);
}

void test_run_graph(test_gpu* gpu, test_graph* s)
{
    static graph_list lists[GRAPH_LISTS];
    const mas_graph* g = &s->stage;
    oracle_graph* t    = &s->twin;
    test_set_list(gpu, s->list, s->contacts, s->room);
    test_upload(gpu, s->contact, s->number, s->contacts * sizeof *s->number);
    test_upload(gpu, s->manifold, s->m, s->pairs * sizeof *s->m);
    test_upload(gpu, s->meet, s->who, 2 * s->bodies * sizeof *s->who);
    test_upload(gpu, s->past, s->old, s->pairs * sizeof *s->old);
    mas_graph_record(g, test_record(gpu));
    test_submit(gpu);
    oracle_graph_step(t, s->number, s->contacts, s->m, s->who, s->old);

    graph_counters counters;
    test_download(gpu, g->counters, &counters, sizeof counters);
    munit_assert_memory_equal(sizeof counters, &counters, &t->counters);
    test_download(gpu, g->lists, lists, sizeof lists);
    for (uint32_t c = 0; c < GRAPH_LISTS; ++c)
    {
        list_header h = mas_list_complete(&gpu->kernels, t->first[c + 1] - t->first[c], s->room);
        h.spare       = t->first[c];
        if (c == GRAPH_COLOURS) h.group_x = h.count > 0; // one group
        munit_assert_memory_equal(sizeof h, &lists[c].list, &h);
    }
    const list_header all = mas_list_complete(&gpu->kernels, t->count, s->room);
    list_header places;
    test_download(gpu, g->places, &places, sizeof places);
    munit_assert_memory_equal(sizeof places, &places, &all);
    uint32_t count;
    test_download(gpu, g->count, &count, sizeof count);
    munit_assert_uint32(count, ==, t->count);
    uint32_t* found = calloc(t->count + 1, sizeof *found);
    test_download(gpu, g->colour, found, t->count * sizeof *found);
    munit_assert_memory_equal(t->count * sizeof *found, found, t->colour);
    test_download(gpu, g->order, found, t->count * sizeof *found);
    munit_assert_memory_equal(t->count * sizeof *found, found, t->order);
    expect_proper(s, lists, found);
    free(found);
}

void test_set_graph(test_graph* s, uint32_t n, const uint32_t (*body)[2])
{
    s->pairs = s->contacts = n;
    for (uint32_t i = 0; i < n; ++i)
    {
        s->m[i]      = (manifold){ .a = 2 * body[i][0], .b = 2 * body[i][1], .count = 1 };
        s->number[i] = i;
        s->old[i]    = PAST_NONE;
    }
}
