#ifndef C_ALLOCATION_COUNTER_H
#define C_ALLOCATION_COUNTER_H

/// The number of allocations that the current thread has made, or -1 where they aren't counted:
/// without glibc, and under a sanitizer, which has an allocator of its own.
long allocation_counter_of_thread(void);

#endif
