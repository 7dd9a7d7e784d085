/// What the first bytes of a file say.
public enum SniffResult: Sendable, Hashable {
    /// The file is an image, and its header was read.
    case found(ImageHeader)

    /// The bytes end before the answer is decided; those at `needs` are wanted next.
    ///
    /// The format is given as soon as it is certain.
    case truncated(ImageFormat?, needs: Range<Int64>)

    /// The file has the signature of `format`, but breaks its rules at `offset`.
    ///
    /// `reason` is a few words for people.
    case malformed(ImageFormat, reason: String, offset: Int64)

    /// The file is not an image that the sniffer knows; it may be another well-known type.
    case unknown(OtherFormat?)
}

extension SniffResult {
    /// The header, if the file is an image and its header was read.
    public var header: ImageHeader? {
        if case .found(let header) = self { header } else { nil }
    }

    /// The format, if the file is an image; it is given for a damaged header, too.
    public var format: ImageFormat? {
        switch self {
        case .found(let header): header.format
        case .truncated(let format, _): format
        case .malformed(let format, _, _): format
        case .unknown: nil
        }
    }

    /// The media type of the file, if it is certain; not only of images.
    public var mediaType: String? {
        if case .unknown(let other) = self { other?.mediaType } else { format?.mediaType }
    }
}

extension SniffResult: CustomStringConvertible {
    /// One line for people: the type and size, or why there is none.
    public var description: String {
        switch self {
        case .found(let header):
            header.description
        case .truncated(let format, let needs):
            "\(format?.name ?? "file") ends too early: bytes \(needs.lowerBound)"
                + " to \(needs.upperBound - 1) are needed"
        case .malformed(let format, let reason, let offset):
            "\(format.name) is malformed at byte \(offset): \(reason)"
        case .unknown(let other):
            other.map { "not an image, but \($0.mediaType)" } ?? "not an image of a known format"
        }
    }
}
