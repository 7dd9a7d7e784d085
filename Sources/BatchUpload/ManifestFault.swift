internal import BodyStreaming

/// What is wrong with a line of a manifest.
@nonexhaustive
public enum ManifestFault: Error, Sendable, Hashable {
    /// It is no JSON; `offset` counts bytes from the start of the line.
    case malformed(offset: Int)
    /// The value has another type.
    case wrongType(expected: String)
    /// There is no such key.
    case unknownKey
    /// The key is there twice.
    case repeatedKey
    /// The key is missing.
    case missingKey
    /// The range is not `FIRST-LAST` with FIRST not above LAST.
    case invalidRange(String)
    /// The value can't be used, for this reason.
    case invalidValue(reason: String)
    /// The line is longer than `limit` bytes.
    case tooLong(limit: Int)
}

extension ManifestFault: CustomStringConvertible {
    /// What is wrong, without where.
    public var description: String {
        switch self {
        case .malformed(let offset): "this is no JSON, at offset \(offset)"
        case .wrongType(let expected): "the value has to be \(expected)"
        case .unknownKey: "there is no such key"
        case .repeatedKey: "the key is there twice"
        case .missingKey: "the key is missing"
        case .invalidRange(let text):
            "\"\(DisplayText.escaped(text))\" is no range FIRST-LAST of bytes"
        case .invalidValue(let reason): DisplayText.escaped(reason)
        case .tooLong(let limit): "the line is longer than \(limit) bytes"
        }
    }
}
