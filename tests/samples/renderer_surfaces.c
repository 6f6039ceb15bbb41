// Surfaces in the sample renderer, by their pixels: triangles in place, wires, paint and runs; patches by the device's
// tessellator against triangles that plain C evaluated.
#include "renderer.h"

#include <math.h>
#include <munit.h>
#include <stdlib.h>
#include <string.h>

enum
{
    WIDTH      = 240,
    HEIGHT     = 160,
    SIDE       = 5, // points of the cage along a side: two patches
    REGULAR    = 4,
    GREGORY    = 1,
    CAGE       = SIDE * SIDE + 1, // the last is one that no patch uses
    POINTS     = CAGE + 16 + 20 * GREGORY,
    MOST_LEVEL = 16,
    VERTICES   = (REGULAR + GREGORY) * (MOST_LEVEL + 1) * (MOST_LEVEL + 1),
    TRIANGLES  = (REGULAR + GREGORY) * 2 * MOST_LEVEL * MOST_LEVEL,
};

typedef struct arrays // one buffer, as a simulation has it
{
    float pose[2][4];
    float point[POINTS][4];
    float vertex[VERTICES][4], normal[VERTICES][4];
    uint32_t index[TRIANGLES][3];
    uint32_t regular[REGULAR][16], gregory[GREGORY][20];
    uint32_t row[16 + 20 * GREGORY][4];
    struct
    {
        uint32_t point;
        float weight;
    } entry[1024];
    uint32_t runs[8];
    uint32_t draw[5];
} arrays;

typedef struct stage
{
    platform_gpu gpu;
    renderer* r;
    platform_buffer buffer;
    arrays* a;
    uint32_t entries;
    renderer_frame frame;
    renderer_item item;
    uint8_t kept[WIDTH * HEIGHT * 4];
} stage;

#define VIEW(s, member, size)                                                                                          \
    (renderer_view)                                                                                                    \
    {                                                                                                                  \
        (s)->buffer.buffer, offsetof(arrays, member), sizeof((s)->a->member), size                                     \
    }

static void basis(double t, double b[4], double d[4])
{
    const double s       = 1.0 - t;
    const double value[] = { s * s * s / 6, (3 * t * t * t - 6 * t * t + 4) / 6,
                             (-3 * t * t * t + 3 * t * t + 3 * t + 1) / 6, t * t * t / 6 };
    const double slope[] = { -s * s / 2, (3 * t * t - 4 * t) / 2, (-3 * t * t + 2 * t + 1) / 2, t * t / 2 };
    memcpy(b, value, sizeof value);
    memcpy(d, slope, sizeof slope);
}

static double bezier(const double p[4], double t)
{
    double q[4];
    memcpy(q, p, sizeof q);
    for (int n = 3; n > 0; --n) // de Casteljau
        for (int i = 0; i < n; ++i)
            q[i] = (1 - t) * q[i] + t * q[i + 1];
    return q[0];
}

// Position alone; tangents come from differences, so that no formula of the shader's is used twice.
static void gregory_at(const stage* s, uint32_t patch, double u, double v, double out[3])
{
    for (int k = 0; k < 3; ++k)
    {
        double c[20];
        for (int i = 0; i < 20; ++i)
            c[i] = s->a->point[s->a->gregory[patch][i]][k];
        const double tiny      = 1e-300;
        const double f0        = (u * c[3] + v * c[4] + tiny) / (u + v + tiny),
                     f1        = ((1 - u) * c[9] + v * c[8] + tiny) / (1 - u + v + tiny);
        const double f2        = ((1 - u) * c[13] + (1 - v) * c[14] + tiny) / (2 - u - v + tiny),
                     f3        = (u * c[19] + (1 - v) * c[18] + tiny) / (1 + u - v + tiny);
        const double row[4][4] = {
            { c[0], c[1], c[7], c[5] }, { c[2], f0, f1, c[6] }, { c[16], f3, f2, c[12] }, { c[15], c[17], c[11], c[10] }
        };
        double column[4];
        for (int j = 0; j < 4; ++j)
            column[j] = bezier(row[j], u);
        out[k] = bezier(column, v);
    }
}

