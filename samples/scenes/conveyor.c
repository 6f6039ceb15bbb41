// Crates ride round on four belts: nothing of a belt moves but its surface. Every now and then a crate falls onto the
// first one; where a belt ends the next one takes over, at a right angle. A smooth rail guides them on the inside: a
// crate is taken along as soon as its front is on the next belt, and would cut the corners.
//
// Checked: crates go as fast as the belt they ride on, none falls off, and all have come round the corners they should.
#include "scene.h"

#include <math.h>
#include <string.h>

enum
{
    CRATES,
    SPEED,
    MOST  = 40,
    BELTS = 4,
    EVERY = 60, // steps from one crate to the next
};

static const scene_parameter parameters[] = {
    [CRATES] = { "crates", 1, MOST, 12, true, "on the belts" },
    [SPEED]  = { "speed", 0.2, 4, 1.6, false, "m/s of the belts" },
};

static const double RING = 5.0, WIDE = 0.9, THICK = 0.2, HIGH = 1.0; // m: half the square; of a belt half its width and
                                                                     // thickness; height of its top
static const double LONG   = 4.1;                                    // m, half the length of a belt: RING - WIDE
static const double INSIDE = 3.2, RAIL = 0.06; // m: half the empty square; half a rail's thickness
static const float HALF = 0.3f;                // m, of a crate

typedef struct conveyor
{
    massa_body_id belt[BELTS], crate[MOST];
    uint32_t added;
    uint32_t last[MOST], corners[MOST];      // belt whose middle a crate was last on; how often that changed
    double slowest_on_belt, fastest_on_belt; // m/s, of crates in the middle of a belt
    uint32_t down;                           // crates that left the belts
} conveyor;

static void plan(scene* s, massa_world_desc* wd)
{
    (void)s;
    wd->capacity.bodies      = MOST + 2 * BELTS + 1;
    wd->capacity.colliders   = MOST + 2 * BELTS + 1;
    wd->capacity.pairs       = 2048;
    wd->capacity.watched     = MOST;
    wd->capacity.debug_lines = 16384;
}

// Four belts around a square, each running into the side of the next: along +x, -z, -x, +z.
static massa_vec3 belt_at(uint32_t k)
{
    const double far = RING - WIDE, x[BELTS] = { -WIDE, far, WIDE, -far }, z[BELTS] = { far, WIDE, -far, -WIDE };
    return (massa_vec3){ (float)x[k], (float)(HIGH - THICK), (float)z[k] };
}

static void direction(uint32_t k, double out[2])
{
    out[0] = k == 0 ? 1.0 : k == 2 ? -1.0 : 0.0;
    out[1] = k == 1 ? -1.0 : k == 3 ? 1.0 : 0.0;
}

// Along the inner edge of belt k, a little over the edge.
static bool add_rail(scene* s, uint32_t k, massa_quat turn)
{
    const double far = INSIDE - RAIL, at[2] = { k == 1   ? far
                                                : k == 3 ? -far
                                                         : 0.0,
                                                k == 0   ? far
                                                : k == 2 ? -far
                                                         : 0.0 };
    massa_shape_desc rail = massa_default_shape_desc();
    massa_body_id body;
    rail.kind     = MASSA_SHAPE_BOX;
    rail.box.half = (massa_vec3){ (float)INSIDE, 0.1f, (float)RAIL };
    rail.friction = 0.0f;
    if (!scene_add_static(s, &rail, (massa_vec3){ (float)at[0], (float)HIGH + 0.15f, (float)at[1] }, turn, &body))
        return false;
    if (s->drawer == NULL) return true;
    const float size[3] = { rail.box.half.x, rail.box.half.y, rail.box.half.z };
    renderer_item* item = scene_draw_body(s, body, renderer_mesh_box(s->drawer, size, 0.02f));
    if (item == NULL) return false;
    memcpy(item->colour, (float[3]){ 0.55f, 0.40f, 0.05f }, sizeof item->colour);
    return true;
}

static bool build(scene* s)
{
    conveyor* c       = s->state;
    const double root = 0.70710678118654752;
    // Turns about y by 0, 90, 180, 270 degrees: x to +x, -z, -x, +z.
    const double half[BELTS][2] = { { 1.0, 0.0 }, { root, root }, { 0.0, 1.0 }, { -root, root } };
    massa_shape_desc belt       = massa_default_shape_desc();
    belt.kind                   = MASSA_SHAPE_BOX;
    belt.box.half               = (massa_vec3){ (float)LONG, (float)THICK, (float)WIDE };
    belt.friction               = 1.0f;
    belt.surface_velocity       = (massa_vec3){ (float)s->value[SPEED], 0.0f, 0.0f };
    c->slowest_on_belt          = INFINITY;
    if (!scene_add_ground(s, 0.6f)) return false;
    for (uint32_t k = 0; k < BELTS; ++k)
    {
        if (!scene_add_static(s, &belt, belt_at(k), scene_turned_y(half[k]), &c->belt[k]) ||
            !add_rail(s, k, scene_turned_y(half[k])))
            return false;
        if (s->drawer == NULL) continue;
        const float size[3] = { belt.box.half.x, belt.box.half.y, belt.box.half.z };
        renderer_item* item = scene_draw_body(s, c->belt[k], renderer_mesh_box(s->drawer, size, 0.08f));
        if (item == NULL) return false;
        memcpy(item->colour, (float[3]){ 0.035f, 0.04f, 0.05f }, sizeof item->colour);
    }
    return true;
}

