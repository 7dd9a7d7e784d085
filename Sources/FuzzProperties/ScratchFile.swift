import BodyStreaming

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A file without a name in the folder for temporary files, which goes away with its owner, also if
/// that is ended by a trap.
final class ScratchFile: Sendable {
    private let descriptor: CInt

    /// A path that leads to the file as long as this process has it open.
    var path: LocalPath { LocalPath("/dev/fd/\(descriptor)") }

    /// Creates an empty file.
    init() throws(PropertyViolation) {
        var template = "/tmp/formup-fuzz-XXXXXX".utf8CString
        descriptor = unsafe template.withUnsafeMutableBufferPointer { buffer in
            guard let name = buffer.baseAddress else { return -1 }
            let descriptor = unsafe mkstemp(name)
            if descriptor >= 0 { _ = unsafe unlink(name) }
            return descriptor
        }
        guard descriptor >= 0 else { throw PropertyViolation("no temporary file: errno \(errno)") }
    }

    deinit {
        _ = close(descriptor)
    }

    /// Makes `bytes` all that the file holds.
    func replace(with bytes: [UInt8]) throws(PropertyViolation) {
        let written = unsafe bytes.withUnsafeBytes { buffer in
            unsafe pwrite(descriptor, buffer.baseAddress, buffer.count, 0)
        }
        guard written == bytes.count, ftruncate(descriptor, off_t(bytes.count)) == 0 else {
            throw PropertyViolation("a temporary file can't be written: errno \(errno)")
        }
    }
}
