#include "twin.h"

#include "inside.h"
#include "module/joints.h"
#include "module/shapes.h"

#include <stdlib.h>
#include <string.h>

static twin_step* step_of(twin* w, uint64_t number)
{
    return &w->step[number % TWIN_IN_FLIGHT];
}

static uint32_t larger(uint32_t a, uint32_t b)
{
    return a > b ? a : b;
}

// What the device is told of colliders and joints, by the module's tables and by the twin's: before any result differs,
// and also where none would.
static void expect_tables(const mas_tables* t, const oracle_world* o)
{
    uint32_t* order         = munit_malloc((t->joint.live + 1) * sizeof *order);
    collision_params planes = { 0 }, own_planes = { 0 };
    mas_list_planes(t, &planes);
    oracle_list_planes(o->tables, &own_planes);
    munit_assert_memory_equal(sizeof planes, &planes, &own_planes);
    munit_assert_float(mas_block_cell(t), ==, oracle_block_cell(o->tables));
    munit_assert_uint32(t->body.count, ==, o->tables->body.count);
    munit_assert_uint32(t->collider.count, ==, o->tables->collider.count);
    munit_assert_uint32(t->joint.count, ==, o->tables->joint.count);
    munit_assert_uint32(t->joint.live, ==, o->rigid.joints.count);
    for (uint32_t i = 0; i < t->collider.count; ++i)
    {
        const collider_data its = mas_collider_of(t, i);
        if (memcmp(&its, &o->colliders.data[i], sizeof its) != 0) munit_errorf("collider %u is not the twin's", i);
    }
    for (uint32_t i = 0; i < t->joint.count; ++i)
    {
        const joint_data its = mas_joint_of(t, i);
        if (memcmp(&its, &o->rigid.joints.data[i], sizeof its) != 0) munit_errorf("joint %u is not the twin's", i);
        if (its.kind != 0) munit_assert_uint32(mas_joints(t)[i].colour, ==, o->tables->joint.slot[i].colour);
    }
    mas_joint_order(t, order);
    if (t->joint.live > 0 && memcmp(order, o->rigid.joints.order, t->joint.live * sizeof *order) != 0)
        munit_error("joints are swept in another order than the twin's");
    free(order);
}

static void play(void* user, const void* block, size_t size)
{
    twin* w         = user;
    oracle_world* o = w->plain;
    oracle_play(o, block, size);
    expect_tables(w->t.world->tables, o);
    twin_step* s = step_of(w, ++w->recorded);
    *s           = (twin_step){
                  .hash     = oracle_world_hash(o),
                  .contacts = o->rigid.cache.counters,
                  .graph    = o->rigid.graph.counters,
                  .blocks   = o->rigid.blocks.counters,
                  .sleep    = o->rigid.sleep.state,
                  .header   = { o->event_count, oracle_event_room(&o->desc.capacity), o->events_needed, 0 },
                  .event    = munit_malloc((o->event_count + 1) * sizeof *s->event),
    };
    memcpy(s->event, o->events, o->event_count * sizeof *s->event);
    if (!o->rigid.meets) s->contacts = (contact_counters){ 0 };
    if (!o->rigid.meets || o->rigid.in_blocks) s->graph = (graph_counters){ 0 };
    if (!o->rigid.meets || !o->rigid.in_blocks) s->blocks = (blocks_counters){ 0 };
    for (uint32_t i = 0; i < o->event_count; ++i)
        ++w->told[o->events[i].kind];
    w->most_asleep                 = larger(w->most_asleep, s->sleep.asleep);
    w->most_touching               = larger(w->most_touching, s->contacts.touching);
    w->most_late_contacts = larger(w->most_late_contacts, o->rigid.meets ? o->rigid.graph.counters.overflow : 0);
    w->most_late_joints   = larger(w->most_late_joints, oracle_late_joints(o->tables));
}

// The report as the device wrote it, in its slot of the ring until the next step takes that.
static void expect_events(const massa_world* w, uint64_t step, const twin_step* s)
{
    const mas_simulation* sim = w->simulation;
    const uint32_t slot       = (uint32_t)((step - 1) % w->desc.max_steps_in_flight);
    const uint8_t* at = sim->arena.mapped[MAS_READBACK] + sim->report.ring.all.offset + slot * (uint64_t)sim->report.ring.all.stride +
                        (sim->report.part[MAS_FAMILY_event][EVENT_TOLD].offset - sim->report.whole.offset);
    event_header header;
    memcpy(&header, at, sizeof header);
    if (header.count != s->header.count || header.needed != s->header.needed)
        munit_errorf("step %llu tells %u events of %u, the twin %u of %u", (unsigned long long)step, header.count,
                     header.needed, s->header.count, s->header.needed);
    for (uint32_t i = 0; i < header.count; ++i)
    {
        event_record r;
        memcpy(&r, at + sizeof header + i * sizeof r, sizeof r);
        if (memcmp(&r, &s->event[i], sizeof r) != 0)
            munit_errorf("step %llu: event %u, kind %u of bodies %u and %u, is for the twin kind %u of %u and %u",
                         (unsigned long long)step, i, r.kind, r.a.body, r.b.body, s->event[i].kind, s->event[i].a.body,
                         s->event[i].b.body);
    }
}

