// Contacts between bodies, solved colour by colour: normal impulses, friction, restitution.
#ifndef MAS_SOLVE_H
#define MAS_SOLVE_H

#include "rigid.h"
#include "rigid/solve_shared.h"

enum
{
    MAS_SOLVE_SWEEPS = 4, // over all contacts that bounce in one substep: a blow passes that many bodies at least
};

typedef struct mas_solve_settings // of the world
{
    float hertz;             // 1/s, of contacts
    float damping;           // of these; 1 is critical
    float push_out;          // m/s
    float restitution_speed; // m/s
    float guard;             // 0: none
} mas_solve_settings;

typedef struct mas_solve_input
{
    mas_span order;            // uint by place: pair numbers
    mas_span places;           // header of all places
    mas_span lists;            // headers by colour, each with its first place in spare; MAS_SPAN_ALIGNMENT apart
    uint32_t colours;          // lists; the last is solved by one thread
    mas_span manifold, record; // by pair
    mas_span collider_pose, collider_data;
    mas_span pose, mass, trait; // by body, each in one piece
    mas_span speed;             // body_speed
} mas_solve_input;

typedef struct mas_solve
{
    mas_span params;   // solve_params
    mas_span constant; // vec4: SOLVE_FIELDS by place
    mas_span impulse;  // vec4: SOLVE_IMPULSES by place
    mas_span blow;     // body_blow, by body
    mas_span places, lists;
    mas_pass frame, weigh, start, impact, bias, relax, forget, store;
    uint32_t colours, capacity;
} mas_solve;

extern const mas_kernel_desc mas_solve_kernels[];
extern const uint32_t mas_solve_kernel_count;

void mas_solve_plan(mas_solve*, mas_arena*, uint32_t places, uint32_t bodies);
massa_result mas_solve_create(mas_solve*, mas_kernels*, const mas_solve_input*);

solve_params mas_solve_params(const mas_solve_settings*, const float gravity[3], float dt, uint32_t substeps,
                              float margin, uint32_t places);

// Once per step, before the first substep: constants, and the impulses of the last step.
void mas_solve_prep(const mas_solve*, mas_recorder*, const solve_params*);
// In a substep, after velocities have their forces. first: of the step; bounces: some shape has restitution.
void mas_solve_begin(const mas_solve*, mas_recorder*, bool first, bool bounces, uint32_t body_count);
void mas_solve_bias(const mas_solve*, mas_recorder*);  // before positions move
void mas_solve_relax(const mas_solve*, mas_recorder*); // after
// Once per step, after the last substep: impulses back into the manifolds.
void mas_solve_store(const mas_solve*, mas_recorder*);

#endif
