// The GPU half of a world: its memory, its kernels, and the stages that step.c runs.
#ifndef MAS_SIMULATION_H
#define MAS_SIMULATION_H

#include "collision/bounds.h"
#include "collision/broad.h"
#include "collision/lines.h"
#include "collision/narrow.h"
#include "core/profiler.h"
#include "flow.h"
#include "posing.h"
#include "particle/collider.h"
#include "particle/contact.h"
#include "particle/grid.h"
#include "particle/search.h"
#include "particle/populate.h"
#include "primitive/hash.h"
#include "rigid/apply.h"
#include "rigid/events.h"
#include "rigid/blocks.h"
#include "rigid/graph.h"
#include "rigid/integrate.h"
#include "rigid/joint.h"
#include "rigid/sleep.h"
#include "rigid/solve.h"
#include "rigid/touch.h"
#include "rigid/watch.h"
#include "rigid/whole.h"

typedef struct mas_report // what a step sends back, in this order, in one slot of the readback ring
{
    mas_span hash;     // two words
    mas_span counters; // particle_counters
    mas_span contacts; // contact_counters
    mas_span schedule; // graph_counters, or blocks_counters
    mas_span lines;    // lines_header
    mas_span sleep;    // sleep_state
    mas_span liquid;   // liquid_state
    mas_span sensed;   // uint by collider and liquid: what sensors held when the step began, then when it ended
    mas_span answers;  // watch_answer
    mas_span events;   // event_header, then event_record
    mas_span whole;    // all of the above
    uint64_t copied;   // bytes of it that are copied to the slot; events.c writes the records there
} mas_report;

typedef struct mas_simulation
{
    mas_arena arena;
    mas_kernels kernels;

    mas_bodies bodies;
    mas_span params;                                       // step_params
    mas_span edits, watched;                               // this step's, copied from the upload ring
    mas_span upload_edits, upload_watched, upload_records; // one slot per step in flight
    mas_span upload_colliders, upload_hulls;               // the same
    mas_span upload_joints, upload_joint_order, upload_joined;
    mas_report report;
    mas_span readback; // one report per step in flight

    mas_colliders colliders;
    // Only in a world whose bodies meet.
    mas_pairs pairs;
    mas_bounds bounds;
    mas_broad broad;
    mas_narrow narrow;
    mas_graph graph;   // with the schedule of colours,
    mas_blocks blocks; // or of blocks
    bool in_blocks;
    mas_whole whole; // the same as graph and solve do, for a small world
    bool in_whole;   // in the step that is recorded (small.h)
    float cell; // m, of the blocks; 0: not known
    mas_solve solve;
    mas_lines lines;
    mas_sleep sleep;
    mas_touch touch; // of a world whose bodies do not meet it holds nothing

    mas_joint joint;
    mas_apply apply;
    mas_integrate integrate;
    mas_events events;
    mas_watch watch;
    mas_hash hash_pose, hash_motion, hash_mass, hash_trait;

    // Only in a world with particles.
    mas_particles particles;
    mas_span counter_alive; // in report.counters
    mas_span collider_states;
    mas_collider collider;
    mas_hash hash_particle_position, hash_particle_velocity;
    // Of grains.
    mas_populate populate;
    mas_grid grid;
    mas_search search;
    mas_contact contact;
    bool counted;                                   // a step has left all grains counted for the next grid,
    particle_layer counted_as[PARTICLE_MAX_LAYERS]; // by the cells of these kinds
    // Of liquids.
    mas_flow flow;
    mas_hash hash_liquid;

    mas_posing posing; // surfaces
} mas_simulation;

// Arithmetic only; arena.result says whether the capacities can be. Surfaces outlive the simulation; null: none.
void mas_simulation_plan(mas_simulation*, massa_device*, const massa_world_desc*, mas_surface_host*);
// After plan: allocates, makes the kernels. On failure destroy still cleans up.
massa_result mas_simulation_create(mas_simulation*);
void mas_simulation_destroy(mas_simulation*);

// What the contact solver reads in a step, as the world's settings have it. places: capacity.
solve_params mas_contact_params(const massa_world_desc*, massa_vec3 gravity, float dt, uint32_t places);

#endif