static void regular_at(const stage* s, uint32_t patch, double u, double v, double out[3], double du[3], double dv[3])
{
    double bu[4], bv[4], su[4], sv[4];
    basis(u, bu, su);
    basis(v, bv, sv);
    for (int k = 0; k < 3; ++k)
    {
        out[k] = du[k] = dv[k] = 0.0;
        for (int i = 0; i < 16; ++i)
        {
            const double p = s->a->point[s->a->regular[patch][i]][k];
            out[k] += bu[i % 4] * bv[i / 4] * p;
            du[k] += su[i % 4] * bv[i / 4] * p;
            dv[k] += bu[i % 4] * sv[i / 4] * p;
        }
    }
}

static void evaluate(const stage* s, uint32_t patch, double u, double v, double at[3], double normal[3])
{
    double du[3], dv[3];
    if (patch < REGULAR)
        regular_at(s, patch, u, v, at, du, dv);
    else
    {
        const double h = 1e-5;
        double a[3], b[3];
        gregory_at(s, patch - REGULAR, u, v, at);
        gregory_at(s, patch - REGULAR, u < 0.5 ? u : u - h, v, a);
        gregory_at(s, patch - REGULAR, u < 0.5 ? u + h : u, v, b);
        for (int k = 0; k < 3; ++k)
            du[k] = (b[k] - a[k]) / h;
        gregory_at(s, patch - REGULAR, u, v < 0.5 ? v : v - h, a);
        gregory_at(s, patch - REGULAR, u, v < 0.5 ? v + h : v, b);
        for (int k = 0; k < 3; ++k)
            dv[k] = (b[k] - a[k]) / h;
    }
    for (int k = 0; k < 3; ++k)
        normal[k] = du[(k + 1) % 3] * dv[(k + 2) % 3] - du[(k + 2) % 3] * dv[(k + 1) % 3];
    const double length = sqrt(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]);
    for (int k = 0; k < 3; ++k)
        normal[k] /= length;
}

// Triangles of all patches at this level; uv is the place in the patch.
static void tessellate(stage* s, int level)
{
    uint32_t vertices = 0, triangles = 0;
    for (uint32_t p = 0; p < REGULAR + GREGORY; ++p)
    {
        const uint32_t first = vertices;
        for (int j = 0; j <= level; ++j)
            for (int i = 0; i <= level; ++i, ++vertices)
            {
                double at[3], normal[3];
                const double u = (double)i / level, v = (double)j / level;
                evaluate(s, p, u, v, at, normal);
                for (int k = 0; k < 3; ++k)
                {
                    s->a->vertex[vertices][k] = (float)at[k];
                    s->a->normal[vertices][k] = (float)normal[k];
                }
                s->a->vertex[vertices][3] = (float)u;
                s->a->normal[vertices][3] = (float)v;
            }
        for (int j = 0; j < level; ++j)
            for (int i = 0; i < level; ++i)
            {
                const uint32_t a = first + (uint32_t)(j * (level + 1) + i), b = a + 1, d = a + (uint32_t)level + 1,
                               c         = d + 1;
                const uint32_t two[2][3] = { { a, b, c }, { a, c, d } };
                memcpy(s->a->index[triangles], two, sizeof two);
                triangles += 2;
            }
        s->a->runs[p] = (p * 2 * (uint32_t)(level * level)) | (p < REGULAR ? 0u : 1u << 25);
    }
    s->item.triangles.count = triangles;
    const uint32_t draw[5]  = { 3 * triangles, 1, 0, 0, 0 };
    memcpy(s->a->draw, draw, sizeof draw);
}

// A row that makes point CAGE + row of others.
static void add_row(stage* s, uint32_t row, const uint32_t* point, const double* weight, int count)
{
    double sum[3]       = { 0 };
    const uint32_t r[4] = { CAGE + row, s->entries, (uint32_t)count, 0 };
    memcpy(s->a->row[row], r, sizeof r);
    for (int i = 0; i < count; ++i, ++s->entries)
    {
        s->a->entry[s->entries].point  = point[i];
        s->a->entry[s->entries].weight = (float)weight[i];
        for (int k = 0; k < 3; ++k)
            sum[k] += weight[i] * s->a->point[point[i]][k];
    }
    for (int k = 0; k < 3; ++k)
        s->a->point[CAGE + row][k] = (float)sum[k];
}

