#include "options.h"
#include "bench/bench.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

enum
{
    OF_RUN        = 1 << COMMAND_RUN,
    OF_VIEW       = 1 << COMMAND_VIEW,
    OF_SCENES     = OF_RUN | OF_VIEW,
    OF_INFO       = 1 << COMMAND_INFO,
    OF_LIST       = 1 << COMMAND_LIST,
    OF_BENCH      = 1 << COMMAND_BENCH,
    MOST_FRAMES   = 99999,
    MOST_STEPS    = 4, // per frame: two frames in flight must fit into a world's 8 steps
    SMALLEST_SIDE = 16,
    LARGEST_SIDE  = 8192,
};

typedef enum option_id
{
    OPTION_FRAMES,
    OPTION_STEPS,
    OPTION_OUT,
    OPTION_SIZE,
    OPTION_SET,
    OPTION_OBJ,
    OPTION_DEBUG,
    OPTION_DEVICE,
    OPTION_PART,
    OPTION_HASH,
    OPTION_JSON,
    OPTION_NO_IMAGES,
    OPTION_VIDEO,
    OPTION_REFERENCE,
} option_id;

static const struct
{
    const char* name;
    const char* value; // what stands for its value in the help; null: it has none
    unsigned commands;
    const char* description;
} known[] = {
    [OPTION_FRAMES] = { "--frames", "N", OF_SCENES, "how many; view then closes" },
    [OPTION_STEPS]  = { "--steps-per-frame", "N", OF_SCENES, "1 to 4" },
    [OPTION_OUT]    = { "--out", "FOLDER", OF_RUN, "for frame_0001.png and so on; replaces those of an earlier run" },
    [OPTION_SIZE]   = { "--size", "WxH", OF_SCENES, "pixels, 1280x720 when not given" },
    [OPTION_SET]    = { "--set", "NAME=VALUE", OF_SCENES, "a parameter of the scene; may be repeated" },
    [OPTION_OBJ]    = { "--obj", "FILE", OF_SCENES, "a cage of your own, for scenes that have a model" },
    [OPTION_DEBUG]  = { "--debug", "LINES", OF_SCENES, "bounds,pairs,points,normals, any of them, or none" },
    [OPTION_DEVICE] = { "--device", "NAME", OF_SCENES | OF_INFO | OF_BENCH, "a part of the device's name" },
    [OPTION_PART]   = { "--part", "NAME", OF_BENCH, "run only this part of the family" },
    [OPTION_HASH]   = { "--hash", NULL, OF_RUN, "print the hash of the last state: the same on every device" },
    [OPTION_JSON]   = { "--json", NULL, OF_RUN | OF_INFO | OF_LIST | OF_BENCH, "one object on stdout, for machines" },
    [OPTION_NO_IMAGES] = { "--no-images", NULL, OF_RUN, "simulate and check only" },
    [OPTION_VIDEO]     = { "--video", NULL, OF_RUN, "also SCENE.mp4, by ffmpeg" },
    [OPTION_REFERENCE] = { "--reference", NULL, OF_RUN, "also run plain C on the CPU, and compare every frame's bits" },
};

const char* const debug_names[] = { "bounds", "pairs", "points", "normals", NULL };

static const char* const command_name[COMMAND_COUNT + 1] = { "help", "list", "info", "run", "view", "bench", NULL };

static bool fail(char* error, size_t size, const char* format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(error, size, format, args);
    va_end(args);
    return false;
}

static size_t smaller(size_t a, size_t b)
{
    return a < b ? a : b;
}

// Letters inserted, left out, or exchanged for others (Levenshtein), for words below 64 letters.
static size_t distance(const char* a, const char* b)
{
    size_t row[64];
    const size_t n = strlen(b);
    if (n >= COUNT(row) || strlen(a) >= COUNT(row)) return 64;
    for (size_t j = 0; j <= n; ++j)
        row[j] = j;
    for (size_t i = 1; a[i - 1] != 0; ++i)
    {
        size_t corner = row[0];
        row[0]        = i;
        for (size_t j = 1; j <= n; ++j)
        {
            const size_t other = corner + (tolower((unsigned char)a[i - 1]) != b[j - 1]);
            corner             = row[j];
            row[j]             = smaller(other, smaller(row[j], row[j - 1]) + 1);
        }
    }
    return row[n];
}

