#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A descriptor that a body is written to, and what the system can do with it.
///
/// Where the platform allows, writes don't wait in the system call but in ``waitForRoom(_:)``,
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

    /// An open file of our own for the pipe behind ``descriptor``.
    private let nonBlocking: OwnedDescriptor?

    init(_ descriptor: CInt) throws(SystemCallError) {
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
        self.descriptor = descriptor
        self.kind = kind
        self.position = position
        #if os(Linux)
        // Without a /proc, or the right to open what another user made, writes may wait.
        nonBlocking = kind == .pipe ? try? SystemCalls.reopenNonBlocking(descriptor) : nil
        #else
        nonBlocking = nil
        #endif
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

    /// Whether a call of ``move(by:from:at:count:)`` may wait unless ``waitForRoom(or:)`` came
    /// before: `sendfile` has no flag against it.
    var waitsInKernel: Bool { kind == .socket }

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
    /// - Throws: The error number; `EAGAIN` if there is no room.
    func move(
        by operation: OutputOperation,
        from input: CInt,
        at offset: Int64,
        count: Int
    ) throws(SystemCallError) -> Int {
        var count = count
        if kind == .socket {
            // A socket is writable when a third of its buffer is free, so that a quarter of it
            // doesn't make the call wait.
            count = min(count, max(try SystemCalls.sendBufferByteCount(of: descriptor) / 4, 4096))
        }
        return try SystemCalls.move(
            by: operation,
            from: input,
            at: offset,
            to: writable,
            count: count
        )
    }
}
