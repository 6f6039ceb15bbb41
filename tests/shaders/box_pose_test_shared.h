// The poses of box_pose_test.comp.
#ifndef MAS_BOX_POSE_TEST_SHARED_H
#define MAS_BOX_POSE_TEST_SHARED_H

#include "list_shared.h"

STRUCT(box_pose)
{
    mas_vec4 position; // m; w 0
    mas_vec4 rotation; // unit quaternion
};

#endif
