// What the host knows of a world: ids, shapes, kinds of grains, pending edits, watched bodies. One block without
// pointers, so that a snapshot is a copy of it.
#ifndef MAS_TABLES_H
#define MAS_TABLES_H

#include "core/device.h"
#include "mass.h"
#include "collision/collision.h"
#include "liquid/liquid.h"
#include "particle/collider.h"
#include "particle/populate.h"
#include "rigid/joint.h"
#include "rigid/rigid.h"
#include "rigid/watch.h"

enum
{
    MAS_MAX_GENERATION = (1 << 24) - 1, // a slot that gets there is never used again
    MAS_GRAINS_FIELDS  = 7,
    MAS_HOST_ARRAYS    = 4, // of a family, at most
};

typedef enum mas_family_number
{
#define FAMILY(name) MAS_FAMILY_##name,
#include "families.def"
#undef FAMILY
    MAS_FAMILIES
} mas_family_number;

typedef enum mas_id_kind // in the top byte of an id
{
    MAS_ID_BODY = 1,
    MAS_ID_SHAPE,
    MAS_ID_GRAINS,
    MAS_ID_PARTICLE,
    MAS_ID_JOINT,
    MAS_ID_LIQUID,
    MAS_ID_EMITTER,
} mas_id_kind;

typedef struct mas_slot
{
    uint32_t generation; // of the body that lives here, or of the next one
    uint32_t flags;      // BODY_*; 0 when free
    uint32_t next_free;  // 1 + slot; 0 ends the list
    uint32_t last_edit;  // 1 + index of the body's last pending edit; 0: none
    uint32_t shape;      // 1 + its slot; 0: none
    uint32_t collider;   // 1 + the first of its colliders; 0: none
    uint64_t user;
    massa_vec3 inverse_inertia; // 1/(kg m^2), whatever is locked; 0 unless dynamic
    uint32_t spare;
} mas_slot;

enum
{
    MAS_COMPOUND = COLLIDER_KIND_MASK, // a shape's kind; its colliders have those of its children
};

typedef struct mas_shape
{
    uint32_t generation; // of the shape that lives here, or of the next one
    uint32_t kind;       // COLLIDER_*, MAS_COMPOUND; 0 when free
    uint32_t users;      // bodies and compounds that have it
    uint32_t hull;       // 1 + its slot; 0: none
    uint32_t child;      // 1 + the first of its children; 0: none
    uint32_t colliders;  // that a body with it has
    uint32_t category, mask;
    int32_t group;
    float friction, restitution, rolling, density;
    float radius;       // m, of a sphere around centre that holds it
    massa_vec3 size;    // m, as in collider_data
    massa_vec3 centre;  // m, where its collider's centre is in the shape's frame
    massa_mass mass;    // all 0 for what has none
    massa_vec3 surface; // m/s, how it runs over the shape
    uint64_t user;
} mas_shape;

typedef struct mas_child
{
    uint32_t shape; // 1 + its slot; 0: free
    uint32_t next;  // 1 + the compound's next child, or the next free one; 0 ends
    mas_pose pose;  // in the compound
} mas_child;

typedef struct mas_collider_slot
{
    uint32_t body;  // 1 + its slot; 0: free
    uint32_t child; // 1 + the child of the body's shape that it is; 0: the shape itself
    uint32_t next;  // 1 + the body's next collider, or the next free one; 0 ends
    uint32_t stamp; // raised when the collider here changes, or its body is put elsewhere
} mas_collider_slot;

typedef struct mas_joint_side
{
    uint32_t body;           // 1 + its slot; 0: the world
    uint32_t next, previous; // in the list of the body's joints: 1 + 2 * slot + side; 0 ends
    massa_vec3 anchor;       // m
    massa_quat frame;        // unit
} mas_joint_side;

typedef struct mas_joint_slot
{
    uint32_t generation; // of the joint that lives here, or of the next one
    uint32_t kind;       // JOINT_*; 0 when free
    uint32_t next_free;  // 1 + slot; 0 ends the list
    uint32_t colour;     // up to JOINT_COLOURS
    mas_joint_side side[2];
    float length, hertz, damping; // as in massa_joint_desc
    uint32_t collide;             // 1: the bodies meet
    uint32_t stamp;               // raised whenever one of these is set anew
    uint32_t spare;
    uint64_t user;
} mas_joint_slot;

typedef enum mas_grains_state
{
    MAS_GRAINS_FREE,
    MAS_GRAINS_USED,
    MAS_GRAINS_LEAVING, // destroyed since the last step: the next one clears its particles away
} mas_grains_state;

