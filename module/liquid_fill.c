// Filling a shape: a lattice of the spacing in the shape's own axes, around its centre.
#include "liquids.h"
#include "shapes.h"
#include "world.h"

#define MAX_LOOKED_AT 67108864.0 // lattice points: a slender hull may leave most of its box empty
#define SLACK 1e-4f              // spacings: a box of 10 spacings holds 10, whatever rounding says

static massa_vec3 half_of(const mas_shape* s)
{
    switch (s->kind & COLLIDER_KIND_MASK)
    {
    case COLLIDER_SPHERE: return (massa_vec3){ s->size.x, s->size.x, s->size.x };
    case COLLIDER_CAPSULE: return (massa_vec3){ s->size.x, s->size.x + s->size.y, s->size.x };
    default: return s->size; // a box, or the box around a hull
    }
}

// Whether a ball of this radius around a point of the shape's box lies inside.
static bool holds(const mas_tables* t, const mas_shape* s, massa_vec3 p, float radius)
{
    const uint32_t kind = s->kind & COLLIDER_KIND_MASK;
    if (kind == COLLIDER_BOX) return true; // the lattice is that of its box
    if (kind == COLLIDER_HULL)
    {
        const hull_data* h = &mas_hulls(t)[s->hull - 1];
        for (uint32_t i = 0; i < h->faces; ++i)
            if (h->face[i].x * p.x + h->face[i].y * p.y + h->face[i].z * p.z > h->face[i].w - radius) return false;
        return true;
    }
    const float length = kind == COLLIDER_CAPSULE ? s->size.y : 0.0f, r = s->size.x - radius;
    const float y = p.y > length ? p.y - length : p.y < -length ? p.y + length : 0.0f;
    return r >= 0.0f && p.x * p.x + y * y + p.z * p.z <= r * r;
}

typedef struct filling
{
    const mas_shape* shape;
    mas_pose pose; // of the shape's centre in the world
    massa_vec3 velocity;
    uint32_t liquid;
    uint32_t count[3]; // lattice points along each axis
} filling;

static float along(uint32_t i, uint32_t count, float spacing)
{
    return ((float)i - 0.5f * (float)(count - 1)) * spacing;
}

// How many there are, up to most and one more; add: they join the records, for which there is room.
static uint64_t walk(mas_tables* t, const filling* f, uint64_t most, bool add)
{
    const float d = t->liquid.spacing, radius = (0.5f - SLACK) * d;
    uint64_t found = 0;
    for (uint32_t k = 0; k < f->count[2]; ++k)
        for (uint32_t j = 0; j < f->count[1]; ++j)
            for (uint32_t i = 0; i < f->count[0] && found <= most; ++i)
            {
                const massa_vec3 p = { along(i, f->count[0], d), along(j, f->count[1], d), along(k, f->count[2], d) };
                if (!holds(t, f->shape, p, radius)) continue;
                ++found;
                if (!add) continue;
                const mas_pose at = mas_pose_compose(f->pose, (mas_pose){ p, { 0.0f, 0.0f, 0.0f, 1.0f } });
                mas_add_drop(t, f->liquid, &(massa_particle){ at.position, f->velocity });
            }
    return found;
}

static massa_result check_pose(const massa_world* w, const filling* f, massa_vec3 half)
{
    const float reach = half.x + half.y + half.z;
    const float most  = MAS_MAX_DROP_WAY * w->tables->liquid.spacing;
    MAS_TRY(mas_check_finite(w, "The velocity of massa_liquid_fill", f->velocity, MAS_MAX_SPEED));
    if (reach >= most)
        return mas_fail(w->device, MASSA_ERROR_CAPACITY, "The shape is too large to be filled: it reaches %g m.",
                        (double)reach);
    return mas_check_finite(w, "The centre of what massa_liquid_fill fills", f->pose.position, most - reach);
}

massa_result massa_liquid_fill(massa_world* w, massa_liquid_id id, massa_shape_id shape, massa_vec3 position,
                               massa_quat rotation, massa_vec3 velocity, uint32_t* count)
{
    if (count != NULL) *count = 0;
    filling f = { .velocity = velocity };
    uint32_t slot;
    MAS_TRY(mas_check_liquid(w, id, &f.liquid));
    MAS_TRY(mas_check_shape(w, shape, &slot));
    mas_tables* t       = w->tables;
    f.shape             = &mas_shapes(t)[slot];
    const uint32_t kind = f.shape->kind & COLLIDER_KIND_MASK;
    if (kind == COLLIDER_PLANE || kind == MAS_COMPOUND)
        return mas_fail(w->device, MASSA_ERROR_RANGE,
                        "massa_liquid_fill takes a box, a sphere, a capsule or a hull, not a plane or a compound.");
    MAS_TRY(mas_check_finite(w, "The position of massa_liquid_fill", position, MAS_MAX_DROP_WAY * t->liquid.spacing));
    MAS_TRY(mas_check_quat(w, "The rotation of massa_liquid_fill", rotation));
    f.pose                = mas_pose_compose((mas_pose){ position, mas_unit(rotation) },
                                             (mas_pose){ f.shape->centre, { 0.0f, 0.0f, 0.0f, 1.0f } });
    const massa_vec3 half = half_of(f.shape);
    MAS_TRY(check_pose(w, &f, half));
    double looked_at = 1.0;
    for (int i = 0; i < 3; ++i)
    {
        f.count[i] = (uint32_t)(2.0f * (&half.x)[i] / t->liquid.spacing + SLACK);
        looked_at *= f.count[i];
    }
    if (looked_at > MAX_LOOKED_AT)
        return mas_fail(w->device, MASSA_ERROR_CAPACITY,
                        "The box around the shape holds %.3g lattice points of %g m: too many to be looked at.",
                        looked_at, (double)t->liquid.spacing);
    const uint64_t found = walk(t, &f, UINT32_MAX, false);
    if (count != NULL) *count = (uint32_t)found;
    MAS_TRY(mas_check_drops(w, found));
    walk(t, &f, found, true);
    return MASSA_OK;
}
