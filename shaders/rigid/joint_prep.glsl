// The rows of a joint, before each sweep: arms from where the bodies are now, masses, errors. Before a sweep
// that relaxes, rows aim at no more than equal velocities.
// The kernel binds params, order, joint, impulse, mass, pose, previous, speed and rows.
#ifndef MAS_JOINT_PREP_GLSL
#define MAS_JOINT_PREP_GLSL

#include "list.glsl"
#include "step_shared.h"
#include "rigid/body.glsl"
#include "rigid/joint.glsl"

struct side // a body as a joint sees it
{
    float inverse_mass; // 1/kg; 0: nothing moves it
    symmetric inertia;  // inverse, as of the step's beginning
    vec3 base;          // m, where its centre was then; of the world: the anchor
    vec3 shift;         // m, since then
    vec3 arm;           // m, from its centre to the anchor
    vec4 frame;         // joint's axes to the world's
    vec3 velocity;
    vec3 spin;
};

side see(uint slot, vec3 anchor, vec4 frame)
{
    side s = side(0.0, SYMMETRIC_ZERO, anchor, vec3(0.0), vec3(0.0), frame, vec3(0.0), vec3(0.0));
    if (slot == JOINT_WORLD) return s;
    s.inverse_mass = speed[slot].velocity.w;
    s.base         = previous[slot].position.xyz;
    s.shift        = speed[slot].shift.xyz;
    s.arm          = quaternion_rotate(pose[slot].rotation, anchor);
    s.frame        = quaternion_multiply(pose[slot].rotation, frame);
    s.velocity     = speed[slot].velocity.xyz;
    s.spin         = speed[slot].spin.xyz;
    if (!(s.inverse_mass > 0.0)) return s;
    vec4 q    = previous[slot].rotation;
    vec3 i    = mass[slot].inverse.xyz;
    s.inertia = symmetric_outer(i.x, quaternion_rotate(q, vec3(1.0, 0.0, 0.0)));
    s.inertia = symmetric_add(s.inertia, symmetric_outer(i.y, quaternion_rotate(q, vec3(0.0, 1.0, 0.0))));
    s.inertia = symmetric_add(s.inertia, symmetric_outer(i.z, quaternion_rotate(q, vec3(0.0, 0.0, 1.0))));
    return s;
}

// Velocity of the anchor per impulse there: 1/m - [r] I [r], column by column.
symmetric mobility(side s)
{
    vec3 r = s.arm;
    vec3 x = exact_cross(symmetric_times(s.inertia, vec3(0.0, r.z, -r.y)), r);
    vec3 y = exact_cross(symmetric_times(s.inertia, vec3(-r.z, 0.0, r.x)), r);
    vec3 z = exact_cross(symmetric_times(s.inertia, vec3(r.y, -r.x, 0.0)), r);
    return symmetric(vec3(s.inverse_mass) + vec3(x.x, y.y, z.z), vec3(y.z, z.x, x.y));
}

// m/s by which an anchor that circles leaves the straight line in a substep: h/2 w x (w x r). Without it each substep
// would end outside the circle, and the way back would cost energy. Turns beyond 1 rad count as 1.
vec3 bend(side s)
{
    float h    = params.substep;
    float turn = (h * h) * exact_dot(s.spin, s.spin);
    vec3 c     = exact_cross(s.spin, exact_cross(s.spin, s.arm));
    return c * (turn > 1.0 ? (0.5 * h) * exact_reciprocal(turn) : 0.5 * h);
}

// What the joint asks for.
symmetric linear, angular; // kg, kg m^2
vec3 gap, turn;            // m, rad: errors of position
vec3 ahead;                // m/s that the gap gains in this substep though velocities agree
vec3 force, moment;        // N s, N m s: what of the last impulses is still good

// Pushes both bodies at one point, nearer to the lighter one's anchor: two points would make spin out of nothing.
void meet(inout side a, inout side b)
{
    float to_b = b.inverse_mass * exact_reciprocal(a.inverse_mass + b.inverse_mass);
    a.arm      = a.arm + (gap * to_b);
    b.arm      = b.arm - (gap * (1.0 - to_b));
    linear     = symmetric_inverse(symmetric_add(mobility(a), mobility(b)));
}

