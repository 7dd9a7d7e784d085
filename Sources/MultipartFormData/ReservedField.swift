/// A field that a part can't be given among its own.
public enum ReservedField: String, Sendable, Hashable, CaseIterable {
    /// The form writes it from the part's names.
    case contentDisposition = "Content-Disposition"
    /// The form writes it from the part's type.
    case contentType = "Content-Type"
    /// The boundary ends a part; RFC 7578, section 4.8, names three fields, and this isn't one.
    case contentLength = "Content-Length"
    /// Parts are sent as they are; RFC 7578, section 4.7, deprecates it, and some servers decode.
    case contentTransferEncoding = "Content-Transfer-Encoding"
}

extension ReservedField {
    /// The field that is called `fieldName`; upper and lower case are the same.
    init?(fieldName: String) {
        let field = Self.allCases.first { $0.rawValue.lowercased() == fieldName.lowercased() }
        guard let field else { return nil }
        self = field
    }

    /// A few words that say why a part can't be given the field.
    var reason: String {
        switch self {
        case .contentDisposition: "it is written from the part's name and file name"
        case .contentType: "it is written from the part's content type"
        case .contentLength: "the boundary ends a part"
        case .contentTransferEncoding: "parts are sent as they are"
        }
    }
}
