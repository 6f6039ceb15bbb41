#define _POSIX_C_SOURCE 200809L
#include "output.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ;

static bool fail(char* error, size_t size, const char* what, const char* path, const char* why)
{
    snprintf(error, size, "%s %s: %s.", what, path, why);
    return false;
}

// Like mkdir -p.
static bool make_folders(const char* folder)
{
    char path[OUTPUT_PATH];
    const size_t length = strlen(folder);
    memcpy(path, folder, length + 1);
    for (size_t i = 1; i <= length; ++i)
    {
        if (path[i] != '/' && path[i] != 0) continue;
        const char kept = path[i];
        path[i]         = 0;
        if (mkdir(path, 0777) != 0 && errno != EEXIST) return false;
        path[i] = kept;
    }
    return true;
}

static bool is_frame(const char* name) // frame_ and at least four digits .png
{
    if (strncmp(name, "frame_", 6) != 0) return false;
    const size_t digits = strspn(name + 6, "0123456789");
    return digits >= 4 && strcmp(name + 6 + digits, ".png") == 0;
}

static void remove_frames(const char* folder)
{
    DIR* d = opendir(folder);
    if (d == NULL) return;
    for (struct dirent* e; (e = readdir(d)) != NULL;)
        if (is_frame(e->d_name)) unlinkat(dirfd(d), e->d_name, 0);
    closedir(d);
}

bool output_prepare(const char* wanted, const char* scene, char* folder, size_t folder_size, char* error,
                    size_t error_size)
{
    const int n      = wanted != NULL ? snprintf(folder, folder_size, "%s", wanted)
                                      : snprintf(folder, folder_size, "massa-out/%s", scene);
    const char* what = "cannot write into the folder";
    if (n < 0 || (size_t)n + 32 >= folder_size) return fail(error, error_size, what, scene, "its path is too long");
    if (!make_folders(folder)) return fail(error, error_size, what, folder, strerror(errno));
    char trial[OUTPUT_PATH];
    snprintf(trial, sizeof trial, "%.4000s/.massa-%ld", folder, (long)getpid());
    const int file = open(trial, O_CREAT | O_WRONLY | O_EXCL, 0666);
    if (file < 0) return fail(error, error_size, what, folder, strerror(errno));
    close(file);
    unlink(trial);
    remove_frames(folder);
    return true;
}

void output_frame_path(const char* folder, uint32_t frame, char* path, size_t size)
{
    snprintf(path, size, "%.4000s/frame_%04u.png", folder, frame);
}

bool output_has_ffmpeg(void)
{
    const char* path = getenv("PATH");
    while (path != NULL && *path != 0)
    {
        char file[OUTPUT_PATH];
        const size_t length = strcspn(path, ":");
        snprintf(file, sizeof file, "%.*s/ffmpeg", (int)length, path);
        if (length > 0 && access(file, X_OK) == 0) return true;
        path += length + (path[length] == ':');
    }
    return false;
}

bool output_video(const char* folder, const char* scene, double rate, uint32_t frames, char* path, size_t path_size,
                  char* error, size_t error_size)
{
    char in[OUTPUT_PATH], framerate[32], count[16];
    snprintf(in, sizeof in, "%.4000s/frame_%%04d.png", folder);
    snprintf(path, path_size, "%.4000s/%s.mp4", folder, scene);
    snprintf(framerate, sizeof framerate, "%g", rate);
    snprintf(count, sizeof count, "%u", frames);
    char* const arguments[] = { "ffmpeg",
                                "-nostdin",
                                "-loglevel",
                                "error",
                                "-y",
                                "-framerate",
                                framerate,
                                "-i",
                                in,
                                "-frames:v",
                                count,
                                "-vf",
                                "pad=ceil(iw/2)*2:ceil(ih/2)*2",
                                "-pix_fmt",
                                "yuv420p",
                                "-crf",
                                "18",
                                path,
                                NULL };
    pid_t child;
    int status = 1;
    if (posix_spawnp(&child, "ffmpeg", NULL, NULL, arguments, environ) != 0 || waitpid(child, &status, 0) != child ||
        status != 0)
        return fail(error, error_size, "the frames are there, but ffmpeg could not write", path, "see above");
    return true;
}
