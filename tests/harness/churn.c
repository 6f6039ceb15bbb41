#include "churn.h"

uint32_t churn_pick(model* m, uint32_t n)
{
    return n == 0 ? 0 : test_random(&m->random) % n;
}

void churn_expect(model* m, massa_result got, massa_result want, const char* call)
{
    if (got != want) munit_errorf("%s returned %d where the model says %d: %s", call, got, want, mas_wrapper.error);
    m->refusals += got != MASSA_OK;
}

void churn_bury(model* m, churn_list list, uint64_t id)
{
    m->now.gone[list][m->now.gone_count[list]++ % MAX_GONE] = id;
}

uint64_t churn_dead(model* m, churn_list list)
{
    const uint32_t n = m->now.gone_count[list];
    return n == 0 ? 0 : m->now.gone[list][churn_pick(m, n < MAX_GONE ? n : MAX_GONE)];
}

// The number of a random one that is there, or n.
static uint32_t some(model* m, const thing* list, uint32_t n)
{
    const uint32_t from = churn_pick(m, n);
    for (uint32_t i = 0; i < n; ++i)
        if (list[(from + i) % n].id != 0) return (from + i) % n;
    return n;
}

massa_result churn_room(const model* m, uint32_t edits)
{
    return m->capacity.edits - m->now.edits >= edits ? MASSA_OK : MASSA_ERROR_EDITS_FULL;
}

void churn_create_shape(model* m)
{
    massa_shape_desc d = massa_default_shape_desc();
    massa_shape_id id;
    const bool wrong = churn_pick(m, 10) == 0;
    uint32_t n       = 0;
    while (n < m->capacity.shapes && m->now.shape[n].id != 0)
        ++n;
    d.kind          = (massa_shape_kind)churn_pick(m, 3);
    d.hollow        = d.kind != MASSA_SHAPE_PLANE && churn_pick(m, 2) == 0;
    d.sphere.radius = wrong ? -1.0f : 0.5f;
    d.box.half.z    = wrong ? -1.0f : 0.5f;
    d.hollow |= wrong;
    const massa_result want = wrong                     ? MASSA_ERROR_RANGE
                              : n == m->capacity.shapes ? MASSA_ERROR_CAPACITY
                                                        : churn_room(m, 1);
    churn_expect(m, massa_create_shape(m->world, &d, &id), want, "massa_create_shape");
    if (want != MASSA_OK) return;
    m->now.shape[n] = (thing){ .id = id.bits };
    if (n == m->now.shape_slots) ++m->now.shape_slots;
    ++m->now.edits;
}

void churn_destroy_shape(model* m)
{
    const uint32_t n        = churn_pick(m, 6) == 0 ? MAX_SHAPES : some(m, m->now.shape, MAX_SHAPES);
    const massa_shape_id id = { n < MAX_SHAPES ? m->now.shape[n].id : churn_dead(m, (churn_list)churn_pick(m, 4)) };
    const massa_result want = n == MAX_SHAPES             ? MASSA_ERROR_STALE_ID
                              : m->now.shape[n].users > 0 ? MASSA_ERROR_IN_USE
                                                          : churn_room(m, 1);
    churn_expect(m, massa_destroy_shape(m->world, id), want, "massa_destroy_shape");
    if (want != MASSA_OK) return;
    churn_bury(m, SHAPES_GONE, id.bits);
    m->now.shape[n].id = 0;
    ++m->now.edits;
}

// What giving a body this shape must return, without the edits. shape MAX_SHAPES: one that is gone.
static massa_result may_have(const model* m, uint32_t shape, bool dynamic, bool more)
{
    if (shape == MAX_SHAPES) return MASSA_ERROR_STALE_ID;
    if (dynamic) return MASSA_ERROR_RANGE;
    return more && m->now.colliders == m->capacity.colliders ? MASSA_ERROR_CAPACITY : MASSA_OK;
}

