// A small world: stages of a step in one group, or in one dispatch.
//   bounds     which bodies are awake; bounds; speeds of touch.c         whole_bounds.comp, one collider a thread
//   broad      all of fat.c, each collider against all of later rank     whole_broad.comp
//   bins       all of bins.c                                             whole_bins.comp
// then narrow.c detects, and
//   contacts   which bodies a touch wakes; all of contacts.c             whole_contacts.comp
//   colour     all of graph.c                                            whole_graph.comp
//   prep       frame and weigh of solve.c                                whole_prep.comp, one contact a thread
// per substep, at once, or in parts between which joint.c sweeps the joints:
//   push       forces; carried impulses; all colours of the biased sweep whole_push.comp
//   impact     bounces, all sweeps; if a shape has restitution           whole_impact.comp
//   relax      bodies move; all colours of the sweep that relaxes        whole_relax.comp
// and in the end
//   end        motion, impulses to keep, islands that fall asleep        whole_end.comp
//   events     which pairs touch, what bodies report                     whole_events.comp
//   tell       which events have room                                    whole_tell.comp
//   order      events in order, for shaders and for the host; if any     whole_order.comp
// A colour of a small world is a handful of contacts, and a dispatch costs more than the work. A barrier inside the
// group stands where a dispatch ends elsewhere. Formulas and their order are those of the stages named, from the same
// files, and so is what is kept for the next step: bits do not tell which of the two ran a step, and module/small.c
// may choose anew for each. These kernels bind more arrays than the floor promises (limits.wide).
#include "whole.h"
#include "collision/cache_shared.h"
#include "collision/fat_shared.h"

enum
{
    BOUNDS,
    BROAD,
    DECIDE,
    CONTACTS,
    COLOUR,
    PREP,
    PUSH,
    IMPACT,
    RELAX,
    END,
    EVENTS,
    TELL,
    ORDER,
};

const mas_kernel_desc mas_whole_kernels[] = {
    [BOUNDS]   = { "whole_bounds", "urrrrrxwwwxw", sizeof(sleep_push) },
    [BROAD]    = { "whole_broad", "urrrxxxxxxxxxxxxw", sizeof(fat_push), .whole = true },
    [DECIDE]   = { "whole_bins", "uxrrrrxxxrrxxwxxx", sizeof(bins_push), .whole = true },
    [CONTACTS] = { "whole_contacts", "rxrxxxrxrxwww", sizeof(whole_touched), .whole = true },
    [COLOUR]   = { "whole_graph", "rrrrrxxxxxxxxxxxwww", sizeof(graph_push), .whole = true },
    [PREP]     = { "whole_prep", "urrrrrrrrrxw" },
    [PUSH]     = { "whole_push", "urrxrrrrxxxx", sizeof(whole_turns), .whole = true },
    [IMPACT]   = { "whole_impact", "urrxx", sizeof(whole_turns), .whole = true },
    [RELAX]    = { "whole_relax", "urrxrrrxxx", sizeof(whole_turns), .whole = true },
    [END]      = { "whole_end", "urrrrxxxwxrrrrxrrrxrxxxx", sizeof(sleep_push), .whole = true },
    [EVENTS]   = { "whole_events", "rxrrrrrxxxrrrxww", sizeof(whole_touching), .whole = true },
    [TELL]     = { "whole_tell", "rrrxwwxwxrrrrrww", sizeof(events_push), .whole = true },
    [ORDER]    = { "whole_order", "rrxxww", sizeof(events_push), .whole = true },
};
const uint32_t mas_whole_kernel_count = MAS_COUNT(mas_whole_kernels);

_Static_assert(sizeof(manifold) == 4 * WHOLE_MANIFOLD_WORDS && sizeof(pair_cache) == 4 * WHOLE_RECORD_WORDS &&
                   sizeof(pair_old) == sizeof(manifold) + sizeof(pair_cache),
               "as whole_bins.comp copies them");

void mas_whole_plan(mas_whole* s, mas_arena* a)
{
    s->there = a->device->limits.wide;
    if (s->there) s->params = mas_plan(a, MAS_SCRATCH, "whole params", 1, sizeof(whole_params));
}

bool mas_whole_takes(const mas_whole* s, const mas_whole_use* u)
{
    return s->there && u->bodies <= WHOLE_MAX_BODIES && u->colliders <= WHOLE_MAX_COLLIDERS &&
           u->pairs <= WHOLE_MAX_PAIRS;
}

