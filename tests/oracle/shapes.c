// Shapes and the colliders that bodies have of them. A shape has the first free place, and so has a hull; a collider
// has the place that was given back last, because a body that gets another shape should keep its colliders' places.
#include "own_tables.h"
#include "rigid/body_shared.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static oracle_shape* shape_of(const oracle_tables* t, uint32_t body)
{
    const uint32_t shape = t->body.slot[body].shape;
    return shape != 0 ? &t->shape.slot[shape - 1] : NULL;
}

// ---- Shapes ----

static void stage_points(oracle_tables* t, const edit_record* e)
{
    if (e->flags > EDIT_DATA || t->shape.points + e->flags > MASSA_MAX_HULL_CORNERS || t->shape.children > 0)
        oracle_refuse("a hull has too many points.");
    for (uint32_t i = 0; i < e->flags; ++i)
        t->shape.point[t->shape.points++] = (massa_vec3){ e->data[i].x, e->data[i].y, e->data[i].z };
}

static void stage_child(oracle_tables* t, const edit_record* e)
{
    const mas_vec4 x = e->data[0], q = e->data[1];
    if (e->flags == 0 || e->flags > t->shape.count || t->shape.slot[e->flags - 1].like.kind == 0 ||
        t->shape.children == MASSA_MAX_CHILDREN || t->shape.points > 0)
        oracle_refuse("a compound cannot have such a child.");
    t->shape.child[t->shape.children++] = (oracle_child){ e->flags - 1, { { x.x, x.y, x.z }, { q.x, q.y, q.z, q.w } } };
}

// A word that is written as two numbers, of its lower and its upper 16 bits.
static uint32_t word_of(float low, float high)
{
    return (uint32_t)low + 65536u * (uint32_t)high;
}

static void make_hull(oracle_tables* t, oracle_shape* s)
{
    uint32_t place = 0;
    char reason[MAS_HULL_REASON];
    while (place < t->capacity.hulls && t->shape.hull[place].corners > 0)
        ++place;
    if (place == t->capacity.hulls) oracle_refuse("there are more hulls than room for them.");
    if (!mas_hull_build(t->shape.point, t->shape.points, &t->shape.hull[place], &s->centre, reason, sizeof reason))
        oracle_refuse("a hull cannot be made of its points.");
    t->shape.hull_changed[place] = true;
    s->hull                      = place + 1;
    s->like.hull                 = place;
}

static void make_compound(oracle_tables* t, oracle_shape* s)
{
    mas_mass_part part[MASSA_MAX_CHILDREN];
    const uint32_t n = t->shape.children;
    s->children      = n;
    s->child         = malloc((n + 1) * sizeof *s->child);
    if (s->child == NULL) abort();
    memcpy(s->child, t->shape.child, n * sizeof *s->child);
    for (uint32_t i = 0; i < n; ++i)
        part[i] = (mas_mass_part){ t->shape.slot[s->child[i].shape].mass, s->child[i].pose };
    s->mass = mas_mass_sum(part, n);
}

// The sphere around its centre that holds it, and its mass.
static void measure(oracle_tables* t, oracle_shape* s, float density)
{
    const massa_vec3 size = { s->like.size.x, s->like.size.y, s->like.size.z };
    massa_vec3 half;
    float* radius = &s->like.position.w;
    switch (s->like.kind & COLLIDER_KIND_MASK)
    {
    case COLLIDER_BOX:
        *radius = sqrtf((size.x * size.x + size.y * size.y) + size.z * size.z);
        s->mass = mas_mass_box(size, density);
        break;
    case COLLIDER_SPHERE:
        *radius = size.x;
        s->mass = mas_mass_sphere(size.x, density);
        break;
    case COLLIDER_CAPSULE:
        *radius = size.x + size.y;
        s->mass = mas_mass_capsule(size.x, size.y, density);
        break;
    case COLLIDER_HULL:
        make_hull(t, s);
        mas_hull_bounds(&t->shape.hull[s->like.hull], &half, radius);
        s->like.size = (mas_vec4){ half.x, half.y, half.z, 0.0f };
        s->mass      = mas_mass_hull(&t->shape.hull[s->like.hull], density);
        s->mass.centre.x += s->centre.x;
        s->mass.centre.y += s->centre.y;
        s->mass.centre.z += s->centre.z;
        break;
    case OWN_COMPOUND: make_compound(t, s); break;
    }
    if ((s->like.kind & COLLIDER_HOLLOW) != 0) s->mass = (massa_mass){ 0 }; // solid without end
}