// A hilly sheet of 5 x 5 points with 4 patches; the last's points are sums. Beside it a Gregory patch, whose points are
// sums too, with inner points that differ.
static void make_cage(stage* s)
{
    for (int i = 0; i < CAGE; ++i)
    {
        const double x = i % SIDE - 2.0, z = 2.0 - i / SIDE; // u along x, v along -z: up is outside
        const float p[4] = { (float)(0.9 * x - 0.9), (float)(0.5 + 0.4 * ((i * 7) % 5 - 2) * 0.5), (float)(0.9 * z),
                             0.0f };
        memcpy(s->a->point[i], p, sizeof p);
    }
    for (uint32_t p = 0; p < REGULAR; ++p)
        for (uint32_t i = 0; i < 16; ++i)
        {
            const uint32_t place = (p / 2 + i / 4) * SIDE + p % 2 + i % 4;
            s->a->regular[p][i]  = p == REGULAR - 1 ? CAGE + i : place;
            if (p == REGULAR - 1)
                add_row(s, i, (uint32_t[2]){ place, (place + 3) % (CAGE - 1) }, (double[2]){ 0.9, 0.1 }, 2);
        }
    // Its corners, then what lies between them, as fractions of the square.
    static const double place[20][3] = {
        { 0, 0, 0 },  { .33, 0, .3 }, { 0, .33, .2 }, { .33, .36, .7 }, { .36, .30, .2 },
        { 1, 0, .1 }, { 1, .33, .3 }, { .66, 0, .2 }, { .64, .33, .1 }, { .66, .37, .6 },
        { 1, 1, .4 }, { .66, 1, .1 }, { 1, .66, .3 }, { .63, .66, .6 }, { .66, .62, .2 },
        { 0, 1, .2 }, { 0, .66, .4 }, { .33, 1, .3 }, { .37, .66, .1 }, { .33, .63, .7 },
    };
    for (uint32_t i = 0; i < 20; ++i) // bilinear over four points far away, and one above for the height
    {
        const double u = place[i][0], v = place[i][1], h = place[i][2];
        const uint32_t four[5] = { 2 * SIDE + 2, 2 * SIDE + 4, 4 * SIDE + 4, 4 * SIDE + 2, CAGE - 1 };
        const double weight[5] = { (1 - u) * (1 - v), u * (1 - v), u * v, (1 - u) * v, h };
        s->a->gregory[0][i]    = CAGE + 16 + i;
        add_row(s, 16 + i, four, weight, 5);
    }
}

