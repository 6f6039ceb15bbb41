#include "surfaces.h"

#include <stdlib.h>
#include <string.h>

void test_make_surfaces(test_gpu* gpu, test_surfaces* t, const massa_cage* const* cages, uint32_t count,
                        const uint32_t limit[TEST_SETS][TEST_MAX_SURFACES])
{
    mas_kernels* k = &gpu->kernels;
    *t             = (test_surfaces){ .count = count };
    test_reset(gpu);
    mas_surfaces_plan(&t->s, &gpu->arena, cages, count, t->range);
    for (int i = 0; i < TEST_SETS; ++i)
        mas_mesh_plan(&t->mesh[i], &t->set[i], &gpu->arena, &t->s, cages, limit[i], i == TEST_DRAWN);
    test_allocate(gpu);
    test_try(mas_points_create(&t->points, k, &t->s));
    for (int i = 0; i < TEST_SETS; ++i)
    {
        test_try(mas_mesh_create(&t->mesh[i], k, &t->s, &t->set[i]));
        test_try(mas_tessellate_create(&t->tessellate[i], k, &t->s, &t->set[i]));
    }
    t->twin = oracle_create_surfaces(cages, count);
    for (int i = 0; i < TEST_SETS; ++i)
    {
        const mas_tessellation* s = &t->set[i];
        t->twin_mesh[i]           = oracle_create_mesh(&t->twin, s->triangle_room, 2 * s->triangle_room);
        t->twin_position[i]       = calloc(s->vertex_room, sizeof(mas_vec4));
        test_upload(gpu, s->position, t->twin_position[i], s->vertex_room * sizeof(mas_vec4));
        for (uint32_t k2 = 0; k2 < count; ++k2)
            t->asked[i][k2] = mas_mesh_surface(&t->range[k2], 1, limit[i][k2]);
    }
    t->twin_normal = calloc(t->set[TEST_DRAWN].vertex_room, sizeof(mas_vec4));
    test_upload(gpu, t->set[TEST_DRAWN].normal, t->twin_normal, t->set[TEST_DRAWN].vertex_room * sizeof(mas_vec4));
    for (uint32_t i = 0; i < count; ++i)
        t->stale[i] = 1;
    test_set_stale(gpu, t);
    mas_surfaces_stage(&t->s, cages, t->range, gpu->arena.mapped[MAS_UPLOAD]);
    mas_surfaces_record(&t->s, test_record(gpu), true);
    test_submit(gpu);
}

void test_destroy_surfaces(test_surfaces* t)
{
    oracle_destroy_surfaces(&t->twin);
    for (int i = 0; i < TEST_SETS; ++i)
    {
        oracle_destroy_mesh(&t->twin_mesh[i]);
        free(t->twin_position[i]);
    }
    free(t->twin_normal);
}

void test_set_stale(test_gpu* gpu, test_surfaces* t)
{
    test_upload(gpu, t->s.stale, t->stale, t->count * sizeof(uint32_t));
}

void test_set_level(test_surfaces* t, int set, uint32_t surface, uint32_t level)
{
    t->asked[set][surface].level = level;
}

void test_random_levels(test_gpu* gpu, test_surfaces* t, int set, uint64_t seed)
{
    uint32_t* level = t->twin_mesh[set].level;
    for (uint32_t e = 0; e < t->s.edges; ++e)
    {
        const uint32_t surface = t->twin.patch[t->twin.edge[e].owner].surface;
        const uint32_t limit   = t->asked[set][surface].limit;
        const uint32_t lot     = test_random(&seed) % 64;
        level[e] = lot == 0 ? 0 : lot == 1 ? 0xFFFFFFFFu : lot == 2 ? limit + 1 : 1 + test_random(&seed) % limit;
    }
    for (uint32_t i = 0; i < t->count; ++i)
        t->asked[set][i].level = 0;
    test_upload(gpu, t->set[set].level, level, t->s.edges * sizeof(uint32_t));
}

// What of a span begins with must be these bytes.
static void expect(test_gpu* gpu, mas_span span, const void* wanted, uint64_t size, const char* what)
{
    if (size == 0) return;
    munit_assert_uint64(size, <=, span.size);
    uint8_t* got = malloc(size);
    test_download(gpu, span, got, size);
    if (memcmp(got, wanted, size) != 0)
    {
        const uint32_t *a = (const uint32_t*)got, *b = wanted;
        for (uint64_t i = 0; i < size / 4; ++i)
            if (a[i] != b[i]) munit_errorf("%s: word %llu is %08x, not %08x", what, (unsigned long long)i, a[i], b[i]);
    }
    free(got);
}

void test_check_points(test_gpu* gpu, test_surfaces* t)
{
    mas_points_record(&t->points, test_record(gpu));
    test_submit(gpu);
    oracle_points(&t->twin, t->stale);
    expect(gpu, t->s.point, t->twin.point, t->s.points * sizeof(mas_vec4), "points");
}

void test_check_mesh(test_gpu* gpu, test_surfaces* t, int set)
{
    const mas_tessellation* s = &t->set[set];
    oracle_mesh* m            = &t->twin_mesh[set];
    test_upload(gpu, t->mesh[set].surface, t->asked[set], t->count * sizeof(mesh_surface));
    mas_mesh_record(&t->mesh[set], test_record(gpu));
    test_submit(gpu);
    oracle_mesh_build(m, &t->twin, t->asked[set]);
    munit_assert_uint32(m->vertices, <=, s->vertex_room);
    munit_assert_uint32(m->triangles, <=, s->triangle_room);
    expect(gpu, t->mesh[set].beyond, &m->beyond, 4, "levels beyond");
    expect(gpu, s->level, m->level, t->s.edges * 4, "levels");
    expect(gpu, s->first, m->first, (t->s.edges + t->s.patches) * 4, "first vertices");
    expect(gpu, s->triangle, m->triangle, (t->s.patches + 1) * 4, "first triangles");
    expect(gpu, s->index, m->index, m->triangles * 12ull, "indices");
    expect(gpu, s->task, m->task, t->s.patches * sizeof *m->task, "tasks");
    if (set == TEST_DRAWN)
    {
        expect(gpu, s->draws, m->draws, t->count * 20ull, "draws");
        return;
    }
    munit_assert_uint32(m->meshlet_count, <=, s->meshlet_room);
    expect(gpu, s->meshlet, m->meshlet, (t->s.patches + 1) * 4, "first meshlets");
    expect(gpu, s->meshlets, m->meshlets, m->meshlet_count * 4ull, "meshlets");
}

void test_check_tessellate(test_gpu* gpu, test_surfaces* t, int set, bool all)
{
    const oracle_mesh* m = &t->twin_mesh[set];
    mas_vec4* normal     = set == TEST_DRAWN ? t->twin_normal : NULL;
    mas_tessellate_record(&t->tessellate[set], test_record(gpu), all);
    test_submit(gpu);
    oracle_tessellate(&t->twin, m, t->stale, all, t->twin_position[set], normal);
    expect(gpu, t->set[set].position, t->twin_position[set], m->vertices * sizeof(mas_vec4), "positions");
    if (normal) expect(gpu, t->set[set].normal, normal, m->vertices * sizeof(mas_vec4), "normals");
}
