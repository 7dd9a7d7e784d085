/// Why a text can't be a boundary.
public enum BoundaryFault: Sendable, Hashable {
    /// It has no characters.
    case empty
    /// It has more than 70 characters.
    case tooLong(byteCount: Int)
    /// Its last character is a space, which mail software strips.
    case endsInSpace
    /// It has a byte at `offset` in its UTF-8 that RFC 2046's `bchars` lack.
    case byteNotAllowed(UInt8, offset: Int)
}

extension BoundaryFault: CustomStringConvertible {
    /// A few words that say what is wrong.
    public var description: String {
        switch self {
        case .empty: "it is empty"
        case .tooLong(let byteCount): "it has \(byteCount) characters, and 70 are the most"
        case .endsInSpace: "it ends in a space"
        case .byteNotAllowed(let byte, let offset):
            "the byte \(String(byte, radix: 16, uppercase: true)) at offset \(offset) is not allowed"
        }
    }
}
