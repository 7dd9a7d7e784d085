internal import CZlib

/// Decompresses a stream of bytes; owns the state that zlib needs for it (about 40 KiB).
///
/// gzip data may consist of several members, and zero bytes may follow the last one (tape blocks);
/// anything else behind the end of a stream is an error. Nothing is ever reported as complete that
/// isn't: call ``finish()`` when the input has ended.
@safe
public struct Inflater: ~Copyable {
    /// The state, which zlib wants to stay at one address.
    let stream: UnsafeMutablePointer<z_stream>

    /// What the data is.
    let container: Container

    /// The most bytes that may come out.
    private let outputLimit: Int64?

    /// Where in the data the next byte stands.
    var phase: Phase

    /// The first bytes of a stream, until there are enough to tell what it is.
    var held: [UInt8] = []

    /// The number of input bytes taken so far.
    public internal(set) var inputByteCount: Int64 = 0

    /// The number of bytes that came out so far.
    public private(set) var outputByteCount: Int64 = 0

    /// Creates a decompressor for the body of a message with a `Content-Encoding`.
    ///
    /// Some senders mislabel DEFLATE data without the zlib format as ``ContentCoding/deflate``: the
    /// first two bytes tell, before anything comes out.
    ///
    /// - Parameters:
    ///   - coding: The coding that the field names.
    ///   - outputLimit: The most bytes that may come out; `nil` for no limit.
    /// - Throws: ``CompressionError/outOfMemory``.
    public init(coding: ContentCoding, outputLimit: Int64? = nil) throws(CompressionError) {
        switch coding {
        case .gzip: try self.init(container: .gzip, outputLimit: outputLimit)
        case .deflate: try self.init(container: .zlibOrRaw, outputLimit: outputLimit)
        }
    }

    /// Creates a decompressor for data that is exactly of one format.
    ///
    /// - Parameters:
    ///   - format: What stands around the data.
    ///   - outputLimit: The most bytes that may come out; `nil` for no limit.
    /// - Throws: ``CompressionError/outOfMemory``.
    public init(format: CompressionFormat, outputLimit: Int64? = nil) throws(CompressionError) {
        switch format {
        case .gzip: try self.init(container: .gzip, outputLimit: outputLimit)
        case .zlib: try self.init(container: .zlib, outputLimit: outputLimit)
        case .raw: try self.init(container: .raw, outputLimit: outputLimit)
        }
    }

    private init(container: Container, outputLimit: Int64?) throws(CompressionError) {
        let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
        unsafe stream.initialize(to: z_stream())
        let code = unsafe inflateInit2_(
            stream,
            container.windowBits,
            ZLIB_VERSION,
            CInt(MemoryLayout<z_stream>.size)
        )
        guard code == Z_OK else {
            unsafe stream.deallocate()
            throw CompressionError(code: code)
        }
        unsafe self.stream = stream
        self.container = container
        self.outputLimit = outputLimit
        phase = container.firstPhase
    }

    deinit {
        // The result tells whether the stream was left half-way, which is no error here.
        _ = unsafe inflateEnd(stream)
        unsafe stream.deallocate()
    }

    /// Makes the decompressor ready for other data of the same format; allocates nothing.
    public mutating func reset() {
        restart(windowBits: container.windowBits)
        phase = container.firstPhase
        held = []
        inputByteCount = 0
        outputByteCount = 0
    }

    /// Decompresses `input` and appends what comes out to `output`.
    ///
    /// - Parameters:
    ///   - input: The next bytes of the data.
    ///   - output: Where the decompressed bytes go.
    /// - Returns: How much input was consumed, and why the call returned.
    /// - Throws: ``CompressionError/corrupt(offset:reason:)``,
    ///   ``CompressionError/trailingData(offset:)`` or
    ///   ``CompressionError/outputLimitExceeded(byteCount:)``.
    public mutating func decompress(
        _ input: Span<UInt8>,
        into output: inout OutputSpan<UInt8>
    ) throws(CompressionError) -> CodingProgress {
        var consumed = 0
        while true {
            let rest = input.extracting(droppingFirst: consumed)
            switch phase {
            case .inside:
                let step = try decompressInside(rest, into: &output)
                consumed += step.consumedByteCount
                if let outcome = step.outcome {
                    return CodingProgress(consumedByteCount: consumed, outcome: outcome)
                }
            case .start, .afterMember, .padding, .ended:
                guard !rest.isEmpty else {
                    let outcome: CodingProgress.Outcome = isComplete ? .finished : .needsInput
                    return CodingProgress(consumedByteCount: consumed, outcome: outcome)
                }
                consumed += try takeByteOutside(rest[0])
            }
        }
    }

