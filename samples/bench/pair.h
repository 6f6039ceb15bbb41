// Two threads for the CPU twins: this one and a helper. Between jobs the helper spins for some microseconds, then
// sleeps: OpenMP's spins for a millisecond, so that on a machine with other work a bench would measure the scheduler.
#ifndef BENCH_PAIR_H
#define BENCH_PAIR_H

#include <stdbool.h>
#include <stdint.h>

enum
{
    PAIR_THREADS = 2
};

typedef struct pair pair;

pair* pair_create(void); // null: no memory or no thread
void pair_destroy(pair*);
// job(data, 0) here and job(data, 1) in the helper; returns when both are done.
void pair_run(pair*, void (*job)(void* data, uint32_t thread), void* data);

#endif
