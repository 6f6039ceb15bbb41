#include "sleepers.h"

#include <stdlib.h>
#include <string.h>

void test_plan_sleepers(test_gpu* gpu, test_sleepers* t, uint32_t bodies, uint32_t room)
{
    test_reset(gpu);
    memset(t, 0, sizeof *t);
    mas_arena* a = &gpu->arena;
    test_plan_bodies(gpu, &t->array, bodies);
    mas_sleep_plan(&t->sleep, a, bodies, room);
    t->from = (mas_sleep_sources){
        .collider     = mas_plan(a, MAS_STATE, "colliders", bodies, sizeof(collider_data)),
        .meet         = mas_plan(a, MAS_SCRATCH, "meet", bodies, sizeof(collider_meet)),
        .pair_list    = mas_plan_list(a, MAS_SCRATCH, "pair list"),
        .manifold     = mas_plan(a, MAS_STATE, "manifolds", room, sizeof(manifold)),
        .past         = mas_plan(a, MAS_SCRATCH, "past", room, sizeof(uint32_t)),
        .record       = mas_plan(a, MAS_STATE, "records", room, sizeof(pair_cache)),
        .record_count = mas_plan(a, MAS_STATE, "record count", 1, sizeof(uint32_t)),
        .contact      = mas_plan(a, MAS_SCRATCH, "contacts", room, sizeof(uint32_t)),
        .contact_list = mas_plan_list(a, MAS_SCRATCH, "contact list"),
        .joint        = mas_plan(a, MAS_STATE, "joints", room, sizeof(joint_data)),
    };
    t->room     = room;
    t->bodies   = oracle_create_bodies(bodies);
    t->known    = oracle_create_sleep(bodies, room);
    t->touching = (oracle_touching){
        .collider = calloc(bodies + 1, sizeof(collider_data)),
        .meet     = calloc(bodies + 1, sizeof(collider_meet)),
        .manifold = calloc(room + 1, sizeof(manifold)),
        .past     = calloc(room + 1, sizeof(uint32_t)),
        .record   = calloc(room + 1, sizeof(pair_cache)),
        .contact  = calloc(room + 1, sizeof(uint32_t)),
        .joint    = calloc(room + 1, sizeof(joint_data)),
    };
    t->step = (sleep_push){ .dt = 1.0f / 60.0f, .time = 0.05f, .flags = SLEEP_FORCED };
}

void test_create_sleepers(test_gpu* gpu, test_sleepers* t)
{
    test_try(mas_sleep_create(&t->sleep, &gpu->kernels, &t->array.array, &t->from));
}

void test_destroy_sleepers(test_sleepers* t)
{
    oracle_destroy_bodies(&t->bodies);
    oracle_destroy_sleep(&t->known);
    free(t->touching.collider);
    free(t->touching.meet);
    free(t->touching.manifold);
    free(t->touching.past);
    free(t->touching.record);
    free(t->touching.contact);
    free(t->touching.joint);
}

void test_set_sleeper(test_sleepers* t, uint32_t slot, uint32_t flags)
{
    const uint32_t generation = 1 + (t->bodies.trait[slot].tag >> BODY_FLAG_BITS);
    const bool dynamic        = (flags & BODY_DYNAMIC) != 0;
    t->bodies.trait[slot]     = (body_trait){ .tag = generation << BODY_FLAG_BITS | flags, .sleep_speed = 0.05f };
    t->bodies.motion[slot]    = (body_motion){ 0 };
    t->bodies.mass[slot].inverse =
        dynamic ? (mas_vec4){ 6.0f, 6.0f, 6.0f, 1.0f } : (mas_vec4){ 0.0f, 0.0f, 0.0f, 0.0f };
    collider_data* c = &t->touching.collider[slot];
    c->kind          = (flags & BODY_ALIVE) != 0 ? COLLIDER_BOX : 0;
    c->body          = (flags & BODY_ALIVE) != 0 ? slot : 0;
    ++c->stamp;
    if (slot >= t->step.bodies) t->step.bodies = t->step.colliders = slot + 1;
}

