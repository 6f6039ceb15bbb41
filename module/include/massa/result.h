// Results of a step: views of the simulated buffers, and what a poll reports to the CPU.
#ifndef MASSA_RESULT_H
#define MASSA_RESULT_H

#include "base.h"
#include "surface.h" // massa_surface_hit

#if defined(__cplusplus)
extern "C" {
#endif

// ---- Views: the simulated buffers themselves ----

typedef enum massa_view_kind
{
    MASSA_VIEW_BODY_POSE,          // vec4 position (m; w 0), vec4 rotation (quaternion x y z w)
    MASSA_VIEW_BODY_PREVIOUS_POSE, // the same, one step earlier, for interpolation
    MASSA_VIEW_BODY_MOTION,        // vec4 velocity (m/s; w 0), vec4 angular momentum (kg m^2/s about the principal
                                   // axes; rad/s for a body that is not dynamic; w 0)
    MASSA_VIEW_BODY_TRAIT,         // uint tag (1 alive, 2 moves, 4 dynamic, 8 static, 16 asleep; generation from bit 8),
                                   // float gravity scale, linear damping, angular damping (1/s), uint locks
                                   // (massa_axis), float max speed (m/s), max spin (rad/s), sleep speed (m/s)
    MASSA_VIEW_PARTICLE_POSITION,  // vec4: m; the bits of w are the tag: 0 for a free slot, else 0x40000000 (alive), the
                                   // liquid (massa_liquid_index) in bits 25 to 27, the kind of grains
                                   // (massa_grains_index) in bits 23 and 24, the slot below. Of liquids indirect draws 4
                                   // vertices for each slot in use as an instance, from the first step on
    MASSA_VIEW_PARTICLE_PREVIOUS_POSITION, // the same, one step earlier, for interpolation
    MASSA_VIEW_PARTICLE_VELOCITY,  // vec4: m/s; w 1/kg, of liquids pressure over density, J/kg, as it holds them: it follows
                                   // slowly, and single particles scatter about the mean; state equation: 0
    MASSA_VIEW_LIQUID_DENSITY,     // float: 1 at rest, of the last step; less at a free surface
    MASSA_VIEW_DEBUG_LINES,        // vertices, two per line: float x y z (m), then R8G8B8A8 colour. Drawn from indirect, as a
                                   // line list; of the last step, none if it did not ask for any. Not to
                                   // be drawn before a world's first step, or the first one after a resize
    MASSA_VIEW_EVENTS,             // of the last step; as the lines, not before the first. A header of 16 bytes: uint
                                   // count, capacity, needed (above capacity: some wait, hits were dropped), and one that is
                                   // massa's own. Then count records of 80 bytes, in the order of massa_poll_result.events:
                                   // vec4 point (m; w speed of approach, m/s), vec4 normal (w 0), twice five uints (index
                                   // and generation of body, of shape, collider: as in massa_event, a and b), uint
                                   // massa_event_kind, uint 0
    // Of surfaces: whole arrays of all surfaces, in which all numbers count; massa_surface_get_range has the share of each.
    // Meshes are there from the first step on, and anew from the first one after a resize.
    MASSA_VIEW_SURFACE_POINTS,     // vec4: m; w 0. A host's shader may write the cage's: massa_surface_refresh
    MASSA_VIEW_SURFACE_PREVIOUS_POINTS, // the same, one step earlier
    MASSA_VIEW_SURFACE_POSITIONS,  // drawing: vec4: m; w is u
    MASSA_VIEW_SURFACE_NORMALS,    // drawing: vec4: unit; w is v
    MASSA_VIEW_SURFACE_INDICES,    // drawing: uint, three a triangle, counter-clockwise seen from outside: an index buffer
    MASSA_VIEW_SURFACE_DRAWS,      // drawing: VkDrawIndexedIndirectCommand by surface
    MASSA_VIEW_SURFACE_EDGE_LEVELS, // drawing: uint by edge: segments
    MASSA_VIEW_SURFACE_COLLISION_POSITIONS, // vec4: m; w 0
    MASSA_VIEW_SURFACE_COLLISION_INDICES,   // uint, three a triangle
    MASSA_VIEW_SURFACE_MESHLETS,   // collision: uint: first triangle, in bits 25 and up how many, at most 64
    MASSA_VIEW_SURFACE_MESHLET_BOXES, // collision: vec4 lo, vec4 hi: m; w 0
    MASSA_VIEW_SURFACE_PATCH_BOXES,   // of the limit surface: the same
    MASSA_VIEW_SURFACE_NODE_BOXES,    // of the tree over them, eight at a time
    // Tables, which never change: for a host that tessellates by itself.
    MASSA_VIEW_SURFACE_PATCHES,    // 16 uints: corners 0 to 3 (vertices); sides 0 to 3 (2 edge + 1 if against it); second halves
                                   // of sides (the same, or all ones); first of its numbers in REGULAR or GREGORY; flags (1
                                   // Gregory, 16 << side and 256 << corner: it owns them, depth in bits 16 to 19); surface; face
    MASSA_VIEW_SURFACE_EDGES,      // 4 uints: vertices from, to; patch that owns it; depth
    MASSA_VIEW_SURFACE_REGULAR,    // 16 uints: the points of a bicubic B-spline patch, 4 j + i: an index buffer of patches
    MASSA_VIEW_SURFACE_GREGORY,    // 20 uints: for each corner p, e+, e-, f+, f-
    MASSA_VIEW_SURFACE_ROWS,       // 4 uints: a computed point, its first entry, how many, surface
    MASSA_VIEW_SURFACE_ENTRIES,    // uint point of the cage, float weight
    MASSA_VIEW_COUNT
} massa_view_kind;

typedef struct massa_view
{
    VkBuffer     buffer; // usable as storage, vertex, index, indirect and transfer source, in queue_family of
                         // massa_device_desc alone
    VkDeviceSize offset; // bytes, a multiple of 256; of debug lines of 32
    VkDeviceSize size;   // bytes, of the whole array
    uint32_t     stride; // bytes from one element to the next
    uint32_t     count;  // elements in use: slots below this may be alive; of debug lines (vertices), events (records) and
                         // of surfaces' meshes for drawing as many as there is room for
    VkDeviceSize indirect; // bytes from the buffer's start to a VkDrawIndirectCommand that draws what is there, or 0: none
} massa_view;

// Element i belongs to the body or particle whose id has index i. Slots of objects that are gone are all zero.
MASSA_API MASSA_CHECK massa_result massa_world_view(const massa_world*, massa_view_kind, massa_view* out);
MASSA_API uint32_t massa_body_index(massa_body_id); // of null, here and below: UINT32_MAX
MASSA_API uint32_t massa_particle_index(massa_particle_id);
MASSA_API uint32_t massa_grains_index(massa_grains_id);
MASSA_API uint32_t massa_liquid_index(massa_liquid_id); // 0 to 7: in the tags of its particles

// ---- What comes back ----

typedef enum massa_event_kind
{
    MASSA_EVENT_BODY_LOST = 1,     // left 1e6 m, or its motion overflowed: it was put back to where the step found it
                                   // and stays there until massa_body_set_pose
    MASSA_EVENT_CONTACT_END,       // moved apart, or one of them was destroyed, got another shape, or cannot meet any more
    MASSA_EVENT_SENSOR_LEAVE,
    MASSA_EVENT_CONTACT_BEGIN,     // touch, or meet within the step
    MASSA_EVENT_CONTACT_HIT,       // touch while they approach faster than massa_world_desc.hit_speed: in every such step
    MASSA_EVENT_SENSOR_ENTER,      // overlap
    MASSA_EVENT_BODY_SLEEP,        // fell asleep
    MASSA_EVENT_BODY_WAKE,         // woke up
} massa_event_kind;

// Contacts and visits of sensors are reported per pair of shapes: two compounds may have several at once, one for each two
// children. Touch is determined when a step begins. Two shapes that touched do so until they are a quarter of
// contact_margin apart; a visit of a sensor lasts until the shapes overlap no more. Sleeping bodies go on touching.
// Each END follows a BEGIN, each LEAVE an ENTER, of the same bodies, shapes and colliders, even when lists overflow: an
// event without room waits and is reported in a later step, if it still holds then. Two shapes that part and meet again
// meanwhile have never parted. Ends come first, then events of bodies, then beginnings. Only hits are dropped. A body or
// shape that was destroyed is named by its old id, which is stale. A body destroyed in its sleep does not wake.
typedef struct massa_event
{
    uint64_t         step;
    massa_event_kind kind;
    uint32_t         collider_a, collider_b; // number of each shape on its body: which child of a compound
    massa_body_id    body_a, body_b;   // contacts: a has the lower index. Sensors: a is the sensor's, or of two sensors the
                                       // one with the lower index. Other events: b is null
    uint64_t         user_a, user_b;   // of the bodies; 0 when they were destroyed before the poll
    massa_shape_id   shape_a, shape_b; // of a compound the child's; null unless a contact's or sensor's
    massa_vec3       point;            // m, world: where they are deepest. This, normal and speed: of BEGIN, HIT and ENTER
    massa_vec3       normal;           // unit, from a to b
    float            speed;            // m/s, of approach at the point when the step began; 0 when they do not
} massa_event;

// How many particles of a liquid a sensor holds, whenever a step ends with another number than the one before. A drain
// counts the particles that the next step will take.
typedef struct massa_liquid_event
{
    uint64_t        step;
    massa_body_id   body;   // the sensor's
    massa_shape_id  shape;  // of a compound the child's
    massa_liquid_id liquid;
    uint32_t        count, before;
} massa_liquid_event;

typedef struct massa_watched
{
    massa_body_id body; // null when the body was gone at that step
    massa_vec3    position;
    massa_quat    rotation;
    massa_vec3    velocity;
    massa_vec3    angular_velocity; // rad/s, world axes
} massa_watched;

typedef struct massa_stage_time
{
    const char* name;
    double      milliseconds; // on the GPU
} massa_stage_time;

typedef struct massa_overflow
{
    const char* list;     // the capacity's name
    uint32_t    capacity;
    uint32_t    needed;   // the largest size any of the reported steps wanted; above capacity: entries were dropped, or,
                          // of events, wait
} massa_overflow;

typedef struct massa_poll_result // arrays stay valid until the next poll or resize
{
    uint64_t                first_step, last_step; // the steps reported now; both 0 when there is none
    const massa_event*      events;                // of all reported steps, by (step, kind, index of body a, of body b,
                                                   // collider a, collider b)
    uint32_t                event_count;
    const massa_overflow*   overflows;             // only lists that overflowed
    uint32_t                overflow_count;
    const massa_watched*    watched;               // as of last_step, in the order of massa_world_watch
    uint32_t                watched_count;
    const massa_stage_time* stages;                // of the newest profiled step, the first 256 of them
    uint32_t                stage_count;
    uint32_t                particle_count;        // alive when last_step's last substep began
    uint32_t                particles_lost;        // in all reported steps: too far out, or their motion overflowed; they
                                                   // are gone, and their ids only good for massa_remove_particles
    uint32_t                liquid_drained;        // particles that drains took, in all reported steps,
    uint32_t                liquid_refused;        // and those that found no free place: raise capacity.liquid, or drain more
    uint32_t                liquid_parts;          // into which last_step's substeps were divided
    const massa_liquid_event* liquid_events;       // of all reported steps, by (step, body, shape, liquid)
    uint32_t                liquid_event_count;
    uint32_t                pair_count;            // of last_step: colliders whose bounds overlap,
    uint32_t                contact_count;         // those of them that touch or are about to,
    uint32_t                touching_count;        // those that touch,
    uint32_t                recycled_count;        // and pairs that kept their contact, because they barely moved
    uint32_t                solved_count;          // contacts that push: awake, and no sensor's;
    uint32_t                colour_count;          // sets of them that share no body (most of a block): solved one by one,
    uint32_t                serial_count;          // and contacts that are in none, because a body has too many, and are
                                                   // solved one after the other: hundreds slow the step down
    uint32_t                block_count;           // with MASSA_SCHEDULE_BLOCKS, blocks of bodies that have contacts,
    uint32_t                boundary_count;        // and contacts between them, which hold a little softer
    uint32_t                awake_count;           // dynamic bodies awake at the end of last_step,
    uint32_t                asleep_count;          // and asleep; both 0 in a world whose bodies do not meet
    const massa_surface_hit* hits;                 // of all reported steps, by (step, query)
    uint32_t                hit_count;
    bool                    has_hash;              // last_step was recorded with hash
    uint64_t                hash;
} massa_poll_result;

// States that the GPU has finished all steps up to last_finished_step (the host saw its fence or semaphore), which frees
// their places in the rings, and returns what they reported. Never blocks. MASSA_NOT_READY: the GPU has not run one of them
// yet, and nothing changes. MASSA_ERROR_RECORDING: it ran them in another order, left one out or ran one twice; their
// reports are lost, they count as told, and the world goes on from the state that came of it.
MASSA_API MASSA_CHECK massa_result massa_world_poll(massa_world*, uint64_t last_finished_step, massa_poll_result* out);

// The bodies whose pose comes back with each poll, from the next step on; at most capacity.watched.
MASSA_API MASSA_CHECK massa_result massa_world_watch(massa_world*, const massa_body_id* bodies, uint32_t count);

// Hash of the newest reported step that asked for one: equal states have equal hashes on every device.
MASSA_API MASSA_CHECK massa_result massa_world_hash(const massa_world*, uint64_t* out);

#if defined(__cplusplus)
}
#endif

#endif
