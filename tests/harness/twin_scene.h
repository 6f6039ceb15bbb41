// Scenes for worlds that run beside their twins, and one of them: a heap of all shapes that is edited in every way.
#ifndef MAS_TEST_TWIN_SCENE_H
#define MAS_TEST_TWIN_SCENE_H

#include "meeting.h"
#include "twin.h"

enum
{
    TWIN_STEPS    = 120,
    TWIN_ROOM     = 64,
    TWIN_WAYS     = 3, // that differ in more than how pairs are found
    TWIN_ALL_WAYS = 6
};

typedef struct twin_scene
{
    massa_world* world;
    massa_body_id body[TWIN_ROOM];
    massa_joint_id joint[TWIN_ROOM];
    massa_shape_id shape[4];
    uint64_t random;
    uint32_t bodies, joints;
    bool bare; // dynamic bodies without shapes
} twin_scene;

typedef struct twin_way // that a world may run
{
    uint32_t substeps, in_flight;
    massa_broad_phase broad;
} twin_way;

extern const twin_way twin_ways[TWIN_ALL_WAYS];

massa_world_desc twin_desc(const twin_way*); // small, with room for a scene; who rests for 0.1 s falls asleep
// Makes the world and its twin and steps them; edit may be null. w and s are left for looking at; the world is gone.
void twin_play(test_gpu*, twin* w, const massa_world_desc*, uint32_t in_flight, twin_scene* s,
               void (*make)(twin_scene*), void (*edit)(test_world*, uint64_t step));

massa_vec3 twin_vec(float x, float y, float z);
massa_body_id twin_add(twin_scene*, massa_body_kind, massa_shape_id, float x, float y, float z);
massa_joint_desc twin_joint(massa_joint_kind, massa_body_id a, massa_body_id b, massa_vec3 at_a, massa_vec3 at_b);
void twin_join(twin_scene*, const massa_joint_desc*);

void twin_make_heap(twin_scene*);
void twin_edit_heap(test_world*, uint64_t step); // user is the scene

#endif
