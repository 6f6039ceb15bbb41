// Contacts between bodies: soft, with warm start, a whole manifold at a time, colour by colour.
//   frame    contacts -> normal, tangents, centre, points; carried impulses   solve_frame.comp
//   weigh    masses as each contact sees them                                 solve_weigh.comp
// then in each substep, one dispatch per colour, whose contacts share no body:
//   start    the carried impulses, once per step                              solve_start.comp
//   impact   bounces of what is about to meet fast, several sweeps            solve_impact.comp
//   bias     normals, which also undo penetration softly                      solve_bias.comp
//   relax    after the move: normals without that, then friction              solve_relax.comp
// and in the end
//   store    impulses -> manifolds                                            solve_store.comp
// Within a step the bodies' velocities carry the impulses from substep to substep (integrate.c). Impulses of bounces
// must not be repeated like that:
//   forget   takes them off again                                             solve_forget.comp
// Softness of frequency f and damping z, h a substep, w = 2 pi f, a1 = 2 z + h w, a2 = h w a1: penetration s is undone
// at speed s w / a1; a share a2 / (1 + a2) of the impulse for it is given, and 1 / (1 + a2) of all so far taken back.
// What other frequencies do to stacks: module/docs/lab/rigid.md, "Contacts".
#include "solve.h"

#include <math.h>

enum
{
    FRAME,
    WEIGH,
    START,
    IMPACT,
    BIAS,
    RELAX,
    FORGET,
    STORE
};

const mas_kernel_desc mas_solve_kernels[] = {
    [FRAME]  = { .name = "solve_frame", .access = "urrrrrrww" },
    [WEIGH]  = { .name = "solve_weigh", .access = "urrrrx" },
    [START]  = { .name = "solve_start", .access = "urrxx", .push = sizeof(solve_push) },
    [IMPACT] = { .name = "solve_impact", .access = "urrxx", .push = sizeof(solve_push) },
    [BIAS]   = { .name = "solve_bias", .access = "urrxx", .push = sizeof(solve_push) },
    [RELAX]  = { .name = "solve_relax", .access = "urrxx", .push = sizeof(solve_push) },
    [FORGET] = { .name = "solve_forget", .access = "XX", .push = sizeof(mas_range) },
    [STORE]  = { .name = "solve_store", .access = "urrrrw" },
};
const uint32_t mas_solve_kernel_count = MAS_COUNT(mas_solve_kernels);

void mas_solve_plan(mas_solve* s, mas_arena* a, uint32_t places, uint32_t bodies)
{
    s->capacity = places;
    s->params   = mas_plan(a, MAS_SCRATCH, "solve params", 1, sizeof(solve_params));
    s->constant = mas_plan(a, MAS_SCRATCH, "contact constants", (uint64_t)places * SOLVE_FIELDS, sizeof(mas_vec4));
    s->impulse  = mas_plan(a, MAS_SCRATCH, "contact impulses", (uint64_t)places * SOLVE_IMPULSES, sizeof(mas_vec4));
    s->blow     = mas_plan(a, MAS_SCRATCH, "body blows", bodies, sizeof(body_blow));
}

massa_result mas_solve_create(mas_solve* s, mas_kernels* k, const mas_solve_input* in)
{
    s->places  = in->places;
    s->lists   = in->lists;
    s->colours = in->colours;
    MAS_TRY(mas_bind(k, &s->frame, &mas_solve_kernels[FRAME], s->params, in->places, in->order, in->manifold,
                     in->record, in->collider_pose, in->collider_data, s->constant, s->impulse));
    MAS_TRY(mas_bind(k, &s->weigh, &mas_solve_kernels[WEIGH], s->params, in->places, in->pose, in->mass, in->trait,
                     s->constant));
    MAS_TRY(
        mas_bind(k, &s->start, &mas_solve_kernels[START], s->params, in->lists, s->constant, in->speed, s->impulse));
    MAS_TRY(mas_bind(k, &s->impact, &mas_solve_kernels[IMPACT], s->params, in->lists, s->constant, in->speed, s->blow));
    MAS_TRY(mas_bind(k, &s->bias, &mas_solve_kernels[BIAS], s->params, in->lists, s->constant, in->speed, s->impulse));
    MAS_TRY(
        mas_bind(k, &s->relax, &mas_solve_kernels[RELAX], s->params, in->lists, s->constant, in->speed, s->impulse));
    MAS_TRY(mas_bind(k, &s->forget, &mas_solve_kernels[FORGET], in->speed, s->blow));
    return mas_bind(k, &s->store, &mas_solve_kernels[STORE], s->params, in->places, in->order, s->constant, s->impulse,
                    in->manifold);
}

