// A scene of rigid bodies in plain numbers, and what an engine has to do with it: the same for massa and its peers.
#ifndef BENCH_RIGID_SCENE_H
#define BENCH_RIGID_SCENE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C"
{
#endif

    struct bench_options;

    typedef enum rigid_shape
    {
        RIGID_BOX,
        RIGID_SPHERE,
    } rigid_shape;

    typedef struct rigid_body
    {
        rigid_shape shape;
        float half[3];     // m; of a sphere each is its radius
        float mass;        // kg; 0: static
        float position[3]; // m
        float rotation[4]; // quaternion x y z w
        float velocity[3]; // m/s
        float spin[3];     // rad/s
        bool wakeful;      // never sleeps, where others do
    } rigid_body;

    typedef struct rigid_plane // solid where normal . x < distance
    {
        float normal[3], distance;
    } rigid_plane;

    typedef enum rigid_joint_kind
    {
        RIGID_BALL,
        RIGID_FIXED,
    } rigid_joint_kind;

    typedef struct rigid_joint
    {
        rigid_joint_kind kind;
        uint32_t a, b;
        float anchor[3]; // m, world, as all stand at the start; rotations are then identity
    } rigid_joint;

    enum
    {
        RIGID_PLANES = 5,
        RIGID_STEPS  = 400, // that are measured, at most
    };

    typedef struct rigid_scene
    {
        const char* name;
        uint32_t size; // what tells it from others of that name
        rigid_body* body;
        uint32_t body_count;
        rigid_plane plane[RIGID_PLANES];
        uint32_t plane_count;
        rigid_joint* joint;
        uint32_t joint_count;
        float gravity;     // m/s^2, downwards
        float friction;    // of any two
        bool collide;      // else no two bodies meet
        bool blocks;       // massa's schedule; else colours
        bool sleeps;       // in massa, bodies at rest are left out of the step; peers never do
        uint32_t room;     // bodies that massa's world has room for, if these are more than there are
        uint32_t from, to; // steps that are measured: after this many have gone, until this many have
    } rigid_scene;

    typedef struct rigid_pose
    {
        float position[3]; // m
        float rotation[4]; // quaternion x y z w
    } rigid_pose;

    static const float RIGID_DT = 1.0f / 60.0f; // s

    typedef struct rigid_engine
    {
        const char* name;
        void* (*create)(const rigid_scene*, const struct bench_options*); // null: it failed, told on stderr
        bool (*step)(void*);                                              // false: it failed, told on stderr
        void (*read)(void*, rigid_pose*);                                 // body_count of them
        void (*destroy)(void*);
    } rigid_engine;

    extern const rigid_engine rigid_massa;
    // Sequential impulses, 10 iterations, btDbvtBroadphase, all as it comes, but that no body is put to sleep; one
    // thread.
    extern const rigid_engine rigid_bullet;          // there when MASSA_BENCH_BULLET is defined
    extern const rigid_engine rigid_bullet_deferred; // its trees are compared once a step, not with each box that moves
    // dWorldQuickStep, 20 iterations, up to 4 contacts of a pair; one thread, in the precision that the library was
    // built for.
    extern const rigid_engine rigid_ode; // there when MASSA_BENCH_ODE is defined

    // ---- Scenes ----

    rigid_scene rigid_spheres(uint32_t count);  // 002-S01: in a box 40 m wide, measured at rest
    rigid_scene rigid_molecules(uint32_t side); // 002-S02: side^3 spheres with fixed joints, spinning, weightless
    rigid_scene rigid_pile(uint32_t side);      // side^3 unit cubes, each turned its own way, fall into a walled box
    rigid_scene rigid_heap(uint32_t count,
                           bool joined);     // a floor and unit cubes that fall on it, in all so many; by twos
    rigid_scene rigid_stack(uint32_t count); // unit cubes on a floor, each on the one below
    rigid_scene rigid_large_pyramid(uint32_t base);
    // Towers of 8 unit cubes, each by itself; of every hundred so many sleep when they stand, the others never.
    rigid_scene rigid_towers(uint32_t count, uint32_t percent_asleep);
    rigid_scene rigid_joint_grid(uint32_t side); // spheres in a sheet of ball joints that hangs from its first row
    void rigid_scene_destroy(rigid_scene*);

    // ---- How well it stands: the same yardstick for all ----

    typedef struct rigid_quality
    {
        uint32_t contacts;      // pairs, planes included, that overlap or are within 1 cm of it
        double depth, deepest;  // m, by which they overlap: mean of all contacts, largest
        double drift;           // m, largest way to the side since the measured steps began
        double speed;           // m/s, mean of all in the last step
        double gap, widest_gap; // m, between the two ends of a joint: mean, largest
        uint32_t lost;          // bodies that are not a number, or outside of the scene
    } rigid_quality;

    // before: one step earlier; first: when measuring began.
    rigid_quality rigid_measure(const rigid_scene*, const rigid_pose* now, const rigid_pose* before,
                                const rigid_pose* first);

#ifdef __cplusplus
}
#endif
#endif
