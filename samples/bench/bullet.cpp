#include "bullet.h"

#include "BulletCollision/BroadphaseCollision/btDbvtBroadphase.h"

#include <vector>

struct bullet
{
    btHashedOverlappingPairCache pairs;
    btDbvtBroadphase broad{ &pairs };
    std::vector<btBroadphaseProxy*> proxy;
    float margin;
};

static btVector3 place(const float* v)
{
    return btVector3(v[0], v[1], v[2]);
}

bullet* bullet_create(const float* box, uint32_t count, float margin, bool deferred)
{
    bullet* b                 = new bullet;
    b->broad.m_deferedcollide = deferred;
    b->margin = gDbvtMargin = margin;
    for (uint32_t i = 0; i < count; ++i)
        b->proxy.push_back(
            b->broad.createProxy(place(box + 8 * i), place(box + 8 * i + 4), 0, nullptr, 1, -1, nullptr));
    b->broad.calculateOverlappingPairs(nullptr);
    return b;
}

void bullet_destroy(bullet* b)
{
    if (b == nullptr) return;
    for (btBroadphaseProxy* p : b->proxy)
        b->broad.destroyProxy(p, nullptr);
    delete b;
}

void bullet_step(bullet* b, const float* box)
{
    gDbvtMargin = b->margin; // one for all
    for (size_t i = 0; i < b->proxy.size(); ++i)
        b->broad.setAabb(b->proxy[i], place(box + 8 * i), place(box + 8 * i + 4), nullptr);
    b->broad.calculateOverlappingPairs(nullptr);
}

uint32_t bullet_pairs(const bullet* b)
{
    return (uint32_t)b->pairs.getNumOverlappingPairs();
}
