// What room costs: boxes on a floor, while they fall and when they sleep, in a world with just the room for them and in
// one with the default room. Steps of both are taken by turns, so that a busy machine slows both alike.
#include "rigid.h"

#include <stdio.h>
#include <stdlib.h>

enum
{
    FALL    = 40,  // steps until boxes land on each other,
    MOVING  = 30,  // that are timed then,
    MOST    = 900, // until all sleep, at most,
    SETTLE  = 8,   // in which the host hears of it,
    AT_REST = 60,  // and that are timed after
    ROOMS   = 2    // just enough, default
};

static const struct
{
    uint32_t boxes;
    bool joined; // by twos
} parts[RIGID_SMALLS] = { { 10, false },   { 100, false }, { 256, false }, { 257, false },
                          { 1000, false }, { 10, true },   { 100, true } };

// What a quarter of the steps needed at most: on a busy machine a median tells of the others.
static double quartile(double* values, uint32_t count)
{
    qsort(values, count, sizeof *values, bench_ascending);
    return values[count / 4];
}

static bool step_both(void* const world[ROOMS], uint32_t i, double wall[ROOMS])
{
    bool right = true;
    for (uint32_t k = 0; k < ROOMS && right; ++k)
    {
        const uint32_t room = (i + k) % ROOMS; // neither is always the first
        const double before = bench_now();
        right               = rigid_massa.step(world[room]);
        wall[room]          = bench_now() - before;
    }
    return right;
}

static bool timed(void* const world[ROOMS], uint32_t steps, double out[ROOMS])
{
    static double wall[ROOMS][MOVING > AT_REST ? MOVING : AT_REST];
    double one[ROOMS];
    bool right = true;
    for (uint32_t i = 0; i < steps && right; ++i)
    {
        right = step_both(world, i, one);
        for (uint32_t k = 0; k < ROOMS; ++k)
            wall[k][i] = one[k];
    }
    for (uint32_t k = 0; k < ROOMS && right; ++k)
        out[k] = quartile(wall[k], steps);
    return right;
}

static bool run(void* const world[ROOMS], rigid_small_row* row)
{
    double moving[ROOMS] = { 0 }, at_rest[ROOMS] = { 0 }, ignored[ROOMS];
    bool right = true;
    for (uint32_t i = 0; i < FALL && right; ++i)
        right = step_both(world, i, ignored);
    right      = right && timed(world, MOVING, moving);
    row->steps = FALL + MOVING;
    while (right && rigid_massa_awake(world[0]) > 0 && row->steps < MOST)
    {
        if (row->steps % 20 == 0) bench_progress("small: %u boxes, step %u", row->boxes, row->steps);
        right = step_both(world, row->steps++, ignored);
    }
    row->left = right ? rigid_massa_awake(world[0]) : 0;
    for (uint32_t i = 0; i < SETTLE && right; ++i)
        right = step_both(world, i, ignored);
    right             = right && timed(world, AT_REST, at_rest);
    row->moving       = moving[0];
    row->moving_room  = moving[1];
    row->at_rest      = at_rest[0];
    row->at_rest_room = at_rest[1];
    return right;
}

bool rigid_small_run(const bench_options* options, rigid_small* out)
{
    bool right = true;
    for (uint32_t i = 0; i < RIGID_SMALLS && right; ++i)
    {
        rigid_scene s            = rigid_heap(parts[i].boxes, parts[i].joined);
        rigid_scene wide         = s;
        out->row[i].boxes        = parts[i].boxes;
        out->row[i].joints       = s.joint_count;
        wide.room                = massa_default_world_desc().capacity.bodies;
        void* const world[ROOMS] = { rigid_massa.create(&s, options), rigid_massa.create(&wide, options) };
        bench_progress("small: %u boxes", parts[i].boxes);
        right = world[0] != NULL && world[1] != NULL && run(world, &out->row[i]);
        for (uint32_t k = 0; k < ROOMS; ++k)
            if (world[k] != NULL) rigid_massa.destroy(world[k]);
        rigid_scene_destroy(&s);
    }
    out->run = right;
    return right;
}

void rigid_small_print(const rigid_small* r)
{
    if (!r->run) return;
    printf("What room costs: ms of a step, lower quartiles. boxes: the floor is one of them; just: room for these;\n"
           "default: room for 1024. Moving: they fall and tumble; at rest: all sleep.\n\n"
           "%13s | %24s | %24s |\n%6s %6s | %8s %8s %6s | %8s %8s %6s | %s\n",
           "", "moving", "at rest", "boxes", "joints", "just", "default", "times", "just", "default", "times",
           "awake in the end, after steps");
    for (uint32_t i = 0; i < RIGID_SMALLS; ++i)
    {
        const rigid_small_row* o = &r->row[i];
        printf("%6u %6u | %8.3f %8.3f %6.2f | %8.4f %8.4f %6.2f | %u, %u\n", o->boxes, o->joints, o->moving,
               o->moving_room, o->moving_room / o->moving, o->at_rest, o->at_rest_room, o->at_rest_room / o->at_rest,
               o->left, o->steps);
    }
}

void rigid_small_json(const rigid_small* r)
{
    if (!r->run) return;
    printf(" \"small\": [");
    for (uint32_t i = 0; i < RIGID_SMALLS; ++i)
    {
        const rigid_small_row* o = &r->row[i];
        printf("%s\n  {\"boxes\": %u, \"joints\": %u, \"moving_ms\": %.4f, \"moving_default_room_ms\": %.4f, "
               "\"at_rest_ms\": %.4f, \"at_rest_default_room_ms\": %.4f}",
               i == 0 ? "" : ",", o->boxes, o->joints, o->moving, o->moving_room, o->at_rest, o->at_rest_room);
    }
    printf("],\n");
}
