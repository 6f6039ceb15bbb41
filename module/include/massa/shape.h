// Shapes: what bodies touch with. A shape never changes; many bodies may have the same shape. Shapes are not drawn: what
// a body looks like is the host's own business.
//
// Grains meet planes, boxes and spheres; liquids meet all kinds. Bodies meet all shapes that are not hollow, when
// capacity.pairs is not 0 and one of the two bodies is dynamic: a sensor on a static body reports dynamic bodies only.
// Two bodies push each other when neither shape is a sensor.
#ifndef MASSA_SHAPE_H
#define MASSA_SHAPE_H

#include "base.h"

#if defined(__cplusplus)
extern "C" {
#endif

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
    bool             sensor; // what overlaps it is reported (MASSA_EVENT_SENSOR_ENTER, LEAVE), not pushed; of liquids see
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
// that of its centre of mass and principal axes. MASSA_FRAME_SHAPE places bodies by the shape's own frame instead, and
// massa_body_get_shape_offset tells where a mesh is drawn.
MASSA_API MASSA_CHECK massa_result massa_shape_get_mass(const massa_world*, massa_shape_id, massa_mass* out);
MASSA_API MASSA_CHECK massa_result massa_shape_get_user(const massa_world*, massa_shape_id, uint64_t* out);

#if defined(__cplusplus)
}
#endif

#endif
