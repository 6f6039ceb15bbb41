// massa view SCENE: the same frames in a window. Two are under way at a time; nothing waits but for the one before.
#include "commands.h"

#ifdef MASSA_PROGRAM_WINDOW
#include "progress.h"
#include "window.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum // GLFW's numbers
{
    KEY_SPACE  = 32,
    KEY_D      = 68,
    KEY_H      = 72,
    KEY_N      = 78,
    KEY_Q      = 81,
    KEY_R      = 82,
    KEY_ESCAPE = 256,
    KEY_RIGHT  = 262, // then left, down, up, page up, page down
    KEY_LAST   = 267,
    FRAMES     = 4, // whose last step is remembered; at most two are under way
};

typedef struct viewer
{
    session* s;
    platform_window* window;
    double yaw, pitch, distance; // rad, rad, m, about the scene's target
    double x, y;                 // pointer
    bool held, paused, single, restart, failed;
    uint64_t last_step[FRAMES]; // recorded by frame i % FRAMES
    double title_at;            // s, when the title was last written
    float eye[3];
} viewer;

static void look_home(viewer* v)
{
    double d[3], square = 0.0;
    for (int i = 0; i < 3; ++i)
    {
        d[i] = v->s->eye[i] - v->s->target[i];
        square += d[i] * d[i];
    }
    v->distance = sqrt(square);
    v->yaw      = atan2(d[2], d[0]);
    v->pitch    = asin(d[1] / v->distance);
}

// Nothing, contacts, then what led to them.
static void next_debug(session* s)
{
    static const uint32_t bits[] = { 0, MASSA_DEBUG_POINTS | MASSA_DEBUG_NORMALS,
                                     MASSA_DEBUG_POINTS | MASSA_DEBUG_NORMALS | MASSA_DEBUG_BOUNDS,
                                     MASSA_DEBUG_POINTS | MASSA_DEBUG_NORMALS | MASSA_DEBUG_BOUNDS |
                                         MASSA_DEBUG_PAIRS };
    enum
    {
        COUNT = sizeof bits / sizeof bits[0]
    };
    uint32_t i = 0;
    while (i < COUNT && bits[i] != s->scene.debug)
        ++i;
    session_set_debug(s, bits[(i + 1) % COUNT]); // from a choice of its own on to contacts
}

// Along x with left and right, z with up and down, y with the page keys, for as long as they are held.
static void push(scene* s, int key, bool held)
{
    static const struct
    {
        int axis;
        float way;
    } of[]          = { { 0, 1.0f }, { 0, -1.0f }, { 2, 1.0f }, { 2, -1.0f }, { 1, 1.0f }, { 1, -1.0f } };
    const int axis  = of[key - KEY_RIGHT].axis;
    const float way = of[key - KEY_RIGHT].way;
    if (held)
        s->push[axis] = way;
    else if (s->push[axis] == way) // the opposite key may be held by now
        s->push[axis] = 0.0f;
}

static void on_key(void* user, int key, int action, int modifiers)
{
    (void)modifiers;
    viewer* v = user;
    if (key >= KEY_RIGHT && key <= KEY_LAST) push(&v->s->scene, key, action != 0);
    if (action == 0) return;
    switch (key)
    {
    case KEY_SPACE: v->paused = !v->paused; break;
    case KEY_N: v->paused = v->single = true; break;
    case KEY_R: v->restart = true; break;
    case KEY_D: next_debug(v->s); break;
    case KEY_H: look_home(v); break;
    case KEY_Q:
    case KEY_ESCAPE: platform_window_close(v->window); break;
    default: break;
    }
}

static void on_button(void* user, int button, int action, int modifiers)
{
    (void)modifiers;
    if (button == 0) ((viewer*)user)->held = action != 0;
}

static void on_move(void* user, double x, double y)
{
    viewer* v = user;
    if (v->held)
    {
        v->yaw += 0.006 * (x - v->x);
        v->pitch = fmin(1.5, fmax(-0.2, v->pitch + 0.006 * (y - v->y)));
    }
    v->x = x;
    v->y = y;
}

static void on_scroll(void* user, double amount)
{
    viewer* v   = user;
    v->distance = fmin(500.0, fmax(0.3, v->distance * exp(-0.12 * amount)));
}

static void on_resize(void* user, uint32_t width, uint32_t height)
{
    viewer* v = user;
    if (!renderer_resize(v->s->drawer, width, height)) v->failed = true;
}

static void aim(viewer* v, renderer_frame* frame)
{
    session_look(v->s, frame);
    const float* t = v->s->target;
    frame->eye[0]  = t[0] + (float)(v->distance * cos(v->pitch) * cos(v->yaw));
    frame->eye[1]  = t[1] + (float)(v->distance * sin(v->pitch));
    frame->eye[2]  = t[2] + (float)(v->distance * cos(v->pitch) * sin(v->yaw));
    if (frame->ground) frame->eye[1] = fmaxf(frame->eye[1], frame->ground_height + 0.1f);
    memcpy(v->eye, frame->eye, sizeof v->eye);
}

