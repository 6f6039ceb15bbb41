// Mass properties of shapes. Pure functions: no device, no allocation, and the same bits from every compiler, because
// bodies are made from them: + - * / sqrt of doubles in a fixed order, rounded to float at the end.
#ifndef MAS_MASS_H
#define MAS_MASS_H

#include "massa/massa.h"
#include "collision/collision.h"

typedef massa_pose mas_pose; // rotation unit

// A solid of a density in kg/m^3; sizes in m, as in collider_data. Nothing is checked here: sizes are positive and at
// most 2e4, and densities small enough for the products to be floats.
massa_mass mas_mass_sphere(float radius, float density);
massa_mass mas_mass_box(massa_vec3 half, float density);
massa_mass mas_mass_capsule(float radius, float half_length, float density); // of the axis, y, without the caps
massa_mass mas_mass_hull(const hull_data*, float density);

// Of any solid: kg, m, and its inertia about its centre in kg m^2, which is symmetric.
massa_mass mas_mass_of(double mass, const double centre[3], const double inertia[3][3]);

massa_mass mas_mass_scaled(massa_mass, float mass); // the same solid with another mass

typedef struct mas_mass_part
{
    massa_mass mass; // in the part's own frame
    mas_pose pose;   // of that frame in the whole's
} mas_mass_part;

// Many parts as one solid. Parts that overlap count twice there. No parts: no mass, identity axes.
//
// Axes are the whole's own where products of inertia are below 1e-5 of the trace, which is rounding and what a hull's
// tolerance leaves: so bodies with equal moments do not turn with the last bit. Where two moments are that close, the
// third's axis is reached by the smallest turn. Otherwise the principal axes come in the order, and with the signs,
// that turn them least.
massa_mass mas_mass_sum(const mas_mass_part*, uint32_t count);

// A frame that has the pose inner in a frame that has the pose outer. A part's collider in the body's frame:
// mas_pose_compose(mas_pose_inverse((mas_pose){ whole.centre, whole.axes }), part.pose).
mas_pose mas_pose_compose(mas_pose outer, mas_pose inner);
mas_pose mas_pose_inverse(mas_pose);

#endif
