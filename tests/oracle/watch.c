#include "watch.h"
#include "quaternion.h"

static watch_answer answer_of(const oracle_bodies* b, uint32_t i)
{
    const body_pose pose = b->pose[i];
    oracle_vec3 spin     = { b->motion[i].momentum.x, b->motion[i].momentum.y, b->motion[i].momentum.z };
    if ((b->trait[i].tag & BODY_DYNAMIC) != 0)
    {
        spin.x *= b->mass[i].inverse.x;
        spin.y *= b->mass[i].inverse.y;
        spin.z *= b->mass[i].inverse.z;
    }
    oracle_vec3 turn     = oracle_quaternion_rotate(pose.rotation, spin);
    const uint32_t locks = b->trait[i].locks;
    if (locks & BODY_LOCK_TURN_X) turn.x = 0.0f;
    if (locks & BODY_LOCK_TURN_Y) turn.y = 0.0f;
    if (locks & BODY_LOCK_TURN_Z) turn.z = 0.0f;
    turn = oracle_flush3(turn);
    return (watch_answer){
        .position         = { pose.position.x, pose.position.y, pose.position.z, 1.0f },
        .rotation         = pose.rotation,
        .velocity         = b->motion[i].velocity,
        .angular_velocity = { turn.x, turn.y, turn.z, 0.0f },
    };
}

void oracle_watch(const oracle_bodies* b, const watch_entry* watched, uint32_t count, watch_answer* answers)
{
    for (uint32_t k = 0; k < count; ++k)
    {
        const uint32_t tag = b->trait[watched[k].slot].tag;
        const bool there   = (tag & BODY_ALIVE) != 0 && tag >> BODY_FLAG_BITS == watched[k].generation;
        answers[k]         = there ? answer_of(b, watched[k].slot) : (watch_answer){ 0 };
    }
}
