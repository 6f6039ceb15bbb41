// Shapes, colliders and contacts: what a family tells of itself (family.h). Their memory and kernels are in
// collision_plan.c, their stages in bodies_step.c.
#include "family_collision.h"
#include "family_event.h"
#include "family_joint.h"
#include "family_rigid.h"
#include "poll.h"
#include "shapes.h"
#include "step.h"

#include <string.h>

_Static_assert(sizeof(graph_counters) <= sizeof(blocks_counters), "either has room in the report");

// What a resize has cut off must not be taken for what was kept.
static void collision_open(massa_world* w, mas_recorder* rec, const mas_simulation* before)
{
    const mas_collision_part *p = w->simulation->collision, *old = before != NULL ? before->collision : NULL;
    if (old == NULL) return;
    if (p->pairs.capacity < old->pairs.capacity || p->colliders.capacity < old->colliders.capacity)
        mas_broad_reset(&p->broad, rec);
}

// ---- A step ----

// Colliders and hulls that changed since the last step.
static void collision_upload(const mas_step* step)
{
    mas_collision_part* p = step->simulation->collision;
    const mas_tables* t   = step->tables;
    mas_recorder* rec     = step->rec;
    const mas_changed c = t->collider.changed, h = t->shape.hulls_changed;
    if (p->lines.capacity > 0) mas_fill(rec, mas_lines_header(&p->lines), 0); // nothing to draw, unless asked for
    if (c.first != c.end || p->cell == 0.0f) p->cell = mas_block_cell(t);
    if (c.first == c.end && h.first == h.end) return;
    const mas_span data = mas_ring_part(&p->collider_ring, step->slot, 0, c.end - c.first);
    for (uint32_t i = c.first; i < c.end; ++i)
    {
        const collider_data one = mas_collider_of(t, i);
        memcpy(mas_mapped(rec->arena, data) + (i - c.first) * sizeof one, &one, sizeof one);
    }
    mas_copy(rec, data, mas_span_part(p->colliders.data, c.first, c.end - c.first), data.size);
    mas_upload(rec, &p->hull_ring, step->slot, mas_hulls(t) + h.first, h.end - h.first,
               mas_span_part(p->colliders.hull, h.first, h.end - h.first));
}

static void collision_collect(const mas_step* step)
{
    const mas_simulation* s = step->simulation;
    mas_copy(step->rec, s->collision->sleep.state, s->report.part[MAS_FAMILY_collision][COLLISION_SLEEP],
             sizeof(sleep_state));
}

static void hear_contacts(massa_world* w, mas_hearing* h, massa_poll_result* out)
{
    contact_counters c;
    lines_header lines;
    memcpy(&c, mas_heard(w, h, MAS_FAMILY_collision, COLLISION_CONTACTS), sizeof c);
    memcpy(&lines, mas_heard(w, h, MAS_FAMILY_collision, COLLISION_LINES), sizeof lines);
    out->pair_count     = c.pairs;
    out->contact_count  = c.contacts;
    out->touching_count = c.touching;
    out->recycled_count = c.recycled;
    if (h->step > w->restored) w->news.told_pairs = c.pairs; // else of another past
    mas_need(h, MAS_FAMILY_collision, COLLISION_PAIR_ROOM, c.pairs);
    mas_need(h, MAS_FAMILY_collision, COLLISION_CONTACT_ROOM, c.contacts);
    mas_need(h, MAS_FAMILY_collision, COLLISION_LINE_ROOM, lines.needed);
}

static void collision_hear(massa_world* w, mas_hearing* h, massa_poll_result* out)
{
    const bool blocks = w->simulation->collision->in_blocks;
    graph_counters g;
    blocks_counters b;
    sleep_state s;
    hear_contacts(w, h, out);
    memcpy(&g, mas_heard(w, h, MAS_FAMILY_collision, COLLISION_SCHEDULE), sizeof g);
    memcpy(&b, mas_heard(w, h, MAS_FAMILY_collision, COLLISION_SCHEDULE), sizeof b);
    memcpy(&s, mas_heard(w, h, MAS_FAMILY_collision, COLLISION_SLEEP), sizeof s);
    out->solved_count   = blocks ? b.first + b.second + b.lone : g.solved;
    out->colour_count   = blocks ? b.colours : g.colours;
    out->serial_count   = blocks ? b.overflow + b.late : g.overflow;
    out->block_count    = blocks ? b.blocks : 0;
    out->boundary_count = blocks ? b.second + b.lone : 0;
    out->awake_count    = s.awake;
    out->asleep_count   = s.asleep;
    if (h->step > w->restored) w->news.asleep = s.asleep;
}

