// Edits as a recording has them: ids, shapes and joints first, here; what they do to the bodies' state is apply.c's.
#include "own_tables.h"
#include "rigid/body_shared.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

_Noreturn void oracle_refuse(const char* sentence)
{
    fprintf(stderr, "The twin of a world: %s\n", sentence);
    abort();
}

static void create_body(oracle_tables* t, const edit_record* e)
{
    const uint32_t slot = oracle_next_slot(&t->body.free, t->body.count);
    if (e->target != slot) oracle_refuse("a body has another slot than the next one.");
    if (slot == t->capacity.bodies) oracle_refuse("there are more bodies than room for them.");
    oracle_body_slot* s = &t->body.slot[slot];
    if (slot == t->body.count)
    {
        ++t->body.count;
        s->generation = 1; // 0 would be the null id's
    }
    else
        --t->body.free.count;
    if (e->generation != s->generation) oracle_refuse("a body has another generation than its slot.");
    s->flags           = e->flags & BODY_FLAGS;
    s->inverse_inertia = e->data[4];
}

static void destroy_body(oracle_tables* t, uint32_t slot)
{
    oracle_body_slot* s = &t->body.slot[slot];
    oracle_set_shape(t, slot, 0);
    oracle_drop_joints(t, slot);
    s->flags = 0;
    if (s->generation == OWN_LAST_GENERATION) return;
    ++s->generation;
    t->body.free.slot[t->body.free.count++] = slot;
}

static void play_body(oracle_tables* t, const edit_record* e)
{
    if (e->kind == EDIT_BODY_CREATE)
    {
        create_body(t, e);
        return;
    }
    if (e->target >= t->body.count || t->body.slot[e->target].flags == 0) oracle_refuse("an edit's body is gone.");
    const oracle_body_slot* s = &t->body.slot[e->target];
    const bool for_all   = e->kind == EDIT_BODY_DESTROY || e->kind == EDIT_BODY_SET_POSE || e->kind == EDIT_BODY_SHAPE;
    const bool for_moved = e->kind == EDIT_BODY_SET_VELOCITY || e->kind == EDIT_BODY_SET_ANGULAR_VELOCITY;
    const uint32_t need  = for_all ? BODY_ALIVE : for_moved ? BODY_MOVES : BODY_DYNAMIC;
    if ((s->flags & need) == 0) oracle_refuse("an edit is for bodies of another kind.");
    if (e->kind == EDIT_BODY_DESTROY) destroy_body(t, e->target);
    if (e->kind == EDIT_BODY_SET_POSE) oracle_move_colliders(t, e->target);
    if (e->kind == EDIT_BODY_SHAPE) oracle_set_shape(t, e->target, e->flags);
    if (e->kind == EDIT_BODY_SET_LOCKS && memcmp(&s->inverse_inertia, &e->data[0], 3 * sizeof(float)) != 0)
        oracle_refuse("locks come with the inertia of another body.");
}

void oracle_play_edit(oracle_tables* t, const edit_record* e)
{
    if (t->edits == t->capacity.edits) oracle_refuse("a step has more edits than room for them.");
    t->edit[t->edits++] = *e;
    if (e->kind <= EDIT_BODY_LAST)
        play_body(t, e);
    else if (e->kind <= EDIT_SHAPE_DESTROY)
        oracle_play_shape(t, e);
    else if (e->kind == EDIT_JOINT_CREATE || e->kind == EDIT_JOINT_DESTROY || e->kind == EDIT_JOINT_SET)
        oracle_play_joint(t, e);
    else if (e->kind == EDIT_EMITTER_CREATE || e->kind == EDIT_EMITTER_DESTROY || e->kind == EDIT_EMITTER_SET)
        oracle_play_emitter(t, e);
    else
        oracle_play_kind(t, e);
}

void oracle_clear_edits(oracle_tables* t)
{
    t->edits         = 0;
    t->joint.changed = false;
    for (uint32_t i = 0; i < t->collider.count; ++i)
        t->collider.slot[i].changed = false;
    oracle_clear_matter(t);
    memset(t->shape.hull_changed, 0, t->capacity.hulls * sizeof(bool));
}
