// What the twin of a world knows of its host's calls: ids by slot and generation, shapes, colliders, joints, kinds of
// particles, emitters, points of cages, and the edits since the last step. Written from the meaning of the edits
// (edit_shared.h, the public header); only structs are module/'s. Two things are shared on purpose, because they have
// oracles of their own: hulls of points (mas_hull_*) and mass and poses of shapes (mas_mass_*, mas_pose_*).
#ifndef MAS_ORACLE_OWN_TABLES_H
#define MAS_ORACLE_OWN_TABLES_H

#include "collision/collision_shared.h"
#include "contacts.h"
#include "edit_shared.h"
#include "exact.h"
#include "hull.h"
#include "joint.h"
#include "mass.h"
#include "massa/massa.h"
#include "particle/populate_shared.h"
#include "settings.h"

#include <stdbool.h>

enum
{
    OWN_LAST_GENERATION = (1 << 24) - 1, // an id has 24 bits for it; a slot that gets there is never used again
    OWN_COMPOUND        = 7,             // kind of a shape that has children: beyond all kinds of colliders
};

typedef struct oracle_free // slots that were given back; the next one to be used is the last of them
{
    uint32_t* slot;
    uint32_t count;
} oracle_free;

typedef struct oracle_body_slot
{
    uint32_t generation; // of the body that lives here, or of the next one
    uint32_t flags;      // BODY_*; 0: nobody lives here
    uint32_t shape;      // 1 + its slot; 0: none
    uint32_t colliders;
    uint32_t* collider; // one for the shape, or one for each child of a compound, in their order
    mas_vec4 inverse_inertia;
} oracle_body_slot;

typedef struct oracle_child
{
    uint32_t shape;
    mas_pose pose; // in the compound
} oracle_child;

typedef struct oracle_shape
{
    uint32_t generation;
    collider_data like; // what a collider with this shape has of it; kind 0: there is no shape here
    massa_vec3 centre;  // m, of the collider in the shape's frame
    massa_mass mass;
    uint32_t hull; // 1 + its place; 0: none
    uint32_t children;
    oracle_child* child;
} oracle_shape;

typedef struct oracle_collider_slot
{
    uint32_t body;  // 1 + its slot; 0: free
    uint32_t part;  // which child of the body's shape it is
    uint32_t stamp; // raised whenever body, shape or place of the collider are set
    bool changed;   // since the last step
} oracle_collider_slot;

typedef struct oracle_joint_slot
{
    joint_data data; // kind 0: free; life is the generation, of the next joint too
    bool meets;      // its bodies meet each other
    uint32_t colour; // up to OWN_JOINT_COLOURS, for those that have none
    uint64_t made;   // a number that grows from joint to joint
} oracle_joint_slot;

enum
{
    OWN_FREE,
    OWN_USED,
    OWN_LEAVING, // destroyed since the last step: particles of it are there until the next
};

typedef struct oracle_kind // of grains or of liquid
{
    uint32_t generation, state;
} oracle_kind;

typedef struct oracle_grain
{
    uint32_t generation; // of the grain that lives here, or of the next one; 0: none has been here
    uint32_t layer;
    bool lives;
    bool recorded; // since the last step
} oracle_grain;

typedef struct oracle_emitter
{
    bool lives;
    uint32_t generation, liquid;
    oracle_vec3 position, direction; // m; unit
    float radius, speed;             // m, m/s
    float gone;                      // m, by which the stream has moved since the last disc left
    uint32_t disc;                   // pattern of the next one
    uint64_t limit, sent;            // particles; 0: without end
} oracle_emitter;