static void create_shape(oracle_tables* t, const edit_record* e)
{
    const mas_vec4 size = e->data[0], surface = e->data[1], filter = e->data[2], runs = e->data[3];
    uint32_t slot = 0;
    while (slot < t->shape.count &&
           (t->shape.slot[slot].like.kind != 0 || t->shape.slot[slot].generation > OWN_LAST_GENERATION))
        ++slot;
    if (e->target != slot || slot == t->capacity.shapes) oracle_refuse("a shape has another place than the first.");
    oracle_shape* s           = &t->shape.slot[slot];
    const uint32_t generation = slot == t->shape.count ? 1 : s->generation;
    if (e->generation != generation) oracle_refuse("a shape has another generation than its place.");
    *s = (oracle_shape){
        .generation = generation,
        .like       = {
                  .size             = { size.x, size.y, size.z, 0.0f },
                  .kind             = e->flags,
                  .category         = word_of(filter.x, filter.y),
                  .mask             = word_of(filter.z, filter.w),
                  .group            = (int32_t)surface.w,
                  .friction         = surface.x,
                  .restitution      = surface.y,
                  .rolling          = surface.z,
                  .shape            = slot,
                  .shape_generation = generation,
                  .surface          = { runs.x, runs.y, runs.z, 0.0f },
        },
    };
    measure(t, s, size.w);
    if (slot == t->shape.count) ++t->shape.count;
    t->shape.points = t->shape.children = 0;
}

static void destroy_shape(oracle_tables* t, uint32_t slot)
{
    if (slot >= t->shape.count || t->shape.slot[slot].like.kind == 0) oracle_refuse("a destroyed shape is gone.");
    oracle_shape* s = &t->shape.slot[slot];
    for (uint32_t i = 0; i < t->body.count; ++i)
        if (t->body.slot[i].shape == slot + 1) oracle_refuse("a body has the shape that is destroyed.");
    if (s->hull != 0) memset(&t->shape.hull[s->hull - 1], 0, sizeof(hull_data));
    free(s->child);
    *s = (oracle_shape){ .generation = s->generation + 1 };
}

void oracle_play_shape(oracle_tables* t, const edit_record* e)
{
    switch (e->kind)
    {
    case EDIT_SHAPE_POINTS: stage_points(t, e); break;
    case EDIT_SHAPE_CHILD: stage_child(t, e); break;
    case EDIT_SHAPE_CREATE: create_shape(t, e); break;
    case EDIT_SHAPE_DESTROY: destroy_shape(t, e->target); break;
    }
}

bool oracle_some_bounce(const oracle_tables* t)
{
    for (uint32_t i = 0; i < t->shape.count; ++i)
        if (t->shape.slot[i].like.kind != 0 && t->shape.slot[i].like.restitution > 0.0f) return true;
    return false;
}

// ---- Colliders ----

static void touch(oracle_collider_slot* c)
{
    ++c->stamp;
    c->changed = true;
}

void oracle_set_shape(oracle_tables* t, uint32_t body, uint32_t shape)
{
    oracle_body_slot* s = &t->body.slot[body];
    if (shape > t->shape.count || (shape != 0 && t->shape.slot[shape - 1].like.kind == 0))
        oracle_refuse("a body's shape is gone.");
    for (uint32_t k = 0; k < s->colliders; ++k) // the last of them is the first that is used again
    {
        t->collider.slot[s->collider[k]].body           = 0;
        t->collider.free.slot[t->collider.free.count++] = s->collider[k];
        touch(&t->collider.slot[s->collider[k]]);
    }
    free(s->collider);
    s->collider  = NULL;
    s->shape     = shape;
    s->colliders = 0;
    if (shape == 0) return;
    const uint32_t children = t->shape.slot[shape - 1].children;
    s->colliders            = children > 0 ? children : 1;
    s->collider             = malloc(s->colliders * sizeof *s->collider);
    if (s->collider == NULL) abort();
    for (uint32_t k = 0; k < s->colliders; ++k)
    {
        const uint32_t slot = oracle_next_slot(&t->collider.free, t->collider.count);
        if (slot == t->capacity.colliders) oracle_refuse("there are more colliders than room for them.");
        if (slot == t->collider.count)
            ++t->collider.count;
        else
            --t->collider.free.count;
        t->collider.slot[slot].body = body + 1;
        t->collider.slot[slot].part = k;
        touch(&t->collider.slot[slot]);
        s->collider[k] = slot;
    }
}

