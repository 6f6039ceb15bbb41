#define _DEFAULT_SOURCE // struct winsize
#include "progress.h"

#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

enum
{
    LINE_EVERY = 5 // s
};

double progress_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

void progress_begin(progress* p, const char* name, uint32_t total, bool quiet)
{
    *p       = (progress){ .scene = name, .total = total, .is_terminal = isatty(STDERR_FILENO), .is_quiet = quiet };
    p->start = p->last_line = progress_now();
}

static size_t terminal_width(void)
{
    struct winsize w;
    return ioctl(STDERR_FILENO, TIOCGWINSZ, &w) == 0 && w.ws_col > 20 ? w.ws_col : 80;
}

// "0:42 left", then what a frame costs and which stages of the step cost most.
static void describe(const progress* p, const session* s, uint32_t done, char* out, size_t size)
{
    const double took = progress_now() - p->start;
    const int left    = (int)(took / done * (p->total - done) + 0.5);
    int n             = snprintf(out, size, "%d:%02d left  step %.2f ms", left / 60, left % 60, s->step_ms);
    for (uint32_t i = 0; i < s->stage_count && n > 0 && (size_t)n < size; ++i)
        n += snprintf(out + n, size - (size_t)n, "%s%s %.2f%s", i == 0 ? " (" : ", ", s->stages[i].name,
                      s->stages[i].last, i + 1 == s->stage_count ? ")" : "");
    if (p->write_ms > 0.0 && n > 0 && (size_t)n < size)
        snprintf(out + n, size - (size_t)n, "  draw %.0f ms  write %.0f ms", p->draw_ms, p->write_ms);
}

static void draw_bar(const progress* p, const char* text, uint32_t done)
{
    enum
    {
        BAR = 24
    };
    char line[512], bar[3 * BAR + 1] = "";
    for (uint32_t i = 0; i < BAR; ++i)
        strcat(bar, i * p->total < done * BAR ? "█" : "░");
    const int head    = snprintf(line, sizeof line, "%s  %u/%u  %s", p->scene, done, p->total, text);
    const size_t room = terminal_width() - 1 > BAR + 1 ? terminal_width() - BAR - 2 : 0;
    if (head > 0 && (size_t)head > room) line[room < sizeof line ? room : sizeof line - 1] = 0;
    fprintf(stderr, "\r\033[K%s %s", bar, line);
    fflush(stderr);
}

void progress_frame(progress* p, const session* s, uint32_t done)
{
    if (p->is_quiet) return;
    const double now = progress_now();
    const bool last  = done == p->total;
    if (now - p->last_line < (p->is_terminal ? 0.05 : LINE_EVERY) && !last && done != 1) return;
    char text[400];
    describe(p, s, done, text, sizeof text);
    p->last_line = now;
    if (p->is_terminal)
        draw_bar(p, text, done);
    else
        fprintf(stderr, "%s: frame %u of %u, %s\n", p->scene, done, p->total, text);
}

void progress_end(progress* p)
{
    if (p->is_terminal && !p->is_quiet) fputs("\r\033[K", stderr);
}
