// Whether joints that came from outside can be what massa itself would have made.
#include "family_joint.h"
#include "joints.h"
#include "sound.h"
#include "world.h"
#include "range.h"

static bool side_sound(const mas_tables* t, const mas_joint_side* s)
{
    const massa_quat q  = s->frame;
    const float squared = q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w;
    const float far     = s->body != 0 ? MAS_MAX_ANCHOR : (float)BODY_MAX_POSITION;
    if (s->body > t->body.count || (s->body != 0 && (mas_slots(t)[s->body - 1].flags & BODY_ALIVE) == 0)) return false;
    return within(s->anchor.x, -far, far) && within(s->anchor.y, -far, far) && within(s->anchor.z, -far, far) &&
           within(squared, 0.999f, 1.001f);
}

static bool is_dynamic(const mas_tables* t, uint32_t body)
{
    return body != 0 && (mas_slots(t)[body - 1].flags & BODY_DYNAMIC) != 0;
}

bool mas_joint_sound(const mas_tables* t, const mas_joint_slot* j)
{
    return j->kind > 0 && j->kind < JOINT_KINDS && side_sound(t, &j->side[0]) && side_sound(t, &j->side[1]) &&
           j->side[0].body != j->side[1].body && (is_dynamic(t, j->side[0].body) || is_dynamic(t, j->side[1].body)) &&
           within(j->length, MAS_MIN_LENGTH, MAS_MAX_LENGTH) && within(j->hertz, 0.0f, MAS_MAX_HERTZ) &&
           within(j->damping, 0.0f, MAS_MAX_DAMPING_RATIO) && j->collide <= 1;
}

// The list of a body names joints of that body, back and forth, and no colour twice if the body is dynamic. Returns how
// long it is; more than two per joint: it is no list.
static uint32_t list_length(const mas_tables* t, uint32_t body)
{
    const uint32_t most = 2 * t->joint.count;
    uint32_t length = 0, before = 0, colours = 0;
    for (uint32_t link = mas_joint_lists(t)[body]; link != 0;)
    {
        if (link > most || ++length > most) return UINT32_MAX;
        const mas_joint_slot* j = &mas_joints(t)[(link - 1) / 2];
        const mas_joint_side* s = &j->side[(link - 1) % 2];
        if (j->kind == 0 || s->body != body + 1 || s->previous != before) return UINT32_MAX;
        if (is_dynamic(t, body + 1) && j->colour < JOINT_COLOURS)
        {
            if ((colours >> j->colour & 1) != 0) return UINT32_MAX;
            colours |= 1u << j->colour;
        }
        before = link;
        link   = s->next;
    }
    return length;
}

bool mas_joints_sound(const mas_tables* t)
{
    uint32_t live = 0, unused = 0, apart = 0, sides = 0, listed = 0, colour[JOINT_COLOURS + 1] = { 0 };
    for (uint32_t i = 0; i < t->joint.count; ++i)
    {
        const mas_joint_slot* j = &mas_joints(t)[i];
        if (j->generation == 0 || j->generation > MAS_MAX_GENERATION) return false;
        if (j->kind == 0) continue;
        if (!mas_joint_sound(t, j) || j->colour > JOINT_COLOURS || j->next_free != 0) return false;
        ++live;
        ++colour[j->colour];
        sides += (j->side[0].body != 0) + (j->side[1].body != 0);
        apart += j->collide == 0 && j->side[0].body != 0 && j->side[1].body != 0;
    }
    for (uint32_t i = 0; i <= JOINT_COLOURS; ++i)
        if (colour[i] != t->joint.colour[i]) return false;
    for (uint32_t i = 0; t->capacity.joints > 0 && i < t->body.count; ++i)
    {
        const uint32_t length = list_length(t, i);
        if (length == UINT32_MAX || (listed += length) > sides) return false;
    }
    // A free list that visits a slot twice is longer than there are free slots.
    for (uint32_t next = t->joint.free; next != 0; next = mas_joints(t)[next - 1].next_free)
        if (next > t->joint.count || mas_joints(t)[next - 1].kind != 0 || ++unused > t->joint.count - live)
            return false;
    return live == t->joint.live && apart == t->joint.apart && listed == sides && t->joint.joined_changed <= 1 &&
           t->joint.changed.first <= t->joint.changed.end && t->joint.changed.end <= t->joint.count;
}

// The device's joints are those of the tables: what they are, in which order they are swept, which bodies they keep
// apart. Impulses are numbers.
bool mas_joints_state_sound(const massa_world* w, const mas_tables* t, const uint8_t* state)
{
    const mas_joint* s      = &w->simulation->joint->stage;
    const mas_changed c     = t->joint.changed;
    mas_joint_colours place = mas_joint_starts(t);
    const uint32_t slots    = mas_joined_slots(t->capacity.joints);
    if (!mas_all_finite(state + s->impulse.offset, t->joint.count * (uint32_t)(sizeof(joint_impulse) / sizeof(float))))
        return false;
    for (uint32_t i = 0; i < t->joint.count; ++i)
    {
        const joint_data due = mas_joint_of(t, i);
        if ((i < c.first || i >= c.end) && memcmp(state + s->data.offset + i * sizeof due, &due, sizeof due) != 0)
            return false;
        if (due.kind == 0 || c.first != c.end) continue;
        uint32_t found;
        memcpy(&found, state + s->order.offset + place.first[mas_joints(t)[i].colour]++ * sizeof found, sizeof found);
        if (found != i) return false;
    }
    if (t->joint.joined_changed != 0 || t->joint.apart == 0) return true;
    joined_pair* table = mas_alloc(w->device, slots * sizeof *table);
    if (table == NULL) return false;
    mas_joined_fill(t, table);
    const bool same = memcmp(state + s->joined.offset, table, slots * sizeof *table) == 0;
    mas_free(w->device, table);
    return same;
}