static mas_vec4 soft(float hertz, float damping, float h)
{
    const float w = 6.28318531f * hertz, a1 = 2.0f * damping + h * w, a2 = h * w * a1, inverse = 1.0f / (1.0f + a2);
    return (mas_vec4){ a2 * inverse * (w / a1), a2 * inverse, inverse, 0.0f };
}

solve_params mas_solve_params(const mas_solve_settings* s, const float gravity[3], float dt, uint32_t substeps,
                              float margin, uint32_t places)
{
    const float substep = dt / (float)substeps;
    const float most = 1.0f / (6.5f * substep), hertz = s->hertz < most ? s->hertz : most;
    const float g  = sqrtf(gravity[0] * gravity[0] + gravity[1] * gravity[1] + gravity[2] * gravity[2]);
    solve_params p = {
        .soft              = soft(hertz, s->damping, substep),
        .soft_static       = soft(2.0f * hertz, 0.5f * s->damping, substep),
        .substep           = substep,
        .inverse_substep   = 1.0f / substep,
        .push_out          = s->push_out,
        .restitution_speed = s->restitution_speed,
        .guard             = s->guard,
        .inverse_margin    = 1.0f / margin,
        .step              = dt,
        .capacity          = places,
    };
    if (g > 0.0f) p.up = (mas_vec4){ -gravity[0] / g, -gravity[1] / g, -gravity[2] / g, 0.0f };
    return p;
}

void mas_solve_prep(const mas_solve* s, mas_recorder* rec, const solve_params* params)
{
    mas_begin(rec, "contact prep");
    mas_write(rec, s->params, params, sizeof *params);
    mas_run_list(rec, &s->frame, s->places, NULL);
    mas_run_list(rec, &s->weigh, s->places, NULL);
    mas_end(rec);
}

static void sweep(const mas_solve* s, mas_recorder* rec, const mas_pass* pass)
{
    for (uint32_t colour = 0; colour < s->colours; ++colour)
    {
        const solve_push push = { .colour = colour, .serial = colour + 1 == s->colours };
        mas_span header       = s->lists;
        header.offset += (uint64_t)colour * MAS_SPAN_ALIGNMENT;
        header.size = header.stride = sizeof(list_header);
        mas_run_list(rec, pass, header, &push);
    }
}

void mas_solve_begin(const mas_solve* s, mas_recorder* rec, bool first, bool bounces, uint32_t body_count)
{
    if (!first && !bounces) return;
    mas_begin(rec, first ? "contact start" : "contact impacts");
    if (first && bounces) mas_fill(rec, s->blow, 0);
    if (first) sweep(s, rec, &s->start);
    if (!first && bounces) mas_run(rec, &s->forget, body_count, NULL);
    for (uint32_t i = 0; bounces && i < MAS_SOLVE_SWEEPS; ++i)
        sweep(s, rec, &s->impact);
    mas_end(rec);
}

void mas_solve_bias(const mas_solve* s, mas_recorder* rec)
{
    mas_begin(rec, "contact solve");
    sweep(s, rec, &s->bias);
    mas_end(rec);
}

void mas_solve_relax(const mas_solve* s, mas_recorder* rec)
{
    mas_begin(rec, "contact relax");
    sweep(s, rec, &s->relax);
    mas_end(rec);
}

void mas_solve_store(const mas_solve* s, mas_recorder* rec)
{
    mas_begin(rec, "contact store");
    mas_run_list(rec, &s->store, s->places, NULL);
    mas_end(rec);
}
