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

    /// Takes the places of the standard streams that are closed, so that no file or socket that is
    /// opened later is taken for one of them; reading and writing fail there as before.
    package static func occupyClosed() {
        for number in STDIN_FILENO...STDERR_FILENO where fcntl(number, F_GETFD) < 0 {
            // The lowest number that is free is this one.
            _ = unsafe open("/dev/null", number == STDIN_FILENO ? O_WRONLY : O_RDONLY)
        }
    }

    /// Whether people watch the stream.
    package var isTerminal: Bool { isatty(rawValue) == 1 }

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
