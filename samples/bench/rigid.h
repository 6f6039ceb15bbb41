// What the parts of massa bench rigid share: times, what massa tells about itself, and results.
#ifndef BENCH_RIGID_H
#define BENCH_RIGID_H

#include "bench.h"
#include "rigid_scene.h"

enum
{
    RIGID_ENGINES = 4,  // massa, Bullet, Bullet with deferred pairs, ODE
    RIGID_ROWS    = 40, // scenes and sizes, at most
    RIGID_STAGES  = 64,
};

typedef struct rigid_dispatches // of one step
{
    uint32_t recorded, filled, sorting; // all; those of them with at least one group; of these, inside the sorts
    uint32_t stages;
    char name[RIGID_STAGES][32];
    uint32_t count[RIGID_STAGES]; // filled ones outside the sorts
} rigid_dispatches;

// A few more steps, in which massa looks at itself: these are not timed.
typedef struct rigid_study
{
    uint32_t stages;
    char name[RIGID_STAGES][32];
    double ms[RIGID_STAGES];     // per step, by timestamps
    rigid_dispatches dispatches; // of the step that had most of them
    uint32_t pairs, contacts, touching;
    uint64_t memory; // bytes on the device
} rigid_study;

bool rigid_massa_study(void* massa, rigid_study* out);

// Around a step; right: it went well. Keeps what out has if that was more.
bool rigid_count_begin(platform_gpu*, massa_world*);
bool rigid_count_end(massa_world*, bool right, rigid_study* out);

uint32_t rigid_massa_awake(const void* massa);                 // bodies that are, after the last step
const massa_poll_result* rigid_massa_heard(const void* massa); // of the last step

enum
{
    RIGID_SHARES = 4
};

typedef struct rigid_share // towers, a part of them asleep
{
    uint32_t percent, awake; // wanted to sleep; bodies awake
    double wall, cpu;        // ms per step, medians
    rigid_study study;
} rigid_share;

typedef struct rigid_rest // a pile that moves, and the same asleep
{
    bool run;
    uint32_t bodies, steps;                          // steps until all slept,
    uint32_t awake, left;                            // awake when the moving steps had been timed, and in the end
    double moving, moving_cpu, resting, resting_cpu; // ms per step, medians; cpu: of all threads
    rigid_share share[RIGID_SHARES];
} rigid_rest;

bool rigid_rest_run(uint32_t side, const bench_options*, rigid_rest* out);

enum
{
    RIGID_SMALLS = 7
};

typedef struct rigid_small_row // boxes, in a world with just the room and in one with the default room: ms per step
{
    uint32_t boxes, joints;
    uint32_t steps, left; // until all slept; awake then
    double moving, moving_room, at_rest, at_rest_room;
} rigid_small_row;

typedef struct rigid_small
{
    bool run;
    rigid_small_row row[RIGID_SMALLS];
} rigid_small;

bool rigid_small_run(const bench_options*, rigid_small* out);
void rigid_small_print(const rigid_small*);
void rigid_small_json(const rigid_small*);

typedef struct rigid_result // one engine in one scene
{
    bool run;
    double wall, cpu; // ms per step, medians; cpu: of all threads
    double worst;     // ms, wall, of the slowest step
    rigid_quality quality;
} rigid_result;

typedef struct rigid_row
{
    const char* name;
    bool blocks; // massa's schedule; else colours
    uint32_t size, bodies, joints, from, to;
    double seed_cpu, seed_gpu; // ms that 002 published, or 0
    rigid_result engine[RIGID_ENGINES];
    rigid_study study;
} rigid_row;

extern const rigid_engine* const rigid_engines[RIGID_ENGINES]; // null: not there when this was built

// Prints tables and gates. False when a gate fails.
bool rigid_report(const rigid_row*, uint32_t rows, const rigid_rest*, const rigid_small*, const char* device,
                  bool json);

#endif
