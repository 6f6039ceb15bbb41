#include "limits.h"

#include <stdlib.h>
#include <string.h>

static void* room(uint64_t count, size_t size)
{
    return calloc(count + 1, size);
}

static void download_all(test_gpu* gpu, test_limits* t)
{
    const mas_tessellation* set = &t->set;
    test_download(gpu, t->s.point, t->twin.point, t->s.points * sizeof(mas_vec4));
    test_download(gpu, t->s.previous, t->previous, t->s.points * sizeof(mas_vec4));
    test_download(gpu, set->position, t->position, set->vertex_room * sizeof(mas_vec4));
    test_download(gpu, t->refit.box, t->box, t->refit.boxes * sizeof(surface_box));
    test_download(gpu, set->index, t->index, 3 * set->triangle_room * sizeof(uint32_t));
    test_download(gpu, set->meshlet, t->meshlet, (t->s.patches + 1) * sizeof(uint32_t));
    t->meshlet_count = t->meshlet[t->s.patches];
    test_download(gpu, set->meshlets, t->meshlets, t->meshlet_count * sizeof(uint32_t));
    test_download(gpu, t->refit.meshlet_box, t->meshlet_box, t->meshlet_count * sizeof(surface_box));
}

void test_make_limits(test_gpu* gpu, test_limits* t, const massa_cage* const* cages, uint32_t count, uint32_t level,
                      uint32_t queries)
{
    mas_kernels* k = &gpu->kernels;
    uint32_t limit[TEST_MAX_LIMITS];
    mesh_surface asked[TEST_MAX_LIMITS];
    for (uint32_t i = 0; i < count; ++i)
        limit[i] = level;
    *t = (test_limits){ .count = count };
    test_reset(gpu);
    mas_surfaces_plan(&t->s, &gpu->arena, cages, count, t->range);
    mas_mesh_plan(&t->mesh, &t->set, &gpu->arena, &t->s, cages, limit, false);
    mas_arena_release(&gpu->arena, gpu->arena.peak[MAS_SCRATCH]); // what follows keeps its bytes
    mas_refit_plan(&t->refit, &gpu->arena, t->range, count, t->set.meshlet_room);
    mas_query_plan(&t->query, &gpu->arena, queries);
    test_allocate(gpu);
    test_try(mas_points_create(&t->points, k, &t->s));
    test_try(mas_mesh_create(&t->mesh, k, &t->s, &t->set));
    test_try(mas_tessellate_create(&t->tessellate, k, &t->s, &t->set));
    test_try(mas_refit_create(&t->refit, k, &t->s, &t->set));
    if (queries > 0) test_try(mas_query_create(&t->query, k, &t->s, &t->refit));

    t->twin        = oracle_create_surfaces(cages, count);
    t->previous    = room(t->s.points, sizeof(mas_vec4));
    t->position    = room(t->set.vertex_room, sizeof(mas_vec4));
    t->box         = room(t->refit.boxes, sizeof(surface_box));
    t->meshlet_box = room(t->set.meshlet_room, sizeof(surface_box));
    t->index       = room(3 * (uint64_t)t->set.triangle_room, sizeof(uint32_t));
    t->meshlet     = room(t->s.patches + 1, sizeof(uint32_t));
    t->meshlets    = room(t->set.meshlet_room, sizeof(uint32_t));

    mas_surfaces_stage(&t->s, cages, t->range, gpu->arena.mapped[MAS_UPLOAD]);
    mas_refit_stage(&t->refit, t->range, gpu->arena.mapped[MAS_UPLOAD]);
    for (uint32_t i = 0; i < count; ++i)
    {
        t->stale[i] = 1;
        asked[i]    = mas_mesh_surface(&t->range[i], level, level);
    }
    test_upload(gpu, t->s.stale, t->stale, count * sizeof(uint32_t));
    test_upload(gpu, t->mesh.surface, asked, count * sizeof(mesh_surface));
    mas_recorder* rec = test_record(gpu);
    mas_surfaces_record(&t->s, rec, true);
    mas_refit_upload(&t->refit, rec);
    mas_mesh_record(&t->mesh, rec);
    mas_points_record(&t->points, rec);
    mas_copy(rec, t->s.point, t->s.previous, t->s.point.size);
    mas_tessellate_record(&t->tessellate, rec, true);
    mas_fill(rec, t->refit.box, 0);
    mas_refit_record(&t->refit, rec, true);
    test_submit(gpu);
    download_all(gpu, t);
}

void test_destroy_limits(test_limits* t)
{
    oracle_destroy_surfaces(&t->twin);
    free(t->previous);
    free(t->position);
    free(t->box);
    free(t->meshlet_box);
    free(t->index);
    free(t->meshlet);
    free(t->meshlets);
}

void test_pose_limits(test_gpu* gpu, test_limits* t)
{
    mas_recorder* rec = test_record(gpu);
    mas_copy(rec, t->s.point, t->s.previous, t->s.point.size);
    test_submit(gpu);
    test_upload(gpu, t->s.point, t->twin.point, t->s.points * sizeof(mas_vec4));
    test_upload(gpu, t->s.stale, t->stale, t->count * sizeof(uint32_t));
    rec = test_record(gpu);
    mas_points_record(&t->points, rec);
    mas_tessellate_record(&t->tessellate, rec, false);
    mas_refit_record(&t->refit, rec, false);
    test_submit(gpu);
    download_all(gpu, t);
}

void test_ask(test_gpu* gpu, test_limits* t, const query_record* q, uint32_t count, float inverse_dt, query_answer* out)
{
    test_upload(gpu, t->query.record, q, count * sizeof *q);
    mas_query_record(&t->query, test_record(gpu), count, inverse_dt);
    test_submit(gpu);
    test_download(gpu, t->query.answer, out, count * sizeof *out);
}

void test_random_pose(test_limits* t, uint32_t surface, uint64_t* seed, float size, float place, float noise)
{
    const mas_surface_range* r = &t->range[surface];
    const mas_vec4 a = test_uniform4(seed, -size, size), b = test_uniform4(seed, -size, size),
                   c = test_uniform4(seed, -size, size), d = test_uniform4(seed, -place, place);
    for (uint32_t i = r->point; i < r->point + r->cage_points; ++i)
    {
        const mas_vec4 x = t->twin.point[i], n = test_uniform4(seed, -noise * size, noise * size);
        t->twin.point[i] = (mas_vec4){ ((a.x * x.x + b.x * x.y) + c.x * x.z) + (d.x + n.x),
                                       ((a.y * x.x + b.y * x.y) + c.y * x.z) + (d.y + n.y),
                                       ((a.z * x.x + b.z * x.y) + c.z * x.z) + (d.z + n.z), 0.0f };
    }
}
