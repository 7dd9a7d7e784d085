// System calls of Linux whose declarations the C library hides behind _GNU_SOURCE, which Swift's
// own module of the C library is built without. Empty on other platforms.
#ifdef __linux__
#include <sys/types.h>

extern int pipe2(int *ends, int flags);

extern ssize_t copy_file_range(int input, long long *input_offset, int output,
                               long long *output_offset, size_t count, unsigned flags);

extern ssize_t splice(int input, long long *input_offset, int output,
                      long long *output_offset, size_t count, unsigned flags);

// The part of O_TMPFILE that isn't O_DIRECTORY, on every architecture that Swift runs on.
static const int clinux_TMPFILE = 020000000;

static const unsigned clinux_SPLICE_F_NONBLOCK = 2;
#endif