static bool add_crate(scene* s, conveyor* c)
{
    massa_shape_desc box = massa_default_shape_desc();
    massa_body_desc bd   = massa_default_body_desc();
    const uint32_t i     = c->added;
    box.kind             = MASSA_SHAPE_BOX;
    box.box.half         = (massa_vec3){ HALF, HALF, HALF };
    box.density          = 200.0f;
    const massa_vec3 at  = belt_at(0);
    bd.position =
        (massa_vec3){ at.x - (float)(0.6 * LONG), (float)HIGH + 2.0f * HALF, at.z + (float)(0.2 * scene_noise(2 * i)) };
    const double turn  = 0.3 * scene_noise(2 * i + 1); // half the angle's tangent, about
    const double scale = 1.0 / sqrt(1.0 + turn * turn);
    bd.rotation        = scene_turned_y((double[2]){ scale, turn * scale });
    if (!scene_try(s, massa_create_shape(s->world, &box, &bd.shape)) ||
        !scene_try(s, massa_create_body(s->world, &bd, &c->crate[i])) ||
        !scene_try(s, massa_world_watch(s->world, c->crate, i + 1)))
        return false;
    ++c->added;
    if (s->drawer == NULL) return true;
    renderer_item* item = scene_draw_boxes(s, c->crate[i], 1, box.box.half);
    if (item == NULL) return false;
    static const float colour[4][3] = {
        { 0.62f, 0.33f, 0.10f }, { 0.10f, 0.30f, 0.42f }, { 0.55f, 0.12f, 0.08f }, { 0.50f, 0.42f, 0.12f }
    };
    item->colour_by = RENDERER_COLOUR_CONSTANT;
    memcpy(item->colour, colour[i % 4], sizeof item->colour);
    return true;
}

static bool edit(scene* s)
{
    conveyor* c = s->state;
    return s->step % EVERY != 1 || c->added >= (uint32_t)s->value[CRATES] || add_crate(s, c);
}

// Whose middle, far from both ends, is below this point, or BELTS.
static uint32_t on_middle(massa_vec3 p)
{
    for (uint32_t k = 0; k < BELTS; ++k)
    {
        const massa_vec3 at = belt_at(k);
        double d[2];
        direction(k, d);
        const double along  = (p.x - at.x) * d[0] + (p.z - at.z) * d[1],
                     across = (p.x - at.x) * d[1] - (p.z - at.z) * d[0];
        if (fabs(along) < 0.4 * LONG && fabs(across) < WIDE) return k;
    }
    return BELTS;
}

static void hear(scene* s, const massa_poll_result* heard)
{
    conveyor* c = s->state;
    scene_check_bodies(s, heard);
    c->down = 0;
    for (uint32_t i = 0; i < heard->watched_count; ++i)
    {
        const massa_watched* w = &heard->watched[i];
        const uint32_t k       = on_middle(w->position);
        if (w->position.y < HIGH) ++c->down;
        if (k == BELTS || heard->last_step < (uint64_t)EVERY * i + 90) continue; // it has had time to land
        if (k != c->last[i]) ++c->corners[i];
        c->last[i] = k;
        double d[2];
        direction(k, d);
        const double speed = w->velocity.x * d[0] + w->velocity.z * d[1];
        c->slowest_on_belt = fmin(c->slowest_on_belt, speed);
        c->fastest_on_belt = fmax(c->fastest_on_belt, speed);
    }
    scene_check(s, "crates that fell off", c->down, 0, 0, "");
}

static void finish(scene* s)
{
    const conveyor* c = s->state;
    const double v    = s->value[SPEED];
    if (s->heard_step < s->desc->frames) return;
    uint32_t late = 0;
    for (uint32_t i = 0; i < c->added; ++i)
    {
        // From where it falls to the middle of the next belt, then from one to the next; some wait for others.
        const double way = 0.8 * v * (s->heard_time - (double)EVERY * i * s->desc->dt - 0.5) - 1.6 * LONG - 0.5 * LONG;
        late += way > 0.0 && c->corners[i] < 1.0 + floor(way / (2.0 * LONG));
    }
    scene_check(s, "crates that are late", late, 0, 0, "");
    scene_check(s, "fastest on a belt", c->fastest_on_belt, 0.98 * v, 1.05 * v, "m/s");
    scene_check(s, "slowest on a belt", c->slowest_on_belt, 0.8 * v, 1.02 * v, "m/s");
}

static void look(scene* s, renderer_frame* f)
{
    (void)s;
    f->sky = renderer_sky_at(9.3f);
    f->fov = 0.6f;
    memcpy(f->eye, (float[3]){ 6.0f, 8.5f, 13.0f }, sizeof f->eye);
    memcpy(f->target, (float[3]){ 0.0f, 0.4f, 0.3f }, sizeof f->target);
    memcpy(f->bounds, (float[2][3]){ { -7.0f, 0.0f, -7.0f }, { 7.0f, 2.5f, 7.0f } }, sizeof f->bounds);
    f->occlusion_reach = 0.6f;
}

const scene_desc scene_conveyor = {
    .name            = "conveyor",
    .description     = "crates ride round on four belts whose surfaces move",
    .parameters      = parameters,
    .parameter_count = sizeof parameters / sizeof parameters[0],
    .state_size      = sizeof(conveyor),
    .frames          = 900,
    .dt              = 1.0f / 60.0f,
    .best_step       = 700,
    .plan            = plan,
    .build           = build,
    .edit            = edit,
    .hear            = hear,
    .finish          = finish,
    .look            = look,
};
