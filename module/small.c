#include "small.h"
#include "family_collision.h"
#include "family_joint.h"

bool mas_small_takes(const massa_world* w)
{
    const mas_whole_use use = { .bodies    = w->tables->body.count,
                                .colliders = w->tables->collider.count,
                                .pairs     = w->news.told_pairs };
    return mas_whole_takes(&w->simulation->collision->whole, &use);
}

// Parts that nothing comes between run together.
void mas_small_substep(const mas_step* step)
{
    mas_recorder* rec               = step->rec;
    const mas_whole* whole          = &step->simulation->collision->whole;
    const mas_joint* joint          = &step->simulation->joint->stage;
    const mas_joint_colours* joints = &step->simulation->collision->joints;
    const bool joined = step->tables->joint.live > 0, begins = step->index == 0;
    const uint32_t first = begins ? WHOLE_FIRST : 0;
    uint32_t turns       = first | WHOLE_PUSH;
    if (joined)
    {
        mas_whole_turn_record(whole, rec, turns);
        mas_joint_prep_record(joint, rec, joints, false);
        if (begins) mas_joint_start_record(joint, rec, joints);
        turns = first;
    }
    if (begins) turns |= WHOLE_START;
    if (step->tables->shape.bouncing > 0)
    {
        mas_whole_turn_record(whole, rec, turns | WHOLE_IMPACT);
        turns = first;
    }
    else if (joined && begins)
    {
        mas_whole_turn_record(whole, rec, turns);
        turns = first;
    }
    mas_joint_solve_record(joint, rec, joints);
    mas_whole_turn_record(whole, rec, turns | WHOLE_BIAS | (joined ? WHOLE_MOVE : WHOLE_MOVE | WHOLE_RELAX));
    if (!joined) return;
    mas_joint_prep_record(joint, rec, joints, true);
    mas_joint_relax_record(joint, rec, joints);
    mas_whole_turn_record(whole, rec, first | WHOLE_RELAX);
}
