#include "apply.h"
#include "quaternion.h"
#include "vec.h"

static void place(oracle_bodies* b, uint32_t i, mas_vec4 position, mas_vec4 rotation)
{
    b->pose[i].position = vec_xyz0(vec_of(position));
    b->pose[i].rotation = oracle_quaternion_normalize(rotation);
    b->previous[i]      = b->pose[i]; // it was not travelled to
}

// About the principal axes: momentum for a dynamic body, the spin itself for others.
static void spin(oracle_bodies* b, uint32_t i, oracle_vec3 angular_velocity)
{
    oracle_vec3 p = oracle_quaternion_rotate_inverse(b->pose[i].rotation, angular_velocity);
    if ((b->trait[i].tag & BODY_DYNAMIC) != 0)
    {
        const mas_vec4 inverse = b->mass[i].inverse;
        p.x                    = inverse.x == 0.0f ? 0.0f : p.x * oracle_reciprocal(inverse.x);
        p.y                    = inverse.y == 0.0f ? 0.0f : p.y * oracle_reciprocal(inverse.y);
        p.z                    = inverse.z == 0.0f ? 0.0f : p.z * oracle_reciprocal(inverse.z);
    }
    b->motion[i].momentum = vec_xyz0(p);
}

// Inverse inertia is what a body has that can turn about some axis.
static void lock(oracle_bodies* b, uint32_t i, uint32_t locks, mas_vec4 inverse_inertia)
{
    const bool turns   = (locks >> 3 & 7) != 7;
    b->trait[i].locks  = locks;
    b->mass[i].inverse = (mas_vec4){ turns ? inverse_inertia.x : 0.0f, turns ? inverse_inertia.y : 0.0f,
                                     turns ? inverse_inertia.z : 0.0f, b->mass[i].inverse.w };
}

static void create(oracle_bodies* b, uint32_t i, const edit_record* e)
{
    const mas_vec4* d = e->data;
    b->trait[i]       = (body_trait){
              .tag             = e->generation << BODY_FLAG_BITS | e->flags % (1u << BODY_FLAG_BITS),
              .gravity_scale   = d[2].w,
              .linear_damping  = d[3].w,
              .angular_damping = d[4].w,
              .max_speed       = d[5].x,
              .max_spin        = d[5].y,
              .sleep_speed     = d[5].z,
    };
    b->mass[i].inverse.w = d[0].w;
    lock(b, i, e->flags >> BODY_FLAG_BITS, d[4]);
    b->load[i]            = (body_load){ 0 };
    b->motion[i].velocity = vec_xyz0(vec_of(d[2]));
    place(b, i, d[0], d[1]);
    spin(b, i, vec_of(d[3]));
}

static void destroy(oracle_bodies* b, uint32_t i)
{
    b->pose[i]     = (body_pose){ 0 };
    b->previous[i] = (body_pose){ 0 };
    b->motion[i]   = (body_motion){ 0 };
    b->mass[i]     = (body_mass){ 0 };
    b->load[i]     = (body_load){ 0 };
    b->trait[i]    = (body_trait){ 0 };
}

// r x f, r from the centre of mass to the point.
static oracle_vec3 moment(const oracle_bodies* b, uint32_t i, oracle_vec3 f, oracle_vec3 point)
{
    const mas_vec4 x = b->pose[i].position;
    return oracle_cross((oracle_vec3){ point.x - x.x, point.y - x.y, point.z - x.z }, f);
}

static void push(oracle_bodies* b, uint32_t i, oracle_vec3 impulse, oracle_vec3 angular)
{
    const float w         = b->mass[i].inverse.w;
    const oracle_vec3 dv  = { w * impulse.x, w * impulse.y, w * impulse.z };
    const oracle_vec3 dp  = oracle_quaternion_rotate_inverse(b->pose[i].rotation, angular);
    b->motion[i].velocity = vec_xyz0(vec_add(vec_of(b->motion[i].velocity), dv));
    b->motion[i].momentum = vec_xyz0(vec_add(vec_of(b->motion[i].momentum), dp));
}

