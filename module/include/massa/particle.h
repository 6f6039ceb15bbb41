// Matter made of particles: grains and liquids.
#ifndef MASSA_PARTICLE_H
#define MASSA_PARTICLE_H

#include "base.h"

#if defined(__cplusplus)
extern "C" {
#endif

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
// All or none. ids: count of them, or null when not needed.
MASSA_API MASSA_CHECK massa_result massa_grains_add(massa_world*, massa_grains_id, const massa_particle*, uint32_t count,
                                                    massa_particle_id* ids);
// All or none; of any kind.
MASSA_API MASSA_CHECK massa_result massa_remove_particles(massa_world*, const massa_particle_id*, uint32_t count);

// ---- Liquids ----
// Particles that keep their density: each stands for a cube of massa_liquid_settings.spacing. All liquids of a world
// share that spacing, fill the same space and push each other; the denser one sinks. They run into the shapes of static
// and kinematic bodies. A particle has no id: it takes a free place on the device, and gives the place back at a drain.

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
// All particles or none go to the next step, each at most 2.5e5 spacings out. A particle that finds no free place there
// is not added: massa_poll_result.liquid_refused.
MASSA_API MASSA_CHECK massa_result massa_liquid_add(massa_world*, massa_liquid_id, const massa_particle*, uint32_t count);
// A lattice of the spacing, in the axes of a box, sphere, capsule or hull, hollow or not, wherever at least half a
// spacing is left to its surface. The shape stands at this pose and need not be a body's. count: how many particles were
// added, or null; also when the call is refused because there are too many, if they could be counted.
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
// Particles sent to steps so far, including the ones that found no free place.
MASSA_API MASSA_CHECK massa_result massa_emitter_get_sent(const massa_world*, massa_emitter_id, uint64_t* out);

#if defined(__cplusplus)
}
#endif

#endif