typedef struct oracle_tables
{
    massa_capacity capacity;
    struct
    {
        uint32_t count; // slots ever used
        oracle_body_slot* slot;
        oracle_free free;
    } body;
    struct
    {
        uint32_t count;
        oracle_shape* slot;
        hull_data* hull;
        bool* hull_changed;
        massa_vec3 point[MASSA_MAX_HULL_CORNERS]; // come before the hull that is made of them
        uint32_t points;
        oracle_child child[MASSA_MAX_CHILDREN]; // the same for a compound
        uint32_t children;
    } shape;
    struct
    {
        uint32_t count;
        oracle_collider_slot* slot;
        oracle_free free;
    } collider;
    struct
    {
        uint32_t count;
        oracle_joint_slot* slot;
        oracle_free free;
        uint64_t made; // joints so far
        bool changed;  // some of them, since the last step
    } joint;
    struct
    {
        oracle_kind kind[MASSA_MAX_GRAINS];
        particle_layer layer[MASSA_MAX_GRAINS]; // inverse mass 0: none, or leaving
    } grains;
    struct
    {
        uint32_t count;
        oracle_grain* slot;
    } grain;
    struct
    {
        oracle_kind kind[MASSA_MAX_LIQUIDS];
        oracle_liquid_kind is[MASSA_MAX_LIQUIDS]; // density 0: none, or leaving
    } liquid;
    float spacing; // m, of liquids
    oracle_emitter emitter[MASSA_MAX_EMITTERS];
    oracle_vec2* point;      // of a disc, m
    particle_record* record; // for the next step
    uint32_t records;
    uint32_t drops; // slots that particles of liquids may have
    uint32_t cages;
    uint32_t* cage_first; // by surface: the first of its points; behind the last one how many there are
    mas_vec4* cage_point; // m
    edit_record* edit;    // since the last step
    uint32_t edits;
} oracle_tables;

oracle_tables* oracle_create_tables(const massa_world_desc*); // its capacities as they are derived
void oracle_destroy_tables(oracle_tables*);

// The slot that the next one gets: the one that was given back last, else the first that was never used.
uint32_t oracle_next_slot(const oracle_free*, uint32_t used);

// ---- play.c ----

void oracle_play_edit(oracle_tables*, const edit_record*); // aborts, with a sentence, where massa would refuse
void oracle_clear_edits(oracle_tables*);                   // a step has them
_Noreturn void oracle_refuse(const char* sentence);

// ---- shapes.c ----

void oracle_play_shape(oracle_tables*, const edit_record*);
void oracle_set_shape(oracle_tables*, uint32_t body, uint32_t shape); // 1 + its slot, or 0
void oracle_move_colliders(oracle_tables*, uint32_t body);            // the body was put elsewhere

collider_data oracle_collider_of(const oracle_tables*, uint32_t slot);
bool oracle_colliders_changed(const oracle_tables*);
bool oracle_has_mark(const oracle_tables*, uint32_t mark); // of COLLIDER_*, on a collider of some body
bool oracle_some_bounce(const oracle_tables*);
void oracle_list_planes(const oracle_tables*, collision_params*);
float oracle_block_cell(const oracle_tables*); // m

// ---- joints_table.c ----

void oracle_play_joint(oracle_tables*, const edit_record*);
void oracle_drop_joints(oracle_tables*, uint32_t body);
// Joints, their order by colour and then by slot, and the bodies that must not meet.
void oracle_list_joints(const oracle_tables*, oracle_joints*, oracle_joined*);
uint32_t oracle_late_joints(const oracle_tables*); // without a colour

// ---- matter.c ----

void oracle_play_kind(oracle_tables*, const edit_record*); // of grains and liquids
void oracle_play_records(oracle_tables*, const uint8_t* records, uint32_t count);
void oracle_clear_matter(oracle_tables*);         // part of oracle_clear_edits
uint32_t oracle_drop_slots(const oracle_tables*); // when the next step ends

// ---- emit.c ----

void oracle_play_emitter(oracle_tables*, const edit_record*);
void oracle_emit(oracle_tables*, float dt); // what a step of dt gets, behind the records of calls

// ---- cages.c ----

void oracle_play_cages(oracle_tables*, const uint8_t* block, size_t size);

#endif