void oracle_move_colliders(oracle_tables* t, uint32_t body)
{
    for (uint32_t k = 0; k < t->body.slot[body].colliders; ++k)
        touch(&t->collider.slot[t->body.slot[body].collider[k]]);
}

bool oracle_colliders_changed(const oracle_tables* t)
{
    for (uint32_t i = 0; i < t->collider.count; ++i)
        if (t->collider.slot[i].changed) return true;
    return false;
}

// The shape itself, or the child that the collider stands for; null: the place is free.
static const oracle_shape* shape_at(const oracle_tables* t, uint32_t slot)
{
    const oracle_collider_slot* c = &t->collider.slot[slot];
    if (c->body == 0) return NULL;
    const oracle_shape* whole = shape_of(t, c->body - 1);
    return whole->children > 0 ? &t->shape.slot[whole->child[c->part].shape] : whole;
}

// A dynamic body's frame is its centre of mass with its principal axes, another body's frame is its shape's.
collider_data oracle_collider_of(const oracle_tables* t, uint32_t slot)
{
    const oracle_shape* s = shape_at(t, slot);
    if (s == NULL) return (collider_data){ 0 };
    const oracle_collider_slot* c = &t->collider.slot[slot];
    const oracle_body_slot* b     = &t->body.slot[c->body - 1];
    const oracle_shape* whole     = shape_of(t, c->body - 1);
    const mas_pose none           = { { 0.0f, 0.0f, 0.0f }, { 0.0f, 0.0f, 0.0f, 1.0f } };
    const bool moves              = (b->flags & BODY_DYNAMIC) != 0;
    const mas_pose frame          = moves ? (mas_pose){ whole->mass.centre, whole->mass.axes } : none;
    mas_pose pose = { s->centre, none.rotation }; // in its own shape; then in the whole; then in the body
    if (whole->children > 0) pose = mas_pose_compose(whole->child[c->part].pose, pose);
    pose = mas_pose_compose(mas_pose_inverse(frame), pose);

    collider_data d = s->like;
    d.position      = (mas_vec4){ pose.position.x, pose.position.y, pose.position.z, s->like.position.w };
    d.rotation      = (mas_vec4){ pose.rotation.x, pose.rotation.y, pose.rotation.z, pose.rotation.w };
    d.body          = c->body - 1;
    d.stamp         = c->stamp;
    d.generation    = b->generation;
    return d;
}

bool oracle_has_mark(const oracle_tables* t, uint32_t mark)
{
    for (uint32_t i = 0; i < t->collider.count; ++i)
        if (shape_at(t, i) != NULL && (shape_at(t, i)->like.kind & mark) == mark) return true;
    return false;
}

static bool is_plane(const oracle_shape* s)
{
    return s != NULL && (s->like.kind & COLLIDER_KIND_MASK) == COLLIDER_PLANE;
}

void oracle_list_planes(const oracle_tables* t, collision_params* p)
{
    p->unbounded = 0;
    for (uint32_t i = 0; i < t->collider.count; ++i)
    {
        if (!is_plane(shape_at(t, i))) continue;
        (&p->unbounded_slot[p->unbounded / 4].x)[p->unbounded % 4] = i;
        ++p->unbounded;
    }
}

static int by_number(const void* a, const void* b)
{
    return *(const int*)a - *(const int*)b;
}

// Half of the colliders, planes aside, fit in a sphere of this radius: the power of two above the median of theirs.
float oracle_block_cell(const oracle_tables* t)
{
    int* power     = malloc((t->collider.count + 1) * sizeof *power);
    uint32_t count = 0;
    if (power == NULL) abort();
    for (uint32_t i = 0; i < t->collider.count; ++i)
    {
        const oracle_shape* s = shape_at(t, i);
        if (s == NULL || is_plane(s)) continue;
        frexpf(s->like.position.w, &power[count]);
        if (power[count] < -9) power[count] = -9; // cells that a body far out can still count
        if (power[count] > 20) power[count] = 20;
        ++count;
    }
    qsort(power, count, sizeof *power, by_number);
    const float cell = count > 0 ? ldexpf(1.0f, power[(count - 1) / 2]) : 1.0f;
    free(power);
    return cell;
}
