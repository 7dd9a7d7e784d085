internal import CZlib

/// Compresses a stream of bytes; owns the state that zlib needs for it (about 260 KiB).
///
/// The output depends on nothing but the input and the parameters: headers carry no time, no name
/// and no operating system.
@safe
public struct Deflater: ~Copyable {
    /// What a call of ``compress(_:flush:into:)`` brings out besides the data itself.
    public enum Flush: Sendable, Hashable {
        /// Nothing: zlib holds back what it likes.
        case none

        /// All input so far, up to a byte boundary; costs about 5 bytes.
        case sync

        /// The end of the stream.
        case finish
    }

    /// The levels that can be asked for: 0 stores, 1 is fast, 9 is thorough.
    public static let levels: ClosedRange<Int> = 0...9

    /// The state, which zlib wants to stay at one address.
    private let stream: UnsafeMutablePointer<z_stream>

    /// The gzip header, which zlib reads when the first byte is written.
    private let header: UnsafeMutablePointer<gz_header>

    /// Creates a compressor.
    ///
    /// - Parameters:
    ///   - format: What stands around the data.
    ///   - level: One of ``levels``.
    ///   - strategy: How redundancy is looked for.
    /// - Throws: ``CompressionError/invalidLevel(_:)`` or ``CompressionError/outOfMemory``.
    public init(
        format: CompressionFormat = .gzip,
        level: Int = 6,
        strategy: CompressionStrategy = .standard
    ) throws(CompressionError) {
        guard Self.levels.contains(level) else { throw .invalidLevel(level) }
        let header = UnsafeMutablePointer<gz_header>.allocate(capacity: 1)
        unsafe header.initialize(to: gz_header())
        unsafe header.pointee.os = GzipFraming.unknownOperatingSystem
        let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
        unsafe stream.initialize(to: z_stream())
        var code = unsafe deflateInit2_(
            stream,
            CInt(level),
            Z_DEFLATED,
            format.windowBits,
            8,
            strategy.code,
            ZLIB_VERSION,
            CInt(MemoryLayout<z_stream>.size)
        )
        if code == Z_OK, format == .gzip {
            code = unsafe deflateSetHeader(stream, header)
        }
        guard code == Z_OK else {
            unsafe deflateEnd(stream)
            unsafe stream.deallocate()
            unsafe header.deallocate()
            throw CompressionError(code: code)
        }
        unsafe self.stream = stream
        unsafe self.header = header
    }

    deinit {
        // The result tells whether the stream was left half-way, which is no error here.
        _ = unsafe deflateEnd(stream)
        unsafe stream.deallocate()
        unsafe header.deallocate()
    }

    /// Makes the compressor ready for another stream with the same parameters; allocates nothing.
    public mutating func reset() {
        let code = unsafe deflateReset(stream)
        precondition(code == Z_OK, "zlib lost its state")
    }

    /// Makes the compressor ready for another stream with other parameters; allocates nothing.
    ///
    /// - Parameters:
    ///   - level: One of ``levels``.
    ///   - strategy: How redundancy is looked for.
    /// - Throws: ``CompressionError/invalidLevel(_:)``.
    public mutating func reset(
        level: Int,
        strategy: CompressionStrategy
    ) throws(CompressionError) {
        guard Self.levels.contains(level) else { throw .invalidLevel(level) }
        reset()
        let code = unsafe deflateParams(stream, CInt(level), strategy.code)
        guard code == Z_OK else { throw CompressionError(code: code) }
    }

    /// Lets the first matches of a ``CompressionFormat/raw`` stream reach back into `dictionary`.
    ///
    /// The decompressor must have the same bytes in its window, for example because they are the
    /// end of the block before. Only the last 32 KiB count. Call it before the first byte.
    ///
    /// - Throws: ``CompressionError/zlib(code:)`` in the gzip format, which has no dictionaries.
    public mutating func prime(with dictionary: Span<UInt8>) throws(CompressionError) {
        let code = unsafe dictionary.withUnsafeBufferPointer { bytes in
            let recent = unsafe UnsafeBufferPointer(rebasing: bytes.suffix(32_768))
            return unsafe deflateSetDictionary(
                stream,
                recent.baseAddress,
                CUnsignedInt(recent.count)
            )
        }
        guard code == Z_OK else { throw CompressionError(code: code) }
    }

    /// Replaces the search limits that the level stands for, until the next reset of parameters.
    mutating func tune(_ limits: SearchLimits) {
        let code = unsafe deflateTune(
            stream,
            limits.goodLength,
            limits.maximumLazyLength,
            limits.niceLength,
            limits.maximumChainLength
        )
        precondition(code == Z_OK, "zlib lost its state")
    }

    /// The most bytes that come of a stream of `byteCount` bytes in one call, with a flush.
    func bound(forByteCount byteCount: Int) -> Int {
        // zlib leaves out the end of a flush.
        unsafe Int(deflateBound(stream, CUnsignedLong(byteCount))) + 16
    }

    /// Compresses `input` and appends what is ready to `output`.
    ///
    /// - Parameters:
    ///   - input: The next bytes of the stream; may be empty.
    ///   - flush: What is brought out. ``Flush/finish`` has to be repeated, with what is left of
    ///     the input, until the outcome is ``CodingProgress/Outcome/finished``.
    ///   - output: Where the compressed bytes go. With ``Flush/sync``, leave room for more than 6
    ///     bytes, or the flush is written again.
    /// - Returns: How much input was consumed, and why the call returned.
    /// - Throws: ``CompressionError/zlib(code:)`` for input behind the end of the stream.
    public mutating func compress(
        _ input: Span<UInt8>,
        flush: Flush = .none,
        into output: inout OutputSpan<UInt8>
    ) throws(CompressionError) -> CodingProgress {
        var consumed = 0
        while true {
            let step = unsafe stream.exchange(input.extracting(droppingFirst: consumed), &output) {
                unsafe deflate($0, $1 ? flush.code : Z_NO_FLUSH)
            }
            consumed += step.consumedByteCount
            switch step.code {
            case Z_STREAM_END:
                return CodingProgress(consumedByteCount: consumed, outcome: .finished)
            case Z_OK, Z_BUF_ERROR:
                if output.isFull {
                    return CodingProgress(consumedByteCount: consumed, outcome: .outputFull)
                }
                if consumed == input.count {
                    return CodingProgress(consumedByteCount: consumed, outcome: .needsInput)
                }
                // Input behind the end is the only one that is neither taken nor refused.
                guard step.consumedByteCount > 0 else { throw CompressionError(code: step.code) }
            case let code:
                throw CompressionError(code: code)
            }
        }
    }
}

extension Deflater.Flush {
    /// zlib's number for this flush.
    fileprivate var code: CInt {
        switch self {
        case .none: Z_NO_FLUSH
        case .sync: Z_SYNC_FLUSH
        case .finish: Z_FINISH
        }
    }
}

// zlib ties no state to a thread, and the one owner can't be copied: whoever has it, has it alone.
extension Deflater: @unchecked Sendable {}
