// massa list | info | run SCENE | view SCENE | bench FAMILY
#include "commands.h"
#include "json.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

int complain(int code, const char* sentence)
{
    fprintf(stderr, "massa: %s\n", sentence);
    return code;
}

static void print_scene(const scene_desc* s)
{
    printf("%s\n    %s\n", s->name, s->description);
    for (uint32_t i = 0; i < s->parameter_count; ++i)
    {
        const scene_parameter* p = &s->parameters[i];
        printf("    %-10s %7.10g   (%.10g to %.10g%s)  %s\n", p->name, p->standard, p->low, p->high,
               p->whole ? ", whole" : "", p->description);
    }
}

static void print_scene_json(const scene_desc* s)
{
    json_begin(NULL, '{');
    json_text("name", s->name);
    json_text("description", s->description);
    json_number("frames", s->frames);
    json_begin("parameters", '[');
    for (uint32_t i = 0; i < s->parameter_count; ++i)
    {
        const scene_parameter* p = &s->parameters[i];
        json_begin(NULL, '{');
        json_text("name", p->name);
        json_number("low", p->low);
        json_number("high", p->high);
        json_number("standard", p->standard);
        json_bool("whole", p->whole);
        json_text("description", p->description);
        json_end('}');
    }
    json_end(']');
    json_end('}');
}

int command_list(const options* o)
{
    if (o->json) json_begin(NULL, '[');
    for (size_t i = 0; scene_list[i] != NULL; ++i)
        (o->json ? print_scene_json : print_scene)(scene_list[i]);
    if (o->json) json_end(']');
    if (!o->json) printf("\nmassa run SCENE --set NAME=VALUE\n");
    return EXIT_FINE;
}

static int run_command(const options* o)
{
    switch (o->what)
    {
    case COMMAND_LIST: return command_list(o);
    case COMMAND_INFO: return command_info(o);
    case COMMAND_RUN: return command_run(o);
    case COMMAND_VIEW: return command_view(o);
    case COMMAND_BENCH: return command_bench(o);
    default: options_print_help(); return EXIT_FINE;
    }
}

int main(int argc, char** argv)
{
    options o;
    char error[512];
    if (!options_read(&o, argc, argv, error, sizeof error)) return complain(EXIT_MISUSE, error);
    const int code = run_command(&o);
    // Output waits in a buffer: a full disk shows here at the latest.
    errno = 0;
    if (fflush(stdout) == 0 && ferror(stdout) == 0) return code;
    snprintf(error, sizeof error, "cannot write the output: %s.",
             errno != 0 ? strerror(errno) : "an earlier write has failed");
    return complain(EXIT_BROKEN, error);
}
