#include "rigid_scene.h"

#include <ode/ode.h>

#include <stdio.h>
#include <stdlib.h>

enum
{
    POINTS = 4 // of a pair
};

typedef struct ode_world
{
    dWorldID world;
    dSpaceID space;
    dJointGroupID contacts;
    dGeomID* geom; // by body
    dBodyID* body; // null: static
    uint32_t count;
    dReal friction;
    bool collide;
} ode_world;

static void meet(void* data, dGeomID g1, dGeomID g2)
{
    ode_world* w    = data;
    const dBodyID a = dGeomGetBody(g1), b = dGeomGetBody(g2);
    dContact c[POINTS];
    if (a == NULL && b == NULL) return;
    const int n = dCollide(g1, g2, POINTS, &c[0].geom, sizeof c[0]);
    for (int i = 0; i < n; ++i)
    {
        c[i].surface = (dSurfaceParameters){ .mode = dContactApprox1, .mu = w->friction };
        dJointAttach(dJointCreateContact(w->world, w->contacts, &c[i]), a, b);
    }
}

static void add_body(ode_world* w, uint32_t i, const rigid_body* b)
{
    const dQuaternion q = { b->rotation[3], b->rotation[0], b->rotation[1], b->rotation[2] };
    const bool round    = b->shape == RIGID_SPHERE;
    const dReal x = 2.0f * b->half[0], y = 2.0f * b->half[1], z = 2.0f * b->half[2];
    w->geom[i] = round ? dCreateSphere(w->space, b->half[0]) : dCreateBox(w->space, x, y, z);
    if (b->mass > 0.0f)
    {
        dMass m;
        if (round)
            dMassSetSphereTotal(&m, b->mass, b->half[0]);
        else
            dMassSetBoxTotal(&m, b->mass, x, y, z);
        w->body[i] = dBodyCreate(w->world);
        dBodySetMass(w->body[i], &m);
        dGeomSetBody(w->geom[i], w->body[i]);
        dBodySetLinearVel(w->body[i], b->velocity[0], b->velocity[1], b->velocity[2]);
        dBodySetAngularVel(w->body[i], b->spin[0], b->spin[1], b->spin[2]);
    }
    dGeomSetPosition(w->geom[i], b->position[0], b->position[1], b->position[2]);
    dGeomSetQuaternion(w->geom[i], q);
}

static void add_joint(ode_world* w, const rigid_joint* j)
{
    const dJointID joint = j->kind == RIGID_BALL ? dJointCreateBall(w->world, 0) : dJointCreateFixed(w->world, 0);
    const dBodyID a = w->body[j->a], b = w->body[j->b];
    if (a == NULL && b == NULL)
    {
        dJointDestroy(joint);
        return;
    }
    dJointAttach(joint, a, b);
    if (j->kind == RIGID_BALL)
        dJointSetBallAnchor(joint, j->anchor[0], j->anchor[1], j->anchor[2]);
    else
        dJointSetFixed(joint);
}

static void destroy(void* p)
{
    ode_world* w = p;
    dJointGroupDestroy(w->contacts);
    dSpaceDestroy(w->space);
    dWorldDestroy(w->world);
    dCloseODE();
    free(w->geom);
    free(w->body);
    free(w);
}

static void* create(const rigid_scene* s, const struct bench_options* options)
{
    (void)options;
    ode_world* w  = calloc(1, sizeof *w);
    dGeomID* geom = calloc(s->body_count, sizeof *geom);
    dBodyID* body = calloc(s->body_count, sizeof *body);
    if (w == NULL || geom == NULL || body == NULL || dInitODE2(0) == 0)
    {
        fprintf(stderr, "massa: ODE did not start.\n");
        free(w);
        free(geom);
        free(body);
        return NULL;
    }
    dAllocateODEDataForThread(dAllocateMaskAll);
    *w = (ode_world){ dWorldCreate(),
                      dSweepAndPruneSpaceCreate(0, dSAP_AXES_XZY),
                      dJointGroupCreate(0),
                      geom,
                      body,
                      s->body_count,
                      s->friction,
                      s->collide };
    dWorldSetGravity(w->world, 0, -s->gravity, 0);
    dWorldSetQuickStepNumIterations(w->world, 20);
    dWorldSetAutoDisableFlag(w->world, 0);
    for (uint32_t i = 0; i < s->body_count; ++i)
        add_body(w, i, &s->body[i]);
    for (uint32_t i = 0; i < s->plane_count; ++i)
        dCreatePlane(w->space, s->plane[i].normal[0], s->plane[i].normal[1], s->plane[i].normal[2],
                     s->plane[i].distance);
    for (uint32_t i = 0; i < s->joint_count; ++i)
        add_joint(w, &s->joint[i]);
    return w;
}

static bool step(void* p)
{
    ode_world* w = p;
    if (w->collide) dSpaceCollide(w->space, w, meet);
    const bool done = dWorldQuickStep(w->world, RIGID_DT) != 0;
    dJointGroupEmpty(w->contacts);
    if (!done) fprintf(stderr, "massa: ODE has no memory for its step.\n");
    return done;
}

static void read_poses(void* p, rigid_pose* out)
{
    const ode_world* w = p;
    for (uint32_t i = 0; i < w->count; ++i)
    {
        dQuaternion q;
        const dReal* x = dGeomGetPosition(w->geom[i]);
        dGeomGetQuaternion(w->geom[i], q);
        out[i] = (rigid_pose){ { (float)x[0], (float)x[1], (float)x[2] },
                               { (float)q[1], (float)q[2], (float)q[3], (float)q[0] } };
    }
}

const rigid_engine rigid_ode = { "ODE", create, step, read_poses, destroy };