static void* set_up(const MunitParameter params[], void* user)
{
    (void)params;
    (void)user;
    stage* s = calloc(1, sizeof *s);
    munit_assert_not_null(s);
    if (!platform_gpu_create(&s->gpu, NULL)) munit_errorf("%s", s->gpu.error);
    s->r = renderer_create(&s->gpu, WIDTH, HEIGHT);
    if (s->r == NULL) munit_errorf("%s", s->gpu.error);
    munit_assert_true(platform_buffer_create(&s->gpu, &s->buffer, sizeof(arrays),
                                             VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_INDEX_BUFFER_BIT |
                                                 VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT));
    s->a = (arrays*)s->buffer.mapped;
    memset(s->a, 0, sizeof *s->a);
    s->a->pose[1][3] = 1.0f;
    s->item          = renderer_default_item(RENDERER_SURFACES);
    make_cage(s);
    s->item.count            = 1;
    s->item.position         = (renderer_view){ s->buffer.buffer, 0, 16, 32 };
    s->item.rotation         = (renderer_view){ s->buffer.buffer, 16, 16, 32 };
    s->item.triangles.vertex = VIEW(s, vertex, 16);
    s->item.triangles.normal = VIEW(s, normal, 16);
    s->item.triangles.index  = VIEW(s, index, 4);
    s->item.triangles.runs   = (renderer_view){ s->buffer.buffer, offsetof(arrays, runs), 4 * (REGULAR + GREGORY), 4 };
    s->item.patches.point    = VIEW(s, point, 16);
    s->item.patches.regular  = VIEW(s, regular, 4);
    s->item.patches.gregory  = VIEW(s, gregory, 4);
    s->item.patches.rows     = VIEW(s, row, 16);
    s->item.patches.entries  = VIEW(s, entry, 8);
    s->item.patches.regular_count = REGULAR;
    s->item.patches.gregory_count = GREGORY;
    s->item.patches.given_end     = CAGE;
    s->item.patches.row_shift     = -CAGE;
    s->item.patches.level         = 10.0f;
    memcpy(s->item.colour, (float[3]){ 0.7f, 0.1f, 0.1f }, sizeof s->item.colour);
    memcpy(s->item.colour_u, (float[3]){ 0.1f, 0.7f, 0.1f }, sizeof s->item.colour_u);
    memcpy(s->item.colour_v, (float[3]){ 0.1f, 0.1f, 0.7f }, sizeof s->item.colour_v);
    memcpy(s->item.colour_uv, (float[3]){ 0.1f, 0.1f, 0.7f }, sizeof s->item.colour_uv);
    s->frame              = renderer_default_frame();
    s->frame.grid_spacing = 0.0f;
    s->frame.fov          = 0.6f;
    memcpy(s->frame.eye, (float[3]){ 1.0f, 4.0f, 4.6f }, sizeof s->frame.eye);
    memcpy(s->frame.target, (float[3]){ -0.4f, 0.4f, -0.3f }, sizeof s->frame.target);
    memcpy(s->frame.bounds, (float[2][3]){ { -3.0f, 0.0f, -3.0f }, { 3.0f, 3.0f, 3.0f } }, sizeof s->frame.bounds);
    s->frame.items      = &s->item;
    s->frame.item_count = 1;
    return s;
}

static void tear_down(void* fixture)
{
    stage* s                = fixture;
    const uint32_t messages = s->gpu.validation_messages;
    platform_buffer_destroy(&s->gpu, &s->buffer);
    renderer_destroy(s->r);
    platform_gpu_destroy(&s->gpu);
    free(s);
    munit_assert_uint32(messages, ==, 0);
}

static const uint8_t* draw(stage* s)
{
    VkCommandBuffer cmd = platform_begin(&s->gpu);
    if (!renderer_draw(s->r, cmd, &s->frame)) munit_errorf("%s", s->gpu.error);
    munit_assert_true(renderer_read(s->r, cmd));
    munit_assert_true(platform_submit_and_wait(&s->gpu, cmd));
    return renderer_pixels(s->r);
}

static void keep(stage* s)
{
    memcpy(s->kept, draw(s), sizeof s->kept);
}

// Pixels, in a thousand, that differ from the kept picture by more than a step that an eye would see.
static double changed(stage* s)
{
    const uint8_t* p = draw(s);
    uint32_t n       = 0;
    for (uint32_t i = 0; i < WIDTH * HEIGHT; ++i)
    {
        int most = 0;
        for (int k = 0; k < 3; ++k)
            if (abs(p[4 * i + (uint32_t)k] - s->kept[4 * i + (uint32_t)k]) > most)
                most = abs(p[4 * i + (uint32_t)k] - s->kept[4 * i + (uint32_t)k]);
        n += most > 12;
    }
    return 1000.0 * n / (WIDTH * HEIGHT);
}

static uint32_t of_colour(const uint8_t* p, int channel) // pixels where it is stronger than the other two by far
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < WIDTH * HEIGHT; ++i, p += 4)
        n += p[channel] > 60 && 2 * p[channel] > 3 * p[(channel + 1) % 3] && 2 * p[channel] > 3 * p[(channel + 2) % 3];
    return n;
}