const char* nearest_name(const char* word, const char* const* candidates)
{
    const char* best   = NULL;
    size_t best_so_far = strlen(word) / 3 + 2; // further is no slip of the finger
    for (; *candidates != NULL; ++candidates)
    {
        const size_t d = distance(word, *candidates);
        // The beginning of a name counts as near.
        const bool begun  = strlen(word) >= 3 && strncmp(word, *candidates, strlen(word)) == 0;
        const size_t cost = begun ? 0 : d;
        if (cost >= best_so_far) continue;
        best_so_far = cost;
        best        = *candidates;
    }
    return best;
}

// "there is no KIND 'WORD'; did you mean 'X'?" or, when nothing is near, the hint.
static bool unknown(char* error, size_t size, const char* kind, const char* word, const char* const* candidates,
                    const char* hint)
{
    const char* near = nearest_name(word, candidates);
    if (near != NULL) return fail(error, size, "there is no %s '%s'; did you mean '%s'?", kind, word, near);
    return fail(error, size, "there is no %s '%s'; %s", kind, word, hint);
}

static bool read_number(const char* text, double* out)
{
    char* end;
    *out = strtod(text, &end);
    return end != text && *end == 0 && *out - *out == 0.0;
}

static bool read_count(const char* option, const char* text, uint32_t high, uint32_t* out, char* error, size_t size)
{
    double number;
    if (!read_number(text, &number) || number < 1.0 || number > high || number != (double)(uint32_t)number)
        return fail(error, size, "%s takes a whole number from 1 to %u, not '%s'.", option, high, text);
    *out = (uint32_t)number;
    return true;
}

static bool read_size(const char* text, options* o, char* error, size_t size)
{
    unsigned width, height;
    int used = 0;
    if (isdigit((unsigned char)text[0]) && sscanf(text, "%5ux%5u%n", &width, &height, &used) == 2 && text[used] == 0 &&
        width >= SMALLEST_SIDE && width <= LARGEST_SIDE && height >= SMALLEST_SIDE && height <= LARGEST_SIDE)
    {
        o->width  = width;
        o->height = height;
        return true;
    }
    return fail(error, size, "--size takes WIDTHxHEIGHT, each %d to %d pixels, such as 1280x720, not '%s'.",
                SMALLEST_SIDE, LARGEST_SIDE, text);
}

static bool read_parameter(const char* text, options* o, char* error, size_t size)
{
    const scene_desc* s = o->scene;
    const char* equals  = strchr(text, '=');
    char name[64];
    if (equals == NULL || equals == text || (size_t)(equals - text) >= sizeof name)
        return fail(error, size, "--set takes NAME=VALUE, not '%s'.", text);
    memcpy(name, text, (size_t)(equals - text));
    name[equals - text] = 0;

    const char* names[SCENE_PARAMETERS + 1] = { 0 };
    for (uint32_t i = 0; i < s->parameter_count; ++i)
    {
        const scene_parameter* p = &s->parameters[i];
        double number;
        names[i] = p->name;
        if (strcmp(p->name, name) != 0) continue;
        if (!read_number(equals + 1, &number) || number < p->low || number > p->high ||
            (p->whole && number != (double)(int64_t)number))
            return fail(error, size, "%s's %s takes a %snumber from %.10g to %.10g, not '%s'.", s->name, name,
                        p->whole ? "whole " : "", p->low, p->high, equals + 1);
        o->value[i] = number;
        return true;
    }
    char kind[96];
    snprintf(kind, sizeof kind, "parameter of %s called", s->name);
    return unknown(error, size, kind, name, names, "'massa list' shows them.");
}

