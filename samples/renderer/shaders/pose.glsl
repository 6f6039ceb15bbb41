// Where a surface stands. Of the includer: item, pose_of.
vec3 rotate(vec4 q, vec3 v)
{
    return v + 2.0 * cross(q.xyz, cross(q.xyz, v) + q.w * v);
}

vec3 pose_turned(vec3 v)
{
    if (item.rotation_first == SURFACE_UPRIGHT) return v;
    return rotate(pose_of[item.rotation_first + item.slot * item.pose_stride], v);
}

vec3 pose_placed(vec3 v)
{
    return pose_of[item.pose_first + item.slot * item.pose_stride].xyz + pose_turned(v);
}
