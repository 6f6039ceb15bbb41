#include "shapes.h"
#include "hull.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// ---- Shapes ----

massa_quat mas_unit(massa_quat q)
{
    const float length = sqrtf(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w);
    return (massa_quat){ q.x / length, q.y / length, q.z / length, q.w / length };
}

static const mas_pose NOWHERE = { .rotation = { .w = 1.0f } };

static void widen(mas_changed* c, uint32_t slot)
{
    const bool none = c->first == c->end;
    if (none || slot < c->first) c->first = slot;
    if (none || slot >= c->end) c->end = slot + 1;
}

static mas_vec4 halves(uint32_t a, uint32_t b)
{
    return (mas_vec4){ (float)(a & 0xFFFF), (float)(a >> 16), (float)(b & 0xFFFF), (float)(b >> 16) };
}

void mas_shape_to_edit(const mas_shape* s, edit_record* e)
{
    e->flags     = s->kind;
    e->user_low  = (uint32_t)s->user;
    e->user_high = (uint32_t)(s->user >> 32);
    e->data[0]   = (mas_vec4){ s->size.x, s->size.y, s->size.z, s->density };
    e->data[1]   = (mas_vec4){ s->friction, s->restitution, s->rolling, (float)s->group };
    e->data[2]   = halves(s->category, s->mask);
    e->data[3]   = (mas_vec4){ s->surface.x, s->surface.y, s->surface.z, 0.0f };
}

// A number that was one of halves().
static uint32_t half(float x)
{
    return x >= 0.0f && x < 65536.0f ? (uint32_t)x : 0;
}

mas_shape mas_shape_from_edit(const edit_record* e)
{
    const float group = e->data[1].w, most = 8388608.0f;
    return (mas_shape){
        .kind        = e->flags,
        .category    = half(e->data[2].x) | half(e->data[2].y) << 16,
        .mask        = half(e->data[2].z) | half(e->data[2].w) << 16,
        .group       = group >= -most && group <= most ? (int32_t)group : 0,
        .friction    = e->data[1].x,
        .restitution = e->data[1].y,
        .rolling     = e->data[1].z,
        .density     = e->data[0].w,
        .size        = { e->data[0].x, e->data[0].y, e->data[0].z },
        .surface     = { e->data[3].x, e->data[3].y, e->data[3].z },
        .user        = (uint64_t)e->user_high << 32 | e->user_low,
    };
}

bool mas_find_shape(const mas_tables* t, massa_shape_id id, uint32_t* slot)
{
    *slot = (uint32_t)id.bits;
    if (id.bits >> 56 != MAS_ID_SHAPE || *slot >= t->shape.count) return false;
    const mas_shape* s = &mas_shapes(t)[*slot];
    return s->kind != 0 && s->generation == mas_id_generation(id.bits);
}

uint32_t mas_vacant_shape(const mas_tables* t)
{
    for (uint32_t i = t->shape.free; i < t->capacity.shapes; ++i)
        if (i == t->shape.count || (mas_shapes(t)[i].kind == 0 && mas_shapes(t)[i].generation <= MAS_MAX_GENERATION))
            return i;
    return UINT32_MAX;
}

bool mas_stage_points(mas_tables* t, const massa_vec3* point, uint32_t count)
{
    if (t->shape.stage_child != 0 || count > MASSA_MAX_HULL_CORNERS - t->shape.stage_count) return false;
    memcpy(&t->shape.stage_point[t->shape.stage_count], point, count * sizeof *point);
    t->shape.stage_count += count;
    return true;
}

bool mas_may_be_child(const mas_tables* t, uint32_t shape)
{
    if (shape == 0 || shape > t->shape.count) return false;
    const uint32_t kind = mas_shapes(t)[shape - 1].kind;
    return (kind & COLLIDER_HOLLOW) == 0 && (kind & COLLIDER_KIND_MASK) >= COLLIDER_BOX &&
           (kind & COLLIDER_KIND_MASK) <= COLLIDER_HULL;
}

bool mas_children_fit(const mas_tables* t, uint32_t count)
{
    uint32_t room = t->capacity.children - t->shape.children;
    for (uint32_t c = t->shape.free_child; c != 0 && room < count; c = mas_children(t)[c - 1].next)
        ++room;
    return room >= count;
}

static bool take_child(mas_tables* t, uint32_t* out)
{
    if (t->shape.free_child != 0)
    {
        *out                = t->shape.free_child - 1;
        t->shape.free_child = mas_children(t)[*out].next;
        return true;
    }
    *out = t->shape.children;
    if (t->shape.children == t->capacity.children) return false;
    ++t->shape.children;
    return true;
}

