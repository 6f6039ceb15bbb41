// Motion of all bodies. Per substep:
//   push    impulses of the last substep into momentum, forces, gyroscopic turn -> speeds   integrate_push.comp
//   ...     the solver changes the speeds
//   move    speeds -> position, rotation                                                    integrate_move.comp
//   ...     the solver relaxes them
// and once at the step's end:
//   finish  speeds -> motion; sets lost bodies aside                                        integrate_finish.comp
#include "integrate.h"
#include "rigid/integrate_shared.h"

enum
{
    PUSH,
    MOVE,
    FINISH
};

const mas_kernel_desc mas_integrate_kernels[] = {
    [PUSH]   = { .name = "integrate_push", .access = "uRRRRXXXX", .push = sizeof(integrate_pushes) },
    [MOVE]   = { .name = "integrate_move", .access = "uRRRXXX", .push = sizeof(mas_range) },
    [FINISH] = { .name = "integrate_finish", .access = "uRRRXXXwx", .push = sizeof(mas_range) },
};
const uint32_t mas_integrate_kernel_count = MAS_COUNT(mas_integrate_kernels);

massa_result mas_integrate_create(mas_integrate* s, mas_kernels* k, const mas_bodies* b, mas_span params, mas_span lost,
                                  mas_span any)
{
    MAS_TRY(mas_bind(k, &s->push, &mas_integrate_kernels[PUSH], params, b->mass, b->load, b->trait, b->previous,
                     b->pose, b->motion, b->speed, b->base));
    MAS_TRY(mas_bind(k, &s->move, &mas_integrate_kernels[MOVE], params, b->trait, b->previous, b->base, b->pose,
                     b->motion, b->speed));
    return mas_bind(k, &s->finish, &mas_integrate_kernels[FINISH], params, b->previous, b->speed, b->base, b->trait,
                    b->pose, b->motion, lost, any);
}

void mas_integrate_push_record(const mas_integrate* s, mas_recorder* rec, uint32_t body_count, bool begins)
{
    const integrate_pushes push = { .begins = begins };
    mas_begin(rec, "integrate");
    mas_run(rec, &s->push, body_count, &push);
    mas_end(rec);
}

void mas_integrate_move_record(const mas_integrate* s, mas_recorder* rec, uint32_t body_count)
{
    mas_begin(rec, "integrate");
    mas_run(rec, &s->move, body_count, NULL);
    mas_end(rec);
}

void mas_integrate_finish_record(const mas_integrate* s, mas_recorder* rec, uint32_t body_count)
{
    mas_begin(rec, "integrate");
    mas_run(rec, &s->finish, body_count, NULL);
    mas_end(rec);
}
