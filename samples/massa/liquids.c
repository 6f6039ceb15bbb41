// Liquids that many scenes share: how they come, and how they are at the end.
#include "scenes/scene.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void scene_plan_liquid(massa_world_desc* wd, double most, double spacing, double depth)
{
    wd->capacity.liquid         = (uint32_t)most;
    wd->capacity.particle_edits = (uint32_t)most;
    wd->capacity.bodies         = 32;
    wd->capacity.shapes         = 64;
    wd->liquid.spacing          = (float)spacing;
    wd->liquid.depth            = (float)depth;
}

bool scene_fill_box(scene* s, massa_liquid_id liquid, massa_vec3 low, massa_vec3 high, uint32_t* count)
{
    const massa_vec3 half = { 0.5f * (high.x - low.x), 0.5f * (high.y - low.y), 0.5f * (high.z - low.z) };
    const massa_vec3 at   = { low.x + half.x, low.y + half.y, low.z + half.z };
    massa_shape_desc box  = massa_default_shape_desc();
    massa_shape_id shape;
    uint32_t come = 0;
    box.kind      = MASSA_SHAPE_BOX;
    box.box.half  = half;
    if (!scene_try(s, massa_create_shape(s->world, &box, &shape)) ||
        !scene_try(s, massa_liquid_fill(s->world, liquid, shape, at, (massa_quat){ 0.0f, 0.0f, 0.0f, 1.0f },
                                        (massa_vec3){ 0.0f, 0.0f, 0.0f }, &come)))
        return false;
    *count += come;
    return scene_try(s, massa_destroy_shape(s->world, shape));
}

bool scene_add_lid(scene* s, double height)
{
    const massa_shape_desc plane = massa_default_shape_desc();
    massa_body_id lid;
    return scene_add_static(s, &plane, (massa_vec3){ 0.0f, (float)height, 0.0f },
                            (massa_quat){ 1.0f, 0.0f, 0.0f, 0.0f }, &lid);
}

void scene_check_liquid(scene* s, const massa_poll_result* heard, double expected)
{
    scene_check(s, "particles missing", expected - heard->particle_count, 0, 0, "");
    scene_check(s, "particles lost", heard->particles_lost, 0, 0, "");
    scene_check(s, "particles refused", heard->liquid_refused, 0, 0, "");
    scene_check(s, "lists overflowed", heard->overflow_count, 0, 0, "");
}

static bool is_within(const float x[4], massa_vec3 low, massa_vec3 high)
{
    return x[0] >= low.x && x[0] <= high.x && x[1] >= low.y && x[1] <= high.y && x[2] >= low.z && x[2] <= high.z;
}

scene_pool scene_measure_liquid(scene* s, const massa_liquid_id* liquid, massa_vec3 low, massa_vec3 high)
{
    const double gravity = 9.81;
    uint32_t count       = 0;
    float(*x)[4]         = scene_read_view(s, MASSA_VIEW_PARTICLE_POSITION, &count);
    float(*v)[4]         = scene_read_view(s, MASSA_VIEW_PARTICLE_VELOCITY, &count);
    float* density       = scene_read_view(s, MASSA_VIEW_LIQUID_DENSITY, &count);
    scene_pool out       = { .top = -INFINITY };
    for (uint32_t i = 0; x != NULL && v != NULL && density != NULL && i < count; ++i)
    {
        uint32_t tag;
        memcpy(&tag, &x[i][3], sizeof tag);
        if (tag == 0 || (liquid != NULL && (tag >> 25 & 7) != massa_liquid_index(*liquid))) continue;
        if (!is_within(x[i], low, high))
        {
            ++out.outside;
            continue;
        }
        const double square = (double)v[i][0] * v[i][0] + (double)v[i][1] * v[i][1] + (double)v[i][2] * v[i][2];
        ++out.count;
        for (int k = 0; k < 3; ++k)
            out.mean[k] += x[i][k];
        out.top  = fmax(out.top, x[i][1]);
        out.most = fmax(out.most, sqrt(square));
        out.speed += sqrt(square);
        out.energy += gravity * x[i][1] + 0.5 * square;
        out.density += fmax(density[i] - 1.0, 0.0);
        out.densest = fmax(out.densest, density[i]);
    }
    free(x);
    free(v);
    free(density);
    const double share = out.count > 0 ? 1.0 / out.count : 0.0;
    for (int k = 0; k < 3; ++k)
        out.mean[k] *= share;
    out.speed *= share;
    out.density *= share;
    return out;
}