static massa_result create_contacts(mas_whole* s, mas_kernels* k)
{
    const mas_kernel_desc* t  = mas_whole_kernels;
    const mas_whole_input* in = &s->in;
    const mas_bodies* b       = in->bodies;
    const mas_colliders* c    = in->colliders;
    const mas_pairs* p        = in->pairs;
    const mas_graph* g        = in->graph;
    const mas_solve* o        = in->solve;
    const mas_sleep* z        = in->sleep;
    const mas_span joined     = in->joined.size > 0 ? in->joined : in->flag; // without joints it is not read
    MAS_TRY(mas_bind(k, &s->bounds, &t[BOUNDS], c->params, c->data, b->mass, b->trait, b->pose, b->motion, c->pose,
                     c->box, c->meet, in->touch->speed, z->state, z->all));
    if (s->finds_pairs)
        MAS_TRY(mas_bind(k, &s->broad, &t[BROAD], c->params, c->box, c->meet, c->pose, in->fat_box, in->fat_meet,
                         in->fat_plane, in->fat_state, in->key, in->slot, p->count, p->first, in->fresh, in->gone,
                         in->place, p->pair, p->list));
    MAS_TRY(mas_bind(k, &s->bins, &t[DECIDE], c->params, in->bins, c->pose, c->data, c->meet, in->old, in->of_pair,
                     in->record, in->past, p->list, p->pair, in->count, in->chains, in->counters, in->old, in->of_pair,
                     in->record));
    MAS_TRY(mas_bind(k, &s->contacts, &t[CONTACTS], p->list, in->of_pair, in->past, c->meet, b->trait, z->state, z->all,
                     z->body, joined, in->flag, in->contact, in->contact_list, in->counters));
    MAS_TRY(mas_bind(k, &s->colour, &t[COLOUR], in->contact_list, in->contact, in->of_pair, c->meet, in->past, g->where,
                     g->order, g->colour, g->count, g->link, g->choice, g->body, g->waiting_list[0], g->waiting_list[1],
                     g->table, g->first, g->lists, g->places, g->counters));
    return mas_bind(k, &s->prep, &t[PREP], s->params, g->places, g->order, in->of_pair, in->record, c->pose, c->data,
                    b->pose, b->mass, b->trait, o->constant, o->impulse);
}

static massa_result create_motion(mas_whole* s, mas_kernels* k)
{
    const mas_kernel_desc* t  = mas_whole_kernels;
    const mas_whole_input* in = &s->in;
    const mas_bodies* b       = in->bodies;
    const mas_colliders* c    = in->colliders;
    const mas_graph* g        = in->graph;
    const mas_solve* o        = in->solve;
    const mas_sleep* z        = in->sleep;
    const mas_touch* h        = in->touch;
    const mas_events* e       = in->events;
    MAS_TRY(mas_bind(k, &s->push, &t[PUSH], s->params, g->lists, o->constant, o->impulse, b->mass, b->load, b->trait,
                     b->previous, b->pose, b->motion, b->speed, b->base));
    MAS_TRY(mas_bind(k, &s->impact, &t[IMPACT], s->params, g->lists, o->constant, b->speed, o->blow));
    MAS_TRY(mas_bind(k, &s->relax, &t[RELAX], s->params, g->lists, o->constant, o->impulse, b->trait, b->previous,
                     b->base, b->pose, b->motion, b->speed));
    MAS_TRY(mas_bind(k, &s->end, &t[END], s->params, b->mass, b->previous, b->speed, b->base, b->trait, b->pose,
                     b->motion, e->lost, e->any, g->places, g->order, o->constant, o->impulse, in->of_pair,
                     in->contact_list, in->contact, c->meet, z->state, z->all, z->body, z->parent, z->restless,
                     z->root));
    MAS_TRY(mas_bind(k, &s->events, &t[EVENTS], in->pairs->list, in->of_pair, c->pose, h->speed, c->data, h->used,
                     h->open, h->link, h->work, h->order, b->trait, e->lost, e->told, e->news, e->slot, e->slot_list));
    MAS_TRY(mas_bind(k, &s->tell, &t[TELL], h->counters, h->order, e->slot_list, e->room, in->report, h->used, h->open,
                     e->event, in->of_pair, c->pose, h->speed, c->data, e->slot, e->news, e->lost, e->told));
    return mas_bind(k, &s->order, &t[ORDER], e->room, e->event, e->index[0], e->index[1], in->report, in->ring);
}

massa_result mas_whole_create(mas_whole* s, mas_kernels* k, const mas_whole_input* in)
{
    if (!s->there) return MASSA_OK;
    s->in          = *in;
    s->finds_pairs = in->fat_box.size > 0;
    MAS_TRY(create_contacts(s, k));
    return create_motion(s, k);
}

bool mas_whole_finds(const mas_whole* s, uint32_t colliders)
{
    return s->finds_pairs && colliders <= WHOLE_MAX_FOUND;
}

