#ifndef MAS_WATCH_H
#define MAS_WATCH_H

#include "rigid.h"
#include "rigid/watch_shared.h"

typedef struct mas_watch
{
    mas_pass gather;
} mas_watch;

extern const mas_kernel_desc mas_watch_kernels[];
extern const uint32_t mas_watch_kernel_count;

massa_result mas_watch_create(mas_watch*, mas_kernels*, const mas_bodies*, mas_span params, mas_span watched,
                              mas_span answers);
void mas_watch_record(const mas_watch*, mas_recorder*, uint32_t watched_count, uint32_t body_count);

#endif
