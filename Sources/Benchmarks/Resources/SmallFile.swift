import BodyStreaming

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Files that fit in memory.
enum SmallFile {
    /// Reads all of the file at `path`.
    static func read(_ path: LocalPath) throws(BenchmarkFailure) -> [UInt8] {
        let descriptor = try open(path, O_RDONLY)
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = unsafe piece.withUnsafeMutableBytes { buffer in
                unsafe systemRead(descriptor, buffer.baseAddress, buffer.count)
            }
            guard count >= 0 else { throw failure(path) }
            guard count > 0 else { return bytes }
            bytes += piece[..<count]
        }
    }

    /// Makes `bytes` all that the file at `path` holds.
    static func write(_ bytes: [UInt8], to path: LocalPath) throws(BenchmarkFailure) {
        let descriptor = try open(path, O_WRONLY | O_CREAT | O_TRUNC)
        defer { close(descriptor) }
        try write(bytes, to: descriptor)
    }

    /// Writes all of `bytes` to a descriptor that waits when it is full.
    static func write(_ bytes: [UInt8], to descriptor: CInt) throws(BenchmarkFailure) {
        var written = 0
        while written < bytes.count {
            let count = unsafe bytes.withUnsafeBytes { buffer in
                let rest = unsafe UnsafeRawBufferPointer(rebasing: buffer[written...])
                return unsafe systemWrite(descriptor, rest.baseAddress, rest.count)
            }
            guard count >= 0 || errno == EINTR else {
                throw .failure("descriptor \(descriptor): \(SystemErrorText.words(for: errno))")
            }
            written += max(count, 0)
        }
    }

    /// Opens the file at `path`; one that is made is its owner's alone.
    static func open(_ path: LocalPath, _ flags: CInt) throws(BenchmarkFailure) -> CInt {
        let descriptor = unsafe path.withCString { name in
            unsafe systemOpen(name, flags | O_CLOEXEC, 0o600)
        }
        guard descriptor >= 0 else { throw failure(path) }
        return descriptor
    }

    private static func failure(_ path: LocalPath) -> BenchmarkFailure {
        .failure("\(path): \(SystemErrorText.words(for: errno))")
    }
}

// The bare names stand behind aliases, so that the members above can have the same ones.
#if canImport(Glibc)
private let systemRead = unsafe Glibc.read
private let systemWrite = unsafe Glibc.write
#elseif canImport(Musl)
private let systemRead = unsafe Musl.read
private let systemWrite = unsafe Musl.write
#elseif canImport(Darwin)
private let systemRead = unsafe Darwin.read
private let systemWrite = unsafe Darwin.write
#endif

private func systemOpen(_ name: UnsafePointer<CChar>, _ flags: CInt, _ mode: mode_t) -> CInt {
    unsafe open(name, flags, mode)
}
