// A joint is at most three linear and three angular rows. They are written as symmetric matrices in world axes, so that
// a ball, a hinge, a fixed joint and a distance differ only in what prep makes of them:
//   linear   inverse of K = (1/ma + 1/mb) - [ra] Ia [ra] - [rb] Ib [rb], or of its part along the line of a distance
//   angular  inverse of Ia + Ib, or of its part across the axis of a hinge
// Ia and Ib are inverse inertias as of the step's beginning; arms are those of now. An impulse j against an error e of
// position and a velocity v: dj = -M (ms v + ms br e) - is j, the soft
// step of contacts (module/docs/lab/rigid.md, "Contacts").
#include "joint.h"
#include "constants.h"
#include "quaternion.h"
#include "vec.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const float TWO_PI = 6.2831853f;

typedef struct symmetric
{
    oracle_vec3 diagonal; // xx yy zz
    oracle_vec3 off;      // yz zx xy
} symmetric;

static oracle_vec3 times(symmetric m, oracle_vec3 v)
{
    const oracle_vec3 d = m.diagonal, o = m.off;
    return (oracle_vec3){ d.x * v.x + o.z * v.y + o.y * v.z, o.z * v.x + d.y * v.y + o.x * v.z,
                          o.y * v.x + o.x * v.y + d.z * v.z };
}

static symmetric plus(symmetric a, symmetric b)
{
    return (symmetric){ vec_add(a.diagonal, b.diagonal), vec_add(a.off, b.off) };
}

// s times v v^T.
static symmetric outer(float s, oracle_vec3 v)
{
    const oracle_vec3 w = { s * v.x, s * v.y, s * v.z };
    return (symmetric){ { w.x * v.x, w.y * v.y, w.z * v.z }, { w.y * v.z, w.z * v.x, w.x * v.y } };
}

static float sum3(oracle_vec3 v)
{
    return (v.x + v.y) + v.z;
}

// By cofactors, of the matrix divided by its trace and lifted by the ridge; the zero matrix stays zero.
static symmetric inverse(symmetric m)
{
    const float trace = sum3(m.diagonal);
    if (!(trace > 0.0f)) return (symmetric){ 0 };
    const float scale   = oracle_reciprocal(trace);
    const oracle_vec3 d = { m.diagonal.x * scale + OWN_JOINT_RIDGE, m.diagonal.y * scale + OWN_JOINT_RIDGE,
                            m.diagonal.z * scale + OWN_JOINT_RIDGE };
    const oracle_vec3 o = vec_scale(m.off, scale);
    const symmetric c   = { { d.y * d.z - o.x * o.x, d.z * d.x - o.y * o.y, d.x * d.y - o.z * o.z },
                            { o.y * o.z - o.x * d.x, o.z * o.x - o.y * d.y, o.x * o.y - o.z * d.z } };
    const float det     = (d.x * c.diagonal.x + o.z * c.off.z) + o.y * c.off.y;
    const float f       = oracle_reciprocal(det) * scale;
    return (symmetric){ vec_scale(c.diagonal, f), vec_scale(c.off, f) };
}

// Inverse of m within the plane of two unit vectors, as a matrix that knows nothing outside it.
static symmetric inverse_across(symmetric m, oracle_vec3 u, oracle_vec3 v)
{
    const oracle_vec3 mu = times(m, u), mv = times(m, v);
    const float a = oracle_dot3(u, mu), b = oracle_dot3(u, mv), c = oracle_dot3(v, mv), trace = a + c;
    if (!(trace > 0.0f)) return (symmetric){ 0 };
    const float scale = oracle_reciprocal(trace);
    const float aa = a * scale + OWN_JOINT_RIDGE, bb = b * scale, cc = c * scale + OWN_JOINT_RIDGE;
    const float f = oracle_reciprocal(aa * cc - bb * bb) * scale;
    // (c u u + a v v - b (u v + v u)) f, with u and v taken together: u (c u - b v) + v (a v - b u)
    const oracle_vec3 p = { f * (cc * u.x - bb * v.x), f * (cc * u.y - bb * v.y), f * (cc * u.z - bb * v.z) };
    const oracle_vec3 q = { f * (aa * v.x - bb * u.x), f * (aa * v.y - bb * u.y), f * (aa * v.z - bb * u.z) };
    return (symmetric){ { u.x * p.x + v.x * q.x, u.y * p.y + v.y * q.y, u.z * p.z + v.z * q.z },
                        { u.y * p.z + v.y * q.z, u.z * p.x + v.z * q.x, u.x * p.y + v.x * q.y } };
}

