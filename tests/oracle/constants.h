// Numbers that decide physics, stated a second time: a twin that took them from its kernel's header would follow any
// change of it. Structs, marks and layouts are shared; these are not. Each with its unit and what it is for.
#ifndef MAS_ORACLE_CONSTANTS_H
#define MAS_ORACLE_CONSTANTS_H

// ---- Looking ahead (collision) ----
#define OWN_AHEAD_DEPTH 0.25f // of the contact margin: two that will meet are looked at so deep in each other
#define OWN_AHEAD_THIN 0.25f  // of half the thickness of the thinner one, if that is less: far from its middle
#define OWN_AHEAD_SPIN 0.5f   // of the bounding radius: no spin carries a surface farther in a step
#define OWN_AHEAD_ROUNDS 5    // places on the way that are looked at, at most

// ---- Pairs from one step to the next ----
#define OWN_RECYCLE_TOLERANCE 0.02f // m, two that moved less against each other keep their manifold: a contact margin
#define OWN_RECYCLE_SHARE 0.02f     // of the smaller bounding radius: the same of small bodies
#define OWN_RECYCLE_TURN 0.00759612349f // sin(5 degrees)^2, of half the turn since then: 10 degrees
#define OWN_RECYCLE_MARGIN_SHARE 0.5f   // of the margin, for two that do not touch: a point must not come unseen
#define OWN_MATCH_DISTANCE 0.1f         // m, between a point and that of the last step whose impulse it takes over
#define OWN_MATCH_SHARE 0.125f          // of the smaller bounding radius: the same of small bodies

// ---- Boxes and hulls; lengths are parts of the smaller one's scale ----
#define OWN_NARROW_SMALLEST_SCALE 1e-6f // m, of a shape without size: nothing is divided by 0
#define OWN_NARROW_FACE_BIAS                                                                                           \
    1e-3f // by which an axis of b's faces must be better than one of a's: noise does not choose
#define OWN_NARROW_EDGE_BIAS 1.8e-3f // by which two edges must be better than all faces
#define OWN_NARROW_PARALLEL 1e-6f    // sine squared: nearer to parallel, two edges span no axis
#define OWN_NARROW_NEARLY_FLAT                                                                                         \
    0.98f // cosine squared, 8 degrees: nearer to a face, the points of two edges are the faces'
#define OWN_NARROW_FLAT_ENOUGH 0.99945f // cosine, 1.9 degrees: nearer, the normal is the face's too
#define OWN_NARROW_GROW 1e-4f           // by which a reference face grows, so that corners on its border are inside
#define OWN_NARROW_INSIDE 0.7f          // of that growth, below 1 / sqrt(2): corners found once are not found again
#define OWN_NARROW_FLAT 1e-6f           // an edge that changes a coordinate by less does not cross that side
#define OWN_NARROW_NONE 1e30f           // m, separation of no candidate: beyond any world
#define OWN_NARROW_BETTER 1.001f        // by which a later point must be farther away to be taken
#define OWN_NARROW_DEEPER 1e-4f         // by which a later point must be deeper
#define OWN_NARROW_EVEN 1e-3f           // points this near to the deepest are as deep
#define OWN_NARROW_ROUNDS 5             // exchanges while four points are chosen
#define OWN_NARROW_NEAR 1e-3f           // two points, or a point and a line, this near are one
#define OWN_NARROW_TILT 1e-3f           // cosine by which a later incident face must face the reference more
#define OWN_NARROW_LOST                                                                                                \
    1.9e-3f // more than both biases: points this much too shallow leave the lowest corner as the contact

// ---- Order of pairs ----
#define OWN_TREE_CELL_BITS 8 // of an axis in a tile
#define OWN_TREE_HASH_BITS 7 // of a tile
#define OWN_TREE_HASHES 128  // 2^7
#define OWN_TREE_SAMPLES 256 // colliders that the size of cells is chosen by
#define OWN_SWEEP_STEPS 1024 // in the longest edge of the bounds of all centres: sums of 2^20 products fit in two words

// ---- Bodies ----
#define OWN_BODY_MAX_POSITION 1.0e6 // m: from there on a float is coarser than a contact
#define OWN_REST_DAMPING 0.5f       // 1/s, of a body that is held and slower than its sleep_speed
#define OWN_REST_SPIN 3.0f          // a cube's corners are sqrt(3) times as fast as the mean of its mass
#define OWN_SLEEP_SPIN 3.0f         // the same, when it is asked whether a body rests
#define OWN_SLEEP_SHAKE 10.0f       // of sleep_speed: who rested before may shake on the spot so fast
#define OWN_SLEEP_STRAY 0.25f       // of what sleep_speed goes in sleep_time: the spot

// ---- Contacts ----
#define OWN_GRAPH_COLOURS 32     // one bit of a word each
#define OWN_GRAPH_ROUNDS 8       // of colouring; a heap of cubes needs 7 to 9 from nothing
#define OWN_GRAPH_SLOTS 8        // contacts of one body that can be coloured in a round
#define OWN_BLOCK_BODIES 256     // of a block: a workgroup's memory holds so many
#define OWN_BLOCK_COLOURS 32     // of a block
#define OWN_BLOCK_SHIFT 3        // cells: half the edge of a block of bodies that fill a cell each
#define OWN_BLOCK_ENTRIES 8      // contacts of one body that may be lone
#define OWN_SOLVE_SWEEPS 4       // of bounces in a substep: a blow passes so many bodies on
#define OWN_SOLVE_BLOW_TURNS 8   // over the points of a contact that bounces
#define OWN_SOLVE_ABOVE 0.5f     // cosine, 60 degrees: nearer to straight up, a body lies on another
#define OWN_SOLVE_SINGULAR 1e-6f // determinant over the diagonal's product: below it a 2x2 matrix counts as isotropic
#define OWN_SOLVE_LEAST_WEIGHT 0.001f // of a point that is two margins away, in the centre of all

// ---- Joints ----
#define OWN_JOINT_COLOURS 32 // joints of one colour share no dynamic body
#define OWN_JOINT_HERTZ_SHARE                                                                                          \
    0.25f // of the substep's rate, times the root of the sweeps: stiffer chains blow up from 0.35 on
#define OWN_JOINT_DAMPING 5.0f  // of critical: a joint creeps back and does not swing
#define OWN_JOINT_RIDGE 4.0e-6f // of a matrix's trace, some 30 units in its last place: rounding makes none singular

// ---- Particles ----
#define OWN_PARTICLE_MAX_CELLS 131072.0 // 2^17: farther out a float tells no cells apart, and the particle is retired
#define OWN_PARTICLE_ROW_MARGIN                                                                                        \
    0.0146484375                 // of a cell, 3.75/256: two roundings of a place, below the 1/64 that cells are larger
#define OWN_PARTICLE_LOST 1.0e30 // m, where a motion that is no number ends
#define OWN_COLLIDER_ENDLESS 1.0e18 // m, radius of a plane
#define OWN_LIQUID_MAX_PARTS 16     // of a substep

// ---- Questions to surfaces ----
#define OWN_QUERY_STACK 64         // boxes put aside: 7 a height, of 8 heights and one
#define OWN_QUERY_MAX_PATCHES 2048 // looked into, before the answer says that it stopped
#define OWN_QUERY_SEEDS 4          // along each side of a patch, to start from
#define OWN_QUERY_STEPS 24         // from each of them
#define OWN_QUERY_CELLS 1024       // parts of a patch, for a ray
#define OWN_QUERY_DEPTH 10         // halvings of a patch, for a ray
#define OWN_QUERY_RAY_STEPS 8      // of Newton's method, which doubles its digits in each

#endif
