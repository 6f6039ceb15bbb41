#include "family_toy.h"
#include "poll.h"
#include "step.h"

#include <stddef.h>
#include <string.h>

enum
{
    TOY_TAG      = 100,
    TOY_COUNTERS = 0, // report
    TOY_PENDING  = 0, // host array
};

static const mas_kernel_desc toy_kernel = { .name = "toy_cool", .access = "xx", .push = sizeof(toy_push) };

static uint32_t heard_hot; // of the one world that a test has

// Units by spot that the next step brings.
static uint32_t* pending(const mas_tables* t)
{
    return mas_host_array_of(t, MAS_FAMILY_toy, TOY_PENDING);
}

static uint64_t toy_spots(const mas_tables* t)
{
    return t->capacity.bodies;
}

static void toy_plan(mas_simulation* s, mas_arena* a, const massa_world_desc* d)
{
    s->toy->spot = mas_plan(a, MAS_STATE, "toy spots", d->capacity.bodies, sizeof(toy_spot));
    mas_plan_hashed(s, s->toy->spot, TOY_TAG, toy_spots);
}

static massa_result toy_create(mas_simulation* s)
{
    return mas_bind(&s->kernels, &s->toy->cool, &toy_kernel, s->toy->spot,
                    s->report.part[MAS_FAMILY_toy][TOY_COUNTERS]);
}

static void toy_upload(const mas_step* step)
{
    const mas_toy_part* p = step->simulation->toy;
    for (uint32_t i = 0; i < step->tables->capacity.bodies; ++i)
    {
        const toy_spot spot = { .heat = pending(step->tables)[i] };
        if (spot.heat > 0) mas_write(step->rec, mas_span_part(p->spot, i, 1), &spot, sizeof spot);
    }
}

void mas_toy_end(const mas_step* step)
{
    mas_begin(step->rec, "toy");
    mas_run(step->rec, &step->simulation->toy->cool, step->tables->capacity.bodies, &(toy_push){ 0 });
    mas_end(step->rec);
}

static void toy_hear(massa_world* w, mas_hearing* h, massa_poll_result* out)
{
    toy_counters c;
    (void)out;
    memcpy(&c, mas_heard(w, h, MAS_FAMILY_toy, TOY_COUNTERS), sizeof c);
    mas_need(h, MAS_FAMILY_toy, 0, c.hot);
    heard_hot = c.hot;
}

static void toy_clear(mas_tables* t)
{
    memset(pending(t), 0, t->capacity.bodies * sizeof(uint32_t));
}

static bool toy_state_sound(const massa_world* w, const mas_tables* t, const uint8_t* state)
{
    for (uint32_t i = 0; i < t->capacity.bodies; ++i)
    {
        toy_spot s;
        memcpy(&s, state + w->simulation->toy->spot.offset + i * sizeof s, sizeof s);
        if (s.heat > TOY_MOST || s.pad0 != 0 || s.pad1 != 0) return false;
    }
    return true;
}

static bool toy_tables_sound(const mas_tables* t)
{
    for (uint32_t i = 0; i < t->capacity.bodies; ++i)
        if (pending(t)[i] > TOY_MOST) return false;
    return true;
}

static bool toy_edit_sound(const edit_record* r)
{
    return r->generation == 0 && r->flags >= 1 && r->flags <= TOY_MOST;
}

static bool toy_play(mas_tables* t, const edit_record* r)
{
    if (r->target >= t->capacity.bodies) return false;
    pending(t)[r->target] = r->flags;
    return true;
}

massa_result toy_heat(massa_world* w, uint32_t spot, uint32_t units)
{
    edit_record* e;
    MAS_TRY(mas_new_edit(w, TOY_EDIT, spot, &e));
    e->flags = units;
    return toy_play(w->tables, e) ? MASSA_OK : MASSA_ERROR_RANGE;
}

uint32_t toy_hot(const massa_world* w)
{
    (void)w;
    return heard_hot;
}

static mas_viewed toy_look(const massa_world* w)
{
    return (mas_viewed){ w->simulation->toy->spot, w->desc.capacity.bodies, 0 };
}

static uint64_t toy_room(const massa_world* w)
{
    (void)w;
    return TOY_ROOM;
}

static const mas_host_array toy_host_array[] = {
    [TOY_PENDING] = { "heated spots", "capacity.bodies", sizeof(uint32_t), true, toy_spots, toy_spots },
};
static const mas_edit_row toy_edit[]     = { { TOY_EDIT, toy_edit_sound, toy_play } };
static const mas_view_row toy_view[]     = { { TOY_VIEW, toy_look, MASSA_OK, NULL } };
static const mas_report_row toy_report[] = {
    [TOY_COUNTERS] = { "toy", sizeof(toy_counters), NULL, true, 0 },
};
static const mas_overflow_row toy_overflow[] = { { "hot spots", toy_room, NULL } };

const mas_family mas_toy_family = {
    .name         = "toys",
    .size         = sizeof(mas_toy_part),
    .plan         = toy_plan,
    .create       = toy_create,
    .upload       = toy_upload,
    .hear         = toy_hear,
    .clear        = toy_clear,
    .tables_sound = toy_tables_sound,
    .state_sound  = toy_state_sound,
    MAS_FEW_ROWS(host_array, toy_host_array, MAS_HOST_ARRAYS),
    MAS_ROWS(edit, toy_edit),
    MAS_ROWS(view, toy_view),
    MAS_FEW_ROWS(report, toy_report, MAS_REPORT_PARTS),
    MAS_FEW_ROWS(overflow, toy_overflow, MAS_OVERFLOWS),
};
