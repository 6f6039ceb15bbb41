// A world: its capacities and settings, how it is made and resized, and the memory it takes.
#ifndef MASSA_WORLD_H
#define MASSA_WORLD_H

#include "base.h"

#if defined(__cplusplus)
extern "C" {
#endif

#define MASSA_NONE 0xFFFFFFFFu // of a capacity whose 0 follows from the others: none, and nothing is paid for it

// Declared once; a full list refuses (on the host) or counts what it dropped (on the device), and nothing else breaks.
typedef struct massa_capacity
{
    uint32_t bodies;  // 1 to 2^24; default 1024
    uint32_t edits;   // edits recorded between two steps, 1 to 2^20; default 4096
    uint32_t events;  // that a step can tell, 0 to 2^16; what has no room is told in a later step. Default 0: four for
                      // each body, at least 1024 and at most 16384. They cost memory; only what is told is copied
    uint32_t watched; // bodies whose pose comes back with the poll, 0 to 2^16; default 64
    uint32_t shapes;  // 0 to 2^20; default 64
    uint32_t hulls;   // shapes that are hulls, 0 to 4096; default 16
    uint32_t children;       // of all compound shapes together, 0 to 2^16; default 64
    uint32_t colliders;      // convex shapes on bodies, a compound's children each, 1 to 2^20 or MASSA_NONE; default 0: one
                             // for each body and child, at most 2^20. Every particle looks at each of them
    uint32_t pairs;          // of colliders whose bounds overlap, 1 to 2^23. Default 0: eight for each collider, at most
                             // 400000, and none in a world with particles. MASSA_NONE: bodies do not meet each other
    uint32_t contacts;       // pairs that touch or are about to, 0 to 2^23; default 0: as many as pairs
    uint32_t debug_lines;    // 0 to 2^20; default 0: none can be drawn
    uint32_t joints;         // 0 to 2^20; default 0: none, and nothing is paid for them
    uint32_t particles;      // grains, 0 to 2^23, to 2^21 where a device binds no more than 128 MiB at once; default 0:
                             // none, and nothing is paid for them
    uint32_t particle_edits; // particles added or removed between two steps, those of emitters too, 1 to 2^22; default 16384
    uint32_t neighbours;     // that a particle can touch at once, 1 to 255; default 0: 48, and 80 in a world with liquids
    uint32_t liquid;         // particles of all liquids together, 0 to 2^22; default 0: none, and nothing is paid for them.
                             // A world has grains or liquids, not both yet
    uint32_t queries;        // of surfaces, asked between two steps, 0 to 2^16; default 0: none can be asked
} massa_capacity;

// How pairs are found. All find the same ones, but for the tree with fat boxes, which finds some more: their bounds
// overlap when those are a little larger. Each has an order of its own, in which contacts are solved: worlds that differ in
// this differ in their last bits, and do not take each other's snapshots and recordings.
typedef enum massa_broad_phase
{
    MASSA_BROAD_PHASE_TREE,     // a tree of boxes: any sizes, any places
    MASSA_BROAD_PHASE_FAT_TREE, // the same tree over boxes that reach 1/64 of their shortest side farther. It is built
                                // only when a body left its box; while all rest, or barely move, it costs next to nothing.
                                // Leave room in capacity.pairs: bodies packed side by side have up to twice as many
    MASSA_BROAD_PHASE_LABELS,   // a grid whose cells carry labels: best when all are of one size
    MASSA_BROAD_PHASE_OWNER,    // the same grid, where a cell owns its pairs
    MASSA_BROAD_PHASE_SWEEP,    // along the axis of largest spread
    MASSA_BROAD_PHASE_BRUTE,    // each with each: the reference
} massa_broad_phase;

// In which order contacts are solved. What stands, stands with both; bits differ.
typedef enum massa_schedule
{
    MASSA_SCHEDULE_BLOCKS,  // neighbouring bodies together, in few dispatches
    MASSA_SCHEDULE_COLOURS, // all contacts that share no body at once, one dispatch for each such set: the reference
} massa_schedule;

// How a liquid keeps its volume. Both see the same walls; bits differ.
typedef enum massa_liquid_solver
{
    MASSA_LIQUID_INCOMPRESSIBLE, // positions are corrected until no particle is packed too densely
    MASSA_LIQUID_STATE_EQUATION, // pressure follows from density, as in a stiff gas: the classical way, which needs more parts
} massa_liquid_solver;

// Of all liquids of a world: what they share. Ignored while capacity.liquid is 0.
typedef struct massa_liquid_settings
{
    massa_liquid_solver solver;  // default incompressible
    float    spacing;            // m, 1e-3 to 1, between particles at rest: half as much needs 8 times the particles.
                                 // Default 0.05
    float    depth;              // m, 1e-3 to 1e3: how deep it will stand. Corrections follow from it; default 1
    uint32_t iterations;         // 0 to 16, of the corrections in each part; default 0: 2 to 8, so that the deepest is packed
                                 // no more than 2 % too densely. The log warns when 8 do not suffice
    uint32_t max_parts;          // 0 to 16, into which a substep is divided while something is fast; default 0: 4, and with
                                 // the state equation as many as sound and twice a fall from depth need. The log warns
                                 // when they do not suffice
    float    stiffness;          // state equation: J/kg, 0 to 1e6, the square of the speed of sound; default 0: 200 times
                                 // 9.81 m/s^2 times depth, which leaves the deepest packed half a percent too densely.
                                 // Viscosities are at least 0.075 sound substep / (2 spacing): with less it boils
    float    exponent;           // state equation: 1, linear; 7, Tait's; or 0, a gas that has no density of its own; default 7
    float    smoothing;          // state equation: 0 to 1, share of neighbours' motion that positions follow; default 0.1
    bool     explicit_steps;     // state equation: positions follow the velocity of before, as in textbooks; default false
} massa_liquid_settings;

typedef struct massa_world_desc
{
    uint32_t       cookie;              // set by massa_default_world_desc
    massa_capacity capacity;
    massa_vec3     gravity;             // m/s^2; default (0, -9.81, 0)
    uint32_t       substeps;            // 1 to 64 per step; default 4
    uint32_t       max_steps_in_flight; // 1 to 8: steps recorded but not yet stated finished to massa_world_poll; default 3
    massa_broad_phase broad_phase;      // default the tree with fat boxes
    massa_schedule schedule;            // default colours
    uint32_t       joint_sweeps;        // 1 to 16: how often joints are swept before and after bodies move, in each substep.
                                        // More hold long chains and heavy loads stiffer; default 1
    float          contact_margin;      // m, 1e-4 to 1: contacts are made this far before surfaces meet, and
                                        // farther when velocities bring them together in the step; default 0.02
    bool           sleep;               // bodies that rest together are left out of the step until something wakes them:
                                        // a contact, a joint, an edit, or another gravity; default true
    float          sleep_time;          // s of rest before that, 1e-3 to 1e3; default 0.5. massa_body_desc.sleep_speed
                                        // says what rest is
    // Contacts of bodies. The defaults are good for things from a hand's size to a house's.
    float contact_hertz;     // 1/s, 1 to 1e4: how stiff contacts are; default 45. No more than 1/6.5 of a substep's
                             // frequency counts; twice as much against what does not move
    float contact_damping;   // 0.1 to 100 of the critical one: the more, the slower penetration is undone, and the longer
                             // tall stacks sway; default 4. Half as much against what does not move
    float push_out_speed;    // m/s, 0 to 100: penetration is undone no faster; default 3
    float restitution_speed; // m/s, 0.01 to 100: what approaches slower does not bounce; default 1
    float mass_guard;        // 0, or 1 to 1e6: a body with another on top that is heavier by more than this is treated, in
                             // that contact, as if it were heavier by just this. So a heavy load stands on light boxes,
                             // at the price of momentum in that contact; default 0: never
    float          hit_speed;           // m/s, 0 to 1e4: faster contacts are reported as MASSA_EVENT_CONTACT_HIT; default 1
    const massa_surface_desc* surfaces; // default null; copied, their cages are not
    uint32_t       surface_count;       // 0 to 1024; default 0: none, and nothing is paid for them
    massa_liquid_settings liquid;
} massa_world_desc;

static inline massa_world_desc massa_default_world_desc(void)
{
    massa_world_desc d    = MASSA_ZERO;
    d.cookie              = MASSA_COOKIE(6, massa_world_desc);
    d.capacity.bodies     = 1024;
    d.capacity.edits      = 4096;
    d.capacity.watched    = 64;
    d.capacity.shapes     = 64;
    d.capacity.hulls      = 16;
    d.capacity.children   = 64;
    d.capacity.particle_edits = 16384;
    d.gravity.y           = -9.81f;
    d.substeps            = 4;
    d.max_steps_in_flight = 3;
    d.broad_phase         = MASSA_BROAD_PHASE_FAT_TREE;
    d.schedule            = MASSA_SCHEDULE_COLOURS;
    d.joint_sweeps        = 1;
    d.contact_margin      = 0.02f;
    d.sleep               = true;
    d.sleep_time          = 0.5f;
    d.contact_hertz       = 45.0f;
    d.contact_damping     = 4.0f;
    d.push_out_speed      = 3.0f;
    d.restitution_speed   = 1.0f;
    d.hit_speed           = 1.0f;
    d.liquid.solver       = MASSA_LIQUID_INCOMPRESSIBLE;
    d.liquid.spacing      = 0.05f;
    d.liquid.depth        = 1.0f;
    d.liquid.exponent     = 7.0f;
    d.liquid.smoothing    = 0.1f;
    return d;
}

typedef struct massa_memory // bytes
{
    uint64_t state;    // device, survives steps; what a snapshot saves
    uint64_t scratch;  // device, shared by the stages of a step; tables and meshes of surfaces, which snapshots leave out
    uint64_t upload;   // CPU to GPU ring, and the tables of surfaces
    uint64_t readback; // GPU to CPU ring
    uint64_t host;     // ids, edits and other tables on the CPU
} massa_memory;

MASSA_API MASSA_CHECK massa_result massa_query_world_memory(massa_device*, const massa_world_desc*, massa_memory* out);
MASSA_API MASSA_CHECK massa_result massa_create_world(massa_device*, const massa_world_desc*, massa_world** out);
MASSA_API void massa_destroy_world(massa_world*); // when the GPU has finished all its steps; null is fine

// Changes capacities between frames: every recorded step must have been told finished. Ids and state survive; views
// must be asked again. The state moves when the next command is recorded. A capacity below what is in use is refused.
MASSA_API MASSA_CHECK massa_result massa_world_resize(massa_world*, const massa_capacity*);
MASSA_API MASSA_CHECK massa_result massa_world_set_gravity(massa_world*, massa_vec3 gravity); // another one wakes all

#if defined(__cplusplus)
}
#endif

#endif
