#include "joints.h"

#include <string.h>

void mas_joint_to_edit(const mas_joint_slot* j, edit_record* e)
{
    e->flags     = j->kind;
    e->user_low  = (uint32_t)j->user;
    e->user_high = (uint32_t)(j->user >> 32);
    for (uint32_t i = 0; i < 2; ++i)
    {
        const mas_joint_side* s = &j->side[i];
        e->data[i]              = (mas_vec4){ s->anchor.x, s->anchor.y, s->anchor.z, (float)s->body };
        e->data[2 + i]          = (mas_vec4){ s->frame.x, s->frame.y, s->frame.z, s->frame.w };
    }
    e->data[4] = (mas_vec4){ j->length, j->hertz, j->damping, (float)j->collide };
}

// Of a number that was a small integer; anything else becomes one that cannot be.
static uint32_t integer(float x)
{
    return x >= 0.0f && x <= 16777216.0f ? (uint32_t)x : UINT32_MAX;
}

mas_joint_slot mas_joint_from_edit(const edit_record* e)
{
    mas_joint_slot j = {
        .kind    = e->flags,
        .length  = e->data[4].x,
        .hertz   = e->data[4].y,
        .damping = e->data[4].z,
        .collide = integer(e->data[4].w),
        .user    = (uint64_t)e->user_high << 32 | e->user_low,
    };
    for (uint32_t i = 0; i < 2; ++i)
        j.side[i] =
            (mas_joint_side){ .body   = integer(e->data[i].w),
                              .anchor = { e->data[i].x, e->data[i].y, e->data[i].z },
                              .frame  = { e->data[2 + i].x, e->data[2 + i].y, e->data[2 + i].z, e->data[2 + i].w } };
    return j;
}

bool mas_find_joint(const mas_tables* t, massa_joint_id id, uint32_t* slot)
{
    *slot = (uint32_t)id.bits;
    if (id.bits >> 56 != MAS_ID_JOINT || *slot >= t->joint.count) return false;
    const mas_joint_slot* j = &mas_joints(t)[*slot];
    return j->kind != 0 && j->generation == mas_id_generation(id.bits);
}

uint32_t mas_vacant_joint(const mas_tables* t)
{
    if (t->joint.free != 0) return t->joint.free - 1;
    return t->joint.count < t->capacity.joints ? t->joint.count : UINT32_MAX;
}

static void changed(mas_tables* t, uint32_t slot)
{
    mas_changed* c  = &t->joint.changed;
    const bool none = c->first == c->end;
    if (none || slot < c->first) c->first = slot;
    if (none || slot >= c->end) c->end = slot + 1;
}

// ---- Lists of the bodies' joints ----

static mas_joint_side* side_of(const mas_tables* t, uint32_t link)
{
    return &mas_joints(t)[(link - 1) / 2].side[(link - 1) % 2];
}

static void link_side(mas_tables* t, uint32_t slot, uint32_t side)
{
    mas_joint_side* s = &mas_joints(t)[slot].side[side];
    if (s->body == 0) return;
    uint32_t* first = &mas_joint_lists(t)[s->body - 1];
    s->previous     = 0;
    s->next         = *first;
    *first          = 1 + 2 * slot + side;
    if (s->next != 0) side_of(t, s->next)->previous = *first;
}

static void unlink_side(mas_tables* t, const mas_joint_side* s)
{
    if (s->body == 0) return;
    *(s->previous != 0 ? &side_of(t, s->previous)->next : &mas_joint_lists(t)[s->body - 1]) = s->next;
    if (s->next != 0) side_of(t, s->next)->previous = s->previous;
}

// Bits of the colours that joints of a body have; of a body that nothing moves they do not matter.
static uint32_t colours_of(const mas_tables* t, uint32_t body)
{
    uint32_t bits = 0;
    if (body == 0 || (mas_slots(t)[body - 1].flags & BODY_DYNAMIC) == 0) return 0;
    for (uint32_t link = mas_joint_lists(t)[body - 1]; link != 0; link = side_of(t, link)->next)
    {
        const uint32_t colour = mas_joints(t)[(link - 1) / 2].colour;
        if (colour < JOINT_COLOURS) bits |= 1u << colour;
    }
    return bits;
}

// Whether the joint keeps two bodies from meeting.
static bool keeps_apart(const mas_joint_slot* j)
{
    return j->collide == 0 && j->side[0].body != 0 && j->side[1].body != 0;
}

static void count_apart(mas_tables* t, const mas_joint_slot* j, bool comes)
{
    if (!keeps_apart(j)) return;
    t->joint.apart += comes ? 1u : UINT32_MAX;
    t->joint.joined_changed = 1;
}

