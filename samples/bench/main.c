// massa_bench FAMILY [--json] [--device NAME]: our stages against plain C in the same run, and gates on the ratios.
#define _POSIX_C_SOURCE 200809L // isatty, fileno
#include "bench.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

double bench_now(void)
{
    struct timespec t;
    timespec_get(&t, TIME_UTC);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}

double bench_cpu(void)
{
    return (double)clock() * 1e3 / CLOCKS_PER_SEC;
}

void bench_progress(const char* format, ...)
{
    if (!isatty(fileno(stderr))) return;
    fputs("\r\033[K", stderr);
    if (format != NULL)
    {
        va_list args;
        va_start(args, format);
        vfprintf(stderr, format, args);
        va_end(args);
    }
    fflush(stderr);
}

static int misuse(const char* what, const char* word)
{
    fprintf(stderr, "massa_bench: %s%s%s; usage: massa_bench primitives [--json] [--device NAME].\n", what,
            word != NULL ? " " : "", word != NULL ? word : "");
    return 2;
}

int main(int argc, char* argv[])
{
    bench_options options = { 0 };
    const char* family    = NULL;
    for (int i = 1; i < argc; ++i)
    {
        if (strcmp(argv[i], "--json") == 0)
            options.json = true;
        else if (strcmp(argv[i], "--device") == 0 && i + 1 < argc)
            options.device = argv[++i];
        else if (argv[i][0] == '-')
            return misuse("unknown or incomplete option", argv[i]);
        else if (family != NULL)
            return misuse("one family at a time, not also", argv[i]);
        else
            family = argv[i];
    }
    if (family == NULL) return misuse("no family named", NULL);
    if (strcmp(family, "primitives") == 0) return bench_primitives(&options);
    return misuse("unknown family", family);
}