// Joints, and what edits wake, are left to sleep.c.
static sleep_push sleep_push_of(const mas_sleep_settings* w)
{
    const bool edited = (w->flags & (SLEEP_FORCED | SLEEP_CHANGED | SLEEP_WAKE_ALL)) != 0;
    sleep_push push   = mas_sleep_push(w);
    if (w->joints == 0) push.flags |= WHOLE_SLEEPS | (edited ? 0 : WHOLE_BEGINS);
    return push;
}

void mas_whole_begin_record(const mas_whole* s, mas_recorder* rec, const mas_sleep_settings* w)
{
    const sleep_push push = sleep_push_of(w);
    if ((push.flags & WHOLE_BEGINS) == 0) mas_sleep_begin_record(s->in.sleep, rec, w);
    mas_begin(rec, "bounds");
    mas_run(rec, &s->bounds, w->colliders, &push);
    mas_end(rec);
}

void mas_whole_pairs_record(const mas_whole* s, mas_recorder* rec, uint32_t colliders)
{
    const fat_push push = { .slots     = colliders,
                            .capacity  = s->in.pairs->capacity,
                            .colliders = s->in.colliders->capacity };
    mas_begin(rec, "broad phase");
    mas_run(rec, &s->broad, 1, &push);
    mas_end(rec);
}

void mas_whole_bins_record(const mas_whole* s, mas_recorder* rec)
{
    const bins_push push = { .capacity = s->in.pairs->capacity };
    mas_begin(rec, "contact bins");
    mas_run(rec, &s->bins, 1, &push);
    mas_end(rec);
}

void mas_whole_contacts_record(const mas_whole* s, mas_recorder* rec, const mas_sleep_settings* w, uint32_t joined_mask)
{
    const mas_graph* g       = s->in.graph;
    const whole_touched push = { sleep_push_of(w), { joined_mask }, g->capacity };
    const graph_push colours = { .pairs = g->pair_capacity, .contacts = g->capacity, .bodies = w->bodies };
    if ((push.sleep.flags & WHOLE_SLEEPS) == 0) mas_sleep_touch_record(s->in.sleep, rec, w);
    mas_begin(rec, "contacts");
    mas_run(rec, &s->contacts, 1, &push);
    mas_end(rec);
    mas_begin(rec, "graph");
    mas_run(rec, &s->colour, 1, &colours);
    mas_end(rec);
}

void mas_whole_prep_record(const mas_whole* s, mas_recorder* rec, const whole_params* params)
{
    mas_begin(rec, "contact prep");
    mas_write(rec, s->params, params, sizeof *params);
    mas_run_list(rec, &s->prep, s->in.graph->places, NULL);
    mas_end(rec);
}

void mas_whole_turn_record(const mas_whole* s, mas_recorder* rec, uint32_t turns)
{
    const whole_turns push = { .turns = turns, .sweeps = MAS_SOLVE_SWEEPS };
    mas_begin(rec, "substeps");
    if ((turns & (WHOLE_PUSH | WHOLE_START | WHOLE_BIAS)) != 0) mas_run(rec, &s->push, 1, &push);
    if ((turns & WHOLE_IMPACT) != 0) mas_run(rec, &s->impact, 1, &push);
    if ((turns & (WHOLE_MOVE | WHOLE_RELAX)) != 0) mas_run(rec, &s->relax, 1, &push);
    mas_end(rec);
}

void mas_whole_end_record(const mas_whole* s, mas_recorder* rec, const mas_sleep_settings* w)
{
    const sleep_push push = sleep_push_of(w);
    mas_begin(rec, "end");
    mas_run(rec, &s->end, 1, &push);
    mas_end(rec);
    if ((push.flags & WHOLE_SLEEPS) == 0) mas_sleep_end_record(s->in.sleep, rec, w);
}

void mas_whole_events_record(const mas_whole* s, mas_recorder* rec, const touch_push* touch, uint32_t bodies,
                             uint32_t ring_at)
{
    const mas_events* e    = s->in.events;
    whole_touching push    = { .touch = *touch, .bodies = bodies, .events = e->capacity };
    const events_push room = { .number = e->capacity, .places = e->places }, ring = { .number = ring_at };
    if (push.touch.mask > WHOLE_TOUCH_MASK) push.touch.mask = WHOLE_TOUCH_MASK;
    mas_begin(rec, "events");
    mas_touch_reset(s->in.touch, rec, push.touch.mask);
    mas_run(rec, &s->events, 1, &push);
    mas_run(rec, &s->tell, 1, &room);
    mas_run_list(rec, &s->order, e->list[EVENTS_ALL], &ring);
    mas_end(rec);
}