// The same picture whichever way the draw is told; another one where the pose or the picture's parts change.
static MunitResult triangles(const MunitParameter params[], void* fixture)
{
    (void)params;
    stage* s = fixture;
    tessellate(s, 8);
    keep(s);
    munit_assert_uint32(of_colour(s->kept, 0), >, WIDTH * HEIGHT / 10);
    // Pulled draws light steep triangles by their own normal where a vertex's is that of the other side of an edge.
    s->item.indirect = VIEW(s, draw, 20);
    munit_assert_double(changed(s), <, 3.0);
    keep(s);
    s->item.colour_by = RENDERER_COLOUR_CLASS; // pulled, from the indirect command
    memcpy(s->item.colour_u, s->item.colour, sizeof s->item.colour);
    munit_assert_double(changed(s), ==, 0.0);
    s->item.indirect = (renderer_view){ 0 };
    munit_assert_double(changed(s), ==, 0.0);
    s->item.colour_by = RENDERER_COLOUR_CONSTANT;
    keep(s);

    s->a->pose[0][0] = 0.5f;
    munit_assert_double(changed(s), >, 50.0);
    s->a->pose[0][0]      = 0.0f;
    const float turned[4] = { 0.0f, 0.7071068f, 0.0f, 0.7071068f };
    memcpy(s->a->pose[1], turned, sizeof turned);
    munit_assert_double(changed(s), >, 50.0);
    memcpy(s->a->pose[1], (float[4]){ 0, 0, 0, 1 }, sizeof turned);
    munit_assert_double(changed(s), ==, 0.0);
    tessellate(s, 3);
    keep(s);
    s->item.triangles.normal = (renderer_view){ 0 }; // flat
    munit_assert_double(changed(s), >, 8.0);
    return MUNIT_OK;
}

// An open sheet is lit on the side that is seen: with the sun below the sheet its lower side is the bright one.
static MunitResult both_sides(const MunitParameter params[], void* fixture)
{
    (void)params;
    stage* s          = fixture;
    uint32_t light[2] = { 0, 0 };
    tessellate(s, 8);
    s->frame.ground = false;
    for (int i = 0; i < 2; ++i)
    {
        memcpy(s->frame.eye, (float[3]){ 0.0f, -4.0f, 4.6f }, sizeof s->frame.eye);
        memcpy(s->frame.sky.sun, (float[3]){ 0.2f, i == 0 ? 1.0f : -1.0f, 0.5f }, sizeof s->frame.sky.sun);
        const uint8_t* p = draw(s);
        for (uint32_t k = 0; k < WIDTH * HEIGHT; ++k)
            light[i] += p[4 * k] > 140 && p[4 * k + 2] < 110;
    }
    munit_assert_uint32(light[1], >, 1500);
    munit_assert_uint32(light[0], <, light[1] / 4);
    return MUNIT_OK;
}

static uint32_t dark_pixels(const uint8_t* p)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < WIDTH * HEIGHT; ++i, p += 4)
        n += p[0] + p[1] + p[2] < 150;
    return n;
}

static MunitResult wires(const MunitParameter params[], void* fixture)
{
    (void)params;
    stage* s = fixture;
    tessellate(s, 2);
    for (int kind = 0; kind < 2; ++kind)
    {
        if (kind == 1 && !renderer_can_patch(s->r)) continue;
        s->item.kind_of_item  = kind == 0 ? RENDERER_SURFACES : RENDERER_PATCHES;
        s->item.patches.level = 2.0f;
        s->item.fill          = RENDERER_FILL_SOLID;
        const uint32_t none = dark_pixels(draw(s)), all = of_colour(renderer_pixels(s->r), 0);
        s->item.fill        = RENDERER_FILL_BOTH;
        const uint32_t both = dark_pixels(draw(s)), rest = of_colour(renderer_pixels(s->r), 0);
        s->item.fill        = RENDERER_FILL_WIRE;
        const uint32_t wire = dark_pixels(draw(s)), red = of_colour(renderer_pixels(s->r), 0);
        munit_logf(MUNIT_LOG_INFO, "%u %u, %u %u, %u %u", none, all, both, rest, wire, red);
        munit_assert_uint32(both, >, none + all / 40);
        munit_assert_uint32(rest, >, all / 3);
        munit_assert_uint32(rest, <, all - all / 40);
        munit_assert_uint32(wire, >, none + all / 50);
        munit_assert_uint32(red, <, all / 50);
    }
    return MUNIT_OK;
}

