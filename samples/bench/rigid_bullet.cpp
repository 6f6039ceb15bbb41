#include "rigid_scene.h"

#include "btBulletDynamicsCommon.h"

#include <cmath>
#include <memory>
#include <vector>

namespace
{

struct bullet_world
{
    btDefaultCollisionConfiguration configuration;
    btCollisionDispatcher dispatcher{ &configuration };
    btDbvtBroadphase broad;
    btSequentialImpulseConstraintSolver solver;
    btDiscreteDynamicsWorld world{ &dispatcher, &broad, &solver, &configuration };
    std::vector<std::unique_ptr<btCollisionShape>> shape;
    std::vector<std::unique_ptr<btRigidBody>> body; // the scene's, then planes
    std::vector<std::unique_ptr<btTypedConstraint>> joint;
    uint32_t count = 0;
};

btVector3 vector(const float* v)
{
    return btVector3(v[0], v[1], v[2]);
}

btCollisionShape* shape_of(bullet_world* w, const rigid_body* b)
{
    static const rigid_body none = {};
    const rigid_body* last       = w->body.empty() ? &none : b - 1;
    const bool same              = !w->body.empty() && last->shape == b->shape && last->half[0] == b->half[0] &&
                      last->half[1] == b->half[1] && last->half[2] == b->half[2];
    if (same) return w->shape.back().get();
    if (b->shape == RIGID_BOX)
        w->shape.emplace_back(new btBoxShape(vector(b->half)));
    else
        w->shape.emplace_back(new btSphereShape(b->half[0]));
    return w->shape.back().get();
}

// Bullet multiplies the frictions of two bodies.
void add_body(bullet_world* w, const rigid_scene* s, btCollisionShape* shape, float mass, const btTransform& at,
              const rigid_body* moves)
{
    btVector3 inertia(0, 0, 0);
    if (mass > 0.0f) shape->calculateLocalInertia(mass, inertia);
    btRigidBody::btRigidBodyConstructionInfo info(mass, nullptr, shape, inertia);
    info.m_startWorldTransform = at;
    info.m_friction            = std::sqrt(s->friction);
    btRigidBody* body          = new btRigidBody(info);
    w->body.emplace_back(body);
    if (moves != nullptr && mass > 0.0f)
    {
        body->setLinearVelocity(vector(moves->velocity));
        body->setAngularVelocity(vector(moves->spin));
        body->setActivationState(DISABLE_DEACTIVATION);
    }
    if (s->collide)
        w->world.addRigidBody(body);
    else
        w->world.addRigidBody(body, 0, 0);
}

void add_joint(bullet_world* w, const rigid_scene* s, const rigid_joint* j)
{
    btRigidBody &a = *w->body[j->a], &b = *w->body[j->b];
    const btVector3 in_a    = vector(j->anchor) - vector(s->body[j->a].position);
    const btVector3 in_b    = vector(j->anchor) - vector(s->body[j->b].position);
    const btMatrix3x3 still = btMatrix3x3::getIdentity();
    if (j->kind == RIGID_BALL)
        w->joint.emplace_back(new btPoint2PointConstraint(a, b, in_a, in_b));
    else
        w->joint.emplace_back(new btFixedConstraint(a, b, btTransform(still, in_a), btTransform(still, in_b)));
    w->world.addConstraint(w->joint.back().get(), true);
}

void* create(const rigid_scene* s, const bench_options*)
{
    bullet_world* w = new bullet_world;
    w->count        = s->body_count;
    w->world.setGravity(btVector3(0, -s->gravity, 0));
    for (uint32_t i = 0; i < s->body_count; ++i)
    {
        const rigid_body* b = &s->body[i];
        btQuaternion q(b->rotation[0], b->rotation[1], b->rotation[2], b->rotation[3]);
        add_body(w, s, shape_of(w, b), b->mass, btTransform(q.normalized(), vector(b->position)), b);
    }
    for (uint32_t i = 0; i < s->plane_count; ++i)
    {
        w->shape.emplace_back(new btStaticPlaneShape(vector(s->plane[i].normal), s->plane[i].distance));
        add_body(w, s, w->shape.back().get(), 0.0f, btTransform::getIdentity(), nullptr);
    }
    for (uint32_t i = 0; i < s->joint_count; ++i)
        add_joint(w, s, &s->joint[i]);
    return w;
}

void* create_deferred(const rigid_scene* s, const bench_options* options)
{
    void* w                                               = create(s, options);
    static_cast<bullet_world*>(w)->broad.m_deferedcollide = true;
    return w;
}

bool step(void* p)
{
    static_cast<bullet_world*>(p)->world.stepSimulation(RIGID_DT, 0);
    return true;
}

void read(void* p, rigid_pose* out)
{
    const bullet_world* w = static_cast<bullet_world*>(p);
    for (uint32_t i = 0; i < w->count; ++i)
    {
        const btTransform& t = w->body[i]->getWorldTransform();
        const btQuaternion q = t.getRotation();
        out[i] =
            rigid_pose{ { t.getOrigin().x(), t.getOrigin().y(), t.getOrigin().z() }, { q.x(), q.y(), q.z(), q.w() } };
    }
}

void destroy(void* p)
{
    bullet_world* w = static_cast<bullet_world*>(p);
    for (auto& j : w->joint)
        w->world.removeConstraint(j.get());
    for (auto& b : w->body)
        w->world.removeRigidBody(b.get());
    delete w;
}

} // namespace

extern "C" const rigid_engine rigid_bullet          = { "Bullet", create, step, read, destroy };
extern "C" const rigid_engine rigid_bullet_deferred = { "Bullet, deferred", create_deferred, step, read, destroy };
