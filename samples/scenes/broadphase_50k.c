// A cube of glass full of spheres in eight sizes that drift through each other: a load for the broad phase, which has
// to find the few that meet. All are sensors, which never push: they fly straight on and turn round at the glass. A
// cross marks every contact: green where two overlap, orange where they are about to.
//
// Checked: the pairs are those that each against each finds on the CPU, in the first step and in the last; there are as
// many contacts as chance wants; no list overflows; everybody stays in the cube.
#include "scene.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum
{
    SPHERES,
    BROAD_PHASE,
    FILL,
    SPEED,
    CLASSES       = 8,
    MOST          = 50000,
    MOST_COMPARED = 10000, // spheres; above, each against each takes seconds
};

static const scene_parameter parameters[] = {
    [SPHERES]     = { "spheres", 100, MOST, 10000, true, "in eight sizes" },
    [BROAD_PHASE] = { "broad_phase", 0, 5, 0, true, "0 tree, 1 fat boxes, 2 labels, 3 owner, 4 sweep, 5 brute force" },
    [FILL]        = { "fill", 0.5, 20, 5, false, "% of the cube's volume" },
    [SPEED]       = { "speed", 0, 5, 1, false, "m/s, about" },
};

static const double SMALLEST = 0.10, LARGEST = 0.8; // m, radii
static const double MARGIN = 0.02;                  // m, massa's default

typedef struct ball
{
    massa_body_id body;
    double at[3], velocity[3], radius; // m, m/s
} ball;

typedef struct measures
{
    uint32_t count;
    uint32_t first[CLASSES + 1]; // ball that begins a class; the last entry is the count
    double radius[CLASSES];      // m
    double half;                 // m, of the cube
    double expected;             // contacts, by chance
} measures;

typedef struct span
{
    uint32_t low, high;
} span;

typedef struct broadphase
{
    measures size;
    span first_pairs; // that step 1 must find
    uint32_t pairs;   // in the last step heard
    ball balls[MOST];
} broadphase;

// Sizes in equal ratios; a size is as much rarer than the next smaller one as its surface is larger.
static measures measure(const scene* s)
{
    measures out = { 0 }, *b    = &out;
    double weight[CLASSES], all = 0.0, volume = 0.0;
    b->count = (uint32_t)s->value[SPHERES];
    // The seventh root of the largest ratio, by Newton's way.
    double ratio = 1.3;
    for (int i = 0; i < 40; ++i)
    {
        const double cube = ratio * ratio * ratio;
        ratio -= (cube * cube * ratio - LARGEST / SMALLEST) / (7.0 * cube * cube);
    }
    for (uint32_t k = 0; k < CLASSES; ++k)
    {
        b->radius[k] = k == 0 ? SMALLEST : b->radius[k - 1] * ratio;
        weight[k]    = 1.0 / (b->radius[k] * b->radius[k]);
        all += weight[k];
    }
    double sum = 0.0;
    for (uint32_t k = 0; k < CLASSES; ++k)
    {
        sum += weight[k];
        b->first[k + 1] = k + 1 == CLASSES ? b->count : (uint32_t)(b->count * (sum / all));
        const double r  = b->radius[k];
        volume += (b->first[k + 1] - b->first[k]) * (4.0 / 3.0 * 3.141592653589793) * r * r * r;
    }
    // The third root of the cube's volume, the same way.
    const double room = volume * 100.0 / s->value[FILL];
    double side       = 1.0;
    while (side * side * side < room)
        side *= 2.0;
    for (int i = 0; i < 40; ++i)
        side -= (side * side * side - room) / (3.0 * side * side);
    b->half = fmax(0.5 * side, 2.0 * LARGEST);

    b->expected = 0.0;
    for (uint32_t i = 0; i < CLASSES; ++i)
        for (uint32_t j = 0; j <= i; ++j)
        {
            const double n = b->first[i + 1] - b->first[i], m = b->first[j + 1] - b->first[j];
            const double reach = b->radius[i] + b->radius[j] + MARGIN, share = reach / (2.0 * b->half);
            b->expected += (i == j ? 0.5 * n * (n - 1.0) : n * m) * 4.18879 * share * share * share;
        }
    return out;
}

