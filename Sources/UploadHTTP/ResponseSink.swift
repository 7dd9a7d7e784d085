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
        /// An open file; `temporaryPath` is what is renamed to `path` at the end, if anything is.
        case file(descriptor: CInt, path: LocalPath, temporaryPath: LocalPath?)
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
        Self.remove(target)
    }

    /// Forgets the content: what was written to a temporary file goes away.
    ///
    /// A caller that learns of a failure may end the process before the sink is gone by itself.
    package mutating func discard() {
        Self.remove(target)
        target = .memory
        bytes = []
    }

    private static func remove(_ target: Target) {
        guard case .file(let descriptor, _, let temporaryPath) = target else { return }
        close(descriptor)
        if let temporaryPath { _ = unsafe temporaryPath.withCString { unsafe unlink($0) } }
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
        guard case .file(let descriptor, _, let temporaryPath) = target else {
            preconditionFailure("a file that was opened is not there")
        }
        target = .memory
        do throws(SystemCallError) {
            // A close that was interrupted has closed the file all the same.
            if close(descriptor) != 0, errno != EINTR { throw SystemCallError(number: errno) }
            try temporaryPath?.rename(to: path)
        } catch {
            if let temporaryPath { _ = unsafe temporaryPath.withCString { unsafe unlink($0) } }
            throw TransportError(.responseFile(path: path, errno: error.number))
        }
        return .file(path, byteCount: byteCount)
    }

    private mutating func open(_ path: LocalPath) throws(TransportError) {
        guard case .memory = target else { return }
        var status = stat()
        let isThere = unsafe path.withCString { unsafe lstat($0, &status) } == 0
        // A terminal, a pipe or a link must not be replaced by a file.
        let temporaryPath =
            isThere && status.st_mode & S_IFMT != S_IFREG ? nil : path.temporarySibling()
        let flags = O_WRONLY | O_CREAT | O_CLOEXEC | (temporaryPath == nil ? O_TRUNC : O_EXCL)
        do throws(SystemCallError) {
            let descriptor = try unsafe (temporaryPath ?? path).withCString {
                name throws(SystemCallError) in
                try SystemCalls.retrying { unsafe openFile(name, flags, 0o666) }
            }
            target = .file(descriptor: descriptor, path: path, temporaryPath: temporaryPath)
        } catch {
            throw TransportError(.responseFile(path: path, errno: error.number))
        }
    }

    private func write(_ span: Span<UInt8>, _ path: LocalPath) throws(TransportError) {
        guard case .file(let descriptor, _, _) = target else { return }
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

extension LocalPath {
    /// Gives the file at this path the path `target`, in place of what stands there.
    fileprivate func rename(to target: LocalPath) throws(SystemCallError) {
        let result = unsafe withCString { from in
            unsafe target.withCString { to in unsafe renameFile(from, to) }
        }
        guard result == 0 else { throw SystemCallError(number: errno) }
    }
}

// Inside of a type the names of its methods hide those of the C library.
private func openFile(_ path: UnsafePointer<CChar>, _ flags: CInt, _ mode: mode_t) -> CInt {
    unsafe open(path, flags, mode)
}

private func renameFile(_ from: UnsafePointer<CChar>, _ to: UnsafePointer<CChar>) -> CInt {
    unsafe rename(from, to)
}
