#include "tape.h"

#include <munit.h>
#include <stdlib.h>
#include <string.h>

void tape_record(void* user, const void* block, size_t size)
{
    tape* t  = user;
    t->block = realloc(t->block, (t->count + 1) * sizeof *t->block);
    t->size  = realloc(t->size, (t->count + 1) * sizeof *t->size);
    munit_assert(t->block != NULL && t->size != NULL);
    t->block[t->count]  = memcpy(munit_malloc(size), block, size);
    t->size[t->count++] = size;
}

void tape_drop(tape* t)
{
    for (uint32_t i = 0; i < t->count; ++i)
        free(t->block[i]);
    free(t->block);
    free(t->size);
    *t = (tape){ 0 };
}
