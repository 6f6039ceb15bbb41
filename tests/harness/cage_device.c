// The device of tests that build cages: an allocator that counts and can fail, and a log that remembers.
#include "cages.h"

#include "harness.h"

#include <stdio.h>
#include <stdlib.h>

static void* allocate(void* user, size_t size, size_t alignment, VkSystemAllocationScope scope)
{
    (void)scope;
    test_cage_device* d = user;
    if (++d->allocations == d->fail_at) return NULL;
    void* p = aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
    d->blocks += p != NULL;
    return p;
}

static void release(void* user, void* p)
{
    test_cage_device* d = user;
    d->blocks -= p != NULL;
    free(p);
}

static void listen(void* user, massa_log_level level, const char* sentence)
{
    (void)level;
    test_cage_device* d = user;
    snprintf(d->said, sizeof d->said, "%s", sentence);
}

test_cage_device* test_cage_host(void)
{
    static test_cage_device d;
    d.device.allocation_copy =
        (VkAllocationCallbacks){ .pUserData = &d, .pfnAllocation = allocate, .pfnFree = release };
    d.device.allocation = &d.device.allocation_copy;
    d.device.log        = listen;
    d.device.log_user   = &d;
    return &d;
}

massa_cage* test_cage_build(const test_cage* t, uint32_t isolation)
{
    test_cage_device* host = test_cage_host();
    massa_cage_desc desc   = test_cage_desc(t);
    massa_cage* out        = NULL;
    desc.isolation         = isolation;
    if (mas_cage_build(&host->device, &desc, &out) != MASSA_OK) munit_errorf("%s is refused: %s", t->name, host->said);
    munit_assert_not_null(out);
    return out;
}

static void expect_rows(const massa_cage* c)
{
    uint32_t next = 0;
    for (uint32_t i = 0; i < c->row_count; ++i)
    {
        const surface_row r = c->row[i];
        double sum          = 0.0;
        munit_assert_uint32(r.point, ==, c->point_count + i);
        munit_assert_uint32(r.first, ==, next);
        munit_assert_uint32(r.surface, ==, 0);
        munit_assert_uint32(r.count, >, 0);
        next += r.count;
        munit_assert_uint32(next, <=, c->entry_count);
        for (uint32_t k = r.first; k < next; ++k)
        {
            munit_assert_uint32(c->entry[k].point, <, c->point_count);
            if (k > r.first) munit_assert_uint32(c->entry[k - 1].point, <, c->entry[k].point);
            munit_assert_true(c->entry[k].weight != 0.0f && c->entry[k].weight > -64.0f && c->entry[k].weight < 64.0f);
            sum += (double)c->entry[k].weight;
        }
        munit_assert_double(sum - 1.0, <, 4e-7); // half a unit in the last place of the largest weight
        munit_assert_double(sum - 1.0, >, -4e-7);
    }
    munit_assert_uint32(next, ==, c->entry_count);
}

static void expect_points(const massa_cage* c)
{
    const uint32_t all = c->point_count + c->row_count;
    uint32_t regular = 0, gregory = 0;
    for (uint32_t i = 0; i < c->patch_count; ++i)
    {
        const surface_patch* p = &c->patch[i];
        const bool is_gregory  = (p->flags & SURFACE_GREGORY) != 0;
        const uint32_t size    = is_gregory ? SURFACE_GREGORY_POINTS : SURFACE_REGULAR_POINTS;
        uint32_t* count        = is_gregory ? &gregory : &regular;
        munit_assert_uint32((is_gregory ? c->gregory_patch : c->regular_patch)[*count], ==, i);
        munit_assert_uint32(p->index, ==, size * *count);
        munit_assert_uint32(p->face, <, c->face_count);
        munit_assert_uint32(p->flags >> SURFACE_DEPTH_SHIFT & SURFACE_DEPTH_MASK, <=, c->largest_depth);
        for (uint32_t k = 0; k < size; ++k)
            munit_assert_uint32((is_gregory ? c->gregory : c->regular)[p->index + k], <, all);
        ++*count;
    }
    munit_assert_uint32(regular, ==, c->regular_count);
    munit_assert_uint32(gregory, ==, c->gregory_count);
}

