// C twins of shaders/collision/contact_*.glsl: contacts of one pair of shapes.
#ifndef MAS_ORACLE_CONTACT_POINTS_H
#define MAS_ORACLE_CONTACT_POINTS_H

#include "collision/collision_shared.h"
#include "quaternion.h"
#include "vec.h"

#define CONTACT_TOUCHES 2e-5f
#define CONTACT_FACE_NEAR 0.99975f
#define CONTACT_FACE_DEEP 0.004f

typedef struct oracle_contact_points
{
    oracle_vec3 normal; // unit, from a to b
    float margin;       // m: points farther apart are left out
    mas_vec4 point[MANIFOLD_POINTS];
    uint32_t feature[MANIFOLD_POINTS];
    uint32_t count;
} oracle_contact_points;

typedef struct oracle_round // sphere or capsule, in the frame of the pair
{
    oracle_vec3 centre;
    oracle_vec3 axis; // unit
    float end;        // m, half the axis' length; 0: a sphere
    float radius;
} oracle_round;

void oracle_contact_add(oracle_contact_points*, oracle_vec3 point, float separation, uint32_t feature);
uint32_t oracle_contact_region(float s, float end);
bool oracle_contact_crosses(float sine, float product); // not parallel: squared lengths
float oracle_contact_reach(oracle_vec3 centre, float end);
bool oracle_contact_near(float low, float distance, float radius);
// Nearest places s on the axis (middle: from its centre) and t on middle + t v.
oracle_vec2 oracle_contact_nearest(oracle_vec3 axis, float end, oracle_vec3 middle, oracle_vec3 v);

// Plane a: normal in the world; b's centre from the plane's point.
void oracle_plane_round(oracle_contact_points*, oracle_vec3 normal, oracle_round b);
void oracle_plane_box(oracle_contact_points*, oracle_vec3 normal, oracle_vec3 d, mas_vec4 rotation, mas_vec4 extent);
void oracle_plane_hull(oracle_contact_points*, mas_vec4 turn, oracle_vec3 d, mas_vec4 rotation, mas_vec4 extent,
                       const hull_data*); // turn: the plane's rotation
// b's centre from a's, world axes.
void oracle_round_round(oracle_contact_points*, oracle_round a, oracle_round b);
// In the box's frame, which rotation leads out of.
void oracle_box_round(oracle_contact_points*, mas_vec4 rotation, mas_vec4 extent, oracle_round b);
// In the hull's frame; a is the round one.
void oracle_round_hull(oracle_contact_points*, const hull_data*, mas_vec4 rotation, oracle_round a);

#endif