// A body as a joint sees it.
typedef struct side
{
    float inverse_mass;
    symmetric inertia; // inverse, world axes
    oracle_vec3 base;  // m, where its centre was when the step began; of the world: the anchor
    oracle_vec3 shift; // m, since then
    oracle_vec3 arm;   // m, to the anchor
    mas_vec4 frame;    // joint's axes to the world's
    oracle_vec3 v, w;  // m/s, rad/s
} side;

static side see(const oracle_bodies* b, uint32_t slot, mas_vec4 anchor, mas_vec4 frame)
{
    side s = { .base = vec_of(anchor), .frame = frame };
    if (slot == JOINT_WORLD) return s;
    s.inverse_mass = b->speed[slot].velocity.w;
    s.base         = vec_of(b->previous[slot].position);
    s.shift        = vec_of(b->speed[slot].shift);
    s.arm          = oracle_quaternion_rotate(b->pose[slot].rotation, vec_of(anchor));
    s.frame        = oracle_quaternion_multiply(b->pose[slot].rotation, frame);
    s.v            = vec_of(b->speed[slot].velocity);
    s.w            = vec_of(b->speed[slot].spin);
    if (!(s.inverse_mass > 0.0f)) return s;
    const mas_vec4 q = b->previous[slot].rotation, i = b->mass[slot].inverse;
    const oracle_vec3 x = oracle_quaternion_rotate(q, (oracle_vec3){ 1.0f, 0.0f, 0.0f });
    const oracle_vec3 y = oracle_quaternion_rotate(q, (oracle_vec3){ 0.0f, 1.0f, 0.0f });
    const oracle_vec3 z = oracle_quaternion_rotate(q, (oracle_vec3){ 0.0f, 0.0f, 1.0f });
    s.inertia           = plus(plus(outer(i.x, x), outer(i.y, y)), outer(i.z, z));
    return s;
}

// -[r] I [r]: what a turn about the centre adds to the mobility of a point at r.
static symmetric mobility(const side* s)
{
    const oracle_vec3 r = s->arm;
    // Columns of I [r] = I (r x .): images of the axes.
    const oracle_vec3 cx = times(s->inertia, (oracle_vec3){ 0.0f, r.z, -r.y });
    const oracle_vec3 cy = times(s->inertia, (oracle_vec3){ -r.z, 0.0f, r.x });
    const oracle_vec3 cz = times(s->inertia, (oracle_vec3){ r.y, -r.x, 0.0f });
    // (c x r) per column.
    return (symmetric){ { s->inverse_mass + (cx.y * r.z - cx.z * r.y), s->inverse_mass + (cy.z * r.x - cy.x * r.z),
                          s->inverse_mass + (cz.x * r.y - cz.y * r.x) },
                        { cy.x * r.y - cy.y * r.x, cz.y * r.z - cz.z * r.y, cx.z * r.x - cx.x * r.z } };
}

// m/s by which an anchor that circles leaves the straight line in a substep: h/2 w x (w x r), for turns of up to 1 rad.
static oracle_vec3 bend(const side* s, float h)
{
    const oracle_vec3 c = oracle_cross(s->w, oracle_cross(s->w, s->arm));
    const float turn    = (h * h) * oracle_dot3(s->w, s->w);
    return vec_scale(c, turn > 1.0f ? (0.5f * h) * oracle_reciprocal(turn) : 0.5f * h);
}

static oracle_vec3 point_velocity(const side* s)
{
    return vec_add(s->v, oracle_cross(s->w, s->arm));
}

