/// A stretch of a file that is laid out as TIFF: a whole file, or an EXIF block.
///
/// Source: [TIFF 6.0, section 2](https://www.itu.int/itudoc/itu-t/com16/tiff-fx/docs/tiff6.pdf);
/// [BigTIFF](https://www.awaresystems.be/imaging/tiff/bigtiff.html).
struct TIFFBlock {
    /// Where the block begins; its own offsets count from here.
    let offset: Int64

    /// Where the block ends, or a position that no file reaches.
    let end: Int64

    let order: ByteOrder

    /// Whether offsets and counts have eight bytes.
    let isBig: Bool

    /// Where the first directory is, from the start of the file.
    let firstDirectoryOffset: Int64

    /// Reads the header of a block that is not BigTIFF.
    init(at offset: Int64, end: Int64, _ reader: inout HeaderReader) throws(SniffStop) {
        guard end - offset >= 8 else {
            throw .malformed(reason: "the TIFF block is too short", offset: offset)
        }
        switch try reader.fourCC(at: offset) {
        case "II*\0": order = .little
        case "MM\0*": order = .big
        default: throw .malformed(reason: "no TIFF header", offset: offset)
        }
        self.offset = offset
        self.end = end
        isBig = false
        firstDirectoryOffset = offset + (try reader.uint32(at: offset + 4, order))
    }

    /// A block that is a whole file, whose first directory is known.
    init(fileWithDirectoryAt directoryOffset: Int64, order: ByteOrder, isBig: Bool) {
        self.offset = 0
        self.end = .max
        self.order = order
        self.isBig = isBig
        self.firstDirectoryOffset = directoryOffset
    }

    /// Reads the directory at `offset`.
    func directory(
        at offset: Int64,
        _ reader: inout HeaderReader
    ) throws(SniffStop) -> TIFFDirectory {
        let fields = try fields(ofDirectoryAt: offset, &reader)
        var directory = TIFFDirectory()
        var fieldOffset = fields.lowerBound
        while fieldOffset < fields.upperBound {
            let field = try TIFFField(at: fieldOffset, of: self, &reader)
            try directory.take(field, of: self, &reader)
            try reader.step(from: fieldOffset, to: fieldOffset + fieldByteCount)
            fieldOffset += fieldByteCount
        }
        return directory
    }

    /// Where the directory behind the one at `offset` is; `nil` if that was the last.
    func nextDirectoryOffset(
        after offset: Int64,
        _ reader: inout HeaderReader
    ) throws(SniffStop) -> Int64? {
        let fields = try fields(ofDirectoryAt: offset, &reader)
        let next = try wideInteger(at: fields.upperBound, &reader)
        return next == 0 ? nil : try position(of: next, at: fields.upperBound)
    }

    /// An offset or count of the block's own width.
    func wideInteger(
        at offset: Int64,
        _ reader: inout HeaderReader
    ) throws(SniffStop) -> Int64 {
        isBig
            ? try reader.uint62(at: offset, order) : try reader.uint32(at: offset, order)
    }

    /// The place in the file of `value`, an offset in the block that was read at `source`.
    func position(of value: Int64, at source: Int64) throws(SniffStop) -> Int64 {
        guard offset + value < end else {
            throw .malformed(reason: "offset is past the end", offset: source)
        }
        return offset + value
    }

    private var fieldByteCount: Int64 { isBig ? 20 : 12 }

    /// Where the fields of the directory at `offset` are.
    private func fields(
        ofDirectoryAt offset: Int64,
        _ reader: inout HeaderReader
    ) throws(SniffStop) -> Range<Int64> {
        guard offset >= self.offset + 8, offset < end - 2 else {
            throw .malformed(reason: "the directory is not in the file", offset: offset)
        }
        let count: Int64
        if isBig {
            count = try wideInteger(at: offset, &reader)
        } else {
            count = Int64(try reader.uint16(at: offset, order))
        }
        guard 1...0xFFFF ~= count else {
            throw .malformed(reason: "no directory has so many fields", offset: offset)
        }
        let start = offset + (isBig ? 8 : 2)
        let fields = start..<start + count * fieldByteCount
        guard fields.upperBound <= end else {
            throw .malformed(reason: "the directory is cut", offset: offset)
        }
        return fields
    }
}
