// Thousands of random calls that make and destroy shapes and bodies and give them to each other, beside a simple model
// of what must come out. Red when a slot, a hull, a child or a collider leaks, an id comes back, a count of users is
// off, or a refusal is not what the model expects.
// runs: lavapipe25 layers asan. What the host side does with its input is the same on every driver.
#include "meeting.h"

#include "module/shapes.h"
#include "module/world.h"

#include <string.h>

enum
{
    SHAPES    = 24,
    HULLS     = 5,
    CHILDREN  = 7,
    BODIES    = 24,
    COLLIDERS = 40,
    CALLS     = 6000
};

typedef struct model_shape
{
    massa_shape_id id; // 0: none
    massa_shape_kind kind;
    uint32_t users, children, child[3]; // places in the model
    uint64_t user;
} model_shape;

typedef struct model_body
{
    massa_body_id id;
    bool dynamic;
    uint32_t shape; // 1 + place; 0: none
} model_body;

typedef struct model
{
    massa_world* w;
    test_gpu* gpu;
    uint64_t random;
    model_shape shape[SHAPES];
    model_body body[BODIES];
    uint32_t refused;
} model;

static uint32_t pick(model* m, uint32_t n)
{
    return test_random(&m->random) % n;
}

static uint32_t colliders_of(const model* m, uint32_t shape)
{
    if (shape == 0) return 0;
    return m->shape[shape - 1].kind == MASSA_SHAPE_COMPOUND ? m->shape[shape - 1].children : 1;
}

static void count(const model* m, uint32_t* shapes, uint32_t* hulls, uint32_t* children, uint32_t* colliders)
{
    *shapes = *hulls = *children = *colliders = 0;
    for (uint32_t i = 0; i < SHAPES; ++i)
    {
        const model_shape* s = &m->shape[i];
        if (s->id.bits == 0) continue;
        ++*shapes;
        *hulls += s->kind == MASSA_SHAPE_HULL;
        *children += s->children;
    }
    for (uint32_t i = 0; i < BODIES; ++i)
        *colliders += colliders_of(m, m->body[i].shape);
}

static void expect_like_model(model* m)
{
    uint32_t shapes, hulls, children, colliders, in_hulls = 0;
    const mas_tables* t = m->w->tables;
    count(m, &shapes, &hulls, &children, &colliders);
    munit_assert_uint32(t->collider.live, ==, colliders);
    munit_assert_true(mas_tables_sound(t, &t->capacity));
    for (uint32_t i = 0; i < t->shape.hulls; ++i)
        in_hulls += mas_hulls(t)[i].corners != 0;
    munit_assert_uint32(in_hulls, ==, hulls);
    for (uint32_t i = 0; i < SHAPES; ++i)
    {
        const model_shape* s = &m->shape[i];
        uint64_t user;
        uint32_t slot;
        if (s->id.bits == 0) continue;
        test_try(massa_shape_get_user(m->w, s->id, &user));
        munit_assert_uint64(user, ==, s->user);
        munit_assert_true(mas_find_shape(t, s->id, &slot));
        munit_assert_uint32(mas_shapes(t)[slot].users, ==, s->users);
    }
}

static void create_shape(model* m)
{
    massa_shape_desc d = massa_default_shape_desc();
    massa_child child[3];
    massa_vec3 point[12];
    uint32_t place, shapes, hulls, children, colliders;
    count(m, &shapes, &hulls, &children, &colliders);
    for (place = 0; place < SHAPES - 1 && m->shape[place].id.bits != 0; ++place)
    {
    }
    model_shape s = { .kind = (massa_shape_kind)pick(m, 6), .user = m->random };
    d.kind        = s.kind;
    d.user        = s.user;
    for (uint32_t i = 0; i < 12; ++i)
        point[i] = (massa_vec3){ (float)(i & 1) - 0.5f, (float)(i >> 1 & 1) - 0.5f, (float)(i >> 2) - 0.5f };
    d.hull.points       = point;
    d.hull.count        = 8 + pick(m, 5);
    d.compound.children = child;
    bool fits           = shapes < SHAPES && (s.kind != MASSA_SHAPE_HULL || hulls < HULLS);
    if (s.kind == MASSA_SHAPE_COMPOUND)
    {
        const uint32_t want = 1 + pick(m, 3);
        for (uint32_t tries = 0; tries < 20 && s.children < want; ++tries)
        {
            const uint32_t k = pick(m, SHAPES);
            if (m->shape[k].id.bits == 0 || m->shape[k].kind == MASSA_SHAPE_PLANE ||
                m->shape[k].kind == MASSA_SHAPE_COMPOUND)
                continue;
            s.child[s.children] = k;
            child[s.children++] = (massa_child){ m->shape[k].id,
                                                 { (float)s.children, 0.0f, 0.0f },
                                                 { 0.0f, 0.0f, (float)pick(m, 3), 1.0f } };
        }
        d.compound.count = s.children;
        if (s.children == 0) return;
        fits = fits && children + s.children <= CHILDREN;
    }
    const uint64_t before = api_tables(m->w);
    const massa_result r  = massa_create_shape(m->w, &d, &s.id);
    munit_assert_int(r, ==, fits ? MASSA_OK : MASSA_ERROR_CAPACITY);
    if (!fits) munit_assert_uint64(api_tables(m->w), ==, before);
    m->refused += !fits;
    if (!fits) return;
    munit_assert_uint64(m->shape[place].id.bits, ==, 0);
    m->shape[place] = s;
    for (uint32_t i = 0; i < s.children; ++i)
        ++m->shape[s.child[i]].users;
}