static mas_vec4 with(oracle_vec3 v, float w)
{
    return (mas_vec4){ v.x, v.y, v.z, w };
}

static mas_vec4 flushed(oracle_vec3 v)
{
    return vec_xyz0(oracle_flush3(v));
}

// Turn from a's frame to b's, world axes: twice the vector of its quaternion, which is the rotation vector for small
// turns and grows up to half a turn.
static oracle_vec3 turn_between(mas_vec4 a, mas_vec4 b)
{
    const mas_vec4 q = oracle_quaternion_multiply(b, oracle_quaternion_conjugate(a));
    return vec_scale((oracle_vec3){ q.x, q.y, q.z }, q.w < 0.0f ? -2.0f : 2.0f);
}

// What a joint asks of its two bodies in this substep.
typedef struct demand
{
    symmetric linear, angular; // masses
    oracle_vec3 gap, turn;     // m, rad: errors of position
    oracle_vec3 ahead;         // m/s: what the gap gains although velocities agree, because anchors circle
    oracle_vec3 force, moment; // what of the last impulses is still good
} demand;

static const oracle_vec3 X = { 1.0f, 0.0f, 0.0f }, Y = { 0.0f, 1.0f, 0.0f }, Z = { 0.0f, 0.0f, 1.0f };

// Anchors that are a gap apart are pushed at one point between them, nearer to the lighter body's, so that the push
// makes no spin of its own.
static void meet(demand* d, side* a, side* b)
{
    const float to_b = b->inverse_mass * oracle_reciprocal(a->inverse_mass + b->inverse_mass);
    a->arm           = vec_add(a->arm, vec_scale(d->gap, to_b));
    b->arm           = vec_sub(b->arm, vec_scale(d->gap, 1.0f - to_b));
    d->linear        = inverse(plus(mobility(a), mobility(b)));
}

// Along the line between the anchors. One that moves across it gets away from the other, too.
static void keep_distance(demand* d, const side* a, const side* b, float apart, float h)
{
    const float squared     = oracle_dot3(d->gap, d->gap);
    const float inverted    = oracle_rsqrt(squared);
    const oracle_vec3 n     = squared < 0x1p-100f ? Y : vec_scale(d->gap, inverted);
    const oracle_vec3 u     = vec_sub(point_velocity(b), point_velocity(a));
    const float along       = oracle_dot3(n, u);
    const float across      = oracle_dot3(u, u) - along * along;
    const symmetric mobile  = plus(mobility(a), mobility(b));
    const oracle_vec3 moved = times(mobile, n);
    d->linear               = outer(oracle_reciprocal(oracle_dot3(n, moved)), n);
    d->ahead = vec_scale(n, oracle_dot3(n, d->ahead) + (0.5f * h) * (across * (squared > 1e-6f ? inverted : 0.0f)));
    d->gap   = vec_scale(n, oracle_dot3(n, d->gap) - apart);
    d->force = vec_scale(n, oracle_dot3(n, d->force));
}

static void keep_axis(demand* d, const side* a, const side* b)
{
    const oracle_vec3 x = oracle_quaternion_rotate(a->frame, X), y = oracle_quaternion_rotate(a->frame, Y);
    const oracle_vec3 z = oracle_cross(x, y), other = oracle_quaternion_rotate(b->frame, Z);
    d->angular = inverse_across(plus(a->inertia, b->inertia), x, y);
    d->turn    = oracle_cross(z, other);
    d->moment  = vec_sub(d->moment, vec_scale(z, oracle_dot3(z, d->moment)));
}

