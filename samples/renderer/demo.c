// Draws a heap of spheres and a few bodies from synthetic arrays, to look at the renderer alone:
//   massa_render_demo OUT.png [hour] [frames] [how near] [spheres' colour, 0 to 3]
//   massa_render_demo window [hour] [frames]    drag to turn, scroll to come closer, Escape closes
#include "renderer.h"
#include "image.h"
#ifdef DEMO_WINDOW
#include "window.h"
#endif

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum
{
    SPHERES = 50000,
    BODIES  = 48,
};

static const float RADIUS = 0.05f;

static float noise(void) // -1..1
{
    static uint32_t state = 1;
    state                 = state * 1664525u + 1013904223u;
    return (float)(state >> 8) / 8388608.0f - 1.0f;
}

// Close packed layers under a cone, each sphere a little out of place; some fly.
static void fill_heap(float (*position)[4], float (*velocity)[4], uint32_t* tag)
{
    uint32_t n = 0;
    for (int layer = 0; n < SPHERES; ++layer)
    {
        const float y = RADIUS + (float)layer * RADIUS * 1.64f, wide = 3.1f - y * 1.55f;
        for (float z = -wide; z < wide && n < SPHERES; z += RADIUS * 1.74f)
            for (float x = -wide; x < wide && n < SPHERES; x += RADIUS * 2.02f)
            {
                const float shift = (float)(layer & 1) * RADIUS;
                const float p[3]  = { x + shift + 0.15f * RADIUS * noise(), y, z + shift + 0.15f * RADIUS * noise() };
                const float edge  = wide * (0.93f + 0.05f * sinf(5.0f * atan2f(z, x)) + 0.02f * noise());
                if (p[0] * p[0] + p[2] * p[2] > edge * edge) continue;
                memcpy(position[n], p, sizeof p);
                const float depth = 1.0f - sqrtf(x * x + z * z) / wide; // quick on the outside
                velocity[n][0]    = fmaxf(0.0f, 1.0f - 5.0f * depth) * (2.5f + 2.0f * noise()) + 0.4f * y;
                tag[n]            = 1u | (uint32_t)(layer / 3) << 8;
                ++n;
            }
        if (wide < 0.2f)
            for (; n < SPHERES; ++n) // the rest rains
            {
                const float h    = fabsf(noise());
                const float p[3] = { 0.35f * noise() * (1.0f - 0.5f * h), 2.0f + 2.2f * h, 0.35f * noise() };
                memcpy(position[n], p, sizeof p);
                velocity[n][1] = -6.0f + 2.0f * h;
                tag[n]         = n % 9 == 0 ? 1u : 0u; // dead slots are left out
            }
    }
}

static void fill_bodies(float (*pose)[8])
{
    for (int i = 0; i < BODIES; ++i)
    {
        float* p       = pose[i];
        const int kind = i % 3;
        const float a = (float)i * 2.399963f, ring = 3.6f + 0.035f * (float)i;
        p[0]            = ring * cosf(a);
        p[2]            = ring * sinf(a);
        const float yaw = 0.5f * (a + noise());
        if (kind == 0) // boxes stand
        {
            p[1] = 0.25f;
            p[5] = sinf(yaw);
            p[7] = cosf(yaw);
        }
        else // capsules and cylinders lie: half a right angle about x, then yaw
        {
            p[1]          = kind == 1 ? 0.12f : 0.16f;
            const float c = sqrtf(0.5f);
            p[4]          = c * cosf(yaw);
            p[5]          = c * sinf(yaw);
            p[6]          = -c * sinf(yaw);
            p[7]          = c * cosf(yaw);
        }
    }
}

