// Not in the modules of the C libraries, though every one has it.
#include <getopt.h>

// Swift takes global variables of C for unsafe to use, and not every system declares them in the
// same module.

// Makes the next call start over, and print nothing.
static inline void cgetopt_restart(void) {
    opterr = 0;
#ifdef __APPLE__
    optreset = 1;
    optind = 1;
#else
    optind = 0; // in glibc and in musl
#endif
}

// The index of the argument that comes next.
static inline int cgetopt_index(void) { return optind; }

// The option that was refused.
static inline int cgetopt_refused(void) { return optopt; }

// What belongs to the option that was found; may be left from one before.
static inline char *cgetopt_argument(void) { return optarg; }
