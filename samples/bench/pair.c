#define _POSIX_C_SOURCE 200809L
#include "pair.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

enum
{
    SPINS = 4000 // about 50 us
};

struct pair
{
    pthread_t helper;
    pthread_mutex_t lock;
    pthread_cond_t change;
    void (*job)(void*, uint32_t);
    void* data;
    atomic_uint given, done; // jobs; a helper without a job to do ends
};

static void rest(void)
{
#ifdef __x86_64__
    __builtin_ia32_pause();
#endif
}

static void wait_for(pair* p, atomic_uint* count, unsigned wanted)
{
    for (int i = 0; i < SPINS; ++i)
    {
        if (atomic_load_explicit(count, memory_order_acquire) == wanted) return;
        rest();
    }
    pthread_mutex_lock(&p->lock);
    while (atomic_load(count) != wanted)
        pthread_cond_wait(&p->change, &p->lock);
    pthread_mutex_unlock(&p->lock);
}

static void tell(pair* p, atomic_uint* count, unsigned value)
{
    pthread_mutex_lock(&p->lock); // or the other would sleep through it
    atomic_store_explicit(count, value, memory_order_release);
    pthread_cond_signal(&p->change);
    pthread_mutex_unlock(&p->lock);
}

static void* help(void* data)
{
    pair* p = data;
    for (unsigned n = 1;; ++n)
    {
        wait_for(p, &p->given, n);
        if (p->job == NULL) return NULL;
        p->job(p->data, 1);
        tell(p, &p->done, n);
    }
}

pair* pair_create(void)
{
    pair* p = calloc(1, sizeof *p);
    if (p == NULL) return NULL;
    pthread_mutex_init(&p->lock, NULL);
    pthread_cond_init(&p->change, NULL);
    if (pthread_create(&p->helper, NULL, help, p) == 0) return p;
    free(p);
    return NULL;
}

void pair_destroy(pair* p)
{
    if (p == NULL) return;
    p->job = NULL;
    tell(p, &p->given, p->given + 1);
    pthread_join(p->helper, NULL);
    pthread_cond_destroy(&p->change);
    pthread_mutex_destroy(&p->lock);
    free(p);
}

void pair_run(pair* p, void (*job)(void*, uint32_t), void* data)
{
    const unsigned n = p->given + 1;
    p->job           = job;
    p->data          = data;
    tell(p, &p->given, n);
    job(data, 0);
    wait_for(p, &p->done, n);
}
