// The command line, checked whole before anything starts.
#ifndef MASSA_PROGRAM_OPTIONS_H
#define MASSA_PROGRAM_OPTIONS_H

#include "scenes/scene.h"

typedef struct bench_family bench_family; // bench/bench.h

enum // what the program returns
{
    EXIT_FINE,
    EXIT_BROKEN, // an invariant broke, or something failed on the way
    EXIT_MISUSE, // the command line asks for what is not there
};

typedef enum command
{
    COMMAND_HELP,
    COMMAND_LIST,
    COMMAND_INFO,
    COMMAND_RUN,
    COMMAND_VIEW,
    COMMAND_BENCH,
    COMMAND_COUNT
} command;

typedef struct options
{
    command what;
    const scene_desc* scene;        // run and view
    const bench_family* family;     // bench
    const char* part;               // bench: of its parts, or null: all
    double value[SCENE_PARAMETERS]; // the scene's parameters
    uint32_t frames;                // run: the scene's own number by default; view: 0, no end
    uint32_t steps_per_frame;
    uint32_t width, height;
    const char* out; // folder, made when missing
    const char* device;
    const char* obj; // a file for scene.obj, or null
    uint32_t debug;  // massa_debug bits, when debug_given; else the scene says
    bool debug_given;
    bool hash, json, no_images, video, reference;
} options;

// False: *error is one line without its full stop's newline.
bool options_read(options*, int argc, char** argv, char* error, size_t error_size);
void options_print_help(void);

extern const char* const debug_names[]; // massa_debug, lowest bit first; ends with null

// The candidate that differs least from the word, or null when none is near. Candidates end with null.
const char* nearest_name(const char* word, const char* const* candidates);

#endif
