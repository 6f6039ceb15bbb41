#include "meeting.h"

#include "inside.h"

#include <stdlib.h>
#include <string.h>

massa_world_desc meeting_desc(uint32_t bodies, uint32_t pairs)
{
    massa_world_desc d   = api_desc(bodies);
    d.substeps           = 1;
    d.gravity            = (massa_vec3){ 0 };
    d.capacity.edits     = 8 * bodies + 256;
    d.capacity.shapes    = 32;
    d.capacity.hulls     = 8;
    d.capacity.children  = 32;
    d.capacity.colliders = 3 * bodies;
    d.capacity.pairs     = pairs > 0 ? pairs : MASSA_NONE;
    d.capacity.events    = 2048;
    return d;
}

static bool ghosts; // what is made are sensors

static massa_shape_id make(massa_world* w, const massa_shape_desc* d)
{
    massa_shape_desc one = *d;
    massa_shape_id id;
    one.sensor |= ghosts && d->kind != MASSA_SHAPE_COMPOUND; // whose children are
    test_try(massa_create_shape(w, &one, &id));
    return id;
}

massa_shape_id meeting_plane(massa_world* w)
{
    const massa_shape_desc d = massa_default_shape_desc();
    return make(w, &d);
}

massa_shape_id meeting_box(massa_world* w, float x, float y, float z)
{
    massa_shape_desc d = massa_default_shape_desc();
    d.kind             = MASSA_SHAPE_BOX;
    d.box.half         = (massa_vec3){ x, y, z };
    return make(w, &d);
}

massa_shape_id meeting_sphere(massa_world* w, float radius)
{
    massa_shape_desc d = massa_default_shape_desc();
    d.kind             = MASSA_SHAPE_SPHERE;
    d.sphere.radius    = radius;
    return make(w, &d);
}

massa_shape_id meeting_capsule(massa_world* w, float radius, float half_length)
{
    massa_shape_desc d    = massa_default_shape_desc();
    d.kind                = MASSA_SHAPE_CAPSULE;
    d.capsule.radius      = radius;
    d.capsule.half_length = half_length;
    return make(w, &d);
}

massa_shape_id meeting_hull(massa_world* w, float x, float y, float z)
{
    massa_vec3 corner[8];
    for (uint32_t i = 0; i < 8; ++i)
        corner[i] = (massa_vec3){ (i & 1) != 0 ? x : -x, (i & 2) != 0 ? y : -y, (i & 4) != 0 ? z : -z };
    massa_shape_desc d = massa_default_shape_desc();
    d.kind             = MASSA_SHAPE_HULL;
    d.hull.points      = corner;
    d.hull.count       = 8;
    return make(w, &d);
}

massa_shape_id meeting_gem(massa_world* w, float size)
{
    static const float at[9][3] = { { 1.0f, 0.0f, 0.25f },   { -1.0f, 0.25f, 0.0f },  { 0.25f, 1.0f, 0.0f },
                                    { 0.0f, -1.0f, 0.5f },   { 0.0f, 0.25f, 1.0f },   { 0.5f, 0.0f, -1.0f },
                                    { -0.5f, -0.5f, -0.5f }, { 0.75f, -0.5f, 0.75f }, { -0.5f, 0.75f, 0.5f } };
    massa_vec3 point[9];
    for (uint32_t i = 0; i < 9; ++i)
        point[i] = (massa_vec3){ at[i][0] * size, at[i][1] * size, at[i][2] * size };
    massa_shape_desc d = massa_default_shape_desc();
    d.kind             = MASSA_SHAPE_HULL;
    d.hull.points      = point;
    d.hull.count       = 9;
    return make(w, &d);
}

massa_shape_id meeting_pair(massa_world* w, massa_shape_id shape, float x0, float x1)
{
    const massa_child child[2] = { { shape, { x0, 0.0f, 0.0f }, { 0.0f, 0.0f, 0.0f, 1.0f } },
                                   { shape, { x1, 0.0f, 0.0f }, { 0.0f, 0.0f, 0.0f, 1.0f } } };
    massa_shape_desc d         = massa_default_shape_desc();
    d.kind                     = MASSA_SHAPE_COMPOUND;
    d.compound.children        = child;
    d.compound.count           = 2;
    return make(w, &d);
}

