// Islands, sleep and waking (module/docs/lab/rigid.md, "Sleep"). An island is a set of bodies that contacts or joints
// link. It falls asleep as a whole when all its bodies have rested for long enough, and wakes as a whole. The bodies of
// a sleeping island count as fixed, and its pairs are left alone.
//
// At the step's beginning, after the edits:
//   begin     what has to be checked in this step                  sleep_begin.comp, one thread
//   changed   bodies that touched a collider the host changed      sleep_changed.comp, last step's pairs
//   edited    bodies that an edit woke or destroyed                sleep_edited.comp
//   parted    bodies that a changed joint held                     sleep_parted.comp, joints
//   wake      their islands                                        sleep_wake.comp
// When this step's manifolds are known, before they become contacts:
//   listen    whether any body sleeps                              sleep_listen.comp, one thread
//   touch     bodies that a contact wakes                          sleep_touch.comp, pairs
//   pull      bodies that a joint wakes                            sleep_pull.comp, joints
//   wake      their islands                                        sleep_wake.comp
//   meet      the colliders of woken bodies                        sleep_meet.comp
// At the end:
//   rest      times of rest, number of bodies awake                sleep_rest.comp
//   islands   whether any body may fall asleep                     sleep_islands.comp, one thread
//   link      contacts -> trees of islands                         sleep_link.comp
//   tie       joints -> the same trees                             sleep_tie.comp
//   gather    each body's root, and members that must stay awake   sleep_gather.comp
//   fall      islands fall asleep                                  sleep_fall.comp
// All passes run from headers on the device: while every body sleeps and nothing is edited, only the threads that check
// for that run, and other stages are spared by the lists SLEEP_BODIES and SLEEP_COLLIDERS.
#include "sleep.h"

#include <string.h>

enum
{
    BEGIN,
    CHANGED,
    EDITED,
    PARTED,
    WAKE,
    LISTEN,
    TOUCH,
    PULL,
    MEET,
    REST,
    ISLANDS,
    LINK,
    TIE,
    GATHER,
    FALL
};

const mas_kernel_desc mas_sleep_kernels[] = {
    [BEGIN]   = { .name = "sleep_begin", .access = "xrw", .push = sizeof(sleep_push) },
    [CHANGED] = { .name = "sleep_changed", .access = "rrrx", .push = sizeof(sleep_push) },
    [EDITED]  = { .name = "sleep_edited", .access = "rx", .push = sizeof(sleep_push) },
    [PARTED]  = { .name = "sleep_parted", .access = "rxx", .push = sizeof(sleep_push) },
    [WAKE]    = { .name = "sleep_wake", .access = "xxx", .push = sizeof(sleep_push) },
    [LISTEN]  = { .name = "sleep_listen", .access = "rrx", .push = sizeof(sleep_push) },
    [TOUCH]   = { .name = "sleep_touch", .access = "xxrrrrx", .push = sizeof(sleep_push) },
    [PULL]    = { .name = "sleep_pull", .access = "xxrrrx", .push = sizeof(sleep_push) },
    [MEET]    = { .name = "sleep_meet", .access = "rx", .push = sizeof(sleep_push) },
    [REST]    = { .name = "sleep_rest", .access = "xrrrxwwr", .push = sizeof(sleep_push) },
    [ISLANDS] = { .name = "sleep_islands", .access = "rrw", .push = sizeof(sleep_push) },
    [LINK]    = { .name = "sleep_link", .access = "xrrrrxx", .push = sizeof(sleep_push) },
    [TIE]     = { .name = "sleep_tie", .access = "xrrrxx", .push = sizeof(sleep_push) },
    [GATHER]  = { .name = "sleep_gather", .access = "xrrrwx", .push = sizeof(sleep_push) },
    [FALL]    = { .name = "sleep_fall", .access = "xrrxwx", .push = sizeof(sleep_push) },
};
const uint32_t mas_sleep_kernel_count = MAS_COUNT(mas_sleep_kernels);

_Static_assert(sizeof(sleep_header) == MAS_SPAN_ALIGNMENT, "each header is bound by itself");

