import BodyStreaming

extension MultipartError: CustomStringConvertible {
    /// One line that says what is wrong and where.
    public var description: String {
        switch self {
        case .invalidBoundary(let value, let fault):
            "the boundary \(Self.quoted(value)) can't be used: \(fault)"
        case .invalidFieldName(let name, let part, let offset):
            "part \(part): the field name \(Self.quoted(name)) "
                + (name.isEmpty ? "is empty" : "is not a token: see offset \(offset)")
        case .invalidFieldValue(let fieldName, let part, let offset, let byte):
            "part \(part): the value of \(Self.quoted(fieldName)) holds "
                + "\(Self.name(of: byte)) at offset \(offset)"
        case .invalidParameter(let parameter, let value, let part, let offset):
            "part \(part): the \(parameter.rawValue) \(Self.quoted(value)) holds a NUL at "
                + "offset \(offset), which no header can carry"
        case .reservedField(let field, let part):
            "part \(part): a part can't be given the field \(field.rawValue): \(field.reason)"
        case .content(let name, let part, let cause):
            (part.map { "part \($0), " } ?? "") + "\(Self.quoted(name)): \(cause)"
        case .delimiterInContent(let name, let part, let path, let offset):
            "part \(part), \(Self.quoted(name)): its content"
                + (path.map { ", the file \($0)," } ?? "")
                + " holds the form's boundary at offset \(offset); use another boundary"
        case .lengthOverflow(let part):
            "part \(part): the form would be longer than \(Int64.max) bytes"
        }
    }

    private static func quoted(_ text: String) -> String {
        "\"\(DisplayText.escaped(text))\""
    }

    private static func name(of byte: UInt8) -> String {
        switch byte {
        case UInt8(ascii: "\r"): "a CR"
        case UInt8(ascii: "\n"): "an LF"
        case 0: "a NUL"
        default: "the byte \(String(byte, radix: 16, uppercase: true))"
        }
    }
}
