// Whether shapes and colliders that came from outside can be what massa itself would have made.
#include "range.h"
#include "hull.h"
#include "shapes.h"

#include <string.h>

static bool sized(float x)
{
    return within(x, MAS_MIN_SIZE, MAS_MAX_SIZE);
}

bool mas_shape_sound(const mas_shape* s)
{
    const uint32_t flags = s->kind & ~(uint32_t)COLLIDER_KIND_MASK, kind = s->kind & COLLIDER_KIND_MASK;
    const massa_vec3 z = s->size;
    if ((flags & ~(uint32_t)(COLLIDER_HOLLOW | COLLIDER_SENSOR | COLLIDER_DRAIN)) != 0) return false;
    if ((flags & COLLIDER_DRAIN) != 0 && (flags & COLLIDER_SENSOR) == 0) return false;
    if ((flags & COLLIDER_HOLLOW) != 0 && kind != COLLIDER_BOX && kind != COLLIDER_SPHERE) return false;
    if (kind == MAS_COMPOUND && flags != 0) return false;
    if (!within(s->density, MAS_MIN_DENSITY, MAS_MAX_DENSITY) || !within(s->friction, 0.0f, MAS_MAX_FRICTION) ||
        !within(s->restitution, 0.0f, 1.0f) || !within(s->rolling, 0.0f, MAS_MAX_ROLLING) ||
        s->group < -MAS_MAX_GROUP || s->group > MAS_MAX_GROUP)
        return false;
    const float fast = MAS_MAX_SURFACE_SPEED;
    if (!within(s->surface.x, -fast, fast) || !within(s->surface.y, -fast, fast) || !within(s->surface.z, -fast, fast))
        return false;
    switch (kind)
    {
    case COLLIDER_BOX: return sized(z.x) && sized(z.y) && sized(z.z);
    case COLLIDER_SPHERE: return sized(z.x) && z.y == 0.0f && z.z == 0.0f;
    case COLLIDER_CAPSULE: return sized(z.x) && sized(z.y) && z.z == 0.0f;
    case COLLIDER_PLANE:
    case COLLIDER_HULL:
    case MAS_COMPOUND: return z.x == 0.0f && z.y == 0.0f && z.z == 0.0f; // a hull's is found
    default: return false;
    }
}

bool mas_child_pose_sound(const mas_pose* p)
{
    const massa_quat q  = p->rotation;
    const float squared = q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w, far = MAS_MAX_SIZE;
    return within(p->position.x, -far, far) && within(p->position.y, -far, far) && within(p->position.z, -far, far) &&
           within(squared, 0.999f, 1.001f);
}

bool mas_body_shape_sound(const mas_tables* t, const massa_capacity* c, uint32_t body, uint32_t shape)
{
    if (shape == 0) return true;
    if (shape > t->shape.count || mas_shapes(t)[shape - 1].kind == 0) return false;
    const mas_shape* s = &mas_shapes(t)[shape - 1];
    const bool dynamic = (mas_slots(t)[body].flags & BODY_DYNAMIC) != 0;
    if (dynamic && (s->mass.mass == 0.0f || c->pairs == 0)) return false;
    if (dynamic && c->liquid > 0) return false;
    return c->particles == 0 || (!dynamic && (s->kind & COLLIDER_KIND_MASK) <= COLLIDER_SPHERE);
}

// The shape again, made from what the host said of it: derived numbers must be the same.
static bool derived_sound(const mas_tables* t, const mas_shape* s)
{
    const uint32_t kind = s->kind & COLLIDER_KIND_MASK;
    mas_shape given     = *s;
    if (kind == COLLIDER_HULL) given.size = (massa_vec3){ 0 };
    if (!mas_shape_sound(&given) || (s->hull != 0) != (kind == COLLIDER_HULL) ||
        (s->child != 0) != (kind == MAS_COMPOUND))
        return false;
    const float reach = kind == COLLIDER_HULL ? MAS_HULL_REACH : 0.0f;
    if (!within(s->centre.x, -reach, reach) || !within(s->centre.y, -reach, reach) ||
        !within(s->centre.z, -reach, reach))
        return false;
    if (kind == COLLIDER_HULL && (s->hull > t->shape.hulls || !mas_hull_sound(&mas_hulls(t)[s->hull - 1])))
        return false;
    mas_shape again = given;
    mas_derive_shape(t, &again);
    return memcmp(&again, s, sizeof again) == 0;
}

// Of a number in a sum of many: so that one cannot stand in for another.
static uint64_t weight(uint32_t number)
{
    return mas_hash_bytes(0, &number, sizeof number);
}