static void load(oracle_bodies* b, uint32_t i, oracle_vec3 force, oracle_vec3 torque)
{
    b->load[i].force  = vec_xyz0(vec_add(vec_of(b->load[i].force), force));
    b->load[i].torque = vec_xyz0(vec_add(vec_of(b->load[i].torque), torque));
}

static void set_pose(oracle_bodies* b, uint32_t i, mas_vec4 position, mas_vec4 rotation)
{
    place(b, i, position, rotation);
    if ((b->trait[i].tag & BODY_STATIC) == 0) b->trait[i].tag |= BODY_MOVES; // it may have been lost
}

// Once a body's edits are played: what is too small for state becomes 0.
static void flush(oracle_bodies* b, uint32_t i)
{
    body_trait* t       = &b->trait[i];
    b->pose[i].position = oracle_flush4(b->pose[i].position);
    b->pose[i].rotation = oracle_flush4(b->pose[i].rotation);
    b->previous[i]      = (body_pose){ oracle_flush4(b->previous[i].position), oracle_flush4(b->previous[i].rotation) };
    b->motion[i].velocity = oracle_flush4(b->motion[i].velocity);
    b->motion[i].momentum = oracle_flush4(b->motion[i].momentum);
    b->load[i].force      = oracle_flush4(b->load[i].force);
    b->load[i].torque     = oracle_flush4(b->load[i].torque);
    t->gravity_scale      = oracle_flush(t->gravity_scale);
    t->linear_damping     = oracle_flush(t->linear_damping);
    t->angular_damping    = oracle_flush(t->angular_damping);
    t->max_speed          = oracle_flush(t->max_speed);
    t->max_spin           = oracle_flush(t->max_spin);
    t->sleep_speed        = oracle_flush(t->sleep_speed);
}

void oracle_apply(oracle_bodies* b, const edit_record* edits, uint32_t count)
{
    const oracle_vec3 none = { 0 };
    for (const edit_record* e = edits; e < edits + count; ++e)
    {
        if (e->kind > EDIT_BODY_LAST) continue; // the host's own
        const uint32_t i        = e->target;
        const oracle_vec3 first = vec_of(e->data[0]), point = vec_of(e->data[1]);
        body_trait* t = &b->trait[i];
        t->tag &= ~(uint32_t)BODY_ASLEEP;
        switch (e->kind)
        {
        case EDIT_BODY_CREATE: create(b, i, e); break;
        case EDIT_BODY_DESTROY: destroy(b, i); break;
        case EDIT_BODY_SET_POSE: set_pose(b, i, e->data[0], e->data[1]); break;
        case EDIT_BODY_SET_VELOCITY: b->motion[i].velocity = vec_xyz0(first); break;
        case EDIT_BODY_SET_ANGULAR_VELOCITY: spin(b, i, first); break;
        case EDIT_BODY_IMPULSE: push(b, i, first, moment(b, i, first, point)); break;
        case EDIT_BODY_ANGULAR_IMPULSE: push(b, i, none, first); break;
        case EDIT_BODY_FORCE: load(b, i, first, moment(b, i, first, point)); break;
        case EDIT_BODY_TORQUE: load(b, i, none, first); break;
        case EDIT_BODY_SET_GRAVITY_SCALE: t->gravity_scale = first.x; break;
        case EDIT_BODY_SET_DAMPING: t->linear_damping = first.x, t->angular_damping = first.y; break;
        case EDIT_BODY_SET_LIMITS: t->max_speed = first.x, t->max_spin = first.y; break;
        case EDIT_BODY_SET_SLEEP_SPEED: t->sleep_speed = first.x; break;
        case EDIT_BODY_SET_LOCKS: lock(b, i, e->flags, e->data[0]); break;
        }
    }
    for (const edit_record* e = edits; e < edits + count; ++e)
        if (e->kind <= EDIT_BODY_LAST) flush(b, e->target);
}
