#include "small.h"

bool mas_small_takes(const massa_world* w)
{
    const mas_whole_use use = { .bodies    = w->tables->body_count,
                                .colliders = w->tables->collider_count,
                                .pairs     = w->told_pairs };
    return mas_whole_takes(&w->simulation->whole, &use);
}

void mas_small_hear(massa_world* w, uint64_t step, uint32_t pairs)
{
    if (step > w->restored) w->told_pairs = pairs; // else of another past
}

// Parts that nothing comes between run together.
void mas_small_substep(const massa_world* w, mas_recorder* rec, const mas_joint_colours* joints, bool begins)
{
    const mas_simulation* s = w->simulation;
    const mas_whole* whole  = &s->whole;
    const bool joined       = w->tables->joint_live > 0;
    const uint32_t first    = begins ? WHOLE_FIRST : 0;
    uint32_t turns          = first | WHOLE_PUSH;
    if (joined)
    {
        mas_whole_turn_record(whole, rec, turns);
        mas_joint_prep_record(&s->joint, rec, joints, false);
        if (begins) mas_joint_start_record(&s->joint, rec, joints);
        turns = first;
    }
    if (begins) turns |= WHOLE_START;
    if (w->tables->bouncing > 0)
    {
        mas_whole_turn_record(whole, rec, turns | WHOLE_IMPACT);
        turns = first;
    }
    else if (joined && begins)
    {
        mas_whole_turn_record(whole, rec, turns);
        turns = first;
    }
    mas_joint_solve_record(&s->joint, rec, joints);
    mas_whole_turn_record(whole, rec, turns | WHOLE_BIAS | (joined ? WHOLE_MOVE : WHOLE_MOVE | WHOLE_RELAX));
    if (!joined) return;
    mas_joint_prep_record(&s->joint, rec, joints, true);
    mas_joint_relax_record(&s->joint, rec, joints);
    mas_whole_turn_record(whole, rec, first | WHOLE_RELAX);
}