static void destroy_shape(model* m)
{
    const uint32_t k = pick(m, SHAPES);
    model_shape* s   = &m->shape[k];
    if (s->id.bits == 0) return;
    const uint64_t before = api_tables(m->w);
    const massa_result r  = massa_destroy_shape(m->w, s->id);
    munit_assert_int(r, ==, s->users == 0 ? MASSA_OK : MASSA_ERROR_IN_USE);
    if (s->users != 0) munit_assert_uint64(api_tables(m->w), ==, before);
    m->refused += s->users != 0;
    if (s->users != 0) return;
    uint64_t user;
    munit_assert_int(massa_shape_get_user(m->w, s->id, &user), ==, MASSA_ERROR_STALE_ID);
    for (uint32_t i = 0; i < s->children; ++i)
        --m->shape[s->child[i]].users;
    *s = (model_shape){ 0 };
}

// A shape by chance, or none: 1 + place.
static uint32_t some_shape(model* m)
{
    const uint32_t k = pick(m, SHAPES + 4);
    return k < SHAPES && m->shape[k].id.bits != 0 ? k + 1 : 0;
}

static massa_result due(const model* m, bool dynamic, uint32_t before, uint32_t after)
{
    uint32_t shapes, hulls, children, colliders;
    count(m, &shapes, &hulls, &children, &colliders);
    if (after != 0 && dynamic && m->shape[after - 1].kind == MASSA_SHAPE_PLANE) return MASSA_ERROR_RANGE;
    return colliders - colliders_of(m, before) + colliders_of(m, after) <= COLLIDERS ? MASSA_OK : MASSA_ERROR_CAPACITY;
}

static void edit_body(model* m)
{
    model_body* b        = &m->body[pick(m, BODIES)];
    const uint32_t shape = some_shape(m);
    const bool create    = b->id.bits == 0;
    if (!create && pick(m, 4) == 0)
    {
        test_try(massa_destroy_body(m->w, b->id));
        if (b->shape != 0) --m->shape[b->shape - 1].users;
        *b = (model_body){ 0 };
        return;
    }
    massa_body_desc d = massa_default_body_desc();
    if (create) b->dynamic = pick(m, 2) == 0;
    d.kind       = b->dynamic ? MASSA_BODY_DYNAMIC : MASSA_BODY_STATIC;
    d.position.x = 0.125f * (float)pick(m, 64);
    d.position.y = 0.125f * (float)pick(m, 64);
    if (shape != 0) d.shape = m->shape[shape - 1].id;
    const massa_result want = due(m, b->dynamic, b->shape, shape);
    const uint64_t before   = api_tables(m->w);
    munit_assert_int(create ? massa_create_body(m->w, &d, &b->id) : massa_body_set_shape(m->w, b->id, d.shape), ==,
                     want);
    m->refused += want != MASSA_OK;
    if (want != MASSA_OK)
    {
        munit_assert_uint64(api_tables(m->w), ==, before);
        return;
    }
    if (b->shape != 0) --m->shape[b->shape - 1].users;
    if (shape != 0) ++m->shape[shape - 1].users;
    b->shape = shape;
}

static MunitResult like_the_model(const MunitParameter params[], void* fixture)
{
    (void)params;
    static model m;
    m                     = (model){ .gpu = fixture, .random = 5 };
    massa_world_desc desc = meeting_desc(BODIES, 1024);
    desc.capacity.shapes = SHAPES, desc.capacity.hulls = HULLS, desc.capacity.children = CHILDREN;
    desc.capacity.colliders = COLLIDERS;
    test_try(massa_create_world(m.gpu->device, &desc, &m.w));
    for (uint32_t i = 0; i < CALLS; ++i)
    {
        switch (pick(&m, 5))
        {
        case 0: create_shape(&m); break;
        case 1: destroy_shape(&m); break;
        default: edit_body(&m); break;
        }
        if (i % 10 == 0) expect_like_model(&m);
        if (m.w->tables->edit_count + 8 > desc.capacity.edits || i % 100 == 99)
            munit_assert_uint32(meeting_step(m.gpu, m.w, 0).overflow_count, ==, 0);
    }
    munit_assert_uint32(m.refused, >, CALLS / 50);
    for (uint32_t i = 0; i < BODIES; ++i) // and all of it can go
        if (m.body[i].id.bits != 0) test_try(massa_destroy_body(m.w, m.body[i].id));
    for (uint32_t round = 0; round < 2; ++round) // compounds, then what they were made of
        for (uint32_t i = 0; i < SHAPES; ++i)
            if (m.shape[i].id.bits != 0 && (m.shape[i].kind == MASSA_SHAPE_COMPOUND) == (round == 0))
                test_try(massa_destroy_shape(m.w, m.shape[i].id));
    munit_assert_uint32(m.w->tables->collider.live, ==, 0);
    munit_assert_uint32(m.w->tables->collider.unbounded, ==, 0);
    munit_assert_uint32(meeting_step(m.gpu, m.w, 0).pair_count, ==, 0);
    massa_destroy_world(m.w);
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/like-the-model", like_the_model, api_setup, wrapper_tear_down, 0, NULL },
    { 0 },
};
MunitSuite test_shapes_churn_suite = { "/shapes-churn", tests, NULL, 1, 0 };