static void show_times(viewer* v)
{
    const session* s = v->s;
    const double now = progress_now();
    if (now < v->title_at + 0.25) return;
    v->title_at = now;
    char title[400];
    char lines[64] = "";
    for (uint32_t i = 0; debug_names[i] != NULL; ++i)
        if (s->scene.debug >> i & 1)
        {
            strcat(lines, lines[0] == 0 ? "  debug " : ",");
            strcat(lines, debug_names[i]);
        }
    // Steps that were recorded before the pause may still be under way.
    const bool stands   = s->scene.heard_step == massa_world_last_step(s->scene.world);
    const char* pausing = !v->paused ? "" : stands ? "  paused" : "  pausing";
    const float* push   = s->scene.push;
    const bool pushes   = push[0] != 0.0f || push[1] != 0.0f || push[2] != 0.0f;
    int n               = snprintf(title, sizeof title, "massa: %s  %.2f s%s%s%s%s  step %.2f ms", s->scene.desc->name,
                                   s->scene.heard_time, pausing, pushes ? "  pushes" : "",
                     session_is_broken(s) ? "  CHECK BROKEN" : "", lines, s->step_ms);
    for (uint32_t i = 0; i < s->stage_count && n > 0 && (size_t)n < sizeof title; ++i)
        n += snprintf(title + n, sizeof title - (size_t)n, "  %s %.2f", s->stages[i].name, s->stages[i].last);
    platform_window_set_title(v->window, title);
}

static bool hear_finished(viewer* v)
{
    const uint64_t frame = platform_window_frames_finished(v->window);
    return frame == 0 || session_hear(v->s, v->last_step[frame % FRAMES]);
}

static bool show_frame(viewer* v)
{
    session* s          = v->s;
    VkCommandBuffer cmd = platform_window_begin(v->window);
    if (cmd == VK_NULL_HANDLE) return s->gpu.error[0] == 0;
    if (!hear_finished(v)) return false;
    const uint32_t steps = v->single ? 1 : v->paused ? 0 : s->options->steps_per_frame;
    v->single            = false;
    if (!session_record_steps(s, cmd, steps, false)) return false;
    const uint64_t frame         = platform_window_frames_begun(v->window);
    v->last_step[frame % FRAMES] = massa_world_last_step(s->scene.world);
    renderer_frame view;
    aim(v, &view);
    uint32_t width, height;
    renderer_size(s->drawer, &width, &height);
    if (!session_record_draw(s, cmd, &view) ||
        !platform_window_end(v->window, renderer_image(s->drawer), width, height))
        return false;
    show_times(v);
    return true;
}

static bool restart(viewer* v)
{
    v->restart = false;
    memset(v->last_step, 0, sizeof v->last_step); // frames of the old world report nothing
    return session_restart(v->s);
}

int command_view(const options* o)
{
    static session s;
    if (!session_open(&s, o))
    {
        const int code = complain(s.exit_code, s.error);
        session_close(&s);
        return code;
    }
    viewer v                    = { .s = &s };
    platform_window_input input = { &v, on_key, on_button, on_move, on_scroll, on_resize };
    look_home(&v);
    v.window  = platform_window_create(&s.gpu, "massa", o->width, o->height, &input);
    bool fine = v.window != NULL;
    if (fine) s.gpu.error[0] = 0;
    while (fine && !v.failed && platform_window_poll(v.window) &&
           (o->frames == 0 || platform_window_frames_begun(v.window) < o->frames))
        fine = (!v.restart || restart(&v)) && show_frame(&v);
    fine     = fine && !v.failed;
    int code = EXIT_FINE;
    if (!fine)
        code = complain(EXIT_BROKEN, s.error[0] != 0 ? s.error : s.gpu.error);
    else
        printf("%s: %llu frames, %.2f s simulated, last seen from %.1f %.1f %.1f\n", o->scene->name,
               (unsigned long long)platform_window_frames_begun(v.window), s.scene.heard_time, v.eye[0], v.eye[1],
               v.eye[2]);
    if (v.window != NULL) platform_window_destroy(v.window);
    if (code == EXIT_FINE && s.gpu.validation_messages != 0) code = EXIT_BROKEN;
    if (code == EXIT_FINE && session_is_broken(&s)) code = complain(EXIT_BROKEN, "a check of the scene broke.");
    session_close(&s);
    return code;
}

#else

int command_view(const options* o)
{
    (void)o;
    return complain(EXIT_MISUSE, "this massa was built without windows: install GLFW 3 and build again.");
}

#endif