// Puts a chain of children back.
static void free_children(mas_tables* t, uint32_t first)
{
    while (first != 0)
    {
        mas_child* c        = &mas_children(t)[first - 1];
        const uint32_t next = c->next;
        --mas_shapes(t)[c->shape - 1].users;
        *c                  = (mas_child){ .next = t->shape.free_child };
        t->shape.free_child = first;
        first               = next;
    }
}

bool mas_stage_child(mas_tables* t, uint32_t shape, mas_pose pose)
{
    uint32_t place;
    if ((t->shape.stage_count > 0 && t->shape.stage_child == 0) || t->shape.stage_count == MASSA_MAX_CHILDREN ||
        !mas_may_be_child(t, shape) || !take_child(t, &place))
        return false;
    // The last staged comes first: the chain is turned when the compound is made.
    mas_children(t)[place] = (mas_child){ .shape = shape, .next = t->shape.stage_child, .pose = pose };
    t->shape.stage_child   = place + 1;
    ++mas_shapes(t)[shape - 1].users;
    ++t->shape.stage_count;
    return true;
}

void mas_unstage(mas_tables* t)
{
    free_children(t, t->shape.stage_child);
    t->shape.stage_child = t->shape.stage_count = 0;
    memset(t->shape.stage_point, 0, sizeof t->shape.stage_point);
}

static uint32_t turn_chain(mas_tables* t, uint32_t first)
{
    uint32_t before = 0;
    while (first != 0)
    {
        mas_child* c        = &mas_children(t)[first - 1];
        const uint32_t next = c->next;
        c->next             = before;
        before              = first;
        first               = next;
    }
    return before;
}

// Finds a place for the hull of the staged points.
static bool make_hull(mas_tables* t, mas_shape* s, char* reason, size_t size)
{
    uint32_t slot = 0;
    while (slot < t->shape.hulls && mas_hulls(t)[slot].corners != 0)
        ++slot;
    if (slot == t->capacity.hulls)
        return snprintf(reason, size, "capacity.hulls is %u, and all are in use.", t->capacity.hulls), false;
    hull_data* h = &mas_hulls(t)[slot];
    if (!mas_hull_build(t->shape.stage_point, t->shape.stage_count, h, &s->centre, reason, size))
        return memset(h, 0, sizeof *h), false;
    if (slot == t->shape.hulls) ++t->shape.hulls;
    s->hull = slot + 1;
    widen(&t->shape.hulls_changed, slot);
    return true;
}

static massa_mass compound_mass(const mas_tables* t, uint32_t first, uint32_t* count)
{
    mas_mass_part part[MASSA_MAX_CHILDREN];
    *count = 0;
    for (uint32_t c = first; c != 0; c = mas_children(t)[c - 1].next)
    {
        const mas_child* child = &mas_children(t)[c - 1];
        part[(*count)++]       = (mas_mass_part){ .mass = mas_shapes(t)[child->shape - 1].mass, .pose = child->pose };
    }
    return mas_mass_sum(part, *count);
}

void mas_derive_shape(const mas_tables* t, mas_shape* s)
{
    const uint32_t kind = s->kind & COLLIDER_KIND_MASK;
    s->colliders        = 1;
    s->radius           = 0.0f;
    s->mass             = (massa_mass){ 0 };
    if (kind == COLLIDER_BOX)
    {
        s->radius = sqrtf(s->size.x * s->size.x + s->size.y * s->size.y + s->size.z * s->size.z);
        s->mass   = mas_mass_box(s->size, s->density);
    }
    if (kind == COLLIDER_SPHERE)
    {
        s->radius = s->size.x;
        s->mass   = mas_mass_sphere(s->size.x, s->density);
    }
    if (kind == COLLIDER_CAPSULE)
    {
        s->radius = s->size.x + s->size.y;
        s->mass   = mas_mass_capsule(s->size.x, s->size.y, s->density);
    }
    if (kind == COLLIDER_HULL)
    {
        const hull_data* h = &mas_hulls(t)[s->hull - 1];
        mas_hull_bounds(h, &s->size, &s->radius);
        s->mass = mas_mass_hull(h, s->density);
        s->mass.centre.x += s->centre.x;
        s->mass.centre.y += s->centre.y;
        s->mass.centre.z += s->centre.z;
    }
    if (kind == MAS_COMPOUND) s->mass = compound_mass(t, s->child, &s->colliders);
    if ((s->kind & COLLIDER_HOLLOW) != 0) s->mass = (massa_mass){ 0 };
}

