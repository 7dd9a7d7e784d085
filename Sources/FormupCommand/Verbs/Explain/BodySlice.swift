import BodyStreaming

/// Consecutive bytes of a body, from any offset on.
package struct BodySlice: Sendable {
    private let body: Body
    private let offset: Int64

    /// How many bytes; `nil` for all to the end.
    private let byteCount: Int64?

    private static let bufferByteCount = 65_536

    /// Creates a slice.
    package init(body: Body, offset: Int64, byteCount: Int64?) {
        self.body = body
        self.offset = offset
        self.byteCount = byteCount
    }

    /// Writes the bytes.
    ///
    /// - Throws: A usage error if they aren't all in the body.
    package func write(to stream: StandardStream) async throws(CommandFailure) {
        var reader: BodyReader
        do {
            reader = try body.reader(at: offset)
        } catch {
            throw .usage(error.description)
        }
        var rest = byteCount ?? .max
        while rest > 0 {
            try Self.checkCancellation()
            let capacity = Int(min(rest, Int64(Self.bufferByteCount)))
            let (chunk, outcome) = try Self.read(&reader, atMost: capacity)
            switch outcome {
            case .appended:
                try stream.write(chunk)
                rest -= Int64(chunk.count)
            case .pending:
                await Self.wait(for: reader)
            case .finished:
                guard let byteCount else { return }
                throw .usage(
                    "the body ends before offset \(offset) plus \(byteCount) bytes"
                )
            }
        }
    }
}
