#if os(Linux)
import CLinux
#endif

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A system call that failed, with the platform's error number.
package struct SystemCallError: Error {
    /// The value of `errno`.
    package let number: CInt

    package init(number: CInt) {
        self.number = number
    }
}

/// The only place where the module calls the system.
///
/// Every call that a signal interrupted is made again, and every failure is thrown with its error
/// number, which is read before anything else can change it.
package enum SystemCalls {
    /// Makes `call` again as long as a signal interrupts it.
    @inline(__always)
    package static func retrying<Value: FixedWidthInteger & SignedInteger>(
        _ call: () -> Value
    ) throws(SystemCallError) -> Value {
        while true {
            let value = call()
            if value >= 0 { return value }
            let number = errno
            if number != EINTR { throw SystemCallError(number: number) }
        }
    }

    /// Opens the file at `path` for reading; child processes don't inherit the descriptor.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - isNonBlocking: Whether neither the call nor reads of the descriptor wait for a writer.
    /// - Returns: The owner of the descriptor.
    /// - Throws: The error number.
    static func openForReading(
        _ path: LocalPath,
        isNonBlocking: Bool = false
    ) throws(SystemCallError) -> OwnedDescriptor {
        let flags = O_RDONLY | O_CLOEXEC | O_NOCTTY | (isNonBlocking ? O_NONBLOCK : 0)
        let descriptor = try unsafe path.withCString { name throws(SystemCallError) in
            try retrying { unsafe open(name, flags) }
        }
        return OwnedDescriptor(owning: descriptor)
    }

    /// A second descriptor of the same open file; child processes don't inherit it.
    static func duplicate(_ descriptor: CInt) throws(SystemCallError) -> OwnedDescriptor {
        OwnedDescriptor(owning: try retrying { fcntl(descriptor, F_DUPFD_CLOEXEC, 3) })
    }

    /// Closes `descriptor`; it is gone even when the system reports an error.
    static func closeDescriptor(_ descriptor: CInt) {
        _ = close(descriptor)
    }

    /// What the system tells of an open file.
    static func status(of descriptor: CInt) throws(SystemCallError) -> FileStatus {
        var status = stat()
        _ = try retrying { unsafe fstat(descriptor, &status) }
        return FileStatus(status)
    }

    /// What the system tells of the file at `path`, behind all symbolic links.
    static func status(at path: LocalPath) throws(SystemCallError) -> FileStatus {
        var status = stat()
        _ = try unsafe path.withCString { name throws(SystemCallError) in
            try retrying { unsafe stat(name, &status) }
        }
        return FileStatus(status)
    }

    /// Reads into `memory` from `offset` on, without moving the descriptor's own position.
    ///
    /// - Returns: The number of bytes read; 0 at the end of the file.
    @inline(__always)
    static func read(
        _ descriptor: CInt,
        at offset: Int64,
        into memory: UnsafeMutableRawBufferPointer
    ) throws(SystemCallError) -> Int {
        try retrying { unsafe pread(descriptor, memory.baseAddress, memory.count, off_t(offset)) }
    }

    /// Reads into `memory` from the descriptor's position on.
    ///
    /// - Returns: The number of bytes read; 0 at the end of the file.
    @inline(__always)
    static func read(
        _ descriptor: CInt,
        into memory: UnsafeMutableRawBufferPointer
    ) throws(SystemCallError) -> Int {
        let count = memory.count
        return try retrying { unsafe systemRead(descriptor, memory.baseAddress, count) }
    }

    /// Writes from `memory` at the descriptor's position.
    ///
    /// - Returns: The number of bytes written, which can be fewer than there are.
    @inline(__always)
    package static func write(
        _ descriptor: CInt,
        _ memory: UnsafeRawBufferPointer
    ) throws(SystemCallError) -> Int {
        let count = memory.count
        return try retrying { unsafe systemWrite(descriptor, memory.baseAddress, count) }
    }

    /// Sends from `memory` to a socket without waiting for room.
    ///
    /// - Parameters:
    ///   - descriptor: The socket.
    ///   - memory: The bytes.
    ///   - isMoreComing: Whether the system may keep the bytes until more are sent.
    /// - Returns: The number of bytes taken, which can be fewer than there are.
    /// - Throws: The error number; `EAGAIN` if there is no room.
    @inline(__always)
    package static func send(
        _ descriptor: CInt,
        _ memory: UnsafeRawBufferPointer,
        isMoreComing: Bool
    ) throws(SystemCallError) -> Int {
        #if canImport(Darwin)
        let flags = MSG_DONTWAIT
        #else
        let flags = CInt(MSG_DONTWAIT | MSG_NOSIGNAL | (isMoreComing ? MSG_MORE : 0))
        #endif
        let count = memory.count
        return try retrying { unsafe systemSend(descriptor, memory.baseAddress, count, flags) }
    }

    /// Whether writes go to the end of the file, wherever the position is.
    static func appends(_ descriptor: CInt) throws(SystemCallError) -> Bool {
        try retrying { fcntl(descriptor, F_GETFL) } & O_APPEND != 0
    }

    /// Sets how long a call that sends on a blocking socket waits for room; zero is for ever.
    ///
    /// - Parameters:
    ///   - descriptor: The socket.
    ///   - timeout: After this time the call ends with what it sent, or with `EAGAIN`.
    /// - Returns: The timeout that was set before.
    /// - Throws: The error number.
    static func setSendTimeout(
        of descriptor: CInt,
        to timeout: timeval
    ) throws(SystemCallError) -> timeval {
        var previous = timeval()
        var length = socklen_t(MemoryLayout<timeval>.size)
        _ = try retrying {
            unsafe getsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &previous, &length)
        }
        var timeout = timeout
        _ = try retrying {
            unsafe setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &timeout, length)
        }
        return previous
    }

    /// The processor time that the thread has used, in nanoseconds.
    static func threadNanoseconds() -> Int64 {
        var time = timespec()
        unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    /// The position at which the next `write(2)` goes; throws on what has none, as a pipe.
    static func position(of descriptor: CInt) throws(SystemCallError) -> Int64 {
        Int64(try retrying { lseek(descriptor, 0, SEEK_CUR) })
    }

    /// Waits until one of `requests` has an event, for as long as it takes.
    static func poll(_ requests: inout MutableSpan<pollfd>) throws(SystemCallError) {
        try unsafe requests.withUnsafeMutableBufferPointer { buffer throws(SystemCallError) in
            let count = nfds_t(buffer.count)
            _ = try retrying { unsafe systemPoll(buffer.baseAddress, count, -1) }
        }
    }

    /// A pipe whose ends don't wait and aren't inherited by child processes.
    package static func makePipe() throws(SystemCallError) -> (reading: CInt, writing: CInt) {
        var ends: [2 of CInt] = [-1, -1]
        var span = ends.mutableSpan
        try unsafe span.withUnsafeMutableBufferPointer { buffer throws(SystemCallError) in
            #if canImport(Darwin)
            _ = try retrying { unsafe pipe(buffer.baseAddress) }
            for index in buffer.indices {
                let end = unsafe buffer[index]
                _ = try retrying { fcntl(end, F_SETFD, FD_CLOEXEC) }
                _ = try retrying { fcntl(end, F_SETFL, O_NONBLOCK) }
            }
            #else
            _ = try retrying { unsafe pipe2(buffer.baseAddress, O_CLOEXEC | O_NONBLOCK) }
            #endif
        }
        return (ends[0], ends[1])
    }
}

// The bare names stand behind aliases, so that the members above can have the same ones.
#if canImport(Glibc)
private let systemRead = unsafe Glibc.read
private let systemWrite = unsafe Glibc.write
private let systemSend = unsafe Glibc.send
private let systemPoll = unsafe Glibc.poll
#elseif canImport(Musl)
private let systemRead = unsafe Musl.read
private let systemWrite = unsafe Musl.write
private let systemSend = unsafe Musl.send
private let systemPoll = unsafe Musl.poll
#elseif canImport(Darwin)
private let systemRead = unsafe Darwin.read
private let systemWrite = unsafe Darwin.write
private let systemSend = unsafe Darwin.send
private let systemPoll = unsafe Darwin.poll
#endif
