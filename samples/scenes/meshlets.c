// From a surface to the tree that collisions will search, in four stations: its collision mesh; the mesh cut into
// meshlets of at most 64 triangles; the boxes around them; the tree over its patches, eight boxes in one. All four are
// one surface, drawn where four bodies are.
//
// Checked: meshlets have at most 64 triangles and cover the mesh once; every box holds its triangles; every box of the
// tree holds those below it.
#include "scene.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum
{
    MODEL,
    LEVEL,
    SPIN,
    STATIONS = 4,
    HEIGHTS  = 8,
};

static const scene_parameter parameters[] = {
    [MODEL] = { "model", 0, 12, 3, true, "which of the gallery's cages" },
    [LEVEL] = { "level", 1, 16, 4, true, "of collision: segments along a side of a face" },
    [SPIN]  = { "spin", 0, 2, 0.4, false, "rad/s of the turntables" },
};

typedef struct box
{
    float lo[4], hi[4];
} box;

typedef struct meshlets
{
    massa_body_id stand[STATIONS];
    double half[2]; // cosine and sine of half the turntables' angle
    box *boxes, *nodes;
    uint32_t box_count, node_count, patch_count, kept;
    renderer_item *box_lines, *node_lines;
    bool looked;
} meshlets;

static void plan(scene* s, massa_world_desc* wd)
{
    cage c              = { 0 };
    wd->capacity.bodies = STATIONS;
    wd->capacity.pairs  = MASSA_NONE; // nobody has a shape
    scene_build_model(s, s->value[MODEL], 30.0, &c);
    scene_add_surface(s, wd, &c, 1, (uint32_t)s->value[LEVEL], 1);
}

static massa_vec3 place(int station)
{
    return (massa_vec3){ (float)(1.45 * (station - 1.5)), 0.02f, (float)(0.16 * (station - 1.5) * (station - 1.5)) };
}

static bool draw(scene* s, meshlets* m)
{
    massa_surface_range range;
    if (!scene_try(s, massa_surface_get_range(s->world, 0, &range))) return false;
    for (int i = 0; i < STATIONS; ++i)
    {
        renderer_item* item = scene_draw_collision(s, 0, m->stand[i]);
        if (item == NULL) return false;
        const float grey[3] = { 0.50f, 0.49f, 0.46f };
        memcpy(item->colour, grey, sizeof grey);
        if (i == 0) item->fill = RENDERER_FILL_BOTH;
        if (i != 1 && i != 2) item->colour_by = RENDERER_COLOUR_CONSTANT;
    }
    uint32_t nodes = 0;
    for (uint32_t n = range.patch_count; n > 1; nodes += n)
        n = (n + 7) / 8;
    m->box_lines  = scene_draw_lines(s, 24 * range.meshlet_count);
    m->node_lines = scene_draw_lines(s, 24 * (nodes + 1));
    return m->box_lines != NULL && m->node_lines != NULL;
}

static bool build(scene* s)
{
    meshlets* m = s->state;
    m->half[0]  = 1.0;
    for (int i = 0; i < STATIONS; ++i)
    {
        massa_body_desc d = massa_default_body_desc();
        d.kind            = MASSA_BODY_STATIC;
        d.position        = place(i);
        if (!scene_try(s, massa_create_body(s->world, &d, &m->stand[i]))) return false;
    }
    return s->drawer == NULL || draw(s, m);
}

static void draw_boxes(scene* s, meshlets* m, massa_quat turn)
{
    static const uint32_t colour[HEIGHTS] = { 0xFF40C0FFu, 0xFF30FF90u, 0xFFFFA040u, 0xFFFF60FFu,
                                              0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu };
    const massa_vec3 third = place(2), fourth = place(3);
    scene_line* line = scene_set_lines(s, m->box_lines, 24 * m->box_count);
    for (uint32_t i = 0; i < m->box_count && line != NULL; ++i, line += 24)
        scene_box_lines(line, (massa_vec3){ m->boxes[i].lo[0], m->boxes[i].lo[1], m->boxes[i].lo[2] },
                        (massa_vec3){ m->boxes[i].hi[0], m->boxes[i].hi[1], m->boxes[i].hi[2] }, &turn, &third,
                        0xFF202020u);
    line         = scene_set_lines(s, m->node_lines, 24 * m->node_count);
    uint32_t end = (m->patch_count + 7) / 8, width = end, height = 0;
    for (uint32_t i = 0; i < m->node_count && line != NULL; ++i, line += 24)
    {
        if (i == end)
        {
            width = (width + 7) / 8;
            end += width;
            ++height;
        }
        scene_box_lines(line, (massa_vec3){ m->nodes[i].lo[0], m->nodes[i].lo[1], m->nodes[i].lo[2] },
                        (massa_vec3){ m->nodes[i].hi[0], m->nodes[i].hi[1], m->nodes[i].hi[2] }, &turn, &fourth,
                        colour[height % HEIGHTS]);
    }
}

