// massa run SCENE: simulate, draw, check; every frame is one command buffer with its steps and its draw.
#define _POSIX_C_SOURCE 200809L // sigaction, mkdir
#include "commands.h"
#include "image.h"
#include "output.h"
#include "progress.h"
#include "reference/reference.h"
#include "report.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>

static volatile sig_atomic_t interrupted;

static void on_interrupt(int signal)
{
    (void)signal;
    interrupted = 1;
}

// The first Ctrl-C ends after the frame under way; a second one ends at once.
static void catch_interrupt(void)
{
    struct sigaction a = { .sa_handler = on_interrupt, .sa_flags = (int)SA_RESETHAND };
    sigemptyset(&a.sa_mask);
    sigaction(SIGINT, &a, NULL);
    sigaction(SIGTERM, &a, NULL);
}

static bool write_picture(session* s, const char* folder, uint32_t frame, char* path, size_t path_size)
{
    output_frame_path(folder, frame, path, path_size);
    uint32_t width, height;
    renderer_size(s->drawer, &width, &height);
    s->exit_code = EXIT_BROKEN;
    return platform_image_write_png(path, renderer_pixels(s->drawer), width, height, s->error, sizeof s->error);
}

static bool run_frame(session* s, progress* p, bool hash)
{
    const double start  = progress_now();
    VkCommandBuffer cmd = platform_begin(&s->gpu);
    if (cmd == VK_NULL_HANDLE || !session_record_steps(s, cmd, s->options->steps_per_frame, hash)) return false;
    if (s->drawer != NULL && (!session_record_draw(s, cmd, NULL) || !renderer_read(s->drawer, cmd))) return false;
    if (!platform_submit_and_wait(&s->gpu, cmd))
    {
        snprintf(s->error, sizeof s->error, "%s", s->gpu.error);
        s->exit_code = EXIT_BROKEN;
        return false;
    }
    if (!session_hear(s, massa_world_last_step(s->scene.world))) return false;
    const double step_ms = s->step_ms * s->options->steps_per_frame;
    p->draw_ms           = 1e3 * (progress_now() - start) - step_ms;
    return true;
}

// Plain C has come to the same bits.
static bool same_as_reference(session* s, const reference* twin)
{
    if (!s->has_hash || s->hash == reference_hash(twin)) return true;
    snprintf(s->error, sizeof s->error, "after step %llu the state differs from the reference's: %016llx, not %016llx.",
             (unsigned long long)s->scene.heard_step, (unsigned long long)s->hash,
             (unsigned long long)reference_hash(twin));
    s->exit_code = EXIT_BROKEN;
    return false;
}

static bool run_frames(session* s, progress* p, report* r, const reference* twin)
{
    for (uint32_t frame = 1; frame <= s->options->frames && !interrupted; ++frame)
    {
        const bool last = frame == s->options->frames;
        if (!run_frame(s, p, twin != NULL || (s->options->hash && last))) return false;
        if (twin != NULL && !same_as_reference(s, twin)) return false;
        const double start = progress_now();
        char path[OUTPUT_PATH];
        if (s->drawer != NULL && !write_picture(s, r->folder, frame, path, sizeof path)) return false;
        const uint64_t best = s->scene.desc->best_step;
        const bool is_best  = best == 0 || r->picture[0] == 0 || massa_world_last_step(s->scene.world) <= best;
        if (s->drawer != NULL && is_best) memcpy(r->picture, path, sizeof path);
        p->write_ms = s->drawer != NULL ? 1e3 * (progress_now() - start) : 0.0;
        r->frames   = frame;
        progress_frame(p, s, frame);
    }
    if (s->scene.desc->finish != NULL) s->scene.desc->finish(&s->scene);
    return true;
}

static int conclude(session* s, report* r, double start)
{
    const options* o = s->options;
    char error[512];
    if (o->video && r->frames > 0 && !r->interrupted)
    {
        const double rate = 1.0 / (s->scene.desc->dt * o->steps_per_frame);
        if (!output_video(r->folder, s->scene.desc->name, rate, r->frames, r->video, sizeof r->video, error,
                          sizeof error))
            return complain(EXIT_BROKEN, error);
    }
    r->seconds = progress_now() - start;
    report_print(r, s);
    if (s->gpu.validation_messages != 0) return complain(EXIT_BROKEN, "the validation layer complained.");
    return session_is_broken(s) ? EXIT_BROKEN : EXIT_FINE;
}

typedef struct follower // a twin of the scene's world, which plays all that the world records, and its time
{
    reference* twin;
    double seconds;
} follower;

static void play(void* user, const void* block, size_t size)
{
    follower* f        = user;
    const double start = progress_now();
    reference_record(f->twin, block, size);
    f->seconds += progress_now() - start;
}

static void follow(session* s, follower* f)
{
    massa_world_desc wd    = massa_default_world_desc();
    s->scene.surface_count = 0; // planned once more
    s->scene.desc->plan(&s->scene, &wd);
    f->twin = reference_create(&wd);
    if (massa_world_set_recorder(s->scene.world, play, f) == MASSA_OK) return;
    reference_destroy(f->twin);
    f->twin = NULL;
}

int command_run(const options* o)
{
    static session s; // too large for some stacks
    char error[512];
    report r = { 0 };
    if (!o->no_images && !output_prepare(o->out, o->scene->name, r.folder, sizeof r.folder, error, sizeof error))
        return complain(EXIT_MISUSE, error);
    if (o->video && !output_has_ffmpeg())
        return complain(EXIT_MISUSE, "--video needs ffmpeg, which is not installed; without it there are PNG frames.");
    const double start = progress_now();
    catch_interrupt();

    bool fine = session_open(&s, o);
    progress p;
    progress_begin(&p, o->scene->name, o->frames, o->json);
    follower beside = { 0 };
    if (fine && o->reference) follow(&s, &beside);
    if (fine) fine = run_frames(&s, &p, &r, beside.twin);
    r.reference_seconds = beside.seconds;
    progress_end(&p);
    r.interrupted  = interrupted != 0;
    const int code = fine ? conclude(&s, &r, start) : complain(s.exit_code, s.error);
    session_close(&s);
    reference_destroy(beside.twin);
    return code;
}
