#ifndef C_SYSTEM_CALL_COUNTER_H
#define C_SYSTEM_CALL_COUNTER_H

/// The number of system calls on files, pipes, sockets and pollers that the process has made, or
/// -1 where they aren't counted: without glibc on a 64-bit system, and under a sanitizer, which
/// stands in front of them itself.
///
/// Not counted are calls that the C library makes on its own, for memory, for threads and in
/// functions such as `getaddrinfo`, those that are made with `syscall(2)`, as Swift's random numbers
/// and its locks are, and those of libraries that were compiled to call the checked variants of
/// functions, such as `__recv_chk`.
long system_call_counter_of_process(void);

#endif
