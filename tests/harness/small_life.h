// Small worlds in the default room, whose steps run as those of a small one (module/small.h), never do, or do by turns;
// and a life that they all live.
//
//     rigid_world s = small_make(gpu, SMALL_IN_TURN, small_desc());
//     small_edit(&s, &life, i); // before step i
//     small_run(&s, SMALL_IN_TURN, i);
#ifndef MAS_TEST_SMALL_LIFE_H
#define MAS_TEST_SMALL_LIFE_H

#include "rigid.h"

enum
{
    SMALL_BOXES = 10,
    SMALL_STEPS = 48 // in which all of it happens
};

typedef enum small_way
{
    SMALL_NEVER,  // as on a device that cannot
    SMALL_ALWAYS, // what is in use decides, and is little
    SMALL_IN_TURN // as if polls told of many pairs every third time
} small_way;

typedef struct small_life
{
    massa_body_id body[SMALL_BOXES];
    massa_joint_id joint[2];
} small_life;

massa_world_desc small_desc(void); // the default room, and some for what meets
rigid_world small_make(test_gpu*, small_way, massa_world_desc);

// Boxes fall, some are joined and let go, a ball bounces, one is put elsewhere.
void small_edit(rigid_world*, small_life*, uint32_t i);

bool small_expect(rigid_world*, small_way, uint32_t i); // before step i: whether it will run as a small one's
void small_run(rigid_world*, small_way, uint32_t i);    // does it, and looks whether it did

#endif