static void expect(const char* what, uint64_t step, uint32_t got, uint32_t wanted)
{
    if (got != wanted) munit_errorf("step %llu has %u %s, the twin %u", (unsigned long long)step, got, what, wanted);
}

static void compare(test_world* t, const massa_poll_result* news)
{
    twin* w            = (twin*)t; // its first member
    const uint64_t now = news->last_step;
    twin_step* s       = step_of(w, now);
    munit_assert_uint64(news->first_step, ==, now);
    munit_assert_uint64(now, ==, ++w->heard);
    expect("pairs", now, news->pair_count, s->contacts.pairs);
    expect("recycled", now, news->recycled_count, s->contacts.recycled);
    expect("contacts", now, news->contact_count, s->contacts.contacts);
    expect("touching", now, news->touching_count, s->contacts.touching);
    const blocks_counters* b = &s->blocks;
    expect("solved", now, news->solved_count, s->graph.solved + b->first + b->second + b->lone);
    expect("colours", now, news->colour_count, s->graph.colours + b->colours);
    expect("without a colour", now, news->serial_count, s->graph.overflow + b->overflow + b->late);
    expect("blocks", now, news->block_count, b->blocks);
    expect("between blocks", now, news->boundary_count, b->second + b->lone);
    expect("awake", now, news->awake_count, s->sleep.awake);
    expect("asleep", now, news->asleep_count, s->sleep.asleep);
    munit_assert_true(news->has_hash);
    if (news->hash != s->hash)
        munit_errorf("after step %llu the state differs from the twin's", (unsigned long long)now);
    expect_events(t->world, now, s);
    free(s->event);
}

void twin_create(twin* w, test_gpu* gpu, massa_world_desc desc, uint32_t in_flight)
{
    memset(w, 0, sizeof *w);
    munit_assert_uint32(in_flight, <=, TWIN_IN_FLIGHT);
    test_world_create(&w->t, gpu, desc, 1, in_flight);
    w->t.heard = compare;
    w->plain   = oracle_create_world(&desc);
    test_try(massa_world_set_recorder(w->t.world, play, w));
}

void twin_run(twin* w, uint32_t steps)
{
    test_world* t = &w->t;
    t->step.hash  = true;
    for (uint32_t i = 0; i < steps; ++i)
    {
        VkCommandBuffer cmd = test_world_begin(t);
        if (t->edit != NULL) t->edit(t, massa_world_last_step(t->world) + 1);
        test_try(massa_cmd_step(t->world, cmd, &t->step));
        test_world_submit(t, cmd);
    }
    test_world_finish(t);
    munit_assert_uint64(w->heard, ==, w->recorded);
}

void twin_destroy(twin* w)
{
    test_world_destroy(&w->t);
    oracle_destroy_world(w->plain);
}

// An id as hosts see it: slot, generation, kind, from the lowest bit.
static uint64_t id_of(uint64_t kind, uint32_t slot, uint32_t generation)
{
    return slot | (uint64_t)generation << 32 | kind << 56;
}

uint32_t twin_events(const oracle_world* o, massa_event* out)
{
    for (uint32_t i = 0; i < o->event_count; ++i)
    {
        const event_record* r = &o->events[i];
        const bool pair       = r->kind != EVENT_BODY_LOST && r->kind != EVENT_BODY_SLEEP && r->kind != EVENT_BODY_WAKE;
        massa_event* e        = &out[i];
        *e                    = (massa_event){ .kind = (massa_event_kind)r->kind };
        e->body_a.bits        = id_of(1, r->a.body, r->a.generation);
        if (!pair) continue;
        e->body_b.bits  = id_of(1, r->b.body, r->b.generation);
        e->shape_a.bits = id_of(2, r->a.shape, r->a.shape_generation);
        e->shape_b.bits = id_of(2, r->b.shape, r->b.shape_generation);
        e->collider_a   = r->a.collider;
        e->collider_b   = r->b.collider;
        e->point        = (massa_vec3){ r->point.x, r->point.y, r->point.z };
        e->normal       = (massa_vec3){ r->normal.x, r->normal.y, r->normal.z };
        e->speed        = r->point.w;
    }
    return o->event_count;
}
