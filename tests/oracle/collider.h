// Twins of shaders/particle/collider.comp and collide.glsl.
#ifndef MAS_ORACLE_COLLIDER_H
#define MAS_ORACLE_COLLIDER_H

#include "bodies.h"
#include "exact.h"
#include "particle/collider_shared.h"
#include "particle/particle_shared.h"

// Where the bodies have their shapes.
void oracle_collider(const collider_data*, uint32_t count, const oracle_bodies*, float substep, collider_state* out);

// Distance of a point of the shape's own frame from its surface, m, negative inside, and the outward normal.
float oracle_shape_distance(uint32_t kind, mas_vec4 size, oracle_vec3 point, oracle_vec3* normal);

// What one shape does to a particle of a layer.
void oracle_collide(const collider_state*, const particle_layer*, float substep, oracle_vec3* x, oracle_vec3* v);

#endif
