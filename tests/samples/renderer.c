// The sample renderer, small and by its pixels: what must be seen is seen, what is hidden, dead or not asked for is
// not; a shadow is where it belongs and nowhere else.
#include "renderer.h"

#include <munit.h>
#include <stdlib.h>
#include <string.h>

enum
{
    WIDTH    = 160,
    HEIGHT   = 90,
    POSITION = 0, // bytes, of the arrays in the one buffer: as a simulation has them
    TAG      = 256,
    SLOTS    = 512,
    INDIRECT = 768,
    LINES    = 1024,
    SIZE     = 2048,
};

typedef struct stage
{
    platform_gpu gpu;
    renderer* r;
    platform_buffer state;
    renderer_frame frame;
    renderer_item item[2];
} stage;

static void* set_up(const MunitParameter params[], void* user)
{
    (void)params;
    (void)user;
    stage* s = calloc(1, sizeof *s);
    munit_assert_not_null(s);
    if (!platform_gpu_create(&s->gpu, NULL)) munit_errorf("%s", s->gpu.error);
    s->r = renderer_create(&s->gpu, WIDTH, HEIGHT);
    if (s->r == NULL) munit_errorf("%s", s->gpu.error);
    const VkBufferUsageFlags usage =
        VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_VERTEX_BUFFER_BIT | VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT;
    munit_assert_true(platform_buffer_create(&s->gpu, &s->state, SIZE, usage));
    memset(s->state.mapped, 0, SIZE);
    // Slot 0 stands on the left, slot 1 on the right; both are red spheres.
    const float at[2][4]  = { { -1.2f, 1.0f, 0.0f, 0.0f }, { 1.2f, 1.0f, 0.0f, 0.0f } };
    const uint32_t tag[2] = { 1, 3 };
    memcpy(s->state.mapped + POSITION, at, sizeof at);
    memcpy(s->state.mapped + TAG, tag, sizeof tag);
    for (int i = 0; i < 2; ++i)
    {
        s->item[i]          = renderer_default_item(RENDERER_SPHERES);
        s->item[i].count    = 2;
        s->item[i].radius   = 0.5f;
        s->item[i].position = (renderer_view){ s->state.buffer, POSITION, sizeof at, 16 };
        s->item[i].tag      = (renderer_view){ s->state.buffer, TAG, sizeof tag, 4 };
        memcpy(s->item[i].colour, (float[3]){ 0.8f, 0.02f, 0.02f }, sizeof s->item[i].colour);
    }
    s->frame              = renderer_default_frame();
    s->frame.grid_spacing = 0.0f;
    s->frame.fov          = 0.6f;
    memcpy(s->frame.eye, (float[3]){ 0.0f, 1.0f, 6.0f }, sizeof s->frame.eye);
    memcpy(s->frame.target, (float[3]){ 0.0f, 1.0f, 0.0f }, sizeof s->frame.target);
    memcpy(s->frame.bounds, (float[2][3]){ { -3.0f, 0.0f, -3.0f }, { 3.0f, 3.0f, 3.0f } }, sizeof s->frame.bounds);
    s->frame.items      = s->item;
    s->frame.item_count = 1;
    return s;
}