void mas_sleep_plan(mas_sleep* s, mas_arena* a, uint32_t bodies, uint32_t joints)
{
    s->capacity = bodies;
    s->body     = mas_plan(a, MAS_STATE, "sleep", bodies, sizeof(sleep_body));
    s->state    = mas_plan(a, MAS_STATE, "sleep state", 1, sizeof(sleep_state));
    s->ties     = mas_plan(a, MAS_STATE, "ties", joints, sizeof(sleep_tie));
    s->all      = mas_plan(a, MAS_SCRATCH, "sleep lists", SLEEP_LISTS, sizeof(sleep_header));
    s->parent   = mas_plan(a, MAS_SCRATCH, "island trees", bodies, sizeof(uint32_t));
    s->root     = mas_plan(a, MAS_SCRATCH, "island roots", bodies, sizeof(uint32_t));
    s->restless = mas_plan(a, MAS_SCRATCH, "restless islands", bodies, sizeof(uint32_t));
    for (uint32_t i = 0; i < SLEEP_LISTS; ++i)
        s->list[i] = mas_span_part(s->all, i, 1);
}

static massa_result create_contacts(mas_sleep* s, mas_kernels* k, const mas_bodies* b, const mas_sleep_sources* o)
{
    MAS_TRY(mas_bind(k, &s->changed, &mas_sleep_kernels[CHANGED], s->all, o->record, o->collider, s->body));
    MAS_TRY(mas_bind(k, &s->touch, &mas_sleep_kernels[TOUCH], s->state, s->all, o->pair_list, o->manifold, o->past,
                     o->meet, s->body));
    MAS_TRY(mas_bind(k, &s->meet, &mas_sleep_kernels[MEET], b->trait, o->meet));
    return mas_bind(k, &s->link, &mas_sleep_kernels[LINK], s->state, o->contact_list, o->contact, o->manifold, o->meet,
                    s->parent, s->restless);
}

static massa_result create_joints(mas_sleep* s, mas_kernels* k, const mas_bodies* b, const mas_sleep_sources* o)
{
    MAS_TRY(mas_bind(k, &s->parted, &mas_sleep_kernels[PARTED], o->joint, s->ties, s->body));
    MAS_TRY(mas_bind(k, &s->pull, &mas_sleep_kernels[PULL], s->state, s->all, o->joint, b->trait, b->motion, s->body));
    return mas_bind(k, &s->tie, &mas_sleep_kernels[TIE], s->state, o->joint, b->trait, b->motion, s->parent,
                    s->restless);
}

massa_result mas_sleep_create(mas_sleep* s, mas_kernels* k, const mas_bodies* b, const mas_sleep_sources* o)
{
    s->meets = o->pair_list.size > 0;
    s->joins = o->joint.size > 0;
    // Without pairs begin leaves SLEEP_PAIRS empty for ever: it serves as the header of no pairs and no contacts.
    const mas_span none = s->list[SLEEP_PAIRS];
    MAS_TRY(mas_bind(k, &s->begin, &mas_sleep_kernels[BEGIN], s->state, s->meets ? o->record_count : s->state, s->all));
    MAS_TRY(mas_bind(k, &s->edited, &mas_sleep_kernels[EDITED], b->trait, s->body));
    MAS_TRY(mas_bind(k, &s->wake, &mas_sleep_kernels[WAKE], s->state, b->trait, s->body));
    MAS_TRY(mas_bind(k, &s->listen, &mas_sleep_kernels[LISTEN], s->state, s->meets ? o->pair_list : none, s->all));
    MAS_TRY(mas_bind(k, &s->rest, &mas_sleep_kernels[REST], s->state, b->mass, b->trait, b->motion, s->body, s->parent,
                     s->restless, b->pose));
    MAS_TRY(mas_bind(k, &s->islands, &mas_sleep_kernels[ISLANDS], s->state, s->meets ? o->contact_list : none, s->all));
    MAS_TRY(mas_bind(k, &s->gather, &mas_sleep_kernels[GATHER], s->state, b->trait, s->body, s->parent, s->root,
                     s->restless));
    MAS_TRY(
        mas_bind(k, &s->fall, &mas_sleep_kernels[FALL], s->state, s->root, s->restless, b->trait, b->motion, s->body));
    if (s->meets) MAS_TRY(create_contacts(s, k, b, o));
    return s->joins ? create_joints(s, k, b, o) : MASSA_OK;
}