typedef struct mas_grains // its place is the particles' layer
{
    uint32_t generation;
    uint32_t state;                 // mas_grains_state
    float field[MAS_GRAINS_FIELDS]; // mas_grains_fields
    uint32_t spare;
} mas_grains;

// Fields of massa_grains_desc from radius on, with their ranges, in their order.
typedef struct mas_field
{
    const char* name;
    float least, most;
} mas_field;
extern const mas_field mas_grains_fields[MAS_GRAINS_FIELDS];

typedef struct mas_particle_slot
{
    uint32_t life; // generation of the particle that lives here, or of the next one; in bits 24 and up 1 + layer, or 0
    uint32_t pending; // 1 + index of its record for the next step; 0: none
} mas_particle_slot;

typedef struct mas_liquid_slot // its place is the number in the tags of its particles
{
    uint32_t generation;
    uint32_t state;                 // mas_grains_state
    float density, viscosity, drag; // as in massa_liquid_desc
    uint32_t colour;
    uint64_t user;
} mas_liquid_slot;

typedef struct mas_emitter_slot
{
    uint32_t generation;
    uint32_t liquid;                // 1 + its place; 0: free
    massa_vec3 position, direction; // m; unit
    float radius, speed;            // m, m/s
    float travel;                   // m, of the stream since the last disc left the nozzle
    uint32_t disc;                  // which of MAS_DISCS patterns comes next
    uint64_t limit, sent;           // particles
} mas_emitter_slot;

typedef struct mas_changed // slots [first, end)
{
    uint32_t first, end;
} mas_changed;

typedef struct mas_surface_slot
{
    uint32_t first, points; // of its cage's, in mas_cage_points; never change
    mas_changed changed;    // points of the cage that the device does not know yet
    uint32_t refresh;       // 1: a shader of the host's wrote points for the next step
    uint32_t moved;         // 1: the last step had other points than the one before
    uint32_t posed;         // 1: it has been in a step
    uint32_t spare;
} mas_surface_slot;

typedef struct mas_body_table
{
    uint32_t count;   // slots ever used
    uint32_t live;    // bodies
    uint32_t free;    // 1 + first free slot below count
    uint32_t loads;   // pending edits that put a force on a body
    uint32_t watched; // bodies the host hears of
    uint32_t spare;
} mas_body_table;

typedef struct mas_shape_table
{
    uint32_t count;            // slots ever used
    uint32_t free;             // the first slot that may be free
    uint32_t hulls;            // slots ever used; a free one has no corners
    uint32_t children;         // places ever used
    uint32_t free_child;       // 1 + first free one below children
    uint32_t bouncing;         // shapes with restitution
    mas_changed hulls_changed; // what the device does not know yet
    uint32_t stage_count;      // what EDIT_SHAPE_POINTS or EDIT_SHAPE_CHILD has brought so far
    uint32_t stage_child;      // 1 + the first of such children
    massa_vec3 stage_point[MASSA_MAX_HULL_CORNERS];
} mas_shape_table;

typedef struct mas_collider_table
{
    uint32_t count; // slots ever used
    uint32_t live;
    uint32_t free;       // 1 + first free one below count
    uint32_t unbounded;  // colliders that are planes
    mas_changed changed; // what the device does not know yet
} mas_collider_table;

typedef struct mas_joint_table
{
    uint32_t count; // slots ever used
    uint32_t live;
    uint32_t free;                      // 1 + first free slot below count
    uint32_t apart;                     // joints whose bodies do not meet
    mas_changed changed;                // what the device does not know yet; their order, too, if there is any
    uint32_t joined_changed;            // 1: the device does not know yet which bodies must not meet
    uint32_t colour[JOINT_COLOURS + 1]; // joints of each colour
} mas_joint_table;

typedef struct mas_particle_table
{
    uint32_t count; // slots ever used; of liquids as many as may be, since the device hands them out
    uint32_t live;
    uint32_t free;    // the first free slot
    uint32_t records; // particles that come or leave with the next step
    mas_grains grains[MASSA_MAX_GRAINS];
} mas_particle_table;

typedef struct mas_liquid_table
{
    mas_emitter_slot emitters[MASSA_MAX_EMITTERS];
    mas_liquid_slot liquids[MASSA_MAX_LIQUIDS];
    float spacing; // m; 0: there are none; never changes
    uint32_t spare;
} mas_liquid_table;

typedef struct mas_surface_table
{
    uint32_t count, points; // and points of all their cages; never change
    uint32_t pending;       // 1: one of them moves in the next step
    uint32_t spare;
} mas_surface_table;