static void give(model* m, uint32_t body, uint32_t shape) // shape 1 + its number, or 0
{
    thing* b = &m->now.body[body];
    m->now.colliders += (uint32_t)(shape != 0) - (uint32_t)(b->shape != 0);
    if (m->now.collider_slots < m->now.colliders) m->now.collider_slots = m->now.colliders;
    if (shape != 0) ++m->now.shape[shape - 1].users;
    if (b->shape != 0) --m->now.shape[b->shape - 1].users;
    b->shape = shape;
}

void churn_create_body(model* m)
{
    massa_body_desc d = massa_default_body_desc();
    massa_body_id id;
    const bool has       = churn_pick(m, 3) != 0;
    const uint32_t shape = some(m, m->now.shape, MAX_SHAPES);
    uint32_t n           = 0;
    while (n < m->capacity.bodies && m->now.body[n].id != 0)
        ++n;
    d.kind     = (massa_body_kind)churn_pick(m, 3);
    d.position = (massa_vec3){ (float)churn_pick(m, 5), -1.0f, 0.0f };
    if (has) d.shape.bits = shape < MAX_SHAPES ? m->now.shape[shape].id : 1;
    massa_result want = has ? may_have(m, shape, d.kind == MASSA_BODY_DYNAMIC, true) : MASSA_OK;
    if (want == MASSA_OK) want = churn_room(m, 1u + has);
    if (want == MASSA_OK && n == m->capacity.bodies) want = MASSA_ERROR_CAPACITY;
    churn_expect(m, massa_create_body(m->world, &d, &id), want, "massa_create_body");
    if (want != MASSA_OK) return;
    const uint32_t at = massa_body_index(id); // the last one left, not the first free: the model takes it as it comes
    munit_assert_uint64(m->now.body[at].id, ==, 0);
    m->now.body[at] = (thing){ .id = id.bits, .dynamic = d.kind == MASSA_BODY_DYNAMIC };
    if (at == m->now.body_slots) ++m->now.body_slots;
    if (has) give(m, at, shape + 1);
    m->now.edits += 1u + has;
}

void churn_set_shape(model* m)
{
    const uint32_t n     = churn_pick(m, 8) == 0 ? MAX_BODIES : some(m, m->now.body, MAX_BODIES);
    const uint32_t shape = churn_pick(m, 8) == 0 ? MAX_SHAPES : some(m, m->now.shape, MAX_SHAPES);
    const bool none = churn_pick(m, 3) == 0, there = n < MAX_BODIES;
    const massa_body_id id  = { there ? m->now.body[n].id : churn_dead(m, (churn_list)churn_pick(m, 4)) };
    massa_shape_id shape_id = { shape < MAX_SHAPES ? m->now.shape[shape].id : churn_dead(m, SHAPES_GONE) };
    if (shape_id.bits == 0) shape_id.bits = 1; // null would be none
    if (none) shape_id.bits = 0;
    massa_result want = there ? MASSA_OK : MASSA_ERROR_STALE_ID;
    if (there && !none) want = may_have(m, shape, m->now.body[n].dynamic, m->now.body[n].shape == 0);
    if (want == MASSA_OK) want = churn_room(m, 1);
    churn_expect(m, massa_body_set_shape(m->world, id, shape_id), want, "massa_body_set_shape");
    if (want != MASSA_OK) return;
    give(m, n, none ? 0 : shape + 1);
    ++m->now.edits;
}

void churn_destroy_body(model* m)
{
    const uint32_t n = some(m, m->now.body, MAX_BODIES);
    if (n == MAX_BODIES) return;
    const massa_result want = churn_room(m, 1);
    churn_expect(m, massa_destroy_body(m->world, (massa_body_id){ m->now.body[n].id }), want, "massa_destroy_body");
    if (want != MASSA_OK) return;
    give(m, n, 0);
    churn_bury(m, BODIES_GONE, m->now.body[n].id);
    m->now.body[n].id = 0;
    ++m->now.edits;
}
