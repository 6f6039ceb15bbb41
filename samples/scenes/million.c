// A million grains pile up in a closed box: a load for measuring, with a picture that proves it is real. They come
// close packed and in few steps, so that from the first frames on all particles have neighbours.
//
// Checked: no grain is lost or outside the box, no list overflows, and the world fits into 2 GiB.
#include "scene.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum
{
    PARTICLES,
    BATCH = 1 << 18, // grains that come in one step at most
};

static const scene_parameter parameters[] = {
    [PARTICLES] = { "particles", 1000, 1 << 21, 1 << 20, true, "grains" },
};

static const double RADIUS = 0.05, SPACING = 0.0985; // m

typedef struct million
{
    massa_grains_id grains;
    massa_body_id box;
    uint32_t count, added, wide;
    double half[3]; // m, of the box inside; its floor is at 0
    massa_particle batch[BATCH];
} million;

static void plan(scene* s, massa_world_desc* wd)
{
    const uint32_t count        = (uint32_t)s->value[PARTICLES];
    wd->capacity.bodies         = 1;
    wd->capacity.edits          = 16;
    wd->capacity.shapes         = 1;
    wd->capacity.colliders      = 1;
    wd->capacity.particles      = count;
    wd->capacity.particle_edits = count < BATCH ? count : BATCH;
    wd->capacity.neighbours     = 24;
}

static bool build(scene* s)
{
    million* m = s->state;
    m->count   = (uint32_t)s->value[PARTICLES];
    m->wide    = 1;
    while (m->wide * m->wide * (m->wide / 2 + 1) < m->count)
        ++m->wide;
    m->half[0] = m->half[2] = 0.58 * m->wide * SPACING;
    m->half[1]              = 0.25 * m->wide * SPACING;

    massa_grains_desc gd  = massa_default_grains_desc();
    massa_shape_desc hole = massa_default_shape_desc();
    massa_body_desc bd    = massa_default_body_desc();
    gd.radius             = (float)RADIUS;
    hole.kind             = MASSA_SHAPE_BOX;
    hole.hollow           = true;
    hole.box.half         = (massa_vec3){ (float)m->half[0], (float)m->half[1], (float)m->half[2] };
    bd.kind               = MASSA_BODY_STATIC;
    bd.position.y         = (float)m->half[1];
    if (!scene_try(s, massa_create_grains(s->world, &gd, &m->grains)) ||
        !scene_try(s, massa_create_shape(s->world, &hole, &bd.shape)) ||
        !scene_try(s, massa_create_body(s->world, &bd, &m->box)))
        return false;
    if (s->drawer == NULL) return true;
    const float half[3]   = { hole.box.half.x, hole.box.half.y, hole.box.half.z };
    renderer_item* glass  = scene_draw_body(s, m->box, renderer_mesh_box(s->drawer, half, 0.0f));
    renderer_item* grains = glass != NULL ? scene_draw_grains(s, &m->grains, (float)RADIUS) : NULL;
    if (grains == NULL) return false;
    glass->glass      = true;
    grains->colour_by = RENDERER_COLOUR_ORDER;
    grains->kind      = m->count;
    return true;
}

// Close packed but for a little: every other layer lies in the hollows of the one below.
static massa_particle grain(const million* m, uint32_t i)
{
    const uint32_t x = i % m->wide, z = i / m->wide % m->wide, y = i / (m->wide * m->wide);
    const double shift = y % 2 ? 0.25 : -0.25, low = -0.5 * (m->wide - 1.0), jitter = 0.01;
    return (massa_particle){ .position = { (float)(SPACING * (low + x + shift + jitter * scene_noise(3 * i))),
                                           (float)(SPACING * (0.6 + 0.75 * y + jitter * scene_noise(3 * i + 1))),
                                           (float)(SPACING * (low + z + shift + jitter * scene_noise(3 * i + 2))) } };
}

static bool edit(scene* s)
{
    million* m           = s->state;
    const uint32_t left  = m->count - m->added;
    const uint32_t count = left < BATCH ? left : BATCH;
    if (count == 0) return true;
    for (uint32_t i = 0; i < count; ++i)
        m->batch[i] = grain(m, m->added + i);
    m->added += count;
    return scene_try(s, massa_grains_add(s->world, m->grains, m->batch, count, NULL));
}

static void hear(scene* s, const massa_poll_result* heard)
{
    const million* m        = s->state;
    const uint64_t come     = heard->last_step * BATCH;
    const uint32_t expected = come < m->count ? (uint32_t)come : m->count;
    scene_check_grains(s, heard, expected);
}

static void finish(scene* s)
{
    const million* m = s->state;
    uint32_t count, alive = 0, outside = 0;
    float(*x)[4] = scene_read_view(s, MASSA_VIEW_PARTICLE_POSITION, &count);
    for (uint32_t i = 0; x != NULL && i < count; ++i)
    {
        uint32_t tag;
        memcpy(&tag, &x[i][3], sizeof tag);
        if (tag == 0) continue;
        ++alive;
        const double from[3] = { x[i][0], x[i][1] - m->half[1], x[i][2] };
        bool in              = true;
        for (int k = 0; k < 3; ++k)
            in = in && fabs(from[k]) <= m->half[k] - 0.999 * RADIUS;
        if (!in) ++outside;
    }
    free(x);
    const massa_memory* has = &s->memory;
    const double bytes      = (double)(has->state + has->scratch + has->upload + has->readback + has->host);
    scene_check(s, "grains at the end", alive, m->added, m->added, "");
    scene_check(s, "grains outside", outside, 0, 0, "");
    scene_check(s, "memory of the world", bytes / 1048576.0, -INFINITY, 2048.0, "MiB");
}

static void look(scene* s, renderer_frame* f)
{
    const million* m = s->state;
    const float x = (float)m->half[0], y = (float)m->half[1];
    f->sky = renderer_sky_at(8.6f);
    f->fov = 0.5f;
    memcpy(f->eye, (float[3]){ 1.75f * x, 1.15f * x, 3.7f * x }, sizeof f->eye);
    memcpy(f->target, (float[3]){ 0.0f, 0.75f * y, 0.0f }, sizeof f->target);
    memcpy(f->bounds, (float[2][3]){ { -x, 0.0f, -x }, { x, 2.0f * y, x } }, sizeof f->bounds);
    memcpy(f->ground_colour, (float[3]){ 0.15f, 0.16f, 0.175f }, sizeof f->ground_colour);
    f->grid_spacing = 0.2f * x;
}

const scene_desc scene_million = {
    .name            = "million",
    .description     = "a million grains in a box, for measuring",
    .parameters      = parameters,
    .parameter_count = sizeof parameters / sizeof parameters[0],
    .state_size      = sizeof(million),
    .frames          = 8,
    .dt              = 1.0f / 60.0f,
    .plan            = plan,
    .build           = build,
    .edit            = edit,
    .hear            = hear,
    .finish          = finish,
    .look            = look,
};
