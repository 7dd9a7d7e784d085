internal import CZlib

extension Inflater {
    /// What the compressed data is.
    enum Container: Sendable, Hashable {
        /// One or more gzip members, and zero padding.
        case gzip
        /// The zlib format.
        case zlib
        /// DEFLATE data alone.
        case raw
        /// The zlib format, or DEFLATE data where that was meant.
        case zlibOrRaw

        /// zlib's `windowBits` for the start of the data.
        var windowBits: CInt {
            switch self {
            case .gzip: CompressionFormat.gzip.windowBits
            case .zlib, .zlibOrRaw: CompressionFormat.zlib.windowBits
            case .raw: CompressionFormat.raw.windowBits
            }
        }

        /// Where the data starts.
        var firstPhase: Phase {
            switch self {
            case .gzip, .zlibOrRaw: .start
            case .zlib, .raw: .inside
            }
        }
    }

    /// A place in the compressed data.
    enum Phase: Sendable, Hashable {
        /// Before the two bytes that tell what the stream is.
        case start
        /// In a stream.
        case inside
        /// Behind a gzip member.
        case afterMember
        /// In the zero bytes behind the last gzip member.
        case padding
        /// Behind a stream that nothing may follow.
        case ended
    }

    /// Takes `byte`, unless another phase has to; returns how many bytes were taken.
    mutating func takeByteOutside(_ byte: UInt8) throws(CompressionError) -> Int {
        switch phase {
        case .start:
            try begin(with: byte)
        case .afterMember where byte == 0, .padding where byte == 0:
            phase = .padding
            inputByteCount += 1
        case .afterMember:
            restart(windowBits: container.windowBits)
            phase = .start
            return 0
        case .padding, .ended:
            throw .trailingData(offset: inputByteCount)
        case .inside:
            return 0
        }
        return 1
    }

    /// Takes one of the first two bytes of a stream, and decides with the second what it is.
    private mutating func begin(with byte: UInt8) throws(CompressionError) {
        held.append(byte)
        inputByteCount += 1
        switch container {
        case .gzip:
            guard byte == GzipFraming.magic[held.count - 1] else {
                let start = inputByteCount - Int64(held.count)
                throw start == 0
                    ? .corrupt(offset: 0, reason: "not in the gzip format")
                    : .trailingData(offset: start)
            }
            if held.count == 2 { phase = .inside }
        case .zlibOrRaw where held.count == 2:
            if !ZlibFraming.isHeader(held[0], held[1]) {
                restart(windowBits: CompressionFormat.raw.windowBits)
            }
            phase = .inside
        case .zlib, .raw, .zlibOrRaw:
            break
        }
    }

    /// Makes zlib expect the start of a stream.
    mutating func restart(windowBits: CInt) {
        let code = unsafe inflateReset2(stream, windowBits)
        precondition(code == Z_OK, "zlib lost its state")
    }
}
