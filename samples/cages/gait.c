// The walker's skeleton and its walk. Frames are those of the body: y up, z ahead, x to its left. A bone's axes are
// where those of the rest pose point.
#include "walker.h"

#include <math.h>

static const double CYCLE  = 0.92;                   // s, of two steps
static const double STANCE = 0.62;                   // of the cycle that a foot is on the ground
static const double LANDED = 0.11, LIFTED = 0.40;    // of the cycle: it rolls over the heel until, over the ball from
static const double TOE_UP = 0.045, HEEL_UP = 0.095; // turns, at the ends
static const double HEEL = -0.085, BALL = 0.115;     // m, along z from under the ankle: what it rolls over
static const double APART = 0.088;                   // m, of a leg from the middle
static const double ANKLE = 0.10, KNEE = 0.315, HIP = 0.53, WAIST = 0.60, CHEST = 0.66,
                    NECK = 0.985; // m, heights at rest

static const cage_vec SHOULDER = { 0.165, 0.885, 0.0 }, ELBOW = { 0.335, 0.745, 0.016 };

static double smooth(double x)
{
    x = x < 0.0 ? 0.0 : x > 1.0 ? 1.0 : x;
    return x * x * (3.0 - 2.0 * x);
}

static cage_vec mix(cage_vec a, cage_vec b, double t)
{
    return cage_add(cage_add(cage_at(0.0, 0.0, 0.0), a, 1.0 - t), b, t);
}

static walker_frame upright(cage_vec at)
{
    return (walker_frame){ at, { 1.0, 0.0, 0.0 }, { 0.0, 1.0, 0.0 }, { 0.0, 0.0, 1.0 } };
}

static cage_vec in_frame(const walker_frame* f, cage_vec off)
{
    return cage_add(cage_add(cage_add(f->at, f->x, off.x), f->y, off.y), f->z, off.z);
}

// Turns a frame about one of its own axes: a goes towards b.
static void turn(cage_vec* a, cage_vec* b, double turns)
{
    double t[2];
    cage_turn(turns, t);
    const cage_vec zero = { 0 }, old = *a;
    *a = cage_add(cage_add(zero, *a, t[0]), *b, t[1]);
    *b = cage_add(cage_add(zero, *b, t[0]), old, -t[1]);
}

static void turn_x(walker_frame* f, double turns) // y towards z
{
    turn(&f->y, &f->z, turns);
}

static void turn_y(walker_frame* f, double turns) // z towards x
{
    turn(&f->z, &f->x, turns);
}

static void turn_z(walker_frame* f, double turns) // x towards y
{
    turn(&f->x, &f->y, turns);
}

static double side_of(int leg)
{
    return leg == 0 ? 1.0 : -1.0;
}

static double way_turns(const walker* w, double time) // around the circle
{
    return w->start + w->speed * time / (6.283185307179586 * w->radius);
}

// Where in its cycle a leg is; the whole part counts cycles. The left leads by half of one.
static double phase_of(double time, int leg)
{
    return time / CYCLE + 0.5 * leg + 8.0;
}

bool walker_stands(const walker* w, double time, int leg)
{
    (void)w;
    const double phase = phase_of(time, leg), p = phase - floor(phase);
    return p >= LANDED && p <= LIFTED;
}

// The foot as it stands in a cycle, rolled by so many turns, seen from the body at this time. It stands beside where
// the body is half way through the stance.
static walker_frame standing(const walker* w, double time, int leg, double cycle, double pitch)
{
    const double middle = (cycle + 0.5 * STANCE - 0.5 * leg - 8.0) * CYCLE;
    const double delta = way_turns(w, middle) - way_turns(w, time), from = w->radius - side_of(leg) * APART;
    double t[2];
    cage_turn(delta, t);
    walker_frame f = upright(cage_at(w->radius - from * t[0], 0.0, from * t[1]));
    turn_y(&f, delta);
    const double pivot = pitch < 0.0 ? HEEL : BALL;
    f.at               = cage_add(f.at, f.z, pivot);
    turn_x(&f, pitch);
    f.at = in_frame(&f, cage_at(0.0, ANKLE, -pivot));
    return f;
}

static walker_frame foot(const walker* w, double time, int leg, double* pitch)
{
    const double phase = phase_of(time, leg), cycle = floor(phase), p = phase - cycle;
    if (p < LANDED)
    {
        const double left = 1.0 - p / LANDED;
        *pitch            = -TOE_UP * left * left;
        return standing(w, time, leg, cycle, *pitch);
    }
    if (p < STANCE)
    {
        const double s = p < LIFTED ? 0.0 : (p - LIFTED) / (STANCE - LIFTED);
        *pitch         = HEEL_UP * s * s;
        return standing(w, time, leg, cycle, *pitch);
    }
    const double q = (p - STANCE) / (1.0 - STANCE), s = smooth(q);
    const walker_frame a = standing(w, time, leg, cycle, HEEL_UP), b = standing(w, time, leg, cycle + 1.0, -TOE_UP);
    walker_frame f = upright(mix(a.at, b.at, s));
    f.at.y += 0.20 * q * (1.0 - q) * (1.0 - 0.4 * q);
    turn_y(&f, (1.0 - s) * (way_turns(w, (cycle + 0.5 * STANCE - 0.5 * leg - 8.0) * CYCLE) - way_turns(w, time)) +
                   s * (way_turns(w, (cycle + 1.0 + 0.5 * STANCE - 0.5 * leg - 8.0) * CYCLE) - way_turns(w, time)));
    *pitch = HEEL_UP * (1.0 - q) * (1.0 - q) - TOE_UP * q * q;
    turn_x(&f, *pitch);
    return f;
}