// ---- Host memory ----

static uint64_t collider_room(const mas_tables* t)
{
    return t->capacity.colliders;
}

static uint64_t collider_used(const mas_tables* t)
{
    return t->collider.count;
}

static uint64_t shape_room(const mas_tables* t)
{
    return t->capacity.shapes;
}

static uint64_t shape_used(const mas_tables* t)
{
    return t->shape.count;
}

static uint64_t hull_room(const mas_tables* t)
{
    return t->capacity.hulls;
}

static uint64_t hull_used(const mas_tables* t)
{
    return t->shape.hulls;
}

static uint64_t child_room(const mas_tables* t)
{
    return t->capacity.children;
}

static uint64_t child_used(const mas_tables* t)
{
    return t->shape.children;
}

static const mas_host_array collision_host_array[] = {
    [MAS_COLLISION_COLLIDERS] = { "colliders", "capacity.colliders", sizeof(mas_collider_slot), true, collider_room,
                                  collider_used },
    [MAS_COLLISION_SHAPES]    = { "shape slots", "capacity.shapes", sizeof(mas_shape), true, shape_room, shape_used },
    [MAS_COLLISION_HULLS]     = { "hulls", "capacity.hulls", sizeof(hull_data), true, hull_room, hull_used },
    [MAS_COLLISION_CHILDREN]  = { "children", "capacity.children", sizeof(mas_child), true, child_room, child_used },
};

static void collision_clear(mas_tables* t)
{
    t->collider.changed = t->shape.hulls_changed = (mas_changed){ 0, 0 };
}

static void collision_lost(massa_world* w)
{
    w->tables->collider.changed    = (mas_changed){ 0, w->tables->collider.count };
    w->tables->shape.hulls_changed = (mas_changed){ 0, w->tables->shape.hulls };
}

static massa_result collision_fits(const massa_world* w, const massa_capacity* c)
{
    if (c->pairs < w->news.told_places)
        return mas_fail(w->device, MASSA_ERROR_CAPACITY,
                        "massa_world_resize must keep what is in use: contacts that have begun and not ended need "
                        "capacity.pairs %u.",
                        w->news.told_places);
    if (w->news.asleep > 0 && c->pairs == 0)
        return mas_fail(
            w->device, MASSA_ERROR_CAPACITY,
            "massa_world_resize must keep what is in use: %u bodies sleep, and with capacity.pairs MASSA_NONE nothing "
            "would wake them.",
            w->news.asleep);
    return MASSA_OK;
}

static void collision_restored(massa_world* w, const uint8_t* state)
{
    const mas_collision_part* p = w->simulation->collision;
    sleep_state sleep;
    memcpy(&sleep, state + p->sleep.state.offset, sizeof sleep);
    w->news.told_places = mas_told_places(w, state);
    w->news.asleep      = p->pairs.capacity > 0 ? sleep.asleep : 0;
}

// ---- Edits ----

static bool collision_piece_sound(const edit_record* r)
{
    return r->generation == 0;
}

static bool collision_play_points(mas_tables* t, const edit_record* r)
{
    massa_vec3 point[EDIT_DATA];
    for (uint32_t i = 0; i < EDIT_DATA; ++i)
        point[i] = (massa_vec3){ r->data[i].x, r->data[i].y, r->data[i].z };
    return r->target < t->capacity.shapes && r->flags <= EDIT_DATA && mas_stage_points(t, point, r->flags);
}

static bool collision_play_child(mas_tables* t, const edit_record* r)
{
    const mas_pose pose = { { r->data[0].x, r->data[0].y, r->data[0].z },
                            { r->data[1].x, r->data[1].y, r->data[1].z, r->data[1].w } };
    return r->target < t->capacity.shapes && mas_child_pose_sound(&pose) && mas_stage_child(t, r->flags, pose);
}

