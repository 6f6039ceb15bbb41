// Liquids in the sample renderer, by their pixels: a level surface shows no particles, what is behind is coloured by
// how much lies between, each liquid has its colour, drops are round, shadows are half as deep as those of what is
// solid.
#include "renderer.h"

#include <math.h>
#include <munit.h>
#include <stdlib.h>
#include <string.h>

enum
{
    WIDTH   = 160,
    HEIGHT  = 90,
    SIDE    = 24, // of the pool, particles
    LAYERS  = 6,
    MOST    = SIDE * SIDE * LAYERS,
    ALIVE   = 0x40000000,
    ALL     = 0x4E000000, // alive, and the liquid
    SECOND  = 1 << 25,
    MIDDLE  = WIDTH / 2,
    LEVEL   = HEIGHT / 2,
    NOTHING = 0,
};

typedef struct arrays // one buffer, as a simulation has it
{
    struct
    {
        float at[3];
        uint32_t tag;
    } particle[MOST];
    float density[MOST];
    float velocity[MOST][4];
    float ball[2][4];
} arrays;

typedef struct stage
{
    platform_gpu gpu;
    renderer* r;
    platform_buffer buffer;
    arrays* a;
    renderer_frame frame;
    renderer_item item[3];
} stage;

static const float SPACING = 0.1f;

static renderer_item liquid(const stage* s, uint32_t number)
{
    renderer_item item = renderer_default_item(RENDERER_LIQUID);
    item.count         = MOST;
    item.position      = (renderer_view){ s->buffer.buffer, 0, sizeof s->a->particle, 16 };
    item.tag           = (renderer_view){ s->buffer.buffer, 12, sizeof s->a->particle - 12, 16 };
    item.density       = (renderer_view){ s->buffer.buffer, offsetof(arrays, density), sizeof s->a->density, 4 };
    item.velocity      = (renderer_view){ s->buffer.buffer, offsetof(arrays, velocity), sizeof s->a->velocity, 16 };
    item.tag_mask      = ALL;
    item.tag_value     = ALIVE | number * SECOND;
    item.radius        = 0.5f * SPACING;
    item.clear         = 0.5f;
    memcpy(item.colour, number == 0 ? (float[3]){ 0.05f, 0.20f, 0.60f } : (float[3]){ 0.60f, 0.20f, 0.05f },
           sizeof item.colour);
    return item;
}

// A number in -0.5..0.5, the same in every run.
static float noise(uint32_t i)
{
    i = (i ^ i >> 16) * 0x7feb352du;
    i = (i ^ i >> 15) * 0x846ca68bu;
    return (float)(i >> 8) / 16777216.0f - 0.5f;
}

