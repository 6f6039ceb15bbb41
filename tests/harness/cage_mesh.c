#include "cage_mesh.h"

#include "harness.h"

void test_mesh_begin(test_mesh* t, const test_cage* cage)
{
    test_cage_device* host = test_cage_host();
    t->desc                = test_cage_desc(cage);
    t->build = (cage_build){ .device = &host->device, .desc = &t->desc, .heap = { .device = &host->device } };
    test_try(mas_topology_check(&t->build));
    munit_assert_true(mas_rows_begin(&t->build.rows, &t->build.heap, t->desc.point_count));
    test_try(mas_topology_build(&t->build, &t->build.polygons));
    t->build.mesh[0] = t->build.polygons;
    t->mesh          = &t->build.mesh[0];
    if (t->mesh->halves == 4 * t->mesh->faces) t->mesh->face_first = t->mesh->face_of = NULL;
}

void test_mesh_end(test_mesh* t)
{
    mas_cage_give_all(&t->build.heap);
}

void test_mesh_position(const test_mesh* t, uint32_t point, double out[3])
{
    const cage_rows* r = &t->build.rows;
    out[0] = out[1] = out[2] = 0.0;
    const uint64_t first     = point < r->points ? 0 : r->first[point - r->points],
                   last      = point < r->points ? 1 : r->first[point - r->points + 1];
    for (uint64_t i = first; i < last; ++i)
    {
        const massa_vec3 p = t->desc.points[point < r->points ? point : r->entry_point[i]];
        const double w     = point < r->points ? 1.0 : r->entry_weight[i];
        out[0] += w * (double)p.x;
        out[1] += w * (double)p.y;
        out[2] += w * (double)p.z;
    }
}

uint32_t test_mesh_corner(const test_mesh* t, uint32_t vertex, uint32_t next)
{
    for (uint32_t h = 0; h < t->mesh->halves; ++h)
        if (t->mesh->vertex[h] == vertex && cage_end(t->mesh, h) == next) return h;
    munit_errorf("no edge from %u to %u", vertex, next);
}