void keep_distance(side a, side b, float apart)
{
    float squared = exact_dot(gap, gap);
    float inverse = exact_rsqrt(squared);
    vec3 n        = exact_is_short(squared) ? vec3(0.0, 1.0, 0.0) : gap * inverse;
    float curve   = squared > 1.0e-6 ? inverse : 0.0; // 1/m; nearer than 1 mm there is no circle to speak of
    vec3 u        = (b.velocity + exact_cross(b.spin, b.arm)) - (a.velocity + exact_cross(a.spin, a.arm));
    float along   = exact_dot(n, u);
    float across  = exact_dot(u, u) - (along * along);
    vec3 moved    = symmetric_times(symmetric_add(mobility(a), mobility(b)), n);
    linear        = symmetric_outer(exact_reciprocal(exact_dot(n, moved)), n);
    ahead         = n * (exact_dot(n, ahead) + ((0.5 * params.substep) * (across * curve)));
    gap           = n * (exact_dot(n, gap) - apart);
    force         = n * exact_dot(n, force);
}

void keep_axis(side a, side b)
{
    vec3 x  = quaternion_rotate(a.frame, vec3(1.0, 0.0, 0.0));
    vec3 y  = quaternion_rotate(a.frame, vec3(0.0, 1.0, 0.0));
    vec3 z  = exact_cross(x, y);
    angular = symmetric_inverse_across(symmetric_add(a.inertia, b.inertia), x, y);
    turn    = exact_cross(z, quaternion_rotate(b.frame, vec3(0.0, 0.0, 1.0)));
    moment  = moment - (z * exact_dot(z, moment));
}

void keep_rotation(side a, side b)
{
    vec4 q  = quaternion_multiply(b.frame, quaternion_conjugate(a.frame));
    turn    = q.xyz * (q.w < 0.0 ? -2.0 : 2.0); // the shorter way round
    angular = symmetric_inverse(symmetric_add(a.inertia, b.inertia));
}

vec4 wide(vec3 v)
{
    return vec4(exact_flush(v), 0.0);
}

// hertz: how fast a stiff joint takes back its error, as a share of the substep's rate.
void prep_joint(uint i, bool relax, float hertz)
{
    uint k           = order[i];
    joint_data its   = joint[k];
    bool soft        = its.anchor_a.w > 0.0;
    float h          = params.substep;
    side a           = see(its.a, its.anchor_a.xyz, its.frame_a);
    side b           = see(its.b, its.anchor_b.xyz, its.frame_b);
    bool moves       = a.inverse_mass + b.inverse_mass > 0.0;
    bool known       = impulse[k].force.w == float(its.life);

    linear = angular = SYMMETRIC_ZERO;
    gap = turn = ahead = vec3(0.0);
    force  = known ? impulse[k].force.xyz : vec3(0.0);
    moment = known ? impulse[k].moment.xyz : vec3(0.0);
    if (moves && !(soft && relax)) // a spring has no rows to relax
    {
        gap   = ((b.base - a.base) + (b.shift - a.shift)) + (b.arm - a.arm);
        ahead = bend(b) - bend(a);
        if (its.kind == JOINT_DISTANCE) keep_distance(a, b, its.apart);
        else meet(a, b);
        if (its.kind == JOINT_HINGE) keep_axis(a, b);
        if (its.kind == JOINT_FIXED) keep_rotation(a, b);
    }
    float share = 1.0, back = 0.0, rate = 0.0;
    if (moves && !relax)
    {
        float omega = 6.2831853 * (soft ? its.anchor_a.w : hertz * exact_reciprocal(h));
        float a1    = (2.0 * (soft ? its.anchor_b.w : JOINT_DAMPING)) + (h * omega);
        float a2    = (h * omega) * a1;
        rate        = omega * exact_reciprocal(a1);
        back        = exact_reciprocal(1.0 + a2);
        share       = a2 * back;
    }
    if (relax) ahead = vec3(0.0);
    rows[i] = joint_rows(exact_flush(vec4(a.arm, share)), exact_flush(vec4(b.arm, back)), wide(a.inertia.diagonal),
                         wide(a.inertia.off), wide(b.inertia.diagonal), wide(b.inertia.off), wide(linear.diagonal),
                         wide(linear.off), wide(angular.diagonal), wide(angular.off), wide((gap * rate) + ahead),
                         wide(turn * rate), its.a, its.b, k, 0u);
    if (!relax)
        impulse[k] = joint_impulse(vec4(exact_flush(force), float(its.life)), wide(moment));
}

#endif
