package import BodyStreaming

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Standard input as the content of a part.
package enum StandardInput {
    private static let label: LocalPath = "standard input"

    /// The most bytes that are read before the form is laid out, so that it has a length.
    private static let bufferByteCount = 1 << 20

    /// What is left of standard input: a region if it is a regular file, else a stream.
    package static func body() throws(CommandFailure) -> Body {
        try regularFile() ?? Body(.standardInput)
    }

    /// As ``body()``, but what a pipe holds is read at once if it isn't large: a field is sent with
    /// a length where it can be.
    package static func bufferedBody() throws(CommandFailure) -> Body {
        if let body = try regularFile() { return body }
        var bytes: [UInt8] = []
        while bytes.count < bufferByteCount {
            guard let chunk = try read(atMost: bufferByteCount - bytes.count) else {
                return Body(bytes)
            }
            bytes += chunk
        }
        var body = Body(bytes)
        do {
            try body.append(Body(.standardInput))
        } catch {
            throw .usage(error.description)
        }
        return body
    }

    private static func regularFile() throws(CommandFailure) -> Body? {
        var status = stat()
        guard unsafe fstat(STDIN_FILENO, &status) == 0 else {
            throw .usage("\(label): \(SystemErrorText.words(for: errno))")
        }
        guard status.st_mode & S_IFMT == S_IFREG else { return nil }
        let start = max(Int64(lseek(STDIN_FILENO, 0, SEEK_CUR)), 0)
        let descriptor = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3)
        guard descriptor >= 0 else {
            throw .usage("\(label): \(SystemErrorText.words(for: errno))")
        }
        do {
            let file = OpenFile(owning: descriptor, path: label)
            let end = max(Int64(status.st_size), start)
            return Body(try FileRegion(file, range: min(start, Int64(status.st_size))..<end))
        } catch {
            throw .usage(error.description)
        }
    }

    /// The next bytes; `nil` at the end.
    private static func read(atMost byteCount: Int) throws(CommandFailure) -> [UInt8]? {
        let capacity = min(byteCount, 65_536)
        while true {
            var number: CInt = 0
            let chunk = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
                let result = unsafe systemRead(STDIN_FILENO, buffer.baseAddress, capacity)
                number = result < 0 ? errno : 0
                count = max(result, 0)
            }
            if number == 0 { return chunk.isEmpty ? nil : chunk }
            guard number == EINTR else {
                throw .usage("\(label): \(SystemErrorText.words(for: number))")
            }
        }
    }
}

// The bare name stands behind an alias, so that the member above can have the same one.
#if canImport(Glibc)
private let systemRead = unsafe Glibc.read
#elseif canImport(Musl)
private let systemRead = unsafe Musl.read
#elseif canImport(Darwin)
private let systemRead = unsafe Darwin.read
#endif
