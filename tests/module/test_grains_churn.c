// Random calls in random order about shapes, bodies that have them, kinds of grains and particles, with steps, saves,
// restores and resizes between them, against a model that knows what lives, what is pending and what must be refused.
// Red when a call is taken or refused against the model, an id comes twice, a slot is not the first free one, or the
// device holds a particle that the model does not, or none where it has one.
// runs: lavapipe25 layers asan. What the host side does with its input is the same on every driver.
#include "churn.h"

#include <stdlib.h>
#include <string.h>

enum
{
    BATCH = 500 // calls per world
};

// ---- Kinds ----

static void create_kind(model* m)
{
    massa_grains_desc d = massa_default_grains_desc();
    massa_grains_id id;
    bool wrong = false;
    uint32_t n = MASSA_MAX_GRAINS;
    d.radius   = 0.02f * (float)(1 + churn_pick(m, 10)); // 1 : 10
    d.hertz    = 10.0f;
    for (uint32_t i = MASSA_MAX_GRAINS; i-- > 0;)
    {
        const float other = m->now.kind[i].radius;
        if (m->now.kind[i].state == FREE) n = i;
        if (m->now.kind[i].state == USED) wrong |= d.radius > 8.0f * other || other > 8.0f * d.radius;
    }
    const massa_result want = m->capacity.particles == 0 ? MASSA_ERROR_CAPACITY
                              : wrong                    ? MASSA_ERROR_RANGE
                              : n == MASSA_MAX_GRAINS    ? MASSA_ERROR_CAPACITY
                                                         : churn_room(m, 1);
    churn_expect(m, massa_create_grains(m->world, &d, &id), want, "massa_create_grains");
    if (want != MASSA_OK) return;
    munit_assert_uint32(massa_grains_index(id), ==, n);
    m->now.kind[n].state  = USED;
    m->now.kind[n].id     = id.bits;
    m->now.kind[n].radius = d.radius;
    ++m->now.edits;
}

// A kind in use, or MASSA_MAX_GRAINS and the id of one that is not.
static uint32_t some_kind(model* m, massa_grains_id* id)
{
    const uint32_t n = churn_pick(m, MASSA_MAX_GRAINS);
    id->bits         = m->now.kind[n].id;
    if (m->now.kind[n].state == USED && churn_pick(m, 12) != 0) return n;
    if (m->now.kind[n].state == USED) id->bits = churn_dead(m, (churn_list)churn_pick(m, 4));
    return MASSA_MAX_GRAINS;
}

static void destroy_kind(model* m)
{
    massa_grains_id id;
    if (churn_pick(m, 4) != 0) return; // or there would hardly be any
    const uint32_t n        = some_kind(m, &id);
    const massa_result want = n == MASSA_MAX_GRAINS ? MASSA_ERROR_STALE_ID : churn_room(m, 1);
    churn_expect(m, massa_destroy_grains(m->world, id), want, "massa_destroy_grains");
    if (want != MASSA_OK) return;
    m->now.kind[n].state = LEAVING;
    churn_bury(m, KINDS_GONE, id.bits);
    for (uint32_t i = 0; i < MAX_PARTICLES; ++i)
        if (m->now.slot[i].id != 0 && m->now.slot[i].kind == n) churn_bury(m, PARTICLES_GONE, m->now.slot[i].id);
    ++m->now.edits;
}

// ---- Particles ----

static bool lives(const model* m, uint32_t slot)
{
    return m->now.slot[slot].id != 0 && m->now.kind[m->now.slot[slot].kind].state == USED;
}

static void mark(model* m, uint32_t slot)
{
    m->now.records += !m->now.slot[slot].pending;
    m->now.slot[slot].pending = true;
}

static void add(model* m)
{
    massa_particle p[24];
    massa_particle_id ids[24];
    massa_grains_id kind;
    uint32_t slot[24], records = 0, found = 0;
    const uint32_t n = some_kind(m, &kind), count = churn_pick(m, churn_pick(m, 3) == 0 ? 24 : 6);
    const bool wrong = count > 0 && churn_pick(m, 10) == 0;
    for (uint32_t i = 0; i < m->capacity.particles && found < count; ++i)
    {
        if (m->now.slot[i].id != 0) continue;
        records += !m->now.slot[i].pending;
        slot[found++] = i;
    }
    for (uint32_t i = 0; i < count; ++i)
    {
        const massa_vec3 x = { (float)churn_pick(m, 64) / 32.0f, (float)churn_pick(m, 64) / 64.0f, 0.0f };
        p[i]               = (massa_particle){ x, { 0.0f, -1.0f, 0.0f } };
    }
    if (wrong) p[churn_pick(m, count)].velocity.z = 2e4f;
    const massa_result want = n == MASSA_MAX_GRAINS ? MASSA_ERROR_STALE_ID
                              : found < count       ? MASSA_ERROR_CAPACITY
                              : count > 0 && records > m->capacity.particle_edits - m->now.records
                                  ? MASSA_ERROR_EDITS_FULL
                              : wrong ? MASSA_ERROR_RANGE
                                      : MASSA_OK;
    churn_expect(m, massa_grains_add(m->world, kind, p, count, ids), want, "massa_grains_add");
    if (want != MASSA_OK) return;
    for (uint32_t i = 0; i < count; ++i)
    {
        munit_assert_uint32(massa_particle_index(ids[i]), ==, slot[i]);
        for (uint32_t k = 0; k < MAX_GONE; ++k)
            munit_assert_uint64(ids[i].bits, !=, m->now.gone[PARTICLES_GONE][k]);
        m->now.slot[slot[i]].id   = ids[i].bits;
        m->now.slot[slot[i]].kind = n;
        mark(m, slot[i]);
        if (slot[i] >= m->now.slots) m->now.slots = slot[i] + 1;
    }
    m->adds += count;
}

