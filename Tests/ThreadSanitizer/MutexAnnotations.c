/*
 * Tells ThreadSanitizer what Synchronization.Mutex does where it has to wait.
 *
 * On Linux the lock is a futex. Its fast path is an atomic operation that is inlined into the
 * instrumented code; the slow path stands in the standard library, which is not instrumented, so
 * that the order between two threads that contend for a lock is lost, and what the lock protects is
 * reported as a race. This library is loaded before the standard library's, takes the calls of the
 * slow path, passes them on and annotates the lock's own address: nothing is suppressed, and an
 * access without the lock is reported as before.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>

/* Members of Synchronization._MutexHandle, whose address is Swift's `self`. */
#define LOCK_SLOW "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define TRY_LOCK_SLOW "$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF"
#define UNLOCK_SLOW "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

#define SWIFT __attribute__((swiftcall, visibility("default")))
#define SELF __attribute__((swift_context))

/* The sanitizer's run time is in the program, not here. */
extern void __tsan_acquire(void *address) __attribute__((weak));
extern void __tsan_release(void *address) __attribute__((weak));

typedef __attribute__((swiftcall)) void lock_function(uint32_t thread, SELF void *self);
typedef __attribute__((swiftcall)) bool try_lock_function(SELF void *self);
typedef __attribute__((swiftcall)) void unlock_function(SELF void *self);

static lock_function *real_lock;
static try_lock_function *real_try_lock;
static unlock_function *real_unlock;

/* Programs without the sanitizer, such as the shell that starts one, are left as they are. */
__attribute__((constructor)) static void find(void) {
    real_lock = (lock_function *)dlsym(RTLD_NEXT, LOCK_SLOW);
    real_try_lock = (try_lock_function *)dlsym(RTLD_NEXT, TRY_LOCK_SLOW);
    real_unlock = (unlock_function *)dlsym(RTLD_NEXT, UNLOCK_SLOW);
}

static void acquired(void *lock) {
    if (__tsan_acquire) __tsan_acquire(lock);
}

static void releasing(void *lock) {
    if (__tsan_release) __tsan_release(lock);
}

SWIFT void lock_slow(uint32_t thread, SELF void *self) __asm__(LOCK_SLOW);
SWIFT void lock_slow(uint32_t thread, SELF void *self) {
    real_lock(thread, self);
    acquired(self);
}

SWIFT bool try_lock_slow(SELF void *self) __asm__(TRY_LOCK_SLOW);
SWIFT bool try_lock_slow(SELF void *self) {
    bool is_locked = real_try_lock(self);
    if (is_locked) acquired(self);
    return is_locked;
}

SWIFT void unlock_slow(SELF void *self) __asm__(UNLOCK_SLOW);
SWIFT void unlock_slow(SELF void *self) {
    releasing(self);
    real_unlock(self);
}
