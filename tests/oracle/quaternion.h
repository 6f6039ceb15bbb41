// C twins of shaders/include/quaternion.glsl: the same bits from scalar C11. x y z the vector, w the scalar part.
#ifndef MAS_ORACLE_QUATERNION_H
#define MAS_ORACLE_QUATERNION_H

#include "exact.h"

mas_vec4 oracle_quaternion_multiply(mas_vec4 a, mas_vec4 b); // turns by b first
mas_vec4 oracle_quaternion_conjugate(mas_vec4 q);
mas_vec4 oracle_quaternion_normalize(mas_vec4 q); // identity when shorter than 2^-50
oracle_vec3 oracle_quaternion_rotate(mas_vec4 q, oracle_vec3 v);
oracle_vec3 oracle_quaternion_rotate_inverse(mas_vec4 q, oracle_vec3 v);
mas_vec4 oracle_quaternion_from_rotation_vector(oracle_vec3 v); // radians times axis
mas_vec4 oracle_quaternion_about_x(float angle);
mas_vec4 oracle_quaternion_about_y(float angle);
mas_vec4 oracle_quaternion_about_z(float angle);

#endif
