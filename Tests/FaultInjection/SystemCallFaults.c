// Stands in front of the C library's calls of the system, and lets those on certain files fail.
//
// FAULT_PATH is the start of the paths that are meant; FAULT_SOCKETS=1 adds what is sent to sockets.
// FAULT_RULES is a list of CALL:ACTION:FIRST:LAST, separated by commas: the calls from the FIRST to
// the LAST one, counted from 1 for each CALL (0 for all that follow), end with the error number
// ACTION, which is set without doing anything; move no more than a few bytes, for `short`; or are
// interrupted every other time, for `storm`. FAULT_COUNTS is a file of one 64-bit number a call, in
// the order of `names`, in which the calls are counted.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <unistd.h>

enum call { OPEN, READ, PREAD, WRITE, SEND, SENDFILE, COPY_FILE_RANGE, SPLICE, FSYNC, FTRUNCATE,
            RENAME, CLOSE, CALL_COUNT };

static const char *const names[CALL_COUNT] = {
    "open", "read", "pread", "write", "send", "sendfile", "copy_file_range", "splice", "fsync",
    "ftruncate", "rename", "close"};

enum { SHORT = -1, STORM = -2, SHORT_BYTE_COUNT = 4093, RULE_LIMIT = 32 };

static struct rule { int call, action; uint64_t first, last; } rules[RULE_LIMIT];
static int rule_count;
static uint64_t own_counts[CALL_COUNT];
static uint64_t *counts = own_counts;
static const char *path_start;
static int takes_sockets;

#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

__attribute__((constructor)) static void read_rules(void) {
    path_start = getenv("FAULT_PATH");
    takes_sockets = getenv("FAULT_SOCKETS") != NULL;
    const char *file = getenv("FAULT_COUNTS");
    int descriptor = file == NULL ? -1 : NEXT(open)(file, O_RDWR | O_CLOEXEC);
    if (descriptor >= 0) {
        void *memory = mmap(NULL, sizeof own_counts, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
        if (memory != MAP_FAILED) counts = memory;
        NEXT(close)(descriptor);
    }
    const char *text = getenv("FAULT_RULES");
    while (text != NULL && *text != 0 && rule_count < RULE_LIMIT) {
        char name[32], action[32];
        struct rule rule;
        int used = 0;
        if (sscanf(text, "%31[^:]:%31[^:]:%lu:%lu%n", name, action, &rule.first, &rule.last, &used) != 4)
            abort();
        rule.action = strcmp(action, "short") == 0 ? SHORT : strcmp(action, "storm") == 0 ? STORM : atoi(action);
        for (rule.call = 0; rule.call < CALL_COUNT && strcmp(names[rule.call], name) != 0; rule.call++) {}
        if (rule.call == CALL_COUNT) abort();
        rules[rule_count++] = rule;
        text += used;
        if (*text == ',') text++;
    }
}

static int is_path(const char *path) {
    return path_start != NULL && path != NULL && strncmp(path, path_start, strlen(path_start)) == 0;
}

static int is_descriptor(int descriptor) {
    char link[64], target[PATH_MAX];
    snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
    ssize_t count = readlink(link, target, sizeof target - 1);
    if (count < 0) return 0;
    target[count] = 0;
    return is_path(target) || (takes_sockets && strncmp(target, "socket:", 7) == 0);
}

// The error number with which the call ends, or 0; fewer bytes may be left of `byte_count`.
static int fault(enum call call, int is_meant, size_t *byte_count) {
    if (!is_meant) return 0;
    uint64_t number = __atomic_add_fetch(&counts[call], 1, __ATOMIC_RELAXED);
    for (int index = 0; index < rule_count; index++) {
        struct rule rule = rules[index];
        if (rule.call != (int)call || number < rule.first || (rule.last != 0 && number > rule.last)) continue;
        if (rule.action == SHORT) {
            if (byte_count != NULL && *byte_count > SHORT_BYTE_COUNT) *byte_count = SHORT_BYTE_COUNT;
        } else if (rule.action != STORM) {
            return rule.action;
        } else if (number % 2 == 1) {
            return EINTR;
        }
    }
    return 0;
}

#define FAIL_IF(call, is_meant, byte_count) \
    do { \
        int number = fault(call, is_meant, byte_count); \
        if (number != 0) { errno = number; return -1; } \
    } while (0)

int open(const char *path, int flags, ...) {
    va_list arguments;
    va_start(arguments, flags);
    mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(arguments, mode_t) : 0;
    va_end(arguments);
    FAIL_IF(OPEN, is_path(path), NULL);
    return NEXT(open)(path, flags, mode);
}

ssize_t read(int descriptor, void *bytes, size_t count) {
    FAIL_IF(READ, is_descriptor(descriptor), &count);
    return NEXT(read)(descriptor, bytes, count);
}

ssize_t pread(int descriptor, void *bytes, size_t count, off_t offset) {
    FAIL_IF(PREAD, is_descriptor(descriptor), &count);
    return NEXT(pread)(descriptor, bytes, count, offset);
}

ssize_t write(int descriptor, const void *bytes, size_t count) {
    FAIL_IF(WRITE, is_descriptor(descriptor), &count);
    return NEXT(write)(descriptor, bytes, count);
}

ssize_t send(int descriptor, const void *bytes, size_t count, int flags) {
    FAIL_IF(SEND, is_descriptor(descriptor), &count);
    return NEXT(send)(descriptor, bytes, count, flags);
}

ssize_t sendfile(int output, int input, off_t *offset, size_t count) {
    FAIL_IF(SENDFILE, is_descriptor(output) || is_descriptor(input), &count);
    return NEXT(sendfile)(output, input, offset, count);
}

ssize_t copy_file_range(int input, off_t *from, int output, off_t *to, size_t count, unsigned flags) {
    FAIL_IF(COPY_FILE_RANGE, is_descriptor(output) || is_descriptor(input), &count);
    return NEXT(copy_file_range)(input, from, output, to, count, flags);
}

ssize_t splice(int input, off_t *from, int output, off_t *to, size_t count, unsigned flags) {
    FAIL_IF(SPLICE, is_descriptor(input), &count);
    return NEXT(splice)(input, from, output, to, count, flags);
}

int fsync(int descriptor) {
    FAIL_IF(FSYNC, is_descriptor(descriptor), NULL);
    return NEXT(fsync)(descriptor);
}

int ftruncate(int descriptor, off_t byte_count) {
    FAIL_IF(FTRUNCATE, is_descriptor(descriptor), NULL);
    return NEXT(ftruncate)(descriptor, byte_count);
}

int rename(const char *from, const char *to) {
    FAIL_IF(RENAME, is_path(from) || is_path(to), NULL);
    return NEXT(rename)(from, to);
}

// The descriptor is gone even when the call says that it failed.
int close(int descriptor) {
    int number = fault(CLOSE, is_descriptor(descriptor), NULL);
    int result = NEXT(close)(descriptor);
    if (number == 0) return result;
    errno = number;
    return -1;
}