// Shapes name hulls and children that are theirs alone, children name convex shapes, and each shape knows its users.
static bool shapes_sound(const mas_tables* t)
{
    uint32_t unused = 0, bouncing = 0;
    uint64_t users = 0, hulls = 0, children = 0; // sums of weights, 0 in the end: as many are named as there are
    for (uint32_t i = 0; i < t->shape.count; ++i)
    {
        const mas_shape* s = &mas_shapes(t)[i];
        if (s->generation == 0 || s->generation > MAS_MAX_GENERATION + 1) return false;
        if (s->kind == 0)
        {
            if (s->users != 0 || s->hull != 0 || s->child != 0) return false;
            if (i < t->shape.free && s->generation <= MAS_MAX_GENERATION) return false;
            continue;
        }
        if (s->generation > MAS_MAX_GENERATION) return false;
        uint32_t length = 0;
        for (uint32_t c = s->child; c != 0; c = mas_children(t)[c - 1].next)
        {
            if (c > t->shape.children || ++length > MASSA_MAX_CHILDREN ||
                !mas_may_be_child(t, mas_children(t)[c - 1].shape) ||
                !mas_child_pose_sound(&mas_children(t)[c - 1].pose))
                return false;
            users -= weight(mas_children(t)[c - 1].shape);
            children += weight(c);
        }
        hulls += s->hull != 0 ? weight(s->hull) : 0;
        users += s->users * weight(i + 1);
        bouncing += s->restitution > 0.0f;
        if (!derived_sound(t, s)) return false;
    }
    for (uint32_t i = 0; i < t->shape.hulls; ++i)
        hulls -= mas_hulls(t)[i].corners != 0 ? weight(i + 1) : 0;
    for (uint32_t c = t->shape.free_child; c != 0; c = mas_children(t)[c - 1].next)
    {
        if (c > t->shape.children || mas_children(t)[c - 1].shape != 0 || ++unused > t->shape.children) return false;
        children += weight(c);
    }
    for (uint32_t c = 1; c <= t->shape.children; ++c)
        children -= weight(c);
    for (uint32_t i = 0; i < t->body.count; ++i)
        users -= mas_slots(t)[i].shape != 0 ? weight(mas_slots(t)[i].shape) : 0;
    return hulls == 0 && children == 0 && users == 0 && bouncing == t->shape.bouncing;
}

// Every body's chain of colliders is its shape's children in their order; free ones are one chain.
static bool collider_lists_sound(const mas_tables* t)
{
    uint32_t live = 0, unused = 0, planes = 0;
    for (uint32_t i = 0; i < t->body.count; ++i)
    {
        const mas_slot* s = &mas_slots(t)[i];
        if ((s->shape != 0) != (s->collider != 0)) return false;
        if (s->shape == 0) continue;
        if ((s->flags & BODY_ALIVE) == 0 || !mas_body_shape_sound(t, &t->capacity, i, s->shape)) return false;
        uint32_t child = mas_shapes(t)[s->shape - 1].child, length = 0;
        for (uint32_t c = s->collider; c != 0; c = mas_collider_slots(t)[c - 1].next)
        {
            if (c > t->collider.count || ++length > mas_shapes(t)[s->shape - 1].colliders) return false;
            const mas_collider_slot* k = &mas_collider_slots(t)[c - 1];
            if (k->body != i + 1 || k->child != child) return false;
            child = child != 0 ? mas_children(t)[child - 1].next : 0;
        }
        if (length != mas_shapes(t)[s->shape - 1].colliders) return false;
        live += length;
        planes += mas_is_plane(t, s->shape);
    }
    for (uint32_t c = t->collider.free; c != 0; c = mas_collider_slots(t)[c - 1].next)
        if (c > t->collider.count || mas_collider_slots(t)[c - 1].body != 0 || ++unused > t->collider.count)
            return false;
    return live == t->collider.live && live + unused == t->collider.count && planes == t->collider.unbounded &&
           planes <= COLLISION_MAX_UNBOUNDED && t->collider.changed.first <= t->collider.changed.end &&
           t->collider.changed.end <= t->collider.count && t->shape.hulls_changed.first <= t->shape.hulls_changed.end &&
           t->shape.hulls_changed.end <= t->shape.hulls;
}

bool mas_shapes_sound(const mas_tables* t)
{
    if (t->shape.free > t->capacity.shapes) return false;
    if (t->shape.stage_count != 0 || t->shape.stage_child != 0 || t->shape.free > t->shape.count) return false;
    for (uint32_t i = 0; i < t->body.count; ++i)
        if (mas_slots(t)[i].shape > t->shape.count) return false;
    return shapes_sound(t) && collider_lists_sound(t);
}