static bool read_debug(const char* text, options* o, char* error, size_t size)
{
    o->debug_given = true;
    o->debug       = 0;
    if (strcmp(text, "none") == 0) return true;
    for (const char* word = text;; ++word)
    {
        const size_t length = strcspn(word, ",");
        uint32_t i          = 0;
        while (debug_names[i] != NULL &&
               (strlen(debug_names[i]) != length || strncmp(word, debug_names[i], length) != 0))
            ++i;
        if (debug_names[i] == NULL)
            return fail(error, size,
                        "--debug takes bounds, pairs, points, normals with commas between, or none; not '%s'.", text);
        o->debug |= 1u << i;
        word += length;
        if (*word == 0) return true;
    }
}

static bool read_part(const char* word, options* o, char* error, size_t size)
{
    const char* const* parts = o->family->parts;
    if (parts == NULL) return fail(error, size, "massa bench %s has no parts to run alone.", o->family->name);
    for (o->part = word; *parts != NULL; ++parts)
        if (strcmp(*parts, word) == 0) return true;
    return unknown(error, size, "part", word, o->family->parts, "it must be one of the family's.");
}

static bool read_option(option_id id, const char* value, options* o, char* error, size_t size)
{
    switch (id)
    {
    case OPTION_FRAMES: return read_count("--frames", value, MOST_FRAMES, &o->frames, error, size);
    case OPTION_STEPS: return read_count("--steps-per-frame", value, MOST_STEPS, &o->steps_per_frame, error, size);
    case OPTION_SIZE: return read_size(value, o, error, size);
    case OPTION_SET: return read_parameter(value, o, error, size);
    case OPTION_OBJ:
        o->obj = value;
        if (value[0] == 0) return fail(error, size, "--obj takes a file.");
        return o->scene->takes_obj || fail(error, size, "%s shows no model of yours; leave out --obj.", o->scene->name);
    case OPTION_DEBUG: return read_debug(value, o, error, size);
    case OPTION_OUT: o->out = value; return value[0] != 0 || fail(error, size, "--out takes a folder.");
    case OPTION_DEVICE: o->device = value; return value[0] != 0 || fail(error, size, "--device takes a name.");
    case OPTION_PART: return read_part(value, o, error, size);
    case OPTION_HASH: o->hash = true; return true;
    case OPTION_JSON: o->json = true; return true;
    case OPTION_NO_IMAGES: o->no_images = true; return true;
    case OPTION_VIDEO: o->video = true; return true;
    case OPTION_REFERENCE: o->reference = true; return true;
    }
    return false;
}

static bool find_option(const char* word, command what, option_id* out, char* error, size_t size)
{
    const char* names[COUNT(known) + 1] = { 0 };
    size_t fitting                      = 0;
    char name[64];
    snprintf(name, sizeof name, "%.*s", (int)strcspn(word, "="), word);
    for (size_t i = 0; i < COUNT(known); ++i)
    {
        const bool fits = known[i].commands >> what & 1;
        if (fits) names[fitting++] = known[i].name;
        if (strcmp(known[i].name, name) != 0) continue;
        *out = (option_id)i;
        return fits || fail(error, size, "'massa %s' has no use for %s; 'massa help' shows what it takes.",
                            command_name[what], name);
    }
    return unknown(error, size, "option", name, names, "'massa help' shows them.");
}

static bool find_scene(const char* word, options* o, char* error, size_t size)
{
    const char* names[64 + 1] = { 0 };
    for (size_t i = 0; scene_list[i] != NULL && i < 64; ++i)
    {
        names[i] = scene_list[i]->name;
        if (strcmp(names[i], word) == 0) o->scene = scene_list[i];
    }
    if (o->scene == NULL) return unknown(error, size, "scene", word, names, "'massa list' shows all.");
    for (uint32_t i = 0; i < o->scene->parameter_count; ++i)
        o->value[i] = o->scene->parameters[i].standard;
    return true;
}

