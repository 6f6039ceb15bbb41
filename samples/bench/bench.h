// What the families of massa bench share.
#ifndef BENCH_H
#define BENCH_H

#include "core/list.h"
#include "gpu.h"

typedef struct bench_options
{
    platform_gpu* gpu;
    massa_device* device; // of that gpu
    bool json;            // one object on stdout instead of a table
    const char* part;     // of the family's parts; null: all
} bench_options;

typedef struct bench_family
{
    const char* name;
    const char* description;
    bool (*run)(const bench_options*); // false: a gate fails, or something on the way, told on stderr
    const char* const* parts;          // names of what can run alone, ends with null; null: there are none
} bench_family;

extern const bench_family bench_families[]; // ends with a null name

bool bench_primitives(const bench_options*);
bool bench_particles(const bench_options*);
bool bench_collision(const bench_options*);
bool bench_rigid(const bench_options*);
bool bench_subdivision(const bench_options*);
bool bench_liquid(const bench_options*);

double bench_now(void); // ms
double bench_cpu(void); // ms, of all threads
// Progress on stderr when that is a terminal, over the line before; null ends it.
void bench_progress(const char* format, ...) __attribute__((format(printf, 1, 2)));
int bench_ascending(const void* double_a, const void* double_b); // for qsort
// Does a gate hold? What was not measured - no peer, no time, no count - is no number, none above zero, or infinite,
// and passes no gate. least: bound is the least that is enough, else the most.
bool bench_passes(double found, double bound, bool least);
// Of ours[i] / other[i], i < count: the two ran one after the other in a round, so that what slows the machine for
// longer than that is in both. Sorts ratio, which has room for count.
double bench_median_ratio(const double* ours, const double* other, double* ratio, uint32_t count);

// Our stages on the device, with a way to and from it.
typedef struct bench_bed
{
    platform_gpu* gpu;
    massa_device* device;
    mas_arena arena;
    mas_kernels kernels;
    mas_recorder rec;
    mas_span upload, answer; // planned by the family, as large as its largest transfer
} bench_bed;

mas_recorder* bench_begin(bench_bed*, mas_profiler*); // null: no stage times
double bench_finish(bench_bed*);                      // ms from submission to completion; ends the program on failure
void bench_put(bench_bed*, mas_span to, const void* data, size_t size);
void bench_get(bench_bed*, mas_span from, void* data, size_t size);
bool bench_same(bench_bed*, mas_span from, const void* data, size_t size);
void bench_destroy_bed(bench_bed*);

#endif
