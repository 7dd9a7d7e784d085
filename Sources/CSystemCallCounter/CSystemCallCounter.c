// Counts system calls by standing in front of the C library's functions for them: an executable's
// own definitions come before those of the libraries it loads.
//
// _GNU_SOURCE stays undefined, so that the headers declare none of the functions that it brings:
// their definitions here are their declarations.

#include "CSystemCallCounter.h"

#include <stddef.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define HAS_SANITIZER 1
#endif
#endif

#if defined(__linux__) && defined(__LP64__) && !defined(HAS_SANITIZER)
#include <features.h>
#endif

#if defined(__GLIBC__)

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdalign.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

// Threads take turns at the cells, so that two that call at once seldom share one.
#define CELL_COUNT 64

static struct {
    alignas(64) atomic_long count;
} cells[CELL_COUNT];

static atomic_uint next_cell;
static __thread unsigned cell_number;  // 0 before the first call of the thread

static void count(void) {
    if (cell_number == 0) {
        cell_number = 1 + atomic_fetch_add_explicit(&next_cell, 1, memory_order_relaxed) % CELL_COUNT;
    }
    atomic_fetch_add_explicit(&cells[cell_number - 1].count, 1, memory_order_relaxed);
}

long system_call_counter_of_process(void) {
    long sum = 0;
    for (int index = 0; index < CELL_COUNT; index++) {
        sum += atomic_load_explicit(&cells[index].count, memory_order_relaxed);
    }
    return sum;
}

#define COUNTED(...) (count(), syscall(__VA_ARGS__))

// Opening, closing and looking at files

static mode_t mode_of(int flags, va_list arguments) {
    return flags & (O_CREAT | 020000000) ? va_arg(arguments, mode_t) : 0;  // O_TMPFILE has a mode
}

#define DEFINE_OPEN(name)                                               \
    int name(const char *path, int flags, ...) {                        \
        va_list arguments;                                              \
        va_start(arguments, flags);                                     \
        mode_t mode = mode_of(flags, arguments);                        \
        va_end(arguments);                                              \
        return (int)COUNTED(SYS_openat, AT_FDCWD, path, flags, mode);   \
    }

#define DEFINE_OPENAT(name)                                             \
    int name(int directory, const char *path, int flags, ...) {         \
        va_list arguments;                                              \
        va_start(arguments, flags);                                     \
        mode_t mode = mode_of(flags, arguments);                        \
        va_end(arguments);                                              \
        return (int)COUNTED(SYS_openat, directory, path, flags, mode);  \
    }

DEFINE_OPEN(open)
DEFINE_OPEN(open64)
DEFINE_OPENAT(openat)
DEFINE_OPENAT(openat64)

int close(int file) { return (int)COUNTED(SYS_close, file); }

int fstat(int file, struct stat *status) { return (int)COUNTED(SYS_fstat, file, status); }

int fstat64(int file, void *status) { return (int)COUNTED(SYS_fstat, file, status); }

int stat(const char *path, struct stat *status) {
    return (int)COUNTED(SYS_newfstatat, AT_FDCWD, path, status, 0);
}

int stat64(const char *path, void *status) {
    return (int)COUNTED(SYS_newfstatat, AT_FDCWD, path, status, 0);
}

off_t lseek(int file, off_t offset, int origin) {
    return COUNTED(SYS_lseek, file, offset, origin);
}

off_t lseek64(int file, off_t offset, int origin) {
    return COUNTED(SYS_lseek, file, offset, origin);
}

int fsync(int file) { return (int)COUNTED(SYS_fsync, file); }

int ftruncate(int file, off_t size) { return (int)COUNTED(SYS_ftruncate, file, size); }

int flock(int file, int operation) { return (int)COUNTED(SYS_flock, file, operation); }

int fcntl(int file, int command, ...) {
    va_list arguments;
    va_start(arguments, command);
    long argument = va_arg(arguments, long);
    va_end(arguments);
    return (int)COUNTED(SYS_fcntl, file, command, argument);
}

int fcntl64(int file, int command, ...) {
    va_list arguments;
    va_start(arguments, command);
    long argument = va_arg(arguments, long);
    va_end(arguments);
    return (int)COUNTED(SYS_fcntl, file, command, argument);
}

// Reading and writing

ssize_t read(int file, void *bytes, size_t size) { return COUNTED(SYS_read, file, bytes, size); }

ssize_t pread(int file, void *bytes, size_t size, off_t offset) {
    return COUNTED(SYS_pread64, file, bytes, size, offset);
}

ssize_t pread64(int file, void *bytes, size_t size, off_t offset) {
    return COUNTED(SYS_pread64, file, bytes, size, offset);
}

