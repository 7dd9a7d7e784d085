// Not in the modules of the C libraries, though every one has it.
#include <getopt.h>
