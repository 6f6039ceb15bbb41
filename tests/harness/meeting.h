// Shapes and bodies that meet, for tests of the public calls, and what massa found of their contacts.
#ifndef MAS_TEST_MEETING_H
#define MAS_TEST_MEETING_H

#include "api.h"
#include "collision/collision_shared.h"

// Room for that many bodies with some shapes of each kind, and for pairs; no gravity, one substep.
massa_world_desc meeting_desc(uint32_t bodies, uint32_t pairs);

massa_shape_id meeting_plane(massa_world*);
massa_shape_id meeting_box(massa_world*, float x, float y, float z); // half extents
massa_shape_id meeting_sphere(massa_world*, float radius);
massa_shape_id meeting_capsule(massa_world*, float radius, float half_length);
massa_shape_id meeting_hull(massa_world*, float x, float y, float z);          // of the corners of a box
massa_shape_id meeting_gem(massa_world*, float size);                          // an uneven hull of 9 corners
massa_shape_id meeting_pair(massa_world*, massa_shape_id, float x0, float x1); // a compound of two, along x

massa_body_id meeting_body(massa_world*, massa_body_kind, massa_shape_id, float x, float y, float z);
void meeting_hold(massa_world*, massa_body_id); // a dynamic body that no contact moves

// A scene of count bodies of all kinds of shapes, filters and sensors that fall on each other and on a floor.
// Numbers by arithmetic alone: the same in every C library. ids: count of them, or null.
void meeting_scene(massa_world*, uint32_t count, massa_body_id* id);
// The same, all of them sensors: they fall through each other, so their motion knows nothing of what is found, or lost.
void meeting_ghosts(massa_world*, uint32_t count, massa_body_id* id);
massa_world_desc meeting_scene_desc(uint32_t count); // with room for all of it

// One step, run and polled.
massa_poll_result meeting_step(test_gpu*, massa_world*, uint32_t debug);

// The contacts of a step by (a, b), manifolds and all.
typedef struct meeting_set
{
    uint32_t count;
    manifold* contact; // to be freed
} meeting_set;

// As recorded behind a step, before the next one; and read when the commands have finished.
VkDeviceSize meeting_copy_size(const massa_world*);
void meeting_copy(const massa_world*, VkCommandBuffer, VkBuffer, VkDeviceSize at);
meeting_set meeting_read(const massa_world*, const uint8_t* copied);
// Of the last step, which has finished.
meeting_set meeting_contacts(test_gpu*, massa_world*);

uint64_t meeting_hash(const meeting_set*);
uint64_t meeting_contacts_hash(test_gpu*, massa_world*); // both

#endif
