#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A descriptor that a body is written to, and what the system can do with it.
///
/// Where the platform allows, writes don't wait in the system call but in ``waitForRoom(or:)``,
/// which can be interrupted, whether or not the descriptor was made non-blocking.
struct OutputDescriptor: ~Copyable {
    /// What the descriptor stands for.
    enum Kind {
        case regularFile
        case socket
        case pipe
        /// A terminal or another device.
        case other
    }

    let kind: Kind

    /// Where in the file the next byte goes; 0 for what has no positions.
    let position: Int64

    private let descriptor: CInt

    /// The send timeout that the socket had before it got ``longestWait``.
    private let previousTimeout: timeval?

    /// An open file of our own for the pipe behind ``descriptor``.
    private let nonBlocking: OwnedDescriptor?

    /// How long a call of `sendfile(2)` may wait for room.
    ///
    /// It has no flag against waiting, and polling before each call costs more than the call. When
    /// the time is over, ``waitForRoom(or:)`` goes on waiting.
    private static let longestWait = timeval(tv_sec: 0, tv_usec: 100_000)

    /// Looks at `descriptor`, which stays open when this value goes away.
    ///
    /// - Parameters:
    ///   - descriptor: What to write to.
    ///   - usesKernel: Whether ``move(by:from:at:count:)`` will be called.
    /// - Throws: The error number, if nothing can be written to `descriptor`.
    init(_ descriptor: CInt, usesKernel: Bool) throws(SystemCallError) {
        let status = try SystemCalls.status(of: descriptor)
        let kind: Kind =
            switch status.specialKind {
            case nil: .regularFile
            case .socket: .socket
            case .pipe: .pipe
            default: .other
            }
        let position =
            if kind != .regularFile {
                Int64(0)
            } else if try SystemCalls.appends(descriptor) {
                status.identity.byteCount
            } else {
                try SystemCalls.position(of: descriptor)
            }
        let previousTimeout: timeval? =
            if kind == .socket, usesKernel {
                try SystemCalls.setSendTimeout(of: descriptor, to: Self.longestWait)
            } else {
                nil
            }
        self.descriptor = descriptor
        self.kind = kind
        self.position = position
        self.previousTimeout = previousTimeout
        #if os(Linux)
        // Without a /proc, or the right to open what another user made, writes may wait.
        nonBlocking = kind == .pipe ? try? SystemCalls.reopenNonBlocking(descriptor) : nil
        #else
        nonBlocking = nil
        #endif
    }

    deinit {
        if let previousTimeout {
            _ = try? SystemCalls.setSendTimeout(of: descriptor, to: previousTimeout)
        }
    }

    private var writable: CInt {
        switch nonBlocking {
        case .some(let owned): owned.rawValue
        case .none: descriptor
        }
    }

    /// The system calls that can move bytes of a file to the descriptor, best first.
    var kernelOperations: [OutputOperation] {
        #if os(Linux)
        switch kind {
        case .regularFile: [.copyFileRange, .sendfile]
        case .socket: [.sendfile]
        case .pipe: [.splice]
        case .other: [.sendfile]
        }
        #else
        []
        #endif
    }

    /// The best size of the buffer, as measured: a regular file takes large writes that start at
    /// multiples of their size; elsewhere the buffer does well to stay in the processor's cache.
    var bufferByteCount: Int { kind == .regularFile ? 1 << 20 : 1 << 18 }

    /// Writes from `memory`.
    ///
    /// - Parameters:
    ///   - memory: The bytes.
    ///   - isMoreComing: Whether more bytes follow at once.
    /// - Returns: The number of bytes written, which can be fewer than there are.
    /// - Throws: The error number; `EAGAIN` if there is no room.
    func write(
        _ memory: UnsafeRawBufferPointer,
        isMoreComing: Bool
    ) throws(SystemCallError) -> Int {
        guard kind == .socket else { return try unsafe SystemCalls.write(writable, memory) }
        return try unsafe SystemCalls.send(descriptor, memory, isMoreComing: isMoreComing)
    }

    /// Waits until a write can succeed, or `signal` is raised.
    func waitForRoom(or signal: WakeSignal) throws(SystemCallError) {
        _ = try signal.wait(for: writable, CInt(POLLOUT))
    }

    /// Moves bytes of `input` inside the kernel.
    ///
    /// - Parameters:
    ///   - operation: One of ``kernelOperations``.
    ///   - input: A regular file.
    ///   - offset: Where in `input` to start.
    ///   - count: The most bytes to move.
    /// - Returns: The number of bytes moved; 0 at the end of the file.
    /// - Throws: The error number; `EAGAIN` if there was no room.
    func move(
        by operation: OutputOperation,
        from input: CInt,
        at offset: Int64,
        count: Int
    ) throws(SystemCallError) -> Int {
        try SystemCalls.move(by: operation, from: input, at: offset, to: writable, count: count)
    }
}
