import BodyStreaming

/// The delimiter and the header in front of a part's content, computed when they are read.
///
/// It has no memory of its own: a form of many files would spend more on headers than on all else.
struct PartFraming: GeneratedBytes {
    /// What the parts are and how they are written.
    private let framing: FormFraming

    /// Where in the framing's items the part is.
    private let index: Int

    let byteCount: Int64

    init(of part: MultipartPart, at index: Int, in framing: FormFraming) {
        self.framing = framing
        self.index = index
        byteCount = Int64(framing.framing(of: part).count - Self.hiddenByteCount(at: index))
    }

    /// The name of the form's field whose content comes next; `nil` for a part without one.
    var fieldName: String? {
        switch framing.disposition {
        case .formData: part.name
        case .attachment: nil
        }
    }

    /// The part whose content comes next.
    var part: MultipartPart {
        guard case .part(let part) = framing.items[index] else {
            preconditionFailure("packed parts have a framing of their own")
        }
        return part
    }

    func read(at offset: Int64, into output: inout OutputSpan<UInt8>) {
        let skipped = Int(offset) + Self.hiddenByteCount(at: index)
        output.append(framing.framing(of: part), from: skipped)
    }

    private static func hiddenByteCount(at index: Int) -> Int {
        index == 0 ? FormFraming.lineBreakByteCount : 0
    }
}