static bool find_family(const char* word, options* o, char* error, size_t size)
{
    char all[128] = "";
    for (const bench_family* f = bench_families; f->name != NULL; ++f)
    {
        if (word != NULL && strcmp(f->name, word) == 0) o->family = f;
        const size_t used = strlen(all);
        snprintf(all + used, sizeof all - used, "%s%s", used != 0 ? ", " : "", f->name);
    }
    if (word == NULL) return fail(error, size, "massa bench needs a family before its options: %s.", all);
    return o->family != NULL || fail(error, size, "there is no family '%s' to bench; it is one of: %s.", word, all);
}

static bool read_command(const char* word, options* o, char* error, size_t size)
{
    if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0) return true;
    for (int i = 0; i < COMMAND_COUNT; ++i)
        if (strcmp(word, command_name[i]) == 0)
        {
            o->what = (command)i;
            return true;
        }
    return unknown(error, size, "command", word, command_name, "it is one of list, info, run, view, bench, help.");
}

bool options_read(options* o, int argc, char** argv, char* error, size_t size)
{
    *o = (options){ .what = COMMAND_HELP, .steps_per_frame = 1, .width = 1280, .height = 720 };
    if (argc < 2) return fail(error, size, "say what to do: list, info, run, view or bench; 'massa help' tells more.");
    if (!read_command(argv[1], o, error, size)) return false;
    if (o->what == COMMAND_HELP) return true;

    const bool has_scene = o->what == COMMAND_RUN || o->what == COMMAND_VIEW;
    int next             = 2;
    if (has_scene)
    {
        if (argc < 3 || argv[2][0] == '-')
            return fail(error, size, "massa %s needs a scene before its options; 'massa list' shows all.", argv[1]);
        if (!find_scene(argv[next++], o, error, size)) return false;
        o->frames = o->what == COMMAND_RUN ? o->scene->frames : 0;
    }
    if (o->what == COMMAND_BENCH)
    {
        const bool named = argc > 2 && argv[2][0] != '-';
        if (!find_family(named ? argv[next++] : NULL, o, error, size)) return false;
    }
    for (; next < argc; ++next)
    {
        option_id id     = OPTION_FRAMES;
        const char* word = argv[next];
        if (word[0] != '-') return fail(error, size, "'%s' is one word too many after massa %s.", word, argv[1]);
        if (!find_option(word, o->what, &id, error, size)) return false;
        const char* value = strchr(word, '=');
        if (known[id].value == NULL && value != NULL) return fail(error, size, "%s takes no value.", known[id].name);
        if (known[id].value != NULL && value == NULL && next + 1 == argc)
            return fail(error, size, "%s needs its %s.", known[id].name, known[id].value);
        if (known[id].value != NULL) value = value != NULL ? value + 1 : argv[++next];
        if (!read_option(id, value, o, error, size)) return false;
    }
    if (o->no_images && o->video) return fail(error, size, "--video needs the pictures that --no-images leaves out.");
    if (o->no_images && o->out != NULL) return fail(error, size, "--out is for pictures, and --no-images makes none.");
    return true;
}

void options_print_help(void)
{
    printf("massa: physics on the GPU, seen.\n\n"
           "  massa list              scenes and their parameters\n"
           "  massa info              devices, limits, whether they compute the same bits\n"
           "  massa run SCENE         simulate, check, write pictures\n"
           "  massa view SCENE        the same in a window\n"
           "  massa bench FAMILY      our stages against C, with gates\n");
    for (const bench_family* f = bench_families; f->name != NULL; ++f)
        printf("      %-20s%s\n", f->name, f->description);
    printf("\n");
    for (size_t i = 0; i < COUNT(known); ++i)
    {
        char form[40];
        snprintf(form, sizeof form, "%s%s%s", known[i].name, known[i].value ? " " : "",
                 known[i].value ? known[i].value : "");
        printf("  %-22s  %s\n", form, known[i].description);
    }
    printf("\nIn the window: drag to turn, scroll to come closer, space pauses, N makes one step, R starts again,\n"
           "H goes back to the first view, D draws contacts, then bounds, then pairs, then nothing, Escape closes.\n"
           "Arrow and page keys push, in scenes that have something to push: molecules, spheres.\n"
           "Exit code: 0 fine, 1 a check broke or something failed, 2 the command line is wrong.\n");
}
