// Counts allocations by standing in front of the C library's allocator: an executable's own
// definitions come before those of the libraries it loads.

#include "CAllocationCounter.h"

#include <errno.h>
#include <stddef.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define HAS_SANITIZER 1
#endif
#endif

#if defined(__GLIBC__) && !defined(HAS_SANITIZER)

#include <malloc.h>
#include <stdalign.h>
#include <stdatomic.h>

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

// Threads take turns at the cells, so that two that allocate at once seldom share one.
#define CELL_COUNT 64

static struct {
    alignas(64) atomic_long count;
} cells[CELL_COUNT];

static atomic_uint next_cell;
static __thread unsigned cell_number;  // 0 before the first allocation of the thread
static __thread long thread_count;

static void count(void) {
    thread_count++;
    if (cell_number == 0) {
        cell_number = 1 + atomic_fetch_add_explicit(&next_cell, 1, memory_order_relaxed) % CELL_COUNT;
    }
    atomic_fetch_add_explicit(&cells[cell_number - 1].count, 1, memory_order_relaxed);
}

void *malloc(size_t size) {
    count();
    return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
    count();
    return __libc_calloc(number, size);
}

void *realloc(void *memory, size_t size) {
    count();
    return __libc_realloc(memory, size);
}

void *memalign(size_t alignment, size_t size) {
    count();
    return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
    count();
    return __libc_memalign(alignment, size);
}

int posix_memalign(void **memory, size_t alignment, size_t size) {
    if (alignment % sizeof(void *) != 0 || (alignment & (alignment - 1)) != 0 || alignment == 0) {
        return EINVAL;
    }
    count();
    void *result = __libc_memalign(alignment, size);
    if (result == NULL) return ENOMEM;
    *memory = result;
    return 0;
}

long allocation_counter_of_thread(void) { return thread_count; }

long allocation_counter_of_process(void) {
    long sum = 0;
    for (int index = 0; index < CELL_COUNT; index++) {
        sum += atomic_load_explicit(&cells[index].count, memory_order_relaxed);
    }
    return sum;
}

void allocation_counter_release_free_memory(void) { malloc_trim(0); }

#else

long allocation_counter_of_thread(void) { return -1; }

long allocation_counter_of_process(void) { return -1; }

void allocation_counter_release_free_memory(void) {}

#endif
