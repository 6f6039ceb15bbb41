// Rigid bodies that many scenes share: ground, walls, boxes, and how to see whether they still stand.
#include "scenes/scene.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

bool scene_add_static(scene* s, const massa_shape_desc* shape, massa_vec3 at, massa_quat turn, massa_body_id* out)
{
    massa_body_desc bd = massa_default_body_desc();
    bd.kind            = MASSA_BODY_STATIC;
    bd.position        = at;
    bd.rotation        = turn;
    return scene_try(s, massa_create_shape(s->world, shape, &bd.shape)) &&
           scene_try(s, massa_create_body(s->world, &bd, out));
}

bool scene_add_ground(scene* s, float friction)
{
    massa_shape_desc plane = massa_default_shape_desc();
    massa_body_id ground;
    plane.friction = friction;
    return scene_add_static(s, &plane, (massa_vec3){ 0.0f, 0.0f, 0.0f }, (massa_quat){ 0.0f, 0.0f, 0.0f, 1.0f },
                            &ground);
}

bool scene_add_glass(scene* s, double half_x, double half_z, double height, float friction)
{
    const double thick    = 0.025 * (half_x + half_z); // half of it
    massa_shape_desc wall = massa_default_shape_desc();
    wall.kind             = MASSA_SHAPE_BOX;
    wall.friction         = friction;
    for (int i = 0; i < 4; ++i)
    {
        const bool along_x = i < 2;
        const double side = i % 2 ? 1.0 : -1.0, out = (along_x ? half_z : half_x) + thick;
        const double length = along_x ? half_x + 2.0 * thick : half_z;
        const massa_vec3 at = { (float)(along_x ? 0.0 : side * out), (float)(0.5 * height),
                                (float)(along_x ? side * out : 0.0) };
        massa_body_id body;
        wall.box.half =
            (massa_vec3){ (float)(along_x ? length : thick), (float)(0.5 * height), (float)(along_x ? thick : length) };
        if (!scene_add_static(s, &wall, at, (massa_quat){ 0.0f, 0.0f, 0.0f, 1.0f }, &body)) return false;
        if (s->drawer == NULL) continue;
        const float half[3] = { wall.box.half.x, wall.box.half.y, wall.box.half.z };
        renderer_item* item = scene_draw_body(s, body, renderer_mesh_box(s->drawer, half, 0.0f));
        if (item == NULL) return false;
        item->glass = true;
        memcpy(item->colour, (float[3]){ 0.012f, 0.025f, 0.03f }, sizeof item->colour);
    }
    return true;
}

renderer_item* scene_draw_boxes(scene* s, massa_body_id first, uint32_t count, massa_vec3 half)
{
    if (s->drawer == NULL) return NULL;
    const float size[3] = { half.x, half.y, half.z };
    const float least   = half.x < half.y ? (half.x < half.z ? half.x : half.z) : half.y < half.z ? half.y : half.z;
    renderer_item* item = scene_draw_body(s, first, renderer_mesh_box(s->drawer, size, 0.08f * least));
    if (item == NULL) return NULL;
    item->count     = count;
    item->colour_by = RENDERER_COLOUR_ID;
    return item;
}

massa_quat scene_turned_y(const double half[2])
{
    return (massa_quat){ 0.0f, (float)half[1], 0.0f, (float)half[0] };
}

void scene_check_bodies(scene* s, const massa_poll_result* heard)
{
    uint32_t lost = 0;
    for (uint32_t i = 0; i < heard->event_count; ++i)
        lost += heard->events[i].kind == MASSA_EVENT_BODY_LOST;
    scene_check(s, "bodies lost", lost, 0, 0, "");
    scene_check(s, "lists overflowed", heard->overflow_count, 0, 0, "");
}

typedef struct pose
{
    float position[4], rotation[4];
} pose;

typedef struct motion
{
    float velocity[4], momentum[4];
} motion;

scene_stand scene_measure_stand(scene* s, massa_body_id first, uint32_t count, const massa_vec3* start)
{
    uint32_t poses = 0, motions = 0;
    const uint32_t from = massa_body_index(first);
    const double degree = 57.295779513082321;
    pose* p             = scene_read_view(s, MASSA_VIEW_BODY_POSE, &poses);
    motion* m           = scene_read_view(s, MASSA_VIEW_BODY_MOTION, &motions);
    scene_stand out     = { .top = -INFINITY, .lowest = INFINITY };
    for (uint32_t i = 0; p != NULL && m != NULL && i < count && from + i < poses && from + i < motions; ++i)
    {
        const float *x = p[from + i].position, *q = p[from + i].rotation, *v = m[from + i].velocity;
        const double up = 1.0 - 2.0 * ((double)q[0] * q[0] + (double)q[2] * q[2]);
        if (q[0] == 0.0f && q[1] == 0.0f && q[2] == 0.0f && q[3] == 0.0f) continue; // nobody there
        ++out.count;
        if (start != NULL)
        {
            const double dx = (double)x[0] - start[i].x, dz = (double)x[2] - start[i].z;
            out.drift = fmax(out.drift, sqrt(dx * dx + dz * dz));
            out.sunk  = fmax(out.sunk, (double)start[i].y - x[1]);
        }
        out.tilt   = fmax(out.tilt, degree * acos(fmin(1.0, fmax(-1.0, up))));
        out.speed  = fmax(out.speed, sqrt((double)v[0] * v[0] + (double)v[1] * v[1] + (double)v[2] * v[2]));
        out.top    = fmax(out.top, x[1]);
        out.lowest = fmin(out.lowest, x[1]);
        out.out_x  = fmax(out.out_x, fabs(x[0]));
        out.out_z  = fmax(out.out_z, fabs(x[2]));
    }
    free(p);
    free(m);
    return out;
}
