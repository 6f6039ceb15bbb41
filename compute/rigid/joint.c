// Joints: blocks of rows between two bodies, swept by colour.
//   prep    bodies, joints -> rows: arms, masses, errors        joint_prep.comp
//   start   impulses of the last step -> speeds                 joint_start.comp
//   solve   rows -> impulses, speeds; errors of place shrink    joint_solve.comp
//   relax   the same, velocities only                           joint_relax.comp
// The host knows the order: joints come and go by its edits alone.
#include "joint.h"

#include <math.h>

enum
{
    PREP,
    START,
    SOLVE,
    RELAX
};

const mas_kernel_desc mas_joint_kernels[] = {
    [PREP]  = { .name = "joint_prep", .access = "urrxrrrrw", .push = sizeof(joint_push) },
    [START] = { .name = "joint_start", .access = "rxxx", .push = sizeof(joint_push) },
    [SOLVE] = { .name = "joint_solve", .access = "rxxx", .push = sizeof(joint_push) },
    [RELAX] = { .name = "joint_relax", .access = "rxxx", .push = sizeof(joint_push) },
};
const uint32_t mas_joint_kernel_count = MAS_COUNT(mas_joint_kernels);

void mas_joint_plan(mas_joint* s, mas_arena* a, uint32_t capacity, uint32_t joined)
{
    s->capacity = capacity;
    s->sweeps   = 1;
    s->data     = mas_plan(a, MAS_STATE, "joints", capacity, sizeof(joint_data));
    s->impulse  = mas_plan(a, MAS_STATE, "joint impulses", capacity, sizeof(joint_impulse));
    s->order    = mas_plan(a, MAS_STATE, "joint order", capacity, sizeof(uint32_t));
    s->joined   = mas_plan(a, MAS_STATE, "joined bodies", joined, sizeof(joined_pair));
    if (capacity == 0) return; // state is planned in any case, so that a resize finds it in the same order
    s->rows = mas_plan(a, MAS_SCRATCH, "joint rows", capacity, sizeof(joint_rows));
    s->done = mas_plan(a, MAS_SCRATCH, "joint done", capacity, sizeof(joint_done));
}

massa_result mas_joint_create(mas_joint* s, mas_kernels* k, const mas_bodies* b, mas_span params)
{
    const mas_kernel_desc* t = mas_joint_kernels;
    if (s->capacity == 0) return MASSA_OK;
    MAS_TRY(mas_bind(k, &s->prep, &t[PREP], params, s->order, s->data, s->impulse, b->mass, b->pose, b->previous,
                     b->speed, s->rows));
    MAS_TRY(mas_bind(k, &s->start, &t[START], s->rows, s->impulse, s->done, b->speed));
    MAS_TRY(mas_bind(k, &s->solve, &t[SOLVE], s->rows, s->impulse, s->done, b->speed));
    return mas_bind(k, &s->relax, &t[RELAX], s->rows, s->impulse, s->done, b->speed);
}

static uint32_t count_of(const mas_joint_colours* c)
{
    return c->first[JOINT_COLOURS + 1];
}

void mas_joint_prep_record(const mas_joint* s, mas_recorder* rec, const mas_joint_colours* c, bool relax)
{
    const joint_push push = { .place = relax, .share = JOINT_HERTZ_SHARE * sqrtf((float)s->sweeps) };
    if (count_of(c) == 0) return;
    mas_begin(rec, "joint prep");
    mas_run(rec, &s->prep, count_of(c), &push);
    mas_end(rec);
}

static void sweep(mas_recorder* rec, const mas_pass* pass, const mas_joint_colours* c, const char* name)
{
    if (count_of(c) == 0) return;
    mas_begin(rec, name);
    for (uint32_t i = 0; i < JOINT_COLOURS; ++i)
    {
        const joint_push push = { .place = c->first[i], .turns = 1 };
        if (c->first[i + 1] > c->first[i]) mas_run(rec, pass, c->first[i + 1] - c->first[i], &push);
    }
    for (uint32_t place = c->first[JOINT_COLOURS]; place < count_of(c); place += JOINT_TURNS)
    {
        const uint32_t left   = count_of(c) - place;
        const joint_push push = { .place = place, .turns = left < JOINT_TURNS ? left : JOINT_TURNS };
        mas_run(rec, pass, 1, &push);
    }
    mas_end(rec);
}

void mas_joint_start_record(const mas_joint* s, mas_recorder* rec, const mas_joint_colours* c)
{
    sweep(rec, &s->start, c, "joint start");
}

void mas_joint_solve_record(const mas_joint* s, mas_recorder* rec, const mas_joint_colours* c)
{
    sweep(rec, &s->solve, c, "joint solve");
    for (uint32_t i = 1; i < s->sweeps; ++i)
        sweep(rec, &s->relax, c, "joint solve");
}

void mas_joint_relax_record(const mas_joint* s, mas_recorder* rec, const mas_joint_colours* c)
{
    for (uint32_t i = 0; i < s->sweeps; ++i)
        sweep(rec, &s->relax, c, "joint relax");
}
