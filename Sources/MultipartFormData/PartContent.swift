import BodyStreaming

/// The content of a part, in the smallest form that describes it: a form may have a hundred
/// thousand parts.
enum PartContent: Sendable {
    /// The bytes of a text, whose line breaks the form may have to normalise.
    case text([UInt8])

    /// A region of one file.
    case region(FileRegion)

    /// Anything else.
    case body(Body)

    init(_ body: Body) {
        if body.segments.count == 1, case .file(let region) = body.segments[0] {
            self = .region(region)
        } else {
            self = .body(body)
        }
    }

    var body: Body {
        switch self {
        case .text(let bytes): Body(bytes)
        case .region(let region): Body(region)
        case .body(let body): body
        }
    }
}