void test_set_speed(test_sleepers* t, uint32_t slot, float speed)
{
    t->bodies.motion[slot].velocity.y = speed;
}

uint32_t test_add_pair(test_sleepers* t, uint32_t a, uint32_t b)
{
    const uint32_t k = t->touching.pairs++;
    munit_assert_uint32(k, <, t->room);
    t->touching.manifold[k] = (manifold){ .a = a, .b = b, .count = 1, .flags = MANIFOLD_TOUCHES };
    t->touching.past[k]     = PAST_NONE;
    return k;
}

void test_add_joint(test_sleepers* t, uint32_t a, uint32_t b)
{
    munit_assert_uint32(t->step.joints, <, t->room);
    t->touching.joint[t->step.joints++] = (joint_data){ .kind = JOINT_BALL, .a = a, .b = b, .life = 1 };
}

void test_upload_sleepers(test_gpu* gpu, const test_sleepers* t)
{
    const oracle_touching* o = &t->touching;
    test_upload_bodies(gpu, &t->array, &t->bodies);
    test_upload(gpu, t->from.collider, o->collider, t->step.colliders * sizeof *o->collider);
    test_upload(gpu, t->from.record, o->record, o->records * sizeof *o->record);
    test_upload(gpu, t->from.record_count, &o->records, sizeof o->records);
    test_upload(gpu, t->from.joint, o->joint, t->step.joints * sizeof *o->joint);
    test_upload(gpu, t->sleep.body, t->known.body, t->known.capacity * sizeof *t->known.body);
    test_upload(gpu, t->sleep.state, &t->known.state, sizeof t->known.state);
    test_upload(gpu, t->sleep.ties, t->known.tie, t->room * sizeof *t->known.tie);
}

static void expect(test_gpu* gpu, const test_sleepers* t)
{
    test_expect_array(gpu, "sleep", t->sleep.body, t->known.body, t->known.capacity);
    test_expect_array(gpu, "sleep state", t->sleep.state, &t->known.state, 1);
    test_expect_array(gpu, "ties", t->sleep.ties, t->known.tie, t->room);
    test_expect_array(gpu, "trait", t->array.array.trait, t->bodies.trait, t->known.capacity);
    test_expect_array(gpu, "motion", t->array.array.motion, t->bodies.motion, t->known.capacity);
}

static void expect_list(test_gpu* gpu, mas_span list, uint32_t count)
{
    const list_header expected = mas_list_complete(&gpu->kernels, count, count);
    list_header found;
    test_download(gpu, list, &found, sizeof found);
    munit_assert_memory_equal(sizeof found, &found, &expected);
}

// As bounds does.
static void meet(test_sleepers* t)
{
    for (uint32_t i = 0; i < t->step.colliders; ++i)
    {
        const uint32_t body = t->touching.collider[i].body, tag = t->bodies.trait[body].tag;
        const body_motion* m = &t->bodies.motion[body];
        const bool dynamic   = (tag & BODY_DYNAMIC) != 0;
        const bool still     = !dynamic && m->velocity.y == 0.0f && m->momentum.y == 0.0f;
        const bool asleep    = (tag & BODY_MOVES) == 0 || (tag & BODY_ASLEEP) != 0 || still;
        t->touching.meet[i]  = (collider_meet){ .who = body | (uint32_t)COLLIDER_BOX << MEET_KIND_SHIFT |
                                                       (dynamic ? MEET_DYNAMIC : 0) | (asleep ? MEET_ASLEEP : 0) };
        if (t->touching.collider[i].kind == 0) t->touching.meet[i] = (collider_meet){ 0 };
    }
}