typedef struct mas_tables
{
    uint64_t bytes; // of the whole block
    uint64_t small; // bytes from its start that replay keeps a copy of: all up to the end of the small arrays
    massa_capacity capacity;
    massa_vec3 gravity;
    massa_vec3 step_gravity; // of the last step: another one wakes all bodies
    uint64_t history;        // hash of all steps so far: number, dt, gravity, edits, records, and the world's settings
    uint32_t steps;          // in that history
    uint32_t edit_count;
    mas_body_table body;
    mas_shape_table shape;
    mas_collider_table collider;
    mas_joint_table joint;
    mas_particle_table particle;
    mas_liquid_table liquid;
    mas_surface_table surface;
    uint64_t array[MAS_FAMILIES][MAS_HOST_ARRAYS]; // bytes from the block's start, by family and row (family.h)
} mas_tables;

typedef struct mas_settings // of a world: what changes results, beside capacities
{
    uint32_t substeps;
    uint32_t broad_phase; // pairs come in its order, contacts are solved in theirs
    float contact_margin, contact_hertz, contact_damping, push_out_speed, restitution_speed, mass_guard;
    uint32_t joint_sweeps, sleeps, schedule;
    float sleep_time;
    uint64_t surfaces; // mas_surfaces_hash
    // Of liquids; all 0 in a world without room for them.
    uint32_t solver, iterations, max_parts, explicit_steps;
    float spacing, depth, stiffness, exponent, smoothing;
    uint32_t spare;
} mas_settings;

mas_settings mas_settings_of(const massa_world_desc*);
uint32_t mas_event_room(const massa_capacity*);     // capacity.events, or what it is by default
uint32_t mas_neighbour_room(const massa_capacity*); // the same
uint32_t mas_record_room(const massa_capacity*);    // capacity.particle_edits, or 0 in a world without particles

uint64_t mas_tables_bytes(const massa_world_desc*);
void mas_tables_lay_out(mas_tables*); // bytes and offsets from the capacity and the number of surfaces and points
void mas_tables_init(mas_tables*, const massa_world_desc*);
// Whether a block from outside (a snapshot's) can be used as the tables of a world of these capacities: counts, lists
// and links stay inside, so that neither host nor device leaves its arrays or runs in circles.
bool mas_tables_sound(const mas_tables*, const massa_capacity*);
bool mas_edit_sound(const edit_record*); // of a kind there is, with numbers small enough that no sum overflows
bool mas_inertia_sound(mas_vec4 inverse, uint32_t flags);
bool mas_body_flags_sound(uint32_t flags); // static, kinematic or dynamic
bool mas_body_limits_sound(uint32_t locks, float max_speed, float max_spin, float sleep_speed);
bool mas_grains_sound(const mas_tables*, const float field[MAS_GRAINS_FIELDS]); // beside the kinds there are
bool mas_particle_sound(const mas_grains*, const massa_particle*);              // numbers in range
bool mas_tables_laid_out(const mas_tables*, const massa_capacity*);
// What is in use of the arrays, to a block with these offsets.
void mas_tables_write(uint8_t* to, const uint64_t array[MAS_FAMILIES][MAS_HOST_ARRAYS], const mas_tables*);
// Fills an initialised block from another whose contents fit.
void mas_tables_copy(mas_tables* to, const mas_tables* from);

// Rows of the families' host arrays.
enum
{
    MAS_RIGID_SLOTS,
    MAS_RIGID_EDITS,
    MAS_RIGID_WATCHED,
};

enum
{
    MAS_COLLISION_COLLIDERS,
    MAS_COLLISION_SHAPES,
    MAS_COLLISION_HULLS,
    MAS_COLLISION_CHILDREN,
};

enum
{
    MAS_JOINT_SLOTS,
    MAS_JOINT_LISTS,
};

enum
{
    MAS_PARTICLE_SLOTS,
    MAS_PARTICLE_USED,
    MAS_PARTICLE_RECORDS,
};

enum
{
    MAS_SURFACE_SLOTS,
    MAS_SURFACE_POINTS,
};

static inline void* mas_host_array_of(const mas_tables* t, mas_family_number family, uint32_t row)
{
    return (uint8_t*)t + t->array[family][row];
}

static inline mas_slot* mas_slots(const mas_tables* t)
{
    return mas_host_array_of(t, MAS_FAMILY_rigid, MAS_RIGID_SLOTS);
}

static inline mas_collider_slot* mas_collider_slots(const mas_tables* t)
{
    return mas_host_array_of(t, MAS_FAMILY_collision, MAS_COLLISION_COLLIDERS);
}

static inline hull_data* mas_hulls(const mas_tables* t)
{
    return mas_host_array_of(t, MAS_FAMILY_collision, MAS_COLLISION_HULLS);
}