static void prepare(oracle_joints* j, const oracle_bodies* bodies, uint32_t place, float h, bool relax)
{
    const uint32_t k      = j->order[place];
    const joint_data* its = &j->data[k];
    joint_impulse was     = j->impulse[k];
    if (was.force.w != (float)its->life) was = (joint_impulse){ .force = { .w = (float)its->life } };
    side a = see(bodies, its->a, its->anchor_a, its->frame_a), b = see(bodies, its->b, its->anchor_b, its->frame_b);
    const bool soft = its->anchor_a.w > 0.0f, moves = a.inverse_mass + b.inverse_mass > 0.0f;

    demand d    = { .force = vec_of(was.force), .moment = vec_of(was.moment) };
    float share = 1.0f, back = 0.0f, rate = 0.0f;
    if (moves && !(soft && relax)) // a spring has no rows to relax
    {
        d.gap   = vec_add(vec_add(vec_sub(b.base, a.base), vec_sub(b.shift, a.shift)), vec_sub(b.arm, a.arm));
        d.ahead = vec_sub(bend(&b, h), bend(&a, h));
        if (its->kind == JOINT_DISTANCE)
            keep_distance(&d, &a, &b, its->apart, h);
        else
            meet(&d, &a, &b);
        if (its->kind == JOINT_HINGE) keep_axis(&d, &a, &b);
        if (its->kind == JOINT_FIXED)
        {
            d.angular = inverse(plus(a.inertia, b.inertia));
            d.turn    = turn_between(a.frame, b.frame);
        }
    }
    if (moves && !relax)
    {
        const float hertz =
            soft ? its->anchor_a.w : (OWN_JOINT_HERTZ_SHARE * sqrtf((float)j->sweeps)) * oracle_reciprocal(h);
        const float damping = soft ? its->anchor_b.w : OWN_JOINT_DAMPING;
        const float omega   = TWO_PI * hertz;
        const float a1 = 2.0f * damping + h * omega, a2 = (h * omega) * a1;
        rate  = omega * oracle_reciprocal(a1);
        back  = oracle_reciprocal(1.0f + a2);
        share = a2 * back;
    }
    if (relax) d.ahead = (oracle_vec3){ 0 };
    j->rows[place] = (joint_rows){
        .arm_a       = oracle_flush4(with(a.arm, share)),
        .arm_b       = oracle_flush4(with(b.arm, back)),
        .inertia_a   = flushed(a.inertia.diagonal),
        .product_a   = flushed(a.inertia.off),
        .inertia_b   = flushed(b.inertia.diagonal),
        .product_b   = flushed(b.inertia.off),
        .linear      = flushed(d.linear.diagonal),
        .linear_off  = flushed(d.linear.off),
        .angular     = flushed(d.angular.diagonal),
        .angular_off = flushed(d.angular.off),
        .drift       = flushed(vec_add(vec_scale(d.gap, rate), d.ahead)),
        .twist       = flushed(vec_scale(d.turn, rate)),
        .a           = its->a,
        .b           = its->b,
        .joint       = k,
    };
    if (!relax)
        j->impulse[k] = (joint_impulse){ with(oracle_flush3(d.force), was.force.w), vec_xyz0(oracle_flush3(d.moment)) };
}

void oracle_joint_prep(oracle_joints* j, const oracle_bodies* b, float substep, bool relax)
{
    for (uint32_t i = 0; i < j->count; ++i)
        prepare(j, b, i, substep, relax);
}

// Two bodies while a joint works on them.
typedef struct pair
{
    const joint_rows* r;
    float mass_a, mass_b; // 1/kg
    symmetric inertia_a, inertia_b;
    oracle_vec3 va, wa, vb, wb;
} pair;

static symmetric matrix(mas_vec4 diagonal, mas_vec4 off)
{
    return (symmetric){ vec_of(diagonal), vec_of(off) };
}

static pair take(const joint_rows* r, const oracle_bodies* b)
{
    pair p = { .r         = r,
               .inertia_a = matrix(r->inertia_a, r->product_a),
               .inertia_b = matrix(r->inertia_b, r->product_b) };
    if (r->a != JOINT_WORLD)
    {
        p.mass_a = b->speed[r->a].velocity.w;
        p.va     = vec_of(b->speed[r->a].velocity);
        p.wa     = vec_of(b->speed[r->a].spin);
    }
    if (r->b != JOINT_WORLD)
    {
        p.mass_b = b->speed[r->b].velocity.w;
        p.vb     = vec_of(b->speed[r->b].velocity);
        p.wb     = vec_of(b->speed[r->b].spin);
    }
    return p;
}

