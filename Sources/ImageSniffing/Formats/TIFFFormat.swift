/// TIFF of either byte order, and the raw files of cameras that are built on it.
///
/// The first directory is the image; pages are counted along the chain of directories. A raw file
/// has a small picture there, and the sensor's in a sub-directory: that one counts for DNG, NEF
/// and ARW.
///
/// Source: [TIFF 6.0](https://www.itu.int/itudoc/itu-t/com16/tiff-fx/docs/tiff6.pdf), sections 2
/// and 8; DNG 1.7, "NewSubFileType".
enum TIFFFormat {
    static func readLittleEndian(
        _ reader: inout HeaderReader
    ) throws(SniffStop) -> ImageHeader {
        try read(.little, &reader)
    }

    static func readBigEndian(_ reader: inout HeaderReader) throws(SniffStop) -> ImageHeader {
        try read(.big, &reader)
    }

    private static func read(
        _ order: ByteOrder,
        _ reader: inout HeaderReader
    ) throws(SniffStop) -> ImageHeader {
        let offset = try reader.uint32(at: 4, order)
        if order == .little, offset >= 16, try reader.uint16(at: 8, .big) == 0x4352 {
            reader.format = .cr2
        }
        let block = TIFFBlock(fileWithDirectoryAt: offset, order: order, isBig: false)
        return try read(block, &reader)
    }

    /// Reads the image that the first directory of `block` describes.
    static func read(
        _ block: TIFFBlock,
        _ reader: inout HeaderReader
    ) throws(SniffStop) -> ImageHeader {
        var directory = try block.directory(at: block.firstDirectoryOffset, &reader)
        let format = try RawFormats.kind(of: directory, in: block, &reader)
        reader.format = format
        if RawFormats.hasSensorImageInSubDirectory(format) {
            let orientation = directory.orientation
            directory = try RawFormats.sensorDirectory(of: directory, in: block, &reader)
            directory.orientation = orientation
        }
        guard let width = directory.width, let height = directory.height else {
            throw .malformed(
                reason: "the directory has no width or no height",
                offset: block.firstDirectoryOffset
            )
        }
        var header = try ImageHeader(
            format,
            pixels: width,
            by: height,
            at: block.firstDirectoryOffset
        )
        header.orientation = directory.orientation
        header.bitDepth = directory.bitsPerSample
        header.hasAlpha = directory.hasAlpha
        header.isAnimated = false
        if format == .tiff {
            try reader.readOptionalFacts { reader throws(SniffStop) in
                header.frameCount = try directoryCount(of: block, &reader)
            }
        }
        return header
    }

    /// Counts the chained directories; a chain that comes back to one of them ends there.
    ///
    /// So does one that leaves the file, if the whole file is there.
    private static func directoryCount(
        of block: TIFFBlock,
        _ reader: inout HeaderReader
    ) throws(SniffStop) -> Int {
        var offset = block.firstDirectoryOffset
        guard var next = try nextDirectory(after: offset, of: block, &reader) else { return 1 }
        var seen: Set<Int64> = [offset]
        while seen.insert(next).inserted {
            offset = next
            guard let following = try nextDirectory(after: offset, of: block, &reader) else {
                break
            }
            next = following
            try reader.step(from: 0, to: next)
        }
        return seen.count
    }

    private static func nextDirectory(
        after offset: Int64,
        of block: TIFFBlock,
        _ reader: inout HeaderReader
    ) throws(SniffStop) -> Int64? {
        do {
            return try block.nextDirectoryOffset(after: offset, &reader)
        } catch .truncated(let missing, let count) {
            guard reader.hasNothing(past: missing, count: count) else {
                throw .truncated(offset: missing, count: count)
            }
            return nil
        }
    }
}
