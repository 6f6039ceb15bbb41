// What a run says at its end.
#ifndef MASSA_PROGRAM_REPORT_H
#define MASSA_PROGRAM_REPORT_H

#include "output.h"
#include "session.h"

typedef struct report
{
    char folder[OUTPUT_PATH];
    char picture[OUTPUT_PATH]; // the scene's best so far
    char video[OUTPUT_PATH];
    uint32_t frames; // finished
    double seconds;
    double reference_seconds; // of them the plain C took; 0 without one
    bool interrupted;
} report;

void report_print(const report*, const session*); // on stdout; ends with the path of a picture

#endif
