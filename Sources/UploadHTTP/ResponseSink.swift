internal import BodyStreaming

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// Takes the content of one response, up to a limit.
package struct ResponseSink: ~Copyable {
    private enum Target {
        case memory
        /// An open file, and what is renamed at the end, if anything is.
        case file(descriptor: CInt, renaming: Renaming?)
    }

    private struct Renaming {
        let from: LocalPath
        let to: LocalPath
    }

    private let limit: Int64
    private let destination: ResponseDestination
    private var target = Target.memory
    private var bytes: [UInt8] = []
    /// The bytes of the content so far.
    package private(set) var byteCount: Int64 = 0

    package init(_ destination: ResponseDestination, limit: Int64) {
        self.destination = destination
        self.limit = limit
    }

    deinit {
        guard case .file(let descriptor, let renaming) = target else { return }
        close(descriptor)
        renaming?.from.removeFile()
    }

    /// Makes room for a content of an announced size.
    package mutating func reserve(_ count: Int64) {
        guard case .memory = destination, count > 0 else { return }
        bytes.reserveCapacity(Int(min(count, limit, 1 << 20)))
    }

    /// Appends bytes of the content.
    package mutating func append(_ span: Span<UInt8>) throws(TransportError) {
        byteCount += Int64(span.count)
        guard byteCount <= limit else { throw TransportError(.responseTooLarge(limit: limit)) }
        switch destination {
        case .memory:
            unsafe span.withUnsafeBufferPointer { unsafe bytes.append(contentsOf: $0) }
        case .file(let path):
            try open(path)
            try write(span, path)
        }
    }

    /// Ends the content: a file gets its name.
    package mutating func finish() throws(TransportError) -> ResponseBody {
        guard case .file(let path) = destination else { return .bytes(bytes) }
        try open(path)
        guard case .file(let descriptor, let renaming) = target else {
            preconditionFailure("a file that was opened is not there")
        }
        target = .memory
        do throws(SystemCallError) {
            // A close that was interrupted has closed the file all the same.
            if close(descriptor) != 0, errno != EINTR { throw SystemCallError(number: errno) }
            if let renaming { try renaming.from.renameFile(to: renaming.to) }
        } catch {
            renaming?.from.removeFile()
            throw TransportError(.responseFile(path: path, errno: error.number))
        }
        return .file(path, byteCount: byteCount)
    }

    private mutating func open(_ path: LocalPath) throws(TransportError) {
        guard case .memory = target else { return }
        let renaming = Self.renaming(for: path)
        // A pipe that nobody reads is an error: waiting for somebody would hold up all transfers.
        let flags = O_WRONLY | O_CREAT | O_CLOEXEC
        let more = renaming == nil ? O_TRUNC | O_NONBLOCK : O_EXCL
        let descriptor: CInt
        do throws(SystemCallError) {
            descriptor = try unsafe (renaming?.from ?? path).withCString {
                name throws(SystemCallError) in
                try SystemCalls.retrying { unsafe openFile(name, flags | more, 0o666) }
            }
        } catch {
            throw TransportError(.responseFile(path: path, errno: error.number))
        }
        if renaming == nil { _ = fcntl(descriptor, F_SETFL, 0) }
        target = .file(descriptor: descriptor, renaming: renaming)
    }

    /// How a file is put at `path`; behind a symbolic link, where it leads. `nil` for a terminal,
    /// a pipe and the like, which no file must replace, and for a link that leads nowhere.
    private static func renaming(for path: LocalPath) -> Renaming? {
        var status = stat()
        let isThere = unsafe path.withCString { unsafe lstat($0, &status) } == 0
        guard isThere, status.st_mode & S_IFMT != S_IFREG else {
            return Renaming(from: path.temporarySibling(), to: path)
        }
        guard status.st_mode & S_IFMT == S_IFLNK, let end = path.resolved,
            unsafe end.withCString({ unsafe lstat($0, &status) }) == 0,
            status.st_mode & S_IFMT == S_IFREG
        else { return nil }
        return Renaming(from: end.temporarySibling(), to: end)
    }

    private func write(_ span: Span<UInt8>, _ path: LocalPath) throws(TransportError) {
        guard case .file(let descriptor, _) = target else { return }
        do throws(SystemCallError) {
            try unsafe span.withUnsafeBytes { buffer throws(SystemCallError) in
                var written = 0
                while written < buffer.count {
                    let rest = unsafe UnsafeRawBufferPointer(rebasing: buffer[written...])
                    written += try unsafe SystemCalls.write(descriptor, rest)
                }
            }
        } catch {
            throw TransportError(.responseFile(path: path, errno: error.number))
        }
    }
}

// Inside of the type the names of the methods hide those of the C library.
private func openFile(_ path: UnsafePointer<CChar>, _ flags: CInt, _ mode: mode_t) -> CInt {
    unsafe open(path, flags, mode)
}