massa_body_id meeting_body(massa_world* w, massa_body_kind kind, massa_shape_id shape, float x, float y, float z)
{
    massa_body_desc d = massa_default_body_desc();
    massa_body_id id;
    d.kind     = kind;
    d.position = (massa_vec3){ x, y, z };
    d.shape    = shape;
    test_try(massa_create_body(w, &d, &id));
    return id;
}

void meeting_hold(massa_world* w, massa_body_id id)
{
    test_try(massa_body_set_locks(w, id, 63));
}

// ---- The scene ----

massa_world_desc meeting_scene_desc(uint32_t count)
{
    massa_world_desc d = meeting_desc(count + 4, 16 * count);
    d.gravity.y        = -9.81f;
    d.substeps         = 2;
    return d;
}

static float spread(uint64_t* random, float range)
{
    return ((float)(test_random(random) >> 8) * 0x1p-23f - 1.0f) * range;
}

static massa_shape_id filtered(massa_world* w, massa_shape_kind kind, bool sensor, int32_t group)
{
    massa_shape_desc d = massa_default_shape_desc();
    d.kind             = kind;
    d.sensor           = sensor;
    d.group            = group;
    d.box.half         = (massa_vec3){ 0.375f, 0.5f, 0.25f };
    d.sphere.radius    = 0.375f;
    return make(w, &d);
}

void meeting_scene(massa_world* w, uint32_t count, massa_body_id* id)
{
    massa_shape_id shape[12] = { meeting_box(w, 0.5f, 0.375f, 0.25f),
                                 meeting_sphere(w, 0.5f),
                                 meeting_capsule(w, 0.25f, 0.375f),
                                 meeting_hull(w, 0.25f, 0.5f, 0.375f),
                                 meeting_gem(w, 0.75f),
                                 meeting_box(w, 0.125f, 0.125f, 0.125f),
                                 filtered(w, MASSA_SHAPE_SPHERE, true, 0),
                                 filtered(w, MASSA_SHAPE_BOX, false, -7),
                                 filtered(w, MASSA_SHAPE_BOX, false, 3) };
    shape[9]                 = meeting_pair(w, shape[0], -0.75f, 0.75f);
    shape[10]                = meeting_pair(w, shape[2], -0.25f, 0.5f);
    shape[11]                = meeting_pair(w, shape[4], 0.0f, 1.0f);
    meeting_body(w, MASSA_BODY_STATIC, meeting_plane(w), 0.0f, 0.0f, 0.0f);
    meeting_body(w, MASSA_BODY_STATIC, meeting_box(w, 8.0f, 0.5f, 2.0f), 0.0f, 2.0f, 0.0f);
    meeting_body(w, MASSA_BODY_KINEMATIC, shape[11], 1.0f, 3.0f, 1.0f);
    uint64_t random = 9;
    for (uint32_t i = 0; i < count; ++i)
    {
        massa_body_desc d = massa_default_body_desc();
        massa_body_id one;
        d.kind             = i % 16 == 15 ? MASSA_BODY_KINEMATIC : MASSA_BODY_DYNAMIC;
        d.position.x       = spread(&random, 4.0f);
        d.position.y       = 4.0f + spread(&random, 4.0f);
        d.position.z       = spread(&random, 4.0f);
        d.rotation.x       = spread(&random, 1.0f);
        d.rotation.y       = spread(&random, 1.0f);
        d.velocity.x       = i % 4 == 0 ? 0.0f : spread(&random, 2.0f);
        d.angular_velocity = (massa_vec3){ spread(&random, 2.0f), i % 3 == 0 ? 0.0f : spread(&random, 8.0f), 0.0f };
        d.gravity_scale    = i % 5 == 0 ? 0.0f : 1.0f; // some barely move
        if (i % 5 == 0) d.velocity = d.angular_velocity = (massa_vec3){ 0 };
        d.shape = shape[i % MAS_COUNT(shape)];
        test_try(massa_create_body(w, &d, &one));
        if (id != NULL) id[i] = one;
    }
}

