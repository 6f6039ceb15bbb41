// What a run tells while it goes on, on stderr: a bar on a terminal, a line every few seconds elsewhere.
#ifndef MASSA_PROGRAM_PROGRESS_H
#define MASSA_PROGRAM_PROGRESS_H

#include "session.h"

typedef struct progress
{
    const char* scene;
    uint32_t total;
    bool is_terminal, is_quiet;
    double start, last_line; // s
    double draw_ms, write_ms;
} progress;

double progress_now(void); // s
void progress_begin(progress*, const char* name, uint32_t total, bool quiet);
void progress_frame(progress*, const session*, uint32_t done);
void progress_end(progress*);

#endif
