// massa: physics that moves into a game's own Vulkan device. The only header a game includes.
//
// A host gives massa the device it already has, makes a world of stated capacities, edits it from the CPU, and records
// massa_cmd_step into its own command buffer beside its draws. State lives in GPU buffers that the host's shaders bind
// as they are. massa creates no thread, submits nothing, waits for nothing, and after massa_create_world allocates
// nothing. module/docs/embedding.md tells the story; the contract of each call stands beside it in the parts below.
//
// The order of calls:
//   massa_query_device_needs   optional: before the host makes its VkDevice
//   massa_create_device        once for each VkDevice
//   massa_create_world         takes all the memory; then massa_create_shape, massa_create_body, ...
//   each frame:
//     edits                    massa_body_apply_impulse, massa_grains_add, ...: any time between two steps
//     massa_cmd_step           into the host's command buffer
//     massa_world_view         the buffers to draw from
//     massa_world_poll         after the step's fence: events, watched bodies, times
//   massa_destroy_world, massa_destroy_device
//
// Units are SI (m, kg, s, rad), right-handed, y up by default (only the default gravity knows which way is up).
// A world is used by one thread at a time; different worlds, and the device they share, by any.
#ifndef MASSA_MASSA_H
#define MASSA_MASSA_H

#include "base.h"     // version, results, vectors, ids, log
#include "device.h"   // the host's device, its memory, the probe of its arithmetic
#include "world.h"    // capacities, settings, memory, resize
#include "shape.h"    // planes, boxes, spheres, capsules, hulls, compounds, sensors
#include "body.h"     // dynamic, kinematic and static bodies
#include "joint.h"    // ball, hinge, fixed, distance
#include "particle.h" // grains and liquids
#include "surface.h"  // subdivision surfaces and queries of them
#include "step.h"     // steps, snapshots, record and replay
#include "result.h"   // views, and what a poll reports

#endif