// Foot and toes: while the heel is up the toes stay flat.
static void place_foot(const walker* w, double time, int leg, walker_frame bone[WALKER_BONES])
{
    double pitch;
    const walker_frame f = foot(w, time, leg, &pitch);
    walker_frame toes    = f;
    toes.at              = in_frame(&f, cage_at(0.0, -ANKLE, BALL));
    if (pitch > 0.0) turn_x(&toes, -pitch);
    bone[BONE_FOOT + leg] = f;
    bone[BONE_TOES + leg] = toes;
}

// The knee, from where hip and ankle are: in the plane of the foot's way ahead, bent forward.
static void bend_leg(walker_frame bone[WALKER_BONES], int leg)
{
    const cage_vec hip   = in_frame(&bone[BONE_PELVIS], cage_at(side_of(leg) * APART, HIP - WAIST, 0.0));
    const cage_vec ankle = bone[BONE_FOOT + leg].at;
    const double upper = HIP - KNEE, lower = KNEE - ANKLE;
    const cage_vec reach = cage_add(ankle, hip, -1.0);
    double far           = sqrt(cage_dot(reach, reach));
    const cage_vec down  = cage_unit(reach);
    if (far > 0.998 * (upper + lower)) far = 0.998 * (upper + lower);
    const double along      = (upper * upper - lower * lower + far * far) / (2.0 * far);
    const double out        = sqrt(upper * upper - along * along);
    const cage_vec ahead    = cage_unit(cage_add(bone[BONE_FOOT + leg].z, bone[BONE_PELVIS].z, 1.0));
    const cage_vec side     = cage_unit(cage_cross(ahead, down)); // to the left
    const cage_vec front    = cage_cross(down, side);
    const cage_vec knee     = cage_add(cage_add(hip, down, along), front, out);
    const cage_vec joint[3] = { hip, knee, ankle };
    for (int k = 0; k < 2; ++k)
    {
        walker_frame* f = &bone[(k == 0 ? BONE_THIGH : BONE_SHIN) + leg];
        f->at           = joint[k];
        f->y            = cage_unit(cage_add(joint[k], joint[k + 1], -1.0));
        f->x            = cage_unit(cage_cross(f->y, ahead));
        f->z            = cage_cross(f->x, f->y);
    }
}

static void swing_arm(walker_frame bone[WALKER_BONES], int arm, double swing)
{
    const double side       = side_of(arm);
    const cage_vec shoulder = { side * SHOULDER.x, SHOULDER.y, 0.0 };
    const cage_vec elbow    = { side * (ELBOW.x - SHOULDER.x), ELBOW.y - SHOULDER.y, ELBOW.z };
    walker_frame upper      = bone[BONE_CHEST];
    upper.at                = in_frame(&bone[BONE_CHEST], cage_add(shoulder, cage_at(0.0, CHEST, 0.0), -1.0));
    walker_frame lower      = upper;
    turn_x(&upper, -swing);
    turn_z(&upper, -0.078 * side); // they hang, a little away from the body
    turn_x(&lower, -swing - 0.055 - 0.45 * (swing > 0.0 ? swing : 0.0));
    turn_y(&lower, -0.03 * side);
    turn_z(&lower, -0.088 * side);
    lower.at                   = in_frame(&upper, elbow);
    bone[BONE_UPPER_ARM + arm] = upper;
    bone[BONE_FOREARM + arm]   = lower;
}