static void plan(scene* s, massa_world_desc* wd)
{
    const measures b         = measure(s);
    wd->gravity              = (massa_vec3){ 0.0f, 0.0f, 0.0f };
    wd->substeps             = 1;
    wd->sleep                = false; // also with speed=0
    wd->broad_phase          = (massa_broad_phase)(int)s->value[BROAD_PHASE];
    wd->capacity.bodies      = b.count + 1;
    wd->capacity.colliders   = b.count;
    wd->capacity.edits       = 3 * b.count + 1; // in the first step all come, and some turn round at once
    wd->capacity.pairs       = (uint32_t)(4.0 * b.expected) + 4096;
    wd->capacity.events      = (uint32_t)fmin(2.0 * b.expected + 4096.0, 65536.0); // all visits begin at once
    const double lines       = 12.0 * b.count + 20.0 * b.expected + 16384.0;
    wd->capacity.debug_lines = lines < 1 << 20 ? (uint32_t)lines : 1 << 20;
}

typedef struct box
{
    double low[3], high[3];
} box;

static bool overlap(const box* a, const box* b)
{
    for (uint32_t k = 0; k < 3; ++k)
        if (a->low[k] > b->high[k] || b->low[k] > a->high[k]) return false;
    return true;
}

// What a sphere covers in this step, with its margin and with that much more.
static box bounds_of(const scene* s, const ball* o, double more)
{
    box out;
    for (uint32_t k = 0; k < 3; ++k)
    {
        const double way = o->velocity[k] * s->desc->dt, reach = o->radius + MARGIN + more;
        out.low[k]  = o->at[k] - reach + fmin(way, 0.0);
        out.high[k] = o->at[k] + reach + fmax(way, 0.0);
    }
    return out;
}

// Each against each, from where they are to where they go: at least the pairs whose bounds overlap, at most those that
// do when float arithmetic makes every bound a little larger. The two differ by a handful.
static span pairs_now(const scene* s, const broadphase* b)
{
    const uint32_t n = b->size.count;
    span out         = { 0, 0 };
    if (n > MOST_COMPARED) return out;
    box* boxes = malloc(2 * (size_t)n * sizeof *boxes);
    for (uint32_t i = 0; boxes != NULL && i < n; ++i)
    {
        boxes[i]     = bounds_of(s, &b->balls[i], 0.0);
        boxes[n + i] = bounds_of(s, &b->balls[i], 5e-6 * LARGEST + 5e-7 * b->size.half);
        for (uint32_t j = 0; j < i; ++j)
        {
            if (!overlap(&boxes[n + i], &boxes[n + j])) continue;
            ++out.high;
            out.low += overlap(&boxes[i], &boxes[j]);
        }
    }
    free(boxes);
    return out;
}

static bool add_ball(scene* s, broadphase* b, massa_shape_id shape, uint32_t i, uint32_t kind)
{
    ball* o            = &b->balls[i];
    massa_body_desc bd = massa_default_body_desc();
    o->radius          = b->size.radius[kind];
    for (uint32_t k = 0; k < 3; ++k)
        o->at[k] = (float)(scene_noise(6 * i + k) * (b->size.half - o->radius));
    // A slow swirl about the cube's middle, and a way of one's own.
    const double turn = s->value[SPEED] / b->size.half;
    const double v[3] = { -turn * o->at[2], 0.0, turn * o->at[0] };
    for (uint32_t k = 0; k < 3; ++k)
        o->velocity[k] = (float)(v[k] + 0.5 * s->value[SPEED] * scene_noise(6 * i + 3 + k));
    bd.position = (massa_vec3){ (float)o->at[0], (float)o->at[1], (float)o->at[2] };
    bd.velocity = (massa_vec3){ (float)o->velocity[0], (float)o->velocity[1], (float)o->velocity[2] };
    bd.shape    = shape;
    return scene_try(s, massa_create_body(s->world, &bd, &o->body));
}