ssize_t write(int file, const void *bytes, size_t size) {
    return COUNTED(SYS_write, file, bytes, size);
}

ssize_t pwrite(int file, const void *bytes, size_t size, off_t offset) {
    return COUNTED(SYS_pwrite64, file, bytes, size, offset);
}

ssize_t pwrite64(int file, const void *bytes, size_t size, off_t offset) {
    return COUNTED(SYS_pwrite64, file, bytes, size, offset);
}

ssize_t readv(int file, const struct iovec *pieces, int number) {
    return COUNTED(SYS_readv, file, pieces, number);
}

ssize_t writev(int file, const struct iovec *pieces, int number) {
    return COUNTED(SYS_writev, file, pieces, number);
}

ssize_t sendfile(int output, int input, off_t *offset, size_t size) {
    return COUNTED(SYS_sendfile, output, input, offset, size);
}

ssize_t sendfile64(int output, int input, off_t *offset, size_t size) {
    return COUNTED(SYS_sendfile, output, input, offset, size);
}

ssize_t splice(int input, long *input_offset, int output, long *output_offset, size_t size,
               unsigned flags) {
    return COUNTED(SYS_splice, input, input_offset, output, output_offset, size, flags);
}

ssize_t copy_file_range(int input, long *input_offset, int output, long *output_offset, size_t size,
                        unsigned flags) {
    return COUNTED(SYS_copy_file_range, input, input_offset, output, output_offset, size, flags);
}

// Sockets and pipes

int pipe(int ends[2]) { return (int)COUNTED(SYS_pipe2, ends, 0); }

int pipe2(int *ends, int flags) { return (int)COUNTED(SYS_pipe2, ends, flags); }

int socket(int family, int kind, int protocol) {
    return (int)COUNTED(SYS_socket, family, kind, protocol);
}

int socketpair(int family, int kind, int protocol, int ends[2]) {
    return (int)COUNTED(SYS_socketpair, family, kind, protocol, ends);
}

int connect(int file, const struct sockaddr *address, socklen_t size) {
    return (int)COUNTED(SYS_connect, file, address, size);
}

int shutdown(int file, int direction) { return (int)COUNTED(SYS_shutdown, file, direction); }

int setsockopt(int file, int level, int option, const void *value, socklen_t size) {
    return (int)COUNTED(SYS_setsockopt, file, level, option, value, size);
}

int getsockopt(int file, int level, int option, void *value, socklen_t *size) {
    return (int)COUNTED(SYS_getsockopt, file, level, option, value, size);
}

ssize_t recv(int file, void *bytes, size_t size, int flags) {
    return COUNTED(SYS_recvfrom, file, bytes, size, flags, NULL, NULL);
}

ssize_t recvfrom(int file, void *bytes, size_t size, int flags, struct sockaddr *address,
                 socklen_t *address_size) {
    return COUNTED(SYS_recvfrom, file, bytes, size, flags, address, address_size);
}

ssize_t recvmsg(int file, struct msghdr *message, int flags) {
    return COUNTED(SYS_recvmsg, file, message, flags);
}

ssize_t send(int file, const void *bytes, size_t size, int flags) {
    return COUNTED(SYS_sendto, file, bytes, size, flags, NULL, 0);
}

ssize_t sendto(int file, const void *bytes, size_t size, int flags, const struct sockaddr *address,
               socklen_t address_size) {
    return COUNTED(SYS_sendto, file, bytes, size, flags, address, address_size);
}

ssize_t sendmsg(int file, const struct msghdr *message, int flags) {
    return COUNTED(SYS_sendmsg, file, message, flags);
}

// Waiting

// The kernel's signal sets have 64 bits, whatever the size of the C library's.
#define SIGNAL_SET_SIZE 8

int poll(struct pollfd *files, nfds_t number, int milliseconds) {
    struct timespec limit = {milliseconds / 1000, milliseconds % 1000 * 1000000L};
    return (int)COUNTED(SYS_ppoll, files, number, milliseconds < 0 ? NULL : &limit, NULL,
                        SIGNAL_SET_SIZE);
}

int epoll_ctl(int poller, int operation, int file, struct epoll_event *event) {
    return (int)COUNTED(SYS_epoll_ctl, poller, operation, file, event);
}

int epoll_wait(int poller, struct epoll_event *events, int number, int milliseconds) {
    return (int)COUNTED(SYS_epoll_pwait, poller, events, number, milliseconds, NULL,
                        SIGNAL_SET_SIZE);
}

#else

long system_call_counter_of_process(void) { return -1; }

#endif