    /// Checks that the data is complete, after its last byte was consumed.
    ///
    /// - Throws: ``CompressionError/truncated(byteCount:)`` if the stream, or the member begun last,
    ///   has not ended. That includes data of no bytes at all, which is no stream.
    public func finish() throws(CompressionError) {
        guard isComplete else { throw .truncated(byteCount: inputByteCount) }
    }

    /// Whether the data may end here.
    public var isComplete: Bool {
        switch phase {
        case .start, .inside: false
        case .afterMember, .padding, .ended: true
        }
    }

    /// Decompresses within a stream; the outcome is `nil` if the loop has to go on.
    private mutating func decompressInside(
        _ rest: Span<UInt8>,
        into output: inout OutputSpan<UInt8>
    ) throws(CompressionError) -> (consumedByteCount: Int, outcome: CodingProgress.Outcome?) {
        let begun = held
        let source = begun.isEmpty ? rest : begun.span
        let (code, taken) = try inflateOnce(source, into: &output)
        var consumed = 0
        if begun.isEmpty {
            consumed = taken
            inputByteCount += Int64(taken)
        } else {
            held.removeFirst(taken)
        }
        switch code {
        case Z_STREAM_END:
            phase = container == .gzip ? .afterMember : .ended
            return (consumed, nil)
        case Z_OK, Z_BUF_ERROR:
            guard held.isEmpty else { return (consumed, output.isFull ? .outputFull : nil) }
            if output.isFull { return (consumed, .outputFull) }
            let isAtLimit = outputLimit.map { outputByteCount == $0 } ?? false
            // At the limit zlib may hold back bytes, which the next round brings to light.
            let isDrained = consumed == rest.count && (!isAtLimit || code == Z_BUF_ERROR)
            return (consumed, isDrained ? .needsInput : nil)
        case Z_DATA_ERROR:
            let message = unsafe stream.pointee.msg.map { unsafe String(cString: $0) }
            throw .corrupt(offset: inputByteCount, reason: message ?? "invalid data")
        case Z_NEED_DICT:
            throw .corrupt(offset: inputByteCount, reason: "needs a preset dictionary")
        default:
            throw CompressionError(code: code)
        }
    }

    /// Calls zlib once, with no more room than the limit leaves.
    private mutating func inflateOnce(
        _ source: Span<UInt8>,
        into output: inout OutputSpan<UInt8>
    ) throws(CompressionError) -> (code: CInt, consumedByteCount: Int) {
        let left = outputLimit.map { max(0, $0 - outputByteCount) } ?? .max
        guard left == 0 else {
            let before = output.count
            let limit = Int(min(left, 1 << 30))
            let step = unsafe stream.exchange(source, &output, limit: limit) { stream, _ in
                unsafe inflate(stream, Z_NO_FLUSH)
            }
            outputByteCount += Int64(output.count - before)
            return step
        }
        // Whether the stream ends here or goes on shows only if there is room for one more byte.
        var step = (code: Z_OK, consumedByteCount: 0)
        let surplus = [UInt8](capacity: 1) { surplus in
            step = unsafe stream.exchange(source, &surplus) { stream, _ in
                unsafe inflate(stream, Z_NO_FLUSH)
            }
        }
        guard surplus.isEmpty else {
            throw .outputLimitExceeded(byteCount: outputByteCount)
        }
        return step
    }
}

// zlib ties no state to a thread, and the one owner can't be copied: whoever has it, has it alone.
extension Inflater: @unchecked Sendable {}