typedef struct use // of an edge: by how many sides, forwards and backwards; and its owner's flags
{
    uint32_t whole, part, forward, backward, owned;
} use;

static void expect_side(const massa_cage* c, use* u, uint32_t patch, uint32_t side, uint32_t from, uint32_t to,
                        bool whole)
{
    const uint32_t e = side >> 1;
    munit_assert_uint32(e, <, c->edge_count);
    const surface_edge* edge = &c->edge[e];
    const uint32_t depth     = c->patch[patch].flags >> SURFACE_DEPTH_SHIFT & SURFACE_DEPTH_MASK;
    munit_assert_uint32(side & 1 ? edge->to : edge->from, ==, from);
    munit_assert_uint32(side & 1 ? edge->from : edge->to, ==, to);
    munit_assert_uint32(edge->depth, ==, whole ? depth : depth + 1);
    ++*(whole ? &u[e].whole : &u[e].part);
    ++*(side & 1 ? &u[e].backward : &u[e].forward);
}

static void expect_sides(const massa_cage* c)
{
    use* u           = calloc(c->edge_count, sizeof *u);
    uint32_t* corner = calloc(c->vertex_count, sizeof *corner);
    munit_assert_true(u != NULL && corner != NULL);
    for (uint32_t i = 0; i < c->patch_count; ++i)
    {
        const surface_patch* p = &c->patch[i];
        for (uint32_t s = 0; s < 4; ++s)
        {
            const uint32_t from = (&p->corner.x)[s], to = (&p->corner.x)[(s + 1) % 4], side = (&p->side.x)[s],
                           half = (&p->second.x)[s];
            munit_assert_uint32(from, <, c->vertex_count);
            corner[from] += p->flags >> (SURFACE_OWNS_CORNER + s) & 1;
            if (half == SURFACE_NONE)
            {
                const bool owns = (p->flags >> (SURFACE_OWNS_SIDE + s) & 1) != 0;
                expect_side(c, u, i, side, from, to, true);
                munit_assert_true(owns == (c->edge[side >> 1].owner == i));
                u[side >> 1].owned += owns;
                if (owns) munit_assert_uint32(side & 1, ==, 0);
                continue;
            }
            const uint32_t middle = side & 1 ? c->edge[side >> 1].from : c->edge[side >> 1].to;
            munit_assert_uint32(p->flags >> (SURFACE_OWNS_SIDE + s) & 1, ==, 0);
            expect_side(c, u, i, side, from, middle, false);
            expect_side(c, u, i, half, middle, to, false);
        }
    }
    for (uint32_t e = 0; e < c->edge_count; ++e) // each runs once each way, or once where the surface ends
    {
        munit_assert_uint32(u[e].owned, ==, 1);
        munit_assert_uint32(u[e].part, <=, 1);
        if (u[e].part > 0) // beside a larger patch: exact, so that the larger one's side is the same curve
            munit_assert_uint32(c->patch[c->edge[e].owner].flags & SURFACE_GREGORY, ==, 0);
        munit_assert_uint32(u[e].forward, ==, 1);
        munit_assert_uint32(u[e].backward, <=, 1);
        if (c->closed) munit_assert_uint32(u[e].backward, ==, 1);
        munit_assert_uint32(c->edge[e].owner, <, c->patch_count);
    }
    for (uint32_t v = 0; v < c->vertex_count; ++v)
        munit_assert_uint32(corner[v], ==, 1);
    if (c->closed) // Euler: each side of two edges has a vertex that is no corner of its patch
        munit_assert_int((int)(c->vertex_count + c->patch_count - c->edge_count) % 2, ==, 0);
    free(u);
    free(corner);
}

void test_cage_verify(const massa_cage* c)
{
    munit_assert_uint32(c->patch_count, ==, c->regular_count + c->gregory_count);
    expect_rows(c);
    expect_points(c);
    expect_sides(c);
}