static void pose_bones(const walker* w, double time, walker_frame bone[WALKER_BONES])
{
    double stride[2], twice[2], over[2];
    const double phase = phase_of(time, 0);
    cage_turn(phase, stride);                       // cosine 1 when the left heel lands
    cage_turn(2.0 * (phase - 0.5 * STANCE), twice); // 1 when a foot is half way through its stance
    cage_turn(phase - 0.5 * STANCE, over);          // 1 when that is the left one
    bone[BONE_PELVIS] = upright(cage_at(0.016 * over[0], WAIST - 0.017 + 0.012 * twice[0], 0.004 * twice[1]));
    turn_y(&bone[BONE_PELVIS], -0.016 * stride[0]);
    turn_z(&bone[BONE_PELVIS], 0.007 * over[0]);
    bone[BONE_CHEST] = upright(in_frame(&bone[BONE_PELVIS], cage_at(0.0, CHEST - WAIST, 0.0)));
    turn_y(&bone[BONE_CHEST], 0.020 * stride[0]);
    turn_z(&bone[BONE_CHEST], -0.006 * over[0]);
    turn_x(&bone[BONE_CHEST], 0.010 + 0.003 * twice[1]);
    bone[BONE_HEAD] = upright(in_frame(&bone[BONE_CHEST], cage_at(0.0, NECK - CHEST, 0.0)));
    turn_y(&bone[BONE_HEAD], 0.012);
    turn_z(&bone[BONE_HEAD], 0.006 * over[0]);
    turn_x(&bone[BONE_HEAD], 0.006 - 0.006 * twice[1]);
    for (int k = 0; k < WALKER_LEGS; ++k)
    {
        place_foot(w, time, k, bone);
        bend_leg(bone, k);
        swing_arm(bone, k, -side_of(k) * 0.080 * stride[0] + 0.01);
    }
}

static walker_frame rest_of(uint32_t bone)
{
    static const double height[] = { WAIST, CHEST, NECK };
    if (bone < BONE_UPPER_ARM) return upright(cage_at(0.0, height[bone], 0.0));
    const double side = side_of((int)(bone - BONE_UPPER_ARM) % 2);
    if (bone < BONE_FOREARM) return upright(cage_at(side * SHOULDER.x, SHOULDER.y, SHOULDER.z));
    if (bone < BONE_THIGH) return upright(cage_at(side * ELBOW.x, ELBOW.y, ELBOW.z));
    if (bone >= BONE_TOES) return upright(cage_at(side * APART, 0.0, BALL));
    return upright(cage_at(side * APART, bone < BONE_SHIN ? HIP : bone < BONE_FOOT ? KNEE : ANKLE, 0.0));
}

static walker_skin between(uint32_t a, uint32_t b, double part) // part of b
{
    return (walker_skin){ { a, b, a }, { 1.0 - part, part, 0.0 } };
}

static walker_skin skin_of(cage_vec p)
{
    const uint32_t k = p.x > 0.0 ? 0 : 1;
    const double x = fabs(p.x), down = (x - SHOULDER.x + SHOULDER.y - p.y) * 0.70710678; // along the arm
    if (p.y > 0.96) return between(BONE_CHEST, BONE_HEAD, smooth((p.y - 0.965) / 0.05));
    if (x - 0.155 > (p.y < 0.83 ? 0.6 * (0.83 - p.y) : 0.0) && p.y > 0.48)
    {
        if (down < 0.13) return between(BONE_CHEST, BONE_UPPER_ARM + k, smooth((down + 0.02) / 0.09));
        return between(BONE_UPPER_ARM + k, BONE_FOREARM + k, smooth((down - 0.172) / 0.10));
    }
    if (p.y > 0.57) return between(BONE_PELVIS, BONE_CHEST, smooth((p.y - 0.60) / 0.16));
    if (p.y > 0.42)
        return between(BONE_PELVIS, BONE_THIGH + k, smooth((0.60 - p.y) / 0.13) * smooth(x / 0.05)); // the middle stays
    if (p.y > 0.22) return between(BONE_THIGH + k, BONE_SHIN + k, smooth((0.365 - p.y) / 0.10));
    if (p.z > 0.08) return between(BONE_FOOT + k, BONE_TOES + k, smooth((p.z - 0.085) / 0.05));
    return between(BONE_SHIN + k, BONE_FOOT + k, smooth((0.136 - p.y) / 0.03));
}

bool walker_create(walker* w, const cage* c)
{
    if (c->points > WALKER_POINTS) return false;
    w->points = c->points;
    for (uint32_t i = 0; i < c->points; ++i)
    {
        w->rest[i] = c->point[i];
        w->skin[i] = skin_of(c->point[i]);
    }
    return true;
}

void walker_pose(const walker* w, double time, cage_vec* position, double half[2], cage_vec* out)
{
    walker_frame bone[WALKER_BONES], rest[WALKER_BONES];
    double at[2];
    pose_bones(w, time, bone);
    for (uint32_t b = 0; b < WALKER_BONES; ++b)
        rest[b] = rest_of(b);
    const double turns = way_turns(w, time);
    cage_turn(turns, at);
    cage_turn(0.5 * turns + 0.25, half); // ahead is a quarter turn beyond outward, and z is ahead
    *position = cage_at(w->radius * at[0], 0.0, -w->radius * at[1]);
    for (uint32_t i = 0; i < w->points; ++i)
    {
        cage_vec sum = { 0 };
        for (int k = 0; k < 3; ++k)
        {
            const uint32_t b = w->skin[i].bone[k];
            if (w->skin[i].weight[k] == 0.0) continue;
            sum = cage_add(sum, in_frame(&bone[b], cage_add(w->rest[i], rest[b].at, -1.0)), w->skin[i].weight[k]);
        }
        out[i] = sum;
    }
}