static MunitResult colours(const MunitParameter params[], void* fixture)
{
    (void)params;
    stage* s = fixture;
    tessellate(s, 8);
    s->item.colour_by = RENDERER_COLOUR_PAINT; // a quarter of each patch is red, a quarter green, half blue
    draw(s);
    const uint32_t red = of_colour(renderer_pixels(s->r), 0), green = of_colour(renderer_pixels(s->r), 1),
                   blue = of_colour(renderer_pixels(s->r), 2);
    munit_logf(MUNIT_LOG_INFO, "%u %u %u", red, green, blue);
    munit_assert_true(red > 500 && green > 500 && blue > 1000);
    s->item.colour_by = RENDERER_COLOUR_CHECKER;
    draw(s);
    munit_assert_true(of_colour(renderer_pixels(s->r), 0) > 500 && of_colour(renderer_pixels(s->r), 1) > 500);
    munit_assert_uint32(of_colour(renderer_pixels(s->r), 2), <, 200);
    s->item.colour_by = RENDERER_COLOUR_CLASS; // of five patches one is green
    draw(s);
    munit_assert_uint32(of_colour(renderer_pixels(s->r), 0), >, 1000);
    munit_assert_uint32(of_colour(renderer_pixels(s->r), 1), >, 500);
    s->item.colour_by = RENDERER_COLOUR_RUN;
    keep(s);
    for (uint32_t i = 1; i < REGULAR + GREGORY; ++i) // the borders of runs move
        s->a->runs[i] += 20;
    munit_assert_double(changed(s), >, 10.0);
    return MUNIT_OK;
}

// proves: 004-12, 004-13, 004-14, 004-15, 004-16. Red when the device's tessellator, fed with the same control points,
// does not give the picture of plain C: when a control shader loses a point, a row or its weight, when an evaluation
// shader errs in position or normal, or when u and v, or the winding, are exchanged.
static MunitResult tessellator(const MunitParameter params[], void* fixture)
{
    (void)params;
    stage* s = fixture;
    if (!renderer_can_patch(s->r))
    {
        s->item.kind_of_item = RENDERER_PATCHES;
        VkCommandBuffer cmd  = platform_begin(&s->gpu);
        munit_assert_false(renderer_draw(s->r, cmd, &s->frame));
        munit_assert_not_null(strstr(s->gpu.error, "no tessellator"));
        platform_submit_and_wait(&s->gpu, cmd);
        return MUNIT_OK;
    }
    tessellate(s, 10);
    keep(s);
    s->item.kind_of_item = RENDERER_PATCHES;
    for (int matrix = 0; matrix < 2; ++matrix)
    {
        s->item.patches.matrix = matrix;
        const double differ    = changed(s);
        munit_logf(MUNIT_LOG_INFO, "%g of a thousand pixels differ", differ);
        munit_assert_double(differ, <, 6.0); // diagonals of cells run elsewhere
    }
    // What must not pass: a coarser level, a point too far away, a weight that is wrong, patches left out.
    s->item.patches.level = 2.0f;
    munit_assert_double(changed(s), >, 12.0);
    s->item.patches.level = 10.0f;
    s->a->point[2 * SIDE + 2][1] += 0.25f;
    munit_assert_double(changed(s), >, 12.0);
    s->a->point[2 * SIDE + 2][1] -= 0.25f;
    s->a->entry[2 * 16 + 5 * 10 + 2].weight = 1.5f; // of the Gregory patch's third corner
    munit_assert_double(changed(s), >, 12.0);
    s->a->entry[2 * 16 + 5 * 10 + 2].weight = 1.0f;
    s->item.patches.gregory_count           = 0;
    munit_assert_double(changed(s), >, 25.0);
    s->item.patches.gregory_count = 1;
    s->item.patches.first_regular = 1;
    s->item.patches.regular_count = 3;
    munit_assert_double(changed(s), >, 12.0);
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/triangles", triangles, set_up, tear_down, 0, NULL },
    { "/both-sides", both_sides, set_up, tear_down, 0, NULL },
    { "/wires", wires, set_up, tear_down, 0, NULL },
    { "/colours", colours, set_up, tear_down, 0, NULL },
    { "/tessellator", tessellator, set_up, tear_down, 0, NULL },
    { 0 },
};

int main(int argc, char* argv[])
{
    const MunitSuite suite = { "/renderer-surfaces", tests, NULL, 1, 0 };
    return munit_suite_main(&suite, NULL, argc, argv);
}
