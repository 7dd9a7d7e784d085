extension ContentDisposition {
    /// Reads the value of a `Content-Disposition` field, for example
    /// `form-data; name="photo"; filename="a.png"`.
    ///
    /// Parameters may stand in any order, and those with other names are passed over. A
    /// `filename*` that can be read wins over `filename`. Bytes that aren't UTF-8 become U+FFFD.
    ///
    /// Source: [RFC 7578, section 4.2](https://www.rfc-editor.org/rfc/rfc7578#section-4.2),
    /// [RFC 6266, section 4.3](https://www.rfc-editor.org/rfc/rfc6266#section-4.3).
    ///
    /// - Parameters:
    ///   - fieldValue: The bytes behind `Content-Disposition:`.
    ///   - escapes: Which escapes are undone between quotes.
    /// - Throws: ``ContentDispositionFault`` if the value can't be read, isn't of type `form-data`,
    ///   lacks a name, or has a parameter twice: two readers would pick different ones.
    public init(
        parsing fieldValue: [UInt8],
        escapes: ParameterEscapes = .percent
    ) throws(ContentDispositionFault) {
        let parsed = try ParsedDisposition(fieldValue, escapes: escapes)
        self.init(name: try parsed.formFieldName(), filename: parsed.filename)
    }
}

/// What a `Content-Disposition` of any type tells.
struct ParsedDisposition {
    /// The type in lower case, for example `form-data` or `attachment`.
    let type: String

    let name: String?
    let filename: String?

    init(_ fieldValue: [UInt8], escapes: ParameterEscapes) throws(ContentDispositionFault) {
        let list: ParameterList
        do throws(ParameterList.SyntaxError) {
            list = try ParameterList(fieldValue, escapes: escapes)
        } catch {
            throw .malformed(offset: error.offset)
        }
        if let duplicate = list.duplicate { throw .duplicateParameter(duplicate) }
        type = list.type
        name = list.first("name").map { String(decoding: $0, as: UTF8.self) }
        filename =
            list.first("filename*").flatMap(Self.extendedValue)
            ?? list.first("filename").map { String(decoding: $0, as: UTF8.self) }
    }

    /// The name, if the disposition is one of a form's part.
    func formFieldName() throws(ContentDispositionFault) -> String {
        guard type == "form-data" else { throw .notFormData(type: type) }
        guard let name else { throw .missingName }
        return name
    }

    /// The text of a value such as `UTF-8'en'%e2%82%ac`; `nil` if it can't be read.
    ///
    /// Source: [RFC 8187, section 3.2](https://www.rfc-editor.org/rfc/rfc8187#section-3.2).
    private static func extendedValue(_ value: [UInt8]) -> String? {
        let pieces = value.split(
            separator: UInt8(ascii: "'"),
            maxSplits: 2,
            omittingEmptySubsequences: false
        )
        guard pieces.count == 3, let bytes = percentDecoded(pieces[2]) else { return nil }
        switch String(decoding: pieces[0], as: UTF8.self).lowercased() {
        case "utf-8": return String(validating: bytes, as: UTF8.self)
        case "iso-8859-1":
            // The 256 characters of ISO-8859-1 are the first ones of Unicode.
            return String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
        default: return nil
        }
    }

    private static func percentDecoded(_ bytes: ArraySlice<UInt8>) -> [UInt8]? {
        var result: [UInt8] = []
        var rest = bytes
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                result.append(byte)
                continue
            }
            guard let high = rest.popFirst().flatMap(hexadecimalValue),
                let low = rest.popFirst().flatMap(hexadecimalValue)
            else { return nil }
            result.append(high << 4 | low)
        }
        return result
    }

    private static func hexadecimalValue(_ digit: UInt8) -> UInt8? {
        Character(Unicode.Scalar(digit)).hexDigitValue.map { UInt8($0) }
    }
}
