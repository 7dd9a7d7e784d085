import BodyStreaming

/// Why a `Content-Disposition` field can't be read.
@nonexhaustive
public enum ContentDispositionFault: Error, Sendable, Hashable {
    /// The value breaks the syntax of parameters at `offset`, counted from its first byte.
    case malformed(offset: Int)

    /// The type is another than `form-data`.
    case notFormData(type: String)

    /// There is no parameter `name`.
    case missingName

    /// A parameter occurs twice, so that it is not certain which one is meant.
    case duplicateParameter(String)

    /// The part's header has a second `Content-Disposition`.
    case duplicateField
}

extension ContentDispositionFault: CustomStringConvertible {
    /// A few words that say what is wrong.
    public var description: String {
        switch self {
        case .malformed(let offset): "its value can't be read at offset \(offset)"
        case .notFormData(let type):
            "its type is \(DisplayText.escaped(type)) where form-data is due"
        case .missingName: "it has no name"
        case .duplicateParameter(let name): "it has \(DisplayText.escaped(name)) twice"
        case .duplicateField: "there is a second one"
        }
    }
}
