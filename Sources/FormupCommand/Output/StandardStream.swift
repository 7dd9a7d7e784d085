import BodyStreaming

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Standard output or standard error, written to without a buffer.
package enum StandardStream: CInt, Sendable {
    /// Where data goes.
    case output = 1
    /// Where words go.
    case error = 2

    /// Opens those of the three standard descriptors that are closed, in a way that fails whoever
    /// uses them.
    ///
    /// Else the next file or connection that is opened has the number, and gets what was meant for
    /// standard output or standard error.
    package static func occupyClosedDescriptors() {
        let uses: [(CInt, CInt)] = [(0, O_WRONLY), (1, O_RDONLY), (2, O_RDONLY)]
        for (descriptor, flags) in uses where fcntl(descriptor, F_GETFD) < 0 {
            // The system takes the lowest number that is free.
            _ = unsafe open("/dev/null", flags)
        }
    }

    /// Whether people watch the stream.
    package var isTerminal: Bool { isatty(rawValue) == 1 }

    /// Whether writing never waits for somebody who reads.
    package var isRegularFile: Bool {
        var status = stat()
        return unsafe fstat(rawValue, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    /// What messages call the stream.
    package var label: String { self == .output ? "standard output" : "standard error" }

    /// Writes all of `text`.
    ///
    /// - Throws: A failure that says why it could not be written.
    package func write(_ text: String) throws(CommandFailure) {
        try write(Array(text.utf8))
    }

    /// Writes all of `bytes`.
    ///
    /// - Parameters:
    ///   - bytes: What to write.
    ///   - endsWhenCancelled: Whether the cancellation of the task ends the waiting for a reader
    ///     that takes nothing.
    /// - Throws: A failure that says why they could not be written.
    package func write(
        _ bytes: [UInt8],
        endsWhenCancelled: Bool = false
    ) throws(CommandFailure) {
        do throws(SystemCallError) {
            if endsWhenCancelled {
                try DescriptorOutput.writeUntilCancelled(bytes, to: rawValue)
            } else {
                try DescriptorOutput.write(bytes, to: rawValue)
            }
        } catch {
            throw .failure("\(label): \(SystemErrorText.words(for: error.number))")
        }
    }
}
