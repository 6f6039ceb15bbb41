// massa: physics that moves into a game's own Vulkan device.
//
// A host gives massa the device it already has, makes a world of stated capacities, edits it from the CPU, and records
// massa_cmd_step into its own command buffer beside its draws. State lives in GPU buffers that the host's shaders bind
// as they are. massa creates no thread, submits nothing, waits for nothing, and after massa_create_world allocates
// nothing. module/docs/embedding.md tells the story; the contract of each call stands beside it here.
//
// Units are SI (m, kg, s, rad), right-handed, y up by default (only the default gravity knows which way is up).
// A world is used by one thread at a time; different worlds, and the device they share, by any.
#ifndef MASSA_MASSA_H
#define MASSA_MASSA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <vulkan/vulkan_core.h>

#define MASSA_VERSION_MAJOR 0
#define MASSA_VERSION_MINOR 1
#define MASSA_VERSION_PATCH 0

#if defined(_WIN32)
#define MASSA_API
#else
#define MASSA_API __attribute__((visibility("default")))
#endif
#if defined(__GNUC__)
#define MASSA_CHECK __attribute__((warn_unused_result))
#else
#define MASSA_CHECK
#endif
#if defined(__cplusplus)
#define MASSA_ZERO {}
extern "C" {
#else
#define MASSA_ZERO { 0 }
#endif

// A desc carries the version and size that the host was compiled with: an old header is refused, not misread.
#define MASSA_COOKIE(version, type) (0x6d610000u ^ ((uint32_t)(version) << 24) ^ (uint32_t)sizeof(type))

// ---- Results ----

typedef enum massa_result
{
    MASSA_OK = 0,
    MASSA_NOT_READY,             // asked too early; nothing is wrong
    MASSA_ERROR_NULL,            // a required pointer is null
    MASSA_ERROR_COOKIE,          // a desc was not made by its default function, or by that of another version
    MASSA_ERROR_RANGE,           // a field is outside its documented range, or not a number
    MASSA_ERROR_STALE_ID,        // an id is null or its object is gone
    MASSA_ERROR_IN_USE,          // something else still needs the object: the log names it
    MASSA_ERROR_CAPACITY,        // the world is full: raise the capacity that the log names
    MASSA_ERROR_EDITS_FULL,      // too many edits for one step: record a step, or raise the capacity that the log names
    MASSA_ERROR_IN_FLIGHT,       // more steps in flight than max_steps_in_flight, or some where none may be
    MASSA_ERROR_NO_VULKAN,       // no usable Vulkan 1.1 entry points
    MASSA_ERROR_NO_COMPUTE_QUEUE,// the queue family cannot compute
    MASSA_ERROR_DEVICE_LIMIT,    // the device is below a required limit, or a capacity is above what it can bind
    MASSA_ERROR_HOST_MEMORY,     // the host's allocator returned null
    MASSA_ERROR_DEVICE_MEMORY,   // the device has no room for the world's buffers
    MASSA_ERROR_VULKAN,          // a Vulkan call failed: the log names it
    MASSA_ERROR_SNAPSHOT,        // a snapshot block is damaged, or of a world with other capacities or settings
    MASSA_ERROR_RECORDING,       // a recorded step is damaged, or does not follow from the world's present state
    MASSA_RESULT_COUNT
} massa_result;

// One sentence that says what is wrong and what to do. The log gets a more precise one with the field and the limit.
MASSA_API const char* massa_result_text(massa_result result);

// ---- Vocabulary ----

typedef struct massa_vec3 { float x, y, z; } massa_vec3;
typedef struct massa_quat { float x, y, z, w; } massa_quat; // unit; rotates body axes into the world

// Index, generation and kind in 64 bits; 0 is null. An id outlives its object safely: it turns stale. It belongs to its
// world, and to what is restored or replayed from it; another world's bodies may have the same ids.
typedef struct massa_body_id     { uint64_t bits; } massa_body_id;
typedef struct massa_shape_id    { uint64_t bits; } massa_shape_id;
typedef struct massa_grains_id   { uint64_t bits; } massa_grains_id;
typedef struct massa_particle_id { uint64_t bits; } massa_particle_id;
typedef struct massa_joint_id    { uint64_t bits; } massa_joint_id;
typedef struct massa_liquid_id   { uint64_t bits; } massa_liquid_id;
typedef struct massa_emitter_id  { uint64_t bits; } massa_emitter_id;

typedef struct massa_device   massa_device;
typedef struct massa_world    massa_world;
typedef struct massa_snapshot massa_snapshot;
typedef struct massa_cage     massa_cage;
typedef struct massa_surface_desc massa_surface_desc;

typedef enum massa_log_level { MASSA_LOG_INFO, MASSA_LOG_WARNING, MASSA_LOG_ERROR } massa_log_level;
typedef void (*massa_log_fn)(void* user, massa_log_level level, const char* sentence); // sentence dies with the call

// ---- Device ----

// What a host should switch on when it makes its device. Nothing optional is required.
typedef struct massa_device_needs
{
    uint32_t    api_version;        // required of instance and device: VK_API_VERSION_1_1
    uint32_t    queue_family;       // a family that can compute (one that also draws, if there is one), or UINT32_MAX
    bool        supported;          // false: massa_create_device would refuse, for the reason below
    massa_result refusal;           // MASSA_OK when supported
    char        reason[160];        // the limit that is missing, in one sentence; empty when supported
    uint32_t    useful_count;       // device extensions that help where present and never change a result
    const char* useful_extension[4];
    bool        useful_shader_int64; // the feature shaderInt64 is there and helps; it never changes a result
} massa_device_needs;

MASSA_API MASSA_CHECK massa_result massa_query_device_needs(VkInstance, VkPhysicalDevice,
                                                            PFN_vkGetInstanceProcAddr, massa_device_needs* out);

// What a buffer is for, so that the host's allocator can place it.
typedef enum massa_memory_kind
{
    MASSA_MEMORY_DEVICE,   // read and written by shaders
    MASSA_MEMORY_UPLOAD,   // written by the CPU, mapped and coherent for its whole life
    MASSA_MEMORY_READBACK, // read by the CPU, mapped and coherent, cached if possible
} massa_memory_kind;

// The host's own device memory, for example its VMA. All or none: both functions, or massa uses a VMA of its own.
// create returns a bound buffer, its mapping (not for MASSA_MEMORY_DEVICE) and a handle that destroy gets back.
typedef struct massa_memory_functions
{
    void* user;
    VkResult (*create)(void* user, const VkBufferCreateInfo*, massa_memory_kind, VkBuffer* buffer, void** mapped,
                       void** handle);
    void (*destroy)(void* user, VkBuffer buffer, void* handle);
} massa_memory_functions;

typedef struct massa_device_desc
{
    uint32_t                     cookie;          // set by massa_default_device_desc
    VkInstance                   instance;        // required, made for Vulkan 1.1 or later
    VkPhysicalDevice             physical_device; // required
    VkDevice                     device;          // required
    uint32_t                     queue_family;    // of the queue that will run the command buffers
    PFN_vkGetInstanceProcAddr    get_instance_proc_addr; // required
    VkPipelineCache              pipeline_cache;  // optional: used when a world's pipelines are made
    const VkAllocationCallbacks* allocation;      // optional: all host memory, ours, VMA's and the driver's; called
                                                  // like the log by whichever thread uses the device or a world
    massa_memory_functions       memory;          // optional: all device memory
    massa_log_fn                 log;             // optional: massa never prints
    void*                        log_user;
    uint32_t                     group_size;      // threads per workgroup: 32, 64, 128, or 0 to let massa choose;
                                                  // never changes a result
    bool                         shader_int64;    // optional: the device was made with
                                                  // VkPhysicalDeviceFeatures.shaderInt64; never changes a result
} massa_device_desc;

static inline massa_device_desc massa_default_device_desc(void)
{
    massa_device_desc d = MASSA_ZERO;
    d.cookie            = MASSA_COOKIE(2, massa_device_desc);
    return d;
}

// The handles stay the host's and must outlive the massa_device. *out is null unless MASSA_OK is returned.
MASSA_API MASSA_CHECK massa_result massa_create_device(const massa_device_desc*, massa_device** out);
MASSA_API void massa_destroy_device(massa_device*); // after its worlds; null is fine

// What the arithmetic of a device allows. Until the probe has answered the level is unknown.
typedef enum massa_determinism
{
    MASSA_DETERMINISM_UNKNOWN,
    MASSA_DETERMINISM_SAME_DEVICE,  // the device rounds or fuses in its own way: the log names what differs
    MASSA_DETERMINISM_EVERY_DEVICE, // same edits, same bits, as on every other device that passes
} massa_determinism;

// Records one small dispatch. After the command buffer's fence massa_device_poll_probe has the answer.
MASSA_API MASSA_CHECK massa_result massa_cmd_probe(massa_device*, VkCommandBuffer);
MASSA_API MASSA_CHECK massa_result massa_device_poll_probe(massa_device*, massa_determinism* out);

// ---- World ----

// Declared once; a full list refuses (on the host) or counts what it dropped (on the device), and nothing else breaks.
typedef struct massa_capacity
{
    uint32_t bodies;  // 1 to 2^24; default 1024
    uint32_t edits;   // edits recorded between two steps, 1 to 2^20; default 4096
    uint32_t events;  // that a step can tell, 0 to 2^16; what has no room is told in a later step. Default 0: four for
                      // each body, at least 1024 and at most 16384. They cost memory; only what is told is copied
    uint32_t watched; // bodies whose pose comes back with the poll, 0 to 2^16; default 64
    uint32_t shapes;  // 0 to 2^20; default 64
    uint32_t hulls;   // shapes that are hulls, 0 to 4096; default 16
    uint32_t children;       // of all compound shapes together, 0 to 2^16; default 64
    uint32_t colliders;      // convex shapes on bodies, a compound's children each, 0 to 2^20; default 64. Every particle
                             // looks at each of them
    uint32_t pairs;          // of colliders whose bounds overlap, 0 to 2^23; default 0: bodies do not meet each other, and
                             // nothing is paid for it
    uint32_t contacts;       // pairs that touch or are about to, 0 to 2^23; default 0: as many as pairs
    uint32_t debug_lines;    // 0 to 2^20; default 0: none can be drawn
    uint32_t joints;         // 0 to 2^20; default 0: none, and nothing is paid for them
    uint32_t particles;      // grains, 0 to 2^23, to 2^21 where a device binds no more than 128 MiB at once; default 0:
                             // none, and nothing is paid for them
    uint32_t particle_edits; // particles added or removed between two steps, those of emitters too, 1 to 2^22; default 16384
    uint32_t neighbours;     // that a particle can touch at once, 1 to 255; default 0: 48, and 80 in a world with liquids
    uint32_t liquid;         // particles of all liquids together, 0 to 2^22; default 0: none, and nothing is paid for them.
                             // A world has grains or liquids, not both yet
    uint32_t queries;        // of surfaces, asked between two steps, 0 to 2^16; default 0: none can be asked
} massa_capacity;

// How pairs are found. All find the same ones, but for the tree with fat boxes, which finds some more: their bounds
// overlap when those are a little larger. Each has an order of its own, in which contacts are solved: worlds that differ in
// this differ in their last bits, and do not take each other's snapshots and recordings.
typedef enum massa_broad_phase
{
    MASSA_BROAD_PHASE_TREE,     // a tree of boxes: any sizes, any places
    MASSA_BROAD_PHASE_FAT_TREE, // the same tree over boxes that reach 1/64 of their shortest side farther. It is built
                                // only when somebody left his; while all rest, or barely move, it costs next to nothing.
                                // Leave room in capacity.pairs: bodies packed side by side have up to twice as many
    MASSA_BROAD_PHASE_LABELS,   // a grid whose cells carry labels: best when all are of one size
    MASSA_BROAD_PHASE_OWNER,    // the same grid, where a cell owns its pairs
    MASSA_BROAD_PHASE_SWEEP,    // along the axis of largest spread
    MASSA_BROAD_PHASE_BRUTE,    // each with each: the reference
} massa_broad_phase;

// In which order contacts are solved. What stands, stands with both; bits differ.
typedef enum massa_schedule
{
    MASSA_SCHEDULE_BLOCKS,  // neighbouring bodies together, in few dispatches
    MASSA_SCHEDULE_COLOURS, // all contacts that share no body at once, one dispatch for each such set: the reference
} massa_schedule;

// How a liquid keeps its volume. Both see the same walls; bits differ.
typedef enum massa_liquid_solver
{
    MASSA_LIQUID_INCOMPRESSIBLE, // positions are corrected until nobody is packed too densely
    MASSA_LIQUID_STATE_EQUATION, // pressure follows from density, as in a stiff gas: the classical way, which needs more parts
} massa_liquid_solver;

// Of all liquids of a world: what they share. Ignored while capacity.liquid is 0.
typedef struct massa_liquid_settings
{
    massa_liquid_solver solver;  // default incompressible
    float    spacing;            // m, 1e-3 to 1, between particles at rest: half as much needs 8 times the particles.
                                 // Default 0.05
    float    depth;              // m, 1e-3 to 1e3: how deep it will stand. Corrections follow from it; default 1
    uint32_t iterations;         // 0 to 16, of the corrections in each part; default 0: 2 to 8, so that the deepest is packed
                                 // no more than 2 % too densely. The log warns when 8 do not suffice
    uint32_t max_parts;          // 0 to 16, into which a substep is divided while something is fast; default 0: 4, and with
                                 // the state equation as many as sound and twice a fall from depth need. The log warns
                                 // when they do not suffice
    float    stiffness;          // state equation: J/kg, 0 to 1e6, the square of the speed of sound; default 0: 200 times
                                 // 9.81 m/s^2 times depth, which leaves the deepest packed half a percent too densely.
                                 // Viscosities are at least 0.075 sound substep / (2 spacing): with less it boils
    float    exponent;           // state equation: 1, linear; 7, Tait's; or 0, a gas that has no density of its own; default 7
    float    smoothing;          // state equation: 0 to 1, share of neighbours' motion that positions follow; default 0.1
    bool     explicit_steps;     // state equation: positions follow the velocity of before, as in textbooks; default false
} massa_liquid_settings;

typedef struct massa_world_desc
{
    uint32_t       cookie;              // set by massa_default_world_desc
    massa_capacity capacity;
    massa_vec3     gravity;             // m/s^2; default (0, -9.81, 0)
    uint32_t       substeps;            // 1 to 64 per step; default 4
    uint32_t       max_steps_in_flight; // 1 to 8: steps recorded but not yet told finished by massa_world_poll; default 3
    massa_broad_phase broad_phase;      // default the tree with fat boxes
    massa_schedule schedule;            // default colours
    uint32_t       joint_sweeps;        // 1 to 16: how often joints are swept before and after bodies move, in each substep.
                                        // More hold long chains and heavy loads stiffer; default 1
    float          contact_margin;      // m, 1e-4 to 1: contacts are made this far before surfaces meet, and
                                        // farther when velocities bring them together in the step; default 0.02
    bool           sleep;               // bodies that rest together are left out of the step until something wakes them:
                                        // a contact, a joint, an edit, or another gravity; default true
    float          sleep_time;          // s of rest before that, 1e-3 to 1e3; default 0.5. massa_body_desc.sleep_speed
                                        // says what rest is
    // Contacts of bodies. The defaults are good for things from a hand's size to a house's.
    float contact_hertz;     // 1/s, 1 to 1e4: how stiff contacts are; default 45. No more than 1/6.5 of a substep's
                             // frequency counts; twice as much against what does not move
    float contact_damping;   // 0.1 to 100 of the critical one: the more, the slower penetration is undone, and the longer
                             // tall stacks sway; default 4. Half as much against what does not move
    float push_out_speed;    // m/s, 0 to 100: penetration is undone no faster; default 3
    float restitution_speed; // m/s, 0.01 to 100: what approaches slower does not bounce; default 1
    float mass_guard;        // 0, or 1 to 1e6: a body with another on top that is heavier by more than this is treated, in
                             // that contact, as if it were heavier by just this. So a heavy load stands on light boxes,
                             // at the price of momentum in that contact; default 0: never
    float          hit_speed;           // m/s, 0 to 1e4: who meets faster than this is told as MASSA_EVENT_CONTACT_HIT; default 1
    const massa_surface_desc* surfaces; // default null; copied, their cages are not
    uint32_t       surface_count;       // 0 to 1024; default 0: none, and nothing is paid for them
    massa_liquid_settings liquid;
} massa_world_desc;

static inline massa_world_desc massa_default_world_desc(void)
{
    massa_world_desc d    = MASSA_ZERO;
    d.cookie              = MASSA_COOKIE(6, massa_world_desc);
    d.capacity.bodies     = 1024;
    d.capacity.edits      = 4096;
    d.capacity.watched    = 64;
    d.capacity.shapes     = 64;
    d.capacity.hulls      = 16;
    d.capacity.children   = 64;
    d.capacity.colliders  = 64;
    d.capacity.particle_edits = 16384;
    d.gravity.y           = -9.81f;
    d.substeps            = 4;
    d.max_steps_in_flight = 3;
    d.broad_phase         = MASSA_BROAD_PHASE_FAT_TREE;
    d.schedule            = MASSA_SCHEDULE_COLOURS;
    d.joint_sweeps        = 1;
    d.contact_margin      = 0.02f;
    d.sleep               = true;
    d.sleep_time          = 0.5f;
    d.contact_hertz       = 45.0f;
    d.contact_damping     = 4.0f;
    d.push_out_speed      = 3.0f;
    d.restitution_speed   = 1.0f;
    d.hit_speed           = 1.0f;
    d.liquid.solver       = MASSA_LIQUID_INCOMPRESSIBLE;
    d.liquid.spacing      = 0.05f;
    d.liquid.depth        = 1.0f;
    d.liquid.exponent     = 7.0f;
    d.liquid.smoothing    = 0.1f;
    return d;
}

typedef struct massa_memory // bytes
{
    uint64_t state;    // device, survives steps; what a snapshot saves
    uint64_t scratch;  // device, shared by the stages of a step; tables and meshes of surfaces, which snapshots leave out
    uint64_t upload;   // CPU to GPU ring, and the tables of surfaces
    uint64_t readback; // GPU to CPU ring
    uint64_t host;     // ids, edits and other tables on the CPU
} massa_memory;

MASSA_API MASSA_CHECK massa_result massa_query_world_memory(massa_device*, const massa_world_desc*, massa_memory* out);
MASSA_API MASSA_CHECK massa_result massa_create_world(massa_device*, const massa_world_desc*, massa_world** out);
MASSA_API void massa_destroy_world(massa_world*); // when the GPU has finished all its steps; null is fine

// Changes capacities between frames: every recorded step must have been told finished. Ids and state survive; views
// must be asked again. The state moves when the next command is recorded. A capacity below what is in use is refused.
MASSA_API MASSA_CHECK massa_result massa_world_resize(massa_world*, const massa_capacity*);
MASSA_API MASSA_CHECK massa_result massa_world_set_gravity(massa_world*, massa_vec3 gravity); // another one wakes all

// ---- Shapes ----
// What a body is to those who touch it. A shape never changes; many bodies may have the same. What is drawn is the host's
// own business. Grains meet planes, boxes and spheres, liquids all kinds. Bodies meet all that is not hollow, when capacity.pairs is not 0
// and one of the two is dynamic: a sensor on a static body hears of dynamic bodies only. They push each other when none of
// the two shapes is a sensor.

typedef enum massa_shape_kind
{
    MASSA_SHAPE_PLANE,    // solid below its own xz plane, without end; for static and kinematic bodies
    MASSA_SHAPE_BOX,
    MASSA_SHAPE_SPHERE,
    MASSA_SHAPE_CAPSULE,  // around its own y axis
    MASSA_SHAPE_HULL,     // the convex hull of points
    MASSA_SHAPE_COMPOUND, // other shapes, each in its place; they do not meet each other
} massa_shape_kind;

enum { MASSA_MAX_HULL_CORNERS = 32, MASSA_MAX_HULL_POINTS = 4096, MASSA_MAX_CHILDREN = 64 };

typedef struct massa_child
{
    massa_shape_id shape;    // convex: not a plane, not hollow, not a compound
    massa_vec3     position; // m, in the compound, at most 1e4
    massa_quat     rotation; // normalised for you
} massa_child;

typedef struct massa_shape_desc
{
    uint32_t         cookie; // set by massa_default_shape_desc
    massa_shape_kind kind;   // default plane
    struct { massa_vec3 half; } box;      // m, half extents, 1e-3 to 1e4 each; default 0.5
    struct { float radius;    } sphere;   // m, 1e-3 to 1e4; default 0.5
    struct { float radius, half_length; } capsule; // m, 1e-3 to 1e4 each; half the axis, without the caps; default 0.25,
                                                   // 0.5
    struct { const massa_vec3* points; uint32_t count; } hull; // m, at least 4, at most MASSA_MAX_HULL_POINTS, of which at
                                                   // most MASSA_MAX_HULL_CORNERS are corners; copied
    struct { const massa_child* children; uint32_t count; } compound; // 1 to MASSA_MAX_CHILDREN; copied. What follows is
                                                   // the children's, but for user
    bool             hollow; // solid outside and free inside: a container for particles. Boxes and spheres only
    bool             sensor; // who overlaps it is told (MASSA_EVENT_SENSOR_ENTER, LEAVE), and not pushed; of liquids see
                             // massa_liquid_event
    bool             drain;  // a sensor that takes the liquid which enters; not for compounds. Grains ignore it
    float            density;     // kg/m^3, 1e-3 to 1e6; default 1000
    float            friction;    // 0 to 10; default 0.6
    float            restitution; // 0 to 1; default 0
    float            rolling;     // m, 0 to 1e3: lever of the resistance to rolling; default 0
    massa_vec3       surface_velocity; // m/s, at most 1e3 each, shape's axes: how the surface runs over the shape, as on a
                                       // conveyor belt. Friction takes bodies along; default 0
    uint32_t         category;    // bits of what it is; default 1
    uint32_t         mask;        // bits of what it meets: both must find the other's category in their mask; default all
    int32_t          group;       // -2^23 to 2^23. Not 0 and the same as the other's: positive always meets, negative
                                  // never; default 0
    uint64_t         user;        // yours
} massa_shape_desc;

static inline massa_shape_desc massa_default_shape_desc(void)
{
    massa_shape_desc d    = MASSA_ZERO;
    d.cookie              = MASSA_COOKIE(4, massa_shape_desc);
    d.box.half.x          = 0.5f;
    d.box.half.y          = 0.5f;
    d.box.half.z          = 0.5f;
    d.sphere.radius       = 0.5f;
    d.capsule.radius      = 0.25f;
    d.capsule.half_length = 0.5f;
    d.density             = 1000.0f;
    d.friction            = 0.6f;
    d.category            = 1;
    d.mask                = 0xFFFFFFFFu;
    return d;
}

typedef struct massa_mass
{
    float      mass;     // kg
    massa_vec3 centre;   // m, centre of mass in the shape's frame
    massa_vec3 inertia;  // kg m^2 about the principal axes
    massa_quat axes;     // principal axes to the shape's
} massa_mass;

MASSA_API MASSA_CHECK massa_result massa_create_shape(massa_world*, const massa_shape_desc*, massa_shape_id* out);
MASSA_API MASSA_CHECK massa_result massa_destroy_shape(massa_world*, massa_shape_id); // when no body has it any more
// What the shape's density makes of it; refused for planes and hollow shapes, which have no mass. A dynamic body's frame is
// that of its centre of mass and principal axes: a mesh drawn with it stands at -centre, turned back by axes.
MASSA_API MASSA_CHECK massa_result massa_shape_get_mass(const massa_world*, massa_shape_id, massa_mass* out);
MASSA_API MASSA_CHECK massa_result massa_shape_get_user(const massa_world*, massa_shape_id, uint64_t* out);

// ---- Bodies ----
// Calls return at once; the GPU plays the edits in their order at the start of the next recorded step.

typedef enum massa_body_kind
{
    MASSA_BODY_DYNAMIC,   // moved by forces
    MASSA_BODY_KINEMATIC, // moved by its velocity alone, pushed by nothing
    MASSA_BODY_STATIC,    // moved by massa_body_set_pose alone
} massa_body_kind;

// World axes that a dynamic body is held on: it does not move along them, or turn about them. MASSA_AXIS_Z,
// MASSA_AXIS_TURN_X and MASSA_AXIS_TURN_Y make a game in the xy plane; all three turns keep a body upright for good.
typedef enum massa_axis
{
    MASSA_AXIS_X      = 1,
    MASSA_AXIS_Y      = 2,
    MASSA_AXIS_Z      = 4,
    MASSA_AXIS_TURN_X = 8,
    MASSA_AXIS_TURN_Y = 16,
    MASSA_AXIS_TURN_Z = 32,
} massa_axis;

typedef struct massa_body_desc
{
    uint32_t        cookie;           // set by massa_default_body_desc
    massa_body_kind kind;             // default dynamic
    massa_vec3      position;         // m, centre of mass; unless dynamic, the shape's origin; |x| at most 1e6
    massa_quat      rotation;         // principal axes to world; normalised for you; default identity
    massa_vec3      velocity;         // m/s, at most 1e4
    massa_vec3      angular_velocity; // rad/s, world axes, at most 1e3
    float           mass;             // kg, 1e-6 to 1e9; default 0: what the shape's density says, or 1 without a shape;
                                      // ignored unless dynamic
    massa_vec3      inertia;          // kg m^2 about the principal axes, 1e-9 to 1e11, each at most the sum of the other
                                      // two; default 0: the shape's, scaled to the mass; without a shape that of a solid
                                      // sphere of radius 0.5
    float           gravity_scale;    // -100 to 100; default 1
    float           linear_damping;   // 1/s, 0 to 1e3; default 0
    float           angular_damping;  // 1/s, 0 to 1e3; default 0
    uint32_t        locks;            // massa_axis bits; default 0; ignored, as the three below, unless dynamic
    float           max_speed;        // m/s, 0 to 1e4: faster it does not get; default 400
    float           max_spin;         // rad/s, 0 to 1e3; default 200, some 48 degrees per substep at 60 Hz
    float           sleep_speed;      // m/s, 0 to 10: slower than this for a while, it falls asleep; 0: never; default 0.05.
                                      // Slower than this, and held by contacts or joints, it also comes to rest by itself,
                                      // at 0.5 1/s, whether the world sleeps or not: tall stacks would sway for minutes
    massa_shape_id  shape;            // default null: nothing touches the body
    uint64_t        user;             // yours; comes back with events
} massa_body_desc;

static inline massa_body_desc massa_default_body_desc(void)
{
    massa_body_desc d = MASSA_ZERO;
    d.cookie          = MASSA_COOKIE(4, massa_body_desc);
    d.rotation.w      = 1.0f;
    d.gravity_scale   = 1.0f;
    d.max_speed       = 400.0f;
    d.max_spin        = 200.0f;
    d.sleep_speed     = 0.05f;
    return d;
}

MASSA_API MASSA_CHECK massa_result massa_create_body(massa_world*, const massa_body_desc*, massa_body_id* out);
MASSA_API MASSA_CHECK massa_result massa_destroy_body(massa_world*, massa_body_id);
MASSA_API MASSA_CHECK massa_result massa_body_set_pose(massa_world*, massa_body_id, massa_vec3 position, massa_quat);
MASSA_API MASSA_CHECK massa_result massa_body_set_velocity(massa_world*, massa_body_id, massa_vec3 velocity);
MASSA_API MASSA_CHECK massa_result massa_body_set_angular_velocity(massa_world*, massa_body_id, massa_vec3 world_axes);
MASSA_API MASSA_CHECK massa_result massa_body_apply_impulse(massa_world*, massa_body_id, massa_vec3 impulse, // N s
                                                            massa_vec3 point);                              // m, world
MASSA_API MASSA_CHECK massa_result massa_body_apply_angular_impulse(massa_world*, massa_body_id, massa_vec3); // N m s
// Force and torque act over the whole of the next step, then are gone.
MASSA_API MASSA_CHECK massa_result massa_body_apply_force(massa_world*, massa_body_id, massa_vec3 force,    // N
                                                          massa_vec3 point);                                // m, world
MASSA_API MASSA_CHECK massa_result massa_body_apply_torque(massa_world*, massa_body_id, massa_vec3 torque); // N m
MASSA_API MASSA_CHECK massa_result massa_body_set_shape(massa_world*, massa_body_id, massa_shape_id); // null: none
// The rest is for dynamic bodies; ranges as in massa_body_desc. Every edit of a body wakes it.
MASSA_API MASSA_CHECK massa_result massa_body_set_gravity_scale(massa_world*, massa_body_id, float scale);
MASSA_API MASSA_CHECK massa_result massa_body_set_damping(massa_world*, massa_body_id, float linear, float angular); // 1/s
MASSA_API MASSA_CHECK massa_result massa_body_set_locks(massa_world*, massa_body_id, uint32_t locks); // massa_axis bits
MASSA_API MASSA_CHECK massa_result massa_body_set_limits(massa_world*, massa_body_id, float max_speed, // m/s
                                                         float max_spin);                              // rad/s
MASSA_API MASSA_CHECK massa_result massa_body_set_sleep_speed(massa_world*, massa_body_id, float sleep_speed); // m/s
MASSA_API MASSA_CHECK massa_result massa_body_wake(massa_world*, massa_body_id);
MASSA_API MASSA_CHECK massa_result massa_body_get_user(const massa_world*, massa_body_id, uint64_t* out);

// ---- Joints ----
// A joint holds two bodies together, or one and the world; one of them must be dynamic. A body that is destroyed takes its
// joints along: their ids turn stale.

typedef enum massa_joint_kind
{
    MASSA_JOINT_BALL,     // the anchors stay together; the bodies turn freely
    MASSA_JOINT_HINGE,    // the anchors stay together, and so do the z axes of the two frames: the bodies turn about them
    MASSA_JOINT_FIXED,    // the anchors and the frames stay together: nothing moves
    MASSA_JOINT_DISTANCE, // the anchors keep their distance, like the ends of a rod
} massa_joint_kind;

typedef struct massa_joint_desc
{
    uint32_t         cookie;        // set by massa_default_joint_desc
    massa_joint_kind kind;          // default ball
    massa_body_id    body_a;        // null: the world, whose frame is that of positions; not both
    massa_body_id    body_b;
    massa_vec3       anchor_a;      // m, in the body's frame: from its position, along the axes of its rotation; at most 1e4
                                    // each, in the world 1e6
    massa_vec3       anchor_b;
    massa_quat       frame_a;       // the joint's axes to the body's; normalised for you; default identity. The axis of a
    massa_quat       frame_b;       // hinge is z: massa_frame_of_axis
    float            length;        // m, 1e-3 to 1e4, of a distance; default 1
    float            hertz;         // 1/s, 0 to 1000: a spring of this frequency in place of a stiff joint. Default 0: stiff
    float            damping_ratio; // 0 to 100: share of the damping at which a soft joint no longer swings; default 1
    bool             collide;       // the two bodies meet each other, too; default false: no contact, no
                                    // visit of a sensor and no event between them
    uint64_t         user;          // yours
} massa_joint_desc;

static inline massa_joint_desc massa_default_joint_desc(void)
{
    massa_joint_desc d = MASSA_ZERO;
    d.cookie           = MASSA_COOKIE(1, massa_joint_desc);
    d.frame_a.w        = 1.0f;
    d.frame_b.w        = 1.0f;
    d.length           = 1.0f;
    d.damping_ratio    = 1.0f;
    return d;
}

// A frame whose z axis is this one of the body's; axis is a unit vector.
static inline massa_quat massa_frame_of_axis(massa_vec3 axis)
{
    massa_quat q = MASSA_ZERO;
    q.x          = axis.z > -0.999999f ? -axis.y : 1.0f; // straight back: half a turn about x
    q.y          = axis.z > -0.999999f ? axis.x : 0.0f;
    q.w          = axis.z > -0.999999f ? 1.0f + axis.z : 0.0f;
    return q;
}

MASSA_API MASSA_CHECK massa_result massa_create_joint(massa_world*, const massa_joint_desc*, massa_joint_id* out);
MASSA_API MASSA_CHECK massa_result massa_destroy_joint(massa_world*, massa_joint_id);
MASSA_API MASSA_CHECK massa_result massa_joint_set_spring(massa_world*, massa_joint_id, float hertz, float damping_ratio);
MASSA_API MASSA_CHECK massa_result massa_joint_set_length(massa_world*, massa_joint_id, float length); // of a distance
MASSA_API MASSA_CHECK massa_result massa_joint_set_collide(massa_world*, massa_joint_id, bool collide);
MASSA_API MASSA_CHECK massa_result massa_joint_get_user(const massa_world*, massa_joint_id, uint64_t* out);

// ---- Grains ----
// Loose round particles of one radius and density. They repel each other with springs and dampers, feel gravity and drag,
// and run into the shapes of bodies. Contact is given as a frequency, so that the defaults serve grains of any size.

enum { MASSA_MAX_GRAINS = 4 }; // kinds of grains in one world

typedef struct massa_grains_desc
{
    uint32_t cookie;        // set by massa_default_grains_desc
    float    radius;        // m, 1e-3 to 10; of a world's kinds the largest at most 8 times the smallest; default 0.05
    float    density;       // kg/m^3, 1 to 1e5; default 1000
    float    hertz;         // 1/s, 0.1 to 1000: how fast two grains part again. Higher is harder, but above 0.1 / substep
                            // springs gain energy: the log warns. Default 20
    float    damping_ratio; // 0 to 2: share of the bounce that is lost; 0 conserves energy. Default 0.2
    float    drag;          // 1/s, 0 to 1e3, against still air; default 0
    float    restitution;   // 0 to 1, against shapes; default 0.2
    float    friction;      // 0 to 2, Coulomb, against shapes; default 0.3
} massa_grains_desc;

static inline massa_grains_desc massa_default_grains_desc(void)
{
    massa_grains_desc d = MASSA_ZERO;
    d.cookie            = MASSA_COOKIE(1, massa_grains_desc);
    d.radius            = 0.05f;
    d.density           = 1000.0f;
    d.hertz             = 20.0f;
    d.damping_ratio     = 0.2f;
    d.restitution       = 0.2f;
    d.friction          = 0.3f;
    return d;
}

typedef struct massa_particle
{
    massa_vec3 position; // m, each at most 2.5e5 radii
    massa_vec3 velocity; // m/s, at most 1e4
} massa_particle;

MASSA_API MASSA_CHECK massa_result massa_create_grains(massa_world*, const massa_grains_desc*, massa_grains_id* out);
// With all its particles. Its place serves the next kind once a step has been recorded.
MASSA_API MASSA_CHECK massa_result massa_destroy_grains(massa_world*, massa_grains_id);
// All or none. ids: count of them, or null when nobody needs them.
MASSA_API MASSA_CHECK massa_result massa_grains_add(massa_world*, massa_grains_id, const massa_particle*, uint32_t count,
                                                    massa_particle_id* ids);
// All or none; of any kind.
MASSA_API MASSA_CHECK massa_result massa_remove_particles(massa_world*, const massa_particle_id*, uint32_t count);

// ---- Liquids ----
// Particles that keep their density: each stands for a cube of massa_liquid_settings.spacing. All liquids of a world share
// that spacing, fill the same space and push each other; the denser one sinks. They run into the shapes of static and kinematic
// bodies. A particle has no id: it takes a free place on the device, and who meets a drain gives his back.

enum { MASSA_MAX_LIQUIDS = 8, MASSA_MAX_EMITTERS = 16 }; // in one world

typedef struct massa_liquid_desc
{
    uint32_t cookie;    // set by massa_default_liquid_desc
    float    density;   // kg/m^3, 1 to 1e5; default 1000
    float    viscosity; // 0 to 1: share of the motion relative to neighbours that a substep evens out; of two liquids the
                        // smaller counts. Default 0.01
    float    drag;      // 0 to 1: share of the motion along a wall that touching it takes in a substep; default 0
    uint32_t colour;    // 0xRRGGBB, yours: nothing is drawn with it here; default 0x3080c0
    uint64_t user;      // yours
} massa_liquid_desc;

static inline massa_liquid_desc massa_default_liquid_desc(void)
{
    massa_liquid_desc d = MASSA_ZERO;
    d.cookie            = MASSA_COOKIE(1, massa_liquid_desc);
    d.density           = 1000.0f;
    d.viscosity         = 0.01f;
    d.colour            = 0x3080c0;
    return d;
}

MASSA_API MASSA_CHECK massa_result massa_create_liquid(massa_world*, const massa_liquid_desc*, massa_liquid_id* out);
// With all its particles and emitters. Its place serves the next liquid once a step has been recorded.
MASSA_API MASSA_CHECK massa_result massa_destroy_liquid(massa_world*, massa_liquid_id);
MASSA_API MASSA_CHECK massa_result massa_liquid_get_user(const massa_world*, massa_liquid_id, uint64_t* out);
MASSA_API MASSA_CHECK massa_result massa_liquid_get_colour(const massa_world*, massa_liquid_id, uint32_t* out);
// All or none of them go to the next step, each at most 2.5e5 spacings out. There, who finds no free place does not come:
// massa_poll_result.liquid_refused.
MASSA_API MASSA_CHECK massa_result massa_liquid_add(massa_world*, massa_liquid_id, const massa_particle*, uint32_t count);
// A lattice of the spacing, in the axes of a box, sphere, capsule or hull, hollow or not, wherever at least half a spacing is
// left to its surface. The shape stands at this pose and need not be a body's. count: how many came, or null; also when it is
// refused because there are too many, if they could be counted.
MASSA_API MASSA_CHECK massa_result massa_liquid_fill(massa_world*, massa_liquid_id, massa_shape_id, massa_vec3 position,
                                                     massa_quat rotation, massa_vec3 velocity, uint32_t* count);

// A round nozzle: a disc of particles for each spacing of travel, as dense as the liquid at rest, from the next step on.
typedef struct massa_emitter_desc
{
    uint32_t        cookie;    // set by massa_default_emitter_desc
    massa_liquid_id liquid;    // required
    massa_vec3      position;  // m, of the nozzle's centre
    massa_vec3      direction; // of the stream; normalised for you; default (0, -1, 0)
    float           radius;    // m, 1 to 1000 spacings: how far from the axis centres of particles are. Default 0.1
    float           speed;     // m/s, 0 to 100; default 1. At 0 nothing more comes
    uint64_t        limit;     // particles, after which it falls silent; default 0: never
} massa_emitter_desc;

static inline massa_emitter_desc massa_default_emitter_desc(void)
{
    massa_emitter_desc d = MASSA_ZERO;
    d.cookie             = MASSA_COOKIE(1, massa_emitter_desc);
    d.direction.y        = -1.0f;
    d.radius             = 0.1f;
    d.speed              = 1.0f;
    return d;
}

// A disc that finds no room in capacity.particle_edits waits for the next step; one that never could is refused here.
MASSA_API MASSA_CHECK massa_result massa_create_emitter(massa_world*, const massa_emitter_desc*, massa_emitter_id* out);
MASSA_API MASSA_CHECK massa_result massa_destroy_emitter(massa_world*, massa_emitter_id);
MASSA_API MASSA_CHECK massa_result massa_emitter_set(massa_world*, massa_emitter_id, massa_vec3 position,
                                                     massa_vec3 direction, float speed);
// Particles sent to steps so far, those that found no free place too.
MASSA_API MASSA_CHECK massa_result massa_emitter_get_sent(const massa_world*, massa_emitter_id, uint64_t* out);

// ---- Surfaces ----
// Catmull-Clark subdivision surfaces, evaluated where their limit is. A cage is a mesh of polygons with everything that can
// be known of it beforehand; a surface is a cage in a world, with points of its own that move. A step evaluates surfaces
// whose points have changed, for drawing and for collision, and answers queries. Positions are the surface's own: draw it
// with a body's pose, or with none. Nothing touches surfaces yet.

typedef struct massa_crease      { uint32_t a, b;  float sharpness; } massa_crease;      // the edge between points a and b
typedef struct massa_cage_corner { uint32_t point; float sharpness; } massa_cage_corner; // 0 to 10: so many subdivisions stay
typedef struct massa_uv          { float u, v; } massa_uv;                               // sharp; 10: all

typedef struct massa_cage_desc
{
    uint32_t                 cookie;       // set by massa_default_cage_desc
    const massa_vec3*        points;       // m, each at most 1e4; copied, as all that follows
    uint32_t                 point_count;  // 3 to 2^20
    const uint32_t*          face_sizes;   // corners of each face, 3 to 64
    uint32_t                 face_count;   // 1 to 2^20
    const uint32_t*          face_points;  // face after face, counter-clockwise seen from outside
    const massa_crease*      creases;      // default null
    uint32_t                 crease_count;
    const massa_cage_corner* corners;      // default null: points that stay sharp
    uint32_t                 corner_count;
    const massa_uv*          uv;           // default null: all 0; else one for each point, at most 1e4 each
    uint32_t                 isolation;    // 0 to 5: how often faces at odd vertices are halved before they become patches;
                                           // each time the surface there comes about 4 times closer to its limit; default 1
} massa_cage_desc;

static inline massa_cage_desc massa_default_cage_desc(void)
{
    massa_cage_desc d = MASSA_ZERO;
    d.cookie          = MASSA_COOKIE(1, massa_cage_desc);
    d.isolation       = 1;
    return d;
}

// Host work and host memory alone, on any thread. Edges have at most two faces, points one fan of them, and nothing stands
// alone; what is wrong is told with its number. *out is null unless MASSA_OK is returned.
MASSA_API MASSA_CHECK massa_result massa_create_cage(massa_device*, const massa_cage_desc*, massa_cage** out);
MASSA_API void massa_destroy_cage(massa_cage*); // after the worlds that have it, before its device; null is fine

typedef struct massa_cage_info
{
    uint64_t   bytes, hash;     // of everything that follows from the desc; equal cages have equal hashes
    uint32_t   points, faces;   // as given
    uint32_t   patches, regular_patches, gregory_patches;
    uint32_t   vertices, edges; // of patches
    uint32_t   computed_points; // behind the cage's: what patches need beside them
    bool       closed;          // has no boundary
    massa_vec3 lo, hi;          // m, of the points
} massa_cage_info;

MASSA_API MASSA_CHECK massa_result massa_cage_get_info(const massa_cage*, massa_cage_info* out);
// Of what a closed cage's limit surface encloses; density kg/m^3, 1e-3 to 1e6. Refused unless closed.
MASSA_API MASSA_CHECK massa_result massa_cage_mass(const massa_cage*, float density, massa_mass* out);

typedef struct massa_cage_edge // of patches
{
    uint32_t vertex_a, vertex_b; // which are also the first vertices of the mesh that is drawn
    uint32_t face;               // of the cage, on one side of it
    uint32_t depth;              // how often that face was halved, 0 to 15
} massa_cage_edge;
MASSA_API MASSA_CHECK massa_result massa_cage_get_edge(const massa_cage*, uint32_t edge, massa_cage_edge* out);

// Levels count segments along the side of a face of the cage (once more subdivided if it has faces other than quads): an
// edge of depth d has level / 2^d of them, rounded up.
struct massa_surface_desc
{
    uint32_t          cookie;          // set by massa_default_surface_desc
    const massa_cage* cage;            // required, of the same device; outlives the world
    uint32_t          collision_level; // 1 to 16; default 4
    uint32_t          draw_level;      // 0 to 64; default 8. 0: never drawn, and given the least room
    uint32_t          max_draw_level;  // draw_level to 64: room for massa_surface_set_draw_level; default 0: as draw_level
};

static inline massa_surface_desc massa_default_surface_desc(void)
{
    massa_surface_desc d = MASSA_ZERO;
    d.cookie             = MASSA_COOKIE(1, massa_surface_desc);
    d.collision_level    = 4;
    d.draw_level         = 8;
    return d;
}

// Surfaces are named by their number in massa_world_desc.surfaces. What calls say holds from the next step on.
// Points [first, first + count) of the cage, m, each at most 1e4. What was between two ranges of the same step is set too,
// as calls last had it.
MASSA_API MASSA_CHECK massa_result massa_surface_set_points(massa_world*, uint32_t surface, uint32_t first,
                                                            const massa_vec3* points, uint32_t count);
// The host's own shader has written the cage's points in MASSA_VIEW_SURFACE_POINTS, after the last step and before the next
// one in submission order: nothing but the barrier that massa_cmd_step begins with is needed. They are told by this call
// alone; recordings have no more of them. Numbers beyond 1e4, or none, keep what was there.
MASSA_API MASSA_CHECK massa_result massa_surface_refresh(massa_world*, uint32_t surface);
MASSA_API MASSA_CHECK massa_result massa_surface_set_draw_level(massa_world*, uint32_t surface, uint32_t level); // 1 to max
// One for each of massa_cage_info.edges: 1 to what max_draw_level makes of the edge. Meshes are closed whatever they are.
MASSA_API MASSA_CHECK massa_result massa_surface_set_edge_levels(massa_world*, uint32_t surface, const uint8_t* levels,
                                                                 uint32_t count);

typedef struct massa_surface_range // its share of the arrays behind MASSA_VIEW_SURFACE_*
{
    uint32_t     first_point, point_count, cage_points; // the cage's, then computed ones
    uint32_t     first_patch, patch_count;
    uint32_t     first_regular, regular_count, first_gregory, gregory_count;
    uint32_t     first_vertex, vertex_count; // corners of patches
    uint32_t     first_edge, edge_count;
    uint32_t     first_row, row_count;
    uint32_t     draw_vertices, draw_triangles; // of a uniform level; of edge levels at most
    VkDeviceSize draw_indirect; // bytes into the buffer of MASSA_VIEW_SURFACE_DRAWS: its VkDrawIndexedIndirectCommand
    uint32_t     collision_vertices, collision_triangles, first_collision_triangle, meshlet_count, first_meshlet;
} massa_surface_range;

MASSA_API MASSA_CHECK massa_result massa_surface_get_range(const massa_world*, uint32_t surface, massa_surface_range* out);

// Queries see the surface as the next step has it, in its own frame, and come back with that step's poll. query: their number
// among those of the step, from 0 on.
typedef struct massa_surface_hit
{
    uint64_t   step;
    uint32_t   query;
    uint32_t   surface;
    bool       stopped;  // the search was given up at a limit: something closer may exist
    bool       hit;      // false: nothing within reach, and what follows is 0
    float      distance; // m, from the point, or along the ray
    massa_vec3 position; // m, on the limit surface
    massa_vec3 normal;   // unit, outward
    massa_vec3 velocity; // m/s, of that place of the surface over the step
    uint32_t   patch;    // in MASSA_VIEW_SURFACE_PATCHES
    uint32_t   face;     // of the cage
    float      u, v;     // in the patch, 0 to 1
} massa_surface_hit;

// The closest place within reach. point: m, at most 1e5 each; reach: m, 0 to 1e5.
MASSA_API MASSA_CHECK massa_result massa_surface_ask_closest(massa_world*, uint32_t surface, massa_vec3 point, float reach,
                                                             uint32_t* query);
// The first place that a ray meets. direction: normalised for you, 1e-3 to 1e5 long; length: m, 0 to 1e5.
MASSA_API MASSA_CHECK massa_result massa_surface_ask_ray(massa_world*, uint32_t surface, massa_vec3 origin,
                                                         massa_vec3 direction, float length, uint32_t* query);

// ---- Step ----

typedef enum massa_debug
{
    MASSA_DEBUG_BOUNDS  = 1, // boxes around colliders, with their margins
    MASSA_DEBUG_PAIRS   = 2, // from centre to centre of colliders whose boxes overlap
    MASSA_DEBUG_POINTS  = 4, // contact points: red touches, orange is about to, green is a sensor's
    MASSA_DEBUG_NORMALS = 8,
} massa_debug;

typedef struct massa_step_desc
{
    uint32_t cookie;  // set by massa_default_step_desc
    float    dt;      // s, 1e-5 to 0.1; default 1/60
    bool     hash;    // also compute the hash of the state after this step; default false
    bool     profile; // also measure the GPU time of each stage; default false
    uint32_t debug;   // massa_debug bits: what to draw as MASSA_VIEW_DEBUG_LINES; default 0, which costs nothing
} massa_step_desc;

static inline massa_step_desc massa_default_step_desc(void)
{
    massa_step_desc d = MASSA_ZERO;
    d.cookie          = MASSA_COOKIE(2, massa_step_desc);
    d.dt              = 1.0f / 60.0f;
    return d;
}

// Records one step into a command buffer in the recording state, outside a render pass. Steps are numbered from 1 in
// the order they are recorded and must run in that order, each once, on one queue.
// Begins with a barrier from ALL_COMMANDS (so earlier draws may still read the views) and ends with one to ALL_COMMANDS
// and HOST, memory read: whatever follows in submission order may read the views as they are.
MASSA_API MASSA_CHECK massa_result massa_cmd_step(massa_world*, VkCommandBuffer, const massa_step_desc*);
MASSA_API uint64_t massa_world_last_step(const massa_world*); // number of the last recorded step; 0 before the first

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
    // Of surfaces: whole arrays of all of them, in which all numbers count; massa_surface_get_range tells whose is what.
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

// Element i belongs to the body or particle whose id has index i. Slots of those that are gone are all zero.
MASSA_API MASSA_CHECK massa_result massa_world_view(const massa_world*, massa_view_kind, massa_view* out);
MASSA_API uint32_t massa_body_index(massa_body_id);
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

// Contacts and sensors are told by pairs of shapes: two compounds may have several at once, one for each two children.
// Who touches is looked at when a step begins. Two that touched do so until they are a quarter of contact_margin apart;
// a sensor's visitor until it overlaps no more. Sleepers go on touching.
// Each END follows a BEGIN, each LEAVE an ENTER, of the same bodies, shapes and colliders, even when lists overflow: what
// has no room waits and is told in a later step, if it still holds then: two that part and meet again meanwhile have
// never parted. What ends comes first, then bodies, then what begins. Only hits are dropped. A body or shape that was
// destroyed is named by its old id, which is stale. A body destroyed in its sleep does not wake.
typedef struct massa_event
{
    uint64_t         step;
    massa_event_kind kind;
    uint32_t         collider_a, collider_b; // number of each shape on its body: tells children of a compound apart
    massa_body_id    body_a, body_b;   // contacts: a has the lower index. Sensors: a is the sensor's, or of two sensors the
                                       // one with the lower index. Other events: b is null
    uint64_t         user_a, user_b;   // of the bodies; 0 when they were destroyed before the poll
    massa_shape_id   shape_a, shape_b; // of a compound the child's; null unless a contact's or sensor's
    massa_vec3       point;            // m, world: where they are deepest. This, normal and speed: of BEGIN, HIT and ENTER
    massa_vec3       normal;           // unit, from a to b
    float            speed;            // m/s, of approach at the point when the step began; 0 when they do not
} massa_event;

// How many particles of a liquid a sensor holds, whenever a step ends with another number than the one before. A drain counts
// those that the next step will take.
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

// Tells massa that the GPU has finished all steps up to last_finished_step (the host saw its fence or semaphore), which
// frees their places in the rings, and returns what they reported. Never blocks.
MASSA_API MASSA_CHECK massa_result massa_world_poll(massa_world*, uint64_t last_finished_step, massa_poll_result* out);

// The bodies whose pose comes back with each poll, from the next step on; at most capacity.watched.
MASSA_API MASSA_CHECK massa_result massa_world_watch(massa_world*, const massa_body_id* bodies, uint32_t count);

// Hash of the newest reported step that asked for one: equal states have equal hashes on every device.
MASSA_API MASSA_CHECK massa_result massa_world_hash(const massa_world*, uint64_t* out);

// ---- Snapshot ----

// A block that can hold the whole of a world: its state, ids, and edits not yet played.
MASSA_API MASSA_CHECK massa_result massa_create_snapshot(massa_world*, massa_snapshot** out);
MASSA_API void massa_destroy_snapshot(massa_snapshot*); // before its world; null is fine
// Records the copy of the state as the steps recorded before leave it. Ready when the command buffer has finished.
MASSA_API MASSA_CHECK massa_result massa_cmd_save(massa_world*, VkCommandBuffer, massa_snapshot*);
// Records the way back; ids and pending edits change at once. The block must be ready. Events go on from what had been told
// when it was saved.
MASSA_API MASSA_CHECK massa_result massa_cmd_restore(massa_world*, VkCommandBuffer, const massa_snapshot*);
// The block as bytes without pointers, to store or send; load accepts it in any world of equal capacities, settings and
// broad phase, on any device. A block that is damaged or forged is refused, and the snapshot keeps what it held.
MASSA_API MASSA_CHECK massa_result massa_snapshot_bytes(const massa_snapshot*, const void** data, size_t* size);
MASSA_API MASSA_CHECK massa_result massa_snapshot_load(massa_snapshot*, const void* data, size_t size);

// ---- Record and replay ----

// Called once inside each massa_cmd_step with that step and its edits as one block, which dies with the call; the
// callback must not use the world. Null stops recording.
typedef void (*massa_record_fn)(void* user, const void* block, size_t size);
MASSA_API MASSA_CHECK massa_result massa_world_set_recorder(massa_world*, massa_record_fn, void* user);
// Records a step from such a block in place of edits and massa_cmd_step; ids come out as they did then. A world of equal
// settings takes all blocks since it was made, or since the snapshot it was restored from, in their order. A block that
// is damaged, out of order or forged is refused and changes nothing.
MASSA_API MASSA_CHECK massa_result massa_cmd_replay(massa_world*, VkCommandBuffer, const void* block, size_t size);

#if defined(__cplusplus)
}
#endif

#endif
