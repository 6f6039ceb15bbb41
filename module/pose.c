// Poses of bodies by either frame. The state has the body's: the centre of mass and the principal axes, in which the
// solver works. A pose of the shape's own frame is turned into it here, on the host and before the edit is written, so
// recordings and snapshots know nothing of frames.
#include "shapes.h"
#include "world.h"

#include <string.h>

massa_result mas_place_by_shape(const massa_world* w, massa_pose frame, massa_pose* pose)
{
    const massa_vec3 c = frame.position;
    const massa_quat q = frame.rotation;
    // Equal frames keep the host's bits: composing would normalise its rotation.
    if (c.x == 0.0f && c.y == 0.0f && c.z == 0.0f && q.x == 0.0f && q.y == 0.0f && q.z == 0.0f) return MASSA_OK;
    *pose = mas_pose_compose(*pose, frame);
    return mas_check_finite(w, "the centre of mass", pose->position, BODY_MAX_POSITION);
}

static massa_result set_body_pose(massa_world* w, massa_body_id id, massa_pose pose, massa_frame frame)
{
    uint32_t slot;
    edit_record* e;
    MAS_TRY(mas_check_body(w, id, &slot));
    MAS_TRY(mas_check_finite(w, "position", pose.position, BODY_MAX_POSITION));
    MAS_TRY(mas_check_quat(w, "rotation", pose.rotation));
    if (frame == MASSA_FRAME_SHAPE) MAS_TRY(mas_place_by_shape(w, mas_body_frame(w->tables, slot), &pose));
    MAS_TRY(mas_new_edit(w, EDIT_BODY_SET_POSE, slot, &e));
    e->data[0] = (mas_vec4){ pose.position.x, pose.position.y, pose.position.z, 0.0f };
    e->data[1] = (mas_vec4){ pose.rotation.x, pose.rotation.y, pose.rotation.z, pose.rotation.w };
    mas_touch_body(w->tables, slot);
    return MASSA_OK;
}

massa_result massa_body_set_pose(massa_world* w, massa_body_id id, massa_vec3 position, massa_quat rotation)
{
    return set_body_pose(w, id, (massa_pose){ position, rotation }, MASSA_FRAME_BODY);
}

massa_result massa_body_set_shape_pose(massa_world* w, massa_body_id id, massa_vec3 position, massa_quat rotation)
{
    return set_body_pose(w, id, (massa_pose){ position, rotation }, MASSA_FRAME_SHAPE);
}

massa_result massa_body_get_shape_offset(const massa_world* w, massa_body_id id, massa_pose* out)
{
    if (out != NULL) memset(out, 0, sizeof *out);
    uint32_t slot;
    MAS_TRY(mas_check_body(w, id, &slot));
    if (out == NULL)
        return mas_fail(w->device, MASSA_ERROR_NULL, "massa_body_get_shape_offset has nowhere to put its answer.");
    *out = mas_pose_inverse(mas_body_frame(w->tables, slot));
    return MASSA_OK;
}

massa_pose massa_compose(massa_pose outer, massa_pose inner)
{
    return mas_pose_compose(outer, inner);
}
