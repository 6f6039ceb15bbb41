// A character of one cage, its skeleton, and its walk along a circle. Feet that stand do not move: a foot rolls over
// its heel, stands, and rolls over its ball, and only then flies on to where it will stand next.
#ifndef CAGE_WALKER_H
#define CAGE_WALKER_H

#include "cages.h"

enum
{
    WALKER_POINTS = 512, // of the cage, at most
    WALKER_LEGS   = 2,   // left, right
};

typedef enum walker_bone
{
    BONE_PELVIS,
    BONE_CHEST,
    BONE_HEAD,
    BONE_UPPER_ARM, // left, then right
    BONE_FOREARM = BONE_UPPER_ARM + 2,
    BONE_THIGH   = BONE_FOREARM + 2,
    BONE_SHIN    = BONE_THIGH + 2,
    BONE_FOOT    = BONE_SHIN + 2,
    BONE_TOES    = BONE_FOOT + 2,
    WALKER_BONES = BONE_TOES + 2,
} walker_bone;

typedef struct walker_frame // how a bone is placed: its joint, and where its axes point
{
    cage_vec at, x, y, z;
} walker_frame;

typedef struct walker_skin // of one point: at most three bones
{
    uint32_t bone[3];
    double weight[3];
} walker_skin;

typedef struct walker
{
    cage_vec rest[WALKER_POINTS];
    walker_skin skin[WALKER_POINTS];
    uint32_t points;
    double radius, speed; // m, m/s, of its way round a circle about the origin
    double start;         // turns
} walker;

void cage_build_walker(cage*); // faces z; 1.41 m tall

// Takes the points of the packed cage as its rest.
bool walker_create(walker*, const cage*);
// At a time (s): where its body stands and heads (cosine and sine of half the angle about y), and all points in that
// frame.
void walker_pose(const walker*, double time, cage_vec* position, double half[2], cage_vec* out);
// Whether a foot stands flat on the ground at a time.
bool walker_stands(const walker*, double time, int leg);

#endif
