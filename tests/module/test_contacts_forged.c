// Snapshots of a heap whose contacts have colours and have begun, forged and sealed again. Red when colours are taken
// that no step gives (two contacts of one colour would push a body at once), or contacts that cannot have begun.
// runs: lavapipe25 layers asan. What the host side does with its input is the same on every driver.
#include "meeting.h"

#include "inside.h"

#include <stdlib.h>
#include <string.h>

enum
{
    HEADER = 256, // of a snapshot
    BOXES  = 6,
    PAIRS  = 64
};

typedef struct kept // what the device keeps of contacts
{
    uint32_t *places, *colour, *order, *used;
    touch_record* open;
} kept;

static kept kept_of(const massa_world* w, uint8_t* state)
{
    const mas_collision_part* s = w->simulation->collision;
    return (kept){ (uint32_t*)(state + s->graph.count.offset), (uint32_t*)(state + s->graph.colour.offset),
                   (uint32_t*)(state + s->graph.order.offset), (uint32_t*)(state + s->touch.used.offset),
                   (touch_record*)(state + s->touch.open.offset) };
}

// Forgery n; false: there are no more. In a stack each contact but the lowest shares a body with its neighbours.
static bool forge(const kept* k, uint32_t n)
{
    const uint32_t pushes = GRAPH_PUSHED_A | GRAPH_PUSHED_B;
    switch (n)
    {
    case 0: k->colour[0] = pushes | (GRAPH_COLOURS + 1); break; // there is no such colour
    case 1: k->colour[0] = pushes | GRAPH_COLOUR_MASK; break;
    case 2: k->colour[0] = pushes; break;             // none, and pushes
    case 3: k->colour[0] &= GRAPH_COLOUR_MASK; break; // one, and pushes nobody
    case 4: k->colour[0] |= 256; break;               // bits that nobody writes
    case 5: k->colour[0] = UINT32_MAX; break;
    case 6: k->colour[1] = k->colour[0], k->order[1] = k->order[0]; break; // one contact twice
    case 7:                                                                // all of one colour
        for (uint32_t i = 0; i < *k->places; ++i)
            if (k->colour[i] != 0) k->colour[i] = (k->colour[i] & pushes) | 1;
        break;
    case 8: *k->used = PAIRS + 1; break;
    case 9: *k->used = UINT32_MAX; break;
    case 10: *k->used = 0; break; // and yet some have begun
    case 11: k->open[0].kind = EVENT_CONTACT_HIT; break;
    case 12: k->open[PAIRS - 1] = k->open[0]; break;
    case 13: k->open[0].a.body = 1u << 24; break;
    case 14: k->open[0].b.collider = UINT32_MAX; break;
    default: return false;
    }
    return true;
}

static MunitResult snapshots(const MunitParameter params[], void* fixture)
{
    (void)params;
    test_gpu* gpu      = fixture;
    massa_world_desc d = meeting_desc(BOXES + 1, PAIRS);
    d.gravity.y        = -9.81f;
    massa_world* w;
    massa_snapshot* s;
    test_try(massa_create_world(gpu->device, &d, &w));
    test_try(massa_create_snapshot(w, &s));
    const massa_shape_id box = meeting_box(w, 0.5f, 0.5f, 0.5f);
    meeting_body(w, MASSA_BODY_STATIC, meeting_plane(w), 0.0f, 0.0f, 0.0f);
    for (uint32_t i = 0; i < BOXES; ++i)
        meeting_body(w, MASSA_BODY_DYNAMIC, box, 0.0f, 0.5f + 0.999f * (float)i, 0.0f);
    const massa_poll_result news = meeting_step(gpu, w, 0);
    munit_assert_uint32(news.solved_count, ==, BOXES);
    munit_assert_uint32(news.serial_count, ==, 0);
    VkCommandBuffer cmd = platform_begin(&gpu->host);
    test_try(massa_cmd_save(w, cmd, s));
    munit_assert(platform_submit_and_wait(&gpu->host, cmd));
    const void* data;
    size_t size;
    test_try(massa_snapshot_bytes(s, &data, &size));
    uint8_t *good = aligned_alloc(64, (size + 63) / 64 * 64), *forged = aligned_alloc(64, (size + 63) / 64 * 64);
    memcpy(good, data, size);
    const uint64_t tables = (w->tables->bytes + 255) / 256 * 256;
    test_try(massa_snapshot_load(s, good, size));
    munit_assert_uint32(*kept_of(w, good + HEADER + tables).places, ==, BOXES);
    for (uint32_t n = 0;; ++n)
    {
        memcpy(forged, good, size);
        const kept k = kept_of(w, forged + HEADER + tables);
        if (!forge(&k, n)) break;
        api_seal_snapshot(forged, size);
        mas_wrapper.errors = 0;
        if (massa_snapshot_load(s, forged, size) != MASSA_ERROR_SNAPSHOT) munit_errorf("forgery %u was taken", n);
    }
    free(good);
    free(forged);
    massa_destroy_snapshot(s);
    massa_destroy_world(w);
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/snapshots", snapshots, api_setup, wrapper_tear_down, 0, NULL },
    { 0 },
};
MunitSuite test_contacts_forged_suite = { "/contacts-forged", tests, NULL, 1, 0 };
