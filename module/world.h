// A world as the files of this folder see it.
#ifndef MAS_WORLD_H
#define MAS_WORLD_H

#include "collision/cache.h"
#include "core/profiler.h"
#include "rigid/events.h"
#include "simulation.h"
#include "subdivision/query.h"

enum
{
    MAS_MAX_IN_FLIGHT = 8
};
#define MAS_MAX_GRAVITY 1e4f // m/s^2
#define MAS_MAX_GRAVITY_SCALE 100.0f
#define MAS_MAX_DAMPING 1e3f      // 1/s
#define MAS_MAX_SPEED 1e4f        // m/s
#define MAS_MAX_SPIN 1e3f         // rad/s
#define MAS_MAX_SLEEP_SPEED 10.0f // m/s
#define MAS_MAX_STEP 0.1f         // s

typedef struct mas_step_slot // what was asked of a step in flight
{
    bool hash, profile;
    uint32_t watched_count, query_count;
    uint32_t sensor_count;              // in massa_world.sensors
    uint32_t liquid[MASSA_MAX_LIQUIDS]; // generations
} mas_step_slot;

typedef struct mas_sensor // a collider that tells of liquid
{
    uint32_t collider;
    uint64_t body, shape; // ids
} mas_sensor;

// Lets steps leave out the bodies while all of them sleep. A whole step without edits that begins and ends with all
// bodies asleep, and with nothing to report, leaves the state as it found it. So no bit shows whether it was run or
// left out, nor how soon the host hears of rest.
typedef struct mas_rest
{
    uint64_t from;             // steps from this one on were given nothing to do
    uint32_t reports;          // of these, the latest in a row that tell of rest
    contact_counters contacts; // of the latest
    event_header events;
} mas_rest;

enum
{
    // The first ends with all asleep; the second finds boxes that no longer travel, and pairs may change; the third
    // finds all of that settled, its counters too.
    MAS_REST_REPORTS = 3
};

typedef struct mas_asked // of steps in flight, and of the next one
{
    mas_step_slot step[MAS_MAX_IN_FLIGHT];
    watch_entry* watched;  // by step in flight, of capacity.watched
    query_record* queries; // for the next step, of capacity.queries
    uint32_t query_count;
    uint32_t* surface;   // by step in flight and query
    mas_sensor* sensors; // by step in flight, of capacity.colliders, in a world with liquids
} mas_asked;

typedef struct mas_news // of the last poll
{
    massa_event* events;
    massa_watched* watched;
    massa_surface_hit* hits;
    massa_liquid_event* liquid_events;
    massa_stage_time stage[MAS_MAX_STAGES];
    massa_overflow overflow[MAS_FAMILIES * MAS_OVERFLOWS];
    // As far as the host knows, from the last report:
    uint32_t told_places; // of contacts that have begun and not ended
    uint32_t asleep;      // bodies
    uint32_t told_pairs;  // of colliders
    bool has_hash;
    uint64_t hash;
} mas_news;

typedef struct mas_warned
{
    uint64_t step;                              // that the host polled too early: once for each
    bool liquid;                                // once per world
    bool overflow[MAS_FAMILIES][MAS_OVERFLOWS]; // the same
    uint32_t grains[MASSA_MAX_GRAINS];          // generation of the kind whose contacts are too hard for the substep
} mas_warned;

typedef struct mas_resized
{
    mas_simulation* before; // its state is copied by the next command; null: none
    uint64_t step;          // once this one has finished, it can go
} mas_resized;

typedef struct mas_recording
{
    massa_record_fn fn;
    void* user;
    uint8_t* block; // room for one step's block
} mas_recording;

struct massa_world
{
    massa_device* device;
    massa_world_desc desc; // as made or resized
    mas_tables* tables;
    mas_surface_host* surfaces; // null: none; desc.surfaces are its own
    mas_simulation* simulation;
    bool opened;        // the first fill of the state has been recorded
    uint64_t opened_by; // with this step; 0: with a save or a restore
    mas_resized resized;
    mas_profiler profiler;
    uint64_t recorded, finished; // steps
    uint64_t astray;             // up to this step nothing is known of which ran before which
    uint64_t restored; // the last one before the last restore: what it and those before it tell is not so any more
    mas_rest rest;
    mas_asked asked;
    mas_news news;
    mas_warned warned;
    mas_recording record;
};

massa_result mas_check_finite(const massa_world*, const char* field, massa_vec3, float limit);
massa_result mas_check_float(const massa_world*, const char* field, float value, float least, float most);
massa_result mas_check_quat(const massa_world*, const char* field, massa_quat); // near enough to a rotation
massa_result mas_edits_full(const massa_world*);
// module/shape.c: MASSA_ERROR_STALE_ID, told to the log, unless the id is a shape's.
massa_result mas_check_shape(const massa_world*, massa_shape_id, uint32_t* slot);

// module/liquid.c: MASSA_ERROR_STALE_ID, told to the log, unless the id is a liquid's; whether there is room for
// records.
massa_result mas_check_liquid(const massa_world*, massa_liquid_id, uint32_t* place);
massa_result mas_check_drops(const massa_world*, uint64_t count);

// module/body.c: MASSA_ERROR_STALE_ID, told to the log, unless the id is a body's.
massa_result mas_check_body(const massa_world*, massa_body_id, uint32_t* slot);

// module/pose.c: turns the pose of a shape's own frame into that of its body, whose frame has the pose frame in the
// shape's. Refused when the centre of mass comes to be too far out.
massa_result mas_place_by_shape(const massa_world*, massa_pose frame, massa_pose*);

// module/body.c: mas_add_edit, or MASSA_ERROR_EDITS_FULL.
massa_result mas_new_edit(massa_world*, uint32_t kind, uint32_t target, edit_record** out);

// module/world.c: whether there is anything to look at.
bool mas_look(const massa_world*, massa_view_kind, massa_view* out);

// module/capacity.c: with 0 replaced by what it stands for, and MASSA_NONE by 0.
massa_capacity mas_capacity_of(const massa_capacity*);

// Of a step, in the rings.
static inline uint32_t mas_slot_of(const massa_world* w, uint64_t step)
{
    return (uint32_t)((step - 1) % w->desc.max_steps_in_flight);
}

// Opens a recorder on the world and brings its state into being: the first fill, or the copy after a resize.
void mas_world_open(massa_world*, mas_recorder*, mas_profiler*, VkCommandBuffer);

// From the step that was given something last, steps are whole ones until reports tell of rest.
void mas_world_stir(massa_world*);

// Drops what a resize retired, once the GPU is through with it.
void mas_world_reclaim(massa_world*);

// module/step.c: one step, its edits and parameters as the tables have them. The caller has checked everything.
void mas_step_record(massa_world*, VkCommandBuffer, const massa_step_desc*);

// module/poll.c: whether a step may be recorded now.
massa_result mas_check_step(massa_world*, VkCommandBuffer, const massa_step_desc*);

// module/replay.c: a step and its edits as one block, handed to the host's recorder.
size_t mas_block_size(const massa_world_desc*);
void mas_block_write(massa_world*, const massa_step_desc*);

#endif