static void take_out(model* m)
{
    massa_particle_id ids[8];
    uint32_t slot[8], count = 0, records = 0;
    bool named[MAX_PARTICLES] = { false }, wrong = false;
    for (uint32_t i = 1 + churn_pick(m, 8); i > 0; --i)
    {
        const uint32_t k = churn_pick(m, m->now.slots);
        const bool stale = churn_pick(m, 60) == 0;
        if (!stale && !lives(m, k)) continue;
        ids[count].bits = stale ? churn_dead(m, (churn_list)churn_pick(m, 4)) : m->now.slot[k].id;
        slot[count++]   = k;
        wrong |= stale;
        if (stale || named[k]) continue; // the same one may be drawn twice
        records += !m->now.slot[k].pending;
        named[k] = true;
    }
    const massa_result want = wrong                                                   ? MASSA_ERROR_STALE_ID
                              : records > m->capacity.particle_edits - m->now.records ? MASSA_ERROR_EDITS_FULL
                                                                                      : MASSA_OK;
    churn_expect(m, massa_remove_particles(m->world, ids, count), want, "massa_remove_particles");
    if (want != MASSA_OK) return;
    for (uint32_t i = 0; i < count; ++i)
    {
        if (m->now.slot[slot[i]].id == 0) continue;
        churn_bury(m, PARTICLES_GONE, ids[i].bits);
        m->now.slot[slot[i]].id = 0;
        mark(m, slot[i]);
    }
}

// ---- The world ----

static void look(model* m) // at the device, after a step and before any further call
{
    mas_vec4 array[3][MAX_PARTICLES];
    const mas_vec4 none = { 0 };
    for (uint32_t k = 0; k < 3; ++k)
        api_read(m->gpu, m->world, (massa_view_kind)(MASSA_VIEW_PARTICLE_POSITION + k), array[k],
                 m->capacity.particles);
    for (uint32_t i = 0; i < m->capacity.particles; ++i)
    {
        const uint32_t tag = 0x40000000u | m->now.slot[i].kind << 23 | i;
        if (m->now.slot[i].id == 0)
        {
            munit_assert_memory_equal(sizeof none, &array[0][i], &none);
            munit_assert_memory_equal(sizeof none, &array[2][i], &none);
            if (!m->cleared) munit_assert_memory_equal(sizeof none, &array[1][i], &none);
            continue;
        }
        munit_assert_memory_equal(sizeof tag, &array[0][i].w, &tag);
        munit_assert_memory_equal(sizeof tag, &array[1][i].w, &tag);
        munit_assert_float(array[2][i].w, >, 0.0f);
    }
}

static void step(model* m)
{
    massa_poll_result news;
    massa_step_desc desc = massa_default_step_desc();
    VkCommandBuffer cmd  = platform_begin(&m->gpu->host);
    desc.hash            = true;
    test_try(massa_cmd_step(m->world, cmd, &desc));
    munit_assert(platform_submit_and_wait(&m->gpu->host, cmd));
    test_try(massa_world_poll(m->world, massa_world_last_step(m->world), &news));
    m->now.edits = m->now.records = 0;
    m->cleared                    = false;
    uint32_t live                 = 0;
    for (uint32_t i = 0; i < MAX_PARTICLES; ++i)
    {
        m->now.slot[i].pending = false;
        if (m->now.slot[i].id != 0 && !lives(m, i)) m->now.slot[i].id = 0, m->cleared = true;
        live += m->now.slot[i].id != 0;
    }
    for (uint32_t i = 0; i < MASSA_MAX_GRAINS; ++i)
        if (m->now.kind[i].state == LEAVING) m->now.kind[i].state = FREE;
    munit_assert_uint32(news.particle_count, ==, live);
    munit_assert_uint32(news.particles_lost, ==, 0);
    m->hash    = news.hash;
    m->resized = false;
    m->begun   = true;
    if (++m->steps % 4 == 0 && m->capacity.particles > 0) look(m);
}

static void save(model* m)
{
    VkCommandBuffer cmd = platform_begin(&m->gpu->host);
    test_try(massa_cmd_save(m->world, cmd, m->snapshot));
    munit_assert(platform_submit_and_wait(&m->gpu->host, cmd));
    m->saved = m->begun = true;
    m->then             = m->now;
}

