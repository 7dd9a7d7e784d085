/// A box of the ISO base media file format: size, type, content.
///
/// Source: ISO/IEC 14496-12, section 4.2.
struct Box {
    let type: FourCC
    let offset: Int64
    let contentOffset: Int64

    /// Where the box ends; the end of what encloses it if its size is 0.
    let end: Int64

    /// Whether the box says that it goes on to the end of what encloses it.
    let reachesToEnd: Bool

    /// Reads the head of the box at `offset`, which no other box encloses.
    init(atTopLevel offset: Int64, _ reader: inout HeaderReader) throws(SniffStop) {
        try self.init(at: offset, in: .max, &reader)
    }

    /// Reads the head of the box at `offset` in `parent`, in which it must fit.
    ///
    /// A size of 0 is for the last box of the file alone, so an enclosed one can't have it.
    init(
        at offset: Int64,
        in parent: Box,
        _ reader: inout HeaderReader
    ) throws(SniffStop) {
        try self.init(at: offset, in: parent.end, &reader)
        guard !reachesToEnd else {
            throw .malformed(reason: "enclosed box of size 0", offset: offset)
        }
    }

    private init(
        at offset: Int64,
        in enclosingEnd: Int64,
        _ reader: inout HeaderReader
    ) throws(SniffStop) {
        self.offset = offset
        let size = try reader.uint32(at: offset, .big)
        type = try reader.fourCC(at: offset + 4)
        reachesToEnd = size == 0
        switch size {
        case 0:
            contentOffset = offset + 8
            end = enclosingEnd
        case 1:
            contentOffset = offset + 16
            end = offset + (try reader.uint62(at: offset + 8, .big))
        default:
            contentOffset = offset + 8
            end = offset + size
        }
        guard end >= contentOffset else {
            throw .malformed(reason: "box size is smaller than the box's head", offset: offset)
        }
        guard end <= enclosingEnd else {
            throw .malformed(reason: "box reaches out of the box around it", offset: offset)
        }
        try reader.step(from: offset, to: end)
    }

    /// Version, and the position behind version and flags, of a "full box".
    func fullBox(
        _ reader: inout HeaderReader
    ) throws(SniffStop) -> (version: Int, flags: Int64, offset: Int64) {
        guard end - contentOffset >= 4 else {
            throw .malformed(reason: "box is too short", offset: offset)
        }
        let word = try reader.uint32(at: contentOffset, .big)
        return (Int(word >> 24), word & 0xFF_FFFF, contentOffset + 4)
    }

    /// The first box of `type` in this one.
    func child(
        _ type: FourCC,
        _ reader: inout HeaderReader
    ) throws(SniffStop) -> Box? {
        var offset = contentOffset
        while offset < end {
            let box = try Box(at: offset, in: self, &reader)
            if box.type == type { return box }
            offset = box.end
        }
        return nil
    }

    /// Stops with an error unless `limit` lies in the box.
    func checkContains(_ limit: Int64) throws(SniffStop) {
        guard limit <= end else {
            throw .malformed(reason: "box is shorter than its contents", offset: offset)
        }
    }
}
