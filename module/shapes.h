// Shapes and colliders in the tables: what the calls of shape.c and body.c and their replay have in common.
#ifndef MAS_SHAPES_H
#define MAS_SHAPES_H

#include "tables.h"

// What a shape may be, for calls and for what comes from outside.
#define MAS_MIN_SIZE 1e-3f // m
#define MAS_MAX_SIZE 1e4f
#define MAS_MIN_DENSITY 1e-3f // kg/m^3
#define MAS_MAX_DENSITY 1e6f
#define MAS_MAX_FRICTION 10.0f
#define MAS_MAX_ROLLING 1e3f       // m
#define MAS_MAX_SURFACE_SPEED 1e3f // m/s
#define MAS_MAX_GROUP (1 << 23)

// A host's word on a shape as an edit's data, and back: kind in flags; size, density | friction, restitution, rolling,
// group | category and mask in halves, which a float holds exactly | surface velocity | user.
void mas_shape_to_edit(const mas_shape*, edit_record*);
mas_shape mas_shape_from_edit(const edit_record*);

// What a hull or a compound is made of comes first, piece by piece. False: no room, or such a child cannot be.
bool mas_stage_points(mas_tables*, const massa_vec3*, uint32_t count);
bool mas_stage_child(mas_tables*, uint32_t shape, mas_pose); // 1 + slot
void mas_unstage(mas_tables*);                               // forgets it
bool mas_children_fit(const mas_tables*, uint32_t count);

// Makes a shape of the host's word and of what was staged, in a free slot. False with the reason: it cannot be, nothing
// has changed but that nothing is staged any more.
bool mas_make_shape(mas_tables*, uint32_t slot, const mas_shape* given, char* reason, size_t size);
void mas_drop_shape(mas_tables*, uint32_t slot);
bool mas_may_be_child(const mas_tables*, uint32_t shape); // 1 + slot
bool mas_is_plane(const mas_tables*, uint32_t shape);     // 1 + slot, or 0
bool mas_find_shape(const mas_tables*, massa_shape_id, uint32_t* slot);

// Gives a body another shape, 1 + its slot, or none, 0; false when there is no room for its colliders.
bool mas_set_body_shape(mas_tables*, uint32_t body, uint32_t shape);
// A body was put elsewhere: what touched it there is of no use.
void mas_touch_body(mas_tables*, uint32_t body);

// Where the centre of mass and the principal axes are in a body's shape: its own frame, unless the body is dynamic.
mas_pose mas_body_frame(const mas_tables*, uint32_t body);
// The same of a body that is yet to be made; 1 + the shape's slot, or 0.
mas_pose mas_frame_of(const mas_tables*, uint32_t shape, bool dynamic);
void mas_list_planes(const mas_tables*, collision_params*);
// m, a power of two: at least the radius of half of the colliders, and less than twice that. For the solver's blocks.
float mas_block_cell(const mas_tables*);
// What the device is to know of a collider; all zero for a free slot.
collider_data mas_collider_of(const mas_tables*, uint32_t slot);

// module/shapes_sound.c.
bool mas_shape_sound(const mas_shape*); // the numbers that a host gives
bool mas_child_pose_sound(const mas_pose*);
bool mas_body_shape_sound(const mas_tables*, const massa_capacity*, uint32_t body, uint32_t shape); // 1 + slot, or 0
bool mas_shapes_sound(const mas_tables*);
// What follows from the host's word, the hull and the children: radius, size of a hull, mass, number of colliders.
void mas_derive_shape(const mas_tables*, mas_shape*);

massa_quat mas_unit(massa_quat); // of a length that mas_check_quat lets through

#endif
