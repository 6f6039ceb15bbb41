// Joints between bodies, solved together with the contacts.
#ifndef MAS_JOINT_H
#define MAS_JOINT_H

#include "rigid.h"
#include "collision/joined_shared.h"
#include "rigid/joint_shared.h"

enum
{
    MAS_MAX_JOINTS = 1 << 20
};

typedef struct mas_joint
{
    mas_span data;    // joint_data, by joint
    mas_span impulse; // joint_impulse, by joint
    mas_span order;   // uint by place: joints, by colour and then by number
    mas_span joined;  // joined_pair: bodies that must not meet; read by the contacts stage
    mas_span rows;    // joint_rows, by place
    mas_span done;    // joint_done, by place
    uint32_t capacity;
    uint32_t sweeps; // before bodies move and after, 1 or more: more are stiffer. plan says 1
    mas_pass prep, start, solve, relax;
} mas_joint;

// Where the joints of each colour lie in the order; the last are those without one.
typedef struct mas_joint_colours
{
    uint32_t first[JOINT_COLOURS + 2]; // the last entry: how many there are
} mas_joint_colours;

extern const mas_kernel_desc mas_joint_kernels[];
extern const uint32_t mas_joint_kernel_count;

void mas_joint_plan(mas_joint*, mas_arena*, uint32_t capacity, uint32_t joined); // places in joined
massa_result mas_joint_create(mas_joint*, mas_kernels*, const mas_bodies*, mas_span params);

// In each substep, joints before contacts:
//   push; prep(relax false); in the first substep start; solve; move; prep(relax true); relax
void mas_joint_prep_record(const mas_joint*, mas_recorder*, const mas_joint_colours*, bool relax);
void mas_joint_start_record(const mas_joint*, mas_recorder*, const mas_joint_colours*);
void mas_joint_solve_record(const mas_joint*, mas_recorder*, const mas_joint_colours*);
void mas_joint_relax_record(const mas_joint*, mas_recorder*, const mas_joint_colours*);

#endif