// Glass with a frame; nobody touches it.
static bool add_cube(scene* s, double half)
{
    massa_body_desc bd = massa_default_body_desc();
    massa_body_id cube;
    bd.kind = MASSA_BODY_STATIC;
    if (!scene_try(s, massa_create_body(s->world, &bd, &cube))) return false;
    if (s->drawer == NULL) return true;
    const float h = (float)half, thin = 0.006f * h;
    scene_part bar[12] = { 0 };
    for (uint32_t i = 0; i < 12; ++i)
    {
        const uint32_t along = i / 4, u = (along + 1) % 3, v = (along + 2) % 3;
        bar[i].centre[u]   = (i & 1) != 0 ? h : -h;
        bar[i].centre[v]   = (i & 2) != 0 ? h : -h;
        bar[i].half[along] = h + thin;
        bar[i].half[u] = bar[i].half[v] = thin;
    }
    renderer_item* frame = scene_draw_body(s, cube, scene_mesh_parts(s, bar, 12, (float[3]){ 0.0f, 0.0f, 0.0f }));
    if (frame == NULL) return false;
    memcpy(frame->colour, (float[3]){ 0.05f, 0.05f, 0.055f }, sizeof frame->colour);
    renderer_item* glass = scene_draw_body(s, cube, renderer_mesh_box(s->drawer, (float[3]){ h, h, h }, 0.0f));
    if (glass == NULL) return false;
    glass->glass = true;
    memcpy(glass->colour, (float[3]){ 0.0f, 0.0f, 0.0f }, sizeof glass->colour);
    return true;
}

static bool build(scene* s)
{
    broadphase* b      = s->state;
    b->size            = measure(s);
    const measures* is = &b->size;
    for (uint32_t kind = 0; kind < CLASSES; ++kind)
    {
        massa_shape_desc d = massa_default_shape_desc();
        massa_shape_id shape;
        d.kind          = MASSA_SHAPE_SPHERE;
        d.sphere.radius = (float)is->radius[kind];
        d.sensor        = true;
        if (!scene_try(s, massa_create_shape(s->world, &d, &shape))) return false;
        for (uint32_t i = is->first[kind]; i < is->first[kind + 1]; ++i)
            if (!add_ball(s, b, shape, i, kind)) return false;
        const uint32_t count = is->first[kind + 1] - is->first[kind];
        if (s->drawer == NULL || count == 0) continue;
        renderer_item* item = scene_draw_balls(s, b->balls[is->first[kind]].body, count, d.sphere.radius);
        if (item == NULL) return false;
        // Cool ones, so that lines stand out.
        static const float colour[CLASSES][3] = { { 0.62f, 0.72f, 0.78f }, { 0.42f, 0.62f, 0.74f },
                                                  { 0.24f, 0.50f, 0.68f }, { 0.12f, 0.37f, 0.58f },
                                                  { 0.06f, 0.26f, 0.46f }, { 0.04f, 0.17f, 0.36f },
                                                  { 0.05f, 0.11f, 0.30f }, { 0.09f, 0.07f, 0.26f } };
        memcpy(item->colour, colour[kind], sizeof item->colour);
    }
    s->debug = MASSA_DEBUG_POINTS;
    return add_cube(s, is->half);
}

// Turns round who would leave the cube in this step. True when it does.
static bool turn_round(const scene* s, const broadphase* b, ball* o)
{
    const double free = b->size.half - o->radius;
    bool turned       = false;
    for (uint32_t k = 0; k < 3; ++k)
    {
        const double to = o->at[k] + o->velocity[k] * s->desc->dt;
        if (fabs(to) <= free || to * o->velocity[k] <= 0.0) continue;
        o->velocity[k] = -o->velocity[k];
        turned         = true;
    }
    return turned;
}

static bool edit(scene* s)
{
    broadphase* b = s->state;
    for (uint32_t i = 0; i < b->size.count; ++i)
    {
        ball* o = &b->balls[i];
        if (!turn_round(s, b, o)) continue;
        const massa_vec3 v = { (float)o->velocity[0], (float)o->velocity[1], (float)o->velocity[2] };
        if (!scene_try(s, massa_body_set_velocity(s->world, o->body, v))) return false;
    }
    if (s->step == 1) b->first_pairs = pairs_now(s, b);
    for (uint32_t i = 0; i < b->size.count; ++i)
        for (uint32_t k = 0; k < 3; ++k)
            b->balls[i].at[k] += b->balls[i].velocity[k] * s->desc->dt;
    return true;
}

