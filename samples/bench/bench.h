// What the families of massa_bench share.
#ifndef BENCH_H
#define BENCH_H

#include <stdbool.h>
#include <stdint.h>

typedef struct bench_options
{
    bool json;          // one object on stdout instead of a table
    const char* device; // part of its name; null: any
} bench_options;

double bench_now(void); // ms
double bench_cpu(void); // ms, of all threads
// Progress on stderr when that is a terminal, over the line before; null ends it.
void bench_progress(const char* format, ...) __attribute__((format(printf, 1, 2)));

// Each returns the program's exit code: 0, 1 when a gate fails, 2 when it could not run.
int bench_primitives(const bench_options*);

#endif