// As bins and match do: a pair with other stamps has no past.
static void remember(test_sleepers* t)
{
    oracle_touching* o = &t->touching;
    for (uint32_t k = 0; k < o->pairs; ++k)
    {
        const manifold* m    = &o->manifold[k];
        const pair_cache now = {
            .a = m->a, .b = m->b, .stamp_a = o->collider[m->a].stamp, .stamp_b = o->collider[m->b].stamp
        };
        const bool same = k < o->records && memcmp(&o->record[k], &now, sizeof now) == 0;
        o->past[k]      = same ? k : PAST_NONE;
        o->record[k]    = now;
    }
    o->records = o->pairs;
}

// As contacts does: in order, but for pairs that nothing moves.
static void list_contacts(test_sleepers* t)
{
    oracle_touching* o = &t->touching;
    o->contacts        = 0;
    for (uint32_t k = 0; k < o->pairs; ++k)
    {
        const manifold* m = &o->manifold[k];
        const bool left   = (o->meet[m->a].who & o->meet[m->b].who & MEET_ASLEEP) != 0;
        if (m->count > 0 && !left) o->contact[o->contacts++] = k;
    }
}

static mas_sleep_settings settings(const test_sleepers* t)
{
    return (mas_sleep_settings){ .bodies    = t->step.bodies,
                                 .colliders = t->step.colliders,
                                 .joints    = t->step.joints,
                                 .flags     = t->step.flags,
                                 .dt        = t->step.dt,
                                 .time      = t->step.time };
}

void test_run_sleepers(test_gpu* gpu, const test_sleepers* t)
{
    const mas_sleep_settings w = settings(t);
    mas_recorder* rec          = test_record(gpu);
    mas_sleep_begin_record(&t->sleep, rec, &w);
    mas_sleep_touch_record(&t->sleep, rec, &w);
    mas_sleep_end_record(&t->sleep, rec, &w);
    test_submit(gpu);
}

void test_step_sleepers(test_gpu* gpu, test_sleepers* t)
{
    oracle_touching* o         = &t->touching;
    const mas_sleep_settings w = settings(t);
    test_upload_sleepers(gpu, t);
    mas_sleep_begin_record(&t->sleep, test_record(gpu), &w);
    test_submit(gpu);
    oracle_sleep_begin(&t->known, &t->bodies, o, &t->step);
    expect(gpu, t);
    expect_list(gpu, t->sleep.list[SLEEP_BODIES], t->known.bodies_listed);
    expect_list(gpu, t->sleep.list[SLEEP_COLLIDERS], t->known.colliders_listed);

    const uint32_t pairs = t->known.colliders_listed > 0 ? o->pairs : 0; // the others are spared
    if (pairs > 0) remember(t);
    meet(t);
    test_upload(gpu, t->from.meet, o->meet, t->step.colliders * sizeof *o->meet);
    test_upload(gpu, t->from.manifold, o->manifold, o->pairs * sizeof *o->manifold);
    test_upload(gpu, t->from.past, o->past, o->pairs * sizeof *o->past);
    test_set_list(gpu, t->from.pair_list, pairs, t->room);
    mas_sleep_touch_record(&t->sleep, test_record(gpu), &w);
    test_submit(gpu);
    oracle_sleep_touch(&t->known, &t->bodies, o, &t->step);
    expect(gpu, t);
    test_expect_array(gpu, "meet", t->from.meet, o->meet, t->step.colliders);

    list_contacts(t);
    if (pairs == 0) o->contacts = 0;
    test_upload(gpu, t->from.contact, o->contact, o->contacts * sizeof *o->contact);
    test_set_list(gpu, t->from.contact_list, o->contacts, t->room);
    mas_sleep_end_record(&t->sleep, test_record(gpu), &w);
    test_submit(gpu);
    oracle_sleep_end(&t->known, &t->bodies, o, &t->step);
    expect(gpu, t);
    t->step.flags = 0;
}

bool test_sleeps(const test_sleepers* t, uint32_t slot)
{
    return (t->bodies.trait[slot].tag & BODY_ASLEEP) != 0;
}
