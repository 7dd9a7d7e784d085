#ifndef C_ALLOCATION_COUNTER_H
#define C_ALLOCATION_COUNTER_H

/// The number of allocations that the current thread has made, or -1 where they aren't counted:
/// without glibc, and under a sanitizer, which has an allocator of its own.
long allocation_counter_of_thread(void);

/// The number of allocations that all threads of the process have made, or -1 where they aren't
/// counted.
long allocation_counter_of_process(void);

/// Gives memory that was freed back to the system, as far as the allocator can.
void allocation_counter_release_free_memory(void);

#endif