bool mas_make_shape(mas_tables* t, uint32_t slot, const mas_shape* given, char* reason, size_t size)
{
    mas_shape s         = *given;
    const uint32_t kind = s.kind & COLLIDER_KIND_MASK;
    const bool points   = t->shape.stage_count > 0 && t->shape.stage_child == 0; // pieces for another kind: a forgery
    bool made           = (kind == MAS_COMPOUND) == (t->shape.stage_child != 0) && (kind == COLLIDER_HULL) == points;
    if (made && kind == COLLIDER_HULL) made = make_hull(t, &s, reason, size);
    if (made && kind == MAS_COMPOUND) s.child = turn_chain(t, t->shape.stage_child);
    if (made)
    {
        if (kind == MAS_COMPOUND) t->shape.stage_child = 0; // the shape's now
        s.generation = slot < t->shape.count ? mas_shapes(t)[slot].generation : 1;
        mas_derive_shape(t, &s);
        mas_shapes(t)[slot] = s;
        if (slot == t->shape.count) ++t->shape.count;
        t->shape.free = slot + 1;
        t->shape.bouncing += s.restitution > 0.0f;
    }
    mas_unstage(t);
    return made;
}

void mas_drop_shape(mas_tables* t, uint32_t slot)
{
    mas_shape* s = &mas_shapes(t)[slot];
    t->shape.bouncing -= s->restitution > 0.0f;
    if (s->hull != 0) memset(&mas_hulls(t)[s->hull - 1], 0, sizeof(hull_data));
    free_children(t, s->child);
    *s = (mas_shape){ .generation = s->generation + 1 }; // beyond the last one its place is never used again
    if (slot < t->shape.free) t->shape.free = slot;
}

// ---- Colliders ----

static void change(mas_tables* t, uint32_t slot)
{
    ++mas_collider_slots(t)[slot].stamp;
    widen(&t->collider.changed, slot);
}

bool mas_is_plane(const mas_tables* t, uint32_t shape)
{
    return shape != 0 && (mas_shapes(t)[shape - 1].kind & COLLIDER_KIND_MASK) == COLLIDER_PLANE;
}

static void free_colliders(mas_tables* t, mas_slot* s)
{
    while (s->collider != 0)
    {
        const uint32_t slot  = s->collider - 1;
        mas_collider_slot* c = &mas_collider_slots(t)[slot];
        s->collider          = c->next;
        c->body = c->child = 0;
        c->next            = t->collider.free;
        t->collider.free   = slot + 1;
        --t->collider.live;
        change(t, slot);
    }
}

// There is room.
static uint32_t take_collider(mas_tables* t, uint32_t body, uint32_t child)
{
    uint32_t slot = t->collider.free - 1;
    if (t->collider.free != 0)
        t->collider.free = mas_collider_slots(t)[slot].next;
    else
        slot = t->collider.count++;
    mas_collider_slot* c = &mas_collider_slots(t)[slot];
    c->body              = body + 1;
    c->child             = child;
    c->next              = 0;
    ++t->collider.live;
    change(t, slot);
    return slot + 1;
}

bool mas_set_body_shape(mas_tables* t, uint32_t body, uint32_t shape)
{
    mas_slot* s          = &mas_slots(t)[body];
    const uint32_t frees = s->shape != 0 ? mas_shapes(t)[s->shape - 1].colliders : 0;
    const uint32_t takes = shape != 0 ? mas_shapes(t)[shape - 1].colliders : 0;
    if (t->collider.live - frees + takes > t->capacity.colliders) return false;
    const uint32_t planes = t->collider.unbounded - mas_is_plane(t, s->shape) + mas_is_plane(t, shape);
    if (planes > COLLISION_MAX_UNBOUNDED) return false;
    t->collider.unbounded = planes;
    if (s->shape != 0) --mas_shapes(t)[s->shape - 1].users;
    free_colliders(t, s);
    s->shape = shape;
    if (shape == 0) return true;
    ++mas_shapes(t)[shape - 1].users;
    uint32_t* link = &s->collider;
    uint32_t child = mas_shapes(t)[shape - 1].child;
    do
    {
        *link = take_collider(t, body, child);
        link  = &mas_collider_slots(t)[*link - 1].next;
        child = child != 0 ? mas_children(t)[child - 1].next : 0;
    } while (child != 0);
    return true;
}