static void put(const pair* p, oracle_bodies* b, joint_done* done)
{
    *done = (joint_done){ oracle_flush4(done->force), oracle_flush4(done->moment_a), oracle_flush4(done->moment_b) };
    if (p->mass_a > 0.0f)
    {
        b->speed[p->r->a].velocity = with(oracle_flush3(p->va), p->mass_a);
        b->speed[p->r->a].spin     = vec_xyz0(oracle_flush3(p->wa));
    }
    if (p->mass_b > 0.0f)
    {
        b->speed[p->r->b].velocity = with(oracle_flush3(p->vb), p->mass_b);
        b->speed[p->r->b].spin     = vec_xyz0(oracle_flush3(p->wb));
    }
}

// Impulses on b, the opposite on a, with moments about their centres.
static void apply(pair* p, oracle_vec3 force, oracle_vec3 moment_a, oracle_vec3 moment_b)
{
    p->va = vec_sub(p->va, vec_scale(force, p->mass_a));
    p->wa = vec_sub(p->wa, times(p->inertia_a, moment_a));
    p->vb = vec_add(p->vb, vec_scale(force, p->mass_b));
    p->wb = vec_add(p->wb, times(p->inertia_b, moment_b));
}

// What has been done so far becomes what the impulse does at the present arms.
static void redo(pair* p, joint_done* done, oracle_vec3 force, oracle_vec3 moment)
{
    const oracle_vec3 at_a = vec_add(oracle_cross(vec_of(p->r->arm_a), force), moment);
    const oracle_vec3 at_b = vec_add(oracle_cross(vec_of(p->r->arm_b), force), moment);
    apply(p, vec_sub(force, vec_of(done->force)), vec_sub(at_a, vec_of(done->moment_a)),
          vec_sub(at_b, vec_of(done->moment_b)));
    *done = (joint_done){ vec_xyz0(force), vec_xyz0(at_a), vec_xyz0(at_b) };
}

// -(M (v + aim) share) - back j
static oracle_vec3 answer(symmetric m, oracle_vec3 v, oracle_vec3 aim, float share, float back, oracle_vec3 j)
{
    const oracle_vec3 against = times(m, vec_add(v, aim));
    return (oracle_vec3){ -(share * against.x) - back * j.x, -(share * against.y) - back * j.y,
                          -(share * against.z) - back * j.z };
}

// Angular rows first, so that the anchors, which one sees, have the last word.
static void block(pair* p, joint_impulse* j, joint_done* done)
{
    const joint_rows* r     = p->r;
    const oracle_vec3 arm_a = vec_of(r->arm_a), arm_b = vec_of(r->arm_b);
    const float share = r->arm_a.w, back = r->arm_b.w;

    const oracle_vec3 turn = answer(matrix(r->angular, r->angular_off), vec_sub(p->wb, p->wa), vec_of(r->twist), share,
                                    back, vec_of(j->moment));
    apply(p, (oracle_vec3){ 0 }, turn, turn);

    const oracle_vec3 at_b = vec_add(p->vb, oracle_cross(p->wb, arm_b));
    const oracle_vec3 at_a = vec_add(p->va, oracle_cross(p->wa, arm_a));
    const oracle_vec3 push =
        answer(matrix(r->linear, r->linear_off), vec_sub(at_b, at_a), vec_of(r->drift), share, back, vec_of(j->force));
    const oracle_vec3 moment_a = oracle_cross(arm_a, push), moment_b = oracle_cross(arm_b, push);
    apply(p, push, moment_a, moment_b);

    j->moment = vec_xyz0(oracle_flush3(vec_add(vec_of(j->moment), turn)));
    j->force  = with(oracle_flush3(vec_add(vec_of(j->force), push)), j->force.w);
    *done     = (joint_done){ vec_xyz0(vec_add(vec_of(done->force), push)),
                              vec_xyz0(vec_add(vec_of(done->moment_a), vec_add(turn, moment_a))),
                              vec_xyz0(vec_add(vec_of(done->moment_b), vec_add(turn, moment_b))) };
}

