// Contacts as the solver sees them (compute/rigid/solve.c tells the story). A place is a contact's number in the order of
// the colours. Arrays are by field, then by place: field f of place k is at f * capacity + k.
//
// A contact is solved in its own frame: normal n from a to b, tangents t1 and t2 = n x t1, and the centre of its points,
// which lies at arm c from each body's centre. A push along n at point i, u along t1 and v along t2 from the centre, is
// a push at the centre and the moments v about t1 and -u about t2. With <x, y> = xa . Ia yb + xb . Ib yb over both
// bodies' inverse inertias, and an, a1, a2 = c x n, c x t1, c x t2:
#ifndef MAS_SOLVE_SHARED_H
#define MAS_SOLVE_SHARED_H

#include "types_shared.h"

#define SOLVE_NORMAL 0      // n; w coefficient of friction
#define SOLVE_TANGENT 1     // t1; w restitution
#define SOLVE_ARM_A 2       // m, c of a; w its 1/kg in this contact, 0 for what does not move
#define SOLVE_ARM_B 3       // the same of b
#define SOLVE_BODY 4        // slots of a and b, as numbers; number of points; lever of rolling friction, m
#define SOLVE_SEPARATION 5  // m, of each point as the step begins
#define SOLVE_U 6           // m, of each point
#define SOLVE_V 7
#define SOLVE_LEVER 8       // m, of each point from the centre
#define SOLVE_MASS 9        // kg, of each point; 0: there is none
#define SOLVE_NORMALS 10    // m + <an,an>, <an,t1>, <an,t2>, <t1,t1>; m is the sum of both 1/kg
#define SOLVE_MOMENTS 11    // <t1,t2>, <t2,t2>; 1 / <n,n>; s, how far ahead of the step's beginning the arms are
#define SOLVE_TO_FIRST 12   // <a1,an>, <a1,t1>, <a1,t2>, <a1,n>
#define SOLVE_TO_SECOND 13  // the same of a2
#define SOLVE_TO_TWIST 14   // <n,an>, <n,t1>, <n,t2>; first of the next
#define SOLVE_SLIDE 15      // (first in TO_TWIST) second and third of the inverse of [m + <a1,a1>, <a1,a2>; ., m + <a2,a2>];
                            // m/s: b's surface velocity less a's along t1 and t2
#define SOLVE_ROLL 16       // inverse of [<t1,t1>, <t1,t2>; ., <t2,t2>]: 11, 12, 22; 0
#define SOLVE_INERTIA_A 17  // 1/(kg m^2), world axes, in this contact: xx, xy, xz, yy of a
#define SOLVE_INERTIA_AB 18 // yz, zz of a; xx, xy of b
#define SOLVE_INERTIA_B 19  // xz, yy, yz, zz of b
#define SOLVE_FIELDS 20

// What changes.
#define SOLVE_PUSH 0        // N s along n, of each point
#define SOLVE_FRICTION 1    // N s along t1 and t2; N m s of rolling friction about t1 and t2
#define SOLVE_TWIST 2       // N m s about n; 0
#define SOLVE_IMPULSES 3

#define SOLVE_BLOW_TURNS 8  // rounds over the points of a contact that bounces
#define SOLVE_ABOVE 0.5f    // cosine: within this of straight up, a body lies above another
#define SOLVE_SINGULAR 1e-6f // a 2x2 matrix with less of its diagonal's product as determinant is treated as isotropic
#define SOLVE_LEAST_WEIGHT 0.001f // of a point far away in the centre of all

STRUCT(solve_params) // a uniform block
{
    mas_vec4 up;          // unit, against gravity; 0 without any; w 0
    mas_vec4 soft;        // of contacts between two that move: 1/s bias; shares of mass and impulse; 0
    mas_vec4 soft_static; // of contacts with what does not move
    float substep;           // s
    float inverse_substep;   // 1/s
    float push_out;          // m/s: penetration is undone no faster
    float restitution_speed; // m/s: what approaches slower does not bounce
    float guard;             // mass ratio that contacts see at most, of a heavier body above; 0: as it is
    float inverse_margin;    // 1/m
    float step;              // s
    uint  capacity;          // places
};

STRUCT(body_blow) // what bounces did to a body in this substep: it is not repeated in the next as other impulses are
{
    mas_vec4 velocity; // m/s; w 0
    mas_vec4 spin;     // rad/s; w 0
};

STRUCT(solve_push)
{
    uint colour; // number of the list
    uint serial; // 1: its contacts share bodies; one thread solves them in their order
};

#endif