void mas_touch_body(mas_tables* t, uint32_t body)
{
    for (uint32_t c = mas_slots(t)[body].collider; c != 0; c = mas_collider_slots(t)[c - 1].next)
        change(t, c - 1);
}

mas_pose mas_frame_of(const mas_tables* t, uint32_t shape, bool dynamic)
{
    if (shape == 0 || !dynamic) return NOWHERE;
    const massa_mass* m = &mas_shapes(t)[shape - 1].mass;
    return (mas_pose){ m->centre, m->axes };
}

mas_pose mas_body_frame(const mas_tables* t, uint32_t body)
{
    const mas_slot* s = &mas_slots(t)[body];
    return mas_frame_of(t, s->shape, (s->flags & BODY_DYNAMIC) != 0);
}

collider_data mas_collider_of(const mas_tables* t, uint32_t slot)
{
    const mas_collider_slot* c = &mas_collider_slots(t)[slot];
    if (c->body == 0) return (collider_data){ 0 };
    const mas_child* child  = c->child != 0 ? &mas_children(t)[c->child - 1] : NULL;
    const mas_slot* body    = &mas_slots(t)[c->body - 1];
    const uint32_t shape    = (child != NULL ? child->shape : body->shape) - 1;
    const mas_shape* s      = &mas_shapes(t)[shape];
    const mas_pose centre   = { s->centre, NOWHERE.rotation };
    const mas_pose in_shape = child != NULL ? mas_pose_compose(child->pose, centre) : centre;
    const mas_pose pose     = mas_pose_compose(mas_pose_inverse(mas_body_frame(t, c->body - 1)), in_shape);
    return (collider_data){
        .position         = { pose.position.x, pose.position.y, pose.position.z, s->radius },
        .rotation         = { pose.rotation.x, pose.rotation.y, pose.rotation.z, pose.rotation.w },
        .size             = { s->size.x, s->size.y, s->size.z, 0.0f },
        .kind             = s->kind,
        .body             = c->body - 1,
        .hull             = s->hull != 0 ? s->hull - 1 : 0,
        .stamp            = c->stamp,
        .category         = s->category,
        .mask             = s->mask,
        .group            = s->group,
        .friction         = s->friction,
        .restitution      = s->restitution,
        .rolling          = s->rolling,
        .generation       = body->generation,
        .shape            = shape,
        .shape_generation = s->generation,
        .surface          = { s->surface.x, s->surface.y, s->surface.z, 0.0f },
    };
}

void mas_list_planes(const mas_tables* t, collision_params* p)
{
    // A scan of the colliders, but only in a world that has planes: they are among the first, and few.
    for (uint32_t i = 0; i < t->collider.count && p->unbounded < t->collider.unbounded; ++i)
    {
        const mas_collider_slot* c = &mas_collider_slots(t)[i];
        if (c->body == 0 || !mas_is_plane(t, mas_slots(t)[c->body - 1].shape)) continue;
        (&p->unbounded_slot[p->unbounded / 4].x)[p->unbounded % 4] = i;
        ++p->unbounded;
    }
}

float mas_block_cell(const mas_tables* t)
{
    enum
    {
        LEAST = -9, // powers of two, m: cells that a body far out can still count
        MOST  = 20
    };
    uint32_t count[MOST - LEAST + 1] = { 0 }, all = 0, below = 0;
    for (uint32_t i = 0; i < t->collider.count; ++i)
    {
        const mas_collider_slot* c = &mas_collider_slots(t)[i];
        if (c->body == 0 || mas_is_plane(t, mas_slots(t)[c->body - 1].shape)) continue;
        const uint32_t shape = c->child != 0 ? mas_children(t)[c->child - 1].shape : mas_slots(t)[c->body - 1].shape;
        uint32_t bits;
        memcpy(&bits, &mas_shapes(t)[shape - 1].radius, sizeof bits);
        const int e = (int)(bits >> 23) - 126;
        ++count[(e < LEAST ? LEAST : e > MOST ? MOST : e) - LEAST];
        ++all;
    }
    int e = 0;
    for (int k = LEAST; k <= MOST && 2 * below < all; below += count[k++ - LEAST])
        if (2 * (below + count[k - LEAST]) >= all) e = k;
    const uint32_t cell = (uint32_t)(e + 127) << 23;
    float m;
    memcpy(&m, &cell, sizeof m);
    return m;
}