static void tear_down(void* fixture)
{
    stage* s                = fixture;
    const uint32_t messages = s->gpu.validation_messages;
    platform_buffer_destroy(&s->gpu, &s->state);
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

static bool is_red(const stage* s, int x, int y)
{
    const uint8_t* p = pixel(s, x, y);
    return p[0] > 2 * p[1] && p[0] > 2 * p[2];
}

// The middles of the two spheres: 1.2 m beside the axis at 6 m.
static const int LEFT = 51, RIGHT = 108, MIDDLE = 80, LEVEL = 45;

static MunitResult slots(const MunitParameter params[], void* fixture)
{
    (void)params;
    stage* s = fixture;
    draw(s);
    munit_assert_true(is_red(s, LEFT, LEVEL) && is_red(s, RIGHT, LEVEL) && !is_red(s, MIDDLE, LEVEL));
    s->item[0].tag_mask = s->item[0].tag_value = 2; // only slot 1 has it
    draw(s);
    munit_assert_true(!is_red(s, LEFT, LEVEL) && is_red(s, RIGHT, LEVEL));
    s->item[0].tag_mask = s->item[0].tag_value = 1;

    const uint32_t listed = 1;
    memcpy(s->state.mapped + SLOTS, &listed, sizeof listed);
    s->item[0].slots = (renderer_view){ s->state.buffer, SLOTS, 4, 4 };
    s->item[0].count = 1;
    draw(s);
    munit_assert_true(!is_red(s, LEFT, LEVEL) && is_red(s, RIGHT, LEVEL));
    s->item[0].slots = (renderer_view){ 0 };

    const VkDrawIndirectCommand one = { 4, 1, 0, 0 };
    memcpy(s->state.mapped + INDIRECT, &one, sizeof one);
    s->item[0].indirect = (renderer_view){ s->state.buffer, INDIRECT, sizeof one, 16 };
    s->item[0].count    = 2;
    draw(s);
    munit_assert_true(is_red(s, LEFT, LEVEL) && !is_red(s, RIGHT, LEVEL));
    return MUNIT_OK;
}

static MunitResult meshes(const MunitParameter params[], void* fixture)
{
    (void)params;
    stage* s                = fixture;
    renderer_mesh* mesh[4]  = { renderer_mesh_box(s->r, (float[3]){ 0.6f, 0.3f, 0.3f }, 0.02f),
                                renderer_mesh_sphere(s->r, 0.4f), renderer_mesh_capsule(s->r, 0.2f, 0.3f),
                                renderer_mesh_cylinder(s->r, 0.2f, 0.5f) };
    const double shape[4]   = { 2.0, 1.0, 0.4, 0.4 }; // wide over tall
    s->item[0].kind_of_item = RENDERER_MESHES;
    s->item[0].tag_mask = s->item[0].tag_value = 2;
    memcpy(s->frame.eye, (float[3]){ 1.2f, 1.0f, 6.0f }, sizeof s->frame.eye); // straight on, so that sides do not show
    memcpy(s->frame.target, (float[3]){ 1.2f, 1.0f, 0.0f }, sizeof s->frame.target);
    for (int i = 0; i < 4; ++i)
    {
        int wide = 0, tall = 0;
        munit_assert_not_null(mesh[i]);
        s->item[0].mesh = mesh[i];
        draw(s);
        for (int x = 0; x < WIDTH; ++x)
            wide += is_red(s, x, LEVEL);
        for (int y = 0; y < HEIGHT; ++y)
            tall += is_red(s, MIDDLE, y);
        munit_assert_int(tall, >, 8);
        munit_assert_double(wide / (double)tall, >, 0.8 * shape[i]);
        munit_assert_double(wide / (double)tall, <, 1.25 * shape[i]);
        renderer_mesh_destroy(s->r, mesh[i]);
    }
    return MUNIT_OK;
}

static MunitResult lines(const MunitParameter params[], void* fixture)
{
    (void)params;
    stage* s = fixture;
    // Level, behind the spheres, pure green.
    const struct
    {
        float at[3];
        uint32_t colour;
    } line[2] = { { { -2.0f, 1.0f, -2.0f }, 0xFF00FF00u }, { { 2.0f, 1.0f, -2.0f }, 0xFF00FF00u } };
    memcpy(s->state.mapped + LINES, line, sizeof line);
    s->item[1]          = renderer_default_item(RENDERER_LINES);
    s->item[1].count    = 2;
    s->item[1].position = (renderer_view){ s->state.buffer, LINES, sizeof line, sizeof line[0] };
    s->frame.item_count = 2;
    for (int on_top = 0; on_top < 2; ++on_top)
    {
        int between = 0, over = 0; // green rows there; a line may lie on either side of the middle
        s->item[1].on_top = on_top;
        draw(s);
        for (int y = LEVEL - 2; y <= LEVEL + 2; ++y)
        {
            between += pixel(s, MIDDLE, y)[1] > pixel(s, MIDDLE, y)[2] + 25;
            over += pixel(s, RIGHT, y)[1] > 90;
        }
        munit_assert_int(between, >, 0);
        munit_assert_true(on_top ? over > 0 : over == 0);
    }
    return MUNIT_OK;
}

// From above, the sun at 45 degrees from the left: the shadow lies a metre to the right of the sphere.
static MunitResult shadow(const MunitParameter params[], void* fixture)
{
    (void)params;
    stage* s            = fixture;
    s->item[0].tag_mask = s->item[0].tag_value = 2;
    memcpy(s->frame.eye, (float[3]){ 1.2f, 9.0f, 0.01f }, sizeof s->frame.eye);
    memcpy(s->frame.target, (float[3]){ 1.2f, 0.0f, 0.0f }, sizeof s->frame.target);
    memcpy(s->frame.sky.sun, (float[3]){ -1.0f, 1.0f, 0.0f }, sizeof s->frame.sky.sun);
    const int under = MIDDLE + (int)(1.0 / 9.0 / 0.30934 * 45.0), beside = MIDDLE - (under - MIDDLE);
    for (int glass = 0; glass < 2; ++glass)
    {
        s->item[0].glass = glass;
        draw(s);
        if (glass)
            munit_assert_int(abs(light(s, under, LEVEL) - light(s, beside, LEVEL)), <, 12);
        else
            munit_assert_int(2 * light(s, under, LEVEL), <, light(s, beside, LEVEL) + 100);
    }
    return MUNIT_OK;
}

// A sphere of glass lets the ground through and yet shows its rim.
static MunitResult glass(const MunitParameter params[], void* fixture)
{
    (void)params;
    stage* s            = fixture;
    s->frame.item_count = 0;
    draw(s);
    int before[WIDTH], most = 0;
    for (int x = 0; x < WIDTH; ++x)
        before[x] = light(s, x, LEVEL + 2);
    s->frame.item_count = 1;
    s->item[0].glass    = true;
    memset(s->item[0].colour, 0, sizeof s->item[0].colour);
    draw(s);
    munit_assert_int(abs(light(s, RIGHT, LEVEL + 2) - before[RIGHT]), <, 60);
    for (int x = 0; x < WIDTH; ++x)
        most = abs(light(s, x, LEVEL + 2) - before[x]) > most ? abs(light(s, x, LEVEL + 2) - before[x]) : most;
    munit_assert_int(most, >, 20);
    // Something before it hides it.
    munit_assert_int(light(s, MIDDLE, LEVEL + 2), ==, before[MIDDLE]);
    return MUNIT_OK;
}

// A floor of 80 m that is in the shadow map itself, under a low sun: it lies in the sun, and no pixel is darker than
// its neighbours. Without the offset it shades itself; with taps at one depth a wide filter leaves stripes.
static MunitResult stripes(const MunitParameter params[], void* fixture)
{
    (void)params;
    stage* s            = fixture;
    renderer_mesh* mesh = renderer_mesh_box(s->r, (float[3]){ 40.0f, 0.5f, 40.0f }, 0.0f);
    munit_assert_not_null(mesh);
    s->item[0].kind_of_item = RENDERER_MESHES;
    s->item[0].mesh         = mesh;
    s->item[0].tag_mask = s->item[0].tag_value = 2;
    s->frame.ground                            = false;
    memcpy(s->frame.bounds, (float[2][3]){ { -42.0f, 0.0f, -42.0f }, { 42.0f, 6.0f, 42.0f } }, sizeof s->frame.bounds);
    memcpy(s->frame.eye, (float[3]){ -36.0f, 4.0f, 36.0f }, sizeof s->frame.eye);
    memcpy(s->frame.target, (float[3]){ -10.0f, 0.0f, 10.0f }, sizeof s->frame.target);
    for (int turn = 0; turn < 4; ++turn)
    {
        memcpy(s->frame.sky.sun, (float[3]){ turn % 2 ? 1.0f : -0.4f, 0.22f, turn / 2 ? 1.0f : -0.7f },
               sizeof s->frame.sky.sun);
        float sun[3];
        memcpy(sun, s->frame.sky.sun_colour, sizeof sun);
        memset(s->frame.sky.sun_colour, 0, sizeof sun);
        draw(s);
        const int dark = light(s, MIDDLE, HEIGHT - 10);
        memcpy(s->frame.sky.sun_colour, sun, sizeof sun);
        draw(s);
        munit_assert_int(light(s, MIDDLE, HEIGHT - 10), >, dark + 50); // all of it lies in the sun
        for (int y = HEIGHT / 2; y < HEIGHT - 1; ++y)
            for (int x = 1; x < WIDTH; ++x)
                munit_assert_int(abs(light(s, x, y) - light(s, x - 1, y)), <, 16);
    }
    renderer_mesh_destroy(s->r, mesh);
    return MUNIT_OK;
}

static MunitTest tests[] = {
    { "/slots", slots, set_up, tear_down, MUNIT_TEST_OPTION_NONE, NULL },
    { "/meshes", meshes, set_up, tear_down, MUNIT_TEST_OPTION_NONE, NULL },
    { "/lines", lines, set_up, tear_down, MUNIT_TEST_OPTION_NONE, NULL },
    { "/shadow", shadow, set_up, tear_down, MUNIT_TEST_OPTION_NONE, NULL },
    { "/glass", glass, set_up, tear_down, MUNIT_TEST_OPTION_NONE, NULL },
    { "/stripes", stripes, set_up, tear_down, MUNIT_TEST_OPTION_NONE, NULL },
    { NULL, NULL, NULL, NULL, MUNIT_TEST_OPTION_NONE, NULL },
};

int main(int argc, char* argv[])
{
    const MunitSuite suite = { "/renderer", tests, NULL, 1, MUNIT_SUITE_OPTION_NONE };
    return munit_suite_main(&suite, NULL, argc, argv);
}