// A pool on the ground, its particles a little out of their lattice, seen from above at an angle.
static void* set_up(const MunitParameter params[], void* user)
{
    (void)params;
    (void)user;
    stage* s = calloc(1, sizeof *s);
    munit_assert_not_null(s);
    if (!platform_gpu_create(&s->gpu, NULL)) munit_errorf("%s", s->gpu.error);
    s->r = renderer_create(&s->gpu, WIDTH, HEIGHT);
    if (s->r == NULL) munit_errorf("%s", s->gpu.error);
    const VkBufferUsageFlags usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_VERTEX_BUFFER_BIT;
    munit_assert_true(platform_buffer_create(&s->gpu, &s->buffer, sizeof(arrays), usage));
    s->a = (arrays*)s->buffer.mapped;
    memset(s->a, 0, sizeof *s->a);
    for (uint32_t i = 0; i < MOST; ++i)
    {
        const uint32_t cell[3] = { i % SIDE, i / (SIDE * SIDE), i / SIDE % SIDE };
        s->a->particle[i].tag  = ALIVE;
        s->a->density[i]       = 1.0f;
        for (uint32_t k = 0; k < 3; ++k)
        {
            const float from        = k == 1 ? 0.5f : 0.5f - 0.5f * SIDE;
            const float off         = k == 1 ? 0.1f : 0.4f; // a surface at rest is more even than its inside
            s->a->particle[i].at[k] = SPACING * ((float)cell[k] + from + off * noise(3 * i + k));
        }
    }
    s->item[0]            = liquid(s, 0);
    s->frame              = renderer_default_frame();
    s->frame.grid_spacing = 0.0f;
    s->frame.fov          = 0.35f;
    memcpy(s->frame.eye, (float[3]){ 0.0f, 3.0f, 4.0f }, sizeof s->frame.eye);
    memcpy(s->frame.target, (float[3]){ 0.0f, 0.6f, 0.0f }, sizeof s->frame.target);
    memcpy(s->frame.bounds, (float[2][3]){ { -2.0f, 0.0f, -2.0f }, { 2.0f, 2.0f, 2.0f } }, sizeof s->frame.bounds);
    memcpy(s->frame.sky.sun, (float[3]){ -1.0f, 1.0f, 0.6f }, sizeof s->frame.sky.sun); // no glint towards the eye
    s->frame.items      = s->item;
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

static void draw(stage* s)
{
    VkCommandBuffer cmd = platform_begin(&s->gpu);
    if (!renderer_draw(s->r, cmd, &s->frame)) munit_errorf("%s", s->gpu.error);
    munit_assert_true(renderer_read(s->r, cmd));
    munit_assert_true(platform_submit_and_wait(&s->gpu, cmd));
}

static const uint8_t* pixel(const stage* s, int x, int y) // from the top left
{
    return renderer_pixels(s->r) + 4 * (y * WIDTH + x);
}

static int light(const stage* s, int x, int y)
{
    const uint8_t* p = pixel(s, x, y);
    return p[0] + p[1] + p[2];
}

static void look_from(stage* s, float x, float y, float z, float at_y)
{
    memcpy(s->frame.eye, (float[3]){ x, y, z }, sizeof s->frame.eye);
    memcpy(s->frame.target, (float[3]){ x, at_y, 0.0f }, sizeof s->frame.target);
}

// Neighbours in the picture are alike, nine pixels to a particle and less than one to it.
static MunitResult level(const MunitParameter params[], void* fixture)
{
    (void)params;
    stage* s = fixture;
    for (int far_off = 0; far_off < 2; ++far_off)
    {
        if (far_off) look_from(s, 0.0f, 30.0f, 40.0f, 0.6f);
        draw(s);
        const int wide = far_off ? 3 : 30, high = far_off ? 2 : 15;
        int most = 0, least_blue = 255;
        for (int y = LEVEL - high; y < LEVEL + high; ++y)
            for (int x = MIDDLE - wide; x < MIDDLE + wide; ++x)
            {
                const int across = abs(light(s, x, y) - light(s, x - 1, y));
                const int down   = abs(light(s, x, y) - light(s, x, y - 1));
                most             = across > most ? across : most;
                most             = down > most ? down : most;
                const int blue   = pixel(s, x, y)[2] - pixel(s, x, y)[0];
                least_blue       = blue < least_blue ? blue : least_blue;
            }
        munit_assert_int(most, <, 30); // of 765
        munit_assert_int(least_blue, >, 10);
    }
    return MUNIT_OK;
}

// By tag: the half on the right is another liquid, and then nobody.
static MunitResult kinds(const MunitParameter params[], void* fixture)
{
    (void)params;
    stage* s = fixture;
    for (int there = 1; there >= 0; --there)
    {
        for (uint32_t i = 0; i < MOST; ++i)
            if (s->a->particle[i].at[0] > 0.0f) s->a->particle[i].tag = there ? ALIVE | SECOND : NOTHING;
        s->item[1]          = liquid(s, 1);
        s->frame.item_count = 2;
        draw(s);
        const uint8_t *left = pixel(s, MIDDLE - 30, LEVEL), *right = pixel(s, MIDDLE + 30, LEVEL);
        munit_assert_int(left[2], >, left[0] + 20);
        if (there) munit_assert_int(right[0], >, right[2] + 20);
        if (!there) munit_assert_int(abs(right[0] - right[2]), <, 20); // the ground
    }
    return MUNIT_OK;
}

// A white ball stands in the pool, then before it, then under less liquid.
static MunitResult behind(const MunitParameter params[], void* fixture)
{
    (void)params;
    stage* s            = fixture;
    s->item[1]          = renderer_default_item(RENDERER_SPHERES);
    s->item[1].count    = 1;
    s->item[1].radius   = 0.25f;
    s->item[1].position = (renderer_view){ s->buffer.buffer, offsetof(arrays, ball), 16, 16 };
    memcpy(s->item[1].colour, (float[3]){ 0.8f, 0.8f, 0.8f }, sizeof s->item[1].colour);
    s->frame.item_count = 2;
    look_from(s, 0.0f, 6.0f, 0.01f, 0.0f);
    int seen[3];
    for (int i = 0; i < 3; ++i)
    {
        const float high[3] = { -0.1f, 0.2f, 1.2f }; // tops at 0.15, 0.45, over the surface
        s->a->ball[0][1]    = high[i];
        draw(s);
        seen[i] = pixel(s, MIDDLE, LEVEL)[0]; // red is what the liquid takes
    }
    munit_assert_int(seen[1], >, seen[0] + 15);
    munit_assert_int(seen[2], >, seen[1] + 30);
    return MUNIT_OK;
}

// Takes what hangs together with a pixel off the map, and returns how much that was.
static int take_piece(bool* map, int at)
{
    if (!map[at]) return 0;
    map[at]     = false;
    const int x = at % WIDTH, y = at / WIDTH;
    return 1 + (x > 0 ? take_piece(map, at - 1) : 0) + (x + 1 < WIDTH ? take_piece(map, at + 1) : 0) +
           (y > 0 ? take_piece(map, at - WIDTH) : 0) + (y + 1 < HEIGHT ? take_piece(map, at + WIDTH) : 0);
}

// One particle in the air: with others it is one round piece; alone it is spray, several smaller ones.
static MunitResult drop(const MunitParameter params[], void* fixture)
{
    (void)params;
    stage* s = fixture;
    static int before[WIDTH * HEIGHT];
    static bool changed[WIDTH * HEIGHT];
    for (uint32_t i = 1; i < MOST; ++i)
        s->a->particle[i].tag = NOTHING;
    memcpy(s->a->particle[0].at, (float[3]){ 0.0f, 1.0f, 0.0f }, sizeof s->a->particle[0].at);
    look_from(s, 0.0f, 1.0f, 1.2f, 1.0f);
    s->item[0].clear    = 0.01f;
    s->frame.item_count = 0;
    draw(s);
    for (int i = 0; i < WIDTH * HEIGHT; ++i)
        before[i] = light(s, i % WIDTH, i / WIDTH);
    s->frame.item_count = 1;
    int pieces[2] = { 0 }, area[2] = { 0 }, wide = 0, tall = 0;
    for (int alone = 0; alone < 2; ++alone)
    {
        s->a->density[0] = alone ? 0.24f : 1.0f;
        draw(s);
        for (int i = 0; i < WIDTH * HEIGHT; ++i)
            changed[i] = abs(light(s, i % WIDTH, i / WIDTH) - before[i]) > 12;
        for (int x = 0; x < WIDTH && !alone; ++x)
            wide += changed[LEVEL * WIDTH + x];
        for (int y = 0; y < HEIGHT && !alone; ++y)
            tall += changed[y * WIDTH + MIDDLE];
        for (int i = 0; i < WIDTH * HEIGHT; ++i)
        {
            const int piece = take_piece(changed, i);
            area[alone] += piece;
            pieces[alone] += piece > 0;
        }
    }
    munit_logf(MUNIT_LOG_INFO, "%d piece of %d pixels, %d of %d", pieces[0], area[0], pieces[1], area[1]);
    munit_assert_int(pieces[0], ==, 1);
    munit_assert_int(tall, >, 10);
    munit_assert_int(abs(wide - tall), <=, 3);
    munit_assert_int(pieces[1], >=, 3);
    munit_assert_int(2 * area[1], <, area[0]);
    return MUNIT_OK;
}

// What is fast and has few neighbours is white.
static MunitResult foam(const MunitParameter params[], void* fixture)
{
    (void)params;
    stage* s               = fixture;
    s->item[0].speed_limit = 5.0f;
    int red[3];
    for (int i = 0; i < 3; ++i)
    {
        for (uint32_t k = 0; k < MOST; ++k)
        {
            s->a->density[k]     = i > 0 ? 0.5f : 1.0f;
            s->a->velocity[k][0] = i > 1 ? 5.0f : 0.0f;
        }
        draw(s);
        red[i] = pixel(s, MIDDLE, LEVEL)[0];
    }
    munit_assert_int(abs(red[1] - red[0]), <, 40);
    munit_assert_int(red[2], >, red[1] + 60);
    return MUNIT_OK;
}

// From above, the sun at 45 degrees from the left and no sky: open ground, shadow of the pool, shadow of what is solid.
static MunitResult shadow(const MunitParameter params[], void* fixture)
{
    (void)params;
    stage* s = fixture;
    look_from(s, 1.4f, 6.0f, 0.01f, 0.0f);
    memcpy(s->frame.sky.sun, (float[3]){ -1.0f, 1.0f, 0.0f }, sizeof s->frame.sky.sun);
    memset(s->frame.sky.zenith, 0, sizeof s->frame.sky.zenith);
    memset(s->frame.sky.horizon, 0, sizeof s->frame.sky.horizon);
    int lit[3];
    for (int i = 0; i < 3; ++i)
    {
        s->item[0].kind_of_item = i == 2 ? RENDERER_SPHERES : RENDERER_LIQUID;
        s->frame.item_count     = i > 0;
        draw(s);
        lit[i] = light(s, MIDDLE, LEVEL) + light(s, MIDDLE, LEVEL + 4) + light(s, MIDDLE, LEVEL - 4);
    }
    munit_assert_int(lit[1], <, lit[0] * 85 / 100);
    munit_assert_int(lit[1], >, lit[0] * 50 / 100);
    munit_assert_int(lit[2], <, lit[0] * 15 / 100);
    return MUNIT_OK;
}

// A pane before the pool is seen in it; the same pane behind it is not seen brighter than without.
static MunitResult pane(const MunitParameter params[], void* fixture)
{
    (void)params;
    stage* s            = fixture;
    renderer_mesh* mesh = renderer_mesh_box(s->r, (float[3]){ 3.0f, 3.0f, 0.02f }, 0.0f);
    munit_assert_not_null(mesh);
    s->item[0].clear    = 0.05f; // nothing shines through
    s->item[1]          = renderer_default_item(RENDERER_MESHES);
    s->item[1].mesh     = mesh;
    s->item[1].count    = 1;
    s->item[1].glass    = true;
    s->item[1].position = (renderer_view){ s->buffer.buffer, offsetof(arrays, ball), 16, 16 };
    memcpy(s->item[1].colour, (float[3]){ 8.0f, 8.0f, 8.0f }, sizeof s->item[1].colour);
    int seen[3];
    for (int i = 0; i < 3; ++i)
    {
        s->frame.item_count = i == 0 ? 1 : 2;
        s->a->ball[0][2]    = i == 1 ? 2.0f : -2.0f;
        draw(s);
        seen[i] = light(s, MIDDLE, LEVEL);
    }
    munit_assert_int(seen[1], >, seen[0] + 15);
    munit_assert_int(abs(seen[2] - seen[0]), <, 6);
    renderer_mesh_destroy(s->r, mesh);
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/level", level, set_up, tear_down, MUNIT_TEST_OPTION_NONE, NULL },
    { "/kinds", kinds, set_up, tear_down, MUNIT_TEST_OPTION_NONE, NULL },
    { "/behind", behind, set_up, tear_down, MUNIT_TEST_OPTION_NONE, NULL },
    { "/drop", drop, set_up, tear_down, MUNIT_TEST_OPTION_NONE, NULL },
    { "/foam", foam, set_up, tear_down, MUNIT_TEST_OPTION_NONE, NULL },
    { "/shadow", shadow, set_up, tear_down, MUNIT_TEST_OPTION_NONE, NULL },
    { "/pane", pane, set_up, tear_down, MUNIT_TEST_OPTION_NONE, NULL },
    { NULL, NULL, NULL, NULL, MUNIT_TEST_OPTION_NONE, NULL },
};

int main(int argc, char* argv[])
{
    const MunitSuite suite = { "/renderer_liquid", tests, NULL, 1, MUNIT_SUITE_OPTION_NONE };
    return munit_suite_main(&suite, NULL, argc, argv);
}
