import BodyStreaming

/// The runs of a laid-out form in order; each is computed when it is asked for, so that a form of
/// many parts costs no more memory than the form.
public struct LayoutRuns: Sequence, Sendable {
    let segments: BodySegments

    /// Returns an iterator that starts at the form's first byte.
    public func makeIterator() -> Iterator { Iterator(segments: segments.makeIterator()) }

    /// Walks through the segments of a form.
    public struct Iterator: IteratorProtocol {
        private var segments: BodySegments.Iterator

        /// The fields that are walked through, if the last segment held such, and the next of them.
        private var fields: TextFieldBytes?
        private var fieldIndex = 0

        /// The run that belongs to a framing and comes after it.
        private var pending: (byteCount: Int64?, origin: LayoutOrigin)?

        /// The name of the form's field whose content comes next.
        private var name = ""

        /// The type of the part whose content comes next.
        private var contentType: String?

        private var offset: Int64? = 0

        init(segments: BodySegments.Iterator) {
            self.segments = segments
        }

        /// Returns the next run, or `nil` behind the form's last byte.
        public mutating func next() -> LayoutRun? {
            if let pending {
                self.pending = nil
                return run(pending.byteCount, pending.origin)
            }
            if let fields { return nextFraming(of: fields) }
            guard let segment = segments.next() else { return nil }
            switch segment {
            case .generated(let bytes as TextFieldBytes):
                fields = bytes
                fieldIndex = 0
                return nextFraming(of: bytes)
            case .generated(let bytes as PartFraming):
                let part = bytes.part
                if let fieldName = bytes.fieldName { name = fieldName }
                contentType = part.contentType
                if part.hasNoSegment { pending = (0, .field(name: name)) }
                return run(bytes.byteCount, .framing)
            case .generated(let bytes as PackedPartFraming):
                name = bytes.fieldName
                contentType = bytes.contentType
                return run(bytes.byteCount, .framing)
            case .generated(let bytes as CloseDelimiter):
                return run(bytes.byteCount, .framing)
            case .file(let region):
                let origin = LayoutOrigin.file(path: region.path, range: region.range, name: name)
                return run(region.byteCount, origin)
            case .stream(let stream):
                return run(stream.byteCount, .stream(label: stream.label, name: name))
            default:
                return run(segment.byteCount, .field(name: name))
            }
        }

        private mutating func nextFraming(of bytes: TextFieldBytes) -> LayoutRun {
            let field = bytes.run.field(at: fieldIndex)
            let framingByteCount = Int64(bytes.framingByteCount(of: field, at: fieldIndex))
            let original = bytes.original
            let name = original.name(of: original.field(at: fieldIndex))
            contentType = nil
            pending = (Int64(field.value.count), .field(name: name))
            fieldIndex += 1
            if fieldIndex == bytes.run.count { fields = nil }
            return run(framingByteCount, .framing)
        }

        private mutating func run(_ byteCount: Int64?, _ origin: LayoutOrigin) -> LayoutRun {
            let run = LayoutRun(
                offset: offset,
                byteCount: byteCount,
                origin: origin,
                contentType: origin == .framing ? nil : contentType
            )
            if let start = offset, let byteCount {
                offset = start + byteCount
            } else {
                offset = nil
            }
            return run
        }
    }
}