sleep_push mas_sleep_push(const mas_sleep_settings* w)
{
    return (sleep_push){
        .bodies    = w->bodies,
        .colliders = w->colliders,
        .joints    = w->joints,
        .flags     = w->flags,
        .dt        = w->dt,
        .time      = w->time,
    };
}

void mas_sleep_begin_record(const mas_sleep* s, mas_recorder* rec, const mas_sleep_settings* w)
{
    const sleep_push push = mas_sleep_push(w);
    mas_begin(rec, "wake edited");
    mas_run(rec, &s->begin, 1, &push);
    if ((w->flags & (SLEEP_FORCED | SLEEP_CHANGED | SLEEP_WAKE_ALL)) != 0)
    {
        if (s->meets) mas_run_list(rec, &s->changed, s->list[SLEEP_RECORDS], &push);
        mas_run_list(rec, &s->edited, s->list[SLEEP_EDITED], &push);
        if (s->joins && (w->flags & SLEEP_PARTED) != 0) mas_run(rec, &s->parted, w->joints, &push);
        mas_run_list(rec, &s->wake, s->list[SLEEP_EDITED], &push);
    }
    mas_end(rec);
}

void mas_sleep_touch_record(const mas_sleep* s, mas_recorder* rec, const mas_sleep_settings* w)
{
    const sleep_push push = mas_sleep_push(w);
    sleep_push touched    = push;
    touched.flags &= ~(uint32_t)SLEEP_WAKE_ALL;
    mas_begin(rec, "wake touched");
    mas_run(rec, &s->listen, 1, &push);
    if (s->meets) mas_run_list(rec, &s->touch, s->list[SLEEP_PAIRS], &push);
    if (s->joins) mas_run_list(rec, &s->pull, s->list[SLEEP_JOINTS], &push);
    mas_run_list(rec, &s->wake, s->list[SLEEP_WOKEN], &touched);
    if (s->meets) mas_run_list(rec, &s->meet, s->list[SLEEP_WOKEN_COLLIDERS], &push);
    mas_end(rec);
}

void mas_sleep_end_record(const mas_sleep* s, mas_recorder* rec, const mas_sleep_settings* w)
{
    const sleep_push push = mas_sleep_push(w);
    mas_begin(rec, "sleep");
    mas_run_list(rec, &s->rest, s->list[SLEEP_BODIES], &push);
    mas_run(rec, &s->islands, 1, &push);
    if (s->meets) mas_run_list(rec, &s->link, s->list[SLEEP_ISLAND_CONTACTS], &push);
    if (s->joins) mas_run_list(rec, &s->tie, s->list[SLEEP_ISLAND_JOINTS], &push);
    mas_run_list(rec, &s->gather, s->list[SLEEP_ISLANDS], &push);
    mas_run_list(rec, &s->fall, s->list[SLEEP_ISLANDS], &push);
    mas_end(rec);
}

bool mas_sleep_sound(const mas_sleep* s, const uint8_t* state, mas_span trait, uint32_t bodies)
{
    sleep_state w;
    memcpy(&w, state + s->state.offset, sizeof w);
    uint32_t asleep = 0, awake = 0;
    for (uint32_t i = 0; i < bodies; ++i)
    {
        sleep_body b;
        body_trait t;
        memcpy(&b, state + s->body.offset + i * sizeof b, sizeof b);
        memcpy(&t, state + trait.offset + i * sizeof t, sizeof t);
        const uint32_t is = t.tag & (BODY_ALIVE | BODY_MOVES | BODY_DYNAMIC | BODY_ASLEEP);
        if (b.island > bodies || b.mark != 0 || (b.island != 0) != ((t.tag & BODY_ASLEEP) != 0)) return false;
        if (!(b.rest >= 0.0f && b.rest <= 1e4f)) return false;
        asleep += b.island != 0;
        awake += is == (BODY_ALIVE | BODY_MOVES | BODY_DYNAMIC);
    }
    // Without colliders no step has counted the bodies yet.
    return w.asleep == asleep && (w.awake == awake || (w.awake | w.moving | w.asleep) == 0);
}