void meeting_ghosts(massa_world* w, uint32_t count, massa_body_id* id)
{
    ghosts = true;
    meeting_scene(w, count, id);
    ghosts = false;
}

massa_poll_result meeting_step(test_gpu* gpu, massa_world* w, uint32_t debug)
{
    VkCommandBuffer cmd  = platform_begin(&gpu->host);
    massa_step_desc desc = massa_default_step_desc();
    massa_poll_result news;
    desc.hash  = true;
    desc.debug = debug;
    test_try(massa_cmd_step(w, cmd, &desc));
    munit_assert(platform_submit_and_wait(&gpu->host, cmd));
    test_try(massa_world_poll(w, massa_world_last_step(w), &news));
    return news;
}

// ---- Contacts ----

static void parts(const massa_world* w, mas_span part[3])
{
    const mas_narrow* n = &w->simulation->collision->narrow;
    part[0]             = n->contacts.list;
    part[1]             = n->contacts.contact;
    part[2]             = n->cache.manifold;
}

VkDeviceSize meeting_copy_size(const massa_world* w)
{
    mas_span part[3];
    parts(w, part);
    return part[0].size + part[1].size + part[2].size;
}

void meeting_copy(const massa_world* w, VkCommandBuffer cmd, VkBuffer to, VkDeviceSize at)
{
    mas_span part[3];
    parts(w, part);
    for (int i = 0; i < 3; ++i)
    {
        const VkBufferCopy region = { part[i].offset, at, part[i].size };
        vkCmdCopyBuffer(cmd, w->simulation->arena.buffer[part[i].memory], to, 1, &region);
        at += part[i].size;
    }
}

static int by_colliders(const void* x, const void* y)
{
    const manifold *p = x, *q = y;
    if (p->a != q->a) return p->a < q->a ? -1 : 1;
    return p->b < q->b ? -1 : p->b > q->b;
}

meeting_set meeting_read(const massa_world* w, const uint8_t* copied)
{
    mas_span part[3];
    list_header list;
    parts(w, part);
    memcpy(&list, copied, sizeof list);
    meeting_set set = { list.count, munit_malloc((list.count + 1) * sizeof(manifold)) };
    for (uint32_t i = 0; i < list.count; ++i)
    {
        uint32_t pair;
        memcpy(&pair, copied + part[0].size + i * sizeof pair, sizeof pair);
        munit_assert_uint32(pair, <, w->simulation->collision->pairs.capacity);
        memcpy(&set.contact[i], copied + part[0].size + part[1].size + pair * sizeof(manifold), sizeof(manifold));
        set.contact[i].flags &= MANIFOLD_MARKS; // what was told of it is another story
    }
    qsort(set.contact, set.count, sizeof(manifold), by_colliders);
    for (uint32_t i = 1; i < set.count; ++i)
        munit_assert_int(by_colliders(&set.contact[i - 1], &set.contact[i]), <, 0); // each once
    return set;
}

meeting_set meeting_contacts(test_gpu* gpu, massa_world* w)
{
    platform_buffer copy;
    munit_assert(platform_buffer_create(&gpu->host, &copy, meeting_copy_size(w), VK_BUFFER_USAGE_TRANSFER_DST_BIT));
    VkCommandBuffer cmd = platform_begin(&gpu->host);
    meeting_copy(w, cmd, copy.buffer, 0);
    munit_assert(platform_submit_and_wait(&gpu->host, cmd));
    const meeting_set set = meeting_read(w, copy.mapped);
    platform_buffer_destroy(&gpu->host, &copy);
    return set;
}

uint64_t meeting_hash(const meeting_set* s)
{
    return mas_hash_bytes(s->count, s->contact, s->count * sizeof(manifold));
}

uint64_t meeting_contacts_hash(test_gpu* gpu, massa_world* w)
{
    meeting_set s       = meeting_contacts(gpu, w);
    const uint64_t hash = meeting_hash(&s);
    free(s.contact);
    return hash;
}
