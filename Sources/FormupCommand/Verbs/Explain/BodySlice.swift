package import BodyStreaming

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
            guard !Task.isCancelled else { throw .interrupted }
            let capacity = Int(min(rest, Int64(Self.bufferByteCount)))
            let (chunk, outcome) = try Self.read(&reader, atMost: capacity)
            switch outcome {
            case .pending:
                let signal = ReadySignal()
                reader.whenReady { signal.raise() }
                await signal.wait()
            case .finished:
                guard byteCount != nil else { return }
                throw .usage("the body ends \(rest) bytes before the end of what --length asks for")
            default:
                try stream.write(chunk)
                rest -= Int64(chunk.count)
            }
        }
    }

    private static func read(
        _ reader: inout BodyReader,
        atMost capacity: Int
    ) throws(CommandFailure) -> (chunk: [UInt8], outcome: BodyReadOutcome) {
        var outcome = BodyReadOutcome.finished
        do throws(BodyError) {
            let chunk = try [UInt8](capacity: capacity) { (output) throws(BodyError) in
                outcome = try reader.read(into: &output)
            }
            return (chunk, outcome)
        } catch {
            throw CommandFailure(error, output: StandardStream.output.label)
        }
    }
}