static void check_pairs(scene* s, const char* name, uint32_t found, span wanted)
{
    const bool fat     = (int)s->value[BROAD_PHASE] == MASSA_BROAD_PHASE_FAT_TREE; // has some more
    const double wrong = fmax((double)wanted.low - found, fat ? 0.0 : (double)found - wanted.high);
    scene_check(s, name, fmax(wrong, 0.0), 0, 0, "");
}

static void hear(scene* s, const massa_poll_result* heard)
{
    broadphase* b = s->state;
    b->pairs      = heard->pair_count;
    for (uint32_t i = 0; i < heard->overflow_count; ++i) // to draw everything would take more lines than there can be
        if (strcmp(heard->overflows[i].list, "capacity.debug_lines") != 0)
            scene_check(s, "lists overflowed", 1, 0, 0, "");
    scene_check(s, "lists overflowed", 0, 0, 0, "");
    if (heard->last_step == 1 && b->size.count <= MOST_COMPARED)
        check_pairs(s, "wrong pairs, first step", heard->pair_count, b->first_pairs);
    if (b->size.expected >= 200.0) // of fewer, chance says little
        scene_check(s, "contacts, of chance", 100.0 * heard->contact_count / b->size.expected, 60, 160, "%");
    scene_check(s, "pairs", heard->pair_count, heard->contact_count, INFINITY, "");
}

static void finish(scene* s)
{
    broadphase* b = s->state;
    uint32_t count, outside = 0;
    float(*now)[2][4]    = scene_read_view(s, MASSA_VIEW_BODY_POSE, &count);
    float(*before)[2][4] = scene_read_view(s, MASSA_VIEW_BODY_PREVIOUS_POSE, &count);
    float(*motion)[2][4] = scene_read_view(s, MASSA_VIEW_BODY_MOTION, &count);
    const bool known     = now != NULL && before != NULL && motion != NULL && s->heard_step > 0;
    for (uint32_t i = 0; known && i < b->size.count; ++i)
    {
        ball* o             = &b->balls[i];
        const uint32_t slot = massa_body_index(o->body);
        for (uint32_t k = 0; k < 3; ++k)
        {
            if (!(fabs(now[slot][0][k]) < b->size.half - 0.99 * o->radius)) ++outside;
            o->at[k]       = before[slot][0][k];
            o->velocity[k] = motion[slot][0][k];
        }
    }
    free(now);
    free(before);
    free(motion);
    scene_check(s, "spheres outside", outside, 0, 0, "");
    // Before step 1 nobody was anywhere.
    if (known && s->heard_step > 1 && b->size.count <= MOST_COMPARED)
        check_pairs(s, "wrong pairs, last step", b->pairs, pairs_now(s, b));
}

static void look(scene* s, renderer_frame* f)
{
    const broadphase* b = s->state;
    const float h       = (float)b->size.half;
    f->sky              = renderer_sky_at(10.3f);
    f->fov              = 0.52f;
    memcpy(f->eye, (float[3]){ 2.5f * h, 1.3f * h, 5.0f * h }, sizeof f->eye);
    memcpy(f->target, (float[3]){ 0.0f, -0.14f * h, 0.0f }, sizeof f->target);
    memcpy(f->bounds, (float[2][3]){ { -h, -h, -h }, { h, h, h } }, sizeof f->bounds);
    f->ground_height = -1.06f * h;
    f->grid_spacing  = 0.2f * h;
}

const scene_desc scene_broadphase_50k = {
    .name            = "broadphase_50k",
    .description     = "spheres of eight sizes drift through each other; who meets whom?",
    .parameters      = parameters,
    .parameter_count = sizeof parameters / sizeof parameters[0],
    .state_size      = sizeof(broadphase),
    .frames          = 100,
    .dt              = 1.0f / 60.0f,
    .plan            = plan,
    .build           = build,
    .edit            = edit,
    .hear            = hear,
    .finish          = finish,
    .look            = look,
};