void mas_make_joint(mas_tables* t, uint32_t slot, const mas_joint_slot* given)
{
    mas_joint_slot* j         = &mas_joints(t)[slot];
    const bool fresh          = t->joint.free == 0;
    const uint32_t generation = fresh ? 1 : j->generation;
    if (fresh)
        ++t->joint.count;
    else
        t->joint.free = j->next_free;
    ++t->joint.live;
    *j                   = *given;
    j->generation        = generation;
    const uint32_t taken = colours_of(t, j->side[0].body) | colours_of(t, j->side[1].body);
    while (j->colour < JOINT_COLOURS && (taken >> j->colour & 1) != 0)
        ++j->colour;
    ++t->joint.colour[j->colour];
    link_side(t, slot, 0);
    link_side(t, slot, 1);
    count_apart(t, j, true);
    changed(t, slot);
}

void mas_drop_joint(mas_tables* t, uint32_t slot)
{
    mas_joint_slot* j = &mas_joints(t)[slot];
    unlink_side(t, &j->side[0]);
    unlink_side(t, &j->side[1]);
    count_apart(t, j, false);
    --t->joint.colour[j->colour];
    --t->joint.live;
    changed(t, slot);
    const uint32_t generation = j->generation;
    *j                        = (mas_joint_slot){ .generation = generation };
    if (generation == MAS_MAX_GENERATION) return; // the next generation would make old ids valid again
    ++j->generation;
    j->next_free  = t->joint.free;
    t->joint.free = slot + 1;
}

void mas_drop_body_joints(mas_tables* t, uint32_t body)
{
    if (t->joint.live == 0) return;
    for (uint32_t link = mas_joint_lists(t)[body]; link != 0; link = mas_joint_lists(t)[body])
        mas_drop_joint(t, (link - 1) / 2);
}

void mas_set_joint(mas_tables* t, uint32_t slot, float hertz, float damping, float length, uint32_t collide)
{
    mas_joint_slot* j = &mas_joints(t)[slot];
    count_apart(t, j, false);
    j->hertz   = hertz;
    j->damping = damping;
    j->length  = length;
    j->collide = collide;
    ++j->stamp;
    count_apart(t, j, true);
    changed(t, slot);
}

// ---- What the device is told ----

joint_data mas_joint_of(const mas_tables* t, uint32_t slot)
{
    const mas_joint_slot* j = &mas_joints(t)[slot];
    if (j->kind == 0) return (joint_data){ 0 };
    const mas_joint_side *a = &j->side[0], *b = &j->side[1];
    return (joint_data){
        .anchor_a = { a->anchor.x, a->anchor.y, a->anchor.z, j->hertz },
        .anchor_b = { b->anchor.x, b->anchor.y, b->anchor.z, j->damping },
        .frame_a  = { a->frame.x, a->frame.y, a->frame.z, a->frame.w },
        .frame_b  = { b->frame.x, b->frame.y, b->frame.z, b->frame.w },
        .kind     = j->kind,
        .a        = a->body != 0 ? a->body - 1 : JOINT_WORLD,
        .b        = b->body != 0 ? b->body - 1 : JOINT_WORLD,
        .life     = j->generation,
        .apart    = j->length,
        .stamp    = j->stamp,
    };
}

mas_joint_colours mas_joint_starts(const mas_tables* t)
{
    mas_joint_colours c = { { 0 } };
    for (uint32_t i = 0; i <= JOINT_COLOURS; ++i)
        c.first[i + 1] = c.first[i] + t->joint.colour[i];
    return c;
}

void mas_joint_order(const mas_tables* t, uint32_t* order)
{
    mas_joint_colours place = mas_joint_starts(t);
    for (uint32_t i = 0; i < t->joint.count; ++i)
        if (mas_joints(t)[i].kind != 0) order[place.first[mas_joints(t)[i].colour]++] = i;
}

uint32_t mas_joined_slots(uint32_t joints)
{
    uint32_t slots = 1;
    while (slots < 2 * joints)
        slots *= 2;
    return slots;
}

void mas_joined_fill(const mas_tables* t, joined_pair* table)
{
    const uint32_t slots = mas_joined_slots(t->capacity.joints);
    memset(table, 0, slots * sizeof *table);
    for (uint32_t i = 0; i < t->joint.count; ++i)
    {
        const mas_joint_slot* j = &mas_joints(t)[i];
        if (j->kind == 0 || !keeps_apart(j)) continue;
        const uint32_t p = j->side[0].body - 1, q = j->side[1].body - 1;
        const joined_pair pair = { p < q ? p : q, p < q ? q : p };
        uint32_t h             = pair.a * JOINED_A ^ pair.b * JOINED_B;
        h                      = (h ^ h >> 15) * JOINED_MIX;
        h                      = h ^ h >> 15;
        while (table[h & (slots - 1)].b != 0 && memcmp(&table[h & (slots - 1)], &pair, sizeof pair) != 0)
            ++h;
        table[h & (slots - 1)] = pair; // several joints may hold the same two
    }
}