static double seconds(void)
{
    struct timespec t;
    timespec_get(&t, TIME_UTC);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int fail(const char* sentence)
{
    fprintf(stderr, "massa_render_demo: %s\n", sentence);
    return 1;
}

static int draw(platform_gpu* gpu, renderer* r, const renderer_frame* frame, int frames, const char* path)
{
    double best = 1e9;
    for (int i = 0; i < frames; ++i)
    {
        const double start  = seconds();
        const clock_t busy  = clock(); // of all threads: what a quiet machine with as many cores would share
        VkCommandBuffer cmd = platform_begin(gpu);
        if (!renderer_draw(r, cmd, frame) || !renderer_read(r, cmd)) return fail(gpu->error);
        if (!platform_submit_and_wait(gpu, cmd)) return fail(gpu->error);
        const double took = seconds() - start;
        if (took < best) best = took;
        printf("frame %d: %.0f ms, %.0f ms of CPU\n", i, took * 1e3, (double)(clock() - busy) * 1e3 / CLOCKS_PER_SEC);
    }
    uint32_t width, height;
    renderer_size(r, &width, &height);
    char error[256];
    if (!platform_image_write_png(path, renderer_pixels(r), width, height, error, sizeof error)) return fail(error);
    printf("%s: best frame %.0f ms on %s\n", path, best * 1e3, gpu->device_name);
    return 0;
}

#ifdef DEMO_WINDOW
typedef struct orbit
{
    renderer* r;
    platform_window* window;
    double turn, distance, x;
    bool held, failed;
} orbit;

static void on_button(void* user, int button, int action, int modifiers)
{
    (void)modifiers;
    if (button == 0) ((orbit*)user)->held = action != 0;
}

static void on_move(void* user, double x, double y)
{
    (void)y;
    orbit* o = user;
    if (o->held) o->turn += 0.005 * (x - o->x);
    o->x = x;
}

static void on_scroll(void* user, double amount)
{
    ((orbit*)user)->distance *= exp(-0.1 * amount);
}

static void on_key(void* user, int key, int action, int modifiers)
{
    (void)action;
    (void)modifiers;
    if (key == 256) platform_window_close(((orbit*)user)->window);
}

static void on_resize(void* user, uint32_t width, uint32_t height)
{
    orbit* o = user;
    printf("resized to %u x %u\n", width, height);
    if (!renderer_resize(o->r, width, height)) o->failed = true;
}

static int show(platform_gpu* gpu, renderer* r, renderer_frame* frame, int frames)
{
    orbit o                     = { .r = r, .turn = 1.2, .distance = 10.0 };
    platform_window_input input = { &o, on_key, on_button, on_move, on_scroll, on_resize };
    uint32_t width, height;
    renderer_size(r, &width, &height);
    o.window = platform_window_create(gpu, "massa renderer", width, height, &input);
    if (o.window == NULL) return fail(gpu->error);
    gpu->error[0] = 0;
    while (platform_window_poll(o.window) && platform_window_frames_begun(o.window) < (uint64_t)frames && !o.failed)
    {
        VkCommandBuffer cmd = platform_window_begin(o.window);
        if (cmd == VK_NULL_HANDLE && gpu->error[0] != 0) break;
        if (cmd == VK_NULL_HANDLE) continue;
        frame->eye[0] = (float)(o.distance * cos(o.turn));
        frame->eye[2] = (float)(o.distance * sin(o.turn));
        renderer_size(r, &width, &height);
        if (!renderer_draw(r, cmd, frame) || !platform_window_end(o.window, renderer_image(r), width, height)) break;
    }
    printf("%d frames, turned to %.2f, distance %.2f\n", (int)platform_window_frames_begun(o.window), o.turn,
           o.distance);
    platform_window_destroy(o.window);
    return gpu->error[0] != 0 ? fail(gpu->error) : 0;
}
#endif

int main(int argc, char** argv)
{
    const char* path = argc > 1 ? argv[1] : "render_demo.png";
    const float hour = argc > 2 ? (float)atof(argv[2]) : 9.5f;
    const int frames = argc > 3 && atoi(argv[3]) > 0 ? atoi(argv[3]) : 3;

    platform_gpu gpu;
    if (!platform_gpu_create(&gpu, NULL)) return fail(gpu.error);
    renderer* r = renderer_create(&gpu, 1280, 720);
    if (r == NULL) return fail(gpu.error);

    // One buffer, as the simulation has it: positions, velocities, tags, poses; then who is a box, a capsule, a
    // cylinder, how many spheres there are, and lines.
    const uint32_t velocity_at = SPHERES * 16, tag_at = 2 * velocity_at, pose_at = tag_at + SPHERES * 4;
    const uint32_t slot_at = pose_at + BODIES * 32, indirect_at = slot_at + BODIES * 4, line_at = indirect_at + 16;
    platform_buffer state;
    if (!platform_buffer_create(&gpu, &state, line_at + 6 * 32,
                                VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_VERTEX_BUFFER_BIT |
                                    VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT))
        return fail(gpu.error);
    memset(state.mapped, 0, state.size);
    fill_heap((float(*)[4])state.mapped, (float(*)[4])(state.mapped + velocity_at), (uint32_t*)(state.mapped + tag_at));
    fill_bodies((float(*)[8])(state.mapped + pose_at));
    for (uint32_t i = 0; i < BODIES; ++i)
        ((uint32_t*)(state.mapped + slot_at))[i % 3 * (BODIES / 3) + i / 3] = i;
    *(VkDrawIndirectCommand*)(state.mapped + indirect_at) = (VkDrawIndirectCommand){ 4, SPHERES, 0, 0 };
    const float axes[6][8] = { { -4, 0, 4, 0, 1, 0.1f, 0.1f, 1 },    { -3, 0, 4, 0, 1, 0.1f, 0.1f, 1 },
                               { -4, 0, 4, 0, 0.1f, 0.8f, 0.1f, 1 }, { -4, 1, 4, 0, 0.1f, 0.8f, 0.1f, 1 },
                               { -4, 0, 4, 0, 0.1f, 0.3f, 1, 1 },    { -4, 0, 5, 0, 0.1f, 0.3f, 1, 1 } };
    memcpy(state.mapped + line_at, axes, sizeof axes);

    renderer_mesh* mesh[3] = { renderer_mesh_box(r, (float[3]){ 0.25f, 0.25f, 0.25f }, 0.03f),
                               renderer_mesh_capsule(r, 0.12f, 0.3f), renderer_mesh_cylinder(r, 0.16f, 0.25f) };
    renderer_item items[5];
    items[0]             = renderer_default_item(RENDERER_SPHERES);
    items[0].count       = SPHERES;
    items[0].radius      = RADIUS;
    items[0].position    = (renderer_view){ state.buffer, 0, velocity_at, 16 };
    items[0].velocity    = (renderer_view){ state.buffer, velocity_at, velocity_at, 16 };
    items[0].tag         = (renderer_view){ state.buffer, tag_at, SPHERES * 4, 4 };
    items[0].colour_by   = argc > 5 ? (renderer_colour)(atoi(argv[5]) & 3) : RENDERER_COLOUR_SPEED;
    items[0].kind_shift  = 8;
    items[0].kind_mask   = 7;
    items[0].speed_limit = 6.0f;
    items[0].indirect    = (renderer_view){ state.buffer, indirect_at, 16, 16 };
    for (uint32_t i = 0; i < 3; ++i)
    {
        renderer_item* item = &items[1 + i];
        *item               = renderer_default_item(RENDERER_MESHES);
        item->mesh          = mesh[i];
        item->count         = BODIES / 3;
        item->position      = (renderer_view){ state.buffer, pose_at, BODIES * 32, 32 };
        item->rotation      = (renderer_view){ state.buffer, pose_at + 16, BODIES * 32 - 16, 32 };
        item->slots         = (renderer_view){ state.buffer, slot_at + i * (BODIES / 3) * 4, BODIES / 3 * 4, 4 };
        item->colour_by     = RENDERER_COLOUR_KIND;
        item->kind          = i == 0 ? 1 : i == 1 ? 3 : 4;
    }
    items[4]          = renderer_default_item(RENDERER_LINES);
    items[4].count    = 6;
    items[4].position = (renderer_view){ state.buffer, line_at, 6 * 32, 32 };
    items[4].on_top   = true;

    renderer_frame frame = renderer_default_frame();
    frame.sky            = renderer_sky_at(hour);
    memcpy(frame.eye, (float[3]){ 4.2f, 3.3f, 9.6f }, sizeof frame.eye);
    memcpy(frame.target, (float[3]){ 0.0f, 1.0f, 0.0f }, sizeof frame.target);
    memcpy(frame.bounds, (float[2][3]){ { -5.5f, 0.0f, -5.5f }, { 5.5f, 4.3f, 5.5f } }, sizeof frame.bounds);
    for (int i = 0; i < 3 && argc > 4; ++i)
        frame.eye[i] = frame.target[i] + (frame.eye[i] - frame.target[i]) / (float)atof(argv[4]);
    frame.items      = items;
    frame.item_count = 5;

    int status = 0;
#ifdef DEMO_WINDOW
    if (strcmp(path, "window") == 0)
        status = show(&gpu, r, &frame, argc > 3 ? frames : 1000000);
    else
#endif
        status = draw(&gpu, r, &frame, frames, path);
    printf("%u validation messages\n", gpu.validation_messages);
    if (gpu.validation_messages != 0) status = 1;
    for (int i = 0; i < 3; ++i)
        renderer_mesh_destroy(r, mesh[i]);
    platform_buffer_destroy(&gpu, &state);
    renderer_destroy(r);
    platform_gpu_destroy(&gpu);
    return status;
}