static bool edit(scene* s)
{
    meshlets* m = s->state;
    double step[2];
    cage_turn(0.5 * s->value[SPIN] * s->desc->dt / 6.283185307179586, step);
    scene_turn(m->half, step[0], step[1]);
    const massa_quat turn = scene_turned_y(m->half);
    for (int i = 0; i < STATIONS; ++i)
        if (!scene_try(s, massa_body_set_pose(s->world, m->stand[i], place(i), turn))) return false;
    if (m->box_lines != NULL && m->boxes != NULL && m->nodes != NULL) draw_boxes(s, m, turn);
    return true;
}

static double out_of(const box* b, const float p[3]) // m
{
    double most = 0.0;
    for (int k = 0; k < 3; ++k)
        most = fmax(most, fmax((double)b->lo[k] - p[k], (double)p[k] - b->hi[k]));
    return most;
}

// proves: 004-S04. Red when meshlets, boxes or the tree of the surface on view do not hold what they should.
static void check_meshlets(scene* s, const meshlets* m, const massa_surface_range* range)
{
    uint32_t count, most = 0, next = range->first_collision_triangle;
    double out = 0.0, gaps = 0.0;
    float(*at)[4]     = scene_read_view(s, MASSA_VIEW_SURFACE_COLLISION_POSITIONS, &count);
    uint32_t* index   = scene_read_view(s, MASSA_VIEW_SURFACE_COLLISION_INDICES, &count);
    uint32_t* meshlet = scene_read_view(s, MASSA_VIEW_SURFACE_MESHLETS, &count);
    for (uint32_t i = 0; at != NULL && index != NULL && meshlet != NULL && i < range->meshlet_count; ++i)
    {
        const uint32_t word = meshlet[range->first_meshlet + i], first = word & 0x1FFFFFFu, triangles = word >> 25;
        most = triangles > most ? triangles : most;
        gaps += first != next;
        next = first + triangles;
        for (uint32_t k = 0; k < 3 * triangles; ++k)
            out = fmax(out, out_of(&m->boxes[i], at[index[3 * first + k]]));
    }
    free(at);
    free(index);
    free(meshlet);
    scene_check(s, "meshlets", range->meshlet_count, 1, INFINITY, "");
    scene_check(s, "triangles of one", most, 1, 64, "");
    scene_check(s, "triangles left out", gaps + (next != range->first_collision_triangle + range->collision_triangles),
                0, 0, "");
    scene_check(s, "out of a box", 1e3 * out, 0, 0, "mm");
}

static void check_tree(scene* s, const meshlets* m, const box* patches)
{
    const box* below = patches;
    uint32_t count = m->patch_count, first = 0;
    double out = 0.0;
    do
    {
        for (uint32_t i = 0; i < count; ++i)
        {
            const box* above = &m->nodes[first + i / 8];
            out              = fmax(out, fmax(out_of(above, below[i].lo), out_of(above, below[i].hi)));
        }
        below = m->nodes + first;
        count = (count + 7) / 8;
        first += count;
    } while (count > 1);
    scene_check(s, "out of the box above", 1e3 * out, 0, 0, "mm");
}

static void hear(scene* s, const massa_poll_result* heard)
{
    meshlets* m = s->state;
    massa_surface_range range;
    scene_check_bodies(s, heard);
    if (m->looked || !scene_try(s, massa_surface_get_range(s->world, 0, &range))) return;
    m->looked      = true;
    uint32_t count = 0;
    box* patches   = scene_read_view(s, MASSA_VIEW_SURFACE_PATCH_BOXES, &count);
    m->patch_count = count;
    m->boxes       = scene_keep(s, scene_read_view(s, MASSA_VIEW_SURFACE_MESHLET_BOXES, &count));
    m->box_count   = range.meshlet_count;
    m->nodes       = scene_keep(s, scene_read_view(s, MASSA_VIEW_SURFACE_NODE_BOXES, &m->node_count));
    if (patches != NULL && m->boxes != NULL && m->nodes != NULL)
    {
        check_meshlets(s, m, &range);
        check_tree(s, m, patches);
    }
    else
        scene_check(s, "boxes unread", 1, 0, 0, "");
    free(patches);
}

static void look(scene* s, renderer_frame* f)
{
    (void)s;
    f->sky = renderer_sky_at(9.4f);
    f->fov = 0.39f;
    memcpy(f->eye, (float[3]){ 0.0f, 2.3f, 9.0f }, sizeof f->eye);
    memcpy(f->target, (float[3]){ 0.0f, 0.42f, 0.0f }, sizeof f->target);
    memcpy(f->bounds, (float[2][3]){ { -3.6f, 0.0f, -1.2f }, { 3.6f, 1.3f, 1.7f } }, sizeof f->bounds);
    memcpy(f->ground_colour, (float[3]){ 0.26f, 0.27f, 0.29f }, sizeof f->ground_colour);
    f->grid_spacing = 0.0f;
}

const scene_desc scene_meshlets = {
    .name            = "meshlets",
    .description     = "a surface's collision mesh, its meshlets, their boxes, and the tree",
    .parameters      = parameters,
    .parameter_count = sizeof parameters / sizeof parameters[0],
    .state_size      = sizeof(meshlets),
    .takes_obj       = true,
    .frames          = 120,
    .dt              = 1.0f / 60.0f,
    .best_step       = 40,
    .plan            = plan,
    .build           = build,
    .edit            = edit,
    .hear            = hear,
    .look            = look,
};
