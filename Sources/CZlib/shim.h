// With ZLIB_CONST zlib declares its input as const, so a `Span` can be read without a cast.
#ifndef ZLIB_CONST
#define ZLIB_CONST
#endif
#include <zlib.h>
