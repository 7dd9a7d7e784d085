package import BodyStreaming

/// A stream that is written to in large pieces.
package struct BufferedOutput: Sendable {
    private static let byteCount = 65_536

    private let stream: StandardStream
    private let endsWhenCancelled: Bool
    private var bytes: [UInt8] = []

    /// Creates a buffer before `stream`.
    ///
    /// - Parameters:
    ///   - stream: Where the bytes go.
    ///   - endsWhenCancelled: Whether the cancellation of the task ends the waiting for a reader
    ///     that takes nothing.
    package init(_ stream: StandardStream, endsWhenCancelled: Bool = false) {
        self.stream = stream
        self.endsWhenCancelled = endsWhenCancelled
        bytes.reserveCapacity(Self.byteCount)
    }

    /// Takes `text`.
    ///
    /// - Throws: A failure if what was taken before could not be written.
    package mutating func write(_ text: String) throws(CommandFailure) {
        try write { bytes in bytes.append(contentsOf: text.utf8) }
    }

    /// Takes what `fill` appends.
    ///
    /// - Throws: As ``write(_:)``.
    package mutating func write(
        _ fill: (inout [UInt8]) -> Void
    ) throws(CommandFailure) {
        fill(&bytes)
        if bytes.count >= Self.byteCount { try flush() }
    }

    /// Takes the JSON that `values` writes.
    ///
    /// - Throws: As ``write(_:)``.
    package mutating func writeJSON(
        _ values: (inout JSONWriter) -> Void
    ) throws(CommandFailure) {
        try write { bytes in
            // The buffer goes into the writer and back, so that it isn't copied.
            var writer = JSONWriter(appendingTo: exchange(&bytes, with: []))
            values(&writer)
            bytes = writer.bytes
        }
    }

    /// Takes a line for people, in which nothing commands a terminal.
    ///
    /// - Throws: As ``write(_:)``.
    package mutating func writeLine(_ line: String) throws(CommandFailure) {
        try write(DisplayText.escaped(line) + "\n")
    }

    /// Writes all that was taken.
    package mutating func flush() throws(CommandFailure) {
        try stream.write(bytes, endsWhenCancelled: endsWhenCancelled)
        bytes.removeAll(keepingCapacity: true)
    }
}