void oracle_joint_start(oracle_joints* j, oracle_bodies* b)
{
    for (uint32_t i = 0; i < j->count; ++i)
    {
        pair p                   = take(&j->rows[i], b);
        const joint_impulse* was = &j->impulse[j->rows[i].joint];
        j->done[i]               = (joint_done){ 0 };
        redo(&p, &j->done[i], vec_of(was->force), vec_of(was->moment));
        put(&p, b, &j->done[i]);
    }
}

static void relax(oracle_joints* j, oracle_bodies* b)
{
    for (uint32_t i = 0; i < j->count; ++i)
    {
        pair p = take(&j->rows[i], b);
        block(&p, &j->impulse[j->rows[i].joint], &j->done[i]);
        put(&p, b, &j->done[i]);
    }
}

void oracle_joint_solve(oracle_joints* j, oracle_bodies* b)
{
    for (uint32_t i = 0; i < j->count; ++i)
    {
        pair p             = take(&j->rows[i], b);
        joint_impulse* was = &j->impulse[j->rows[i].joint];
        redo(&p, &j->done[i], vec_of(was->force), vec_of(was->moment));
        block(&p, was, &j->done[i]);
        put(&p, b, &j->done[i]);
    }
    for (uint32_t n = 1; n < j->sweeps; ++n)
        relax(j, b);
}

void oracle_joint_relax(oracle_joints* j, oracle_bodies* b)
{
    for (uint32_t n = 0; n < j->sweeps; ++n)
        relax(j, b);
}

static bool is_dynamic(const oracle_bodies* b, uint32_t slot)
{
    return slot != JOINT_WORLD && (b->trait[slot].tag & BODY_DYNAMIC) != 0;
}

uint32_t oracle_joint_order(oracle_joints* j, const oracle_bodies* b, uint32_t starts[OWN_JOINT_COLOURS + 2])
{
    uint32_t *used = calloc(b->capacity, sizeof *used), *colour = calloc(j->capacity, sizeof *colour), colours = 0;
    for (uint32_t i = 0; i < j->capacity; ++i)
    {
        const joint_data* d = &j->data[i];
        if (d->kind == 0) continue;
        const uint32_t taken = (is_dynamic(b, d->a) ? used[d->a] : 0) | (is_dynamic(b, d->b) ? used[d->b] : 0);
        while (colour[i] < OWN_JOINT_COLOURS && (taken >> colour[i] & 1) != 0)
            ++colour[i];
        const uint32_t bit = colour[i] < OWN_JOINT_COLOURS ? 1u << colour[i] : 0;
        if (is_dynamic(b, d->a)) used[d->a] |= bit;
        if (is_dynamic(b, d->b)) used[d->b] |= bit;
    }
    j->count = 0;
    for (uint32_t c = 0; c <= OWN_JOINT_COLOURS; ++c)
    {
        starts[c] = j->count;
        for (uint32_t i = 0; i < j->capacity; ++i)
            if (j->data[i].kind != 0 && colour[i] == c) j->order[j->count++] = i;
        colours += j->count > starts[c];
    }
    starts[OWN_JOINT_COLOURS + 1] = j->count;
    free(used);
    free(colour);
    return colours;
}

static void* zeros(uint32_t count, size_t size)
{
    void* p = calloc(count > 0 ? count : 1, size);
    if (p == NULL) abort();
    return p;
}

oracle_joints oracle_create_joints(uint32_t capacity)
{
    return (oracle_joints){
        .capacity = capacity,
        .sweeps   = 1,
        .data     = zeros(capacity, sizeof(joint_data)),
        .impulse  = zeros(capacity, sizeof(joint_impulse)),
        .order    = zeros(capacity, sizeof(uint32_t)),
        .rows     = zeros(capacity, sizeof(joint_rows)),
        .done     = zeros(capacity, sizeof(joint_done)),
    };
}

void oracle_destroy_joints(oracle_joints* j)
{
    free(j->data);
    free(j->impulse);
    free(j->order);
    free(j->rows);
    free(j->done);
    memset(j, 0, sizeof *j);
}
