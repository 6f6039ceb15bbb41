// Joints as their edits say: slots, colours, the order in which they are swept, and the bodies that they keep apart.
#include "constants.h"
#include "own_tables.h"
#include "rigid/body_shared.h"

#include <string.h>

// Whether two joints hold the same dynamic body: then they cannot have one colour.
static bool share_body(const oracle_tables* t, const joint_data* p, const joint_data* q)
{
    const uint32_t body[2] = { p->a, p->b };
    for (uint32_t i = 0; i < 2; ++i)
    {
        if (body[i] == JOINT_WORLD || (t->body.slot[body[i]].flags & BODY_DYNAMIC) == 0) continue;
        if (q->a == body[i] || q->b == body[i]) return true;
    }
    return false;
}

// The first that no joint of its bodies has. One that joints had and gave back is free again, but joints that have a
// colour keep theirs.
static uint32_t colour_of(const oracle_tables* t, const joint_data* j)
{
    bool taken[OWN_JOINT_COLOURS + 1] = { false };
    uint32_t colour                   = 0;
    for (uint32_t i = 0; i < t->joint.count; ++i)
    {
        const oracle_joint_slot* other = &t->joint.slot[i];
        if (other->data.kind != 0 && &other->data != j && share_body(t, j, &other->data)) taken[other->colour] = true;
    }
    while (colour < OWN_JOINT_COLOURS && taken[colour])
        ++colour;
    return colour;
}

// A body is told as 1 + its slot, the world as 0.
static uint32_t body_of(const oracle_tables* t, float told)
{
    if (told == 0.0f) return JOINT_WORLD;
    const uint32_t body = (uint32_t)told - 1;
    if (body >= t->body.count || t->body.slot[body].flags == 0) oracle_refuse("a joint's body is gone.");
    return body;
}

static void create_joint(oracle_tables* t, const edit_record* e)
{
    const uint32_t slot = oracle_next_slot(&t->joint.free, t->joint.count);
    const mas_vec4 *d = e->data, last = d[4];
    if (e->target != slot || slot == t->capacity.joints) oracle_refuse("a joint has another slot than the next one.");
    oracle_joint_slot* s      = &t->joint.slot[slot];
    const bool fresh          = slot == t->joint.count;
    const uint32_t generation = fresh ? 1 : s->data.life;
    if (e->generation != generation) oracle_refuse("a joint has another generation than its slot.");
    if (fresh)
        ++t->joint.count;
    else
        --t->joint.free.count;
    s->data = (joint_data){
        .anchor_a = { d[0].x, d[0].y, d[0].z, last.y },
        .anchor_b = { d[1].x, d[1].y, d[1].z, last.z },
        .frame_a  = d[2],
        .frame_b  = d[3],
        .kind     = e->flags,
        .a        = body_of(t, d[0].w),
        .b        = body_of(t, d[1].w),
        .life     = generation,
        .apart    = last.x,
    };
    s->meets  = last.w != 0.0f;
    s->made   = ++t->joint.made;
    s->colour = colour_of(t, &s->data);
}

static void destroy_joint(oracle_tables* t, uint32_t slot)
{
    oracle_joint_slot* s      = &t->joint.slot[slot];
    const uint32_t generation = s->data.life;
    *s                        = (oracle_joint_slot){ .data = { .life = generation } };
    t->joint.changed          = true;
    if (generation == OWN_LAST_GENERATION) return;
    ++s->data.life;
    t->joint.free.slot[t->joint.free.count++] = slot;
}

static void set_joint(oracle_joint_slot* s, const edit_record* e)
{
    s->data.anchor_a.w = e->data[0].x;
    s->data.anchor_b.w = e->data[0].y;
    s->data.apart      = e->data[0].z;
    s->meets           = e->flags != 0;
    ++s->data.stamp;
}

void oracle_play_joint(oracle_tables* t, const edit_record* e)
{
    t->joint.changed = true;
    if (e->kind == EDIT_JOINT_CREATE)
    {
        create_joint(t, e);
        return;
    }
    if (e->target >= t->joint.count || t->joint.slot[e->target].data.kind == 0)
        oracle_refuse("an edit's joint is gone.");
    if (e->kind == EDIT_JOINT_DESTROY)
        destroy_joint(t, e->target);
    else
        set_joint(&t->joint.slot[e->target], e);
}

// The latest first.
void oracle_drop_joints(oracle_tables* t, uint32_t body)
{
    for (;;)
    {
        const oracle_joint_slot* latest = NULL;
        for (uint32_t i = 0; i < t->joint.count; ++i)
        {
            const oracle_joint_slot* s = &t->joint.slot[i];
            if (s->data.kind == 0 || (s->data.a != body && s->data.b != body)) continue;
            if (latest == NULL || s->made > latest->made) latest = s;
        }
        if (latest == NULL) return;
        destroy_joint(t, (uint32_t)(latest - t->joint.slot));
    }
}

void oracle_list_joints(const oracle_tables* t, oracle_joints* j, oracle_joined* apart)
{
    j->count     = 0;
    apart->count = 0;
    for (uint32_t i = 0; i < t->joint.count; ++i)
    {
        const oracle_joint_slot* s = &t->joint.slot[i];
        const joint_data* d        = &s->data;
        j->data[i]                 = d->kind != 0 ? *d : (joint_data){ 0 };
        if (d->kind == 0 || s->meets || d->a == JOINT_WORLD || d->b == JOINT_WORLD) continue;
        apart->pair[apart->count++] = (joined_pair){ d->a < d->b ? d->a : d->b, d->a < d->b ? d->b : d->a };
    }
    for (uint32_t colour = 0; colour <= OWN_JOINT_COLOURS; ++colour)
        for (uint32_t i = 0; i < t->joint.count; ++i)
            if (t->joint.slot[i].data.kind != 0 && t->joint.slot[i].colour == colour) j->order[j->count++] = i;
    oracle_sort_joined(apart);
}

uint32_t oracle_late_joints(const oracle_tables* t)
{
    uint32_t late = 0;
    for (uint32_t i = 0; i < t->joint.count; ++i)
        late += t->joint.slot[i].data.kind != 0 && t->joint.slot[i].colour == OWN_JOINT_COLOURS;
    return late;
}
