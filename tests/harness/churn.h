// A model of shapes, bodies, kinds of grains and particles for tests/module/test_grains_churn.c: what lives, what is
// pending, and what a call must return. The calls about shapes and bodies are in churn.c, the others in the test.
#ifndef MAS_TEST_CHURN_H
#define MAS_TEST_CHURN_H

#include "api.h"

enum
{
    MAX_BODIES    = 12,
    MAX_SHAPES    = 6,
    MAX_PARTICLES = 140, // slots in three words
    MAX_GONE      = 64   // the last ones of each kind
};

typedef enum model_kind
{
    FREE,
    USED,
    LEAVING
} model_kind;

typedef struct thing // a shape, or a body
{
    uint64_t id;
    uint32_t shape; // of a body: 1 + its number in the list of shapes; 0 none
    uint32_t users; // of a shape
    bool dynamic;
} thing;

// What a snapshot brings back.
typedef struct state
{
    thing shape[MAX_SHAPES], body[MAX_BODIES]; // id 0: not there
    uint32_t shape_slots, body_slots, colliders, collider_slots;
    struct
    {
        model_kind state;
        uint64_t id;
        float radius;
    } kind[MASSA_MAX_GRAINS];
    struct
    {
        uint64_t id; // 0: free
        uint32_t kind;
        bool pending;
    } slot[MAX_PARTICLES];
    uint32_t slots, edits, records;
    uint64_t gone[4][MAX_GONE]; // shapes, bodies, kinds, particles
    uint32_t gone_count[4];
} state;

typedef struct model
{
    test_gpu* gpu;
    massa_world* world;
    massa_snapshot* snapshot;
    uint64_t random, hash;
    massa_capacity capacity;
    state now, then;
    bool saved, begun, resized; // as in test_churn.c
    bool cleared;               // a kind left with the last step: previous positions still show it
    uint32_t steps, refusals, adds;
} model;

typedef enum churn_list
{
    SHAPES_GONE,
    BODIES_GONE,
    KINDS_GONE,
    PARTICLES_GONE
} churn_list;

uint32_t churn_pick(model*, uint32_t n); // below n
void churn_expect(model*, massa_result got, massa_result want, const char* call);
void churn_bury(model*, churn_list, uint64_t id);
uint64_t churn_dead(model*, churn_list); // an id that was buried; 0, which is as good, when there is none
massa_result churn_room(const model*, uint32_t edits);

// Each calls massa once with good or bad input, and compares.
void churn_create_shape(model*);
void churn_destroy_shape(model*);
void churn_create_body(model*);
void churn_set_shape(model*);
void churn_destroy_body(model*);

#endif