static inline mas_child* mas_children(const mas_tables* t)
{
    return mas_host_array_of(t, MAS_FAMILY_collision, MAS_COLLISION_CHILDREN);
}

static inline mas_joint_slot* mas_joints(const mas_tables* t)
{
    return mas_host_array_of(t, MAS_FAMILY_joint, MAS_JOINT_SLOTS);
}

// By body, in a world with joints: the first of its joints, as in mas_joint_side.next.
static inline uint32_t* mas_joint_lists(const mas_tables* t)
{
    return mas_host_array_of(t, MAS_FAMILY_joint, MAS_JOINT_LISTS);
}

static inline mas_shape* mas_shapes(const mas_tables* t)
{
    return mas_host_array_of(t, MAS_FAMILY_collision, MAS_COLLISION_SHAPES);
}

static inline edit_record* mas_edits(const mas_tables* t)
{
    return mas_host_array_of(t, MAS_FAMILY_rigid, MAS_RIGID_EDITS);
}

static inline watch_entry* mas_watched(const mas_tables* t)
{
    return mas_host_array_of(t, MAS_FAMILY_rigid, MAS_RIGID_WATCHED);
}

static inline mas_particle_slot* mas_particle_slots(const mas_tables* t)
{
    return mas_host_array_of(t, MAS_FAMILY_particle, MAS_PARTICLE_SLOTS);
}

static inline uint64_t* mas_particle_used(const mas_tables* t) // one bit per slot; worn-out slots stay used
{
    return mas_host_array_of(t, MAS_FAMILY_particle, MAS_PARTICLE_USED);
}

static inline particle_record* mas_records(const mas_tables* t)
{
    return mas_host_array_of(t, MAS_FAMILY_particle, MAS_PARTICLE_RECORDS);
}

static inline mas_surface_slot* mas_surface_slots(const mas_tables* t)
{
    return mas_host_array_of(t, MAS_FAMILY_surface, MAS_SURFACE_SLOTS);
}

// Of all cages, surface by surface, as calls last set them; what shaders wrote is not here.
static inline massa_vec3* mas_cage_points(const mas_tables* t)
{
    return mas_host_array_of(t, MAS_FAMILY_surface, MAS_SURFACE_POINTS);
}

uint64_t mas_id(mas_id_kind, uint32_t slot, uint32_t generation);
uint32_t mas_id_generation(uint64_t id);
bool mas_find_body(const mas_tables*, massa_body_id, uint32_t* slot); // false: stale
bool mas_find_shape(const mas_tables*, massa_shape_id, uint32_t* slot);
bool mas_find_joint(const mas_tables*, massa_joint_id, uint32_t* slot);
bool mas_find_grains(const mas_tables*, massa_grains_id, uint32_t* layer);
bool mas_find_particle(const mas_tables*, massa_particle_id, uint32_t* slot);

// A free slot, marked as used; false when there is none.
bool mas_take_slot(mas_tables*, uint32_t* slot);
void mas_free_slot(mas_tables*, uint32_t slot);

// Shapes and kinds of grains take the first free place: UINT32_MAX when there is none.
uint32_t mas_vacant_shape(const mas_tables*);
uint32_t mas_vacant_grains(const mas_tables*);
void mas_set_grains(mas_tables*, uint32_t layer, const float field[MAS_GRAINS_FIELDS]); // null: destroys it

// Particles take the first free slot, so that live and recorded particles alone decide it. The first free one from a
// slot on, or capacity.particles.
uint32_t mas_vacant_particle(const mas_tables*, uint32_t from);
// The next step's record of a slot, its earlier one if it has any; null when there is no room.
particle_record* mas_record_particle(mas_tables*, uint32_t slot);
// A slot as its record says: tag and generation.
void mas_settle_particle(mas_tables*, const particle_record*);
uint32_t mas_particle_layer(const mas_particle_slot*); // UINT32_MAX: free
// The records of a recorded step; false: one of them cannot be, and particles are as they were.
bool mas_play_records(mas_tables*, const uint8_t* records, uint32_t count);

// Appends a zeroed edit, linked to the target's earlier ones if it is one that a kernel plays; null when there is no
// room.
edit_record* mas_add_edit(mas_tables*, uint32_t kind, uint32_t target);
// The edits have been handed to a step of dt: they join the history.
void mas_clear_edits(mas_tables*, float dt);

void mas_clear_records(mas_tables*); // part of it: the grains' side

// 64-bit multiply-and-shift over words: fast, and any flipped bit shows.
uint64_t mas_hash_bytes(uint64_t start, const void* bytes, size_t size);

#endif