static bool collision_play_create(mas_tables* t, const edit_record* r)
{
    const mas_shape s = mas_shape_from_edit(r);
    char reason[200];
    return r->target < t->capacity.shapes && r->target == mas_vacant_shape(t) && mas_shape_sound(&s) &&
           mas_make_shape(t, r->target, &s, reason, sizeof reason) &&
           r->generation == mas_shapes(t)[r->target].generation;
}

static bool collision_play_destroy(mas_tables* t, const edit_record* r)
{
    if (r->target >= t->shape.count) return false;
    const mas_shape* s = &mas_shapes(t)[r->target];
    if (s->kind == 0 || s->users > 0) return false;
    mas_drop_shape(t, r->target);
    return true;
}

static const mas_edit_row collision_edit[] = {
    { EDIT_SHAPE_POINTS, collision_piece_sound, collision_play_points },
    { EDIT_SHAPE_CHILD, collision_piece_sound, collision_play_child },
    { EDIT_SHAPE_CREATE, NULL, collision_play_create },
    { EDIT_SHAPE_DESTROY, mas_edit_plain, collision_play_destroy },
};

// ---- What a host sees ----

static mas_viewed collision_look_lines(const massa_world* w)
{
    const mas_lines* l = &w->simulation->collision->lines;
    if (l->capacity == 0) return (mas_viewed){ 0 };
    return (mas_viewed){ mas_lines_vertices(l), 2 * l->capacity, l->all.offset };
}

static const char* no_lines(const massa_world* w)
{
    (void)w;
    return "capacity.debug_lines, pairs or colliders is 0: there are no lines to look at.";
}

static const mas_view_row collision_view[] = {
    { MASSA_VIEW_DEBUG_LINES, collision_look_lines, MASSA_ERROR_CAPACITY, no_lines },
};

static const mas_report_row collision_report[] = {
    [COLLISION_CONTACTS] = { "contacts", sizeof(contact_counters), NULL, true, 0 },
    [COLLISION_SCHEDULE] = { "schedule", sizeof(blocks_counters), NULL, true, 0 },
    [COLLISION_LINES]    = { "lines", sizeof(lines_header), NULL, true, 0 },
    [COLLISION_SLEEP]    = { "sleep", sizeof(sleep_state), NULL, false, 0 },
};

static uint64_t pair_room(const massa_world* w)
{
    return w->desc.capacity.pairs;
}

static uint64_t contact_room(const massa_world* w)
{
    const massa_capacity* c = &w->desc.capacity;
    return c->contacts > 0 ? c->contacts : c->pairs;
}

static uint64_t line_room(const massa_world* w)
{
    return w->desc.capacity.debug_lines;
}

static const mas_overflow_row collision_overflow[] = {
    [COLLISION_PAIR_ROOM]    = { "capacity.pairs", pair_room,
                                 "capacity.pairs is %u, but a step needed %u: what had no room does not collide, and "
                                    "bodies fall through each "
                                    "other. Give the world more, or massa_world_resize." },
    [COLLISION_CONTACT_ROOM] = { "capacity.contacts", contact_room,
                                 "capacity.contacts is %u, but a step needed %u: what had no room does not collide, "
                                 "and bodies fall through each "
                                 "other. Give the world more, or massa_world_resize." },
    [COLLISION_LINE_ROOM]    = { "capacity.debug_lines", line_room, NULL },
};

const mas_family mas_collision_family = {
    .name         = "shapes and contacts",
    .size         = sizeof(mas_collision_part),
    .plan         = mas_collision_plan,
    .create       = mas_collision_create,
    .open         = collision_open,
    .upload       = collision_upload,
    .collect      = collision_collect,
    .hear         = collision_hear,
    .clear        = collision_clear,
    .fits         = collision_fits,
    .tables_sound = mas_shapes_sound,
    .state_sound  = mas_collision_state_sound,
    .restored     = collision_restored,
    .lost         = collision_lost,
    MAS_FEW_ROWS(host_array, collision_host_array, MAS_HOST_ARRAYS),
    MAS_ROWS(edit, collision_edit),
    MAS_ROWS(view, collision_view),
    MAS_FEW_ROWS(report, collision_report, MAS_REPORT_PARTS),
    MAS_FEW_ROWS(overflow, collision_overflow, MAS_OVERFLOWS),
};
