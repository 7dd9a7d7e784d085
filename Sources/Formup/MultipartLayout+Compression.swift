public import BodyStreaming
public import MultipartFormData
public import ZlibCompression

extension MultipartLayout {
    /// Which bytes of the form are worth compressing, by the types of its parts.
    ///
    /// Parts whose `Content-Type` is that of compressed content, such as JPEG, MP4 or ZIP, are
    /// stored without a look at their bytes; everything else is probed, and so is what follows a
    /// stream of unknown length. The plan is made as it is followed: it takes no memory.
    public var compressionPlan: CompressionPlan {
        CompressionPlan(LayoutTreatments(runs: runs))
    }

    /// The bytes of the form, compressed when they are read; parts that are compressed already, by
    /// their type or by a sample, are stored in the same stream.
    ///
    /// - Parameters:
    ///   - coding: The coding, to be named in `Content-Encoding`.
    ///   - level: One of `Deflater.levels`; at 0 everything is stored.
    /// - Returns: A body of unknown length, as replayable as the form.
    /// - Throws: ``CompressionError/invalidLevel(_:)``.
    public func compressedBody(
        _ coding: ContentCoding = .gzip,
        level: Int = 6
    ) throws(CompressionError) -> Body {
        let options = try CompressionOptions(level: level, plan: compressionPlan)
        return body.compressed(coding, options: options)
    }
}

/// What compression does with each run of a form.
private struct LayoutTreatments: Sequence, Sendable {
    let runs: LayoutRuns

    func makeIterator() -> Iterator { Iterator(runs: runs.makeIterator()) }

    struct Iterator: IteratorProtocol {
        var runs: LayoutRuns.Iterator

        /// The next run; behind one of unknown length nobody knows where the others are.
        mutating func next() -> CompressionPlan.Run? {
            guard let run = runs.next(), let byteCount = run.byteCount else { return nil }
            let isCompressed = run.contentType.map(CompressedTypes.contains) ?? false
            return CompressionPlan.Run(isCompressed ? .store : .probe, byteCount: byteCount)
        }
    }
}
