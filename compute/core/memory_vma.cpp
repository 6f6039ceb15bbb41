// The only C++ file: VMA's implementation, in C++ that needs no C++ library, so that a C host links with its C compiler.
// Three things in VMA would pull one in: std::mutex, the deleting destructors of its classes with virtual functions, and
// the library's own assertions. tests/consumers/symbols.sh sees what is left.
#undef _GLIBCXX_ASSERTIONS
#define _GLIBCXX_NO_ASSERTIONS // newer libraries turn them on when nothing is optimised

// A library never aborts its host, so VMA's assertions are off here.
#define VMA_ASSERT(condition) ((void)0)
#define VMA_ASSERT_LEAK(condition) ((void)0)

#if !defined(_WIN32)
#include <pthread.h>
#define VMA_CONFIGURATION_USER_INCLUDES_H <algorithm> // and not <mutex>: locks are these

class mas_vma_mutex
{
public:
    mas_vma_mutex() { pthread_mutex_init(&mutex, nullptr); }
    ~mas_vma_mutex() { pthread_mutex_destroy(&mutex); }
    mas_vma_mutex(const mas_vma_mutex&)            = delete;
    mas_vma_mutex& operator=(const mas_vma_mutex&) = delete;

    void Lock() { pthread_mutex_lock(&mutex); }
    void Unlock() { pthread_mutex_unlock(&mutex); }
    bool TryLock() { return pthread_mutex_trylock(&mutex) == 0; }

private:
    pthread_mutex_t mutex;
};
#define VMA_MUTEX mas_vma_mutex

class mas_vma_rw_mutex
{
public:
    mas_vma_rw_mutex() { pthread_rwlock_init(&lock, nullptr); }
    ~mas_vma_rw_mutex() { pthread_rwlock_destroy(&lock); }
    mas_vma_rw_mutex(const mas_vma_rw_mutex&)            = delete;
    mas_vma_rw_mutex& operator=(const mas_vma_rw_mutex&) = delete;

    void LockRead() { pthread_rwlock_rdlock(&lock); }
    void UnlockRead() { pthread_rwlock_unlock(&lock); }
    bool TryLockRead() { return pthread_rwlock_tryrdlock(&lock) == 0; }
    void LockWrite() { pthread_rwlock_wrlock(&lock); }
    void UnlockWrite() { pthread_rwlock_unlock(&lock); }
    bool TryLockWrite() { return pthread_rwlock_trywrlock(&lock) == 0; }

private:
    pthread_rwlock_t lock;
};
#define VMA_RW_MUTEX mas_vma_rw_mutex
#endif

// VMA builds and destroys its objects in memory of its own and never calls delete, but compilers emit the deleting
// destructors all the same. This one, found first, keeps the global one out.
#define VMA_CLASS_NO_COPY_NO_MOVE(name)                                                                                \
public:                                                                                                                \
    static void operator delete(void*) {}                                                                              \
                                                                                                                       \
private:                                                                                                               \
    name(const name&)            = delete;                                                                             \
    name(name&&)                 = delete;                                                                             \
    name& operator=(const name&) = delete;                                                                             \
    name& operator=(name&&)      = delete;

#define VMA_IMPLEMENTATION
#if defined(__GNUC__)
#pragma GCC diagnostic ignored "-Wunused-parameter"
#pragma GCC diagnostic ignored "-Wunused-variable"
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"
#pragma GCC diagnostic ignored "-Wparentheses"
#pragma GCC diagnostic ignored "-Wunused-function"
#pragma GCC diagnostic ignored "-Wimplicit-fallthrough"
#pragma GCC diagnostic ignored "-Wtype-limits"
#endif
#include "vma.h"

#if defined(__ELF__)
// Stands in tables of abstract classes; weak and hidden: a program that has the C++ library's is not disturbed.
extern "C" __attribute__((weak, visibility("hidden"))) void __cxa_pure_virtual() { __builtin_trap(); }
#endif