static void restore(model* m)
{
    const void* data;
    size_t size;
    if (!m->saved) return;
    VkCommandBuffer cmd = platform_begin(&m->gpu->host);
    test_try(massa_snapshot_bytes(m->snapshot, &data, &size));
    void* bytes = memcpy(malloc(size), data, size);
    test_try(massa_snapshot_load(m->snapshot, bytes, size)); // what is saved is sound
    free(bytes);
    test_try(massa_cmd_restore(m->world, cmd, m->snapshot));
    munit_assert(platform_submit_and_wait(&m->gpu->host, cmd));
    m->begun = true;
    m->now   = m->then;
}

static void resize(model* m)
{
    const state* s    = &m->now;
    massa_capacity c  = m->capacity;
    c.bodies          = 1 + churn_pick(m, MAX_BODIES);
    c.edits           = 8 + churn_pick(m, 32);
    c.shapes          = churn_pick(m, MAX_SHAPES + 1);
    c.colliders       = churn_pick(m, 6);
    c.particles       = churn_pick(m, 6) == 0 ? 0 : churn_pick(m, MAX_PARTICLES + 1);
    c.particle_edits  = 1 + churn_pick(m, 60);
    massa_result want = m->resized ? MASSA_ERROR_IN_FLIGHT : MASSA_OK;
    if (want == MASSA_OK &&
        (c.bodies < s->body_slots || c.edits < s->edits || c.shapes < s->shape_slots ||
         c.colliders < s->collider_slots || c.particles < s->slots || c.particle_edits < s->records))
        want = MASSA_ERROR_CAPACITY;
    massa_capacity asked = c;
    if (c.colliders == 0) asked.colliders = MASSA_NONE;
    churn_expect(m, massa_world_resize(m->world, &asked), want, "massa_world_resize");
    if (want != MASSA_OK) return;
    m->capacity = c;
    m->resized  = m->begun;
    m->begun = m->saved = false;
    massa_destroy_snapshot(m->snapshot);
    test_try(massa_create_snapshot(m->world, &m->snapshot));
}

static model* live(test_gpu* gpu, uint64_t seed, uint32_t count)
{
    static void (*const calls[])(model*) = { churn_create_shape,
                                             churn_destroy_shape,
                                             churn_create_body,
                                             churn_set_shape,
                                             churn_destroy_body,
                                             create_kind,
                                             create_kind,
                                             destroy_kind,
                                             add,
                                             add,
                                             add,
                                             take_out,
                                             take_out,
                                             step,
                                             step,
                                             step };
    model* m                             = calloc(1, sizeof *m);
    m->gpu                               = gpu;
    m->random                            = seed;
    massa_world_desc desc                = api_desc(MAX_BODIES);
    desc.gravity                         = (massa_vec3){ 0 };
    desc.capacity = (massa_capacity)API_ROOM(MAX_BODIES, 24, 4, 1, MAX_SHAPES, 4, 60 + churn_pick(m, 80), 40, 8);
    m->capacity   = desc.capacity;
    test_try(massa_create_world(gpu->device, &desc, &m->world));
    test_try(massa_create_snapshot(m->world, &m->snapshot));
    for (uint32_t i = 0; i < count; ++i)
    {
        const uint32_t rare = churn_pick(m, 100);
        if (rare < 4)
            (rare < 2 ? save : rare == 2 ? restore : resize)(m);
        else
            calls[churn_pick(m, MAS_COUNT(calls))](m);
    }
    step(m);
    massa_destroy_snapshot(m->snapshot);
    massa_destroy_world(m->world);
    return m;
}

static MunitResult calls_in_any_order(const MunitParameter params[], void* fixture)
{
    (void)params;
    const uint32_t worlds = (test_full() ? 100000 : 10000) / BATCH;
    const uint64_t seeds  = test_full() ? munit_rand_uint32() : 1; // munit prints its own seed
    uint32_t steps = 0, refusals = 0, adds = 0;
    uint64_t first = 0;
    for (uint32_t i = 0; i <= worlds; ++i)
    {
        model* m = live(fixture, seeds + i % worlds, BATCH);
        if (i == 0) first = m->hash;
        if (i == worlds) munit_assert_uint64(m->hash, ==, first); // the same calls, the same life
        steps += m->steps;
        refusals += m->refusals;
        adds += m->adds;
        free(m);
    }
    munit_logf(MUNIT_LOG_INFO, "%u steps, %u refusals, %u particles", steps, refusals, adds);
    munit_assert_uint32(steps, >, worlds * BATCH / 20); // the mixture is one
    munit_assert_uint32(refusals, >, worlds * BATCH / 20);
    munit_assert_uint32(adds, >, worlds * BATCH / 4);
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/calls-in-any-order", calls_in_any_order, api_setup, wrapper_tear_down, 0, NULL },
    { 0 },
};
MunitSuite test_grains_churn_suite = { "/grains-churn", tests, NULL, 1, 0 };
