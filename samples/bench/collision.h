// What the parts of massa bench collision share: where bodies are, our stages on the device, times, and results.
#ifndef BENCH_COLLISION_H
#define BENCH_COLLISION_H

#include "bench.h"
#include "collision/bounds.h"
#include "collision/broad.h"
#include "collision/narrow.h"
#include "oracle/colliders.h"

// ---- Times ----

enum
{
    COLLISION_ROUNDS = 31, // at most
};

typedef struct lap // ms
{
    double wall, cpu; // cpu: of all threads
} lap;

typedef struct laps
{
    uint32_t count;
    double wall[COLLISION_ROUNDS], cpu[COLLISION_ROUNDS];
} laps;

void laps_add(laps*, lap);
lap laps_median(const laps*);

// ---- Scenes: bodies and colliders in plain memory ----

typedef struct collision_scene
{
    oracle_bodies bodies;
    oracle_colliders colliders;
    uint32_t body_count;
    body_pose* rest; // by body: where a pile comes to rest
    mas_vec4* drift; // by body, of length 1 at most: how it moves
} collision_scene;

// Unit cubes in side^3 places of a grid, each moved and turned a little; layer on layer, ids along rows.
collision_scene pile_create(uint32_t side);
// Step of a fall: all go 12 cm down, and up to 2 cm to somewhere else. No box stays within a margin of 5 cm.
void pile_fall(collision_scene*, uint32_t step);
// Actors of three crossed capsules in a funnel of tilted panels, from the bottom up (002-S03).
collision_scene funnel_create(uint32_t actors);
void scene_destroy(collision_scene*);

// All pairs of bounded colliders, sorted, by a walk along x over all whose intervals overlap.
oracle_pairs scene_pairs(const collision_scene*);

// ---- Our stages ----

typedef struct collision_bed
{
    bench_bed bed;
    mas_colliders colliders;
    mas_bodies bodies;
    mas_pairs pairs;
    mas_bounds bounds;
    mas_broad broad[MAS_BROAD_KINDS]; // but for the fat tree, which would need pairs of its own
    mas_narrow narrow;
    bool has_narrow;
} collision_bed;

// From one broad phase that is measured to the next.
static inline uint32_t broad_next(uint32_t k)
{
    return k + 1 == MAS_BROAD_FAT_TREE ? 2 : 1;
}

// For scenes of up to this many bodies and colliders. False when there is no room, told on stderr.
bool collision_bed_create(collision_bed*, const bench_options*, uint32_t capacity, uint32_t hulls, uint32_t pairs,
                          bool narrow);
void collision_bed_destroy(collision_bed*);
void collision_put_scene(collision_bed*, const collision_scene*); // all of it
void collision_put_poses(collision_bed*, const collision_scene*); // of the colliders, with their boxes
lap collision_finish(collision_bed*);                             // bench_finish, timed
void collision_settle(void); // before what is timed: threads spin a while after work

// ---- Results ----

enum
{
    BROAD_SIZES  = 3,               // 1k, 8k, 50k
    BROAD_OURS   = MAS_BROAD_BRUTE, // all but that
    BROAD_BULLET = BROAD_OURS,      // as it comes, without margins, and deferred too
    BROAD_TIGHT,
    BROAD_DEFERRED,
    BROAD_WAYS,

    NARROW_ROWS   = 7,  // kinds of pairs
    LANDING_SIDE  = 16, // boxes along each edge of a pile that lands,
    LANDING_STEPS = 400,
    FUNNEL_SIZES  = 6,
    FUNNEL_SHAPES = 3, // of an actor
};

typedef struct broad_result
{
    uint32_t side, rounds, count;
    bool has_bullet;
    laps time[BROAD_WAYS];
    uint32_t pairs[BROAD_WAYS], dispatches[BROAD_OURS];
} broad_result;

typedef struct narrow_row // one kind of pairs, detected
{
    const char* name;
    uint32_t pairs, touching;
    laps ours, c; // c: boxes only
} narrow_row;

typedef struct narrow_result
{
    narrow_row row[NARROW_ROWS];
    uint32_t pairs, recycled;                   // of the pile, and in the run that recycles
    laps recycle, find, c_recycle;              // bins alone: pairs kept, and found by hash
    laps all_detected, all_recycled, all_found; // the whole narrow phase
    contact_counters landing[LANDING_STEPS];
} narrow_result;

typedef struct funnel_result
{
    uint32_t actors, colliders;
    uint32_t pairs, contacts;
    double tests[MAS_BROAD_KINDS]; // of two boxes, or candidates for one
    laps time[MAS_BROAD_KINDS];    // bounds, broad and narrow phase
} funnel_result;

typedef struct collision_result
{
    broad_result broad[BROAD_SIZES];
    narrow_result narrow;
    funnel_result funnel[FUNNEL_SIZES];
} collision_result;

extern const char* const broad_names[BROAD_WAYS + 1]; // the last for brute force; names of our ways come first

// Each false when a result is wrong or there is no room, told on stderr.
bool collision_run_broad(const bench_options*, broad_result[BROAD_SIZES]);
bool collision_run_narrow(const bench_options*, narrow_result*);
bool collision_run_funnel(const bench_options*, funnel_result[FUNNEL_SIZES]);

// Prints times and gates. False when a gate fails.
bool collision_report(const collision_result*, const char* device, bool json);

#endif
